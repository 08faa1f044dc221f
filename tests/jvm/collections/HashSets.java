import java.util.*;
import java.util.stream.*;

public class HashSets {
    public static void main(String[] args) {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            numbers.add(i * 37 % 101);
        }
        System.out.println(numbers);
        Set<String> words = new HashSet<>(List.of("pear", "apple", "fig", "plum", "cherry", "date", "grape"));
        System.out.println(words + " " + words.hashCode() + " " + words.contains("fig") + " " + words.remove("fig"));
        Set<String> ordered = new LinkedHashSet<>(List.of("c", "a", "b", "a2"));
        ordered.add("a");
        ordered.remove("c");
        ordered.add("c");
        System.out.println(ordered + " " + ordered.equals(Set.of("a", "b", "c", "a2")));
        Set<Integer> even = IntStream.range(0, 20).filter(i -> i % 2 == 0).boxed().collect(Collectors.toSet());
        Set<Integer> third = IntStream.range(0, 20).filter(i -> i % 3 == 0).boxed().collect(Collectors.toSet());
        Set<Integer> both = new HashSet<>(even);
        both.retainAll(third);
        Set<Integer> either = new TreeSet<>(even);
        either.addAll(third);
        Set<Integer> only = new HashSet<>(even);
        only.removeAll(third);
        System.out.println(both + " " + either + " " + only);
        System.out.println(even.containsAll(both) + " " + both.containsAll(even) + " " + Collections.disjoint(only, third));
        Set<Object> mixed = new HashSet<>();
        System.out.println(mixed.add(null) + " " + mixed.add(null) + " " + mixed.add(1L) + " " + mixed.add(1) + " " + mixed.size());
        HashSet<Integer> clone = (HashSet<Integer>) ((HashSet<Integer>) numbers).clone();
        clone.removeIf(n -> n > 10);
        System.out.println(clone + " " + numbers.size());
        Set<List<Integer>> lists = new HashSet<>();
        System.out.println(lists.add(List.of(1, 2)) + " " + lists.add(Arrays.asList(1, 2)) + " " + lists.contains(new LinkedList<>(List.of(1, 2))));
        Set<Character> letters = new TreeSet<>(Comparator.reverseOrder());
        for (char c : "hello world".toCharArray()) {
            letters.add(c);
        }
        System.out.println(letters);
        Set<String> big = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            big.add("item" + (i % 1000));
        }
        long check = 0;
        for (String item : big) {
            check = check * 31 + item.hashCode();
        }
        System.out.println(big.size() + " " + check);
    }
}
