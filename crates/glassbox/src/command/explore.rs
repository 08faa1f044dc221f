//! `glassbox explore`.

use check::Budget;
use glassbox::{Exploration, Matching, sequences};
use ir::{Code, Diagnostic};

use super::{context, cores, names, show};
use crate::Exit;
use crate::cli::{ExploreArguments, Mode, Split, StateMatching};
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
    let options = arguments.java.options();
    let loaded = match &arguments.file {
        Some(file) => glassbox::load(file, &options),
        None => glassbox::load_library_class(&options),
    };
    let result = loaded
        .map_err(Into::into)
        .and_then(|input| glassbox::explore(&input, &exploration(arguments)?, &mut context));
    // The progress line is gone before anything else is shown.
    drop(context);
    match result {
        Ok(mut run) => {
            // A replay needs the same world.
            run.task.options.extend(arguments.java.options().settings());
            show(&run, &arguments.output, output)
        }
        Err(failure) => fail(&failure, &arguments.output, output),
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
        budget: Budget {
            time: arguments.budget.time,
            memory: arguments.budget.memory,
            states: arguments.states,
            depth: None,
        },
    })
}
