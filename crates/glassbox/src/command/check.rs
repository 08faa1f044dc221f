//! `glassbox check`.

use std::path::Path;

use check::{Budget, Property, Task};
use glassbox::{
    Abstractions, Baseline, CaughtAssertions, CheckedMethod, Describes, Failure, Input, Interleavings,
    JavaOptions, LibraryAs, Linearizability, Methods, Reduction, Rejection, Request, Schedule, Search,
    States, Structures, Timeouts,
};
use ir::{Code, Diagnostic};

use super::caught::{caught, is_for, note};
use super::{context, cores, exit_of, guarded, linkage, names, notes, show, unread};
use crate::Exit;
use crate::cli::{
    CheckArguments, Engine, Format, LibraryKind, Order, PropertyName, PropertySaid, ReductionName, Shown,
    StatesSaid, StoreName, TimeoutsName,
};
use crate::guard;
use crate::output::Output;
use crate::terminal::{Terminal, fail};

pub(crate) fn run(arguments: &CheckArguments) -> Exit {
    let mut context = context(arguments.output.quiet);
    let inputs: Vec<&Path> = [&arguments.file, &arguments.structures.spec]
        .into_iter()
        .filter_map(|path| path.as_deref())
        .collect();
    let output = match Output::open(arguments.output.output.as_deref(), &inputs) {
        Ok(output) => output,
        Err(diagnostic) => {
            // There is no output to write it to, whatever its format.
            Terminal::standard(arguments.output.color).reject(&diagnostic.into());
            return Exit::Rejected;
        }
    };
    guarded(task(arguments), &arguments.output);
    if let Some(Shown::Space) = arguments.structures.show {
        let shown = load(arguments)
            .map_err(Into::into)
            .and_then(|input| glassbox::show_space(&input, &structures(arguments, &input)));
        drop(context);
        guard::finish();
        return match shown {
            Ok(text) => match output.write(&text) {
                Ok(()) => Exit::Holds,
                Err(diagnostic) => {
                    Terminal::standard(arguments.output.color).reject(&diagnostic.into());
                    Exit::Rejected
                }
            },
            Err(failure) => fail(&failure, &arguments.output, output),
        };
    }
    let mut shown = None;
    let mut errors = Vec::new();
    let result = load(arguments).map_err(Into::into).and_then(|input| {
        is_for(arguments.caught_assertions, &input)?;
        // Programs that read reports find the notes in there.
        if !arguments.output.quiet && arguments.output.format == Format::Text {
            notes(
                &glassbox::scan(&input),
                arguments.output.verbose,
                Terminal::standard(arguments.output.color),
            );
        }
        let engine = engine(arguments);
        let asked: Vec<Property> = arguments.property.iter().map(property).collect();
        glassbox::possible(&input.program, &asked)?;
        if engine != Engine::Threads {
            sequential(arguments)?;
        }
        let run = match engine {
            Engine::Explore => {
                let run =
                    glassbox::check(&input, &request(arguments, &input, Engine::Explore), &mut context)?;
                if arguments.engine.is_none() && starts_threads(&run) {
                    threads(arguments, &input, &mut context)
                } else {
                    Ok(run)
                }
            }
            Engine::Threads => threads(arguments, &input, &mut context),
            Engine::Glass => glassbox::check_structures(&input, &structures(arguments, &input), &mut context),
            Engine::Korat | Engine::Blackbox => {
                glassbox::check_baseline(&input, &baseline(arguments, &input), &mut context)
            }
            Engine::Infer => {
                let wanted = methods(arguments, &input)?;
                let CheckedMethod { mut run, clauses, formula } =
                    glassbox::check_method(&input, &wanted, &mut context)?;
                match arguments.structures.show {
                    Some(Shown::Cnf) => shown = clauses,
                    Some(Shown::Formula) => shown = Some(formula),
                    Some(Shown::Specs) => {}
                    // One screen: who wants to know asks for it.
                    Some(Shown::Space) | None => {
                        if arguments.output.format == Format::Text && !arguments.output.verbose {
                            run.learned.clear();
                        }
                    }
                }
                Ok(run)
            }
        };
        errors = glassbox::linkage_errors(&input);
        run
    });
    // The progress line is gone before anything else is shown.
    drop(context);
    guard::finish();
    let result = result.map(|mut run| {
        note(&mut run, failures(arguments).unwrap_or_default());
        run
    });
    match result {
        Ok(run) if shown.is_some() => {
            let text = shown.unwrap_or_default();
            match output.write(&text) {
                Ok(()) => exit_of(&run),
                Err(diagnostic) => {
                    Terminal::standard(arguments.output.color).reject(&diagnostic.into());
                    Exit::Rejected
                }
            }
        }
        Ok(mut run) => {
            // A replay needs the same world.
            run.task.options.extend(arguments.java.options().settings());
            linkage(&errors, &arguments.output);
            show(&run, &arguments.output, output)
        }
        Err(failure) => fail(&failure, &arguments.output, output),
    }
}

fn failures(arguments: &CheckArguments) -> Result<CaughtAssertions, Diagnostic> {
    let asked = asked(arguments, engine(arguments)).contains(&Property::Assertion);
    caught(arguments.caught_assertions, asked, &arguments.structures.allow)
}

fn load(arguments: &CheckArguments) -> Result<Input, Rejection> {
    let spec = arguments.structures.spec.clone();
    if spec.is_some() && [Engine::Explore, Engine::Threads].contains(&engine(arguments)) {
        return Err(Diagnostic::new(
            Code::Usage,
            "a spec describes a data structure or what is called, and whole programs are checked",
            "give --engine glass or --method as well, or leave out --spec",
        )
        .into());
    }
    if is_linearizable(arguments) && engine(arguments) != Engine::Threads {
        let what = "linearizability is checked by the engine for threads";
        return Err(Diagnostic::new(Code::Contradiction, what, "leave out --engine").into());
    }
    let library = match (engine(arguments), arguments.methods.library) {
        (Engine::Infer, None | Some(LibraryKind::Specifications)) => LibraryAs::Specifications,
        (Engine::Infer, Some(LibraryKind::Bytecode)) | (_, None) => LibraryAs::Bytecode,
        (_, Some(_)) => {
            let what = "specifications of the library are for checks of one method";
            return Err(
                Diagnostic::new(Code::Usage, what, "give --method as well, or leave out --library").into()
            );
        }
    };
    let describes = if engine(arguments) == Engine::Infer { Describes::Calls } else { Describes::Subject };
    let caught = failures(arguments)?;
    let options = JavaOptions { spec, describes, library, caught, ..arguments.java.options() };
    match &arguments.file {
        Some(file) => glassbox::load(file, &options),
        None if options.spec.is_some() => glassbox::load_spec(&options),
        None => glassbox::load_library_class(&options),
    }
}

/// Who checks: if nobody says so, whoever can do what is asked.
fn engine(arguments: &CheckArguments) -> Engine {
    if arguments.engine.is_none() && arguments.methods.method.is_some() {
        return Engine::Infer;
    }
    let for_threads = !arguments.threads.abstracts.is_empty()
        || matches!(arguments.search, Some(Order::ChooseFree | Order::ChooseFreeFirst | Order::Random))
        || of_threads(arguments).is_some();
    arguments.engine.unwrap_or(if for_threads { Engine::Threads } else { Engine::Explore })
}

/// Whether an execution came to the start of a thread, which only one engine can do.
fn starts_threads(run: &check::Run) -> bool {
    run.conclusion.reasons().iter().any(|reason| reason.to_string().contains("--engine threads"))
}

/// Whether somebody asks for linearizability.
fn is_linearizable(arguments: &CheckArguments) -> bool {
    arguments.property.iter().any(|said| property(said) == Property::Linearizable)
}

/// Checks the operations of a class in scenarios.
fn linearizable(
    arguments: &CheckArguments,
    input: &Input,
    context: &mut glassbox::Context<'_>,
) -> Result<check::Run, Failure> {
    let said = &arguments.threads;
    let others = arguments.property.iter().any(|said| property(said) != Property::Linearizable);
    let wrong = if others {
        Some("linearizability is checked by itself: it is about a class, and not about a program")
    } else if !said.abstracts.is_empty()
        || arguments.search.is_some()
        || said.preemptions.is_some()
        || said.timeouts == TimeoutsName::Any
        || said.store == StoreName::Compact
        || said.fair
        || arguments.depth.is_some()
    {
        Some("scenarios of a class are always searched exactly, in the same order")
    } else {
        None
    };
    if let Some(what) = wrong {
        let remedy = "leave out what is not about scenarios: other properties, --search, --abstract, \
                      --preemptions, --timeouts, --store, --fair, --depth";
        return Err(Diagnostic::new(Code::Contradiction, what, remedy).into());
    }
    let structures = structures(arguments, input);
    let wanted = Linearizability {
        methods: structures.methods,
        factory: structures.factory,
        values: arguments.scenarios.values.clone(),
        domains: structures.domains,
        threads: arguments.scenarios.threads,
        operations: arguments.scenarios.operations,
        prefix: arguments.scenarios.prefix,
        observer: arguments.structures.abstraction.clone(),
        jobs: arguments.threads.jobs.unwrap_or_else(cores),
        all: arguments.all,
        every: said.no_reduction || said.reduction == Some(ReductionName::None),
        consistency: said.consistency.into(),
        budget: structures.budget,
    };
    glassbox::check_linearizable(input, &wanted, context)
}

fn threads(
    arguments: &CheckArguments,
    input: &Input,
    context: &mut glassbox::Context<'_>,
) -> Result<check::Run, Failure> {
    let said = &arguments.threads;
    if is_linearizable(arguments) {
        return linearizable(arguments, input, context);
    }
    if formulas(arguments).count() > 1 {
        let message = "one formula is checked at a time";
        let remedy = "join them with `&&`, or check them one after the other";
        return Err(Diagnostic::new(Code::Usage, message, remedy).into());
    }
    if said.abstracts.is_empty()
        && matches!(arguments.search, Some(Order::ChooseFree | Order::ChooseFreeFirst))
    {
        let what = "without an abstraction there are no internal choices to search around";
        return Err(Diagnostic::new(Code::Usage, what, "say which field is abstract, with --abstract").into());
    }
    let abstractions = Abstractions::new(&said.abstracts, said.abstractions.as_deref(), said.refine)?;
    let interleavings = interleavings(arguments, abstractions);
    glassbox::check_threads(input, &request(arguments, input, Engine::Threads), &interleavings, context)
}

/// What is asked for that only one engine looks for, if anything is.
fn of_threads(arguments: &CheckArguments) -> Option<&'static str> {
    arguments.property.iter().find_map(|said| match property(said) {
        Property::Deadlock => Some("deadlocks"),
        Property::Race => Some("data races"),
        Property::Livelock => Some("livelocks"),
        Property::Temporal => Some("formulas"),
        Property::Linearizable => Some("linearizability"),
        Property::Assertion | Property::Exception | Property::Trap => None,
    })
}

/// Rejects what an engine for one thread cannot look for: it would find nothing, which says nothing.
fn sequential(arguments: &CheckArguments) -> Result<(), Failure> {
    let random = (arguments.search == Some(Order::Random)).then_some("random schedules");
    let Some(wrong) = random.or(of_threads(arguments)) else { return Ok(()) };
    let what = format!("only the engine for threads knows {wrong}");
    Err(Diagnostic::new(Code::Contradiction, what, "leave out --engine, or give --engine threads").into())
}

/// The formulas that are asked for.
fn formulas(arguments: &CheckArguments) -> impl Iterator<Item = &str> {
    arguments.property.iter().filter_map(|said| match said {
        PropertySaid::Formula(formula) => Some(formula.as_str()),
        PropertySaid::Name(_) => None,
    })
}

fn interleavings(arguments: &CheckArguments, abstractions: Abstractions) -> Interleavings {
    Interleavings {
        schedule: match arguments.search {
            Some(Order::Bfs) => Schedule::BreadthFirst,
            Some(Order::Dfs) => Schedule::DepthFirst,
            Some(Order::Random) => Schedule::Random(arguments.threads.seed.unwrap_or_default().into()),
            Some(Order::ChooseFree) => Schedule::ChooseFree,
            Some(Order::ChooseFreeFirst) => Schedule::ChooseFreeFirst,
            None if abstractions.fields.is_empty() => Schedule::BreadthFirst,
            None => Schedule::ChooseFreeFirst,
        },
        abstractions,
        reduction: match arguments.threads.reduction {
            _ if arguments.threads.no_reduction => Some(Reduction::None),
            Some(ReductionName::None) => Some(Reduction::None),
            Some(ReductionName::Sharing) => Some(Reduction::Sharing),
            Some(ReductionName::Full) => Some(Reduction::Full),
            None => None,
        },
        compact: arguments.threads.store == StoreName::Compact,
        preemptions: arguments.threads.preemptions.unwrap_or_default(),
        library_races: arguments.threads.library_races,
        consistency: arguments.threads.consistency.into(),
        timeouts: match arguments.threads.timeouts {
            TimeoutsName::Short => Timeouts::Patient(arguments.threads.patience),
            TimeoutsName::Any => Timeouts::Any(arguments.threads.patience),
        },
        jobs: arguments.threads.jobs.unwrap_or_else(cores),
        formula: formulas(arguments).next().map(str::to_string),
        fair: arguments.threads.fair,
    }
}

fn baseline(arguments: &CheckArguments, input: &Input) -> Baseline {
    let reachable = arguments.states.iter().rev().find_map(|said| match said {
        StatesSaid::Valid => Some(false),
        StatesSaid::Reachable => Some(true),
        StatesSaid::Most(_) => None,
    });
    let states = match (engine(arguments), reachable) {
        (Engine::Korat, _) => States::Generated,
        (
            Engine::Blackbox | Engine::Explore | Engine::Glass | Engine::Threads | Engine::Infer,
            Some(true),
        ) => States::Reachable,
        (
            Engine::Blackbox | Engine::Explore | Engine::Glass | Engine::Threads | Engine::Infer,
            Some(false) | None,
        ) => States::Valid,
    };
    let abstraction = arguments.structures.abstraction.clone();
    Baseline { structures: structures(arguments, input), states, abstraction }
}

fn structures(arguments: &CheckArguments, input: &Input) -> Structures {
    let Request { properties, all, budget, .. } = request(arguments, input, engine(arguments));
    let said = &arguments.structures;
    Structures {
        methods: names(&said.methods),
        factory: said.factory.clone(),
        size: said.size,
        height: said.height,
        degree: said.degree,
        lengths: said.length.clone(),
        objects: said.objects.clone(),
        domains: said.domain.clone(),
        allowed: said.allow.clone(),
        audit: said.audit,
        unsound: false,
        properties,
        all,
        budget,
    }
}

/// What is asked about one method.
fn methods(arguments: &CheckArguments, input: &Input) -> Result<Methods, Diagnostic> {
    let said = &arguments.methods;
    let Request { properties, budget, .. } = request(arguments, input, Engine::Infer);
    let method = said.method.clone().ok_or_else(|| {
        let what = "nobody says which method to check";
        Diagnostic::new(Code::Usage, what, "name it, for example with --method Set.intersect")
    })?;
    Ok(Methods {
        method,
        scope: said.scope.clone().unwrap_or_default(),
        inline: said.inline,
        invariants: said.invariants,
        overflow: said.overflow,
        unroll: said.unroll.map(usize::from),
        clauses: arguments.structures.show == Some(Shown::Cnf),
        seed: arguments.threads.seed,
        properties,
        budget,
    })
}

/// The properties that are asked for, or those that are by default; some of these cannot be violated in some languages.
fn asked(arguments: &CheckArguments, engine: Engine) -> Vec<Property> {
    let mut properties: Vec<Property> = arguments.property.iter().map(property).collect();
    properties.sort_unstable();
    properties.dedup();
    if properties.is_empty() {
        properties = match engine {
            Engine::Threads => glassbox::properties_of_threads(),
            Engine::Explore | Engine::Glass | Engine::Korat | Engine::Blackbox => {
                Property::SEQUENTIAL.to_vec()
            }
            // Who is called wrongly may throw.
            Engine::Infer => vec![Property::Assertion],
        };
    }
    properties
}

fn budget(arguments: &CheckArguments) -> Budget {
    Budget {
        states: arguments.states.iter().rev().find_map(|said| match said {
            StatesSaid::Most(count) => Some(*count),
            StatesSaid::Valid | StatesSaid::Reachable => None,
        }),
        depth: arguments.depth,
        ..arguments.budget.budget()
    }
}

fn request(arguments: &CheckArguments, input: &Input, engine: Engine) -> Request {
    let mut properties = asked(arguments, engine);
    if arguments.property.is_empty() {
        properties.retain(|&property| glassbox::can_be_violated(&input.program, property));
    }
    Request {
        entry: arguments.entry.clone(),
        properties,
        search: match arguments.search {
            Some(Order::Bfs | Order::Random | Order::ChooseFree | Order::ChooseFreeFirst) | None => {
                Search::BreadthFirst
            }
            Some(Order::Dfs) => Search::DepthFirst,
        },
        all: arguments.all,
        budget: budget(arguments),
    }
}

/// What is asked, as far as the command line says it.
fn task(arguments: &CheckArguments) -> Task {
    let engine = engine(arguments);
    let name = match engine {
        Engine::Explore => "explore",
        Engine::Threads => "threads",
        Engine::Glass => "glass",
        Engine::Korat => "korat",
        Engine::Blackbox => "blackbox",
        Engine::Infer => "infer",
    };
    let properties = asked(arguments, engine);
    let mut task = Task::new(name, arguments.entry.clone(), properties, budget(arguments));
    task.inputs.extend(arguments.file.as_deref().map(unread));
    task
}

fn property(said: &PropertySaid) -> Property {
    match said {
        PropertySaid::Name(PropertyName::Assert) => Property::Assertion,
        PropertySaid::Name(PropertyName::Exception) => Property::Exception,
        PropertySaid::Name(PropertyName::Trap) => Property::Trap,
        PropertySaid::Name(PropertyName::Deadlock) => Property::Deadlock,
        PropertySaid::Name(PropertyName::Race) => Property::Race,
        PropertySaid::Name(PropertyName::Livelock) => Property::Livelock,
        PropertySaid::Name(PropertyName::Linearizable) => Property::Linearizable,
        PropertySaid::Formula(_) => Property::Temporal,
    }
}
