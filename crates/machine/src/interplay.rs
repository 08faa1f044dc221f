//! Tells what threads do to each other, turn by turn, while a schedule is replayed.

use check::{Interplay, Turn};

use crate::code::Op;
use crate::domain::{Concrete, Definite};
use crate::heap::Reference;
use crate::interleave::{Interleaver, Pending, Touch, is_internal};
use crate::machine::{Machine, position};
use crate::natives;
use crate::replay::{Recorder, is_library};
use crate::threads::{Phase, Status};

/// How many turns are looked at closely: a machine is copied for each.
const CLOSELY: usize = 2_000;

/// What native methods do to other threads, by the beginnings of their names.
const WORDS: &[(&str, &str)] = &[
    ("java.lang.Thread.start0(", "starts a thread"),
    ("java.lang.Thread.yield", "lets others go first"),
    ("java.lang.Thread.sleep", "sleeps"),
    ("java.lang.Thread.interrupt0(", "interrupts a thread"),
    ("java.lang.Object.notifyAll(", "notifies all"),
    ("java.lang.Object.notify(", "notifies one"),
    ("java.lang.Object.wait", "waits"),
    ("jdk.internal.misc.Unsafe.park(", "parks"),
    ("jdk.internal.misc.Unsafe.unpark(", "lets a parked thread go on"),
    ("jdk.internal.misc.Unsafe.compareAnd", "compares and sets a variable"),
    ("jdk.internal.misc.Unsafe.get", "reads a variable"),
    ("jdk.internal.misc.Unsafe.put", "writes a variable"),
    ("java.lang.System.arraycopy(", "copies elements"),
];

/// Collects turns.
#[derive(Debug, Default)]
pub(crate) struct Teller {
    told: Interplay,
    /// The objects of the threads that were met; 0 for the first one.
    objects: Vec<Reference>,
    /// Whether a turn is under way.
    open: bool,
}

impl Teller {
    fn number(&mut self, machine: &Machine<'_, '_, Concrete>, thread: usize) -> usize {
        let facts = machine.thread(thread);
        let object = if facts.main { 0 } else { facts.object };
        if let Some(known) = self.objects.iter().position(|&other| other == object) {
            return known;
        }
        self.objects.push(object);
        self.told.threads.push(machine.thread_name(thread));
        self.objects.len() - 1
    }

    /// A thread is to go on.
    pub(crate) fn begin<'i, 'p>(
        &mut self,
        machine: &Machine<'i, 'p, Concrete>,
        interleaver: &mut Interleaver<'i, 'p>,
        thread: usize,
    ) {
        self.open = true;
        if self.told.turns.len() < CLOSELY && machine.is_before_operation(thread) {
            // A thread that has just begun is not yet where it does something.
            let mut copy = machine.clone();
            copy.mark();
            let mut turn = None;
            copy.look_ahead(interleaver, thread, |copy, pending| {
                // It may have ended before.
                if copy.current_thread() == Some(thread) {
                    let words = copy.words(thread, pending);
                    turn = Some(self.turn(copy, thread, words.into_iter().collect()));
                }
            });
            machine.resume_interleaved(interleaver, false);
            if let Some(turn) = turn {
                return self.told.turns.push(turn);
            }
        }
        self.push(machine, thread, machine.next_of(thread).into_iter().collect());
    }

    /// A thread is about to do something at the end of the schedule.
    pub(crate) fn about(&mut self, machine: &Machine<'_, '_, Concrete>, thread: usize, what: String) {
        self.push(machine, thread, vec![what]);
    }

    fn push(&mut self, machine: &Machine<'_, '_, Concrete>, thread: usize, does: Vec<String>) {
        let turn = self.turn(machine, thread, does);
        self.told.turns.push(turn);
    }

    fn turn(&mut self, machine: &Machine<'_, '_, Concrete>, thread: usize, does: Vec<String>) -> Turn {
        let location = machine.thread_location(thread);
        let number = self.number(machine, thread);
        Turn {
            thread: number,
            code: machine.thread_code(thread),
            location,
            does,
            changes: Vec::new(),
            held: machine.monitors_of(thread),
            waits: None,
        }
    }

    /// The turn under way has ended.
    pub(crate) fn end(&mut self, machine: &Machine<'_, '_, Concrete>, recorder: &mut Recorder<'_, '_>) {
        let changes = recorder.take_changes();
        if !std::mem::take(&mut self.open) {
            return;
        }
        let Some(turn) = self.told.turns.last_mut() else { return };
        turn.changes = changes;
        match machine.current_thread() {
            Some(thread) => {
                turn.held = machine.monitors_of(thread);
                turn.waits = (!machine.is_enabled(thread)).then(|| machine.waits_for(thread));
            }
            None => turn.waits = Some("ends".to_string()),
        }
    }

    /// How many turns there were.
    pub(crate) fn turns(&self) -> usize {
        self.told.turns.len()
    }

    /// What was told; `cycle` is the turn from which on it goes on for ever.
    pub(crate) fn finish(self, cycle: Option<usize>) -> Interplay {
        Interplay { cycle, ..self.told }
    }
}

impl<'i, 'p, D: Definite> Machine<'i, 'p, D> {
    /// The monitors that a thread has, in words.
    pub fn monitors_of(&self, thread: usize) -> Vec<String> {
        let locks = self.heap.locks().iter();
        let mine = locks.filter(|lock| lock.owner as usize == thread && lock.count > 0);
        let mut kinds: Vec<String> =
            mine.map(|lock| format!("the monitor of {}", self.kind(lock.object))).collect();
        kinds.sort();
        kinds
    }
}

impl<'i, 'p> Machine<'i, 'p, Concrete> {
    /// The text of the line that a thread is at in the user's own code.
    fn thread_code(&self, thread: usize) -> String {
        let program = self.image.program();
        let mut calls = self.calls_of(thread).rev();
        let own = calls.find(|(function, _)| !is_library(&program.functions[*function].name));
        let place = own.map(|(function, origin)| position(self.image, function, origin));
        let line = place.and_then(|place| program.sources[place.source].line(place.line));
        line.unwrap_or_default().to_string()
    }

    /// What a thread does next, in words that follow its name, unless that is the library's own business.
    fn next_of(&self, thread: usize) -> Option<String> {
        let facts = self.thread(thread);
        match facts.status {
            Status::Entering(_) if facts.phase == Phase::Ending => Some("ends".to_string()),
            Status::Entering(object) => {
                (!self.is_inside(thread)).then(|| format!("enters the monitor of {}", self.kind(object)))
            }
            Status::Initialising(function) => {
                let name = &self.image.program().functions[function].name;
                let class = name.trim_end_matches(".<initialise>");
                (!natives::java::is_library(class))
                    .then(|| format!("initialises {class}, unless that is done"))
            }
            Status::Waiting { object, interrupted: true, .. } => {
                Some(format!("was interrupted while it waited for {}", self.kind(object)))
            }
            Status::Waiting { object, .. } => {
                Some(format!("has waited for {} long enough", self.kind(object)))
            }
            Status::Notified { object, .. } => {
                Some(format!("was woken, and enters the monitor of {} again", self.kind(object)))
            }
            Status::Sleeping { .. } => Some("has slept".to_string()),
            Status::Parked { .. } => Some("was parked long enough".to_string()),
            Status::Woken { .. } => Some("was woken".to_string()),
            Status::Ready if facts.phase == Phase::Ending => Some("ends".to_string()),
            Status::Ready => None,
        }
    }

    /// Whether a thread can go on with an operation that it has not begun.
    fn is_before_operation(&self, thread: usize) -> bool {
        let facts = self.thread(thread);
        facts.status == Status::Ready && facts.phase != Phase::Ending
    }

    /// Whether a thread executes what the library does by itself.
    fn is_inside(&self, thread: usize) -> bool {
        let innermost = self.calls_of(thread).next_back();
        innermost.is_some_and(|(function, _)| is_internal(&self.image.program().functions[function].name, ""))
    }

    /// What a thread is about to do, in words that follow its name.
    fn words(&self, thread: usize, pending: &Pending) -> Option<String> {
        match pending {
            Pending::Touches(_) | Pending::Enter(_) if self.is_inside(thread) => None,
            Pending::Touches(touches) => {
                let told = touches.iter().map(|&Touch { place, written, volatile }| {
                    let verb = if written { "writes" } else { "reads" };
                    let volatile = if volatile { "the volatile " } else { "" };
                    format!("{verb} {volatile}{}", self.variable(place, place))
                });
                Some(told.collect::<Vec<_>>().join(", "))
            }
            Pending::Enter(object) => Some(format!("enters the monitor of {}", self.kind(*object))),
            Pending::Object(_) | Pending::Other | Pending::Unknown => self.call_in_words(thread),
        }
    }

    fn call_in_words(&self, thread: usize) -> Option<String> {
        let frame = self.frames_of(thread).last()?;
        let code = self.image.frame_code(frame.function);
        let mut ops = code.ops[frame.pc as usize..].iter();
        let called = ops.find(|op| !matches!(op, Op::Constant { .. }))?;
        let (Op::Call { function, .. } | Op::CallSpecial { function, .. }) = *called else { return None };
        let name = self.image.program().functions[ir::Id::new(function as usize)].name.as_str();
        let known = WORDS.iter().find(|(prefix, _)| name.starts_with(prefix));
        known.map(|(_, words)| (*words).to_string())
    }
}
