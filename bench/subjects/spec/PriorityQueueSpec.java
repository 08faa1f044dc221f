import glassbox.api.Spec;

/**
 * The invariant of the JDK's binary heap in an array, for integers in their natural order. The array is not part of a
 * tree: the same object may be in it several times.
 */
@Spec(value = "java.util.PriorityQueue",
        methods = {"offer", "peek", "poll", "remove(Object)", "contains", "clear"},
        allows = NullPointerException.class)
class PriorityQueueSpec {
    Integer[] queue;
    int size;

    /**
     * Whether the elements are in heap order, and the slots behind them are free. All valid heaps of one size take the
     * same path.
     */
    boolean repOk() {
        if (queue == null || queue.length == 0 || size < 0 || size > queue.length) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (queue[i] == null) {
                return false;
            }
            if (i > 0 && queue[i] < queue[(i - 1) / 2]) {
                return false;
            }
        }
        for (int i = size; i < queue.length; i++) {
            if (queue[i] != null) {
                return false;
            }
        }
        return true;
    }
}
