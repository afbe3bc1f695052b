//! The places where class files are: the entries of a class path in their order, then the JDK's image.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_files::class_path::ClassPath;
use crate::class_files::code::{self, ClassCode};
use crate::class_files::header::{ClassFile, Name};
use crate::class_files::image::Image;
use crate::class_files::jar::Jar;
use crate::class_files::java_home::{JavaHome, LEAST_VERSION};
use crate::class_files::of_sources::{self, ToCompile};
use crate::class_files::read;
use crate::class_files::release::{Earlier, Release};
use crate::class_files::resources;
use crate::class_files::version::Version;

/// What cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassFileError {
    #[error("{} cannot be read: {what}", path.display())]
    Place { path: PathBuf, what: String },
    #[error("{}: {entry} is no class file that can be read: {what}", path.display())]
    Class { path: PathBuf, entry: String, what: String },
    #[error(
        "{}: {entry} is made for Java {release}, and JDK {jdk} runs nothing that is later than its own Java: name a JDK of version \
         {release} or later (--jdk, JATPG_JDK), or a class path that is made for this one",
        path.display()
    )]
    TooNew { path: PathBuf, entry: String, release: u32, jdk: String },
    #[error(
        "{}: {entry} is made with preview features of Java {release}, which no JVM runs unless it is told to: compile it without \
         --enable-preview",
        path.display()
    )]
    Preview { path: PathBuf, entry: String, release: u32 },
}

impl ClassFileError {
    /// The folder, jar or image that it is about.
    pub fn place(&self) -> &Path {
        let (Self::Place { path, .. }
        | Self::Class { path, .. }
        | Self::TooNew { path, .. }
        | Self::Preview { path, .. }) = self;
        path
    }

    /// The class file that it is about, where it is about one.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::Place { .. } => None,
            Self::Class { entry, .. } | Self::TooNew { entry, .. } | Self::Preview { entry, .. } => {
                Some(entry)
            }
        }
    }
}

/// Class files by name, read when they are asked for.
#[derive(Debug)]
pub struct ClassFiles {
    places: Vec<Place>,
    jdk: Option<JavaHome>,
    /// What is compiled for, where it is not the JDK's own release.
    release: Option<Release>,
    /// What was asked for, and is there.
    read: Mutex<FxHashMap<Name, Arc<FoundClass>>>,
}

/// A class with the place that has it.
#[derive(Debug)]
pub struct FoundClass {
    pub class: ClassFile,
    pub place: PathBuf,
    /// Whether it is one of the JDK's own.
    pub is_of_jdk: bool,
    /// Whether its module exports its package to all: code of others may name it. Classes of a class path are in no module.
    pub is_exported: bool,
}

#[derive(Debug)]
struct Place {
    path: PathBuf,
    store: Store,
    /// Once it was asked for.
    checksum: OnceLock<Option<u32>>,
}

#[derive(Debug)]
enum Store {
    Folder,
    Jar(Jar),
    Jdk(Jdk),
    Sources(of_sources::Compiled),
}

#[derive(Debug)]
struct Jdk {
    image: Image,
    /// By package (`java.util`).
    packages: Mutex<FxHashMap<String, Option<Module>>>,
    /// By module: the packages (`java/util`) that it exports to all.
    exports: Mutex<FxHashMap<String, Arc<FxHashSet<Name>>>>,
}

/// The module of a package.
#[derive(Clone, Debug)]
struct Module {
    name: Arc<str>,
    /// Whether it exports the package to all.
    is_exported: bool,
}

impl ClassFiles {
    /// Opens what the class path names, and the image of a JDK.
    pub fn open(class_path: &ClassPath, jdk: Option<&JavaHome>) -> Result<Self, ClassFileError> {
        let version = jdk.map_or(LEAST_VERSION, JavaHome::feature);
        let mut places = opened(class_path, version)?;
        // A JDK that was built and not yet installed has no image.
        if let Some(path) = jdk.map(JavaHome::image).filter(|path| path.exists()) {
            let error = |e: io::Error| ClassFileError::Place { path: path.clone(), what: e.to_string() };
            let image = Image::open(&path).map_err(error)?;
            let jdk = Jdk { image, packages: Mutex::default(), exports: Mutex::default() };
            places.push(Place::new(path, Store::Jdk(jdk)));
        }
        let release = jdk.and_then(|jdk| Some((jdk.symbols(), jdk.release()?)));
        let release = release.map(|(path, number)| {
            Release::open(&path, number).map_err(|what| ClassFileError::Place { path, what })
        });
        Ok(Self { places, jdk: jdk.cloned(), release: release.transpose()?, read: Mutex::default() })
    }

    /// The class files of these sources alone, or why there are none.
    pub fn of_sources(&self, sources: &[ToCompile<'_>], source_path: Option<&Path>) -> Result<Self, String> {
        let jdk = self.jdk.as_ref().ok_or("there is no JDK to compile its source")?;
        let is_named = |place: &&Place| matches!(place.store, Store::Folder | Store::Jar(_));
        let class_path: Vec<&Path> = self.places.iter().filter(is_named).map(|place| &*place.path).collect();
        let compiled = of_sources::compile(jdk, &class_path, source_path, sources)?;
        let place = Place::new(PathBuf::from(COMPILED), Store::Sources(compiled));
        Ok(Self { places: vec![place], jdk: None, release: None, read: Mutex::default() })
    }

    /// Whether a JDK's image is one of the places.
    pub fn has_jdk(&self) -> bool {
        self.places.iter().any(|place| matches!(place.store, Store::Jdk(_)))
    }

    /// The version of the JDK whose image is one of the places: `17.0.15`.
    pub fn jdk_version(&self) -> Option<&str> {
        self.jdk.as_ref().filter(|_| self.has_jdk()).map(|jdk| &*jdk.version)
    }

    /// The release that is compiled for, where it is not the JDK's own.
    pub fn release(&self) -> Option<u32> {
        self.jdk.as_ref().and_then(JavaHome::release)
    }

    /// What that release had of a class that was found; of what is not the JDK's it says nothing.
    pub fn earlier(&self, found: &FoundClass) -> Result<Earlier, ClassFileError> {
        let Some(release) = self.release.as_ref().filter(|_| found.is_of_jdk) else {
            return Ok(Earlier::All);
        };
        let name = &found.class.name;
        release.class(name).map_err(|what| ClassFileError::Class {
            path: self.jdk.as_ref().map_or_else(PathBuf::new, JavaHome::symbols),
            entry: format!("{name}.sig"),
            what,
        })
    }

    /// The entries of the class path, each with a checksum of the classes that it has.
    pub fn class_path(&self) -> impl Iterator<Item = (&Path, u32)> {
        self.places.iter().filter_map(|place| Some((&*place.path, place.checksum()?)))
    }

    /// Whether there is a class path, so that what is not on it is not there.
    pub fn has_class_path(&self) -> bool {
        self.places.iter().any(|place| matches!(place.store, Store::Folder | Store::Jar(_)))
    }

    /// Whether there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether one of the places has the package `java.util`, by a folder or a class in it.
    pub fn has_package(&self, package: &str) -> Result<bool, ClassFileError> {
        let path = package.replace('.', "/");
        for place in &self.places {
            let has = match &place.store {
                Store::Folder => place.path.join(&path).is_dir(),
                Store::Jar(jar) => jar.has_package(&path),
                Store::Jdk(jdk) => jdk.package(package).map_err(|what| place.error(what))?.is_some(),
                Store::Sources(compiled) => compiled.keys().any(|name| is_in(name, &path)),
            };
            if has {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The class `java/util/Map`, of the first place that has it.
    pub fn find(&self, name: &str) -> Result<Option<Arc<FoundClass>>, ClassFileError> {
        if let Some(found) = self.lock().get(name) {
            return Ok(Some(found.clone()));
        }
        for place in &self.places {
            if let Some(found) = place.class(name, self.jdk.as_ref())? {
                let found = Arc::new(found);
                self.lock().insert(name.into(), found.clone());
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What each place of the class path has under the name of a resource; none but these.
    pub(super) fn resources(&self, name: &str) -> impl Iterator<Item = Result<Option<Vec<u8>>, String>> {
        self.places.iter().map(move |place| match &place.store {
            Store::Folder => resources::in_folder(&place.path, name).map_err(|error| error.to_string()),
            Store::Jar(jar) => jar.resource(name),
            Store::Jdk(_) | Store::Sources(_) => Ok(None),
        })
    }

    /// Whether the class was found here.
    pub fn has(&self, found: &FoundClass) -> bool {
        self.places.iter().any(|place| place.path == found.place)
    }

    /// The code of a class that was found.
    pub fn code(&self, found: &FoundClass) -> Result<ClassCode, ClassFileError> {
        let name = &found.class.name;
        let Some(place) = self.places.iter().find(|place| place.path == found.place) else {
            let what = "its place is gone".to_owned();
            return Err(ClassFileError::Place { path: found.place.clone(), what });
        };
        let (bytes, _) = place.bytes(name)?.ok_or_else(|| place.broken(name, "it is gone".to_owned()))?;
        code::class_code(&bytes).map_err(|what| place.broken(name, what))
    }

    /// The line of the source at which the first code of a class stands, where its class file tells lines.
    pub fn first_line(&self, found: &FoundClass) -> Option<u32> {
        let place = self.places.iter().find(|place| place.path == found.place)?;
        let (bytes, _) = place.bytes(&found.class.name).ok()??;
        code::first_line(&bytes).ok()?
    }

    /// The names of all classes that the JDK's image and the jars have, in the order of the places: for tests that read
    /// them all.
    pub fn all_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for place in &self.places {
            match &place.store {
                Store::Folder => {}
                Store::Sources(compiled) => {
                    let mut own: Vec<String> = compiled.keys().map(|name| name.to_string()).collect();
                    own.sort();
                    names.extend(own);
                }
                Store::Jar(jar) => names.extend(jar.names().into_iter().map(str::to_owned)),
                Store::Jdk(jdk) => names.extend(jdk.class_names()),
            }
        }
        names
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<Name, Arc<FoundClass>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entries of a class path, each followed by what its manifest names, and all that once: the order of the JVM. What only a
/// manifest names, and nobody can read, the JVM passes over.
fn opened(class_path: &ClassPath, version: u32) -> Result<Vec<Place>, ClassFileError> {
    let mut pending: Vec<(PathBuf, bool)> =
        class_path.entries().iter().rev().map(|path| (path.clone(), true)).collect();
    let (mut known, mut places) = (FxHashSet::default(), Vec::new());
    while let Some((path, is_asked_for)) = pending.pop() {
        if !known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            continue;
        }
        match Store::open(&path, version) {
            Ok(store) => {
                pending.extend(store.named().iter().rev().map(|path| (path.clone(), false)));
                places.push(Place::new(path, store));
            }
            Err(what) if is_asked_for => return Err(ClassFileError::Place { path, what }),
            Err(_) => {}
        }
    }
    Ok(places)
}

impl Store {
    /// An entry of a class path.
    fn open(path: &Path, version: u32) -> Result<Self, String> {
        if path.is_dir() { Ok(Self::Folder) } else { Jar::open(path, version).map(Self::Jar) }
    }

    /// What it adds to the class path behind itself.
    fn named(&self) -> &[PathBuf] {
        match self {
            Self::Jar(jar) => jar.class_path(),
            Self::Folder | Self::Jdk(_) | Self::Sources(_) => &[],
        }
    }
}

impl Place {
    const fn new(path: PathBuf, store: Store) -> Self {
        Self { path, store, checksum: OnceLock::new() }
    }

    /// Of the classes of an entry of the class path.
    fn checksum(&self) -> Option<u32> {
        let checksums = || match &self.store {
            Store::Folder => Some(folder_checksums(&self.path)),
            Store::Jar(jar) => Some(jar.checksums()),
            Store::Jdk(_) | Store::Sources(_) => None,
        };
        let whole = || {
            let mut classes = checksums()?;
            classes.sort_unstable();
            let mut all = crc32fast::Hasher::new();
            for (name, checksum) in classes {
                all.update(name.as_bytes());
                all.update(&checksum.to_be_bytes());
            }
            Some(all.finalize())
        };
        *self.checksum.get_or_init(whole)
    }

    fn error(&self, what: String) -> ClassFileError {
        ClassFileError::Place { path: self.path.clone(), what }
    }

    fn broken(&self, name: &str, what: String) -> ClassFileError {
        ClassFileError::Class { path: self.path.clone(), entry: format!("{name}.class"), what }
    }

    /// An error of a class file that the JVM of the JDK refuses. (What is no class file says so when it is read.)
    fn check_version(&self, name: &str, bytes: &[u8], jdk: &JavaHome) -> Result<(), ClassFileError> {
        let Some(Version { release, has_previews }) = Version::of(bytes) else { return Ok(()) };
        let (path, entry) = (self.path.clone(), format!("{name}.class"));
        if release > jdk.feature() {
            return Err(ClassFileError::TooNew { path, entry, release, jdk: jdk.version.clone() });
        }
        // The JDK may have such classes of its own.
        if has_previews && !matches!(self.store, Store::Jdk(_)) {
            return Err(ClassFileError::Preview { path, entry, release });
        }
        Ok(())
    }

    /// The bytes of a class, and whether code of others may name it.
    fn bytes(&self, name: &str) -> Result<Option<(Vec<u8>, bool)>, ClassFileError> {
        let broken = |what: String| self.broken(name, what);
        let mut is_exported = true;
        let bytes = match &self.store {
            Store::Folder => class_in_folder(&self.path, name).map_err(|e| broken(e.to_string()))?,
            Store::Jar(jar) => jar.class(name).transpose().map_err(broken)?,
            Store::Sources(compiled) => compiled.get(name).cloned(),
            Store::Jdk(jdk) => {
                let package = name.rsplit_once('/').map_or("", |(package, _)| package).replace('/', ".");
                let Some(module) = jdk.package(&package).map_err(|what| self.error(what))? else {
                    return Ok(None);
                };
                is_exported = module.is_exported;
                jdk.image
                    .content(&format!("/{}/{name}.class", module.name))
                    .map_err(|e| broken(e.to_string()))?
            }
        };
        Ok(bytes.map(|bytes| (bytes, is_exported)))
    }

    /// A class that the JDK, where there is one, runs.
    fn class(&self, name: &str, jdk: Option<&JavaHome>) -> Result<Option<FoundClass>, ClassFileError> {
        let broken = |what: String| self.broken(name, what);
        let Some((bytes, is_exported)) = self.bytes(name)? else { return Ok(None) };
        jdk.map_or(Ok(()), |jdk| self.check_version(name, &bytes, jdk))?;
        let class = read::class_file(&bytes).map_err(broken)?;
        if &*class.name != name {
            // A system whose file names have no case gives `string.class` for `String.class`.
            if class.name.eq_ignore_ascii_case(name) {
                return Ok(None);
            }
            return Err(broken(format!("it has the class {}", class.name)));
        }
        let is_of_jdk = matches!(self.store, Store::Jdk(_));
        Ok(Some(FoundClass { class, place: self.path.clone(), is_of_jdk, is_exported }))
    }
}

/// Those of the classes in a folder and below it. What cannot be read is not found there, either.
fn folder_checksums(folder: &Path) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    while let Some((path, package)) = pending.pop() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let whole = format!("{package}{name}");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                pending.push((entry.path(), format!("{whole}/")));
            } else if let Some(class) = whole.strip_suffix(".class")
                && let Ok(bytes) = std::fs::read(entry.path())
            {
                found.push((class.to_owned(), crc32fast::hash(&bytes)));
            }
        }
    }
    found
}

/// How the place of classes that were compiled from sources is called.
const COMPILED: &str = "the classes of the sources";

/// Whether a class (`java/util/Map`) is of a package (`java/util`), or of one below it.
fn is_in(class: &str, package: &str) -> bool {
    class.strip_prefix(package).is_some_and(|rest| rest.starts_with('/'))
}

fn class_in_folder(folder: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    // No name leads out of the folder.
    if name.split('/').any(|part| part.is_empty() || part.starts_with('.') || part.contains('\\')) {
        return Ok(None);
    }
    match std::fs::read(folder.join(format!("{name}.class"))) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}

impl Jdk {
    /// The module of a package (`java.util`).
    fn package(&self, package: &str) -> Result<Option<Module>, String> {
        let mut packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = packages.get(package) {
            return Ok(known.clone());
        }
        let found = match self.image.module_of(package).map_err(|e| e.to_string())? {
            Some(name) => {
                let is_exported = self.exports(&name)?.contains(&*package.replace('.', "/"));
                Some(Module { name: name.into(), is_exported })
            }
            None => None,
        };
        packages.insert(package.to_owned(), found.clone());
        Ok(found)
    }

    fn exports(&self, module: &str) -> Result<Arc<FxHashSet<Name>>, String> {
        let mut exports = self.exports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = exports.get(module) {
            return Ok(known.clone());
        }
        let entry = format!("/{module}/module-info.class");
        let bytes = self.image.content(&entry).map_err(|e| e.to_string())?;
        let packages = match bytes {
            // Modules of the incubator are there only for who asks for them.
            Some(bytes) if !module.starts_with("jdk.incubator.") => {
                read::exported_packages(&bytes).map_err(|what| format!("{entry}: {what}"))?
            }
            _ => Vec::new(),
        };
        let found: Arc<FxHashSet<Name>> = Arc::new(packages.into_iter().collect());
        exports.insert(module.to_owned(), found.clone());
        Ok(found)
    }

    /// `java/util/Map`, for all classes of all modules.
    fn class_names(&self) -> Vec<String> {
        let class = |name: String| {
            let (_, name) = name.strip_prefix('/')?.strip_suffix(".class")?.split_once('/')?;
            (name != "module-info").then(|| name.to_owned())
        };
        let mut names: Vec<String> = self.image.names().filter_map(class).collect();
        names.sort();
        names
    }
}
