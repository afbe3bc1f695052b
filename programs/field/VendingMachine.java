/** A vending machine as a state machine. */
public class VendingMachine {
    /** What the machine is doing. */
    public enum State {
        IDLE, COLLECTING, VENDING, OUT_OF_ORDER
    }

    private static final int[] COINS = {200, 100, 50, 20, 10};

    private State state = State.IDLE;
    private final int price;
    private int stock;
    private int credit;
    private int change;

    public VendingMachine(int price, int stock) {
        if (price <= 0 || price % 10 != 0) {
            throw new IllegalArgumentException("price must be a multiple of ten");
        }
        this.price = price;
        this.stock = stock;
        if (stock <= 0) {
            state = State.OUT_OF_ORDER;
        }
    }

    public State getState() {
        return state;
    }

    /** Inserts a coin; false if it falls through. */
    public boolean insert(int coin) {
        if (state == State.OUT_OF_ORDER || state == State.VENDING) {
            return false;
        }
        boolean known = false;
        for (int c : COINS) {
            known |= c == coin;
        }
        if (!known) {
            return false;
        }
        credit += coin;
        state = credit >= price ? State.VENDING : State.COLLECTING;
        return true;
    }

    /** Gives out the product and the change. */
    public int vend() {
        if (state != State.VENDING) {
            throw new IllegalStateException("cannot vend when " + state);
        }
        stock--;
        change = credit - price;
        credit = 0;
        state = stock > 0 ? State.IDLE : State.OUT_OF_ORDER;
        return change;
    }

    public int cancel() {
        int refund = 0;
        switch (state) {
            case COLLECTING:
            case VENDING:
                refund = credit;
                credit = 0;
                state = State.IDLE;
                break;
            case IDLE:
                break;
            default:
                throw new IllegalStateException("out of order");
        }
        return refund;
    }

    public void refill(int pieces) {
        if (pieces < 0) {
            throw new IllegalArgumentException();
        }
        stock += pieces;
        if (state == State.OUT_OF_ORDER && stock > 0) {
            state = State.IDLE;
        }
    }

    /** With how few coins an amount can be paid; -1 if it cannot. */
    static int coinsFor(int amount) {
        int coins = 0;
        int rest = amount;
        for (int coin : COINS) {
            coins += rest / coin;
            rest %= coin;
        }
        return rest == 0 ? coins : -1;
    }
}
