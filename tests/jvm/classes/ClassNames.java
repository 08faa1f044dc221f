import java.io.Serializable;
import java.util.*;
import java.util.function.*;

public class ClassNames {
    interface Shape {}

    static abstract class Base implements Shape, Serializable {}

    static final class Leaf extends Base implements Comparable<Leaf>, Cloneable {
        public int compareTo(Leaf other) {
            return 0;
        }
    }

    enum Plain { A, B }

    enum Bodied {
        X {
            int value() {
                return 1;
            }
        };

        abstract int value();
    }

    record Point(int x, List<String> names) {}

    sealed interface Sealed permits One, Two {}

    record One() implements Sealed {}

    record Two() implements Sealed {}

    class Inner {
        class Deeper {}
    }

    static void show(Class<?> c) {
        System.out.println(c.getName() + "|" + c.getSimpleName() + "|" + c.getTypeName() + "|" + c.getCanonicalName() + "|" + c + "|" + c.getPackageName());
        System.out.println("  " + c.isInterface() + c.isArray() + c.isPrimitive() + c.isEnum() + c.isRecord() + c.isSealed() + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass() + c.isSynthetic() + c.isAnnotation() + " " + java.lang.reflect.Modifier.toString(c.getModifiers()));
        System.out.println("  " + c.getSuperclass() + " " + Arrays.toString(c.getInterfaces()) + " " + c.getEnclosingClass() + " " + c.getDeclaringClass() + " " + c.getComponentType() + " " + c.getNestHost().getSimpleName());
    }

    public static void main(String[] args) {
        class Local {}
        Object anonymous = new Object() {};
        Class<?>[] classes = {Object.class, String.class, int.class, void.class, int[].class, String[][].class, Shape.class, Base.class, Leaf.class, Plain.class, Bodied.class, Bodied.X.getClass(), Point.class, Sealed.class, Inner.class, Inner.Deeper.class, Local.class, anonymous.getClass(), Map.Entry.class, Map.Entry[].class, Override.class, Thread.State.class, Integer.class, ArrayList.class, Leaf[].class, Optional.class};
        for (Class<?> c : classes) {
            show(c);
        }
        System.out.println(Arrays.toString(Sealed.class.getPermittedSubclasses()) + " " + Sealed.class.isAssignableFrom(One.class) + " " + Number.class.isInstance(5) + " " + Shape.class.cast(new Leaf()).getClass().getSimpleName());
        System.out.println(Arrays.toString(Plain.class.getEnumConstants()) + " " + Arrays.toString(Bodied.values()) + " " + Bodied.X.getDeclaringClass() + " " + Shape.class.getEnumConstants());
        for (var component : Point.class.getRecordComponents()) {
            System.out.println(component.getName() + " " + component.getType() + " " + component.getGenericSignature());
        }
        System.out.println(Leaf.class.toGenericString() + "; " + ArrayList.class.toGenericString() + "; " + Plain.class.toGenericString() + "; " + Point.class.toGenericString());
        System.out.println(Arrays.toString(Leaf.class.getGenericInterfaces()) + " " + Arrays.toString(HashMap.class.getTypeParameters()) + " " + ArrayList.class.getGenericSuperclass());
        System.out.println(new int[0].getClass() == int[].class ? "same" : "different");
        System.out.println(Integer.TYPE == int.class ? "int" : "other");
        System.out.println(Plain.A.getClass().hashCode() == Plain.class.hashCode());
        System.out.println(int.class.descriptorString() + " " + String[].class.descriptorString() + " " + String.class.arrayType() + " " + int[].class.componentType());
        try {
            Integer.class.cast("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Supplier<Object> supplier = Object::new;
        System.out.println(supplier.getClass().isInterface() + " " + supplier.getClass().getInterfaces()[0]);
    }
}
