//! Emitted classes under the real JUnit: a Maven project with Surefire, one module for each version.

use std::path::Path;
use std::process::{Command, Stdio};

use jatpg::report::junit::{JUnitVersion, Options, emit};

use super::bench;
use crate::support::jdk::{self, Jdk};

const PARENT: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId>
  <artifactId>parent</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <modules>
    <module>junit5</module>
    <module>junit4</module>
  </modules>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <build>
    <pluginManagement>
      <plugins>
        <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
        <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
        <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
      </plugins>
    </pluginManagement>
  </build>
</project>
"#;

fn module(name: &str, group: &str, artifact: &str, version: &str) -> String {
    format!(
        r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>demo</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>{name}</artifactId>
  <dependencies>
    <dependency>
      <groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version><scope>test</scope>
    </dependency>
  </dependencies>
</project>
"#
    )
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn write_module(folder: &Path, pom: &str, version: JUnitVersion) {
    write(&folder.join("pom.xml"), pom);
    write(&folder.join("src/main/java/demo/bench").join(bench::PATH), bench::SOURCE);
    for file in emit(&bench::report(), &Options::new(version)) {
        write(&folder.join("src/test/java").join(file.path), &file.text);
    }
}

#[test]
fn emitted_classes_pass_under_maven_surefire() {
    const NAME: &str = "emitted_classes_pass_under_maven_surefire";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(NAME, "JDK") };
    let version = Command::new("mvn").arg("-v").stdin(Stdio::null()).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return jdk::skipped(NAME, "Maven (`mvn`)");
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(&at("pom.xml"), PARENT);
    write_module(
        &at("junit5"),
        &module("junit5", "org.junit.jupiter", "junit-jupiter", "5.10.2"),
        JUnitVersion::JUnit5,
    );
    // No test may rest on another's having run.
    write(
        &at("junit5/src/test/resources/junit-platform.properties"),
        "junit.jupiter.testmethod.order.default = org.junit.jupiter.api.MethodOrderer$Random\n",
    );
    write_module(&at("junit4"), &module("junit4", "junit", "junit", "4.13.2"), JUnitVersion::JUnit4);

    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", "test"])
        .current_dir(folder.path())
        .env("JAVA_HOME", jdk.home())
        .stdin(Stdio::null());
    let output = maven.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    for module in ["junit5", "junit4"] {
        let results = at(module).join("target/surefire-reports/TEST-demo.bench.BenchJatpgTest.xml");
        let results = std::fs::read_to_string(results).unwrap();
        assert!(results.contains(r#"tests="12" errors="0" skipped="0" failures="0""#), "{results}");
    }
}
