//! What a thread does with the states of a level: it takes some until none is left, and executes them alone
//! or together.
//!
//! States that are executed together should be alike, so many are taken at once and put in order: a
//! *window*. The batches of a window are for all threads. Whoever finds that few are left makes the next
//! window while the others go on.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use machine::base::Base;
use machine::{Image, Word};
use space::{Copied, Key};

use super::delta::{BATCH, MOST_VECTORS, ShapeKey, Together};
use super::levels::{CHUNK, Shared, Stopped};
use super::standard::{CALL_WORK, Worker};
use super::{Mode, Options, Plan};

/// How many chunks a window has.
const WINDOW: usize = (1 << 18) / CHUNK;

/// How many states are executed together before it is said to be slow.
const TRIED: u64 = 8 * BATCH as u64;

/// What one thread has to work with.
pub(super) struct Crew<'i, 'p> {
    pub(super) alone: Worker<'i, 'p>,
    /// Nothing if states are not to be executed together.
    together: Option<Together<'i, 'p>>,
    copied: Copied,
    pace: Pace,
}

/// States of a level in an order in which those that are alike come together.
struct Window {
    states: Copied,
    /// The states that can be merged, by their places.
    merged: Vec<(ShapeKey, u32)>,
    /// The others.
    others: Vec<u32>,
    /// How long it took to make it, for each state.
    cost: Duration,
}

/// Some states of a window.
struct Batch {
    window: Arc<Window>,
    /// In the order of those that can be merged, or of the others.
    range: Range<usize>,
    is_merged: bool,
}

impl Batch {
    /// The batches of a window.
    fn all(window: Window) -> VecDeque<Batch> {
        let size = |&(_, place): &(ShapeKey, u32)| window.states.get(place as usize).1.len();
        let merged = cut(window.merged.iter().map(|state| (state.0, size(state))));
        let count = window.others.len();
        let others = (0..count).step_by(BATCH).map(|start| start..(start + BATCH).min(count));
        let ranges: Vec<(Range<usize>, bool)> =
            others.map(|range| (range, false)).chain(merged.into_iter().map(|range| (range, true))).collect();
        let window = Arc::new(window);
        let batch = |(range, is_merged)| Batch { window: Arc::clone(&window), range, is_merged };
        ranges.into_iter().map(batch).collect()
    }
}

/// Cuts sorted states, each with its key and the bytes that it takes, into batches that have room when they are
/// merged: every shape can have a vector for each of its bytes, and a vector has a word for each state.
fn cut(states: impl Iterator<Item = (ShapeKey, usize)>) -> Vec<Range<usize>> {
    let mut batches: Vec<Range<usize>> = Vec::new();
    let (mut vectors, mut last) = (0, None);
    for (place, (key, size)) in states.enumerate() {
        if last != Some(key) {
            vectors += size;
            last = Some(key);
        }
        match batches.last_mut() {
            Some(batch)
                if batch.len() < BATCH
                    && vectors.saturating_mul((batch.len() + 1) * size_of::<Word>()) <= MOST_VECTORS =>
            {
                batch.end = place + 1;
            }
            Some(_) | None => {
                vectors = size;
                batches.push(place..place + 1);
            }
        }
    }
    batches
}

/// Batches that are ready.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    batches: VecDeque<Batch>,
    /// Whether somebody makes more.
    making: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody makes batches; when this goes, nobody does.
struct Making<'a>(&'a Queue);

impl Drop for Making<'_> {
    fn drop(&mut self) {
        self.0.lock().making = false;
        self.0.changed.notify_all();
    }
}

impl<'i, 'p> Crew<'i, 'p> {
    pub(super) fn new(image: &'i Image<'p>, base: &Base, plan: &Plan, options: &Options) -> Option<Self> {
        let alone = Worker::new(image, base, plan, options)?;
        let together = match options.mode {
            Mode::Standard => None,
            Mode::Delta | Mode::Auto => Together::new(image, base, plan, options, &alone),
        };
        Some(Crew { alone, together, copied: Copied::default(), pace: Pace::default() })
    }

    /// Takes states of the level until none is left. `poll` is called now and then.
    pub(super) fn level(
        &mut self,
        shared: &Shared<'_>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        self.pace = self.pace.next();
        let mut together = self.together.take();
        let done = self.take_all(shared, together.as_mut(), poll);
        self.together = together;
        done?;
        self.alone.batches.finish(&shared.shards);
        Ok(())
    }

    fn take_all(
        &mut self,
        shared: &Shared<'_>,
        mut together: Option<&mut Together<'i, 'p>>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        loop {
            let (begun, inserting) = (Instant::now(), self.alone.batches.inserting());
            let choice = self.pace.choose(shared.options.mode);
            let count = match (&mut together, choice) {
                (None, _) | (Some(_), Choice::Alone) => self.take_chunk(shared, poll)?,
                (Some(engine), Choice::Together) => match self.take_batch(shared, engine) {
                    None => 0,
                    Some(batch) => self.execute(shared, engine, &batch, poll)?,
                },
            };
            if count == 0 {
                break;
            }
            // Inserting is the same work in any case, and is done now and then for many states.
            let inserting = self.alone.batches.inserting() - inserting;
            self.pace.note(choice, count as u64, begun.elapsed().saturating_sub(inserting));
        }
        // Whoever has nothing else to do helps with the batches that are left.
        if let Some(engine) = together {
            while let Some(batch) = self.take_batch(shared, engine) {
                self.execute(shared, engine, &batch, poll)?;
            }
        }
        Ok(())
    }

    /// Executes the states of a chunk alone, and says how many there are.
    fn take_chunk(
        &mut self,
        shared: &Shared<'_>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<usize, Stopped> {
        let mut copied = std::mem::take(&mut self.copied);
        copied.clear();
        copy(shared, 1, &mut copied);
        for state in copied.iter() {
            self.expand_alone(shared, state, poll)?;
        }
        self.copied = copied;
        Ok(self.copied.len())
    }

    /// Executes every call on one state.
    fn expand_alone(
        &mut self,
        shared: &Shared<'_>,
        (key, bytes): (Key, &[u8]),
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let before = self.alone.counts;
        self.alone.expand(shared, key, bytes, poll)?;
        let counts = &self.alone.counts;
        let done = counts.steps - before.steps + (counts.executions - before.executions + 1) * CALL_WORK;
        shared.work.fetch_add(done, Ordering::Relaxed);
        poll()?;
        if shared.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Takes chunks and puts their states in order; nothing if there are no more.
    fn window(&self, shared: &Shared<'_>, engine: &mut Together<'_, '_>, chunks: usize) -> Option<Window> {
        let begun = Instant::now();
        let mut states = Copied::default();
        copy(shared, chunks, &mut states);
        if states.is_empty() {
            return None;
        }
        let (mut merged, mut others) = (Vec::with_capacity(states.len()), Vec::new());
        for (place, (_, bytes)) in states.iter().enumerate() {
            match engine.key(bytes) {
                Some(key) => merged.push((key, place as u32)),
                None => others.push(place as u32),
            }
        }
        merged.sort_unstable();
        let cost = begun.elapsed() / states.len() as u32;
        Some(Window { states, merged, others, cost })
    }

    /// Takes a batch; nothing if there are no more on this level. Makes a window where one is needed.
    fn take_batch(&self, shared: &Shared<'_>, engine: &mut Together<'_, '_>) -> Option<Batch> {
        let low = 4 * shared.options.threads;
        let mut waiting = shared.queue.lock();
        loop {
            let left = shared.next_chunk.load(Ordering::Relaxed) < shared.chunks.len();
            if left && !waiting.making && waiting.batches.len() < low {
                waiting.making = true;
                drop(waiting);
                let making = Making(&shared.queue);
                // While it is not known whether it pays, few states are taken.
                let tried = shared.options.mode == Mode::Auto && self.pace.is_trial();
                let chunks = if tried { TRIED as usize / CHUNK } else { WINDOW };
                let batches = self.window(shared, engine, chunks).map(Batch::all).unwrap_or_default();
                shared.queue.lock().batches.extend(batches);
                drop(making);
                waiting = shared.queue.lock();
                continue;
            }
            if let Some(batch) = waiting.batches.pop_front() {
                return Some(batch);
            }
            if !waiting.making {
                return None;
            }
            waiting = shared.queue.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Executes the states of a batch together, and says how many there are.
    fn execute(
        &mut self,
        shared: &Shared<'_>,
        engine: &mut Together<'i, 'p>,
        batch: &Batch,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<usize, Stopped> {
        let Batch { window, range, is_merged } = batch;
        if *is_merged {
            let states = &window.merged[range.clone()];
            engine.expand(&mut self.alone, shared, &window.states, states, window.cost, poll)?;
        } else {
            for &place in &window.others[range.clone()] {
                self.expand_alone(shared, window.states.get(place as usize), poll)?;
            }
        }
        Ok(range.len())
    }
}

/// Copies the states of the next chunks, if there are any.
fn copy(shared: &Shared<'_>, chunks: usize, to: &mut Copied) {
    let first = shared.next_chunk.fetch_add(chunks, Ordering::Relaxed).min(shared.chunks.len());
    let end = (first + chunks).min(shared.chunks.len());
    for (shard, numbers) in &shared.chunks[first..end] {
        shared.shards.copy(*shard, numbers.clone(), to);
    }
}

/// How states are executed next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Alone,
    Together,
}

/// How fast states of the level were executed alone and together, to choose what is faster.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    alone: Speed,
    together: Speed,
    /// Whether states of the level before were executed together in the end.
    expected: bool,
}

/// How many states, in which time.
#[derive(Clone, Copy, Debug, Default)]
struct Speed {
    states: u64,
    time: Duration,
}

impl Speed {
    /// The time that a state takes.
    fn cost(&self) -> f64 {
        self.time.as_secs_f64() / self.states.max(1) as f64
    }
}

impl Pace {
    fn choose(&self, mode: Mode) -> Choice {
        match mode {
            Mode::Standard => Choice::Alone,
            Mode::Delta => Choice::Together,
            // Each is tried on every level.
            Mode::Auto if self.alone.states == 0 => Choice::Alone,
            Mode::Auto if self.together.states < TRIED => Choice::Together,
            Mode::Auto if self.pays() => Choice::Together,
            Mode::Auto => Choice::Alone,
        }
    }

    /// Whether executing states together is faster. What was expected is not given up for little.
    fn pays(&self) -> bool {
        let margin = if self.expected { 1.3 } else { 1.0 };
        self.together.cost() <= margin * self.alone.cost()
    }

    /// Whether it is not known whether executing states together is faster.
    fn is_trial(&self) -> bool {
        !self.expected && self.together.states < TRIED
    }

    /// For the next level: states may be of another kind there, but mostly are not.
    fn next(&self) -> Pace {
        Pace { expected: self.together.states >= TRIED && self.pays(), ..Pace::default() }
    }

    fn note(&mut self, choice: Choice, states: u64, time: Duration) {
        let speed = match choice {
            Choice::Alone => &mut self.alone,
            Choice::Together => &mut self.together,
        };
        speed.states += states;
        speed.time += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every state is in one batch, in order, and the vectors of a batch have room.
    fn check(states: &[(ShapeKey, usize)]) -> usize {
        let batches = cut(states.iter().copied());
        assert_eq!(
            batches.iter().cloned().flatten().collect::<Vec<_>>(),
            (0..states.len()).collect::<Vec<_>>()
        );
        for batch in &batches {
            let mut shapes = states[batch.clone()].to_vec();
            shapes.dedup_by_key(|state| state.0);
            let vectors: usize = shapes.iter().map(|state| state.1).sum();
            assert!(batch.len() <= BATCH);
            assert!(batch.len() == 1 || vectors * batch.len() * size_of::<Word>() <= MOST_VECTORS);
        }
        batches.len()
    }

    #[test]
    fn batches_have_room() {
        let alike = |count: usize, size: usize| vec![((1, 1), size); count];
        assert_eq!(check(&alike(3 * BATCH, 60)), 3);
        assert_eq!(check(&alike(100, 1 << 20)), 100_usize.div_ceil(32));
        assert_eq!(check(&alike(5, 1 << 40)), 5);
        let different: Vec<_> = (0..3 * BATCH as u64).map(|shape| ((shape, 0), 60)).collect();
        assert!(check(&different) > 3, "vectors of different shapes add up");
        assert_eq!(check(&[]), 0);
    }
}
