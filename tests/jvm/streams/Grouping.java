import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Grouping {
    record Person(String name, String city, int age, double salary) {}

    static void show(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", "Oslo", 31, 5200.5), new Person("Bob", "Rome", 45, 4100), new Person("Cid", "Oslo", 22, 3900.25), new Person("Dan", "Rome", 31, 6100), new Person("Eve", "Bern", 58, 7000.75), new Person("Fay", "Oslo", 45, 4800));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList()))));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.counting())));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.averagingInt(Person::age))));
        show(people.stream().collect(Collectors.groupingBy(p -> p.age() / 10 * 10, TreeMap::new, Collectors.summingDouble(Person::salary))));
        show(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 40, Collectors.mapping(Person::name, Collectors.joining("/", "[", "]")))));
        show(people.stream().collect(Collectors.toMap(Person::name, Person::age, (a, b) -> a, LinkedHashMap::new)));
        show(people.stream().collect(Collectors.summarizingInt(Person::age)));
        show(people.stream().collect(Collectors.summarizingDouble(Person::salary)));
        show(people.stream().collect(Collectors.teeing(Collectors.minBy(Comparator.comparing(Person::age)), Collectors.maxBy(Comparator.comparing(Person::salary)), (min, max) -> min.get().name() + "-" + max.get().name())));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingDouble(Person::salary)), o -> o.get().name()))));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.filtering(p -> p.age() < 40, Collectors.counting()))));
        show(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new)))));
        System.out.println(people.stream().collect(Collectors.reducing(0, Person::age, Integer::sum)) + " " + people.stream().map(Person::age).collect(Collectors.reducing(Integer::max)));
        System.out.println(people.stream().map(Person::name).collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList)).size());
        System.out.println(people.stream().sorted(Comparator.comparing(Person::city).thenComparing(Person::age, Comparator.reverseOrder())).map(Person::name).toList());
        Collector<Integer, int[], Integer> own = Collector.of(() -> new int[1], (box, value) -> box[0] += value * value, (a, b) -> {
            a[0] += b[0];
            return a;
        }, box -> box[0]);
        System.out.println(Stream.of(1, 2, 3).collect(own) + " " + own.characteristics());
        try {
            Stream.of("a", "bb", "cc").collect(Collectors.toMap(String::length, Function.identity()));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Stream.of("x", "y").collect(Collectors.toUnmodifiableSet()).size() + " " + Stream.of(1, 2, 3, 4).collect(Collectors.averagingDouble(i -> i)) + " " + Stream.of(5L).collect(Collectors.summingLong(l -> l)));
        Map<Boolean, Map<String, List<Integer>>> nested = IntStream.rangeClosed(1, 12).boxed().collect(Collectors.partitioningBy(i -> i % 2 == 0, Collectors.groupingBy(i -> i % 3 == 0 ? "three" : "other", TreeMap::new, Collectors.toList())));
        System.out.println(nested);
        System.out.println(new TreeMap<>(Stream.of("a-1", "b-2", "a-3").map(s -> s.split("-")).collect(Collectors.groupingBy(p -> p[0], Collectors.mapping(p -> Integer.parseInt(p[1]), Collectors.summingInt(i -> i))))));
    }
}
