/**
 * Searches in tables whose inner loop decides about the outer one: labelled break and continue.
 */
public class LabelledLoops {

    /** Row times 100 plus column of the first match, or -1. */
    public static int locate(int[][] table, int wanted) {
        int where = -1;
        search:
        for (int row = 0; row < table.length; row++) {
            for (int column = 0; column < table[row].length; column++) {
                if (table[row][column] == wanted) {
                    where = row * 100 + column;
                    break search;
                }
            }
        }
        return where;
    }

    /** The sum of the rows that have no negative element. */
    public static int sumCleanRows(int[][] table) {
        int total = 0;
        rows:
        for (int[] row : table) {
            int sum = 0;
            for (int v : row) {
                if (v < 0) {
                    continue rows;
                }
                sum += v;
            }
            total += sum;
        }
        return total;
    }

    /** How many primes lie below a limit of at most 1000. */
    public static int countPrimes(int limit) {
        int count = 0;
        candidates:
        for (int n = 2; n < limit && n < 1000; n++) {
            int d = 2;
            while (d * d <= n) {
                if (n % d++ == 0) {
                    continue candidates;
                }
            }
            count++;
        }
        return count;
    }

    /** A block with a label is left early, too. */
    public static String grade(int points) {
        String note = "";
        check: {
            if (points < 0) {
                break check;
            }
            note = "counted";
            if (points > 100) {
                break check;
            }
            note += ", in range";
        }
        return note;
    }
}
