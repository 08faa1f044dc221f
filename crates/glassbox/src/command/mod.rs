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

use std::path::Path;

use ::check::{Budget, Event, Host as _, Input, Observer, Reason, Silent, System, Task, Verdict};
use glassbox::Context;
use report::Verbosity;

use crate::Exit;
use crate::cli::{Color, Format, OutputArguments};
use crate::guard;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::terminal::Terminal;

/// What shows a person how the work goes on, if anything does; and the guard is told what the work does.
struct Told(Box<dyn Observer>);

impl Observer for Told {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Started("replay") => guard::replaying(true),
            Event::Finished("replay", _) => guard::replaying(false),
            Event::Started(_) | Event::Finished(..) | Event::Progress(_) => {}
        }
        self.0.event(event);
    }
}

fn context<'a>(quiet: bool) -> Context<'a> {
    guard::start();
    use std::io::IsTerminal as _;
    let observer: Box<dyn Observer> = if !quiet && std::io::stderr().is_terminal() {
        Box::new(ProgressLine::new())
    } else {
        Box::new(Silent)
    };
    Context { cancel: guard::cancel_token(), observer: Box::new(Told(observer)), host: System::start() }
}

/// From now on the task is under guard: if the work does not keep to its budget, this is what is said in its place.
/// The output is opened again then, because the one that is open belongs to the work.
fn guarded(task: Task, arguments: &OutputArguments) {
    let (arguments, host) = (arguments.clone(), System::start());
    let budget = task.budget;
    guard::watch(
        budget,
        Box::new(move |why| {
            let run = glassbox::stopped(task, why, &host);
            match Output::open(arguments.output.as_deref(), &[]) {
                Ok(output) => show(&run, &arguments, output),
                Err(diagnostic) => {
                    Terminal::standard(arguments.color).reject(&diagnostic.into());
                    Exit::Rejected
                }
            }
        }),
    );
}

/// A file that may not have been read yet.
fn unread(path: &Path) -> Input {
    Input { path: path.display().to_string(), digest: String::new() }
}

/// The same for work whose result is no verdict: one line says why there is none.
fn guarded_line(budget: Budget, color: Color) {
    let host = System::start();
    guard::watch(
        budget,
        Box::new(move |why| {
            let (seconds, reason) = (host.elapsed().as_secs_f64(), Reason::Stopped(why));
            let terminal = Terminal::standard(color);
            terminal.error(&format!("unknown after {seconds:.1} s: {reason}\n  try: {}\n", reason.hint()));
            Exit::Unknown
        }),
    );
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
