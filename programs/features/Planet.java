/**
 * An enum with fields, a constructor and methods, among them one that each constant may ask.
 */
public enum Planet {
    MERCURY(2440, 88),
    VENUS(6052, 225),
    EARTH(6371, 365),
    MARS(3390, 687);

    private final int radius;
    private final int year;

    Planet(int radius, int year) {
        this.radius = radius;
        this.year = year;
    }

    public int radius() {
        return radius;
    }

    /** Age in the planet's own years from one in days. */
    public int age(int days) {
        return days < 0 ? 0 : days / year;
    }

    public boolean largerThan(Planet other) {
        return radius > other.radius;
    }

    public boolean isInner() {
        return compareTo(EARTH) < 0;
    }

    /** The next one outwards, round to the first. */
    public Planet next() {
        Planet[] all = values();
        return all[(ordinal() + 1) % all.length];
    }

    public static Planet largest() {
        Planet largest = MERCURY;
        for (Planet planet : values()) {
            if (planet.largerThan(largest)) {
                largest = planet;
            }
        }
        return largest;
    }

    /** By name in any case, or null. */
    public static Planet find(String name) {
        for (Planet planet : values()) {
            if (planet.name().equalsIgnoreCase(name)) {
                return planet;
            }
        }
        return null;
    }
}
