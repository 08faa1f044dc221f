import java.util.Random;

public class Gaussian {
    public static void main(String[] args) {
        Random r = new Random(5);
        for (int i = 0; i < 6; i++) {
            System.out.println(r.nextGaussian());
        }
    }
}
