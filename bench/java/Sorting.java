import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

/** Arrays of int, and of objects with a comparator. */
public class Sorting {
    public static void main(String[] arguments) {
        Random random = new Random(3);
        int[] numbers = random.ints(400_000).toArray();
        Arrays.sort(numbers);
        Integer[] boxed = new Integer[60_000];
        Arrays.setAll(boxed, index -> random.nextInt());
        Arrays.sort(boxed, Comparator.reverseOrder());
        System.out.println(numbers[1_000] + " " + boxed[77]);
    }
}
