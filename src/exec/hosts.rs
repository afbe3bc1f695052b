//! What a run is told of the machine on which it runs, its **host**: the system properties that every JVM has, or some, each by
//! its environment, and the environment variables. Nobody knows them of the JVM that runs the tests, so a run that asks is made on
//! many hosts, as one that asks for an identity hash code or the time is made in many settings
//! ([`Setting`](crate::exec::hashes::Setting)), and what is not the same on all of them ends it by name.
//!
//! The hosts have each release of Java from 8 on and systems of all kinds, so that what asks for a single one of them shows, and
//! each release that is supported for long on each of the three systems that are most used. The first three have least in
//! common. A property that no JVM has unless it is told to is not set, on any host; so is an environment variable by whose name
//! nobody calls one.

/// How the properties begin that every JVM sets, each by its environment.
const SET: [&str; 29] = [
    "file.",
    "java.class.",
    "java.home",
    "java.io.tmpdir",
    "java.library.path",
    "java.runtime.",
    "java.specification.",
    "java.vendor",
    "java.version",
    "java.vm.",
    "jdk.debug",
    "line.",
    "native.",
    "os.",
    "path.",
    "stderr.",
    "stdin.",
    "stdout.",
    "sun.arch.",
    "sun.boot.",
    "sun.cpu.",
    "sun.io.unicode.encoding",
    "sun.java.",
    "sun.jnu.",
    "sun.management.compiler",
    "sun.os.",
    "sun.stderr.",
    "sun.stdout.",
    "user.",
];

/// How those begin that some JVMs set, or some programs that start tests.
const SET_AT_TIMES: [&str; 17] = [
    "apple.",
    "awt.",
    "basedir",
    "ftp.nonProxyHosts",
    "gopherProxySet",
    "http.nonProxyHosts",
    "idea.",
    "java.awt.",
    "java.compiler",
    "java.endorsed.dirs",
    "java.ext.dirs",
    "localRepository",
    "maven.",
    "org.gradle.",
    "socksNonProxyHosts",
    "sun.desktop",
    "surefire.",
];

pub(super) fn begins(name: &str, with: &[&str]) -> bool {
    with.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether every JVM sets the property.
pub(super) fn is_set_by_jvms(property: &str) -> bool {
    begins(property, &SET)
}

/// Whether a property depends on the host.
pub(super) fn is_told(property: &str) -> bool {
    is_set_by_jvms(property) || begins(property, &SET_AT_TIMES)
}

/// Whether somebody might call an environment variable so.
pub(super) fn is_name_of_variable(name: &str) -> bool {
    name.len() > 1 && name.chars().all(|c| c.is_ascii_graphic() && c != '=')
}

/// What Java takes from the machine until a test sets the locale and the time zone, and what initialisers of classes may therefore find.
#[derive(Clone, Copy, Debug)]
pub(super) struct Country {
    /// As `Locale` names it.
    pub locale: &'static str,
    pub zone: &'static str,
    pub minutes_from_utc: i32,
}

/// The locales that do not write as the root does.
pub(super) const TURKISH: &str = "tr_TR";
pub(super) const ARABIC: &str = "ar_EG";
const ARABIC_ZERO: char = '\u{660}';

/// A part of a number as a locale writes what others write so.
pub(super) fn written_in(locale: &str, unit: char) -> char {
    match (locale, unit) {
        (TURKISH, '.') => ',',
        (TURKISH, ',') => '.',
        (ARABIC, '.') => '\u{66b}',
        (ARABIC, ',') => '\u{66c}',
        (ARABIC, _) => {
            unit.to_digit(10).and_then(|digit| char::from_u32(ARABIC_ZERO as u32 + digit)).unwrap_or(unit)
        }
        _ => unit,
    }
}

/// That of most machines on which tests are run; two that write numbers, dates and weeks in other ways; the conventions of none. No zone is
/// further off than two of them, and one is no whole hour off.
pub(super) const COUNTRIES: [Country; 4] = [
    Country { locale: "en_US", zone: "UTC", minutes_from_utc: 0 },
    Country { locale: TURKISH, zone: "GMT+14:00", minutes_from_utc: 840 },
    Country { locale: "", zone: "GMT-12:00", minutes_from_utc: -720 },
    Country { locale: ARABIC, zone: "GMT+05:45", minutes_from_utc: 345 },
];

struct Java {
    feature: u32,
    version: &'static str,
}

const fn java(feature: u32, version: &'static str) -> Java {
    Java { feature, version }
}

/// How many come first, those that are supported for long.
const LASTING: usize = 5;
const JAVAS: [Java; LASTING + OTHERS] = [
    java(8, "1.8.0_392"),
    java(25, "25"),
    java(17, "17.0.15"),
    java(11, "11.0.21"),
    java(21, "21.0.5"),
    java(9, "9-Debian"),
    java(10, "10.0.2"),
    java(12, "12.0.2"),
    java(13, "13.0.2"),
    java(14, "14"),
    java(15, "15.0.2"),
    java(16, "16.0.1"),
    java(18, "18"),
    java(19, "19.0.2"),
    java(20, "20.0.1"),
    java(22, "22.0.2"),
    java(23, "23"),
    java(24, "24.0.1"),
    java(26, "26"),
    java(27, "27-ea"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unix,
    Windows,
    Mac,
}

/// Charsets of machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Windows1252,
    Ascii,
}

struct System {
    kind: Kind,
    name: &'static str,
    version: &'static str,
    arch: &'static str,
}

const fn system(kind: Kind, name: &'static str, version: &'static str, arch: &'static str) -> System {
    System { kind, name, version, arch }
}

/// How many come first, those that are most used: one of each kind.
const USUAL: usize = 3;
const SYSTEMS: [System; USUAL + OTHERS] = [
    system(Kind::Unix, "Linux", "6.1.0-13-amd64", "amd64"),
    system(Kind::Windows, "Windows 11", "10.0", "x86_64"),
    system(Kind::Mac, "Mac OS X", "14.1", "aarch64"),
    system(Kind::Unix, "Linux", "4.18.0-513.el8.aarch64", "aarch64"),
    system(Kind::Windows, "Windows 10", "10.0", "x86"),
    system(Kind::Windows, "Windows Server 2022", "10.0", "amd64"),
    system(Kind::Windows, "Windows Server 2019", "10.0", "amd64"),
    system(Kind::Windows, "Windows 8.1", "6.3", "amd64"),
    system(Kind::Mac, "Mac OS X", "10.15.7", "x86_64"),
    system(Kind::Mac, "Mac OS X", "11.7.10", "x86_64"),
    system(Kind::Mac, "Mac OS X", "12.7.1", "aarch64"),
    system(Kind::Mac, "Mac OS X", "13.6", "x86_64"),
    system(Kind::Mac, "Mac OS X", "15.2", "aarch64"),
    system(Kind::Mac, "Mac OS X", "26.0.1", "aarch64"),
    system(Kind::Unix, "FreeBSD", "14.0-RELEASE", "amd64"),
    system(Kind::Unix, "AIX", "7.2", "ppc64"),
    system(Kind::Unix, "SunOS", "5.11", "sparcv9"),
    system(Kind::Unix, "Linux", "5.15.0-91-generic", "s390x"),
];

/// The hosts with the usual systems have each the lasting releases: numbers that share no divisor pair off. The others have
/// one of the other releases and one of the other systems each.
const OF_USUAL: usize = LASTING * USUAL;
const OTHERS: usize = 15;

/// What a property or a variable may be of which nobody knows what it is for.
const ANYTHING: [Option<&str>; 5] = [None, Some("true"), Some("some text"), Some("7"), Some("")];

/// One of the hosts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host(pub usize);

impl Host {
    /// How many there are.
    pub(super) const COUNT: usize = OF_USUAL + OTHERS;

    const fn java(self) -> &'static Java {
        &JAVAS[if self.0 < OF_USUAL { self.0 % LASTING } else { self.0 - OF_USUAL + LASTING }]
    }

    const fn system(self) -> &'static System {
        &SYSTEMS[if self.0 < OF_USUAL { self.0 % USUAL } else { self.0 - OF_USUAL + USUAL }]
    }

    /// One of three, by its user and maker, whatever its system is.
    fn some<T: Copy>(self, of: [T; 3]) -> T {
        of[(self.0 + self.0 / USUAL) % 3]
    }

    /// The one for its system: for Unix, Windows and Mac OS.
    fn of_kind<T: Copy>(self, of: [T; 3]) -> T {
        of[self.system().kind as usize]
    }

    /// Two names are not told the same everywhere, unless by chance.
    fn anything(self, name: &str) -> Option<String> {
        let sum: usize = name.bytes().map(usize::from).sum();
        let step = 1 + sum % (ANYTHING.len() - 1);
        ANYTHING[(self.0 * step + sum) % ANYTHING.len()].map(str::to_owned)
    }

    fn user(self) -> &'static str {
        self.some(["jane", "root", "Ann Lee"])
    }

    fn home_of_user(self) -> String {
        format!("{}{}", self.of_kind(["/home/", "C:\\Users\\", "/Users/"]), self.user())
    }

    fn home_of_java(self) -> String {
        let above =
            self.of_kind(["/usr/lib/jvm/jdk-", "C:\\Program Files\\Java\\jdk-", "/Library/Java/jdk-"]);
        format!("{above}{}", self.java().version)
    }

    /// The charset that it takes where none is named.
    pub(super) fn encoding(self) -> Encoding {
        self.of_kind([Encoding::Utf8, Encoding::Windows1252, Encoding::Ascii])
    }

    /// What ends a line of text.
    pub(super) fn line_separator(self) -> &'static str {
        self.of_kind(["\n", "\r\n", "\n"])
    }

    /// What stands between the folders of a path, and between the paths of a list.
    pub(super) fn separators(self) -> (char, char) {
        self.of_kind([('/', ':'), ('\\', ';'), ('/', ':')])
    }

    /// A file or a folder below another.
    fn below(self, folder: &str, name: &str) -> String {
        format!("{folder}{}{name}", self.separators().0)
    }

    /// Of properties that depend on the host.
    pub(super) fn property(self, name: &str) -> Option<String> {
        let (Java { feature, version }, system) = (self.java(), self.system());
        let is_8 = *feature == 8;
        let specification = || if is_8 { "1.8".to_owned() } else { feature.to_string() };
        let encoding = || match self.encoding() {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "Cp1252",
            Encoding::Ascii => "US-ASCII",
        };
        let text = match name {
            "java.version" => (*version).to_owned(),
            "java.specification.version" | "java.vm.specification.version" => specification(),
            "java.class.version" => format!("{}.0", feature + 44),
            "java.runtime.version" => format!("{version}{}", if is_8 { "-b08" } else { "+9" }),
            "java.vm.version" if is_8 => "25.392-b08".to_owned(),
            "java.vm.version" => format!("{version}+9"),
            "java.version.date" if *feature < 10 => return None,
            "java.version.date" => self.some(["2023-10-17", "2025-04-15", "2026-03-17"]).to_owned(),
            "java.vendor.version" if *feature < 10 => return None,
            "java.vendor.version" => format!("{}-{version}+9", self.some(["Temurin", "Zulu", "Corretto"])),
            "java.vendor" | "java.vm.vendor" => {
                self.some(["Eclipse Adoptium", "Oracle Corporation", "IBM"]).to_owned()
            }
            "java.vendor.url" | "java.vendor.url.bug" => {
                let urls =
                    ["https://adoptium.net/", "https://java.oracle.com/", "https://www.ibm.com/semeru"];
                self.some(urls).to_owned()
            }
            "java.specification.vendor" | "java.vm.specification.vendor" => {
                self.some(["Oracle Corporation", "Oracle America, Inc.", "Sun Microsystems Inc."]).to_owned()
            }
            "java.specification.name" | "java.vm.specification.name" => {
                let of = if name.contains(".vm.") { "Virtual Machine" } else { "Platform API" };
                format!("Java{} {of} Specification", self.some(["", "(TM)", " SE"]))
            }
            "java.runtime.name" => {
                let names = ["OpenJDK", "Java(TM) SE", "IBM Semeru"];
                format!("{} Runtime Environment", self.some(names))
            }
            "java.vm.name" => {
                let names = ["OpenJDK 64-Bit Server VM", "Java HotSpot(TM) Client VM", "Eclipse OpenJ9 VM"];
                self.some(names).to_owned()
            }
            "java.vm.info" => self.some(["mixed mode, sharing", "mixed mode", "interpreted mode"]).to_owned(),
            "java.home" => self.home_of_java(),
            "java.io.tmpdir" => {
                let folders = ["/tmp", "C:\\Windows\\Temp\\", "/var/folders/x9/T/"];
                self.of_kind(folders).to_owned()
            }
            "java.class.path" => self.of_kind([".", "classes;C:\\lib\\a.jar", "/Users/b/classes"]).to_owned(),
            "java.library.path" => {
                self.of_kind(["/usr/lib64:/lib", "C:\\Windows", "/Library/Java"]).to_owned()
            }
            "sun.boot.library.path" => self.below(&self.home_of_java(), self.of_kind(["lib", "bin", "jli"])),
            "sun.boot.class.path" | "java.endorsed.dirs" | "java.ext.dirs" if !is_8 => return None,
            "sun.boot.class.path" | "java.endorsed.dirs" | "java.ext.dirs" => {
                self.below(&self.home_of_java(), "lib")
            }
            "awt.toolkit" | "java.awt.graphicsenv" | "java.awt.printerjob" if !is_8 => return None,
            "awt.toolkit" => {
                let of = ["X11.XToolkit", "windows.WToolkit", "lwawt.macosx.LWCToolkit"];
                format!("sun.{}", self.of_kind(of))
            }
            "jdk.debug" if is_8 => return None,
            "jdk.debug" => self.some(["release", "slowdebug", "fastdebug"]).to_owned(),
            "os.name" => system.name.to_owned(),
            "os.version" => system.version.to_owned(),
            "os.arch" => system.arch.to_owned(),
            "sun.arch.data.model" => if system.arch == "x86" { "32" } else { "64" }.to_owned(),
            "sun.cpu.endian" => {
                let is_big = ["ppc64", "sparcv9", "s390x"].contains(&system.arch);
                if is_big { "big" } else { "little" }.to_owned()
            }
            "file.separator" => self.separators().0.to_string(),
            "path.separator" => self.separators().1.to_string(),
            "line.separator" => self.line_separator().to_owned(),
            "file.encoding" | "sun.jnu.encoding" => encoding().to_owned(),
            "native.encoding" if *feature < 17 => return None,
            "native.encoding" => encoding().to_owned(),
            "user.name" => self.user().to_owned(),
            "user.home" => self.home_of_user(),
            "user.dir" => self.below(&self.home_of_user(), "work"),
            "user.language" => self.some(["en", "de", "ja"]).to_owned(),
            "user.country" => return self.some([None, Some("DE"), Some("JP")]).map(str::to_owned),
            "user.timezone" => return self.some([Some(""), None, Some("Europe/Berlin")]).map(str::to_owned),
            _ => return self.anything(name),
        };
        Some(text)
    }

    /// Of environment variables that have a name for one.
    pub(super) fn variable(self, name: &str) -> Option<String> {
        let is_windows = self.system().kind == Kind::Windows;
        // Windows minds no case.
        let name = if is_windows { name.to_ascii_uppercase() } else { name.to_owned() };
        let text = match &*name {
            "PATH" => {
                self.of_kind(["/usr/local/bin:/usr/bin:/bin", "C:\\Windows\\system32", "/usr/bin:/bin"])
            }
            "TEMP" | "TMP" if is_windows => "C:\\Temp",
            "SYSTEMROOT" | "WINDIR" if is_windows => "C:\\Windows",
            "OS" if is_windows => "Windows_NT",
            "COMPUTERNAME" if is_windows => self.some(["DESKTOP-4F2A", "BUILD-7", "PC"]),
            "PATHEXT" if is_windows => ".COM;.EXE;.BAT;.CMD",
            "USERNAME" if is_windows => self.user(),
            "USER" | "LOGNAME" if !is_windows => self.user(),
            "USERPROFILE" if is_windows => return Some(self.home_of_user()),
            "HOME" if !is_windows => return Some(self.home_of_user()),
            "PWD" if !is_windows => return Some(self.below(&self.home_of_user(), "work")),
            "SHELL" if !is_windows => self.some(["/bin/bash", "/bin/zsh", "/bin/sh"]),
            _ => return self.anything(&name),
        };
        Some(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn hosts_pair_off_what_is_usual_and_have_all_else_once() {
        let pairs: BTreeSet<_> =
            (0..OF_USUAL).map(|n| (Host(n).java().version, Host(n).system().name)).collect();
        assert_eq!(pairs.len(), OF_USUAL);
        let javas: BTreeSet<_> = (0..Host::COUNT).map(|n| Host(n).java().feature).collect();
        assert!(javas.into_iter().eq(8..=27));
        let systems: BTreeSet<_> =
            (0..Host::COUNT).map(|n| Host(n).system()).map(|s| (s.name, s.version)).collect();
        assert_eq!(systems.len(), SYSTEMS.len());
    }

    #[test]
    fn whatever_depends_on_the_host_is_another_on_some() {
        let own =
            ["java.version", "java.vm.name", "java.ext.dirs", "awt.toolkit", "native.encoding", "os.arch"];
        let of_few =
            ["sun.arch.data.model", "sun.cpu.endian", "user.timezone", "user.dir", "java.awt.headless"];
        let hosts = || (0..Host::COUNT).map(Host);
        for name in SET.into_iter().chain(own).chain(of_few) {
            let told: BTreeSet<_> = hosts().map(|host| host.property(name)).collect();
            assert!(is_told(name) && told.len() > 1, "{name}: {told:?}");
        }
        for name in ["PATH", "HOME", "USERNAME", "Temp", "OF_NOBODY", "npm_config"] {
            let told: BTreeSet<_> = hosts().map(|host| host.variable(name)).collect();
            assert!(is_name_of_variable(name) && told.len() > 1, "{name}: {told:?}");
        }
    }
}
