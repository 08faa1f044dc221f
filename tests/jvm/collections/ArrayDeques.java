import java.util.*;

public class ArrayDeques {
    public static void main(String[] args) {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
        }
        System.out.println(deque + " " + deque.size());
        System.out.println(deque.peekFirst() + " " + deque.peekLast() + " " + deque.getFirst() + " " + deque.getLast());
        System.out.println(deque.pollFirst() + " " + deque.pollLast() + " " + deque.pop() + " " + deque.removeLast());
        deque.push(100);
        deque.offerFirst(101);
        deque.offerLast(102);
        deque.offer(103);
        System.out.println(deque);
        deque.add(1);
        System.out.println(deque.removeFirstOccurrence(1) + " " + deque.removeLastOccurrence(1) + " " + deque.removeLastOccurrence(55));
        System.out.println(deque.contains(13) + " " + deque.remove(13) + " " + deque.contains(13));
        Iterator<Integer> down = deque.descendingIterator();
        StringBuilder text = new StringBuilder();
        while (down.hasNext()) {
            int value = down.next();
            if (value % 2 == 0) {
                down.remove();
            }
            text.append(value).append(' ');
        }
        System.out.println(text + "-> " + deque);
        deque.removeIf(value -> value > 100);
        System.out.println(deque + " " + deque.isEmpty());
        System.out.println(Arrays.toString(deque.toArray()) + Arrays.toString(deque.toArray(new Integer[0])));
        ArrayDeque<Integer> copy = deque.clone();
        copy.clear();
        System.out.println(copy.isEmpty() + " " + copy.peek() + " " + copy.poll() + " " + deque.size());
        try {
            copy.pop();
        } catch (NoSuchElementException e) {
            System.out.println("empty: " + e.getMessage());
        }
        try {
            copy.addFirst(null);
        } catch (NullPointerException e) {
            System.out.println("null refused");
        }
        ArrayDeque<String> words = new ArrayDeque<>(List.of("a", "b", "c", "d", "e"));
        words.retainAll(Set.of("b", "d", "x"));
        words.addAll(List.of("z", "y"));
        words.forEach(word -> System.out.print(word + ","));
        System.out.println();
        ArrayDeque<Integer> ring = new ArrayDeque<>(4);
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            ring.addLast(i);
            if (ring.size() > 7) {
                sum += ring.removeFirst();
            }
        }
        System.out.println(sum + " " + ring);
    }
}
