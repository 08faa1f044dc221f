import java.util.*;
import java.util.stream.*;

public class Spliterators {
    static void split(String name, Spliterator<Integer> all) {
        System.out.print(name + " " + all.estimateSize() + " " + all.getExactSizeIfKnown() + " " + all.hasCharacteristics(Spliterator.ORDERED) + all.hasCharacteristics(Spliterator.SORTED) + all.hasCharacteristics(Spliterator.SIZED) + all.hasCharacteristics(Spliterator.DISTINCT) + ": ");
        Spliterator<Integer> half = all.trySplit();
        if (half != null) {
            half.forEachRemaining(value -> System.out.print(value + " "));
            System.out.print("| ");
        }
        all.tryAdvance(value -> System.out.print("first " + value + " "));
        all.forEachRemaining(value -> System.out.print(value + " "));
        System.out.println(all.tryAdvance(value -> System.out.print("more")));
    }

    public static void main(String[] args) {
        List<Integer> numbers = IntStream.range(0, 10).boxed().toList();
        split("list", numbers.spliterator());
        split("array list", new ArrayList<>(numbers).spliterator());
        split("linked", new LinkedList<>(numbers).spliterator());
        split("tree", new TreeSet<>(numbers).spliterator());
        split("deque", new ArrayDeque<>(numbers).spliterator());
        split("array", Arrays.spliterator(numbers.toArray(new Integer[0])));
        split("part", Arrays.spliterator(numbers.toArray(new Integer[0]), 2, 5));
        split("stream", numbers.stream().filter(n -> n % 2 == 1).spliterator());
        split("iterator", java.util.Spliterators.spliteratorUnknownSize(numbers.iterator(), Spliterator.ORDERED));
        System.out.println(StreamSupport.stream(numbers.spliterator(), false).mapToInt(n -> n).sum());
        Spliterator.OfInt ints = Arrays.spliterator(new int[] {5, 6, 7, 8});
        ints.trySplit().forEachRemaining((int value) -> System.out.print(value + " "));
        ints.forEachRemaining((int value) -> System.out.print(value + " "));
        System.out.println();
        System.out.println(new TreeSet<>(numbers).spliterator().getComparator());
        try {
            new ArrayList<>(numbers).spliterator().getComparator();
        } catch (IllegalStateException e) {
            System.out.println("not sorted");
        }
    }
}
