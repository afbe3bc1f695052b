//! What lambdas and method references become (DESIGN §13; JLS 15.27.4, 15.13.3).
//!
//! **The construction.** Each lambda in a source of the program is a class of its own, which [`declare`] puts into the tables in
//! the end of loading: it implements the functional interface, has what the lambda captures as final fields (`this` of the code
//! around, the object that a method reference is bound to, locals), a constructor that sets them, and one method, with the body.
//! The method has the erased types of the interface's method; where the lambda's own types are narrower, its first statements cast,
//! as a bridge does. Evaluating the lambda is `new` of that class.
//!
//! To outside stages there are no lambdas: these are classes, fields and methods like any others, of
//! [`Role::Lambda`](crate::sema::program::Role), inside the class whose code they are. So whoever enumerates the methods, the
//! classes below an interface, or the callers of a private method, sees them. No code names them.
//!
//! **One body, cut apart.** The code of a lambda is attributed as part of the code around it, and the flow rules see it there. Only
//! the finished body is cut ([`lift`]): the enclosing method keeps the creation, and each lambda's part becomes a body of its own
//! ([`Body::lambdas`](crate::sema::typed_tree::Body)), which is the body of the class's method. A patch of the method's code is
//! judged the same way, so that the operators' ids, places and rules are those of the enclosing method.
//!
//! **What is fixed at loading.** Interface and captured variables are those of the original. A mutant whose lambda has another
//! interface, or captures what the original does not, is outside the subset. One that captures less is given what the original is.
//!
//! **Identity.** Java leaves open whether evaluating a lambda twice gives one object or two (15.27.4): where two such objects are
//! compared, a run ends (`exec`), and to proofs `==` of what may be such objects is a function of which nothing is known
//! ([`identity`](crate::sema::identity)).

pub(super) mod declare;
mod free;
pub(super) mod lift;

use rustc_hash::FxHashMap;

use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::typed_tree::{LambdaKey, LocalOrigin};
use crate::sema::types::Ty;

/// What a lambda captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Captured {
    /// The object whose code is around, of this class.
    This(ClassId),
    Local(LocalOrigin, Ty),
}

impl Captured {
    pub(super) const fn ty(self) -> Ty {
        match self {
            Self::This(class) => Ty::Class(class),
            Self::Local(_, ty) => ty,
        }
    }
}

/// The class of one lambda.
#[derive(Clone, Debug)]
pub(super) struct LambdaClass {
    pub class: ClassId,
    pub constructor: MethodId,
    pub method: MethodId,
    pub interface: ClassId,
    pub function: MethodId,
    pub markers: Vec<ClassId>,
    /// With the field of each.
    pub captured: Vec<(Captured, FieldId)>,
}

/// The classes of lambdas, by the method that they stand in and their place there.
pub(super) type LambdaClasses = FxHashMap<(MethodId, LambdaKey), LambdaClass>;
