//! The loop: solve, look whether the calls can have done what the solution says, learn why not, and again (the seed's figure 15).
//!
//! # Why it is right
//! Let *T* be all units of all instances that can ever be opened, with the property's negation: what inlining everything says. The clauses
//! that take part, *C*, are a subset of *T* at any time, because only units of opened bodies are included, and because what
//! is said of instances that are not opened, the facts of [`crate::memory`], is true of every execution. An instance that is composed
//! ([`crate::compose`]) counts as one whose units about the outputs that are known are included.
//! *T* says nothing of memory after an exception that leaves the method, because nobody reads it: a solution of *T* without that is one with it, if those outputs are
//! what the bodies compute (`Faults.java` of the test `infer_constructs` has exceptions that are caught and others).
//! - If *C* has no solution, *T* has none: the property holds in the scope. Instances that are *cut* are the exception: their conditions are
//!   assumed to be false at first, and if that was needed for the contradiction, it is asked again without (the module `cut`).
//! - If there is a solution that satisfies all units of all instances that are executed in it, then it satisfies *T*: instances that are not
//!   executed say nothing. Whoever asks replays it on the concrete machine all the same.
//! - Otherwise the heap of a solution of *C* is fixed, and what is executed from it is opened, until the units that were met contradict the heap and the
//!   violation, or there is a solution as above. Some units of a core are not in *C*, because the solution satisfies all that are; so
//!   including those of the core makes *C* larger. *T* is finite where depth is bounded, so the loop ends.
//!
//! That a refinement includes something new is asserted where it happens; the tests `inlining_agrees`, which also compares how much is said with and
//! without inlining, and `brute_force_agrees` look at the result.
//!
//! # What is different from the seed
//! - The seed fixes the whole solution, goes through the calls in the order of execution, and learns of the first that contradicts it. Here only the heap
//!   before and the arguments are fixed, so that a core says what is needed of all calls together to see that this heap breaks nothing, and nothing that
//!   only the solver's choice of some result made wrong.
//! - Instances that may write what the property looks at are looked into before others, then those that are deepest inside them, one function
//!   after the other, as long as there is a solution: what is not needed is not even opened. In the seed's spanning tree, that
//!   is the search for leaders. The seed names the order as something to try.
//! - What is learned of one instance, all others of the same function or loop get that are not deeper inside themselves. With it comes that
//!   executions stay within the scope, which costs little, and is needed late, in heaps that fill the scope. And what functions of which something is needed do to fields
//!   of which something is needed is learned together, if the property looks at them.
//! - Small heaps are looked at first. What is needed of calls in large heaps is needed in small ones too, but these have room for new objects: that
//!   a heap fills the scope explains why it breaks nothing, and says nothing about others. And a violation in a small heap is easier to read. Where the
//!   scope is large, that is done in formulas of their own with small scopes (the module `small`), and what was learned in them is put in its place in
//!   the large one from the beginning.
//! - Of what was met, only what can have to do with the question takes part in it, until there is a solution (the module `relevant`), and what is true of every
//!   output is said only of outputs that somebody asks for ([`crate::memory`]).
//! - A question that turns out to be hard is put off until what was learned is included however deep, and asked with simpler
//!   clauses when it was not answered in about the time that making them simpler takes ([`logic::sat::Simplified`]).
//! - Before anything else, a solution's heap is tried on the concrete machine: most violations are real at once.

#[cfg(test)]
mod tests;

mod begin;
mod cut;
mod explain;
mod possible;
mod relevant;
mod settled;
mod small;
mod specification;
mod specified;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use check::{Exhausted, Location, Meter, Skipped, Usage};
use ir::{FunctionId, Program, Type};
use logic::circuit::Bit;
use logic::sat::{Answer, Limits, Literal, Model, Simplified, Solver};

use crate::clock::Clock;
use crate::compose::Known;
use crate::concrete::Outcome;
use crate::encode::Encoder;
use crate::formula::mentioned;
use crate::instance::{Instance, Key, Kind, What};
use crate::memory::Memory;
use crate::prestate::PreState;
use crate::property::Property;
use crate::reach::{Language, Reach};
use crate::symmetry::Symmetry;
use crate::universe::{Scope, Universe};
use crate::value::Value;
use cut::{Deeper, Reached};
pub use possible::{Lack, Lacking};
use small::{Foreseen, Learned};

/// How many conflicts are looked for between two looks at the clock.
const SLICE: u32 = 2_000;

/// The same, for questions that take long.
const MOST_SLICE: u32 = 200_000;

/// How long it may take between two looks at the clock, about.
const LONG: Duration = Duration::from_secs(1);

/// After how many conflicts a question is a hard one.
const EASY: u32 = 200;

/// As many clauses as this take about as long to be simplified as a conflict that simpler clauses spare takes to be found.
const SIMPLER: u64 = 40;

/// After fewer conflicts than this a question may be about to be answered, and simplifying would take as long.
const HARD: u64 = 2_000;

/// How many bits numbers have at most: sums of them fit into 64.
const WIDEST: usize = 62;

/// How many bits numbers of the program have.
const WHOLE: usize = 32;

/// How many instances get what others have learned; beyond, each learns for itself.
const SHARING: usize = 2_000;

/// What is asked.
#[derive(Clone)]
pub struct Question<'q> {
    /// The program.
    pub program: &'q Program,
    /// The method.
    pub function: FunctionId,
    /// The class that declares it.
    pub class: ir::ClassId,
    /// Whether its first parameter is the receiver, which is not null.
    pub receiver: bool,
    /// What the source declares parameters as: they can have fewer numbers there than here.
    pub declared: Vec<Type>,
    /// Which parameters are truth values, though they are numbers here.
    pub truths: Vec<bool>,
    /// Whether the result is a truth value.
    pub gives_truth: bool,
    /// What is true before the call.
    pub requires: Vec<Property>,
    /// What should be true when the method has returned.
    pub ensures: Vec<Property>,
    /// Methods of the receiver without parameters that give true before the call, and should after it.
    pub invariants: Vec<FunctionId>,
    /// Classes of exceptions none of which should leave the method; of subclasses neither.
    pub never: Vec<ir::ClassId>,
    /// How many objects there are.
    pub scope: Scope,
    /// Whether numbers have all their bits and wrap around; otherwise, executions in which a number needs more bits than those of the scope
    /// are left out.
    pub wraps: bool,
    /// How many iterations of a loop, and nested calls of a function, are looked at.
    pub unroll: Unroll,
    /// Whether every call and loop is opened at once.
    pub inline: bool,
    /// Whether clauses are kept to be shown.
    pub record: bool,
    /// What determines the order in which the solver decides, if it is not to be the usual one.
    pub seed: Option<u32>,
}

/// How many iterations of a loop, and nested calls of a function, are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unroll {
    /// At first.
    pub first: usize,
    /// At most, where executions go deeper.
    pub most: usize,
}

impl Question<'_> {
    /// How many objects of each class there are before the call at most in the heaps that are looked at first.
    fn small(&self) -> Option<usize> {
        Some(self.scope.objects / 2).filter(|&size| size > 0)
    }
}

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    /// The property holds in the scope, however deep loops and recursion go.
    Holds {
        /// Whether the method may return; otherwise, all executions within the scope end with an exception.
        returns: bool,
    },
    /// No execution within the scope comes to its end: the places where they leave it, or some where they may.
    Impossible(Vec<Lack>),
    /// It holds of executions whose loops and recursion go no deeper than this, and others were found.
    Cut {
        /// Where one of them begins.
        before: PreState,
        /// The loop or call.
        location: Location,
        /// How deep was looked.
        depth: usize,
    },
    /// A heap and arguments for which it does not hold, as far as the encoding says.
    Violated(PreState),
    /// It was stopped.
    Stopped(Exhausted),
}

/// What was learned about a call or a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// Who is called, or where the loop is.
    pub name: String,
    /// How many instances have learned it.
    pub instances: usize,
    /// What is known, one line each.
    pub lines: Vec<String>,
    /// What it may modify.
    pub modifies: Vec<String>,
}

/// Counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Calls and loop iterations that were met.
    pub calls: u64,
    /// Those whose bodies were encoded.
    pub opened: u64,
    /// Times that something was learned.
    pub refinements: u64,
    /// Units that were learned.
    pub learned: u64,
    /// Variables of the formula, as far as they matter for the last question about the property.
    pub variables: u64,
    /// Clauses of the formula, as far as they matter.
    pub clauses: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Its conflicts.
    pub conflicts: u64,
    /// Time for encoding.
    pub translation: Duration,
    /// Time in the solver.
    pub solving: Duration,
}

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The answer.
    pub answer: Answered,
    /// What was learned.
    pub specifications: Vec<Specification>,
    /// What was not encoded.
    pub skipped: Vec<Skipped>,
    /// What was believed.
    pub believed: crate::given::Believed,
    /// Counts.
    pub counts: Counts,
    /// The clauses, if they were kept.
    pub dimacs: Option<String>,
    /// What the bodies say that were opened, a line each; those that take part are marked.
    pub formula: String,
}

/// Everything that is fixed before a method is encoded.
pub struct Setting {
    /// What can be reached, whatever the scope.
    pub reach: Rc<Reach>,
    /// The atoms.
    pub universe: Universe,
}

impl Setting {
    /// The setting of a question.
    pub fn new(question: &Question<'_>, language: &Language<'_>) -> Self {
        let properties = question.requires.iter().chain(&question.ensures);
        let (mut fields, mut types) = (Vec::new(), Vec::new());
        for property in properties {
            let (new_fields, new_types) = mentioned(&property.formula);
            fields.extend(new_fields);
            types.extend(new_types);
        }
        let functions: Vec<FunctionId> =
            std::iter::once(question.function).chain(question.invariants.iter().copied()).collect();
        let reach = Reach::new(question.program, (question.class, &functions), fields, types, language);
        Setting::within(question, &Rc::new(reach))
    }

    /// That of another scope, where the same can be reached.
    fn within(question: &Question<'_>, reach: &Rc<Reach>) -> Self {
        let reach = Rc::clone(reach);
        let (low, high) = question.scope.numbers;
        let (least, greatest) = reach.constants;
        let bits = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
        let most = [low, high, least, greatest, question.scope.length as i64].map(bits);
        let fewest = if question.wraps { WHOLE } else { 2 };
        let width = most.into_iter().max().unwrap_or(2).max(fewest) + usize::from(reach.computes);
        let universe =
            Universe::with(&reach.types, &reach.shared, &reach.apart, &question.scope, width.min(WIDEST));
        Setting { reach, universe }
    }
}

/// Somebody who says how a call in a heap really ends.
pub type Confirm<'c> = dyn FnMut(&PreState) -> Outcome + 'c;

/// Checks a method.
pub fn check<'a>(
    question: &Question<'a>,
    setting: &'a Setting,
    language: &'a Language<'a>,
    meter: Meter<'a>,
    confirm: &mut Confirm<'_>,
) -> Checked {
    let mut foreseen = small::foresee(question, setting, language, meter.clone());
    let (check, mut answer) = loop {
        let mut check = Check::new(question, setting, language, meter.clone());
        check.know(foreseen.as_ref());
        match check.run(foreseen, confirm) {
            Ok(answer) => break (check, answer),
            Err(more) => foreseen = Some(*more),
        }
    };
    if let Answered::Impossible(places) = &mut answer
        && let Some(reasons) = possible::reasons(question, setting, language, meter, check.depth)
    {
        *places = reasons;
    }
    check.finish(answer)
}

struct Check<'q, 'a, 'm> {
    question: &'q Question<'a>,
    setting: &'a Setting,
    encoder: Encoder<'a>,
    meter: Meter<'m>,
    parameters: Vec<Value>,
    /// The objects that show a violation, where some do.
    witnesses: Vec<Value>,
    /// Instances that nobody in the program makes, the one that is checked first.
    roots: Vec<usize>,
    symmetry: Symmetry,
    counts: Counts,
    /// The literal under which instances that are cut are not there.
    cuts: Option<Literal>,
    /// How many instances were cut.
    cut_off: u64,
    /// The cut instances of which it was said that executions are left out that repeat themselves.
    barred: BTreeSet<usize>,
    /// Whether executions are asked for that come to cut instances.
    beyond: bool,
    /// How many iterations and nested calls are looked at by now.
    depth: usize,
    /// That there is a violation.
    violation: Option<Wanted>,
    /// Whether an execution that returns is known to be possible, as far as what was learned says.
    returns: bool,
    /// What was learned of functions and loops, and how deep inside themselves it was.
    learned: Learned,
    /// Fields that the property looks at.
    looked_at: BTreeSet<ir::FieldId>,
    /// Of each class so many objects at most are there before the call, in the heaps that are looked at first.
    size: Option<usize>,
    /// Whether there are few objects, and what is learned is for where there are many.
    is_small: bool,
    /// Whether it is worth while to look at a few objects more before what is not known yet is learned here, or a hard question is asked.
    farther: bool,
    /// What was learned, counts, and the clauses if they were to be kept, when the question about the property was answered.
    settled: Option<(Vec<Specification>, Counts, Option<String>)>,
    /// Instances before this one were looked at for specifications of the library.
    specified: usize,
    work: u64,
}

/// Something that a function or loop says, whatever the instance.
type Said = (FunctionId, Kind, Key);

/// What a question asks for.
#[derive(Clone, Copy)]
struct Wanted {
    bit: Bit,
    /// Assumed, it makes the bit true.
    literal: Literal,
}

/// Conditions of the end of an execution.
#[derive(Clone, Copy)]
struct Ends {
    /// The method returns.
    returns: Bit,
    /// It returns, or throws an exception.
    any: Bit,
}

/// Why the work was broken off.
enum Stopped {
    /// The budget is spent.
    Budget(Exhausted),
    /// More is known than when it was begun: it is less work from the beginning.
    Outgrown(Box<Foreseen>),
}

/// How many looks at the clock there are for one at the memory, which takes longer.
const LOOKS: u64 = 8;

/// Looks at the clock, and sometimes at the memory.
fn poll(meter: &mut Meter<'_>, work: &mut u64) -> Result<(), Stopped> {
    *work += (Meter::MEMORY_INTERVAL / LOOKS).max(Meter::CLOCK_INTERVAL);
    meter.poll(Usage { states: 0, work: *work }).map_err(Stopped::Budget)?;
    Ok(())
}

/// Says that the budget is spent, for whoever asks in the middle of a question to a solver. What it says is not taken for an answer: the meter is asked
/// again.
fn stop(meter: &Meter<'_>) -> impl Fn() -> bool + 'static {
    let watch = RefCell::new(meter.watch());
    move || watch.borrow_mut().look().is_err()
}

/// Asks a solver until it has an answer, with looks at the clock.
fn persist(
    meter: &mut Meter<'_>,
    work: &mut u64,
    mut ask: impl FnMut(Limits) -> Answer,
) -> Result<Answer, Stopped> {
    let mut slice = SLICE;
    loop {
        // Between two of these looks memory can grow by much.
        *work += Meter::MEMORY_INTERVAL;
        poll(meter, work)?;
        let began = meter.elapsed();
        match ask(Limits::conflicts(slice)) {
            // Conflicts can take a millisecond each where there are many clauses.
            Answer::Unknown if meter.elapsed() - began > LONG => slice = (slice / 2).max(EASY),
            Answer::Unknown => slice = slice.saturating_mul(2).min(MOST_SLICE),
            answer @ (Answer::Satisfiable(_) | Answer::Unsatisfiable(_)) => return Ok(answer),
        }
    }
}

impl<'q, 'a, 'm: 'a> Check<'q, 'a, 'm> {
    fn new(
        question: &'q Question<'a>,
        setting: &'a Setting,
        language: &'a Language<'a>,
        meter: Meter<'m>,
    ) -> Self {
        // A hard question is asked again with its clauses simplified, so they are kept.
        let mut solver = question.seed.map_or_else(Solver::recording, Solver::recording_with);
        solver.stop_when(stop(&meter));
        let known = (&setting.reach.hidden, &setting.reach.fixed);
        let memory = Memory::new(question.program, &setting.universe, known, language.global, solver);
        let mut encoder = Encoder::new(memory, &setting.reach, language);
        encoder.believed = (!question.inline).then(Default::default);
        encoder.unroll = question.unroll.first;
        encoder.memory.clock = Some(Clock::new(meter.clone()).into());
        if question.inline {
            encoder.known = Known::Everything;
        }
        let parameters = &question.program.functions[question.function].parameters;
        let parameters: Vec<Type> = parameters.iter().map(|parameter| parameter.ty).collect();
        Check {
            question,
            setting,
            encoder,
            meter,
            parameters: Vec::new(),
            witnesses: Vec::new(),
            roots: Vec::new(),
            counts: Counts::default(),
            cuts: None,
            cut_off: 0,
            barred: BTreeSet::new(),
            beyond: false,
            depth: question.unroll.first,
            violation: None,
            learned: Learned::new(),
            symmetry: Symmetry::new(question.program, &setting.universe, &setting.reach, &parameters),
            looked_at: match question.invariants[..] {
                [] => question.ensures.iter().flat_map(|property| mentioned(&property.formula).0).collect(),
                [..] => setting.reach.fields.clone(),
            },
            size: question.small().filter(|_| !question.inline),
            returns: false,
            is_small: false,
            farther: false,
            settled: None,
            specified: 0,
            work: 0,
        }
    }
}

impl Check<'_, '_, '_> {
    /// Asks the solver, with looks at the clock.
    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, Stopped> {
        self.poll()?;
        let began = self.meter.elapsed();
        let answer = persist(&mut self.meter, &mut self.work, |limits| {
            self.encoder.memory.solver.solve_within(assumptions, limits)
        });
        self.counts.solving += self.meter.elapsed() - began;
        answer
    }

    /// Asks whether something wanted can be, in small heaps first: the questions that can be hard. After some conflicts, what was learned is included
    /// everywhere. When as much time was spent as simplifying the clauses takes, they are.
    fn ask(&mut self, wanted: Wanted) -> Result<Answer, Stopped> {
        loop {
            self.poll()?;
            let mut assumptions = self.assuming(wanted);
            assumptions.extend(self.small());
            let began = self.meter.elapsed();
            let solver = &mut self.encoder.memory.solver;
            let answer = solver.solve_within(&assumptions, Limits::conflicts(EASY));
            self.counts.solving += self.meter.elapsed() - began;
            match answer {
                Answer::Unsatisfiable(_) if self.size.is_some() => {
                    self.size = None;
                    continue;
                }
                Answer::Unknown => {}
                answer @ (Answer::Satisfiable(_) | Answer::Unsatisfiable(_)) => return Ok(answer),
            }
            let progress = self.progress();
            self.learn_more()?;
            if self.progress() == progress && self.size.take().is_none() {
                break;
            }
        }
        self.poll()?;
        let began = self.meter.elapsed();
        let assumptions = self.assuming(wanted);
        let solver = &mut self.encoder.memory.solver;
        let limits = Limits::conflicts((solver.statistics().clauses / SIMPLER).max(HARD) as u32);
        let answer = solver.solve_within(&assumptions, limits);
        self.counts.solving += self.meter.elapsed() - began;
        match answer {
            Answer::Unknown => {}
            Answer::Satisfiable(_) | Answer::Unsatisfiable(_) => return Ok(answer),
        }
        self.look_farther()?;
        let recorded = self.encoder.memory.solver.recorded().expect("the solver keeps its clauses");
        if !self.meter.has_room(Simplified::room(recorded)) {
            return self.solve(&assumptions);
        }
        let began = self.meter.elapsed();
        let cuts: Vec<Literal> = self.uncut().into_iter().collect();
        let solver = &self.encoder.memory.solver;
        let mut simplified =
            solver.simplified(&[wanted.literal], &cuts).expect("the solver keeps its clauses");
        simplified.stop_when(stop(&self.meter));
        let answer =
            persist(&mut self.meter, &mut self.work, |limits| simplified.solve_within(&cuts, limits));
        self.counts.conflicts += simplified.statistics().conflicts;
        self.counts.solving += self.meter.elapsed() - began;
        answer
    }

    /// How much takes part, how many instances were cut off, and of how many it was said that they do not repeat themselves: none ever becomes less.
    fn progress(&self) -> (u64, u64, usize) {
        (self.counts.learned, self.cut_off, self.barred.len())
    }

    /// Before a hard question, what was learned of functions and loops is included everywhere, however deep, and what is too deep is cut off: it costs
    /// less than another hard question.
    fn learn_more(&mut self) -> Result<(), Stopped> {
        for (_, depth) in self.learned.values_mut() {
            *depth = self.depth;
        }
        let mut id = 1;
        while id < self.encoder.instances.len().min(SHARING) {
            self.poll()?;
            let instance = &self.encoder.instances[id];
            if instance.depth >= self.depth && self.learned.contains_key(&(instance.function, instance.kind))
            {
                self.open(id);
            }
            self.apply(id);
            id += 1;
        }
        Ok(())
    }

    /// Encodes the body of an instance, or cuts it off.
    fn open(&mut self, id: usize) {
        let instance = &self.encoder.instances[id];
        if instance.opened.is_some() || instance.cut {
            return;
        }
        let began = self.meter.elapsed();
        if instance.depth >= self.depth {
            self.cut(id);
        } else {
            self.counts.opened += 1;
            self.encoder.open(id);
            self.break_symmetry();
        }
        self.counts.translation += self.meter.elapsed() - began;
    }

    /// Includes a unit for good.
    fn include(&mut self, id: usize, number: usize) {
        let began = self.meter.elapsed();
        self.counts.learned += u64::from(self.encoder.include(id, number));
        self.counts.translation += self.meter.elapsed() - began;
    }

    /// What one instance needs, all of the same function or loop get: they are likely to need it too.
    fn learn(&mut self, needed: &[Said]) {
        for (function, kind, key) in self.foreseeable(needed) {
            let same = |instance: &&Instance| {
                instance.function == function && instance.kind == kind && instance.opened.is_some()
            };
            let depths = self.encoder.instances.iter().filter(same).map(|instance| instance.depth);
            let depth = depths.max().unwrap_or(0);
            let known = self.learned.entry((function, kind)).or_default();
            // That it stays within the scope costs little, and is needed where the scope is full.
            known.0.extend([key, (None, What::Leaves)]);
            known.1 = known.1.max(depth);
        }
        let mut next = 0;
        while next < self.encoder.instances.len().min(SHARING) {
            self.apply(next);
            next += 1;
        }
        // Beyond, what was met learns it at least.
        while next < self.encoder.instances.len() {
            if self.encoder.instances[next].opened.is_some() {
                self.apply(next);
            }
            next += 1;
        }
    }

    /// Includes what is known of the function or loop of an instance.
    fn apply(&mut self, id: usize) {
        let instance = &self.encoder.instances[id];
        let Some((known, depth)) = self.learned.get(&(instance.function, instance.kind)) else { return };
        // Deeper ones are many where recursion branches, and wait until one of them is needed.
        if instance.parent.is_none()
            || instance.cut
            || instance.depth >= self.depth
            || instance.depth > *depth
        {
            return;
        }
        let known = known.clone();
        self.open(id);
        let units = self.encoder.instances[id].opened.as_ref().map_or(&[][..], |opened| &opened.units);
        let new: Vec<usize> = (0..units.len())
            .filter(|&number| !units[number].included && known.contains(&units[number].key()))
            .collect();
        for number in new {
            self.include(id, number);
        }
    }

    /// Opens the instances that may give or keep objects without atoms, to see whether they do; see [`crate::foreign`]. Those that are cut are not
    /// seen, so if an execution comes to one, it is looked into, or that is the answer.
    fn open_foreign(&mut self, confirm: &mut Confirm<'_>) -> Result<Option<Answered>, Stopped> {
        loop {
            let mut next = 0;
            while next < self.encoder.instances.len() {
                if self.encoder.instances[next].foreign {
                    self.poll()?;
                    self.open(next);
                }
                next += 1;
            }
            let unseen = self.encoder.instances.iter().filter(|instance| instance.foreign && instance.cut);
            let unseen: Vec<Bit> = unseen.map(|instance| instance.guard).collect();
            // Where something was skipped, nobody says that anything holds.
            if unseen.is_empty() || !self.encoder.skipped.is_empty() {
                return Ok(None);
            }
            let unseen = self.encoder.memory.circuit.any(unseen);
            let unseen = self.demand(unseen)?;
            match self.look_beyond(unseen, confirm)? {
                Deeper::Nothing => return Ok(None),
                Deeper::Violated(before) => return Ok(Some(Answered::Violated(before))),
                Deeper::Reached(reached) if self.deepen(&reached) => {}
                Deeper::Reached(reached) => return Ok(Some(self.cut_at(reached))),
            }
        }
    }

    /// The answer that something was cut that may matter.
    fn cut_at(&self, reached: Reached) -> Answered {
        Answered::Cut { location: self.place(&reached), before: reached.before, depth: self.depth }
    }

    /// Looks at the clock. What was spent when something was encoded stays spent.
    fn poll(&mut self) -> Result<(), Stopped> {
        self.encoder.memory.spent().map_or(Ok(()), |why| Err(Stopped::Budget(why)))?;
        poll(&mut self.meter, &mut self.work)
    }

    /// Opens everything and includes all units.
    fn inline(&mut self) -> Result<(), Stopped> {
        self.inline_those(|_| true)
    }

    /// The same inside some of the instances that nobody in the program makes.
    fn inline_those(&mut self, wanted: impl Fn(usize) -> bool) -> Result<(), Stopped> {
        let mut next = 0;
        while next < self.encoder.instances.len() {
            self.poll()?;
            let around = std::iter::successors(Some(next), |&id| self.encoder.instances[id].parent);
            if !around.last().is_some_and(&wanted) {
                next += 1;
                continue;
            }
            self.open(next);
            let units = self.encoder.instances[next].opened.as_ref().map_or(0, |opened| opened.units.len());
            for number in 0..units {
                self.include(next, number);
            }
            next += 1;
        }
        Ok(())
    }

    fn run(
        &mut self,
        foreseen: Option<Foreseen>,
        confirm: &mut Confirm<'_>,
    ) -> Result<Answered, Box<Foreseen>> {
        let answer = self.begin().and_then(|(violation, ends)| {
            foreseen.map_or(Ok(()), |foreseen| self.recall(foreseen))?;
            self.search(violation, ends, confirm)
        });
        match answer {
            Ok(answer) => Ok(answer),
            Err(Stopped::Budget(exhausted)) => Ok(Answered::Stopped(exhausted)),
            Err(Stopped::Outgrown(foreseen)) => Err(foreseen),
        }
    }

    /// Something to ask for: that a bit is true.
    fn demand(&mut self, bit: Bit) -> Result<Wanted, Stopped> {
        let literal = self.encoder.memory.demand(bit).map_err(Stopped::Budget)?;
        Ok(Wanted { bit, literal })
    }

    /// Assumptions of every question: what is wanted, and that instances that are cut are not there, unless they may be.
    fn assuming(&self, wanted: Wanted) -> Vec<Literal> {
        self.uncut().into_iter().chain([wanted.literal]).collect()
    }

    fn search(
        &mut self,
        violation: Wanted,
        ends: Ends,
        confirm: &mut Confirm<'_>,
    ) -> Result<Answered, Stopped> {
        loop {
            if self.question.inline {
                self.inline()?;
            }
            self.open_specified();
            let model = match self.ask(violation)? {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable(core) => {
                    if self.is_cut(&core) {
                        match self.look_beyond(violation, confirm)? {
                            Deeper::Nothing => {}
                            Deeper::Violated(before) => {
                                return Ok(Answered::Violated(self.smaller(violation, before, confirm)));
                            }
                            Deeper::Reached(reached) if self.deepen(&reached) => continue,
                            Deeper::Reached(reached) => return Ok(self.cut_at(reached)),
                        }
                    }
                    self.settle();
                    if let Some(answer) = self.open_foreign(confirm)? {
                        return Ok(answer);
                    }
                    let objection = self.objection(ends, confirm)?;
                    self.poll()?;
                    let returns = self.may_return(ends)?;
                    return Ok(objection.unwrap_or(Answered::Holds { returns }));
                }
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            };
            let mut inputs = self.inputs(&model);
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            if self.question.inline {
                return Ok(Answered::Violated(before));
            }
            // Most of what the solver comes up with is quickly seen to be real, if it is.
            if let Outcome::Bad(_) = confirm(&before) {
                return Ok(Answered::Violated(self.smaller(violation, before, confirm)));
            }
            self.look_farther()?;
            if !self.refine(violation, &mut inputs)? {
                // Bodies that were opened may have come to fields of which the solution said nothing.
                let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
                return Ok(Answered::Violated(before));
            }
        }
    }

    /// The values of the circuit's inputs.
    fn inputs(&mut self, model: &Model) -> Vec<bool> {
        let memory = &self.encoder.memory;
        memory.encoding.inputs(&memory.circuit, model)
    }
}
