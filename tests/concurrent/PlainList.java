// violated: exception
import java.util.ArrayList;
import java.util.List;

/** A list that is not made for several threads. */
public class PlainList {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        new Thread(() -> list.add(2)).start();
        for (int element : list) {
            assert element > 0;
        }
    }
}
