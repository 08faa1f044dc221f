//! All executions of a scenario, and its executions one operation after the other.
//!
//! The search is depth-first over states that are stored exactly. What was noted is part of a state, so executions with
//! different histories are never taken for the same (`no_history_is_lost` in the tests of the command line compares how many
//! there are with what can be counted by hand, and with a search that lets threads change at every access). No reductions are
//! used but those of points of change and of threads that need not be chosen (module `core`): what an operation notes at its
//! end belongs to the step before, which sleep sets do not know.
//!
//! # Why the noted order is right
//! `A` counts as returned before `B` was called if `A`'s end was noted before `B`'s beginning. The machine executes one thing
//! after the other, so that is really so in the execution at hand: nothing is reported that did not happen. And nothing is
//! missed: let an execution have any moments of calls and returns. What an operation does before the first thing that others
//! may notice and after the last one can be moved to those two; then its beginning is noted right before the first and its end
//! right after the last, which the search does in one of its orders, because others may go on before the beginning is noted and
//! the end is noted in the same step. Operations only become shorter by that, so what returned before another one was called
//! still does.
//!
//! # Preconditions
//! Whoever calls an operation must see to it that its precondition (`@Requires`) is true. Among threads that call whatever
//! they like, a precondition is not true or false at one moment, so it is not asked there. It is asked in executions of one operation
//! after the other, right before each call. A scenario is *legal* if all preconditions are true in every order in which its threads can
//! take turns: then its callers do right, whatever happens, if the class is linearizable. Others are left out, because a class may do
//! anything with them; they make neither a violation nor anything hold, and their number is told
//! (`scenarios_that_break_preconditions_are_left_out` in the tests of the command line). An operation that waits in some order
//! is not called before another one that lets it go on in other orders, which are looked at as well.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use check::Skipped;
use machine::base::Base;
use machine::{Reference, replay};
use space::{Inserted, StateId, Store};

use super::core::{Circles, Core, Question, Reached, Trouble};
use super::history::{Outcome, Sequential};

/// A state from which threads start.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    /// What was called before.
    pub(super) calls: Vec<usize>,
    /// All answers that lead here.
    pub(super) path: Vec<i128>,
    /// The state.
    pub(super) bytes: Vec<u8>,
}

/// The states before anything was called, and after.
impl Core<'_, '_, '_> {
    /// The state in which the driver asks for the first time, after everything that comes before.
    pub(super) fn origin(&mut self, base: &Base) -> Result<Vec<u8>, Trouble> {
        self.start(base)?;
        match self.run()? {
            Reached::Question(question @ Question::Choose(_, true)) => {
                Ok(self.encode(question, &[]).to_vec())
            }
            Reached::Question(_) | Reached::End | Reached::Stuck | Reached::Endless | Reached::Dropped => {
                Err(self.without_end("making the object"))
            }
        }
    }

    /// Whether the precondition of a call is true in the state at hand, in which nobody is in the middle of an operation. It
    /// is asked by the thread that would make the call, or by the first one.
    pub(super) fn may_call(&self, call: usize, thread: Option<usize>) -> Result<bool, Trouble> {
        let Some(guard) = self.driver.guards.get(call).copied().flatten() else { return Ok(true) };
        let thread = thread.and_then(|thread| self.machine.static_value(self.driver.threads[thread]));
        let thread = thread.map_or(0, |object| object as Reference);
        let truth = self.machine.evaluate_by(guard, thread).map(|word| word != 0);
        truth.ok_or_else(|| {
            let construct = "a precondition that does not come to an end, throws or chooses".to_string();
            let (program, function) = (self.machine.image().program(), self.driver.calls[call]);
            let location = replay::location(program, function, program.functions[function].position);
            Trouble::Skipped(Skipped { construct, location })
        })
    }

    fn without_end(&self, what: &str) -> Trouble {
        let construct = format!("{what}, which does not come to an end");
        Trouble::Skipped(Skipped { construct, location: check::Location::default() })
    }

    /// The states that calls lead to: several if operations choose, none if one does not return. The path of a beginning is
    /// followed as far as it goes.
    pub(super) fn beginnings(
        &mut self,
        origin: &[u8],
        calls: &[usize],
        given: Option<&[i128]>,
    ) -> Result<Vec<Beginning>, Trouble> {
        let mut found = Vec::new();
        let mut script: Vec<(i128, i128)> = Vec::new();
        loop {
            let mut question = self.restore(origin)?;
            let (mut path, mut asked, mut said) = (Vec::new(), 0, 0);
            let mut circles = Circles::default();
            let bytes = loop {
                let value = match question {
                    Question::Choose(_, true) if said == self.driver.prefix => {
                        break Some(self.encode(question, &[]).to_vec());
                    }
                    Question::Choose(_, true) => {
                        said += 1;
                        calls.get(said - 1).map_or(self.driver.none(), |&call| call as i128)
                    }
                    Question::Pick(_, Some(forced)) => forced as i128,
                    Question::Pick(_, None) | Question::Notify(_) | Question::Choose(_, false) => {
                        asked += 1;
                        scripted(&mut script, asked, question)
                    }
                };
                let value = given.and_then(|given| given.get(path.len())).copied().unwrap_or(value);
                if let Question::Pick(..) = question
                    && circles.closes(self, question)
                {
                    break None;
                }
                path.push(value);
                self.answer(question, value);
                question = match self.run()? {
                    Reached::Question(question) => question,
                    // Perhaps it only takes long: then threads would start from what it leads to.
                    Reached::Endless => return Err(self.without_end("an operation before the threads start")),
                    // Nobody is there who could let it go on.
                    Reached::Stuck | Reached::Dropped | Reached::End => break None,
                };
            };
            if asked > 0 && self.driver.is_guarded(0..self.driver.calls.len()) {
                let construct =
                    "operations that choose before the threads start, in a class with preconditions";
                let location = check::Location::default();
                return Err(Trouble::Skipped(Skipped { construct: construct.to_string(), location }));
            }
            found.extend(bytes.map(|bytes| Beginning { calls: calls.to_vec(), path, bytes }));
            if given.is_some() || !advance(&mut script, asked) {
                return Ok(found);
            }
        }
    }
}

/// The answer of a script to a question; the least one if it has none yet.
fn scripted(script: &mut Vec<(i128, i128)>, asked: usize, question: Question) -> i128 {
    let (low, high) = question.range();
    if script.len() < asked {
        script.push((low, high));
    }
    script[asked - 1].0
}

/// Goes on to the next script; says whether there is one.
fn advance(script: &mut Vec<(i128, i128)>, asked: usize) -> bool {
    script.truncate(asked);
    while let Some((value, high)) = script.last_mut() {
        if *value < *high {
            *value += 1;
            return true;
        }
        script.pop();
    }
    false
}

/// How many executions of one order are followed, if operations choose.
const MOST_SCRIPTS: usize = 10_000;

/// Executes the operations of a scenario one after the other.
pub(super) struct InTurn<'c, 'a, 'i, 'p> {
    pub(super) core: &'c mut Core<'a, 'i, 'p>,
    pub(super) beginning: &'c Beginning,
    /// What the threads call, as answers.
    pub(super) plan: Vec<i128>,
    pub(super) counts: Vec<usize>,
    pub(super) known: HashMap<Vec<usize>, Arc<[Outcome]>>,
    /// Whether an order came to a call whose precondition was false.
    pub(super) is_illegal: bool,
}

impl Sequential for InTurn<'_, '_, '_, '_> {
    type Trouble = Trouble;

    fn outcomes(&mut self, order: &[usize]) -> Result<Arc<[Outcome]>, Trouble> {
        if let Some(known) = self.known.get(order) {
            return Ok(Arc::clone(known));
        }
        let mut outcomes = Vec::new();
        let mut script = Vec::new();
        for number in 0.. {
            if number == MOST_SCRIPTS {
                let construct = format!("operations with more than {MOST_SCRIPTS} outcomes in one order");
                return Err(Trouble::Skipped(Skipped { construct, location: check::Location::default() }));
            }
            let (outcome, asked) = self.execute(order, &mut script)?;
            outcomes.extend(outcome.filter(|outcome| !outcomes.contains(outcome)));
            if !advance(&mut script, asked) {
                break;
            }
        }
        let outcomes: Arc<[Outcome]> = outcomes.into();
        self.known.insert(order.to_vec(), Arc::clone(&outcomes));
        Ok(outcomes)
    }
}

impl InTurn<'_, '_, '_, '_> {
    /// Whether all preconditions are true in every order in which the threads can take turns.
    pub(super) fn is_legal(&mut self) -> Result<bool, Trouble> {
        let calls = self.plan.iter().filter_map(|&call| usize::try_from(call).ok());
        if !self.core.driver.is_guarded(calls) {
            return Ok(true);
        }
        self.is_legal_behind(&mut Vec::new())
    }

    /// The same for orders that begin in a way.
    fn is_legal_behind(&mut self, order: &mut Vec<usize>) -> Result<bool, Trouble> {
        let mut is_whole = true;
        for thread in 0..self.counts.len() {
            let placed = order.iter().filter(|&&other| other == thread).count();
            if placed < self.counts[thread] {
                is_whole = false;
                order.push(thread);
                let is_legal = self.is_legal_behind(order)?;
                order.pop();
                if !is_legal {
                    return Ok(false);
                }
            }
        }
        if is_whole {
            self.outcomes(order)?;
        }
        Ok(!self.is_illegal)
    }

    /// Executes one order with a script; what it gave, and how much of the script was used.
    fn execute(
        &mut self,
        order: &[usize],
        script: &mut Vec<(i128, i128)>,
    ) -> Result<(Option<Outcome>, usize), Trouble> {
        let core = &mut *self.core;
        let mut question = core.restore(&self.beginning.bytes)?;
        let mut plan = self.plan.iter();
        let (mut asked, mut place) = (0, 0);
        let mut wanted: Vec<usize> = vec![0; self.counts.len()];
        let mut circles = Circles::default();
        let mut looked = 0;
        loop {
            // Whoever has had its turn is done with its operation.
            while let Some(&thread) = order.get(place)
                && core.returned(thread) > wanted[thread]
            {
                let call = self.plan[thread * core.driver.operations + wanted[thread]];
                if looked <= place && core.driver.is_guarded(usize::try_from(call).ok()) {
                    let construct =
                        "a precondition of an operation that begins where nobody is asked who goes on";
                    let location = check::Location::default();
                    return Err(Trouble::Skipped(Skipped { construct: construct.to_string(), location }));
                }
                wanted[thread] += 1;
                place += 1;
                circles = Circles::default();
            }
            // Where it is first asked who goes on, all threads are there, and nobody is in the middle of an operation: that is
            // where the precondition of the next one counts.
            if let (Question::Pick(_, None), Some(&thread)) = (question, order.get(place))
                && looked <= place
            {
                looked = place + 1;
                let call = self.plan[thread * core.driver.operations + wanted[thread]];
                if !core.may_call(usize::try_from(call).unwrap_or(usize::MAX), Some(thread))? {
                    self.is_illegal = true;
                    return Ok((None, asked));
                }
            }
            let is_whole = order.len() == self.counts.iter().sum::<usize>();
            if place == order.len() && !is_whole {
                return Ok((Some(self.outcome(order)), asked));
            }
            let value = match question {
                Question::Choose(_, true) => plan.next().copied().unwrap_or(0),
                Question::Pick(_, Some(forced)) => {
                    if circles.closes(core, question) {
                        return Ok((None, asked));
                    }
                    forced as i128
                }
                Question::Pick(_, None) => {
                    let Some(&thread) = order.get(place) else { return Ok((None, asked)) };
                    let next = core.place_of(thread);
                    match next {
                        Some(next) if !circles.closes(core, question) => next as i128,
                        // It waits for somebody else, or goes round in circles until somebody else does something.
                        Some(_) | None => return Ok((None, asked)),
                    }
                }
                Question::Notify(_) | Question::Choose(_, false) => {
                    asked += 1;
                    scripted(script, asked, question)
                }
            };
            core.answer(question, value);
            question = match core.run()? {
                Reached::Question(question) => question,
                Reached::End => return Ok((Some(self.outcome(order)), asked)),
                // An observer may wait for ever.
                Reached::Stuck | Reached::Endless if place == order.len() => {
                    return Ok((Some(self.outcome(order)), asked));
                }
                Reached::Stuck | Reached::Endless => {
                    // The last operation may have returned in the same step.
                    let last = order.len() == place + 1 && core.returned(order[place]) > wanted[order[place]];
                    let outcome = last.then(|| self.outcome(order));
                    return Ok((outcome, asked));
                }
                Reached::Dropped => return Ok((None, asked)),
            };
        }
    }

    fn outcome(&self, order: &[usize]) -> Outcome {
        let history = self.core.driver.history(&self.core.machine);
        let mut places = vec![0; history.threads.len()];
        let mut results = Vec::new();
        for &thread in order {
            results.extend(history.threads[thread].get(places[thread]).and_then(|one| one.result.clone()));
            places[thread] += 1;
        }
        Outcome { results, observed: history.observed }
    }
}

/// What became of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) states: u64,
    pub(super) transitions: u64,
    /// Executions that came to an end, those that others had led to before not counted.
    pub(super) ends: u64,
    /// Ends in which operations have not returned.
    pub(super) stuck: u64,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Go {
    On,
    Stop,
}

/// A state that was reached, with what was asked and what is to be answered next.
struct Level {
    state: StateId,
    question: Question,
    next: i128,
    /// How long the path to it is.
    length: usize,
    /// How often threads were interrupted on the way, and who went on last.
    spent: (u32, Option<usize>),
}

/// States with one way to go on are stored at least so often.
const MOST_SKIPPED: u32 = 500;

/// Is told the end of an execution: the machine, the path from the beginning on, and whether an observer does not return.
pub(super) type Ended<'e> = dyn FnMut(&Core<'_, '_, '_>, &[i128], bool) -> Result<Go, Trouble> + 'e;

/// Follows all executions of a scenario, with at most so many interruptions of threads if somebody says so. Each end is told.
pub(super) fn explore(
    core: &mut Core<'_, '_, '_>,
    beginning: &Beginning,
    plan: &[i128],
    interruptions: Option<u32>,
    ended: &mut Ended<'_>,
) -> Result<Counts, Trouble> {
    let mut store = Store::new();
    let result = follow(core, &mut store, beginning, plan, interruptions, ended);
    core.shared.bytes.fetch_sub(store.size() as u64, Ordering::Relaxed);
    result
}

fn follow(
    core: &mut Core<'_, '_, '_>,
    store: &mut Store,
    beginning: &Beginning,
    plan: &[i128],
    interruptions: Option<u32>,
    ended: &mut Ended<'_>,
) -> Result<Counts, Trouble> {
    let before = core.transitions;
    let mut counts = Counts::default();
    let mut path: Vec<i128> = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    let mut marked: Option<StateId> = None;
    let mut plan = plan.iter();
    let mut skipped = 0;
    let mut spent: (u32, Option<usize>) = (0, None);
    let mut reached = Reached::Question(core.restore(&beginning.bytes)?);
    loop {
        // Goes on as long as there is one way.
        let open = match reached {
            Reached::Question(question) => {
                let (low, high) = question.range();
                let single = match question {
                    Question::Choose(_, true) => plan.next().copied(),
                    Question::Pick(_, Some(forced)) if skipped < MOST_SKIPPED => Some(forced as i128),
                    Question::Pick(_, Some(_))
                    | Question::Pick(_, None)
                    | Question::Notify(_)
                    | Question::Choose(_, false) => (low == high && skipped < MOST_SKIPPED).then_some(low),
                };
                if let Some(value) = single {
                    if let Question::Pick(..) = question {
                        spent.1 = Some(core.machine.enabled()[value as usize]);
                    }
                    skipped += 1;
                    path.push(value);
                    core.answer(question, value);
                    reached = core.run()?;
                    continue;
                }
                skipped = 0;
                Some(question)
            }
            Reached::End | Reached::Stuck | Reached::Endless => {
                counts.ends += 1;
                counts.stuck += u64::from(reached == Reached::Stuck);
                if ended(core, &path, reached == Reached::Endless)? == Go::Stop {
                    counts.transitions = core.transitions - before;
                    return Ok(counts);
                }
                None
            }
            Reached::Dropped => None,
        };
        if let Some(question) = open {
            // A thread that has ended is no more, and those behind it have moved up.
            spent.1 = spent.1.and(core.machine.current_thread());
            let more = [u64::from(spent.0), spent.1.map_or(0, |thread| thread as u64 + 1)];
            let more: &[u64] = if interruptions.is_some() { &more } else { &[] };
            let size = store.size();
            let bytes = core.encode(question, more).to_vec();
            if let Inserted::New(state) = store.insert(&bytes) {
                counts.states += 1;
                core.shared.states.fetch_add(1, Ordering::Relaxed);
                core.shared.work.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                core.shared.bytes.fetch_add((store.size() - size) as u64, Ordering::Relaxed);
                let next = question.range().0;
                levels.push(Level { state, question, next, length: path.len(), spent });
                marked = None;
                if let Question::Pick(..) = question {
                    core.mark();
                    marked = core.look().then_some(state);
                }
            }
        }
        // The next answer of the last state that has one left.
        reached = loop {
            let Some(level) = levels.last_mut() else {
                counts.transitions = core.transitions - before;
                return Ok(counts);
            };
            let value = level.next;
            if value > level.question.range().1 {
                levels.pop();
                continue;
            }
            level.next += 1;
            path.truncate(level.length);
            spent = level.spent;
            let (state, question) = (level.state, level.question);
            if marked != Some(state) || !core.undo() {
                core.restore(store.get(state))?;
                core.mark();
                marked = matches!(question, Question::Pick(..)).then_some(state);
            }
            if let Question::Pick(..) = question {
                let thread = core.machine.enabled()[value as usize];
                let interrupts = spent.1.is_some_and(|last| last != thread && core.machine.is_enabled(last));
                spent = (spent.0 + u32::from(interrupts), Some(thread));
                if interruptions.is_some_and(|most| spent.0 > most) {
                    continue;
                }
            }
            path.push(value);
            core.answer(question, value);
            break core.run()?;
        };
    }
}
