import java.util.Arrays;

public class Sorting {
    interface Sorter {
        void sort(int[] a);
    }

    static void bubble(int[] a) {
        for (int i = a.length; i-- > 0;) {
            for (int j = 0; j < i; j++) {
                if (a[j] > a[j + 1]) {
                    int t = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = t;
                }
            }
        }
    }

    static void insertion(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i], j = i;
            while (j > 0 && a[j - 1] > x) {
                a[j] = a[--j];
            }
            a[j] = x;
        }
    }

    static void quick(int[] a) {
        quick(a, 0, a.length - 1);
    }

    static void quick(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[(low + high) >>> 1], i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quick(a, low, j);
        quick(a, i, high);
    }

    static void merge(int[] a) {
        if (a.length < 2) {
            return;
        }
        int[] left = Arrays.copyOf(a, a.length / 2), right = Arrays.copyOfRange(a, a.length / 2, a.length);
        merge(left);
        merge(right);
        for (int i = 0, l = 0, r = 0; i < a.length; i++) {
            a[i] = r == right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
        }
    }

    static void heap(int[] a) {
        for (int i = a.length / 2; i-- > 0;) {
            sink(a, i, a.length);
        }
        for (int end = a.length; end-- > 1;) {
            int t = a[0];
            a[0] = a[end];
            a[end] = t;
            sink(a, 0, end);
        }
    }

    static void sink(int[] a, int i, int end) {
        for (int child; (child = 2 * i + 1) < end; i = child) {
            if (child + 1 < end && a[child + 1] > a[child]) {
                child++;
            }
            if (a[i] >= a[child]) {
                return;
            }
            int t = a[i];
            a[i] = a[child];
            a[child] = t;
        }
    }

    static void counting(int[] a) {
        int[] counts = new int[256];
        for (int x : a) {
            counts[x + 128]++;
        }
        int at = 0;
        for (int v = 0; v < counts.length; v++) {
            while (counts[v]-- > 0) {
                a[at++] = v - 128;
            }
        }
    }

    public static void main(String[] args) {
        Sorter[] sorters = {Sorting::bubble, Sorting::insertion, Sorting::quick, Sorting::merge, Sorting::heap, Sorting::counting, Arrays::sort};
        int[] original = new int[40];
        int x = 99;
        for (int i = 0; i < original.length; i++) {
            x = x * 69069 + 1;
            original[i] = x >> 24;
        }
        for (Sorter sorter : sorters) {
            int[] copy = original.clone();
            sorter.sort(copy);
            System.out.println(Arrays.toString(copy));
            sorter.sort(new int[0]);
        }
    }
}
