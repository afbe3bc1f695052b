/** Keeps the score of a game of ten-pin bowling. */
public class BowlingGame {
    private final int[] rolls = new int[21];
    private int count;
    private int frame = 1;
    private boolean secondBall;

    /**
     * Records a roll.
     *
     * @throws IllegalArgumentException if there are not as many pins
     * @throws IllegalStateException if the game is over
     */
    public void roll(int pins) {
        if (pins < 0 || pins > 10) {
            throw new IllegalArgumentException("pins: " + pins);
        }
        if (isOver()) {
            throw new IllegalStateException("game over");
        }
        if (secondBall && frame < 10 && rolls[count - 1] + pins > 10) {
            throw new IllegalArgumentException("more than ten pins in a frame");
        }
        rolls[count++] = pins;
        if (frame == 10) {
            return;
        }
        if (secondBall || pins == 10) {
            frame++;
            secondBall = false;
        } else {
            secondBall = true;
        }
    }

    public boolean isOver() {
        if (frame < 10) {
            return false;
        }
        int first = firstOfLast();
        int thrown = count - first;
        if (thrown < 2) {
            return false;
        }
        boolean bonus = rolls[first] == 10 || rolls[first] + rolls[first + 1] == 10;
        return thrown == (bonus ? 3 : 2);
    }

    private int firstOfLast() {
        int index = 0;
        for (int f = 1; f < 10; f++) {
            index += rolls[index] == 10 ? 1 : 2;
        }
        return index;
    }

    /** The score so far, rolls that are not thrown yet counting nothing. */
    public int score() {
        int score = 0;
        int index = 0;
        for (int f = 0; f < 10 && index < count; f++) {
            if (rolls[index] == 10) {
                score += 10 + at(index + 1) + at(index + 2);
                index++;
            } else if (at(index) + at(index + 1) == 10) {
                score += 10 + at(index + 2);
                index += 2;
            } else {
                score += at(index) + at(index + 1);
                index += 2;
            }
        }
        return score;
    }

    private int at(int index) {
        return index < count ? rolls[index] : 0;
    }
}
