//! Runs to report. Conclusions come from `check::conclude`, as everywhere.

use std::collections::BTreeMap;
use std::time::Duration;

use check::{
    Budget, Candidate, Change, Choice, Conclusion, Doubt, Evidence, Exhausted, Frontier, Input, Limit,
    Location, Obstacle, ObstacleKind, Phase, Property, Replay, ReplayFailure, Replayer, Run, Scope, Skipped,
    Stats, Step, Store, Task, Trace, Violation,
};

/// Answers traces with replays that were made beforehand, by their choices.
struct Prepared(Vec<Replay>);

impl Replayer for Prepared {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let values = |replay: &Replay| replay.choices.iter().map(|choice| choice.value).collect::<Vec<_>>();
        let found = self.0.iter().find(|replay| values(replay) == trace.choices);
        found.cloned().ok_or_else(|| ReplayFailure::Diverged("no such trace was prepared".into()))
    }
}

pub(crate) fn at(line: u32, column: u32, function: &str) -> Location {
    Location { file: "coffee.gbir".into(), line, column, function: function.into() }
}

pub(crate) fn task() -> Task {
    Task {
        inputs: vec![Input { path: "coffee.gbir".into(), digest: "rapidhash:0123456789abcdef".into() }],
        entry: "main".into(),
        properties: Property::SEQUENTIAL.to_vec(),
        engine: "search".into(),
        options: BTreeMap::from([("order".into(), "breadth".into()), ("all".into(), "false".into())]),
        budget: Budget {
            time: Some(Duration::from_secs(60)),
            memory: Some(4 << 30),
            states: None,
            depth: None,
            heap: None,
        },
    }
}

fn choice(variable: &str, value: i128, low: i128, high: i128, line: u32) -> Choice {
    Choice { value, low, high, variable: variable.into(), location: at(line, 3, "main") }
}

fn step(line: u32, depth: u32, code: &str, changes: &[(&str, &str)]) -> Step {
    let function = if depth == 0 { "main" } else { "brew" };
    Step {
        thread: None,
        location: at(line, 3, function),
        code: code.into(),
        depth,
        changes: changes
            .iter()
            .map(|&(place, value)| Change { place: place.into(), value: value.into() })
            .collect(),
    }
}

/// The replay of a short trace.
pub(crate) fn replay() -> Replay {
    Replay {
        violation: Violation {
            property: Property::Assertion,
            message: "assertion failed: x stays small".into(),
            location: at(14, 3, "main"),
        },
        choices: vec![choice("x", 3, 0, 3, 9), choice("coins", -2, -5, 5, 10), choice("fixed", 1, 1, 1, 11)],
        steps: vec![
            step(9, 0, "x = choose 0, 3", &[("x", "3")]),
            step(10, 0, "coins = choose -5, 5", &[("coins", "-2")]),
            step(12, 0, "x = call @brew(x, coins)", &[]),
            step(20, 1, "n = new Cup", &[("n", "Cup#1")]),
            step(21, 1, "n.Cup.sugar = x", &[("n.sugar", "3"), ("@count", "1")]),
            step(22, 1, "return x", &[("x", "5")]),
            step(13, 0, "t = lt x, 5", &[("t", "false")]),
            step(14, 0, "assert t, \"x stays small\"", &[]),
        ],
        omitted: 0,
        graphs: Vec::new(),
        interplay: check::Interplay::default(),
        history: None,
    }
}

/// The replay of a trace that does not fit a screen.
pub(crate) fn long_replay(omitted: u64) -> Replay {
    let steps = (0..148u32).map(|turn| {
        let value = turn.to_string();
        step(
            30 + turn % 3,
            turn % 3,
            ["i = add i, 1", "total = call @add(total, i)", "return a"][turn as usize % 3],
            &[("i", value.as_str())],
        )
    });
    Replay {
        violation: Violation {
            property: Property::Trap,
            message: "array index out of bounds: index 7 of length 7".into(),
            location: at(33, 9, "main"),
        },
        choices: (0..40).map(|turn| choice("i", turn, 0, 99, 30)).collect(),
        steps: steps.collect(),
        omitted,
        graphs: Vec::new(),
        interplay: check::Interplay::default(),
        history: None,
    }
}

pub(crate) fn scope() -> Scope {
    Scope::unbounded("all executions of main")
}

/// Concludes from evidence and from replays, each of which becomes a candidate.
pub(crate) fn conclude(task: &Task, evidence: Evidence, replays: Vec<Replay>) -> Conclusion {
    let candidates = replays
        .iter()
        .map(|replay| Candidate {
            violation: replay.violation.clone(),
            trace: Trace {
                choices: replay.choices.iter().map(|choice| choice.value).collect(),
                ..Trace::default()
            },
        })
        .collect();
    let evidence = Evidence { candidates, ..evidence };
    check::conclude(task, evidence, &mut Prepared(replays)).expect("the replays are prepared")
}

/// A run with that conclusion.
pub(crate) fn run(task: Task, conclusion: Conclusion) -> Run {
    let mut stats = Stats::default();
    stats.count("states", 1234);
    stats.count("transitions", 5678);
    stats.count("depth", 12);
    stats.real("load", 0.75);
    Run {
        task,
        conclusion,
        notes: vec!["Main.main (Main.java:3) → java.io.File.exists: not supported".to_string()],
        unreached: Vec::new(),
        learned: Vec::new(),
        stats,
        phases: vec![
            Phase { name: "parse", time: Duration::from_micros(400) },
            Phase { name: "search", time: Duration::from_millis(120) },
        ],
        time: Duration::from_millis(125),
        peak_bytes: 15_000_000,
    }
}

pub(crate) fn holds() -> Run {
    let task = task();
    let evidence = Evidence {
        assumptions: vec!["integers wrap around".into()],
        ..Evidence::complete(Scope::bounded("trees of height up to 7"))
    };
    let conclusion = conclude(&task, evidence, Vec::new());
    run(task, conclusion)
}

/// What two threads called.
fn history() -> check::History {
    let called = |call: &str, result: Option<&str>, returned: &[usize]| check::Called {
        call: call.into(),
        result: result.map(str::to_string),
        returned: returned.to_vec(),
    };
    check::History {
        making: "new Queue()".into(),
        before: vec!["offer(0)".into()],
        threads: vec![vec![called("offer(1)", Some("true"), &[0, 0])], vec![called("poll()", None, &[1, 0])]],
        after: vec![called("size()", Some("3"), &[1, 1])],
        orders: vec![check::SequentialOrder {
            threads: vec![0, 1],
            results: vec!["true".into(), "0".into(), "1".into()],
        }],
        more_orders: 1,
    }
}

/// A violation of a program with threads, by an execution without end.
pub(crate) fn violated_by_threads() -> Run {
    let task = task();
    let replay = Replay { interplay: interplay(), history: Some(history()), ..replay() };
    let choices = replay.choices.iter().map(|choice| choice.value).collect();
    let trace = Trace { choices, cycle: Some(0), ..Trace::default() };
    let candidates = vec![Candidate { violation: replay.violation.clone(), trace }];
    let evidence = Evidence { candidates, ..Evidence::complete(scope()) };
    let conclusion = check::conclude(&task, evidence, &mut Prepared(vec![replay]));
    let conclusion = conclusion.expect("the replay is prepared");
    Run { unreached: vec![at(4, 3, "main")], ..run(task, conclusion) }
}

/// What threads did to each other.
fn interplay() -> check::Interplay {
    let turn = check::Turn {
        thread: 1,
        location: at(5, 2, "serve"),
        code: "cups = cups + 1".into(),
        does: vec!["writes cups".into()],
        changes: vec![Change { place: "cups".into(), value: "1".into() }],
        held: vec!["the monitor of an object of Machine".into()],
        waits: Some("waits for the end of the thread \"main\"".into()),
    };
    check::Interplay { threads: vec!["main".into(), "waiter".into()], turns: vec![turn], cycle: Some(0) }
}

pub(crate) fn violated() -> Run {
    let task = task();
    let conclusion = conclude(&task, Evidence::complete(scope()), vec![replay()]);
    run(task, conclusion)
}

/// A violation found in a search that ended there, after a trace that does not fit a screen.
pub(crate) fn violated_long(omitted: u64) -> Run {
    let task = task();
    let evidence = Evidence { frontier: Frontier::Remaining(3), ..Evidence::complete(scope()) };
    let conclusion = conclude(&task, evidence, vec![long_replay(omitted)]);
    run(task, conclusion)
}

/// Two violations.
pub(crate) fn violated_twice() -> Run {
    let task = task();
    let conclusion = conclude(&task, Evidence::complete(scope()), vec![replay(), long_replay(5000)]);
    run(task, conclusion)
}

/// As many kinds of reasons as fit one run.
pub(crate) fn unknown() -> Run {
    let task = task();
    let skipped = |line| Skipped { construct: "havoc of a double".into(), location: at(line, 3, "main") };
    let evidence = Evidence {
        frontier: Frontier::Remaining(17),
        store: Store::Lossy,
        stopped: Some(Exhausted::Budget(Limit::Time(Duration::from_secs(60)))),
        skipped: vec![skipped(4), skipped(5)],
        ..Evidence::complete(scope())
    };
    let conclusion = conclude(&task, evidence, Vec::new());
    run(task, conclusion)
}

/// A run with next to nothing in it.
pub(crate) fn bare() -> Run {
    let task = Task::new("search", "main", vec![Property::Assertion], Budget::default());
    let conclusion = conclude(&task, Evidence::complete(scope()), Vec::new());
    Run {
        task,
        conclusion,
        notes: Vec::new(),
        unreached: Vec::new(),
        learned: Vec::new(),
        stats: Stats::default(),
        phases: Vec::new(),
        time: Duration::ZERO,
        peak_bytes: 0,
    }
}

/// One run for each kind of reason.
pub(crate) fn each_reason() -> Vec<Run> {
    let limits =
        [Limit::Time(Duration::from_millis(1)), Limit::Memory(1 << 20), Limit::States(10), Limit::Depth(10)];
    let stops = limits.into_iter().map(Exhausted::Budget).chain([Exhausted::Cancelled]);
    let mut all: Vec<Evidence> =
        stops.map(|stopped| Evidence { stopped: Some(stopped), ..Evidence::complete(scope()) }).collect();
    all.push(Evidence { frontier: Frontier::Remaining(1), ..Evidence::complete(scope()) });
    all.push(Evidence { frontier: Frontier::Scenarios { left: 3, all: 9 }, ..Evidence::complete(scope()) });
    all.push(Evidence { store: Store::Lossy, ..Evidence::complete(scope()) });
    all.push(Evidence { store: Store::Compact(1 << 20), ..Evidence::complete(scope()) });
    all.push(Evidence { store: Store::Abstract, ..Evidence::complete(scope()) });
    let skipped = Skipped { construct: "a native method".into(), location: at(1, 1, "main") };
    all.push(Evidence { skipped: vec![skipped], ..Evidence::complete(scope()) });
    let sampled = Skipped { construct: "Random.nextInt".into(), location: at(1, 1, "main") };
    all.push(Evidence { sampled: vec![sampled], ..Evidence::complete(scope()) });
    for kind in [
        ObstacleKind::Unsupported,
        ObstacleKind::Scope,
        ObstacleKind::Endless,
        ObstacleKind::Race,
        ObstacleKind::Cut,
    ] {
        let (what, remedy) = ("one more object".into(), "enlarge it".into());
        let obstacle = Obstacle { kind, what, location: at(1, 1, "main"), remedy };
        all.push(Evidence { obstacles: vec![obstacle], ..Evidence::complete(scope()) });
    }
    let doubt = Doubt { violation: replay().violation, why: "the program does not have it".into() };
    all.push(Evidence { doubts: vec![doubt], ..Evidence::complete(scope()) });
    let mut runs: Vec<Run> =
        all.into_iter().map(|evidence| run(task(), conclude(&task(), evidence, Vec::new()))).collect();
    runs.push(violated_long(0));
    let candidate = Candidate { violation: replay().violation, trace: Trace::default() };
    let evidence = Evidence { candidates: vec![candidate], ..Evidence::complete(scope()) };
    let conclusion = check::conclude(&task(), evidence, &mut Stopping).expect("a stopped replay is no fault");
    runs.push(run(task(), conclusion));
    runs
}

/// Never gets to the end of a trace.
struct Stopping;

impl Replayer for Stopping {
    fn replay(&mut self, _: &Trace) -> Result<Replay, ReplayFailure> {
        Err(ReplayFailure::Stopped(Exhausted::Cancelled))
    }
}
