/** Objects that are made, followed and dropped. */
public class Pointers {
    private static final class Node {
        Node next;
        final int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    public static void main(String[] arguments) {
        long sum = 0;
        for (int round = 0; round < 100; round++) {
            Node head = null;
            for (int i = 0; i < 50_000; i++) {
                head = new Node(head, i ^ round);
            }
            Node previous = null;
            while (head != null) {
                Node next = head.next;
                head.next = previous;
                previous = head;
                head = next;
            }
            for (Node node = previous; node != null; node = node.next) {
                sum = sum * 3 + node.value;
            }
        }
        System.out.println(sum);
    }
}
