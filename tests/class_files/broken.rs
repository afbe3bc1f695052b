//! Broken input: whatever the bytes, there is a header or an error, and no panic.

use std::fs;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;

use crate::support::jdk::{self, Jdk};

/// Numbers that are the same in every run.
struct Noise(u64);

impl Noise {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

const SOURCE: &str = "
    @FunctionalInterface public interface A<T extends Comparable<? super T> & Runnable> {
        long L = 5; double D = 0.5; String S = \"\\ud800x\";
        record R<U>(java.util.List<? extends U> list, int... more) {}
        enum E { ONE { void f() {} }, TWO; void f() { Runnable r = () -> System.out.println(this); r.run(); } }
        sealed interface I permits J {} final class J implements I {}
        <V> java.util.Map<V, T[]>[] g(java.util.Map.Entry<T, V> e) throws java.io.IOException, IllegalStateException;
    }";

#[test]
fn no_change_of_a_class_file_makes_it_panic() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("no_change_of_a_class_file_makes_it_panic", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("A.java");
    fs::write(&source, SOURCE).unwrap();
    assert!(jdk.javac().arg("-d").arg(folder.path()).arg(&source).status().unwrap().success());
    let class_path = ClassPath::parse(folder.path().to_str().unwrap()).unwrap();
    let (mut noise, mut read, mut refused) = (Noise(1), 0, 0);
    for name in ["A", "A$R", "A$E", "A$I"] {
        let path = folder.path().join(format!("{name}.class"));
        let whole = fs::read(&path).unwrap();
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..=noise.below(3) {
                let at = noise.below(bytes.len());
                bytes[at] = noise.below(256) as u8;
            }
            bytes.truncate(if noise.below(3) == 0 { noise.below(bytes.len()) } else { bytes.len() });
            fs::write(&path, &bytes).unwrap();
            match ClassFiles::open(&class_path, None).unwrap().find(name) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert!(read > 30 && refused > 30, "{read} read, {refused} refused");
}

#[test]
fn no_change_of_an_image_makes_it_panic() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("no_change_of_an_image_makes_it_panic", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::create_dir_all(home.join("lib")).unwrap();
    fs::create_dir_all(home.join("bin")).unwrap();
    for file in ["release", "bin/java", "bin/javac"] {
        fs::copy(jdk.home().join(file), home.join(file)).unwrap();
    }
    let found = JavaHome::at(home).expect("a JDK");
    // An image of one entry, `/java.base/java/lang/Object.class`, and one that tells of a package.
    let image = small_image();
    let mut noise = Noise(2);
    let look = |image: &[u8]| {
        fs::write(home.join("lib/modules"), image).unwrap();
        let files = ClassFiles::open(&ClassPath::default(), Some(&found))?;
        files.all_names();
        files.find("java/lang/Object").map(|found| found.is_some())
    };
    assert!(
        look(&image).unwrap_err().to_string().contains("java/lang/Object.class"),
        "it has no bytes of a class"
    );
    for _ in 0..400 {
        let mut bytes = image.clone();
        for _ in 0..=noise.below(2) {
            let at = noise.below(bytes.len());
            bytes[at] = noise.below(256) as u8;
        }
        bytes.truncate(if noise.below(4) == 0 { noise.below(bytes.len()) } else { bytes.len() });
        _ = look(&bytes);
    }
}

/// An image whose hash is made by the table of redirects alone: each name goes to its own place.
fn small_image() -> Vec<u8> {
    let strings = b"\0java.base\0java/lang\0Object\0class\0packages\0java\0lang\0module-info\0";
    let at = |text: &str| {
        let whole = format!("\0{text}\0");
        strings.windows(whole.len()).position(|w| w == whole.as_bytes()).unwrap() as u8 + 1
    };
    let content = [0, 0, 0, 0, at("java.base"), 0, 0, 0, b'n', b'o'];
    let entry = |module: &str, parent: u8, base: &str, extension: &str, offset: u8, size: u8| {
        vec![8, at(module), 16, parent, 24, at(base), 32, at(extension), 40, offset, 56, size, 0]
    };
    let entries = [
        ("/java.base/java/lang/Object.class", entry("java.base", at("java/lang"), "Object", "class", 8, 2)),
        ("/packages/java.lang", entry("packages", 0, "java", "lang", 0, 8)),
    ];
    let hash = |name: &str, seed: u32| {
        name.bytes().fold(seed, |h, b| h.wrapping_mul(0x0100_0193) ^ u32::from(b)) & 0x7FFF_FFFF
    };
    let slots = entries.each_ref().map(|(name, _)| hash(name, 0x0100_0193) as usize % 7);
    assert_ne!(slots[0], slots[1], "seven slots are enough to keep them apart");
    let (mut redirects, mut offsets, mut locations) = ([0_i32; 7], [0_u32; 7], Vec::<u8>::new());
    for (n, (_, location)) in entries.iter().enumerate() {
        redirects[slots[n]] = -1 - n as i32;
        offsets[n] = locations.len() as u32;
        locations.extend(location);
    }
    let header = [0xCAFE_DADA, 1 << 16, 0, 2, 7, locations.len() as u32, strings.len() as u32];
    let mut image: Vec<u8> = header.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    image.extend(redirects.iter().flat_map(|word| word.to_le_bytes()));
    image.extend(offsets.iter().flat_map(|word| word.to_le_bytes()));
    image.extend(locations);
    image.extend(strings);
    image.extend(content);
    image
}
