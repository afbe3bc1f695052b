package java.lang;

/** What has a natural order. */
public interface Comparable {
    int compareTo(Object other);
}
