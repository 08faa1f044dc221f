//! The search over the interleavings of a program.
//!
//! # States and transitions
//! A *state* is what the machine is in where threads may change, where one of several waiting threads is notified, or
//! where the program asks for a choice. A *transition* is what one thread executes from there to the next such
//! point or to the end of the program: its operation that others may notice, and everything behind it that
//! nobody does (see [`machine::Interleaver`] for which operations those are and why that is enough).
//!
//! Two states are the same if their heaps and the live locals of all threads are, up to the names of objects. Which
//! objects are shared is a function of the state, so equal states go on in the same ways.
//!
//! What makes the evidence complete is what makes it complete in a search over choices: the frontier is empty, so
//! every thread that could go on did, from every state. The program is stuck where no thread can go on though
//! some have not ended that the program waits for.
//!
//! # Domains
//! The search runs on the concrete machine or on one of another domain ([`search_on`]). There an operation may have several
//! outcomes; the machine stops before it, which makes a state, and every outcome is followed.
//!
//! # Bounds
//! With a bound on preemptions a thread that could go on is interrupted for another at most so often on a path. The
//! states then carry the count and the thread; what is cut off is counted, and nothing holds if anything is.
//!
//! Random order follows paths from the beginning and picks at random where to go. It stores nothing and proves nothing.

mod ahead;
mod calmer;
mod circles;
mod cycles;
mod moves;
mod options;
mod outlook;
mod patience;
mod recall;
mod scouts;
mod walk;

use check::{Evidence, Frontier, Location, Meter, Observer, Property, Scope, Stats, Store, Violation};
use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{
    Bug, Clock, Concrete, Domain, Event, EventOf, Granularity, Image, Interleaver, Lowering, Machine, Race,
    Stop, replay,
};
use space::{Encoder, End, Inserted, StateId, Visits};

use crate::assertions::Evaluated;
use crate::consistency::Found;
use crate::searched::Searched;
use crate::sleep::{Sleep, Threads};
use crate::temporal::Course;
use ahead::{Ahead, Scouting};
use calmer::calmer;
use circles::Circles;
use moves::{Question, ask, asked, give, under_way};
pub use options::{Options, Order, Preemptions};
use patience::Impatient;
use recall::Recall;
use scouts::{Ground, Shared};

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `states`, `transitions`, `threads`, `steps` (machine operations), `depth`, `store_bytes`.
    pub stats: Stats,
    /// Where threads changed: not where it was asked if that was not enough.
    pub granularity: Granularity,
    /// The assertions of the program that no execution evaluates, if the search has looked at everything.
    pub unreached: Vec<Location>,
    /// Whether a thread has waited with a limit of time that is over only where nothing else goes on.
    pub waited_patiently: bool,
}

/// How many operations are executed between two looks at the meter.
pub(crate) const SLICE: u64 = 20_000;

/// Who executes so many operations without anything that others notice may go round in circles for ever.
const LONG: u64 = 10_000_000;

/// An answer of that much and more is the number of an outcome: internal, and no part of a schedule.
pub(crate) const INTERNAL: i128 = 1 << 100;

/// How many violations of an abstraction are looked at more closely.
const MOST_JUDGED: u32 = 200;

/// What every result about threads rests on.
pub(crate) const WAKING: &str =
    "a thread that waits wakes up by a notification, an interrupt or a time limit, never by itself";
const LEAVING: &str = "a thread that ends leaves its thread group in one step";
const CIRCLES: &str = "executions in which threads go round in circles for ever, though each of them goes on, violate nothing, and the \
     program has some: `--property livelock` shows one";
pub(crate) const COPYING: &str = "an array that other threads know is copied in one step";

/// What a result rests on where threads wait with long limits of time.
fn patient(microseconds: u64) -> String {
    let least = match microseconds {
        whole if whole.is_multiple_of(1_000_000) => format!("{} s", whole / 1_000_000),
        part => format!("{} ms", part as f64 / 1_000.0),
    };
    format!(
        "a limit of time of {least} or more is over only where no other thread goes on, or all go round in circles (--patience; \
         --timeouts any looks at the rest)"
    )
}

/// Searches every execution that starts at `entry`, a function without parameters.
pub fn search(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    search_on(&Concrete, program, entry, options, meter, observer, None)
}

/// A violation on a machine whose domain is not concrete.
#[derive(Debug)]
pub struct Suspect<'a> {
    /// What the machine saw.
    pub violation: &'a Violation,
    /// The answers that lead there, internal ones included.
    pub path: &'a [i128],
    /// What was done before the program began.
    pub base: &'a Base,
    /// Where threads changed.
    pub granularity: Granularity,
}

/// What is to be thought of a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The program has it: how it shows, and the schedule that leads there.
    Real(Violation, Vec<i128>),
    /// Perhaps it does not, and why.
    Doubtful(String),
}

/// Somebody who judges.
pub type Judge<'j> = dyn FnMut(&Suspect<'_>) -> Judgement + 'j;

/// The answers of a path that are part of a schedule.
pub(crate) fn schedule(path: &[i128]) -> Vec<i128> {
    path.iter().copied().filter(|&answer| answer < INTERNAL).collect()
}

/// As [`search()`], on a machine of a domain.
pub fn search_on<D: Searched>(
    domain: &D,
    program: &Program,
    entry: FunctionId,
    options: &Options,
    mut meter: Meter<'_>,
    observer: &mut dyn Observer,
    mut judge: Option<&mut Judge<'_>>,
) -> Outcome {
    let bound = match options.preemptions {
        Preemptions::Any => {
            let again = meter.clone();
            let outcome = search_within(domain, program, entry, options, None, &mut meter, observer, judge);
            return if options.all { outcome } else { calmer(program, entry, options, outcome, &again) };
        }
        Preemptions::AtMost(most) => {
            return search_within(domain, program, entry, options, Some(most), &mut meter, observer, judge);
        }
        Preemptions::Growing => 0u32..,
    };
    for most in bound {
        let judge = judge.as_deref_mut();
        let mut outcome =
            search_within(domain, program, entry, options, Some(most), &mut meter, observer, judge);
        outcome.stats.count("preemptions", most.into());
        let Evidence { frontier, stopped, skipped, candidates, scope, .. } = &mut outcome.evidence;
        if *frontier == Frontier::Empty {
            // Nothing was left out because of the bound.
            *scope = Scope::unbounded(all_executions(program, entry));
        }
        if *frontier == Frontier::Empty || stopped.is_some() || !skipped.is_empty() || !candidates.is_empty()
        {
            return outcome;
        }
    }
    unreachable!("no path is interrupted four billion times")
}

/// All executions, in words that follow "for".
fn all_executions(program: &Program, entry: FunctionId) -> String {
    // What a front end has made up has a name in angle brackets.
    format!("all executions of `{}`", program.functions[entry].name.trim_matches(['<', '>']))
}

/// As [`search_on`], with a bound on preemptions.
#[expect(clippy::too_many_arguments, reason = "those of a search, and the bound")]
fn search_within<D: Searched>(
    domain: &D,
    program: &Program,
    entry: FunctionId,
    options: &Options,
    preemptions: Option<u32>,
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
    mut judge: Option<&mut Judge<'_>>,
) -> Outcome {
    let mut base = Base::find(program, entry, options.limits);
    let mut way = Way {
        preemptions,
        granularity: options.granularity,
        recalls: options.recalls,
        sleeps: options.sleep,
    };
    loop {
        let judge = judge.as_deref_mut();
        let domain = domain.clone();
        let (outcome, verified) =
            attempt(domain, program, entry, options, way, &base, meter, observer, judge);
        // Each of these happens once at most.
        match verified {
            Verified::Fine => return outcome,
            Verified::Disturbed => base = Base::none(),
            Verified::FinalsWritten => way.granularity = Granularity::Every,
            Verified::Fruitless => way.recalls = false,
            Verified::Sleepless => way.sleeps = false,
        }
    }
}

/// The way that an attempt goes.
#[derive(Clone, Copy)]
struct Way {
    /// How often a thread that can go on may be interrupted on a path.
    preemptions: Option<u32>,
    granularity: Granularity,
    recalls: bool,
    sleeps: bool,
}

/// Whether what a search relied on was true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verified {
    Fine,
    /// The program changes what initialisers of the library read.
    Disturbed,
    /// A final field of an object was written that others may know.
    FinalsWritten,
    /// Hardly any transition is a repetition, so it is better to let others execute ahead.
    Fruitless,
    /// Which cycles nothing leads out of is known only if no transition is left out.
    Sleepless,
}

#[expect(clippy::too_many_arguments, reason = "what a search is made of")]
fn attempt<D: Searched>(
    domain: D,
    program: &Program,
    entry: FunctionId,
    options: &Options,
    Way { preemptions, granularity, recalls, sleeps }: Way,
    base: &Base,
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
    judge: Option<&mut Judge<'_>>,
) -> (Outcome, Verified) {
    let image = Image::new(program, Lowering::Fused);
    let image = if D::FORKS { image.stopping_anywhere() } else { image };
    let mut machine = Machine::new(&image, domain, options.limits);
    // Abstract states may lead to others that there are not, so that cycles say nothing.
    let clock = if judge.is_some() { Clock::Free } else { options.clock() };
    machine.allow_threads(clock);
    let mut all = all_executions(program, entry);
    let wanted = options.properties.contains(&Property::Temporal);
    if let Some(temporal) = options.temporal.as_ref().filter(|_| wanted) {
        let fair = if temporal.fair { ", for fair executions" } else { "" };
        all.push_str(&format!(" and the formula `{}`{fair}", temporal.text));
    }
    let scope = match preemptions {
        None => Scope::unbounded(all),
        Some(most) => Scope::bounded(format!("{all} with at most {most} preemptions")),
    };
    let order = match options.order {
        Order::BreadthFirst | Order::Random(_) => space::Order::BreadthFirst,
        Order::DepthFirst | Order::ChooseFree => space::Order::DepthFirst,
        Order::ChooseFreeFirst => space::Order::Ranked,
    };
    let course = Course::new(&options.properties, options.temporal.as_ref());
    let (shared, ahead) = (Shared::default(), Image::new(program, Lowering::Fused));
    let ground = Ground { program, entry, base, granularity, options };
    let scouting = Scouting { shared: &shared, image: &ahead, ground, jobs: options.jobs };
    let visits = Visits::new(order, scope, meter, observer);
    let recalls = recalls
        && course.is_none()
        && preemptions.is_none()
        && judge.is_none()
        && !options.compact
        && !D::FORKS
        && match options.order {
            Order::BreadthFirst | Order::DepthFirst => true,
            Order::Random(_) | Order::ChooseFree | Order::ChooseFreeFirst => false,
        };
    let mut interleaver = Interleaver::new(&image, granularity).ending_at(&options.properties);
    interleaver.record_tries(recalls);
    let circles = Circles::new(course.is_none() && judge.is_none() && !options.compact && !D::FORKS);
    let mut search = Search {
        program,
        options,
        interleaver,
        machine,
        encoder: Encoder::new(),
        visits: if options.compact { visits.compact() } else { visits },
        preemptions,
        marked: None,
        remembers: false,
        spent: Vec::new(),
        most_threads: 1,
        ranks: Vec::new(),
        base,
        granularity,
        sleep: Sleep::default(),
        // What an operation on tokens gives is one of several: whether orders lead to the same states is not known.
        sleeps: sleeps
            && preemptions.is_none()
            && course.is_none()
            && !options.compact
            && judge.is_none()
            && !matches!(options.order, Order::ChooseFree | Order::ChooseFreeFirst),
        judge,
        judged: 0,
        first: None,
        internal: 0,
        circles,
        course,
        mover: 0,
        endless: None,
        races: Vec::new(),
        doubtful: false,
        evaluated: Evaluated::new(program),
        ahead: None,
        recall: recalls.then(|| {
            let has_helpers = options.jobs > 1 && options.order == Order::BreadthFirst;
            Recall::new(granularity, options.limits.heap, has_helpers)
        }),
        operations: 0,
        impatient: Impatient::default(),
    };
    let ended = match options.order {
        Order::Random(seed) => search.walk(base, entry, seed),
        Order::BreadthFirst => search.run_with_scouts(base, entry, &scouting),
        Order::DepthFirst | Order::ChooseFree | Order::ChooseFreeFirst => search.run(base, entry, |_| {}),
    };
    let disturbed = !base.is_none() && image.is_disturbed();
    let verified = if disturbed {
        Verified::Disturbed
    } else if search.interleaver.was_wrong() && granularity == Granularity::Shared {
        Verified::FinalsWritten
    } else if search.is_fruitless() {
        Verified::Fruitless
    } else if search.impatient.wants_all {
        Verified::Sleepless
    } else {
        Verified::Fine
    };
    // Nothing is done again when there is no time for it, or when somebody was told to stop.
    let verified = match ended {
        Err(End::Exhausted(_)) => Verified::Fine,
        Ok(()) | Err(End::Violation) => verified,
    };
    if verified == Verified::Fine {
        search.look_for_cycles(ended);
    }
    (search.finish(ended, granularity), verified)
}

/// How often a path was preempted, and the thread that has gone on last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spent {
    preemptions: u32,
    last: Option<u32>,
}

struct Search<'a, 'm, 'i, 'p, 'j, D: Domain> {
    program: &'p Program,
    options: &'a Options,
    preemptions: Option<u32>,
    machine: Machine<'i, 'p, D>,
    interleaver: Interleaver<'i, 'p>,
    encoder: Encoder,
    visits: Visits<'a, 'm>,
    /// The state that the machine's mark is at, with its question.
    marked: Option<(StateId, Question<D::Fork>)>,
    /// Whether the interleaver remembers which objects are shared there.
    remembers: bool,
    /// For each state how often the path to it was preempted; none without a bound.
    spent: Vec<Spent>,
    most_threads: u64,
    /// For each state how many internal choices lead to it; none if nobody asks.
    ranks: Vec<u32>,
    base: &'a Base,
    granularity: Granularity,
    judge: Option<&'a mut Judge<'j>>,
    judged: u32,
    /// How long the path to the first one was that was judged, and whether it was real.
    first: Option<(u64, bool)>,
    /// How often an operation had several outcomes.
    internal: u64,
    /// Which threads need not go on from which states, and whether any may sleep.
    sleep: Sleep,
    sleeps: bool,
    /// The graph of states, if somebody asks for executions without end, and the thread that goes on.
    course: Option<Course<'a>>,
    mover: usize,
    /// The transitions, if nobody asks.
    circles: Circles,
    /// Where a thread was that did nothing that others notice for very long, when the search was stopped.
    endless: Option<Location>,
    /// The races that were seen: each pair of places with their variable once.
    races: Vec<Race>,
    /// Whether it was not known in some state what a thread is about to do.
    doubtful: bool,
    /// The assertions that were evaluated.
    evaluated: Evaluated<'p>,
    /// What others execute ahead of the search, once they do.
    ahead: Option<Ahead<'a, 'i, 'p>>,
    /// The parts of states and the transitions between them, if states are kept so.
    recall: Option<Recall>,
    /// How many operations the last transition took.
    operations: u64,
    /// The states in which threads have lost their patience.
    impatient: Impatient,
}

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Begins an execution; says whether it could.
    fn begin(&mut self, base: &Base, entry: FunctionId) -> bool {
        let Err(what) = self.machine.start_from(base, entry, &[]) else {
            self.machine.resume_interleaved(&mut self.interleaver, false);
            return true;
        };
        self.visits.cannot_start(self.program, entry, what);
        false
    }

    /// All answers of a state are done; `again` says whether it was looked at once more.
    fn over(&mut self, state: StateId, again: bool) {
        match (self.sleep.finish(state), again) {
            (true, false) => self.visits.frontier.restart(),
            (false, false) => self.visits.done(state),
            (true | false, true) => {}
        }
    }

    /// Looks at every state. `before` is called before each.
    fn run(&mut self, base: &Base, entry: FunctionId, mut before: impl FnMut(&mut Self)) -> Result<(), End> {
        if !self.begin(base, entry) {
            return Ok(());
        }
        self.execute(None, None, 0, Spent::default(), 0)?;
        loop {
            if self.is_fruitless() {
                return Ok(());
            }
            before(self);
            let again = self.sleep.next();
            let Some((state, done)) = again.or(self.visits.frontier.current()) else {
                if self.lose_patience()? {
                    continue;
                }
                return Ok(());
            };
            if again.is_none() && self.leap(state, done)? {
                if !base.is_none() && self.machine.image().is_disturbed() {
                    return Ok(());
                }
                continue;
            }
            if self.recall(state, done, again.is_some())? {
                continue;
            }
            let question = match self.marked {
                Some((marked, question)) if marked == state && done > question.width() => question,
                Some(_) | None => self.restore(state),
            };
            if done > question.width() {
                self.over(state, again.is_some());
                continue;
            }
            self.open(state, question)?;
            // By now more may be known.
            if self.recall(state, done, again.is_some())? {
                continue;
            }
            let (mover, asleep) = match question {
                Question::Pick(_) => {
                    let thread = self.machine.each_enabled().nth(done as usize);
                    let thread = thread.expect("there are as many threads as there were");
                    (thread, self.sleep.goes_on(state, thread))
                }
                Question::Notify(_) | Question::Choose(_) | Question::Outcome(..) => {
                    (self.machine.current_thread().unwrap_or(0), Some(self.sleep.sleepers(state)))
                }
            };
            match (asleep, again) {
                (None, None) => self.visits.frontier.advance(),
                (Some(_), None) => {
                    if !self.visits.advance() {
                        continue;
                    }
                }
                (None | Some(_), Some(_)) => self.sleep.advance(),
            }
            // Whoever sleeps is looked at elsewhere.
            let Some(asleep) = asleep else { continue };
            let Some(spent) = self.spend(state, question, done) else {
                self.visits.cut();
                continue;
            };
            let value = question.answer(done);
            self.mover = mover;
            if self.circles.is_on() {
                match question {
                    Question::Pick(_) => self.circles.enabled(state, self.machine.each_enabled()),
                    Question::Notify(_) | Question::Choose(_) | Question::Outcome(..) => {}
                }
            }
            self.begin_step(mover);
            let event = self.answer(question, value);
            self.execute(event, Some(state), value, spent, asleep)?;
            if !base.is_none() && self.machine.image().is_disturbed() {
                return Ok(());
            }
        }
    }

    /// What the bound on preemptions says of an answer; `None` if it forbids it.
    fn spend(&self, state: StateId, question: Question<D::Fork>, answer: u128) -> Option<Spent> {
        let Some(most) = self.preemptions else { return Some(Spent::default()) };
        let spent = self.spent[state.index()];
        let Question::Pick(_) = question else { return Some(spent) };
        let thread = self.machine.enabled()[answer as usize] as u32;
        let interrupts =
            spent.last.is_some_and(|last| last != thread && self.machine.is_enabled(last as usize));
        let preemptions = spent.preemptions + u32::from(interrupts);
        (preemptions <= most).then_some(Spent { preemptions, last: Some(thread) })
    }

    fn answer(&mut self, question: Question<D::Fork>, value: i128) -> Option<EventOf<D>> {
        give(&mut self.machine, &mut self.interleaver, question, value)
    }

    /// Puts the machine into a state and gives its question.
    fn restore(&mut self, state: StateId) -> Question<D::Fork> {
        if let Some((marked, question)) = self.marked
            && marked == state
            && self.machine.undo()
        {
            let passes = matches!(question, Question::Outcome(_, _, true));
            self.resume(passes);
            return question;
        }
        let question = match self.assemble(state) {
            Some(question) => {
                self.machine.mark_above();
                question
            }
            None => {
                let bytes = self.visits.bytes(state);
                let question = ask(&mut self.machine, &mut self.interleaver, &mut self.encoder, bytes);
                self.machine.mark();
                question
            }
        };
        self.interleaver.remember();
        self.marked = Some((state, question));
        self.remembers = true;
        question
    }

    /// Makes the interleaver ready for the machine, which is at its mark.
    fn resume(&mut self, passes: bool) {
        if self.remembers {
            return self.machine.resume_remembered(&mut self.interleaver, passes);
        }
        self.machine.resume_interleaved(&mut self.interleaver, passes);
        self.interleaver.remember();
        self.remembers = true;
    }

    /// Executes to the next question or to an end.
    fn follow(&mut self, event: Option<EventOf<D>>) -> Result<Reached<D::Fork>, End> {
        self.visits.transitions += 1;
        self.operations = 0;
        self.go_on(event)
    }

    /// The same in the middle of a transition.
    fn go_on(&mut self, event: Option<EventOf<D>>) -> Result<Reached<D::Fork>, End> {
        let mut slices = 0;
        let event = match event {
            Some(event) => event,
            None => loop {
                let mut fuel = SLICE;
                let event =
                    self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut self.evaluated);
                slices += 1;
                self.operations += SLICE - fuel;
                self.visits.executed(SLICE - fuel).inspect_err(|_| {
                    let position = self.machine.position().filter(|_| slices > LONG / SLICE);
                    let at = |(function, position)| replay::location(self.program, function, position);
                    self.endless = position.map(at);
                })?;
                if !matches!(event, Event::Stop(Stop::Paused)) {
                    break event;
                }
            },
        };
        self.visits.stopped(&self.machine);
        self.internal += u64::from(matches!(event, Event::Stop(Stop::Fork(_))));
        self.most_threads = self.most_threads.max(self.machine.thread_count() as u64);
        Ok(match event {
            Event::Pick(0) => Reached::Violation(self.machine.deadlock(), None),
            Event::Pick(count) => Reached::Question(Question::Pick(count)),
            Event::Notify(count) => Reached::Question(Question::Notify(count)),
            Event::Stop(stop) => match stop {
                Stop::Choice(choice) => Reached::Question(Question::Choose(choice)),
                Stop::Returned(_) | Stop::Exited(_) => Reached::Over,
                Stop::Dropped => Reached::End,
                Stop::Violation(bug) => {
                    let violation = replay::violation(&self.machine, bug);
                    let wanted = self.options.properties.contains(&violation.property);
                    if !wanted {
                        // What comes after is not defined.
                        let what = format!("what comes after \"{}\"", violation.message);
                        self.visits.skip(what, violation.location.clone());
                    }
                    let goes_on = self.options.all && self.machine.outlives(bug);
                    Reached::Violation(violation, goes_on.then_some(bug))
                }
                Stop::Unsupported(what) => {
                    self.visits.unsupported(&self.machine, what);
                    Reached::End
                }
                Stop::Exhausted(resource) => {
                    self.visits.used_up(&self.machine, self.options.limits, resource);
                    Reached::End
                }
                Stop::Paused => unreachable!("paused machines go on"),
                Stop::Fork(fork) => match self.machine.domain().outcomes(fork) {
                    Ok(count) => Reached::Question(Question::Outcome(fork, count, self.interleaver.passes())),
                    Err(why) => {
                        self.visits.cannot_go_on(&self.machine, why);
                        Reached::End
                    }
                },
            },
        })
    }

    /// Executes to the next question or to an end, and stores what is reached. `from` and `value` say how the machine
    /// got here.
    fn execute(
        &mut self,
        event: Option<EventOf<D>>,
        from: Option<StateId>,
        value: i128,
        spent: Spent,
        asleep: Threads,
    ) -> Result<(), End> {
        let mut reached = self.follow(event)?;
        while let Reached::Violation(violation, Some(bug)) = reached {
            // Others may go on, and come to what nothing is known of yet.
            let path = self.visits.path(from, value);
            self.tell(violation, path)?;
            let event = self.machine.outlive(&mut self.interleaver, bug);
            reached = self.go_on(event)?;
        }
        match reached {
            Reached::End => {
                self.circles.exits(from);
                Ok(())
            }
            Reached::Over => {
                self.circles.exits(from);
                self.note_end(from, value);
                Ok(())
            }
            Reached::Violation(violation, _) => {
                self.circles.exits(from);
                self.note_end(from, value);
                let path = self.visits.path(from, value);
                self.tell(violation, path)
            }
            Reached::Question(Question::Outcome(..)) if self.options.order == Order::ChooseFree => {
                // The thread stays where it is, and others go on. When it is its turn again it comes to the same state.
                self.visits.cut();
                let enabled = self.machine.enabled().len();
                self.keep(Question::Pick(enabled), from, value, spent, asleep);
                Ok(())
            }
            Reached::Question(question) => {
                self.keep(question, from, value, spent, asleep);
                Ok(())
            }
        }
    }

    /// Stores a state.
    fn keep(
        &mut self,
        question: Question<D::Fork>,
        from: Option<StateId>,
        value: i128,
        mut spent: Spent,
        asleep: Threads,
    ) {
        // A thread that has ended, or must wait, was not interrupted.
        spent.last = spent.last.and(self.machine.current_thread()).map(|thread| thread as u32);
        let bounded = self.preemptions.is_some();
        let extra = bounded
            .then_some([u64::from(spent.preemptions), spent.last.map_or(0, |last| u64::from(last) + 1)]);
        self.take_apart(from, question);
        let bytes = match &self.recall {
            Some(recall) => recall.bytes(),
            None => {
                let under_way = under_way(&self.machine, question);
                let extra = extra.as_ref().map_or(&[][..], |extra| extra);
                self.encoder.encode_threads(&self.machine, under_way, extra)
            }
        };
        // Without a reduction nobody sleeps.
        let asleep = if self.sleeps { asleep } else { 0 };
        let ranked = self.options.order == Order::ChooseFreeFirst;
        let before = from.filter(|_| ranked).map_or(0, |state| self.ranks[state.index()]);
        let rank = before + u32::from(value >= INTERNAL);
        let inserted = self.visits.visit(bytes, from, value, rank);
        if let (Inserted::New(state), Some(ahead)) = (inserted, &mut self.ahead) {
            ahead.offer(state, bytes, asleep);
        }
        let (Inserted::New(state) | Inserted::Known(state)) = inserted;
        if let Inserted::New(_) = inserted {
            self.circles.state(self.machine.thread_count(), self.mover);
        }
        if let Some(from) = from {
            self.circles.edge(from, self.mover, state);
        }
        if let Some(course) = &mut self.course {
            if let Inserted::New(_) = inserted {
                course.state(&self.machine);
            }
            if let Some(from) = from {
                course.edge(from.index(), value, self.mover, state.index());
            }
        }
        if let Inserted::Known(_) = inserted {
            return self.sleep.again(state, asleep);
        }
        self.sleep.found(state, asleep);
        if ranked {
            self.ranks.push(rank);
        }
        if bounded {
            self.spent.push(spent);
        }
        // Depth-first order goes on from here.
        let goes_on = self.visits.frontier.current() == Some((state, 0)) && self.sleep.next().is_none();
        if goes_on && self.goes_on_from(state) {
            self.machine.mark();
            self.marked = Some((state, question));
            self.remembers = false;
        }
    }

    /// Tells a violation that a path leads to, if it counts and is real.
    fn tell(&mut self, violation: Violation, path: Vec<i128>) -> Result<(), End> {
        if !self.options.properties.contains(&violation.property) {
            return Ok(());
        }
        let (violation, choices) = match &mut self.judge {
            None => (violation, path),
            Some(_) if self.judged == MOST_JUDGED => {
                self.visits.doubt(violation, format!("only {MOST_JUDGED} executions are simulated"));
                return Ok(());
            }
            Some(judge) => {
                self.judged += 1;
                let (base, granularity) = (self.base, self.granularity);
                let judgement = judge(&Suspect { violation: &violation, path: &path, base, granularity });
                let real = matches!(judgement, Judgement::Real(..));
                self.first.get_or_insert((path.len() as u64, real));
                match judgement {
                    Judgement::Real(violation, choices) => (violation, choices),
                    Judgement::Doubtful(why) => {
                        self.visits.doubt(violation, why);
                        return Ok(());
                    }
                }
            }
        };
        self.visits.found(&self.options.properties, self.options.all, violation, choices)
    }

    fn finish(mut self, end: Result<(), End>, granularity: Granularity) -> Outcome {
        if let Some(at) = self.endless.take() {
            let construct =
                format!("a thread that does nothing others notice in {LONG} operations, perhaps for ever");
            self.visits.skip(construct, at);
        }
        let program = self.machine.image().program();
        let (mut evidence, mut stats) = self.visits.finish(program, end);
        let complete = evidence.frontier == Frontier::Empty
            && evidence.stopped.is_none()
            && evidence.skipped.is_empty()
            && evidence.store == Store::Exact
            && evidence.candidates.is_empty();
        let unreached = if complete { self.evaluated.missing() } else { Vec::new() };
        stats.count("threads", self.most_threads);
        if self.judge.is_some() {
            stats.count("internal_choices", self.internal);
            stats.count("simulated", self.judged.into());
            if let Some((steps, real)) = self.first {
                stats.count("first_steps", steps);
                stats.count("first_feasible", real.into());
            }
        }
        evidence.scope.description = self.machine.domain().scope(evidence.scope.description);
        let found = Found {
            race: self.races.iter().find(|race| !race.library),
            weak: self.interleaver.weak(),
            complete: !self.doubtful && self.preemptions.is_none(),
            library: self.interleaver.has_touched_plainly(),
        };
        self.options.consistency.conclude(&found, &mut evidence);
        if let (Some(patience), true) = (self.options.patience, self.interleaver.has_waited_patiently()) {
            evidence.assumptions.push(patient(patience));
        }
        evidence.assumptions.push(WAKING.to_string());
        evidence.assumptions.extend(self.machine.domain().assumptions());
        if granularity == Granularity::Shared {
            evidence.assumptions.push(LEAVING.to_string());
        }
        if self.interleaver.has_copied() {
            evidence.assumptions.push(COPYING.to_string());
        }
        if evidence.candidates.is_empty() && std::mem::take(&mut self.circles).has_fair() {
            evidence.assumptions.push(CIRCLES.to_string());
        }
        let waited_patiently = self.interleaver.has_waited_patiently();
        Outcome { evidence, stats, granularity, unreached, waited_patiently }
    }
}

/// What an execution has come to.
enum Reached<F> {
    Question(Question<F>),
    /// A violation, with the bug if the search goes on behind it.
    Violation(Violation, Option<Bug>),
    /// The end of the program.
    Over,
    /// An assumption that is false, or something that is not supported, which was noted.
    End,
}
