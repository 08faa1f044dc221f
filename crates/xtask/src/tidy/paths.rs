//! Checks that no file mentions a path that exists on one developer's machine only.

use super::{Problem, Tree};

/// The beginnings of such paths, written so that this file does not have them.
const FOREIGN: [&str; 2] = [concat!("/", "work/"), concat!("/", "root/")];

/// The problems of all text files.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in tree.texts("") {
        for (index, line) in text.lines().enumerate() {
            for foreign in FOREIGN {
                if line.match_indices(foreign).any(|(at, _)| !is_inside_path(&line[..at])) {
                    let message = format!(
                        "`{foreign}` is a directory of one machine; write the path relative to the repository"
                    );
                    problems.push(Problem::new(file, index + 1, message));
                }
            }
        }
    }
    problems
}

/// Whether what follows belongs to a relative path that began before, as in `a/b`.
fn is_inside_path(before: &str) -> bool {
    before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    #[test]
    fn paths_of_one_machine_are_problems() {
        let text = concat!("a/", "work/b ../", "work/c\nsee `/", "work/x`\nfrom /", "root/y\n");
        let found = problems_of(check, &[("notes.txt", text)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("notes.txt:2: "));
        assert!(found[1].starts_with("notes.txt:3: "));
    }
}
