/**
 * A bounded stack of different integers in an array. An integer that is pushed again moves to the top;
 * pushing on a full stack does nothing. Slots above the top keep what was there before.
 */
public class Ubstack {
    private static final int CAPACITY = 10;

    private final int[] elements = new int[CAPACITY];
    private int size;

    public Ubstack() {}

    /** Puts an integer on top. */
    public void push(int value) {
        int index = 0;
        while (index < size && elements[index] != value) {
            index++;
        }
        if (index < size) {
            for (; index < size - 1; index++) {
                elements[index] = elements[index + 1];
            }
            elements[index] = value;
        } else if (size < elements.length) {
            elements[size] = value;
            size++;
        }
    }

    /** Takes the top integer off; does nothing if the stack is empty. */
    public void pop() {
        if (size > 0) {
            size--;
        }
    }

    /** Whether the size is in the bounds of the array and no two elements are equal. */
    public boolean repOk() {
        if (elements == null || elements.length != CAPACITY || size < 0 || size > elements.length) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (elements[i] == elements[j]) {
                    return false;
                }
            }
        }
        return true;
    }
}
