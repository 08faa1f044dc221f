// holds
import java.io.StringWriter;
import java.io.PrintWriter;

/** Lines that two threads print whole, because they share a lock. */
public class TutorialPublish {
    public static void main(String[] args) throws InterruptedException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        Runnable line = () -> {
            synchronized (out) {
                out.print("one ");
                out.print("line;");
            }
        };
        Thread other = new Thread(line);
        other.start();
        line.run();
        other.join();
        out.flush();
        System.out.println(text);
        assert text.toString().equals("one line;one line;");
    }
}
