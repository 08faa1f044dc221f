import java.util.*;
import java.util.function.*;

public class NullForms {
    int[][] grid;
    long[] longs;
    String name;
    NullForms[] children = new NullForms[3];
    Map<String, Integer> map = new HashMap<>();
    static String[] words = new String[2];
    static NullForms root;

    NullForms child(int index) {
        return children[index];
    }

    static NullForms make() {
        return null;
    }

    static <T> T nothing(int a, String b, long c, Object[] d) {
        return null;
    }

    static void check(Runnable action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    void instance(String text, long wide, double[] values, int index) {
        check(() -> grid[1][2] = 3);
        check(() -> System.out.println(this.longs[index]));
        try {
            values[index] += 1.5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(text.substring(1).length());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            children[index].children[index + 1].name = "x";
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            child(0).child(1);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            this.children[2].name.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        text = null;
        try {
            text.isEmpty();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        new NullForms().instance(null, 1L, null, 1);
        check(() -> words[0].length());
        check(() -> System.out.println(words[words.length - 1].charAt(0)));
        check(() -> root.name.length());
        check(() -> make().name = "y");
        check(() -> make().child(0));
        check(() -> nothing(1, "a", 2L, null).hashCode());
        check(() -> NullForms.<String>nothing(1, "a", 2L, null).length());
        check(() -> {
            int value = new NullForms().map.get("missing");
        });
        check(() -> {
            Long boxed = null;
            long sum = 5 + boxed;
        });
        check(() -> {
            boolean[] flags = null;
            flags[0] = true;
        });
        check(() -> {
            byte[] bytes = null;
            bytes[0]++;
        });
        check(() -> {
            char[][] chars = new char[2][];
            int i = 1;
            System.out.println(chars[i][i - 1]);
        });
        check(() -> {
            Object[] objects = null;
            objects[2] = "x";
        });
        check(() -> {
            long[][] deep = new long[1][];
            deep[0][0] = 5L;
        });
        check(() -> {
            float[] floats = null;
            System.out.println(floats[70000]);
        });
        check(() -> {
            short[] shorts = null;
            System.out.println(shorts.length);
        });
        check(() -> {
            int[] ints = null;
            ints.clone();
        });
        check(() -> {
            String text = null;
            switch (text) {
                case "a" -> System.out.println("a");
                default -> System.out.println("other");
            }
        });
        check(() -> {
            Thread.State state = null;
            switch (state) {
                case NEW -> System.out.println("new");
                default -> System.out.println("other");
            }
        });
        check(() -> {
            List<String> list = null;
            for (String item : list) {
                System.out.println(item);
            }
        });
        check(() -> {
            Object lock = null;
            synchronized (lock) {
                System.out.println("locked");
            }
        });
        check(() -> {
            RuntimeException exception = null;
            throw exception;
        });
        check(() -> {
            String a = args.length > 5 ? "x" : null;
            a.trim();
        });
        check(() -> (args.length > 5 ? "x" : null).trim());
        check(() -> {
            Supplier<String> supplier = () -> null;
            supplier.get().length();
        });
        check(() -> {
            Function<String, Integer> length = String::length;
            length.apply(null);
        });
        check(() -> {
            Supplier<Integer> bound = ((String) null)::length;
        });
        check(() -> Objects.requireNonNull(null, "explicit"));
        check(() -> "abc".contains(null));
        check(() -> new TreeMap<String, String>().get(null));
        check(() -> List.of((Object) null));
        check(() -> {
            int[] indexes = {0, 1};
            NullForms[][] forms = new NullForms[2][2];
            forms[indexes[1]][indexes[0]].name.length();
        });
        check(() -> {
            NullForms[] forms = new NullForms[3];
            for (int i = 0; i < forms.length; i++) {
                forms[i].grid[i][i]++;
            }
        });
        check(() -> {
            StringBuilder builder = null;
            builder.append(1).append("x");
        });
        check(() -> new NullForms().children[0].children[1].children[2].children[0].children[1].children[2].name.length());
    }
}
