//! Checks that `docs/dependencies.md` has one row with a reason for every package of somebody else,
//! and no row for a package that is gone.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{Dependencies, Origin};
use super::markdown::tables;
use super::{Problem, Tree};

const PAGE: &str = "docs/dependencies.md";

/// The problems of the page.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let tables = tables(tree.text(PAGE).unwrap_or(""));
    let columns = |table: &super::markdown::Table| Some((table.column("crate")?, table.column("why")?));
    let mut problems = Vec::new();
    let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
    for table in &tables {
        let Some((name, why)) = columns(table) else {
            continue;
        };
        for row in &table.rows {
            for package in row.names(name) {
                rows.insert(package, row.line);
            }
            if row.cells.get(why).is_none_or(String::is_empty) {
                problems.push(Problem::new(PAGE, row.line, "the row gives no reason; write one sentence"));
            }
        }
    }
    let dependencies = Dependencies::load(tree);
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for dependency in dependencies.all().filter(|dependency| dependency.origin == Origin::ThirdParty) {
        // The root declares first, so a package is reported once, where it is declared.
        if known.insert(&dependency.package) && !rows.contains_key(dependency.package.as_str()) {
            let message =
                format!("`{}` has no row in `{PAGE}`; add one that says where and why", dependency.package);
            problems.push(Problem::new(&dependency.file, dependency.line, message));
        }
    }
    for (package, line) in rows {
        if !known.contains(package) {
            let message = format!("nothing depends on `{package}` any more; remove the row");
            problems.push(Problem::new(PAGE, line, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    #[test]
    fn packages_without_row_and_rows_without_package_are_problems() {
        let page = "| crate | where | why |\n|---|---|---|\n| `clap` | glassbox | parses the command line |\n\
                    | `rand` | space | shuffles |\n| `toml` | xtask | |\n";
        let found = problems_of(
            check,
            &[
                (PAGE, page),
                (
                    "Cargo.toml",
                    "[workspace.dependencies]\nclap = \"4\"\nserde = \"1\"\nir.path = \"crates/ir\"\n",
                ),
                (
                    "crates/a/Cargo.toml",
                    "[dependencies]\nserde.workspace = true\nir.workspace = true\ntoml = \"1\"\n",
                ),
                ("fuzz/Cargo.toml", "[dependencies]\nlibfuzzer-sys = \"0.4\"\n"),
            ],
        );
        assert_eq!(
            found,
            [
                "docs/dependencies.md:5: the row gives no reason; write one sentence",
                "Cargo.toml:3: `serde` has no row in `docs/dependencies.md`; add one that says where and why",
                "fuzz/Cargo.toml:2: `libfuzzer-sys` has no row in `docs/dependencies.md`; add one that says where and why",
                "docs/dependencies.md:4: nothing depends on `rand` any more; remove the row",
            ]
        );
    }
}
