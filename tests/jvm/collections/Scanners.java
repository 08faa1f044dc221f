import java.util.Scanner;

public class Scanners {
    public static void main(String[] args) {
        Scanner s = new Scanner("12 word 3.5 true\nsecond line\n0x 99999999999 end");
        System.out.println(s.nextInt() + " " + s.next() + " " + s.hasNextInt() + " " + s.nextDouble() + " " + s.nextBoolean());
        System.out.println("[" + s.nextLine() + "] [" + s.nextLine() + "]");
        System.out.println(s.hasNextInt() + " " + s.next() + " " + s.hasNextInt() + " " + s.nextLong() + " " + s.next() + " " + s.hasNext());
        Scanner comma = new Scanner("a,b;c").useDelimiter("[,;]");
        while (comma.hasNext()) {
            System.out.print(comma.next() + "|");
        }
        System.out.println();
        Scanner lines = new Scanner("one\n\nthree");
        int n = 0;
        while (lines.hasNextLine()) {
            System.out.print(++n + ":" + lines.nextLine() + " ");
        }
        System.out.println();
        try {
            new Scanner("x").nextInt();
        } catch (java.util.InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Scanner("").next();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
