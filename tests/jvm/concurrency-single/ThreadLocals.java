public class ThreadLocals {
    static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);
    static final ThreadLocal<Integer> COUNT = new ThreadLocal<>();
    static volatile int flag;
    static volatile long wide = 1L << 50;

    public static void main(String[] args) {
        BUFFER.get().append("a");
        BUFFER.get().append("b");
        System.out.println(BUFFER.get() + " " + COUNT.get());
        COUNT.set(5);
        COUNT.set(COUNT.get() + 1);
        System.out.println(COUNT.get());
        COUNT.remove();
        BUFFER.remove();
        System.out.println(COUNT.get() + " [" + BUFFER.get() + "]");
        flag++;
        wide -= flag;
        System.out.println(flag + " " + wide);
        Thread current = Thread.currentThread();
        System.out.println(current.getName() + " " + (current == Thread.currentThread()) + " " + current.getPriority() + " " + current.isDaemon() + " " + current.isInterrupted() + " " + current.isAlive());
        current.interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
    }
}
