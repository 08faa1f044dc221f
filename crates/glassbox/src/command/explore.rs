//! `glassbox explore`.

use check::{Budget, Property, Task};
use glassbox::{CaughtAssertions, Exploration, Input, JavaOptions, Matching, Rejection, sequences};
use ir::{Code, Diagnostic};

use super::caught::{caught, is_for, note};
use super::{context, cores, guarded, linkage, names, show, unread};
use crate::Exit;
use crate::cli::{ExploreArguments, Mode, Split, StateMatching};
use crate::guard;
use crate::output::Output;
use crate::terminal::{Terminal, fail};

/// The seed of abstract matching, if nobody says another.
const DEFAULT_SEED: u64 = 1;

pub(crate) fn run(arguments: &ExploreArguments) -> Exit {
    let mut context = context(arguments.output.quiet);
    let output = match Output::open(arguments.output.output.as_deref(), &[arguments.input()]) {
        Ok(output) => output,
        Err(diagnostic) => {
            // There is no output to write it to, whatever its format.
            Terminal::standard(arguments.output.color).reject(&diagnostic.into());
            return Exit::Rejected;
        }
    };
    let budget = Budget { states: arguments.states, ..arguments.budget.budget() };
    let mut task = Task::new(
        "sequences",
        arguments.input().display().to_string(),
        Property::SEQUENTIAL.to_vec(),
        budget,
    );
    task.inputs.extend(arguments.file.as_deref().map(unread));
    guarded(task, &arguments.output);
    let mut errors = Vec::new();
    let result = load(arguments).map_err(Into::into).and_then(|input| {
        is_for(arguments.caught_assertions, &input)?;
        let run = glassbox::explore(&input, &exploration(arguments)?, &mut context);
        errors = glassbox::linkage_errors(&input);
        run
    });
    let result = result.map(|mut run| {
        note(&mut run, failures(arguments).unwrap_or_default());
        run
    });
    // The progress line is gone before anything else is shown.
    drop(context);
    guard::finish();
    match result {
        Ok(mut run) => {
            // A replay needs the same world.
            run.task.options.extend(arguments.java.options().settings());
            linkage(&errors, &arguments.output);
            show(&run, &arguments.output, output)
        }
        Err(failure) => fail(&failure, &arguments.output, output),
    }
}

/// Failing assertions are always asked about.
fn failures(arguments: &ExploreArguments) -> Result<CaughtAssertions, Diagnostic> {
    caught(arguments.caught_assertions, true, &arguments.allow)
}

fn load(arguments: &ExploreArguments) -> Result<Input, Rejection> {
    let caught = failures(arguments)?;
    let options = JavaOptions { caught, ..arguments.java.options() };
    match &arguments.file {
        Some(file) => glassbox::load(file, &options),
        None => glassbox::load_library_class(&options),
    }
}

fn exploration(arguments: &ExploreArguments) -> Result<Exploration, Diagnostic> {
    if arguments.seed.is_some() && arguments.matching == StateMatching::Exact {
        return Err(Diagnostic::new(
            Code::Usage,
            "a seed has no effect where all states are told apart",
            "give --match shape as well, or leave out --seed",
        ));
    }
    Ok(Exploration {
        methods: names(&arguments.methods),
        factory: arguments.factory.clone(),
        length: arguments.length,
        values: arguments.values.clone(),
        domains: arguments.domain.clone(),
        allowed: arguments.allow.clone(),
        ignored: arguments.ignore.clone(),
        sets: arguments.set.clone(),
        invariant: arguments.invariant,
        all: arguments.all,
        mode: match arguments.mode {
            Mode::Standard => sequences::Mode::Standard,
            Mode::Delta => sequences::Mode::Delta,
            Mode::Auto => sequences::Mode::Auto,
        },
        splitting: match arguments.split {
            Split::Restore => sequences::Splitting::Restore,
            Split::Rerun => sequences::Splitting::Rerun,
        },
        threads: arguments.threads.unwrap_or_else(cores),
        matching: match arguments.matching {
            StateMatching::Exact => Matching::Exact,
            StateMatching::Shape => Matching::Shape { seed: arguments.seed.unwrap_or(DEFAULT_SEED) },
        },
        coverage: arguments.coverage,
        budget: Budget { states: arguments.states, ..arguments.budget.budget() },
    })
}
