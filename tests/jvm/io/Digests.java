import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;

public class Digests {
    public static void main(String[] args) throws Exception {
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] result = digest.digest("abc".getBytes(StandardCharsets.UTF_8));
            System.out.println(algorithm + " " + HexFormat.of().formatHex(result) + " " + digest.getDigestLength());
        }
        MessageDigest parts = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < 100; i++) {
            parts.update((byte) i);
            parts.update(("part " + i).getBytes(StandardCharsets.UTF_8));
        }
        System.out.println(HexFormat.of().formatHex(parts.digest()));
        System.out.println(UUID.nameUUIDFromBytes("glass".getBytes(StandardCharsets.UTF_8)));
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
    }
}
