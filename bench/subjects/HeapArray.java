import java.util.Arrays;

/**
 * A priority queue of positive integers as a binary heap in an array. The array grows by one slot when it is
 * full and never shrinks; slots that are not in use are 0.
 */
public class HeapArray {
    private int[] elements = new int[0];
    private int size;

    public HeapArray() {}

    /** Adds an integer. */
    public void insert(int value) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size + 1);
        }
        int index = size;
        size++;
        while (index > 0) {
            int parent = (index - 1) / 2;
            if (elements[parent] <= value) {
                break;
            }
            elements[index] = elements[parent];
            index = parent;
        }
        elements[index] = value;
    }

    /** Takes the least integer off and gives it; gives 0 if there is none. */
    public int extractMin() {
        if (size == 0) {
            return 0;
        }
        int least = elements[0];
        size--;
        int value = elements[size];
        elements[size] = 0;
        if (size > 0) {
            sink(value);
        }
        return least;
    }

    /** Gives the root's place to a value, or to the smaller child where that is less, and so on downwards. */
    private void sink(int value) {
        int index = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && elements[child + 1] < elements[child]) {
                child++;
            }
            if (value <= elements[child]) {
                break;
            }
            elements[index] = elements[child];
            index = child;
            child = 2 * index + 1;
        }
        elements[index] = value;
    }

    /** Whether no element is less than its parent, and the slots above are empty. */
    public boolean repOk() {
        if (elements == null || size < 0 || size > elements.length) {
            return false;
        }
        for (int index = 1; index < size; index++) {
            if (elements[index] < elements[(index - 1) / 2]) {
                return false;
            }
        }
        for (int index = size; index < elements.length; index++) {
            if (elements[index] != 0) {
                return false;
            }
        }
        return true;
    }
}
