//! Budgets stop a search softly, within the work that was promised, and make it unknown.

use std::cell::Cell;
use std::time::Duration;

use check::{
    Budget, CancelToken, Event, Exhausted, Frontier, Host, Limit, Meter, Observer, Reason, Silent, Verdict,
};
use machine::Limits;
use space::Order;

use crate::support::{Still, conclusion, count, options, parse, search_within};

/// A world in which a look at the clock takes a millisecond, and memory grows with the time.
#[derive(Clone, Default)]
struct Clock {
    looks: Cell<u64>,
}

impl Host for Clock {
    fn elapsed(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        Duration::from_millis(self.looks.get())
    }
    fn memory(&self) -> Option<u64> {
        Some(self.looks.get() * 1_000)
    }
    fn detached(&self) -> Box<dyn Host> {
        Box::new(self.clone())
    }
}

/// Work between two looks: an interval, and what is under way when it ends.
const BETWEEN_LOOKS: u64 = Meter::CLOCK_INTERVAL + 20_000;

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

const ENDLESS: &str = "fn @main() {\nb0:\n  goto b0\n}\n";

/// More states than any test waits for.
const LARGE: &str = "fn @main() {\n  local x: i64\n  local y: i64\nb0:\n  x = 0i64\n  goto b1\nb1:\n  \
                     y = choose 0i64, 1i64\n  x = mul x, 3i64\n  x = add x, y\n  goto b1\n}\n";

#[test]
fn a_deterministic_endless_loop_is_stopped_by_time() {
    let program = parse(ENDLESS);
    for order in ORDERS {
        let time = Duration::from_millis(7);
        let budget = Budget { time: Some(time), ..Budget::default() };
        let host = Clock::default();
        let outcome =
            search_within(&program, &options(order, false), budget, CancelToken::new(), &host, &mut Silent);
        assert_eq!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::Time(time))));
        // The only path is cut, though no state waits.
        assert_eq!(outcome.evidence.frontier, Frontier::Remaining(1));
        assert!(host.looks.get() <= 8, "{} looks", host.looks.get());
        assert!(count(&outcome, "steps") <= 8 * BETWEEN_LOOKS);
        let conclusion = conclusion(&program, outcome.evidence, Limits::default());
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
    }
}

#[test]
fn time_stops_a_large_search() {
    let program = parse(LARGE);
    for order in ORDERS {
        let time = Duration::from_millis(20);
        let budget = Budget { time: Some(time), ..Budget::default() };
        let host = Clock::default();
        let outcome =
            search_within(&program, &options(order, false), budget, CancelToken::new(), &host, &mut Silent);
        assert_eq!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::Time(time))));
        assert!(host.looks.get() <= 21 && count(&outcome, "states") > 100);
        let conclusion = conclusion(&program, outcome.evidence, Limits::default());
        let kinds: Vec<&str> = conclusion.reasons().iter().map(Reason::kind).collect();
        assert_eq!(kinds, ["time", "unexplored"]);
    }
}

#[test]
fn memory_stops_a_search() {
    let program = parse(LARGE);
    let budget = Budget { memory: Some(50_000), ..Budget::default() };
    let host = Clock::default();
    let outcome = search_within(
        &program,
        &options(Order::BreadthFirst, false),
        budget,
        CancelToken::new(),
        &host,
        &mut Silent,
    );
    assert_eq!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::Memory(50_000))));
    let between = Meter::MEMORY_INTERVAL / Meter::CLOCK_INTERVAL + 2;
    assert!((50..=51 + between).contains(&host.looks.get()), "{} looks", host.looks.get());
}

/// Few operations can be much work: each of these makes a megabyte, and the clock is looked at every few of them.
#[test]
fn the_clock_is_looked_at_between_large_operations() {
    let program = parse(
        "fn @main() {\n  local i: i32\n  local more: bool\n  local a: i64[]\nb0:\n  i = 0\n  goto b1\nb1:\n  \
         a = new i64[131072]\n  i = add i, 1\n  more = lt i, 1000\n  branch more, b1, b2\nb2:\n  return\n}\n",
    );
    let host = Clock::default();
    let options = options(Order::BreadthFirst, false);
    let outcome =
        search_within(&program, &options, Budget::default(), CancelToken::new(), &host, &mut Silent);
    assert_eq!(outcome.evidence.frontier, Frontier::Empty);
    assert!(host.looks.get() > 100, "{} looks at a gigabyte", host.looks.get());
}

/// An execution that needs more than there is room for is the end of the budget for that execution, and others go on.
#[test]
fn an_execution_without_room_is_the_end_of_the_budget() {
    let program = parse(
        "fn @main() {\n  local n: i32\n  local a: i64[]\nb0:\n  n = choose 0, 1\n  n = mul n, 100000\n  \
         a = new i64[n]\n  return\n}\n",
    );
    let limits = Limits { room: 100_000, ..Limits::default() };
    for order in ORDERS {
        let options = explore::Options { limits, ..options(order, false) };
        let outcome =
            search_within(&program, &options, Budget::default(), CancelToken::new(), &Still, &mut Silent);
        assert_eq!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::Memory(100_000))));
        assert_eq!(outcome.evidence.frontier, Frontier::Remaining(1));
        assert_eq!(count(&outcome, "transitions"), 3);
        let conclusion = conclusion(&program, outcome.evidence, limits);
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
    }
}

#[test]
fn the_budget_of_states_is_exact() {
    let program = parse(LARGE);
    for order in ORDERS {
        for states in [1, 2, 10, 1_000] {
            let budget = Budget { states: Some(states), ..Budget::default() };
            let outcome = search_within(
                &program,
                &options(order, false),
                budget,
                CancelToken::new(),
                &Still,
                &mut Silent,
            );
            assert_eq!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::States(states))));
            // The one too many is what shows that there are more.
            assert_eq!(count(&outcome, "states"), states + 1);
            let conclusion = conclusion(&program, outcome.evidence, Limits::default());
            assert_eq!(conclusion.verdict(), Verdict::Unknown);
        }
    }
    // A budget of exactly the states that there are does not stop anything.
    let small =
        parse("fn @main() {\n  local x: i32\nb0:\n  x = choose 0, 5\n  x = choose x, 9\n  return\n}\n");
    let within = |states| {
        let budget = Budget { states: Some(states), ..Budget::default() };
        let outcome = search_within(
            &small,
            &options(Order::BreadthFirst, false),
            budget,
            CancelToken::new(),
            &Still,
            &mut Silent,
        );
        conclusion(&small, outcome.evidence, Limits::default()).verdict()
    };
    assert_eq!((within(6), within(7), within(8)), (Verdict::Unknown, Verdict::Holds, Verdict::Holds));
}

/// Chooses ten times; fails after three choices of 1, and after nine of 0.
const DEEP: &str = "fn @main() {\n  local sum: i32\n  local n: i32\n  local x: i32\n  local c: bool\nb0:\n  sum = 0\n  \
                    n = 0\n  goto b1\nb1:\n  c = lt n, 10\n  branch c, b2, b3\nb2:\n  x = choose 0, 1\n  \
                    sum = mul sum, 2\n  sum = add sum, x\n  n = add n, 1\n  c = ne sum, 7\n  assert c, \"not seven\"\n  \
                    goto b1\nb3:\n  return\n}\n";

#[test]
fn depth_prunes_and_goes_on() {
    let program = parse(DEEP);
    for order in ORDERS {
        let at = |depth| {
            let budget = Budget { depth: Some(depth), ..Budget::default() };
            search_within(&program, &options(order, true), budget, CancelToken::new(), &Still, &mut Silent)
        };
        // Depth-first order tries the zeros first, and comes back from the depth.
        let three = at(3);
        assert_eq!(three.evidence.candidates.len(), 1, "{order:?}");
        assert_eq!(three.evidence.candidates[0].trace.choices, [1, 1, 1]);
        assert_eq!(count(&three, "depth"), 3);
        assert_eq!(three.evidence.stopped, Some(Exhausted::Budget(Limit::Depth(3))));
        let two = at(2);
        assert_eq!(two.evidence.candidates.len(), 0, "{order:?}");
        // Two levels are complete, and the four states behind them wait.
        assert_eq!((count(&two, "states"), count(&two, "transitions")), (7, 7));
        assert_eq!(two.evidence.frontier, Frontier::Remaining(4));
        let conclusion = conclusion(&program, two.evidence, Limits::default());
        assert_eq!(conclusion.verdict(), Verdict::Unknown);
        let kinds: Vec<&str> = conclusion.reasons().iter().map(Reason::kind).collect();
        assert_eq!(kinds, ["depth", "unexplored"]);
        // Enough depth is no limit.
        let ten = at(10);
        assert_eq!((ten.evidence.stopped, ten.evidence.frontier), (None, Frontier::Empty), "{order:?}");
    }
}

#[test]
fn a_token_that_was_raised_before_stops_at_once() {
    let program = parse(LARGE);
    let cancel = CancelToken::new();
    cancel.cancel();
    let outcome = search_within(
        &program,
        &options(Order::BreadthFirst, false),
        Budget::default(),
        cancel,
        &Still,
        &mut Silent,
    );
    assert_eq!(outcome.evidence.stopped, Some(Exhausted::Cancelled));
    assert!(count(&outcome, "transitions") <= 1 && count(&outcome, "steps") <= 20_000);
    let conclusion = conclusion(&program, outcome.evidence, Limits::default());
    let kinds: Vec<&str> = conclusion.reasons().iter().map(Reason::kind).collect();
    assert_eq!(kinds, ["cancelled", "unexplored"]);
}

/// Raises a token at its first news.
struct Impatient {
    cancel: CancelToken,
    transitions: Option<u64>,
}

impl Observer for Impatient {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Progress(progress) = event {
            self.cancel.cancel();
            self.transitions.get_or_insert(progress.transitions);
            assert!(progress.states > 0 && progress.frontier > 0 && progress.bytes > 0);
        }
    }
}

#[test]
fn a_token_that_an_observer_raises_stops_soon() {
    let program = parse(LARGE);
    for order in ORDERS {
        let cancel = CancelToken::new();
        let mut observer = Impatient { cancel: cancel.clone(), transitions: None };
        let host = Clock::default();
        let outcome =
            search_within(&program, &options(order, false), Budget::default(), cancel, &host, &mut observer);
        assert_eq!(outcome.evidence.stopped, Some(Exhausted::Cancelled));
        let told = observer.transitions.expect("progress was told");
        // The next look notices: a transition counts for at least fifty units of work.
        let more = count(&outcome, "transitions") - told;
        assert!(more <= BETWEEN_LOOKS / 50, "{more} more transitions");
    }
}

#[test]
fn a_choice_without_end_is_stopped() {
    let program = parse("fn @main() {\n  local x: u64\nb0:\n  x = havoc\n  return\n}\n");
    let budget = Budget { time: Some(Duration::from_millis(5)), ..Budget::default() };
    for order in ORDERS {
        let host = Clock::default();
        let outcome =
            search_within(&program, &options(order, false), budget, CancelToken::new(), &host, &mut Silent);
        assert!(matches!(outcome.evidence.stopped, Some(Exhausted::Budget(Limit::Time(_)))));
        assert_eq!((count(&outcome, "states"), count(&outcome, "depth")), (1, 1));
        assert_eq!(outcome.evidence.frontier, Frontier::Remaining(1));
    }
}

/// What the machine cannot do is skipped, and the rest is searched.
#[test]
fn skipped_constructs_make_it_unknown() {
    let program = parse(
        "fn @native(x: i32): i32;\nfn @deep() {\nb0:\n  call @deep()\n  return\n}\nfn @main() {\n  local x: i32\n  \
         local a: i32[]\nb0:\n  x = choose 0, 4\n  switch x, 0: b1, 1: b2, 2: b3, 3: b4, else b5\nb1:\n  \
         call @native(1)\n  return\nb2:\n  call @deep()\n  return\nb3:\n  a = new i32[100000]\n  return\nb4:\n  \
         unreachable\nb5:\n  assert false, \"found\"\n  return\n}\n",
    );
    let limits = Limits { frames: 50, heap: 10_000, ..Limits::default() };
    for order in ORDERS {
        let options = explore::Options { limits, ..options(order, true) };
        let outcome =
            search_within(&program, &options, Budget::default(), CancelToken::new(), &Still, &mut Silent);
        let skipped: Vec<&str> =
            outcome.evidence.skipped.iter().map(|skipped| skipped.construct.as_str()).collect();
        assert_eq!(
            skipped,
            [
                "calling `@native`, which has no body",
                "calls nested deeper than 50",
                "an execution that needs more than 10000 bytes of heap",
                "a place that was declared unreachable",
            ]
        );
        assert_eq!(outcome.evidence.candidates.len(), 1);
        let conclusion = conclusion(&program, outcome.evidence, limits);
        assert_eq!(conclusion.verdict(), Verdict::Violated);
        assert_eq!(conclusion.reasons().len(), 4);
    }
    let nothing = parse("fn @main();\n");
    let outcome = search_within(
        &nothing,
        &options(Order::BreadthFirst, false),
        Budget::default(),
        CancelToken::new(),
        &Still,
        &mut Silent,
    );
    assert_eq!(outcome.evidence.skipped.len(), 1);
}
