/** Names in different conventions. */
public final class Slug {
    private Slug() {
    }

    /** A title as part of a URL: lower case, words joined by dashes. */
    public static String slugify(String title, int maxLength) {
        if (title == null) {
            return "";
        }
        StringBuilder slug = new StringBuilder();
        boolean pendingDash = false;
        for (int i = 0; i < title.length(); i++) {
            char c = Character.toLowerCase(title.charAt(i));
            if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
                if (pendingDash && slug.length() > 0) {
                    slug.append('-');
                }
                pendingDash = false;
                slug.append(c);
            } else if (c != '\'') {
                pendingDash = true;
            }
        }
        if (maxLength > 0 && slug.length() > maxLength) {
            int cut = slug.lastIndexOf("-", maxLength);
            slug.setLength(cut > 0 ? cut : maxLength);
        }
        return slug.toString();
    }

    /** {@code some_name} or {@code some-name} as {@code someName}. */
    public static String toCamelCase(String name) {
        StringBuilder camel = new StringBuilder(name.length());
        boolean upper = false;
        for (char c : name.toCharArray()) {
            if (c == '_' || c == '-') {
                upper = camel.length() > 0;
            } else {
                camel.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return camel.toString();
    }

    /** {@code someHTTPName} as {@code some_http_name}. */
    public static String toSnakeCase(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                boolean afterLower = i > 0 && Character.isLowerCase(name.charAt(i - 1));
                boolean beforeLower = i > 0 && i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
                if (afterLower || beforeLower) {
                    snake.append('_');
                }
                snake.append(Character.toLowerCase(c));
            } else {
                snake.append(c);
            }
        }
        return snake.toString();
    }

    public static String initials(String fullName) {
        String result = "";
        boolean start = true;
        for (int i = 0; i < fullName.length(); i++) {
            char c = fullName.charAt(i);
            if (Character.isWhitespace(c)) {
                start = true;
            } else if (start) {
                result += Character.toUpperCase(c) + ".";
                start = false;
            }
        }
        return result;
    }
}
