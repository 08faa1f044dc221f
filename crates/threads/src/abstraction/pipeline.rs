//! From an abstraction to an answer (seed 004, figure 4).
//!
//! The abstract program is searched, with executions first that have no internal choices. Every violation that is found is simulated on
//! numbers, and if it is real its schedule is replayed on the concrete machine before it counts; a violation without internal
//! choices always is real. One that is not is noted, with the place where it parts from the program, and the search goes on: there may be a
//! real one elsewhere. In another order a real one can hide behind a state that was first seen on an execution that is
//! not; then executions without internal choices are searched by themselves, as in the seed's figure. If none is found and none is left in doubt, the property holds of the program.
//!
//! With refinement, the abstraction of the field at which the last spurious execution parted from the program is made finer, and the search
//! begins again: signs become a small range, then the numbers are split at the constants of the program, and in the end the field is
//! not abstract any more.

use check::{Budget, CancelToken, Host, Meter, Observer, Replayer as _, Trace, Violation};
use ir::Id as _;
use ir::{Constant, FunctionId, Operand, Program};
use machine::Schedules;

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
        let mut judge = |suspect: &Suspect<'_>| {
            let judged = judge(program, entry, (&plan, &proofs), options, suspect, &meter);
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
        if outcome.evidence.candidates.is_empty() && !outcome.evidence.doubts.is_empty() && other_order {
            // A real one may have been missed because its states were seen before on an execution that is not.
            let options = Options { order: Order::ChooseFree, ..options.clone() };
            let again = search_on(&domain, program, entry, &options, meter(), observer, Some(&mut judge));
            if again.granularity == outcome.granularity {
                outcome.evidence.candidates = again.evidence.candidates;
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
