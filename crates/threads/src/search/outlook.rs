//! What threads are about to do in a state: for races, and for who may sleep.

use check::{Location, Property};
use machine::{Pending, Race};
use space::{End, StateId, Visits};

use super::{Question, Search, Searched};

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Looks at what the threads of a state are about to do, the first time. The machine is in the state.
    pub(super) fn open(&mut self, state: StateId, question: Question<D::Fork>) -> Result<(), End> {
        let (new, known) = self.opened(state);
        if known || !matches!(question, Question::Pick(_)) {
            return Ok(());
        }
        let outlook = match self.look(Some(state), |visits| visits.path_to(state), new)? {
            Some(outlook) => outlook,
            None => {
                self.marked = None;
                self.restore(state);
                Vec::new()
            }
        };
        if self.sleeps {
            self.sleep.learn(state, &outlook);
        }
        self.resume(false);
        Ok(())
    }

    /// Begins with a state if it is new. Says whether it was, and whether all is known that has to be.
    pub(super) fn opened(&mut self, state: StateId) -> (bool, bool) {
        let new = self.sleep.is_new(state);
        if new {
            self.sleep.begin(state);
        }
        (new, self.sleep.knows(state) || !new && !self.sleeps)
    }

    /// Looks at what the threads are about to do in the state that the machine is in, at its mark, and for races if
    /// `races` says so. Nothing is told if the machine could not be put back.
    pub(super) fn look(
        &mut self,
        state: Option<StateId>,
        path: impl FnOnce(&Visits<'_, '_>) -> Vec<i128>,
        races: bool,
    ) -> Result<Option<Vec<(usize, Pending)>>, End> {
        let outlook = self.outlook(state);
        self.doubt(outlook.as_deref().is_none_or(is_doubtful));
        let Some(outlook) = outlook else { return Ok(None) };
        if !races || outlook.len() < 2 {
            return Ok(Some(outlook));
        }
        let Some(seen) = self.machine.races(&mut self.interleaver, &outlook) else { return Ok(None) };
        if !seen.is_empty() {
            let path = path(&self.visits);
            self.note_races(seen, path)?;
        }
        Ok(Some(outlook))
    }

    /// Where somebody asks for races, what a thread is about to do must be known.
    pub(super) fn doubt(&mut self, is_doubtful: bool) {
        self.doubtful |= is_doubtful;
        if is_doubtful && self.options.properties.contains(&Property::Race) {
            let construct =
                "finding out what a thread does next that executes very much before others notice anything";
            self.visits.skip(construct.to_string(), Location::default());
        }
    }

    /// Tells races that were seen in a state that a path leads to, each pair of places once.
    pub(super) fn note_races(&mut self, seen: Vec<Race>, path: Vec<i128>) -> Result<(), End> {
        for race in seen {
            if race.library && !self.options.library_races
                || self.races.iter().any(|known| is_same(known, &race))
            {
                continue;
            }
            let violation = race.violation.clone();
            self.races.push(race);
            self.tell(violation, path.clone())?;
        }
        Ok(())
    }
}

/// Whether it is not known what one of several threads is about to do.
pub(super) fn is_doubtful(outlook: &[(usize, Pending)]) -> bool {
    outlook.len() > 1 && outlook.iter().any(|(_, pending)| *pending == Pending::Unknown)
}

/// Whether two races are about the same places in the program.
fn is_same(one: &Race, other: &Race) -> bool {
    let places = |race: &Race| {
        let (first, second) = (race.violation.location.clone(), race.other.clone());
        if first < second { (first, second) } else { (second, first) }
    };
    one.variable == other.variable && places(one) == places(other)
}
