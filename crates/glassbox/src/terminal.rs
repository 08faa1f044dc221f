//! What goes to a person's screen: colours only on terminals, diagnostics on standard error.

use std::io::{IsTerminal as _, Write as _};

use glassbox::{Failure, Rejection};
use report::{Style, Verbosity};

use crate::Exit;
use crate::cli::{Color, Format, OutputArguments};
use crate::output::Output;
use crate::progress::terminal_width;

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
        Self::of(std::io::stderr().is_terminal(), color)
    }

    /// Standard output.
    pub(crate) fn output(color: Color) -> Self {
        Self::of(std::io::stdout().is_terminal(), color)
    }

    fn of(terminal: bool, color: Color) -> Self {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                terminal && !dumb && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        Terminal { color, width: terminal.then(terminal_width) }
    }

    pub(crate) fn style(self, verbosity: Verbosity) -> Style {
        Style { color: self.color, verbosity, width: self.width }
    }

    /// Writes to standard error.
    pub(crate) fn error(self, text: &str) {
        // There is nobody left to tell if this fails.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// Shows why an input is not accepted.
    pub(crate) fn reject(self, rejection: &Rejection) {
        let style = self.style(Verbosity::Normal);
        self.error(&report::diagnostic::diagnostics(&rejection.diagnostics, &rejection.sources, style));
    }
}

/// Shows why there is no result: to the output in the format that was asked for, so that a program
/// that reads reports sees it, and to standard error for people.
pub(crate) fn fail(failure: &Failure, arguments: &OutputArguments, output: Output) -> Exit {
    let terminal = Terminal::standard(arguments.color);
    match failure {
        Failure::Rejected(rejection) => {
            match arguments.format {
                Format::Text => terminal.reject(rejection),
                Format::Json => {
                    let json =
                        report::json::diagnostics(&rejection.diagnostics, &rejection.sources, crate::VERSION);
                    if let Err(diagnostic) = output.write(&json) {
                        terminal.reject(&diagnostic.into());
                    }
                }
            }
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
