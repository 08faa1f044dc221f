//! The search over the states of a program with choices.
//!
//! A *state* is what the machine is in when the program asks for a choice; a *transition* is what it
//! executes from there to the next choice or to its end, for one value of the choice. Between choices
//! an execution is deterministic, so looking at every value of every choice of every state that is
//! reached looks at every execution, and a state that was seen before needs no second look: it goes on
//! in the same ways (see [`space::Encoder`] for what a state keeps).
//!
//! What makes the evidence complete: the frontier is empty, which means that every value of every
//! stored state was executed to the next state or to an end; ends are the entry function's return, a
//! false assumption (the execution does not count), or a violation (a candidate). Anything else, a
//! construct that is not supported, a limit of the machine, a budget, is handed over as what it is, and
//! [`check::conclude`] then says *unknown*.

use check::{Evidence, Meter, Observer, Property, Scope, Stats};
use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{Choice, Concrete, Image, Limits, Lowering, Machine, Stop, replay};
use space::{Encoder, End, Order, StateId, Visits, decode};

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// In which order states are expanded.
    pub order: Order,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// What one execution may use.
    pub limits: Limits,
}

impl Options {
    /// Breadth-first to the first violation.
    pub fn new(properties: Vec<Property>) -> Self {
        Options { properties, order: Order::BreadthFirst, all: false, limits: Limits::default() }
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `states`, `transitions`, `steps` (machine operations), `depth`, `store_bytes`.
    pub stats: Stats,
}

/// How many operations are executed between two looks at the meter.
const SLICE: u64 = 20_000;

/// Searches every execution that starts at `entry`, a function without parameters.
pub fn search(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    mut meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let image = Image::new(program, Lowering::Fused);
    let machine = Machine::new(&image, Concrete, options.limits);
    // What a front end has made up has a name in angle brackets.
    let name = program.functions[entry].name.trim_matches(['<', '>']);
    let scope = Scope::unbounded(format!("all executions of `{name}`"));
    let visits = Visits::new(options.order, scope, &mut meter, observer);
    let mut search = Search { program, options, machine, encoder: Encoder::new(), visits, marked: None };
    let ended = search.run(entry);
    let (evidence, stats) = search.visits.finish(program, ended);
    Outcome { evidence, stats }
}

struct Search<'a, 'm, 'i, 'p> {
    program: &'p Program,
    options: &'a Options,
    machine: Machine<'i, 'p, Concrete>,
    encoder: Encoder,
    visits: Visits<'a, 'm>,
    /// The state that the machine's mark is at, with its choice.
    marked: Option<(StateId, Choice)>,
}

impl Search<'_, '_, '_, '_> {
    /// Searches with a base; if an execution disturbs it, everything is forgotten and done without.
    fn run(&mut self, entry: FunctionId) -> Result<(), End> {
        let base = Base::find(self.program, entry, self.options.limits);
        let ended = self.run_from(&base, entry);
        if base.is_none() || !self.machine.image().is_disturbed() {
            return ended;
        }
        if let Err(End::Exhausted(exhausted)) = ended {
            return Err(End::Exhausted(exhausted));
        }
        self.machine = Machine::new(self.machine.image(), Concrete, self.options.limits);
        self.visits.begin_again(self.options.order);
        self.marked = None;
        self.run_from(&Base::none(), entry)
    }

    fn run_from(&mut self, base: &Base, entry: FunctionId) -> Result<(), End> {
        if let Err(what) = self.machine.start_from(base, entry, &[]) {
            self.visits.cannot_start(self.program, entry, what);
            return Ok(());
        }
        self.execute(None, 0)?;
        while let Some((state, done)) = self.visits.frontier.current() {
            // Nothing is restored for a state that is known to be done.
            let choice = match self.marked {
                Some((marked, choice)) if marked == state && done > choice.width() => choice,
                Some(_) | None => self.restore(state),
            };
            if done > choice.width() {
                self.visits.frontier.finish();
                continue;
            }
            let value = choice.low + done as i128;
            if !self.visits.advance() {
                continue;
            }
            self.machine.choose(choice.word(value));
            self.execute(Some(state), value)?;
            if !base.is_none() && self.machine.image().is_disturbed() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts the machine into a state and gives its choice. The next state is often the one that the
    /// mark is at: then only what was changed is undone.
    fn restore(&mut self, state: StateId) -> Choice {
        if let Some((marked, choice)) = self.marked
            && marked == state
            && self.machine.undo()
        {
            return choice;
        }
        decode(&mut self.machine, self.visits.bytes(state));
        let stop = self.machine.run(&mut u64::from(u8::MAX));
        let Stop::Choice(choice) = stop else {
            unreachable!("a stored state is at a choice, not at {stop:?}");
        };
        self.machine.mark();
        self.marked = Some((state, choice));
        choice
    }

    /// Executes to the next choice or to an end, and stores what is reached. `from` and `value` say
    /// how the machine got here.
    fn execute(&mut self, from: Option<StateId>, value: i128) -> Result<(), End> {
        self.visits.transitions += 1;
        let stop = loop {
            let mut fuel = SLICE;
            let stop = self.machine.run(&mut fuel);
            self.visits.executed(SLICE - fuel)?;
            if stop != Stop::Paused {
                break stop;
            }
        };
        self.visits.stopped(&self.machine);
        match stop {
            Stop::Choice(choice) => {
                let state = self.visits.keep(self.encoder.encode(&self.machine), from, value);
                // Depth-first order goes on from here.
                if let Some(state) = state
                    && self.visits.frontier.current() == Some((state, 0))
                {
                    self.machine.mark();
                    self.marked = Some((state, choice));
                }
                Ok(())
            }
            Stop::Returned(_) | Stop::Exited(_) | Stop::Dropped => Ok(()),
            Stop::Violation(bug) => {
                let violation = replay::violation(&self.machine, bug);
                let path = self.visits.path(from, value);
                self.visits.found(&self.options.properties, self.options.all, violation, path)
            }
            Stop::Unsupported(what) => {
                self.visits.unsupported(&self.machine, what);
                Ok(())
            }
            Stop::Exhausted(resource) => {
                self.visits.used_up(&self.machine, self.options.limits, resource);
                Ok(())
            }
            Stop::Paused => unreachable!("paused machines go on"),
            Stop::Fork(never) => match never {},
        }
    }
}
