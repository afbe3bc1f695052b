/**
 * The altitude-separation test of a collision avoidance system: from what is known of one's own
 * aircraft and an intruder, whether to climb, to descend, or to keep the course.
 */
public class Tcas {

    /** No advisory that can be relied on. */
    public static final int UNRESOLVED = 0;
    /** Climb. */
    public static final int UPWARD = 1;
    /** Descend. */
    public static final int DOWNWARD = 2;

    /** What the intruder has announced: nothing, that it will not climb, that it will not descend. */
    public static final int NO_INTENT = 0;
    public static final int DO_NOT_CLIMB = 1;
    public static final int DO_NOT_DESCEND = 2;

    /** The intruder's equipment. */
    public static final int TCAS_EQUIPPED = 1;
    public static final int OTHER_EQUIPMENT = 2;

    private static final int MAX_CLIMB_RATE = 600;
    private static final int MIN_VERTICAL_SEPARATION = 600;
    private static final int HORIZONTAL_CROSSING = 300;
    private static final int CLIMB_BONUS = 100;

    public static int altitudeSeparationTest(
            int verticalSeparation,
            boolean highConfidence,
            boolean twoOfThreeReportsValid,
            int ownAltitude,
            int ownAltitudeRate,
            int otherAltitude,
            int altitudeLayer,
            int upSeparation,
            int downSeparation,
            int otherIntent,
            int otherCapability,
            boolean climbInhibited) {
        boolean enabled = highConfidence
                && ownAltitudeRate <= MAX_CLIMB_RATE
                && verticalSeparation > MIN_VERTICAL_SEPARATION;
        boolean equipped = otherCapability == TCAS_EQUIPPED;
        boolean intentUnknown = twoOfThreeReportsValid && otherIntent == NO_INTENT;
        if (!enabled || !((equipped && intentUnknown) || !equipped)) {
            return UNRESOLVED;
        }

        int threshold = positiveThreshold(altitudeLayer);
        boolean ownBelow = ownAltitude < otherAltitude;
        boolean ownAbove = otherAltitude < ownAltitude;
        boolean needUpward = ownBelow
                && climbPreferred(
                        ownAltitude, otherAltitude, verticalSeparation, upSeparation, downSeparation,
                        threshold, climbInhibited);
        boolean needDownward = ownAbove
                && descentPreferred(
                        ownAltitude, otherAltitude, verticalSeparation, upSeparation, downSeparation,
                        threshold, climbInhibited);

        if (needUpward && needDownward) {
            return UNRESOLVED;
        } else if (needUpward) {
            return UPWARD;
        } else if (needDownward) {
            return DOWNWARD;
        } else {
            return UNRESOLVED;
        }
    }

    /** The separation that counts as safe in an altitude layer; outside of 0 to 3 the nearest one's. */
    static int positiveThreshold(int layer) {
        if (layer <= 0) {
            return 400;
        }
        if (layer == 1) {
            return 500;
        }
        if (layer == 2) {
            return 640;
        }
        return 740;
    }

    static int separationByClimbing(int upSeparation, boolean climbInhibited) {
        return climbInhibited ? upSeparation + CLIMB_BONUS : upSeparation;
    }

    private static boolean climbPreferred(
            int own, int other, int vertical, int up, int down, int threshold, boolean inhibited) {
        boolean upwardBetter = separationByClimbing(up, inhibited) > down;
        if (upwardBetter) {
            return !(own < other) || !(down >= threshold);
        }
        return other < own && vertical >= HORIZONTAL_CROSSING && up >= threshold;
    }

    private static boolean descentPreferred(
            int own, int other, int vertical, int up, int down, int threshold, boolean inhibited) {
        boolean upwardBetter = separationByClimbing(up, inhibited) > down;
        if (upwardBetter) {
            return own < other && vertical >= HORIZONTAL_CROSSING && down >= threshold;
        }
        return !(other < own) || up >= threshold;
    }
}
