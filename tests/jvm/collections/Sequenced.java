// jdk: 21
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.TreeMap;

public class Sequenced {
    static void drive(SequencedCollection<Integer> c) {
        c.addFirst(0);
        c.addLast(9);
        System.out.println(c + " " + c.reversed() + " " + c.getFirst() + " " + c.getLast());
        c.removeFirst();
        System.out.println(c.removeLast() + " " + c);
    }

    public static void main(String[] args) {
        drive(new ArrayList<>(List.of(3, 1, 2)));
        drive(new ArrayDeque<>(List.of(3, 1, 2)));
        drive(new LinkedHashSet<>(List.of(3, 1, 2)));
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.put("b", 1);
        map.putFirst("a", 0);
        map.putLast("c", 2);
        System.out.println(map + " " + map.reversed() + " " + map.firstEntry() + " " + map.pollLastEntry() + " " + map.sequencedKeySet().reversed());
        System.out.println(new TreeMap<>(map).reversed());
        System.out.println(List.of(1, 2, 3).reversed() + " " + List.of(1, 2, 3).getLast());
        StringBuilder b = new StringBuilder().repeat("ab", 3).repeat('c', 2);
        System.out.println(b + " " + "a-b-c".splitWithDelimiters("-", 0).length + " " + "hello".indexOf('l', 0, 3) + " " + Math.clamp(15, 0, 10) + " " + Character.toString(97));
    }
}
