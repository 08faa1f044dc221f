//! Checks of one method against what its annotations say, with what is learned about the methods that it calls.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use check::{
    Budget, Candidate, Conclusion, Evidence, Fault, Frontier, Learned, Location, Meter, Property as Kind,
    Run, Scope, Skipped, Stats, Store, Task, Trace, conclude,
};
use infer::property::{Condition, Context as Names};
use infer::{Answered, Caller, Checked, Lack, Lacking, Language, Question, Setting, Unroll};
use ir::{Code, Diagnostic, FunctionId, GlobalId, Program};
use java::Method;

use crate::assumptions::{assumed, doubt};
use crate::input::{Input, JavaProgram, LibraryAs, Rejection};
use crate::obstacles::{too_deep, too_small, unsupported};
use crate::properties::{MethodProperties, properties_of_method, properties_of_specs};
use crate::structures::java_of;
use crate::work::{Context, Failure, Phases, enforced, finish, limits, possible, recorded_limits};

/// How many iterations of a loop are looked at at first: two more than there are objects of a class.
const MORE_ITERATIONS: usize = 2;

/// How many are looked at where executions go deeper, if the user does not say so. Nobody waits for what takes longer without having asked for it.
const MOST_ITERATIONS: usize = 128;

/// The option that says what classes of the JDK take part as, and what it says.
const LIBRARY: &str = "library";
const SPECIFICATIONS: &str = "specifications";
const BYTECODE: &str = "bytecode";

/// What to check, and how large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Methods {
    /// The method: `Set.intersect`, or with the types of its parameters.
    pub method: String,
    /// How many objects of each class there are, and of some classes.
    pub scope: Scoped,
    /// Whether every call is looked into from the beginning.
    pub inline: bool,
    /// Whether the class's invariants are true before the call, and should be after it.
    pub invariants: bool,
    /// Whether numbers have all their bits.
    pub overflow: bool,
    /// How many iterations of a loop, and nested calls of a method, are looked at at most, where executions go so deep.
    pub unroll: Option<usize>,
    /// Whether clauses are kept to be shown.
    pub clauses: bool,
    /// What determines the order in which the solver decides, if it is not to be the usual one.
    pub seed: Option<u32>,
    /// Which violations count.
    pub properties: Vec<Kind>,
    /// How much may be spent.
    pub budget: Budget,
}

impl Methods {
    /// The formulas of a method, in the scope that is looked at if nobody says otherwise.
    pub fn of(method: impl Into<String>) -> Self {
        Methods {
            method: method.into(),
            scope: Scoped::default(),
            inline: false,
            invariants: false,
            overflow: false,
            unroll: None,
            clauses: false,
            seed: None,
            properties: vec![Kind::Assertion],
            budget: Budget::default(),
        }
    }
}

/// How many objects and which numbers there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoped {
    /// Of each class.
    pub objects: usize,
    /// Of some classes.
    pub classes: Vec<(String, usize)>,
    /// The least and the greatest number before the call.
    pub numbers: (i64, i64),
}

impl Default for Scoped {
    fn default() -> Self {
        Scoped { objects: 3, classes: Vec::new(), numbers: (-4, 3) }
    }
}

impl Scoped {
    /// Reads `3`, or `Entry=4,Set=3,int=-4..3`.
    pub fn parse(text: &str) -> Result<Scoped, String> {
        let mut scoped = Scoped::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let of = part.split_once('=').map_or("", |(of, _)| of.trim());
            if seen.contains(&of) {
                return Err(match of {
                    "" => "the scope says twice how many objects there are of each class".to_string(),
                    of => format!("the scope says twice what there is of {of}"),
                });
            }
            seen.push(of);
            let number = |text: &str| match text.trim().parse::<usize>() {
                Ok(0) => Err("a scope of 0 leaves nothing to look at".to_string()),
                Ok(number) if number <= 64 => Ok(number),
                Ok(_) => Err("at most 64 objects of a class are supported".to_string()),
                Err(_) => Err(format!(
                    "`{text}` is not a number of objects; a scope is a number, or parts such as 3,Entry=4,int=-8..7"
                )),
            };
            match part.split_once('=') {
                None => scoped.objects = number(part)?,
                Some(("int", range)) => {
                    let bounds = range.split_once("..").and_then(|(low, high)| {
                        Some((low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?))
                    });
                    let (low, high) =
                        bounds.ok_or_else(|| format!("`{range}` is not a range such as -4..3"))?;
                    if low > high || low > 0 || high < 0 {
                        return Err(format!(
                            "the range {range} must contain 0, which every number begins with"
                        ));
                    }
                    if low < -(1 << 31) || high >= 1 << 31 {
                        return Err("numbers are those of an int".to_string());
                    }
                    scoped.numbers = (low, high);
                }
                Some((class, count)) => scoped.classes.push((class.trim().to_string(), number(count)?)),
            }
        }
        Ok(scoped)
    }

    /// As the user would write it.
    pub fn shown(&self) -> String {
        let mut parts = vec![self.objects.to_string()];
        parts.extend(self.classes.iter().map(|(class, count)| format!("{class}={count}")));
        parts.push(format!("int={}..{}", self.numbers.0, self.numbers.1));
        parts.join(",")
    }
}

/// What the engine is asked, made from the input.
struct Ready<'p> {
    question: Question<'p>,
    method: Method,
    notes: Vec<String>,
    /// What specs say about methods.
    said: Said,
}

type Said = BTreeMap<FunctionId, MethodProperties>;

fn ready<'p>(input: &'p Input, wanted: &Methods) -> Result<Ready<'p>, Failure> {
    let java = java_of(input)?;
    let program = &input.program;
    possible(program, &wanted.properties)?;
    let method = java.library.method(program, &java.class, &wanted.method)?;
    if java.library.is_specified(&method.class) {
        return Err(Diagnostic::new(
            Code::Contradiction,
            format!("`{}` takes part as its specification, which is not checked", method.class),
            "give --library bytecode as well",
        )
        .into());
    }
    let wants_ensures = wanted.properties.contains(&Kind::Assertion);
    let others = wanted.properties.iter().any(|property| *property != Kind::Assertion);
    let said = said(java, program, method.function)?;
    let MethodProperties { requires, ensures } = match said.get(&method.function) {
        Some(said) => said.clone(),
        None => properties_of_method(program, method.function)?,
    };
    let ensures = ensures.filter(|_| wants_ensures);
    let invariant = (wanted.invariants && wants_ensures && !method.is_static)
        .then(|| java.library.invariant(program, &method.class))
        .flatten();
    let invariants: Vec<FunctionId> = invariant.into_iter().collect();
    if wanted.invariants && invariants.is_empty() {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("`{}.{}` has no invariant to keep", method.class, method.name),
            "annotate a boolean method of its class with @Invariant, and check a method that is not static",
        )
        .into());
    }
    if ensures.is_none() && invariants.is_empty() && !others {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("nothing is said about `{}.{}`", method.class, method.name),
            "annotate it with @Ensures(\"…\"), or check for exceptions with --property exception",
        )
        .into());
    }
    let names = Names::new(program, method.function, Condition::Ensures);
    let is_truth =
        |sort: Option<infer::property::core::Sort>| sort == Some(infer::property::core::Sort::Bool);
    let truths = names.parameters.iter().map(|parameter| is_truth(parameter.sort)).collect();
    let gives_truth = is_truth(names.result.flatten());
    let mut classes = BTreeMap::new();
    for (name, count) in &wanted.scope.classes {
        classes.insert(class_named(program, java, name)?, *count);
    }
    // Of an enum there are no more objects than constants.
    let own = program.classes.ids().filter(|&class| !machine::replay::is_library(program.class_name(class)));
    for class in own {
        if let Some(constants) = java.library.constants(program, class) {
            let count = classes.entry(class).or_insert(wanted.scope.objects);
            *count = constants.clamp(1, *count);
        }
    }
    let mut never = Vec::new();
    for property in &wanted.properties {
        let class = match property {
            Kind::Assertion => "java.lang.AssertionError",
            Kind::Exception => "java.lang.Throwable",
            Kind::Trap
            | Kind::Deadlock
            | Kind::Race
            | Kind::Temporal
            | Kind::Livelock
            | Kind::Linearizable => continue,
        };
        never.push(java.library.class_named(program, class)?);
    }
    let notes = requires.iter().chain(&ensures).flat_map(|property| property.notes.iter().cloned()).collect();
    let most = wanted.unroll.unwrap_or(MOST_ITERATIONS);
    let unroll = Unroll { first: most.min(wanted.scope.objects + MORE_ITERATIONS), most };
    let question = Question {
        program,
        function: method.function,
        class: java.library.class_named(program, &method.class)?,
        receiver: !method.is_static,
        declared: method.declared.clone(),
        truths,
        gives_truth,
        requires: requires.into_iter().collect(),
        ensures: ensures.into_iter().collect(),
        invariants,
        wraps: wanted.overflow,
        never,
        scope: infer::Scope {
            objects: wanted.scope.objects,
            classes,
            numbers: wanted.scope.numbers,
            length: wanted.scope.objects,
        },
        unroll,
        inline: wanted.inline,
        record: wanted.clauses,
        seed: wanted.seed,
    };
    Ok(Ready { question, method, notes, said })
}

/// What specs say about methods. A spec that says nothing that could be used is none.
fn said(java: &JavaProgram, program: &Program, checked: FunctionId) -> Result<Said, Failure> {
    let said = properties_of_specs(java, program)?;
    let idle = said.iter().find(|&(&function, said)| function != checked && said.ensures.is_none());
    if let Some((&function, _)) = idle {
        let name = &program.functions[function].name;
        let what = format!("the spec says what `{name}` requires, but not what follows from it");
        return Err(Diagnostic::new(Code::BadSpec, what, "annotate the method with @Ensures as well").into());
    }
    match (&java.library.specs().all(), said.is_empty()) {
        ([spec, ..], true) => {
            let target = spec.target.replace('/', ".");
            let what = format!("the spec of {target} says nothing about methods that are called");
            let remedy = "declare methods of that class, and annotate them with @Ensures(\"…\")";
            Err(Diagnostic::new(Code::BadSpec, what, remedy).into())
        }
        ([], _) | (_, false) => Ok(said),
    }
}

/// The class that a user names with its simple name.
fn class_named(program: &Program, java: &JavaProgram, name: &str) -> Result<ir::ClassId, Diagnostic> {
    let is_named = |class: &ir::ClassId| {
        let known = program.class_name(*class);
        known == name || known.rsplit(['.', '$']).next() == Some(name)
    };
    if let Some(class) = program.classes.ids().find(is_named) {
        return Ok(class);
    }
    // What comes to take part later.
    let of_library = ["java.util", "java.lang"].map(|package| format!("{package}.{name}"));
    let mut of_library = of_library.iter().map(|name| java.library.class_named(program, name));
    match of_library.find(Result::is_ok) {
        Some(found) => found,
        None => java.library.class_named(program, name),
    }
}

/// Calls `work` with everything that is fixed before a method is encoded.
fn set_up<T>(
    input: &Input,
    (question, said, alone): (&Question<'_>, &Said, &BTreeSet<FunctionId>),
    limits: machine::Limits,
    work: impl FnOnce(&Setting, &Language<'_>) -> T,
) -> Result<T, Failure> {
    let java = java_of(input)?;
    let program = &input.program;
    // An object whose constructor has not run yet does not have its constants.
    let is_constructor = program.functions[question.function].name.contains(".<init>");
    let globals: RefCell<BTreeMap<GlobalId, Option<i64>>> = RefCell::default();
    let truths: RefCell<BTreeMap<FunctionId, bool>> = RefCell::default();
    let given: RefCell<BTreeMap<FunctionId, Option<Rc<infer::Given>>>> = RefCell::default();
    let unreadable: RefCell<Option<Rejection>> = RefCell::default();
    let language = Language {
        is_library: &machine::replay::is_library,
        is_concrete: &|class| java.library.is_concrete(program, class),
        constant: &|field| java.library.constant(program, field).filter(|_| !is_constructor),
        gives_truth: &|function| {
            *truths
                .borrow_mut()
                .entry(function)
                .or_insert_with(|| java.library.gives_truth(program, function))
        },
        given: &|function| {
            let known = &mut *given.borrow_mut();
            known
                .entry(function)
                .or_insert_with(|| {
                    let said = said.get(&function).cloned();
                    let properties = said.map_or_else(|| properties_of_method(program, function), Ok);
                    let MethodProperties { requires, ensures } = properties
                        .map_err(|rejection| {
                            unreadable.borrow_mut().get_or_insert(rejection);
                        })
                        .ok()?;
                    Some(Rc::new(infer::Given { requires, ensures: ensures? }))
                })
                .clone()
        },
        alone,
        specified: infer::Specified {
            is: &|class| java.library.is_specified(program.class_name(class)),
            has: &|function| {
                let name = &program.functions[function].name;
                let path = name.split_once('(').map_or(name.as_str(), |(path, _)| path);
                path.rsplit_once('.').is_some_and(|(class, _)| java.library.is_specified(class))
            },
            invariant: &|class| java.library.specified_invariant(program, class),
            standing_for: &|class| java.library.standing_for(program, class),
            is_value: &|class| java.library.is_value(program.class_name(class)),
            objection: &|class, classes| java.library.objection(program, class, classes),
        },
        global: &|global| globals.borrow().get(&global).copied().flatten(),
    };
    let setting = Setting::new(question, &language);
    // All formulas are read now: whether one can be read is not to depend on whether the call is looked into.
    for &function in setting.reach.effects.keys() {
        (language.given)(function);
    }
    if let Some(rejection) = unreadable.borrow_mut().take() {
        return Err(rejection.into());
    }
    if !question.invariants.is_empty() {
        only_whole_invariants(java, program, &setting)?;
    }
    let base = infer::base(program, &setting.reach);
    *globals.borrow_mut() = infer::globals(program, &base, limits);
    let done = work(&setting, &language);
    match unreadable.take() {
        Some(rejection) => Err(rejection.into()),
        None => Ok(done),
    }
}

/// What is said of a structure besides its invariant, in `repOkLocal` and by annotations of fields, is not known here: without it there would be
/// heaps that no structure has.
fn only_whole_invariants(java: &JavaProgram, program: &Program, setting: &Setting) -> Result<(), Diagnostic> {
    let classes = setting.reach.types.iter().filter_map(|ty| match ty {
        ir::RefType::Class(class) => Some(*class),
        ir::RefType::Array(_) | ir::RefType::Any => None,
    });
    for class in classes {
        let says = |field: ir::FieldId, name: &str| {
            program.annotations.find(ir::Annotated::Field(field), name).is_some()
        };
        let owners = std::iter::successors(Some(class), |&class| program.classes[class].superclass);
        let annotated = owners.flat_map(|class| &program.classes[class].fields).find_map(|&field| {
            let name =
                ["Tree", "Sorted"].into_iter().find(|name| says(field, &format!("glassbox.api.{name}")))?;
            Some(format!("@{name} at `{}`", program.fields[field].name))
        });
        let local = java.library.local_invariant(program, class).map(|_| "`repOkLocal`".to_string());
        if let Some(what) = annotated.or(local) {
            return Err(Diagnostic::new(
                Code::NoEntry,
                format!(
                    "{} has {what}, of which this engine does not know what it says of a structure",
                    program.class_name(class)
                ),
                "check the class with --engine glass, or say everything in the invariant",
            ));
        }
    }
    Ok(())
}

/// What a check of a method gives.
#[derive(Clone, Debug)]
pub struct CheckedMethod {
    /// The run.
    pub run: Run,
    /// The clauses in DIMACS, if they were kept.
    pub clauses: Option<String>,
    /// What the code says that was looked into, line by line.
    pub formula: String,
}

/// Checks a method of the input.
pub fn check_method(
    input: &Input,
    wanted: &Methods,
    context: &mut Context<'_>,
) -> Result<CheckedMethod, Failure> {
    let Ready { question, method, notes, said } = ready(input, wanted)?;
    let mut task = Task::new(
        "infer",
        format!("{}.{}", method.class, method.name),
        wanted.properties.clone(),
        wanted.budget,
    );
    task.inputs.push(input.file.clone());
    task.inputs.extend(java_of(input)?.spec.clone());
    task.options = wanted.options();
    let library = if java_of(input)?.library.has_specifications() { SPECIFICATIONS } else { BYTECODE };
    task.options.insert(LIBRARY.to_string(), library.to_string());
    let java = java_of(input)?;
    let limits = limits(wanted.budget);
    let meter = Meter::new(enforced(wanted.budget), context.cancel.clone(), &context.host);
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    // What was found in the code of methods that is not supported, and what is said of them takes the place of the code.
    let mut obscure: BTreeMap<FunctionId, Skipped> = BTreeMap::new();
    let (checked, concluded) = loop {
        let alone = obscure.keys().copied().collect();
        // One setting for both: executing methods loads classes, and then there may be more that can be reached.
        let done = set_up(input, (&question, &said, &alone), limits, |setting, language| {
            let caller = Caller::new(&question, setting, limits);
            let (checked, evidence) = phases.time("check", |_| {
                let confirm = &mut |state: &infer::PreState| caller.try_call(state);
                let checked = infer::check(&question, setting, language, meter.clone(), confirm);
                let doubtful = Doubtful { java, question: &question, setting, caller: &caller };
                let evidence = evidence(&doubtful, &method, &wanted.scope, &checked, &obscure);
                (checked, evidence)
            });
            let is_definite = evidence
                .as_ref()
                .map_or(true, |evidence| !evidence.candidates.is_empty() || evidence.stopped.is_some());
            let found = checked.believed.obscure.clone();
            if !is_definite && found.keys().any(|function| !obscure.contains_key(function)) {
                return Err(found);
            }
            let concluded = evidence.and_then(|mut evidence| {
                evidence.assumptions.extend(notes.iter().cloned());
                let replayer = &mut Caller::new(&question, setting, limits);
                phases.time("replay", |_| conclude(&task, evidence, replayer))
            });
            Ok((checked, concluded))
        })?;
        match done {
            Ok(done) => break done,
            Err(found) => obscure.extend(found),
        }
    };
    let stats = stats(&checked);
    let conclusion = concluded?;
    let phases = phases.done;
    let mut run = finish(input, task, conclusion, stats, phases, &context.host)?;
    run.learned = checked
        .specifications
        .iter()
        .map(|specification| Learned {
            name: specification.name.clone(),
            modifies: specification.modifies.clone(),
            lines: specification.lines.clone(),
        })
        .collect();
    Ok(CheckedMethod { run, clauses: checked.dimacs, formula: checked.formula })
}

/// Calls the method in every heap of the scope, as far as the call and its formulas read it, or ends after so many executions: what the engine
/// is compared with.
#[doc(hidden)]
pub fn tally_method(input: &Input, wanted: &Methods, most: u64) -> Result<infer::Tally, Failure> {
    tally(input, wanted, |_, _, caller| infer::by_force(caller, most))
}

/// The same, and compares every execution with calls in heaps that have what it read: what is wrong, if something is.
#[doc(hidden)]
pub fn audit_method(
    input: &Input,
    wanted: &Methods,
    most: u64,
) -> Result<Result<infer::Tally, String>, Failure> {
    tally(input, wanted, |_, _, caller| infer::audited(caller, most))
}

/// How many heaps the executions of [`tally_method`] stand for, and how many there are; none where there are too many to be counted.
#[doc(hidden)]
pub fn cover_method(input: &Input, wanted: &Methods) -> Result<Option<(u128, u128)>, Failure> {
    tally(input, wanted, |_, _, caller| infer::covered(caller))
}

/// Calls the method in every heap of the scope, or in so many at most, one after the other.
#[doc(hidden)]
pub fn list_method(input: &Input, wanted: &Methods, most: u64) -> Result<infer::Tally, Failure> {
    tally(input, wanted, |question, setting, caller| infer::one_by_one(question, setting, caller, most))
}

/// Calls the method in so many heaps of the scope, by chance: where there are too many for all.
#[doc(hidden)]
pub fn sample_method(input: &Input, wanted: &Methods, count: u64) -> Result<infer::Tally, Failure> {
    tally(input, wanted, |question, setting, caller| infer::by_chance(question, setting, caller, count))
}

/// The annotated methods of a class, by name: what there is to compare.
#[doc(hidden)]
pub fn annotated_methods(input: &Input, class: &str) -> Vec<String> {
    let functions = input.program.annotations.all().into_iter().filter_map(|(on, _)| match on {
        ir::Annotated::Function(function) => Some(function),
        ir::Annotated::Class(_) | ir::Annotated::Field(_) | ir::Annotated::Global(_) => None,
    });
    let mut names: Vec<String> = functions
        .filter_map(|function| {
            let (path, _) = input.program.functions[function].name.split_once('(')?;
            path.strip_prefix(&format!("{class}.")).map(ToString::to_string)
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

fn tally<T>(
    input: &Input,
    wanted: &Methods,
    call: impl FnOnce(&Question<'_>, &Setting, &Caller<'_, '_>) -> T,
) -> Result<T, Failure> {
    let Ready { question, said, .. } = ready(input, wanted)?;
    let limits = limits(wanted.budget);
    let tally = set_up(input, (&question, &said, &BTreeSet::new()), limits, |setting, _| {
        call(&question, setting, &Caller::new(&question, setting, limits))
    })?;
    Ok(tally)
}

/// What says whether a violation is one.
struct Doubtful<'c, 'q> {
    java: &'c JavaProgram,
    question: &'c Question<'q>,
    setting: &'c Setting,
    caller: &'c Caller<'c, 'q>,
}

/// What a check has found out.
fn evidence(
    &Doubtful { java, question, setting, caller }: &Doubtful<'_, '_>,
    method: &Method,
    scoped: &Scoped,
    checked: &Checked,
    obscure: &BTreeMap<FunctionId, Skipped>,
) -> Result<Evidence, Fault> {
    let program = question.program;
    let trace = |state: &infer::PreState| Trace {
        choices: state.write(program, &setting.universe, &setting.reach),
        statements: Vec::new(),
        cycle: None,
    };
    let scope = scope(question, setting);
    let mut evidence = Evidence::complete(Scope::bounded(scope));
    evidence.skipped = checked.skipped.clone();
    evidence.assumptions = assumed(java, question, setting);
    evidence.assumptions.extend(believed(program, &checked.believed, obscure));
    evidence.store = Store::Exact;
    match &checked.answer {
        Answered::Holds { returns: false } if !question.ensures.is_empty() => {
            let note = "no execution within the scope returns, all end with an exception: @Ensures was not looked at";
            evidence.assumptions.push(note.to_string());
        }
        Answered::Holds { .. } => {}
        Answered::Impossible(places) => {
            if evidence.skipped.is_empty() {
                let lacks = places.iter().map(|lack| too_small(lack, question, setting, scoped));
                evidence.obstacles.extend(lacks);
                if places.is_empty() {
                    let location = replay_location(program, method);
                    let lack = Lack { what: Lacking::Precondition, location, needed: false };
                    evidence.obstacles.push(too_small(&lack, question, setting, scoped));
                }
            }
        }
        Answered::Cut { before, location, depth } => match caller.call(before) {
            infer::Outcome::Bad(violation) if doubt(java, question, setting, before).is_none() => {
                evidence.candidates.push(Candidate { violation, trace: trace(before) });
                evidence.frontier = Frontier::Remaining(1);
            }
            infer::Outcome::Bad(_)
            | infer::Outcome::Good
            | infer::Outcome::Excluded
            | infer::Outcome::Skipped(_) => {
                evidence.obstacles.push(too_deep(*depth, location.clone()));
            }
        },
        Answered::Violated(state) => {
            let outcome = match doubt(java, question, setting, state) {
                Some(construct) => infer::Outcome::Skipped(construct),
                None => caller.call(state),
            };
            match outcome {
                infer::Outcome::Bad(violation) => {
                    evidence.candidates.push(Candidate { violation, trace: trace(state) });
                    evidence.frontier = Frontier::Remaining(1);
                }
                // What was left out of the encoding may be why.
                infer::Outcome::Skipped(construct) => {
                    let location = replay_location(program, method);
                    evidence.skipped.push(Skipped { construct, location });
                }
                infer::Outcome::Good | infer::Outcome::Excluded if !evidence.skipped.is_empty() => {}
                infer::Outcome::Good | infer::Outcome::Excluded => {
                    let message = "the encoding has a violation that the machine does not have".to_string();
                    return Err(Fault { message });
                }
            }
        }
        Answered::Stopped(exhausted) => {
            evidence.stopped = Some(*exhausted);
            evidence.frontier = Frontier::Remaining(1);
        }
    }
    // What other engines are told to try is no help here.
    for skipped in std::mem::take(&mut evidence.skipped) {
        let shown = |of: &check::Obstacle| (of.what.clone(), of.location.to_string());
        let obstacle = unsupported(skipped);
        // What a caller and the called one say of the same place is one thing to whoever reads it.
        if !evidence.obstacles.iter().any(|other| shown(other) == shown(&obstacle)) {
            evidence.obstacles.push(obstacle);
        }
    }
    Ok(evidence)
}

/// What an answer rests on besides code, in words.
fn believed(
    program: &Program,
    believed: &infer::Believed,
    obscure: &BTreeMap<FunctionId, Skipped>,
) -> Vec<String> {
    let mut assumptions = Vec::new();
    for function in believed.functions.union(&believed.alone) {
        let name = &program.functions[*function].name;
        if believed.functions.contains(function) {
            assumptions.push(format!("`{name}` does what its @Ensures says"));
        }
        if believed.alone.contains(function) {
            let why = match obscure.get(function) {
                Some(Skipped { construct, location }) => {
                    format!("whose code was left out because of {construct} at {location}")
                }
                None => "which has no code".to_string(),
            };
            let what = "keeps objects of the scope only, and changes no static field that nobody else does";
            assumptions.push(format!("`{name}`, {why}, {what}"));
        }
    }
    for (function, what) in &believed.unused {
        let name = &program.functions[*function].name;
        assumptions.push(format!("nothing of what is said of `{name}`: not supported: {what}"));
    }
    assumptions
}

fn replay_location(program: &Program, method: &Method) -> Location {
    machine::replay::location(program, method.function, program.functions[method.function].position)
}

/// The scope in words that follow "for".
fn scope(question: &Question<'_>, setting: &Setting) -> String {
    let pools = setting.universe.pools().iter().filter(|pool| !pool.shared);
    let pools: Vec<String> = pools
        .map(|pool| format!("{} {}", pool.count, infer::universe::type_name(question.program, pool.ty)))
        .collect();
    let (low, high) = question.scope.numbers;
    let most = (1i128 << (setting.universe.width - 1)) - 1;
    let pools =
        if pools.is_empty() { "no objects".to_string() } else { format!("at most {}", pools.join(", ")) };
    let mut scope = format!(
        "heaps of {pools} with numbers from {low} to {high}, and executions in which no number is beyond {} to {most}",
        -most - 1,
    );
    if !setting.reach.specified.is_empty() {
        scope.push_str(&format!(", and in which {}", java::models::MOST));
    }
    scope
}

fn stats(checked: &Checked) -> Stats {
    let counts = checked.counts;
    let mut stats = Stats::default();
    stats.count("calls", counts.calls);
    stats.count("opened", counts.opened);
    stats.count("refinements", counts.refinements);
    stats.count("learned", counts.learned);
    stats.count("variables", counts.variables);
    stats.count("clauses", counts.clauses);
    stats.count("questions", counts.questions);
    stats.count("conflicts", counts.conflicts);
    stats.real("translation_seconds", counts.translation.as_secs_f64());
    stats.real("solver_seconds", counts.solving.as_secs_f64());
    stats
}

impl Methods {
    /// As the user would write it: for reports, and to make the same again for a replay.
    pub(crate) fn options(&self) -> BTreeMap<String, String> {
        let mut options = BTreeMap::from([
            ("method".to_string(), self.method.clone()),
            ("scope".to_string(), self.scope.shown()),
            ("inline".to_string(), self.inline.to_string()),
            ("invariants".to_string(), self.invariants.to_string()),
            ("overflow".to_string(), self.overflow.to_string()),
        ]);
        if let Some(unroll) = self.unroll {
            options.insert("unroll".to_string(), unroll.to_string());
        }
        if let Some(seed) = self.seed {
            options.insert("seed".to_string(), seed.to_string());
        }
        options
    }

    /// The check that a report is about.
    fn recorded(options: &BTreeMap<String, String>, task: &Task) -> Option<Methods> {
        Some(Methods {
            scope: Scoped::parse(options.get("scope")?).ok()?,
            invariants: options.get("invariants").is_some_and(|said| said == "true"),
            overflow: options.get("overflow").is_some_and(|said| said == "true"),
            properties: task.properties.clone(),
            ..Methods::of(options.get("method")?)
        })
    }
}

/// What classes of the JDK took part as in the check that a report is about.
pub(crate) fn library(options: &BTreeMap<String, String>) -> LibraryAs {
    match options.get(LIBRARY) {
        Some(library) if library == SPECIFICATIONS => LibraryAs::Specifications,
        Some(_) | None => LibraryAs::Bytecode,
    }
}

/// Runs the violations of a report again.
pub(crate) fn replay(
    input: &Input,
    options: &BTreeMap<String, String>,
    task: &Task,
    evidence: Evidence,
) -> Result<Result<Conclusion, Fault>, Failure> {
    let wanted = Methods::recorded(options, task).ok_or_else(|| {
        Diagnostic::new(
            Code::BadTrace,
            "the report does not say what was checked",
            "record it again with `glassbox check --format json`",
        )
    })?;
    let Ready { question, said, .. } = ready(input, &wanted)?;
    let limits = recorded_limits(options);
    let concluded = set_up(input, (&question, &said, &BTreeSet::new()), limits, |setting, _| {
        conclude(task, evidence, &mut Caller::new(&question, setting, limits))
    })?;
    Ok(concluded)
}
