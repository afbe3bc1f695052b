package java.lang.reflect;

/** What may have annotations. */
public interface AnnotatedElement {
}
