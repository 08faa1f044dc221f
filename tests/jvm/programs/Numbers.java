import java.util.*;
import java.util.stream.*;

public class Numbers {
    static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    static double determinant(double[][] source) {
        double[][] m = Arrays.stream(source).map(double[]::clone).toArray(double[][]::new);
        double result = 1;
        for (int i = 0; i < m.length; i++) {
            int pivot = i;
            for (int r = i + 1; r < m.length; r++) {
                if (Math.abs(m[r][i]) > Math.abs(m[pivot][i])) {
                    pivot = r;
                }
            }
            if (m[pivot][i] == 0) {
                return 0;
            }
            if (pivot != i) {
                double[] row = m[i];
                m[i] = m[pivot];
                m[pivot] = row;
                result = -result;
            }
            result *= m[i][i];
            for (int r = i + 1; r < m.length; r++) {
                double factor = m[r][i] / m[i][i];
                for (int c = i; c < m.length; c++) {
                    m[r][c] -= factor * m[i][c];
                }
            }
        }
        return result;
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int free = ((1 << n) - 1) & ~(columns | left | right); free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        base %= modulus;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent >>= 1;
        }
        return result;
    }

    static int knapsack(int[] weights, int[] values, int capacity) {
        int[] best = new int[capacity + 1];
        for (int i = 0; i < weights.length; i++) {
            for (int c = capacity; c >= weights[i]; c--) {
                best[c] = Math.max(best[c], best[c - weights[i]] + values[i]);
            }
        }
        return best[capacity];
    }

    static void permutations(int[] values, int k, List<String> found) {
        if (k == values.length) {
            found.add(Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining()));
            return;
        }
        for (int i = k; i < values.length; i++) {
            int t = values[k];
            values[k] = values[i];
            values[i] = t;
            permutations(values, k + 1, found);
            values[i] = values[k];
            values[k] = t;
        }
    }

    static void hanoi(int n, char from, char to, char by, StringBuilder moves) {
        if (n > 0) {
            hanoi(n - 1, from, by, to, moves);
            moves.append(from).append(to).append(' ');
            hanoi(n - 1, by, to, from, moves);
        }
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    public static void main(String[] args) {
        double[][] m = {{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}};
        System.out.println(Arrays.deepToString(multiply(m, m)) + " " + determinant(m) + " " + determinant(new double[][] {{1, 2}, {2, 4}}));
        System.out.println(IntStream.rangeClosed(1, 8).map(n -> queens(n, 0, 0, 0, 0)).boxed().toList());
        BitSet composite = new BitSet(2000);
        for (int i = 2; i * i < 2000; i++) {
            if (!composite.get(i)) {
                for (int j = i * i; j < 2000; j += i) {
                    composite.set(j);
                }
            }
        }
        System.out.println(IntStream.range(2, 2000).filter(i -> !composite.get(i)).count() + " " + composite.previousClearBit(1999) + " " + power(3, 1_000_000_006L, 1_000_000_007L) + " " + power(2, 62, 1_000_003));
        System.out.println(knapsack(new int[] {12, 2, 1, 1, 4}, new int[] {4, 2, 1, 2, 10}, 15) + " " + ackermann(2, 9));
        List<String> found = new ArrayList<>();
        permutations(new int[] {1, 2, 3, 4}, 0, found);
        Collections.sort(found);
        System.out.println(found.size() + " " + found.get(0) + " " + found.get(23) + " " + found.indexOf("3142"));
        StringBuilder moves = new StringBuilder();
        hanoi(4, 'A', 'C', 'B', moves);
        System.out.println(moves);
        double x = 1;
        for (int i = 0; i < 6; i++) {
            x -= (x * x - 2) / (2 * x);
            System.out.print(x + " ");
        }
        System.out.println();
        double area = 0;
        for (int i = 0; i < 1000; i++) {
            double at = (i + 0.5) / 1000;
            area += 4 / (1 + at * at) / 1000;
        }
        float single = 0;
        for (int i = 1; i < 1000; i++) {
            single += 1.0f / i;
        }
        System.out.println(area + " " + single + " " + (0.1 + 0.2) + " " + (0.1f + 0.2f) + " " + 1e16 + " " + (float) 1e10 + " " + 100.0 / 3);
        long collatz = 0;
        for (int start = 1, longest = 0; start < 3000; start++) {
            int steps = 0;
            for (long n = start; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
                steps++;
            }
            if (steps > longest) {
                longest = steps;
                collatz = start;
            }
        }
        System.out.println(collatz + " " + Long.toBinaryString(collatz) + " " + IntStream.rangeClosed(1, 30).mapToObj(i -> i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : "" + i).collect(Collectors.joining(",")));
        int[][] triangle = new int[10][];
        for (int i = 0; i < 10; i++) {
            triangle[i] = new int[i + 1];
            for (int j = 0; j <= i; j++) {
                triangle[i][j] = j == 0 || j == i ? 1 : triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        System.out.println(Arrays.toString(triangle[9]));
        String mandelbrot = IntStream.range(0, 12).mapToObj(r -> IntStream.range(0, 40).mapToObj(c -> {
            double re = c / 16.0 - 2, im = r / 5.0 - 1.1, zr = 0, zi = 0;
            int n = 0;
            while (zr * zr + zi * zi < 4 && n < 30) {
                double t = zr * zr - zi * zi + re;
                zi = 2 * zr * zi + im;
                zr = t;
                n++;
            }
            return n == 30 ? "#" : n > 6 ? "+" : ".";
        }).collect(Collectors.joining())).collect(Collectors.joining("\n"));
        System.out.println(mandelbrot);
    }
}
