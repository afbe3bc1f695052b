/**
 * Whether the brackets of a text are balanced and nested; other characters do not matter.
 */
public class ValidParentheses {

    public static boolean isValid(String s) {
        char[] expected = new char[s.length()];
        int depth = 0;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '(') {
                expected[depth++] = ')';
            } else if (c == '[') {
                expected[depth++] = ']';
            } else if (c == '{') {
                expected[depth++] = '}';
            } else if (c == ')' || c == ']' || c == '}') {
                if (depth == 0 || expected[--depth] != c) {
                    return false;
                }
            }
        }
        return depth == 0;
    }
}
