//! `glassbox run`: one execution, with its result on standard output.

use std::io::Write as _;

use check::{Host as _, Reason};
use glassbox::{Answers, Ended, Execution, Failure};
use machine::{Steps, Stream};

use super::{context, guarded_line, notes};
use crate::Exit;
use crate::cli::{RunArguments, TraceOf};
use crate::guard;
use crate::output::Output;
use crate::terminal::Terminal;

/// Passes on what the program writes. A reader that has seen enough is not a failure.
fn print(stream: Stream, bytes: &[u8]) {
    let _ = match stream {
        Stream::Output => std::io::stdout().lock().write_all(bytes),
        Stream::Error => std::io::stderr().lock().write_all(bytes),
    };
}

pub(crate) fn run(arguments: &RunArguments) -> Exit {
    let mut context = context(true);
    guarded_line(arguments.budget.budget(), arguments.color);
    let terminal = Terminal::standard(arguments.color);
    let execution = Execution {
        entry: arguments.entry.clone(),
        arguments: arguments.arguments.clone(),
        choices: arguments.choices.clone(),
        answers: arguments.seed.map_or(Answers::Least, Answers::Random),
        trace: arguments.trace.map(|whose| match whose {
            TraceOf::Own => Steps::Own,
            TraceOf::All => Steps::All,
        }),
        budget: arguments.budget.budget(),
        collect_eagerly: false,
    };
    let result =
        glassbox::load(&arguments.file, &arguments.java.options()).map_err(Into::into).and_then(|input| {
            if arguments.verbose {
                notes(&glassbox::scan(&input), true, terminal);
            }
            let mut natives = String::new();
            let mut note = |name: &str| natives += &format!("{name}\n");
            let ended = glassbox::run_noting(&input, &execution, &mut context, &mut print, &mut note);
            // Our tests ask which native methods a program has used.
            if let Some(path) = std::env::var_os("GLASSBOX_NATIVES") {
                let _ = std::fs::write(path, &natives);
            }
            // A program that completes says nothing that it would not say on a JVM.
            if let Ok(Ended::Unknown(Reason::Skipped(_))) = ended
                && !arguments.verbose
                && !arguments.quiet
            {
                notes(&glassbox::scan(&input), false, terminal);
            }
            ended
        });
    guard::finish();
    match result {
        Ok(Ended::Returned(result)) => match result {
            Some(_) if arguments.quiet => Exit::Holds,
            Some(value) => match Output::Standard.write(&format!("{value}\n")) {
                Ok(()) => Exit::Holds,
                Err(diagnostic) => {
                    terminal.reject(&diagnostic.into());
                    Exit::Rejected
                }
            },
            None => Exit::Holds,
        },
        Ok(Ended::Violated { violation, calls }) => {
            let calls: String =
                calls.iter().map(|call| format!("  in {} at {call}\n", call.function)).collect();
            terminal.error(&format!("violated: {} at {}\n{calls}", violation.message, violation.location));
            Exit::Violated
        }
        Ok(Ended::Deadlock { violation, threads }) => {
            let threads: String = threads.iter().map(|thread| format!("  {thread}\n")).collect();
            terminal.error(&format!(
                "violated: deadlock: no thread can go on at {}\n{threads}",
                violation.location
            ));
            Exit::Violated
        }
        Ok(Ended::Unknown(reason)) => {
            let seconds = context.host.elapsed().as_secs_f64();
            terminal.error(&format!("unknown after {seconds:.1} s: {reason}\n  try: {}\n", reason.hint()));
            Exit::Unknown
        }
        Ok(Ended::Exited(status)) => Exit::Program(status as u8),
        Ok(Ended::Dropped(location)) => {
            terminal.error(&format!(
                "unknown: this execution does not count: an assumption is false, or a choice has no value, at {location}\n  try: other values with --choices or --seed\n"
            ));
            Exit::Unknown
        }
        Err(Failure::Rejected(rejection)) => {
            terminal.reject(&rejection);
            Exit::Rejected
        }
        Err(Failure::Fault(fault)) => {
            terminal.error(&format!("internal fault: {fault}\n"));
            Exit::Fault
        }
    }
}
