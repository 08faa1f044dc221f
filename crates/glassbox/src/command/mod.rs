//! The commands, one file each.

pub(crate) mod api;
mod caught;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod explore;
pub(crate) mod generate;
pub(crate) mod replay;
pub(crate) mod run;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ::check::{CancelToken, Observer, Silent, System, Verdict};
use glassbox::Context;
use report::Verbosity;

use crate::Exit;
use crate::cli::{Format, OutputArguments};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::terminal::Terminal;

/// A token that Ctrl-C raises. A second Ctrl-C ends the process at once.
fn cancel_on_interrupt() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // The order matters: the first arrival finds the flag lowered, and the second one raised.
        // Without handlers Ctrl-C still ends the process, just not softly.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)));
    }
    CancelToken::from_flag(flag)
}

fn context<'a>(quiet: bool) -> Context<'a> {
    use std::io::IsTerminal as _;
    let observer: Box<dyn Observer> = if !quiet && std::io::stderr().is_terminal() {
        Box::new(ProgressLine::new())
    } else {
        Box::new(Silent)
    };
    Context { cancel: cancel_on_interrupt(), observer, host: System::start() }
}

fn verbosity(arguments: &OutputArguments) -> Verbosity {
    match (arguments.quiet, arguments.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, true) => Verbosity::Verbose,
        (false, false) => Verbosity::Normal,
    }
}

/// Shows what was seen of a program before it runs.
fn notes(notes: &[String], verbose: bool, terminal: Terminal) {
    /// As many as a person wants to read.
    const SHOWN: usize = 3;
    let shown = if verbose { notes.len() } else { notes.len().min(SHOWN) };
    for note in &notes[..shown] {
        terminal.error(&format!("note: {note}\n"));
    }
    if notes.len() > shown {
        terminal.error(&format!("note: and {} more like it; --verbose shows them\n", notes.len() - shown));
    }
}

/// Shows what a run has come upon: classes that do not fit together are most often a forgotten part of the class
/// path.
fn linkage(errors: &[String], arguments: &OutputArguments) {
    if !arguments.quiet && arguments.format == Format::Text {
        notes(errors, arguments.verbose, Terminal::standard(arguments.color));
    }
}

/// Shows a finished run.
fn show(run: &::check::Run, arguments: &OutputArguments, output: Output) -> Exit {
    let text = match arguments.format {
        Format::Text => {
            let terminal =
                if output.is_standard() { Terminal::output(arguments.color) } else { Terminal::plain() };
            report::text::run(run, terminal.style(verbosity(arguments)))
        }
        Format::Json => report::json::run(run, crate::VERSION),
    };
    let standard = output.is_standard();
    let errors = Terminal::standard(arguments.color);
    if let Err(diagnostic) = output.write(&text) {
        errors.reject(&diagnostic.into());
        return Exit::Rejected;
    }
    // Whoever looks at the screen wants to know how it ended, too.
    if !standard && !arguments.quiet {
        errors.error(&report::text::run(run, errors.style(Verbosity::Quiet)));
    }
    exit_of(run)
}

/// How the process ends after a run.
pub(crate) fn exit_of(run: &::check::Run) -> Exit {
    match run.conclusion.verdict() {
        Verdict::Holds => Exit::Holds,
        Verdict::Violated => Exit::Violated,
        Verdict::Unknown => Exit::Unknown,
    }
}

/// How many threads work if nobody says.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The names of methods that were given, if any were.
fn names(texts: &[String]) -> Option<Vec<String>> {
    let names: Vec<String> = texts.iter().flat_map(|text| glassbox::parse_names(text)).collect();
    (!names.is_empty()).then_some(names)
}
