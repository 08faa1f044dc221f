public class Builders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append("str").append(2.5).append(3.5f).append(true).append(4L).append((Object) null).append((String) null).append(new char[] {'x', 'y'});
        System.out.println(b + " " + b.length());
        b.setLength(5);
        System.out.println(b);
        b.insert(0, "start-").insert(3, 42).insert(b.length(), 'e').insert(1, true).insert(2, 1.5);
        System.out.println(b);
        b.delete(2, 5).deleteCharAt(0);
        System.out.println(b);
        b.replace(1, 3, "REPLACED").reverse();
        System.out.println(b);
        b.setCharAt(0, 'Z');
        System.out.println(b.charAt(0) + " " + b.indexOf("P") + " " + b.lastIndexOf("E") + " " + b.substring(2) + " " + b.substring(2, 4) + " " + b.subSequence(0, 3));
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + new StringBuilder("abc").equals(new StringBuilder("abc")) + " " + new StringBuilder("x").toString().equals("x"));
        b.setLength(0);
        System.out.println("[" + b + "] " + b.isEmpty());
        for (int i = 0; i < 40; i++) {
            b.append(i % 10);
        }
        System.out.println(b);
        b.append("\u03b1\u03b2").append("plain").append('\u4e2d');
        System.out.println(b + " " + b.length());
        b.setLength(3);
        b.trimToSize();
        b.append("abcdef", 2, 4).append(new char[] {'1', '2', '3', '4'}, 1, 2).appendCodePoint(0x1f600).append(new StringBuilder("sb"));
        System.out.println(b + " " + b.length() + " " + b.codePointAt(7) + " " + b.codePointCount(0, b.length()));
        System.out.println(b.reverse());
        StringBuffer buffer = new StringBuffer("buf");
        buffer.append(1).insert(0, "<").append('>').reverse();
        System.out.println(buffer + " " + buffer.length() + " " + buffer.charAt(1));
        System.out.println(new StringBuilder().append(Integer.MIN_VALUE).append(' ').append(Long.MIN_VALUE).append(' ').append(-0.0).append(' ').append(1e-5).append(' ').append(Float.MAX_VALUE));
        System.out.println(new StringBuilder("capacity").capacity() + " " + new StringBuilder(5).capacity() + " " + new StringBuilder().capacity());
        try {
            new StringBuilder("abc").charAt(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").insert(4, "x");
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").deleteCharAt(-1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new StringBuilder("abc").delete(1, 100) + " " + new StringBuilder("abc").chars().sum());
    }
}
