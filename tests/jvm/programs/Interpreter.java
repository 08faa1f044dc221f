import java.util.*;
import java.util.function.*;

/** A little language: tokens, a recursive-descent parser, an evaluator with closures. */
public class Interpreter {
    enum Kind { NUMBER, NAME, SYMBOL, END }

    record Token(Kind kind, String text, int position) {}

    static List<Token> scan(String source) {
        List<Token> tokens = new ArrayList<>();
        int i = 0;
        while (i < source.length()) {
            char c = source.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (Character.isDigit(c)) {
                int start = i;
                while (i < source.length() && (Character.isDigit(source.charAt(i)) || source.charAt(i) == '.')) {
                    i++;
                }
                tokens.add(new Token(Kind.NUMBER, source.substring(start, i), start));
            } else if (Character.isLetter(c)) {
                int start = i;
                while (i < source.length() && Character.isLetterOrDigit(source.charAt(i))) {
                    i++;
                }
                tokens.add(new Token(Kind.NAME, source.substring(start, i), start));
            } else {
                String two = i + 1 < source.length() ? source.substring(i, i + 2) : "";
                String symbol = Set.of("==", "<=", "=>").contains(two) ? two : String.valueOf(c);
                tokens.add(new Token(Kind.SYMBOL, symbol, i));
                i += symbol.length();
            }
        }
        tokens.add(new Token(Kind.END, "", i));
        return tokens;
    }

    sealed interface Node permits Num, Var, Binary, Let, If, Lambda, Apply {}

    record Num(double value) implements Node {}

    record Var(String name) implements Node {}

    record Binary(String op, Node left, Node right) implements Node {}

    record Let(String name, Node value, Node body) implements Node {}

    record If(Node condition, Node yes, Node no) implements Node {}

    record Lambda(String parameter, Node body) implements Node {}

    record Apply(Node function, Node argument) implements Node {}

    static class ParseException extends RuntimeException {
        ParseException(String message, Token token) {
            super(message + " at " + token.position() + " near '" + token.text() + "'");
        }
    }

    static class Parser {
        private final List<Token> tokens;
        private int next;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        private Token peek() {
            return tokens.get(next);
        }

        private boolean accept(String text) {
            if (peek().text().equals(text)) {
                next++;
                return true;
            }
            return false;
        }

        private void expect(String text) {
            if (!accept(text)) {
                throw new ParseException("expected " + text, peek());
            }
        }

        private String name() {
            if (peek().kind() != Kind.NAME) {
                throw new ParseException("expected a name", peek());
            }
            return tokens.get(next++).text();
        }

        Node program() {
            Node node = expression();
            if (peek().kind() != Kind.END) {
                throw new ParseException("unexpected rest", peek());
            }
            return node;
        }

        Node expression() {
            if (accept("let")) {
                String name = name();
                expect("=");
                Node value = expression();
                expect("in");
                return new Let(name, value, expression());
            }
            if (accept("if")) {
                Node condition = expression();
                expect("then");
                Node yes = expression();
                expect("else");
                return new If(condition, yes, expression());
            }
            if (accept("fn")) {
                String parameter = name();
                expect("=>");
                return new Lambda(parameter, expression());
            }
            return level(0);
        }

        private static final List<List<String>> LEVELS = List.of(List.of("==", "<", "<="), List.of("+", "-"), List.of("*", "/", "%"));

        private Node level(int depth) {
            if (depth == LEVELS.size()) {
                return application();
            }
            Node left = level(depth + 1);
            while (LEVELS.get(depth).contains(peek().text())) {
                String op = tokens.get(next++).text();
                left = new Binary(op, left, level(depth + 1));
            }
            return left;
        }

        private Node application() {
            Node node = atom();
            while (accept("(")) {
                Node argument = expression();
                expect(")");
                node = new Apply(node, argument);
            }
            return node;
        }

        private Node atom() {
            Token token = peek();
            return switch (token.kind()) {
                case NUMBER -> {
                    next++;
                    yield new Num(Double.parseDouble(token.text()));
                }
                case NAME -> {
                    next++;
                    yield new Var(token.text());
                }
                case SYMBOL -> {
                    if (accept("(")) {
                        Node inner = expression();
                        expect(")");
                        yield inner;
                    }
                    if (accept("-")) {
                        yield new Binary("-", new Num(0), atom());
                    }
                    throw new ParseException("unexpected symbol", token);
                }
                case END -> throw new ParseException("unexpected end", token);
            };
        }
    }

    record Scope(Scope parent, String name, Object[] box) {
        Object find(String wanted) {
            for (Scope scope = this; scope != null; scope = scope.parent) {
                if (scope.name.equals(wanted)) {
                    return scope.box[0];
                }
            }
            throw new NoSuchElementException("unknown name " + wanted);
        }
    }

    static final Map<String, BinaryOperator<Double>> OPERATIONS = new HashMap<>();

    static {
        OPERATIONS.put("+", Double::sum);
        OPERATIONS.put("-", (a, b) -> a - b);
        OPERATIONS.put("*", (a, b) -> a * b);
        OPERATIONS.put("/", (a, b) -> a / b);
        OPERATIONS.put("%", (a, b) -> a % b);
        OPERATIONS.put("<", (a, b) -> a < b ? 1.0 : 0.0);
        OPERATIONS.put("<=", (a, b) -> a <= b ? 1.0 : 0.0);
        OPERATIONS.put("==", (a, b) -> a.equals(b) ? 1.0 : 0.0);
    }

    @SuppressWarnings("unchecked")
    static Object evaluate(Node node, Scope scope) {
        if (node instanceof Num num) {
            return num.value();
        } else if (node instanceof Var name) {
            return scope == null ? new Scope(null, "", new Object[1]).find(name.name()) : scope.find(name.name());
        } else if (node instanceof Binary binary) {
            Double left = (Double) evaluate(binary.left(), scope);
            return OPERATIONS.get(binary.op()).apply(left, (Double) evaluate(binary.right(), scope));
        } else if (node instanceof Let let) {
            Object[] box = new Object[1];
            Scope inner = new Scope(scope, let.name(), box);
            box[0] = evaluate(let.value(), inner);
            return evaluate(let.body(), inner);
        } else if (node instanceof If choice) {
            return evaluate((Double) evaluate(choice.condition(), scope) != 0 ? choice.yes() : choice.no(), scope);
        } else if (node instanceof Lambda lambda) {
            return (Function<Object, Object>) argument -> evaluate(lambda.body(), new Scope(scope, lambda.parameter(), new Object[] {argument}));
        } else if (node instanceof Apply apply) {
            return ((Function<Object, Object>) evaluate(apply.function(), scope)).apply(evaluate(apply.argument(), scope));
        }
        throw new AssertionError(node);
    }

    public static void main(String[] args) {
        String[] programs = {"1 + 2 * 3", "(1 + 2) * 3 - -4", "let x = 5 in x * x", "let f = fn n => if n < 2 then n else f(n - 1) + f(n - 2) in f(15)", "let add = fn a => fn b => a + b in add(3)(4)", "let gcd = fn a => fn b => if b == 0 then a else gcd(b)(a % b) in gcd(1071)(462)", "let compose = fn f => fn g => fn x => f(g(x)) in compose(fn x => x * 2)(fn x => x + 1)(10)", "1 / 0", "1 +", "let 5 = 3 in 1", "x + 1", "(1", "5(3)", "1 2", "10 % 4 <= 2"};
        for (String program : programs) {
            try {
                Node tree = new Parser(scan(program)).program();
                System.out.println(program + " = " + evaluate(tree, null));
                if (program.length() < 20) {
                    System.out.println("  " + tree);
                }
            } catch (ParseException | NoSuchElementException e) {
                System.out.println(program + " ! " + e.getMessage());
            } catch (ClassCastException e) {
                System.out.println(program + " ! not a function");
            }
        }
    }
}
