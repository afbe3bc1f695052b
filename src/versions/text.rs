//! Equal text: a method whose text is the same in both files, with that of all that it may reach, is the same method,
//! whatever of it the subset lacks.
//!
//! What it may reach is taken by name, and so is more than what a run reaches. All but the methods of a file has to be the
//! same (package, imports, headers of classes, fields, initialisers, constructors); of the methods, those of all names
//! that occur in the compared method, in that common part, and in what is reached so; those of classes with
//! supertypes, which code of other files may call; and those that every object has. A method that is overloaded or
//! overridden bears the same name, so one that only one file has is seen. Code that looks at the methods of a class or at
//! the lines of a file is no such proof.

use std::collections::{BTreeMap, BTreeSet};

use crate::sema::program::{MethodId, Program, Role};
use crate::syntax::lexer::{Lexer, Token};
use crate::syntax::tree::{Member, Modifiers, Span, TypeDeclId, TypeKind};

/// Called on any object.
const OF_OBJECTS: [&str; 6] = ["toString", "equals", "hashCode", "compareTo", "finalize", "clone"];

/// Words of code that may see what else stands in the file.
const REFLECTIVE: [&str; 18] = [
    "forName",
    "getMethods",
    "getMethod",
    "getDeclaredMethods",
    "getDeclaredMethod",
    "getConstructors",
    "getConstructor",
    "getDeclaredConstructors",
    "getDeclaredConstructor",
    "getDeclaredFields",
    "getDeclaredClasses",
    "getStackTrace",
    "printStackTrace",
    "StackWalker",
    "getLineNumber",
    "MethodHandles",
    "Proxy",
    "getResource",
];

/// A file as its tokens, its methods apart.
pub struct Texts<'p> {
    program: &'p Program,
    text: &'p str,
    /// All that is no method.
    shell: Vec<&'p str>,
    /// By name: each method's class and tokens, in the order of the file.
    methods: BTreeMap<&'p str, Vec<(String, Vec<&'p str>)>>,
    /// Those that code which does not name them may call.
    open: BTreeSet<&'p str>,
}

impl<'p> Texts<'p> {
    /// `None` where the text cannot be told into tokens as it stands.
    pub fn of(program: &'p Program) -> Option<Self> {
        let unit = program.units.iter().find(|unit| unit.role == Role::Given)?;
        let tree = &unit.tree;
        let text: &str = &tree.source.text;
        if text.contains("\\u") {
            return None;
        }
        let tokens = Lexer::new(text).collect::<Result<Vec<Token<'p>>, _>>().ok()?;
        let mut spans: Vec<Span> = Vec::new();
        let mut methods: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        let mut open: BTreeSet<&str> = OF_OBJECTS.into_iter().collect();
        let members = tree.types.iter().flat_map(|decl| &decl.members);
        let nested: BTreeSet<TypeDeclId> = members
            .filter_map(|member| match member {
                Member::Type(id) => Some(*id),
                _ => None,
            })
            .collect();
        for (id, decl) in tree.types.iter_enumerated() {
            let mut class = decl.name.name.to_string();
            let mut outer = decl.outer;
            while let Some(id) = outer {
                class = format!("{}.{class}", tree.types[id].name.name);
                outer = tree.types[id].outer;
            }
            // The body of a constant, or of a class without a name, has supertypes that its declaration does not say.
            let has_supertypes = decl.outer.is_some() && !nested.contains(&id)
                || decl.extends.is_some()
                || !decl.implements.is_empty()
                || matches!(decl.kind, TypeKind::Enum | TypeKind::Record);
            for member in &decl.members {
                let Member::Method(method) = member else { continue };
                if method.return_type.is_none() {
                    continue;
                }
                let own = within(&tokens, method.span);
                let name: &'p str =
                    text.get(method.name.span.start as usize..method.name.span.end as usize)?;
                methods.entry(name).or_default().push((class.clone(), own));
                spans.push(method.span);
                if has_supertypes && !method.modifiers.has(Modifiers::STATIC) {
                    open.insert(name);
                }
            }
        }
        let is_outside =
            |t: &&Token<'_>| !spans.iter().any(|s| s.start as usize <= t.start && t.end() <= s.end as usize);
        let shell = tokens.iter().filter(is_outside).map(|t| t.text).collect();
        Some(Self { program, text, shell, methods, open })
    }

    /// The tokens of one method.
    pub fn tokens(&self, method: MethodId) -> Vec<&'p str> {
        let span = self.program.methods[method].span;
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        Lexer::new(text).map_while(Result::ok).map(|token| token.text).collect()
    }

    /// Whether a method of this file and one of the other are the same, with all that they may reach.
    pub fn same(&self, method: MethodId, other: &Texts<'_>, its: MethodId) -> bool {
        let own = self.tokens(method);
        own == other.tokens(its) && self.shell == other.shell && self.same_reached(own, other)
    }

    fn same_reached(&self, own: Vec<&'p str>, other: &Texts<'_>) -> bool {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut words: Vec<&str> = own;
        words.extend(&self.shell);
        words.extend(self.open.iter().chain(&other.open).copied());
        while let Some(word) = words.pop() {
            if REFLECTIVE.contains(&word) {
                return false;
            }
            if !reached.insert(word) {
                continue;
            }
            match (self.methods.get(word), other.methods.get(word)) {
                (None, None) => {}
                (Some(a), Some(b)) if a == b => words.extend(a.iter().flat_map(|(_, tokens)| tokens)),
                _ => return false,
            }
        }
        true
    }
}

fn within<'p>(tokens: &[Token<'p>], span: Span) -> Vec<&'p str> {
    let from = tokens.partition_point(|t| t.start < span.start as usize);
    let inside = tokens[from..].iter().take_while(|t| t.end() <= span.end as usize);
    inside.map(|t| t.text).collect()
}
