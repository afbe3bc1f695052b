//! The list of what the library lacks, against the JDK's own classes: it keeps a call that javac rejects apart
//! from one of a method that the library does not have.

use std::path::Path;

use crate::support::jdk::{self, Jdk};

#[test]
fn the_list_of_members_that_the_library_lacks_is_what_the_jdk_says() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == 17) else {
        return jdk::skipped("sema::missing_members", "JDK 17");
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = jdk
        .java()
        .arg(root.join("tests/sema/Missing.java"))
        .arg(root.join("library"))
        .output()
        .expect("the JVM starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let listed = root.join("src/sema/missing_members.txt");
    let theirs = String::from_utf8(run.stdout).expect("names in UTF-8");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&listed, &theirs).expect("the list can be written");
    }
    let ours = std::fs::read_to_string(&listed).expect("the list can be read");
    assert_eq!(ours, theirs, "run again with UPDATE_EXPECT=1");
}

#[test]
fn the_list_of_what_interfaces_hand_down_is_what_the_jdk_says() {
    let Some(jdk) = Jdk::newer().filter(|jdk| jdk.feature() == 25) else {
        return jdk::skipped("sema::interfaces", "JDK 25");
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = jdk.java().arg(root.join("tests/sema/Interfaces.java")).output().expect("the JVM starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let listed = root.join("src/sema/interfaces.txt");
    let theirs = String::from_utf8(run.stdout).expect("names in UTF-8");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&listed, &theirs).expect("the list can be written");
    }
    let ours = std::fs::read_to_string(&listed).expect("the list can be read");
    assert!(ours == theirs, "run again with UPDATE_EXPECT=1");
}
