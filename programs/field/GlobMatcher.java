/** File name patterns with *, ? and character classes. */
public final class GlobMatcher {
    private final String pattern;
    private final boolean ignoresCase;

    public GlobMatcher(String pattern, boolean ignoresCase) {
        if (pattern == null) {
            throw new IllegalArgumentException("pattern is null");
        }
        this.ignoresCase = ignoresCase;
        this.pattern = ignoresCase ? pattern.toLowerCase() : pattern;
    }

    public boolean matches(String name) {
        return match(0, ignoresCase ? name.toLowerCase() : name, 0);
    }

    private boolean match(int p, String name, int n) {
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (c == '*') {
                while (p + 1 < pattern.length() && pattern.charAt(p + 1) == '*') {
                    p++;
                }
                for (int i = n; i <= name.length(); i++) {
                    if (match(p + 1, name, i)) {
                        return true;
                    }
                }
                return false;
            }
            if (n >= name.length()) {
                return false;
            }
            if (c == '[') {
                int end = pattern.indexOf(']', p + 2);
                if (end < 0) {
                    throw new IllegalStateException("unclosed [ at " + p);
                }
                if (!inClass(p + 1, end, name.charAt(n))) {
                    return false;
                }
                p = end;
            } else if (c != '?' && c != name.charAt(n)) {
                return false;
            }
            p++;
            n++;
        }
        return n == name.length();
    }

    private boolean inClass(int start, int end, char c) {
        int i = start;
        boolean negated = pattern.charAt(i) == '!';
        if (negated) {
            i++;
        }
        boolean found = false;
        while (i < end) {
            char low = pattern.charAt(i);
            char high = low;
            if (i + 2 < end && pattern.charAt(i + 1) == '-') {
                high = pattern.charAt(i + 2);
                i += 2;
            }
            if (low <= c && c <= high) {
                found = true;
            }
            i++;
        }
        return found != negated;
    }

    /** How many of the names match. */
    public int count(String... names) {
        int hits = 0;
        for (String name : names) {
            if (name != null && matches(name)) {
                hits++;
            }
        }
        return hits;
    }
}
