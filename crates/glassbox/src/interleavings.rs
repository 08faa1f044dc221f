//! Checking programs with threads.

use std::collections::BTreeMap;

use check::{Meter, Property, Run, Task, conclude};
use threads::abstraction::{Terms, search_abstract};
use threads::{Granularity, Replayer};

use crate::abstractions::{Abstractions, plan};
use crate::execution::incomplete;
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

/// How to interleave threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interleavings {
    /// The order of the search.
    pub schedule: Schedule,
    /// Whether threads change only where others may notice.
    pub reduction: bool,
    /// How often a thread that can go on may be interrupted on a path.
    pub preemptions: Option<u32>,
    /// Which fields are abstract.
    pub abstractions: Abstractions,
}

impl Default for Interleavings {
    fn default() -> Self {
        Interleavings {
            schedule: Schedule::default(),
            reduction: true,
            preemptions: None,
            abstractions: Abstractions::default(),
        }
    }
}

/// The name of a granularity in reports.
const fn name(granularity: Granularity) -> &'static str {
    match granularity {
        Granularity::Shared => "true",
        Granularity::Every => "false",
    }
}

/// The granularity that a report names.
pub(crate) fn granularity(options: &BTreeMap<String, String>) -> Granularity {
    match options.get("reduction").map(String::as_str) {
        Some("false") => Granularity::Every,
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
    if let Some(most) = interleavings.preemptions {
        task.options.insert("preemptions".to_string(), most.to_string());
    }
    let budget = enforced(request.budget);
    let options = threads::Options {
        properties: request.properties.clone(),
        order: interleavings.schedule.order(),
        all: request.all,
        granularity: if interleavings.reduction { Granularity::Shared } else { Granularity::Every },
        preemptions: interleavings.preemptions,
        limits: limits(request.budget),
    };
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let outcome = phases.time("search", |observer| {
        if plan.places.is_empty() {
            let meter = Meter::new(budget, context.cancel.clone(), &context.host);
            return threads::search(program, function, &options, meter, observer);
        }
        let refine = interleavings.abstractions.refine;
        let terms = Terms { budget, cancel: context.cancel.clone(), host: &context.host, refine };
        let answer = search_abstract(program, function, plan, &options, &terms, observer);
        let used: Vec<String> =
            answer.plan.iter().map(|(field, abstraction)| format!("{field}={abstraction}")).collect();
        task.options.insert("abstract".to_string(), used.join(", "));
        answer.outcome
    });
    if outcome.evidence.candidates.is_empty() {
        incomplete(input)?;
    }
    task.options.insert("reduction".to_string(), name(outcome.granularity).to_string());
    let meter = replay_meter(budget, &context.host);
    let mut replayer = Replayer::new(program, function, options.limits, outcome.granularity, meter);
    let conclusion = phases.time("replay", |_| conclude(&task, outcome.evidence, &mut replayer))?;
    let phases = phases.done;
    Ok(Run { notes: scan(input), ..finish(task, conclusion, outcome.stats, phases, &context.host) })
}

/// What is asked of programs with threads, if nobody says otherwise.
pub fn properties_of_threads() -> Vec<Property> {
    Property::ALL.to_vec()
}
