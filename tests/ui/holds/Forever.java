// args: --abstract Clock.ticks=signs
// The count has no end and wraps around, but it has only three signs.
public class Forever {
    static class Clock {
        int ticks;
    }

    static int sign(int number) {
        if (number > 0) {
            return 1;
        }
        return number == 0 ? 0 : -1;
    }

    public static void main(String[] args) {
        Clock clock = new Clock();
        while (true) {
            clock.ticks = clock.ticks + 1;
            int ticks = clock.ticks;
            assert sign(ticks) == Integer.signum(ticks);
        }
    }
}
