//! What a program of the mini-language is in, and what each thread can do next.
//!
//! Every step is one action of one thread, as the specifications describe it: chapter 17 of *The Java Language
//! Specification* for variables, monitors, wait sets and interrupts, the documentation of `java.util.concurrent` for
//! locks, latches and semaphores. Local actions come right behind the action before them: no
//! other thread notices when they happen.
//!
//! Where the specification leaves open what happens, every outcome is a step. Two of them need words:
//! - *Interrupts of threads that wait* (17.2.4). An interrupt leaves a thread where it is, with its interrupt pending. It
//!   may then take the monitor again and throw, or be chosen by a notification as long as it has not, and then return
//!   normally with the interrupt still pending. A notification is lost only if all that wait were interrupted. A
//!   notification of all leaves open for each interrupted thread whether it throws. A thread that is interrupted when it is out of
//!   the wait set already returns normally.
//! - *Limits of time* may be over at any moment.

use super::lower::{Action, Code, OWN, Operand, Slot, VARIABLES, is_plain};
use super::program::{Comparison, Kind, MONITORS, Operator, Program};

/// How far a thread is with its action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Not started yet.
    New,
    /// Before its action.
    Ready,
    /// It has tried and must wait: for a lock, a latch, a permit.
    Blocked,
    /// In the wait set of a monitor, or of a thread that it joins. The number is how often it held the monitor.
    Waiting(u8),
    /// Out of the wait set, not yet with the monitor.
    Notified {
        /// How often it held the monitor.
        count: u8,
        /// Whether it may throw instead if it is interrupted.
        may_throw: bool,
    },
    /// It has ended, perhaps by an exception.
    Ended(Option<Kind>),
}

/// A thread in a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThreadState {
    /// How far it is with its action.
    pub phase: Phase,
    at: u16,
    interrupted: bool,
    slots: Vec<i32>,
}

/// A monitor or a lock: who has it, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Held {
    owner: Option<u8>,
    count: u8,
}

impl Held {
    fn is_of(self, thread: usize) -> bool {
        self.owner == Some(thread as u8)
    }

    fn is_free_for(self, thread: usize) -> bool {
        self.owner.is_none() || self.is_of(thread)
    }

    fn take(&mut self, thread: usize, count: u8) {
        self.owner = Some(thread as u8);
        self.count += count;
    }

    /// Gives it back once. Whether the thread had it.
    fn give(&mut self, thread: usize) -> bool {
        if !self.is_of(thread) {
            return false;
        }
        self.count -= 1;
        if self.count == 0 {
            self.owner = None;
        }
        true
    }
}

/// What a program is in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The shared variables.
    pub variables: Vec<i32>,
    /// The plain field of each object.
    objects: Vec<i32>,
    monitors: [Held; MONITORS as usize],
    locks: [Held; MONITORS as usize],
    latch: u8,
    permits: u8,
    /// The threads.
    pub threads: Vec<ThreadState>,
}

/// What a step leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Another state.
    State(State),
    /// The program has called `System.exit`.
    Exit,
    /// An assumption is false.
    Discarded,
}

/// What was noticed on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Noticed {
    /// An `assert` statement has failed.
    pub assertion: bool,
    /// An exception has left a thread.
    pub exception: bool,
}

/// What a thread is about to touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Touched {
    Variable(usize),
    Object(i32),
}

/// A program with its actions.
#[derive(Debug)]
pub struct System<'a> {
    program: &'a Program,
    code: Vec<Code>,
}

impl<'a> System<'a> {
    /// Lowers a program.
    pub fn new(program: &'a Program) -> System<'a> {
        System { program, code: super::lower::lower(program) }
    }

    /// The state in which `main` begins.
    pub fn first(&self, noticed: &mut Noticed) -> State {
        let thread = |code: &Code| ThreadState {
            phase: Phase::New,
            at: 0,
            interrupted: false,
            slots: vec![0; code.slots],
        };
        let mut state = State {
            variables: vec![0; VARIABLES],
            objects: Vec::new(),
            monitors: Default::default(),
            locks: Default::default(),
            latch: self.program.latch,
            permits: self.program.permits,
            threads: self.code.iter().map(thread).collect(),
        };
        state.threads[0].phase = Phase::Ready;
        self.settle(&mut state, 0, noticed);
        state
    }

    fn action(&self, state: &State, thread: usize) -> Action {
        self.code[thread].actions[usize::from(state.threads[thread].at)]
    }

    /// Whether the virtual machine has ended: no thread lives any more but daemons.
    pub fn is_over(&self, state: &State) -> bool {
        state.threads.iter().zip(&self.program.threads).all(|(thread, declared)| match thread.phase {
            Phase::New | Phase::Ended(_) => true,
            Phase::Ready | Phase::Blocked | Phase::Waiting(_) | Phase::Notified { .. } => declared.daemon,
        })
    }

    /// Whether two threads are about to touch the same plain variable, one of them writing.
    pub fn has_race(&self, state: &State) -> bool {
        let touched: Vec<(Touched, bool)> =
            (0..state.threads.len()).filter_map(|thread| self.touches(state, thread)).collect();
        touched.iter().enumerate().any(|(index, (what, writes))| {
            touched[..index].iter().any(|(other, also)| what == other && (*writes || *also))
        })
    }

    /// What a thread is about to touch, and whether it writes.
    fn touches(&self, state: &State, thread: usize) -> Option<(Touched, bool)> {
        if state.threads[thread].phase != Phase::Ready {
            return None;
        }
        let object = || match state.threads[thread].slots[OWN] {
            0 => None,
            object => Some(Touched::Object(object)),
        };
        match self.action(state, thread) {
            Action::Read(_, variable) if is_plain(variable) => Some((Touched::Variable(variable), false)),
            Action::Write(variable, _) if is_plain(variable) => Some((Touched::Variable(variable), true)),
            Action::Get(_) => object().map(|object| (object, false)),
            Action::Put(_) => object().map(|object| (object, true)),
            Action::Read(..)
            | Action::Write(..)
            | Action::Move(..)
            | Action::Compute(..)
            | Action::Jump(_)
            | Action::Unless(..)
            | Action::Throw(_)
            | Action::Rethrow(_)
            | Action::Fail
            | Action::New
            | Action::Choose(..)
            | Action::Exit
            | Action::Discard
            | Action::End
            | Action::Enter(_)
            | Action::Leave(_)
            | Action::Wait { .. }
            | Action::Notify { .. }
            | Action::Start(_)
            | Action::Join { .. }
            | Action::Interrupt(_)
            | Action::Interrupted(_)
            | Action::Alive { .. }
            | Action::Lock { .. }
            | Action::Unlock(_)
            | Action::TryLock { .. }
            | Action::CountDown
            | Action::Await
            | Action::Acquire
            | Action::TryAcquire(_)
            | Action::Release
            | Action::Sleep => None,
        }
    }

    /// Everything that one thread can make of a state in one step.
    pub fn steps(&self, state: &State, thread: usize, noticed: &mut Noticed) -> Vec<Next> {
        let mut steps = Steps { system: self, state, thread, noticed, found: Vec::new() };
        match state.threads[thread].phase {
            Phase::New | Phase::Ended(_) => {}
            Phase::Ready => steps.ready(self.action(state, thread)),
            Phase::Blocked => steps.blocked(self.action(state, thread)),
            Phase::Waiting(count) => steps.waiting(self.action(state, thread), count),
            Phase::Notified { count, may_throw } => {
                steps.notified(self.action(state, thread), count, may_throw);
            }
        }
        steps.found
    }

    /// Executes the local actions of a thread up to the next one that others may notice.
    fn settle(&self, state: &mut State, thread: usize, noticed: &mut Noticed) {
        loop {
            if state.threads[thread].phase != Phase::Ready {
                return;
            }
            let action = self.action(state, thread);
            let me = &mut state.threads[thread];
            let value = |me: &ThreadState, operand| match operand {
                Operand::Constant(value) => value,
                Operand::Slot(slot) => me.slots[slot],
            };
            match action {
                Action::Move(slot, operand) => {
                    me.slots[slot] = value(me, operand);
                    me.at += 1;
                }
                Action::Compute(slot, operator, left, right) => {
                    let (left, right) = (value(me, left), value(me, right));
                    let result = match operator {
                        Operator::Add => Some(left.wrapping_add(right)),
                        Operator::Subtract => Some(left.wrapping_sub(right)),
                        Operator::Divide if right == 0 => None,
                        Operator::Divide => Some(left.wrapping_div(right)),
                    };
                    match result {
                        Some(result) => {
                            me.slots[slot] = result;
                            me.at += 1;
                        }
                        None => self.throw(state, thread, Kind::Arithmetic),
                    }
                }
                Action::Jump(target) => me.at = target as u16,
                Action::Unless(how, left, right, target) => {
                    let (left, right) = (value(me, left), value(me, right));
                    let is_true = match how {
                        Comparison::Equal => left == right,
                        Comparison::Unequal => left != right,
                        Comparison::Less => left < right,
                    };
                    me.at = if is_true { me.at + 1 } else { target as u16 };
                }
                Action::Throw(kind) => self.throw(state, thread, kind),
                Action::Rethrow(slot) => {
                    let number = me.slots[slot];
                    let kind = Kind::ALL.into_iter().find(|kind| *kind as i32 == number);
                    self.throw(state, thread, kind.expect("an exception should have been put aside"));
                }
                Action::Fail => {
                    noticed.assertion = true;
                    self.throw(state, thread, Kind::Assertion);
                }
                Action::New => {
                    me.at += 1;
                    state.objects.push(0);
                    state.threads[thread].slots[OWN] = state.objects.len() as i32;
                }
                Action::Read(..)
                | Action::Write(..)
                | Action::Get(_)
                | Action::Put(_)
                | Action::Choose(..)
                | Action::Exit
                | Action::Discard
                | Action::End
                | Action::Enter(_)
                | Action::Leave(_)
                | Action::Wait { .. }
                | Action::Notify { .. }
                | Action::Start(_)
                | Action::Join { .. }
                | Action::Interrupt(_)
                | Action::Interrupted(_)
                | Action::Alive { .. }
                | Action::Lock { .. }
                | Action::Unlock(_)
                | Action::TryLock { .. }
                | Action::CountDown
                | Action::Await
                | Action::Acquire
                | Action::TryAcquire(_)
                | Action::Release
                | Action::Sleep => return,
            }
        }
    }

    /// Lets a thread go on with the handler of an exception, or with the end that the exception means.
    fn throw(&self, state: &mut State, thread: usize, kind: Kind) {
        let (code, me) = (&self.code[thread], &mut state.threads[thread]);
        let at = usize::from(me.at);
        let handler = code
            .handlers
            .iter()
            .find(|handler| handler.from <= at && at < handler.to && handler.catch.catches(kind));
        match handler {
            Some(handler) => {
                me.slots[handler.slot] = kind as i32;
                me.at = handler.target as u16;
                me.phase = Phase::Ready;
            }
            // The end is an action of its own: until then the thread is alive.
            None => {
                me.slots[OWN] = -(kind as i32);
                me.at = (code.actions.len() - 1) as u16;
                me.phase = Phase::Ready;
            }
        }
    }
}

/// The steps of one thread that were found.
struct Steps<'a> {
    system: &'a System<'a>,
    state: &'a State,
    thread: usize,
    noticed: &'a mut Noticed,
    found: Vec<Next>,
}

impl Steps<'_> {
    /// A step that does something, after which the thread is at its next action.
    fn done(&mut self, change: impl FnOnce(&mut State, &mut ThreadState)) {
        let mut state = self.state.clone();
        let mut me = state.threads[self.thread].clone();
        me.at += 1;
        me.phase = Phase::Ready;
        change(&mut state, &mut me);
        state.threads[self.thread] = me;
        self.found(state);
    }

    fn plain(&mut self) {
        self.done(|_, _| {});
    }

    fn value(&mut self, slot: Slot, value: i32) {
        self.done(|_, me| me.slots[slot] = value);
    }

    /// A step that changes how far the thread is.
    fn phase(&mut self, phase: Phase) {
        let mut state = self.state.clone();
        state.threads[self.thread].phase = phase;
        self.found(state);
    }

    fn throws(&mut self, kind: Kind, change: impl FnOnce(&mut State)) {
        let mut state = self.state.clone();
        change(&mut state);
        self.system.throw(&mut state, self.thread, kind);
        self.found(state);
    }

    /// Throws because of an interrupt, which is not pending any more.
    fn interrupted(&mut self) {
        let thread = self.thread;
        self.throws(Kind::Interrupted, |state| state.threads[thread].interrupted = false);
    }

    fn found(&mut self, mut state: State) {
        self.system.settle(&mut state, self.thread, self.noticed);
        self.found.push(Next::State(state));
    }

    fn operand(&self, operand: Operand) -> i32 {
        match operand {
            Operand::Constant(value) => value,
            Operand::Slot(slot) => self.me().slots[slot],
        }
    }

    fn me(&self) -> &ThreadState {
        &self.state.threads[self.thread]
    }

    /// What the action of a thread does that is before it.
    fn ready(&mut self, action: Action) {
        let (state, thread) = (self.state, self.thread);
        match action {
            Action::Read(slot, variable) => self.value(slot, state.variables[variable]),
            Action::Write(variable, operand) => {
                let value = self.operand(operand);
                self.done(|state, _| state.variables[variable] = value);
            }
            Action::Get(_) | Action::Put(_) if self.me().slots[OWN] == 0 => self.throws(Kind::Null, |_| {}),
            Action::Get(slot) => self.value(slot, state.objects[self.me().slots[OWN] as usize - 1]),
            Action::Put(operand) => {
                let (object, value) = (self.me().slots[OWN] as usize - 1, self.operand(operand));
                self.done(|state, _| state.objects[object] = value);
            }
            Action::Choose(slot, most) => (0..=most).for_each(|value| self.value(slot, value.into())),
            Action::Exit => self.found.push(Next::Exit),
            Action::Discard => self.found.push(Next::Discarded),
            Action::End => self.end(),
            Action::Enter(monitor) => {
                if state.monitors[usize::from(monitor)].is_free_for(thread) {
                    self.done(|state, _| state.monitors[usize::from(monitor)].take(thread, 1));
                }
            }
            Action::Leave(monitor) => {
                self.done(|state, _| {
                    let had = state.monitors[usize::from(monitor)].give(thread);
                    assert!(had, "a block should leave a monitor that it has entered");
                });
            }
            Action::Wait { monitor, .. } => self.wait(monitor),
            Action::Notify { monitor, all } => self.notify(monitor, all),
            Action::Start(other) => match state.threads[usize::from(other)].phase {
                Phase::New => {
                    let mut noticed = *self.noticed;
                    let system = self.system;
                    self.done(|state, _| {
                        state.threads[usize::from(other)].phase = Phase::Ready;
                        system.settle(state, other.into(), &mut noticed);
                    });
                    self.noticed.assertion |= noticed.assertion;
                }
                Phase::Ready
                | Phase::Blocked
                | Phase::Waiting(_)
                | Phase::Notified { .. }
                | Phase::Ended(_) => self.throws(Kind::ThreadState, |_| {}),
            },
            Action::Join { thread: other, .. } => match state.threads[usize::from(other)].phase {
                Phase::New | Phase::Ended(_) => self.plain(),
                Phase::Ready | Phase::Blocked | Phase::Waiting(_) | Phase::Notified { .. } => {
                    if self.me().interrupted { self.interrupted() } else { self.phase(Phase::Waiting(0)) }
                }
            },
            Action::Interrupt(other) => {
                let other = usize::from(other);
                if other == thread {
                    self.done(|_, me| me.interrupted = true);
                } else if matches!(state.threads[other].phase, Phase::Ended(_)) {
                    self.plain();
                } else {
                    self.done(|state, _| state.threads[other].interrupted = true);
                }
            }
            Action::Interrupted(slot) => {
                let was = self.me().interrupted;
                self.done(|_, me| {
                    me.slots[slot] = was.into();
                    me.interrupted = false;
                });
            }
            Action::Alive { thread: other, slot } => {
                let alive = match state.threads[usize::from(other)].phase {
                    Phase::New | Phase::Ended(_) => false,
                    Phase::Ready | Phase::Blocked | Phase::Waiting(_) | Phase::Notified { .. } => true,
                };
                self.value(slot, alive.into());
            }
            Action::Lock { interruptible: true, .. } | Action::TryLock { timed: true, .. }
                if self.me().interrupted =>
            {
                self.interrupted();
            }
            Action::Await | Action::Acquire | Action::Sleep if self.me().interrupted => self.interrupted(),
            Action::Lock { .. } | Action::Await | Action::Acquire => {
                if !self.acquire(action) {
                    self.phase(Phase::Blocked);
                }
            }
            Action::Unlock(lock) => {
                if state.locks[usize::from(lock)].is_of(thread) {
                    self.done(|state, _| {
                        state.locks[usize::from(lock)].give(thread);
                    });
                } else {
                    self.throws(Kind::Monitor, |_| {});
                }
            }
            Action::TryLock { timed, slot, .. } => {
                if !self.acquire(action) {
                    self.value(slot, 0);
                    if timed {
                        self.phase(Phase::Blocked);
                    }
                }
            }
            Action::CountDown => self.done(|state, _| state.latch = state.latch.saturating_sub(1)),
            Action::TryAcquire(slot) => {
                let permits = state.permits;
                self.done(|state, me| {
                    me.slots[slot] = (permits > 0).into();
                    state.permits = permits.saturating_sub(1);
                });
            }
            Action::Release => self.done(|state, _| state.permits += 1),
            Action::Sleep => self.plain(),
            Action::Move(..)
            | Action::Compute(..)
            | Action::Jump(_)
            | Action::Unless(..)
            | Action::Throw(_)
            | Action::Rethrow(_)
            | Action::Fail
            | Action::New => panic!("{action:?} should have been executed with the action before it"),
        }
    }

    /// Takes what an action is after, if it is there. Whether it is.
    fn acquire(&mut self, action: Action) -> bool {
        let (state, thread) = (self.state, self.thread);
        if let Action::Lock { lock, .. } | Action::TryLock { lock, .. } = action {
            let is_free = state.locks[usize::from(lock)].is_free_for(thread);
            if is_free {
                self.done(|state, me| {
                    state.locks[usize::from(lock)].take(thread, 1);
                    if let Action::TryLock { slot, .. } = action {
                        me.slots[slot] = 1;
                    }
                });
            }
            is_free
        } else if action == Action::Await {
            if state.latch == 0 {
                self.plain();
            }
            state.latch == 0
        } else {
            assert_eq!(action, Action::Acquire, "what blocks should be a lock, a latch or a semaphore");
            if state.permits > 0 {
                self.done(|state, _| state.permits -= 1);
            }
            state.permits > 0
        }
    }

    /// What a thread does that has found a lock, a latch or a semaphore occupied. It looks again when it is
    /// woken up, and an interrupt may come before that or behind.
    fn blocked(&mut self, action: Action) {
        self.acquire(action);
        let interruptible = !matches!(action, Action::Lock { interruptible: false, .. });
        if interruptible && self.me().interrupted {
            self.interrupted();
        }
        if let Action::TryLock { slot, .. } = action {
            self.value(slot, 0);
        }
    }

    fn wait(&mut self, monitor: u8) {
        let thread = self.thread;
        let held = self.state.monitors[usize::from(monitor)];
        if !held.is_of(thread) {
            self.throws(Kind::Monitor, |_| {});
        } else if self.me().interrupted {
            self.interrupted();
        } else {
            let mut state = self.state.clone();
            state.monitors[usize::from(monitor)] = Held::default();
            state.threads[thread].phase = Phase::Waiting(held.count);
            self.found(state);
        }
    }

    /// Whether a thread is in the wait set of a monitor.
    fn waits(&self, thread: usize, monitor: u8) -> bool {
        let waits = matches!(self.state.threads[thread].phase, Phase::Waiting(_));
        waits
            && matches!(self.system.action(self.state, thread), Action::Wait { monitor: of, .. } if of == monitor)
    }

    fn notify(&mut self, monitor: u8, all: bool) {
        if !self.state.monitors[usize::from(monitor)].is_of(self.thread) {
            return self.throws(Kind::Monitor, |_| {});
        }
        let waiting: Vec<usize> =
            (0..self.state.threads.len()).filter(|thread| self.waits(*thread, monitor)).collect();
        if all || waiting.is_empty() {
            let interrupted = |thread: usize| self.state.threads[thread].interrupted;
            let waiting: Vec<_> = waiting.into_iter().map(|thread| (thread, interrupted(thread))).collect();
            self.done(|state, _| waiting.iter().for_each(|(thread, may)| wake(state, *thread, *may)));
            return;
        }
        for chosen in &waiting {
            self.done(|state, _| wake(state, *chosen, false));
        }
        if waiting.iter().all(|thread| self.state.threads[*thread].interrupted) {
            self.plain();
        }
    }

    /// What a thread in a wait set does by itself.
    fn waiting(&mut self, action: Action, count: u8) {
        let (Action::Wait { timed, .. } | Action::Join { timed, .. }) = action else {
            panic!("{action:?} should not wait")
        };
        if self.me().interrupted {
            self.again(action, count, true);
        }
        if timed {
            self.phase(Phase::Notified { count, may_throw: false });
        }
    }

    /// What a thread does that was taken out of a wait set.
    fn notified(&mut self, action: Action, count: u8, may_throw: bool) {
        self.again(action, count, false);
        if may_throw && self.me().interrupted {
            self.again(action, count, true);
        }
    }

    /// Takes the monitor again if it is free, and returns, or throws because of an interrupt.
    fn again(&mut self, action: Action, count: u8, throws: bool) {
        let (state, thread) = (self.state, self.thread);
        let monitor =
            if let Action::Wait { monitor, .. } = action { Some(usize::from(monitor)) } else { None };
        if monitor.is_some_and(|monitor| state.monitors[monitor].owner.is_some()) {
            return;
        }
        let take = |state: &mut State| {
            if let Some(monitor) = monitor {
                state.monitors[monitor].take(thread, count);
            }
        };
        if throws {
            self.throws(Kind::Interrupted, |state| {
                state.threads[thread].interrupted = false;
                take(state);
            });
        } else {
            self.done(|state, _| take(state));
        }
    }

    /// The thread ends, and those that join it go on.
    fn end(&mut self) {
        let (state, thread) = (self.state, self.thread);
        let exception = Kind::ALL.into_iter().find(|kind| -(*kind as i32) == self.me().slots[OWN]);
        // What an `assert` statement has thrown counts as its failure, not as an exception.
        self.noticed.exception |= exception.is_some_and(|kind| kind != Kind::Assertion);
        let joins = |other: usize| {
            matches!(state.threads[other].phase, Phase::Waiting(_))
                && matches!(self.system.action(state, other), Action::Join { thread: of, .. } if usize::from(of) == thread)
        };
        let joining: Vec<usize> = (0..state.threads.len()).filter(|other| joins(*other)).collect();
        let mut after = state.clone();
        after.threads[thread] = ThreadState {
            phase: Phase::Ended(exception),
            at: self.me().at,
            interrupted: false,
            slots: Vec::new(),
        };
        for other in joining {
            let interrupted = after.threads[other].interrupted;
            wake(&mut after, other, interrupted);
        }
        self.found(after);
    }
}

/// Takes a thread out of a wait set.
fn wake(state: &mut State, thread: usize, may_throw: bool) {
    let me = &mut state.threads[thread];
    if let Phase::Waiting(count) = me.phase {
        me.phase = Phase::Notified { count, may_throw };
    }
}
