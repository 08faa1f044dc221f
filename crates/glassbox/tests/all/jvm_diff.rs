//! Random Java programs on the real JVM and on our machine, and what is said about those that differ.
//! `cargo xtask jvm-diff` runs more and larger ones.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use xtask::jvm_diff::command::java_home;
use xtask::jvm_diff::generate::Shape;
use xtask::jvm_diff::outcome::Verdict;
use xtask::jvm_diff::{Plan, Summary, run};

fn plan(count: usize, seed: u64, tool: &Path) -> Plan {
    Plan {
        count,
        seed,
        shape: Shape::SMALL,
        java_home: java_home(None).expect("`./x test` installs a JDK"),
        tool: tool.to_path_buf(),
        keep: None,
        batch: 100,
        tries: 250,
    }
}

fn compare(plan: &Plan) -> Summary {
    run(plan, &AtomicBool::new(false), &mut |_| {}).expect("the processes can be started")
}

#[test]
fn random_programs_behave_as_on_the_jvm() {
    let summary = compare(&plan(300, 2026, Path::new(env!("CARGO_BIN_EXE_glassbox"))));
    let sources: Vec<&str> = summary.failures.iter().map(|failure| failure.source.as_str()).collect();
    assert!(summary.is_clean(), "{}\n{}", summary.text(), sources.join("\n"));
    assert_eq!(summary.count(Verdict::Equal) + summary.refused.len(), 300);
    assert!(summary.refused.len() < 3, "{}", summary.text());
}

/// The comparison must see a tool that is wrong about a single word, and the shrinker must find what prints it.
#[cfg(unix)]
#[test]
fn a_planted_difference_is_found_and_made_small() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let tool: PathBuf = directory.path().join("wrong");
    let script = format!(
        "#!/bin/sh\n\"{}\" \"$@\" > \"$0.$$\"\nstatus=$?\nsed 's/^any /many /' \"$0.$$\"\nrm \"$0.$$\"\nexit $status\n",
        env!("CARGO_BIN_EXE_glassbox")
    );
    std::fs::write(&tool, script).expect("the script can be written");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("it is our file");
    let keep = directory.path().join("kept");
    let summary = compare(&Plan { keep: Some(keep.clone()), ..plan(3, 5, &tool) });
    let failure = summary.failures.first().expect("some program prints a line that starts so");
    assert_eq!(failure.verdict, Verdict::Different);
    assert!(failure.explanation.contains("ours: many "), "{}", failure.explanation);
    assert!(failure.source.lines().count() < 45, "{}", failure.source);
    let kept = std::fs::read_dir(keep).expect("failures are kept").count();
    assert_eq!(kept, summary.failures.len());
}
