//! The search where others execute ahead of it: see [`super::scouts`].

use ir::FunctionId;
use machine::Image;
use machine::base::Base;
use space::{End, Inserted, StateId};

use super::moves::Question;
use super::scouts::{Asked, BEGIN, Ending, Expansion, Found, Ground, Leap, Own, Scout, Shared};
use super::{Search, Searched, Spent};
use crate::sleep::Threads;

/// What the search has of its scouts.
pub(super) struct Ahead<'a, 'i, 'p> {
    shared: &'a Shared<'p>,
    own: Own,
    /// The search is one itself while it waits.
    scout: Scout<'i, 'p>,
    /// What is known of the state at hand, and of some behind it.
    found: Option<Found>,
}

impl Ahead<'_, '_, '_> {
    /// Gives the scouts a state that was just found.
    pub(super) fn offer(&mut self, state: StateId, bytes: &[u8], asleep: Threads) {
        self.shared.offer(&mut self.own, state, bytes, asleep);
    }
}

/// What scouts are made of.
pub(super) struct Scouting<'a, 'i, 'p> {
    pub(super) shared: &'a Shared<'p>,
    /// For the one that is the search itself.
    pub(super) image: &'i Image<'p>,
    pub(super) ground: Ground<'a, 'p>,
    pub(super) jobs: usize,
}

impl<'a, 'i, 'p, D: Searched> Search<'a, '_, 'i, 'p, '_, D> {
    /// Looks at every state in breadth-first order, with scouts where they can help.
    pub(super) fn run_with_scouts(
        &mut self,
        base: &Base,
        entry: FunctionId,
        scouting: &Scouting<'a, 'i, 'p>,
    ) -> Result<(), End> {
        let plain = self.course.is_none() && self.preemptions.is_none() && self.judge.is_none();
        // Scouts do not know the parts of states.
        if D::FORKS || !plain || scouting.jobs < 2 || self.recall.is_some() {
            return self.run(base, entry, |_| {});
        }
        let (shared, ground) = (scouting.shared, scouting.ground);
        let ended = std::thread::scope(|scope| {
            let _ending = Ending(shared);
            let mut begun = false;
            self.run(base, entry, |search: &mut Self| {
                if begun || search.visits.transitions < BEGIN {
                    return;
                }
                begun = true;
                let Some(scout) = Scout::new(scouting.image, &ground) else { return };
                search.ahead = Some(Ahead { shared, own: Own::default(), scout, found: None });
                search.offer_waiting();
                for _ in 1..scouting.jobs {
                    // Scouts only help: where the system gives no more threads, there are fewer.
                    let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                        let image = ground.image();
                        if let Some(scout) = Scout::new(&image, &ground) {
                            shared.work(scout);
                        }
                    });
                }
            })
        });
        if let Some(ahead) = self.ahead.take() {
            shared.leave(ahead.scout);
        }
        for evaluated in shared.evaluated() {
            self.evaluated.join(evaluated);
        }
        ended
    }

    /// Gives the scouts all states that wait, but for the one at hand.
    fn offer_waiting(&mut self) {
        let Some((first, _)) = self.visits.frontier.current() else { return };
        for index in first.index() + 1..first.index() + self.visits.frontier.len() {
            let state = StateId::new(index);
            let asleep = self.sleep.stored(state);
            if let Some(ahead) = &mut self.ahead {
                ahead.offer(state, self.visits.bytes(state), asleep);
            }
        }
    }

    /// Goes on with the next answer of a state as scouts say; says whether they did.
    pub(super) fn leap(&mut self, state: StateId, done: u128) -> Result<bool, End> {
        let Some(ahead) = &mut self.ahead else { return Ok(false) };
        let found = match ahead.found.take() {
            Some(found) if found.has(state.index()) => Some(found),
            Some(_) | None => ahead.shared.take(&mut ahead.own, state, &mut ahead.scout),
        };
        let Some(found) = found else { return Ok(false) };
        let leapt = match found.get(state) {
            Some(expansion) => self.leap_with(state, done, &found, expansion).map(|()| true),
            None => Ok(false),
        };
        if let Some(ahead) = &mut self.ahead {
            ahead.found = Some(found);
        }
        leapt
    }

    fn leap_with(
        &mut self,
        state: StateId,
        done: u128,
        found: &Found,
        expansion: &Expansion,
    ) -> Result<(), End> {
        let question: Question<D::Fork> = expansion.asked.question();
        if done > question.width() {
            self.over(state, false);
            return Ok(());
        }
        self.open_with(state, expansion)?;
        let asleep = match question {
            Question::Pick(_) => self.sleep.goes_on(state, found.thread(expansion, done)),
            Question::Notify(_) | Question::Choose(_) | Question::Outcome(..) => {
                Some(self.sleep.sleepers(state))
            }
        };
        // Whoever sleeps is looked at elsewhere.
        let Some(asleep) = asleep else {
            self.visits.frontier.advance();
            return Ok(());
        };
        if !self.visits.advance() {
            return Ok(());
        }
        self.mover = match question {
            Question::Pick(count) => {
                if self.circles.is_on() {
                    let enabled = (0..count as u128).map(|answer| found.thread(expansion, answer));
                    self.circles.enabled(state, enabled);
                }
                found.thread(expansion, done)
            }
            Question::Notify(_) | Question::Choose(_) | Question::Outcome(..) => self.circles.mover(state),
        };
        let value = question.answer(done);
        let step = found.step(expansion, done);
        let bytes = match step.leap {
            Leap::State(start, end) => Some(found.text(start, end)),
            Leap::Over => None,
            Leap::Unclear => {
                let question = self.restore(state);
                let event = self.answer(question, value);
                return self.execute(event, Some(state), value, Spent::default(), asleep);
            }
        };
        self.visits.transitions += 1;
        self.visits.executed(step.steps)?;
        self.visits.consulted(step.consulted);
        self.interleaver.add_notes(step.notes);
        self.most_threads = self.most_threads.max(step.threads);
        let Some(bytes) = bytes else {
            self.circles.exits(Some(state));
            return Ok(());
        };
        let asleep = if self.sleeps { asleep } else { 0 };
        let inserted = self.visits.visit(bytes, Some(state), value, 0);
        let (Inserted::New(to) | Inserted::Known(to)) = inserted;
        if let Inserted::New(_) = inserted {
            self.circles.state(step.threads as usize, self.mover);
        }
        self.circles.edge(state, self.mover, to);
        match inserted {
            Inserted::New(new) => {
                self.sleep.found(new, asleep);
                if let Some(ahead) = &mut self.ahead {
                    ahead.offer(new, bytes, asleep);
                }
            }
            Inserted::Known(known) => self.sleep.again(known, asleep),
        }
        Ok(())
    }

    /// As [`Search::open`], with what scouts say.
    fn open_with(&mut self, state: StateId, expansion: &Expansion) -> Result<(), End> {
        let (new, known) = self.opened(state);
        if known || !matches!(expansion.asked, Asked::Pick(_)) {
            return Ok(());
        }
        self.interleaver.add_notes(expansion.notes);
        self.doubt(expansion.is_doubtful);
        if new && !expansion.races.is_empty() {
            let path = self.visits.path_to(state);
            self.note_races(expansion.races.clone(), path)?;
        }
        if self.sleeps {
            self.sleep.learn(state, &expansion.outlook);
        }
        Ok(())
    }
}
