/** A version as defined by semver.org, without build metadata. */
public final class SemanticVersion implements Comparable<SemanticVersion> {
    private final int major;
    private final int minor;
    private final int patch;
    private final String label;

    /**
     * Creates a version.
     *
     * @param label the pre-release label, empty for a release
     */
    public SemanticVersion(int major, int minor, int patch, String label) {
        if (major < 0 || minor < 0 || patch < 0) {
            throw new IllegalArgumentException("version numbers must not be negative");
        }
        this.major = major;
        this.minor = minor;
        this.patch = patch;
        this.label = label == null ? "" : label;
    }

    /** Parses {@code 1.2.3} or {@code 1.2.3-label}. */
    public static SemanticVersion parse(String text) {
        String label = "";
        String core = text;
        int dash = text.indexOf('-');
        if (dash >= 0) {
            label = text.substring(dash + 1);
            core = text.substring(0, dash);
            if (label.isEmpty()) {
                throw new IllegalArgumentException("empty label in " + text);
            }
        }
        int first = core.indexOf('.');
        int second = core.indexOf('.', first + 1);
        if (first < 0 || second < 0 || core.indexOf('.', second + 1) >= 0) {
            throw new IllegalArgumentException("expected three numbers in " + text);
        }
        int major = number(core.substring(0, first));
        int minor = number(core.substring(first + 1, second));
        int patch = number(core.substring(second + 1));
        return new SemanticVersion(major, minor, patch, label);
    }

    private static int number(String part) {
        if (part.length() > 1 && part.charAt(0) == '0') {
            throw new IllegalArgumentException("leading zero in " + part);
        }
        int value = Integer.parseInt(part);
        if (part.charAt(0) == '+') {
            throw new IllegalArgumentException("sign in " + part);
        }
        return value;
    }

    public boolean isPreRelease() {
        return !label.isEmpty();
    }

    /** Whether a client written against the other version can use this one. */
    public boolean isCompatibleWith(SemanticVersion other) {
        if (major == 0) {
            return equals(other);
        }
        return major == other.major && compareTo(other) >= 0;
    }

    @Override
    public int compareTo(SemanticVersion other) {
        if (major != other.major) {
            return Integer.compare(major, other.major);
        }
        if (minor != other.minor) {
            return Integer.compare(minor, other.minor);
        }
        if (patch != other.patch) {
            return Integer.compare(patch, other.patch);
        }
        if (isPreRelease() != other.isPreRelease()) {
            return isPreRelease() ? -1 : 1;
        }
        return label.compareTo(other.label);
    }

    public SemanticVersion nextMinor() {
        return new SemanticVersion(major, minor + 1, 0, "");
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof SemanticVersion && compareTo((SemanticVersion) object) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * major + minor) + patch) + label.hashCode();
    }

    @Override
    public String toString() {
        String core = major + "." + minor + "." + patch;
        return label.isEmpty() ? core : core + "-" + label;
    }
}
