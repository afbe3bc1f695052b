package org.example.units;

import static org.example.util.Numbers.LIMIT;
import static org.example.util.Numbers.clamp;

import org.example.util.Numbers;

/**
 * A length in whole millimetres.
 *
 * <p>Lengths are kept within {@link Numbers#LIMIT}.
 *
 * @see Unit
 */
public final class Length {

    private final int millimetres;

    /** Package-private: lengths are made by {@link #of}. */
    Length(int millimetres) {
        this.millimetres = clamp(millimetres, -LIMIT, LIMIT);
    }

    /** So many of a unit; the nearest length that can be had. */
    public static Length of(int count, Unit unit) {
        long exact = (long) count * unit.micrometres;
        long rounded = Numbers.divideRounded(exact, 1000);
        return new Length((int) Math.max(-LIMIT, Math.min(LIMIT, rounded)));
    }

    public int in(Unit unit) {
        return (int) Numbers.divideRounded(millimetres * 1000L, unit.micrometres);
    }

    public Length plus(Length other) {
        return new Length(millimetres + other.millimetres);
    }

    /**
     * The old name of {@link #in}.
     *
     * @return whole millimetres
     * @deprecated ask for the unit by name
     */
    @Deprecated
    public int value() {
        return millimetres;
    }

    @Override
    public String toString() {
        return millimetres % 1000 == 0 ? in(Unit.METRE) + " m" : millimetres + " mm";
    }
}
