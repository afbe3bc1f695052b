//! Small classes as people write them: what any reader would try kills their mutants. Each stands for a kind that the default once
//! left undecided.

use std::collections::BTreeSet;
use std::fs;

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

/// Two elements in and two out: rows of calls on an object of a generic class.
const RING: &str = r#"import java.util.Iterator;
import java.util.NoSuchElementException;
class Ring<T> implements Iterable<T> {
    private final Object[] cells;
    private int head;
    private int size;
    Ring(int capacity) { cells = new Object[capacity]; }
    boolean offer(T element) {
        if (size == cells.length) { return false; }
        cells[(head + size++) % cells.length] = element;
        return true;
    }
    @SuppressWarnings("unchecked")
    T poll() {
        if (size == 0) { return null; }
        T element = (T) cells[head];
        head = (head + 1) % cells.length;
        size--;
        return element;
    }
    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int at;
            @Override
            public boolean hasNext() { return at < size; }
            @Override
            @SuppressWarnings("unchecked")
            public T next() {
                if (!hasNext()) { throw new NoSuchElementException("only " + size); }
                return (T) cells[(head + at++) % cells.length];
            }
        };
    }
}
"#;

/// A record that comes back as the interface that it implements.
const EXPR: &str = r#"sealed interface Expr {
    record Num(int value) implements Expr {}
    record Add(Expr left, Expr right) implements Expr {}
    static Expr folded(Expr e) {
        return e instanceof Add(Num a, Num b) ? new Num(a.value() + b.value()) : e;
    }
}
"#;

/// Objects that only a text of digits and units makes.
const SPAN: &str = r#"final class Span {
    private final long seconds;
    private Span(long seconds) { this.seconds = seconds; }
    static Span parse(String text) {
        long total = 0;
        long number = -1;
        for (char c : text.toCharArray()) {
            if (Character.isDigit(c)) {
                number = (number < 0 ? 0 : number * 10) + (c - '0');
                continue;
            }
            if (number < 0) { throw new IllegalArgumentException("number expected before " + c); }
            total += number * switch (c) {
                case 'h' -> 3_600;
                case 'm' -> 60;
                case 's' -> 1;
                default -> throw new IllegalArgumentException("unknown unit " + c);
            };
            number = -1;
        }
        if (number >= 0) { throw new IllegalArgumentException("unit missing in " + text); }
        return new Span(total);
    }
    long seconds() { return seconds; }
    boolean isLonger(Span other) { return seconds > other.seconds; }
}
"#;

/// The key that a call asks for is in the text that another one reads; a message of the program that the JDK throws.
const SETTINGS: &str = r#"import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
class Settings {
    private final Map<String, String> values = new HashMap<>();
    static Settings parse(String line) {
        Objects.requireNonNull(line, "line");
        int at = line.indexOf('=');
        if (at <= 0) { throw new IllegalArgumentException("no key in " + line); }
        Settings settings = new Settings();
        settings.values.put(line.substring(0, at), line.substring(at + 1));
        return settings;
    }
    int number(String key, int otherwise) {
        String value = values.get(key);
        return value == null ? otherwise : Integer.parseInt(value);
    }
}
"#;

/// Which of the mutants no test kills, and which are said to have no driver.
fn missed(name: &str, text: &str, jdk: &Jdk, wanted: &[&str]) -> Vec<String> {
    let file = format!("{name}.java");
    let folder = folder_with(&[(&file, text)]);
    let home = jdk.home().display().to_string();
    let output = jatpg(folder.path(), &["generate", &file, "--jdk", &home]);
    assert!(output.status.success(), "{}", errors(&output));
    let report = fs::read_to_string(folder.path().join("jatpg-out/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let kills = report["tests"].as_array().unwrap().iter().flat_map(|test| test["kills"].as_array().unwrap());
    let kills: BTreeSet<&str> = kills.map(|kill| kill.as_str().unwrap()).collect();
    let is_killed = |id: &str| kills.contains(format!("{name}.{id}").as_str());
    let mutants = report["mutants"].as_array().unwrap().iter();
    let driverless = mutants.filter(|mutant| mutant["reason_kind"] == "no_driver");
    let missed = wanted.iter().filter(|id| !is_killed(id)).map(|id| format!("{name}.{id}"));
    missed.chain(driverless.map(|mutant| format!("no driver: {}", mutant["id"]))).collect()
}

#[test]
fn what_any_reader_would_try_is_tried() {
    let Some(jdk) = Jdk::newer().filter(|jdk| jdk.feature() >= 21) else {
        return jdk::skipped("cli::ordinary", "JDK 21");
    };
    let wanted: [(&str, &str, &[&str]); 4] = [
        ("Ring", RING, &["poll()/AORB_1", "poll()/SDL_2", "poll()/ODL_3"]),
        ("Expr", EXPR, &["folded(Expr)/AORB_4"]),
        ("Span", SPAN, &["parse(String)/ODL_12", "seconds()/AOIU_1", "isLonger(Span)/ROR_2"]),
        ("Settings", SETTINGS, &["parse(String)/SDL_1", "parse(String)/SDL_3"]),
    ];
    let missed: Vec<String> =
        wanted.iter().flat_map(|(name, text, ids)| missed(name, text, &jdk, ids)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
