//! Ends the process where the work does not end by itself.
//!
//! The work looks at its budget between two pieces, and stops softly. That is not enough: a piece can be larger than
//! anybody thought, reading from a pipe waits for as long as it takes, and a compiler may hang. So a second thread looks at the
//! clock, the memory and the signals all the time. When the work has had its chance to stop and has not, that thread says what is
//! known, which is why nothing is, removes what is there for a while only, and ends the process.
//!
//! What it may say is little, on purpose: that the verdict is *unknown*, with the reason. It makes no
//! use of anything that the work has found so far.
//!
//! # Who ends the process
//! The lock on the [`Ending`] decides: either the work takes the ending away when it is done, and the guard has nothing to say
//! any more, or the guard takes it, and the work waits for the end of the process in [`finish`].
//!
//! # How long the work is given
//! The guard waits for [`PATIENCE`] after a limit. Other processes may keep the work from the processor meanwhile; what it would do
//! with more time cannot be known, so the time counts that it had on the processor. If it had none at all it waits for something, and
//! may wait for ever.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use check::{Budget, CancelToken, Exhausted, Host as _, Limit, System};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use crate::Exit;
use crate::terminal::Terminal;

/// How long the work may go on after it should have stopped.
const PATIENCE: Duration = Duration::from_millis(1000);

/// How long it may go on if it gets the processor only sometimes.
const MOST_PATIENCE: Duration = Duration::from_secs(8);

/// The time on the processor that says that the work does something.
const BUSY: Duration = Duration::from_millis(50);

/// How often the guard looks.
const INTERVAL: Duration = Duration::from_millis(10);

/// So much more than its budget the work may use before it is ended: a tenth, and what looking at the budget is worth in a small one.
const SURPLUS: u64 = 10;
const LEAST_SURPLUS: u64 = 16 << 20;

/// Memory that is given back when there is no more, so that the guard can say so.
const RESERVE: usize = 4 << 20;

/// What is said when the guard ends the process, and how it ends then.
pub(crate) type Ending = Box<dyn FnOnce(Exhausted) -> Exit + Send>;

/// What the work does at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It has a budget.
    Working = 0,
    /// It replays what it has found, which has no limit of time.
    Replaying = 1,
}

struct Guard {
    started: Instant,
    /// Raised for the work when it should stop.
    cancel: Arc<AtomicBool>,
    /// The last signal that arrived and was not seen to.
    arrived: Arc<AtomicUsize>,
    /// From now on signals do what they do by default.
    gives_up: Arc<AtomicBool>,
    watched: Mutex<Option<(Budget, Ending)>>,
    phase: AtomicU8,
    /// The system has refused memory.
    refused: AtomicBool,
    reserve: Mutex<Vec<u8>>,
    /// Whether there is a thread that looks.
    looks: AtomicBool,
}

static GUARD: OnceLock<Guard> = OnceLock::new();

thread_local! {
    /// Whether this is the thread that looks.
    static IS_GUARD: Cell<bool> = const { Cell::new(false) };
}

/// Begins to look. Signals are seen to from now on.
pub(crate) fn start() {
    let guard = GUARD.get_or_init(|| Guard {
        started: Instant::now(),
        cancel: Arc::default(),
        arrived: Arc::default(),
        gives_up: Arc::default(),
        watched: Mutex::new(None),
        phase: AtomicU8::new(Phase::Working as u8),
        refused: AtomicBool::new(false),
        reserve: Mutex::new(Vec::with_capacity(RESERVE)),
        looks: AtomicBool::new(false),
    });
    let looks = std::thread::Builder::new().name("guard".to_string()).spawn(|| {
        IS_GUARD.set(true);
        guard.watch();
    });
    guard.looks.store(looks.is_ok(), Ordering::SeqCst);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(SIGHUP) {
            // Whoever has started us wants us to outlive the terminal.
            continue;
        }
        // Without a guard the second signal ends the process, and nothing is removed. Without handlers the first one does.
        let gives_up = if looks.is_ok() { &guard.gives_up } else { &guard.cancel };
        let _ = flag::register_conditional_default(signal, Arc::clone(gives_up))
            .and_then(|_| flag::register(signal, Arc::clone(&guard.cancel)))
            .and_then(|_| flag::register_usize(signal, Arc::clone(&guard.arrived), signal as usize));
    }
}

/// Whether a signal was to be ignored before anybody asked for it.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The token that signals raise.
pub(crate) fn cancel_token() -> CancelToken {
    GUARD.get().map_or_else(CancelToken::new, |guard| CancelToken::from_flag(Arc::clone(&guard.cancel)))
}

/// From now on the work has this budget, and the ending is what to say if it does not keep it.
pub(crate) fn watch(budget: Budget, ending: Ending) {
    if let Some(guard) = GUARD.get() {
        *guard.watched() = Some((glassbox::enforced(budget), ending));
    }
}

/// The work is done, and says itself what has come out. Comes back only if it has not been ended.
pub(crate) fn finish() {
    if let Some(guard) = GUARD.get() {
        *guard.watched() = None;
    }
}

/// The work begins to replay what it has found, or has done so.
pub(crate) fn replaying(begins: bool) {
    if let Some(guard) = GUARD.get() {
        let phase = if begins { Phase::Replaying } else { Phase::Working };
        guard.phase.store(phase as u8, Ordering::SeqCst);
    }
}

/// The system has refused memory: does not come back.
pub(crate) fn out_of_memory() -> ! {
    if let Some(guard) = GUARD.get()
        && guard.looks.load(Ordering::SeqCst)
        && !IS_GUARD.get()
    {
        guard.refused.store(true, Ordering::SeqCst);
        loop {
            std::thread::sleep(INTERVAL);
        }
    }
    last_words()
}

/// Ends the process where there is no memory to say more.
fn last_words() -> ! {
    Terminal::last_words(
        "unknown: the system gives no more memory\n  try: run it where more memory is free\n",
    );
    low_level::exit(Exit::Unknown.status().into())
}

impl Guard {
    fn watched(&self) -> std::sync::MutexGuard<'_, Option<(Budget, Ending)>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks until the process ends.
    fn watch(&self) -> ! {
        let host = System::start();
        let addresses = check::confines::addresses();
        let mut cancelled: Option<Since> = None;
        let mut late: Option<Since> = None;
        loop {
            std::thread::sleep(INTERVAL);
            if self.refused.load(Ordering::SeqCst) {
                drop(std::mem::take(&mut *self.reserve.lock().unwrap_or_else(PoisonError::into_inner)));
                self.end(Exhausted::Budget(Limit::Addresses(addresses)));
            }
            let signal = self.arrived.swap(0, Ordering::SeqCst) as i32;
            let watched = self.watched().as_ref().map(|(budget, _)| *budget);
            if signal == SIGHUP || signal != 0 && (cancelled.is_some() || watched.is_none()) {
                self.die(signal);
            }
            if signal != 0 {
                cancelled = Some(Since::now());
            }
            let Some(budget) = watched else { continue };
            if cancelled.as_ref().is_some_and(Since::is_too_long) {
                self.end(Exhausted::Cancelled);
            }
            if let Some(limit) = budget.memory
                && host
                    .memory()
                    .is_some_and(|used| used > limit.saturating_add((limit / SURPLUS).max(LEAST_SURPLUS)))
            {
                self.end(Exhausted::Budget(Limit::Memory(limit)));
            }
            let working = self.phase.load(Ordering::SeqCst) == Phase::Working as u8;
            match budget.time.filter(|&limit| working && self.started.elapsed() >= limit) {
                Some(limit) => {
                    if late.get_or_insert_with(Since::now).is_too_long() {
                        self.end(Exhausted::Budget(Limit::Time(limit)));
                    }
                }
                None => late = None,
            }
        }
    }

    /// Says why nothing is known and ends the process, unless the work is done by now.
    fn end(&self, why: Exhausted) {
        let mut watched = self.watched();
        let Some((_, ending)) = watched.take() else {
            // A thread of the work that got no memory does not go on, though the work has something to say.
            if self.refused.load(Ordering::SeqCst) {
                java::temporary::clear();
                last_words();
            }
            return;
        };
        // It may take its time to write, and to be interrupted then is no more than fair.
        self.gives_up.store(true, Ordering::SeqCst);
        java::temporary::clear();
        // A fault is told by the hook for panics.
        let exit =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ending(why))).unwrap_or(Exit::Fault);
        // Without what others have registered for the end of the process: their threads may be anywhere.
        low_level::exit(exit.status().into())
    }

    /// Ends the process as the signal does by default.
    fn die(&self, signal: i32) -> ! {
        self.gives_up.store(true, Ordering::SeqCst);
        java::temporary::clear();
        let _ = low_level::emulate_default_handler(signal);
        low_level::exit(128 + signal)
    }
}

/// A moment, and what the process had done by then.
struct Since {
    at: Instant,
    used: Option<Duration>,
}

impl Since {
    fn now() -> Self {
        Since { at: Instant::now(), used: time_on_processor() }
    }

    /// Whether the work has had its chance to stop since then.
    fn is_too_long(&self) -> bool {
        let passed = self.at.elapsed();
        if passed < PATIENCE {
            return false;
        }
        let used = self.used.and_then(|before| Some(time_on_processor()?.saturating_sub(before)));
        used.is_none_or(|used| used < BUSY || used >= PATIENCE) || passed >= MOST_PATIENCE
    }
}

/// How long all threads of the process were on a processor.
fn time_on_processor() -> Option<Duration> {
    /// The kernel counts in hundredths of a second for programs, whatever it counts in itself.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may have any characters.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (u32, u32) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(TICK * (user + system))
}
