//! The one function that says *holds*, *violated* or *unknown*.
//!
//! A verdict can only be had from [`conclude`]: the fields of [`Conclusion`] are private to this
//! module. The rules, each with a test below that fails if it breaks:
//! - *violated* needs a trace that was replayed and ended in the same violation (the same property
//!   at the same location). A trace that ends differently is a [`Fault`] of the tool, not a result.
//! - *holds* needs an empty frontier, an exact store, nothing skipped and no early stop.
//! - a violation of an abstraction that was not confirmed makes everything *unknown* that is not violated.
//! - everything else is *unknown*, with every reason that applies.
//! - a violation of one property leaves the others *unknown* unless the search went on and looked
//!   at everything else.

use std::fmt;

use crate::budget::{Exhausted, Limit};
use crate::evidence::{Doubt, Evidence, Frontier, Obstacle, ObstacleKind, Scope, Skipped, Store};
use crate::task::{Property, Task};
use crate::trace::{Replay, ReplayFailure, Replayer, Trace};

/// The answer for a property or a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// True of every execution in the scope.
    Holds,
    /// False of an execution that is shown.
    Violated,
    /// Neither is known.
    Unknown,
}

impl Verdict {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }
}

/// Why a verdict is *unknown*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The run was stopped.
    Stopped(Exhausted),
    /// States were left that nobody looked at.
    Unexplored(u64),
    /// So many scenarios of so many were not looked at.
    Untried(u64, u64),
    /// Different states may have been taken for the same.
    LossyStore,
    /// So many states were told apart by 64 bits each.
    CompactStore(u64),
    /// Of states that look alike only one was explored.
    AbstractMatching,
    /// A part of the program was not executed as it says.
    Skipped(Skipped),
    /// Of what the program draws at random only some values were tried.
    Random(Skipped),
    /// Something kept the engine from an answer.
    Obstacle(Obstacle),
    /// The search ended at a violation of another property.
    EndedAtViolation,
    /// A trace was found, but replaying it was stopped.
    ReplayStopped(Exhausted),
    /// An abstraction of the program has a violation that the program was not seen to have.
    Unconfirmed(Doubt),
}

impl Reason {
    /// A stable name for programs that read reports.
    pub const fn kind(&self) -> &'static str {
        match self {
            Reason::Stopped(exhausted) => match exhausted {
                Exhausted::Budget(Limit::Time(_)) => "time",
                Exhausted::Budget(Limit::Memory(_) | Limit::Addresses(_)) => "memory",
                Exhausted::Budget(Limit::States(_)) => "states",
                Exhausted::Budget(Limit::Depth(_)) => "depth",
                Exhausted::Cancelled => "cancelled",
            },
            Reason::Unexplored(_) | Reason::Untried(..) => "unexplored",
            Reason::LossyStore | Reason::CompactStore(_) => "lossy-store",
            Reason::AbstractMatching => "abstract-matching",
            Reason::Skipped(_) => "unsupported",
            Reason::Random(_) => "random",
            Reason::Obstacle(obstacle) => match obstacle.kind {
                ObstacleKind::Unsupported => "unsupported",
                ObstacleKind::Scope | ObstacleKind::Endless | ObstacleKind::Cut => "scope",
                ObstacleKind::Race => "race",
            },
            Reason::EndedAtViolation => "ended-at-violation",
            Reason::ReplayStopped(_) => "replay-stopped",
            Reason::Unconfirmed(_) => "unconfirmed",
        }
    }

    /// What to try next.
    pub fn hint(&self) -> String {
        match self {
            Reason::Stopped(exhausted) | Reason::ReplayStopped(exhausted) => match exhausted {
                Exhausted::Budget(Limit::Time(time)) => {
                    format!("give it more time, for example --time {}", HumanTime(time.saturating_mul(10)))
                }
                Exhausted::Budget(Limit::Memory(bytes)) => {
                    format!(
                        "give it more memory, for example --memory {}",
                        HumanBytes(bytes.saturating_mul(2))
                    )
                }
                Exhausted::Budget(Limit::Addresses(Some(_))) => {
                    "let the process have more addresses, for example `ulimit -v unlimited`, and give it a budget of \
                     memory instead, with --memory"
                        .to_string()
                }
                Exhausted::Budget(Limit::Addresses(None)) => {
                    "run it where more memory is free, or let it stop before, with --memory"
                        .to_string()
                }
                Exhausted::Budget(Limit::States(states)) => {
                    format!("allow more states, for example --states {}", states.saturating_mul(10))
                }
                Exhausted::Budget(Limit::Depth(depth)) => {
                    format!("search deeper, for example --depth {}", depth.saturating_mul(2))
                }
                Exhausted::Cancelled => "run the same command again and let it finish".to_string(),
            },
            Reason::Unexplored(_) => "shrink the ranges of the choices, or raise the budget".to_string(),
            Reason::Untried(..) => {
                "name fewer methods with --methods, or lower --operations, --prefix or --values".to_string()
            }
            Reason::LossyStore => "use an exact store".to_string(),
            Reason::CompactStore(_) => "keep whole states, with --store exact".to_string(),
            Reason::AbstractMatching => {
                "tell all states apart, with --match exact, or try another --seed".to_string()
            }
            Reason::Skipped(_) => {
                "change the program at that place, or start where no execution gets there, with --entry"
                    .to_string()
            }
            Reason::Random(_) => {
                "draw from at most 16 values, or take one sequence of numbers, with --random fixed"
                    .to_string()
            }
            Reason::Obstacle(obstacle) => obstacle.remedy.clone(),
            Reason::EndedAtViolation => "mend the violation and check again, or go on with --all".to_string(),
            Reason::Unconfirmed(_) => {
                "use a finer abstraction, or let one be found, with --refine".to_string()
            }
        }
    }
}

/// At most how probable it is that two of so many states have the same 64 bits, if these are as good as random.
pub fn omission_probability(states: u64) -> f64 {
    let states = states as f64;
    (states * (states - 1.0).max(0.0) / 2.0 / 2f64.powi(64)).min(1.0)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(exhausted) => write!(f, "{exhausted}"),
            Reason::Unexplored(states) => {
                let plural = if *states == 1 { "state was" } else { "states were" };
                write!(f, "{states} {plural} reached but not explored")
            }
            Reason::Untried(left, all) => {
                write!(f, "{left} of {all} scenarios were not looked at to the end")
            }
            Reason::LossyStore => write!(f, "the state store may have taken different states for the same"),
            Reason::CompactStore(states) => write!(
                f,
                "{states} states were told apart by 64 bits each: the probability that one was missed is at most {:.1e}",
                omission_probability(*states)
            ),
            Reason::AbstractMatching => {
                write!(f, "matching was abstract: of the states with the same shape only one was explored")
            }
            Reason::Skipped(skipped) => {
                write!(f, "not supported: {} at {}", skipped.construct, skipped.location)
            }
            Reason::Random(Skipped { construct, location }) => {
                write!(f, "random: only some values were tried of {construct} at {location}")
            }
            Reason::Obstacle(Obstacle { kind, what, location, .. }) => match kind {
                ObstacleKind::Unsupported => write!(f, "not supported: {what} at {location}"),
                ObstacleKind::Scope => {
                    write!(
                        f,
                        "the scope is too small for any execution to come to its end: {what} at {location}"
                    )
                }
                ObstacleKind::Race => {
                    write!(f, "a JVM may show what no order of steps does: {what} at {location}")
                }
                ObstacleKind::Cut => {
                    write!(f, "not all executions were followed to their ends: {what} at {location}")
                }
                ObstacleKind::Endless => {
                    write!(f, "no execution within the scope comes to its end: {what} at {location}")
                }
            },
            Reason::EndedAtViolation => write!(f, "the search ended at a violation of another property"),
            Reason::Unconfirmed(Doubt { violation, why }) => {
                write!(f, "the abstraction has a violation at {}, but {why}", violation.location)
            }
            Reason::ReplayStopped(exhausted) => {
                write!(f, "a violation was found, but replaying its trace stopped: {exhausted}")
            }
        }
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exhausted::Budget(Limit::Time(time)) => {
                write!(f, "the time budget of {} is spent", HumanTime(*time))
            }
            Exhausted::Budget(Limit::Memory(bytes)) => {
                write!(f, "the memory budget of {} is spent", HumanBytes(*bytes))
            }
            Exhausted::Budget(Limit::Addresses(Some(bytes))) => {
                write!(
                    f,
                    "the {} of addresses are spent that the system lets the process have",
                    HumanBytes(*bytes)
                )
            }
            Exhausted::Budget(Limit::Addresses(None)) => write!(f, "the system gives no more memory"),
            Exhausted::Budget(Limit::States(states)) => {
                let plural = if *states == 1 { "" } else { "s" };
                write!(f, "the budget of {states} state{plural} is spent")
            }
            Exhausted::Budget(Limit::Depth(depth)) => {
                write!(f, "paths are longer than the budget of {depth} choices")
            }
            Exhausted::Cancelled => write!(f, "the run was cancelled"),
        }
    }
}

struct HumanTime(std::time::Duration);

impl fmt::Display for HumanTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.0.as_millis();
        if milliseconds.is_multiple_of(1000) {
            write!(f, "{}s", milliseconds / 1000)
        } else {
            write!(f, "{milliseconds}ms")
        }
    }
}

struct HumanBytes(u64);

impl fmt::Display for HumanBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] {
            if self.0 >= 1 << shift && self.0.is_multiple_of(1 << shift) {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}", self.0)
    }
}

/// The verdict for one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyVerdict {
    property: Property,
    verdict: Verdict,
}

impl PropertyVerdict {
    /// The property.
    pub fn property(&self) -> Property {
        self.property
    }

    /// Its verdict.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

/// A violation whose trace was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfirmedViolation {
    trace: Trace,
    replay: Replay,
}

impl ConfirmedViolation {
    /// The choices that lead to it.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// What replaying them showed.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }
}

/// What follows from the evidence. Only [`conclude`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conclusion {
    verdict: Verdict,
    properties: Vec<PropertyVerdict>,
    violations: Vec<ConfirmedViolation>,
    reasons: Vec<Reason>,
    scope: Scope,
    assumptions: Vec<String>,
}

impl Conclusion {
    /// *Violated* if any property is, else *unknown* if any is, else *holds*.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The verdict of each property of the task, in the task's order.
    pub fn properties(&self) -> &[PropertyVerdict] {
        &self.properties
    }

    /// The violations, replayed.
    pub fn violations(&self) -> &[ConfirmedViolation] {
        &self.violations
    }

    /// Why properties are *unknown*; empty if none is.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// For which executions the verdict is meant.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// What the verdict rests on besides the program's text.
    pub fn assumptions(&self) -> &[String] {
        &self.assumptions
    }
}

/// The tool contradicts itself: never a result, always exit code 4.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What should have held, and what was seen.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for Fault {}

/// The replayer of engines that find no traces; being asked for one is a divergence.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingToReplay;

impl Replayer for NothingToReplay {
    fn replay(&mut self, _: &Trace) -> Result<Replay, ReplayFailure> {
        Err(ReplayFailure::Diverged("this engine has no traces to replay".to_string()))
    }
}

/// Turns evidence into verdicts, by the rules in the [module's documentation](self).
pub fn conclude(task: &Task, evidence: Evidence, replayer: &mut dyn Replayer) -> Result<Conclusion, Fault> {
    let Evidence {
        frontier,
        store,
        stopped,
        skipped,
        sampled,
        obstacles,
        scope,
        assumptions,
        candidates,
        doubts,
    } = evidence;
    let mut reasons: Vec<Reason> = stopped.map(Reason::Stopped).into_iter().collect();
    match store {
        Store::Exact => {}
        Store::Lossy => reasons.push(Reason::LossyStore),
        Store::Compact(states) => reasons.push(Reason::CompactStore(states)),
        Store::Abstract => reasons.push(Reason::AbstractMatching),
    }
    reasons.extend(skipped.into_iter().map(Reason::Skipped));
    reasons.extend(sampled.into_iter().map(Reason::Random));
    reasons.extend(obstacles.into_iter().map(Reason::Obstacle));
    reasons.extend(doubts.into_iter().map(Reason::Unconfirmed));

    let mut violations: Vec<ConfirmedViolation> = Vec::new();
    for candidate in candidates {
        let expected = &candidate.violation;
        if !task.properties.contains(&expected.property) {
            return Err(Fault {
                message: format!(
                    "the engine reports a violation of `{}`, which the task does not ask for",
                    expected.property.name()
                ),
            });
        }
        match replayer.confirm(&candidate) {
            Ok(replay) if replay.violation == *expected => {
                violations.push(ConfirmedViolation { trace: candidate.trace, replay });
            }
            Ok(replay) => {
                return Err(Fault {
                    message: format!(
                        "replaying the trace of \"{}\" at {} ended in \"{}\" at {}",
                        expected.message,
                        expected.location,
                        replay.violation.message,
                        replay.violation.location
                    ),
                });
            }
            Err(ReplayFailure::Diverged(how)) => {
                return Err(Fault {
                    message: format!(
                        "the trace of \"{}\" at {} does not replay: {how}",
                        expected.message, expected.location
                    ),
                });
            }
            Err(ReplayFailure::Stopped(why)) => reasons.push(Reason::ReplayStopped(why)),
        }
    }
    match frontier {
        Frontier::Empty => {}
        Frontier::Remaining(_) | Frontier::Scenarios { .. }
            if stopped.is_none() && !violations.is_empty() =>
        {
            reasons.push(Reason::EndedAtViolation);
        }
        Frontier::Scenarios { left, all } => reasons.push(Reason::Untried(left, all)),
        Frontier::Remaining(states) => reasons.push(Reason::Unexplored(states)),
    }

    let properties: Vec<PropertyVerdict> = task
        .properties
        .iter()
        .map(|&property| {
            let violated = violations.iter().any(|violation| violation.replay.violation.property == property);
            let verdict = match (violated, reasons.is_empty()) {
                (true, _) => Verdict::Violated,
                (false, true) => Verdict::Holds,
                (false, false) => Verdict::Unknown,
            };
            PropertyVerdict { property, verdict }
        })
        .collect();
    let any = |verdict| properties.iter().any(|property| property.verdict == verdict);
    let verdict = if any(Verdict::Violated) {
        Verdict::Violated
    } else if any(Verdict::Unknown) || !reasons.is_empty() {
        Verdict::Unknown
    } else {
        Verdict::Holds
    };
    if !any(Verdict::Unknown) && verdict == Verdict::Violated {
        reasons.clear();
    }
    Ok(Conclusion { verdict, properties, violations, reasons, scope, assumptions })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::budget::Budget;
    use crate::evidence::Candidate;
    use crate::trace::{Location, Violation};

    fn task() -> Task {
        Task::new("test", "main", vec![Property::Assertion, Property::Exception], Budget::default())
    }

    fn complete() -> Evidence {
        Evidence::complete(Scope::unbounded("all executions"))
    }

    fn place(line: u32) -> Location {
        Location { file: "a.gbir".into(), line, column: 1, function: "main".into() }
    }

    fn violation(line: u32) -> Violation {
        Violation { property: Property::Assertion, message: "x is 1".into(), location: place(line) }
    }

    fn found() -> Evidence {
        let candidate =
            Candidate { violation: violation(3), trace: Trace { choices: vec![1], ..Trace::default() } };
        Evidence { candidates: vec![candidate], ..complete() }
    }

    #[test]
    fn a_violation_in_doubt_makes_everything_unknown() {
        let doubt = Doubt { violation: violation(3), why: "the program does not have it".into() };
        let evidence = Evidence { doubts: vec![doubt.clone()], ..complete() };
        let conclusion = conclude(&task(), evidence, &mut NothingToReplay).unwrap();
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
        assert_eq!(conclusion.reasons(), [Reason::Unconfirmed(doubt)]);
    }

    /// Answers every trace in the same way.
    struct Answer(Result<Replay, ReplayFailure>);

    impl Replayer for Answer {
        fn replay(&mut self, _: &Trace) -> Result<Replay, ReplayFailure> {
            self.0.clone()
        }
    }

    fn replay(violation: Violation) -> Answer {
        Answer(Ok(Replay {
            violation,
            choices: Vec::new(),
            steps: Vec::new(),
            omitted: 0,
            graphs: Vec::new(),
            interplay: crate::trace::Interplay::default(),
            history: None,
        }))
    }

    fn verdicts(conclusion: &Conclusion) -> Vec<Verdict> {
        conclusion.properties().iter().map(PropertyVerdict::verdict).collect()
    }

    #[test]
    fn complete_evidence_holds() {
        let conclusion = conclude(&task(), complete(), &mut NothingToReplay).unwrap();
        assert_eq!(conclusion.verdict(), Verdict::Holds);
        assert!(conclusion.reasons().is_empty());
    }

    #[test]
    fn each_kind_of_incomplete_evidence_is_unknown_with_its_reason() {
        let obstacle = Obstacle {
            kind: ObstacleKind::Scope,
            what: "one more object".into(),
            location: place(7),
            remedy: "enlarge it".into(),
        };
        let evidence = Evidence { obstacles: vec![obstacle], ..complete() };
        let conclusion = conclude(&task(), evidence, &mut NothingToReplay).expect("it is consistent");
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
        assert_eq!(
            (conclusion.reasons()[0].kind(), conclusion.reasons()[0].hint()),
            ("scope", "enlarge it".into())
        );
        let skipped = Skipped { construct: "havoc of a double".into(), location: place(7) };
        let time = Exhausted::Budget(Limit::Time(Duration::from_secs(1)));
        let memory = Exhausted::Budget(Limit::Memory(1 << 30));
        let states = Exhausted::Budget(Limit::States(9));
        let depth = Exhausted::Budget(Limit::Depth(9));
        let cases = [
            (Evidence { frontier: Frontier::Remaining(4), ..complete() }, "unexplored"),
            (Evidence { store: Store::Lossy, ..complete() }, "lossy-store"),
            (Evidence { store: Store::Compact(1000), ..complete() }, "lossy-store"),
            (Evidence { store: Store::Abstract, ..complete() }, "abstract-matching"),
            (Evidence { skipped: vec![skipped.clone()], ..complete() }, "unsupported"),
            (Evidence { sampled: vec![skipped], ..complete() }, "random"),
            (Evidence { stopped: Some(time), ..complete() }, "time"),
            (Evidence { stopped: Some(memory), ..complete() }, "memory"),
            (Evidence { stopped: Some(states), ..complete() }, "states"),
            (Evidence { stopped: Some(depth), ..complete() }, "depth"),
            (Evidence { stopped: Some(Exhausted::Cancelled), ..complete() }, "cancelled"),
        ];
        for (evidence, kind) in cases {
            let conclusion = conclude(&task(), evidence, &mut NothingToReplay).unwrap();
            assert_eq!(conclusion.verdict(), Verdict::Unknown, "{kind}");
            assert_eq!(verdicts(&conclusion), [Verdict::Unknown; 2], "{kind}");
            let kinds: Vec<_> = conclusion.reasons().iter().map(Reason::kind).collect();
            assert_eq!(kinds, [kind]);
            assert!(!conclusion.reasons()[0].hint().is_empty());
        }
    }

    #[test]
    fn every_reason_is_kept() {
        let evidence = Evidence {
            frontier: Frontier::Remaining(1),
            store: Store::Lossy,
            stopped: Some(Exhausted::Cancelled),
            ..complete()
        };
        let conclusion = conclude(&task(), evidence, &mut NothingToReplay).unwrap();
        assert_eq!(conclusion.reasons().len(), 3);
    }

    #[test]
    fn a_replayed_violation_is_violated_and_the_rest_of_a_finished_search_holds() {
        let conclusion = conclude(&task(), found(), &mut replay(violation(3))).unwrap();
        assert_eq!(conclusion.verdict(), Verdict::Violated);
        assert_eq!(verdicts(&conclusion), [Verdict::Violated, Verdict::Holds]);
        assert_eq!(conclusion.violations().len(), 1);
    }

    #[test]
    fn a_search_that_ended_at_a_violation_leaves_other_properties_unknown() {
        let evidence = Evidence { frontier: Frontier::Remaining(1), ..found() };
        let conclusion = conclude(&task(), evidence, &mut replay(violation(3))).unwrap();
        assert_eq!(verdicts(&conclusion), [Verdict::Violated, Verdict::Unknown]);
        assert_eq!(conclusion.reasons(), [Reason::EndedAtViolation]);
    }

    #[test]
    fn a_trace_that_does_not_replay_is_a_fault() {
        let diverged = ReplayFailure::Diverged("it returned".into());
        assert!(conclude(&task(), found(), &mut Answer(Err(diverged))).is_err());
        assert!(conclude(&task(), found(), &mut replay(violation(4))).is_err(), "another place");
        let other = Violation { property: Property::Exception, ..violation(3) };
        assert!(conclude(&task(), found(), &mut replay(other)).is_err(), "another property");
        assert!(conclude(&task(), found(), &mut NothingToReplay).is_err());
    }

    #[test]
    fn a_violation_that_nobody_asked_for_is_a_fault() {
        let task = Task::new("test", "main", vec![Property::Exception], Budget::default());
        assert!(conclude(&task, found(), &mut replay(violation(3))).is_err());
    }

    #[test]
    fn a_replay_that_was_stopped_is_unknown() {
        let stopped = ReplayFailure::Stopped(Exhausted::Cancelled);
        let conclusion = conclude(&task(), found(), &mut Answer(Err(stopped))).unwrap();
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
        assert_eq!(conclusion.reasons()[0].kind(), "replay-stopped");
    }

    #[test]
    fn hints_name_the_flag_in_units_that_it_takes() {
        let hint = |limit| Reason::Stopped(Exhausted::Budget(limit)).hint();
        assert!(hint(Limit::Time(Duration::from_millis(1))).ends_with("--time 10ms"));
        assert!(hint(Limit::Time(Duration::from_secs(60))).ends_with("--time 600s"));
        assert!(hint(Limit::Memory(4 << 30)).ends_with("--memory 8G"));
        assert!(hint(Limit::Memory(1500)).ends_with("--memory 3000"));
    }
}
