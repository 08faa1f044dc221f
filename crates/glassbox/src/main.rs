//! The command line of Glassbox.
//!
//! Exit codes: 0 holds, 1 violated, 2 usage or input rejected, 3 unknown, 4 internal fault.

mod allocator;
mod cli;
mod command;
mod guard;
mod output;
mod progress;
mod terminal;
mod units;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser as _;
use clap::error::ErrorKind;
use glassbox::Rejection;
use ir::{Code, Diagnostic};

use crate::cli::{Cli, Command};
use crate::output::Output;
use crate::terminal::Terminal;

/// The version in reports.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the process tells its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    Holds,
    Violated,
    Rejected,
    Unknown,
    Fault,
    /// The status of the program that was run: `run` is the program for its caller.
    Program(u8),
}

impl Exit {
    /// The status of the process.
    fn status(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Rejected => 2,
            Exit::Unknown => 3,
            Exit::Fault => 4,
            Exit::Program(status) => status,
        }
    }
}

#[global_allocator]
static ALLOCATOR: allocator::Answering = allocator::Answering;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        Terminal::plain().error(&format!(
            "internal fault: {panic}\nthis is a bug in glassbox, not in your program; please report it with the input\n"
        ));
    }));
    // A file that would grow past the limit of the process is a write error like any other, instead of the
    // end of the process with half a file left behind.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let result = std::panic::catch_unwind(|| match Cli::try_parse() {
        Ok(cli) => run(cli.command),
        Err(error) => usage(&error),
    });
    ExitCode::from(result.unwrap_or(Exit::Fault).status())
}

fn run(command: Command) -> Exit {
    match command {
        Command::Check(arguments) => command::check::run(&arguments),
        Command::Explore(arguments) => command::explore::run(&arguments),
        Command::Generate(arguments) => command::generate::run(&arguments),
        Command::Run(arguments) => command::run::run(&arguments),
        Command::Replay(arguments) => command::replay::run(&arguments),
        Command::Explain(arguments) => command::explain::run(&arguments),
        Command::Api(arguments) => command::api::run(&arguments),
        Command::Completions { shell } => command::completions::run(shell),
    }
}

/// Shows help where it was asked for; everything else is a diagnostic.
fn usage(error: &clap::Error) -> Exit {
    let kind = error.kind();
    if matches!(
        kind,
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        // A reader that has seen enough is not a failure.
        let _ = error.print();
        let asked = kind != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        return if asked { Exit::Holds } else { Exit::Rejected };
    }
    let code = if kind == ErrorKind::ArgumentConflict { Code::Contradiction } else { Code::Usage };
    // Names stand between backticks everywhere else.
    let text = error.to_string().replace('\'', "`");
    // The first paragraph says what is wrong; tips and usage follow.
    let mut paragraphs = text.split("\n\n");
    let message: Vec<&str> = paragraphs.next().unwrap_or_default().lines().map(str::trim).collect();
    let message = message.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let help = std::env::args_os()
        .nth(1)
        .and_then(|name| name.into_string().ok())
        .filter(|name| {
            ["check", "generate", "run", "replay", "explain", "api", "completions"].contains(&name.as_str())
        })
        .map_or("see `glassbox --help`".to_string(), |name| format!("see `glassbox {name} --help`"));
    let tip = tip.or((code == Code::Contradiction).then_some("keep the one that you mean"));
    let remedy = tip.map_or(help.clone(), |tip| format!("{tip}; {help}"));
    let rejection = Rejection::from(Diagnostic::new(code, message, remedy));
    if asks_for_json() {
        let json = report::json::diagnostics(&rejection.diagnostics, &rejection.sources, VERSION);
        if Output::Standard.write(&json).is_ok() {
            return Exit::Rejected;
        }
    }
    Terminal::standard(cli::Color::Auto).reject(&rejection);
    Exit::Rejected
}

/// Whether a command line that cannot be understood asks for JSON all the same.
fn asks_for_json() -> bool {
    let arguments: Vec<_> = std::env::args_os().collect();
    arguments.iter().any(|argument| argument == "--format=json")
        || arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}
