//! Runs and diagnostics as JSON for programs.
//!
//! The formats are versioned by their `schema` member and described by [`SCHEMA`] and
//! [`DIAGNOSTICS_SCHEMA`], the files in `schemas/`. Members come in a fixed order; the same run gives
//! the same bytes. A change that could break a reader gets a new version.

mod diagnostics;
mod read;

use std::collections::BTreeMap;

use check::{
    Budget, Called, Change, Choice, Conclusion, ConfirmedViolation, Graph, GraphField, GraphObject, History,
    Interplay, Learned, Location, Run, SequentialOrder, Stat, Step, Task, Turn,
};
use serde::Serialize;

pub use diagnostics::diagnostics;
pub use read::{Recorded, read};

/// The JSON Schema of what [`run`] gives.
pub const SCHEMA: &str = include_str!("../../../schemas/report-1.schema.json");
/// The JSON Schema of what [`diagnostics()`] gives.
pub const DIAGNOSTICS_SCHEMA: &str = include_str!("../../../schemas/diagnostics-1.schema.json");

/// The format that [`run`] writes and [`read()`] reads.
const REPORT: &str = "glassbox-report/1";
/// The name of the tool.
const TOOL: &str = "glassbox";

/// A finished run as JSON, with a line feed at its end.
pub fn run(run: &Run, tool_version: &str) -> String {
    pretty(&ReportView::new(run, tool_version))
}

fn pretty(view: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(view).expect("names are strings and numbers are finite");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct ToolView<'a> {
    name: &'static str,
    version: &'a str,
}

impl<'a> ToolView<'a> {
    fn new(version: &'a str) -> Self {
        ToolView { name: TOOL, version }
    }
}

#[derive(Serialize)]
struct ReportView<'a> {
    schema: &'static str,
    tool: ToolView<'a>,
    task: TaskView<'a>,
    engine: &'a str,
    verdict: &'static str,
    scope: ScopeView<'a>,
    properties: Vec<PropertyView>,
    violations: Vec<ViolationView<'a>>,
    reasons: Vec<ReasonView>,
    assumptions: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreached_assertions: Vec<LocationView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    specifications: Vec<LearnedView<'a>>,
    stats: BTreeMap<&'static str, NumberView>,
    phases: Vec<PhaseView>,
}

impl<'a> ReportView<'a> {
    fn new(run: &'a Run, tool_version: &'a str) -> Self {
        let Run { task, conclusion, notes, unreached, learned, stats: _, phases, time: _, peak_bytes: _ } =
            run;
        let scope = conclusion.scope();
        ReportView {
            schema: REPORT,
            tool: ToolView::new(tool_version),
            task: TaskView::new(task),
            engine: &task.engine,
            verdict: conclusion.verdict().name(),
            scope: ScopeView { unbounded: scope.unbounded, description: &scope.description },
            properties: properties(conclusion),
            violations: conclusion.violations().iter().map(ViolationView::new).collect(),
            reasons: reasons(conclusion),
            assumptions: conclusion.assumptions(),
            notes,
            unreached_assertions: unreached.iter().map(LocationView::new).collect(),
            specifications: learned.iter().map(LearnedView::new).collect(),
            stats: stats(run),
            phases: phases
                .iter()
                .map(|phase| PhaseView { name: phase.name, seconds: phase.time.as_secs_f64() })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct LearnedView<'a> {
    name: &'a str,
    modifies: &'a [String],
    says: &'a [String],
}

impl<'a> LearnedView<'a> {
    fn new(learned: &'a Learned) -> Self {
        let Learned { name, modifies, lines } = learned;
        LearnedView { name, modifies, says: lines }
    }
}

#[derive(Serialize)]
struct TaskView<'a> {
    inputs: Vec<InputView<'a>>,
    entry: &'a str,
    properties: Vec<&'static str>,
    options: &'a BTreeMap<String, String>,
    budget: BudgetView,
}

impl<'a> TaskView<'a> {
    fn new(task: &'a Task) -> Self {
        let Task { inputs, entry, properties, engine: _, options, budget } = task;
        // The size of the heap is among the options, where a replay finds it.
        let Budget { time, memory, states, depth, heap: _ } = *budget;
        TaskView {
            inputs: inputs
                .iter()
                .map(|input| InputView { path: &input.path, digest: &input.digest })
                .collect(),
            entry,
            properties: properties.iter().map(|property| property.name()).collect(),
            options,
            budget: BudgetView { time: time.map(|time| time.as_secs_f64()), memory, states, depth },
        }
    }
}

#[derive(Serialize)]
struct InputView<'a> {
    path: &'a str,
    digest: &'a str,
}

#[derive(Serialize)]
struct BudgetView {
    time: Option<f64>,
    memory: Option<u64>,
    states: Option<u64>,
    depth: Option<u64>,
}

#[derive(Serialize)]
struct ScopeView<'a> {
    unbounded: bool,
    description: &'a str,
}

#[derive(Serialize)]
struct PropertyView {
    name: &'static str,
    description: &'static str,
    verdict: &'static str,
}

fn properties(conclusion: &Conclusion) -> Vec<PropertyView> {
    let view = |property: &check::PropertyVerdict| PropertyView {
        name: property.property().name(),
        description: property.property().description(),
        verdict: property.verdict().name(),
    };
    conclusion.properties().iter().map(view).collect()
}

#[derive(Serialize)]
struct ViolationView<'a> {
    property: &'static str,
    message: &'a str,
    location: LocationView<'a>,
    trace: TraceView<'a>,
}

impl<'a> ViolationView<'a> {
    fn new(confirmed: &'a ConfirmedViolation) -> Self {
        let replay = confirmed.replay();
        ViolationView {
            property: replay.violation.property.name(),
            message: &replay.violation.message,
            location: LocationView::new(&replay.violation.location),
            trace: TraceView {
                statements: &confirmed.trace().statements,
                choices: replay.choices.iter().map(ChoiceView::new).collect(),
                cycle: confirmed.trace().cycle,
                steps: replay.steps.iter().map(StepView::new).collect(),
                omitted_steps: replay.omitted,
                graphs: replay.graphs.iter().map(GraphView::new).collect(),
                interplay: InterplayView::new(&replay.interplay),
                history: replay.history.as_ref().map(HistoryView::new),
            },
        }
    }
}

#[derive(Serialize)]
struct LocationView<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
}

impl<'a> LocationView<'a> {
    fn new(location: &'a Location) -> Self {
        let Location { file, line, column, function } = location;
        LocationView { file, line: *line, column: *column, function }
    }
}

#[derive(Serialize)]
struct TraceView<'a> {
    statements: &'a [String],
    choices: Vec<ChoiceView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<usize>,
    steps: Vec<StepView<'a>>,
    omitted_steps: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    graphs: Vec<GraphView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interplay: Option<InterplayView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<HistoryView<'a>>,
}

#[derive(Serialize)]
struct HistoryView<'a> {
    making: &'a str,
    before: &'a [String],
    threads: Vec<Vec<CalledView<'a>>>,
    after: Vec<CalledView<'a>>,
    orders: Vec<OrderView<'a>>,
    more_orders: u64,
}

#[derive(Serialize)]
struct CalledView<'a> {
    call: &'a str,
    result: Option<&'a str>,
    returned: &'a [usize],
}

#[derive(Serialize)]
struct OrderView<'a> {
    threads: &'a [usize],
    results: &'a [String],
}

impl<'a> HistoryView<'a> {
    fn new(history: &'a History) -> Self {
        let History { making, before, threads, after, orders, more_orders } = history;
        let called = |called: &'a Called| {
            let Called { call, result, returned } = called;
            CalledView { call, result: result.as_deref(), returned }
        };
        let order = |order: &'a SequentialOrder| {
            let SequentialOrder { threads, results } = order;
            OrderView { threads, results }
        };
        HistoryView {
            making,
            before,
            threads: threads.iter().map(|calls| calls.iter().map(called).collect()).collect(),
            after: after.iter().map(called).collect(),
            orders: orders.iter().map(order).collect(),
            more_orders: *more_orders,
        }
    }
}

#[derive(Serialize)]
struct InterplayView<'a> {
    threads: &'a [String],
    turns: Vec<TurnView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<usize>,
}

#[derive(Serialize)]
struct TurnView<'a> {
    thread: usize,
    location: LocationView<'a>,
    code: &'a str,
    does: &'a [String],
    changes: Vec<ChangeView<'a>>,
    held: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<&'a str>,
}

impl<'a> InterplayView<'a> {
    /// None for programs with one thread.
    fn new(interplay: &'a Interplay) -> Option<Self> {
        let Interplay { threads, turns, cycle } = interplay;
        let turn = |turn: &'a Turn| {
            let Turn { thread, location, code, does, changes, held, waits } = turn;
            TurnView {
                thread: *thread,
                location: LocationView::new(location),
                code,
                does,
                changes: changes.iter().map(ChangeView::new).collect(),
                held,
                waits: waits.as_deref(),
            }
        };
        let some = !threads.is_empty();
        some.then(|| InterplayView { threads, turns: turns.iter().map(turn).collect(), cycle: *cycle })
    }
}

#[derive(Serialize)]
struct GraphView<'a> {
    title: &'a str,
    objects: Vec<GraphObjectView<'a>>,
}

#[derive(Serialize)]
struct GraphObjectView<'a> {
    name: &'a str,
    class: &'a str,
    fields: Vec<GraphFieldView<'a>>,
}

#[derive(Serialize)]
struct GraphFieldView<'a> {
    name: &'a str,
    value: &'a str,
    below: bool,
}

impl<'a> GraphView<'a> {
    fn new(graph: &'a Graph) -> Self {
        let field = |field: &'a GraphField| GraphFieldView {
            name: &field.name,
            value: &field.value,
            below: field.below,
        };
        let object = |object: &'a GraphObject| GraphObjectView {
            name: &object.name,
            class: &object.class,
            fields: object.fields.iter().map(field).collect(),
        };
        GraphView { title: &graph.title, objects: graph.objects.iter().map(object).collect() }
    }
}

#[derive(Serialize)]
struct ChoiceView<'a> {
    value: i128,
    low: i128,
    high: i128,
    variable: &'a str,
    location: LocationView<'a>,
}

impl<'a> ChoiceView<'a> {
    fn new(choice: &'a Choice) -> Self {
        let Choice { value, low, high, variable, location } = choice;
        ChoiceView { value: *value, low: *low, high: *high, variable, location: LocationView::new(location) }
    }
}

#[derive(Serialize)]
struct StepView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<&'a str>,
    location: LocationView<'a>,
    code: &'a str,
    depth: u32,
    changes: Vec<ChangeView<'a>>,
}

impl<'a> StepView<'a> {
    fn new(step: &'a Step) -> Self {
        let Step { thread, location, code, depth, changes } = step;
        StepView {
            thread: thread.as_deref(),
            location: LocationView::new(location),
            code,
            depth: *depth,
            changes: changes.iter().map(ChangeView::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct ChangeView<'a> {
    place: &'a str,
    value: &'a str,
}

impl<'a> ChangeView<'a> {
    fn new(change: &'a Change) -> Self {
        let Change { place, value } = change;
        ChangeView { place, value }
    }
}

#[derive(Serialize)]
struct ReasonView {
    kind: &'static str,
    message: String,
    hint: String,
}

fn reasons(conclusion: &Conclusion) -> Vec<ReasonView> {
    let view = |reason: &check::Reason| ReasonView {
        kind: reason.kind(),
        message: reason.to_string(),
        hint: reason.hint(),
    };
    conclusion.reasons().iter().map(view).collect()
}

#[derive(Serialize)]
struct PhaseView {
    name: &'static str,
    seconds: f64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum NumberView {
    Count(u64),
    Real(f64),
}

/// The engine's numbers and the two that are always there, which nobody else may set. JSON has no
/// name for a measurement that is not finite, so it is left out.
fn stats(run: &Run) -> BTreeMap<&'static str, NumberView> {
    let mut stats: BTreeMap<&'static str, NumberView> = run
        .stats
        .iter()
        .filter_map(|(name, stat)| match stat {
            Stat::Count(value) => Some((name, NumberView::Count(value))),
            Stat::Real(value) => value.is_finite().then_some((name, NumberView::Real(value))),
        })
        .collect();
    stats.insert("seconds", NumberView::Real(run.time.as_secs_f64()));
    stats.insert("peak_bytes", NumberView::Count(run.peak_bytes));
    stats
}
