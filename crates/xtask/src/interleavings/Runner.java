import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs programs with threads again and again, and prints how each run came to its end: the name of the class, whether it is
 * over or stuck, the exceptions that have left its threads, and the shared numbers.
 */
public class Runner {
    /** Nothing, or a moment in which others go on. */
    public static void delay() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(8)) {
            case 0:
                Thread.yield();
                break;
            case 1:
                for (int i = random.nextInt(3000); i > 0; i--) {
                    Thread.onSpinWait();
                }
                break;
            case 2:
                java.util.concurrent.locks.LockSupport.parkNanos(1000L * random.nextInt(200));
                break;
            default:
                break;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        URL[] places = { new File(arguments[1]).toURI().toURL() };
        Map<Thread, String> exceptions = new ConcurrentHashMap<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            Throwable thrown = exception;
            exceptions.put(thread, thrown.getClass().getSimpleName());
        });
        for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
            for (int round = 0; round < rounds; round++) {
                String line = run(name, places, exceptions);
                if (line != null) {
                    System.out.println(name + " " + line);
                }
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String run(String name, URL[] places, Map<Thread, String> exceptions) throws Exception {
        URLClassLoader loader = new URLClassLoader(places, Runner.class.getClassLoader());
        loader.setDefaultAssertionStatus(true);
        Class<?>[] program = new Class<?>[1];
        Thread main = new Thread(() -> {
            try {
                program[0] = Class.forName(name, true, loader);
                Method entry = program[0].getMethod("main", String[].class);
                entry.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException thrown) {
                exceptions.put(Thread.currentThread(), thrown.getCause().getClass().getSimpleName());
            } catch (ReflectiveOperationException wrong) {
                throw new AssertionError(wrong);
            }
        });
        main.setDaemon(true);
        main.start();
        int still = 0;
        for (int look = 0; look < 4000; look++) {
            Thread.sleep(look < 20 ? 0 : 1, 200_000);
            Thread[] threads = threads(main, program[0]);
            boolean over = true;
            boolean stuck = true;
            for (Thread thread : threads) {
                Thread.State state = thread.getState();
                over &= state == Thread.State.NEW || state == Thread.State.TERMINATED;
                stuck &= state != Thread.State.RUNNABLE && state != Thread.State.TIMED_WAITING;
            }
            if (over) {
                return "over " + seen(threads, program[0], exceptions);
            }
            still = stuck ? still + 1 : 0;
            if (still > 60) {
                return "stuck " + seen(threads, program[0], exceptions);
            }
        }
        return null;
    }

    private static Object value(Class<?> program, String name) throws ReflectiveOperationException {
        try {
            Field field = program.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(null);
        } catch (NoSuchFieldException none) {
            return null;
        }
    }

    private static Thread[] threads(Thread main, Class<?> program) throws ReflectiveOperationException {
        Thread first = program == null ? null : (Thread) value(program, "T1");
        Thread second = program == null ? null : (Thread) value(program, "T2");
        if (second != null) {
            return new Thread[] { main, first, second };
        }
        return first == null ? new Thread[] { main } : new Thread[] { main, first };
    }

    private static String seen(Thread[] threads, Class<?> program, Map<Thread, String> exceptions)
        throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads) {
            text.append(exceptions.getOrDefault(thread, "-")).append(' ');
        }
        text.append(':');
        for (String name : new String[] { "x0", "x1", "v0", "v1" }) {
            Object number = value(program, name);
            text.append(' ').append(number == null ? 0 : number);
        }
        int[] elements = (int[]) value(program, "A");
        text.append(' ').append(elements == null ? 0 : elements[0]);
        text.append(' ').append(elements == null ? 0 : elements[1]);
        Object shared = value(program, "SHARED");
        for (String name : new String[] { "f", "g" }) {
            Object number = 0;
            if (shared != null) {
                Field field = shared.getClass().getDeclaredField(name);
                field.setAccessible(true);
                number = field.get(shared);
            }
            text.append(' ').append(number);
        }
        return text.toString();
    }
}
