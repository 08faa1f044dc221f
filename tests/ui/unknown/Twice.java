// args: --abstract Loop.i=signs
// After one round the abstraction does not know whether there is another, so it has executions that the program does not.
public class Twice {
    static class Loop {
        int i;
    }

    static int rounds;

    public static void main(String[] args) {
        Loop loop = new Loop();
        while (loop.i < 2) {
            loop.i = loop.i + 1;
            rounds = rounds < 3 ? rounds + 1 : 3;
        }
        assert rounds == 2 : "not twice";
    }
}
