public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            Hello,
              indented
            "quoted" and \"""triple\"""
            trailing\040
            joined \
            line
            tab\there
            """;
        System.out.print(block);
        System.out.println(block.length() + " " + block.lines().count());
        String last = """
            no newline at the end""";
        System.out.println("[" + last + "]");
        String empty = """
            """;
        System.out.println("[" + empty + "]");
        String left = """
              two
            zero
          """;
        System.out.print(left.replace(' ', '.'));
        String spaces = """
            a\s\s
            b   \s
            """;
        System.out.print(spaces.replace(' ', '.'));
        System.out.println("""
            {"name": "%s", "value": %d}""".formatted("x", 3));
        System.out.println("""
            unicode \u00e9 and escape \\n \n end""");
        System.out.println("""
            same""" == "same");
        for (String line : """
            one

            three
            """.split("\n")) {
            System.out.println("<" + line + ">");
        }
    }
}
