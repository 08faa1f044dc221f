//! Which of several schedules of the same length is shown.
//!
//! A search in breadth-first order that has found a violation looks at the other states of the same depth, too, and shows the
//! schedule in which threads are interrupted least often. It looks at as many transitions as before at most, so that this never costs
//! more than finding the first one did. What is compared is one schedule for each violation that is found, not all that lead to it.

use check::{Property, Violation};
use ir::FunctionId;
use machine::base::Base;
use machine::{Event, Stop, Unwatched};
use space::End;

use super::{Order, SLICE, Search, Searched};

/// How many transitions are always looked at.
const LEAST: u64 = 1_000;

/// How many schedules are compared.
const MOST: usize = 100;

/// Schedules of the same length.
#[derive(Debug, Default)]
pub(super) struct Shortest {
    all: Vec<(Violation, Vec<i128>)>,
    /// When to look no further.
    until: u64,
}

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// A violation was found that a schedule leads to.
    pub(super) fn found(&mut self, violation: Violation, path: Vec<i128>) -> Result<(), End> {
        // Where violations are judged, the first one that is real counts.
        let chooses = self.options.order == Order::BreadthFirst && !self.options.all && self.judge.is_none();
        if !chooses || !self.options.properties.contains(&violation.property) {
            return self.tell(violation, path);
        }
        match self.shortest.all.first() {
            None => self.shortest.until = self.visits.transitions.saturating_mul(2).max(LEAST),
            Some((_, first)) if first.len() < path.len() => return Ok(()),
            Some(_) => {}
        }
        self.shortest.all.push((violation, path));
        Ok(())
    }

    /// Whether there are schedules to choose from, and no others of that length to come.
    pub(super) fn has_shortest(&self) -> bool {
        let Some((violation, path)) = self.shortest.all.first() else { return false };
        let (length, depth) = (path.len() as u64, self.visits.frontier.depth());
        // A race is seen in a state, everything else on the way to one.
        let over = if violation.property == Property::Race { depth > length } else { depth >= length };
        over || self.shortest.all.len() >= MOST || self.visits.transitions > self.shortest.until
    }

    /// Tells the schedule with the fewest interruptions, if there is one.
    pub(super) fn tell_shortest(&mut self, base: &Base, entry: FunctionId) -> Result<(), End> {
        let all = std::mem::take(&mut self.shortest.all);
        let mut best: Option<(u32, (Violation, Vec<i128>))> = None;
        for (violation, path) in all {
            // One that cannot be followed here is replayed all the same, after all others.
            let interruptions = self.interruptions(base, entry, &path).unwrap_or(u32::MAX);
            if best.as_ref().is_none_or(|(least, _)| interruptions < *least) {
                best = Some((interruptions, (violation, path)));
            }
        }
        match best {
            None => Ok(()),
            Some((_, (violation, path))) => self.tell(violation, path),
        }
    }

    /// How often a thread that could go on is interrupted for another in a schedule.
    fn interruptions(&mut self, base: &Base, entry: FunctionId, path: &[i128]) -> Option<u32> {
        if !self.begin(base, entry) {
            return None;
        }
        let (mut count, mut last) = (0, None);
        let mut at_once = None;
        for &value in path {
            let event = match at_once.take() {
                Some(event) => event,
                None => loop {
                    let event = self.machine.run_interleaved(
                        &mut self.interleaver,
                        &mut SLICE.clone(),
                        &mut Unwatched,
                    );
                    if !matches!(event, Event::Stop(Stop::Paused)) {
                        break event;
                    }
                },
            };
            match event {
                Event::Pick(_) => {
                    let thread = *self.machine.enabled().get(usize::try_from(value).ok()?)?;
                    // One that has ended is no more, and those behind it have moved up.
                    last = last.and(self.machine.current_thread());
                    count +=
                        u32::from(last.is_some_and(|last| last != thread && self.machine.is_enabled(last)));
                    last = Some(thread);
                    at_once = self.machine.pick(&mut self.interleaver, value as usize);
                }
                Event::Notify(_) => self.machine.notify(value as usize),
                Event::Stop(Stop::Choice(choice)) => self.machine.choose(choice.word(value)),
                Event::Stop(_) => return None,
            }
        }
        Some(count)
    }
}
