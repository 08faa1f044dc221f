//! Programs with threads: what `check --engine threads` says of them, and what `run` says when they are stuck.

use crate::support::{compiled, glassbox, repository, stat, text, written};

/// Checks a class and gives the exit status with what was said.
fn check(file: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["check", "--engine", "threads", file];
    all.extend(arguments);
    let output = glassbox(&all);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// The subjects, with the exit status and words that must be said.
const SUBJECTS: [(&str, i32, &[&str]); 20] = [
    (
        "Philosophers",
        1,
        &["deadlock", "wants the monitor of an object of Philosophers$Fork, which \"Thread-1\" has"],
    ),
    ("PhilosophersFixed", 0, &["holds", "sequentially consistent"]),
    ("BoundedBuffer", 1, &["deadlock", "which nobody sends any more", "consumer-"]),
    ("BoundedBufferFixed", 0, &["holds"]),
    ("MissedSignal", 1, &["deadlock", "\"main\" waits for a notification"]),
    ("MissedSignalFixed", 0, &["holds"]),
    ("Counter", 1, &["assertion failed: the count is 1", "| Thread-0"]),
    ("CounterFixed", 0, &["holds"]),
    ("Peterson", 1, &["both threads are in their critical sections"]),
    ("PetersonFixed", 0, &["holds"]),
    ("Bakery", 1, &["two customers are served at once"]),
    ("BakeryFixed", 0, &["holds"]),
    ("LockFreeStack", 1, &["node 1 was there twice"]),
    ("LockFreeStackFixed", 0, &["holds"]),
    ("WorkStealingDeque", 1, &["was done twice"]),
    ("WorkStealingDequeFixed", 0, &["holds"]),
    ("LruCache", 1, &["one key has two values"]),
    ("LruCacheFixed", 0, &["holds"]),
    ("DoubleChecked", 1, &["the settings were not complete"]),
    ("DoubleCheckedFixed", 0, &["holds"]),
];

#[test]
fn subjects_have_the_verdicts_that_their_comments_say() {
    let files: Vec<String> =
        SUBJECTS.iter().map(|(name, ..)| format!("bench/subjects/threads/{name}.java")).collect();
    let classes = compiled(&files);
    for (name, status, words) in SUBJECTS {
        let file = classes.path().join(format!("{name}.class")).display().to_string();
        for search in ["bfs", "dfs"] {
            // Some of those that hold read what others write, and notice when that was too late.
            let arguments = ["--search", search, "--consistency", "sequential"];
            let (ended, said) = check(&file, &arguments);
            assert_eq!(ended, Some(status), "{name} {search}: {said}");
            for word in words {
                assert!(said.contains(word), "{name} {search}: no `{word}` in {said}");
            }
        }
    }
}

/// Both orders look at the same states, and what was recorded replays.
#[test]
fn orders_agree_and_schedules_replay() {
    let file = repository().join("bench/subjects/threads/PhilosophersFixed.java").display().to_string();
    let counts: Vec<(u64, u64)> = ["bfs", "dfs"]
        .into_iter()
        .map(|search| {
            let (status, said) =
                check(&file, &["--search", search, "--reduction", "sharing", "--format", "json"]);
            assert_eq!(status, Some(0), "{said}");
            assert_eq!(stat(&said, "threads"), 4, "{said}");
            (stat(&said, "states"), stat(&said, "transitions"))
        })
        .collect();
    assert_eq!(counts[0], counts[1]);

    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let report = directory.path().join("report.json").display().to_string();
    let file = repository().join("bench/subjects/threads/Philosophers.java").display().to_string();
    let (status, said) = check(&file, &["--format", "json", "-o", &report]);
    assert_eq!(status, Some(1), "{said}");
    let replayed = glassbox(&["replay", &report]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("deadlock"), "{}", text(&replayed.stdout));
}

/// Whatever the order of the search is, what is shown has as few interruptions as any schedule: none where threads miss a signal one after the other, and
/// one where a thread must stand between two accesses, or with its first fork.
#[test]
fn schedules_are_calm() {
    let subjects: [(&str, &[&str], u64); 7] = [
        ("Rax", &["--abstract", "Event.count=signs"], 0),
        ("Rax", &["--abstract", "Event.count=parity"], 0),
        ("Counter", &["--search", "bfs"], 1),
        ("Counter", &["--search", "dfs"], 1),
        ("Counter", &["--search", "random", "--seed", "3"], 1),
        ("Philosophers", &["--search", "bfs"], 1),
        ("Philosophers", &["--search", "dfs"], 1),
    ];
    for (name, arguments, preemptions) in subjects {
        let file = format!("bench/subjects/threads/{name}.java");
        let (status, said) = check(&file, &[arguments, &["--format", "json"]].concat());
        assert_eq!(status, Some(1), "{name} {arguments:?}: {said}");
        assert_eq!(stat(&said, "preemptions"), preemptions, "{name} {arguments:?}: {said}");
        // With one less nothing is found.
        if let Some(less) = preemptions.checked_sub(1) {
            let (status, said) = check(&file, &["--preemptions", &less.to_string()]);
            assert_eq!(status, Some(3), "{name}: {said}");
        }
    }
}

/// A variable that nobody reads any more makes no states, whatever it holds.
#[test]
fn dead_variables_make_no_states() {
    let program = |dead: &str, end: &str| {
        format!(
            "public class Dead {{
                static int shared;
                static volatile int turn;
                public static void main(String[] args) throws InterruptedException {{
                    Thread other = new Thread(() -> {{ {dead} shared++; turn = 1; shared++; {end} }});
                    other.start();
                    {dead}
                    shared++;
                    turn = 2;
                    other.join();
                    {end}
                }}
            }}"
        )
    };
    let count = |program: &str, reduction: &str| {
        let (_directory, file) = written("Dead", program);
        let (status, said) =
            check(&file, &["--reduction", reduction, "--consistency", "sequential", "--format", "json"]);
        assert_eq!(status, Some(0), "{said}");
        (stat(&said, "states"), stat(&said, "transitions"))
    };
    for reduction in ["none", "sharing", "full"] {
        let without = count(&program("", ""), reduction);
        // Reading a static field is an operation of its own, which both programs have.
        let read = count(&program("int read = turn;", ""), reduction);
        let kept = count(&program("int read = turn;", "if (read > 5) { shared = read; }"), reduction);
        assert!(read > without, "{reduction}: reading is noticed");
        assert!(
            kept > read,
            "{reduction}: {kept:?} {read:?}, a variable that is read later tells states apart"
        );
        let constant = count(&program("int dead = 5; Object more = null;", ""), reduction);
        assert_eq!(constant, without, "{reduction}");
        let object = count(
            &program("Object dead = made();", "").replace(
                "static int shared;",
                "static int shared; static Object made() { return new Object(); }",
            ),
            reduction,
        );
        assert_eq!(object, without, "{reduction}");
    }
}

/// What a program does may depend on what the clock says, and there is one clock only.
#[test]
fn results_rest_on_the_clock() {
    let (_, said) = check("tests/concurrent/JoinTimeout.java", &[]);
    assert!(said.contains("the program looks at the clock"), "{said}");
    let (_, said) = check("tests/concurrent/Interrupted.java", &[]);
    assert!(!said.contains("the clock"), "{said}");
}

/// A bound that cuts something off proves nothing, and finds what needs few interruptions.
#[test]
fn bounds_prove_nothing() {
    let counter = repository().join("bench/subjects/threads/Counter.java").display().to_string();
    let (status, said) = check(&counter, &["--preemptions", "1"]);
    assert_eq!(status, Some(1), "{said}");
    let (status, said) = check(&counter, &["--preemptions", "0"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("not explored"), "{said}");
    // One after the other, until one is enough or nothing is left out.
    let (status, said) = check(&counter, &["--preemptions", "auto", "--format", "json"]);
    assert_eq!(status, Some(1), "{said}");
    assert_eq!(stat(&said, "preemptions"), 1, "{said}");
    let fixed = repository().join("bench/subjects/threads/CounterFixed.java").display().to_string();
    let (status, said) = check(&fixed, &["--preemptions", "auto"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("for all executions of `CounterFixed.main`\n"), "{said}");
    let (status, said) = check(&fixed, &["--preemptions", "often"]);
    assert_eq!(status, Some(2), "{said}");
    // A store that may take different states for the same proves nothing, and finds what there is to find.
    for search in ["bfs", "dfs"] {
        let (status, said) = check(&fixed, &["--store", "compact", "--search", search]);
        assert_eq!(status, Some(3), "{said}");
        assert!(said.contains("the probability that one was missed is at most"), "{said}");
        let (status, said) = check(&counter, &["--store", "compact", "--search", search]);
        assert_eq!(status, Some(1), "{said}");
    }
    let (status, said) = check(&counter, &["--depth", "3"]);
    assert_eq!(status, Some(3), "{said}");
    let (status, said) = check(&counter, &["--search", "random", "--seed", "1", "--time", "60s"]);
    assert_eq!(status, Some(1), "{said}");
}

/// A thread that was started and has not gone on yet is part of the state with its object, whatever its method begins with.
#[test]
fn a_started_thread_keeps_its_object() {
    let (_directory, file) = written(
        "Loops",
        "public class Loops {
            static int all;
            static class Looping extends Thread {
                int last;
                public void run() {
                    for (int i = 0; i < 2; i++) {
                        last = i;
                        all++;
                    }
                }
            }
            public static void main(String[] arguments) {
                new Looping().start();
                new Looping().start();
            }
        }",
    );
    let (status, said) = check(&file, &["--consistency", "sequential"]);
    assert_eq!(status, Some(0), "{said}");
}

/// Exceptions of threads count unless the program handles them; choices and threads go together.
#[test]
fn exceptions_and_choices_in_threads() {
    let (_directory, file) = written(
        "Handled",
        "import glassbox.api.Verify;
        public class Handled {
            static volatile int seen;
            public static void main(String[] arguments) throws InterruptedException {
                Thread thread = new Thread(() -> {
                    if (Verify.choose(0, 2) == 1) {
                        throw new IllegalStateException(\"chosen\");
                    }
                });
                if (Verify.choose(0, 1) == 0) {
                    thread.setUncaughtExceptionHandler((t, e) -> seen = 1);
                }
                thread.start();
                thread.join();
            }
        }",
    );
    let (status, said) = check(&file, &[]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("java.lang.IllegalStateException: chosen"), "{said}");
    let (status, said) = check(&file, &["--property", "deadlock,assert"]);
    assert_eq!(status, Some(0), "{said}");
}

/// Programs that no search comes to the end of, and what threads cannot wait for here.
#[test]
fn programs_without_end_are_unknown() {
    let (_directory, file) = written(
        "Many",
        "public class Many {
            public static void main(String[] arguments) {
                for (;;) {
                    new Thread(() -> { synchronized (Many.class) { try { Many.class.wait(); } catch (InterruptedException e) { } } }).start();
                }
            }
        }",
    );
    let (status, said) = check(&file, &["--states", "3000"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("the budget of 3000 states is spent"), "{said}");
    let (_directory, file) = written(
        "Reads",
        "public class Reads {
            public static void main(String[] arguments) throws Exception {
                Thread reader = new Thread(() -> { try { System.in.read(); } catch (java.io.IOException e) { } });
                reader.start();
                reader.join();
            }
        }",
    );
    let (status, said) = check(&file, &[]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("not a bug in your program"), "{said}");
}

/// What other engines say of threads, and what `run` says of a program that is stuck.
#[test]
fn other_engines_know_one_thread() {
    let file = repository().join("bench/subjects/threads/Counter.java").display().to_string();
    let output = glassbox(&["check", "--engine", "explore", &file]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("--engine threads"), "{}", text(&output.stdout));
    let (_directory, file) = written(
        "Stuck",
        "public class Stuck {
            public static void main(String[] arguments) throws InterruptedException {
                Object lock = new Object();
                Thread other = new Thread(() -> {
                    synchronized (lock) {
                        System.out.println(\"never\");
                    }
                }, \"other\");
                synchronized (lock) {
                    other.start();
                    other.join();
                }
            }
        }",
    );
    let output = glassbox(&["run", &file]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("deadlock: no thread can go on"), "{said}");
    assert!(said.contains("\"main\" waits for the end of the thread \"other\""), "{said}");
    let wants = "\"other\" wants the monitor of an object of java.lang.Object, which \"main\" has";
    assert!(said.contains(wants), "{said}");
}

/// A table with a column for each thread; and assertions that no execution comes by.
#[test]
fn turns_are_told_in_columns_and_assertions_that_are_never_reached() {
    let counter = repository().join("bench/subjects/threads/Counter.java").display().to_string();
    let (status, said) = check(&counter, &[]);
    assert_eq!(status, Some(1), "{said}");
    let head = said.lines().find(|line| line.trim_start().starts_with("main ")).expect("a head of the table");
    assert!(head.contains("| Thread-0"), "{said}");
    assert!(said.contains("reads Counter.count") && said.contains("-> Counter.count = 1"), "{said}");
    let philosophers = repository().join("bench/subjects/threads/Philosophers.java").display().to_string();
    let (_, said) = check(&philosophers, &[]);
    assert!(said.contains("holds the monitor of an object of"), "{said}");
    let (_directory, file) = written(
        "Never",
        "public class Never {
            static volatile int data;
            static void other() {
                assert data > 5;
            }
            public static void main(String[] arguments) throws InterruptedException {
                Thread thread = new Thread(() -> data++);
                thread.start();
                thread.join();
                assert data == 1;
                if (data == 2) {
                    assert data > 2 : \"never\";
                }
            }
        }",
    );
    let (status, said) = check(&file, &[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("never reached"), "{said}");
    assert!(
        said.contains("Never.java:4 in Never.other") && said.contains("Never.java:12 in Never.main"),
        "{said}"
    );
    assert!(!said.contains("Never.java:10"), "{said}");
    let (_, said) = check(&file, &["--format", "json"]);
    assert!(said.contains("\"unreached_assertions\""), "{said}");
    // Where not everything was looked at, nothing is said.
    let (_, said) = check(&file, &["--depth", "2"]);
    assert!(!said.contains("never reached"), "{said}");
}
