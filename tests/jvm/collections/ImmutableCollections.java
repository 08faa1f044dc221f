import java.util.*;
import java.util.stream.*;

public class ImmutableCollections {
    static void refused(String name, Runnable action) {
        try {
            action.run();
            System.out.println(name + " was allowed");
        } catch (UnsupportedOperationException | NullPointerException | IllegalArgumentException e) {
            System.out.println(name + ": " + e.getClass().getName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        List<Integer> list = List.of(3, 1, 4, 1, 5, 9, 2, 6);
        Set<Integer> set = Set.of(1, 2, 3);
        Map<String, Integer> map = Map.of("a", 1, "b", 2, "c", 3);
        refused("add", () -> list.add(1));
        refused("set", () -> list.set(0, 1));
        refused("remove", () -> list.remove(0));
        refused("clear", list::clear);
        refused("sort", () -> list.sort(null));
        refused("set add", () -> set.add(4));
        refused("set remove", () -> set.remove(1));
        refused("map put", () -> map.put("d", 4));
        refused("map remove", () -> map.remove("a"));
        refused("map entry", () -> map.entrySet().iterator().next().setValue(7));
        refused("null in list", () -> List.of(1, null));
        refused("twice in set", () -> Set.of(1, 1));
        refused("twice in map", () -> Map.of("x", 1, "x", 2));
        refused("iterator", () -> {
            Iterator<Integer> iterator = list.iterator();
            iterator.next();
            iterator.remove();
        });
        System.out.println(list + " " + list.indexOf(1) + " " + list.lastIndexOf(1) + " " + list.contains(9) + " " + list.subList(2, 5));
        System.out.println(new TreeSet<>(set) + " " + set.contains(2) + " " + set.hashCode() + " " + set.equals(new HashSet<>(List.of(3, 2, 1))));
        System.out.println(new TreeMap<>(map) + " " + map.get("b") + " " + map.get("z") + " " + map.containsValue(3) + " " + map.hashCode());
        System.out.println(list.hashCode() + " " + list.equals(Arrays.asList(3, 1, 4, 1, 5, 9, 2, 6)) + " " + List.of().equals(Collections.emptyList()));
        Map<String, Integer> entries = Map.ofEntries(Map.entry("x", 24), Map.entry("y", 25));
        System.out.println(entries.get("x") + entries.get("y") + " " + Map.entry("k", "v"));
        List<String> copy = List.copyOf(new ArrayList<>(List.of("p", "q")));
        System.out.println(copy + " " + (List.copyOf(copy) == copy) + " " + Set.copyOf(List.of(1, 1, 2)).size() + " " + Map.copyOf(map).size());
        List<Integer> view = Collections.unmodifiableList(new ArrayList<>(List.of(1, 2)));
        refused("view", () -> view.add(3));
        List<Integer> collected = Stream.of(1, 2, 3).toList();
        refused("stream list", () -> collected.add(4));
        List<Integer> nulls = Stream.of(1, null, 3).toList();
        System.out.println(nulls + " " + nulls.contains(null));
        refused("contains null", () -> list.contains(null));
        System.out.println(Collections.nCopies(3, "ab") + " " + Collections.singletonList(1) + " " + Collections.emptyMap());
        refused("nCopies", () -> Collections.nCopies(3, "ab").set(0, "c"));
        List<Integer> fixed = Arrays.asList(1, 2, 3);
        fixed.set(1, 20);
        refused("asList add", () -> fixed.add(4));
        System.out.println(fixed);
    }
}
