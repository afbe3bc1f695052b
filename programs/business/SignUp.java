import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Checks a form by rules that are given. */
public final class SignUp {
    private final Predicate<String> isTaken;
    private final Mailer mailer;

    public SignUp(Predicate<String> isTaken, Mailer mailer) {
        this.isTaken = isTaken;
        this.mailer = mailer;
    }

    public List<String> problems(String name, String password, int age) {
        List<String> problems = new ArrayList<>();
        if (name == null || name.length() < 3) {
            problems.add("name too short");
        } else if (isTaken.test(name)) {
            problems.add("name is taken");
        }
        if (password == null || password.length() < 8) {
            problems.add("password too short");
        }
        if (age < 18) {
            problems.add("too young");
        }
        return problems;
    }

    public boolean register(String name, String password, int age) {
        if (!problems(name, password, age).isEmpty()) {
            return false;
        }
        int sent = mailer.send(name, "Welcome, " + name);
        return sent > 0;
    }

    /** Sends mail, and says how many were sent. */
    public interface Mailer {
        int send(String to, String text);
    }
}
