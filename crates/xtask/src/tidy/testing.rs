//! Directories with a few files, for tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Problem, Tree};

/// A directory that goes away with its owner.
pub(crate) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A new directory with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("tidy-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = Scratch { path: std::env::temp_dir().join(name) };
        for (path, text) in files {
            let path = scratch.path.join(path);
            fs::create_dir_all(path.parent().expect("a file has a directory")).expect("writable");
            fs::write(path, text).expect("writable");
        }
        scratch
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Its files.
    pub(crate) fn tree(&self) -> Tree {
        Tree::load(&self.path).expect("readable")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory that stays behind harms nobody.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// What a check says about these files, as lines.
pub(crate) fn problems_of(check: impl Fn(&Tree) -> Vec<Problem>, files: &[(&str, &str)]) -> Vec<String> {
    check(&Scratch::new(files).tree()).iter().map(ToString::to_string).collect()
}
