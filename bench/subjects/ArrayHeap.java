import glassbox.api.Requires;
import glassbox.api.Tree;

/**
 * A priority queue of positive integers as a binary heap in an array of fixed length: the children of the element at
 * i are at 2i + 1 and 2i + 2, and none is less than its parent.
 */
public class ArrayHeap {
    private static final int CAPACITY = 7;

    @Tree private int[] elements;
    private int size;

    public ArrayHeap() {
        this(CAPACITY);
    }

    private ArrayHeap(int capacity) {
        elements = new int[capacity];
    }

    /** An empty heap that holds up to so many elements. */
    static ArrayHeap ofCapacity(int n) {
        return new ArrayHeap(n);
    }

    /** Adds an integer; does nothing if the heap is full. */
    @Requires("fits(value)")
    public void insert(int value) {
        if (size == elements.length) {
            return;
        }
        int place = size;
        size++;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (elements[parent] <= value) {
                break;
            }
            elements[place] = elements[parent];
            place = parent;
        }
        elements[place] = value;
    }

    boolean fits(int value) {
        return value >= 1;
    }

    /** Removes the least integer and gives it; gives 0 if there is none. */
    public int extractMin() {
        if (size == 0) {
            return 0;
        }
        int least = elements[0];
        size--;
        int value = elements[size];
        elements[size] = 0;
        if (size == 0) {
            return least;
        }
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && elements[child + 1] < elements[child]) {
                child++;
            }
            if (value <= elements[child]) {
                break;
            }
            elements[place] = elements[child];
            place = child;
        }
        elements[place] = value;
        return least;
    }

    /**
     * Whether the elements are positive and in heap order, and the slots behind them are 0. All valid heaps of one
     * size take the same path.
     */
    public boolean repOk() {
        if (elements == null || size < 0 || size > elements.length) {
            return false;
        }
        if (size > 0 && elements[0] < 1) {
            return false;
        }
        for (int i = 1; i < size; i++) {
            if (elements[i] < elements[(i - 1) / 2]) {
                return false;
            }
        }
        for (int i = size; i < elements.length; i++) {
            if (elements[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
