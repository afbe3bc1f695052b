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
