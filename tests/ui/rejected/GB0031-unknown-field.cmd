# A class that says bounds of a field that is not there.
write: Stack.java <<
import glassbox.api.*;

public class Stack {
    @Tree Node top;

    static class Node {
        @Tree Node next;
        int value;
    }

    public void push(int value) {
        Node node = new Node();
        node.value = value;
        node.next = top;
        top = node;
    }

    static Bounds bounds() {
        return Bounds.of().size(3).domain("Node.valu", 1, 2);
    }
}
>>
$ glassbox check Stack.java --engine glass
