//! The search where others execute ahead of it: see [`super::scouts`].

use ir::FunctionId;
use machine::Image;
use machine::base::Base;
use space::{End, Inserted, StateId};

use super::moves::Question;
use super::scouts::{BEGIN, Ending, Expansion, Ground, Leap, Scout, Shared};
use super::{Search, Searched, Spent};
use crate::sleep::Threads;

/// What the search has of its scouts.
pub(super) struct Ahead<'a, 'i, 'p> {
    shared: &'a Shared<'p>,
    /// The search is one itself while it waits.
    scout: Scout<'i, 'p>,
    /// The state at hand, and what is known of it.
    at: Option<(StateId, Option<Expansion>)>,
}

impl Ahead<'_, '_, '_> {
    /// Gives the scouts a state that was just found.
    pub(super) fn offer(&self, state: StateId, bytes: &[u8], asleep: Threads) {
        self.shared.offer(state, bytes, asleep);
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
        if D::FORKS || !plain || scouting.jobs < 2 {
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
                search.ahead = Some(Ahead { shared, scout, at: None });
                search.offer_waiting();
                for _ in 1..scouting.jobs {
                    scope.spawn(move || {
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
            if let Some(ahead) = &self.ahead {
                ahead.offer(state, self.visits.bytes(state), asleep);
            }
        }
    }

    /// Takes what scouts know of a state. The search goes on with it if they do.
    pub(super) fn expansion(&mut self, state: StateId) -> Option<Expansion> {
        let ahead = self.ahead.as_mut()?;
        match ahead.at.take() {
            Some((at, expansion)) if at == state => expansion,
            Some(_) | None => ahead.shared.take(state, &mut ahead.scout),
        }
    }

    /// Keeps it for the next answer.
    pub(super) fn keep_expansion(&mut self, state: StateId, expansion: Option<Expansion>) {
        if let Some(ahead) = &mut self.ahead {
            ahead.at = Some((state, expansion));
        }
    }

    /// Goes on with the next answer of a state, as scouts say.
    pub(super) fn leap(&mut self, state: StateId, done: u128, expansion: &Expansion) -> Result<(), End> {
        let question: Question<D::Fork> = expansion.asked.question();
        if done > question.width() {
            self.over(state, false);
            return Ok(());
        }
        self.open_with(state, expansion)?;
        let asleep = match question {
            Question::Pick(_) => self.sleep.goes_on(state, expansion.enabled[done as usize]),
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
        let value = question.answer(done);
        let step = &expansion.steps[done as usize];
        let bytes = match &step.leap {
            Leap::State(bytes) => Some(bytes),
            Leap::Over => None,
            Leap::Unclear => {
                let question = self.restore(state);
                let event = self.answer(question, value);
                return self.execute(event, Some(state), value, Spent::default(), asleep);
            }
        };
        self.visits.transitions += 1;
        self.visits.executed(step.steps)?;
        self.visits.hashed(step.has_hashes);
        self.interleaver.add_notes(step.notes);
        self.most_threads = self.most_threads.max(step.threads);
        let Some(bytes) = bytes else { return Ok(()) };
        let asleep = if self.sleeps { asleep } else { 0 };
        match self.visits.visit(bytes, Some(state), value, 0) {
            Inserted::New(new) => {
                self.sleep.found(new, asleep);
                if let Some(ahead) = &self.ahead {
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
        let Some((outlook, races)) = expansion.outlook.as_ref().filter(|_| !known) else { return Ok(()) };
        self.interleaver.add_notes(expansion.notes);
        self.doubt_outlook(Some(outlook));
        if new && !races.is_empty() {
            let path = self.visits.path_to(state);
            self.note_races(races.clone(), path)?;
        }
        if self.sleeps {
            self.sleep.learn(state, outlook);
        }
        Ok(())
    }
}
