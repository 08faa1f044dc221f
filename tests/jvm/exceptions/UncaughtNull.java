import java.util.*;

public class UncaughtNull {
    static class Node {
        Node next;
        String name;

        Node(String name) {
            this.name = name;
        }
    }

    interface Visitor {
        void visit(Node node);
    }

    public static void main(String[] args) {
        Node head = new Node("head");
        head.next = new Node("tail");
        Visitor visitor = node -> System.out.println(node.next.name.length());
        visitor.visit(head);
        List.of(head, head.next).forEach(visitor::visit);
    }
}
