import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

public class Optionals {
    static Optional<String> find(List<String> list, char c) {
        for (String s : list) {
            if (s.charAt(0) == c) {
                return Optional.of(s);
            }
        }
        return Optional.empty();
    }

    public static void main(String[] args) {
        List<String> words = List.of("apple", "bee", "cat");
        Optional<String> bee = find(words, 'b'), none = find(words, 'z');
        System.out.println(bee + " " + none + " " + bee.isPresent() + " " + none.isEmpty() + " " + bee.get());
        System.out.println(bee.map(String::length) + " " + none.map(String::length) + " " + bee.map(s -> (String) null));
        System.out.println(bee.filter(s -> s.length() > 5) + " " + bee.flatMap(s -> find(words, 'c')) + " " + none.or(() -> Optional.of("alternative")));
        System.out.println(none.orElse("else") + " " + none.orElseGet(() -> "computed") + " " + bee.orElse("else") + " " + Optional.ofNullable(null) + " " + Optional.ofNullable(5));
        bee.ifPresent(s -> System.out.println("present " + s));
        none.ifPresent(s -> System.out.println("never"));
        none.ifPresentOrElse(s -> System.out.println("never"), () -> System.out.println("absent"));
        try {
            none.orElseThrow(() -> new IllegalStateException("custom"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            none.get();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println("of null");
        }
        System.out.println(bee.equals(Optional.of("bee")) + " " + none.equals(Optional.empty()) + " " + bee.hashCode() + " " + bee.stream().count() + " " + (Optional.empty() == Optional.empty()));
        OptionalInt i = OptionalInt.of(4);
        System.out.println(i + " " + i.getAsInt() + " " + OptionalInt.empty() + " " + OptionalInt.empty().orElse(9) + " " + OptionalDouble.of(2.5));
    }
}
