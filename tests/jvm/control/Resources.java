public class Resources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean failing;

        Resource(String name, boolean failing) {
            this.name = name;
            this.failing = failing;
            System.out.println("open " + name);
            if (name.equals("bad")) {
                throw new IllegalStateException("cannot open");
            }
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (failing) {
                throw new IllegalArgumentException("close of " + name);
            }
        }
    }

    static void report(Throwable e) {
        System.out.println("caught " + e);
        for (Throwable s : e.getSuppressed()) {
            System.out.println("  suppressed " + s);
        }
    }

    static int returning() {
        try (Resource r = new Resource("r", false)) {
            System.out.println("returning");
            return 7;
        } finally {
            System.out.println("finally");
        }
    }

    public static void main(String[] args) {
        try (Resource a = new Resource("a", false); Resource b = new Resource("b", false)) {
            System.out.println("body " + a.name + b.name);
        }
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            report(e);
        } finally {
            System.out.println("finally");
        }
        try (Resource a = new Resource("a", true)) {
            System.out.println("fine");
        } catch (IllegalArgumentException e) {
            report(e);
        }
        try (Resource a = new Resource("a", false); Resource bad = new Resource("bad", false)) {
            System.out.println("not reached");
        } catch (IllegalStateException e) {
            report(e);
        }
        try (Resource none = null) {
            System.out.println("null is fine");
        }
        Resource outside = new Resource("outside", false);
        try (outside) {
            System.out.println("uses " + outside.name);
        }
        System.out.println(returning());
        try (AutoCloseable lambda = () -> System.out.println("lambda closed")) {
            System.out.println("in lambda");
        } catch (Exception e) {
            System.out.println("never");
        }
        for (int i = 0; i < 3; i++) {
            try (Resource r = new Resource("loop" + i, false)) {
                if (i == 0) {
                    continue;
                }
                if (i == 1) {
                    break;
                }
            }
        }
        Exception e = new Exception("main");
        e.addSuppressed(new RuntimeException("one"));
        e.addSuppressed(new Error("two"));
        report(e);
        try {
            e.addSuppressed(e);
        } catch (IllegalArgumentException self) {
            System.out.println(self.getMessage());
        }
    }
}
