//! Lambdas and method references of sources, with the JDK's own code that calls them: as on the JVM.

use super::{jdks, sources_give_the_same};

const LAMBDAS: &str = include_str!("../../fixtures/generic/Lambdas.java");

#[test]
fn lambdas_and_method_references_do_what_they_do_on_the_jvm() {
    for jdk in jdks("exec::compiled::lambdas") {
        sources_give_the_same(&jdk, &[("Lambdas", LAMBDAS)], 6);
    }
}
