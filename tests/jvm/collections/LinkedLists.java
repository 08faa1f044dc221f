import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Queue;

public class LinkedLists {
    static void drive(Deque<Integer> d) {
        d.addFirst(1);
        d.addLast(2);
        d.offerFirst(0);
        d.offerLast(3);
        d.push(-1);
        d.add(4);
        System.out.println(d + " " + d.size() + " " + d.peekFirst() + d.peekLast() + d.getFirst() + d.getLast() + d.peek() + d.element());
        System.out.println(d.pop() + " " + d.poll() + " " + d.pollLast() + " " + d.removeFirst() + " " + d.removeLast() + " " + d.remove() + " " + d.poll() + " " + d.peek() + " " + d.isEmpty());
        for (int i = 0; i < 40; i++) {
            d.addLast(i);
            if (i % 3 == 0) {
                d.addFirst(d.removeLast());
            }
            if (i % 4 == 0) {
                d.removeFirst();
            }
        }
        System.out.println(d);
        d.removeFirstOccurrence(10);
        d.removeLastOccurrence(11);
        d.removeIf(x -> x > 30);
        System.out.println(d + " " + d.contains(13));
        StringBuilder reverse = new StringBuilder();
        for (Iterator<Integer> i = d.descendingIterator(); i.hasNext();) {
            int x = i.next();
            if (x % 2 == 0) {
                i.remove();
            }
            reverse.append(x).append(' ');
        }
        System.out.println(reverse + "| " + d);
        d.clear();
        try {
            d.removeFirst();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("empty " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        drive(new LinkedList<>());
        drive(new ArrayDeque<>());
        drive(new ArrayDeque<>(3));
        LinkedList<String> list = new LinkedList<>(List.of("a", "b", "c", "d"));
        list.add(2, "x");
        list.remove(1);
        list.set(0, "A");
        System.out.println(list + " " + list.get(2) + " " + list.indexOf("d") + " " + list.lastIndexOf("zz"));
        list.addAll(1, List.of("p", "q"));
        System.out.println(list + " " + list.subList(1, 3) + " " + list.equals(new java.util.ArrayList<>(list)));
        Queue<Integer> queue = new LinkedList<>();
        for (int i = 0; i < 5; i++) {
            queue.offer(i);
        }
        int sum = 0;
        while (!queue.isEmpty()) {
            int x = queue.poll();
            sum = sum * 10 + x;
            if (x == 2) {
                queue.add(7);
            }
        }
        System.out.println(sum);
        try {
            list.get(99);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            for (String s : list) {
                list.remove(s);
            }
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("modified");
        }
    }
}
