//! Checks of the sources themselves:
//! - every crate's `lib.rs` and `main.rs` start with the crate's documentation;
//! - no test is ignored and nothing is left to do (`todo`, `unimplemented`, `dbg`);
//! - every `unsafe` has a `SAFETY:` comment on its line or directly above;
//! - no source or document is longer than [`MOST_LINES`].

use super::rust::{Layers, attributes, words};
use super::{Problem, Tree};

/// How long a file may be.
pub const MOST_LINES: usize = 900;

const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// The problems of all sources.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in tree.crates() {
        problems.extend(crate_documentation(tree, name));
    }
    for (file, text) in tree.texts(".rs") {
        problems.extend(length(file, text));
        if file.starts_with("crates/") {
            let layers = Layers::of(text);
            problems.extend(ignored_tests(file, &layers));
            problems.extend(unfinished(file, &layers));
            problems.extend(unexplained_unsafe(file, &layers));
        }
    }
    for (file, text) in tree.texts(".md") {
        problems.extend(length(file, text));
    }
    problems
}

fn crate_documentation(tree: &Tree, name: &str) -> Vec<Problem> {
    let files = ["lib.rs", "main.rs"].map(|file| format!("crates/{name}/src/{file}"));
    let present: Vec<_> = files.iter().filter_map(|file| Some((file, tree.text(file)?))).collect();
    if present.is_empty() {
        let message = format!("the crate `{name}` has neither `src/lib.rs` nor `src/main.rs`; write one");
        return vec![Problem::new(format!("crates/{name}"), 1, message)];
    }
    let bare = present.into_iter().filter(|(_, text)| !text.starts_with("//!"));
    bare.map(|(file, _)| Problem::new(file, 1, "start with `//!` lines that say what the crate is for"))
        .collect()
}

fn length(file: &str, text: &str) -> Option<Problem> {
    let lines = text.lines().count();
    (lines > MOST_LINES).then(|| {
        let message = format!("the file has {lines} lines, more than {MOST_LINES}; split it by subject");
        Problem::new(file, MOST_LINES + 1, message)
    })
}

fn ignored_tests(file: &str, layers: &Layers) -> Vec<Problem> {
    let ignores = |attribute: &str| {
        let mut names = words(attribute).map(|(word, _)| word);
        match names.next() {
            Some("ignore") => true,
            Some("cfg_attr") => names.any(|name| name == "ignore"),
            Some(_) | None => false,
        }
    };
    let message = "an ignored test proves nothing; mend it, or assert today's answer in `tests/known-gaps/`";
    let found = attributes(&layers.code).into_iter().filter(|(_, attribute)| ignores(attribute));
    found.map(|(line, _)| Problem::new(file, line, message)).collect()
}

fn unfinished(file: &str, layers: &Layers) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, line) in layers.code.lines().enumerate() {
        for (word, after) in words(line) {
            if UNFINISHED.contains(&word) && after.starts_with('!') && !after.starts_with("!=") {
                problems.push(Problem::new(
                    file,
                    index + 1,
                    format!("`{word}!` is left over; finish or remove it"),
                ));
            }
        }
    }
    problems
}

fn unexplained_unsafe(file: &str, layers: &Layers) -> Vec<Problem> {
    let code: Vec<&str> = layers.code.lines().collect();
    let comments: Vec<&str> = layers.comments.lines().collect();
    let explains = |line: usize| comments.get(line).is_some_and(|comment| comment.contains("SAFETY:"));
    // Only comments and attributes may stand between the comment and the code.
    let is_between = |line: usize| {
        let (code, comment) = (code[line].trim(), comments.get(line).map_or("", |comment| comment.trim()));
        code.starts_with('#') || (code.is_empty() && !comment.is_empty())
    };
    let mut problems = Vec::new();
    for (index, line) in code.iter().enumerate() {
        if !words(line).any(|(word, _)| word == "unsafe") {
            continue;
        }
        let above = (0..index).rev().take_while(|&line| is_between(line));
        if !explains(index) && !above.into_iter().any(explains) {
            let message = "`unsafe` without an argument; write a `// SAFETY:` comment directly above";
            problems.push(Problem::new(file, index + 1, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    #[test]
    fn a_crate_without_documentation_is_a_problem() {
        let files = [
            ("crates/a/src/lib.rs", "//! Documented.\n"),
            ("crates/a/src/main.rs", "fn main() {}\n"),
            ("crates/b/src/lib.rs", "\n//! Too late.\n"),
            ("crates/c/Cargo.toml", ""),
        ];
        assert_eq!(
            problems_of(check, &files),
            [
                "crates/a/src/main.rs:1: start with `//!` lines that say what the crate is for",
                "crates/b/src/lib.rs:1: start with `//!` lines that say what the crate is for",
                "crates/c:1: the crate `c` has neither `src/lib.rs` nor `src/main.rs`; write one",
            ]
        );
    }

    #[test]
    fn ignored_tests_are_problems() {
        let text = "//! A.\n#[test]\n#[ignore]\nfn a() {}\n#[ignore = \"slow\"]\nfn b() {}\n\
                    #[cfg_attr(\n    miri,\n    ignore\n)]\nfn c() {}\n#[doc = \"#[ignore]\"]\nfn ignore() {}\n";
        let found = problems_of(check, &[("crates/a/src/lib.rs", text)]);
        let lines: Vec<_> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
        assert_eq!(lines, ["crates/a/src/lib.rs:3", "crates/a/src/lib.rs:5", "crates/a/src/lib.rs:7"]);
    }

    #[test]
    fn unfinished_code_is_a_problem() {
        let text = "//! A: todo!().\nfn a() { todo!() }\nfn b() { dbg!(\"dbg!\"); unimplemented!(\"b\") }\n\
                    fn c(todo: i32) -> bool { todo != 1 }\nfn d(dbg: i32) -> bool { dbg!=1 }\n";
        assert_eq!(
            problems_of(check, &[("crates/a/src/lib.rs", text)]),
            [
                "crates/a/src/lib.rs:2: `todo!` is left over; finish or remove it",
                "crates/a/src/lib.rs:3: `dbg!` is left over; finish or remove it",
                "crates/a/src/lib.rs:3: `unimplemented!` is left over; finish or remove it",
            ]
        );
    }

    #[test]
    fn unsafe_without_argument_is_a_problem() {
        let text = "//! A.\n#![deny(unsafe_code)]\n\nfn a() {\n    // SAFETY: one,\n    // two.\n    #[expect(unsafe_code)]\n    unsafe { b() }\n    \
                    unsafe { b() } // SAFETY: three.\n    // SAFETY: too far.\n\n    unsafe { b() }\n    \"unsafe\";\n}\n";
        let found = problems_of(check, &[("crates/a/src/lib.rs", text)]);
        assert_eq!(
            found,
            [
                "crates/a/src/lib.rs:12: `unsafe` without an argument; write a `// SAFETY:` comment directly above"
            ]
        );
    }

    #[test]
    fn long_files_are_problems() {
        let long = "//! A.\n".repeat(MOST_LINES + 1);
        let fits = "//! A.\n".repeat(MOST_LINES);
        let files =
            [("crates/a/src/lib.rs", fits.as_str()), ("crates/a/src/b.rs", &long), ("docs/c.md", &long)];
        assert_eq!(
            problems_of(check, &files),
            [
                "crates/a/src/b.rs:901: the file has 901 lines, more than 900; split it by subject",
                "docs/c.md:901: the file has 901 lines, more than 900; split it by subject",
            ]
        );
    }
}
