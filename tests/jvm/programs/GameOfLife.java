import java.util.*;
import java.util.stream.*;

public class GameOfLife {
    record Cell(int x, int y) implements Comparable<Cell> {
        Stream<Cell> around() {
            return IntStream.rangeClosed(-1, 1).boxed().flatMap(dx -> IntStream.rangeClosed(-1, 1).filter(dy -> dx != 0 || dy != 0).mapToObj(dy -> new Cell(x + dx, y + dy)));
        }

        public int compareTo(Cell other) {
            return Comparator.comparingInt(Cell::y).thenComparingInt(Cell::x).compare(this, other);
        }
    }

    static Set<Cell> step(Set<Cell> alive) {
        Map<Cell, Long> counts = alive.stream().flatMap(Cell::around).collect(Collectors.groupingBy(c -> c, Collectors.counting()));
        return counts.entrySet().stream().filter(e -> e.getValue() == 3 || e.getValue() == 2 && alive.contains(e.getKey())).map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
    }

    static Set<Cell> parse(String... rows) {
        Set<Cell> cells = new TreeSet<>();
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows[y].length(); x++) {
                if (rows[y].charAt(x) == '#') {
                    cells.add(new Cell(x, y));
                }
            }
        }
        return cells;
    }

    static void show(Set<Cell> cells, int size) {
        for (int y = 0; y < size; y++) {
            StringBuilder row = new StringBuilder();
            for (int x = 0; x < size; x++) {
                row.append(cells.contains(new Cell(x, y)) ? '#' : '.');
            }
            System.out.println(row);
        }
        System.out.println();
    }

    public static void main(String[] args) {
        Set<Cell> glider = parse(".#.", "..#", "###");
        for (int i = 0; i < 5; i++) {
            show(glider, 6);
            glider = step(glider);
        }
        Set<Cell> cells = parse(".##", "##.", ".#.");
        StringBuilder sizes = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            sizes.append(cells.size()).append(' ');
            cells = step(cells);
        }
        System.out.println(sizes);
        IntSummaryStatistics xs = cells.stream().mapToInt(Cell::x).summaryStatistics();
        System.out.println(xs + " " + cells.hashCode());
    }
}
