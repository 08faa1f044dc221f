//! The library without the command line: cancelling, budgets, single executions, replays.

use check::{Budget, CancelToken, Property, Silent, System, Verdict};
use glassbox::{Answers, Context, Ended, Execution, Failure, Input, JavaOptions, Request};

/// The first assertion fails after two choices; the search would go on for ever.
const COUNTER: &str = r#"fn @main() {
  local x: i64
  local t: bool
start:
  x = 0i64
  goto loop
loop:
  t = havoc
  branch t, up, down
up:
  x = add x, 1i64
  t = ne x, 2i64
  assert t, "nobody counts to two"
  goto loop
down:
  x = sub x, 1i64
  goto loop
}
"#;

const ENDLESS: &str = "fn @main() {\nloop:\n  goto loop\n}\n";

fn input(text: &str) -> Input {
    Input::from_text("test.gbir", text).expect("the program is well-formed")
}

/// A context whose work is cancelled before it begins.
fn cancelled() -> Context<'static> {
    let cancel = CancelToken::new();
    cancel.cancel();
    Context { cancel, observer: Box::new(Silent), host: System::start() }
}

fn kinds(run: &check::Run) -> Vec<&'static str> {
    run.conclusion.reasons().iter().map(check::Reason::kind).collect()
}

#[test]
fn a_cancelled_check_is_unknown() {
    for text in [COUNTER, ENDLESS] {
        let run = glassbox::check(&input(text), &Request::default(), &mut cancelled()).unwrap();
        assert_eq!(run.conclusion.verdict(), Verdict::Unknown);
        assert_eq!(kinds(&run), ["cancelled", "unexplored"]);
        assert!(run.conclusion.reasons()[0].hint().contains("run the same command again"));
    }
}

#[test]
fn cancelling_from_outside_stops_an_endless_check() {
    let cancel = CancelToken::new();
    let mut context = Context { cancel: cancel.clone(), observer: Box::new(Silent), host: System::start() };
    let other = std::thread::spawn(move || cancel.cancel());
    let run = glassbox::check(&input(ENDLESS), &Request::default(), &mut context).unwrap();
    other.join().expect("the other thread only raises a flag");
    assert_eq!(kinds(&run), ["cancelled", "unexplored"]);
}

#[test]
fn a_cancelled_execution_is_unknown() {
    let execution = Execution::default();
    let ended = glassbox::run(&input(ENDLESS), &execution, &mut cancelled(), &mut |_, _| {}).unwrap();
    let Ended::Unknown(reason) = ended else { panic!("the execution should be unknown, not {ended:?}") };
    assert_eq!(reason.kind(), "cancelled");
}

#[test]
fn an_execution_that_does_not_count_says_so() {
    let text = "fn @main() {\n  local x: i32\nb0:\n  x = choose 1, 0\n  return\n}\n";
    let execution = Execution { answers: Answers::Random(1), ..Execution::default() };
    let ended = glassbox::run(&input(text), &execution, &mut Context::default(), &mut |_, _| {}).unwrap();
    let Ended::Dropped(location) = ended else { panic!("the execution should be dropped, not {ended:?}") };
    assert_eq!(location.line, 4);
}

#[test]
fn the_time_that_is_spent_already_counts() {
    let budget = Budget { time: Some(std::time::Duration::from_nanos(1)), ..Budget::default() };
    let request = Request { budget, ..Request::default() };
    let run = glassbox::check(&input(COUNTER), &request, &mut Context::default()).unwrap();
    assert_eq!(kinds(&run), ["time", "unexplored"]);
}

#[test]
fn phases_and_costs_are_told() {
    let run = glassbox::check(&input(COUNTER), &Request::default(), &mut Context::default()).unwrap();
    assert_eq!(run.conclusion.verdict(), Verdict::Violated);
    let phases: Vec<&str> = run.phases.iter().map(|phase| phase.name).collect();
    assert_eq!(phases, ["parse", "verify", "search", "replay"]);
}

#[test]
fn a_cancelled_replay_is_unknown_and_a_whole_one_is_violated() {
    let directory = tempfile::tempdir().expect("there should be room for a temporary directory");
    let path = directory.path().join("counter.gbir");
    std::fs::write(&path, COUNTER).expect("the file should be written");
    let input = glassbox::load(&path, &JavaOptions::default()).expect("the program is well-formed");
    let run = glassbox::check(&input, &Request::default(), &mut Context::default()).unwrap();
    let recorded = report::json::read(&report::json::run(&run, "0")).expect("the report has a violation");

    let again = glassbox::replay(&recorded, &JavaOptions::default(), &mut Context::default()).unwrap();
    assert_eq!(again.conclusion.violations(), run.conclusion.violations());
    assert_eq!(again.task.properties, [Property::Assertion], "nothing else was looked at");
    assert!(again.conclusion.reasons().is_empty());

    let stopped = glassbox::replay(&recorded, &JavaOptions::default(), &mut cancelled()).unwrap();
    assert_eq!(stopped.conclusion.verdict(), Verdict::Unknown);
    assert_eq!(kinds(&stopped)[0], "replay-stopped");

    std::fs::write(&path, ENDLESS).expect("the file should be written");
    let failure = glassbox::replay(&recorded, &JavaOptions::default(), &mut Context::default()).unwrap_err();
    let Failure::Rejected(rejection) = failure else { panic!("a changed program is no fault: {failure:?}") };
    assert_eq!(rejection.diagnostics[0].code, ir::Code::TraceMismatch);
}
