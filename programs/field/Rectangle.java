/** An axis-parallel rectangle on an integer grid; right and bottom edges are outside. */
public class Rectangle {
    private int x;
    private int y;
    private int width;
    private int height;

    public Rectangle(int x, int y, int width, int height) {
        setSize(width, height);
        this.x = x;
        this.y = y;
    }

    public final void setSize(int newWidth, int newHeight) {
        if (newWidth < 0 || newHeight < 0) {
            throw new IllegalArgumentException("negative size");
        }
        width = newWidth;
        height = newHeight;
    }

    public void moveBy(int dx, int dy) {
        x += dx;
        y += dy;
    }

    public boolean isEmpty() {
        return width == 0 || height == 0;
    }

    public boolean contains(int px, int py) {
        return px >= x && px < x + width && py >= y && py < y + height;
    }

    public boolean intersects(Rectangle r) {
        if (isEmpty() || r.isEmpty()) {
            return false;
        }
        return r.x < x + width && x < r.x + r.width && r.y < y + height && y < r.y + r.height;
    }

    /** The common part, or null if there is none. */
    public Rectangle intersection(Rectangle r) {
        if (!intersects(r)) {
            return null;
        }
        int left = Math.max(x, r.x);
        int top = Math.max(y, r.y);
        int right = Math.min(x + width, r.x + r.width);
        int bottom = Math.min(y + height, r.y + r.height);
        return new Rectangle(left, top, right - left, bottom - top);
    }

    /** Grows by a margin on all sides; a negative margin shrinks, at most to nothing. */
    public void grow(int margin) {
        int newWidth = width + 2 * margin;
        int newHeight = height + 2 * margin;
        if (newWidth < 0) {
            x += width / 2;
            newWidth = 0;
        } else {
            x -= margin;
        }
        if (newHeight < 0) {
            y += height / 2;
            newHeight = 0;
        } else {
            y -= margin;
        }
        setSize(newWidth, newHeight);
    }

    public long area() {
        return (long) width * height;
    }

    @Override
    public String toString() {
        return width + "x" + height + (x < 0 ? "" : "+") + x + (y < 0 ? "" : "+") + y;
    }
}
