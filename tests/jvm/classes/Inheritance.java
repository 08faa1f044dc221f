public class Inheritance {
    static abstract class Shape {
        String name = "shape";

        abstract double area();

        String describe() {
            return name + " " + getName() + " " + area();
        }

        String getName() {
            return name;
        }

        static String kind() {
            return "Shape.kind";
        }
    }

    static class Square extends Shape {
        String name = "square";
        final double side;

        Square(double side) {
            this.side = side;
        }

        double area() {
            return side * side;
        }

        @Override
        String getName() {
            return name + "/" + super.name + "/" + super.getName();
        }

        static String kind() {
            return "Square.kind";
        }
    }

    static class Cube extends Square {
        Cube(double side) {
            super(side);
        }

        @Override
        double area() {
            return 6 * super.area();
        }

        @Override
        public String toString() {
            return "Cube:" + describe();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cube && ((Cube) other).side == side;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(side);
        }
    }

    static class A {
        private String secret() {
            return "A.secret";
        }

        String call() {
            return secret() + " " + open();
        }

        String open() {
            return "A.open";
        }

        A self() {
            return this;
        }
    }

    static class B extends A {
        private String secret() {
            return "B.secret";
        }

        @Override
        String open() {
            return "B.open " + secret();
        }

        @Override
        B self() {
            return this;
        }

        String only() {
            return "B.only";
        }
    }

    public static void main(String[] args) {
        Shape square = new Square(2);
        Shape cube = new Cube(3);
        System.out.println(square.describe());
        System.out.println(cube.describe());
        System.out.println(cube);
        System.out.println(square.name + " " + ((Square) square).name + " " + ((Shape) cube).name + " " + ((Cube) cube).name);
        System.out.println(Shape.kind() + " " + Square.kind() + " " + Cube.kind());
        System.out.println(cube.equals(new Cube(3)) + " " + cube.equals(square) + " " + (cube.hashCode() == new Cube(3).hashCode()) + " " + square.equals(new Square(2)));
        A b = new B();
        System.out.println(b.call());
        System.out.println(((B) b).only() + " " + b.self().open() + " " + ((B) b).self().only());
        System.out.println((b instanceof A) + " " + (b instanceof B) + " " + (new A() instanceof B) + " " + b.getClass().getName() + " " + b.getClass().getSimpleName() + " " + b.getClass().getSuperclass().getName());
        Object o = cube;
        System.out.println((o instanceof Shape) + " " + (o instanceof Comparable) + " " + o.getClass().equals(Cube.class) + " " + Shape.class.isInstance(o) + " " + Shape.class.isAssignableFrom(Cube.class));
        try {
            B wrong = (B) new A();
            System.out.println(wrong);
        } catch (ClassCastException e) {
            System.out.println("cast failed");
        }
        System.out.println(((Square) null == null) + " " + (Object) null);
    }
}
