public class Concatenation {
    static int calls;

    static String next() {
        return "n" + calls++;
    }

    static class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name == null ? null : "<" + name + ">";
        }
    }

    public static void main(String[] args) {
        String none = null;
        Object object = null;
        byte b = -1;
        short s = 2;
        char c = 'c';
        int i = 3;
        long l = 4;
        float f = 5.5f;
        double d = 6.25;
        boolean flag = true;
        System.out.println(none + object + b + s + c + i + l + f + d + flag);
        System.out.println("" + none + object + b + s + c + i + l + f + d + flag);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println("a" + (1 + 2) + 'b' + (char) ('b' + 1) + 1.0f + -0.0 + 1e100);
        String text = "x";
        text += 1;
        text += 'c';
        text += null;
        text += 2.0;
        text += new Named("n");
        text += new Named(null);
        System.out.println(text);
        System.out.println(next() + next() + next());
        char[] chars = {'a'};
        String[] array = {"s"};
        int k = 0;
        array[k++] += k + "t";
        System.out.println(array[0] + k + chars[0]);
        System.out.println("\u0001 \u0002 tags" + 1 + "\u0001" + 2 + "\u0002");
        String constant = "con" + "stant" + 1 + true + 'c' + 2.5;
        System.out.println(constant + " " + (constant == "constant1truec2.5"));
        final String half = "con";
        System.out.println((half + "stant") == "constant");
        String variable = half.substring(0);
        System.out.println((variable + "stant").equals("constant"));
        String many = "a" + i + "b" + i + "c" + i + "d" + i + "e" + i + "f" + i + "g" + i + "h" + i + "i" + i + "j" + i + "k" + i + "l" + i + "m" + i + "n" + i;
        System.out.println(many);
        Object o = "object";
        o += "!";
        System.out.println(o);
        CharSequence sequence = "seq";
        System.out.println(sequence + "" + sequence.length());
        StringBuilder builder = new StringBuilder("abc");
        System.out.println(builder + "" + builder.reverse() + builder);
        System.out.println("\u4e2d" + i + "latin" + '\u00e9');
    }
}
