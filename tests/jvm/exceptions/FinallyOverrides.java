import java.util.*;

public class FinallyOverrides {
    static List<String> log = new ArrayList<>();

    @SuppressWarnings("finally")
    static int returns() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        try {
            throw new RuntimeException("gone");
        } finally {
            return 3;
        }
    }

    static int unchanged() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
        }
    }

    static StringBuilder changed() {
        StringBuilder text = new StringBuilder("a");
        try {
            return text.append("b");
        } finally {
            text.append("c");
        }
    }

    @SuppressWarnings("finally")
    static String loops() {
        StringBuilder text = new StringBuilder();
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                try {
                    if (j == 1) {
                        continue outer;
                    }
                    if (i == 2) {
                        break outer;
                    }
                    text.append(i).append(j).append(' ');
                } finally {
                    text.append("f ");
                }
            }
        }
        while (true) {
            try {
                throw new IllegalStateException();
            } finally {
                break;
            }
        }
        return text.toString();
    }

    record Tracked(String name, boolean fails) implements AutoCloseable {
        Tracked {
            log.add("open " + name);
        }

        @Override
        public void close() throws Exception {
            log.add("close " + name);
            if (fails) {
                throw new Exception("close " + name);
            }
        }
    }

    static void resources(boolean a, boolean b, boolean body) {
        log.clear();
        try (Tracked first = new Tracked("a", a); Tracked second = new Tracked("b", b); Tracked none = null) {
            log.add("body");
            if (body) {
                throw new Exception("body");
            }
        } catch (Exception e) {
            log.add("caught " + e.getMessage() + " " + Arrays.toString(e.getSuppressed()));
        } finally {
            log.add("finally");
        }
        System.out.println(log);
    }

    public static void main(String[] args) {
        System.out.println(returns() + " " + swallows() + " " + unchanged() + " " + changed() + " " + loops());
        for (int bits = 0; bits < 8; bits++) {
            resources((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
        }
        try {
            try {
                throw new RuntimeException("first");
            } finally {
                Object o = null;
                o.hashCode();
            }
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + " " + e.getSuppressed().length);
        }
        try {
            try {
                Integer.parseInt("x");
            } catch (NumberFormatException | NullPointerException e) {
                throw new IllegalArgumentException("again", e);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + e.getCause().getMessage());
        }
        boolean asserted = false;
        assert asserted = true;
        System.out.println(asserted);
    }
}
