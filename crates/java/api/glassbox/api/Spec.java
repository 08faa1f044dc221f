package glassbox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class that describes another one, whose source cannot be changed. Its fields have the names of the other
 * class's fields and the annotations that they would have; a field with {@link Ghost} is new. A class that is
 * described stands for its target wherever it is the type of a field. Its methods are the invariants. Fields that are
 * not mentioned have the values that they have in a new object.
 *
 * <pre>{@code
 * @Spec("java.util.TreeMap")
 * class TreeMapSpec {
 *     @Tree Entry root;
 *
 *     @Spec("java.util.TreeMap$Entry")
 *     static class Entry {
 *         @Tree Entry left, right;
 *         Entry parent;
 *     }
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Spec {
    /**
     * The class that is described.
     *
     * @return its binary name, such as {@code java.util.TreeMap$Entry}
     */
    String value();

    /**
     * The methods to check, unless somebody says which.
     *
     * @return their names, such as {@code remove}, or with types, such as {@code remove(Object)}; none for all public ones
     */
    String[] methods() default {};

    /**
     * Exceptions that may leave any method, because its documentation says so.
     *
     * @return their classes
     */
    Class<?>[] allows() default {};
}
