import java.util.ArrayList;
import java.util.List;

/**
 * Stages that compute one after the other, each in a thread of its own, connected by places for one value. No stage may end before
 * the pipeline is stopped.
 */
public class PipelineFixed {
    /** A place for one value between two stages. */
    static final class Connector {
        private int value;
        private boolean full;

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notifyAll();
            return value;
        }

        synchronized void add(int value) throws InterruptedException {
            while (full) {
                wait();
            }
            this.value = value;
            full = true;
            notifyAll();
        }
    }

    /** Tells whether the pipeline was stopped. */
    static final class Control {
        static final int STOP = -1;
        static volatile boolean stopCalled;
    }

    /** Computes with every value that comes. */
    static final class Stage extends Thread {
        private final Connector in;
        private final Connector out;

        Stage(String name, Connector in, Connector out) {
            super(name);
            this.in = in;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    int value = in.take();
                    if (out != null) {
                        out.add(value < 0 ? value : value + 1);
                    }
                    if (value == Control.STOP) {
                        break;
                    }
                }
            } catch (InterruptedException e) {
                return;
            }
            assert Control.stopCalled : getName() + " has ended before the pipeline was stopped";
        }
    }

    private final Connector first = new Connector();
    private final List<Stage> stages = new ArrayList<>();

    PipelineFixed(int length) {
        Connector in = first;
        for (int stage = 1; stage <= length; stage++) {
            Connector out = stage == length ? null : new Connector();
            stages.add(new Stage("stage-" + stage, in, out));
            in = out;
        }
    }

    void start() {
        for (Stage stage : stages) {
            stage.setDaemon(true);
            stage.start();
        }
    }

    void add(int value) throws InterruptedException {
        first.add(value);
    }

    void stop() throws InterruptedException {
        Control.stopCalled = true;
        first.add(Control.STOP);
    }

    /** How many values go through. */
    static final class Feed {
        int next;
    }

    public static void main(String[] args) throws InterruptedException {
        PipelineFixed pipeline = new PipelineFixed(4);
        pipeline.start();
        Feed feed = new Feed();
        while (feed.next < 2) {
            pipeline.add(1);
            feed.next = feed.next + 1;
        }
        pipeline.stop();
    }
}
