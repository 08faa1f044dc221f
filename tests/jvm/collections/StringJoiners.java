import java.util.*;
import java.util.stream.*;

public class StringJoiners {
    public static void main(String[] args) {
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        System.out.println(joiner + " " + joiner.length());
        joiner.setEmptyValue("nothing");
        System.out.println(joiner);
        joiner.add("a").add("b").add(null);
        System.out.println(joiner + " " + joiner.length());
        StringJoiner other = new StringJoiner("-", "<", ">");
        other.add("x").add("y");
        joiner.merge(other);
        System.out.println(joiner + " " + other);
        joiner.merge(joiner);
        System.out.println(joiner);
        System.out.println(String.join("/", "usr", "local", "bin") + " " + String.join("|", List.of("p", "q")) + " " + String.join(",", new ArrayList<String>()));
        System.out.println(Stream.of(1, 2, 3).map(String::valueOf).collect(Collectors.joining("+", "sum(", ")")));
        System.out.println(new StringJoiner("").add("").add("").toString().isEmpty());
        UUID id = new UUID(0x0123456789abcdefL, 0x8edcba9876543210L);
        System.out.println(id + " " + id.version() + " " + id.variant() + " " + id.hashCode());
        System.out.println(UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6") + " " + UUID.fromString("1-2-3-4-5"));
        UUID time = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
        System.out.println(time.timestamp() + " " + time.clockSequence() + " " + time.node() + " " + time.compareTo(id));
        try {
            UUID.fromString("not a uuid");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new TreeSet<>(List.of(id, time, new UUID(-1, 5), new UUID(0, 0))));
    }
}
