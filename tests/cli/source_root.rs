//! Without `--source-path`: the folder that holds the package folders of a file is the source path; a folder means its files.

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

const CART: (&str, &str) = (
    "src/main/java/shop/Cart.java",
    "package shop;
public class Cart {
    private final Item item;
    public Cart(Item item) { this.item = item; }
    public int price(int n) { return n > 9 ? item.price() * n - 1 : item.price() * n; }
}",
);
const ITEM: (&str, &str) = (
    "src/main/java/shop/Item.java",
    "package shop;
public class Item {
    private final int price;
    public Item(int price) { this.price = price; }
    public int price() { return price; }
}",
);

#[test]
fn a_file_in_its_package_folders_finds_its_neighbours() {
    let folder = folder_with(&[CART, ITEM]);
    let output = jatpg(folder.path(), &["generate", CART.0]);
    assert!(output.status.success() && errors(&output).is_empty(), "{}", errors(&output));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("score 1.000; 2 methods processed"), "{told}");
    if Jdk::standard().is_none() {
        return jdk::skipped("a_file_in_its_package_folders_finds_its_neighbours", "JDK");
    }
    let confirmed = jatpg(folder.path(), &["confirm", CART.0, "--report", "jatpg-out/report.json"]);
    assert!(confirmed.status.success(), "{}", errors(&confirmed));
}

/// What stands in a folder of another name has no neighbours; a class that is generated elsewhere is no error.
#[test]
fn no_other_file_finds_any() {
    for (cart, text) in
        [("src/other/Cart.java", CART.1.to_owned()), ("shop/Cart.java", CART.1.replace("Item", "Generated"))]
    {
        let folder =
            folder_with(&[(cart, &text), ("shop/Item.java", ITEM.1), ("src/other/Item.java", ITEM.1)]);
        let output = jatpg(folder.path(), &["mutants", cart]);
        assert!(output.status.success(), "{}", errors(&output));
        assert!(errors(&output).contains("is not processed: type "), "{cart}: {}", errors(&output));
    }
}

#[test]
fn a_folder_means_all_files_below_it() {
    let folder = folder_with(&[CART, ITEM, ("src/main/java/shop/notes.txt", "no Java")]);
    // One file is one, whatever leads to it.
    let again = format!("src/../{}", CART.0);
    let output = jatpg(folder.path(), &["mutants", "src", CART.0, &again]);
    assert!(output.status.success() && errors(&output).is_empty(), "{}", errors(&output));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("Cart.java") && told.contains("Item.java"), "{told}");
}

const RATES: (&str, &str) = (
    "src/main/java/shop/Rates.java",
    "package shop;
import java.io.*;
import java.util.*;
public class Rates {
    private static final Map<String, Integer> RATES = new HashMap<>();
    static {
        InputStream rates = Rates.class.getResourceAsStream(\"rates.txt\");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(rates, \"UTF-8\"))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RATES.put(line.split(\" \")[0], Integer.parseInt(line.split(\" \")[1]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static int price(String zone, int weight) {
        return RATES.containsKey(zone) ? RATES.get(zone) * weight : -1;
    }
    public static int texts(int more) throws IOException {
        Properties texts = new Properties();
        try (InputStream in = Rates.class.getClassLoader().getResourceAsStream(\"texts.properties\")) { texts.load(in); }
        return texts.size() + more;
    }
    public static int absent(int more) {
        return Rates.class.getResourceAsStream(\"/absent.txt\") == null ? more + 1 : more;
    }
}",
);

/// A folder `resources` beside the sources' and the class path; of another name nobody knows whether a JVM finds it.
#[test]
fn resources_are_read_where_they_are_there() {
    if Jdk::standard().is_none() {
        return jdk::skipped("resources_are_read_where_they_are_there", "JDK");
    }
    let folder = folder_with(&[
        RATES,
        ("src/main/resources/shop/rates.txt", "north 3\nsouth 4\n"),
        ("lib/texts.properties", "hello=Hallo\nbye=Gruss\n"),
    ]);
    let output = jatpg(folder.path(), &["generate", RATES.0, "--class-path", "lib"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", errors(&output));
    assert!(
        told.contains("the resource absent.txt: it is neither beside the sources nor on the class path"),
        "{told}"
    );
    let alive = told.split("undecided:").nth(1).and_then(|rest| rest.split("\nreport ").next());
    let alive = alive.expect("absent.txt stays open");
    assert!(!alive.contains("price(") && !alive.contains("texts("), "{told}");
    let report = ["--report", "jatpg-out/report.json", "--class-path", "lib"];
    let confirmed = jatpg(folder.path(), &[&["confirm", RATES.0][..], &report].concat());
    assert!(
        confirmed.status.success(),
        "{}{}",
        String::from_utf8_lossy(&confirmed.stdout),
        errors(&confirmed)
    );
}
