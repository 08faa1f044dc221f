//! Black-box checking of the states that operations reach from a new object, breadth first.
//!
//! A state is what can be reached from the object, in the canonical form of [`space::Encoder`], without ghosts: so
//! states that differ by the names of objects alone are one. Every operation is executed on every state with all
//! arguments. What comes out is checked, and is a state to go on from if it is within the bounds of the space
//! ([`crate::fit`]): a state outside of them is checked, but nothing is executed on it.
//!
//! # Arguments
//! An argument that is an object is one of those in the state, or a new one: of each class there are as many as
//! the space has, those in the state first, in the order in which they are met there. So the arguments of isomorphic
//! states are isomorphic. The fields of a new object have zeros.

use check::{Evidence, Location, Meter, Observer, Replay, ReplayFailure, Scope, Stats, Trace};
use ir::{ArrayTypeId, FieldId, RefType};
use machine::{Consulted, Limits, Reference, Word};
use space::{Encoder, Inserted, StateId, Store, Tree};

use crate::blackbox::{Abstraction, BlackBox, Clock, found, skip};
use crate::concrete::{Checker, End, Outcome, WellFormed};
use crate::fit::Fit;
use crate::ground::Ground;
use crate::model::{Model, Role};
use crate::search::{Checked, Rejected};
use crate::space::{Item, Kind, Parameter, Slot, Space};

/// An operation with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The operation.
    pub operation: usize,
    /// The arguments.
    pub arguments: Vec<Argument>,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Of an object only the class and the place among those of the class count.
    Item(Item),
    /// A new array.
    Array(ArrayTypeId, Vec<Argument>),
}

/// More calls are not made on every state.
const MOST_CALLS: usize = 1 << 20;

/// All operations with all arguments: a choice of a trace is a place in this list. There is none if it were too long.
pub fn calls(space: &Space) -> Option<Vec<Call>> {
    let mut calls = Vec::new();
    for (operation, parameters) in space.parameters.iter().enumerate() {
        let mut rows: Vec<Vec<Argument>> = vec![Vec::new()];
        for parameter in parameters {
            let domain: Vec<Argument> = match *parameter {
                Parameter::Variable(variable) | Parameter::Boxed(_, variable) => values(space, variable)?,
                Parameter::Fixed(item) => vec![Argument::Item(item)],
            };
            rows = longer(&rows, &domain)?;
        }
        if calls.len() + rows.len() > MOST_CALLS {
            return None;
        }
        calls.extend(rows.into_iter().map(|arguments| Call { operation, arguments }));
    }
    Some(calls)
}

/// Every row with every value behind it, unless there are too many.
fn longer(rows: &[Vec<Argument>], values: &[Argument]) -> Option<Vec<Vec<Argument>>> {
    if rows.len().saturating_mul(values.len()) > MOST_CALLS {
        return None;
    }
    let with_all = |row: &Vec<Argument>| -> Vec<Vec<Argument>> {
        values.iter().map(|value| [&row[..], std::slice::from_ref(value)].concat()).collect()
    };
    Some(rows.iter().flat_map(with_all).collect())
}

/// What a parameter or an element can be, unless that is too much.
fn values(space: &Space, variable: usize) -> Option<Vec<Argument>> {
    let mut all = Vec::new();
    for &item in space.variables[variable].domain.iter() {
        let Item::Object(object) = item else {
            all.push(Argument::Item(item));
            continue;
        };
        let Kind::Array(ty, _) = space.objects[object].kind else {
            all.push(Argument::Item(item));
            continue;
        };
        let mut rows = vec![Vec::new()];
        for element in space.variables_of(object) {
            rows = longer(&rows, &values(space, element)?)?;
        }
        all.extend(rows.into_iter().map(|row| Argument::Array(ty, row)));
    }
    (all.len() <= MOST_CALLS).then_some(all)
}

/// The machine, and what can be done with it.
struct Walker<'i, 'p, 's> {
    checker: Checker<'i, 'p, 's>,
    encoder: Encoder,
    calls: Vec<Call>,
    space: &'s Space,
    /// The class of each object that is an argument, and its place among those of its class.
    places: Vec<Option<(usize, usize)>>,
    /// The references of the objects that can be arguments, by class.
    objects: Vec<Vec<Reference>>,
    arguments: Vec<Word>,
    root: Reference,
}

impl<'i, 'p, 's> Walker<'i, 'p, 's> {
    fn new(
        ground: &'i Ground<'p>,
        model: &'s Model,
        space: &'s Space,
        limits: Limits,
    ) -> Result<Self, String> {
        let checker = ground.checker(model, space, limits)?;
        let mut ghosts: Vec<FieldId> = Vec::new();
        for class in &model.classes {
            let fields = &checker.machine.image().layout(class.class).fields;
            let hidden =
                class.fields.iter().zip(fields.iter()).filter(|(field, _)| field.role == Role::Ghost);
            ghosts.extend(hidden.map(|(_, &id)| id));
        }
        let boxed = |parameter: &Parameter| matches!(parameter, Parameter::Boxed(..));
        if space.parameters.iter().flatten().any(boxed) {
            return Err("keys that are objects, from a new object on,".to_string());
        }
        let calls = calls(space).ok_or_else(|| format!("more than {MOST_CALLS} calls on a state"))?;
        let mut places = vec![None; space.objects.len()];
        let arguments = (0..space.parameters.len()).flat_map(|operation| space.arguments(operation));
        for item in arguments.flat_map(|variable| space.variables[variable].domain.to_vec()) {
            if let Item::Object(object) = item
                && let Kind::Class(class, _) = space.objects[object].kind
            {
                let before = space.objects[..object].iter().skip(1);
                let same = |kind: Kind| matches!(kind, Kind::Class(other, _) if other == class);
                places[object] = Some((class, before.filter(|other| same(other.kind)).count()));
            }
        }
        Ok(Walker {
            checker,
            encoder: Encoder::ignoring(ghosts),
            calls,
            space,
            places,
            objects: vec![Vec::new(); model.classes.len()],
            arguments: Vec::new(),
            root: 0,
        })
    }

    /// Makes a new object.
    fn make(&mut self) -> Result<(), String> {
        self.checker.machine.clear();
        self.root = match self.checker.call(self.checker.model.factory, &[]) {
            End::Returned(Some(root)) if root != 0 => root as Reference,
            End::Returned(_) | End::Bug(_) | End::Dropped => {
                return Err("making a new object, which does not come to its end".to_string());
            }
            End::Skipped(construct) => return Err(construct),
        };
        Ok(())
    }

    /// Puts the machine into a state, with the objects that can be arguments.
    fn enter(&mut self, state: &[u8]) {
        let mut roots = [0];
        let machine = &mut self.checker.machine;
        self.encoder.decode_from(machine, state, &mut roots);
        self.root = roots[0];
        let heap = machine.heap_mut();
        let there = heap.frozen_objects() + 1..=heap.len() as Reference;
        for objects in &mut self.objects {
            objects.clear();
        }
        for (object, place) in self.places.iter().enumerate() {
            let Some((class, place)) = *place else { continue };
            let described = &self.checker.model.classes[class];
            let is_same = |reference: &Reference| {
                *reference != self.root && heap.ty(*reference) == RefType::Class(described.class)
            };
            let wanted = match self.space.objects[object].slots[..] {
                [Slot::Fixed(Item::Word(word))] if described.is_box => Some(word),
                _ => None,
            };
            let known = match wanted {
                Some(word) => there.clone().filter(is_same).find(|&other| heap.contents(other) == [word]),
                None => there.clone().filter(is_same).nth(place),
            };
            let room = "objects that the space has room for should find room here";
            let found = known
                .unwrap_or_else(|| heap.new_object(described.class, described.fields.len(), 0).expect(room));
            if let (None, Some(word)) = (known, wanted) {
                heap.set(found, 0, word);
            }
            let row = &mut self.objects[class];
            if row.len() <= place {
                row.resize(place + 1, 0);
            }
            row[place] = found;
        }
        machine.mark();
    }

    /// Goes back to the state that was entered.
    fn leave(&mut self, state: &[u8]) {
        if !self.checker.machine.undo() {
            self.enter(state);
        }
    }

    /// Executes a call on the state at hand.
    fn perform(&mut self, call: usize) -> Result<(), Outcome> {
        let Call { operation, arguments } = &self.calls[call];
        self.arguments.clear();
        self.arguments.push(self.root.into());
        for argument in arguments {
            let made = make(&mut self.checker, &self.places, &self.objects, argument);
            self.arguments.push(made.map_err(Outcome::Skipped)?);
        }
        self.checker.perform(*operation, &self.arguments)
    }

    fn state(&mut self) -> &[u8] {
        self.encoder.encode_from(&self.checker.machine, &[self.root])
    }
}

/// The word of an argument; an array is made. Fails, with words that follow "not supported:", if it has no room.
fn make(
    checker: &mut Checker<'_, '_, '_>,
    places: &[Option<(usize, usize)>],
    objects: &[Vec<Reference>],
    argument: &Argument,
) -> Result<Word, String> {
    match argument {
        Argument::Item(Item::Null) => Ok(0),
        Argument::Item(Item::Word(word)) => Ok(*word),
        Argument::Item(Item::Object(object)) => {
            Ok(places[*object].map_or(0, |(class, place)| objects[class][place].into()))
        }
        Argument::Array(ty, elements) => {
            let words: Result<Vec<Word>, String> =
                elements.iter().map(|element| make(checker, places, objects, element)).collect();
            let of_element = checker.machine.image().program().element_type(*ty);
            let heap = checker.machine.heap_mut();
            let made = heap.new_packed_array(*ty, of_element, elements.len() as u32, 0);
            let made = made.map_err(|_| "arguments for which there is no room".to_string())?;
            for (index, word) in words?.into_iter().enumerate() {
                heap.set_element(made, of_element, index as u32, word);
            }
            Ok(made.into())
        }
    }
}

/// Checks every operation of a model on every state within the bounds of a space that operations reach.
pub fn check_reachable(
    ground: &Ground<'_>,
    model: &Model,
    space: &Space,
    options: &BlackBox,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Result<Checked, Rejected> {
    let mut evidence = Evidence::complete(Scope::bounded(options.scope.clone()));
    evidence.assumptions = options.assumptions();
    let mut clock = Clock::new(meter, observer);
    let mut stats = Stats::default();
    match search(ground, model, space, options, &mut clock, &mut evidence, &mut stats) {
        Ok(()) => {}
        Err(Ended::Skipped(construct)) => skip(&mut evidence, construct),
        Err(Ended::Rejected(rejected)) => return Err(rejected),
    }
    Ok(Checked { evidence, stats, difference: None })
}

/// Why a search did not come to its end.
enum Ended {
    Skipped(String),
    Rejected(Rejected),
}

impl From<String> for Ended {
    fn from(construct: String) -> Self {
        Ended::Skipped(construct)
    }
}

fn search(
    ground: &Ground<'_>,
    model: &Model,
    space: &Space,
    options: &BlackBox,
    clock: &mut Clock<'_, '_>,
    evidence: &mut Evidence,
    stats: &mut Stats,
) -> Result<(), Ended> {
    let mut walker = Walker::new(ground, model, space, options.limits)?;
    let fit = Fit::new(model, space);
    let mut abstraction = options.abstraction.as_ref().map(|(function, _)| Abstraction::new(*function));
    let (mut store, mut tree) = (Store::new(), Tree::new());
    walker.make()?;
    if !fit.fits(&walker.checker.machine, walker.root)? {
        return Err(Ended::Rejected(Rejected::Empty));
    }
    store.insert(walker.state());
    tree.push(None, 0);
    if let Some(abstraction) = &mut abstraction {
        let root = walker.root;
        abstraction.is_new(&mut walker.checker, root)?;
    }
    let initial = store.get(StateId::new(0)).to_vec();
    walker.enter(&initial);
    match walker.checker.look(walker.root) {
        WellFormed::Yes => {}
        WellFormed::No(what, _) => return Err(Ended::Rejected(Rejected::Initial(what))),
        WellFormed::Skipped(construct) => return Err(Ended::Skipped(construct)),
    }
    let (mut next, mut outside) = (0, 0);
    let mut bytes = Vec::new();
    'search: while next < store.len() {
        let id = StateId::new(next);
        next += 1;
        clock.progress.states += 1;
        clock.progress.frontier = (store.len() - next) as u64;
        bytes.clear();
        bytes.extend_from_slice(store.get(id));
        walker.enter(&bytes);
        for call in 0..walker.calls.len() {
            let operation = walker.calls[call].operation;
            let mut follows = None;
            let outcome = match walker.perform(call) {
                Ok(()) => {
                    if walker.checker.machine.heap().has_new_hashes() {
                        let name = &model.operations[operation].name;
                        return Err(Ended::Skipped(format!(
                            "`{name}`, which asks for an identity hash code"
                        )));
                    }
                    // A postcondition leaves its own mark.
                    let has_mark = model.operations[operation].ensures.is_some();
                    if has_mark || !walker.checker.machine.heap().is_as_marked() {
                        if fit.fits(&walker.checker.machine, walker.root)? {
                            follows = Some(walker.state().to_vec());
                        } else {
                            outside += 1;
                        }
                    }
                    let root = walker.root;
                    walker.checker.judge(operation, root)
                }
                Err(outcome) => outcome,
            };
            clock.progress.transitions += u64::from(outcome != Outcome::Excluded);
            match outcome {
                Outcome::Good => {
                    if let Some(state) = follows {
                        let root = walker.root;
                        let is_new = match &mut abstraction {
                            Some(abstraction) => abstraction.is_new(&mut walker.checker, root)?,
                            None => true,
                        };
                        if is_new && matches!(store.insert(&state), Inserted::New(_)) {
                            tree.push(Some(id), call as i128);
                        }
                    }
                }
                Outcome::Excluded => {}
                Outcome::Bad(violation) => {
                    let trace = || {
                        let mut choices = tree.path(id);
                        choices.push(call as i128);
                        Trace { choices, statements: Vec::new(), cycle: None }
                    };
                    if !found(evidence, options, violation, trace) {
                        break 'search;
                    }
                }
                Outcome::Skipped(construct) => return Err(Ended::Skipped(construct)),
            }
            walker.leave(&bytes);
            if clock.look(walker.checker.steps) {
                clock.stopped(evidence, (store.len() - next + 1) as u64);
                break 'search;
            }
        }
    }
    stats.count("states", clock.progress.states);
    stats.count("transitions", clock.progress.transitions);
    stats.count("outside", outside);
    stats.count("steps", walker.checker.steps);
    Consulted::by(&walker.checker.machine).tell(ground.image.program(), evidence);
    Ok(())
}

/// Replays sequences of operations on the concrete machine.
pub struct SequenceReplayer<'r, 'p> {
    /// The program.
    pub ground: &'r Ground<'p>,
    /// What is checked.
    pub model: &'r Model,
    /// The space that says which calls there are.
    pub space: &'r Space,
    /// What one execution may use.
    pub limits: Limits,
}

impl SequenceReplayer<'_, '_> {
    /// The calls as choices among so many.
    fn choices(trace: &[i128], calls: usize, location: &Location) -> Vec<check::Choice> {
        let choice = |&value: &i128| check::Choice {
            value,
            low: 0,
            high: calls as i128 - 1,
            variable: "call".to_string(),
            location: location.clone(),
        };
        trace.iter().map(choice).collect()
    }
}

impl check::Replayer for SequenceReplayer<'_, '_> {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let walker = Walker::new(self.ground, self.model, self.space, self.limits);
        let mut walker = walker.map_err(|construct| diverged(&construct))?;
        walker.make().map_err(|construct| diverged(&construct))?;
        let mut state = walker.state().to_vec();
        for (place, &choice) in trace.choices.iter().enumerate() {
            let call = usize::try_from(choice).ok().filter(|&call| call < walker.calls.len());
            let call = call.ok_or_else(|| diverged("there is no such call"))?;
            walker.enter(&state);
            let outcome = match walker.perform(call) {
                Ok(()) => {
                    state = walker.state().to_vec();
                    let root = walker.root;
                    walker.checker.judge(walker.calls[call].operation, root)
                }
                Err(outcome) => outcome,
            };
            let is_last = place + 1 == trace.choices.len();
            match outcome {
                Outcome::Good if !is_last => {}
                Outcome::Bad(violation) if is_last => {
                    return Ok(Replay {
                        choices: Self::choices(&trace.choices, walker.calls.len(), &violation.location),
                        steps: Vec::new(),
                        omitted: 0,
                        graphs: Vec::new(),
                        interplay: check::Interplay::default(),
                        history: None,
                        violation,
                    });
                }
                Outcome::Good => return Err(diverged("nothing is violated")),
                Outcome::Bad(_) => return Err(diverged("something is violated before")),
                Outcome::Excluded => return Err(diverged("a precondition is false")),
                Outcome::Skipped(construct) => return Err(diverged(&construct)),
            }
        }
        Err(diverged("there are no calls"))
    }
}
