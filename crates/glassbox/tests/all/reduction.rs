//! What a search leaves out does not matter: verdicts, states and races with and without reduction, on the subjects and on
//! generated programs with two or three threads that share fields, elements, objects, monitors and notifications.
//!
//! Sleep sets leave out transitions and no states. Where threads change at every access, the number of states must be the same with
//! and without. Where they change only where others may notice, a thread may stop a little earlier or later, so there what was found
//! must be the same, and what was found must also be that of a search that leaves out nothing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use check::{Budget, CancelToken, Frontier, Meter, Property, Silent, Stat, System};
use threads::{Granularity, Options, Order, Outcome};

use crate::support::{compiled, home, with_api};

/// What is looked for: not executions without end, for which all orders are followed.
const PROPERTIES: [Property; 5] =
    [Property::Assertion, Property::Exception, Property::Trap, Property::Deadlock, Property::Race];

/// What a search may store; programs with more states are not compared.
const MOST: u64 = 4_000;

fn search(file: &std::path::Path, granularity: Granularity, sleep: bool, order: Order) -> Outcome {
    let options = glassbox::JavaOptions { homes: vec![home()], ..glassbox::JavaOptions::default() };
    let input = glassbox::load(file, &options).expect("it can be read");
    let java = input.java.as_ref().expect("it is Java");
    let entry = java.library.main_entry(&input.program, &java.class, &[]).expect("it has a main");
    let options = Options { order, all: true, granularity, sleep, ..Options::new(PROPERTIES.to_vec()) };
    let host = System::start();
    // Without reduction there are many more.
    let states = if granularity == Granularity::Every { MOST * 10 } else { MOST };
    let budget = Budget { states: Some(states), ..Budget::default() };
    let meter = Meter::new(budget, CancelToken::new(), &host);
    threads::search(&input.program, entry, &options, meter, &mut Silent)
}

fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.stats.get(name) {
        Some(Stat::Count(count)) => count,
        other => panic!("{name} is counted, not {other:?}"),
    }
}

fn is_complete(outcome: &Outcome) -> bool {
    outcome.evidence.frontier == Frontier::Empty && outcome.evidence.stopped.is_none()
}

/// What was found: which property, where, and what is said without names of threads that could be either.
fn found(outcome: &Outcome) -> BTreeSet<(Property, String)> {
    let tell = |candidate: &check::Candidate| {
        let violation = &candidate.violation;
        // Which of several ways there are to be stuck, and which thread of a race is told first, may differ.
        let detail = match violation.property {
            Property::Deadlock => String::new(),
            Property::Race => violation.message.split(':').next().unwrap_or_default().to_string(),
            Property::Assertion
            | Property::Exception
            | Property::Trap
            | Property::Temporal
            | Property::Livelock
            | Property::Linearizable => {
                format!("{} {}", violation.location, violation.message)
            }
        };
        (violation.property, detail)
    };
    outcome.evidence.candidates.iter().map(tell).collect()
}

struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// A statement; `depth` says how deep monitors may still be nested.
    fn statement(&mut self, depth: u32) -> String {
        let (field, other, number) = (self.of(&["x", "y", "v"]), self.of(&["x", "y", "v"]), self.below(3));
        match self.below(14) {
            0 => format!("{field} = {number};"),
            1 => format!("{field}++;"),
            2 => format!("{field} = {other} + 1;"),
            3 => format!("if ({field} == {number}) {{ {other} = {number}; }}"),
            4 => format!("assert {field} <= {} : \"{field}\";", number + 1),
            5 => format!("all[{}] = {field};", number % 2),
            6 => format!("{field} = all[{}];", number % 2),
            // Objects that become known to others, and that nobody knows any more.
            7 => "{ Box made = new Box(); made.value = 1; box = made; made.value++; }".to_string(),
            8 => "{ Box seen = box; if (seen != null) { seen.value++; } }".to_string(),
            9 => "{ Box seen = box; box = null; if (seen != null) { seen.value = 5; assert seen.value == 5; } }"
                .to_string(),
            10 => "count.incrementAndGet();".to_string(),
            _ if depth == 0 => format!("{field} = {number};"),
            11 | 12 => {
                let lock = self.of(&["a", "b"]);
                let inner = (self.statement(depth - 1), self.statement(depth - 1));
                format!("synchronized ({lock}) {{ {} {} }}", inner.0, inner.1)
            }
            _ => {
                let what = self.of(&["if (x == 0) { a.wait(); }", "a.notify();", "a.notifyAll();"]);
                format!("synchronized (a) {{ {what} }}")
            }
        }
    }

    fn program(&mut self, name: &str) -> String {
        let mut text = format!(
            "public class {name} {{
            static class Box {{ int value; }}
            static int x, y; static volatile int v; static Box box;
            static final int[] all = new int[2];
            static final Object a = new Object(), b = new Object();
            static final java.util.concurrent.atomic.AtomicInteger count =
                new java.util.concurrent.atomic.AtomicInteger();\n"
        );
        let threads = 1 + self.below(2);
        let length = if threads == 1 { 3 } else { 2 };
        for thread in 0..threads {
            let body: Vec<String> = (0..length).map(|_| self.statement(2)).collect();
            writeln!(text, "static void t{thread}() throws InterruptedException {{ {} }}", body.join(" "))
                .expect("writing to a string succeeds");
        }
        text.push_str("public static void main(String[] arguments) throws InterruptedException {\n");
        for thread in 0..threads {
            writeln!(
                text,
                "new Thread(() -> {{ try {{ t{thread}(); }} catch (InterruptedException e) {{ throw new IllegalStateException(e); }} }}).start();"
            )
            .expect("writing to a string succeeds");
        }
        let own: Vec<String> = (0..2).map(|_| self.statement(2)).collect();
        writeln!(text, "{} }} }}", own.join(" ")).expect("writing to a string succeeds");
        text
    }
}

#[test]
fn generated_programs_have_the_same_verdicts() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut generator = Generator(20);
    let programs: Vec<(String, String)> = (0..36)
        .map(|number| {
            let name = format!("Generated{number}");
            let text = generator.program(&name);
            (name, text)
        })
        .collect();
    let files: Vec<String> = programs
        .iter()
        .map(|(name, text)| {
            let file = directory.path().join(format!("{name}.java"));
            std::fs::write(&file, text).expect("the program can be written");
            file.display().to_string()
        })
        .collect();
    let classes = compiled(&files);
    let mut seen = BTreeSet::new();
    let (mut compared, mut every_compared, mut fewer) = (0, 0, 0);
    for (name, text) in &programs {
        let file = classes.path().join(format!("{name}.class"));
        let plain = search(&file, Granularity::Shared, false, Order::BreadthFirst);
        if !is_complete(&plain) {
            continue;
        }
        compared += 1;
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let reduced = search(&file, Granularity::Shared, true, order);
            assert!(is_complete(&reduced), "{text}");
            assert_eq!(found(&plain), found(&reduced), "{text}");
            fewer += u64::from(count(&reduced, "transitions") < count(&plain, "transitions"));
        }
        if count(&plain, "states") < 400 {
            let every = search(&file, Granularity::Every, false, Order::BreadthFirst);
            if is_complete(&every) {
                every_compared += 1;
                assert_eq!(found(&plain), found(&every), "{text}");
                for order in [Order::BreadthFirst, Order::DepthFirst] {
                    let reduced = search(&file, Granularity::Every, true, order);
                    assert_eq!(found(&every), found(&reduced), "{text}");
                    assert_eq!(count(&every, "states"), count(&reduced, "states"), "{order:?} {text}");
                }
            }
        }
        let properties: BTreeSet<Property> =
            found(&plain).into_iter().map(|(property, _)| property).collect();
        seen.extend(properties.iter().copied().map(Some));
        seen.extend(properties.is_empty().then_some(None));
    }
    assert!(
        compared >= 20 && every_compared >= 3 && fewer >= compared,
        "{compared} {every_compared} {fewer}"
    );
    // The programs are of all kinds.
    for kind in [None, Some(Property::Assertion), Some(Property::Deadlock), Some(Property::Race)] {
        assert!(seen.contains(&kind), "no program with {kind:?}: {seen:?}");
    }
}

#[test]
fn subjects_have_the_same_verdicts() {
    let names =
        ["Counter", "CounterFixed", "MissedSignal", "MissedSignalFixed", "Philosophers", "PhilosophersFixed"];
    let files: Vec<String> = names.iter().map(|name| format!("bench/subjects/threads/{name}.java")).collect();
    let classes = compiled(&files);
    for name in names {
        let file = classes.path().join(format!("{name}.class"));
        let plain = search(&file, Granularity::Shared, false, Order::BreadthFirst);
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let reduced = search(&file, Granularity::Shared, true, order);
            assert!(is_complete(&plain) && is_complete(&reduced), "{name}");
            assert_eq!(found(&plain), found(&reduced), "{name}");
            let transitions = (count(&plain, "transitions"), count(&reduced, "transitions"));
            assert!(transitions.1 <= transitions.0, "{name}: {transitions:?}");
        }
    }
}

/// Whether transitions are recalled that were executed from other states is nothing that a result shows: all that is found, and
/// the numbers of states and transitions, must be the same. Where assertions are on, every transition that is recalled is executed as well, and its end compared.
#[test]
fn recalled_transitions_are_executed_ones() {
    let root = crate::support::repository();
    let subjects = std::fs::read_dir(root.join("bench/subjects/threads")).expect("there are subjects");
    let names = subjects.filter_map(|entry| {
        let file = entry.expect("the directory can be read").file_name();
        Some(file.to_str()?.strip_suffix(".java")?.to_string())
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let mut files: Vec<String> =
        names.iter().map(|name| format!("bench/subjects/threads/{name}.java")).collect();
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut generator = Generator(77);
    for number in 0..24 {
        let name = format!("Recalled{number}");
        let file = directory.path().join(format!("{name}.java"));
        std::fs::write(&file, generator.program(&name)).expect("the program can be written");
        files.push(file.display().to_string());
        names.push(name);
    }
    let classes = with_api(&files);
    let mut compared = 0;
    for name in &names {
        let options = glassbox::JavaOptions { homes: vec![home()], ..glassbox::JavaOptions::default() };
        let input =
            glassbox::load(&classes.path().join(format!("{name}.class")), &options).expect("it can be read");
        let java = input.java.as_ref().expect("it is Java");
        // Some subjects are for operations, and have no main.
        let Ok(entry) = java.library.main_entry(&input.program, &java.class, &[]) else { continue };
        compared += 1;
        for (granularity, sleep) in
            [(Granularity::Shared, false), (Granularity::Shared, true), (Granularity::Every, true)]
        {
            let [recalled, executed] = [true, false].map(|recalls| {
                let properties = PROPERTIES.to_vec();
                let options = Options { all: true, granularity, sleep, recalls, ..Options::new(properties) };
                let host = System::start();
                let budget = Budget { states: Some(700), ..Budget::default() };
                let meter = Meter::new(budget, CancelToken::new(), &host);
                let outcome = threads::search(&input.program, entry, &options, meter, &mut Silent);
                // Operations are not compared: what is made when it is first needed costs some more, once.
                let counts = ["states", "transitions", "threads", "depth"];
                let counts = counts.map(|name| outcome.stats.get(name));
                format!("{:?} {counts:?} {:?}", outcome.evidence, outcome.unreached)
            });
            assert_eq!(recalled, executed, "{name}, {granularity:?}, {sleep}");
        }
    }
    assert!(compared >= 40, "{compared}");
}
