//! Checks of data structures: every operation on every state that satisfies the class invariant, within bounds.

use std::collections::BTreeMap;
use std::time::Duration;

use check::{Budget, CancelToken, Conclusion, Evidence, Fault, Meter, Property, Run, System, Task, conclude};
use glass::{
    Bounds, Checked, ClassModel, Content, FieldModel, Ground, Model, Rejected, Role, Space, Trouble,
};
use ir::{Code, Diagnostic};
use java::{JavaType, Structure, Subject, Wanted};

use crate::baselines::{on_structure, reached};
use crate::bounds::{Found, array_lengths, particular};
use crate::declared::completed;
use crate::exploration::values;
use crate::input::{Input, JavaProgram};
use crate::picture::Pictures;
use crate::work::{Context, Failure, Phases, enforced, finish, limits, recorded_limits};
use crate::written;

/// What to check, and how large.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structures {
    /// The methods by their names, if not all public ones.
    pub methods: Option<Vec<String>>,
    /// A static method that makes an object, if not the constructor without parameters.
    pub factory: Option<String>,
    /// Structures of at most so many nodes.
    pub size: Option<usize>,
    /// At most so many objects of one class on a path along the backbone.
    pub height: Option<usize>,
    /// The length of arrays.
    pub degree: Option<usize>,
    /// The lengths of the arrays of a field or a parameter: the class or method, the field or parameter, the lengths.
    pub lengths: Vec<(String, String, String)>,
    /// How many objects of a class there are besides those of the backbone.
    pub objects: Vec<(String, usize)>,
    /// The values of fields and parameters: the class or method, the field or parameter, the values.
    pub domains: Vec<(String, String, String)>,
    /// Exceptions that may leave any method.
    pub allowed: Vec<String>,
    /// Whether everything is done again by brute force, and compared.
    pub audit: bool,
    /// Leaves out what makes the engine sound: only for the test that an audit notices.
    #[doc(hidden)]
    pub unsound: bool,
    /// Which violations count.
    pub properties: Vec<Property>,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// How much may be spent.
    pub budget: Budget,
}

/// How long structures grow if nobody says how large they may be, nor how long that may take.
pub(crate) const GROWING: Duration = Duration::from_secs(10);

/// What the engine needs, made from the input's class.
pub(crate) struct Ready {
    pub(crate) model: Model,
    /// The name of the class.
    pub(crate) class: String,
    /// How many tree fields a class has that can be repeated on a path.
    branching: usize,
    /// What the result rests on, in words.
    assumptions: Vec<String>,
}

pub(crate) fn java_of(input: &Input) -> Result<&JavaProgram, Diagnostic> {
    input.java.as_ref().ok_or_else(|| {
        Diagnostic::new(
            Code::Usage,
            format!("`{}` has no classes to check", input.file.path),
            "give a Java program; `glassbox check` without --engine checks other programs",
        )
    })
}

/// Finds out what the input's class is made of, and what can be done with it.
pub(crate) fn ready(input: &Input, wanted: &Structures) -> Result<Ready, Failure> {
    let ready = structure_of(input, wanted)?;
    if ready.model.operations.is_empty() {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("class {} has no public method to check", ready.class),
            "name methods with --methods",
        )
        .into());
    }
    Ok(ready)
}

/// Finds out what the input's class is made of.
pub(crate) fn structure_of(input: &Input, wanted: &Structures) -> Result<Ready, Failure> {
    let java = java_of(input)?;
    let (library, program) = (&java.library, &input.program);
    let spec = library.specs().describing(&java.class.replace('.', "/"));
    let named = spec.map(|spec| &spec.methods[..]).filter(|methods| !methods.is_empty());
    let methods = wanted.methods.as_deref().or(named);
    let names = Wanted { methods, factory: wanted.factory.as_deref(), given: None };
    let subject: Subject = library.subject(program, &java.class, names)?;
    let structure = library.structure(program, &java.class)?;
    let says_something = subject.invariant.is_some()
        || structure.classes.iter().any(|part| {
            part.local.is_some() || part.fields.iter().any(|field| field.is_tree || field.is_sorted)
        });
    if !says_something {
        return Err(Diagnostic::new(
            Code::NoEntry,
            format!("class {} has no invariant", subject.class),
            "write a method `boolean repOk()`, annotate one with @Invariant, or mark the fields of a tree with @Tree",
        )
        .into());
    }
    let content = |ty: &JavaType, holds: &JavaType| content(input, java, &structure, ty, holds);
    // Keys are numbers that nobody but the order looks at.
    let integer = JavaType::Object("java/lang/Integer".into());
    let classes = structure.classes.iter().map(|part| {
        let fields = part.fields.iter().map(|field| FieldModel {
            name: field.name.clone(),
            role: match (field.is_tree, field.is_ghost, field.is_sorted) {
                _ if field.is_left_out => Role::Initial,
                (true, _, _) => Role::Tree,
                (_, true, _) => Role::Ghost,
                (_, _, true) => Role::Sorted,
                (false, false, false) => Role::Plain,
            },
            content: content(&field.ty, if field.is_sorted { &integer } else { &field.holds }),
        });
        ClassModel {
            class: part.class,
            name: short(&part.name),
            fields: fields.collect(),
            local: part.local,
            is_box: java::is_box(&part.name),
        }
    });
    let classes: Vec<ClassModel> = classes.collect();
    let mut everywhere = Vec::new();
    for name in wanted.allowed.iter().chain(spec.iter().flat_map(|spec| &spec.allows)) {
        everywhere.push(library.class_named(program, name)?);
    }
    let mut operations = Vec::new();
    let mut left_out = Vec::new();
    for operation in &subject.operations {
        let parameters = parameters(&classes, spec.is_some(), operation, &content);
        // Who describes a class does not choose the parameters of its methods.
        let is_known = |parameter: &glass::Parameter| match parameter.content {
            Content::Truth | Content::Integer { .. } | Content::Words(_) | Content::Objects(_) => true,
            Content::Array { .. } | Content::Unknown(_) => false,
        };
        if spec.is_some() && wanted.methods.is_none() && !parameters.iter().all(is_known) {
            let types: Vec<String> = operation.parameters.iter().map(JavaType::shown).collect();
            left_out.push(format!("{}({})", operation.name, types.join(", ")));
            continue;
        }
        operations.push(glass::Operation {
            name: operation.name.clone(),
            function: operation.function,
            parameters,
            allowed: operation.throws.iter().chain(&everywhere).copied().collect(),
            guard: operation.guard,
            ensures: operation.ensures.as_ref().map(|ensures| postcondition(&operation.name, ensures)),
        });
    }
    let branching = classes
        .iter()
        .map(|class| {
            let tree = class.fields.iter().filter(|field| field.role == Role::Tree);
            tree.map(|field| match &field.content {
                Content::Objects(_) => 1,
                Content::Array { .. } => 2,
                Content::Truth | Content::Integer { .. } | Content::Words(_) | Content::Unknown(_) => 0,
            })
            .sum::<usize>()
        })
        .skip(1)
        .max()
        .unwrap_or(1)
        .max(1);
    let driver = driver(input, java, &subject)?;
    let model = Model {
        classes,
        invariant: subject.invariant.as_ref().map(|(_, function)| *function),
        operations,
        factory: subject.factory,
        making: subject.making.clone(),
        driver,
    };
    let assumptions = assumptions(&structure, &left_out);
    Ok(Ready { model, class: subject.class, branching, assumptions })
}

/// The postcondition of an operation.
fn postcondition(operation: &str, ensures: &java::Ensures) -> glass::Ensures {
    let given = ensures.given.iter().map(|given| match given {
        java::Given::Parameter(place) => glass::Given::Parameter(*place),
        java::Given::Result => glass::Given::Result,
        java::Given::Old(function, places) => glass::Given::Old(*function, places.clone()),
    });
    glass::Ensures {
        name: ensures.name.clone(),
        of: operation.to_string(),
        function: ensures.function,
        given: given.collect(),
    }
}

/// What the result of a check with a spec rests on, in words.
fn assumptions(structure: &Structure, left_out: &[String]) -> Vec<String> {
    let fields = structure.classes.iter().flat_map(|part| {
        let fields = part.fields.iter().filter(|field| field.is_left_out);
        fields.map(|field| format!("{}.{}", short(&part.name), field.name))
    });
    let fields: Vec<String> = fields.collect();
    let said = [
        ("fields that the spec does not mention have their first values", fields.join(", ")),
        ("methods whose parameters nobody knows values for were left out", left_out.join(", ")),
    ];
    said.into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| format!("{what}: {names}"))
        .collect()
}

/// The parameters of an operation; a class with a spec is generic where it takes anything.
fn parameters(
    classes: &[ClassModel],
    has_spec: bool,
    operation: &java::Operation,
    content: &dyn Fn(&JavaType, &JavaType) -> Content,
) -> Vec<glass::Parameter> {
    let key = key_parameter(classes, operation);
    let parameter = |(index, ty): (usize, &JavaType)| {
        let name = operation.names.get(index).cloned().unwrap_or_else(|| (index + 1).to_string());
        match key.as_ref().filter(|(place, _)| *place == index) {
            Some((_, boxes)) => glass::Parameter { name, content: boxes.clone(), is_key: true },
            None => {
                let plain = content(ty, ty);
                let content =
                    if has_spec && is_any(ty) { any_parameter(classes, &name, plain) } else { plain };
                glass::Parameter { name, content, is_key: false }
            }
        }
    };
    operation.parameters.iter().enumerate().map(parameter).collect()
}

/// The parameter of an operation that is a key, if keys are objects, and what it can have: the one with the name of the
/// field, or the first that takes anything and has not the name of another field.
fn key_parameter(classes: &[ClassModel], operation: &java::Operation) -> Option<(usize, Content)> {
    let fields = || classes.iter().flat_map(|class| &class.fields);
    let sorted = fields().find(|field| field.role == Role::Sorted)?;
    let Content::Objects(_) = sorted.content else { return None };
    let any = || (0..operation.parameters.len()).filter(|&index| is_any(&operation.parameters[index]));
    let name = |index: usize| operation.names.get(index).map(String::as_str).unwrap_or_default();
    let named = any().find(|&index| name(index) == sorted.name);
    let place = named.or_else(|| any().find(|&index| fields().all(|field| field.name != name(index))))?;
    Some((place, sorted.content.clone()))
}

/// Whether a generic class takes anything there.
fn is_any(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Object(name) if ["java/lang/Object", "java/lang/Comparable"].contains(&&**name))
}

/// What a parameter that takes anything can have in a class with a spec: what the field of its name has, else plain
/// objects if fields have them, else the boxes that fields have.
fn any_parameter(classes: &[ClassModel], name: &str, plain: Content) -> Content {
    let mut fields = classes.iter().flat_map(|class| &class.fields);
    let named = fields.find(|field| field.name == name && field.role == Role::Plain);
    if let Some(FieldModel { content: content @ Content::Objects(_), .. }) = named {
        return content.clone();
    }
    let boxes: Vec<usize> = (0..classes.len()).filter(|&place| classes[place].is_box).collect();
    match plain {
        Content::Unknown(_) if !boxes.is_empty() => Content::Objects(boxes),
        Content::Unknown(_)
        | Content::Truth
        | Content::Integer { .. }
        | Content::Words(_)
        | Content::Objects(_)
        | Content::Array { .. } => plain,
    }
}

/// A program that calls everything once in a while: says what to initialise.
fn driver(input: &Input, java: &JavaProgram, subject: &Subject) -> Result<ir::FunctionId, Diagnostic> {
    let mut calls = Vec::new();
    for operation in &subject.operations {
        let arguments: Option<Vec<java::Argument>> = operation
            .parameters
            .iter()
            .map(|ty| {
                let texts = ["1", "a", "true", "null"];
                texts.iter().find_map(|text| java.library.argument(&input.program, ty, text))
            })
            .collect();
        if let Some(arguments) = arguments {
            calls.push((operation, arguments, operation.throws.clone()));
        }
    }
    let driver = java.library.driver(&input.program, subject, &calls, false);
    driver.ok_or_else(|| {
        Diagnostic::new(
            Code::NoEntry,
            format!("class {} cannot be checked", subject.class),
            "give a class that can be loaded",
        )
    })
}

/// The last part of a class's name.
pub(crate) fn short(name: &str) -> String {
    name.rsplit(['.', '$']).next().unwrap_or(name).to_string()
}

/// What a place of a type can have that holds values of another one, which fits it.
fn content(
    input: &Input,
    java: &JavaProgram,
    structure: &Structure,
    ty: &JavaType,
    holds: &JavaType,
) -> Content {
    let integer = |least: i64, greatest: i64| Content::Integer { least, greatest };
    match ty {
        JavaType::Boolean => Content::Truth,
        JavaType::Byte => integer(i8::MIN.into(), i8::MAX.into()),
        JavaType::Char => integer(0, u16::MAX.into()),
        JavaType::Short => integer(i16::MIN.into(), i16::MAX.into()),
        JavaType::Int => integer(i32::MIN.into(), i32::MAX.into()),
        JavaType::Long => integer(i64::MIN, i64::MAX),
        JavaType::Float => Content::Words(
            [0.0f32, 1.0].iter().map(|&value| (machine::word::from_f32(value), value.to_string())).collect(),
        ),
        JavaType::Double => Content::Words(
            [0.0f64, 1.0].iter().map(|&value| (machine::word::from_f64(value), value.to_string())).collect(),
        ),
        JavaType::Object(_) => {
            let classes = structure.fitting(&input.program, &java.library, holds);
            if classes.is_empty() { Content::Unknown(ty.shown()) } else { Content::Objects(classes) }
        }
        JavaType::Array(element) => {
            let held = match holds {
                JavaType::Array(held) => held,
                JavaType::Object(_)
                | JavaType::Boolean
                | JavaType::Byte
                | JavaType::Char
                | JavaType::Short
                | JavaType::Int
                | JavaType::Long
                | JavaType::Float
                | JavaType::Double => element,
            };
            Content::Array {
                ty: java.library.array_of(&input.program, element),
                element: Box::new(content(input, java, structure, element, held)),
            }
        }
    }
}

impl Ready {
    /// How many nodes a tree of that height can have.
    fn nodes(&self, height: usize) -> usize {
        match self.branching {
            1 => height,
            branching => {
                let power = u32::try_from(height).unwrap_or(u32::MAX);
                (branching.saturating_pow(power) - 1) / (branching - 1)
            }
        }
    }

    /// Bounds for structures whose nodes have no places: so many of each class, and keys and other numbers up to
    /// that.
    pub(crate) fn pooled_bounds(
        &self,
        wanted: &Structures,
        size: Option<usize>,
    ) -> Result<Bounds, Diagnostic> {
        let size = wanted.size.or(size).or(wanted.height.map(|height| self.nodes(height))).unwrap_or(1);
        let height = Some(wanted.height.unwrap_or(size));
        let bounds = self.bounds(&Structures { size: Some(size), height, ..wanted.clone() }, None)?;
        Ok(Bounds { greatest: i64::try_from(size).unwrap_or(i64::MAX), ..bounds })
    }

    /// Bounds for structures of a size, unless the user says more.
    pub(crate) fn bounds(&self, wanted: &Structures, size: Option<usize>) -> Result<Bounds, Diagnostic> {
        let size = wanted.size.or(size);
        let height = match (wanted.height, size) {
            (Some(height), _) => height,
            (None, Some(size)) if self.branching > 1 => (size + 1).next_power_of_two().ilog2() as usize,
            (None, size) => size.unwrap_or(1),
        };
        let nodes = self.nodes(height);
        let size = size.unwrap_or(nodes);
        let class = |name: &str| {
            let found = self.model.classes.iter().position(|class| class.name == short(name));
            found.ok_or_else(|| {
                let known: Vec<&str> = self.model.classes.iter().map(|class| class.name.as_str()).collect();
                Diagnostic::new(
                    Code::Usage,
                    format!("no object of a class `{name}` is in the structure"),
                    format!("there are objects of {}", known.join(", ")),
                )
            })
        };
        let pools = wanted.objects.iter().map(|(name, count)| Ok((class(name)?, *count)));
        let mut domains = Vec::new();
        for (owner, name, text) in &wanted.domains {
            let known = self.model.classes.iter().any(|class| {
                class.name == short(owner) && class.fields.iter().any(|field| field.name == *name)
            }) || self.model.operations.iter().any(|operation| {
                operation.name == *owner
                    && operation.parameters.iter().any(|parameter| parameter.name == *name)
            });
            if !known {
                return Err(Diagnostic::new(
                    Code::Usage,
                    format!("there is neither a field nor a parameter `{owner}.{name}`"),
                    "name a field by its class, as in Node.value, or a parameter by its method, as in push.value",
                ));
            }
            let numbers: Option<Vec<i64>> = values(text)?.iter().map(|value| value.parse().ok()).collect();
            let numbers = numbers.ok_or_else(|| {
                Diagnostic::new(
                    Code::Usage,
                    format!("`{text}` has values that are no numbers"),
                    "write values as in 1..5 or 0,7,9",
                )
            })?;
            domains.push((short(owner), name.clone(), numbers));
        }
        let arrays = wanted
            .lengths
            .iter()
            .map(|(owner, name, text)| array_lengths(&self.model, (&short(owner), name, text)));
        Ok(Bounds {
            height,
            lengths: vec![wanted.degree.unwrap_or(size)],
            arrays: arrays.collect::<Result<_, Diagnostic>>()?,
            objects: size,
            pools: pools.collect::<Result<_, Diagnostic>>()?,
            // Numbers may be places in arrays.
            greatest: i64::try_from(size.max(nodes).max(wanted.degree.unwrap_or(0))).unwrap_or(i64::MAX),
            domains,
        })
    }

    /// The bounds in words that follow "for".
    pub(crate) fn scope(&self, bounds: &Bounds) -> String {
        let names: Vec<&str> =
            self.model.operations.iter().map(|operation| operation.name.as_str()).collect();
        format!(
            "{} on every valid {} with at most {} objects of one class on a path, arrays of length {}, {} objects of \
             other classes, and numbers up to {}{}",
            names.join(", "),
            self.model.classes[0].name,
            bounds.height,
            bounds.lengths.first().copied().unwrap_or_default(),
            bounds.objects,
            bounds.greatest,
            particular(&self.model, bounds)
        )
    }
}

/// The search space as a table.
pub fn show_space(input: &Input, wanted: &Structures) -> Result<String, Failure> {
    let ready = ready(input, wanted)?;
    let limits = limits(wanted.budget);
    let (wanted, _) = &completed(input, wanted, &ready.model, limits)?;
    let ground = Ground::new(&input.program, &ready.model, limits);
    let found = Found::new(input, wanted, &ground, &ready.model, limits);
    let host = System::start();
    let meter = Meter::new(enforced(wanted.budget), CancelToken::new(), &host);
    let said = found.said(&ground, &ready.model, wanted, &meter, &|said| ready.bounds(said, Some(3)))?;
    let bounds = ready.bounds(&said, Some(3))?;
    let space =
        Space::new(&ready.model, &bounds).map_err(|trouble| Failure::from(told(Rejected::Space(trouble))))?;
    Ok(glass::Shown(&space, &ready.model).to_string())
}

/// Checks the input's class.
pub fn check_structures(
    input: &Input,
    wanted: &Structures,
    context: &mut Context<'_>,
) -> Result<Run, Failure> {
    let ready = ready(input, wanted)?;
    let model = &ready.model;
    let limits = limits(wanted.budget);
    let (wanted, origin) = &completed(input, wanted, model, limits)?;
    let class = input.java.as_ref().map_or_else(String::new, |java| java.class.clone());
    let mut task = Task::new("glass", class, wanted.properties.clone(), wanted.budget);
    task.inputs.push(input.file.clone());
    task.inputs.extend(input.java.as_ref().and_then(|java| java.spec.clone()));
    task.options = wanted.options();
    let budget = enforced(wanted.budget);
    let mut phases = Phases { observer: &mut *context.observer, done: input.phases.clone() };
    let ground = phases.time("prepare", |_| Ground::new(&input.program, model, limits));
    let grows = wanted.size.is_none() && wanted.height.is_none();
    let growing = Budget { time: Some(budget.time.unwrap_or(GROWING)), ..budget };
    let mut done: Option<(Checked, Bounds, Structures)> = None;
    let mut checked_size = None;
    let mut found = Found::new(input, wanted, &ground, model, limits);
    let mut size = 1;
    loop {
        let size_said = grows.then_some(size);
        let limit = if grows && done.is_some() { growing } else { budget };
        let meter = Meter::new(limit, context.cancel.clone(), &context.host);
        let said = found.said(&ground, model, wanted, &meter, &|said| ready.bounds(said, size_said))?;
        let bounds = ready.bounds(&said, size_said)?;
        let options = glass::Options {
            properties: wanted.properties.clone(),
            all: wanted.all,
            limits,
            scope: ready.scope(&bounds) + origin,
            audit: wanted.audit,
            unsound: wanted.unsound,
        };
        let checked =
            phases.time("check", |observer| glass::check(&ground, model, &bounds, &options, meter, observer));
        let checked = match checked {
            // What is no key, or has none of the order's symmetry, is a number like others.
            Err(Rejected::Order(unordered)) if found.relax(model, &unordered) => continue,
            Err(rejected) => return Err(told(rejected).into()),
            Ok(checked) => checked,
        };
        if let Some(difference) = &checked.difference {
            return Err(Fault { message: format!("the audit found a difference: {difference}") }.into());
        }
        let evidence = &checked.evidence;
        let stops = !grows
            || evidence.stopped.is_some()
            || !evidence.candidates.is_empty()
            || !evidence.skipped.is_empty();
        // What the time did not allow leaves what was found for smaller ones.
        if done.is_none() || evidence.stopped.is_none() {
            checked_size = size_said;
            task.options = Structures { size: said.size.or(size_said), ..said.clone() }.options();
            done = Some((checked, bounds, said));
        }
        if stops {
            break;
        }
        size += 1;
    }
    let (mut checked, bounds, said) = done.expect("at least one size was checked");
    checked.evidence.assumptions.extend(ready.assumptions.iter().cloned());
    let space =
        Space::new(model, &bounds).map_err(|trouble| Failure::from(told(Rejected::Space(trouble))))?;
    let pictures = Pictures::new(&input.program, model, &space, &ready.class);
    for candidate in &mut checked.evidence.candidates {
        let statements = on_structure(model, &space, &pictures, &candidate.trace.choices);
        let mut statements = statements.unwrap_or_default();
        // The invariant may allow states that no operations lead to.
        let host = (context.cancel.clone(), &context.host);
        let reached = reached(input, &said, &ready, checked_size, &candidate.violation, host);
        statements.extend(match reached {
            Some(calls) => {
                let said = "// confirmed: operations alone lead to the same violation:".to_string();
                std::iter::once(said).chain(calls.iter().map(|call| format!("//   {call}"))).collect()
            }
            None => vec![
                "// not known to be reachable: strengthen the invariant, or widen the search".to_string(),
            ],
        });
        candidate.trace.statements = statements;
    }
    let mut replayer = glass::Replayer { ground: &ground, model, space: &space, limits };
    let conclusion = phases.time("replay", |_| conclude(&task, checked.evidence, &mut replayer))?;
    let phases = phases.done;
    finish(input, task, conclusion, checked.stats, phases, &context.host)
}

/// What the user is told about why nothing was checked.
pub(crate) fn told(rejected: Rejected) -> Diagnostic {
    let (what, remedy) = match rejected {
        Rejected::Space(Trouble::Unknown(name, ty)) => (
            format!("nothing is known to put into `{name}` of type {ty}"),
            "give the class fields of numbers, arrays, and classes of its own".to_string(),
        ),
        Rejected::Space(Trouble::TooLarge) => {
            ("there would be more than a million objects".to_string(), "choose smaller bounds".to_string())
        }
        Rejected::Space(Trouble::Empty(name)) => {
            (format!("`{name}` has no values"), format!("give it some with --domain {name}=0..3"))
        }
        Rejected::Space(Trouble::NoReference(name)) => (
            format!("`{name}` is annotated with @Tree, but refers to no object"),
            "annotate fields that refer to objects or arrays".to_string(),
        ),
        Rejected::Space(Trouble::NoOrder(name)) => (
            format!("the keys at {name} are in no order that is known"),
            "use @Sorted in one tree whose nodes have one or two tree fields".to_string(),
        ),
        Rejected::Initial(what) => (
            format!("a new object does not satisfy the invariant: {what}"),
            "mend the constructor or the invariant".to_string(),
        ),
        Rejected::Strays(class, read) => (
            format!(
                "`repOkLocal` of {class} reads {read}, which is neither the object nor one of its tree children"
            ),
            "say what concerns more objects in `repOk`".to_string(),
        ),
        Rejected::Changes(class) => (
            format!("the invariant of {class} changes the structure that it looks at"),
            "write an invariant without side effects".to_string(),
        ),
        Rejected::Ghost(name) => (
            format!("the ghost field `{name}` can have several values in the same state"),
            "say in `repOkLocal` which value it has".to_string(),
        ),
        Rejected::Order(unordered) => (
            format!("`{}` does more with keys than to compare them with each other", unordered.method),
            "leave out @Sorted, and say in `repOk` what the order is; keys that are `int` need not only be compared"
                .to_string(),
        ),
        Rejected::Empty => (
            "no state within the bounds satisfies the invariant".to_string(),
            "choose larger bounds, or mend the invariant".to_string(),
        ),
    };
    Diagnostic::new(Code::Usage, what, remedy)
}

impl Structures {
    /// As the user would write it: for reports, and to make the same again for a replay.
    pub(crate) fn options(&self) -> BTreeMap<String, String> {
        let mut options = BTreeMap::from([("all".to_string(), self.all.to_string())]);
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                options.insert(name.to_string(), value);
            }
        };
        add("methods", self.methods.as_ref().map(|methods| methods.join(",")));
        add("factory", self.factory.clone());
        add("size", self.size.map(|size| size.to_string()));
        add("height", self.height.map(|height| height.to_string()));
        add("degree", self.degree.map(|degree| degree.to_string()));
        add("length", written::domains(&self.lengths));
        let objects: Vec<String> =
            self.objects.iter().map(|(class, count)| format!("{class}={count}")).collect();
        add("objects", (!objects.is_empty()).then(|| objects.join(" ")));
        add("domain", written::domains(&self.domains));
        add("allow", (!self.allowed.is_empty()).then(|| self.allowed.join(",")));
        options
    }

    /// The check that a report is about.
    pub(crate) fn recorded(options: &BTreeMap<String, String>) -> Result<Structures, Diagnostic> {
        Structures::from_options(options).ok_or_else(|| {
            Diagnostic::new(
                Code::BadTrace,
                "the report does not say what was checked",
                "record it again with `glassbox check --format json`",
            )
        })
    }

    fn from_options(options: &BTreeMap<String, String>) -> Option<Structures> {
        let get = |name: &str| options.get(name).map(String::as_str);
        let list = |name: &str| get(name).map(|text| text.split(',').map(str::to_string).collect::<Vec<_>>());
        let number = |name: &str| match get(name) {
            Some(text) => text.parse().ok().map(Some),
            None => Some(None),
        };
        let objects = match get("objects") {
            Some(text) => text
                .split(' ')
                .map(|part| {
                    let (class, count) = part.split_once('=')?;
                    Some((class.to_string(), count.parse().ok()?))
                })
                .collect::<Option<_>>()?,
            None => Vec::new(),
        };
        Some(Structures {
            methods: get("methods").map(written::parse_names),
            factory: get("factory").map(str::to_string),
            size: number("size")?,
            height: number("height")?,
            degree: number("degree")?,
            lengths: written::read_domains(get("length"))?,
            objects,
            domains: written::read_domains(get("domain"))?,
            allowed: list("allow").unwrap_or_default(),
            ..Structures::default()
        })
    }
}

/// Runs the violations of a report again.
pub(crate) fn replay(
    input: &Input,
    options: &BTreeMap<String, String>,
    task: &Task,
    evidence: Evidence,
) -> Result<Result<Conclusion, Fault>, Failure> {
    let wanted = Structures::recorded(options)?;
    let ready = ready(input, &wanted)?;
    let limits = recorded_limits(options);
    let bounds = ready.bounds(&wanted, None)?;
    let model = &ready.model;
    let space =
        Space::new(model, &bounds).map_err(|trouble| Failure::from(told(Rejected::Space(trouble))))?;
    let ground = Ground::new(&input.program, model, limits);
    let mut replayer = glass::Replayer { ground: &ground, model, space: &space, limits };
    Ok(conclude(task, evidence, &mut replayer))
}
