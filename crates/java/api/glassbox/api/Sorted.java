package glassbox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that the values of a field ascend strictly along the tree that the fields with {@link Tree} make up. With one
 * tree field, an object's own value comes before those in the subtree; with two, the first one's subtree comes before
 * the own value, and the second one's after it. It holds before and after every operation, as an invariant does.
 *
 * <pre>{@code
 * class Node {
 *     @Sorted int key;
 *     @Tree Node left, right;
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Sorted {
}
