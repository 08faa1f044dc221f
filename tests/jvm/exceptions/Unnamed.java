// javac: -g:none
public class Unnamed {
    int[] numbers;
    Unnamed next;

    static int first(String text, long wide, Unnamed other, int index) {
        try {
            return text.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            return other.next.numbers[index];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Unnamed[] several = new Unnamed[3];
            int at = index + 1;
            return several[at].numbers.length;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        text = null;
        try {
            return text.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Object local = null;
        try {
            return local.hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        return -1;
    }

    int own(double wide, int[][] grid) {
        try {
            return numbers[0];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            return grid[1][2];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        return next.next.own(1, grid);
    }

    public static void main(String[] args) {
        first(null, 1, new Unnamed(), 0);
        new Unnamed().own(2.5, new int[2][]);
    }
}
