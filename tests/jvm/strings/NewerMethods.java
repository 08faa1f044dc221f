// jdk: 21
public class NewerMethods {
    sealed interface Token { }

    record Number(int value) implements Token { }

    record Operator(char sign) implements Token { }

    static String show(Token token) {
        return switch (token) {
            case Number(int value) when value < 0 -> "(" + value + ")";
            case Number(int value) -> "" + value;
            case Operator(char sign) -> " " + sign + " ";
        };
    }

    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        for (Token token : new Token[] {new Number(1), new Operator('+'), new Number(-2)}) {
            b.append(show(token));
        }
        System.out.println(b);
        System.out.println(b.indexOf("+") + " " + b.compareTo(new StringBuilder("1")) + " " + "x".describeConstable().get());
        System.out.println("a\tb".translateEscapes() + " " + "Tab".chars().sum() + " " + "abc".transform(s -> s + s.length()));
        System.out.println(Integer.toString(255, 16) + " " + Double.toString(2e-3) + " " + 2.0e-3f + " " + 1.0E23 + " " + 2.2250738585072014E-308 + " " + 9.999999999999999e22);
        System.out.println(Double.toString(2.0e-3) + " " + Double.MIN_VALUE + " " + Float.MIN_VALUE + " " + 4.9e-324 + " " + 1.1f * 1.1f);
        var text = """
            a
              b\
            c
            """;
        System.out.print(text);
    }
}
