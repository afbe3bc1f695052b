//! What of the new file stands for what of the old one: classes by their names, fields by name and type, methods by
//! name and parameter types.
//!
//! A method of the new file is *the same* as its counterpart if its code, in terms of the old file, is the same code, and
//! so is all that it calls in turn (assumed of all pairs first, and given up for those that refute it, until nothing
//! changes). The two versions of the method that is compared are one method from the start: what calls it back stands
//! for each version's own. Everything else that the new method leads to comes along as a method of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::mutate::correspondence::{Difference, least_difference};
use crate::sema::calls::called;
use crate::sema::program::{
    BodyState, ClassId, FieldId, MethodId, MethodKind, MethodSource, Program, Role, UnitId,
};
use crate::sema::typed_tree::{Body, Constant, Dispatch, ExprKind, StmtId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::versions::merge::Merged;
use crate::versions::reach::Reach;
use crate::versions::translate::{self, Map};

/// The new method's code in terms of the old file, and what comes along with it.
#[derive(Debug)]
pub struct Translated {
    pub body: Body,
    /// Methods of the new file, each with the old file's class that it is to be in.
    pub along: Vec<(MethodId, ClassId, Body)>,
}

/// Why there is nothing to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrelated {
    /// The new file has no such method; it has these.
    NoMethod(Vec<String>),
    /// What cannot be related.
    Undecided(String),
}

impl From<String> for Unrelated {
    fn from(why: String) -> Self {
        Self::Undecided(why)
    }
}

/// The new file's version of a method of the old file, related.
pub fn relate(merged: &Merged, method: MethodId) -> Result<Translated, Unrelated> {
    let program = &merged.program;
    let new = counterpart(merged, method).ok_or_else(|| Unrelated::NoMethod(methods_of(merged)))?;
    let mut relation = Relation::new(merged, method, new);
    relation.check_signatures()?;
    relation.find_same();
    relation.check_world()?;
    let reach = relation.reach();
    relation.check_overriding(&reach)?;
    relation.check_names(&reach)?;
    let BodyState::Typed(own) = program.body(new) else {
        return Err(Unrelated::Undecided("the new version lies outside the subset".to_owned()));
    };
    let body = relation.translated(own, method)?;
    let along = relation.along(&body)?;
    Ok(Translated { body, along })
}

fn methods_of(merged: &Merged) -> Vec<String> {
    let program = &merged.program;
    let mut names = Vec::new();
    for class in classes_of(program, merged.new) {
        for &m in &program.classes[class].methods {
            if matches!(program.methods[m].kind, MethodKind::Method | MethodKind::Constructor) {
                names.push(declared_method(merged, m));
            }
        }
    }
    names
}

pub(super) fn classes_of(program: &Program, unit: UnitId) -> impl Iterator<Item = ClassId> + '_ {
    program.classes.ids().filter(move |&c| program.classes[c].unit == unit)
}

/// The method's name without its package (the new file stands in the old one's here), with the names that the new file's
/// classes are declared with.
pub(super) fn declared_method(merged: &Merged, method: MethodId) -> String {
    let program = &merged.program;
    let qualified = program.method_name(method);
    let package = program.package_name(program.methods[method].class);
    let nested = qualified.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'));
    let mut name = nested.unwrap_or(&qualified).to_owned();
    for (fresh, declared) in &merged.declared {
        name = name.replace(fresh, declared);
    }
    name
}

/// The class's name with that which its outermost class is declared with.
pub(super) fn declared_name(merged: &Merged, class: ClassId) -> String {
    let name = merged.program.nested_name(class);
    let (first, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    let first = merged.declared.get(first).map_or(first, String::as_str);
    format!("{first}{rest}")
}

/// The new file's version of a method: in the class of the same name, or else in the only class that has one.
fn counterpart(merged: &Merged, method: MethodId) -> Option<MethodId> {
    let program = &merged.program;
    let old_class = program.methods[method].class;
    let of_class = |class: ClassId| {
        let classes = class_names(merged, old_class, class);
        program.classes[class].methods.iter().copied().find(|&m| matches(program, &classes, method, m))
    };
    let old_name = program.nested_name(old_class);
    let named = classes_of(program, merged.new).filter(|&c| declared_name(merged, c) == old_name);
    let mut found: Vec<MethodId> = named.filter_map(of_class).collect();
    if found.is_empty() {
        found = classes_of(program, merged.new).filter_map(of_class).collect();
    }
    if found.len() == 1 { found.pop() } else { None }
}

/// New classes and their old counterparts by name, when `new` is the counterpart of `old`.
fn class_names(merged: &Merged, old: ClassId, new: ClassId) -> BTreeMap<ClassId, ClassId> {
    let program = &merged.program;
    let by_name: BTreeMap<String, ClassId> =
        classes_of(program, merged.old).map(|c| (program.nested_name(c), c)).collect();
    let (old_top, new_top) = (program.outermost(old), program.outermost(new));
    let mut names = BTreeMap::new();
    for class in classes_of(program, merged.new) {
        let is_owners = program.outermost(class) == new_top;
        let name = if is_owners {
            let name = program.nested_name(class);
            let rest = name.find('.').map_or("", |at| &name[at..]).to_owned();
            format!("{}{rest}", program.nested_name(old_top))
        } else {
            declared_name(merged, class)
        };
        let known = by_name.get(&name).copied();
        names.extend(known.filter(|&c| is_owners || program.outermost(c) != old_top).map(|c| (class, c)));
    }
    names
}

fn map_ty(classes: &BTreeMap<ClassId, ClassId>, ty: Ty) -> Ty {
    struct ByName<'a>(&'a BTreeMap<ClassId, ClassId>);
    impl Map for ByName<'_> {
        fn class(&self, class: ClassId) -> Result<ClassId, String> {
            Ok(self.0.get(&class).copied().unwrap_or(class))
        }

        fn field(&self, field: FieldId) -> Result<FieldId, String> {
            Ok(field)
        }

        fn method(&self, method: MethodId, dispatch: Dispatch) -> Result<(MethodId, Dispatch), String> {
            Ok((method, dispatch))
        }
    }
    translate::ty(&ByName(classes), ty).unwrap_or(ty)
}

fn matches(program: &Program, classes: &BTreeMap<ClassId, ClassId>, old: MethodId, new: MethodId) -> bool {
    let (o, n) = (&program.methods[old], &program.methods[new]);
    o.name == n.name
        && o.kind == n.kind
        && o.parameters.len() == n.parameters.len()
        && o.parameters.iter().zip(&n.parameters).all(|(p, q)| p.ty == map_ty(classes, q.ty))
}

pub(super) struct Relation<'m> {
    pub(super) merged: &'m Merged,
    pub(super) program: &'m Program,
    pub(super) old_method: MethodId,
    pub(super) new_method: MethodId,
    pub(super) classes: BTreeMap<ClassId, ClassId>,
    pub(super) fields: BTreeMap<FieldId, FieldId>,
    /// By name and parameters, initialisers included.
    pub(super) methods: BTreeMap<MethodId, MethodId>,
    /// Those that are the same, and the two versions that are compared.
    pub(super) same: BTreeSet<MethodId>,
}

impl<'m> Relation<'m> {
    fn new(merged: &'m Merged, old_method: MethodId, new_method: MethodId) -> Self {
        let program = &merged.program;
        let (old_class, new_class) = (program.methods[old_method].class, program.methods[new_method].class);
        let classes = class_names(merged, old_class, new_class);
        let mut fields = BTreeMap::new();
        let mut methods = BTreeMap::new();
        for (&new, &old) in &classes {
            let (n, o) = (&program.classes[new], &program.classes[old]);
            for &field in &n.fields {
                let same_name = |&&f: &&FieldId| program.fields[f].name == program.fields[field].name;
                fields.extend(o.fields.iter().find(same_name).map(|&f| (field, f)));
            }
            for &method in &n.methods {
                let found = o.methods.iter().find(|&&m| matches(program, &classes, m, method));
                methods.extend(found.map(|&m| (method, m)));
            }
            let initializers = [
                (n.static_initializer, o.static_initializer),
                (n.instance_initializer, o.instance_initializer),
            ];
            methods.extend(initializers.into_iter().filter_map(|(n, o)| n.zip(o)));
        }
        methods.insert(new_method, old_method);
        let same = methods.keys().copied().collect();
        Self { merged, program, old_method, new_method, classes, fields, methods, same }
    }

    fn is_new(&self, class: ClassId) -> bool {
        self.program.classes[class].unit == self.merged.new
    }

    /// What callers see of the two versions has to be alike.
    fn check_signatures(&self) -> Result<(), String> {
        let (o, n) = (&self.program.methods[self.old_method], &self.program.methods[self.new_method]);
        if o.is_static() != n.is_static() {
            return Err("only one version is static".to_owned());
        }
        if o.return_type != map_ty(&self.classes, n.return_type) {
            return Err("the versions return different types".to_owned());
        }
        if let BodyState::Unsupported(reasons) = self.program.body(self.old_method) {
            let what = reasons.first().map(|r| r.what.clone()).unwrap_or_default();
            return Err(format!("unsupported: {what} in the old version"));
        }
        match self.program.body(self.new_method) {
            BodyState::Unsupported(reasons) => {
                let what = reasons.first().map(|r| r.what.clone()).unwrap_or_default();
                Err(format!("unsupported: {what} in the new version"))
            }
            BodyState::None => Err("the new version has no code".to_owned()),
            BodyState::Typed(_) => Ok(()),
        }
    }

    /// Takes out of `same` what is not, until nothing changes.
    fn find_same(&mut self) {
        loop {
            let is_refuted = |&n: &MethodId| n != self.new_method && !self.is_same_code(n, self.methods[&n]);
            let refuted: Vec<MethodId> = self.same.iter().copied().filter(is_refuted).collect();
            if refuted.is_empty() {
                return;
            }
            refuted.iter().for_each(|n| {
                self.same.remove(n);
            });
        }
    }

    fn is_same_code(&self, new: MethodId, old: MethodId) -> bool {
        let (n, o) = (&self.program.methods[new], &self.program.methods[old]);
        let is_alike = n.is_static() == o.is_static()
            && n.is_abstract() == o.is_abstract()
            && o.return_type == map_ty(&self.classes, n.return_type);
        if !is_alike || (n.is_constructor() && !self.same_initializers(n.class, false)) {
            return false;
        }
        if !self.same_left_out(new, old) {
            return false;
        }
        match (self.program.body(new), self.program.body(old)) {
            (BodyState::Typed(n), BodyState::Typed(o)) => {
                let (n, o) = (without_constants(self.program, n), without_constants(self.program, o));
                self.translated(&n, old).is_ok_and(|n| least_difference(&o, &n) == Difference::None)
            }
            (BodyState::None, BodyState::None) => true,
            _ => false,
        }
    }

    /// A body of the new file as one of `method`. The text of a record has the name with which its class is declared.
    fn translated(&self, body: &Body, method: MethodId) -> Result<Body, String> {
        let mut translated = translate::body(self, body, method)?;
        let m = &self.program.methods[body.method];
        if matches!(m.source, MethodSource::OfRecord)
            && &*m.name == "toString"
            && let Some((fresh, declared)) =
                self.merged.declared.get_key_value(&*self.program.classes[m.class].name)
        {
            let begins = format!("{fresh}[");
            for expr in translated.exprs.iter_mut() {
                if let Some(Constant::String(text)) = &mut expr.constant
                    && let Some(rest) = text.to_string_lossy().strip_prefix(&begins)
                {
                    *text = format!("{declared}[{rest}").as_str().into();
                }
            }
        }
        Ok(translated)
    }

    /// Whether two initialisers leave out the same ones of their fields and blocks, to the letter.
    fn same_left_out(&self, new: MethodId, old: MethodId) -> bool {
        let texts = |method: MethodId| {
            let text = &self.program.unit_of(self.program.methods[method].class).tree.source.text;
            let fields = self.program.left_out(method).iter().map(|&field| self.program.fields[field].span);
            let spans = fields.chain(self.program.left_out_blocks(method));
            spans.map(|s| text.get(s.start as usize..s.end as usize)).collect::<Vec<_>>()
        };
        texts(new) == texts(old)
    }

    /// Whether a class's static, or instance, initialisers are the same in both files.
    pub(super) fn same_initializers(&self, new: ClassId, is_static: bool) -> bool {
        let Some(&old) = self.classes.get(&new) else { return false };
        let (n, o) = (&self.program.classes[new], &self.program.classes[old]);
        let (n, o) = match is_static {
            true => (n.static_initializer, o.static_initializer),
            false => (n.instance_initializer, o.instance_initializer),
        };
        let does_nothing = |method: MethodId| match self.program.body(method) {
            BodyState::Typed(body) => {
                self.program.left_out(method).is_empty()
                    && self.program.left_out_blocks(method).next().is_none()
                    && statements(&without_constants(self.program, body)).is_empty()
            }
            _ => false,
        };
        match (n, o) {
            (None, None) => true,
            (Some(n), Some(_)) => self.same.contains(&n),
            (Some(one), None) | (None, Some(one)) => does_nothing(one),
        }
    }

    /// Methods that code outside the two files may call on their objects (`toString`, `compareTo`) have to be the same,
    /// and those that override others have to be there in both; unless no such code is handed one.
    fn check_overriding(&self, reach: &Reach) -> Result<(), String> {
        if !reach.is_called_back {
            return Ok(());
        }
        for (&new, &old) in &self.classes {
            for (class, is_new) in [(new, true), (old, false)] {
                for &method in &self.program.classes[class].methods {
                    let is_same = match is_new {
                        true => self.same.contains(&method),
                        false => self.methods.iter().any(|(n, &o)| o == method && self.same.contains(n)),
                    };
                    if !is_same && self.overrides_outside(method) {
                        let name = self.program.methods[method].name.clone();
                        return Err(format!("{name}, which code of neither file may call, differs"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a method overrides one of a class that is in neither file.
    pub(super) fn overrides_outside(&self, method: MethodId) -> bool {
        let program = self.program;
        let m = &program.methods[method];
        if m.kind != MethodKind::Method || m.is_static() || m.modifiers.has(Modifiers::PRIVATE) {
            return false;
        }
        let is_outside = |c: ClassId| ![self.merged.old, self.merged.new].contains(&program.classes[c].unit);
        program
            .methods
            .iter_enumerated()
            .any(|(other, o)| o.name == m.name && is_outside(o.class) && program.overrides(method, other))
    }

    /// What the translated code leads to that the old file lacks or has otherwise.
    fn along(&self, body: &Body) -> Result<Vec<(MethodId, ClassId, Body)>, String> {
        let mut along = Vec::new();
        let mut seen = BTreeSet::new();
        let mut pending = called(body);
        while let Some(method) = pending.pop() {
            let class = self.program.methods[method].class;
            if !seen.insert(method) {
                continue;
            }
            if !self.is_new(class) {
                pending.extend(self.called_beside(method)?);
                continue;
            }
            let home = self.class(class)?;
            let name = &self.program.methods[method].name;
            let m = &self.program.methods[method];
            if m.is_constructor() && !self.same_initializers(class, false) {
                return Err(format!("the initialisers of {} differ", self.program.nested_name(home)));
            }
            let BodyState::Typed(own) = self.program.body(method) else {
                return Err(format!("{name}, which the new version calls, is not supported"));
            };
            let translated = self.translated(own, method)?;
            pending.extend(called(&translated));
            along.push((method, home, translated));
        }
        along.reverse();
        Ok(along)
    }

    /// What a method that stands in both versions calls. Code of neither file may call only what is the same in both.
    fn called_beside(&self, method: MethodId) -> Result<Vec<MethodId>, String> {
        let program = self.program;
        let class = program.methods[method].class;
        let (true, BodyState::Typed(body)) = (program.role(class) != Role::Library, program.body(method))
        else {
            return Ok(Vec::new());
        };
        let found = called(body);
        if program.classes[class].unit == self.merged.old {
            return Ok(found);
        }
        let is_same = |m: MethodId| {
            program.classes[program.methods[m].class].unit != self.merged.old
                || m == self.old_method
                || self.methods.iter().any(|(n, &o)| o == m && self.same.contains(n))
        };
        match found.iter().find(|&&m| !is_same(m)) {
            Some(&m) => {
                let (name, by) = (program.method_name(m), program.method_name(method));
                Err(format!("{name}, which {by} calls, differs"))
            }
            None => Ok(found),
        }
    }

    /// Whether a call by the receiver's class means the same in both files: the method and all that override it.
    fn is_virtually_same(&self, new: MethodId) -> bool {
        let Some(&old) = self.methods.get(&new) else { return false };
        let program = self.program;
        let overriders = |method: MethodId, unit: UnitId| -> Vec<MethodId> {
            let in_unit = |m: &MethodId| program.classes[program.methods[*m].class].unit == unit;
            program.methods.ids().filter(in_unit).filter(|&m| program.overrides(m, method)).collect()
        };
        let of_new = overriders(new, self.merged.new);
        let images: BTreeSet<MethodId> = of_new.iter().filter_map(|m| self.methods.get(m).copied()).collect();
        self.same.contains(&new)
            && of_new.iter().all(|m| self.same.contains(m))
            && overriders(old, self.merged.old).iter().all(|m| images.contains(m))
    }

    /// Whether a class of neither file extends the old file's, and so the new one's when that takes its place.
    fn has_subclasses_elsewhere(&self, class: ClassId) -> bool {
        let Some(&old) = self.classes.get(&class) else { return false };
        let is_elsewhere = |c: ClassId| self.program.classes[c].unit != self.merged.old;
        self.program.classes.ids().any(|c| is_elsewhere(c) && self.program.is_subclass(c, old))
    }

    /// Whether just this method can be meant by a call, in both files.
    fn is_alone(&self, new: MethodId) -> bool {
        let program = self.program;
        let old = self.methods.get(&new).copied();
        if old.is_none() && self.has_subclasses_elsewhere(program.methods[new].class) {
            return false;
        }
        let is_overridden = |method: MethodId| program.methods.ids().any(|m| program.overrides(m, method));
        !program.methods[new].is_abstract() && !is_overridden(new) && !old.is_some_and(is_overridden)
    }
}

impl Map for Relation<'_> {
    fn class(&self, class: ClassId) -> Result<ClassId, String> {
        if !self.is_new(class) {
            return Ok(class);
        }
        let Some(&old) = self.classes.get(&class) else {
            let name = declared_name(self.merged, class);
            return Err(format!("class {name} exists only in the new version"));
        };
        // The class of the method itself is initialised before the method begins.
        let is_own = class == self.program.methods[self.new_method].class;
        if !is_own && !self.same_initializers(class, true) {
            return Err(format!("the static initialisers of {} differ", self.program.nested_name(old)));
        }
        Ok(old)
    }

    fn field(&self, field: FieldId) -> Result<FieldId, String> {
        let program = self.program;
        let f = &program.fields[field];
        if !self.is_new(f.class) {
            return Ok(field);
        }
        let Some(&old) = self.fields.get(&field) else {
            return Err(format!("field {} exists only in the new version", f.name));
        };
        self.class(f.class)?;
        let o = &program.fields[old];
        let is_alike = f.is_static() == o.is_static()
            && f.constant.is_some() == o.constant.is_some()
            && map_ty(&self.classes, f.ty) == o.ty;
        if !is_alike {
            return Err(format!("field {} is another one in the new version", f.name));
        }
        // What a field holds at first is what the initialisers make it.
        if !self.same_initializers(f.class, f.is_static()) {
            let kind = if f.is_static() { "static initialisers" } else { "initialisers of the fields" };
            return Err(format!("the {kind} of {} differ", program.nested_name(o.class)));
        }
        if !f.is_static() && !self.objects_begin_alike(f.class) {
            let name = program.nested_name(o.class);
            return Err(format!("the constructors of {name} or of a subclass differ"));
        }
        Ok(old)
    }

    fn method(&self, method: MethodId, dispatch: Dispatch) -> Result<(MethodId, Dispatch), String> {
        let m = &self.program.methods[method];
        if !self.is_new(m.class) {
            return Ok((method, dispatch));
        }
        self.class(m.class)?;
        let known = self.methods.get(&method).copied().filter(|_| self.same.contains(&method));
        match (known, dispatch) {
            (Some(old), Dispatch::Static | Dispatch::Special) => Ok((old, dispatch)),
            (Some(old), Dispatch::Virtual) if self.is_virtually_same(method) => Ok((old, dispatch)),
            (_, Dispatch::Virtual) if self.is_alone(method) => Ok((method, Dispatch::Special)),
            (None, Dispatch::Static | Dispatch::Special) => Ok((method, dispatch)),
            _ => Err(format!("{} or a method that overrides it differs", m.name)),
        }
    }
}

pub(super) fn statements(body: &Body) -> &[StmtId] {
    match &body.stmts[body.root].kind {
        StmtKind::Block(list) => list,
        _ => &[],
    }
}

/// An initialiser without the assignments that make constant variables: nobody reads these.
pub(super) fn without_constants(program: &Program, body: &Body) -> Body {
    let mut body = body.clone();
    let is_initializer = matches!(
        program.methods[body.method].kind,
        MethodKind::StaticInitializer | MethodKind::InstanceInitializer
    );
    if !is_initializer {
        return body;
    }
    let mut kept = Vec::new();
    for stmt in statements(&body).to_vec() {
        let target = match body.stmts[stmt].kind {
            StmtKind::Expr(expr) => match body.exprs[expr].kind {
                ExprKind::Assign { target, .. } => Some(target),
                _ => None,
            },
            _ => None,
        };
        let constant = target.filter(|&t| match body.exprs[t].kind {
            ExprKind::StaticField(f) => program.fields[f].constant.is_some(),
            _ => false,
        });
        match constant {
            // Its name need not be one of the other version.
            Some(target) => body.exprs[target].kind = ExprKind::Null,
            None => kept.push(stmt),
        }
    }
    let root = body.root;
    body.stmts[root].kind = StmtKind::Block(kept);
    body
}
