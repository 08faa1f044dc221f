//! What goes to a person's screen: colours only on terminals, diagnostics on standard error.

use std::io::Write as _;
use std::os::fd::AsFd;

use glassbox::{Failure, Rejection};
use report::{Style, Verbosity};

use crate::Exit;
use crate::cli::{Color, Format, OutputArguments};
use crate::output::Output;

/// How text is shown on one of the two standard streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    color: bool,
    width: Option<usize>,
}

impl Terminal {
    /// Without any colour.
    pub(crate) fn plain() -> Self {
        Terminal { color: false, width: None }
    }

    /// Standard error.
    pub(crate) fn standard(color: Color) -> Self {
        Self::of(&std::io::stderr(), color)
    }

    /// Standard output.
    pub(crate) fn output(color: Color) -> Self {
        Self::of(&std::io::stdout(), color)
    }

    fn of(stream: &(impl std::io::IsTerminal + AsFd), color: Color) -> Self {
        let terminal = stream.is_terminal();
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                terminal && !dumb && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        Terminal { color, width: terminal.then(|| columns(stream)).flatten() }
    }

    pub(crate) fn style(self, verbosity: Verbosity) -> Style {
        Style { color: self.color, verbosity, width: self.width }
    }

    /// Writes to standard error.
    pub(crate) fn error(self, text: &str) {
        // There is nobody left to tell if this fails.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes to standard error without waiting for who else does so, and without memory.
    pub(crate) fn last_words(text: &str) {
        if let Ok(stream) = std::io::stderr().as_fd().try_clone_to_owned() {
            let _ = std::fs::File::from(stream).write_all(text.as_bytes());
        }
    }

    /// Shows why an input is not accepted.
    pub(crate) fn reject(self, rejection: &Rejection) {
        let style = self.style(Verbosity::Normal);
        self.error(&report::diagnostic::diagnostics(&rejection.diagnostics, &rejection.sources, style));
    }
}

/// How many columns a terminal has; `COLUMNS` overrules it, as for other tools.
pub(crate) fn columns(stream: &impl AsFd) -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let measured =
        || terminal_size::terminal_size_of(stream).map(|(terminal_size::Width(width), _)| width.into());
    // A terminal that does not know its size says 0.
    asked.or_else(measured).filter(|&width| width > 0)
}

/// Shows why there is no result: to the output in the format that was asked for, so that a program
/// that reads reports sees it; and to standard error for people, unless they see the output.
pub(crate) fn fail(failure: &Failure, arguments: &OutputArguments, output: Output) -> Exit {
    let terminal = Terminal::standard(arguments.color);
    match failure {
        Failure::Rejected(rejection) => {
            match arguments.format {
                Format::Text => terminal.reject(rejection),
                Format::Json => {
                    let json =
                        report::json::diagnostics(&rejection.diagnostics, &rejection.sources, crate::VERSION);
                    if !output.is_standard() {
                        terminal.reject(rejection);
                    }
                    if let Err(diagnostic) = output.write(&json) {
                        terminal.reject(&diagnostic.into());
                    }
                }
            }
            Exit::Rejected
        }
        Failure::Fault(_) => fault(failure, terminal),
    }
}

/// Shows why there is no result to a person only.
pub(crate) fn fault(failure: &Failure, terminal: Terminal) -> Exit {
    match failure {
        Failure::Rejected(rejection) => {
            terminal.reject(rejection);
            Exit::Rejected
        }
        Failure::Fault(fault) => {
            terminal.error(&format!(
                "internal fault: {fault}\nthis is a bug in glassbox, not in your program; please report it with the input\n"
            ));
            Exit::Fault
        }
    }
}
