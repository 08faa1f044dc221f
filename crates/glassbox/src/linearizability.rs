//! Linearizability of a class: what its operations give in several threads is what they give one after the other.

mod calls;

use std::collections::BTreeMap;

use check::{Budget, CancelToken, Evidence, Meter, Property, Run, Scope, System, Task, conclude};
use ir::{Code, Diagnostic};
use java::{Extent, Noted, Slot};
use machine::Granularity;
use threads::Consistency;
use threads::linear::{self, Driver, Kind, Names, Notes, Replayer};

use self::calls::{Calls, calls};
use crate::exploration::Exploration;
use crate::input::Input;
use crate::work::{Context, Failure, Phases, enforced, finish, limits, recorded_limits, replay_meter, scan};
use crate::written;

/// What to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linearizability {
    /// The methods by their names, if not all that can be called and compared.
    pub methods: Option<Vec<String>>,
    /// A static method that makes the object, if not a constructor.
    pub factory: Option<String>,
    /// The values of arguments, as people write them: `1..2`, `0,7`.
    pub values: String,
    /// The values of single parameters: the method, the parameter by name or place, the values.
    pub domains: Vec<(String, String, String)>,
    /// How many threads there are.
    pub threads: usize,
    /// How many operations each calls at most.
    pub operations: usize,
    /// How many are called at most before the threads start.
    pub prefix: usize,
    /// The method without parameters that observes the object in the end, if not all that give something.
    pub observer: Option<String>,
    /// How many threads of this tool work.
    pub jobs: usize,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// Whether threads change at every access.
    pub every: bool,
    /// How memory is read.
    pub consistency: Consistency,
    /// How much may be spent.
    pub budget: Budget,
}

impl Default for Linearizability {
    fn default() -> Self {
        Linearizability {
            methods: None,
            factory: None,
            values: "1..2".to_string(),
            domains: Vec::new(),
            threads: 2,
            operations: 2,
            prefix: 1,
            observer: None,
            jobs: 1,
            all: false,
            every: false,
            consistency: Consistency::Java,
            budget: Budget::default(),
        }
    }
}

/// As many as the notes of the driver have room for.
const MOST_THREADS: usize = 7;
const MOST_OPERATIONS: usize = 100;
/// More is a slip.
const MOST_PREFIX: usize = 20;

impl Linearizability {
    /// As the user would write it: for reports, and to make the same again for a replay. How many work makes no difference.
    fn options(&self) -> BTreeMap<String, String> {
        let mut options = BTreeMap::from([
            ("threads".to_string(), self.threads.to_string()),
            ("operations".to_string(), self.operations.to_string()),
            ("prefix".to_string(), self.prefix.to_string()),
            ("values".to_string(), self.values.clone()),
            ("all".to_string(), self.all.to_string()),
        ]);
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                options.insert(name.to_string(), value);
            }
        };
        add("methods", self.methods.as_ref().map(|methods| methods.join(",")));
        add("factory", self.factory.clone());
        add("abstraction", self.observer.clone());
        let sequential = self.consistency == Consistency::Sequential;
        add("consistency", sequential.then(|| self.consistency.name().to_string()));
        add("domain", written::domains(&self.domains));
        options
    }

    /// What a report is about.
    fn from_options(options: &BTreeMap<String, String>) -> Option<Linearizability> {
        let get = |name: &str| options.get(name).map(String::as_str);
        let number = |name: &str| get(name)?.parse().ok();
        Some(Linearizability {
            methods: get("methods").map(written::parse_names),
            factory: get("factory").map(str::to_string),
            values: get("values")?.to_string(),
            domains: written::read_domains(get("domain"))?,
            threads: number("threads")?,
            operations: number("operations")?,
            prefix: number("prefix")?,
            observer: get("abstraction").map(str::to_string),
            jobs: 1,
            all: get("all") == Some("true"),
            every: get("reduction") == Some("none"),
            consistency: match get("consistency") {
                Some("sequential") => Consistency::Sequential,
                Some(_) | None => Consistency::Java,
            },
            budget: Budget::default(),
        })
    }

    /// The same as an exploration, for whoever finds values for parameters.
    fn exploration(&self) -> Exploration {
        Exploration {
            methods: self.methods.clone(),
            factory: self.factory.clone(),
            length: 1,
            values: Some(self.values.clone()),
            domains: self.domains.clone(),
            allowed: Vec::new(),
            ignored: Vec::new(),
            sets: Vec::new(),
            invariant: false,
            all: self.all,
            mode: explore::sequences::Mode::Standard,
            splitting: explore::sequences::Splitting::Restore,
            threads: 1,
            matching: explore::sequences::Matching::Exact,
            coverage: false,
            budget: self.budget,
        }
    }

    fn validate(&self) -> Result<(), Diagnostic> {
        let wrong = |what: String, remedy: &str| Err(Diagnostic::new(Code::Usage, what, remedy));
        match (self.threads, self.operations, self.prefix) {
            (0 | 1, ..) => wrong(
                "one thread alone executes its operations one after the other anyway".to_string(),
                "give --threads 2 or more",
            ),
            (threads, ..) if threads > MOST_THREADS => {
                wrong(format!("{threads} threads are too many"), "give --threads 7 or less")
            }
            (_, 0, _) => {
                wrong("threads that call nothing show nothing".to_string(), "give --operations 1 or more")
            }
            (_, operations, _) if operations > MOST_OPERATIONS => wrong(
                format!("{operations} operations for each thread are too many"),
                "give --operations 100 or less",
            ),
            (_, _, prefix) if prefix > MOST_PREFIX => wrong(
                format!("{prefix} operations before the threads are too many"),
                "give --prefix 20 or less",
            ),
            (..) => Ok(()),
        }
    }
}

/// Everything that is needed to execute scenarios.
struct Prepared {
    driver: Driver,
    names: Names,
    calls: Calls,
}

fn prepare(input: &Input, wanted: &Linearizability) -> Result<Prepared, Failure> {
    wanted.validate()?;
    let Some(java) = &input.java else {
        return Err(Diagnostic::new(
            Code::Usage,
            format!("`{}` has no classes", input.file.path),
            "give a Java program; `glassbox check` checks other programs",
        )
        .into());
    };
    let (library, program) = (&java.library, &input.program);
    let calls = calls(input, java, wanted)?;
    let extent = Extent { prefix: wanted.prefix, threads: wanted.threads, operations: wanted.operations };
    let made = calls.made();
    let scenarios = library
        .scenarios(program, &calls.subject, &made, calls.chosen, &calls.observers, extent)
        .ok_or_else(|| {
            Failure::from(Diagnostic::new(
                Code::NoEntry,
                format!("class {} cannot be executed in several threads", calls.subject.class),
                "give a class that can be loaded",
            ))
        })?;
    let notes = |slot: &Slot| Notes {
        kind: slot.kind,
        before: slot.before,
        number: slot.number,
        real: slot.real,
        reference: slot.reference,
    };
    let driver = Driver {
        entry: scenarios.entry,
        operation: scenarios.operation,
        threads: scenarios.threads,
        operations: wanted.operations,
        prefix: wanted.prefix,
        calls: made[..calls.chosen].iter().map(|(operation, _)| operation.function).collect(),
        guards: scenarios.guards[..calls.chosen].to_vec(),
        done: scenarios.done,
        object: scenarios.object,
        values: scenarios.values,
        slots: scenarios.slots.iter().map(notes).collect(),
        kind,
    };
    let names = Names {
        class: calls.subject.class.clone(),
        making: calls.subject.making.clone(),
        calls: calls.names[..calls.chosen].to_vec(),
        observers: calls.observers.iter().map(|&call| calls.names[call].clone()).collect(),
    };
    Ok(Prepared { driver, names, calls })
}

/// What the driver's numbers mean.
fn kind(number: i32) -> Kind {
    match Noted::of(number) {
        Some(Noted::Nothing) | None => Kind::Nothing,
        Some(Noted::Called) => Kind::Called,
        Some(Noted::Void) => Kind::Void,
        Some(Noted::Truth) => Kind::Truth,
        Some(Noted::Character) => Kind::Character,
        Some(Noted::Number) => Kind::Number,
        Some(Noted::Real) => Kind::Real,
        Some(Noted::Reference) => Kind::Reference,
        Some(Noted::Thrown) => Kind::Thrown,
    }
}

/// Checks whether a class is linearizable.
pub fn check_linearizable(
    input: &Input,
    wanted: &Linearizability,
    context: &mut Context<'_>,
) -> Result<Run, Failure> {
    let Prepared { driver, names, calls } = prepare(input, wanted)?;
    let class = calls.subject.class.clone();
    let mut task = Task::new("threads", class, vec![Property::Linearizable], wanted.budget);
    task.inputs.push(input.file.clone());
    task.options = wanted.options();
    let budget = enforced(wanted.budget);
    let options = linear::Options {
        jobs: wanted.jobs,
        all: wanted.all,
        granularity: if wanted.every { Granularity::Every } else { Granularity::Shared },
        limits: limits(wanted.budget),
        consistency: wanted.consistency,
    };
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let program = &input.program;
    let mut checked = phases.time("search", |observer| {
        let mut meter = Meter::new(budget, context.cancel.clone(), &context.host);
        linear::check(program, &driver, &options, &mut meter, observer)
    });
    checked.evidence.scope = Scope::bounded(scope(wanted, &calls, checked.beginnings));
    checked.evidence.assumptions.extend(calls.assumptions());
    let reduction = match checked.granularity {
        Granularity::Every => "none",
        Granularity::Shared => "sharing",
    };
    task.options.insert("reduction".to_string(), reduction.to_string());
    task.options.insert("base".to_string(), checked.based.to_string());
    let meter = replay_meter(budget, &context.host);
    let (limits, granularity) = (options.limits, checked.granularity);
    let mut replayer = Replayer::new(program, &driver, &names, limits, granularity, checked.based, meter);
    let conclusion = phases.time("replay", |_| conclude(&task, checked.evidence, &mut replayer))?;
    let phases = phases.done;
    let mut run = finish(input, task, conclusion, checked.stats, phases, &context.host)?;
    run.notes.splice(0..0, scan(input));
    Ok(run)
}

/// For what a result is meant, in words that follow "for".
fn scope(wanted: &Linearizability, calls: &Calls, beginnings: usize) -> String {
    let operations = match wanted.operations {
        1 => "one operation each".to_string(),
        count => format!("at most {count} operations each"),
    };
    let from = match (wanted.prefix, beginnings) {
        (0, _) | (_, 0 | 1) => String::new(),
        (1, count) => format!(", from the {count} states that at most one operation reaches"),
        (prefix, count) => format!(", from the {count} states that at most {prefix} operations reach"),
    };
    format!(
        "{} threads with {operations} of {} on `{}`{from}",
        wanted.threads,
        calls.shown(&wanted.values),
        calls.subject.making
    )
}

/// Runs the violations of a report again.
pub(crate) fn replay(
    input: &Input,
    options: &BTreeMap<String, String>,
    task: &Task,
    evidence: Evidence,
    cancel: CancelToken,
    host: &System,
) -> Result<Result<check::Conclusion, check::Fault>, Failure> {
    let wanted = Linearizability::from_options(options).ok_or_else(|| {
        Diagnostic::new(
            Code::BadTrace,
            "the report does not say which scenarios were checked",
            "record it again with `glassbox check --format json`",
        )
    })?;
    let Prepared { driver, names, .. } = prepare(input, &wanted)?;
    let granularity = crate::interleavings::granularity(options);
    let based = options.get("base").is_none_or(|based| based == "true");
    let meter = Meter::new(enforced(Budget::default()), cancel, host);
    let limits = recorded_limits(options);
    let mut replayer = Replayer::new(&input.program, &driver, &names, limits, granularity, based, meter);
    Ok(conclude(task, evidence, &mut replayer))
}
