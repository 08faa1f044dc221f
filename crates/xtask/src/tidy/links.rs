//! Checks that every link from a Markdown file to a file of the repository arrives, at the heading
//! too if it names one.

use super::markdown::{anchors, local_links};
use super::{Problem, Tree};

/// The problems of all Markdown files.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in tree.texts(".md") {
        for link in local_links(text) {
            if let Err(why) = resolve(tree, file, text, &link.target) {
                problems.push(Problem::new(file, link.line, format!("the link `{}` {why}", link.target)));
            }
        }
    }
    problems
}

fn resolve(tree: &Tree, file: &str, text: &str, target: &str) -> Result<(), String> {
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let (path, text) = if path.is_empty() {
        (file.to_string(), Some(text))
    } else {
        let path = join(file, &path.replace("%20", " "))
            .ok_or("leaves the repository; use a relative path in it")?;
        if !tree.exists(&path) {
            return Err(format!("is broken: there is no `{path}`; correct or remove it"));
        }
        let text = tree.text(&path);
        (path, text)
    };
    match (anchor, text) {
        (Some(anchor), Some(text))
            if path.ends_with(".md") && !anchors(text).iter().any(|name| name == anchor) =>
        {
            Err(format!("is broken: `{path}` has no heading `#{anchor}`; correct the part after `#`"))
        }
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

/// The path from the root that `target` means in `file`.
fn join(file: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::problems_of;

    #[test]
    fn broken_links_are_problems() {
        let files = [
            (
                "docs/guide/a.md",
                "[x](../b.md#two)\n[y](c.md)\n[z](../b.md#three) [w](#here)\n[r](../../../etc)\n[d](..)\n",
            ),
            ("docs/b.md", "# Two\n"),
        ];
        assert_eq!(
            problems_of(check, &files),
            [
                "docs/guide/a.md:2: the link `c.md` is broken: there is no `docs/guide/c.md`; correct or remove it",
                "docs/guide/a.md:3: the link `../b.md#three` is broken: `docs/b.md` has no heading `#three`; \
                 correct the part after `#`",
                "docs/guide/a.md:3: the link `#here` is broken: `docs/guide/a.md` has no heading `#here`; \
                 correct the part after `#`",
                "docs/guide/a.md:4: the link `../../../etc` leaves the repository; use a relative path in it",
            ]
        );
    }
}
