//! Programs on the JDK's own `java.util.concurrent`, and what threads, monitors, time and interrupts do, checked with every order.
//!
//! Each program of `tests/concurrent` says in its first lines what must come of it: `// holds`, or `// violated: deadlock`, and
//! `// jdk: 21` if it needs that. The states of the library's locks and queues depend on everything that a search stores
//! and restores (variables behind calls, threads that let others go first, permits, limits of time), so a state that lost something shows
//! here as an exception that no execution throws.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Jdk, files, glassbox, repository, text};

/// Programs with more states are checked in one way only, with one JDK.
const MANY: usize = 5_000;

struct Program {
    file: PathBuf,
    name: String,
    /// The first line of the report begins so.
    expected: String,
    release: u32,
}

fn programs(directory: &str) -> Vec<Program> {
    let all = files(&repository().join(directory), "java").into_iter().map(|file| {
        let program = std::fs::read_to_string(&file).expect("the program can be read");
        let said = |key: &str| program.lines().find_map(|line| line.strip_prefix(key)).map(str::to_string);
        let expected = match (said("// violated: "), said("// unknown: race")) {
            (Some(property), _) => format!("violated: {property} "),
            (None, Some(_)) => "unknown: ".to_string(),
            (None, None) => {
                said("// holds").map(|_| "holds: ".to_string()).expect("it says what comes of it")
            }
        };
        let release = said("// jdk: ").map_or(17, |release| release.parse().expect("a release is a number"));
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Program { file, name, expected, release }
    });
    all.collect()
}

/// How many states a report says there were.
fn states(report: &str) -> usize {
    let line = report.lines().find(|line| line.contains(" states, ")).unwrap_or_default();
    let digits: String =
        line.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("a report says how many states there were: {report}"))
}

fn compile(jdk: &Jdk, classes: &Path, programs: &[&Program]) {
    let compiled = Command::new(jdk.home.join("bin/javac"))
        .args(java::compile::QUICK)
        .args(["-g", "-nowarn", "-d"])
        .arg(classes)
        .args(programs.iter().map(|program| &program.file))
        .output()
        .expect("the compiler runs");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
}

/// Checks the programs whose names `wanted` takes, with every JDK.
fn check_all(wanted: impl Fn(&str) -> bool) {
    let mut programs: Vec<Program> =
        programs("tests/concurrent").into_iter().filter(|program| wanted(&program.name)).collect();
    assert!(!programs.is_empty(), "there are programs");
    for (place, jdk) in Jdk::all().iter().enumerate() {
        let classes = tempfile::tempdir().expect("a temporary directory can be made");
        let mut large = Vec::new();
        let fitting: Vec<&Program> =
            programs.iter().filter(|program| program.release <= jdk.release).collect();
        compile(jdk, classes.path(), &fitting);
        for Program { name, expected, .. } in fitting {
            let file = classes.path().join(format!("{name}.class")).display().to_string();
            let home = jdk.home.display().to_string();
            let ways: [&[&str]; 4] = [
                &["--search", "bfs"],
                &["--search", "dfs"],
                &["--search", "dfs", "--no-reduction"],
                &["--preemptions", "auto"],
            ];
            // One JDK is enough for all ways.
            for way in &ways[..if place == 0 { ways.len() } else { 1 }] {
                let mut arguments = vec!["check", &file, "--engine", "threads", "--java-home", &home];
                arguments.extend(*way);
                let output = glassbox(&arguments);
                let said = text(&output.stdout) + &text(&output.stderr);
                assert!(said.starts_with(expected), "{name} {way:?} with JDK {}: {said}", jdk.release);
                if expected == "unknown: " {
                    assert!(
                        said.contains("a JVM may show what no order of steps does"),
                        "{name} {way:?}: {said}"
                    );
                    arguments.extend(["--consistency", "sequential"]);
                    let output = glassbox(&arguments);
                    assert!(text(&output.stdout).starts_with("holds: "), "{name} {way:?}");
                }
                if states(&said) > MANY {
                    large.push(name.clone());
                    break;
                }
            }
        }
        programs.retain(|program| !large.contains(&program.name));
    }
}

/// Whether a program is in one of the parts, which are checked side by side.
fn is_in(part: usize, name: &str) -> bool {
    name.bytes().map(usize::from).sum::<usize>() % 4 == part
}

#[test]
fn programs_have_their_verdicts_1() {
    check_all(|name| is_in(0, name));
}

#[test]
fn programs_have_their_verdicts_2() {
    check_all(|name| is_in(1, name));
}

#[test]
fn programs_have_their_verdicts_3() {
    check_all(|name| is_in(2, name));
}

#[test]
fn programs_have_their_verdicts_4() {
    check_all(|name| is_in(3, name));
}

/// How many states of a program from a tutorial are looked at in each way.
const SOME_STATES: &str = "300";

/// Ordinary programs, some with many states: in every order and with every reduction a check gives the verdict or says that the states
/// are too many, and never contradicts itself.
fn check_tutorial(wanted: impl Fn(&str) -> bool) {
    let programs = programs("tests/concurrent/tutorial");
    let jdks = Jdk::all();
    // One JDK is enough for all ways, the newest: it has all programs.
    for (place, jdk) in jdks.iter().rev().enumerate() {
        let classes = tempfile::tempdir().expect("a temporary directory can be made");
        let fits = |program: &&Program| program.release <= jdk.release && wanted(&program.name);
        let fitting: Vec<&Program> = programs.iter().filter(fits).collect();
        compile(jdk, classes.path(), &fitting);
        for Program { name, expected, .. } in fitting {
            let file = classes.path().join(format!("{name}.class")).display().to_string();
            let home = jdk.home.display().to_string();
            for (way, (search, reduction)) in ["bfs", "dfs"]
                .iter()
                .flat_map(|search| ["full", "sharing", "none"].map(|reduction| (search, reduction)))
                .enumerate()
            {
                if place > 0 && way > 0 {
                    break;
                }
                let output = glassbox(&[
                    "check",
                    &file,
                    "--engine",
                    "threads",
                    "--java-home",
                    &home,
                    "--states",
                    SOME_STATES,
                    "--search",
                    search,
                    "--reduction",
                    reduction,
                ]);
                let said = text(&output.stdout) + &text(&output.stderr);
                let spent = said.starts_with("unknown: ") && said.contains("states");
                let release = jdk.release;
                assert!(
                    said.starts_with(expected) || spent,
                    "{name} {search} {reduction} with JDK {release}: {said}"
                );
            }
        }
    }
}

#[test]
fn programs_from_tutorials_are_no_contradiction_1() {
    check_tutorial(|name| is_in(0, name) || is_in(1, name));
}

#[test]
fn programs_from_tutorials_are_no_contradiction_2() {
    check_tutorial(|name| is_in(2, name) || is_in(3, name));
}
