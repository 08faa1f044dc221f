import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

public class Messages {
    interface Action {
        Object run() throws Exception;
    }

    static void check(Action action) {
        try {
            System.out.println("no exception: " + action.run());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static class Custom extends RuntimeException {
        Custom(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public String getMessage() {
            return "custom[" + super.getMessage() + "]";
        }
    }

    static int zero = 0;

    public static void main(String[] args) {
        check(() -> new int[2][3][1][5].length);
        check(() -> new int[3][-1]);
        check(() -> new Object[-7]);
        check(() -> 1 / zero);
        check(() -> 1L % zero);
        check(() -> 1.0 / zero);
        check(() -> Integer.parseInt("x1"));
        check(() -> Integer.parseInt(""));
        check(() -> Long.parseLong("1".repeat(30)));
        check(() -> Integer.valueOf("12", 2));
        check(() -> "abc".charAt(5));
        check(() -> "abc".substring(2, 9));
        check(() -> new ArrayList<>(List.of(1)).get(3));
        check(() -> new ArrayList<>().remove(0));
        check(() -> List.of(1, 2).get(2));
        check(() -> List.of(1).set(0, 2));
        check(() -> new ArrayList<>().iterator().next());
        check(() -> new java.util.ArrayDeque<>().pop());
        check(() -> new java.util.ArrayDeque<>().add(null));
        check(() -> new java.util.LinkedList<>().getFirst());
        check(() -> new java.util.TreeMap<String, String>().firstKey());
        check(() -> new ArrayList<>(-1));
        check(() -> java.util.Optional.empty().get());
        check(() -> java.util.Optional.empty().orElseThrow());
        check(() -> {
            throw new Custom("text", new Error("cause"));
        });
        check(() -> {
            throw new Custom(null, null);
        });
        check(() -> {
            throw new Exception();
        });
        check(() -> {
            throw new Exception(new IllegalStateException("inside"));
        });
        check(() -> {
            throw new NullPointerException();
        });
        check(() -> {
            throw new NoSuchElementException("none");
        });
        check(() -> {
            throw new AssertionError(42);
        });
        check(() -> {
            throw new AssertionError("text", new Error());
        });
        check(() -> {
            throw new UnsupportedOperationException(new RuntimeException());
        });
        check(() -> {
            Iterator<Integer> i = List.of(1).iterator();
            i.next();
            return i.next();
        });
        check(() -> Enum.valueOf(Thread.State.class, "NONE"));
        check(() -> new StringBuilder("x").charAt(2));
        check(() -> "a".compareTo("b"));
        check(() -> java.util.Objects.checkFromToIndex(2, 1, 5));
        check(() -> Math.toIntExact(1L << 40));
    }
}
