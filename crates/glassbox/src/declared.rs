//! Bounds that a class says itself, with a static method that gives `glassbox.api.Bounds`.
//!
//! The method is executed on the concrete machine before anything is searched. What it says is used where no option of
//! the command line says otherwise. Whatever goes wrong with it is told: a method that throws, chooses, does not end or
//! names what is not there would otherwise be a check within other bounds than the class says.

use glass::{Content, Model};
use ir::{Code, Diagnostic, Type};
use java::{BoundsMethod, Wanted};
use machine::{Concrete, Image, Limits, Lowering, Machine, Reference, Stop, Word, replay};

use crate::execution::incomplete;
use crate::input::Input;
use crate::structures::{Structures, java_of, short};
use crate::work::Failure;
use crate::written::DomainText;

/// How many operations the method may take: a fraction of a second.
const MOST_STEPS: u64 = 10_000_000;

/// What a class says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    /// The method as people write it.
    pub(crate) method: String,
    pub(crate) size: Option<usize>,
    pub(crate) height: Option<usize>,
    pub(crate) degree: Option<usize>,
    /// The names of classes, and how many objects there are of each.
    pub(crate) objects: Vec<(String, usize)>,
    /// Classes and fields, or methods and parameters, with their values.
    pub(crate) domains: Vec<DomainText>,
}

/// What the input's class says, if it says something.
pub(crate) fn declared(input: &Input, limits: Limits) -> Result<Option<Declared>, Failure> {
    let java = java_of(input)?;
    let Some(method) = java.library.bounds_method(&input.program, &java.class)? else { return Ok(None) };
    let image = Image::new(&input.program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, limits);
    let object = execute(input, &method, &mut machine)?;
    let read = read(input, &method, &machine, object);
    read.map(Some).ok_or_else(|| wrong(&method.name, "gives something that cannot be read").into())
}

fn wrong(method: &str, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::BadBounds,
        format!("`{method}` {what}"),
        "write it as in `static Bounds bounds() { return Bounds.of().size(4); }`",
    )
}

/// Executes the method, and gives the object that it gives.
fn execute(
    input: &Input,
    method: &BoundsMethod,
    machine: &mut Machine<'_, '_, Concrete>,
) -> Result<Reference, Failure> {
    let program = &input.program;
    let wrong = |what: &str| Err(wrong(&method.name, what).into());
    let unsupported = |construct: &str| {
        incomplete(input)?;
        wrong(&format!("cannot be executed: not supported: {construct}"))
    };
    if let Err(what) = machine.start(method.entry, &[]) {
        return unsupported(&replay::unsupported(program, what));
    }
    match machine.run(&mut MOST_STEPS.clone()) {
        Stop::Returned(Some(word)) if word != 0 => Ok(word as Reference),
        Stop::Returned(_) => wrong("gives null"),
        Stop::Exited(_) => wrong("ends the program"),
        Stop::Choice(_) => wrong("leaves its bounds to a choice"),
        Stop::Dropped => wrong("relies on an assumption that is false"),
        Stop::Violation(bug) => {
            let violation = replay::violation(machine, bug);
            wrong(&format!("does not come to its end: {} at {}", violation.message, violation.location))
        }
        Stop::Paused => {
            wrong(&format!("does not come to its end within {MOST_STEPS} operations of the machine"))
        }
        Stop::Exhausted(_) => wrong("needs more memory or deeper calls than the machine has"),
        Stop::Unsupported(what) => {
            let (construct, _) = replay::stopped(machine, what);
            unsupported(&construct)
        }
        Stop::Fork(never) => match never {},
    }
}

/// What an object of the class `Bounds` says.
fn read(
    input: &Input,
    method: &BoundsMethod,
    machine: &Machine<'_, '_, Concrete>,
    object: Reference,
) -> Option<Declared> {
    let specs = java_of(input).ok()?.library.specs();
    let heap = machine.heap();
    // What was not said is negative.
    let number = |name: &str| -> Option<Option<usize>> {
        Some(usize::try_from(machine.field_value(object, name)? as i64).ok())
    };
    let array = |name: &str, ty: Type| -> Option<Vec<Word>> {
        let array = machine.field_value(object, name)? as Reference;
        (array != 0).then(|| (0..heap.length(array)).map(|index| heap.element(array, ty, index)).collect())
    };
    let mut objects = Vec::new();
    for (class, count) in array("classes", Type::ANY)?.into_iter().zip(array("counts", Type::I32)?) {
        let described = machine.class_in(class as Reference)?;
        let name = described.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let name = name.unwrap_or(&described).to_string();
        // A class literal of a spec means the class that it describes.
        let target = specs.named(&name.replace('.', "/")).map(|spec| spec.target.replace('/', "."));
        objects.push((target.unwrap_or(name), usize::try_from(count as i64).ok()?));
    }
    let ranges = array("lows", Type::I32)?.into_iter().zip(array("highs", Type::I32)?);
    let mut domains = Vec::new();
    for (field, (low, high)) in array("fields", Type::ANY)?.into_iter().zip(ranges) {
        let text = machine.text_in(field as Reference)?;
        let (owner, name) = text.rsplit_once('.')?;
        domains.push((owner.to_string(), name.to_string(), format!("{}..{}", low as i64, high as i64)));
    }
    let (size, height, degree) = (number("size")?, number("height")?, number("degree")?);
    Some(Declared { method: method.name.clone(), size, height, degree, objects, domains })
}

impl Declared {
    /// What the user says, and what the class says besides. Parameters of methods that are not looked at do not
    /// matter; what the class does not have is told.
    pub(crate) fn complete(
        &self,
        input: &Input,
        wanted: &Structures,
        model: &Model,
    ) -> Result<Structures, Diagnostic> {
        for (name, _) in &self.objects {
            if !model.classes.iter().any(|class| class.name == short(name)) {
                let what = format!("speaks of objects of {name}, but there are none in the structure");
                return Err(wrong(&self.method, &what));
            }
        }
        let mut domains = Vec::new();
        for domain in &self.domains {
            if self.is_there(input, wanted, model, domain)? {
                domains.push(domain.clone());
            }
        }
        // Of two that speak of the same, the later one counts.
        domains.extend(wanted.domains.iter().cloned());
        let objects = self.objects.iter().chain(&wanted.objects).cloned().collect();
        Ok(Structures {
            size: wanted.size.or(self.size),
            height: wanted.height.or(self.height),
            degree: wanted.degree.or(self.degree),
            objects,
            domains,
            ..wanted.clone()
        })
    }

    /// Whether the model has the field or the parameter that a domain is about. Fails if nothing has it, or if it has
    /// not such values.
    fn is_there(
        &self,
        input: &Input,
        wanted: &Structures,
        model: &Model,
        (owner, name, values): &DomainText,
    ) -> Result<bool, Diagnostic> {
        let fields = model.classes.iter().filter(|class| class.name == short(owner)).flat_map(|class| {
            class.fields.iter().filter(|field| field.name == *name).map(|field| &field.content)
        });
        let operations = model.operations.iter().filter(|operation| operation.name == *owner);
        let parameters = operations.flat_map(|operation| {
            operation.parameters.iter().filter(|parameter| parameter.name == *name).map(|one| &one.content)
        });
        let contents: Vec<&Content> = fields.chain(parameters).collect();
        for &content in &contents {
            if !has_values(content, values) {
                let what = format!("gives `{owner}.{name}` the values {values}, which it cannot have");
                return Err(wrong(&self.method, &what));
            }
        }
        if contents.is_empty() && !names_parameter(input, wanted, owner, name)? {
            let what = format!("speaks of `{owner}.{name}`, which is neither a field nor a parameter");
            return Err(wrong(&self.method, &what));
        }
        Ok(!contents.is_empty())
    }

    /// Where bounds come from, in words that follow them.
    pub(crate) fn origin(&self, wanted: &Structures) -> String {
        let said = wanted.size.is_some()
            || wanted.height.is_some()
            || wanted.degree.is_some()
            || !wanted.objects.is_empty()
            || !wanted.domains.is_empty();
        match said {
            true => format!(", as the command line and otherwise `{}` say", self.method),
            false => format!(", as `{}` says", self.method),
        }
    }
}

/// Whether content can have all numbers of a range.
fn has_values(content: &Content, range: &str) -> bool {
    match content {
        Content::Integer { least, greatest } => range
            .split("..")
            .all(|number| number.parse::<i64>().is_ok_and(|number| (*least..=*greatest).contains(&number))),
        Content::Array { element, .. } => has_values(element, range),
        Content::Truth | Content::Words(_) | Content::Objects(_) | Content::Unknown(_) => false,
    }
}

/// Whether a public method of the input's class has a parameter of that name.
fn names_parameter(
    input: &Input,
    wanted: &Structures,
    method: &str,
    parameter: &str,
) -> Result<bool, Diagnostic> {
    let java = java_of(input)?;
    let all = Wanted { methods: None, factory: wanted.factory.as_deref(), given: None };
    let subject = java.library.subject(&input.program, &java.class, all)?;
    Ok(subject
        .operations
        .iter()
        .any(|operation| operation.name == method && operation.names.iter().any(|name| name == parameter)))
}

/// What the user says with what the input's class says besides, and where the latter comes from in words that follow
/// bounds.
pub(crate) fn completed(
    input: &Input,
    wanted: &Structures,
    model: &Model,
    limits: Limits,
) -> Result<(Structures, String), Failure> {
    match declared(input, limits)? {
        Some(declared) => Ok((declared.complete(input, wanted, model)?, declared.origin(wanted))),
        None => Ok((wanted.clone(), String::new())),
    }
}
