import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class ByteBuffers {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        buffer.putInt(0x01020304).putLong(-2L).put((byte) 7).putShort((short) -3).putDouble(1.5);
        System.out.println(buffer + " " + buffer.position() + " " + buffer.remaining());
        buffer.flip();
        System.out.println(buffer.getInt() + " " + buffer.getLong() + " " + buffer.get() + " " + buffer.getShort() + " " + buffer.getDouble() + " " + buffer.hasRemaining());
        System.out.println(Arrays.toString(Arrays.copyOf(buffer.array(), 8)) + " " + buffer.order());
        buffer.clear();
        buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(0, 0x01020304).putFloat(4, 2.5f).putChar(8, 'x');
        System.out.println(buffer.get(0) + " " + buffer.getFloat(4) + " " + buffer.getChar(8) + " " + buffer.getLong(0));
        try {
            buffer.position(30).getInt();
        } catch (BufferUnderflowException e) {
            System.out.println("underflow " + e.getMessage());
        }
        try {
            ByteBuffer.allocate(2).putInt(5);
        } catch (BufferOverflowException e) {
            System.out.println("overflow");
        }
        ByteBuffer slice = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}, 1, 3).slice();
        System.out.println(slice + " " + slice.get(2) + " " + slice.compareTo(ByteBuffer.wrap(new byte[] {2, 3, 9})) + " " + slice.equals(ByteBuffer.wrap(new byte[] {2, 3, 4})) + " " + slice.asReadOnlyBuffer().isReadOnly());
        CharBuffer chars = CharBuffer.wrap("hello buffers");
        System.out.println(chars.subSequence(0, 5) + " " + chars.length() + " " + StandardCharsets.UTF_8.encode("é€").remaining() + " " + StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {(byte) 0xc3, (byte) 0xa9})));
        IntBuffer ints = IntBuffer.allocate(4);
        ints.put(new int[] {4, 3, 2, 1}).rewind();
        System.out.println(ints.get() + ints.get() + " " + ints.mark().get() + " " + ints.reset().get() + " " + ints.compact().position());
        LongBuffer view = ByteBuffer.allocate(16).asLongBuffer();
        view.put(0, 5L).put(1, -1L);
        System.out.println(view.get(0) + view.get(1) + " " + view.capacity());
        System.out.println(Charset.forName("utf-8").name() + " " + Charset.defaultCharset() + " " + Charset.isSupported("latin1") + " " + StandardCharsets.UTF_8.newEncoder().canEncode('\ud800') + " " + StandardCharsets.US_ASCII.aliases().contains("ascii"));
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[] {(byte) 0xff}));
        } catch (MalformedInputException e) {
            System.out.println(e.getMessage());
        }
    }
}
