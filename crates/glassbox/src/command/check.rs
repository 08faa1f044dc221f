//! `glassbox check`.

use check::{Budget, Property};
use glassbox::{Request, Search};

use super::{context, notes, show};
use crate::Exit;
use crate::cli::{CheckArguments, Format, Order, PropertyName};
use crate::output::Output;
use crate::terminal::{Terminal, fail};

pub(crate) fn run(arguments: &CheckArguments) -> Exit {
    let mut context = context(arguments.output.quiet);
    let output = match Output::open(arguments.output.output.as_deref(), &arguments.file) {
        Ok(output) => output,
        Err(diagnostic) => {
            // There is no output to write it to, whatever its format.
            Terminal::standard(arguments.output.color).reject(&diagnostic.into());
            return Exit::Rejected;
        }
    };
    let result =
        glassbox::load(&arguments.file, &arguments.java.options()).map_err(Into::into).and_then(|input| {
            // Programs that read reports find the notes in there.
            if !arguments.output.quiet && arguments.output.format == Format::Text {
                notes(
                    &glassbox::scan(&input),
                    arguments.output.verbose,
                    Terminal::standard(arguments.output.color),
                );
            }
            glassbox::check(&input, &request(arguments), &mut context)
        });
    // The progress line is gone before anything else is shown.
    drop(context);
    match result {
        Ok(run) => show(&run, &arguments.output, output),
        Err(failure) => fail(&failure, &arguments.output, output),
    }
}

fn request(arguments: &CheckArguments) -> Request {
    let mut properties: Vec<Property> = arguments.property.iter().map(|&name| property(name)).collect();
    properties.sort_unstable();
    properties.dedup();
    if properties.is_empty() {
        properties = Property::ALL.to_vec();
    }
    Request {
        entry: arguments.entry.clone(),
        properties,
        search: match arguments.search {
            Order::Bfs => Search::BreadthFirst,
            Order::Dfs => Search::DepthFirst,
        },
        all: arguments.all,
        budget: Budget {
            time: arguments.budget.time,
            memory: arguments.budget.memory,
            states: arguments.states,
            depth: arguments.depth,
        },
    }
}

fn property(name: PropertyName) -> Property {
    match name {
        PropertyName::Assert => Property::Assertion,
        PropertyName::Exception => Property::Exception,
        PropertyName::Trap => Property::Trap,
    }
}
