/**
 * Where a pattern first occurs in a subject, or -1; the empty pattern occurs nowhere.
 */
public class PatternIndex {

    public static int patternIndex(String subject, String pattern) {
        final int notFound = -1;
        int subjectLength = subject.length();
        int patternLength = pattern.length();
        if (patternLength == 0) {
            return notFound;
        }

        int index = notFound;
        boolean found = false;
        int start = 0;
        while (!found && start + patternLength <= subjectLength) {
            if (subject.charAt(start) == pattern.charAt(0)) {
                index = start;
                found = true;
                for (int i = 1; i < patternLength; i++) {
                    if (subject.charAt(start + i) != pattern.charAt(i)) {
                        index = notFound;
                        found = false;
                        break;
                    }
                }
            }
            start++;
        }
        return index;
    }
}
