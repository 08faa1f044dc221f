//! Linearizability of classes: of our own, with planted defects and without, and of the JDK.

use crate::support::{class_file, compiled, glassbox, stat, text, written};

fn check(arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["check", "--property", "linearizable"];
    all.extend(arguments);
    let output = glassbox(&all);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// A class of the program, compiled.
fn class(name: &str, program: &str) -> (tempfile::TempDir, String) {
    let (_source, file) = written(name, program);
    let classes = compiled(&[file]);
    let file = class_file(&classes, name);
    (classes, file)
}

/// A subject, compiled.
fn subject(name: &str) -> (tempfile::TempDir, String) {
    let classes = compiled(&[format!("bench/subjects/threads/{name}.java")]);
    let file = class_file(&classes, name);
    (classes, file)
}

/// The table of a report, without what stands before and behind it.
fn table(report: &str) -> Vec<String> {
    let lines = report.lines().skip_while(|line| *line != "operations").skip(1);
    lines.take_while(|line| !line.is_empty()).map(|line| line.trim().to_string()).collect()
}

type Subject = (&'static str, &'static [&'static str], Result<(), &'static [&'static str]>);

/// The subjects with what is asked of them, whether they hold, and what the table of a violation has.
const SUBJECTS: &[Subject] = &[
    ("SharedCounter", &[], Err(&["increment(): 1 | increment(): 1"])),
    ("SharedCounterFixed", &[], Ok(())),
    ("StripedCounter", &[], Err(&["sum(): 1 | add(2): void", "| add(1): void"])),
    ("StripedCounterFixed", &["--prefix", "0"], Ok(())),
    ("MsQueue", &[], Err(&["enqueue(1): void | enqueue(1): void", "after: dequeue(): null"])),
    ("MsQueueFixed", &["--values", "1"], Ok(())),
    ("ListDeque", &["--values", "1"], Err(&["pollFirst(): null"])),
    ("ListDequeFixed", &["--values", "1", "--prefix", "0"], Ok(())),
    ("LazySet", &[], Err(&["add(1): true | add(1): true"])),
    ("LazySetFixed", &["--operations", "1"], Ok(())),
];

#[test]
fn subjects_are_told_apart() {
    let files: Vec<String> =
        SUBJECTS.iter().map(|(name, ..)| format!("bench/subjects/threads/{name}.java")).collect();
    let classes = compiled(&files);
    for (name, arguments, wanted) in SUBJECTS {
        let file = class_file(&classes, name);
        let mut all = vec![file.as_str()];
        all.extend(*arguments);
        let (code, report) = check(&all);
        match wanted {
            Ok(()) => assert_eq!(code, Some(0), "{name}: {report}"),
            Err(rows) => {
                assert_eq!(code, Some(1), "{name}: {report}");
                let table = table(&report);
                for row in *rows {
                    assert!(table.iter().any(|line| line.contains(row)), "{name}: no `{row}` in {report}");
                }
            }
        }
    }
}

#[test]
fn the_queue_and_the_map_of_the_jdk_hold_at_the_smallest_bounds() {
    for class in ["ConcurrentLinkedQueue", "ConcurrentHashMap"] {
        let name = format!("java.util.concurrent.{class}");
        let (code, report) =
            check(&["--class", &name, "--operations", "1", "--prefix", "0", "--values", "1"]);
        assert_eq!(code, Some(0), "{report}");
        assert!(report.contains("2 threads with one operation each of "), "{report}");
        assert!(report.contains("some methods are not called"), "{report}");
    }
}

/// What is wrong with it shows only in two operations of one thread.
#[test]
fn a_class_of_the_jdk_that_promises_less_is_violated() {
    let (code, report) = check(&[
        "--class",
        "java.util.concurrent.ConcurrentHashMap",
        "--methods",
        "put,get,size",
        "--values",
        "1",
        "--prefix",
        "0",
    ]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("size(): 0"), "{report}");
}

const REGISTER: &str = "public class Register {
    private volatile int value;
    public int get() { return value; }
    public void set(int next) { value = next; }
    public int add(int more) { int sum = value + more; value = sum; return sum; }
}";

#[test]
fn the_number_of_scenarios_is_a_closed_form() {
    let (_directory, file) = class("Register", REGISTER);
    // `get()`, `set(1)`, `set(2)`: states 0, 1, 2 with one operation before.
    for (operations, threads, sequences) in [(1u64, 2u64, 3u64), (2, 2, 12), (1, 3, 3)] {
        let combinations = (0..threads).fold(1, |all, thread| all * (sequences + thread) / (thread + 1));
        for (prefix, beginnings) in [("0", 1), ("1", 3), ("2", 3)] {
            let (operations, threads) = (operations.to_string(), threads.to_string());
            let (code, report) = check(&[
                &file,
                "--methods",
                "get,set",
                "--operations",
                &operations,
                "--threads",
                &threads,
                "--prefix",
                prefix,
                "--format",
                "json",
            ]);
            assert_eq!(code, Some(0), "{report}");
            assert_eq!(stat(&report, "scenarios"), beginnings * combinations, "{report}");
            assert_eq!(stat(&report, "scenarios_total"), beginnings * combinations, "{report}");
            assert_eq!(stat(&report, "beginnings"), beginnings, "{report}");
        }
    }
}

#[test]
fn no_history_is_lost() {
    let register = REGISTER.replace(
        "public int add(int more) {",
        "public void touch() { int seen = value; value = seen; } int add(int more) {",
    );
    let (_directory, file) = class("Register", &register);
    let histories = |arguments: &[&str]| {
        let mut all =
            vec![file.as_str(), "--operations", "1", "--prefix", "0", "--values", "1", "--format", "json"];
        all.extend(arguments);
        let (code, report) = check(&all);
        assert_eq!(code, Some(0), "{report}");
        stat(&report, "histories")
    };
    // Two operations that give nothing: at the same time, or one before the other.
    assert_eq!(histories(&["--methods", "touch"]), 3);
    // One access each: one before the other, for `get` and `get`, `get` and `set`, `set` and `set`.
    assert_eq!(histories(&["--methods", "get,set"]), 3 * 2);
    // Where threads change at every access, operations are longer, and there are at least as many.
    let files: Vec<String> = ["MsQueueFixed", "LazySetFixed", "SharedCounterFixed"]
        .iter()
        .map(|name| format!("bench/subjects/threads/{name}.java"))
        .collect();
    let classes = compiled(&files);
    for name in ["MsQueueFixed", "LazySetFixed", "SharedCounterFixed"] {
        let file = class_file(&classes, name);
        let histories = |reduction: &str| {
            let (code, report) = check(&[
                &file,
                "--operations",
                "1",
                "--values",
                "1",
                "--reduction",
                reduction,
                "--format",
                "json",
            ]);
            assert_eq!(code, Some(0), "{report}");
            (stat(&report, "histories"), stat(&report, "states"))
        };
        let (sharing, every) = (histories("sharing"), histories("none"));
        assert!(sharing.0 <= every.0 && sharing.1 <= every.1, "{name}: {sharing:?} {every:?}");
    }
}

#[test]
fn the_number_of_workers_does_not_show() {
    let report = |file: &str, jobs: &str| {
        let (_, report) = check(&[file, "--values", "1", "--jobs", jobs, "--format", "json"]);
        let keep = |line: &&str| {
            !["\"seconds\"", "\"peak_bytes\""].iter().any(|name| line.trim_start().starts_with(name))
        };
        report.lines().filter(keep).map(str::to_string).collect::<Vec<_>>()
    };
    for name in ["ListDeque", "SharedCounterFixed"] {
        let (_classes, file) = subject(name);
        assert_eq!(report(&file, "1"), report(&file, "3"), "{name}");
    }
}

#[test]
fn a_violation_can_be_replayed() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let report = directory.path().join("report.json").display().to_string();
    let (_classes, file) = subject("ListDeque");
    let (code, shown) = check(&[&file, "--values", "1", "--format", "json", "-o", &report]);
    assert_eq!(code, Some(1), "{shown}");
    let output = glassbox(&["replay", &report]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let replayed = text(&output.stdout);
    let (_, first) = check(&[&file, "--values", "1"]);
    assert!(!table(&first).is_empty(), "{first}");
    assert_eq!(table(&replayed), table(&first));
}

#[test]
fn operations_belong_to_their_threads() {
    // One after the other in one thread, `unlock` never throws; in two threads it does, also one after the other.
    let lock = "import java.util.concurrent.locks.ReentrantLock;
    public class Owned {
        private final ReentrantLock lock = new ReentrantLock();
        public void acquire() { lock.lock(); }
        public void release() { lock.unlock(); }
    }";
    let (_directory, file) = class("Owned", lock);
    let (code, report) = check(&[&file, "--prefix", "0"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("never returns may have taken effect or not"), "{report}");
}

#[test]
fn an_operation_that_waits_may_have_taken_effect_or_not() {
    let queue = |put: &str| {
        format!(
            "import java.util.ArrayDeque;
            public class Waiting {{
                private final ArrayDeque<Integer> items = new ArrayDeque<>();
                public synchronized void put(int item) {{ items.add(item); {put} }}
                public synchronized int take() throws InterruptedException {{
                    while (items.isEmpty()) wait();
                    return items.remove();
                }}
                public synchronized int size() {{ return items.size(); }}
            }}"
        )
    };
    for put in ["notifyAll();", ""] {
        let (_directory, file) = class("Waiting", &queue(put));
        // Who waits for ever is no violation, whoever forgot to notify.
        let (code, report) = check(&[&file, "--values", "1"]);
        assert_eq!(code, Some(0), "{report}");
    }
    // Two who are woken up take the same item.
    let twice =
        queue("notifyAll();").replace("while (items.isEmpty()) wait();", "if (items.isEmpty()) wait();");
    let (_directory, file) = class("Waiting", &twice);
    let (code, report) = check(&[&file, "--values", "1", "--threads", "3", "--operations", "1"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("throws NoSuchElementException"), "{report}");
}

#[test]
fn a_thread_that_goes_round_in_circles_waits() {
    let spin = "import java.util.concurrent.atomic.AtomicBoolean;
    public class Spin {
        private final AtomicBoolean held = new AtomicBoolean();
        private int count;
        public int add() {
            while (!held.compareAndSet(false, true)) { }
            int next = ++count;
            held.set(false);
            return next;
        }
        public void keep() { while (!held.compareAndSet(false, true)) { } }
    }";
    let (_directory, file) = class("Spin", spin);
    let (code, report) = check(&[&file, "--prefix", "0"]);
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn objects_and_exceptions_are_results() {
    let cell = "public class Cell {
        public static class Thing { }
        private volatile Object kept;
        public Thing swap(Thing thing) { Thing old = (Thing) kept; kept = thing; return old; }
        public Cell self() { if (kept == null) throw new IllegalStateException(); return this; }
    }";
    let (_directory, file) = class("Cell", cell);
    let (code, report) = check(&[&file, "--prefix", "0"]);
    assert_eq!(code, Some(1), "{report}");
    let table = table(&report);
    assert!(table.iter().any(|line| line.contains("swap(value1): null | swap(value1): null")), "{report}");
    let (code, report) = check(&[&file, "--methods", "self", "--prefix", "0"]);
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn an_abstraction_observes() {
    let hidden = "public class Hidden {
        private volatile int count;
        public void add() { count = count + 1; }
        int total() { return count; }
    }";
    let (_directory, file) = class("Hidden", hidden);
    let (code, report) = check(&[&file]);
    assert_eq!(code, Some(0), "nobody can see it: {report}");
    let (code, report) = check(&[&file, "--abstraction", "total"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("after: total(): 1"), "{report}");
}

#[test]
fn a_constructor_may_have_parameters() {
    let bounded = "public class Bounded {
        private final int limit;
        private int count;
        public Bounded(int limit) { this.limit = limit; }
        public synchronized boolean take() { if (count == limit) return false; count++; return true; }
    }";
    let (_directory, file) = class("Bounded", bounded);
    let (code, report) = check(&[&file]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("on `new Bounded(2)`"), "{report}");
}

#[test]
fn what_depends_on_identity_hash_codes_is_not_judged() {
    let hashed = "public class Hashed {
        private volatile Object last = new Object();
        public int renew() { Object next = new Object(); int hash = next.hashCode(); last = next; return hash; }
    }";
    let (_directory, file) = class("Hashed", hashed);
    let (code, report) = check(&[&file, "--operations", "1"]);
    assert_ne!(code, Some(1), "{report}");
}

#[test]
fn a_class_that_starts_threads_is_not_judged() {
    let helped = "public class Helped {
        private volatile int count;
        public void add() { new Thread(() -> count++).start(); }
        public int get() { return count; }
    }";
    let (_directory, file) = class("Helped", helped);
    let (code, report) = check(&[&file, "--operations", "1", "--prefix", "0"]);
    assert_eq!(code, Some(3), "{report}");
    assert!(
        report.contains("not supported: a thread that the class starts by itself at Helped.java"),
        "{report}"
    );
}

#[test]
fn a_budget_says_how_far_it_got() {
    let (_classes, file) = subject("LazySetFixed");
    let (code, report) = check(&[&file, "--states", "500"]);
    assert_eq!(code, Some(3), "{report}");
    assert!(report.contains("of 2709 scenarios were not looked at to the end"), "{report}");
}

#[test]
fn what_cannot_be_checked_is_rejected() {
    let (_directory, file) = class("Register", REGISTER);
    let (_other, empty) = class("Empty", "public class Empty { }");
    let (_third, none) = class("None", "public abstract class None { public void run() { } }");
    let (_fourth, closed) =
        written("Closed", "public class Closed { private Closed() { } public void run() { } }");
    for (arguments, said) in [
        (vec![file.as_str(), "--threads", "1"], "--threads 2 or more"),
        (vec![file.as_str(), "--operations", "0"], "--operations 1 or more"),
        (vec![file.as_str(), "--threads", "99"], "--threads 7 or less"),
        (vec![file.as_str(), "--methods", "gett"], "did you mean get?"),
        (vec![file.as_str(), "--values", "5..1"], "the range `5..1` is empty"),
        (vec![file.as_str(), "--engine", "glass"], "leave out --engine"),
        (vec![file.as_str(), "--property", "deadlock"], "linearizability is checked by itself"),
        (vec![file.as_str(), "--search", "random"], "always searched exactly"),
        (vec![file.as_str(), "--abstraction", "nothing"], "has no method `nothing()`"),
        (vec![empty.as_str()], "has no public method that can be called"),
        (vec![none.as_str()], "is abstract"),
        (vec![closed.as_str()], "has no constructor that can be called"),
        (vec!["--class", "java.util.concurrent.NoSuchQueue"], "NoSuchQueue"),
    ] {
        let (code, report) = check(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {report}");
        assert!(report.contains(said), "{arguments:?}: {report}");
    }
}

/// A new object would be all that threads start from, and the operations are fine there: what a long call leads to is missing.
#[test]
fn a_call_before_the_threads_that_takes_long_is_not_left_out() {
    let program = "public class Slow {
        int calls;
        public synchronized int call() {
            if (calls == 0) for (int i = 0; i < 3000000; i++) calls = i;
            return calls++;
        }
    }";
    let (_directory, file) = class("Slow", program);
    let (code, report) = check(&[&file, "--operations", "1"]);
    assert_eq!(code, Some(3), "{report}");
    assert!(report.contains("an operation before the threads start"), "{report}");
}
