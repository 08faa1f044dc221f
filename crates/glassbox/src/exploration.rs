//! Explorations of a class: every state that sequences of calls reach.

mod domains;

use std::collections::BTreeMap;

use check::{Budget, Property, Task, conclude};
use explore::sequences::{self, Argument, Call, Matching, Mode, Plan, Splitting};
use ir::{Code, Diagnostic, FunctionId};
use java::{JavaType, Operation, Subject, Wanted};

use machine::{Replayer, word_of};

pub(crate) use self::domains::{Choice, domain, values};
use crate::declared::declared;
use crate::input::Input;
use crate::structures::java_of;
use crate::work::{Context, Failure, Phases, can_be_violated, enforced, finish, limits, replay_meter};
use crate::written;

/// What to explore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// The methods by their names, if not all public ones.
    pub methods: Option<Vec<String>>,
    /// A static method that makes the object, if not the constructor without parameters.
    pub factory: Option<String>,
    /// How many calls a sequence has at most.
    pub length: u64,
    /// The values of arguments that take numbers, as people write them: `1..5`, `0,7,9`.
    pub values: Option<String>,
    /// The values of single parameters: the method, the parameter by name or place, the values.
    pub domains: Vec<(String, String, String)>,
    /// Exceptions that may leave any method.
    pub allowed: Vec<String>,
    /// Fields that are no part of a state: `Class.field`.
    pub ignored: Vec<String>,
    /// Fields that refer to sets, whose elements have no order: `Class.field`.
    pub sets: Vec<String>,
    /// Whether the class invariant is looked at in every state.
    pub invariant: bool,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// How the states of a level are executed.
    pub mode: Mode,
    /// What is done where states that are executed at once go different ways.
    pub splitting: Splitting,
    /// How many threads work.
    pub threads: usize,
    /// How states are told apart.
    pub matching: Matching,
    /// Whether executed branches are counted.
    pub coverage: bool,
    /// How much may be spent.
    pub budget: Budget,
}

/// More calls than this in one state are refused: somebody has mistyped a domain.
const MOST_CALLS: usize = 1_000_000;

/// A plan with what people call its calls.
pub(crate) struct Prepared {
    plan: Plan,
    statements: Vec<Statement>,
    /// The objects that statements use, as they are made.
    made: Vec<(FunctionId, String)>,
    making: String,
    scope: String,
}

/// A call as a person writes it, and which of the objects it uses that were made before.
struct Statement {
    text: String,
    uses: Vec<usize>,
}

/// Finds out what can be called on an object of the input's class.
pub(crate) fn prepare(input: &Input, exploration: &Exploration) -> Result<Prepared, Failure> {
    let Some(java) = &input.java else {
        return Err(Diagnostic::new(
            Code::Usage,
            format!("`{}` has no classes to explore", input.file.path),
            "give a Java program; `glassbox check` checks other programs",
        )
        .into());
    };
    let (library, program) = (&java.library, &input.program);
    let wanted = Wanted {
        methods: exploration.methods.as_deref(),
        factory: exploration.factory.as_deref(),
        given: None,
    };
    let mut subject: Subject = library.subject(program, &java.class, wanted)?;
    for operation in &mut subject.operations {
        operation.function = library.with_postcondition(program, &java.class, operation);
    }
    let mut allowed_everywhere = Vec::new();
    for name in &exploration.allowed {
        allowed_everywhere.push(library.class_named(program, name)?);
    }
    for (method, parameter, _) in &exploration.domains {
        let known = subject.operations.iter().any(|operation| {
            operation.name == *method
                && (operation.names.contains(parameter)
                    || parameter
                        .parse::<usize>()
                        .is_ok_and(|place| (1..=operation.parameters.len()).contains(&place)))
        });
        if !known {
            return Err(Diagnostic::new(
                Code::Usage,
                format!("there is no parameter `{parameter}` of a method `{method}`"),
                "name a method that is explored, and its parameter by name or by its place from 1",
            )
            .into());
        }
    }
    let mut calls = Vec::new();
    let mut statements = Vec::new();
    let mut made = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for operation in &subject.operations {
        let mut rows: Vec<Vec<Choice>> = vec![Vec::new()];
        let mut has_values = true;
        for index in 0..operation.parameters.len() {
            let Some(values) = domain(input, library, exploration, operation, index)? else {
                has_values = false;
                break;
            };
            if rows.len().saturating_mul(values.len()) > MOST_CALLS {
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!("`{}` has more than {MOST_CALLS} combinations of arguments", operation.name),
                    "give fewer values",
                )
                .into());
            }
            rows = rows
                .iter()
                .flat_map(|row| values.iter().map(move |value| row.iter().chain([value]).cloned().collect()))
                .collect();
        }
        if !has_values {
            if exploration.methods.is_some() {
                let types: Vec<String> = operation.values.iter().map(JavaType::shown).collect();
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!(
                        "no values are known for the parameters of `{}({})`",
                        operation.name,
                        types.join(", ")
                    ),
                    format!("say which, for instance with --domain {}.1=null", operation.name),
                )
                .into());
            }
            continue;
        }
        names.push(&operation.name);
        let mut allowed = operation.throws.clone();
        allowed.extend(&allowed_everywhere);
        for row in rows {
            statements.push(statement(operation, &row, &mut made));
            let arguments = row.into_iter().map(|choice| choice.argument).collect();
            calls.push((operation, arguments, allowed.clone()));
        }
    }
    if calls.len() > MOST_CALLS {
        return Err(Diagnostic::new(
            Code::Usage,
            format!("there are more than {MOST_CALLS} calls on one state"),
            "name fewer methods, or give fewer values",
        )
        .into());
    }
    if calls.is_empty() {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("class {} has no public method that can be explored", subject.class),
            "name methods with --methods, and values with --values or --domain",
        )
        .into());
    }
    let invariant = exploration.invariant && subject.invariant.is_some();
    if exploration.invariant && subject.invariant.is_none() {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("class {} has no invariant", subject.class),
            "write a method `boolean repOk()`, or annotate one with @Invariant",
        )
        .into());
    }
    let driver = library.driver(program, &subject, &calls, invariant).ok_or_else(|| {
        Failure::from(Diagnostic::new(
            Code::NoEntry,
            format!("class {} cannot be explored", subject.class),
            "give a class that can be loaded",
        ))
    })?;
    names.dedup();
    let guarded = subject.operations.iter().any(|operation| operation.guard.is_some());
    let scope = format!(
        "all sequences of at most {} calls of {} on `{}`{}",
        exploration.length,
        names.join(", "),
        subject.making,
        if guarded { ", each where its precondition is true" } else { "" }
    );
    let mut plan = plan(&subject, &calls, invariant, driver);
    match exploration.matching {
        Matching::Exact => {}
        Matching::Shape { .. } => plan.value_classes = library.value_classes(program),
    }
    plan.ignored = fields(library, program, &exploration.ignored)?;
    plan.sets = fields(library, program, &exploration.sets)?;
    if let Some((text, _)) =
        exploration.sets.iter().zip(&plan.sets).find(|(_, field)| !program.fields[**field].ty.is_ref())
    {
        return Err(Diagnostic::new(
            Code::Usage,
            format!("the field `{text}` is no set: it refers to no object"),
            "name a field that refers to an array, or to a collection that keeps its elements in one",
        )
        .into());
    }
    Ok(Prepared { plan, statements, made, making: subject.making, scope })
}

/// A call with these arguments. Objects that are made get names, because all calls use the same ones.
fn statement(operation: &Operation, row: &[Choice], made: &mut Vec<(FunctionId, String)>) -> Statement {
    let mut uses = Vec::new();
    let mut texts = Vec::new();
    for choice in row {
        match choice.argument {
            java::Argument::Made(function) if choice.is_made => {
                let known = made.iter().position(|(other, _)| *other == function);
                let place = known.unwrap_or_else(|| {
                    made.push((function, choice.shown.clone()));
                    made.len() - 1
                });
                uses.push(place);
                texts.push(format!("value{}", place + 1));
            }
            java::Argument::Made(_) | java::Argument::Constant(_) => texts.push(choice.shown.clone()),
        }
    }
    Statement { text: format!("object.{}({});", operation.name, texts.join(", ")), uses }
}

/// The fields that people write as `Class.field`.
fn fields(
    library: &java::Library,
    program: &ir::Program,
    texts: &[String],
) -> Result<Vec<ir::FieldId>, Diagnostic> {
    let field = |text: &String| match text.rsplit_once('.') {
        Some((class, field)) => library.field_named(program, class, field),
        None => Err(Diagnostic::new(
            Code::Usage,
            format!("`{text}` is no field with its class"),
            "write it as in java.util.TreeMap.modCount",
        )),
    };
    texts.iter().map(field).collect()
}

fn plan(
    subject: &Subject,
    calls: &[(&Operation, Vec<java::Argument>, Vec<ir::ClassId>)],
    invariant: bool,
    driver: FunctionId,
) -> Plan {
    let mut makers: Vec<FunctionId> = Vec::new();
    let mut planned = Vec::new();
    for (operation, arguments, allowed) in calls {
        let arguments = arguments
            .iter()
            .map(|argument| match argument {
                java::Argument::Constant(constant) => Argument::Word(word_of(*constant)),
                java::Argument::Made(maker) => {
                    let known = makers.iter().position(|other| other == maker);
                    Argument::Value(known.unwrap_or_else(|| {
                        makers.push(*maker);
                        makers.len() - 1
                    }))
                }
            })
            .collect();
        let (function, guard) = (operation.function, operation.guard);
        planned.push(Call { function, arguments, guard, allowed: allowed.clone() });
    }
    Plan {
        factory: subject.factory,
        values: makers.into_iter().map(|maker| (maker, Vec::new())).collect(),
        calls: planned,
        ignored: Vec::new(),
        sets: Vec::new(),
        value_classes: Vec::new(),
        subject: subject.class.clone(),
        invariant: subject.invariant.as_ref().filter(|_| invariant).map(|(_, function)| *function),
        driver,
    }
}

/// What is asked for, with the values that the class says for parameters nobody has said values for; and where
/// those come from, in words that follow the scope. The other bounds of a class are about structures.
fn with_declared(input: &Input, exploration: &Exploration) -> Result<(Exploration, String), Failure> {
    let mut all = exploration.clone();
    // Who gives values to everything has said otherwise.
    if input.java.is_none() || exploration.values.is_some() {
        return Ok((all, String::new()));
    }
    let Some(declared) = declared(input, limits(exploration.budget))? else {
        return Ok((all, String::new()));
    };
    let java = java_of(input)?;
    let (methods, factory) = (exploration.methods.as_deref(), exploration.factory.as_deref());
    let subject =
        java.library.subject(&input.program, &java.class, Wanted { methods, factory, given: None })?;
    for (owner, name, values) in &declared.domains {
        let is_parameter = subject
            .operations
            .iter()
            .any(|operation| operation.name == *owner && operation.names.contains(name));
        if is_parameter {
            // The first values that are said count.
            all.domains.push((owner.clone(), name.clone(), values.clone()));
        }
    }
    let is_used = all.domains.len() > exploration.domains.len();
    let origin = format!(", with values that `{}` says", declared.method);
    Ok((all, if is_used { origin } else { String::new() }))
}

/// Explores the input's class.
pub fn explore(
    input: &Input,
    exploration: &Exploration,
    context: &mut Context<'_>,
) -> Result<check::Run, Failure> {
    let (exploration, origin) = &with_declared(input, exploration)?;
    let prepared = prepare(input, exploration)?;
    let mut properties = Property::SEQUENTIAL.to_vec();
    properties.retain(|&property| can_be_violated(&input.program, property));
    let class = input.java.as_ref().map_or_else(String::new, |java| java.class.clone());
    let mut task = Task::new("sequences", class, properties.clone(), exploration.budget);
    task.inputs.push(input.file.clone());
    task.options = exploration.options();
    let options = sequences::Options {
        properties,
        length: exploration.length,
        all: exploration.all,
        mode: exploration.mode,
        splitting: exploration.splitting,
        threads: exploration.threads,
        matching: exploration.matching,
        coverage: exploration.coverage,
        limits: limits(exploration.budget),
        scope: prepared.scope.clone() + origin,
    };
    let budget = enforced(exploration.budget);
    let meter = check::Meter::new(budget, context.cancel.clone(), &context.host);
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let program = &input.program;
    let mut outcome = phases
        .time("explore", |observer| sequences::explore(program, &prepared.plan, &options, meter, observer));
    for candidate in &mut outcome.evidence.candidates {
        candidate.trace.statements = prepared.statements(&candidate.trace.choices);
    }
    let meter = replay_meter(budget, &context.host);
    let mut replayer = Replayer::new(program, prepared.plan.driver, options.limits, meter);
    let conclusion =
        phases.time("replay", |_| conclude(&task, outcome.evidence, &mut replayer)).map_err(|fault| {
            // What was left out is not the same in a real sequence: an ignored field was 0 at the beginning
            // of every call, and a set was in an order of its own.
            let (what, remedy) = match (exploration.ignored.is_empty(), exploration.sets.is_empty()) {
                (true, true) => return Failure::from(fault),
                (false, true) => {
                    ("the fields that are ignored do matter", "leave out --ignore, or ignore other fields")
                }
                (true, false) => {
                    ("the order of the sets does matter", "leave out --set, or name other fields")
                }
                (false, false) => (
                    "the fields that are ignored, or the order of the sets, do matter",
                    "leave out --ignore or --set",
                ),
            };
            Diagnostic::new(Code::Usage, format!("{what}: {}", fault.message), remedy).into()
        })?;
    let phases = phases.done;
    finish(input, task, conclusion, outcome.stats, phases, &context.host)
}

impl Prepared {
    /// The function that replays start at.
    pub(crate) fn driver(&self) -> FunctionId {
        self.plan.driver
    }

    fn statements(&self, calls: &[i128]) -> Vec<String> {
        // The driver has some calls twice.
        let statement = |&call: &i128| {
            let index = usize::try_from(call).ok()?.checked_rem(self.statements.len())?;
            self.statements.get(index)
        };
        let used: Vec<&Statement> = calls.iter().filter_map(statement).collect();
        let mut places: Vec<usize> = used.iter().flat_map(|statement| statement.uses.clone()).collect();
        places.sort_unstable();
        places.dedup();
        let values =
            places.into_iter().map(|place| format!("var value{} = {};", place + 1, self.made[place].1));
        let first = format!("var object = {};", self.making);
        values.chain([first]).chain(used.into_iter().map(|statement| statement.text.clone())).collect()
    }
}

impl Exploration {
    /// As the user would write it: for reports, and to make the same again for a replay.
    fn options(&self) -> BTreeMap<String, String> {
        let mut options = BTreeMap::from([
            ("length".to_string(), self.length.to_string()),
            ("invariant".to_string(), self.invariant.to_string()),
            ("all".to_string(), self.all.to_string()),
        ]);
        if let Matching::Shape { seed } = self.matching {
            options.insert("match".to_string(), "shape".to_string());
            options.insert("seed".to_string(), seed.to_string());
        }
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                options.insert(name.to_string(), value);
            }
        };
        add("methods", self.methods.as_ref().map(|methods| methods.join(",")));
        add("factory", self.factory.clone());
        add("values", self.values.clone());
        add("domain", written::domains(&self.domains));
        add("ignore", (!self.ignored.is_empty()).then(|| self.ignored.join(",")));
        add("set", (!self.sets.is_empty()).then(|| self.sets.join(",")));
        add("allow", (!self.allowed.is_empty()).then(|| self.allowed.join(",")));
        options
    }

    /// The exploration that a report is about.
    pub(crate) fn from_options(options: &BTreeMap<String, String>) -> Option<Exploration> {
        let get = |name: &str| options.get(name).map(String::as_str);
        let list = |name: &str| get(name).map(|text| text.split(',').map(str::to_string).collect::<Vec<_>>());
        Some(Exploration {
            methods: get("methods").map(written::parse_names),
            factory: get("factory").map(str::to_string),
            length: get("length")?.parse().ok()?,
            values: get("values").map(str::to_string),
            domains: written::read_domains(get("domain"))?,
            allowed: list("allow").unwrap_or_default(),
            ignored: list("ignore").unwrap_or_default(),
            sets: list("set").unwrap_or_default(),
            invariant: get("invariant") == Some("true"),
            all: get("all") == Some("true"),
            mode: Mode::Standard,
            splitting: Splitting::Restore,
            threads: 1,
            // A replay executes what was found, however that was.
            matching: Matching::Exact,
            coverage: false,
            budget: Budget::default(),
        })
    }
}
