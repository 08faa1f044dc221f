//! The mini-language as lists of single actions, with tables of handlers as class files have them.
//!
//! An [`Action`] is either *local*, which no other thread can notice, or it is what the specification of the
//! language and of the library describes as one step: a read, a write, entering a monitor, and so on.

use super::program::{
    Catch, Comparison, Condition, ELEMENTS, Expression, Kind, LOCALS, Operator, Place, Program, REFERENCES,
    STATICS, Statement, Term,
};

/// A local variable of a thread.
pub type Slot = usize;

/// The thread's own reference: 0 for `null`, otherwise one more than the number of an object.
pub const OWN: Slot = LOCALS as usize;
const LEFT: Slot = OWN + 1;
const RIGHT: Slot = OWN + 2;
/// The first slot for counters of loops and for exceptions that `finally` puts aside.
const OTHERS: Slot = OWN + 3;

/// An operand of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A constant.
    Constant(i32),
    /// What is in a local variable.
    Slot(Slot),
}

/// What a thread does in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the statements of the mini-language say what these are")]
pub enum Action {
    /// Local: writes a local variable.
    Move(Slot, Operand),
    /// Local: computes. May throw.
    Compute(Slot, Operator, Operand, Operand),
    /// Local.
    Jump(usize),
    /// Local: goes elsewhere if a comparison is false.
    Unless(Comparison, Operand, Operand, usize),
    /// Local: throws.
    Throw(Kind),
    /// Local: throws what was put aside.
    Rethrow(Slot),
    /// Local: an `assert` statement has failed.
    Fail,
    /// Local: a new object.
    New,
    /// Reads a shared variable.
    Read(Slot, usize),
    /// Writes one.
    Write(usize, Operand),
    /// Reads the plain field of the object to which the own reference refers.
    Get(Slot),
    /// Writes it.
    Put(Operand),
    /// One of the values from 0 to the number.
    Choose(Slot, u8),
    /// The execution ends.
    Exit,
    /// The execution does not count.
    Discard,
    /// The thread ends.
    End,
    Enter(u8),
    Leave(u8),
    Wait {
        monitor: u8,
        timed: bool,
    },
    Notify {
        monitor: u8,
        all: bool,
    },
    Start(u8),
    Join {
        thread: u8,
        timed: bool,
    },
    Interrupt(u8),
    Interrupted(Slot),
    Alive {
        thread: u8,
        slot: Slot,
    },
    Lock {
        lock: u8,
        interruptible: bool,
    },
    Unlock(u8),
    TryLock {
        lock: u8,
        timed: bool,
        slot: Slot,
    },
    CountDown,
    Await,
    Acquire,
    TryAcquire(Slot),
    Release,
    Sleep,
}

/// What is done about exceptions that actions of a range throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The first action of the range.
    pub from: usize,
    /// The first one behind it.
    pub to: usize,
    /// What it catches.
    pub catch: Catch,
    /// Where it goes on.
    pub target: usize,
    /// Where the exception is put.
    pub slot: Slot,
}

/// The actions of a thread. Inner handlers come before outer ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// The actions.
    pub actions: Vec<Action>,
    /// The handlers.
    pub handlers: Vec<Handler>,
    /// How many local variables there are.
    pub slots: usize,
}

/// How many shared variables there are: numbers first, then references.
pub const VARIABLES: usize = 2 * STATICS as usize + ELEMENTS as usize + 2 + REFERENCES as usize;

const fn variable(place: Place) -> usize {
    match place {
        Place::Static(number) => number as usize,
        Place::Volatile(number) => (STATICS + number) as usize,
        Place::Element(index) => (2 * STATICS + index) as usize,
        Place::Field => (2 * STATICS + ELEMENTS) as usize,
        Place::VolatileField => (2 * STATICS + ELEMENTS) as usize + 1,
    }
}

fn reference(number: u8) -> usize {
    variable(Place::VolatileField) + 1 + usize::from(number)
}

/// Whether accesses to a shared variable race.
pub fn is_plain(number: usize) -> bool {
    let of = |place| number == variable(place);
    let volatile = (0..STATICS).any(|number| of(Place::Volatile(number)))
        || of(Place::VolatileField)
        || number == reference(1);
    !volatile
}

/// The actions of each thread.
pub fn lower(program: &Program) -> Vec<Code> {
    let lower = |thread: &super::program::Thread| {
        let mut lowering = Lowering { code: Code::default(), slots: OTHERS };
        lowering.body(&thread.body);
        lowering.push(Action::End);
        lowering.code.slots = lowering.slots;
        lowering.code
    };
    program.threads.iter().map(lower).collect()
}

struct Lowering {
    code: Code,
    slots: usize,
}

impl Lowering {
    fn here(&self) -> usize {
        self.code.actions.len()
    }

    fn push(&mut self, action: Action) -> usize {
        self.code.actions.push(action);
        self.here() - 1
    }

    fn slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// Lets an action that jumps do so to the next one.
    fn lands_here(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code.actions[at] {
            Action::Jump(target) | Action::Unless(_, _, _, target) => *target = here,
            other => panic!("{other:?} should jump"),
        }
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn term(&mut self, term: Term, slot: Slot) -> Operand {
        match term {
            Term::Constant(value) => Operand::Constant(value),
            Term::Local(local) => Operand::Slot(local.into()),
            Term::Shared(place) => {
                self.push(Action::Read(slot, variable(place)));
                Operand::Slot(slot)
            }
        }
    }

    fn expression(&mut self, value: Expression) -> Operand {
        let left = self.term(value.left, LEFT);
        let Some((operator, right)) = value.right else { return left };
        let right = self.term(right, RIGHT);
        self.push(Action::Compute(LEFT, operator, left, right));
        Operand::Slot(LEFT)
    }

    /// Forgets what expressions have left behind, so that states that differ in nothing else are one.
    fn forget(&mut self) {
        self.push(Action::Move(LEFT, Operand::Constant(0)));
        self.push(Action::Move(RIGHT, Operand::Constant(0)));
    }

    /// Evaluates a condition; gives the action that jumps if it is false.
    fn condition(&mut self, asked: Condition) -> usize {
        let left = self.term(asked.left, LEFT);
        let right = self.term(asked.right, RIGHT);
        self.push(Action::Unless(asked.how, left, right, 0))
    }

    /// Statements with what is done behind them in any case.
    fn finally(&mut self, body: &mut dyn FnMut(&mut Self), last: &mut dyn FnMut(&mut Self)) {
        let from = self.here();
        body(self);
        let to = self.here();
        last(self);
        let over = self.push(Action::Jump(0));
        let (target, slot) = (self.here(), self.slot());
        self.code.handlers.push(Handler { from, to, catch: Catch::All, target, slot });
        last(self);
        self.push(Action::Rethrow(slot));
        self.lands_here(over);
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Set(place, value) => {
                let value = self.expression(*value);
                self.push(Action::Write(variable(*place), value));
                self.forget();
            }
            Statement::Local(local, value) => {
                let value = self.expression(*value);
                self.push(Action::Move((*local).into(), value));
                self.forget();
            }
            Statement::Increment(place) => {
                self.push(Action::Read(LEFT, variable(*place)));
                let one = Operand::Constant(1);
                self.push(Action::Compute(LEFT, Operator::Add, Operand::Slot(LEFT), one));
                self.push(Action::Write(variable(*place), Operand::Slot(LEFT)));
                self.forget();
            }
            Statement::If(asked, yes, no) => {
                let otherwise = self.condition(*asked);
                self.forget();
                self.body(yes);
                let over = self.push(Action::Jump(0));
                self.lands_here(otherwise);
                self.forget();
                self.body(no);
                self.lands_here(over);
            }
            Statement::While(asked, body) => {
                let top = self.here();
                let otherwise = self.condition(*asked);
                self.forget();
                self.body(body);
                self.push(Action::Jump(top));
                self.lands_here(otherwise);
                self.forget();
            }
            Statement::Repeat(times, body) => {
                let counter = self.slot();
                self.push(Action::Move(counter, Operand::Constant(0)));
                let top = self.here();
                let (counted, times) = (Operand::Slot(counter), Operand::Constant((*times).into()));
                let otherwise = self.push(Action::Unless(Comparison::Less, counted, times, 0));
                self.body(body);
                self.push(Action::Compute(counter, Operator::Add, counted, Operand::Constant(1)));
                self.push(Action::Jump(top));
                self.lands_here(otherwise);
                self.push(Action::Move(counter, Operand::Constant(0)));
            }
            Statement::Synchronized(monitor, body) => {
                let monitor = *monitor;
                self.push(Action::Enter(monitor));
                self.finally(&mut |this| this.body(body), &mut |this| {
                    this.push(Action::Leave(monitor));
                });
            }
            Statement::Locked(lock, body) => {
                let lock = *lock;
                self.push(Action::Lock { lock, interruptible: false });
                self.finally(&mut |this| this.body(body), &mut |this| {
                    this.push(Action::Unlock(lock));
                });
            }
            Statement::Assert(asked) => {
                let otherwise = self.condition(*asked);
                self.forget();
                let over = self.push(Action::Jump(0));
                self.lands_here(otherwise);
                self.forget();
                self.push(Action::Fail);
                self.lands_here(over);
            }
            Statement::Assume(asked) => {
                let otherwise = self.condition(*asked);
                self.forget();
                let over = self.push(Action::Jump(0));
                self.lands_here(otherwise);
                self.forget();
                self.push(Action::Discard);
                self.lands_here(over);
            }
            Statement::Try { body, catch, last } if last.is_empty() => {
                self.attempt(body, catch.as_ref());
            }
            Statement::Try { body, catch, last } => {
                self.finally(&mut |this| this.attempt(body, catch.as_ref()), &mut |this| this.body(last));
            }
            Statement::Put(value) => {
                let value = self.expression(*value);
                self.push(Action::Put(value));
                self.forget();
            }
            // What no other thread notices changes nothing.
            Statement::Own(..) => {}
            Statement::Wait { monitor, timed } => {
                self.single(Action::Wait { monitor: *monitor, timed: *timed })
            }
            Statement::Notify { monitor, all } => {
                self.single(Action::Notify { monitor: *monitor, all: *all })
            }
            Statement::Start(thread) => self.single(Action::Start(*thread)),
            Statement::Join { thread, timed } => self.single(Action::Join { thread: *thread, timed: *timed }),
            Statement::Interrupt(thread) => self.single(Action::Interrupt(*thread)),
            Statement::Interrupted(local) => self.single(Action::Interrupted((*local).into())),
            Statement::Alive { thread, local } => {
                self.single(Action::Alive { thread: *thread, slot: (*local).into() });
            }
            Statement::Lock { lock, interruptible } => {
                self.single(Action::Lock { lock: *lock, interruptible: *interruptible });
            }
            Statement::Unlock(lock) => self.single(Action::Unlock(*lock)),
            Statement::TryLock { lock, timed, local } => {
                self.single(Action::TryLock { lock: *lock, timed: *timed, slot: (*local).into() });
            }
            Statement::CountDown => self.single(Action::CountDown),
            Statement::Await => self.single(Action::Await),
            Statement::Acquire => self.single(Action::Acquire),
            Statement::TryAcquire(local) => self.single(Action::TryAcquire((*local).into())),
            Statement::Release => self.single(Action::Release),
            Statement::Sleep => self.single(Action::Sleep),
            Statement::Throw => self.single(Action::Throw(Kind::Own)),
            Statement::Exit => self.single(Action::Exit),
            Statement::Choose { local, most } => self.single(Action::Choose((*local).into(), *most)),
            Statement::New => self.single(Action::New),
            Statement::Get(local) => self.single(Action::Get((*local).into())),
            Statement::Publish(number) => {
                self.single(Action::Write(reference(*number), Operand::Slot(OWN)));
            }
            Statement::Fetch(number) => self.single(Action::Read(OWN, reference(*number))),
        }
    }

    fn single(&mut self, action: Action) {
        self.push(action);
    }

    fn attempt(&mut self, body: &[Statement], catch: Option<&(Catch, Vec<Statement>)>) {
        let from = self.here();
        self.body(body);
        let to = self.here();
        let Some((catch, handler)) = catch else { return };
        let over = self.push(Action::Jump(0));
        let (target, slot) = (self.here(), self.slot());
        self.code.handlers.push(Handler { from, to, catch: *catch, target, slot });
        self.push(Action::Move(slot, Operand::Constant(0)));
        self.forget();
        self.body(handler);
        self.lands_here(over);
    }
}
