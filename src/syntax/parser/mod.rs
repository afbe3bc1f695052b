//! From text to tree: pest recognises (`grammar/java.pest`), the files here build.
//!
//! Invariants
//! - Nothing recurses before `syntax/nesting.rs` has bounded the depth; what is deep runs on a large stack.
//! - Each pair of pest is visited once. A name that turns out to be a type's is taken out of the arenas again, so every
//!   node in an arena belongs to the tree.

mod annotations;
mod code;
mod declarations;
mod expected;
mod expressions;
mod operators;
mod postfix;
mod statements;
mod types;
pub mod unsupported;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::error::{Problem, SyntaxError};
use super::lexer::LexicalProblem;
use super::nesting::{self, NestingError};
use super::source::SourceFile;
use super::stack::with_stack;
use super::tree::{Code, CompilationUnit, Ident, Name, Span};
use super::unicode_escapes::{Translated, translate};

use code::CodeBuilder;

/// The recogniser that pest makes from the grammar.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/java.pest"]
    pub(super) struct Grammar;
}

use grammar::{Grammar, Rule};

type Node<'i> = Pair<'i, Rule>;
type Nodes<'i> = Pairs<'i, Rule>;
type Result<T> = std::result::Result<T, Box<Problem>>;

/// Files nested deeper than this are parsed on a large stack. (Real code stays below 60; the stack of a test
/// thread holds three times as much.)
const SHALLOW: usize = 64;

/// Parses one file.
pub fn parse(source: impl Into<Arc<SourceFile>>) -> std::result::Result<CompilationUnit, SyntaxError> {
    run(source.into(), Rule::compilation_unit, |builder, file, node| builder.compilation_unit(file, node))
}

/// Parses a list of statements that stands alone, as the drivers of tests do. The root is a block.
pub fn parse_block_statements(text: &str) -> std::result::Result<Code, SyntaxError> {
    run(fragment(text), Rule::statements_only, |builder, _, node| {
        let span = builder.span(&node);
        let mut code = CodeBuilder::new(builder);
        let block = code.block_of(node.into_inner(), span)?;
        Ok(code.finish_block(block))
    })
}

/// Parses one expression that stands alone.
pub fn parse_expression(text: &str) -> std::result::Result<Code, SyntaxError> {
    run(fragment(text), Rule::expression_only, |builder, _, node| {
        let mut code = CodeBuilder::new(builder);
        let mut root = None;
        for child in node.into_inner().filter(|child| child.as_rule() == Rule::expression) {
            root = Some(code.expression(child)?);
        }
        let root = root.ok_or_else(|| Problem::new(Span::default(), "expected an expression"))?;
        Ok(code.finish_expression(root))
    })
}

fn fragment(text: &str) -> Arc<SourceFile> {
    Arc::new(SourceFile::new(PathBuf::from("<code>"), text.to_owned()))
}

fn run<T: Send>(
    file: Arc<SourceFile>,
    rule: Rule,
    build: impl for<'s> FnOnce(&mut Builder<'s>, &Arc<SourceFile>, Node<'s>) -> Result<T> + Send,
) -> std::result::Result<T, SyntaxError> {
    let result = recognise_and_build(&file, rule, build);
    result.map_err(|problem| problem.in_file(file))
}

fn recognise_and_build<T: Send>(
    file: &Arc<SourceFile>,
    rule: Rule,
    build: impl for<'s> FnOnce(&mut Builder<'s>, &Arc<SourceFile>, Node<'s>) -> Result<T> + Send,
) -> Result<T> {
    // A control-Z at the very end is no part of the program (JLS 3.5).
    let raw = file.text.strip_suffix('\u{1A}').unwrap_or(&file.text);
    let source = translate(raw).map_err(|malformed| {
        Problem::new(malformed.span, "a unicode escape is '\\u' and four hexadecimal digits")
    })?;
    let nesting = nesting::measure(&source.text).map_err(|error| refuse(&error, &source))?;
    let work = || {
        let nodes = Grammar::parse(rule, &source.text);
        let root = nodes.map_err(|_| expected::explain(rule, &source, &nesting))?.next();
        let root = root.ok_or_else(|| Problem::new(Span::default(), "the file is empty"))?;
        build(&mut Builder::new(&source, &nesting.token_ends), file, root)
    };
    if nesting.depth > SHALLOW { with_stack(work) } else { work() }
}

fn refuse(error: &NestingError, source: &Translated<'_>) -> Box<Problem> {
    match error {
        NestingError::Lexical(lexical) => {
            let span = source.raw_span(lexical.start, lexical.end);
            let problem = Problem::new(span, lexical.problem.to_string());
            match lexical.problem {
                LexicalProblem::ByteOrderMark => {
                    problem.with_help("take its first three bytes (EF BB BF) away")
                }
                _ => problem,
            }
        }
        NestingError::TooDeep { at, what, limit } => Problem::new(
            source.raw_span(*at, *at + 1),
            format!("more than {limit} {what} inside one another"),
        )
        .with_help("javac itself gives up at about 3,000 levels; give parts of this code names of their own"),
        NestingError::TooManyTokens { at } => Problem::new(
            source.raw_span(*at, *at + 1),
            format!("the file has more than {} tokens", nesting::MAX_TOKENS),
        ),
    }
}

/// What all parts of a file share while its tree is built.
struct Builder<'s> {
    source: &'s Translated<'s>,
    /// Where each token ends in the translated text.
    token_ends: &'s [u32],
    /// Each name once in memory.
    names: HashMap<&'s str, Name>,
    /// The height of the highest tree that was finished since somebody asked.
    highest: u32,
}

impl<'s> Builder<'s> {
    fn new(source: &'s Translated<'s>, token_ends: &'s [u32]) -> Self {
        Self { source, token_ends, names: HashMap::new(), highest: 0 }
    }

    /// Where a node stands in the raw file, from its first to its last token.
    ///
    /// pest counts white space and comments in where a rule's last part is optional and missing.
    fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        let (start, mut end) = (span.start(), span.end());
        let before = self.source.text.as_bytes().get(end.wrapping_sub(1));
        let may_end_in_trivia = before.is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        if may_end_in_trivia || end == self.source.text.len() {
            let tokens = self.token_ends.partition_point(|&token_end| token_end as usize <= end);
            let last = tokens.checked_sub(1).map_or(0, |last| self.token_ends[last] as usize);
            end = last.max(start);
        }
        self.source.raw_span(start, end)
    }

    fn name(&mut self, node: &Node<'s>) -> Name {
        self.names.entry(node.as_str()).or_insert_with(|| Name::from(node.as_str())).clone()
    }

    fn ident(&mut self, node: &Node<'s>) -> Ident {
        Ident { name: self.name(node), span: self.span(node) }
    }
}
