//! The book (`docs/`) tells of everything that it must tell of, and what the code cites is there.

mod limits;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jatpg::atg::engines::EngineName;
use jatpg::goal::criterion::CRITERIA;
use jatpg::mutate::operator::OPERATORS;

use crate::support::corpus::files_under;

fn book(page: &str) -> String {
    fs::read_to_string(Path::new("docs/src").join(page)).expect(page)
}

/// The sections of `document` that the text cites, as `DESIGN §7`.
fn cited<'a>(text: &'a str, document: &str) -> BTreeSet<&'a str> {
    let citation = format!("{document} §");
    let after = text.split(citation.as_str()).skip(1);
    after.map(|rest| &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())]).collect()
}

#[test]
fn every_section_that_the_code_cites_is_in_the_book() {
    let design = book("builder/design.md");
    let semantics = book("builder/semantics.md");
    for path in ["src", "tests", "benches"].into_iter().flat_map(|folder| files_under(folder, "rs")) {
        let text = fs::read_to_string(&path).expect("a text");
        for (document, page) in [("DESIGN", &design), ("SEMANTICS", &semantics)] {
            for section in cited(&text, document).into_iter().filter(|section| !section.is_empty()) {
                let heading = format!("\n## {section}. ");
                assert!(page.contains(&heading), "{} cites {document} §{section}", path.display());
            }
        }
    }
}

#[test]
fn every_operator_and_criterion_has_its_row() {
    let (operators, criteria) = (book("user/operators.md"), book("user/criteria.md"));
    for operator in &OPERATORS {
        assert!(operators.contains(&format!("\n| {} | ", operator.name)), "{}", operator.name);
    }
    for criterion in &CRITERIA {
        let row = format!("\n| `{}` | ", criterion.name.to_lowercase());
        assert!(criteria.contains(&row), "{}", criterion.name);
    }
}

#[test]
fn every_engine_has_a_page_that_tells_of_it() {
    let pages = files_under("docs/src/engines", "md").into_iter();
    let pages = pages.filter(|page| !page.ends_with("overview.md"));
    let text: String = pages.map(|page| fs::read_to_string(page).expect("a page")).collect();
    for engine in EngineName::ALL.map(EngineName::name) {
        assert!(text.contains(&format!("`{engine}`")), "{engine}");
    }
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_somewhere() {
    let summary = book("SUMMARY.md");
    for path in files_under("docs/src", "md") {
        let page = path.strip_prefix("docs/src").expect("below").to_string_lossy().into_owned();
        assert!(page == "SUMMARY.md" || summary.contains(&format!("({page})")), "{page}");
        let text = fs::read_to_string(&path).expect("a text");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            assert!(path.with_file_name(link).exists(), "{page}: {link}");
        }
    }
}

/// A term of the D-algorithm leads to its file, and the README to the loop.
#[test]
fn every_file_of_the_d_algorithm_that_is_named_is_there() {
    let glossary = fs::read_to_string("GLOSSARY.md").expect("the glossary");
    let (_, terms) = glossary.split_once("\n## The D-algorithm\n").expect("its terms");
    let mut count = 0;
    for name in terms.split('`').filter(|name| name.ends_with(".rs")) {
        let is_there = ["", "src", "src/dalg"].iter().any(|folder| Path::new(folder).join(name).is_file());
        assert!(is_there, "{name}");
        count += 1;
    }
    assert!(count > 40, "{count}");
    let readme = fs::read_to_string("README.md").expect("the README");
    assert!(readme.contains("(src/dalg/search.rs)") && readme.contains("(GLOSSARY.md#the-d-algorithm)"));
}

/// A name that is no module's selects no test, and nobody would see it.
#[test]
fn the_tiers_of_the_test_script_name_modules_of_tests() {
    let script = fs::read_to_string("scripts/test").expect("the script");
    let words = script.split([' ', '\n', '(', ')']);
    let modules = words.filter(|word| word.contains("::") && !word.starts_with("::"));
    let mut count = 0;
    for module in modules {
        let path = Path::new("tests").join(module.trim_end_matches("::").replace("::", "/"));
        assert!(path.is_dir() || path.with_extension("rs").is_file(), "{module}");
        count += 1;
    }
    assert!(count > 40, "{count}");
}
