import java.util.*;

public class ExitStatus {
    static class Done extends RuntimeException {
        final int status;

        Done(int status) {
            super("done with " + status, null, false, false);
            this.status = status;
        }
    }

    public static void main(String[] args) {
        try {
            for (int i = 0;; i++) {
                if (i * i > 50) {
                    throw new Done(i);
                }
            }
        } catch (Done done) {
            System.out.println(done + " " + done.getStackTrace().length);
            System.err.print("leaving");
            System.err.println();
            Runtime.getRuntime().exit(done.status + 256);
        }
    }
}
