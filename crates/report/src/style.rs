//! How text should look. Whoever prints it knows the terminal; this crate only obeys.

use anstyle::{AnsiColor, Effects};

/// How much of a run people want to see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Verbosity {
    /// The verdict: one line, or one for each violation.
    Quiet,
    /// One screen.
    #[default]
    Normal,
    /// Everything.
    Verbose,
}

/// How text should look. The default has no colours and cuts nothing to a width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether to use colours, as ANSI escape sequences.
    pub color: bool,
    /// How much to show.
    pub verbosity: Verbosity,
    /// How many columns a line of a table may take, if there is a limit.
    pub width: Option<usize>,
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Plain,
    Strong,
    Faint,
    Place,
    Frame,
    Value,
    Holds,
    Violated,
    Unknown,
}

impl Role {
    pub(crate) fn look(self) -> anstyle::Style {
        let style = anstyle::Style::new();
        match self {
            Role::Plain => style,
            Role::Strong => style.bold(),
            Role::Faint => style.effects(Effects::DIMMED),
            Role::Place => AnsiColor::Cyan.on_default(),
            Role::Frame => AnsiColor::BrightBlue.on_default().bold(),
            Role::Value => AnsiColor::Yellow.on_default(),
            Role::Holds => AnsiColor::BrightGreen.on_default().bold(),
            Role::Violated => AnsiColor::BrightRed.on_default().bold(),
            Role::Unknown => AnsiColor::BrightYellow.on_default().bold(),
        }
    }
}
