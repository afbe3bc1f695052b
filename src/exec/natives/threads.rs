//! Threads: the one that runs, and objects for others, which no run starts. Of these a run knows what is set here; the rest the
//! JVM tells, so that a read of it ends the run (`exec::compiled::untold`).

use super::arguments::{Outcome, depends, impure, object, pure};
use super::jdk::{jdk_class, set_field};
use super::resources::loader_of_class_path;
use crate::exec::compiled::{CURRENT_THREAD, THREAD};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::natives::jdk::{environment, no, nothing};
use crate::exec::slot::{Reference, Slot};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.Thread.registerNatives()", nothing),
    impure("java.lang.Thread.currentThread()", current_thread),
    impure("java.lang.Thread.setName(String)", set_name),
    impure("java.lang.Thread.getContextClassLoader()", context_loader),
    impure("java.lang.Thread.setContextClassLoader(ClassLoader)", environment),
    impure("java.lang.Thread.setUncaughtExceptionHandler(Thread.UncaughtExceptionHandler)", set_handler),
    impure("java.lang.Thread.<init>()", |c, a| make(c, a, Parts { target: None, name: None })),
    impure("java.lang.Thread.<init>(Runnable)", |c, a| make(c, a, Parts { target: Some(a[1]), name: None })),
    impure("java.lang.Thread.<init>(String)", |c, a| make(c, a, Parts { target: None, name: Some(a[1]) })),
    impure("java.lang.Thread.<init>(Runnable,String)", |c, a| {
        make(c, a, Parts { target: Some(a[1]), name: Some(a[2]) })
    }),
    impure("java.lang.Thread.<init>(ThreadGroup,Runnable)", |c, a| {
        make_in_group(c, a, Parts { target: Some(a[2]), name: None })
    }),
    impure("java.lang.Thread.<init>(ThreadGroup,String)", |c, a| {
        make_in_group(c, a, Parts { target: None, name: Some(a[2]) })
    }),
    impure("java.lang.Thread.<init>(ThreadGroup,Runnable,String)", |c, a| {
        make_in_group(c, a, Parts { target: Some(a[2]), name: Some(a[3]) })
    }),
    impure("java.lang.Thread.<init>(ThreadGroup,Runnable,String,long)", |c, a| {
        make_in_group(c, a, Parts { target: Some(a[2]), name: Some(a[3]) })
    }),
    impure("java.lang.Thread.start()", start),
    impure("java.lang.Thread.start(ThreadContainer)", start),
    impure("java.lang.ThreadBuilders.newVirtualThread(Executor,String,int,Runnable)", start),
    impure("java.lang.Thread.getId()", environment),
    impure("java.lang.Thread.threadId()", environment),
    // To interrupt a thread ends the run.
    impure("java.lang.Thread.interrupted()", no),
    impure("java.lang.Thread.isInterrupted()", no),
    pure("java.lang.Thread.isVirtual()", no),
    impure("java.lang.Thread.toString()", environment),
    // What makes threads, or has one: nothing of it is there, and whatever asks it for more ends the run (`exec::compiled::untold`).
    impure("java.util.concurrent.Executors.DefaultThreadFactory.<init>()", nothing),
    impure(
        "java.util.concurrent.Executors.AutoShutdownDelegatedExecutorService.<init>(ExecutorService)",
        |c, a| {
            let of = ("java/util/concurrent/Executors$DelegatedExecutorService", "e");
            set_field(c, a[0].reference(), of, a[1])?;
            Ok(Slot::ZERO)
        },
    ),
    impure("java.util.Timer.<init>()", nothing),
    impure("java.util.Timer.<init>(boolean)", nothing),
    impure("java.util.Timer.<init>(String)", named),
    impure("java.util.Timer.<init>(String,boolean)", named),
];

/// A name is not null.
fn named(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    object(context, arguments[1])?;
    Ok(Slot::ZERO)
}

/// Where newer JDKs keep what a thread runs and how.
const HOLDER: &str = "java/lang/Thread$FieldHolder";

/// A thread that has been started and waits for nothing, as the JVM says it (`jdk.internal.misc.VM.toThreadState`).
const RUNNABLE: i32 = 5;

/// The thread that runs: nothing but its identity is asked for.
fn current_thread(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let known = context.statics.get(CURRENT_THREAD);
    if !known.reference().is_null() {
        return Ok(known);
    }
    let class = jdk_class(context, THREAD)?;
    let thread = context.allocate(class)?;
    // Newer JDKs keep it in what this one has not.
    if jdk_class(context, HOLDER).is_err() {
        set_field(context, thread, (THREAD, "threadStatus"), RUNNABLE.into())?;
    }
    context.statics.set(CURRENT_THREAD, thread.into());
    Ok(thread.into())
}

/// What of the thread that runs is set stays so for the tests behind it.
fn set_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = object(context, arguments[1])?;
    set_of_other(context, arguments[0], "name", name.into())
}

fn set_handler(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    set_of_other(context, arguments[0], "uncaughtExceptionHandler", arguments[1])
}

fn set_of_other(context: &mut NativeContext<'_>, thread: Slot, field: &str, value: Slot) -> Outcome {
    let thread = object(context, thread)?;
    if Slot::from(thread) == context.statics.get(CURRENT_THREAD) {
        return Err(depends());
    }
    set_field(context, thread, (THREAD, field), value)?;
    Ok(Slot::ZERO)
}

/// Tests run in a thread whose loader is that of the class path; what another has, who makes it decides.
fn context_loader(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let thread = object(context, arguments[0])?;
    if Slot::from(thread) != context.statics.get(CURRENT_THREAD) {
        return Err(depends());
    }
    loader_of_class_path(context)
}

/// What a thread is made of; one without a name has a number from the JVM.
struct Parts {
    target: Option<Slot>,
    name: Option<Slot>,
}

fn make(context: &mut NativeContext<'_>, arguments: &[Slot], parts: Parts) -> Outcome {
    let thread = object(context, arguments[0])?;
    if let Some(name) = parts.name {
        let name = object(context, name)?;
        set_field(context, thread, (THREAD, "name"), name.into())?;
    }
    let holder = holder(context, thread)?;
    if let Some(target) = parts.target {
        let place = if holder == thread { (THREAD, "target") } else { (HOLDER, "task") };
        set_field(context, holder, place, target)?;
    }
    Ok(Slot::ZERO)
}

/// Without a group it is the one of the thread that runs; and no run has others.
fn make_in_group(context: &mut NativeContext<'_>, arguments: &[Slot], parts: Parts) -> Outcome {
    match arguments[1].reference().is_null() {
        true => make(context, arguments, parts),
        false => Err(depends()),
    }
}

fn holder(context: &mut NativeContext<'_>, thread: Reference) -> Result<Reference, Abrupt> {
    let Ok(class) = jdk_class(context, HOLDER) else { return Ok(thread) };
    let holder = context.allocate(class)?;
    set_field(context, thread, (THREAD, "holder"), holder.into())?;
    Ok(holder)
}

fn start(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("a thread that the program starts"))
}
