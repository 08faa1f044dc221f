//! Checks that the table of crates in `ARCHITECTURE.md` and the crates agree: the same crates, and
//! no dependency between them that the table does not allow.
//!
//! The table has the columns `crate` and `may depend on`. A second table with the columns `crate`
//! and `tests may also depend on` adds arrows for tests only.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{Dependencies, Dependency, Kind, Origin};
use super::markdown::{Table, tables};
use super::{Problem, Tree};

const MAP: &str = "ARCHITECTURE.md";
const CODE: &str = "may depend on";
const TESTS: &str = "tests may also depend on";

/// The problems of the table and of every crate's manifest.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let all = tables(tree.text(MAP).unwrap_or(""));
    let Some(table) = with_columns(&all, CODE) else {
        let message = format!("there is no table of crates; write one with the columns `crate` and `{CODE}`");
        return vec![Problem::new(MAP, 1, message)];
    };
    let for_code = arrows(table, CODE);
    let for_tests = with_columns(&all, TESTS).map(|table| arrows(table, TESTS)).unwrap_or_default();
    let crates: BTreeSet<&str> = tree.crates().into_iter().collect();

    let mut problems = Vec::new();
    for name in &crates {
        if !for_code.contains_key(name) {
            let message = format!("the crate `{name}` is not in the table; add a row for it");
            problems.push(Problem::new(MAP, table.line, message));
        }
    }
    for (name, row) in for_code.iter().chain(&for_tests) {
        for mentioned in std::iter::once(name).chain(&row.targets) {
            if !crates.contains(mentioned) {
                let message =
                    format!("there is no crate `{mentioned}` in `crates/`; remove it from the table");
                problems.push(Problem::new(MAP, row.line, message));
            }
        }
    }
    let dependencies = Dependencies::load(tree);
    problems.extend(dependencies.problems.iter().cloned());
    for (name, used) in &dependencies.used {
        for dependency in used {
            problems.extend(forbidden(name, dependency, &for_code, &for_tests));
        }
    }
    problems
}

/// What a row allows.
struct Allowed<'a> {
    line: usize,
    targets: Vec<&'a str>,
}

fn with_columns<'a>(tables: &'a [Table], column: &str) -> Option<&'a Table> {
    tables.iter().find(|table| table.column("crate").is_some() && table.column(column).is_some())
}

fn arrows<'a>(table: &'a Table, column: &str) -> BTreeMap<&'a str, Allowed<'a>> {
    let (from, to) = (table.column("crate").unwrap_or(0), table.column(column).unwrap_or(0));
    let mut arrows = BTreeMap::new();
    for row in &table.rows {
        for name in row.names(from) {
            arrows.insert(name, Allowed { line: row.line, targets: row.names(to) });
        }
    }
    arrows
}

fn forbidden(
    name: &str,
    dependency: &Dependency,
    for_code: &BTreeMap<&str, Allowed<'_>>,
    for_tests: &BTreeMap<&str, Allowed<'_>>,
) -> Option<Problem> {
    let Origin::Own(target) = &dependency.origin else {
        return None;
    };
    let allows = |table: &BTreeMap<&str, Allowed<'_>>| {
        table.get(name).is_some_and(|row| row.targets.contains(&target.as_str()))
    };
    let allowed = match dependency.kind {
        Kind::Code => allows(for_code),
        // A crate's tests may ask the crate itself for one of its features.
        Kind::Tests => target == name || allows(for_code) || allows(for_tests),
    };
    if allowed {
        return None;
    }
    let what = match dependency.kind {
        Kind::Code => "",
        Kind::Tests => "tests of ",
    };
    let message = format!(
        "{what}`{name}` must not depend on `{target}`: {MAP} does not allow it; \
         remove the dependency, or change the table and say why in docs/decisions/"
    );
    Some(Problem::new(&dependency.file, dependency.line, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    const TABLE: &str = "# Map\n\n| crate | what it is | may depend on |\n|---|---|---|\n| `ir` | form | nothing |\n\
                         | `check` | contract | `ir` |\n";

    #[test]
    fn tests_of_a_crate_may_depend_on_the_crate_itself() {
        let depends =
            |section: &str| format!("[package]\nname = \"ir\"\n\n[{section}]\nir.path = \"../ir\"\n");
        let (tests, code) = (depends("dev-dependencies"), depends("dependencies"));
        let check_files = [(MAP, TABLE), ("crates/check/Cargo.toml", "[package]\nname = \"check\"\n")];
        let problems = |manifest: &str| {
            let files = [check_files[0], check_files[1], ("crates/ir/Cargo.toml", manifest)];
            problems_of(check, &files).len()
        };
        assert_eq!(problems(&tests), 0);
        assert_eq!(problems(&code), 1);
    }

    #[test]
    fn an_arrow_that_is_not_in_the_table_is_a_problem() {
        let found = problems_of(
            check,
            &[
                (MAP, TABLE),
                (
                    "crates/ir/Cargo.toml",
                    "[package]\nname = \"ir\"\n\n[build-dependencies]\ncheck.path = \"../check\"\n",
                ),
                ("crates/check/Cargo.toml", "[dependencies]\nir.path = \"../ir\"\n"),
            ],
        );
        assert_eq!(
            found,
            ["crates/ir/Cargo.toml:5: `ir` must not depend on `check`: ARCHITECTURE.md does not allow it; \
              remove the dependency, or change the table and say why in docs/decisions/"]
        );
    }

    #[test]
    fn arrows_of_tests_may_be_listed_apart() {
        let manifests = [
            ("crates/ir/Cargo.toml", "[dev-dependencies]\ncheck.path = \"../check\"\n"),
            ("crates/check/Cargo.toml", ""),
        ];
        let found = problems_of(check, &[(MAP, TABLE), manifests[0], manifests[1]]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("crates/ir/Cargo.toml:2: tests of `ir` must not depend on `check`"));

        let both = format!("{TABLE}\n| crate | tests may also depend on |\n|---|---|\n| `ir` | `check` |\n");
        let found = problems_of(check, &[(MAP, &both), manifests[0], manifests[1]]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn crates_and_rows_belong_together() {
        let found = problems_of(
            check,
            &[(MAP, TABLE), ("crates/ir/Cargo.toml", ""), ("crates/space/Cargo.toml", "")],
        );
        assert_eq!(
            found,
            [
                "ARCHITECTURE.md:3: the crate `space` is not in the table; add a row for it",
                "ARCHITECTURE.md:6: there is no crate `check` in `crates/`; remove it from the table",
            ]
        );
    }

    #[test]
    fn a_map_without_a_table_is_a_problem() {
        let found = problems_of(check, &[(MAP, "# Map\n")]);
        assert!(found[0].starts_with("ARCHITECTURE.md:1: there is no table of crates"));
    }
}
