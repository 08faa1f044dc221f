import java.nio.charset.StandardCharsets;
import java.util.*;

public class Base64s {
    public static void main(String[] args) {
        for (String text : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "ÿþ any carnal pleas?>>"}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            String encoded = Base64.getEncoder().encodeToString(bytes);
            String url = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            System.out.println(encoded + " " + url + " " + new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8) + " " + new String(Base64.getUrlDecoder().decode(url), StandardCharsets.UTF_8));
        }
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        String mime = Base64.getMimeEncoder().encodeToString(all);
        System.out.println(mime.replace("\r\n", "|"));
        System.out.println(Arrays.equals(Base64.getMimeDecoder().decode(mime), all) + " " + Arrays.hashCode(Base64.getEncoder().encode(all)));
        for (String bad : new String[] {"a", "a===", "ab*d", "abc", "YQ=x"}) {
            try {
                System.out.println(new String(Base64.getDecoder().decode(bad), StandardCharsets.ISO_8859_1));
            } catch (IllegalArgumentException e) {
                System.out.println(bad + ": " + e.getMessage());
            }
        }
        HexFormat hex = HexFormat.of();
        System.out.println(hex.formatHex(new byte[] {0, 15, 127, -1}) + " " + Arrays.toString(hex.parseHex("0a0B7f")) + " " + HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {-86, 1}) + " " + hex.toHexDigits((byte) 10) + " " + HexFormat.fromHexDigits("ff"));
    }
}
