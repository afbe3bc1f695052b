package java.util;

/** An index of an argument that cannot be one. */
class IllegalFormatArgumentIndexException extends IllegalFormatException {
    private final int index;

    IllegalFormatArgumentIndexException(int index) {
        this.index = index;
    }

    int getIndex() {
        return index;
    }

    @Override
    public String getMessage() {
        return "Illegal format argument index = " + (index == Integer.MIN_VALUE ? "out of range" : Integer.toString(index));
    }
}
