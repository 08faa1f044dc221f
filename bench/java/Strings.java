/** Texts that are built, joined, cut and compared. */
public class Strings {
    public static void main(String[] arguments) {
        StringBuilder builder = new StringBuilder();
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            builder.append(i).append(',').append("ab");
            if (builder.length() > 10_000) {
                sum += builder.toString().hashCode();
                builder.setLength(0);
            }
        }
        String text = "";
        for (int i = 0; i < 20_000; i++) {
            text = text + i + ';';
            if (text.length() > 400) {
                sum += text.indexOf("9;1") + text.compareTo("1");
                text = text.substring(200);
            }
        }
        System.out.println(sum + " " + text.hashCode());
    }
}
