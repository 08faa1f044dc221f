//! Goes through all heaps of a scope for every annotated method of the subjects of `infer`, and compares what comes out with the engine.
//!
//! `cargo run --release -p glassbox --example force -- [--scope N] [--most EXECUTIONS] [SUBJECT[.METHOD]]...`
//!
//! The tests do this where there are not too many executions; this is for the larger scopes. A line says how many executions there
//! were and how they ended; `whole` means that none is left out. The exit code is 1 if the engine says something else.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use check::Verdict;
use glassbox::{Context, JavaOptions, Methods, Scoped, annotated_methods, check_method, tally_method};

/// Where the subjects are.
const SUBJECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/subjects/infer");

fn main() -> ExitCode {
    let (mut scope, mut most, mut wanted) = (2, u64::MAX, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse::<u64>().ok());
        match argument.as_str() {
            "--scope" => scope = number().unwrap_or(2),
            "--most" => most = number().unwrap_or(u64::MAX),
            _ => wanted.push(argument),
        }
    }
    let mut classes: Vec<String> = std::fs::read_dir(SUBJECTS)
        .expect("the subjects are there")
        .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_string()))
        .filter(|class| class != "Lending")
        .collect();
    classes.sort();
    let home = xtask::jvm_diff::command::java_home(None).expect("there is a JDK");
    let options = JavaOptions { homes: vec![home], ..JavaOptions::default() };
    let mut agree = true;
    for class in classes {
        let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
        let path = format!("{SUBJECTS}/{class}.java");
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted.split('.').next() == Some(&class)) {
            continue;
        }
        let input = match glassbox::load(Path::new(&path), &options) {
            Ok(input) => input,
            Err(rejection) => {
                eprintln!("{path}: {rejection:?}");
                return ExitCode::from(2);
            }
        };
        input.program.load_class(&class);
        for method in annotated_methods(&input, &class) {
            let name = format!("{class}.{method}");
            if !is_wanted(&class) && !is_wanted(&name) {
                continue;
            }
            let asked = Methods {
                scope: Scoped { objects: scope as usize, classes: Vec::new(), numbers: (-1, 1) },
                ..Methods::of(name.as_str())
            };
            let begun = Instant::now();
            let tally = tally_method(&input, &asked, most).expect("the method is there");
            let seconds = begun.elapsed().as_secs_f64();
            let checked = check_method(&input, &asked, &mut Context::default()).expect("it can be checked");
            let verdict = checked.run.conclusion.verdict();
            let same = match verdict {
                Verdict::Holds => tally.bad == 0,
                Verdict::Violated => tally.bad > 0 || tally.stopped,
                Verdict::Unknown => tally.good + tally.bad == 0,
            };
            agree &= same;
            println!(
                "{name} at scope {scope}: {} executions in {seconds:.1} s, {}: {} good, {} bad, {} excluded, {} skipped, {} operations at most; {verdict:?}{}",
                tally.heaps(),
                if tally.stopped { "stopped" } else { "whole" },
                tally.good,
                tally.bad,
                tally.excluded,
                tally.skipped,
                tally.longest,
                if same { "" } else { ", WHICH IS NOT THE SAME" }
            );
        }
    }
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
