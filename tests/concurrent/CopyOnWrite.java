// holds
import java.util.concurrent.CopyOnWriteArrayList;

/** Whoever goes through a list sees it as it was when it began. */
public class CopyOnWrite {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(1);
        Thread other = new Thread(() -> list.add(2));
        other.start();
        int sum = 0;
        for (int element : list) {
            sum += element;
        }
        assert sum == 1 || sum == 3;
        other.join();
        assert list.size() == 2;
    }
}
