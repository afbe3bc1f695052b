import java.util.ArrayList;
import java.util.List;

/** Places orders: looks the product up, asks for the payment, tells the customer. */
public final class OrderService {
    private final Repository<String, Product> products;
    private final PaymentGateway gateway;
    private final Notifier notifier;

    public OrderService(Repository<String, Product> products, PaymentGateway gateway, Notifier notifier) {
        this.products = products;
        this.gateway = gateway;
        this.notifier = notifier;
    }

    public Receipt place(String customer, String sku, int quantity) {
        if (quantity <= 0) {
            throw new IllegalArgumentException("quantity must be positive");
        }
        Product product = products.find(sku);
        if (product == null) {
            return Receipt.rejected("unknown product");
        }
        if (product.stock() < quantity) {
            return Receipt.rejected("only " + product.stock() + " left");
        }
        long total = product.price() * quantity;
        if (quantity >= 10) {
            total -= total / 10;
        }
        try {
            Payment payment = gateway.charge(customer, total);
            if (payment == null || !payment.accepted()) {
                return Receipt.rejected("payment refused");
            }
            products.save(sku, new Product(product.name(), product.price(), product.stock() - quantity));
            notifier.tell(customer, quantity + " x " + product.name());
            return new Receipt(true, payment.reference(), total);
        } catch (PaymentException e) {
            return Receipt.rejected("payment failed");
        }
    }

    /** What is kept by a key. */
    public interface Repository<K, V> {
        V find(K key);

        void save(K key, V value);
    }

    /** Charges customers. */
    public interface PaymentGateway {
        Payment charge(String customer, long cents) throws PaymentException;
    }

    /** Tells customers. */
    public interface Notifier {
        void tell(String customer, String text);
    }

    /** A product in stock. */
    public record Product(String name, long price, int stock) {
    }

    /** The answer of a gateway. */
    public static final class Payment {
        private final String reference;
        private final boolean accepted;

        public Payment(String reference, boolean accepted) {
            this.reference = reference;
            this.accepted = accepted;
        }

        public boolean accepted() {
            return accepted;
        }

        public String reference() {
            return reference;
        }
    }

    /** What the customer gets. */
    public record Receipt(boolean placed, String text, long total) {
        static Receipt rejected(String why) {
            return new Receipt(false, why, 0);
        }
    }

    /** The payment did not work. */
    public static class PaymentException extends Exception {
        private static final long serialVersionUID = 1;

        public PaymentException(String message) {
            super(message);
        }
    }
}
