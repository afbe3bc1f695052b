/**
 * The number of a spreadsheet column by its title: A is 1, Z 26, AA 27; 0 where it is no title.
 */
public class TitleToNumber {

    public static int titleToNumber(String title) {
        int number = 0;
        for (int i = 0; i < title.length(); i++) {
            char c = title.charAt(i);
            if (c < 'A' || c > 'Z') {
                return 0;
            }
            number = number * 26 + (c - 'A' + 1);
        }
        return number;
    }
}
