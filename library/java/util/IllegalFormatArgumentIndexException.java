package java.util;

/** An index of an argument that cannot be one. */
class IllegalFormatArgumentIndexException extends IllegalFormatException {
    private final int index;

    IllegalFormatArgumentIndexException(int index) {
        super("Illegal format argument index = " + index);
        this.index = index;
    }

    int getIndex() {
        requireParts();
        return index;
    }
}
