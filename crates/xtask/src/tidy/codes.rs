//! Checks that every diagnostic code has a page in `docs/codes/` and a fixture in
//! `tests/ui/rejected/` (a file or directory whose name starts with the code), and that every page
//! belongs to a code. What only a front end can get wrong cannot be written as an input; such a code
//! is named in the verifier's own tests instead.

use super::{Problem, Tree};

const DECLARATIONS: &str = "crates/ir/src/diagnostic.rs";
const PAGES: &str = "docs/codes";
const FIXTURES: &str = "tests/ui/rejected";
const BUILT_FIXTURES: &str = "crates/ir/tests/verify.rs";

/// The problems of these codes, each written as `GBnnnn`.
pub fn check(tree: &Tree, codes: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for code in codes {
        let line = declaration_line(tree, code);
        let page = format!("{PAGES}/{code}.md");
        if !tree.exists(&page) {
            problems.push(Problem::new(DECLARATIONS, line, format!("{code} has no page; write `{page}`")));
        }
        let fixture = format!("{FIXTURES}/{code}");
        let written = tree.files().iter().any(|file| starts_with_code(&file.path, &fixture));
        if !written && !is_built(tree, line) {
            let message =
                format!("{code} has no fixture; add an input that gives it as `{fixture}-<what>.<kind>`");
            problems.push(Problem::new(DECLARATIONS, line, message));
        }
    }
    for file in tree.files() {
        if let Some(name) = file.path.strip_prefix(PAGES).and_then(|name| name.strip_prefix('/'))
            && let Some(code) = name.strip_suffix(".md")
            && code.starts_with("GB")
            && !codes.iter().any(|known| known == code)
        {
            let message =
                format!("there is no code {code}; remove the page or declare the code in `{DECLARATIONS}`");
            problems.push(Problem::new(&file.path, 1, message));
        }
    }
    problems
}

/// Whether the path begins so and the code's number does not go on.
fn starts_with_code(path: &str, fixture: &str) -> bool {
    path.strip_prefix(fixture).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the verifier's tests build a program that gets the code which is declared in that line.
fn is_built(tree: &Tree, line: usize) -> bool {
    let declaration = tree.text(DECLARATIONS).and_then(|text| text.lines().nth(line - 1)).unwrap_or("");
    let name = declaration.trim().split(' ').next().unwrap_or("");
    let wanted = format!("assert_breaks(Code::{name},");
    !name.is_empty() && tree.text(BUILT_FIXTURES).is_some_and(|text| text.contains(&wanted))
}

/// The line that gives the code its number, or 1.
fn declaration_line(tree: &Tree, code: &str) -> usize {
    let number = code.trim_start_matches("GB").trim_start_matches('0');
    let ending = format!(" = {number};");
    let text = tree.text(DECLARATIONS).unwrap_or("");
    text.lines().position(|line| line.ends_with(&ending)).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    #[test]
    fn codes_without_page_or_fixture_and_pages_without_code_are_problems() {
        let codes = ["GB0001", "GB0002", "GB0100", "GB0112"].map(str::to_string);
        let declared = "codes! {\n    MissingFile = 1;\n    IsDirectory = 2;\n    Syntax = 100;\n    DanglingId = 112;\n}\n";
        let files = [
            (DECLARATIONS, declared),
            ("docs/codes/GB0112.md", "x"),
            (BUILT_FIXTURES, "assert_breaks(Code::DanglingId, |program| ());"),
            ("docs/codes/GB0001.md", "x"),
            ("docs/codes/GB0100.md", "x"),
            ("docs/codes/GB0200.md", "x"),
            ("docs/codes/README.md", "x"),
            ("tests/ui/rejected/GB0001-missing/cmd.toml", "x"),
            ("tests/ui/rejected/GB0002-directory.cmd", "x"),
            ("tests/ui/rejected/GB01000-no-such-code.gbir", "x"),
        ];
        assert_eq!(
            problems_of(|tree| check(tree, &codes), &files),
            [
                "crates/ir/src/diagnostic.rs:3: GB0002 has no page; write `docs/codes/GB0002.md`",
                "crates/ir/src/diagnostic.rs:4: GB0100 has no fixture; add an input that gives it as \
                 `tests/ui/rejected/GB0100-<what>.<kind>`",
                "docs/codes/GB0200.md:1: there is no code GB0200; remove the page or declare the code in \
                 `crates/ir/src/diagnostic.rs`",
            ]
        );
    }
}
