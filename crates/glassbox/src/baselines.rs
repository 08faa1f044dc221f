//! Checks of data structures that do not generalise: every operation on every state. They are what glass-box checking is
//! compared with, and useful where a class is not fit for it.

use std::collections::BTreeMap;
use std::time::Duration;

use check::{Budget, Conclusion, Evidence, Fault, Meter, Run, Task, conclude};
use glass::{BlackBox, Bounds, Checked, Ground, Model, Rejected, Sizes, Space};
use ir::{Code, Diagnostic, FunctionId};
use java::Wanted;

use crate::bounds::{Found, particular};
use crate::declared::completed;
use crate::input::Input;
use crate::literals;
use crate::picture::Pictures;
use crate::structures::{GROWING, Ready, Structures, java_of, ready, told};
use crate::work::{Context, Failure, Phases, enforced, finish, limits, recorded_limits};

/// Which states operations are executed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum States {
    /// All structures that satisfy the invariant, found among all graphs of nodes.
    Generated,
    /// All structures that satisfy the invariant, within the bounds of glass-box checking.
    Valid,
    /// Those that operations reach from a new object.
    Reachable,
}

/// What to check, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baseline {
    /// The class and the bounds.
    pub structures: Structures,
    /// The states.
    pub states: States,
    /// A method without parameters that stands for the state.
    pub abstraction: Option<String>,
}

impl States {
    /// The engine's name in reports.
    const fn engine(self) -> &'static str {
        match self {
            States::Generated => "korat",
            States::Valid | States::Reachable => "blackbox",
        }
    }

    /// The name on the command line.
    const fn name(self) -> &'static str {
        match self {
            States::Generated => "generated",
            States::Valid => "valid",
            States::Reachable => "reachable",
        }
    }

    /// What has that name.
    fn named(name: &str) -> Option<States> {
        [States::Generated, States::Valid, States::Reachable].into_iter().find(|states| states.name() == name)
    }

    fn bounds(self, ready: &Ready, wanted: &Structures, size: Option<usize>) -> Result<Bounds, Diagnostic> {
        match self {
            States::Generated | States::Reachable => ready.pooled_bounds(wanted, size),
            States::Valid => ready.bounds(wanted, size),
        }
    }

    fn space(self, ready: &Ready, bounds: &Bounds) -> Result<Space, Failure> {
        let space = match self {
            States::Generated | States::Reachable => Space::pooled(&ready.model, bounds),
            States::Valid => Space::new(&ready.model, bounds),
        };
        space.map_err(|trouble| told(Rejected::Space(trouble)).into())
    }

    /// The bounds in words that follow "for".
    fn scope(self, ready: &Ready, bounds: &Bounds) -> String {
        let names: Vec<&str> =
            ready.model.operations.iter().map(|operation| operation.name.as_str()).collect();
        let (names, class) = (names.join(", "), &ready.model.classes[0].name);
        let least = format!(
            "at most {} objects of each class, at most {} of one class on a path, arrays of length {}, and numbers up \
             to {}{}",
            bounds.objects,
            bounds.height,
            bounds.lengths.first().copied().unwrap_or_default(),
            bounds.greatest,
            particular(&ready.model, bounds)
        );
        match self {
            States::Generated => format!("{names} on every valid {class} with {least}"),
            States::Valid => ready.scope(bounds),
            States::Reachable => format!(
                "{names} on every {class} that they reach from `{}` through states with {least}",
                ready.model.making
            ),
        }
    }
}

/// The method that stands for the state.
fn abstraction(input: &Input, wanted: &Baseline) -> Result<Option<(FunctionId, String)>, Diagnostic> {
    let Some(name) = &wanted.abstraction else { return Ok(None) };
    let java = java_of(input)?;
    let methods = [name.clone()];
    let names =
        Wanted { methods: Some(&methods), factory: wanted.structures.factory.as_deref(), given: None };
    let subject = java.library.subject(&input.program, &java.class, names)?;
    let found = subject.operations.iter().find(|operation| {
        operation.parameters.is_empty() && input.program.functions[operation.function].result.is_some()
    });
    let found = found.ok_or_else(|| {
        Diagnostic::new(
            Code::Usage,
            format!("`{name}` has parameters, or gives nothing"),
            "name a method without parameters that gives a number, a text or an array",
        )
    })?;
    Ok(Some((found.function, name.clone())))
}

/// What the engine needs. A method that stands for the state is no operation, unless somebody asks for it.
fn ready_without(
    input: &Input,
    structures: &Structures,
    abstraction: Option<&(FunctionId, String)>,
) -> Result<Ready, Failure> {
    let mut ready = ready(input, structures)?;
    if let Some((function, _)) = abstraction
        && structures.methods.is_none()
    {
        ready.model.operations.retain(|operation| operation.function != *function);
    }
    Ok(ready)
}

/// Checks the input's class with every operation on every state.
pub fn check_baseline(input: &Input, wanted: &Baseline, context: &mut Context<'_>) -> Result<Run, Failure> {
    let Baseline { structures, states, .. } = wanted;
    let abstraction = abstraction(input, wanted)?;
    let ready = ready_without(input, structures, abstraction.as_ref())?;
    let model = &ready.model;
    let limits = limits(structures.budget);
    let (structures, origin) = &completed(input, structures, model, limits)?;
    let mut task =
        Task::new(states.engine(), ready.class.clone(), structures.properties.clone(), structures.budget);
    task.inputs.push(input.file.clone());
    task.options = structures.options();
    task.options.insert("states".to_string(), states.name().to_string());
    if let Some(name) = &wanted.abstraction {
        task.options.insert("abstraction".to_string(), name.clone());
    }
    let budget = enforced(structures.budget);
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let ground = phases.time("prepare", |_| Ground::new(&input.program, model, limits));
    let grows = structures.size.is_none() && structures.height.is_none();
    let growing = Budget { time: Some(budget.time.unwrap_or(GROWING)), ..budget };
    let mut done: Option<(Checked, Space)> = None;
    let found = Found::new(input, structures, &ground, model, limits);
    for size in 1.. {
        let of_said = |said: &Structures| states.bounds(&ready, said, grows.then_some(size));
        let limit = if grows && done.is_some() { growing } else { budget };
        let meter = Meter::new(limit, context.cancel.clone(), &context.host);
        let said = found.said(&ground, model, structures, &meter, &of_said)?;
        let bounds = of_said(&said)?;
        let space = states.space(&ready, &bounds)?;
        let options = BlackBox {
            properties: structures.properties.clone(),
            all: structures.all,
            limits,
            scope: states.scope(&ready, &bounds) + origin,
            abstraction: abstraction.clone(),
        };
        let checked = phases.time("check", |observer| match states {
            States::Generated | States::Valid => {
                glass::check_valid(&ground, model, &space, Sizes::default(), &options, meter, observer)
            }
            States::Reachable => glass::check_reachable(&ground, model, &space, &options, meter, observer),
        });
        let checked = match (checked, states) {
            (Err(Rejected::Empty), States::Reachable) if grows && size < MOST_GROWTH => continue,
            (Err(Rejected::Empty), States::Reachable) => {
                return Err(Diagnostic::new(
                    Code::Usage,
                    "a new object is not within the bounds",
                    "choose other bounds, or make another object with --factory",
                )
                .into());
            }
            (checked, States::Generated | States::Valid | States::Reachable) => checked.map_err(told)?,
        };
        let evidence = &checked.evidence;
        let stops = !grows
            || evidence.stopped.is_some()
            || !evidence.candidates.is_empty()
            || !evidence.skipped.is_empty();
        // What the time did not allow leaves what was found for smaller ones.
        if done.is_none() || evidence.stopped.is_none() {
            done = Some((checked, space));
            if grows {
                task.options.insert("size".to_string(), size.to_string());
            }
        }
        if stops {
            break;
        }
    }
    let (mut checked, space) = done.expect("at least one size was checked");
    let pictures = Pictures::new(&input.program, model, &space, &ready.class);
    for candidate in &mut checked.evidence.candidates {
        let choices = &candidate.trace.choices;
        let statements = match states {
            States::Generated | States::Valid => on_structure(model, &space, &pictures, choices),
            States::Reachable => in_sequence(model, &space, choices),
        };
        candidate.trace.statements = statements.unwrap_or_default();
    }
    let parts = (&ground, model, &space, limits);
    let conclusion = phases.time("replay", |_| confirm(*states, parts, &task, checked.evidence))?;
    let phases = phases.done;
    finish(input, task, conclusion, checked.stats, phases, &context.host)
}

/// Runs the violations of a report again.
pub(crate) fn replay(
    input: &Input,
    options: &BTreeMap<String, String>,
    task: &Task,
    evidence: Evidence,
) -> Result<Result<Conclusion, Fault>, Failure> {
    let structures = Structures::recorded(options)?;
    let states = options.get("states").and_then(|name| States::named(name)).ok_or_else(|| {
        Diagnostic::new(
            Code::BadTrace,
            "the report does not say on which states operations were executed",
            "record it again with `glassbox check --format json`",
        )
    })?;
    let wanted = Baseline { structures, states, abstraction: options.get("abstraction").cloned() };
    let abstraction = abstraction(input, &wanted)?;
    let ready = ready_without(input, &wanted.structures, abstraction.as_ref())?;
    let model = &ready.model;
    let bounds = states.bounds(&ready, &wanted.structures, None)?;
    let space = states.space(&ready, &bounds)?;
    let limits = recorded_limits(options);
    let ground = Ground::new(&input.program, model, limits);
    Ok(confirm(states, (&ground, model, &space, limits), task, evidence))
}

/// Replays what was found, and concludes.
fn confirm(
    states: States,
    (ground, model, space, limits): (&Ground<'_>, &Model, &Space, machine::Limits),
    task: &Task,
    evidence: Evidence,
) -> Result<Conclusion, Fault> {
    match states {
        States::Generated | States::Valid => {
            let mut replayer = glass::Replayer { ground, model, space, limits };
            conclude(task, evidence, &mut replayer)
        }
        States::Reachable => {
            let mut replayer = glass::SequenceReplayer { ground, model, space, limits };
            conclude(task, evidence, &mut replayer)
        }
    }
}

/// A structure and an operation on it, by the codes of their variables, as statements.
pub(crate) fn on_structure(
    model: &Model,
    space: &Space,
    pictures: &Pictures<'_>,
    choices: &[i128],
) -> Option<Vec<String>> {
    let (operation, codes) = choices.split_first()?;
    let operation = usize::try_from(*operation).ok()?;
    let codes: Vec<u32> = codes.iter().filter_map(|&code| u32::try_from(code).ok()).collect();
    let mut statements = crate::drawing::statements(pictures, &pictures.picture(&codes));
    let described = model.operations.get(operation)?;
    let mut arguments = Vec::new();
    let present = glass::present(space, &codes);
    for (parameter, variable) in described.parameters.iter().zip(&space.parameters[operation]) {
        let item = match *variable {
            glass::ParameterValue::Variable(variable) | glass::ParameterValue::Boxed(_, variable) => {
                space.variables[variable].domain[codes[variable] as usize]
            }
            glass::ParameterValue::Fixed(item) => item,
        };
        let state = (&codes[..], &present[..]);
        arguments.push(literals::on_structure(model, space, state, &parameter.content, item)?);
    }
    let root = space.objects[0].name.to_lowercase();
    statements.push(format!("{root}.{}({});", described.name, arguments.join(", ")));
    Some(statements)
}

/// A sequence of calls as statements. There are none if objects are arguments: which ones depends on the states.
fn in_sequence(model: &Model, space: &Space, choices: &[i128]) -> Option<Vec<String>> {
    let calls = glass::calls(space)?;
    let class = &model.classes[0].name;
    let root = space.objects[0].name.to_lowercase();
    let mut statements = vec![format!("{class} {root} = {};", model.making)];
    for &choice in choices {
        let call = calls.get(usize::try_from(choice).ok()?)?;
        let described = &model.operations[call.operation];
        let arguments: Option<Vec<String>> = described
            .parameters
            .iter()
            .zip(&call.arguments)
            .map(|(parameter, made)| literals::in_sequence(model, &parameter.content, made))
            .collect();
        statements.push(format!("{root}.{}({});", described.name, arguments?.join(", ")));
    }
    Some(statements)
}

/// How long a sequence of calls is looked for that violates the same.
const LOOKING: Duration = Duration::from_secs(2);

/// Calls, from a new object on, that lead to this violation: within the bounds of a check, with `null` for plain objects.
pub(crate) fn reached(
    input: &Input,
    wanted: &Structures,
    ready: &Ready,
    size: Option<usize>,
    violation: &check::Violation,
    context: (check::CancelToken, &check::System),
) -> Option<Vec<String>> {
    let (model, limits) = (&ready.model, limits(wanted.budget));
    let mut structures = wanted.clone();
    if model.classes.iter().any(|class| class.name == "Object") {
        structures.objects.push(("Object".to_string(), 0));
    }
    let bounds = States::Reachable.bounds(ready, &structures, size).ok()?;
    let space = States::Reachable.space(ready, &bounds).ok()?;
    let options = BlackBox {
        properties: structures.properties.clone(),
        all: true,
        limits,
        scope: String::new(),
        abstraction: None,
    };
    let (cancel, host) = context;
    let time = check::Host::elapsed(host) + LOOKING;
    let meter = Meter::new(Budget { time: Some(time), ..enforced(wanted.budget) }, cancel, host);
    let ground = Ground::new(&input.program, model, limits);
    let checked = glass::check_reachable(&ground, model, &space, &options, meter, &mut check::Silent).ok()?;
    let mut same = checked.evidence.candidates.iter().filter(|candidate| candidate.violation == *violation);
    in_sequence(model, &space, &same.next()?.trace.choices)
}

/// A new object that is not within the bounds of this size never will be.
const MOST_GROWTH: usize = 64;
