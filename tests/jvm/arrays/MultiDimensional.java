import java.util.Arrays;

public class MultiDimensional {
    static int[][] multiply(int[][] a, int[][] b) {
        int[][] c = new int[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    public static void main(String[] args) {
        int[][] a = {{1, 2, 3}, {4, 5, 6}};
        int[][] b = {{1, 0}, {0, 1}, {2, 2}};
        System.out.println(Arrays.deepToString(multiply(a, b)));
        int[][][] cube = new int[2][3][4];
        int n = 0;
        for (int[][] plane : cube) {
            for (int[] row : plane) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = n++;
                }
            }
        }
        System.out.println(Arrays.deepToString(cube) + " " + cube[1][2][3]);
        int[][] ragged = new int[3][];
        System.out.println(ragged[0] == null);
        for (int i = 0; i < 3; i++) {
            ragged[i] = new int[i];
            Arrays.fill(ragged[i], i);
        }
        System.out.println(Arrays.deepToString(ragged));
        String[][] words = new String[2][2];
        words[0][1] = "x";
        words[1] = new String[] {"p", "q", "r"};
        System.out.println(Arrays.deepToString(words));
        char[][] grid = {"ab".toCharArray(), "cd".toCharArray()};
        grid[1][0]++;
        System.out.println(grid[0][0] + "" + grid[1][0] + new String(grid[1]));
        long[][] longs = new long[2][2];
        longs[1][1] = 1L << 50;
        longs[1][1] += 1;
        double[][] doubles = {{1.5}, {}};
        doubles[0][0] /= 4;
        boolean[][] flags = new boolean[1][2];
        flags[0][1] ^= true;
        byte[][] bytes = new byte[1][1];
        bytes[0][0] -= 129;
        System.out.println(longs[1][1] + " " + doubles[0][0] + " " + doubles[1].length + " " + flags[0][1] + " " + bytes[0][0]);
        int[][] shared = new int[2][];
        shared[0] = shared[1] = new int[] {1};
        shared[0][0] = 9;
        System.out.println(shared[1][0]);
        int[] order = {0, 0, 0};
        int i = 0;
        order[i++] = order[i++] = i++;
        System.out.println(Arrays.toString(order) + i);
        i = 0;
        order[i] = i = 2;
        System.out.println(Arrays.toString(order) + i);
        Object[] nested = {1, new int[] {2, 3}, new Object[] {"x", null}};
        System.out.println(Arrays.deepToString(nested) + " " + nested.getClass().getName() + " " + cube.getClass().getName() + " " + cube[0].getClass().getSimpleName());
        try {
            int[][] bad = new int[2][-1];
            System.out.println(bad.length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        int[][] empty = new int[0][5];
        System.out.println(empty.length);
        int[][] pascal = new int[8][];
        for (int r = 0; r < 8; r++) {
            pascal[r] = new int[r + 1];
            pascal[r][0] = pascal[r][r] = 1;
            for (int c = 1; c < r; c++) {
                pascal[r][c] = pascal[r - 1][c - 1] + pascal[r - 1][c];
            }
        }
        System.out.println(Arrays.toString(pascal[7]));
    }
}
