//! The typed tree of tricky expressions, written as an s-expression with types: promotions, conversions and
//! constants where they are inserted.

use std::fmt::Write as _;
use std::path::PathBuf;

use jatpg::jvm::value::Primitive;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::sema::typed_tree::{Body, Constant, Conversion, ExprId, ExprKind, StmtKind};
use jatpg::sema::types::Ty;
use jatpg::syntax::source::SourceFile;

const CLASS: &str = "
    int f; static long g; byte b; char ch; short sh; Integer boxed; Object o; String s; int[] a; boolean c;
    static final int K = 3; final int k = 4;
    int m(long x) { return 1; } int v(int first, Object... rest) { return 1; }
    <T>
";

/// The typed form of `expr`, assigned to a variable of type `ty`.
fn typed(ty: &str, expr: &str) -> String {
    let members = CLASS.replace("<T>", &format!("{ty} test() {{ {ty} result = {expr}; return result; }}"));
    let file = SourceFile::new(PathBuf::from("A.java"), format!("class A {{ {members} }}"));
    let program = Program::load(vec![file], &LoadOptions::default()).expect("the class is valid");
    let errors = program.check();
    assert!(errors.is_empty(), "{expr}: {}", errors[0]);
    let (id, _) = program.methods.iter_enumerated().find(|(_, m)| &*m.name == "test").expect("the method");
    let BodyState::Typed(body) = program.body(id) else { panic!("{expr}: {:?}", program.body(id)) };
    let StmtKind::Block(list) = &body.stmts[body.root].kind else { panic!("a block") };
    let StmtKind::Locals(locals) = &body.stmts[list[0]].kind else { panic!("a declaration") };
    let mut text = String::new();
    write(&program, body, locals[0].1.expect("a value"), &mut text);
    text
}

fn write(program: &Program, body: &Body, id: ExprId, out: &mut String) {
    let expr = &body.exprs[id];
    if let Some(constant) = &expr.constant {
        let _ = write!(out, "{}", constant_text(constant));
        return;
    }
    let head = match &expr.kind {
        ExprKind::Literal | ExprKind::Null => "null".to_owned(),
        ExprKind::Local(local) => body.locals[*local].name.to_string(),
        ExprKind::This => "this".to_owned(),
        ExprKind::StaticField(field) | ExprKind::Field { field, .. } => {
            program.fields[*field].name.to_string()
        }
        ExprKind::ArrayLength(_) => "length".to_owned(),
        ExprKind::Index { .. } => "[]".to_owned(),
        ExprKind::Unary { op, .. } => op.symbol().to_owned(),
        ExprKind::Binary { op, .. } => op.symbol().to_owned(),
        ExprKind::And { .. } => "&&".to_owned(),
        ExprKind::Or { .. } => "||".to_owned(),
        ExprKind::Concat { .. } => "concat".to_owned(),
        ExprKind::Convert { conversion, .. } => conversion_text(*conversion).to_owned(),
        ExprKind::InstanceOf { ty, .. } => format!("instanceof {}", program.simple_type_name(*ty)),
        ExprKind::Assign { .. } => "=".to_owned(),
        ExprKind::CompoundAssign { op, operation, .. } => format!("{op}=:{operation}"),
        ExprKind::ConcatAssign { .. } => "concat=".to_owned(),
        ExprKind::IncDec { op, .. } => op.symbol().to_owned(),
        ExprKind::Conditional { .. } => "?".to_owned(),
        ExprKind::Call(call) => program.methods[call.method].name.to_string(),
        ExprKind::New { class, .. } => format!("new {}", program.classes[*class].name),
        ExprKind::NewArray { .. } => "new[]".to_owned(),
        ExprKind::ArrayLiteral { .. } => "array".to_owned(),
        ExprKind::Switch(_) => "switch".to_owned(),
        ExprKind::ClassLiteral(_) => "class".to_owned(),
    };
    let mut operands = Vec::new();
    expr.each_operand(|operand| operands.push(operand));
    if matches!(expr.kind, ExprKind::Field { .. }) {
        operands.clear();
    }
    if operands.is_empty() {
        let _ = write!(out, "{head}:{}", program.simple_type_name(expr.ty));
        return;
    }
    let _ = write!(out, "({head}:{}", program.simple_type_name(expr.ty));
    for operand in operands {
        out.push(' ');
        write(program, body, operand, out);
    }
    if let ExprKind::Switch(switch) = &expr.kind {
        for group in &switch.groups {
            for &stmt in &group.body {
                if let StmtKind::Yield { value, .. } = body.stmts[stmt].kind {
                    out.push(' ');
                    write(program, body, value, out);
                }
            }
        }
    }
    out.push(')');
}

fn conversion_text(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::Primitive => "prim",
        Conversion::Box => "box",
        Conversion::Unbox => "unbox",
        Conversion::Widen => "widen",
        Conversion::CheckedCast => "cast",
    }
}

fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Primitive(Primitive::Char(unit)) => format!("{unit}c"),
        Constant::Primitive(Primitive::Byte(v)) => format!("{v}b"),
        Constant::Primitive(Primitive::Short(v)) => format!("{v}s"),
        Constant::Primitive(Primitive::Int(v)) => format!("{v}"),
        Constant::Primitive(Primitive::Long(v)) => format!("{v}L"),
        Constant::Primitive(Primitive::Float(v)) => format!("{v:?}f"),
        Constant::Primitive(Primitive::Double(v)) => format!("{v:?}d"),
        Constant::Primitive(Primitive::Boolean(v)) => format!("{v}"),
        Constant::String(text) => format!("{text:?}"),
    }
}

#[test]
fn every_implicit_step_stands_where_java_takes_it() {
    let cases = [
        ("long", "f + g", "(+:long (prim:long f:int) g:long)"),
        ("int", "b + ch", "(+:int (prim:int b:byte) (prim:int ch:char))"),
        ("long", "g << f", "(<<:long g:long f:int)"),
        ("int", "b << g", "(<<:int (prim:int b:byte) g:long)"),
        ("double", "f", "(prim:double f:int)"),
        ("Object", "f", "(widen:Object (box:Integer f:int))"),
        ("long", "boxed", "(prim:long (unbox:int boxed:Integer))"),
        ("boolean", "boxed == f", "(==:boolean (unbox:int boxed:Integer) f:int)"),
        ("boolean", "boxed == boxed", "(==:boolean boxed:Integer boxed:Integer)"),
        ("byte", "K", "3b"),
        ("byte", "k", "4b"),
        ("Byte", "K", "(box:Byte 3b)"),
        ("int", "this.k", "k:int"),
        ("String", "\"a\" + K + 'b' + 1.0 + null", "(concat:String \"a3b1.0\" null:<null>)"),
        ("String", "s + f", "(concat:String s:String f:int)"),
        ("char", "true ? 'a' : 0", "97c"),
        ("char", "c ? ch : 0", "(?:char c:boolean ch:char 0c)"),
        ("int", "c ? ch : f", "(?:int c:boolean (prim:int ch:char) f:int)"),
        (
            "int",
            "c ? f : null",
            "(unbox:int (?:Integer c:boolean (box:Integer f:int) (widen:Integer null:<null>)))",
        ),
        (
            "Object",
            "c ? f : s",
            "(?:Object c:boolean (widen:Object (box:Integer f:int)) (widen:Object s:String))",
        ),
        ("Object", "c ? f : g", "(widen:Object (box:Long (?:long c:boolean (prim:long f:int) g:long)))"),
        ("byte", "switch (f) { case 1 -> 1; default -> b; }", "(switch:byte f:int 1b b:byte)"),
        ("long", "(f += g)", "(prim:long (+=:long:int f:int g:long))"),
        ("int", "b <<= g", "(prim:int (<<=:int:byte b:byte g:long))"),
        ("byte", "b += 1.5", "(+=:double:byte b:byte 1.5d)"),
        ("Integer", "boxed += 1", "(+=:int:Integer boxed:Integer 1)"),
        ("int", "m(f)", "(m:int this:A (prim:long f:int))"),
        (
            "int",
            "v(1, f, \"x\")",
            "(v:int this:A 1 (array:Object[] (widen:Object (box:Integer f:int)) (widen:Object \"x\")))",
        ),
        ("int", "v(1, (Object[]) null)", "(v:int this:A 1 (widen:Object[] null:<null>))"),
        ("int[]", "a.clone()", "(clone:int[] a:int[])"),
        ("int", "(int) o", "(unbox:int (cast:Integer o:Object))"),
        ("int", "-2147483648", "-2147483648"),
        ("int", "a[b]", "([]:int a:int[] (prim:int b:byte))"),
        (
            "boolean",
            "!c && boxed > 1L",
            "(&&:boolean (!:boolean c:boolean) (>:boolean (prim:long (unbox:int boxed:Integer)) 1L))",
        ),
        ("int", "1 / 0", "(/:int 1 0)"),
        ("int", "~sh", "(~:int (prim:int sh:short))"),
        ("char", "ch++", "(++:char ch:char)"),
        ("Object[]", "new String[f][]", "(widen:Object[] (new[]:String[][] f:int))"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(ty, expr, expected)| {
            let found = typed(ty, expr);
            (found != *expected).then(|| format!("{ty} = {expr}\n    {found}\n    {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "found, then expected:\n{}", wrong.join("\n"));
}

#[test]
fn nesting_as_deep_as_a_tree_may_be_is_attributed_on_the_stack_that_there_is() {
    let depth = 900;
    let cases = [
        format!("int x = {}1{};", "(".repeat(depth), ")".repeat(depth)),
        format!("int x = {}1;", "- ".repeat(depth)),
        format!("int x = 1{};", " + 1".repeat(3_500)),
        format!("int x = 0; x = 1{};", " + x".repeat(3_500)),
        format!("String x = \"a\"{};", " + 'b'".repeat(3_500)),
        format!("int x = {}1{};", "true ? 1 : (".repeat(depth), ")".repeat(depth)),
        format!("boolean x = true; x = {}x{};", "x && (".repeat(depth), ")".repeat(depth)),
        format!("{}int x = 1;{}", "{".repeat(depth), "}".repeat(depth)),
        format!("boolean c = true; {} ;", "if (c) ; else ".repeat(depth)),
        format!("int x = 9, y; {} y = --x;", "while (x > 0) ".repeat(300)),
        format!("StringBuilder x = new StringBuilder(); x{};", ".append(1)".repeat(depth)),
        format!("int x = {}1{};", "Math.abs(".repeat(depth), ")".repeat(depth)),
        format!("Object o = 1; {} ;", "if (!(o instanceof String s)) ".repeat(depth)),
    ];
    for (n, code) in cases.iter().enumerate() {
        let text = format!("class A {{ void test() {{ {code} }} }}");
        let file = SourceFile::new(PathBuf::from("A.java"), text);
        let program = Program::load(vec![file], &LoadOptions::default()).expect("the class is valid");
        assert!(program.check().is_empty(), "case {n}: {}", program.check()[0].message);
        let (id, _) =
            program.methods.iter_enumerated().find(|(_, m)| &*m.name == "test").expect("the method");
        let BodyState::Typed(body) = program.body(id) else { panic!("case {n}: {:?}", program.body(id)) };
        assert!(body.exprs.iter().all(|e| e.ty != Ty::Unknown), "case {n}");
    }
}
