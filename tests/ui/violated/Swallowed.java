import java.util.concurrent.FutureTask;

/** The assertion fails in a task that keeps the error, and nobody asks the task. */
public class Swallowed {
    static int size(String name) {
        assert !name.isEmpty() : "a name is needed";
        return name.length();
    }

    public static void main(String[] args) {
        FutureTask<Integer> task = new FutureTask<>(() -> size(""));
        task.run();
        System.out.println(task.isDone());
    }
}
