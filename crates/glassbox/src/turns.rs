//! Who goes on in a single execution of a program with threads: always the same one.
//!
//! A thread goes on until it must wait, lets others go first, or ends; then it is the turn of the next one that can
//! go on, in the order in which they were started. A thread that goes on for very long without waiting is
//! interrupted at a place where others could notice what it does: it may wait for them by looking again and again. It
//! may also look again and again for what happens after some time, so time passes then, and when threads have let others
//! go first many times.

use ir::Program;
use machine::{Access, Concrete, Heap, Machine, Switch, Turn, Unwatched, Watch, Watched, Word};

/// A turn.
pub(crate) type Done = Turn<Word, std::convert::Infallible>;

/// After how many operations others go on.
const LONG: u64 = 1_000_000;

/// Whose turn it is.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// The thread that has the turn.
    last: usize,
    /// How many operations it has executed in this turn.
    used: u64,
    /// How often threads have let others go first since time has passed.
    yielded: u32,
}

/// After how many times time passes.
const OFTEN: u32 = 64;

/// What comes after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// A thread goes on.
    Thread(usize),
    /// None can, ever.
    Deadlock,
}

impl Turns {
    /// Executes the thread that has the turn.
    pub(crate) fn run(&mut self, machine: &mut Machine<'_, '_, Concrete>, fuel: &mut u64) -> Done {
        let before = *fuel;
        let turn = if self.used > LONG && machine.thread_count() > 1 {
            let mut interrupting = Interrupting { program: machine.image().program() };
            machine.run_threads(fuel, &mut interrupting)
        } else {
            machine.run_threads(fuel, &mut Unwatched)
        };
        self.used += before - *fuel;
        turn
    }

    /// Who has the next turn, after one that ended so. Time passes if nobody can go on otherwise.
    pub(crate) fn next(&mut self, machine: &mut Machine<'_, '_, Concrete>, switch: Switch) -> Next {
        self.used = 0;
        // Those behind a thread that has ended have moved up.
        let first = match switch {
            Switch::Ended => self.last,
            Switch::Exiting => return Next::Thread(self.last),
            Switch::Blocked | Switch::Visible | Switch::Yielded => self.last + 1,
        };
        self.yielded += u32::from(switch == Switch::Yielded);
        if switch == Switch::Visible || self.yielded >= OFTEN {
            self.yielded = 0;
            machine.pass_time();
        }
        let count = machine.thread_count();
        loop {
            let mut order = (0..count).map(|offset| (first + offset) % count);
            if let Some(thread) = order.find(|&thread| machine.is_enabled(thread)) {
                self.last = thread;
                return Next::Thread(thread);
            }
            if !machine.pass_time() {
                return Next::Deadlock;
            }
        }
    }
}

/// Interrupts a thread at the first place where others could notice what it does.
struct Interrupting<'p> {
    program: &'p Program,
}

impl Watch<Concrete> for Interrupting<'_> {
    const ACTIVE: bool = false;
    const INTERLEAVES: bool = true;

    fn before(&mut self, _: Watched<'_, Concrete>) {}

    fn is_visible(&mut self, _: &Heap<Word>, access: Access<'_, Word>) -> bool {
        match access {
            // What a front end has made up is not the program's.
            Access::Global { global, .. } => !self.program.globals[global].name.contains(".<"),
            Access::Initialise(_) | Access::End => false,
            Access::Slot { .. } | Access::Enter(_) | Access::Native(..) => true,
        }
    }
}
