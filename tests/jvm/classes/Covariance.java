public class Covariance {
    static class Animal implements Cloneable {
        String name = "animal";

        Animal reproduce() {
            return new Animal();
        }

        @Override
        protected Animal clone() throws CloneNotSupportedException {
            return (Animal) super.clone();
        }
    }

    static class Dog extends Animal {
        int[] tricks = {1, 2};

        Dog() {
            name = "dog";
        }

        @Override
        Dog reproduce() {
            return new Dog();
        }

        @Override
        protected Dog clone() throws CloneNotSupportedException {
            Dog copy = (Dog) super.clone();
            copy.tricks = tricks.clone();
            return copy;
        }
    }

    static class NotCloneable {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    interface Source<T> {
        T get();
    }

    static class Texts implements Source<String> {
        public String get() {
            return "text";
        }
    }

    static abstract class Builder<B extends Builder<B>> {
        StringBuilder log = new StringBuilder();

        abstract B self();

        B with(String s) {
            log.append(s);
            return self();
        }
    }

    static class Special extends Builder<Special> {
        Special self() {
            return this;
        }

        Special twice(String s) {
            return with(s).with(s);
        }
    }

    public static void main(String[] args) throws CloneNotSupportedException {
        Animal animal = new Dog();
        System.out.println(animal.reproduce().name + " " + new Animal().reproduce().name + " " + new Dog().reproduce().tricks.length);
        Dog dog = new Dog();
        Dog copy = dog.clone();
        copy.tricks[0] = 99;
        copy.name = "copy";
        System.out.println(dog.tricks[0] + dog.name + copy.tricks[0] + copy.name + (copy.getClass() == Dog.class));
        Animal viaBase = animal.clone();
        System.out.println(viaBase instanceof Dog);
        try {
            new NotCloneable().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        Source<String> source = new Texts();
        Source<?> any = source;
        System.out.println(source.get().length() + " " + any.get());
        System.out.println(new Special().with("a").twice("b").with("c").log);
    }
}
