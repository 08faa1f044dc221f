import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles programs and runs them as the launcher would, many in one virtual machine. The programs'
 * classes are on the class path, so that they have the loader that the launcher gives them; each has
 * names of its own.
 *
 * Requests and answers are binary, over standard input and output: a byte for the request, texts with their
 * length in front.
 */
public class Harness {
    /** After so long a program is taken to run for ever. */
    private static final long LIMIT = 20_000;

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        DataOutputStream answers =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        DataInputStream requests = new DataInputStream(System.in);
        System.setIn(InputStream.nullInputStream());
        while (true) {
            int request;
            try {
                request = requests.readByte();
            } catch (EOFException end) {
                System.exit(0);
                return;
            }
            if (request == 'c') {
                compile(directory, requests, answers);
            } else if (request == 'r') {
                run(text(requests), answers);
            } else {
                throw new IOException("there is no request " + request);
            }
            answers.flush();
        }
    }

    private static String text(DataInputStream requests) throws IOException {
        return new String(requests.readNBytes(requests.readInt()), StandardCharsets.UTF_8);
    }

    private static void answer(DataOutputStream answers, byte[] bytes) throws IOException {
        answers.writeInt(bytes.length);
        answers.write(bytes);
    }

    /** Answers with the errors, one text each: the name of the file, its line, and the message. */
    private static void compile(Path directory, DataInputStream requests, DataOutputStream answers)
        throws IOException {
        List<Path> files = new ArrayList<>();
        int count = requests.readInt();
        for (int i = 0; i < count; i++) {
            files.add(directory.resolve(text(requests)));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = List.of(
            "-g", "-parameters", "-proc:none", "-encoding", "UTF-8", "-nowarn", "-Xlint:none", "-Xmaxerrs", "1000",
            "-d", directory.toString());
        StringWriter said = new StringWriter();
        boolean done;
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
            done = compiler
                .getTask(said, manager, problems, options, null, manager.getJavaFileObjectsFromPaths(files))
                .call();
        }
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR) {
                String file = problem.getSource() == null ? "" : Path.of(problem.getSource().toUri()).getFileName().toString();
                errors.add(file + ":" + problem.getLineNumber() + ": " + problem.getMessage(Locale.ROOT));
            }
        }
        if (!done && errors.isEmpty()) {
            // The compiler itself has failed, and does not say on which file.
            errors.add(".java:0: " + said);
        }
        answers.writeInt(errors.size());
        for (String error : errors) {
            answer(answers, error.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Answers with the exit status, or -1 for a program that does not end, and both outputs. */
    private static void run(String name, DataOutputStream answers) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        PrintStream standard = new PrintStream(printed, false, StandardCharsets.UTF_8);
        PrintStream error = new PrintStream(complained, false, StandardCharsets.UTF_8);
        PrintStream before = System.err;
        System.setOut(standard);
        System.setErr(error);
        int[] status = {-1};
        // The launcher, too, runs `main` on a thread of its own with the usual stack.
        Thread thread = new Thread(() -> status[0] = launch(name, error), "main");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(LIMIT);
        } catch (InterruptedException never) {
            throw new IOException(never);
        }
        boolean ended = !thread.isAlive();
        standard.flush();
        error.flush();
        System.setErr(before);
        answers.writeInt(ended ? status[0] : -1);
        answer(answers, printed.toByteArray());
        answer(answers, complained.toByteArray());
        if (!ended) {
            answers.flush();
            Runtime.getRuntime().halt(1);
        }
    }

    private static int launch(String name, PrintStream error) {
        Throwable thrown;
        try {
            Method main = Class.forName(name, false, Harness.class.getClassLoader()).getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
            return 0;
        } catch (InvocationTargetException wrapped) {
            thrown = wrapped.getCause();
        } catch (Throwable own) {
            thrown = own;
        }
        trim(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
        error.print("Exception in thread \"main\" ");
        thrown.printStackTrace(error);
        return 1;
    }

    /** Takes the frames below `main` out of a trace: the launcher has none there. */
    private static void trim(Throwable thrown, Set<Throwable> done) {
        if (thrown == null || !done.add(thrown)) {
            return;
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        int length = trace.length;
        while (length > 0 && isOurs(trace[length - 1].getClassName())) {
            length--;
        }
        StackTraceElement[] kept = new StackTraceElement[length];
        System.arraycopy(trace, 0, kept, 0, length);
        thrown.setStackTrace(kept);
        trim(thrown.getCause(), done);
        for (Throwable suppressed : thrown.getSuppressed()) {
            trim(suppressed, done);
        }
    }

    private static boolean isOurs(String name) {
        return name.equals("Harness") || name.equals("java.lang.Thread") || name.startsWith("jdk.internal.reflect.")
            || name.equals("jdk.internal.misc.Unsafe") || name.startsWith("java.lang.reflect.") || name.startsWith("java.lang.invoke.");
    }
}
