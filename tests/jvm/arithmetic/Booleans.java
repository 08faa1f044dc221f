public class Booleans {
    static int evaluated;

    static boolean yes() {
        evaluated++;
        return true;
    }

    static boolean no() {
        evaluated++;
        return false;
    }

    static boolean field;
    boolean member;

    public static void main(String[] args) {
        System.out.println((yes() || no()) + " " + evaluated);
        System.out.println((yes() | no()) + " " + evaluated);
        System.out.println((no() && yes()) + " " + evaluated);
        System.out.println((no() & yes()) + " " + evaluated);
        System.out.println((yes() ^ yes()) + " " + evaluated);
        boolean flag = false;
        flag |= yes();
        flag &= !no();
        flag ^= true;
        System.out.println(flag);
        field = !flag;
        System.out.println(field ? "set" : "clear");
        Booleans object = new Booleans();
        object.member ^= field;
        System.out.println(object.member);
        boolean[] flags = new boolean[4];
        flags[1] = true;
        flags[2] |= flags[1];
        flags[3] = flags[0] == flags[1];
        for (boolean f : flags) {
            System.out.print(f + " ");
        }
        System.out.println();
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.valueOf("true") + " " + Boolean.toString(false) + " " + Boolean.hashCode(true) + " " + Boolean.hashCode(false));
        System.out.println(Boolean.logicalAnd(true, false) + " " + Boolean.logicalOr(true, false) + " " + Boolean.logicalXor(true, false) + " " + Boolean.compare(true, false) + " " + Boolean.TRUE.compareTo(false));
        Boolean boxed = true;
        Boolean other = Boolean.valueOf(true);
        System.out.println((boxed == other) + " " + boxed.equals(true) + " " + (boxed ? 1 : 2));
        int count = 0;
        for (int i = 0; i < 16; i++) {
            boolean a = (i & 1) != 0, b = (i & 2) != 0, c = (i & 4) != 0, d = (i & 8) != 0;
            if (a && b || c && !d || !(a || d)) {
                count += 1 << i;
            }
            if (a != b == c != d) {
                count ^= i;
            }
        }
        System.out.println(count);
        Object nothing = null;
        System.out.println((nothing == null) + " " + (nothing != null) + " " + (nothing instanceof Object));
    }
}
