//! The indices of a program: what a lookup by name or a question about subtypes asks. Built while loading,
//! read-only afterwards but for the caches that are filled at first use.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::class_files::ClassFiles;
use crate::define_id;
use crate::index::IndexVec;
use crate::sema::functions::Function;
use crate::sema::generic::remembered::Signatures;
use crate::sema::identity::Comparisons;
use crate::sema::implementers::Stub;
use crate::sema::lambda::LambdaClasses;
use crate::sema::makers::Makers;
use crate::sema::outside::OutsideType;
use crate::sema::platform::{self, KnownInterface};
use crate::sema::program::{ClassId, FieldId, MethodId, UnitId, Unsupported};
use crate::sema::reached::LookedUp;
use crate::syntax::tree::{Code, Name};

define_id!(/// A package that takes part.
    PackageId, "package");

/// Methods of one name.
pub(super) type Overloads = SmallVec<[MethodId; 4]>;

#[derive(Debug, Default)]
pub(super) struct Tables {
    pub packages: IndexVec<PackageId, Package>,
    pub package_ids: FxHashMap<Name, PackageId>,
    pub units: IndexVec<UnitId, UnitScope>,
    pub classes: IndexVec<ClassId, ClassTable>,
    /// Which member of its class's declaration a field is; enum constants are none.
    pub field_members: IndexVec<FieldId, Option<u32>>,
    /// Which member of its class's declaration a method is.
    pub method_members: IndexVec<MethodId, Option<u32>>,
    /// What is known of the parameters whose types lie outside our world.
    pub outside_parameters: FxHashMap<(MethodId, usize), OutsideType>,
    /// The methods that hold the code of test drivers, by package.
    pub drivers: FxHashMap<Name, MethodId>,
    pub stubs: Vec<Stub>,
    /// What drivers may write as lambdas.
    pub functions: Vec<Function>,
    pub lambdas: LambdaClasses,
    /// Whether code has lambdas that are no classes, since it is outside the subset: of which interfaces nobody knows.
    pub has_unknown_lambdas: bool,
    /// The simple names of the supertypes of classes in code that are refused ([`inner`](crate::sema::inner)).
    pub supertypes_of_unread: BTreeSet<Name>,
    /// The classes of code by the places of their trees ([`inner`](crate::sema::inner)).
    pub classes_in_code: FxHashMap<usize, ClassId>,
    /// The files with a class in code that is refused for want of the type of a local that it captures.
    pub wanting_types: Vec<UnitId>,
    /// The descriptors of compiled methods, as their class files have them.
    pub descriptors: FxHashMap<MethodId, Name>,
    /// Whether code may have objects of compiled classes, so that their code may run.
    pub runs_class_files: bool,
    /// Whether code of the user's is not processed ([`unprocessed`](crate::sema::unprocessed)).
    pub has_unprocessed: OnceLock<bool>,
    /// Its class files, or why there are none.
    pub class_files_of_sources: OnceLock<Result<ClassFiles, String>>,
    /// What holds the folders of the user's packages.
    pub source_root: Option<PathBuf>,
    /// Whether files that are given beside look at fields that they find by texts.
    pub beside_look_at_fields: bool,
    /// Whether two versions of a method are compared in it.
    pub two_versions: bool,
    /// The methods whose code nothing that is read comes to: what it names is not loaded.
    pub unreached: FixedBitSet,
    /// What its code compares by identity that may be a string or a wrapper object.
    pub compared_by_identity: OnceLock<Comparisons>,
    /// Which methods may make such objects.
    pub makers: OnceLock<Makers>,
    /// What its code finds by texts and as members of classes.
    pub looked_up: OnceLock<LookedUp>,
    /// What its declarations say of types, from the end of loading on.
    pub signatures: Signatures,
}

#[derive(Debug)]
pub(super) struct Package {
    pub name: Name,
    /// The top-level classes that are loaded.
    pub classes: FxHashMap<Name, ClassId>,
    /// Whether all classes of the package are known by name, so that another name is certainly wrong.
    pub complete: bool,
}

/// The scope that a file's imports make.
#[derive(Debug)]
pub(super) struct UnitScope {
    pub package: PackageId,
    pub single: FxHashMap<Name, Imported>,
    pub on_demand: Vec<OnDemand>,
    pub static_single: FxHashMap<Name, SmallVec<[Imported; 1]>>,
    pub static_on_demand: Vec<Imported>,
}

/// What the path of an import names.
#[derive(Clone, Debug)]
pub(super) enum Imported {
    /// Not asked for yet.
    Path(Arc<[Name]>),
    Class(ClassId),
    /// A class that is not in our world, by its whole name.
    Outside(Name),
}

/// `import a.b.*;`
#[derive(Clone, Debug)]
pub(super) enum OnDemand {
    Path(Arc<[Name]>),
    Package(PackageId),
    /// The types nested in a class.
    Class(ClassId),
    /// A package that is not in our world.
    Outside(Name),
}

/// A supertype outside our world: what a class inherits from it is not known.
#[derive(Clone, Debug)]
pub(super) struct Opaque {
    pub reason: Unsupported,
    /// The names of all its members that may be inherited; `None` where they are not known.
    pub members: Option<Arc<[Name]>>,
    /// The same for a concrete class, which overrides the abstract methods: those of others.
    pub members_of_concrete: Option<Arc<[Name]>>,
    /// Where it is one of the JDK's, its methods too.
    pub known: Option<KnownInterface>,
}

impl Opaque {
    /// Nothing of it is known.
    pub(super) const fn unknown(reason: Unsupported) -> Self {
        Self { reason, members: None, members_of_concrete: None, known: None }
    }

    /// As a subclass inherits it.
    pub(super) fn inherited(&self, is_concrete: bool) -> Self {
        let members = if is_concrete { &self.members_of_concrete } else { &self.members };
        Self { members: members.clone(), ..self.clone() }
    }

    /// Whether it may hand down something called `name`.
    pub(super) fn may_have(&self, name: &str) -> bool {
        self.members.as_ref().is_none_or(|all| all.iter().any(|m| &**m == name))
    }
}

#[derive(Debug)]
pub(super) struct ClassTable {
    pub package: PackageId,
    /// Declared here.
    pub types: FxHashMap<Name, ClassId>,
    pub fields: FxHashMap<Name, FieldId>,
    pub methods: FxHashMap<Name, Overloads>,
    pub constructors: Overloads,
    /// The bridges that it has besides, which no name in code leads to.
    pub bridges: FxHashMap<Name, Overloads>,
    /// Of an inner class.
    pub outer_instance: Option<FieldId>,
    /// Of a class in code: the locals that it captures.
    pub captured: Vec<(Name, FieldId)>,
    /// Of these the ones that are constant variables if their initialisers are constant.
    pub captured_constants: Vec<(Name, Arc<Code>)>,
    /// The local classes that have names where a class stands in code, the innermost last.
    pub local_types: Vec<(Name, ClassId)>,
    /// How many of the last type variables of a class in code are those of the method around.
    pub hidden_parameters: usize,
    /// Its constructors by those of the superclass that they call.
    pub forwarding: Vec<(MethodId, MethodId)>,
    /// All supertypes and the class itself, sorted.
    pub ancestors: Vec<ClassId>,
    /// Direct subclasses and subinterfaces.
    pub subclasses: Vec<ClassId>,
    /// A class of the library that has all methods of the JDK's.
    pub has_all_methods: bool,
    /// The names of its type parameters.
    pub type_parameters: Vec<Name>,
    /// Its own and its ancestors' supertypes that are outside our world.
    pub opaque: Vec<Opaque>,
    /// The member methods by name, inherited ones included.
    pub members: OnceLock<FxHashMap<Name, Overloads>>,
    /// The classes that are initialised where it is.
    pub initialized: OnceLock<Vec<ClassId>>,
    /// The method that runs on an object of exactly this class, by the method that a call names.
    pub dispatch: OnceLock<FxHashMap<MethodId, MethodId>>,
}

impl ClassTable {
    pub(super) fn new(package: PackageId) -> Self {
        Self {
            package,
            types: FxHashMap::default(),
            fields: FxHashMap::default(),
            methods: FxHashMap::default(),
            constructors: Overloads::new(),
            bridges: FxHashMap::default(),
            ancestors: Vec::new(),
            outer_instance: None,
            captured: Vec::new(),
            captured_constants: Vec::new(),
            local_types: Vec::new(),
            hidden_parameters: 0,
            forwarding: Vec::new(),
            subclasses: Vec::new(),
            has_all_methods: false,
            type_parameters: Vec::new(),
            opaque: Vec::new(),
            members: OnceLock::new(),
            initialized: OnceLock::new(),
            dispatch: OnceLock::new(),
        }
    }
}

impl Tables {
    /// Whether `class` may inherit something called `name` that we cannot see.
    pub(super) fn hidden_member(&self, class: ClassId, name: &str) -> Option<&Unsupported> {
        self.classes[class].opaque.iter().find(|o| o.may_have(name)).map(|o| &o.reason)
    }

    /// As [`Tables::hidden_member`], of fields and nested types. That an unknown supertype gives one the name of a class
    /// of `java.lang` is not expected: `System` is that class.
    pub(super) fn hidden_name(&self, class: ClassId, name: &str) -> Option<&Unsupported> {
        let is_plain = || platform::is_java_lang_class(name);
        let mut opaque = self.classes[class].opaque.iter();
        opaque.find(|o| o.may_have(name) && !(o.members.is_none() && is_plain())).map(|o| &o.reason)
    }
}
