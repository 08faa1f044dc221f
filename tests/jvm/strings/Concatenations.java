public class Concatenations {
    record Point(int x, int y) { }

    static String show(Object... values) {
        String result = "";
        for (Object value : values) {
            result += "[" + value + "]";
        }
        return result;
    }

    public static void main(String[] args) {
        System.out.println(show(1, 'c', "s", 2.5, null, true, new Point(1, 2), 3L, 1.5f));
        String text = "";
        for (int i = 0; i < 10; i++) {
            text = i + text + i;
        }
        System.out.println(text);
        char[] letters = {'h', 'i'};
        System.out.println(letters);
        System.out.println(String.valueOf(letters) + letters.length);
        System.out.print('a');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(1.5);
        System.out.print(2.5f);
        System.out.print(true);
        System.out.print("s");
        System.out.print((Object) null);
        System.out.print((String) null);
        System.out.println();
        System.out.println((Object) "object");
        System.out.println(-0.0f);
        System.out.printf("%d %s %5.2f|%-6s|%06d%n", 3, "x", 3.14159, "ab", 42);
        System.out.format("%s%n", new Point(3, 4));
        System.out.append('c').append("seq").append("subsequence", 0, 3).println();
        System.out.write(65);
        System.out.write(new byte[] {66, 67, 10}, 0, 3);
        System.out.flush();
        System.out.println(System.out.checkError());
    }
}
