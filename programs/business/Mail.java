import java.util.ArrayList;
import java.util.List;

/** A message, made by its builder. */
public final class Mail {
    private final String to;
    private final String subject;
    private final int priority;
    private final List<String> copies;

    private Mail(Builder builder) {
        this.to = builder.to;
        this.subject = builder.subject;
        this.priority = builder.priority;
        this.copies = List.copyOf(builder.copies);
    }

    public static Builder builder() {
        return new Builder();
    }

    public String to() {
        return to;
    }

    public String subject() {
        return subject;
    }

    public boolean isUrgent() {
        return priority > 5;
    }

    public int recipients() {
        return copies.size() + 1;
    }

    public Mail withSubject(String changed) {
        return builder().to(to).subject(changed).priority(priority).build();
    }

    public String summary() {
        String head = isUrgent() ? "! " + subject : subject;
        return head.length() > 12 ? head.substring(0, 12) + "..." : head;
    }

    /** Collects the parts of a message. */
    public static final class Builder {
        private String to;
        private String subject = "";
        private int priority = 3;
        private final List<String> copies = new ArrayList<>();

        private Builder() {
        }

        public Builder to(String address) {
            if (address == null || address.indexOf('@') < 0) {
                throw new IllegalArgumentException("no address: " + address);
            }
            this.to = address;
            return this;
        }

        public Builder subject(String text) {
            this.subject = text == null ? "" : text;
            return this;
        }

        public Builder priority(int value) {
            if (value < 1 || value > 9) {
                throw new IllegalArgumentException("priority " + value);
            }
            this.priority = value;
            return this;
        }

        public Builder copy(String address) {
            copies.add(address);
            return this;
        }

        public Mail build() {
            if (to == null) {
                throw new IllegalStateException("to is missing");
            }
            return new Mail(this);
        }
    }
}
