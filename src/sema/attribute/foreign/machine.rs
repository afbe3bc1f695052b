//! Initialisers of instance fields that ask for the machine: threads, files, sockets, what the JVM draws by chance. Each run that makes such
//! an object would end there, and so no object of the class could be made, although most of its methods have nothing to do with the
//! field. Left out, it is the field alone that no run can read.
//!
//! Only what always ends a run stands here: what a run can follow for some arguments is left to it.

use crate::sema::calls::called;
use crate::sema::program::{FieldId, MethodId, Program};
use crate::sema::typed_tree::{Body, ExprKind};

/// Constructors and static methods, by class and name.
const OF_THE_MACHINE: &[(&str, &str)] = &[
    ("java.io.File", "<init>"),
    ("java.net.http.HttpClient", "newHttpClient"),
    ("java.security.SecureRandom", "<init>"),
    ("java.util.Timer", "<init>"),
    ("java.util.UUID", "randomUUID"),
    ("java.util.concurrent.Executors", "newCachedThreadPool"),
    ("java.util.concurrent.Executors", "newFixedThreadPool"),
    ("java.util.concurrent.Executors", "newScheduledThreadPool"),
    ("java.util.concurrent.Executors", "newSingleThreadExecutor"),
    ("java.util.concurrent.Executors", "newSingleThreadScheduledExecutor"),
    ("java.util.concurrent.ScheduledThreadPoolExecutor", "<init>"),
    ("java.util.concurrent.ThreadPoolExecutor", "<init>"),
];

/// Whoever gives one makes the threads.
const MAKER_OF_THREADS: &str = "java.util.concurrent.ThreadFactory";

/// Whether each run of this code ends since it asks for the machine.
pub(in crate::sema::attribute) fn asks_the_machine(program: &Program, body: &Body) -> bool {
    let reads = |kind: &ExprKind| matches!(kind, ExprKind::StaticField(field) if is_input(program, *field));
    called(body).into_iter().any(|method| is_of_the_machine(program, method))
        || body.exprs.iter().any(|expr| reads(&expr.kind))
}

fn is_of_the_machine(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    let name = if m.is_constructor() { "<init>" } else { &*m.name };
    let takes_maker = || {
        let mut classes = m.parameters.iter().filter_map(|parameter| parameter.ty.class());
        classes.any(|class| &*program.classes[class].qualified_name == MAKER_OF_THREADS)
    };
    OF_THE_MACHINE.contains(&(&*program.classes[m.class].qualified_name, name)) && !takes_maker()
}

/// `System.in`.
fn is_input(program: &Program, field: FieldId) -> bool {
    let f = &program.fields[field];
    &*f.name == "in" && &*program.classes[f.class].qualified_name == "java.lang.System"
}
