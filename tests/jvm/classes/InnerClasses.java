public class InnerClasses {
    private int value = 10;
    private static int shared = 100;

    class Inner {
        int value = 20;

        class Innermost {
            int value = 30;

            String all() {
                return value + " " + this.value + " " + Inner.this.value + " " + InnerClasses.this.value + " " + shared++;
            }
        }

        void change() {
            InnerClasses.this.value++;
            value += 5;
        }
    }

    static class Nested {
        private int hidden = 1;

        private int reveal() {
            return hidden;
        }
    }

    interface Counter {
        int next();
    }

    Counter counter(int start, final int step) {
        int[] box = {start};
        class Local implements Counter {
            int calls;

            public int next() {
                calls++;
                box[0] += step + value;
                return box[0] * 10 + calls;
            }
        }
        return new Local();
    }

    static Counter anonymous(String text) {
        int length = text.length();
        return new Counter() {
            int n = length;

            {
                n *= 2;
            }

            @Override
            public int next() {
                return n++ + text.charAt(0);
            }

            @Override
            public String toString() {
                return "anonymous " + text;
            }
        };
    }

    static abstract class Template {
        final String result;

        Template(String argument) {
            result = argument + step();
        }

        abstract String step();
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        Inner.Innermost innermost = inner.new Innermost();
        System.out.println(innermost.all());
        inner.change();
        System.out.println(innermost.all() + " " + shared);
        Counter counter = outer.counter(5, 2);
        System.out.println(counter.next() + " " + counter.next());
        outer.value = 1000;
        System.out.println(counter.next());
        Counter a = anonymous("x"), b = anonymous("yy");
        System.out.println(a.next() + " " + a.next() + " " + b.next() + " " + a + " " + b);
        Nested nested = new Nested();
        nested.hidden = 7;
        System.out.println(nested.reveal() + " " + new Nested().hidden);
        String captured = "cap";
        Template template = new Template("arg") {
            final String own = "own";
            String late = "late";

            String step() {
                return captured + own + late;
            }
        };
        System.out.println(template.result);
        System.out.println(a.getClass().getName() + " " + counter.getClass().getName() + " " + inner.getClass().getName() + " " + innermost.getClass().getSimpleName());
        System.out.println(a.getClass() == b.getClass());
        record Point(int x, int y) { }
        enum Colour { RED, GREEN }
        interface Shape { int sides(); }
        Shape shape = () -> 4;
        System.out.println(new Point(1, 2) + " " + Colour.GREEN + " " + shape.sides());
        Runnable[] tasks = new Runnable[3];
        for (int i = 0; i < 3; i++) {
            int copy = i;
            tasks[i] = new Runnable() {
                public void run() {
                    System.out.print(copy + " ");
                }
            };
        }
        for (Runnable task : tasks) {
            task.run();
        }
        System.out.println();
    }
}
