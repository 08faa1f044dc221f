import java.util.*;

public class Sudoku {
    final int[] cells = new int[81];
    final int[] rows = new int[9], columns = new int[9], boxes = new int[9];
    int steps;

    Sudoku(String text) {
        for (int i = 0; i < 81; i++) {
            if (text.charAt(i) != '.') {
                set(i, text.charAt(i) - '0');
            }
        }
    }

    static int box(int cell) {
        return cell / 27 * 3 + cell % 9 / 3;
    }

    void set(int cell, int digit) {
        cells[cell] = digit;
        int bit = 1 << digit;
        rows[cell / 9] |= bit;
        columns[cell % 9] |= bit;
        boxes[box(cell)] |= bit;
    }

    void unset(int cell) {
        int bit = ~(1 << cells[cell]);
        cells[cell] = 0;
        rows[cell / 9] &= bit;
        columns[cell % 9] &= bit;
        boxes[box(cell)] &= bit;
    }

    boolean solve() {
        steps++;
        int best = -1, fewest = 10, options = 0;
        for (int cell = 0; cell < 81; cell++) {
            if (cells[cell] == 0) {
                int free = ~(rows[cell / 9] | columns[cell % 9] | boxes[box(cell)]) & 0x3fe;
                if (Integer.bitCount(free) < fewest) {
                    best = cell;
                    fewest = Integer.bitCount(free);
                    options = free;
                }
            }
        }
        if (best < 0) {
            return true;
        }
        for (int digit = 1; digit <= 9; digit++) {
            if ((options >> digit & 1) == 1) {
                set(best, digit);
                if (solve()) {
                    return true;
                }
                unset(best);
            }
        }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 81; i++) {
            text.append(cells[i] == 0 ? "." : cells[i]).append(i % 9 == 8 ? "\n" : i % 3 == 2 ? " | " : " ");
            if (i == 26 || i == 53) {
                text.append("------+-------+------\n");
            }
        }
        return text.toString();
    }

    public static void main(String[] args) {
        for (String puzzle : List.of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
        {
            Sudoku sudoku = new Sudoku(puzzle);
            System.out.println(sudoku.solve() + " " + sudoku.steps);
            System.out.println(sudoku);
        }
    }
}
