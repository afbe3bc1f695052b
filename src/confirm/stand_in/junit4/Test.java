package org.junit;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Test {
    /** Milliseconds. The harness has a limit of its own for every test. */
    long timeout() default 0;
}
