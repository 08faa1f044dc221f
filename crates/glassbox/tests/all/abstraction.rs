//! Abstract fields: what `check --abstract` says of programs with threads.

use std::path::Path;

use crate::support::{class_file, glassbox, home, repository, sources_with_api, stat, text, written};
use check::Verdict;
use glassbox::{Abstractions, Context, Interleavings, JavaOptions, Request, Schedule};
use ir::generate::Source;

/// Checks a subject and gives the exit status with what was said.
fn check(file: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["check", file];
    all.extend(arguments);
    let output = glassbox(&all);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

const READERS: [&str; 6] = [
    "--abstract",
    "Guarded.activeReaders=signs",
    "--abstract",
    "Guarded.activeWriters=signs",
    "--abstract",
    "Guarded.waitingWriters=signs",
];

/// Broken subjects with their abstractions, and what is violated.
const BROKEN: [(&str, &[&str], &str); 7] = [
    ("Rax", &["--abstract", "Event.count=signs"], "deadlock"),
    ("Rax", &["--abstract", "Event.count=parity"], "deadlock"),
    ("Pipeline", &["--abstract", "Feed.next=signs"], "has ended before the pipeline was stopped"),
    ("Rwvsn", &READERS, "somebody writes while somebody reads"),
    ("Deos", &["--abstract", "Kernel.periodsLeft=signs"], "first has used more than it was promised"),
    ("NestedMonitor", &["--abstract", "Semaphore.value=signs"], "deadlock"),
    ("ReplicatedWorkers", &["--abstract", "Pool.size=signs"], "a worker has ended though there is work"),
];

/// A violation of an abstraction is shown when the program has it, which replaying the report confirms once more; the corrected
/// program is never violated.
#[test]
fn broken_subjects_are_violated_and_corrected_ones_are_not() {
    let subject =
        |name: &str| repository().join(format!("bench/subjects/threads/{name}.java")).display().to_string();
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    for (name, arguments, words) in BROKEN {
        let file = subject(name);
        let (status, said) = check(&file, arguments);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert!(said.contains(words), "{name}: no `{words}` in {said}");
        let report = directory.path().join("report.json").display().to_string();
        let (status, _) = check(&file, &[arguments, &["--format", "json", "-o", &report]].concat());
        assert_eq!(status, Some(1), "{name}");
        let replayed = glassbox(&["replay", &report]);
        assert_eq!(replayed.status.code(), Some(1), "{name}: {}", text(&replayed.stderr));

        let file = subject(&format!("{name}Fixed"));
        let (status, said) = check(&file, &[arguments, &["--states", "5000"]].concat());
        assert!(matches!(status, Some(0 | 3)), "{name}Fixed: {said}");
    }
}

/// Searches without internal choices find what has none (seed 004, 5.1.1): signs show that the counts are equal while they are
/// zero, parities never do.
#[test]
fn choose_free_search() {
    let file = repository().join("bench/subjects/threads/Rax.java").display().to_string();
    let signs = ["--abstract", "Event.count=signs", "--search", "choose-free"];
    let (status, said) = check(&file, &[&signs[..], &["--format", "json"]].concat());
    assert_eq!(status, Some(1), "{said}");
    assert_eq!((stat(&said, "simulated"), stat(&said, "first_feasible")), (1, 1), "{said}");
    let (status, said) = check(&file, &["--abstract", "Event.count=parity", "--search", "choose-free"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("not explored"), "{said}");
    // The thread that feeds the pipeline is left before it would have to choose; the stages go on without it.
    let file = repository().join("bench/subjects/threads/Pipeline.java").display().to_string();
    let (status, said) = check(&file, &["--abstract", "Feed.next=signs", "--search", "choose-free"]);
    assert_eq!(status, Some(1), "{said}");
}

/// What an abstraction has and the program does not is unknown, with the place where they part; refining it gives an answer.
#[test]
fn spurious_violations_are_recognised_and_refined_away() {
    // After figure 3 of the seed: the loop is executed twice.
    let (_directory, file) = written(
        "Twice",
        "public class Twice {
            static class Loop { int i; }
            static int rounds;
            public static void main(String[] arguments) {
                Loop loop = new Loop();
                while (loop.i < 2) {
                    loop.i = loop.i + 1;
                    rounds = rounds < 3 ? rounds + 1 : 3;
                }
                assert rounds == 2 : \"not twice\";
            }
        }",
    );
    let (status, said) = check(&file, &["--abstract", "Loop.i=signs"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("the program parts from it at") && said.contains("Loop.i (signs)"), "{said}");
    assert!(said.contains("--refine"), "{said}");
    let (status, said) = check(&file, &["--abstract", "Loop.i=signs", "--refine"]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = check(&file, &["--abstract", "Loop.i=range(0..2)"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("with Loop.i abstracted to range(0..2)"), "{said}");
}

/// An abstraction has all executions of the program: what some number of a token does is found, whatever the token is used for.
#[test]
fn tokens_are_used_for_everything() {
    let (_directory, file) = written(
        "Uses",
        "import glassbox.api.Verify;
        public class Uses {
            static int all;
            static long wide;
            int own;
            public static void main(String[] arguments) {
                Uses uses = new Uses();
                uses.own = Verify.choose(0, 3);
                all = uses.own;
                wide = all;
                int[] array = {5, 6, 7, 8};
                int found = array[uses.own];
                switch (uses.own) {
                    case 0: assert found == 5; break;
                    case 3: assert wide != 3; break;
                    default: break;
                }
                int left = 10 / (uses.own + 1);
                assert left <= 10;
            }
        }",
    );
    let all = ["Uses.own", "Uses.all", "Uses.wide"];
    for abstraction in
        ["signs", "parity", "range(0..3)", "modulo(3)", "set{a=3, b=1}", "constant(3)", "point"]
    {
        let said: Vec<String> = all.iter().map(|field| format!("{field}={abstraction}")).collect();
        let arguments: Vec<&str> = said.iter().flat_map(|field| ["--abstract", field.as_str()]).collect();
        let (status, said) = check(&file, &arguments);
        // The program violates its assertion when the number is 3: an abstraction may not know, but never say that it holds.
        assert!(matches!(status, Some(1 | 3)), "{abstraction}: {said}");
    }
    let (status, said) = check(&file, &["--abstract", "Uses.own=range(0..3)"]);
    assert_eq!(status, Some(1), "{said}");
}

/// Abstractions of the user's own, and what is wrong with those.
#[test]
fn declared_abstractions() {
    let (directory, file) = written(
        "Tank",
        "public class Tank {
            int level;
            public static void main(String[] arguments) {
                Tank tank = new Tank();
                tank.level = 250;
                assert tank.level >= 100;
            }
        }",
    );
    let declared = directory.path().join("level.abs");
    let path = declared.display().to_string();
    let text = "abstraction level\ntoken low: x < 100\ntoken full: x >= 100\n";
    std::fs::write(&declared, text).expect("the file can be written");
    let arguments = ["--abstract", "Tank.level=level", "--abstractions", &path];
    let (status, said) = check(&file, &arguments);
    assert_eq!(status, Some(0), "{said}");
    std::fs::write(&declared, "abstraction level\ntoken low: x < 100\ntoken full: x > 100\n")
        .expect("the file can be written");
    let (status, said) = check(&file, &arguments);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("GB0041") && said.contains("100 has no token"), "{said}");
    for (said, code, words) in [
        ("Tank.levle=signs", "GB0040", "did you mean `Tank.level`?"),
        ("Tank.level=sings", "GB0041", "did you mean `signs`?"),
        ("Tank.level", "GB0041", "does not say how"),
        ("level=signs", "GB0041", "does not name a class and a field"),
    ] {
        let (status, told) = check(&file, &["--abstract", said]);
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains(code) && told.contains(words), "{told}");
    }
}

/// One number stands for all that are out of bounds; what could tell them apart is named.
#[test]
fn indices_out_of_bounds_stand_for_each_other() {
    let program = |name: &str, index: &str| {
        format!(
            "public class {name} {{
                static class Cursor {{ int at; }}
                public static void main(String[] arguments) {{
                    Cursor cursor = new Cursor();
                    cursor.at = {index};
                    int[] cells = new int[2];
                    try {{ cells[cursor.at] = 1; }} catch (ArrayIndexOutOfBoundsException beyond) {{ cells[0] = 1; }}
                    assert cells[0] + cells[1] == 1;
                }}
            }}"
        )
    };
    let told = "no execution depends on which index";
    let (_directory, file) = written("Far", &program("Far", "7"));
    let (status, said) = check(&file, &["--abstract", "Cursor.at=signs"]);
    assert_eq!((status, said.contains(told)), (Some(0), true), "{said}");
    let (_directory, file) = written("Near", &program("Near", "0"));
    let (status, said) = check(&file, &["--abstract", "Cursor.at=signs"]);
    assert_eq!((status, said.contains(told)), (Some(0), false), "{said}");
}

/// A program with abstracted fields, in which every other one has a second thread.
fn random_program(seed: u64, index: u64) -> (String, String) {
    let random = &mut Source::from_seed(seed.wrapping_mul(1_000_003).wrapping_add(index));
    let name = format!("Merged{index}");
    let body = |random: &mut Source, count: usize| -> String {
        (0..count + random.below(3)).map(|_| random_statement(random, 2)).collect()
    };
    let first = body(random, 2);
    let (before, after) = match index % 2 {
        0 => (String::new(), String::new()),
        _ => {
            let other = body(random, 1);
            (
                format!("Thread other = new Thread(() -> {{ {other}}}); other.start(); "),
                "other.join(); ".to_string(),
            )
        }
    };
    let comparison = ["!=", "!=", "<", ">="][random.below(4)];
    let number = random.below(8);
    let text = format!(
        "public class {name} {{ static int x, y; static int plain; public static void main(String[] arguments) throws Exception {{ \
         {before}{first}{after}assert x {comparison} {number}; }} }}\n"
    );
    (name, text)
}

fn random_statement(random: &mut Source, depth: usize) -> String {
    let (field, other) = (["x", "y"][random.below(2)], ["x", "y", "plain"][random.below(3)]);
    let number = random.below(7);
    match random.below(if depth == 0 { 4 } else { 7 }) {
        0 => format!("{field} = {number}; "),
        1 => format!("{field} = {field} + {}; ", 1 + number % 3),
        2 => format!("{field} = {other}; "),
        3 => format!("plain = {other} - {}; ", number % 3),
        4 => {
            let (yes, no) = (random_statement(random, depth - 1), random_statement(random, depth - 1));
            format!("if ({field} >= {number}) {{ {yes}}} else {{ {no}}} ")
        }
        5 => format!(
            "for (int i{depth} = 0; i{depth} < {}; i{depth}++) {{ {}}} ",
            1 + number % 3,
            random_statement(random, 0)
        ),
        _ => format!("if ({other} == {number}) {{ {}}} ", random_statement(random, depth - 1)),
    }
}

/// What a search without abstraction finds, one with abstract fields finds as well, though abstract states merge; and it finds nothing else.
#[test]
fn violations_behind_merged_states_are_found() {
    let sources: Vec<(String, String)> = (0..14).map(|index| random_program(23, index)).collect();
    let classes = sources_with_api(&sources);
    let (mut violated, mut held, mut unknown) = (0, 0, 0);
    for (index, (name, source)) in sources.iter().enumerate() {
        let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
        let input = glassbox::load(Path::new(&class_file(&classes, name)), &options);
        let input = input.unwrap_or_else(|rejection| panic!("{rejection:?}\n{source}"));
        let request = Request { properties: vec![check::Property::Assertion], ..Request::default() };
        let ask = |schedule: Schedule, fields: &[(&str, &str)]| {
            let fields = fields.iter().map(|(field, how)| format!("{name}.{field}={how}")).collect();
            let abstractions = Abstractions { fields, ..Abstractions::default() };
            // Some of the programs have races, of which these verdicts are not about.
            let consistency = glassbox::Consistency::Sequential;
            let interleavings =
                Interleavings { schedule, abstractions, consistency, jobs: 1, ..Interleavings::default() };
            let run = glassbox::check_threads(&input, &request, &interleavings, &mut Context::default());
            run.unwrap_or_else(|failure| panic!("{failure:?}\n{source}")).conclusion.verdict()
        };
        let expected = ask(Schedule::BreadthFirst, &[]);
        let how = ["signs", "parity", "point", "range(0..2)"][index % 4];
        let order = [Schedule::ChooseFreeFirst, Schedule::BreadthFirst, Schedule::DepthFirst][index % 3];
        let fields = if index % 5 < 3 { &[("x", how)][..] } else { &[("x", how), ("y", "signs")] };
        let found = ask(order, fields);
        match (expected, found) {
            (Verdict::Violated, Verdict::Violated) => violated += 1,
            (Verdict::Holds, Verdict::Holds) => held += 1,
            (Verdict::Holds, Verdict::Unknown) => unknown += 1,
            (Verdict::Holds | Verdict::Violated | Verdict::Unknown, _) => {
                panic!("{expected:?}, but with {fields:?} in {order:?} {found:?}: {source}")
            }
        }
    }
    assert!(violated >= 4 && held + unknown >= 4, "{violated}, {held}, {unknown}");
}
