import java.util.*;
import java.util.stream.*;

public class JsonPrinter {
    static String write(Object value, int indent) {
        String pad = "  ".repeat(indent + 1);
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof String text) {
            return quote(text);
        }
        if (value instanceof Map<?, ?> map) {
            if (map.isEmpty()) {
                return "{}";
            }
            return map.entrySet().stream().map(e -> pad + quote((String) e.getKey()) + ": " + write(e.getValue(), indent + 1)).collect(Collectors.joining(",\n", "{\n", "\n" + "  ".repeat(indent) + "}"));
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(item -> write(item, indent)).collect(Collectors.joining(", ", "[", "]"));
        }
        throw new IllegalArgumentException("cannot write " + value.getClass().getSimpleName());
    }

    static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 32 || c > 126) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    static class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        RuntimeException error(String message) {
            return new IllegalStateException(message + " at " + at);
        }

        void blanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        char peek() {
            blanks();
            if (at == text.length()) {
                throw error("unexpected end");
            }
            return text.charAt(at);
        }

        void expect(char c) {
            if (peek() != c) {
                throw error("expected '" + c + "' but found '" + peek() + "'");
            }
            at++;
        }

        Object value() {
            switch (peek()) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    at++;
                    if (peek() != '}') {
                        do {
                            String key = string();
                            expect(':');
                            map.put(key, value());
                        } while (more());
                    }
                    expect('}');
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    at++;
                    if (peek() != ']') {
                        do {
                            list.add(value());
                        } while (more());
                    }
                    expect(']');
                    return list;
                }
                case '"':
                    return string();
                default:
                    int start = at;
                    while (at < text.length() && "+-.eE0123456789abcdefghijklmnopqrstuvwxyz".indexOf(text.charAt(at)) >= 0) {
                        at++;
                    }
                    String word = text.substring(start, at);
                    return switch (word) {
                        case "true" -> Boolean.TRUE;
                        case "false" -> Boolean.FALSE;
                        case "null" -> null;
                        default -> {
                            try {
                                if (word.matches("-?\\d+")) {
                                    yield (Object) Long.valueOf(word);
                                }
                                yield (Object) Double.valueOf(word);
                            } catch (NumberFormatException e) {
                                throw error("bad value '" + word + "'");
                            }
                        }
                    };
            }
        }

        boolean more() {
            if (peek() == ',') {
                at++;
                return true;
            }
            return false;
        }

        String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c == '\\') {
                    c = text.charAt(at++);
                    switch (c) {
                        case 'n' -> c = '\n';
                        case 't' -> c = '\t';
                        case 'u' -> {
                            c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                            at += 4;
                        }
                        default -> {
                        }
                    }
                }
                out.append(c);
            }
            expect('"');
            return out.toString();
        }
    }

    public static void main(String[] args) {
        String text = """
                {"name": "Glass \\"Box\\"", "size": [1, 2.50, -3e2, true, null],
                 "nested": {"empty": {}, "list": [], "deep": [[1], [2, [3]]]}, "tab\\t": "\\u00e9\\n"}
                """;
        Object value = new Reader(text).value();
        System.out.println(value);
        String printed = write(value, 0);
        System.out.println(printed);
        System.out.println(new Reader(printed).value().equals(value));
        for (String bad : new String[] {"{", "[1 2]", "{\"a\" 1}", "tru", "\"open", "", "[1,]"}) {
            try {
                System.out.println(new Reader(bad).value());
            } catch (IllegalStateException e) {
                System.out.println(bad + " -> " + e.getMessage());
            }
        }
        try {
            write(List.of(new int[0]), 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
