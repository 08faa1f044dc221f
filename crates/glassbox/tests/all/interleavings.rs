//! Random programs with threads, and what is true of them in every interleaving: verdicts in every order, with
//! everything that is left out and without. `cargo xtask interleavings` checks more of them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use xtask::interleavings::ask::Tool;
use xtask::interleavings::{EXCLUDED, Plan, Summary, run};
use xtask::jvm_diff::command::java_home;

fn compare(count: u64, seed: u64, tool: &Path) -> Summary {
    let java_home = java_home(None).expect("`./x test` installs a JDK");
    let plan = Plan {
        first: 0,
        count,
        seed,
        without: EXCLUDED.iter().map(|(feature, _)| *feature).collect(),
        every: false,
        rounds: 2,
        workers: 2,
        tool: Tool::new(tool, &java_home).expect("the tool can be started"),
        keep: None,
    };
    run(&plan, &AtomicBool::new(false), &mut |_| {}).expect("the processes can be started")
}

#[test]
fn verdicts_about_random_programs_with_threads_are_true() {
    let summary = compare(24, 2026, Path::new(env!("CARGO_BIN_EXE_glassbox")));
    let failures = summary.failures.iter().map(|failure| format!("{}\n{}", failure.title(), failure.source));
    let failures: Vec<String> = failures.collect();
    assert!(summary.is_clean(), "{}\n{}", summary.text(), failures.join("\n"));
    // There was something to be right about.
    assert!(summary.programs >= 20 && summary.runs > 20, "{}", summary.text());
    assert!(
        summary.violated.values().all(|count| (2..summary.programs).contains(count)),
        "{}",
        summary.text()
    );
}

/// A tool that finds nothing is seen through, and the program that shows it is made small.
#[cfg(unix)]
#[test]
fn a_tool_that_finds_no_violation_is_seen_through() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let tool = directory.path().join("wrong");
    let script = format!(
        "#!/bin/sh\n\"{}\" \"$@\"\nstatus=$?\ntest $status -eq 1 && exit 0\nexit $status\n",
        env!("CARGO_BIN_EXE_glassbox")
    );
    std::fs::write(&tool, script).expect("the script can be written");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("it is our file");
    let summary = compare(1, 3, &tool);
    let failure = summary.failures.first().expect("an assertion fails in that program");
    assert!(failure.what.starts_with("holds, but "), "{}", failure.what);
    assert!(failure.source.lines().count() < 25, "{}", failure.source);
}
