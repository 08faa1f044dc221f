//! Local invariants after an operation, for all states that take the same path.
//!
//! # Why this is sound
//! The heap of the tracked machine says what every slot has after the operation, in every state of the path: the word
//! that its term has for the state's values of the variables. A local invariant reads an object and its tree
//! children only. So, for the *whole path*, the states in which it is true are found by executing it on the same heap
//! again and again, each time with the words of other values of the variables that occur in those slots, until every
//! combination has an answer (as the initial set is built, see [`crate::initial`]). The operation itself is not executed
//! again: nothing that it decided is among what changes, because all combinations satisfy what the path has
//! noted. Combinations that the local invariants exclude that were true before the operation are left out. If all
//! others have the answer yes, the path needs no more conditions; otherwise it gets those of the combinations with yes, and the
//! other states stay in the set that is left, and are looked at on their own.
//!
//! *Ghosts* are what the operation leaves alone. An object that is looked at keeps its ghosts if the local
//! invariant is true with them; otherwise it gets values with which it is, and its parent is looked at in turn.
//! A value that was found is good for all states in which the invariant is true with it. The local
//! invariants determine ghosts from below, so there is nothing to be tried again when an object further up fails.

use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{BinaryOp, ClassId, FunctionId, IntType, RefType};
use logic::bdd::Set;
use machine::word::Number;
use machine::{Domain as _, Reference, Word};

use crate::configuration::{Abstract, Configuration, Named};
use crate::model::Role;
use crate::post::{Post, Verdict, Walk};
use crate::sets::{Noted, Sets};
use crate::space::{Kind, Slot};
use crate::terms::{KEY, Term};
use crate::tracked::{Condition, Place, Tracked, Value, place};

/// More combinations of values are not looked at together.
const MOST_ANSWERS: usize = 100;

/// Combinations of more variables are not looked at together.
const MOST_VARIABLES: usize = 64;

/// Invariants that speak of variables at hand, of what these speak of, and so on, this often.
const HOPS: usize = 1;

impl Post<'_, '_, '_, '_> {
    /// Looks at local invariants where something they may read is not as before.
    pub(crate) fn local(&mut self, walk: &Walk, written: &BTreeSet<usize>) -> Verdict {
        let mut changed = vec![false; walk.nodes.len()];
        for (place, node) in walk.nodes.iter().enumerate() {
            changed[place] = match self.runner.object(node.reference) {
                Some(object) => {
                    let was_there = self.fix_way(object);
                    if was_there && !written.contains(&object) {
                        self.were_there.push(object);
                    }
                    written.contains(&object) || !was_there
                }
                None => true,
            };
        }
        // Children have greater numbers than their parents.
        for place in (0..walk.nodes.len()).rev() {
            let node = &walk.nodes[place];
            let RefType::Class(class) = self.runner.machine.heap().ty(node.reference) else { continue };
            let Some(described) = self.model.classes.iter().find(|other| other.class == class) else {
                continue;
            };
            let Some(function) = described.local else { continue };
            let mut neighbours = node.children.clone();
            let mut next = 0;
            while next < neighbours.len() {
                let neighbour = &walk.nodes[neighbours[next]];
                if let RefType::Array(_) = self.runner.machine.heap().ty(neighbour.reference) {
                    neighbours.extend(&neighbour.children);
                }
                next += 1;
            }
            let looks = changed[place] || neighbours.iter().any(|&neighbour| changed[neighbour]);
            if !looks || self.unsound {
                continue;
            }
            let near = self.near(node.reference);
            let reach = self.runner.reach(&near);
            self.runner.machine.domain_mut().reach = Some(reach);
            let verdict = self.settle_ghosts(node.reference, class, function, &near, &mut changed[place]);
            let strayed = self.runner.machine.domain_mut().strayed.take();
            self.runner.machine.domain_mut().reach = None;
            if strayed.is_some() {
                return Verdict::Skipped(format!(
                    "the local invariant of {}, which reads further than the object and its tree children,",
                    described.name
                ));
            }
            match verdict {
                Verdict::Holds => {}
                other @ (Verdict::Violated | Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => {
                    return other;
                }
            }
        }
        Verdict::Holds
    }

    /// What the local invariant of an object may read, ascending: in any state of the path.
    fn near(&self, reference: Reference) -> Vec<Reference> {
        let heap = self.runner.machine.heap();
        let space = self.runner.space;
        let mut near = vec![reference];
        let mut open = vec![(reference, Role::Tree, None)];
        while let Some((current, role, content)) = open.pop() {
            // An object of an unknown class has no children that anybody may look at.
            for (slot, role, content) in self.tree_slots(current, role, content.as_ref()).unwrap_or_default()
            {
                let value = heap.get(current, slot);
                let mut children = Vec::new();
                if value.word != 0 {
                    children.push(value.word as Reference);
                }
                if value.term > KEY
                    && let Term::Variable(variable) = self.runner.machine.domain().terms.term(value.term)
                {
                    let possible = space.children(variable as usize);
                    children.extend(possible.map(|child| self.runner.references[child]));
                }
                for child in children {
                    if !near.contains(&child) {
                        near.push(child);
                        if let RefType::Array(_) = heap.ty(child) {
                            open.push((child, role, content.clone()));
                        }
                    }
                }
            }
        }
        near.sort_unstable();
        near
    }

    /// Looks at a local invariant, with the ghosts that are there or others that fit.
    fn settle_ghosts(
        &mut self,
        reference: Reference,
        class: ClassId,
        function: FunctionId,
        near: &[Reference],
        changed: &mut bool,
    ) -> Verdict {
        let described = self.model.classes.iter().find(|other| other.class == class);
        let fields = described.map(|described| &described.fields[..]).unwrap_or_default();
        let ghosts: Vec<u32> = (0..fields.len())
            .filter(|&slot| fields[slot].role == Role::Ghost)
            .map(|slot| slot as u32)
            .collect();
        if ghosts.is_empty() || self.runner.object(reference).is_some() {
            match self.answer(reference, function, near, None, &[]) {
                Verdict::Violated if !ghosts.is_empty() => {}
                other @ (Verdict::Violated
                | Verdict::Holds
                | Verdict::Excluded
                | Verdict::Skipped(_)
                | Verdict::Stopped) => return other,
            }
        }
        *changed = true;
        // A value that follows from another ghost answers for more states than a number does.
        if let &[slot] = &ghosts[..] {
            for (owner, ghost) in self.ghosts_near(reference, class, slot) {
                // What it had itself was tried above.
                let steps: &[i32] = if owner.is_some() { &[0, 1, -1] } else { &[1, -1] };
                for &step in steps {
                    let step = Value::constant(i64::from(step) as Word);
                    let number = Number::Int(IntType::I32);
                    let Ok(value) =
                        self.runner.machine.domain_mut().binary(BinaryOp::Add, number, ghost, step);
                    match self.answer(reference, function, near, owner, &[(slot, value)]) {
                        Verdict::Violated => {}
                        other @ (Verdict::Holds
                        | Verdict::Excluded
                        | Verdict::Skipped(_)
                        | Verdict::Stopped) => return other,
                    }
                }
            }
        }
        let domains: Vec<Vec<Word>> = ghosts.iter().map(|&slot| self.ghost_words(class, slot)).collect();
        let mut choice = vec![0; ghosts.len()];
        loop {
            let values: Vec<(u32, Value)> = ghosts
                .iter()
                .enumerate()
                .map(|(place, &slot)| (slot, Value::constant(domains[place][choice[place]])))
                .collect();
            match self.answer(reference, function, near, None, &values) {
                Verdict::Violated => {}
                other @ (Verdict::Holds | Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => {
                    return other;
                }
            }
            // The next combination.
            let next = (0..ghosts.len()).find(|&place| choice[place] + 1 < domains[place].len());
            let Some(place) = next else { return Verdict::Violated };
            choice[..place].fill(0);
            choice[place] += 1;
        }
    }

    /// The ghost of an object if it is one of the space, and those of its tree children, with the references to them.
    fn ghosts_near(&self, reference: Reference, class: ClassId, slot: u32) -> Vec<(Option<Value>, Value)> {
        let heap = self.runner.machine.heap();
        let described = self.model.classes.iter().find(|other| other.class == class);
        let fields = described.map(|described| &described.fields[..]).unwrap_or_default();
        let children = fields.iter().enumerate().filter(|(_, field)| field.role == Role::Tree);
        let children = children.map(|(slot, _)| heap.get(reference, slot as u32));
        let of_class = children
            .filter(|child| child.word != 0 && heap.ty(child.word as Reference) == RefType::Class(class));
        let ghosts = of_class.map(|child| (Some(child), heap.get(child.word as Reference, slot)));
        let own = self.runner.object(reference).map(|_| (None, heap.get(reference, slot)));
        // What it had itself comes first: nothing around it has to be the same on the whole path.
        own.into_iter().chain(ghosts).collect()
    }

    /// What a ghost of a class can have.
    fn ghost_words(&self, class: ClassId, slot: u32) -> Vec<Word> {
        let mut objects = self.runner.space.objects.iter();
        let sample = objects.find(|object| matches!(object.kind, Kind::Class(_, other) if other == class));
        match sample.map(|object| object.slots[slot as usize]) {
            // The operation may have made something larger than what there was before.
            Some(Slot::Variable(variable)) => with_more(&self.runner.words[variable]),
            Some(Slot::Fixed(_) | Slot::Key(_) | Slot::Initial) | None => vec![0],
        }
    }

    /// Whether a local invariant is true with these ghosts in the state at hand; if so, in which states of the path. `owner`
    /// must be the reference that it is.
    fn answer(
        &mut self,
        reference: Reference,
        function: FunctionId,
        near: &[Reference],
        owner: Option<Value>,
        ghosts: &[(u32, Value)],
    ) -> Verdict {
        let object = Value::constant(reference.into());
        let moment = self.runner.remember();
        let put = |post: &mut Self| {
            if let Some(owner) = owner {
                post.runner.machine.domain_mut().fix(owner);
            }
            for &(slot, value) in ghosts {
                post.runner.machine.heap_mut().set(reference, slot, value);
            }
        };
        put(self);
        let level = self.runner.machine.domain().level();
        match self.ask_once(function, object) {
            Verdict::Holds => {}
            other @ (Verdict::Violated | Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => {
                if !self.runner.back(&moment, true) {
                    return lost();
                }
                return other;
            }
        }
        // Nothing decided it but what is the same on the whole path.
        if self.runner.machine.domain().is_at(level) {
            return Verdict::Holds;
        }
        if !self.runner.back(&moment, true) {
            return lost();
        }
        put(self);
        match self.whole_path(function, object, near) {
            Ok(Some(answer)) => {
                if !self.sets.bdds.is_all(&answer) {
                    let moment = self.runner.machine.domain().notes().len();
                    self.answers.push((moment, answer));
                }
                Verdict::Holds
            }
            // There is too much to look at: the way that it went in the state at hand joins the path.
            Ok(None) => self.ask_once(function, object),
            Err(verdict) => verdict,
        }
    }

    /// Executes a local invariant, and undoes what it changes: others are asked about the same state.
    fn ask_once(&mut self, function: FunctionId, object: Value) -> Verdict {
        let moment = self.runner.remember();
        let verdict = self.ask(function, object);
        let heap = self.runner.machine.heap();
        if heap.is_as_marked() {
            return verdict;
        }
        self.asked_hashes |= heap.has_new_hashes();
        match self.runner.went_beyond() {
            Some(beyond) if verdict == Verdict::Holds => Verdict::Skipped(format!("the invariant, {beyond}")),
            Some(_) | None if self.runner.back(&moment, false) => verdict,
            Some(_) | None => lost(),
        }
    }

    /// The states of the path in which a local invariant is true, if there is not too much to look at.
    fn whole_path(
        &mut self,
        function: FunctionId,
        object: Value,
        near: &[Reference],
    ) -> Result<Option<Set>, Verdict> {
        loop {
            let reads = self.memory.reads.get(&function).cloned().unwrap_or_default();
            let found = self.whole_path_reading(function, object, near, &reads);
            let domain = self.runner.machine.domain();
            if domain.reads.is_subset(&reads) {
                return found;
            }
            // Something was read that nobody has read before: it counts from now on.
            let all = reads.union(&domain.reads).copied().collect();
            self.memory.reads.insert(function, Rc::new(all));
            self.memory.answers = Default::default();
        }
    }

    fn whole_path_reading(
        &mut self,
        function: FunctionId,
        object: Value,
        near: &[Reference],
        reads: &HashSet<Place>,
    ) -> Result<Option<Set>, Verdict> {
        self.runner.machine.domain_mut().reads.clear();
        let heap = self.runner.machine.heap();
        let mut slots: Vec<(Reference, u32, Value)> = Vec::new();
        let mut variables: HashSet<u32> = HashSet::default();
        let domain = self.runner.machine.domain();
        for &reference in near {
            let ty = heap.ty(reference);
            for (slot, &value) in heap.contents(reference).iter().enumerate() {
                if value.term > KEY && reads.contains(&place(ty, slot as u32)) {
                    slots.push((reference, slot as u32, value));
                    variables.extend(domain.terms.all_variables(value.term));
                }
            }
        }
        // What the path says of several variables must stay true.
        let mut conditions: Vec<_> = domain.conditions().collect();
        let mut kept = Vec::new();
        loop {
            let before = conditions.len();
            conditions.retain(|&condition| {
                let whose = domain.terms.all_variables(condition.term);
                let joins = whose.iter().any(|variable| variables.contains(variable));
                if joins {
                    variables.extend(whose);
                    kept.push(condition);
                }
                !joins
            });
            if conditions.len() == before {
                break;
            }
        }
        if variables.len() > MOST_VARIABLES {
            return Ok(None);
        }
        let mut variables: Vec<u32> = variables.into_iter().collect();
        variables.sort_unstable();
        // Few speakers are cheap, and mostly enough.
        for hops in 0..HOPS {
            let found = self.answers_of(function, object, near, reads, &variables, &slots, &kept, hops)?;
            if found.as_ref().is_none_or(|answer| self.sets.bdds.is_all(answer)) {
                return Ok(found);
            }
        }
        self.answers_of(function, object, near, reads, &variables, &slots, &kept, HOPS)
    }

    /// The states of the path in which a local invariant is true, as far as speakers within so many hops say.
    #[expect(clippy::too_many_arguments, reason = "what is looked at, and what is known of it")]
    fn answers_of(
        &mut self,
        function: FunctionId,
        object: Value,
        near: &[Reference],
        reads: &HashSet<Place>,
        variables: &[u32],
        slots: &[(Reference, u32, Value)],
        kept: &[Condition],
        hops: usize,
    ) -> Result<Option<Set>, Verdict> {
        let speakers = match hops {
            0 => self.nearest_speakers(object.word as Reference, near),
            hops => self.speakers(variables, hops),
        };
        let named = match kept.is_empty() {
            true => Named::new(self, function, object, near, reads, &speakers),
            false => None,
        };
        if let Some(named) = &named
            && let Some(answer) = self.memory.answers[hops].get(&named.configuration).cloned()
        {
            self.memory.known += 1;
            return Ok(Some(match answer {
                Answer::Everywhere => self.sets.bdds.all(),
                Answer::Denied => self.sets.bdds.none(),
                Answer::Where(paths) => {
                    let good = paths.iter().map(|path| named.here(self, path)).collect();
                    self.union(good)
                }
            }));
        }
        self.memory.looked += 1;
        let spoken = &mut self.memory.spoken;
        let sets = &mut *self.sets;
        let domain = self.runner.machine.domain();
        let left = sets.with_all_bits(|sets| {
            let mut restricted = Vec::new();
            for &variable in variables {
                let mut codes = domain.candidates(variable as usize).map(<[u32]>::to_vec);
                if let Some(possible) = sets.derived_codes(variable as usize) {
                    let fits = |code: &u32| codes.as_ref().is_none_or(|codes| codes.contains(code));
                    codes = Some(possible.iter().copied().filter(fits).collect());
                }
                restricted.extend(codes.map(|codes| (variable as usize, codes)));
            }
            let mut left = sets.restriction(restricted);
            for &condition in kept {
                let truth = sets.condition(domain, condition)?;
                left = sets.bdds.and(&truth, &left);
            }
            let before = known_before(sets, domain, variables, &speakers, self.locals, spoken);
            Some(sets.bdds.and(&left, &before))
        });
        let Some(mut left) = left else { return Ok(None) };
        let mut good = Vec::new();
        let mut is_everywhere = true;
        let mut codes = self.codes.to_vec();
        let moment = self.runner.remember();
        let mut count = 0;
        while let Some(assignment) = self.sets.bdds.least(&left) {
            count += 1;
            if count > MOST_ANSWERS {
                return if self.runner.back(&moment, true) { Ok(None) } else { Err(lost()) };
            }
            for &variable in variables {
                codes[variable as usize] = self.sets.code(&assignment, variable as usize);
            }
            for &(reference, slot, value) in slots {
                let words = &self.runner.words;
                let word = |variable: u32| words[variable as usize][codes[variable as usize] as usize];
                let word = self.runner.machine.domain().terms.evaluate(value.term, &word);
                self.runner.machine.heap_mut().set(reference, slot, Value { word, term: value.term });
            }
            let verdict = self.ask(function, object);
            let domain = self.runner.machine.domain();
            if !domain.reads.is_subset(reads) {
                // All begins again.
                return if self.runner.back(&moment, true) { Ok(None) } else { Err(lost()) };
            }
            let raw = self.sets.with_all_bits(|sets| sets.path_since(domain, moment.1, &codes, &left));
            assert!(self.sets.bdds.contains(&raw, &assignment), "an execution should satisfy its own path");
            left = self.sets.bdds.minus(&left, &raw);
            match verdict {
                Verdict::Holds => good.push(Noted::new(domain, moment.1, &codes)),
                Verdict::Violated if hops < HOPS => {
                    let denied = named.map(|named| (named.configuration, Answer::Denied));
                    self.memory.answers[hops].extend(denied);
                    return if self.runner.back(&moment, true) {
                        Ok(Some(self.sets.bdds.none()))
                    } else {
                        Err(lost())
                    };
                }
                Verdict::Violated => is_everywhere = false,
                other @ (Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => return Err(other),
            }
            if !self.runner.back(&moment, true) {
                return Err(lost());
            }
        }
        if let Some(named) = named {
            let answer = match is_everywhere {
                true => Some(Answer::Everywhere),
                false => good
                    .iter()
                    .map(|path| named.abstracted(self, path))
                    .collect::<Option<_>>()
                    .map(Answer::Where),
            };
            self.memory.answers[hops].extend(answer.map(|answer| (named.configuration, answer)));
        }
        Ok(Some(if is_everywhere { self.sets.bdds.all() } else { self.union(good) }))
    }

    /// The assignments that satisfy one of the paths.
    fn union(&mut self, paths: Vec<Noted>) -> Set {
        let domain = self.runner.machine.domain();
        let Memory { unions, forgotten, .. } = &mut *self.memory;
        if *forgotten != domain.terms.forgotten || unions.len() > MOST_UNIONS {
            // The numbers of terms mean something else now, or there are too many.
            unions.clear();
            *forgotten = domain.terms.forgotten;
        }
        let sets = &mut *self.sets;
        let union = unions.entry(paths).or_insert_with_key(|paths| {
            let mut union = sets.bdds.none();
            for noted in paths {
                let path = noted.within(sets, domain, &sets.bdds.all());
                union = sets.bdds.or(&union, &path);
            }
            union
        });
        union.clone()
    }

    /// The objects among those near, and those at whose places they hung before, whose local invariants were true before.
    fn nearest_speakers(&self, own: Reference, near: &[Reference]) -> Vec<(usize, Rc<[usize]>)> {
        let space = self.runner.space;
        let near: Vec<usize> = near.iter().filter_map(|&reference| self.runner.object(reference)).collect();
        let own = self.runner.object(own);
        let below = near.iter().filter(|&&object| Some(object) != own);
        let above = below.filter_map(|&object| space.owner(space.objects[object].parent?));
        let above: Vec<usize> = above.collect();
        let speaks = |object: &&usize| Some(**object) == own || above.contains(*object);
        let speakers = self.were_there.iter().filter(speaks);
        let speakers = speakers
            .filter_map(|&object| Some((object, Rc::clone(&self.locals[object].as_ref()?.variables))));
        speakers.collect()
    }

    /// The objects whose local invariants, which were true before the operation, say something of the variables, or of
    /// something that one of these speaks of, within so many hops; with the variables that they speak of.
    fn speakers(&self, variables: &[u32], hops: usize) -> Vec<(usize, Rc<[usize]>)> {
        let mut spoken_of: HashSet<usize> = variables.iter().map(|&variable| variable as usize).collect();
        let mut silent: Vec<usize> = self.were_there.clone();
        let mut speakers = Vec::new();
        for _ in 0..hops {
            let mut next = spoken_of.clone();
            silent.retain(|&object| {
                let Some(local) = &self.locals[object] else { return false };
                let joins = local.variables.iter().any(|variable| spoken_of.contains(variable));
                if joins {
                    next.extend(local.variables.iter());
                    speakers.push((object, Rc::clone(&local.variables)));
                }
                !joins
            });
            spoken_of = next;
        }
        speakers
    }
}

/// What the local invariant of an object says.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The assignments in which it is true, with the bits of all variables.
    pub(crate) set: Set,
    /// The variables that it speaks of.
    pub(crate) variables: Rc<[usize]>,
}

/// An object, and for each variable that its local invariant speaks of the codes that it may have, and whether somebody
/// else speaks of it.
type Spoken = Vec<u32>;

/// More is not remembered.
const MOST_SPOKEN: usize = 1 << 14;

/// More is not remembered.
const MOST_UNIONS: usize = 1 << 13;

/// In which states of a path a local invariant is true.
#[derive(Clone)]
enum Answer {
    /// In all.
    Everywhere,
    /// Not in all, as far as speakers say that were looked at.
    Denied,
    /// In those of these paths.
    Where(Rc<[Abstract]>),
}

/// What was found out about local invariants in other transitions.
#[derive(Default)]
pub(crate) struct Memory {
    /// What each local invariant reads, as far as is known.
    reads: HashMap<FunctionId, Rc<HashSet<Place>>>,
    /// In which states of the path it is true, by the configuration, for each number of hops.
    answers: [HashMap<Configuration, Answer>; HOPS + 1],
    /// What local invariants said before an operation of the variables that others speak of as well.
    spoken: HashMap<Spoken, Set>,
    /// The assignments that satisfy one of several paths.
    unions: HashMap<Vec<Noted>, Set>,
    /// How often terms had been forgotten when these were found out.
    forgotten: u64,
    /// How often a configuration was looked at, and how often one was known.
    pub(crate) looked: u64,
    pub(crate) known: u64,
}

/// What the local invariants of speakers, which were true before the operation, say of variables on the path.
fn known_before(
    sets: &Sets,
    domain: &Tracked,
    variables: &[u32],
    speakers: &[(usize, Rc<[usize]>)],
    locals: &[Option<Local>],
    spoken: &mut HashMap<Spoken, Set>,
) -> Set {
    if spoken.len() > MOST_SPOKEN {
        spoken.clear();
    }
    // What nobody else speaks of is left out at once.
    let mut known = sets.bdds.all();
    for (place, (object, said)) in speakers.iter().enumerate() {
        let Some(local) = &locals[*object] else { continue };
        let speak = |others: &[(usize, Rc<[usize]>)], variable: usize| {
            others.iter().any(|(_, said)| said.contains(&variable))
        };
        let (mut own, mut shared) = (Vec::new(), Vec::new());
        let mut spoken_of: Spoken = vec![*object as u32];
        for &variable in said.iter() {
            let mut is_own = false;
            if !variables.contains(&(variable as u32)) && !speak(&speakers[place + 1..], variable) {
                is_own = !speak(&speakers[..place], variable);
                let bits = if is_own { &mut own } else { &mut shared };
                bits.extend(&sets.bits[variable]);
            }
            let codes = domain.candidates(variable);
            // No list has half as many codes as there are numbers.
            let count = codes.map_or(u32::MAX / 2, |codes| codes.len() as u32);
            spoken_of.push(count * 2 + u32::from(is_own));
            spoken_of.extend(codes.unwrap_or_default());
        }
        let local = spoken.entry(spoken_of).or_insert_with(|| {
            let restricted =
                said.iter().filter_map(|&variable| Some((variable, domain.candidates(variable)?)));
            let local = sets.bdds.and(&local.set, &sets.restriction(restricted.collect()));
            own.sort_unstable();
            sets.bdds.exists(&local, &own)
        });
        shared.sort_unstable();
        known = sets.bdds.exists(&sets.bdds.and(&known, local), &shared);
    }
    known
}

fn lost() -> Verdict {
    Verdict::Skipped("an invariant that changes too much".to_string())
}

/// The words of a ghost, and the next numbers above them.
pub(crate) fn with_more(words: &[Word]) -> Vec<Word> {
    let greatest = words.iter().map(|&word| word as i64).max().unwrap_or_default();
    words.iter().copied().chain([greatest + 1, greatest + 2].map(|number| number as Word)).collect()
}
