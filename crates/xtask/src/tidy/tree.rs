//! The files of the repository: everything that `.gitignore` does not exclude, committed or not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file of the repository.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The path from the root, with `/` between its parts.
    pub path: String,
    /// The contents, unless they are not text.
    pub text: Option<String>,
}

/// All files, ordered by path.
#[derive(Clone, Debug)]
pub struct Tree {
    files: Vec<File>,
    directories: BTreeSet<String>,
}

impl Tree {
    /// Reads the files below `root`. Leaves out what the root's `.gitignore` names (plain paths from
    /// the root are all that it may have), git's own directory, and directories that are marked as
    /// caches, as cargo's target directories are.
    pub fn load(root: &Path) -> io::Result<Tree> {
        let ignored = ignored_paths(root)?;
        let mut tree = Tree { files: Vec::new(), directories: BTreeSet::new() };
        let mut waiting = vec![(root.to_path_buf(), String::new())];
        while let Some((directory, prefix)) = waiting.pop() {
            for entry in fs::read_dir(&directory)? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else {
                    continue;
                };
                let path = format!("{prefix}{name}");
                if name == ".git" || ignored.contains(&path) {
                    continue;
                }
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    if !entry.path().join("CACHEDIR.TAG").exists() {
                        waiting.push((entry.path(), format!("{path}/")));
                    }
                } else if kind.is_file() {
                    let text = String::from_utf8(read(&entry.path())?).ok();
                    tree.add_directories_of(&path);
                    tree.files.push(File { path, text });
                }
            }
        }
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn add_directories_of(&mut self, path: &str) {
        let mut path = path;
        while let Some((directory, _)) = path.rsplit_once('/') {
            self.directories.insert(directory.to_string());
            path = directory;
        }
    }

    /// All files, ordered by path.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The text of a file, if there is such a file and it is text.
    pub fn text(&self, path: &str) -> Option<&str> {
        let index = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files[index].text.as_deref()
    }

    /// Whether there is a file or a directory of that path.
    pub fn exists(&self, path: &str) -> bool {
        path.is_empty()
            || self.directories.contains(path)
            || self.files.binary_search_by(|file| file.path.as_str().cmp(path)).is_ok()
    }

    /// The text files whose path has that ending, with their texts.
    pub fn texts(&self, ending: &str) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(move |file| file.path.ends_with(ending))
            .filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// The names of the directories directly in `crates/`.
    pub fn crates(&self) -> Vec<&str> {
        self.directories
            .iter()
            .filter_map(|directory| directory.strip_prefix("crates/"))
            .filter(|name| !name.contains('/'))
            .collect()
    }
}

/// Reading with the path in the error.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn ignored_paths(root: &Path) -> io::Result<BTreeSet<String>> {
    let path: PathBuf = root.join(".gitignore");
    if !path.exists() {
        return Ok(BTreeSet::new());
    }
    let text = String::from_utf8_lossy(&read(&path)?).into_owned();
    let mut ignored = BTreeSet::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('/') {
            Some(plain) if !plain.contains(['*', '?', '[', '!']) => {
                ignored.insert(plain.trim_end_matches('/').to_string());
            }
            Some(_) | None => {
                return Err(io::Error::other(format!(
                    ".gitignore: `{line}` is not a plain path from the root such as `/target`, \
                     which is all that tidy understands"
                )));
            }
        }
    }
    Ok(ignored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::Scratch;

    #[test]
    fn ignored_files_and_caches_are_no_part_of_the_tree() {
        let scratch = Scratch::new(&[
            (".gitignore", "/target\n/fuzz/corpus\n"),
            (".git/config", "x"),
            ("target/a", "x"),
            ("fuzz/corpus/a", "x"),
            ("fuzz/README.md", "x"),
            ("elsewhere/CACHEDIR.TAG", "x"),
            ("elsewhere/a", "x"),
            ("crates/ir/src/lib.rs", "x"),
        ]);
        let tree = scratch.tree();
        let paths: Vec<_> = tree.files().iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [".gitignore", "crates/ir/src/lib.rs", "fuzz/README.md"]);
        assert_eq!(tree.crates(), ["ir"]);
        assert!(tree.exists("crates/ir") && tree.exists("fuzz/README.md") && !tree.exists("target/a"));
        assert_eq!(tree.text("fuzz/README.md"), Some("x"));
    }

    #[test]
    fn patterns_in_gitignore_are_refused() {
        let scratch = Scratch::new(&[(".gitignore", "*.orig\n")]);
        let error = Tree::load(scratch.path()).unwrap_err();
        assert!(error.to_string().contains("`*.orig` is not a plain path"));
    }
}
