// varies: counts
// What reaches out of the machine is told before the search, and makes the verdict unknown.
import glassbox.api.Verify;
import java.io.FileReader;
import java.io.IOException;

public class Files {
    static int first(String name) throws IOException {
        try (FileReader reader = new FileReader(name)) {
            return reader.read();
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (Verify.chooseBoolean()) {
            first("notes.txt");
        }
    }
}
