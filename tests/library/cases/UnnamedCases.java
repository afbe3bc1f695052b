/** Uses of classes that no code here names. */
class UnnamedCases {
    static String literals() {
        var out = "  x".strip().concat("y") + "a".compareTo("b") + "q".isBlank() + 'c' + 1.5 + 2L + true;
        Object[] objects = {1, 2L, 1.5, 2.5f, 'c', true, (byte) 3, (short) 4, "text"};
        for (var object : objects) {
            out += object.toString() + object.equals(1) + object.getClass().getSimpleName() + object.getClass();
        }
        return out;
    }

    static String exceptions() {
        var out = "";
        Object[] array = new String[1];
        for (var i = 0; i < 6; i++) {
            try {
                switch (i) {
                    case 0 -> array[0] = 1;
                    case 1 -> array[5] = null;
                    case 2 -> array = new int[-1][];
                    case 3 -> out += (String) (Object) 1;
                    case 4 -> out += "abc".charAt(7);
                    default -> out += ((Object) null).toString();
                }
            } catch (RuntimeException e) {
                out += e.getClass().getName();
            }
        }
        return out;
    }
}
