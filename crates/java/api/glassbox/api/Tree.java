package glassbox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the fields that make up the backbone of a tree: following them from the root, every object is reached at
 * most once.
 *
 * <pre>{@code
 * class Node {
 *     @Tree Node left, right;
 *     Node parent;
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Tree {
}
