//! `glassbox replay`.

use std::path::Path;

use check::{Budget, Task};
use glassbox::{Context, Failure, JavaOptions};

use super::{context, guarded, show, unread};
use crate::Exit;
use crate::cli::{OutputArguments, ReplayArguments};
use crate::guard;
use crate::output::Output;
use crate::terminal::{Terminal, fail};

pub(crate) fn run(arguments: &ReplayArguments) -> Exit {
    let mut context = context(arguments.output.quiet);
    let output = match Output::open(arguments.output.output.as_deref(), &[arguments.report.as_path()]) {
        Ok(output) => output,
        Err(diagnostic) => {
            // There is no output to write it to, whatever its format.
            Terminal::standard(arguments.output.color).reject(&diagnostic.into());
            return Exit::Rejected;
        }
    };
    let mut task = Task::new("replay", arguments.report.display().to_string(), Vec::new(), Budget::default());
    task.inputs.push(unread(&arguments.report));
    guarded(task, &arguments.output);
    let result = replay(&arguments.report, &arguments.java.options(), &mut context);
    drop(context);
    guard::finish();
    match result {
        // A replay is asked for to see every step.
        Ok(run) => show(
            &run,
            &OutputArguments { verbose: !arguments.output.quiet, ..arguments.output.clone() },
            output,
        ),
        Err(failure) => fail(&failure, &arguments.output, output),
    }
}

fn replay(path: &Path, java: &JavaOptions, context: &mut Context<'_>) -> Result<check::Run, Failure> {
    let text = glassbox::read_text(path)?;
    let recorded = report::json::read(&text)?;
    glassbox::replay(&recorded, java, context)
}
