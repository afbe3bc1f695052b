package org.example.units;

/** Units of length by their micrometres. */
enum Unit {
    MILLIMETRE(1_000),
    INCH(25_400),
    FOOT(12 * INCH.micrometres),
    METRE(1_000 * MILLIMETRE.micrometres);

    final int micrometres;

    Unit(int micrometres) {
        this.micrometres = micrometres;
    }

    boolean isMetric() {
        return this == MILLIMETRE || this == METRE;
    }
}
