import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Producers and consumers around the queues of the library. */
public class BlockingQueues {
    static void pass(BlockingQueue<Integer> queue) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 10; i++) {
                    queue.put(i);
                }
                queue.put(0);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int item = queue.take(); item != 0; item = queue.take()) {
            sum += item;
        }
        producer.join();
        System.out.println(queue.getClass().getSimpleName() + " " + sum + " " + queue.poll(3, TimeUnit.MILLISECONDS));
    }

    public static void main(String[] args) throws Exception {
        pass(new ArrayBlockingQueue<>(2));
        pass(new LinkedBlockingQueue<>(3));
        pass(new SynchronousQueue<>());
        PriorityBlockingQueue<String> sorted = new PriorityBlockingQueue<>();
        Thread filler = new Thread(() -> sorted.add("only"));
        filler.start();
        System.out.println(sorted.take());

        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    map.merge(i % 7, 1, Integer::sum);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(map);

        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                System.out.println("other got " + exchanger.exchange("from other"));
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        other.start();
        String got = exchanger.exchange("from main");
        other.join();
        System.out.println("main got " + got);

        Phaser phaser = new Phaser(2);
        Thread party = new Thread(() -> {
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndDeregister();
        });
        party.start();
        System.out.println(phaser.arriveAndAwaitAdvance());
        party.join();
        System.out.println(phaser.getRegisteredParties() + " " + phaser.getPhase());
    }
}
