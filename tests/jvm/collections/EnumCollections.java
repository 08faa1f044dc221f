import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

public class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    enum Big {
        A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3, G4, G5, G6, G7, G8, G9
    }

    public static void main(String[] args) {
        EnumMap<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.FRI, 5);
        map.put(Day.MON, 1);
        map.put(Day.WED, null);
        map.merge(Day.FRI, 10, Integer::sum);
        System.out.println(map + " " + map.size() + " " + map.get(Day.WED) + " " + map.containsKey(Day.WED) + " " + map.get(Day.SUN));
        for (Map.Entry<Day, Integer> e : map.entrySet()) {
            e.setValue(7);
        }
        map.remove(Day.MON);
        System.out.println(map + " " + map.keySet() + " " + map.values() + " " + map.containsKey("x"));
        Set<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        Set<Day> work = EnumSet.complementOf(EnumSet.of(Day.SUN, Day.SAT));
        System.out.println(weekend + " " + work + " " + EnumSet.allOf(Day.class).size() + " " + EnumSet.noneOf(Day.class) + " " + EnumSet.range(Day.TUE, Day.THU));
        work.removeIf(d -> d.name().startsWith("T"));
        work.addAll(weekend);
        System.out.println(work + " " + work.contains(Day.MON) + " " + work.containsAll(weekend));
        work.retainAll(EnumSet.range(Day.FRI, Day.SUN));
        System.out.println(work + " " + work.equals(EnumSet.of(Day.FRI, Day.SAT, Day.SUN)));
        EnumSet<Big> big = EnumSet.range(Big.F2, Big.G5);
        big.add(Big.A0);
        big.remove(Big.F9);
        System.out.println(big + " " + big.size());
        EnumSet<Big> rest = EnumSet.complementOf(big);
        System.out.println(rest.size() + " " + rest.contains(Big.F9) + " " + rest.contains(Big.G0) + " " + rest.iterator().next());
        int sum = 0;
        for (Big b : rest) {
            sum += b.ordinal();
        }
        System.out.println(sum);
    }
}
