import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class ReadersAndWriters {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("first\nsecond line\r\n\nlast"));
        String line;
        int number = 0;
        while ((line = reader.readLine()) != null) {
            System.out.println(++number + ": [" + line + "]");
        }
        StringWriter text = new StringWriter();
        try (PrintWriter writer = new PrintWriter(text)) {
            writer.println("hello");
            writer.printf("%d-%s%n", 5, "x");
            writer.print(3.5);
            writer.append('c').append("seq").write(65);
            writer.println(new char[] {'o', 'k'});
            writer.println((Object) null);
            System.out.println(writer.checkError());
        }
        System.out.print(text);
        System.out.println(text.getBuffer().length());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStreamWriter writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            writer.write("grüße €\n");
            writer.write("abcdef", 2, 3);
        }
        System.out.println(Arrays.toString(bytes.toByteArray()) + " " + bytes.size() + " " + bytes.toString(StandardCharsets.UTF_8));
        try (InputStreamReader decoder = new InputStreamReader(new ByteArrayInputStream(bytes.toByteArray()), StandardCharsets.UTF_8)) {
            StringBuilder read = new StringBuilder();
            int c;
            while ((c = decoder.read()) != -1) {
                read.append((char) c).append('.');
            }
            System.out.println(read);
        }
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(data)) {
            out.writeInt(-5);
            out.writeLong(1L << 50);
            out.writeDouble(Math.PI);
            out.writeUTF("täxt");
            out.writeBoolean(true);
            out.writeShort(-2);
            out.writeChar('q');
            out.writeFloat(1.5f);
            out.writeByte(200);
            System.out.println(out.size());
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(data.toByteArray()));
        System.out.println(in.readInt() + " " + in.readLong() + " " + in.readDouble() + " " + in.readUTF() + " " + in.readBoolean() + " " + in.readShort() + " " + in.readChar() + " " + in.readFloat() + " " + in.readUnsignedByte());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println("end " + e.getMessage());
        }
        PushbackReader push = new PushbackReader(new StringReader("abc"));
        int first = push.read();
        push.unread('z');
        System.out.println((char) first + "" + (char) push.read() + (char) push.read());
        StreamTokenizer tokens = new StreamTokenizer(new StringReader("x = 3.5 + 'quoted' // comment\n y"));
        tokens.slashSlashComments(true);
        StringBuilder found = new StringBuilder();
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
            found.append(switch (tokens.ttype) {
                case StreamTokenizer.TT_NUMBER -> "num " + tokens.nval;
                case StreamTokenizer.TT_WORD -> "word " + tokens.sval;
                case '\'' -> "quote " + tokens.sval;
                default -> "char " + (char) tokens.ttype;
            }).append("; ");
        }
        System.out.println(found);
        LineNumberReader lines = new LineNumberReader(new StringReader("a\nb\nc"));
        lines.readLine();
        lines.mark(100);
        lines.readLine();
        System.out.println(lines.getLineNumber() + " " + lines.readLine());
        lines.reset();
        System.out.println(lines.getLineNumber() + " " + lines.readLine());
        CharArrayWriter chars = new CharArrayWriter();
        chars.write("chars");
        System.out.println(chars.size() + " " + new String(chars.toCharArray()) + " " + new CharArrayReader(chars.toCharArray(), 1, 2).read());
        SequenceInputStream sequence = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1, 2}), new ByteArrayInputStream(new byte[] {3}));
        System.out.println(Arrays.toString(sequence.readAllBytes()));
        PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        bytes.reset();
        stream.printf("%05d", 42);
        stream.println('x');
        System.out.println(bytes.toString(StandardCharsets.UTF_8).trim() + " " + new BufferedReader(new StringReader("p\nq")).lines().toList());
        PrintStream old = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured));
        System.out.print("captured");
        System.out.flush();
        System.setOut(old);
        System.out.println(captured.toString().length() + " " + captured);
        try {
            new StringReader("x") {
                {
                    close();
                }
            }.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        System.out.write('w');
        System.out.write(new byte[] {'r', 'i', 't', 'e', '\n'});
        System.out.write("partly\n".getBytes(), 0, 7);
        System.out.println(new char[] {'a', 'b'});
        System.out.print(1L);
        System.out.print('c');
        System.out.print(true);
        System.out.append("appended").append('\n');
    }
}
