import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

public class CollectionsMethods {
    static void refuse(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " worked");
        } catch (UnsupportedOperationException | NullPointerException | IllegalArgumentException | ClassCastException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(4, 2, 8, 6, 1, 9));
        System.out.println(Collections.max(list) + " " + Collections.min(list) + " " + Collections.max(list, Comparator.reverseOrder()) + " " + Collections.frequency(list, 2));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 6) + " " + Collections.binarySearch(list, 5));
        Collections.reverse(list);
        System.out.println(list);
        Collections.swap(list, 0, 5);
        Collections.rotate(list, 2);
        System.out.println(list);
        Collections.rotate(list, -3);
        System.out.println(list);
        Collections.shuffle(list, new Random(42));
        System.out.println(list);
        Collections.fill(list.subList(1, 3), 0);
        Collections.replaceAll(list, 0, 7);
        System.out.println(list + " " + Collections.indexOfSubList(list, List.of(7, 7)) + " " + Collections.lastIndexOfSubList(list, List.of(100)));
        System.out.println(Collections.nCopies(3, "ab") + " " + Collections.emptyList() + Collections.emptyMap() + Collections.emptySet() + " " + Collections.singletonList(1) + Collections.singleton(2) + Collections.singletonMap("k", "v"));
        System.out.println(Collections.disjoint(List.of(1, 2), List.of(3)) + " " + Collections.addAll(list, 100, 200) + " " + list);
        List<Integer> fixed = Collections.unmodifiableList(list);
        Map<String, Integer> readOnly = Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1)));
        Collection<Integer> synchronizedList = Collections.synchronizedList(new ArrayList<>(list));
        System.out.println(fixed.get(0) + " " + readOnly + " " + synchronizedList.size());
        refuse("add", () -> fixed.add(1));
        refuse("sort", () -> Collections.sort(fixed));
        refuse("put", () -> readOnly.put("b", 2));
        refuse("List.of add", () -> List.of(1).add(2));
        refuse("List.of null", () -> List.of(1, null));
        refuse("List.of contains null", () -> List.of(1).contains(null));
        refuse("Map.of put", () -> Map.of().put(1, 1));
        refuse("Map.of twice", () -> Map.of("a", 1, "a", 2));
        refuse("List.copyOf", () -> List.copyOf(Arrays.asList(1, null)));
        refuse("asList set", () -> Arrays.asList(1, 2).set(0, 5));
        refuse("emptyList add", () -> Collections.emptyList().add(null));
        refuse("checked", () -> {
            @SuppressWarnings({"unchecked", "rawtypes"})
            List<Object> checked = (List) Collections.checkedList(new ArrayList<>(), String.class);
            checked.add(1);
        });
        list.add(77);
        System.out.println(fixed.contains(77) + " " + List.copyOf(list).equals(list));
        System.out.println(List.of(1, 2, 3).hashCode() + " " + Map.of("a", 1).get("a") + " " + Map.of("a", 1, "b", 2).size() + " " + List.of().isEmpty() + " " + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).indexOf(11) + " " + Map.ofEntries(Map.entry(1, "one")).get(1) + " " + java.util.Set.of(1, 2, 3).contains(2));
        var enumeration = Collections.enumeration(List.of("x", "y"));
        while (enumeration.hasMoreElements()) {
            System.out.print(enumeration.nextElement() + " ");
        }
        System.out.println(Collections.list(Collections.enumeration(List.of(1, 2))));
        Map<Boolean, String> newSet = new HashMap<>();
        System.out.println(Collections.newSetFromMap(new HashMap<String, Boolean>()).add("q") + " " + newSet.isEmpty());
    }
}
