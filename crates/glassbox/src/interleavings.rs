//! Checking programs with threads.

use std::collections::BTreeMap;
use std::time::Duration;

use check::{Meter, Property, Run, Task, conclude};
use ir::{Code, Diagnostic};
use machine::Clock;
use threads::abstraction::{Terms, search_abstract};
use threads::{Granularity, Replayer};

use crate::abstractions::{Abstractions, plan};

pub use threads::{Consistency, Preemptions};

use crate::input::Input;
use crate::work::{Context, Failure, Phases, Request, enforced, finish, limits, replay_meter, scan, start};

/// In which order interleavings are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// Shortest schedules first.
    #[default]
    BreadthFirst,
    /// One schedule to its end before the next.
    DepthFirst,
    /// At random, from that seed on.
    Random(u64),
    /// Depth-first, and no thread beyond an internal choice of an abstraction.
    ChooseFree,
    /// Executions with fewer internal choices first.
    ChooseFreeFirst,
}

impl Schedule {
    /// The name on the command line and in reports.
    const fn name(self) -> &'static str {
        match self {
            Schedule::BreadthFirst => "bfs",
            Schedule::DepthFirst => "dfs",
            Schedule::Random(_) => "random",
            Schedule::ChooseFree => "choose-free",
            Schedule::ChooseFreeFirst => "choose-free-first",
        }
    }

    const fn order(self) -> threads::Order {
        match self {
            Schedule::BreadthFirst => threads::Order::BreadthFirst,
            Schedule::DepthFirst => threads::Order::DepthFirst,
            Schedule::Random(seed) => threads::Order::Random(seed),
            Schedule::ChooseFree => threads::Order::ChooseFree,
            Schedule::ChooseFreeFirst => threads::Order::ChooseFreeFirst,
        }
    }
}

/// What a search leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Nothing: threads change at every access.
    None,
    /// Points of change that nobody can notice.
    Sharing,
    /// Also all but one of the orders of operations that have nothing to do with each other.
    Full,
}

impl Reduction {
    /// The name on the command line and in reports.
    const fn name(self) -> &'static str {
        match self {
            Reduction::None => "none",
            Reduction::Sharing => "sharing",
            Reduction::Full => "full",
        }
    }
}

/// How to interleave threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interleavings {
    /// The order of the search.
    pub schedule: Schedule,
    /// What is left out because others lead to the same; if nobody says, what keeps the promise of the order.
    pub reduction: Option<Reduction>,
    /// How often a thread that can go on may be interrupted on a path.
    pub preemptions: Preemptions,
    /// Which fields are abstract.
    pub abstractions: Abstractions,
    /// Whether to remember 64 bits of each state only.
    pub compact: bool,
    /// Whether races count that the class library has with itself.
    pub library_races: bool,
    /// How memory is read.
    pub consistency: Consistency,
    /// When limits of time are over.
    pub timeouts: Timeouts,
    /// The formula that is asked for, if one is.
    pub formula: Option<String>,
    /// Whether only executions count in which no thread is starved.
    pub fair: bool,
    /// How many threads of the tool work; the result does not depend on it.
    pub jobs: usize,
}

/// What is said of violations that only the second pass of [`Timeouts::Any`] finds.
const EARLY: &str =
    "what is violated needs a long limit of time to be over early, while other threads could have gone on";

/// When limits of time are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timeouts {
    /// Those that are shorter at any moment, others only where nothing else goes on.
    Patient(Duration),
    /// The same, and then, if that shows no violation, all at any moment.
    Any(Duration),
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts::Patient(Duration::from_secs(1))
    }
}

impl Timeouts {
    /// In microseconds.
    fn patience(self) -> u64 {
        let (Timeouts::Patient(patience) | Timeouts::Any(patience)) = self;
        u64::try_from(patience.as_micros()).unwrap_or(u64::MAX)
    }
}

/// The clock that a report names.
pub(crate) fn clock(options: &BTreeMap<String, String>) -> Clock {
    let patience = options.get("patience").and_then(|text| text.strip_suffix("us")?.parse().ok());
    patience.map_or(Clock::Free, Clock::Patient)
}

/// The granularity that a report names.
pub(crate) fn granularity(options: &BTreeMap<String, String>) -> Granularity {
    match options.get("reduction").map(String::as_str) {
        Some("none") => Granularity::Every,
        Some(_) | None => Granularity::Shared,
    }
}

/// Checks a program with threads: every interleaving.
pub fn check_threads(
    input: &Input,
    request: &Request,
    interleavings: &Interleavings,
    context: &mut Context<'_>,
) -> Result<Run, Failure> {
    let program = &input.program;
    let function = start(input, &request.entry)?;
    let plan = plan(input, &interleavings.abstractions)?;
    let mut task = Task::new("threads", &request.entry, request.properties.clone(), request.budget);
    task.inputs.push(input.file.clone());
    task.options = BTreeMap::from([
        ("search".to_string(), interleavings.schedule.name().to_string()),
        ("all".to_string(), request.all.to_string()),
    ]);
    let preemptions = match interleavings.preemptions {
        Preemptions::Any => None,
        Preemptions::AtMost(most) => Some(most.to_string()),
        Preemptions::Growing => Some("auto".to_string()),
    };
    task.options.extend(preemptions.map(|most| ("preemptions".to_string(), most)));
    if interleavings.consistency != Consistency::default() {
        task.options.insert("consistency".to_string(), interleavings.consistency.name().to_string());
    }
    if interleavings.compact {
        task.options.insert("store".to_string(), "compact".to_string());
    }
    let endless = [Property::Temporal, Property::Livelock];
    if interleavings.compact && endless.iter().any(|property| request.properties.contains(property)) {
        let message = "cycles are found by comparing whole states, and a compact store has none";
        return Err(Diagnostic::new(Code::Contradiction, message, "leave out --store compact").into());
    }
    let exact = [Property::Race, Property::Temporal, Property::Livelock];
    if !plan.places.is_empty()
        && (interleavings.compact || exact.iter().any(|property| request.properties.contains(property)))
    {
        let message =
            "races, formulas, livelocks and the compact store are for programs without abstract fields";
        return Err(Diagnostic::new(
            Code::Contradiction,
            message,
            "leave out --abstract, or check deadlock, assert and exception",
        )
        .into());
    }
    let temporal = match &interleavings.formula {
        Some(text) => Some(crate::formulas::temporal(input, text, interleavings.fair)?),
        None => None,
    };
    if let Some(text) = &interleavings.formula {
        task.options.insert("formula".to_string(), text.clone());
        task.options.insert("fair".to_string(), interleavings.fair.to_string());
    }
    // Breadth-first order promises shortest schedules, which sleep sets do not keep.
    let reduction = interleavings.reduction.unwrap_or(match interleavings.schedule {
        Schedule::DepthFirst => Reduction::Full,
        Schedule::BreadthFirst | Schedule::Random(_) | Schedule::ChooseFree | Schedule::ChooseFreeFirst => {
            Reduction::Sharing
        }
    });
    let budget = enforced(request.budget);
    let patience = Some(interleavings.timeouts.patience()).filter(|_| plan.places.is_empty());
    let mut options = threads::Options {
        properties: request.properties.clone(),
        order: interleavings.schedule.order(),
        all: request.all,
        granularity: match reduction {
            Reduction::None => Granularity::Every,
            Reduction::Sharing | Reduction::Full => Granularity::Shared,
        },
        sleep: reduction == Reduction::Full,
        preemptions: interleavings.preemptions,
        compact: interleavings.compact,
        library_races: interleavings.library_races,
        consistency: interleavings.consistency,
        patience,
        temporal,
        limits: limits(request.budget),
        recalls: true,
        jobs: interleavings.jobs,
    };
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let mut notes = scan(input);
    let mut outcome = phases.time("search", |observer| {
        if plan.places.is_empty() {
            let meter = Meter::new(budget, context.cancel.clone(), &context.host);
            let first = threads::search(program, function, &options, meter.clone(), observer);
            let again = matches!(interleavings.timeouts, Timeouts::Any(_))
                && first.waited_patiently
                && first.evidence.candidates.is_empty();
            if !again {
                return first;
            }
            options.patience = None;
            let second = threads::search(program, function, &options, meter, observer);
            if !second.evidence.candidates.is_empty() {
                notes.push(EARLY.to_string());
            }
            return second;
        }
        let refine = interleavings.abstractions.refine;
        let terms = Terms { budget, cancel: context.cancel.clone(), host: &context.host, refine };
        let answer = search_abstract(program, function, plan, &options, &terms, observer);
        let used: Vec<String> =
            answer.plan.iter().map(|(field, abstraction)| format!("{field}={abstraction}")).collect();
        task.options.insert("abstract".to_string(), used.join(", "));
        let note = |what: &String| format!("{what} may be any token: it was not proved that it is fewer");
        notes.extend(answer.unproved.iter().map(note));
        answer.outcome
    });
    crate::work::without_arguments(input, &mut outcome.evidence.scope);
    // What was asked for was not enough if the program writes final fields that others know.
    let reduction = match outcome.granularity {
        Granularity::Every => Reduction::None,
        Granularity::Shared => reduction,
    };
    task.options.insert("reduction".to_string(), reduction.name().to_string());
    if let (Clock::Patient(patience), true) = (options.clock(), outcome.waited_patiently) {
        task.options.insert("patience".to_string(), format!("{patience}us"));
    }
    let meter = replay_meter(budget, &context.host);
    let mut replayer = Replayer::new(program, function, options.limits, outcome.granularity, meter)
        .with(options.temporal.clone())
        .ending_at(&options.properties)
        .with_clock(options.clock());
    let conclusion = phases.time("replay", |_| conclude(&task, outcome.evidence, &mut replayer))?;
    let phases = phases.done;
    let unreached = outcome.unreached;
    let mut run = finish(input, task, conclusion, outcome.stats, phases, &context.host)?;
    run.notes.splice(0..0, notes);
    Ok(Run { unreached, ..run })
}

/// What is asked of programs with threads, if nobody says otherwise. A race is told all the same, among the assumptions.
pub fn properties_of_threads() -> Vec<Property> {
    Property::SEQUENTIAL.into_iter().chain([Property::Deadlock]).collect()
}
