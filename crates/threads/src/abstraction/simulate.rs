//! Simulating the concrete program along an abstract execution (seed 004, 4.2).
//!
//! The domain [`Guided`] has a number *and* an abstract value for each value, and goes through the program with both at once. Where the
//! abstraction has several outcomes, the numbers say which one is real. An abstract execution is real if they say at every
//! internal choice what the execution says; if not, the first place where they differ shows what the abstraction forgot. So lines correspond,
//! because there is one program counter, and data does, because the abstract value stands for the number beside it at
//! every step; that is asserted, and a derived operation that missed something would be found here.

use check::{Location, Meter, Property, Usage};
use ir::{BinaryOp, CompareOp, FunctionId, OrderOp, Program, UnaryOp};
use machine::base::Base;
use machine::domain::{Computed, Definite, Domain};
use machine::word::{self, Number, Order};
use machine::{
    Clock, Concrete, Element, Event, EventOf, Granularity, Heap, Image, Interleaver, Limits, Lowering,
    Machine, Operand, Outcome, Reference, Stop, Unwatched, Word,
};

use super::domain::{Abstract, Case, Fork, Plan, Value};
use super::proofs::Proofs;
use crate::search::{INTERNAL, SLICE, schedule};

/// A number and what the abstraction knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    word: Word,
    value: Value,
}

impl Pair {
    const fn constant(word: Word) -> Pair {
        Pair { word, value: Value::constant(word) }
    }
}

/// An operation with several outcomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    fork: Fork,
    /// The outcome that the numbers have; none if the path ends there as not supported.
    real: Option<usize>,
    /// The number that results, or that the operand is.
    word: Word,
    /// A token that was an operand, if it is known.
    about: Option<Value>,
}

/// Both at once.
#[derive(Clone, Debug)]
pub(super) struct Guided<'p> {
    abstraction: Abstract<'p>,
}

impl Guided<'_> {
    /// What both say of an operation's result.
    fn pair(&mut self, computed: Result<Value, Fork>, word: Word, about: [Pair; 2]) -> Result<Pair, Choice> {
        match computed {
            Ok(value) => {
                debug_assert!(self.abstraction.stands_for(value, word), "{value:?} stands for {word}");
                Ok(Pair { word, value })
            }
            Err(fork) => Err(self.choice(fork, word, about, |domain, outcome| match outcome {
                Outcome::Result(value) | Outcome::Operand(_, value) => domain.stands_for(value, word),
                Outcome::Branch(_) | Outcome::Case(_) => false,
            })),
        }
    }

    fn choice(
        &self,
        fork: Fork,
        word: Word,
        about: [Pair; 2],
        is_real: impl Fn(&Abstract<'_>, Outcome<Value>) -> bool,
    ) -> Choice {
        let real = match self.abstraction.case(fork) {
            Case::Outcomes(outcomes) => {
                let real = outcomes.iter().position(|&outcome| is_real(&self.abstraction, outcome));
                debug_assert!(real.is_some(), "one of {outcomes:?} is what numbers do");
                real
            }
            Case::Unknown(_) => None,
        };
        let about = about.into_iter().map(|pair| pair.value).find(|value| value.abstraction().is_some());
        Choice { fork, real, word, about }
    }
}

impl Domain for Guided<'_> {
    type Value = Pair;
    type Fork = Choice;
    const PACKED: bool = false;
    const SETTLES: bool = true;

    fn constant(&mut self, word: Word) -> Pair {
        Pair::constant(word)
    }

    fn word(&mut self, value: Pair) -> Result<Word, Choice> {
        match self.abstraction.word(value.value) {
            Ok(word) => Ok(word),
            Err(fork) => Err(self.choice(fork, value.word, [value; 2], |_, _| false)),
        }
    }

    fn words(&self, value: Pair, visit: impl FnMut(Word)) {
        self.abstraction.words(value.value, visit);
    }

    fn test(&mut self, value: Pair) -> Result<bool, Choice> {
        self.word(value).map(|word| word != 0)
    }

    fn unary(&mut self, op: UnaryOp, number: Number, a: Pair) -> Computed<Self> {
        let computed = self.abstraction.unary(op, number, a.value);
        self.pair(computed, word::unary(op, number, a.word), [a; 2])
    }

    fn binary(&mut self, op: BinaryOp, number: Number, a: Pair, b: Pair) -> Computed<Self> {
        let computed = self.abstraction.binary(op, number, a.value, b.value);
        self.pair(computed, word::binary(op, number, a.word, b.word), [a, b])
    }

    fn compare(&mut self, op: CompareOp, order: Order, a: Pair, b: Pair) -> Computed<Self> {
        let computed = self.abstraction.compare(op, order, a.value, b.value);
        self.pair(computed, word::compare(op, order, a.word, b.word).into(), [a, b])
    }

    fn branch(&mut self, op: CompareOp, order: Order, a: Pair, b: Pair) -> Result<bool, Choice> {
        let taken = word::compare(op, order, a.word, b.word);
        match self.abstraction.branch(op, order, a.value, b.value) {
            Ok(found) => {
                debug_assert_eq!(found, taken, "what all numbers do, these do");
                Ok(taken)
            }
            Err(fork) => {
                Err(self.choice(fork, taken.into(), [a, b], |_, outcome| outcome == Outcome::Branch(taken)))
            }
        }
    }

    fn three_way(&mut self, op: OrderOp, order: Order, a: Pair, b: Pair) -> Computed<Self> {
        let computed = self.abstraction.three_way(op, order, a.value, b.value);
        self.pair(computed, word::three_way(op, order, a.word, b.word), [a, b])
    }

    fn convert(&mut self, from: Number, to: Number, a: Pair) -> Computed<Self> {
        let computed = self.abstraction.convert(from, to, a.value);
        self.pair(computed, word::convert(from, to, a.word), [a; 2])
    }

    fn divide(&mut self, op: BinaryOp, number: Number, a: Pair, b: Pair) -> Result<Option<Pair>, Choice> {
        let by_zero = b.word == 0;
        let result = if by_zero { 0 } else { word::binary(op, number, a.word, b.word) };
        match self.abstraction.divide(op, number, a.value, b.value) {
            Ok(None) => Ok(None),
            Ok(Some(value)) => Ok(Some(Pair { word: result, value })),
            Err(fork) => Err(self.choice(fork, result, [b, a], |domain, outcome| match outcome {
                Outcome::Result(value) => !by_zero && domain.stands_for(value, result),
                Outcome::Operand(..) => by_zero,
                Outcome::Branch(_) | Outcome::Case(_) => false,
            })),
        }
    }

    fn settle_operand(&mut self, value: Pair, operand: Operand) -> Result<(), Choice> {
        let settled = self.abstraction.settle_operand(value.value, operand).map(|()| value.value);
        self.pair(settled, value.word, [value; 2]).map(|_| ())
    }

    fn settle_index(&mut self, heap: &Heap<Pair>, array: Pair, index: Pair) -> Result<(), Choice> {
        let length = heap.length(array.word as Reference);
        let Err(fork) = self.abstraction.settle_within(length, index.value) else { return Ok(()) };
        let is_outside = |word: Word| word as u32 >= length;
        Err(self.choice(fork, index.word, [index; 2], |domain, outcome| match outcome {
            Outcome::Operand(_, value) if is_outside(index.word) => {
                value.abstraction().is_none() && is_outside(word_of(value))
            }
            Outcome::Operand(_, value) => domain.stands_for(value, index.word),
            Outcome::Result(_) | Outcome::Branch(_) | Outcome::Case(_) => false,
        }))
    }

    fn settle_case(&mut self, value: Pair, cases: impl Iterator<Item = i64>) -> Result<(), Choice> {
        let cases: Vec<i64> = cases.collect();
        let Err(fork) = self.abstraction.settle_case(value.value, cases.iter().copied()) else {
            return Ok(());
        };
        let case = cases.contains(&(value.word as i64)).then_some(value.word);
        Err(self.choice(fork, value.word, [value; 2], |_, outcome| outcome == Outcome::Case(case)))
    }

    fn admit(&mut self, heap: &Heap<Pair>, object: Pair, slot: u32, value: Pair) -> Result<Pair, Choice> {
        let admitted = self.abstraction.admit_to(heap.ty(object.word as Reference), slot, value.value);
        self.pair(admitted, value.word, [value; 2])
    }

    fn admit_global(&mut self, global: usize, value: Pair) -> Result<Pair, Choice> {
        let admitted = self.abstraction.admit_global(global, value.value);
        self.pair(admitted, value.word, [value; 2])
    }

    fn load_global(&mut self, global: usize, value: Pair) -> Pair {
        Pair { value: self.abstraction.load_global(global, value.value), ..value }
    }

    fn load(&mut self, heap: &Heap<Pair>, object: Pair, slot: u32) -> Result<Pair, Choice> {
        let object = object.word as Reference;
        let pair = heap.get(object, slot);
        Ok(Pair { value: self.abstraction.loaded(heap.ty(object), slot, pair.value), ..pair })
    }

    fn load_element(&mut self, heap: &Heap<Pair>, _: Element, array: Pair, index: Pair) -> Computed<Self> {
        Ok(heap.get(array.word as Reference, index.word as u32))
    }

    fn store_element(
        &mut self,
        heap: &mut Heap<Pair>,
        _: Element,
        array: Pair,
        index: Pair,
        value: Pair,
    ) -> Result<(), Choice> {
        heap.set(array.word as Reference, index.word as u32, value);
        Ok(())
    }
}

/// The word of a value that is one.
fn word_of(value: Value) -> Word {
    Abstract::known(value).unwrap_or(0)
}

impl Definite for Guided<'_> {
    fn reference(value: Pair) -> Reference {
        value.word as Reference
    }

    fn of(word: Word) -> Pair {
        Pair::constant(word)
    }

    fn known(value: Pair) -> Option<Word> {
        Abstract::known(value.value)
    }
}

/// What a simulation shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Simulated {
    /// The program does what the abstract execution does, with this schedule.
    Real(Vec<i128>),
    /// It does not: where they part.
    Spurious(Parting),
    /// It was not found out, and why.
    Undecided(String),
}

/// What an execution was told, if a thread was left where it would have had to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Told {
    /// The thread of that name goes on.
    Thread(String),
    Notified(i128),
    Chosen(i128),
}

/// Where an abstract execution and the program part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parting {
    /// The abstract field that the operation was about, by its place in the plan.
    pub(super) place: Option<usize>,
    /// What the abstract execution assumed, and what the program does.
    pub(super) what: String,
    pub(super) location: Location,
}

/// What a simulation needs besides the execution.
pub(super) struct Simulation<'a, 'p> {
    pub(super) program: &'p Program,
    pub(super) entry: FunctionId,
    pub(super) plan: &'a Plan,
    pub(super) proofs: &'a Proofs,
    pub(super) base: &'a Base,
    pub(super) limits: Limits,
    pub(super) granularity: Granularity,
    /// The properties whose violation ends an execution.
    pub(super) properties: &'a [Property],
}

/// How many operations and answers an execution may take that is only tried.
const MOST_WORK: u64 = 1_000_000;
const MOST_ANSWERS: usize = 10_000;

const NO_START: &str = "the program cannot be started";
const SPENT: &str = "the budget was spent while it was simulated";

/// Goes on to the next event, or as far as one looks at the budget, and counts the work.
fn advance<'i, 'p, D: Definite>(
    machine: &mut Machine<'i, 'p, D>,
    interleaver: &mut Interleaver<'i, 'p>,
    work: &mut u64,
) -> EventOf<D> {
    let mut fuel = SLICE;
    let event = machine.run_interleaved(interleaver, &mut fuel, &mut Unwatched);
    *work += SLICE - fuel;
    event
}

impl<'p> Simulation<'_, 'p> {
    /// A machine at the beginning of the program, if that can be started.
    fn begin<'i, D: Definite>(
        &self,
        image: &'i Image<'p>,
        domain: D,
    ) -> Option<(Machine<'i, 'p, D>, Interleaver<'i, 'p>)> {
        let mut machine = Machine::new(image, domain, self.limits);
        machine.allow_threads(Clock::Free);
        machine.start_from(self.base, self.entry, &[]).ok()?;
        let mut interleaver = Interleaver::new(image, self.granularity).ending_at(self.properties);
        machine.resume_interleaved(&mut interleaver, false);
        Some((machine, interleaver))
    }
}

impl Simulation<'_, '_> {
    /// Follows an abstract execution.
    pub(super) fn follow(&self, path: &[i128], meter: &mut Meter<'_>) -> Simulated {
        let undecided = |why: &str| Simulated::Undecided(why.to_string());
        let image = Image::new(self.program, Lowering::Fused).stopping_anywhere();
        let guided =
            Guided { abstraction: Abstract::new(self.program, self.plan.clone(), self.proofs.clone()) };
        let Some((mut machine, mut interleaver)) = self.begin(&image, guided) else {
            return undecided(NO_START);
        };
        let mut ahead = path.iter().copied().peekable();
        let (mut told, mut left) = (Vec::new(), false);
        let mut at_once = None;
        let mut work = 0;
        loop {
            let event = at_once.take().unwrap_or_else(|| advance(&mut machine, &mut interleaver, &mut work));
            if meter.poll(Usage { states: 0, work }).is_err() {
                return undecided(SPENT);
            }
            let mut next =
                |most: usize| ahead.next().filter(|&answer| answer < INTERNAL && answer <= most as i128);
            match event {
                Event::Pick(0) | Event::Stop(Stop::Violation(_)) => {
                    if ahead.next().is_some() {
                        return undecided("the simulation ended before the execution did");
                    }
                    if !left {
                        return Simulated::Real(schedule(path));
                    }
                    return match self.schedule(&told, meter) {
                        Ok(choices) => Simulated::Real(choices),
                        Err(why) => undecided(why),
                    };
                }
                Event::Pick(count) => match next(count - 1) {
                    Some(answer) => {
                        told.push(Told::Thread(machine.thread_name(machine.enabled()[answer as usize])));
                        at_once = machine.pick(&mut interleaver, answer as usize);
                    }
                    None => {
                        return undecided("the simulation asks for a thread where the execution does not");
                    }
                },
                Event::Notify(count) => match next(count - 1) {
                    Some(answer) => {
                        told.push(Told::Notified(answer));
                        machine.notify(answer as usize);
                    }
                    None => {
                        return undecided(
                            "the simulation asks for a notification where the execution does not",
                        );
                    }
                },
                Event::Stop(Stop::Paused) => {}
                Event::Stop(Stop::Choice(choice)) => match ahead.next().filter(|&answer| answer < INTERNAL) {
                    Some(answer) => {
                        told.push(Told::Chosen(answer));
                        machine.choose(choice.word(answer));
                    }
                    None => {
                        return undecided("the simulation asks for a choice where the execution does not");
                    }
                },
                // The thread was left there, and another goes on.
                Event::Stop(Stop::Fork(_)) if ahead.peek().is_some_and(|&answer| answer < INTERNAL) => {
                    left = true;
                    let answer = ahead.next().and_then(|answer| usize::try_from(answer).ok());
                    let enabled = machine.enabled();
                    let thread =
                        answer.and_then(|answer| enabled.get(answer).map(|&thread| (answer, thread)));
                    let Some((answer, thread)) = thread else {
                        return undecided("the simulation has no such thread");
                    };
                    told.push(Told::Thread(machine.thread_name(thread)));
                    at_once = machine.pick(&mut interleaver, answer);
                }
                Event::Stop(Stop::Fork(choice)) => {
                    let answer =
                        ahead.next().and_then(|answer| usize::try_from(answer.checked_sub(INTERNAL)?).ok());
                    let (Some(answer), Some(real)) = (answer, choice.real) else {
                        return undecided("the simulation and the execution differ in an internal choice");
                    };
                    if answer != real {
                        return Simulated::Spurious(parting(&machine, choice, answer, real));
                    }
                    go_on(&mut machine, choice, real);
                }
                Event::Stop(
                    Stop::Returned(_)
                    | Stop::Exited(_)
                    | Stop::Dropped
                    | Stop::Unsupported(_)
                    | Stop::Exhausted(_),
                ) => return undecided("the simulation ended without a violation"),
            }
        }
    }
}

impl Simulation<'_, '_> {
    /// The schedule of the concrete program in which the same threads go on. A thread that was left before a choice goes on to
    /// the next point where threads change: what lies between nobody else notices.
    fn schedule(&self, told: &[Told], meter: &mut Meter<'_>) -> Result<Vec<i128>, &'static str> {
        let image = Image::new(self.program, Lowering::Fused);
        let (mut machine, mut interleaver) = self.begin(&image, Concrete).ok_or(NO_START)?;
        let mut told = told.iter().peekable();
        let mut choices = Vec::new();
        let mut at_once = None;
        let mut work = 0;
        loop {
            let event = at_once.take().unwrap_or_else(|| advance(&mut machine, &mut interleaver, &mut work));
            if meter.poll(Usage { states: 0, work }).is_err() {
                return Err(SPENT);
            }
            match event {
                Event::Pick(0) | Event::Stop(Stop::Violation(_)) => {
                    return if told.next().is_none() { Ok(choices) } else { Err("the program ends before") };
                }
                Event::Pick(_) => {
                    let Some(Told::Thread(name)) = told.next() else {
                        return Err("the program asks for a thread");
                    };
                    let enabled = machine.enabled();
                    let named = |&thread: &usize| machine.thread_name(thread) == *name;
                    let mut found = (0..enabled.len()).filter(|&index| named(&enabled[index]));
                    let (Some(index), None) = (found.next(), found.next()) else {
                        return Err("the program has no such thread that can go on, or several");
                    };
                    choices.push(index as i128);
                    at_once = machine.pick(&mut interleaver, index);
                }
                Event::Notify(count) => match told.next() {
                    Some(&Told::Notified(answer)) if answer < count as i128 => {
                        choices.push(answer);
                        machine.notify(answer as usize);
                    }
                    Some(_) | None => return Err("the program asks for a notification"),
                },
                Event::Stop(Stop::Choice(choice)) => {
                    // A thread that was left may ask behind the place where it was.
                    let answer = match told.peek() {
                        Some(&&Told::Chosen(answer)) => {
                            told.next();
                            answer
                        }
                        Some(_) | None => choice.low,
                    };
                    if answer < choice.low || answer > choice.high {
                        return Err("the program asks for another choice");
                    }
                    choices.push(answer);
                    machine.choose(choice.word(answer));
                }
                Event::Stop(Stop::Paused) => {}
                Event::Stop(Stop::Fork(never)) => match never {},
                Event::Stop(
                    Stop::Returned(_)
                    | Stop::Exited(_)
                    | Stop::Dropped
                    | Stop::Unsupported(_)
                    | Stop::Exhausted(_),
                ) => return Err("the program ends without a violation"),
            }
        }
    }
}

impl Simulation<'_, '_> {
    /// Executes the program with the schedule of an abstract execution, as far as it has the same questions, and on to its end: where they part, threads go
    /// on in the order in which they were started, and the least values are chosen. Gives the answers if a violation is what it comes to.
    pub(super) fn run(&self, path: &[i128], meter: &mut Meter<'_>) -> Option<Vec<i128>> {
        let image = Image::new(self.program, Lowering::Fused);
        let (mut machine, mut interleaver) = self.begin(&image, Concrete)?;
        let mut ahead = schedule(path).into_iter();
        let mut choices = Vec::new();
        let mut at_once = None;
        let mut work = 0;
        loop {
            let event = at_once.take().unwrap_or_else(|| advance(&mut machine, &mut interleaver, &mut work));
            if work > MOST_WORK || choices.len() > MOST_ANSWERS {
                return None;
            }
            meter.poll(Usage { states: 0, work }).ok()?;
            let mut next = |low: i128, high: i128| {
                let answer = ahead.next().filter(|answer| (low..=high).contains(answer)).unwrap_or(low);
                choices.push(answer);
                answer
            };
            match event {
                Event::Pick(0) | Event::Stop(Stop::Violation(_)) => return Some(choices),
                Event::Pick(count) => {
                    let answer = next(0, count as i128 - 1);
                    at_once = machine.pick(&mut interleaver, answer as usize);
                }
                Event::Notify(count) => {
                    let answer = next(0, count as i128 - 1);
                    machine.notify(answer as usize);
                }
                Event::Stop(Stop::Choice(choice)) => {
                    let answer = next(choice.low, choice.high);
                    machine.choose(choice.word(answer));
                }
                Event::Stop(Stop::Paused) => {}
                Event::Stop(Stop::Fork(never)) => match never {},
                Event::Stop(
                    Stop::Returned(_)
                    | Stop::Exited(_)
                    | Stop::Dropped
                    | Stop::Unsupported(_)
                    | Stop::Exhausted(_),
                ) => return None,
            }
        }
    }
}

fn outcome(machine: &Machine<'_, '_, Guided<'_>>, choice: Choice, index: usize) -> Outcome<Value> {
    match machine.domain().abstraction.case(choice.fork) {
        Case::Outcomes(outcomes) => outcomes[index],
        Case::Unknown(_) => unreachable!("a choice has outcomes"),
    }
}

fn go_on(machine: &mut Machine<'_, '_, Guided<'_>>, choice: Choice, real: usize) {
    let pair = |value| Pair { word: choice.word, value };
    let outcome = match outcome(machine, choice, real) {
        Outcome::Result(value) => Outcome::Result(pair(value)),
        Outcome::Branch(taken) => Outcome::Branch(taken),
        Outcome::Case(case) => Outcome::Case(case),
        // What is out of bounds or zero is so in numbers as well, and then it is the number that counts.
        Outcome::Operand(operand, value) => {
            let word = match operand {
                Operand::Divisor => 0,
                Operand::Index | Operand::Length | Operand::Stored | Operand::Argument(_) => choice.word,
            };
            let value = if value.abstraction().is_some() { value } else { Value::constant(word) };
            Outcome::Operand(operand, Pair { word, value })
        }
    };
    machine.resolve(outcome);
}

fn parting(machine: &Machine<'_, '_, Guided<'_>>, choice: Choice, assumed: usize, real: usize) -> Parting {
    let domain = &machine.domain().abstraction;
    let show = |outcome: Outcome<Value>| match outcome {
        Outcome::Result(value) | Outcome::Operand(_, value) => domain.show(value),
        Outcome::Branch(taken) => taken.to_string(),
        Outcome::Case(Some(case)) => (case as i64).to_string(),
        Outcome::Case(None) => "another value".to_string(),
    };
    let (assumed, real) = (outcome(machine, choice, assumed), outcome(machine, choice, real));
    let place = choice.about.and_then(Value::abstraction);
    let about = place.map_or("a value".to_string(), |place| {
        format!("{} ({})", domain.place_name(place), domain.of_token(place).name)
    });
    let thread = machine.current_thread().unwrap_or(0);
    Parting {
        place,
        what: format!("with {about} it has {} where the program has {}", show(assumed), show(real)),
        location: machine.thread_location(thread),
    }
}
