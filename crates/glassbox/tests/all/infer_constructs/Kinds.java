import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Classes: which method is called, which field is read, what is made. */
public class Kinds {
    interface Shape {
        int area();

        default int twice() {
            return area() + area();
        }
    }

    static class Circle implements Shape {
        public int area() {
            return 1;
        }

        public int twice() {
            return 3;
        }
    }

    static class Square implements Shape {
        int side;

        public int area() {
            return side;
        }
    }

    static class Big extends Square {
        public int area() {
            return super.area() + 1;
        }
    }

    abstract static class Animal {
        int age;

        abstract int legs();

        int all() {
            return legs() + legs();
        }
    }

    static class Dog extends Animal {
        int legs() {
            return 2;
        }
    }

    static class Bird extends Animal {
        int legs() {
            return 1;
        }

        int all() {
            age = 1;
            return super.all() + 1;
        }
    }

    static class Base {
        int v;

        int own() {
            return v;
        }
    }

    static class Derived extends Base {
        int v;
    }

    static class Box<T> {
        T value;

        T get() {
            return value;
        }
    }

    static class Made {
        int a = 1;
        int b;
        Made self = this;

        Made(int x) {
            b = x;
        }

        Made() {
            this(2);
            a++;
        }
    }

    static class MadeMore extends Made {
        int c = a + b;

        MadeMore() {
            super(1);
        }
    }

    class Inner {
        int own;

        int outer() {
            return number + own;
        }
    }

    enum Color {
        RED, BLUE
    }

    Shape shape;
    int number;
    Kinds next;

    @Ensures("s in Circle => result == 1")
    static int holdsInterface(Shape s) {
        return s.area();
    }

    @Ensures("result == 1")
    static int violatedInterface(Shape s) {
        return s.area();
    }

    @Ensures("s in Big => result == s.side + 1")
    static int holdsSuper(Square s) {
        return s.area();
    }

    @Ensures("result == s.side")
    static int violatedSuper(Square s) {
        return s.area();
    }

    @Ensures("s in Circle => result == 3")
    static int holdsDefault(Shape s) {
        return s.twice();
    }

    @Ensures("s in Square => result == s.side + s.side")
    static int violatedDefault(Shape s) {
        return s.twice();
    }

    @Ensures("(a in Dog => result == 4) && (a in Bird => result == 3 && a.age == 1)")
    static int holdsAbstract(Animal a) {
        return a.all();
    }

    @Ensures("a.age == old(a.age)")
    static void violatedAbstract(Animal a) {
        a.all();
    }

    @Ensures("result == this.number + 1 || this.shape !in Circle")
    int holdsField() {
        return shape.area() + number;
    }

    @Ensures("all k: this.*next | k.shape != null")
    void violatedField() {
        for (Kinds k = this; k != null; k = k.next) {
            k.shape.area();
            shape = k.shape;
            next = next == this ? null : next;
            k = k.next;
        }
    }

    @Ensures("result <=> some s & Square")
    static boolean holdsInstance(Shape s) {
        return s instanceof Square;
    }

    @Ensures("result <=> some s & Big")
    static boolean violatedInstance(Shape s) {
        return s instanceof Square;
    }

    @Ensures("result == (s == null ? 0 : (s in Big ? 1 : 2))")
    static int holdsCast(Shape s) {
        try {
            Big big = (Big) s;
            return big == null ? 0 : 1;
        } catch (ClassCastException e) {
            return 2;
        }
    }

    @Ensures("result == 1")
    static int violatedCast(Shape s) {
        try {
            Square square = (Square) s;
            return square == null ? 1 : square instanceof Big ? 1 : square.side == 0 ? 0 : 1;
        } catch (ClassCastException e) {
            return 1;
        }
    }

    @Ensures("d.Base::v == 1 && d.Derived::v == old(d.Derived::v)")
    static void holdsHidden(Derived d) {
        ((Base) d).v = 1;
    }

    @Ensures("result == d.Derived::v")
    static int violatedHidden(Derived d) {
        return d.own();
    }

    @Ensures("result == b.value")
    static Animal holdsGeneric(Box<Animal> b) {
        return b.get();
    }

    @Ensures("result.a == 2 && result.b == 2 && result.self == result && result !in old(Made)")
    static Made holdsMade() {
        return new Made();
    }

    @Ensures("result.a == 1 && result.b == 1 && result.c == 2")
    static MadeMore holdsMadeMore() {
        return new MadeMore();
    }

    @Ensures("result.a == 2")
    static Made violatedMade(int x) {
        return new Made(x);
    }

    @Ensures("result == this.number + 1")
    int holdsInner() {
        Inner inner = new Inner();
        inner.own = 1;
        return inner.outer();
    }

    @Ensures("result == this.number + i.own")
    int violatedInner(Inner i) {
        return i.outer();
    }

    @Ensures("result == 2")
    static int holdsAnonymous() {
        Shape two = new Shape() {
            public int area() {
                return 2;
            }
        };
        return two.area();
    }

    @Ensures("result == x")
    static int holdsLambda(int x) {
        Shape two = () -> x;
        return two.area();
    }

    @Ensures("result == 1")
    static int violatedLambda(int x) {
        Shape two = () -> x;
        return two.twice();
    }

    @Ensures("result == (o in Bird ? 1 : (o in Dog ? 2 : 0))")
    static int holdsPattern(Object o) {
        if (o instanceof Bird b) {
            return b.legs();
        }
        return o instanceof Animal a ? a.legs() : o == null ? 1 : 0;
    }

    @Ensures("result <=> a == b")
    static boolean holdsEquals(Animal a, Animal b) {
        return a.equals(b);
    }

    @Ensures("result")
    static boolean violatedEquals(Animal a, Object b) {
        return a.equals(b);
    }

    @Ensures("result != null")
    static Color unknownEnum() {
        return Color.RED;
    }

    @Ensures("result")
    static boolean unknownEnums(Color c) {
        switch (c) {
            case RED:
                return true;
            default:
                return c == Color.BLUE;
        }
    }

    @Ensures("result != null")
    static Object unknownClass(Animal a) {
        return a.getClass();
    }

    @Ensures("result == null")
    static String violatedText() {
        return "text";
    }

    @Ensures("result")
    static boolean unknownTexts() {
        String one = "one";
        String other = "other";
        return one == other;
    }

    @Ensures("!result")
    static boolean unknownTextsOfOthers(String s) {
        String one = "one";
        String other = "other";
        return one == other || s == one;
    }

    @Ensures("o == null")
    static void violatedOnlyParameter(Dog o) {
    }

    @Ensures("no o & Bird")
    static void violatedOnlySubclass(Animal o) {
    }

    @Ensures("no o & Elsewhere")
    static void violatedElsewhere(Shape o) {
    }

    @Ensures("!result")
    static boolean violatedAnything(Object o) {
        return o instanceof Bird;
    }

    @Ensures("result == null")
    static Animal violatedAnyCast(Object o) {
        return (Animal) o;
    }

    static Animal pick(boolean dog) {
        return dog ? new Dog() : new Bird();
    }

    @Ensures("result == (dog ? 2 : 1)")
    static int holdsPick(boolean dog) {
        return pick(dog).legs();
    }

    @Ensures("result == 2")
    static int violatedPick(boolean dog) {
        return pick(dog).legs();
    }

    @Ensures("result in Animal && result !in old(Animal)")
    static Animal holdsFresh(boolean dog) {
        Animal made = pick(dog);
        made.age = 1;
        return made;
    }

    @Ensures("#Animal == old(#Animal)")
    static void violatedCount(boolean dog) {
        pick(dog);
    }

    synchronized int locked() {
        synchronized (this.next) {
            return number;
        }
    }

    @Ensures("result == this.number && this.next != null")
    int holdsLocked() {
        return locked();
    }
}

class Elsewhere implements Kinds.Shape {
    public int area() {
        return 7;
    }
}
