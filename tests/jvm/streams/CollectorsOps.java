import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class CollectorsOps {
    record Person(String name, int age, String city) { }

    static final List<Person> PEOPLE = List.of(new Person("Ann", 31, "Oslo"), new Person("Bob", 25, "Rome"), new Person("Cid", 31, "Rome"), new Person("Dan", 40, "Oslo"), new Person("Eve", 22, "Bonn"));

    public static void main(String[] args) {
        System.out.println(PEOPLE.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.toList())).keySet());
        TreeMap<String, Long> counted = PEOPLE.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.counting()));
        System.out.println(counted);
        TreeMap<Integer, String> names = PEOPLE.stream().collect(Collectors.groupingBy(Person::age, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("/"))));
        System.out.println(names);
        System.out.println(PEOPLE.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.mapping(Person::name, Collectors.toList()))));
        System.out.println(PEOPLE.stream().map(Person::name).collect(Collectors.joining(", ", "[", "]")) + Stream.<String>empty().collect(Collectors.joining(",", "<", ">")));
        LinkedHashMap<String, Integer> ages = PEOPLE.stream().collect(Collectors.toMap(Person::name, Person::age, (a, b) -> a, LinkedHashMap::new));
        System.out.println(ages);
        Map<String, Integer> oldest = PEOPLE.stream().collect(Collectors.toMap(Person::city, Person::age, Math::max));
        System.out.println(new TreeMap<>(oldest));
        try {
            PEOPLE.stream().collect(Collectors.toMap(Person::city, Person::name));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(PEOPLE.stream().collect(Collectors.averagingInt(Person::age)) + " " + PEOPLE.stream().collect(Collectors.summingInt(Person::age)) + " " + PEOPLE.stream().collect(Collectors.averagingDouble(p -> p.age() / 3.0)) + " " + PEOPLE.stream().collect(Collectors.summingLong(Person::age)));
        IntSummaryStatistics stats = PEOPLE.stream().collect(Collectors.summarizingInt(Person::age));
        System.out.println(stats.getMin() + " " + stats.getMax() + " " + stats.getAverage() + " " + stats.getSum() + " " + stats.getCount());
        System.out.println(PEOPLE.stream().collect(Collectors.minBy((a, b) -> a.age() - b.age())).map(Person::name) + " " + PEOPLE.stream().map(Person::age).collect(Collectors.toCollection(TreeSet::new)) + " " + PEOPLE.stream().map(Person::city).collect(Collectors.toCollection(LinkedHashSet::new)));
        System.out.println(PEOPLE.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " " + PEOPLE.stream().collect(Collectors.reducing(0, Person::age, Integer::sum)));
        System.out.println(PEOPLE.stream().collect(Collectors.filtering(p -> p.city().equals("Rome"), Collectors.counting())) + " " + PEOPLE.stream().collect(Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toList())));
        String ratio = PEOPLE.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(Person::age), (n, sum) -> sum + "/" + n));
        System.out.println(ratio);
        System.out.println(PEOPLE.stream().map(Person::name).collect(Collectors.toUnmodifiableList()) + " " + PEOPLE.stream().map(Person::age).collect(Collectors.toSet()).size());
        Collector<String, StringBuilder, String> own = Collector.of(StringBuilder::new, (b, s) -> b.insert(0, s), StringBuilder::append, StringBuilder::toString);
        System.out.println(Stream.of("a", "b", "c").collect(own));
        ArrayList<Integer> collected = Stream.of(1, 2, 3).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        System.out.println(collected);
        TreeMap<Character, Double> averages = Stream.of("apple", "avocado", "bean").collect(Collectors.groupingBy(s -> s.charAt(0), TreeMap::new, Collectors.averagingInt(String::length)));
        System.out.println(averages);
        System.out.println(Stream.of("x", "yy", "zz").collect(Collectors.groupingBy(String::length)));
    }
}
