//! `cargo xtask plant`: a subject with one of its known bugs in it.
//!
//! The bugs of a subject are data: `bench/subjects/bugs/<Subject>.txt` has a block for each, and blocks are
//! separated by empty lines. A line that begins with `#` is a comment.
//!
//! ```text
//! bug: pop-skips-a-node
//! says: Popping takes two nodes off.
//! nodes: 1
//! -        top = top.next;
//! +        top = top.next.next;
//! ```
//!
//! What follows the three lines of the head is the change: lines of the source, each behind one character.
//! `-` is a line that goes, `+` a line that comes, a space a line that stays. The lines that go and stay must occur
//! exactly once in the source, one after the other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the subjects lie.
const SUBJECTS: &str = "bench/subjects";

/// A change of a subject that makes it wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    /// What it is called, in words with hyphens.
    pub name: String,
    /// What is wrong, in a sentence.
    pub says: String,
    /// The least number of nodes of a structure that an operation goes wrong on, as far as it is known.
    pub nodes: u32,
    /// The lines of the source that are replaced.
    find: Vec<String>,
    /// The lines that take their place.
    replace: Vec<String>,
}

impl Bug {
    /// The source with the bug in it.
    pub fn plant(&self, source: &str) -> Result<String, String> {
        let lines: Vec<&str> = source.split('\n').collect();
        let length = self.find.len();
        let mut places = (0..(lines.len() + 1).saturating_sub(length))
            .filter(|&start| lines[start..start + length].iter().eq(self.find.iter()));
        let (Some(start), None) = (places.next(), places.next()) else {
            return Err(format!(
                "the lines of the bug `{}` do not occur exactly once in the subject; add lines that stay",
                self.name
            ));
        };
        let mut planted = lines[..start].to_vec();
        planted.extend(self.replace.iter().map(String::as_str));
        planted.extend(&lines[start + length..]);
        Ok(planted.join("\n"))
    }
}

/// Reads the bugs of a subject.
pub fn parse(text: &str) -> Result<Vec<Bug>, String> {
    let mut bugs: Vec<Bug> = Vec::new();
    let mut lines =
        text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    while let Some((index, line)) = lines.next() {
        let name = head(index, line, "bug: ")?;
        let mut next = |key: &str| match lines.next() {
            Some((index, line)) => head(index, line, key),
            None => Err(format!("line {}: the bug `{name}` ends before `{key}`", index + 1)),
        };
        let says = next("says: ")?.to_string();
        let nodes = next("nodes: ")?;
        let nodes =
            nodes.parse().map_err(|_| format!("line {}: `{nodes}` is no number of nodes", index + 3))?;
        let mut bug = Bug { name: name.to_string(), says, nodes, find: Vec::new(), replace: Vec::new() };
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(['-', '+', ' '])) {
            let (mark, rest) = line.split_at(1);
            if mark != "+" {
                bug.find.push(rest.to_string());
            }
            if mark != "-" {
                bug.replace.push(rest.to_string());
            }
        }
        if bug.find.is_empty() {
            return Err(format!("line {}: the bug `{name}` has no line to find", index + 1));
        }
        if bugs.iter().any(|other| other.name == name) {
            return Err(format!("line {}: there is another bug `{name}`", index + 1));
        }
        bugs.push(bug);
    }
    Ok(bugs)
}

/// What follows a key.
fn head<'a>(index: usize, line: &'a str, key: &str) -> Result<&'a str, String> {
    line.strip_prefix(key).ok_or_else(|| format!("line {}: `{key}` should stand before `{line}`", index + 1))
}

/// The names of the subjects that have bugs.
pub fn subjects(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(SUBJECTS).join("bugs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// The bugs of a subject.
pub fn bugs(root: &Path, subject: &str) -> io::Result<Vec<Bug>> {
    let path = root.join(SUBJECTS).join("bugs").join(format!("{subject}.txt"));
    let text = fs::read_to_string(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    parse(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

/// The source of a subject.
pub fn source(root: &Path, subject: &str) -> io::Result<String> {
    let path = root.join(SUBJECTS).join(format!("{subject}.java"));
    fs::read_to_string(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Reads the arguments and does what they say; gives what is to be printed.
pub fn command(root: &Path, arguments: &[String]) -> io::Result<String> {
    let (mut names, mut directory) = (Vec::new(), None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-o" => {
                let value = rest.next().ok_or_else(|| io::Error::other("-o needs a directory"))?;
                directory = Some(PathBuf::from(value));
            }
            option if option.starts_with('-') => {
                return Err(io::Error::other(format!("plant has no option `{option}`")));
            }
            name => names.push(name),
        }
    }
    match names.as_slice() {
        [] => {
            let names = subjects(root)?.join(", ");
            Err(io::Error::other(format!("say which subject: {names}")))
        }
        [subject] => Ok(list(&bugs(root, subject)?)),
        [subject, name] => {
            let bugs = bugs(root, subject)?;
            let bug = bugs.iter().find(|bug| bug.name == *name).ok_or_else(|| {
                io::Error::other(format!("{subject} has no bug `{name}`, but these:\n{}", list(&bugs)))
            })?;
            let planted = bug.plant(&source(root, subject)?).map_err(io::Error::other)?;
            let directory = directory.unwrap_or_else(|| root.join("target/planted").join(name));
            fs::create_dir_all(&directory)?;
            let path = directory.join(format!("{subject}.java"));
            fs::write(&path, planted)?;
            Ok(format!("{}\n", path.display()))
        }
        [_, _, ..] => Err(io::Error::other("plant takes a subject and a bug")),
    }
}

/// The bugs, one in a line, with the least number of nodes.
fn list(bugs: &[Bug]) -> String {
    let width = bugs.iter().map(|bug| bug.name.len()).max().unwrap_or(0);
    bugs.iter().map(|bug| format!("{:width$}  {}  {}\n", bug.name, bug.nodes, bug.says)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "# the only one\nbug: twice\nsays: One is two.\nnodes: 3\n a\n-b\n+c\n+d\n";

    #[test]
    fn a_bug_changes_its_lines_only() {
        let bugs = parse(ONE).unwrap();
        let [bug] = bugs.as_slice() else { panic!("there is one bug in {bugs:?}") };
        assert_eq!((bug.name.as_str(), bug.says.as_str(), bug.nodes), ("twice", "One is two.", 3));
        assert_eq!(bug.plant("b\na\nb\na\n").unwrap(), "b\na\nc\nd\na\n");
        assert!(bug.plant("a\nb\na\nb\n").unwrap_err().contains("exactly once"));
        assert!(bug.plant("a\n").unwrap_err().contains("`twice`"));
        assert!(bug.plant("").is_err());
    }

    #[test]
    fn what_is_no_bug_is_refused() {
        let wrong = [
            ("says: x\n", "line 1: `bug: ` should stand before"),
            ("bug: x\n", "ends before `says: `"),
            ("bug: x\nsays: y\nnodes: many\n-a\n", "line 3: `many` is no number"),
            ("bug: x\nsays: y\nnodes: 1\n+a\n", "no line to find"),
            ("bug: x\nsays: y\nnodes: 1\n-a\nwhat\n", "line 5"),
        ];
        for (text, expected) in wrong {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text:?} gives {error:?}");
        }
        assert!(parse(&format!("{ONE}\n{ONE}")).unwrap_err().contains("another bug `twice`"));
    }

    #[test]
    fn every_bug_of_every_subject_can_be_planted() {
        let root = crate::root();
        let subjects = subjects(&root).unwrap();
        assert!(subjects.len() >= 16, "only {subjects:?} have bugs");
        for subject in subjects {
            let source = source(&root, &subject).unwrap();
            let bugs = bugs(&root, &subject).unwrap();
            assert!(bugs.len() >= 3, "{subject} has only {} bugs", bugs.len());
            let mut planted: Vec<String> = bugs.iter().map(|bug| bug.plant(&source).unwrap()).collect();
            planted.push(source);
            planted.sort();
            planted.dedup();
            assert_eq!(planted.len(), bugs.len() + 1, "two variants of {subject} are the same");
            for bug in bugs {
                assert!(bug.says.ends_with('.'), "{subject}, {}: the sentence has no end", bug.name);
                let plain = bug.name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                assert!(plain, "{subject}: `{}` is no name of a bug", bug.name);
            }
        }
    }
}
