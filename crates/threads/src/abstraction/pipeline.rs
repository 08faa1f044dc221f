//! From an abstraction to an answer (seed 004, figure 4).
//!
//! The abstract program is searched, with executions first that have no internal choices. Every violation that is found is simulated on
//! numbers, and if it is real its schedule is replayed on the concrete machine before it counts; a violation without internal
//! choices always is real. One that is not is noted, with the place where it parts from the program, and the search goes on: there may be a
//! real one elsewhere. If none is found and none is left in doubt, the property holds of the program.
//!
//! A real violation can hide behind a state that was first seen on an execution that is not real, because abstract states merge: every state has one
//! execution that leads to it, and the others are not followed. So three more things are tried before a doubt is left:
//! - the program is executed with the schedule of the execution that is not real, which often violates the same at another number;
//! - in other orders, executions without internal choices are searched by themselves, as in the seed's figure;
//! - the program itself is searched, with about as many states as the abstract program has. Where numbers are few after all, that finds what
//!   there is; that it finds nothing says nothing, since it may not have come to its end.
//!
//! All three only look for violations, which are replayed like any other. The test `abstractions_agree_with_the_program` demands that those of small programs
//! are found.
//!
//! With refinement, the abstraction of the field at which the last spurious execution parted from the program is made finer, and the search
//! begins again: signs become a small range, then the numbers are split at the constants of the program, and in the end the field is
//! not abstract any more.

use check::{Budget, CancelToken, Candidate, Host, Meter, Observer, Replayer as _, Stat, Trace, Violation};
use ir::Id as _;
use ir::{Constant, FunctionId, Operand, Program};
use machine::{Granularity, Schedules};

use super::domain::{Abstract, Plan};
use super::library::Abstraction;
use super::proofs::Proofs;
use super::simulate::{Parting, Simulated, Simulation};
use crate::search::{Judgement, Options, Order, Outcome, Suspect, search, search_on};

/// How the work may be done.
pub struct Terms<'a> {
    /// What it may use.
    pub budget: Budget,
    /// Who may stop it.
    pub cancel: CancelToken,
    /// The clock.
    pub host: &'a dyn Host,
    /// Whether abstractions are refined.
    pub refine: bool,
}

/// What came of it.
pub struct Answer {
    /// As of any search.
    pub outcome: Outcome,
    /// The fields with the abstractions that were used last.
    pub plan: Vec<(String, String)>,
    /// How often an abstraction was refined.
    pub refinements: u64,
    /// Operations that give every token because it was not proved that they give fewer, in words.
    pub unproved: Vec<String>,
}

/// Searches a program with abstract fields.
pub fn search_abstract(
    program: &Program,
    entry: FunctionId,
    plan: Plan,
    options: &Options,
    terms: &Terms<'_>,
    observer: &mut dyn Observer,
) -> Answer {
    let mut plan = plan;
    let mut refinements = 0;
    let constants = constants(program);
    let cancel = terms.cancel.clone();
    let proofs = Proofs::new(move || cancel.is_cancelled());
    loop {
        let meter = || Meter::new(terms.budget, terms.cancel.clone(), terms.host);
        if plan.places.is_empty() {
            let outcome = search(program, entry, options, meter(), observer);
            return Answer { outcome, plan: Vec::new(), refinements, unproved: Vec::new() };
        }
        let mut partings: Vec<Parting> = Vec::new();
        // What the program was seen to violate on the schedule of something that is not real, and where threads changed.
        let mut on_schedule: Option<(Candidate, Granularity)> = None;
        let mut judge = |suspect: &Suspect<'_>| {
            let judged = judge(program, entry, (&plan, &proofs), options, suspect, &meter);
            if !matches!(judged, Judged::Real(..))
                && options.order != Order::ChooseFree
                && on_schedule.as_ref().is_none_or(|&(_, granularity)| granularity != suspect.granularity)
            {
                let found = violation_on(program, entry, (&plan, &proofs), options, suspect, &meter);
                on_schedule = found.map(|candidate| (candidate, suspect.granularity)).or(on_schedule.take());
            }
            match judged {
                Judged::Real(violation, choices) => Judgement::Real(violation, choices),
                Judged::Spurious(parting) => {
                    let why = format!("the program parts from it at {}: {}", parting.location, parting.what);
                    partings.push(parting);
                    Judgement::Doubtful(why)
                }
                Judged::Undecided(why) => Judgement::Doubtful(format!("it is not known to be real: {why}")),
            }
        };
        let domain = Abstract::new(program, plan.clone(), proofs.clone());
        let mut outcome = search_on(&domain, program, entry, options, meter(), observer, Some(&mut judge));
        let other_order = match options.order {
            Order::BreadthFirst | Order::DepthFirst | Order::Random(_) => true,
            Order::ChooseFree | Order::ChooseFreeFirst => false,
        };
        if is_in_doubt(&outcome) && other_order {
            let options = Options { order: Order::ChooseFree, ..options.clone() };
            let again = search_on(&domain, program, entry, &options, meter(), observer, Some(&mut judge));
            if again.granularity == outcome.granularity {
                outcome.evidence.candidates = again.evidence.candidates;
            }
        }
        let is_here = |&(_, granularity): &(Candidate, Granularity)| granularity == outcome.granularity;
        if outcome.evidence.candidates.is_empty()
            && let Some((candidate, _)) = on_schedule.filter(is_here)
        {
            outcome.evidence.candidates.push(candidate);
        }
        if is_in_doubt(&outcome) && options.order != Order::ChooseFree {
            let states = match outcome.stats.get("states") {
                Some(Stat::Count(states)) => states.max(FEWEST_STATES),
                Some(Stat::Real(_)) | None => FEWEST_STATES,
            };
            let options = Options { order: Order::BreadthFirst, ..options.clone() };
            let again = search(program, entry, &options, meter().with_states(states), observer);
            if !again.evidence.candidates.is_empty() {
                outcome.evidence.candidates = again.evidence.candidates;
                outcome.granularity = again.granularity;
            }
        }
        let found = !outcome.evidence.candidates.is_empty() || outcome.evidence.doubts.is_empty();
        let place = partings.iter().rev().find_map(|parting| parting.place).unwrap_or(0);
        if found || !terms.refine || outcome.evidence.stopped.is_some() {
            outcome.stats.count("refinements", refinements);
            let shown =
                plan.places.iter().map(|(name, _, abstraction)| (name.clone(), abstraction.name.clone()));
            return Answer { plan: shown.collect(), outcome, refinements, unproved: proofs.open() };
        }
        refinements += 1;
        match finer(&plan.places[place].2, &constants) {
            Some(abstraction) => plan.places[place].2 = abstraction,
            None => {
                plan.places.remove(place);
            }
        }
    }
}

/// So many states of the program itself are looked at where a violation of the abstract one is in doubt, if that has no more.
const FEWEST_STATES: u64 = 10_000;

/// Whether there was time to look at everything, and nothing but violations was seen of which it is not known whether they are real.
fn is_in_doubt(outcome: &Outcome) -> bool {
    let evidence = &outcome.evidence;
    evidence.candidates.is_empty() && !evidence.doubts.is_empty() && evidence.stopped.is_none()
}

/// What is known of an abstract violation.
enum Judged {
    Real(Violation, Vec<i128>),
    Spurious(Parting),
    Undecided(String),
}

fn judge<'a>(
    program: &Program,
    entry: FunctionId,
    (plan, proofs): (&Plan, &Proofs),
    options: &Options,
    suspect: &Suspect<'_>,
    meter: &dyn Fn() -> Meter<'a>,
) -> Judged {
    let (limits, granularity) = (options.limits, suspect.granularity);
    let (base, properties) = (suspect.base, options.properties.as_slice());
    let simulation = Simulation { program, entry, plan, proofs, base, limits, granularity, properties };
    let choices = match simulation.follow(suspect.path, &mut meter()) {
        Simulated::Spurious(parting) => return Judged::Spurious(parting),
        Simulated::Undecided(why) => return Judged::Undecided(why),
        Simulated::Real(choices) => choices,
    };
    let trace = Trace { choices, ..Trace::default() };
    let mut replayer = Schedules::new(program, entry, limits, granularity, meter()).ending_at(properties);
    match replayer.replay(&trace) {
        // What it says may differ: the abstract machine does not know all numbers.
        Ok(replay) if replay.violation.property == suspect.violation.property => {
            Judged::Real(replay.violation, trace.choices)
        }
        Ok(_) => Judged::Undecided("the program violates something else with this schedule".to_string()),
        Err(_) => Judged::Undecided("its schedule does not replay".to_string()),
    }
}

/// What the program violates on the schedule of an abstract violation that is not real, if anything that is asked for. It need not be the same: other numbers
/// go other ways.
fn violation_on<'a>(
    program: &Program,
    entry: FunctionId,
    (plan, proofs): (&Plan, &Proofs),
    options: &Options,
    suspect: &Suspect<'_>,
    meter: &dyn Fn() -> Meter<'a>,
) -> Option<Candidate> {
    let (limits, granularity) = (options.limits, suspect.granularity);
    let (base, properties) = (suspect.base, options.properties.as_slice());
    let simulation = Simulation { program, entry, plan, proofs, base, limits, granularity, properties };
    let choices = simulation.run(suspect.path, &mut meter())?;
    let trace = Trace { choices, ..Trace::default() };
    let mut replayer = Schedules::new(program, entry, limits, granularity, meter()).ending_at(properties);
    let violation = replayer.replay(&trace).ok()?.violation;
    options.properties.contains(&violation.property).then_some(Candidate { violation, trace })
}

/// A finer abstraction; none if there is none but the numbers themselves.
fn finer(abstraction: &Abstraction, constants: &[i128]) -> Option<Abstraction> {
    let kind = abstraction.name.split('(').next().unwrap_or_default();
    let wide = (constants.len() <= 60).then(|| Abstraction::split_at(constants).ok()).flatten();
    match kind {
        "point" => Abstraction::signs().ok(),
        "signs" | "constant" => Abstraction::range(0, 1).ok(),
        "parity" | "modulo" | "range" | "set" => wide,
        "split" => None,
        // One that the user has declared.
        _ => wide,
    }
}

/// The small numbers in the program's own code, and their neighbours, ascending.
fn constants(program: &Program) -> Vec<i128> {
    let mut found = vec![0, 1];
    let mut note = |operand: Operand| {
        if let Operand::Constant(Constant::Int(int, word)) = operand {
            found.push(int.value(word));
        }
    };
    for index in 0..program.functions.len() {
        let id = FunctionId::new(index);
        if machine::replay::is_library(&program.functions[id].name) {
            continue;
        }
        let Some(body) = program.body(id) else { continue };
        for block in body.blocks.iter() {
            for statement in &block.statements {
                statement.kind.for_each_operand(&mut note);
            }
            block.terminator.kind.for_each_operand(&mut note);
        }
    }
    found.retain(|number| number.abs() <= 1 << 16);
    let near: Vec<i128> = found.iter().flat_map(|number| [number - 1, *number, number + 1]).collect();
    let mut all = near;
    all.sort_unstable();
    all.dedup();
    all
}
