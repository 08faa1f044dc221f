//! What the tool does with a program.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use check::{
    Budget, CancelToken, Candidate, Event, Evidence, Fault, Host as _, Meter, Observer, Phase, Property, Run,
    Scope, Silent, Stats, System, Task, Verdict, conclude,
};
use ir::{Code, Diagnostic, FunctionId, Program, Trap};
use machine::{Limits, Replayer};
use report::json::Recorded;

use crate::execution::incomplete;
use crate::exploration::{Exploration, prepare};
use crate::input::{
    CaughtAssertions, Describes, Input, JavaOptions, Rejection, load, load_library_class, sources,
};
use ir::suggest::nearest;

/// In which order the explicit-state search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// Shortest traces.
    #[default]
    BreadthFirst,
    /// One path to its end before the next.
    DepthFirst,
}

impl Search {
    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Search::BreadthFirst => "bfs",
            Search::DepthFirst => "dfs",
        }
    }

    const fn order(self) -> space::Order {
        match self {
            Search::BreadthFirst => space::Order::BreadthFirst,
            Search::DepthFirst => space::Order::DepthFirst,
        }
    }
}

/// What to check, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The function where executions start.
    pub entry: String,
    /// What should be true.
    pub properties: Vec<Property>,
    /// The order of the search.
    pub search: Search,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// How much may be spent.
    pub budget: Budget,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            entry: "main".to_string(),
            properties: Property::SEQUENTIAL.to_vec(),
            search: Search::default(),
            all: false,
            budget: Budget::default(),
        }
    }
}

/// Whether an execution of the program could violate a property at all. Every trap of a Java program is thrown as an exception, as any program may
/// say of its own; calls that are nested too deep and too large heaps are limits of the machine otherwise.
pub fn can_be_violated(program: &Program, property: Property) -> bool {
    match property {
        Property::Trap => Trap::ALL.into_iter().any(|trap| match trap {
            Trap::StackOverflow | Trap::OutOfMemory => false,
            Trap::Null
            | Trap::Division
            | Trap::Bounds
            | Trap::NegativeSize
            | Trap::Cast
            | Trap::Store
            | Trap::NoMethod
            | Trap::Monitor => program.trap(trap).is_none(),
        }),
        Property::Assertion
        | Property::Exception
        | Property::Deadlock
        | Property::Race
        | Property::Temporal
        | Property::Livelock
        | Property::Linearizable => true,
    }
}

/// Rejects properties that no execution of the program could violate: that they hold would say nothing.
pub fn possible(program: &Program, properties: &[Property]) -> Result<(), Diagnostic> {
    match properties.iter().find(|&&property| !can_be_violated(program, property)) {
        None => Ok(()),
        Some(never) => Err(Diagnostic::new(
            Code::Contradiction,
            format!(
                "no {} can occur in this program: what would be one is thrown as an exception",
                never.name()
            ),
            "ask for --property exception",
        )),
    }
}

/// Who watches, and who may stop the work.
pub struct Context<'a> {
    /// Stops the work softly.
    pub cancel: CancelToken,
    /// Is told what happens.
    pub observer: Box<dyn Observer + 'a>,
    /// When the process began: the time budget counts from here.
    pub host: System,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context { cancel: CancelToken::new(), observer: Box::new(Silent), host: System::start() }
    }
}

/// Why there is no run.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The input is not accepted.
    Rejected(Rejection),
    /// The tool contradicts itself.
    Fault(Fault),
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        Failure::Rejected(rejection)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Fault(fault)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Rejected(diagnostic.into())
    }
}

/// The budget that is enforced: without a memory limit of the user's, most of what the machine has
/// free, because a process that takes everything takes other processes with it. It is never more than the container
/// allows, less a margin: the kernel ends a process that takes more, and then there is no answer at all.
pub fn enforced(budget: Budget) -> Budget {
    /// The share of a container's memory that is not used.
    const MARGIN: u64 = 8;
    let contained = check::confines::container().map(|most| most - most / MARGIN);
    let wanted = budget.memory.or_else(|| available_memory().map(|bytes| bytes / 4 * 3));
    Budget { memory: wanted.into_iter().chain(contained).min(), ..budget }
}

fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// What one execution may use. The heap of a program is a setting of its own, which depends neither on the budget nor on
/// the machine that we run on: a program must run out of memory everywhere or nowhere. An execution that needs more
/// than there is room for within the budget is one that we do not know the end of.
pub(crate) fn limits(budget: Budget) -> Limits {
    let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    let default = Limits::default();
    Limits {
        heap: budget.heap.map_or(default.heap, size),
        room: enforced(budget).memory.map_or(default.room, size),
        ..default
    }
}

/// The option of a recorded run that says how large the program's heap was.
const HEAP: &str = "heap";

/// What one execution of a recorded run may use.
pub(crate) fn recorded_limits(options: &BTreeMap<String, String>) -> Limits {
    let heap = options.get(HEAP).and_then(|bytes| bytes.parse().ok());
    limits(Budget { heap, ..Budget::default() })
}

/// The function of that name, if executions can start there with so many arguments.
pub fn entry(program: &Program, name: &str, arguments: usize) -> Result<FunctionId, Diagnostic> {
    let Some(function) = program.function_named(name) else {
        let names = || program.functions.iter().map(|function| function.name.clone());
        let remedy = if program.functions.is_empty() {
            "the program has no functions: write one".to_string()
        } else if let Some(similar) = nearest(name, names()) {
            format!("did you mean --entry {similar}?")
        } else {
            let mut shown: Vec<String> = names().take(8).map(|name| format!("`{name}`")).collect();
            if program.functions.len() > shown.len() {
                shown.push(format!("{} more", program.functions.len() - shown.len()));
            }
            format!("name one with --entry; there are {}", shown.join(", "))
        };
        return Err(Diagnostic::new(Code::NoEntry, format!("there is no function `{name}`"), remedy));
    };
    let declared = &program.functions[function];
    let parameters = declared.parameters.len();
    if parameters != arguments {
        let plural = if parameters == 1 { "" } else { "s" };
        let given = if arguments == 1 { "1 is".to_string() } else { format!("{arguments} are") };
        let remedy = if parameters == 0 {
            "leave the arguments out, or name another function with --entry".to_string()
        } else if arguments == 0 {
            "start from a function without parameters that makes its inputs with `choose`".to_string()
        } else {
            let names: Vec<&str> =
                declared.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            format!("give one for each of: {}", names.join(", "))
        };
        return Err(Diagnostic::new(
            Code::EntryArguments,
            format!("`{name}` takes {parameters} argument{plural}, but {given} given"),
            remedy,
        ));
    }
    Ok(function)
}

/// The function where executions of an input start.
pub(crate) fn start(input: &Input, name: &str) -> Result<FunctionId, Rejection> {
    let program = &input.program;
    let found = match &input.java {
        Some(java) => java.library.main_entry(program, &java.class, &[]),
        None => entry(program, name, 0),
    };
    found.map_err(|diagnostic| Rejection { diagnostics: vec![diagnostic], sources: sources(program) })
}

/// Says of the scope that it has no arguments, if the program looks at them.
pub(crate) fn without_arguments(input: &Input, scope: &mut Scope) {
    let reads = |java: &crate::input::JavaProgram| java.library.reads_arguments(&input.program, &java.class);
    if input.java.as_ref().is_some_and(reads) {
        scope.description.push_str(" without arguments");
    }
}

/// Times the parts of a run and tells the observer.
pub(crate) struct Phases<'o> {
    pub(crate) observer: &'o mut dyn Observer,
    pub(crate) done: Vec<Phase>,
}

impl Phases<'_> {
    pub(crate) fn time<T>(&mut self, name: &'static str, work: impl FnOnce(&mut dyn Observer) -> T) -> T {
        self.observer.event(Event::Started(name));
        let started = Instant::now();
        let result = work(self.observer);
        let time = started.elapsed();
        self.observer.event(Event::Finished(name, time));
        self.done.push(Phase { name, time });
        result
    }
}

/// What a program may call that is not modelled, a line each with the calls that lead there. Nothing is run for
/// it; what it finds may never be executed.
pub fn scan(input: &Input) -> Vec<String> {
    let Some(java) = &input.java else { return Vec::new() };
    java.library.scan(&java.class).iter().map(ToString::to_string).collect()
}

/// The errors of linkage that executions of a program may throw: classes and members that are not there, or are
/// not what they were, a line each. Known after a run.
pub fn linkage_errors(input: &Input) -> Vec<String> {
    linkage(input).into_iter().map(|(note, _)| note).collect()
}

fn linkage(input: &Input) -> Vec<(String, Diagnostic)> {
    input.java.as_ref().map_or(Vec::new(), |java| java.library.linkage_errors())
}

/// Checks a program with the explicit-state search.
pub fn check(input: &Input, request: &Request, context: &mut Context<'_>) -> Result<Run, Failure> {
    let program = &input.program;
    let function = start(input, &request.entry)?;
    let mut task = Task::new("explore", &request.entry, request.properties.clone(), request.budget);
    task.inputs.push(input.file.clone());
    task.options = BTreeMap::from([
        ("search".to_string(), request.search.name().to_string()),
        ("all".to_string(), request.all.to_string()),
    ]);
    let budget = enforced(request.budget);
    let options = explore::Options {
        properties: request.properties.clone(),
        order: request.search.order(),
        all: request.all,
        limits: limits(request.budget),
    };
    let meter = || Meter::new(budget, context.cancel.clone(), &context.host);
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let mut outcome =
        phases.time("search", |observer| explore::search(program, function, &options, meter(), observer));
    without_arguments(input, &mut outcome.evidence.scope);
    let mut replayer = Replayer::new(program, function, options.limits, replay_meter(budget, &context.host));
    let conclusion = phases.time("replay", |_| conclude(&task, outcome.evidence, &mut replayer))?;
    let phases = phases.done;
    let mut run = finish(input, task, conclusion, outcome.stats, phases, &context.host)?;
    run.notes.splice(0..0, scan(input));
    Ok(run)
}

/// A meter for replays: a violation that was found is shown, even if finding it took all the time there
/// was. Replaying takes as long as one execution.
pub(crate) fn replay_meter(budget: Budget, host: &System) -> Meter<'_> {
    Meter::new(Budget { time: None, ..budget }, CancelToken::new(), host)
}

/// What is known of a task whose work was ended from outside: nothing, and why.
///
/// # Panics
/// Never: there is no violation that could be in contradiction with anything.
pub fn stopped(task: Task, why: check::Exhausted, host: &System) -> Run {
    let scope = Scope::bounded("nothing was looked at to its end");
    let evidence = Evidence { stopped: Some(why), ..Evidence::complete(scope) };
    let conclusion = conclude(&task, evidence, &mut check::NothingToReplay)
        .expect("evidence without violations should contradict nothing");
    finished(task, conclusion, Stats::default(), Vec::new(), Vec::new(), host)
}

/// A finished run. An execution that needed a class that is not there, or is damaged, ended because of the
/// input: where that leaves the verdict open, the input is rejected. Every engine's run is made here, so that none
/// can forget to ask. So it is where executions end with an error of linkage and exceptions were not asked about: that
/// something holds for want of a class is not what anybody wants to hear.
pub(crate) fn finish(
    input: &Input,
    task: Task,
    conclusion: check::Conclusion,
    stats: Stats,
    phases: Vec<Phase>,
    host: &System,
) -> Result<Run, Failure> {
    match conclusion.verdict() {
        Verdict::Unknown => incomplete(input)?,
        Verdict::Holds if !task.properties.contains(&Property::Exception) => {
            let diagnostics: Vec<Diagnostic> =
                linkage(input).into_iter().map(|(_, diagnostic)| diagnostic).collect();
            if !diagnostics.is_empty() {
                return Err(Rejection { diagnostics, sources: sources(&input.program) }.into());
            }
        }
        Verdict::Holds | Verdict::Violated => {}
    }
    Ok(finished(task, conclusion, stats, phases, linkage_errors(input), host))
}

fn finished(
    mut task: Task,
    conclusion: check::Conclusion,
    stats: Stats,
    phases: Vec<Phase>,
    notes: Vec<String>,
    host: &System,
) -> Run {
    let time: Duration = host.elapsed();
    let peak_bytes = System::peak_memory().unwrap_or(0);
    if let Some(heap) = task.budget.heap {
        task.options.insert(HEAP.to_string(), heap.to_string());
    }
    let (unreached, learned) = (Vec::new(), Vec::new());
    Run { task, conclusion, notes, unreached, learned, stats, phases, time, peak_bytes }
}

/// Runs the violations of a report again; the program is read from where the report says.
pub fn replay(recorded: &Recorded, java: &JavaOptions, context: &mut Context<'_>) -> Result<Run, Failure> {
    let (file, spec) = match recorded.inputs.as_slice() {
        [file] => (file, None),
        [file, spec] => (file, Some(spec)),
        inputs => {
            return Err(Diagnostic::new(
                Code::BadTrace,
                format!("the report names {} input files, expected one, or two with a spec", inputs.len()),
                "record it again with `glassbox check --format json`",
            )
            .into());
        }
    };
    let java = &JavaOptions {
        library: crate::methods::library(&recorded.options),
        caught: match recorded.options.get("caught-assertions") {
            Some(_) => CaughtAssertions::Allow,
            None if recorded.properties.contains(&Property::Assertion) => CaughtAssertions::Count,
            None => CaughtAssertions::Allow,
        },
        spec: spec.map(|spec| spec.path.clone().into()),
        describes: if recorded.engine == "infer" { Describes::Calls } else { Describes::Subject },
        ..java.clone().or_recorded(&recorded.options)
    };
    // A class of the library has no file.
    let of_library = file.digest.starts_with("jdk-") && !Path::new(&file.path).exists();
    let input = if of_library {
        load_library_class(&JavaOptions { class: Some(file.path.clone()), ..java.clone() })?
    } else {
        load(Path::new(&file.path), java)?
    };
    let read = [Some(&input.file), input.java.as_ref().and_then(|java| java.spec.as_ref())];
    let mut changed =
        read.into_iter().flatten().zip(&recorded.inputs).filter(|(now, then)| now.digest != then.digest);
    if let Some((changed, _)) = changed.next() {
        return Err(Diagnostic::new(
            Code::TraceMismatch,
            format!("`{}` has changed since the report was made", changed.path),
            "check the program again, and replay the new report",
        )
        .into());
    }
    let program = &input.program;
    let function = match recorded.engine.as_str() {
        "sequences" => {
            let exploration = Exploration::from_options(&recorded.options).ok_or_else(|| {
                Diagnostic::new(
                    Code::BadTrace,
                    "the report does not say what was explored",
                    "record it again with `glassbox explore --format json`",
                )
            })?;
            Some(prepare(&input, &exploration)?.driver())
        }
        "glass" | "korat" | "blackbox" | "infer" => None,
        // Scenarios have a driver of their own.
        "threads" if recorded.properties == [Property::Linearizable] => None,
        _ => Some(start(&input, &recorded.entry)?),
    };
    // Only the recorded violations are looked at, so nothing is asked about other properties.
    let mut properties = recorded.properties.clone();
    properties.retain(|&property| {
        recorded.violations.iter().any(|candidate| candidate.violation.property == property)
    });
    let mut task = Task::new(&recorded.engine, &recorded.entry, properties, Budget::default());
    task.inputs.clone_from(&recorded.inputs);
    task.options = recorded.options.clone();
    let scope = Scope::bounded("the recorded executions");
    let evidence = Evidence {
        // A replay looks at nothing else, so nothing else can be said to hold.
        frontier: check::Frontier::Remaining(1),
        candidates: recorded.violations.clone(),
        ..Evidence::complete(scope)
    };
    let budget = enforced(Budget::default());
    let meter = Meter::new(budget, context.cancel.clone(), &context.host);
    let fair = recorded.options.get("fair").is_some_and(|fair| fair == "true");
    let temporal = match recorded.options.get("formula") {
        Some(text) => Some(crate::formulas::temporal(&input, text, fair)?),
        None => None,
    };
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let concluded = phases.time("replay", |_| match function {
        Some(function) if recorded.engine == "threads" => {
            let granularity = crate::interleavings::granularity(&recorded.options);
            let limits = recorded_limits(&recorded.options);
            let mut replayer = threads::Replayer::new(program, function, limits, granularity, meter)
                .with(temporal.clone())
                .ending_at(&task.properties)
                .with_clock(crate::interleavings::clock(&recorded.options));
            Ok(conclude(&task, evidence, &mut replayer))
        }
        Some(function) => {
            let limits = recorded_limits(&recorded.options);
            let mut replayer = Replayer::new(program, function, limits, meter);
            Ok(conclude(&task, evidence, &mut replayer))
        }
        None if recorded.engine == "threads" => {
            let (cancel, host) = (context.cancel.clone(), &context.host);
            crate::linearizability::replay(&input, &recorded.options, &task, evidence, cancel, host)
        }
        None if recorded.engine == "glass" => {
            crate::structures::replay(&input, &recorded.options, &task, evidence)
        }
        None if recorded.engine == "infer" => {
            crate::methods::replay(&input, &recorded.options, &task, evidence)
        }
        None => crate::baselines::replay(&input, &recorded.options, &task, evidence),
    });
    let conclusion = concluded?.map_err(|fault| {
        // The trace comes from a file, so that it does not replay is not our contradiction.
        Diagnostic::new(
            Code::TraceMismatch,
            fault.message,
            "check the program again, and replay the new report",
        )
    })?;
    let phases = phases.done;
    let mut stats = Stats::default();
    let choices: usize = recorded.violations.iter().map(|Candidate { trace, .. }| trace.choices.len()).sum();
    stats.count("choices", choices as u64);
    finish(&input, task, conclusion, stats, phases, &context.host)
}
