//! Which calls are made in scenarios, and which observe an object in the end.
//!
//! Without `--methods` these are the public methods that the class declares, or inherits from classes of the program, if all
//! parameters have values and results can be compared: numbers, truth values, texts, boxed numbers, constants of enums, `null`,
//! objects that were arguments, and the object itself. Methods that other classes of the library declare are mostly made of
//! others, and promise less. What is left out is listed under the assumptions.
//!
//! Observers are calls of the same methods, and of `toString` if the class has its own. Every order of calls would do; the one
//! that is taken is `toString`, those without parameters, those with, and then again those without, as often as operations may
//! have put something into the object, so that `poll` or `pop` takes everything out.

use ir::{Code, Diagnostic};
use java::{Argument, JavaType, Operation, ScenarioCall, Subject, Wanted};

use super::Linearizability;
use crate::exploration::{Choice, domain, values};
use crate::input::{Input, JavaProgram};
use crate::work::Failure;
use ir::suggest::nearest;

/// The calls of a class.
pub(super) struct Calls {
    pub(super) subject: Subject,
    /// Each call by the place of its operation, with its arguments.
    all: Vec<(usize, Vec<Argument>)>,
    /// How each is written.
    pub(super) names: Vec<String>,
    /// How many of them threads may make; those behind only observe.
    pub(super) chosen: usize,
    /// Which are made in the end.
    pub(super) observers: Vec<usize>,
    /// What is left out, by the reason.
    left_out: LeftOut,
    /// Methods whose results are compared only in part.
    vague: Vec<String>,
}

impl Calls {
    /// The calls as the driver takes them.
    pub(super) fn made(&self) -> Vec<ScenarioCall<'_>> {
        self.all
            .iter()
            .map(|(operation, arguments)| (&self.subject.operations[*operation], arguments.clone()))
            .collect()
    }

    /// What threads call: every call, or the methods if there are many.
    pub(super) fn shown(&self, values: &str) -> String {
        const MOST: usize = 8;
        if self.chosen <= MOST {
            return self.names[..self.chosen].join(", ");
        }
        let mut methods: Vec<&str> = Vec::new();
        for (place, _) in &self.all[..self.chosen] {
            let name = self.subject.operations[*place].name.as_str();
            if !methods.contains(&name) {
                methods.push(name);
            }
        }
        format!("{} with the arguments {values}", methods.join(", "))
    }

    /// What a result rests on because of the calls.
    pub(super) fn assumptions(&self) -> Vec<String> {
        let LeftOut { arguments, results, inherited } = &self.left_out;
        let mut assumptions = Vec::new();
        for (names, why) in [
            (arguments, "because no arguments are known for them"),
            (results, "because what they give cannot be compared"),
            (inherited, "because other classes of the library declare them"),
        ] {
            if !names.is_empty() {
                assumptions.push(format!("some methods are not called, {why}: {}", names.join(", ")));
            }
        }
        if !self.vague.is_empty() {
            let names = self.vague.join(", ");
            assumptions.push(format!("objects that {names} gives are not told apart"));
        }
        assumptions
    }
}

/// Methods that are not called.
#[derive(Default)]
struct LeftOut {
    /// No arguments are known.
    arguments: Vec<String>,
    /// What they give cannot be compared.
    results: Vec<String>,
    /// Other classes of the library declare them.
    inherited: Vec<String>,
}

impl LeftOut {
    fn add(list: &mut Vec<String>, operation: &Operation) {
        if !list.contains(&operation.name) {
            list.push(operation.name.clone());
        }
    }
}

/// A method as people write it with the types of its parameters.
fn shown(operation: &Operation) -> String {
    let types: Vec<String> = operation.parameters.iter().map(JavaType::shown).collect();
    format!("{}({})", operation.name, types.join(","))
}

/// The calls that scenarios of a class are made of.
pub(super) fn calls(input: &Input, java: &JavaProgram, wanted: &Linearizability) -> Result<Calls, Failure> {
    let (library, program) = (&java.library, &input.program);
    let methods = wanted.methods.as_deref();
    let texts = values(&wanted.values)?;
    let given = texts.last().map(String::as_str);
    let factory = wanted.factory.as_deref();
    // All methods are asked for first, to be able to say what somebody may have meant.
    let mut subject = library.subject(program, &java.class, Wanted { methods: None, factory, given })?;
    if let Some(methods) = &methods {
        let known: Vec<String> = subject.operations.iter().map(|operation| operation.name.clone()).collect();
        let named = Wanted { methods: Some(methods), factory, given };
        subject = library.subject(program, &java.class, named).map_err(|diagnostic| {
            let unknown = methods.iter().find(|name| diagnostic.message.contains(&format!("`{name}`")));
            let near = unknown.and_then(|name| nearest(name, known));
            match near {
                Some(near) => {
                    Diagnostic::new(diagnostic.code, diagnostic.message, format!("did you mean {near}?"))
                }
                None => diagnostic,
            }
        })?;
    }
    let exploration = wanted.exploration();
    let own = |owner: &str| owner == subject.class || !machine::replay::is_library(owner);
    let (mut all, mut names, mut vague) = (Vec::new(), Vec::new(), Vec::new());
    let mut left_out = LeftOut::default();
    let mut made: Vec<ir::FunctionId> = Vec::new();
    for (place, operation) in subject.operations.iter().enumerate() {
        let is_named = methods.is_some();
        if !is_named && !own(&operation.owner) {
            LeftOut::add(&mut left_out.inherited, operation);
            continue;
        }
        let comparable = is_comparable(&subject, operation, |ty| library.all_values(program, ty).is_some());
        if !comparable && !is_named {
            LeftOut::add(&mut left_out.results, operation);
            continue;
        }
        let mut rows: Vec<Vec<Choice>> = vec![Vec::new()];
        let mut is_missing = false;
        for index in 0..operation.parameters.len() {
            let is_time = matches!(&operation.parameters[index],
                JavaType::Object(name) if &**name == "java/util/concurrent/TimeUnit");
            let found = if is_time && !is_named {
                None
            } else {
                domain(input, library, &exploration, operation, index)?
            };
            let Some(mut values) = found else {
                is_missing = true;
                break;
            };
            if is_time {
                values.truncate(1);
            }
            rows = rows
                .iter()
                .flat_map(|row| values.iter().map(move |value| row.iter().chain([value]).cloned().collect()))
                .collect();
        }
        if is_missing {
            if is_named {
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!("no values are known for the parameters of `{}`", shown(operation)),
                    format!("say which, for instance with --domain {}.1=null", operation.name),
                )
                .into());
            }
            LeftOut::add(&mut left_out.arguments, operation);
            continue;
        }
        if !comparable {
            vague.push(shown(operation));
        }
        for row in rows {
            for choice in &row {
                if let Argument::Made(function) = &choice.argument
                    && choice.is_made
                    && !made.contains(function)
                {
                    made.push(*function);
                }
            }
            let texts: Vec<String> = row
                .iter()
                .map(|choice| match &choice.argument {
                    Argument::Made(function) if choice.is_made => {
                        let place = made.iter().position(|other| other == function).unwrap_or(0);
                        format!("value{}", place + 1)
                    }
                    Argument::Made(_) | Argument::Constant(_) => choice.shown.clone(),
                })
                .collect();
            names.push(format!("{}({})", operation.name, texts.join(", ")));
            all.push((place, row.into_iter().map(|choice| choice.argument).collect()));
        }
    }
    if all.is_empty() {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("class {} has no public method that can be called in several threads", subject.class),
            "name methods with --methods, and values with --values or --domain",
        )
        .into());
    }
    let chosen = all.len();
    let mut calls = Calls { subject, all, names, chosen, observers: Vec::new(), left_out, vague };
    calls.observe(input, java, wanted)?;
    Ok(calls)
}

/// Whether what an operation gives can be compared.
fn is_comparable(subject: &Subject, operation: &Operation, is_value: impl Fn(&JavaType) -> bool) -> bool {
    const VALUES: [&str; 14] = [
        "java/lang/Object",
        "java/lang/String",
        "java/lang/CharSequence",
        "java/lang/Number",
        "java/lang/Comparable",
        "java/io/Serializable",
        "java/lang/Boolean",
        "java/lang/Byte",
        "java/lang/Character",
        "java/lang/Short",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Float",
        "java/lang/Double",
    ];
    match &operation.result {
        None => true,
        Some(JavaType::Array(_)) => false,
        Some(ty @ JavaType::Object(name)) => {
            // An object that was an argument, or the object itself, is told from others.
            let given = subject.operations.iter().any(|other| other.parameters.contains(ty));
            let itself = name.replace('/', ".") == subject.class;
            VALUES.contains(&&**name) || itself || given || is_value(ty)
        }
        Some(
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double,
        ) => true,
    }
}

impl Calls {
    /// Finds out what observes the object in the end.
    fn observe(
        &mut self,
        input: &Input,
        java: &JavaProgram,
        wanted: &Linearizability,
    ) -> Result<(), Failure> {
        let named = |name: &str| -> Result<Vec<Operation>, Diagnostic> {
            let names = [format!("{name}()")];
            let (methods, factory) = (Some(&names[..]), wanted.factory.as_deref());
            let texts = values(&wanted.values)?;
            let given = texts.last().map(String::as_str);
            let found =
                java.library.subject(&input.program, &java.class, Wanted { methods, factory, given })?;
            Ok(found.operations)
        };
        if let Some(observer) = &wanted.observer {
            let found = named(observer.trim_end_matches("()"))?;
            let Some(operation) = found.into_iter().find(|operation| operation.result.is_some()) else {
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!("`{observer}` gives nothing, so it observes nothing"),
                    "name a method without parameters that gives something",
                )
                .into());
            };
            if operation.guard.is_some() {
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!("`{observer}` has a precondition, and an observer is called in every state"),
                    "name a method that can always be called",
                )
                .into());
            }
            self.add_observer(operation);
            return Ok(());
        }
        let text = named("toString").unwrap_or_default();
        let own = |operation: &Operation| operation.owner != "java.lang.Object";
        if let Some(operation) = text.into_iter().find(own) {
            self.add_observer(operation);
        }
        // Whoever can be interrupted may wait for ever.
        let tells = |&call: &usize| {
            let operation = &self.subject.operations[self.all[call].0];
            let waits = operation
                .throws
                .iter()
                .any(|&class| input.program.class_name(class) == "java.lang.InterruptedException");
            // What has a precondition cannot be called in every state.
            operation.result.is_some() && !waits && operation.guard.is_none()
        };
        let takes_nothing = |&call: &usize| self.all[call].1.is_empty();
        let without: Vec<usize> = (0..self.chosen).filter(tells).filter(takes_nothing).collect();
        let with: Vec<usize> = (0..self.chosen).filter(tells).filter(|call| !takes_nothing(call)).collect();
        self.observers.extend(without.iter().chain(&with));
        for _ in 0..wanted.prefix + wanted.threads * wanted.operations {
            self.observers.extend(&without);
        }
        Ok(())
    }

    fn add_observer(&mut self, operation: Operation) {
        let name = format!("{}()", operation.name);
        if let Some(known) = self.names.iter().position(|other| *other == name) {
            return self.observers.push(known);
        }
        self.subject.operations.push(operation);
        self.observers.push(self.all.len());
        self.all.push((self.subject.operations.len() - 1, Vec::new()));
        self.names.push(name);
    }
}
