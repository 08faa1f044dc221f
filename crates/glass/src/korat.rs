//! Every structure that satisfies the invariant, up to the names of its objects, by Korat's search.
//!
//! C. Boyapati, S. Khurshid and D. Marinov, *Korat: Automated Testing Based on Java Predicates*, ISSTA 2002. A
//! candidate is a value for each variable of a [`Space`]. The invariant is executed on it and says yes or no; from
//! that, and from the order in which it read the variables first, the next candidate follows: the variable that was read last gets
//! its next value; if it has none, it is as if it had not been read, and the one before gets its next value.
//!
//! # Why no structure is left out
//! The invariant is deterministic. So all candidates that agree on what it read before it said no get the same answer,
//! and the next candidate differs from the last one in something that was read. When it says yes, the
//! variables that it did not read can have any values: those that belong to the structure are counted as read, in an
//! order that depends on the structure alone, and their values are tried without asking the invariant again.
//!
//! # What the invariant writes
//! It may write to the structure: set marks and take them away, or fill a cache. Whether a structure satisfies it is what it
//! says when it is executed on just that structure; what it leaves behind is no part of the structure, and is gone when the next
//! candidate is tried.
//! - A variable that is written before it is read is not read when it is looked at afterwards: what lies there is what was written,
//!   so the answer does not depend on the candidate's value ([`machine::Unread`]). It counts as one that was not read.
//! - A candidate is its codes, not what lies in the machine. The next value of a variable is written at the moment at which the
//!   variable was read first, when everything that was written since has been undone.
//! - Each method of the invariant is asked about the same structure: what one has written is taken back before the next one
//!   is asked ([`Generator::take_back`]). The variables that it has read stay read.
//!
//! The structures are executed from their codes ([`crate::concrete`]), where a method of the invariant leaves nothing behind either.
//!
//! # Why none comes twice
//! The objects of a pool can be told apart by nothing but where they are. In the order of reading, a
//! variable may refer to an object of a pool that was met before, or to the first one that was not. Renaming
//! objects does not change the order of reading, so of the candidates that differ by names alone exactly one names
//! the objects in the order in which they are met. Identity hash codes do not change that: the machine gives them in
//! the order in which an execution asks for them, which is the same whatever the names.
//!
//! # Why it is fast
//! All candidates with the same values of the first variables begin with the same execution. So
//! before a variable is read first the moment is remembered ([`machine::Unread`]), and the next value is tried from there:
//! a candidate costs what the invariant does after the variable that changed.
//!
//! # The invariant
//! First the backbone is walked, depth first: that no object is reached twice, that keys ascend, and the local invariant of
//! each object after those of its children, with ghosts as in [`crate::concrete`]. Then the method of the
//! whole class is asked. The order in which reads happen is only a matter of speed: what is likely to fail comes early.

mod setup;

use std::rc::Rc;

use ir::FunctionId;
use machine::base::Base;
use machine::{
    Consulted, Image, Limits, Looked, Machine, Mark, Moment, Reference, Resource, Stop, Unread, Word, replay,
};

use crate::model::{Model, Role};
use crate::runner::MOST_STEPS;
use crate::space::{Item, Kind, Slot, Space};

use self::setup::{Action, Ghosts, Place, actions, ghosts, lay, places, variable, word};

/// How many operations are executed between two looks at whether to stop.
const SLICE: u64 = 50_000;

/// How many operations a candidate counts as, besides those that it executes.
const CANDIDATE_WORK: u64 = 20;

/// No pool.
const NO_POOL: u32 = u32::MAX;

/// An object of the backbone whose actions are not all done.
#[derive(Clone, Copy, Debug)]
struct Visit {
    object: u32,
    action: u32,
}

/// How far the invariant has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// In the walk along the backbone.
    Walk,
    /// In a local invariant, for that choice of the ghosts.
    Local(usize),
    /// In the invariant of the whole class.
    Whole,
}

/// Where a method of the invariant was called.
#[derive(Clone, Copy, Debug, Default)]
struct Called {
    heap: Mark,
    looked: Looked,
    /// How many variables had been read.
    read: usize,
}

/// The position in the invariant, apart from the machine.
#[derive(Clone, Debug)]
struct Position {
    stage: Stage,
    /// The last call, of a local invariant.
    called: Called,
    open: Vec<Visit>,
    /// How many objects were met.
    met: usize,
    /// The last key.
    key: Option<i64>,
}

/// A variable that was read.
struct Choice {
    variable: u32,
    /// The pool of which it has brought in a new object.
    brings: u32,
    /// Where the invariant was about to read it.
    position: Position,
    /// What the invariant had looked at before.
    before: Looked,
    moment: Moment<Word>,
}

/// How many nodes a structure may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The least number.
    pub least: usize,
    /// The greatest number.
    pub greatest: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Sizes { least: 0, greatest: usize::MAX }
    }
}

/// What the search gives next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Generated {
    /// A structure; [`Generator::codes`] says which.
    Structure,
    /// There are no more.
    Done,
    /// Somebody wants to stop.
    Stopped,
    /// The invariant cannot be executed, in words that follow "not supported:".
    Skipped(String),
}

/// How a candidate ended.
enum End {
    Valid,
    Invalid,
    Stopped,
    Skipped(String),
}

/// The search. See the module's documentation.
pub struct Generator<'i, 'p, 's> {
    machine: Machine<'i, 'p, Unread>,
    space: &'s Space,
    model: &'s Model,
    references: Vec<Reference>,
    /// The word of each code of each variable.
    words: Vec<Rc<[Word]>>,
    /// Where the words of each variable lie.
    places: Vec<Place>,
    /// How many variables the invariant can read.
    watched: usize,
    /// What is done at each object.
    actions: Vec<Rc<[Action]>>,
    /// The ghosts of each class.
    ghosts: Vec<Ghosts>,
    /// For each object its pool and its place there.
    pools: Vec<(u32, u32)>,
    /// Which objects are nodes.
    nodes: Vec<bool>,
    sizes: Sizes,
    /// Whether only fields of the backbone refer to nodes: then the walk meets all that there are.
    only_tree_nodes: bool,
    codes: Vec<u32>,
    /// The variables that were read, and behind them what is kept to be used again.
    choices: Vec<Choice>,
    depth: usize,
    /// How many of them the invariant has read.
    read: usize,
    /// How many objects of each pool were met.
    used: Vec<u32>,
    position: Position,
    /// The objects of the backbone that were met.
    met: Vec<u32>,
    is_met: Vec<bool>,
    started: bool,
    /// How often the invariant said yes or no.
    pub candidates: u64,
    /// How many structures there were.
    pub structures: u64,
    /// How many operations were executed.
    pub steps: u64,
}

impl<'i, 'p, 's> Generator<'i, 'p, 's> {
    /// What the invariant and the constructors have asked for.
    pub(crate) fn consulted(&self) -> Consulted {
        Consulted::by(&self.machine)
    }

    /// Fails, with words that follow "not supported:", if the objects cannot be made.
    pub(crate) fn new(
        image: &'i Image<'p>,
        base: &Base,
        model: &'s Model,
        space: &'s Space,
        sizes: Sizes,
        limits: Limits,
    ) -> Result<Self, String> {
        let mut machine = Machine::new(image, Unread::default(), limits);
        let made = machine.lay(base, &[(model.factory, Vec::new())]);
        let fresh = made.and_then(|values| values.first().copied()).filter(|&value| value != 0);
        let fresh = fresh.ok_or("making a new object, which does not come to its end")? as Reference;
        let first = machine.heap().contents(fresh).to_vec();
        let references = lay(&mut machine, space, &first)?;
        let word = |item: Item| word(&references, item);
        let words: Vec<Rc<[Word]>> = space
            .variables
            .iter()
            .map(|variable| variable.domain.iter().map(|&item| word(item)).collect())
            .collect();
        let watched: Vec<Vec<Option<usize>>> = space
            .objects
            .iter()
            .map(|object| object.slots.iter().map(|slot| variable(space, *slot)).collect())
            .collect();
        let places = places(image, space, &references);
        *machine.domain_mut() = Unread::new(references[0], &watched, space.variables.len());
        machine.mark();
        let classes = model.classes.len();
        let of_nodes = crate::space::nodes(model);
        let nodes = space.objects.iter().map(|object| match object.kind {
            Kind::Class(class, _) => of_nodes[class],
            Kind::Array(..) => false,
        });
        let nodes: Vec<bool> = nodes.collect();
        let is_node = |item: &Item| match *item {
            Item::Object(object) => nodes[object],
            Item::Null | Item::Word(_) => false,
        };
        let only_tree_nodes = space
            .variables
            .iter()
            .all(|variable| variable.is_backbone || !variable.domain.iter().any(is_node));
        let mut sizes_of_pools = vec![0; classes];
        let pools = space.objects.iter().enumerate().map(|(index, object)| match object.kind {
            Kind::Class(class, _)
                if index != 0 && object.parent.is_none() && !model.classes[class].is_box =>
            {
                sizes_of_pools[class] += 1;
                (class as u32, sizes_of_pools[class] - 1)
            }
            Kind::Class(..) | Kind::Array(..) => (NO_POOL, 0),
        });
        let pools = pools.collect();
        Ok(Generator {
            nodes,
            only_tree_nodes,
            actions: actions(model, space),
            ghosts: (0..classes).map(|class| ghosts(model, space, class, word)).collect(),
            pools,
            machine,
            space,
            model,
            references,
            words,
            places,
            watched: watched.iter().flatten().flatten().count(),
            sizes,
            codes: vec![0; space.variables.len()],
            choices: Vec::new(),
            depth: 0,
            read: 0,
            used: vec![0; classes],
            position: Position {
                stage: Stage::Walk,
                called: Called::default(),
                open: Vec::new(),
                met: 0,
                key: None,
            },
            met: Vec::new(),
            is_met: vec![false; space.objects.len()],
            started: false,
            candidates: 0,
            structures: 0,
            steps: 0,
        })
    }

    /// The code of every variable in the structure at hand; those that mean nothing there have 0.
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// Whether an object is a node, by which structures are counted.
    pub fn is_node(&self, object: usize) -> bool {
        self.nodes[object]
    }

    /// Looks for the next structure. `stop` is told how much was done.
    pub fn next(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> Generated {
        loop {
            let asks = if std::mem::replace(&mut self.started, true) {
                match self.advance() {
                    Ok(Some(asks)) => asks,
                    Ok(None) => return Generated::Done,
                    Err(construct) => return Generated::Skipped(construct),
                }
            } else {
                self.begin();
                true
            };
            if asks {
                match self.candidate(stop) {
                    End::Valid => {}
                    End::Invalid => continue,
                    End::Stopped => return Generated::Stopped,
                    End::Skipped(construct) => return Generated::Skipped(construct),
                }
            } else if stop(self.work()) {
                return Generated::Stopped;
            }
            if self.complete() {
                self.structures += 1;
                return Generated::Structure;
            }
        }
    }

    fn work(&self) -> u64 {
        self.steps + (self.candidates + self.structures) * CANDIDATE_WORK
    }

    /// Goes to the first object.
    fn begin(&mut self) {
        self.position.open.push(Visit { object: 0, action: 0 });
        self.meet(0);
    }

    fn meet(&mut self, object: usize) {
        self.is_met[object] = true;
        self.met.push(object as u32);
    }

    /// Goes to the next candidate, and says whether the invariant is to be asked about it; none if there is no more.
    fn advance(&mut self) -> Result<Option<bool>, String> {
        while self.depth > 0 {
            let choice = &mut self.choices[self.depth - 1];
            let variable = choice.variable as usize;
            if choice.brings != NO_POOL {
                self.used[choice.brings as usize] -= 1;
                choice.brings = NO_POOL;
            }
            let domain = &self.space.variables[variable].domain;
            let mut code = self.codes[variable] as usize + 1;
            let mut pool = NO_POOL;
            while code < domain.len() {
                pool = NO_POOL;
                if let Item::Object(object) = domain[code]
                    && self.pools[object].0 != NO_POOL
                {
                    let (its, place) = self.pools[object];
                    let used = self.used[its as usize];
                    if place > used {
                        code += 1;
                        continue;
                    }
                    if place == used {
                        pool = its;
                    }
                }
                break;
            }
            if code >= domain.len() {
                self.codes[variable] = 0;
                if self.depth <= self.read {
                    self.machine.domain_mut().back(choice.before);
                    self.read -= 1;
                }
                self.depth -= 1;
                continue;
            }
            if pool != NO_POOL {
                self.used[pool as usize] += 1;
                choice.brings = pool;
            }
            self.codes[variable] = code as u32;
            if self.depth > self.read {
                return Ok(Some(false));
            }
            self.machine.domain_mut().back(choice.before);
            self.machine.domain_mut().settle(variable);
            self.position.stage = choice.position.stage;
            self.position.called = choice.position.called;
            self.position.key = choice.position.key;
            self.position.open.clone_from(&choice.position.open);
            for object in self.met.drain(choice.position.met..) {
                self.is_met[object as usize] = false;
            }
            if !self.machine.back(&choice.moment) {
                return Err("an invariant that changes too much".to_string());
            }
            self.put(variable, self.words[variable][code]);
            return Ok(Some(true));
        }
        Ok(None)
    }

    /// Writes the word of a variable into its slot.
    fn put(&mut self, variable: usize, word: Word) {
        let Place { reference, slot, element } = self.places[variable];
        match element {
            None => self.machine.heap_mut().set(reference, slot, word),
            Some(ty) => self.machine.heap_mut().set_element(reference, ty, slot, word),
        }
    }

    /// The invariant is about to read a variable.
    fn choose(&mut self, variable: u32) {
        let before = self.machine.domain().moment();
        self.machine.domain_mut().settle(variable as usize);
        self.position.met = self.met.len();
        self.push(variable);
        self.read = self.depth;
        let choice = &mut self.choices[self.depth - 1];
        choice.before = before;
        choice.position.stage = self.position.stage;
        choice.position.called = self.position.called;
        choice.position.met = self.position.met;
        choice.position.key = self.position.key;
        choice.position.open.clone_from(&self.position.open);
        self.machine.nest(&mut choice.moment);
    }

    /// Counts a variable as read.
    fn push(&mut self, variable: u32) {
        if self.depth == self.choices.len() {
            self.choices.push(Choice {
                variable,
                brings: NO_POOL,
                position: self.position.clone(),
                before: Looked::default(),
                moment: Moment::default(),
            });
        }
        let choice = &mut self.choices[self.depth];
        choice.variable = variable;
        choice.brings = NO_POOL;
        self.depth += 1;
    }

    /// Counts the variables of the structure that the invariant did not read as read, and says whether the structure
    /// has as many nodes as it should.
    fn complete(&mut self) -> bool {
        // The usual case: everything was read, and the walk has counted the nodes.
        if self.read == self.watched && self.only_tree_nodes {
            return true;
        }
        let present = crate::concrete::present(self.space, &self.codes);
        let mut known: Vec<u32> = Vec::new();
        for choice in &self.choices[self.read..self.depth] {
            known.push(choice.variable);
        }
        for &object in &present {
            for slot in &self.space.objects[object].slots {
                let Slot::Variable(variable) = *slot else { continue };
                let is_ghost = self.space.variables[variable].role == Role::Ghost;
                let is_known = self.machine.domain().is_read(variable) || known.contains(&(variable as u32));
                if !is_ghost && !is_known && self.space.variables[variable].domain.len() > 1 {
                    self.push(variable as u32);
                }
            }
        }
        let nodes = present.iter().filter(|&&object| self.nodes[object]).count();
        (self.sizes.least..=self.sizes.greatest).contains(&nodes)
    }

    /// Lets the invariant go on from where it is.
    fn candidate(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> End {
        self.candidates += 1;
        if stop(self.work()) {
            return End::Stopped;
        }
        loop {
            let ended = match self.position.stage {
                Stage::Walk => self.walk(),
                Stage::Local(_) | Stage::Whole => self.run(stop),
            };
            if let Some(end) = ended {
                return end;
            }
        }
    }

    /// Walks along the backbone until a method is to be called or all is said.
    fn walk(&mut self) -> Option<End> {
        while let Some(&Visit { object, action }) = self.position.open.last() {
            let object = object as usize;
            let Some(&next) = self.actions[object].get(action as usize) else {
                self.position.open.pop();
                continue;
            };
            match next {
                Action::Child(slot) => {
                    let Ok(word) = self.read(object, slot) else { continue };
                    self.done();
                    if word == 0 {
                        continue;
                    }
                    let child = (word as Reference - self.references[0]) as usize;
                    if self.is_met[child] || self.is_too_high(child) {
                        return Some(End::Invalid);
                    }
                    self.meet(child);
                    self.position.open.push(Visit { object: child as u32, action: 0 });
                }
                Action::Key(slot) => {
                    let Ok(word) = self.read(object, slot) else { continue };
                    self.done();
                    let key = word as i64;
                    if self.position.key.is_some_and(|before| before >= key) {
                        return Some(End::Invalid);
                    }
                    self.position.key = Some(key);
                }
                Action::Local(function) => return self.local(object, function, 0),
            }
        }
        if self.only_tree_nodes {
            let nodes = self.met.iter().filter(|&&object| self.nodes[object as usize]).count();
            if !(self.sizes.least..=self.sizes.greatest).contains(&nodes) {
                return Some(End::Invalid);
            }
        }
        let Some(function) = self.model.invariant else { return Some(End::Valid) };
        self.position.stage = Stage::Whole;
        self.call(function, 0)
    }

    fn done(&mut self) {
        self.position.open.last_mut().expect("an action belongs to an object").action += 1;
    }

    /// What lies in a slot, unless that is to be chosen first.
    fn read(&mut self, object: usize, slot: u32) -> Result<Word, ()> {
        let reference = self.references[object];
        match self.machine.domain().look(reference, slot) {
            Ok(()) => Ok(self.machine.heap().get(reference, slot)),
            Err(variable) => {
                self.choose(variable);
                Err(())
            }
        }
    }

    /// Whether an object would be below too many of its class.
    fn is_too_high(&self, child: usize) -> bool {
        let (Some(height), Kind::Class(class, _)) = (self.space.height, self.space.objects[child].kind)
        else {
            return false;
        };
        let is_same = |visit: &&Visit| match self.space.objects[visit.object as usize].kind {
            Kind::Class(other, _) => other == class,
            Kind::Array(..) => false,
        };
        self.position.open.len() >= height && self.position.open.iter().filter(is_same).count() >= height
    }

    /// Asks the local invariant of an object with a choice of its ghosts.
    fn local(&mut self, object: usize, function: FunctionId, choice: usize) -> Option<End> {
        let Kind::Class(class, _) = self.space.objects[object].kind else { return None };
        let Ghosts { slots, words } = &self.ghosts[class];
        let mut rest = choice;
        for (slot, words) in slots.iter().zip(words) {
            let word = words[rest % words.len()];
            rest /= words.len();
            self.machine.heap_mut().set(self.references[object], *slot, word);
        }
        if rest > 0 {
            return Some(End::Invalid);
        }
        self.position.stage = Stage::Local(choice);
        self.position.called = Called {
            heap: self.machine.heap_mut().nest(),
            looked: self.machine.domain().moment(),
            read: self.read,
        };
        self.call(function, object)
    }

    /// Takes back what the local invariant that was asked last has written; what it has read stays read. Says how the candidate
    /// ends if that cannot be done.
    fn take_back(&mut self) -> Result<(), End> {
        let Called { heap, looked, read } = self.position.called;
        // Values that were tried since it was called were written as well, but for the first ones.
        let is_tried = |choice: &&Choice| self.codes[choice.variable as usize] != 0;
        let tried = self.choices[read..self.read].iter().filter(is_tried).count();
        if self.machine.heap().writes_since(&heap) == Some(tried) {
            return Ok(());
        }
        if !self.machine.heap_mut().rewrite(&heap) {
            return Err(End::Skipped("an invariant that changes too much".to_string()));
        }
        self.machine.domain_mut().unwrite(looked);
        for choice in read..self.read {
            let variable = self.choices[choice].variable as usize;
            self.put(variable, self.words[variable][self.codes[variable] as usize]);
        }
        Ok(())
    }

    fn call(&mut self, function: FunctionId, object: usize) -> Option<End> {
        let called = self.machine.call(function, &[self.references[object].into()]);
        let program = self.machine.image().program();
        called.err().map(|what| End::Skipped(replay::unsupported(program, what)))
    }

    /// Lets the machine go on with a method of the invariant.
    fn run(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> Option<End> {
        let program = self.machine.image().program();
        let mut left = MOST_STEPS;
        loop {
            let mut fuel = SLICE;
            let stopped = self.machine.run(&mut fuel);
            self.steps += SLICE - fuel;
            left = left.saturating_sub(SLICE - fuel);
            match stopped {
                Stop::Fork(variable) => self.choose(variable),
                Stop::Returned(Some(word)) if word != 0 => return self.said_yes(),
                Stop::Returned(_) | Stop::Violation(_) | Stop::Dropped => return self.said_no(),
                Stop::Paused if left == 0 => {
                    let construct = format!("an invariant that does not end within {MOST_STEPS} operations");
                    return Some(End::Skipped(construct));
                }
                Stop::Paused => {
                    if stop(self.work()) {
                        return Some(End::Stopped);
                    }
                }
                Stop::Unsupported(what) => return Some(End::Skipped(replay::unsupported(program, what))),
                Stop::Exhausted(Resource::Frames) => {
                    return Some(End::Skipped("calls nested too deeply".to_string()));
                }
                Stop::Exhausted(Resource::Memory) => {
                    return Some(End::Skipped("a call that needs more heap than there may be".to_string()));
                }
                Stop::Exhausted(Resource::Room) => {
                    return Some(End::Skipped(
                        "a call that needs more heap than there is room for".to_string(),
                    ));
                }
                Stop::Choice(_) => return Some(End::Skipped("a choice inside an invariant".to_string())),
                Stop::Exited(_) => {
                    return Some(End::Skipped("an invariant that ends the program".to_string()));
                }
            }
        }
    }

    fn said_yes(&mut self) -> Option<End> {
        match self.position.stage {
            Stage::Whole => Some(End::Valid),
            Stage::Walk | Stage::Local(_) => {
                if let Err(end) = self.take_back() {
                    return Some(end);
                }
                self.position.stage = Stage::Walk;
                self.done();
                None
            }
        }
    }

    fn said_no(&mut self) -> Option<End> {
        match (self.position.stage, self.position.open.last()) {
            (Stage::Local(choice), Some(&Visit { object, action })) => {
                match self.actions[object as usize][action as usize] {
                    Action::Local(function) => match self.take_back() {
                        Ok(()) => self.local(object as usize, function, choice + 1),
                        Err(end) => Some(end),
                    },
                    Action::Child(_) | Action::Key(_) => Some(End::Invalid),
                }
            }
            (Stage::Local(_) | Stage::Walk | Stage::Whole, _) => Some(End::Invalid),
        }
    }
}
