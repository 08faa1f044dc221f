import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

public class ArrayLists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            list.add(i * 3 % 11);
        }
        System.out.println(list + " " + list.size());
        list.add(0, 99);
        list.add(list.size(), 98);
        list.set(3, -1);
        list.remove(5);
        list.remove(Integer.valueOf(98));
        System.out.println(list + " " + list.indexOf(9) + " " + list.lastIndexOf(9) + " " + list.contains(7) + " " + list.contains("x"));
        list.addAll(2, List.of(50, 51));
        list.removeAll(List.of(0, 1, 2));
        list.retainAll(Arrays.asList(3, 4, 5, 6, 50, 51, 99));
        System.out.println(list);
        List<Integer> sub = list.subList(1, 4);
        sub.set(0, 77);
        sub.add(78);
        System.out.println(sub + " " + list);
        sub.clear();
        System.out.println(list + " " + list.isEmpty());
        list.removeIf(x -> x % 2 == 0);
        list.replaceAll(x -> x * 10);
        System.out.println(list + " " + list.hashCode() + " " + list.equals(new ArrayList<>(list)) + " " + list.equals(List.of()));
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int i = it.nextIndex();
            int v = it.next();
            if (i == 0) {
                it.set(v + 1);
            } else if (i == 1) {
                it.remove();
            } else {
                it.add(v / 10);
            }
        }
        while (it.hasPrevious()) {
            System.out.print(it.previousIndex() + ":" + it.previous() + " ");
        }
        System.out.println();
        try {
            for (Integer x : list) {
                list.add(x);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("modified " + e.getMessage());
        }
        Iterator<Integer> iterator = list.iterator();
        try {
            iterator.remove();
        } catch (IllegalStateException e) {
            System.out.println("no element yet");
        }
        Object[] objects = list.toArray();
        Integer[] ints = list.toArray(new Integer[0]);
        Integer[] large = list.toArray(new Integer[20]);
        System.out.println(objects.length + " " + ints.length + " " + large[ints.length] + " " + objects.getClass().getSimpleName());
        List<String> strings = new ArrayList<>(Arrays.asList("d", "a", "c", "b", null));
        System.out.println(strings + " " + strings.indexOf(null));
        strings.remove(null);
        Collections.sort(strings);
        System.out.println(strings);
        for (int bad : new int[] {-1, 4}) {
            try {
                strings.get(bad);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
            try {
                strings.add(bad * 2, "x");
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        List<List<Integer>> nested = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            nested.add(new ArrayList<>(Collections.nCopies(i, i)));
        }
        System.out.println(nested);
        list.clear();
        System.out.println(list + " " + new ArrayList<>(List.of(1, 2)).equals(Arrays.asList(1, 2)));
    }
}
