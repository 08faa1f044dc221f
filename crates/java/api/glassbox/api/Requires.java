package glassbox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says what is true whenever a method or a constructor is called. Who calls it otherwise gets no promise. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Requires {
    /**
     * The formula.
     *
     * @return a formula over the parameters and the fields
     */
    String value();
}
