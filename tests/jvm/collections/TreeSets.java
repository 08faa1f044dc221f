import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

public class TreeSets {
    record Person(String name, int age) implements Comparable<Person> {
        public int compareTo(Person other) {
            return age != other.age ? Integer.compare(age, other.age) : name.compareTo(other.name);
        }
    }

    public static void main(String[] args) {
        TreeSet<Integer> set = new TreeSet<>(List.of(5, 1, 9, 3, 7));
        System.out.println(set + " " + set.add(5) + " " + set.add(6) + " " + set.first() + " " + set.last() + " " + set.floor(4) + " " + set.ceiling(4) + " " + set.lower(1) + " " + set.higher(9));
        System.out.println(set.headSet(5) + " " + set.headSet(5, true) + " " + set.tailSet(6) + " " + set.subSet(3, 7) + " " + set.descendingSet());
        System.out.println(set.pollFirst() + " " + set.pollLast() + " " + set);
        NavigableSet<String> reverse = new TreeSet<>(Collections.reverseOrder());
        Collections.addAll(reverse, "b", "d", "a", "c");
        System.out.println(reverse + " " + reverse.first() + " " + reverse.headSet("b", false));
        TreeSet<Person> people = new TreeSet<>();
        people.add(new Person("Ann", 30));
        people.add(new Person("Bob", 25));
        people.add(new Person("Cid", 30));
        people.add(new Person("Ann", 30));
        System.out.println(people);
        System.out.println(people.ceiling(new Person("", 26)).name());
        for (Iterator<Integer> i = set.iterator(); i.hasNext();) {
            if (i.next() % 2 == 0) {
                i.remove();
            }
        }
        System.out.println(set + " " + set.contains(3) + " " + set.containsAll(List.of(3, 5)));
        NavigableSet<Integer> view = set.subSet(0, true, 10, true);
        view.add(8);
        set.add(2);
        System.out.println(view + " " + view.size());
        try {
            view.add(11);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new TreeSet<Integer>().first();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("empty");
        }
        System.out.println(set.removeAll(List.of(2, 3)) + " " + set + " " + set.descendingIterator().next());
        TreeSet<Object> mixed = new TreeSet<>();
        try {
            mixed.add(1);
            mixed.add("one");
        } catch (ClassCastException e) {
            System.out.println("not comparable " + mixed.size());
        }
    }
}
