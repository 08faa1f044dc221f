import java.nio.charset.StandardCharsets;
import java.util.zip.*;

public class Checksums {
    public static void main(String[] args) {
        byte[] bytes = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        System.out.println(Long.toHexString(crc.getValue()));
        crc.reset();
        for (byte b : bytes) {
            crc.update(b);
        }
        System.out.println(Long.toHexString(crc.getValue()));
        crc.reset();
        crc.update(bytes, 4, 10);
        System.out.println(crc.getValue());
        Adler32 adler = new Adler32();
        adler.update(bytes);
        System.out.println(Long.toHexString(adler.getValue()));
        adler.update(200);
        adler.update(bytes, 1, 5);
        System.out.println(adler.getValue());
        CRC32C castagnoli = new CRC32C();
        castagnoli.update(bytes);
        System.out.println(Long.toHexString(castagnoli.getValue()));
        byte[] large = new byte[20000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 + (i >> 5));
        }
        crc.reset();
        crc.update(large);
        adler.reset();
        adler.update(large);
        castagnoli.reset();
        castagnoli.update(large);
        System.out.println(crc.getValue() + " " + adler.getValue() + " " + castagnoli.getValue());
        CheckedInputStream checked = new CheckedInputStream(new java.io.ByteArrayInputStream(bytes), new CRC32());
        try {
            while (checked.read() != -1) {
            }
        } catch (java.io.IOException e) {
            System.out.println(e);
        }
        System.out.println(checked.getChecksum().getValue());
    }
}
