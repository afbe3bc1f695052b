/** A binary search tree of ints. */
public class BinaryTree {
    private static class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public boolean insert(int key) {
        if (root == null) {
            root = new Node(key);
            size++;
            return true;
        }
        Node node = root;
        while (true) {
            if (key == node.key) {
                return false;
            }
            Node next = key < node.key ? node.left : node.right;
            if (next == null) {
                Node fresh = new Node(key);
                if (key < node.key) {
                    node.left = fresh;
                } else {
                    node.right = fresh;
                }
                size++;
                return true;
            }
            node = next;
        }
    }

    public boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    public boolean delete(int key) {
        int before = size;
        root = delete(root, key);
        return size < before;
    }

    private Node delete(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = delete(node.left, key);
        } else if (key > node.key) {
            node.right = delete(node.right, key);
        } else if (node.left == null || node.right == null) {
            size--;
            return node.left != null ? node.left : node.right;
        } else {
            Node successor = node.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            node.key = successor.key;
            node.right = delete(node.right, successor.key);
        }
        return node;
    }

    public int height() {
        return height(root);
    }

    private static int height(Node node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }

    /** The largest key that is not above a limit, or a default. */
    public int floor(int limit, int otherwise) {
        int best = otherwise;
        Node node = root;
        while (node != null) {
            if (node.key > limit) {
                node = node.left;
            } else {
                best = node.key;
                node = node.right;
            }
        }
        return best;
    }

    public int[] toArray() {
        int[] keys = new int[size];
        fill(root, keys, 0);
        return keys;
    }

    private static int fill(Node node, int[] keys, int at) {
        if (node == null) {
            return at;
        }
        int next = fill(node.left, keys, at);
        keys[next] = node.key;
        return fill(node.right, keys, next + 1);
    }
}
