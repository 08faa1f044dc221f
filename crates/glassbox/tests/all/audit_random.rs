//! Random classes with random invariants and operations: every engine for data structures says the same of them, and audits
//! by brute force agree. `cargo xtask audit` runs more of them.

use std::path::{Path, PathBuf};

use check::Property;
use glassbox::{Context, Failure, JavaOptions, Structures};
use xtask::audit::generate::{Subject, subject};
use xtask::audit::{Plan, compile, run};
use xtask::jvm_diff::command::java_home;

fn plan(seed: u64, count: u64) -> Plan {
    let java_home = java_home(None).expect("`./x test` installs a JDK");
    Plan { first: 0, count, seed, java_home, tool: PathBuf::from(env!("CARGO_BIN_EXE_glassbox")) }
}

/// Everything agrees, and there was something to agree about.
fn agree(seed: u64) {
    let count = 24;
    let summary = run(&plan(seed, count), &mut |_| {}).expect("the processes can be started");
    let failures =
        summary.failures.iter().map(|failure| format!("{}\n{}", failure.what, failure.subject.source));
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}\n{}", summary.text(), failures.join("\n"));
    assert!(summary.holds >= 3 && summary.violated >= 8, "{}", summary.text());
    assert!(summary.others.values().sum::<usize>() <= 3, "{}", summary.text());
    let (by_force, checked) = summary.transitions;
    assert!(summary.states > 300 && by_force > 5 * checked, "{}", summary.text());
}

#[test]
fn engines_agree_about_random_classes() {
    agree(2026);
}

#[test]
fn engines_agree_about_other_random_classes() {
    agree(1115);
}

/// A check of a class as the bounds say, that leaves out local invariants after operations.
fn unsound(subject: &Subject, directory: &Path, java: &JavaOptions) -> Result<(), Failure> {
    let mut wanted = Structures {
        audit: true,
        unsound: true,
        all: true,
        properties: Property::ALL.to_vec(),
        ..Structures::default()
    };
    for pair in subject.bounds.chunks(2) {
        let (option, value) = (pair[0].as_str(), pair[1].as_str());
        let number = || value.parse().expect("a number");
        match option {
            "--size" => wanted.size = Some(number()),
            "--height" => wanted.height = Some(number()),
            "--degree" => wanted.degree = Some(number()),
            "--objects" => {
                let (class, count) = value.split_once('=').expect("a class and a number");
                wanted.objects.push((class.to_string(), count.parse().expect("a number")));
            }
            "--domain" => {
                let (place, values) = value.split_once('=').expect("a place and values");
                let (owner, name) = place.split_once('.').expect("a class and a field");
                wanted.domains.push((owner.to_string(), name.to_string(), values.to_string()));
            }
            other => panic!("`{other}` is no bound"),
        }
    }
    let file = directory.join(format!("{}.class", subject.name));
    let input = glassbox::load(&file, java)?;
    glassbox::check_structures(&input, &wanted, &mut Context::default()).map(|_| ())
}

/// A generalisation that forgets local invariants is seen by audits of random classes that have such.
#[test]
fn audits_of_random_classes_see_what_is_not_sound() {
    let plan = plan(3, 140);
    let subjects: Vec<Subject> = (0..plan.count).map(|index| subject(plan.seed, index)).collect();
    let subjects: Vec<Subject> = subjects.into_iter().filter(|subject| subject.form.local).take(50).collect();
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    compile(&plan, directory.path(), &subjects).expect("generated classes compile");
    let java = JavaOptions { homes: vec![plan.java_home.clone()], ..JavaOptions::default() };
    let (mut seen, mut rejected) = (0, 0);
    for subject in &subjects {
        match unsound(subject, directory.path(), &java) {
            Err(Failure::Fault(fault)) => {
                assert!(fault.message.contains("the audit found a difference"), "{fault}");
                seen += 1;
            }
            Ok(()) => {}
            // Keys that are compared with numbers, above all.
            Err(Failure::Rejected(_)) => rejected += 1,
        }
    }
    assert!(rejected <= 5, "{rejected} of {} classes are rejected", subjects.len());
    assert!(seen >= 2, "audits have seen {seen} differences in {} classes", subjects.len());
}
