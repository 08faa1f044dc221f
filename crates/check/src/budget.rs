//! How much may be spent, and the meter that stops a run softly when it is.
//!
//! An engine calls [`Meter::poll`] after every piece of work and says how much work it has done so
//! far, in units of about one machine operation (some nanoseconds). Counted limits (states, depth)
//! are compared at every call. The clock and the cancel flag are looked at after every
//! [`Meter::CLOCK_INTERVAL`] units and the process's memory after every
//! [`Meter::MEMORY_INTERVAL`], which is well below 100 ms of work each; an engine must not do more
//! than that between two polls, and so runs long executions in slices. What takes long although it is little work by
//! that count shows on the clock: when some time has passed, the memory is looked at whatever the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::confines;

/// How much may be spent; `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of memory of the whole process.
    pub memory: Option<u64>,
    /// Stored states.
    pub states: Option<u64>,
    /// Choices on one path.
    pub depth: Option<u64>,
    /// Bytes of the heap that the program has. It is no limit of ours: a program that needs more runs out of memory,
    /// which is something that it does and not an end of the run.
    pub heap: Option<u64>,
}

/// Which limit of a budget was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Budget::time`].
    Time(Duration),
    /// [`Budget::memory`].
    Memory(u64),
    /// Bytes of addresses that the system lets the process use; none if it gives no more memory for another reason.
    Addresses(Option<u64>),
    /// [`Budget::states`].
    States(u64),
    /// [`Budget::depth`].
    Depth(u64),
}

/// Why a run stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// A limit of the budget was reached.
    Budget(Limit),
    /// Somebody asked to stop.
    Cancelled,
}

/// A flag that anybody may raise to stop a run; clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
}

impl CancelToken {
    /// A token that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is raised by whoever sets the flag, such as the handler of a signal.
    pub fn from_flag(flag: Arc<AtomicBool>) -> Self {
        CancelToken { flag }
    }

    /// Asks every run that watches this token to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// What the meter asks the world; tests bring their own.
pub trait Host {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
    /// Bytes of memory that the process uses now, if that can be known.
    fn memory(&self) -> Option<u64>;
    /// The bytes of addresses that the process may use, if it has used nearly all of them.
    fn crowded(&self) -> Option<u64> {
        None
    }
    /// The same world for somebody who cannot borrow this one.
    fn detached(&self) -> Box<dyn Host>;
}

/// The real clock, and the kernel's count of resident memory.
#[derive(Clone, Debug)]
pub struct System {
    started: Instant,
    /// Bytes of addresses that the process may use.
    addresses: Option<u64>,
}

impl System {
    /// A host whose run begins now.
    pub fn start() -> Self {
        System { started: Instant::now(), addresses: confines::addresses() }
    }

    /// The most memory that the process has used so far, if that can be known.
    pub fn peak_memory() -> Option<u64> {
        kernel_count("VmHWM:")
    }
}

impl Host for System {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn memory(&self) -> Option<u64> {
        kernel_count("VmRSS:")
    }

    fn crowded(&self) -> Option<u64> {
        /// The share of the addresses that is left when it is time to stop: what grows by copying wants room beside it.
        const LEFT: u64 = 16;
        let most = self.addresses?;
        kernel_count("VmSize:").filter(|&used| used > most - most / LEFT).map(|_| most)
    }

    fn detached(&self) -> Box<dyn Host> {
        Box::new(self.clone())
    }
}

/// A count of kibibytes in the kernel's description of this process, in bytes.
fn kernel_count(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// What a run has used so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Stored states.
    pub states: u64,
    /// Units of work, about one machine operation each.
    pub work: u64,
}

/// What a poll that found nothing used up has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polled {
    /// Only the counts.
    Counted,
    /// The clock too: the time since the run began.
    Looked(Duration),
}

/// Compares what a run has used with what it may use. A clone is for another run within the same budget.
#[derive(Clone)]
pub struct Meter<'a> {
    budget: Budget,
    cancel: CancelToken,
    host: &'a dyn Host,
    /// The work that was done when the clock was looked at last, and the memory. Where less is done now, another run counts
    /// from the beginning.
    clock_at: u64,
    memory_at: u64,
    /// When the memory was looked at last.
    last_memory: Duration,
}

impl<'a> Meter<'a> {
    /// Units of work between two looks at the clock and the cancel flag.
    pub const CLOCK_INTERVAL: u64 = 50_000;
    /// Units of work between two looks at the process's memory.
    pub const MEMORY_INTERVAL: u64 = 2_000_000;

    /// The memory is looked at when so much time has passed, however little was done.
    pub const MEMORY_TIME: Duration = Duration::from_millis(5);

    /// As if the last look had been an interval before any work: the first poll looks.
    const NOT_YET: u64 = 0u64.wrapping_sub(Self::MEMORY_INTERVAL);

    /// A meter for a run that begins now.
    pub fn new(budget: Budget, cancel: CancelToken, host: &'a dyn Host) -> Self {
        let (clock_at, memory_at) = (Self::NOT_YET, Self::NOT_YET);
        Meter { budget, cancel, host, clock_at, memory_at, last_memory: Duration::ZERO }
    }

    /// A meter for another run within the same budget, which may store so many states at most.
    #[must_use]
    pub fn with_states(&self, most: u64) -> Self {
        let states = Some(self.budget.states.map_or(most, |states| states.min(most)));
        let budget = Budget { states, depth: None, ..self.budget };
        Meter { budget, clock_at: Self::NOT_YET, memory_at: Self::NOT_YET, ..self.clone() }
    }

    /// The budget that this meter watches.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    /// Whether so many more bytes can be used within the budget, as far as that can be known.
    pub fn has_room(&self, bytes: u64) -> bool {
        let Some(limit) = self.budget.memory else { return true };
        self.host.memory().is_none_or(|used| used.saturating_add(bytes) <= limit)
    }

    /// The same budget for work that cannot count what it has done.
    pub fn watch(&self) -> Watch {
        Watch { budget: self.budget, cancel: self.cancel.clone(), host: self.host.detached(), looks: 0 }
    }

    /// Fails if anything is used up; otherwise says whether the clock was looked at.
    #[inline]
    pub fn poll(&mut self, usage: Usage) -> Result<Polled, Exhausted> {
        if let Some(limit) = self.budget.states
            && usage.states > limit
        {
            return Err(Exhausted::Budget(Limit::States(limit)));
        }
        // Work that has become less is a large difference, too.
        if usage.work.wrapping_sub(self.clock_at) < Self::CLOCK_INTERVAL {
            return Ok(Polled::Counted);
        }
        self.look(usage)
    }

    #[cold]
    fn look(&mut self, usage: Usage) -> Result<Polled, Exhausted> {
        self.clock_at = usage.work;
        if self.cancel.is_cancelled() {
            return Err(Exhausted::Cancelled);
        }
        let elapsed = self.host.elapsed();
        if let Some(limit) = self.budget.time
            && elapsed >= limit
        {
            return Err(Exhausted::Budget(Limit::Time(limit)));
        }
        let done = usage.work.wrapping_sub(self.memory_at);
        if done >= Self::MEMORY_INTERVAL || elapsed >= self.last_memory + Self::MEMORY_TIME {
            self.memory_at = usage.work;
            self.last_memory = elapsed;
            look_at_memory(&self.budget, self.host)?;
        }
        Ok(Polled::Looked(elapsed))
    }
}

/// Fails if the memory is used up.
fn look_at_memory(budget: &Budget, host: &dyn Host) -> Result<(), Exhausted> {
    if let Some(limit) = budget.memory
        && host.memory().is_some_and(|used| used > limit)
    {
        return Err(Exhausted::Budget(Limit::Memory(limit)));
    }
    match host.crowded() {
        Some(limit) => Err(Exhausted::Budget(Limit::Addresses(Some(limit)))),
        None => Ok(()),
    }
}

/// Compares the clock, the memory and the cancel flag with a budget whenever it is asked: for work in pieces of some
/// milliseconds.
pub struct Watch {
    budget: Budget,
    cancel: CancelToken,
    host: Box<dyn Host>,
    looks: u64,
}

impl Watch {
    /// Looks at the memory, which takes longer than a look at the clock, once in so many looks.
    const MEMORY_INTERVAL: u64 = 8;

    /// Fails if anything is used up.
    pub fn look(&mut self) -> Result<(), Exhausted> {
        self.looks += 1;
        if self.cancel.is_cancelled() {
            return Err(Exhausted::Cancelled);
        }
        if let Some(limit) = self.budget.time
            && self.host.elapsed() >= limit
        {
            return Err(Exhausted::Budget(Limit::Time(limit)));
        }
        if self.looks.is_multiple_of(Self::MEMORY_INTERVAL) {
            look_at_memory(&self.budget, &*self.host)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A world where a unit of work takes `nanoseconds` and `bytes`.
    #[derive(Clone)]
    struct Simulated {
        work: Cell<u64>,
        nanoseconds: u64,
        bytes: u64,
    }

    impl Host for Simulated {
        fn elapsed(&self) -> Duration {
            Duration::from_nanos(self.work.get() * self.nanoseconds)
        }
        fn memory(&self) -> Option<u64> {
            Some(self.work.get() * self.bytes)
        }
        fn detached(&self) -> Box<dyn Host> {
            Box::new(self.clone())
        }
    }

    /// Works in slices until the meter says stop; gives the reason and the work done.
    fn work(budget: Budget, cancel_at: Option<u64>, slice: u64) -> (Exhausted, Duration, u64) {
        let cancel = CancelToken::new();
        let host = Simulated { work: Cell::new(0), nanoseconds: 10, bytes: 2 };
        let mut meter = Meter::new(budget, cancel.clone(), &host);
        loop {
            let done = host.work.get();
            if let Err(why) = meter.poll(Usage { states: done / 100, work: done }) {
                return (why, host.elapsed(), done);
            }
            host.work.set(done + slice);
            if cancel_at.is_some_and(|at| host.work.get() >= at) {
                cancel.cancel();
            }
            assert!(done < 1_000_000_000, "the meter never stops");
        }
    }

    const SOFT: Duration = Duration::from_millis(100);

    #[test]
    fn time_stops_within_100_ms_of_work() {
        for slice in [1, 1_000, 200_000] {
            let limit = Duration::from_millis(5);
            let budget = Budget { time: Some(limit), ..Budget::default() };
            let (why, at, _) = work(budget, None, slice);
            assert_eq!(why, Exhausted::Budget(Limit::Time(limit)));
            assert!(limit <= at && at <= limit + SOFT, "stopped at {at:?}");
        }
    }

    #[test]
    fn memory_stops_within_100_ms_of_work() {
        let budget = Budget { memory: Some(1_000_000), ..Budget::default() };
        let (why, at, done) = work(budget, None, 1_000);
        assert_eq!(why, Exhausted::Budget(Limit::Memory(1_000_000)));
        assert!(done > 500_000 && at <= Duration::from_nanos(500_000 * 10) + SOFT, "stopped at {at:?}");
    }

    /// A piece of work that takes long although it counts as little, such as a large allocation, shows on the clock.
    #[test]
    fn memory_is_looked_at_when_time_has_passed() {
        struct Slow(Cell<u64>);
        impl Host for Slow {
            fn elapsed(&self) -> Duration {
                Meter::MEMORY_TIME * self.0.get() as u32
            }
            fn memory(&self) -> Option<u64> {
                Some(self.0.get() * 100)
            }
            fn detached(&self) -> Box<dyn Host> {
                unreachable!("nobody watches")
            }
        }
        let host = Slow(Cell::new(0));
        let budget = Budget { memory: Some(1_000), ..Budget::default() };
        let mut meter = Meter::new(budget, CancelToken::new(), &host);
        let stopped = (0..100).find(|&piece| {
            host.0.set(piece);
            meter.poll(Usage { states: 0, work: piece * Meter::CLOCK_INTERVAL }).is_err()
        });
        assert_eq!(stopped, Some(11));
    }

    #[test]
    fn addresses_that_are_nearly_used_up_stop() {
        struct Crowded;
        impl Host for Crowded {
            fn elapsed(&self) -> Duration {
                Duration::ZERO
            }
            fn memory(&self) -> Option<u64> {
                None
            }
            fn crowded(&self) -> Option<u64> {
                Some(7)
            }
            fn detached(&self) -> Box<dyn Host> {
                Box::new(Crowded)
            }
        }
        let why = Err(Exhausted::Budget(Limit::Addresses(Some(7))));
        let mut meter = Meter::new(Budget::default(), CancelToken::new(), &Crowded);
        assert_eq!(meter.poll(Usage::default()), why.map(Polled::Looked));
        let mut watch = meter.watch();
        assert_eq!((0..=Watch::MEMORY_INTERVAL).find_map(|_| watch.look().err()), why.err());
    }

    #[test]
    fn cancelling_stops_within_100_ms_of_work() {
        let (why, at, _) = work(Budget::default(), Some(3_000_000), 1_000);
        assert_eq!(why, Exhausted::Cancelled);
        assert!(at <= Duration::from_nanos(3_000_000 * 10) + SOFT, "stopped at {at:?}");
    }

    /// Searches that begin again with the same meter count their work from nothing each time.
    #[test]
    fn a_meter_looks_at_the_clock_in_every_run() {
        let host = Simulated { work: Cell::new(0), nanoseconds: 10, bytes: 2 };
        let limit = Duration::from_millis(100);
        let budget = Budget { time: Some(limit), ..Budget::default() };
        let mut meter = Meter::new(budget, CancelToken::new(), &host);
        const RUN: u64 = 9_000_000;
        let stopped_after = (0..10).find_map(|run| {
            (0..RUN).step_by(10_000).find_map(|work| {
                host.work.set(run * RUN + work);
                meter.poll(Usage { states: 0, work }).err().map(|_| host.work.get())
            })
        });
        let stopped_after = stopped_after.expect("the meter should stop the second run");
        assert!(stopped_after <= 10_000_000 + Meter::CLOCK_INTERVAL, "stopped after {stopped_after}");
    }

    #[test]
    fn the_state_limit_is_exact() {
        let budget = Budget { states: Some(7), ..Budget::default() };
        let (why, _, done) = work(budget, None, 100);
        assert_eq!(why, Exhausted::Budget(Limit::States(7)));
        assert_eq!(done, 800);
    }

    #[test]
    fn a_watch_sees_what_its_meter_sees() {
        let cancel = CancelToken::new();
        let host = Simulated { work: Cell::new(10), nanoseconds: 10, bytes: 2 };
        let why = |budget: Budget, looks: u64| {
            let mut watch = Meter::new(budget, cancel.clone(), &host).watch();
            (0..looks).find_map(|_| watch.look().err())
        };
        let time =
            |nanoseconds: u64| Budget { time: Some(Duration::from_nanos(nanoseconds)), ..Budget::default() };
        assert_eq!(why(time(101), 100), None);
        assert_eq!(why(time(100), 1), Some(Exhausted::Budget(Limit::Time(Duration::from_nanos(100)))));
        let memory = |bytes: u64| Budget { memory: Some(bytes), ..Budget::default() };
        assert_eq!(why(memory(20), 100), None);
        assert_eq!(why(memory(19), Watch::MEMORY_INTERVAL), Some(Exhausted::Budget(Limit::Memory(19))));
        cancel.cancel();
        assert_eq!(why(Budget::default(), 1), Some(Exhausted::Cancelled));
    }

    #[test]
    fn a_zero_time_budget_stops_at_the_first_poll() {
        let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        let (_, at, done) = work(budget, None, 1);
        assert_eq!((at, done), (Duration::ZERO, 0));
    }
}
