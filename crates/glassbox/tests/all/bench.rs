//! The benchmarks of threads and of methods run, and what they record can be drawn.

use std::path::Path;

use crate::support::repository;
use xtask::bench::{infer, threads};

#[test]
fn searches_of_few_philosophers_are_measured() {
    let tool = Path::new(env!("CARGO_BIN_EXE_glassbox"));
    let runs = threads::run(tool, &repository(), 2..=2, 1, &mut |_| {}).expect("the benchmark runs");
    let states = |subject: &str| {
        let run = runs.iter().find(|run| run.n == 2 && run.subject == subject).expect("every run is there");
        run.stat("states").expect("it came to its end")
    };
    // Sleeping leaves out orders, but no states.
    assert_eq!(states("sharing"), states("full reduction"));
    assert!(states("sharing") < states("no reduction"));
    for run in &runs {
        for name in ["store_bytes", "peak_bytes", "seconds", "search_seconds"] {
            assert!(run.stat(name).is_some_and(|figure| figure > 0.0), "{name} of {run:?}");
        }
    }
    // Whoever ends at the deadlock has not seen everything.
    assert!(states("sharing, to the deadlock") < states("sharing"));
    assert_eq!(threads::table(&runs).lines().filter(|line| line.starts_with("| 2 |")).count(), 7);
}

#[test]
fn checks_of_methods_are_measured() {
    let tool = Path::new(env!("CARGO_BIN_EXE_glassbox"));
    let runs = infer::run(tool, &repository(), 2..=2, 1, &mut |_| {}).expect("the benchmark runs");
    for run in &runs {
        for name in ["clauses", "peak_bytes", "seconds", "method_seconds"] {
            assert!(run.stat(name).is_some_and(|figure| figure > 0.0), "{name} of {run:?}");
        }
    }
    let opened = |mode: &str| -> f64 {
        runs.iter().filter(|run| run.mode == mode).filter_map(|run| run.stat("opened")).sum()
    };
    assert!(opened("learned") < opened("inlined"));
    assert_eq!(infer::table(&runs).lines().filter(|line| line.contains(" | 2 | ")).count(), 6);
}
