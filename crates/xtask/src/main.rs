//! The command line of the development commands.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xtask::tables::{seed000, seed001, seed003, seed004};
use xtask::tidy::{Tree, check};
use xtask::{audit, bench, bless, interleavings, jvm_diff, root};

const HELP: &str = "\
usage: cargo xtask <command>

  tidy    check that the repository agrees with its own rules and documents
  bless   run the tests with BLESS=1, which rewrites the expected outputs; arguments go to the test runner
  bench   build the tool and measure it, beside what it aims at; --runs N for how often (5),
          --record to keep the results in bench/runs/, --java for Java programs beside the JVM,
          --threads for searches over the interleavings of 2 to 7 threads, --infer for checks of methods in the scopes 2 to 6,
          --most N for fewer threads, or smaller scopes
  tables  seed000, seed001, seed003, seed004: run the experiments of a paper and print our figures beside the published ones; --quick for the
          smallest of each, --orders N for how many orders of calls of abstract matching (10), --record to keep
          the results in bench/runs/
  plot    draw what a state or a check costs against the bound, from a record of `tables` such as bench/runs/<date>/seed001.json,
          what a search costs against the number of threads, from bench/runs/<date>/threads.json,
          or what a check of a method costs against the scope, from bench/runs/<date>/infer.json
  plant   SUBJECT: list the known bugs of a subject of bench/subjects, with the least number of nodes they need;
          SUBJECT BUG: write the subject with a bug to target/planted/BUG, or to a directory with -o DIR
  jvm-sweep
          translate and verify every method of java.base; the homes of JDKs as arguments, or JAVA_HOME
  jvm-diff
          run random Java programs on the JVM and on our machine and compare; --count N for how many (1000),
          --seed S (1), --size small|large (large), --java-home DIR (JAVA_HOME, then that of `java` on the PATH),
          --keep DIR for the programs that differ, --tries N to make one smaller (600), --tool FILE for another
          binary than the release one, --show INDEX to print a program and run nothing
  audit   check random classes with every engine for data structures and compare; --count N for how many (500), --seed S (1),
          --first INDEX (0), --java-home DIR, --tool FILE for another binary than the release one, --show INDEX to print a
          class and run nothing
  interleavings
          check random programs with threads, and compare with an interpreter that goes through every interleaving;
          --count N for how many (500), --seed S (1), --first INDEX (0), --every-way for all orders and reductions with each,
          --jvm ROUNDS for how often some run on the JVM as well (5), --workers N for how many processes at a time (2),
          --excluded-too for what the tool is known to be wrong about, --without NAMES for programs without some features, such as
          tries,locks, --keep DIR for the programs that differ,
          --java-home DIR, --tool FILE for another binary than the release one, --show INDEX to print a program
  help    print this text
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("tidy") => tidy(),
        Some("bless") => bless(&arguments.collect::<Vec<_>>()),
        Some("bench") => bench(&arguments.collect::<Vec<_>>()),
        Some("tables") => tables(&arguments.collect::<Vec<_>>()),
        Some("plot") => plot(&arguments.collect::<Vec<_>>()),
        Some("plant") => plant(&arguments.collect::<Vec<_>>()),
        Some("jvm-diff") => jvm_diff(&arguments.collect::<Vec<_>>()),
        Some("audit") => audit(&arguments.collect::<Vec<_>>()),
        Some("interleavings") => interleavings(&arguments.collect::<Vec<_>>()),
        Some("jvm-sweep") => jvm_sweep(&arguments.collect::<Vec<_>>()),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(other) => {
            eprintln!("error: there is no command `{other}`\n\n{HELP}");
            ExitCode::from(2)
        }
        None => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

/// Translates and verifies every method of `java.base` of some JDKs, and prints what failed by cause.
fn jvm_sweep(homes: &[String]) -> ExitCode {
    let homes: Vec<PathBuf> = if homes.is_empty() {
        std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect()
    } else {
        homes.iter().map(PathBuf::from).collect()
    };
    if homes.is_empty() {
        eprintln!("error: name the home of a JDK, or set JAVA_HOME");
        return ExitCode::from(2);
    }
    let mut clean = true;
    for home in homes {
        let sweep = match java::sweep::sweep(&home, "java.base", |_| true) {
            Ok(sweep) => sweep,
            Err(diagnostic) => {
                eprintln!("{diagnostic}");
                return ExitCode::from(2);
            }
        };
        println!(
            "{}: {} classes, {} methods with code, {} translated and verified, {} statements",
            home.display(),
            sweep.classes,
            sweep.methods,
            sweep.verified,
            sweep.statements
        );
        for (cause, (count, first)) in &sweep.failures {
            println!("{count:6}  {cause}, for example {first}");
            clean = false;
        }
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares random programs on the JVM and on our machine.
fn jvm_diff(arguments: &[String]) -> ExitCode {
    match jvm_diff::command::command(&root(), arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Compares the engines for data structures with each other on random classes.
fn audit(arguments: &[String]) -> ExitCode {
    match audit::command::command(&root(), arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Compares verdicts about random programs with threads with what is true of them.
fn interleavings(arguments: &[String]) -> ExitCode {
    match interleavings::command::command(&root(), arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn tidy() -> ExitCode {
    let tree = match Tree::load(&root()) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let problems = check(&tree);
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("tidy: {} files, no problems", tree.files().len());
            ExitCode::SUCCESS
        }
        count => {
            eprintln!("tidy: {count} problems");
            ExitCode::FAILURE
        }
    }
}

fn bless(arguments: &[String]) -> ExitCode {
    let outcome = match bless::bless(&root(), arguments) {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    if outcome.changed.is_empty() {
        println!("bless: no expected output changed");
    } else {
        println!(
            "bless: these files differ from the last commit; read the differences before you commit them"
        );
        print!("{}", outcome.changed);
    }
    if outcome.passed {
        ExitCode::SUCCESS
    } else {
        eprintln!("error: some tests fail even with BLESS=1; they do not depend on an expected output");
        ExitCode::FAILURE
    }
}

/// Whose figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Paper {
    Seed000,
    Seed001,
    Seed003,
    Seed004,
}

/// Prints figures beside published ones.
fn tables(arguments: &[String]) -> ExitCode {
    let (mut extent, mut record, mut paper) = (seed001::Extent::All, false, None);
    let mut orders = seed001::ORDERS;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "seed000" => paper = Some(Paper::Seed000),
            "seed001" => paper = Some(Paper::Seed001),
            "seed003" => paper = Some(Paper::Seed003),
            "seed004" => paper = Some(Paper::Seed004),
            "--quick" => extent = seed001::Extent::Quick,
            "--record" => record = true,
            "--orders" => match rest.next().map(|count| count.parse()) {
                Some(Ok(count @ 1..)) => orders = count,
                Some(_) | None => {
                    eprintln!("error: --orders needs a number");
                    return ExitCode::from(2);
                }
            },
            other => {
                eprintln!("error: tables has no option `{other}`\n\n{HELP}");
                return ExitCode::from(2);
            }
        }
    }
    let Some(paper) = paper else {
        eprintln!("error: say whose tables: seed000, seed001, seed003 or seed004");
        return ExitCode::from(2);
    };
    let command = std::iter::once("cargo xtask tables").chain(arguments.iter().map(String::as_str));
    let command = command.collect::<Vec<_>>().join(" ");
    let place = || bench::record::Place::here(&root(), command);
    let mut tell = |what: &str| eprintln!("tables: {what}");
    let quick = extent == seed001::Extent::Quick;
    let done = match paper {
        Paper::Seed000 => seed000::run(&root(), quick, &mut tell).and_then(|results| {
            print!("{}", results.tables);
            record.then(|| results.write(&root(), &place())).transpose()
        }),
        Paper::Seed001 => seed001::run(&root(), extent, orders, &mut tell).and_then(|results| {
            print!("{}", results.tables());
            record.then(|| results.write(&root(), &place())).transpose()
        }),
        Paper::Seed003 => seed003::run(&root(), quick, &mut tell).and_then(|results| {
            print!("{}", results.table);
            record.then(|| results.write(&root(), &place())).transpose()
        }),
        Paper::Seed004 => seed004::tables(&root(), quick, &mut tell).and_then(|tables| {
            print!("{tables}");
            record.then(|| seed004::write(&root(), &tables, &place())).transpose()
        }),
    };
    recorded(done)
}

/// Draws a record.
fn plot(arguments: &[String]) -> ExitCode {
    let [record] = arguments else {
        eprintln!("error: say which record to draw: cargo xtask plot bench/runs/<date>/seed001.json");
        return ExitCode::from(2);
    };
    match xtask::plot::draw(Path::new(record)) {
        Ok(file) => println!("drawn in {}", file.display()),
        Err(error) => {
            eprintln!("error: {record}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Lists the bugs of a subject, or writes the subject with one of them.
fn plant(arguments: &[String]) -> ExitCode {
    match xtask::plant::command(&root(), arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Says where results were recorded.
fn recorded(done: std::io::Result<Option<PathBuf>>) -> ExitCode {
    match done {
        Ok(Some(directory)) => println!("\nrecorded in {}", directory.display()),
        Ok(None) => {}
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn bench(arguments: &[String]) -> ExitCode {
    let mut plan = bench::Plan::default();
    let mut record = false;
    let mut java = false;
    let mut threads = false;
    let mut infer = false;
    let mut most = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match (argument.as_str(), rest.as_slice().first().and_then(|number| number.parse().ok())) {
            ("--record", _) => record = true,
            ("--java", _) => java = true,
            ("--threads", _) => threads = true,
            ("--infer", _) => infer = true,
            ("--most", Some(number @ 2..=20)) => {
                most = Some(number as u32);
                rest.next();
            }
            ("--most", _) => {
                eprintln!("error: --most needs a number of threads or objects from 2 to 20");
                return ExitCode::from(2);
            }
            ("--runs", Some(runs @ 1..)) => {
                plan.runs = runs;
                rest.next();
            }
            ("--runs", _) => {
                eprintln!("error: --runs needs a number of at least 1");
                return ExitCode::from(2);
            }
            (other, _) => {
                eprintln!("error: bench has no option `{other}`\n\n{HELP}");
                return ExitCode::from(2);
            }
        }
    }
    let mut tell = |what: &str| eprintln!("bench: {what}");
    let command = std::iter::once("cargo xtask bench").chain(arguments.iter().map(String::as_str));
    let command = command.collect::<Vec<_>>().join(" ");
    let place = || bench::record::Place::here(&root(), command.clone());
    let up_to = |sizes: std::ops::RangeInclusive<u32>| *sizes.start()..=most.unwrap_or(*sizes.end());
    let done = if infer {
        let scopes = up_to(bench::infer::SCOPES);
        let tool = bench::build(&root(), &mut tell);
        let runs = tool.and_then(|tool| bench::infer::run(&tool, &root(), scopes, plan.runs, &mut tell));
        runs.and_then(|runs| {
            print!("{}", bench::infer::table(&runs));
            record.then(|| bench::infer::write(&root(), &runs, &place())).transpose()
        })
    } else if threads {
        let sizes = up_to(bench::threads::SIZES);
        let tool = bench::build(&root(), &mut tell);
        let runs = tool.and_then(|tool| bench::threads::run(&tool, &root(), sizes, plan.runs, &mut tell));
        runs.and_then(|runs| {
            print!("{}", bench::threads::table(&runs));
            record.then(|| bench::threads::write(&root(), &runs, &place())).transpose()
        })
    } else if java {
        bench::java::run(&root(), plan.runs, &mut tell).and_then(|all| {
            print!("{}", bench::java::table(&all));
            record.then(|| bench::java::write(&root(), &all, &place())).transpose()
        })
    } else {
        bench::run(&root(), plan, &mut tell).and_then(|results| {
            print!("{}", results.table());
            record.then(|| bench::record::write(&root(), &results, &place())).transpose()
        })
    };
    recorded(done)
}
