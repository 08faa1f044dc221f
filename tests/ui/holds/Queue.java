// A queue of two stacks gives back what it got, in order.
import glassbox.api.Verify;
import java.util.ArrayDeque;

public class Queue {
    private final ArrayDeque<Integer> in = new ArrayDeque<>();
    private final ArrayDeque<Integer> out = new ArrayDeque<>();

    void put(int value) {
        in.push(value);
    }

    int take() {
        if (out.isEmpty()) {
            while (!in.isEmpty()) {
                out.push(in.pop());
            }
        }
        return out.pop();
    }

    public static void main(String[] arguments) {
        Queue queue = new Queue();
        int put = 0;
        int taken = 0;
        for (int round = 0; round < 5; round++) {
            if (taken == put || Verify.chooseBoolean()) {
                queue.put(put++);
            } else {
                assert queue.take() == taken : "first in, first out";
                taken++;
            }
        }
    }
}
