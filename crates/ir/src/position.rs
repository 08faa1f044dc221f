//! Where statements come from.

use std::sync::Arc;

use crate::ids::SourceId;

/// A file that statements come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name that people see: a path as the user gave it, or a compilation unit's name.
    pub name: String,
    /// The contents, where they are known; reports quote lines from it.
    pub text: Option<Arc<str>>,
}

impl Source {
    /// The text of a line, counted from 1, without surrounding blanks.
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.text.as_deref()?.lines().nth(index).map(str::trim)
    }
}

/// A place in a source: lines and columns count from 1, 0 means unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The file.
    pub source: SourceId,
    /// The line.
    pub line: u32,
    /// The column in characters.
    pub column: u32,
}

impl Position {
    /// A place in a file.
    pub const fn new(source: SourceId, line: u32, column: u32) -> Self {
        Position { source, line, column }
    }
}
