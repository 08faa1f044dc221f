/** The first thread may be joined, too, and programs may end in another one. */
public class MainLater {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            try {
                main.join();
                System.out.println("main is over: " + main.isAlive() + " " + main.getState());
                Thread inner = new Thread(() -> System.out.println("inner"));
                inner.setPriority(Thread.MAX_PRIORITY);
                inner.start();
                inner.setName("later");
                inner.join();
                System.out.println(inner.getName());
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            System.exit(7);
        });
        last.start();
        System.out.println("main returns");
    }
}
