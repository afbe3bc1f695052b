package java.lang.reflect;

/** What may declare type variables. */
public interface GenericDeclaration extends AnnotatedElement {
}
