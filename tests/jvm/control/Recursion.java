public class Recursion {
    static int moves;
    static StringBuilder path = new StringBuilder();

    static void hanoi(int n, char from, char to, char via) {
        if (n == 0) {
            return;
        }
        hanoi(n - 1, from, via, to);
        moves++;
        path.append(from).append(to).append(' ');
        hanoi(n - 1, via, to, from);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int c = 0; c < n; c++) {
            int bit = 1 << c;
            if ((columns & bit) == 0 && (left & 1 << row + c) == 0 && (right & 1 << row - c + n) == 0) {
                count += queens(n, row + 1, columns | bit, left | 1 << row + c, right | 1 << row - c + n);
            }
        }
        return count;
    }

    static long[] memo = new long[100];

    static long ways(int n) {
        if (n <= 1) {
            return 1;
        }
        if (memo[n] == 0) {
            memo[n] = ways(n - 1) + ways(n - 2);
        }
        return memo[n];
    }

    static int mccarthy(int n) {
        return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11));
    }

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    static int[][] maze = {{0, 0, 1, 0}, {1, 0, 1, 0}, {0, 0, 0, 0}, {0, 1, 1, 0}};

    static int paths(int r, int c) {
        if (r < 0 || c < 0 || r == 4 || c == 4 || maze[r][c] != 0) {
            return 0;
        }
        if (r == 3 && c == 3) {
            return 1;
        }
        maze[r][c] = 2;
        int sum = paths(r + 1, c) + paths(r - 1, c) + paths(r, c + 1) + paths(r, c - 1);
        maze[r][c] = 0;
        return sum;
    }

    public static void main(String[] args) {
        hanoi(4, 'A', 'C', 'B');
        System.out.println(moves + " " + path);
        System.out.println(even(100) + " " + odd(33) + " " + even(7));
        for (int n = 1; n <= 6; n++) {
            System.out.print(queens(n, 0, 0, 0, 0) + " ");
        }
        System.out.println();
        System.out.println(ways(80));
        System.out.println(mccarthy(50) + " " + mccarthy(150));
        System.out.println(depth(1000));
        System.out.println(paths(0, 0));
    }
}
