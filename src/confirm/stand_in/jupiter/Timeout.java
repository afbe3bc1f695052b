package org.junit.jupiter.api;

import java.lang.annotation.*;

/** The harness has a limit of its own. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Timeout {
    long value();

    ThreadMode threadMode();

    enum ThreadMode {
        INFERRED,
        SAME_THREAD,
        SEPARATE_THREAD
    }
}
