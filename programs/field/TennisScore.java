/** The score of one game and set of tennis. */
public class TennisScore {
    private static final String[] NAMES = {"love", "fifteen", "thirty", "forty"};

    private int pointsA;
    private int pointsB;
    private int gamesA;
    private int gamesB;

    public void pointFor(boolean playerA) {
        if (isSetOver()) {
            throw new IllegalStateException("the set is over");
        }
        if (playerA) {
            pointsA++;
        } else {
            pointsB++;
        }
        int needed = isTieBreak() ? 7 : 4;
        if (Math.max(pointsA, pointsB) >= needed && Math.abs(pointsA - pointsB) >= 2) {
            if (pointsA > pointsB) {
                gamesA++;
            } else {
                gamesB++;
            }
            pointsA = 0;
            pointsB = 0;
        }
    }

    public boolean isTieBreak() {
        return gamesA == 6 && gamesB == 6;
    }

    public boolean isSetOver() {
        int most = Math.max(gamesA, gamesB);
        int lead = Math.abs(gamesA - gamesB);
        return most == 7 || most == 6 && lead >= 2;
    }

    /** The score as an umpire says it. */
    public String call() {
        if (isTieBreak()) {
            return pointsA + " " + pointsB;
        }
        if (pointsA >= 3 && pointsB >= 3) {
            if (pointsA == pointsB) {
                return "deuce";
            }
            return "advantage " + (pointsA > pointsB ? "A" : "B");
        }
        if (pointsA == pointsB) {
            return NAMES[pointsA] + " all";
        }
        return NAMES[pointsA] + " " + NAMES[pointsB];
    }

    public String games() {
        return gamesA + ":" + gamesB;
    }
}
