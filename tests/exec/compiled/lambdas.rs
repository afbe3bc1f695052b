//! Lambdas, classes in code and patterns of sources, with the JDK's own code that calls them: as on the JVM.

use super::{jdks, sources_give_the_same};

const LAMBDAS: &str = include_str!("../../fixtures/generic/Lambdas.java");
const LOCAL_CLASSES: &str = include_str!("../../fixtures/generic/LocalClasses.java");
const CASTS: &str = include_str!("../../fixtures/generic/Casts.java");
const PROLOGUES: &str = include_str!("../../fixtures/prologues/Prologues.java");
const PATTERNS: &str = include_str!("../../fixtures/patterns/Patterns.java");

#[test]
fn lambdas_and_method_references_do_what_they_do_on_the_jvm() {
    for jdk in jdks("exec::compiled::lambdas") {
        sources_give_the_same(&jdk, &[("Lambdas", LAMBDAS)], 6);
    }
}

#[test]
fn local_classes_do_what_they_do_on_the_jvm() {
    for jdk in jdks("exec::compiled::lambdas") {
        sources_give_the_same(&jdk, &[("LocalClasses", LOCAL_CLASSES)], 6);
    }
}

#[test]
fn casts_to_several_types_and_written_type_arguments_do_what_they_do_on_the_jvm() {
    for jdk in jdks("exec::compiled::lambdas") {
        sources_give_the_same(&jdk, &[("Casts", CASTS)], 6);
    }
}

#[test]
fn statements_before_the_call_of_another_constructor_do_what_they_do_on_the_jvm() {
    for jdk in jdks("exec::compiled::lambdas").iter().filter(|jdk| jdk.feature() >= 25) {
        sources_give_the_same(jdk, &[("Prologues", PROLOGUES)], 6);
    }
}

#[test]
fn patterns_match_what_they_match_on_the_jvm() {
    // Variables without a name need Java 22.
    for jdk in jdks("exec::compiled::lambdas").iter().filter(|jdk| jdk.feature() >= 22) {
        sources_give_the_same(jdk, &[("Patterns", PATTERNS)], 6);
    }
}
