/** Arithmetic of int and branches. */
public class IntLoop {
    public static void main(String[] arguments) {
        int sum = 0;
        int odd = 0;
        for (int i = 0; i < 40_000_000; i++) {
            sum += i * 31 ^ sum >>> 3;
            if ((sum & 1) != 0) {
                odd++;
            }
        }
        System.out.println(sum + " " + odd);
    }
}
