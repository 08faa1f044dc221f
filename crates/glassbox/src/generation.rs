//! Generation of structures: all that satisfy a class invariant, within bounds, up to the names of objects.

use std::ops::RangeInclusive;

use check::{Budget, Event, Exhausted, Meter, Polled, Progress, Usage};
use glass::{Bounds, Content, Generated, Ground, Model, Rejected, Role, Sizes, Space};
use ir::{Code, Diagnostic};

use crate::bounds::Found;
use crate::declared::{Declared, declared};
use crate::execution::incomplete;
use crate::input::Input;
use crate::picture::{Picture, Pictures};
use crate::structures::{Structures, short, structure_of, told};
use crate::work::{Context, Failure, enforced, limits};

/// Which structures to make.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Generation {
    /// The class and the bounds. The size and the length of arrays are ignored.
    pub structures: Structures,
    /// The lengths of arrays, if not the greatest size.
    pub lengths: Option<RangeInclusive<usize>>,
    /// How many nodes, from the least to the greatest number.
    pub sizes: Option<RangeInclusive<usize>>,
    /// How much may be spent.
    pub budget: Budget,
}

/// What a generation came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Produced {
    /// How many structures there were.
    pub structures: u64,
    /// How often the invariant was asked.
    pub candidates: u64,
    /// How many operations were executed.
    pub steps: u64,
    /// Why there may be more structures.
    pub incomplete: Option<Incomplete>,
    /// The method of the class that said how large structures are, where nobody else did.
    pub bounds: Option<String>,
}

/// Why there may be more structures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incomplete {
    /// The budget is used up, or somebody wanted to stop.
    Stopped(Exhausted),
    /// The invariant cannot be executed.
    Unsupported(String),
    /// Whoever takes the structures does not want more, or cannot take them.
    Refused(Option<Diagnostic>),
}

/// How often progress is told.
const PROGRESS: std::time::Duration = std::time::Duration::from_millis(100);

/// The greatest number of nodes if nobody says another.
const DEFAULT_SIZE: usize = 3;

/// Which of its own things a class counts as its size.
enum Measure {
    /// Its nodes.
    Nodes,
    /// What its field says, by its name.
    Field(String),
    /// The length of its arrays, or nothing.
    Length,
}

fn measure(model: &Model) -> Measure {
    if glass::has_nodes(model) {
        return Measure::Nodes;
    }
    let field = model.classes[0].fields.iter().find(|field| {
        field.name == "size" && field.role == Role::Plain && matches!(field.content, Content::Integer { .. })
    });
    field.map_or(Measure::Length, |field| Measure::Field(field.name.clone()))
}

/// Makes the structures, and hands them over if somebody wants them.
pub fn generate(
    input: &Input,
    wanted: &Generation,
    context: &mut Context<'_>,
    taker: Option<&mut dyn Taker>,
) -> Result<Produced, Failure> {
    let produced = produce(input, wanted, context, taker)?;
    if let Some(Incomplete::Unsupported(_)) = produced.incomplete {
        incomplete(input)?;
    }
    Ok(produced)
}

fn produce(
    input: &Input,
    wanted: &Generation,
    context: &mut Context<'_>,
    mut taker: Option<&mut dyn Taker>,
) -> Result<Produced, Failure> {
    let mut ready = structure_of(input, &wanted.structures)?;
    let limits = limits(wanted.budget);
    let declared = declared(input, limits)?;
    let wanted = &match &declared {
        Some(declared) => with_declared(input, wanted, &ready.model, declared)?,
        None => wanted.clone(),
    };
    let ground = Ground::new(&input.program, &ready.model, limits);
    let found = Found::new(input, &wanted.structures, &ground, &ready.model, limits);
    // What can be done with structures does not matter from here on, and its parameters may have no values.
    ready.model.operations.clear();
    let model = &ready.model;
    let greatest = wanted.sizes.as_ref().map(|sizes| *sizes.end());
    let default = wanted.structures.height.is_none().then_some(DEFAULT_SIZE);
    let asked = Structures { size: greatest, ..wanted.structures.clone() };
    let of_said = |said: &Structures| {
        let mut bounds = ready.pooled_bounds(said, default)?;
        if let Some(lengths) = &wanted.lengths {
            bounds.lengths = lengths.clone().collect();
        }
        Ok(bounds)
    };
    let mut meter = Meter::new(enforced(wanted.budget), context.cancel.clone(), &context.host);
    let asked = found.said(&ground, model, &asked, &meter, &of_said)?;
    let mut bounds = of_said(&asked)?;
    let sizes = wanted.sizes.clone().unwrap_or(0..=usize::MAX);
    let sizes = restrict(&mut bounds, model, wanted, &sizes);
    let space =
        Space::pooled(model, &bounds).map_err(|trouble| Failure::from(told(Rejected::Space(trouble))))?;
    let pictures = Pictures::new(&input.program, model, &space, &ready.class);
    if let Some(taker) = &mut taker {
        taker.begin(&pictures);
    }
    let bounds = declared.map(|declared| declared.method);
    let mut produced = Produced { structures: 0, candidates: 0, steps: 0, incomplete: None, bounds };
    let mut generator = match ground.generator(model, &space, sizes, limits) {
        Ok(generator) => generator,
        Err(construct) => {
            produced.incomplete = Some(Incomplete::Unsupported(construct));
            return Ok(produced);
        }
    };
    let mut exhausted = None;
    let mut told = std::time::Duration::ZERO;
    let observer = &mut *context.observer;
    observer.event(Event::Started("generate"));
    let started = std::time::Instant::now();
    produced.incomplete = loop {
        let structures = generator.structures;
        let mut stop = |work: u64| match meter.poll(Usage { states: 0, work }) {
            Ok(Polled::Counted) => false,
            Ok(Polled::Looked(elapsed)) => {
                if elapsed >= told + PROGRESS {
                    told = elapsed;
                    observer.event(Event::Progress(Progress { states: structures, ..Progress::default() }));
                }
                false
            }
            Err(why) => {
                exhausted = Some(why);
                true
            }
        };
        match generator.next(&mut stop) {
            Generated::Structure => {
                let taken = match &mut taker {
                    Some(taker) => taker.take(&pictures, &pictures.picture(generator.codes())),
                    None => Ok(true),
                };
                match taken {
                    Ok(true) => {}
                    Ok(false) => break Some(Incomplete::Refused(None)),
                    Err(diagnostic) => break Some(Incomplete::Refused(Some(diagnostic))),
                }
            }
            Generated::Done => break None,
            Generated::Stopped => {
                break Some(Incomplete::Stopped(exhausted.unwrap_or(Exhausted::Cancelled)));
            }
            Generated::Skipped(construct) => break Some(Incomplete::Unsupported(construct)),
        }
    };
    observer.event(Event::Finished("generate", started.elapsed()));
    if let Some(taker) = &mut taker {
        taker.end(&pictures);
    }
    produced.structures = generator.structures;
    produced.candidates = generator.candidates;
    produced.steps = generator.steps;
    Ok(produced)
}

/// What is asked for, and what the class says besides: of its sizes all up to the greatest one.
fn with_declared(
    input: &Input,
    wanted: &Generation,
    model: &Model,
    declared: &Declared,
) -> Result<Generation, Diagnostic> {
    let mut structures = declared.complete(input, &wanted.structures, model)?;
    // Nobody calls operations, so their parameters get no values.
    let is_class = |owner: &str| model.classes.iter().any(|class| class.name == short(owner));
    structures.domains.retain(|(owner, ..)| is_class(owner) || wanted.names(owner));
    Ok(Generation {
        structures,
        sizes: wanted.sizes.clone().or(declared.size.map(|size| 0..=size)),
        lengths: wanted.lengths.clone().or(declared.degree.map(|degree| degree..=degree)),
        budget: wanted.budget,
    })
}

impl Generation {
    /// Whether somebody asks for values of something that belongs to this.
    fn names(&self, owner: &str) -> bool {
        self.structures.domains.iter().any(|(whose, ..)| whose == owner)
    }
}

/// Takes structures.
pub trait Taker {
    /// Is told what the structures have in common.
    fn begin(&mut self, pictures: &Pictures<'_>);
    /// Takes a structure, and says whether it wants more.
    fn take(&mut self, pictures: &Pictures<'_>, picture: &Picture<'_>) -> Result<bool, Diagnostic>;
    /// Is told that there are no more.
    fn end(&mut self, pictures: &Pictures<'_>);
}

/// Says in the bounds, or by the number of nodes, how large structures are.
fn restrict(bounds: &mut Bounds, model: &Model, wanted: &Generation, sizes: &RangeInclusive<usize>) -> Sizes {
    let all = Sizes::default();
    if wanted.sizes.is_none() {
        return all;
    }
    match measure(model) {
        Measure::Nodes => Sizes { least: *sizes.start(), greatest: *sizes.end() },
        Measure::Field(name) => {
            let owner = model.classes[0].name.clone();
            if !bounds.domains.iter().any(|(whose, which, _)| *whose == owner && *which == name) {
                let values = sizes.clone().filter_map(|size| i64::try_from(size).ok()).collect();
                bounds.domains.push((owner, name, values));
            }
            all
        }
        Measure::Length => {
            if wanted.lengths.is_none() {
                bounds.lengths = sizes.clone().collect();
            }
            all
        }
    }
}

/// The sizes that a text says, such as `4` or `1..4`.
pub fn parse_sizes(text: &str) -> Result<RangeInclusive<usize>, Diagnostic> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let sizes = match text.split_once("..") {
        Some((least, greatest)) => {
            number(least).zip(number(greatest)).map(|(least, greatest)| least..=greatest)
        }
        None => number(text).map(|size| size..=size),
    };
    sizes.filter(|sizes| !sizes.is_empty()).ok_or_else(|| {
        Diagnostic::new(Code::Usage, format!("`{text}` is no size"), "write it as in 4 or 1..4")
    })
}
