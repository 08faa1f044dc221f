//! Data races of programs with threads: which accesses are one, and which are none.

use crate::support::{glassbox, repository, text, written};

fn check(file: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["check", "--engine", "threads", "--property", "race", file];
    all.extend(arguments);
    let output = glassbox(&all);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// A program with two threads: what both know, what the first one does, what the other does, and what comes at the end.
fn program(fields: &str, first: &str, second: &str, last: &str) -> String {
    format!(
        "import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.concurrent.locks.*;
        import glassbox.api.Verify;
        public class Racy {{
            {fields}
            public static void main(String[] arguments) throws Exception {{
                Thread other = new Thread(() -> {{ try {{ {second} }} catch (Exception e) {{ throw new RuntimeException(e); }} }}, \"other\");
                other.start();
                {first}
                other.join();
                {last}
            }}
        }}"
    )
}

fn verdict(fields: &str, first: &str, second: &str, last: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let (_directory, file) = written("Racy", &program(fields, first, second, last));
    check(&file, arguments)
}

#[test]
fn unordered_accesses_race() {
    let cases = [
        // A field of an object, an element, a copy, and what a collection has inside.
        (
            "static class Box { int value; } static final Box box = new Box();",
            "box.value = 1;",
            "int seen = box.value;",
            "Box.value",
        ),
        ("static final int[] all = new int[3];", "all[1] = 1;", "all[1] = 2;", "element 1 of an array"),
        (
            "static final int[] all = new int[3]; static final int[] more = new int[3];",
            "all[2] = 1;",
            "System.arraycopy(all, 1, more, 0, 2);",
            "element 2 of an array",
        ),
        (
            "static final List<String> list = new ArrayList<>();",
            "list.add(\"a\");",
            "list.add(\"b\");",
            "java.util",
        ),
        // A volatile flag that is written too early orders nothing.
        (
            "static int data; static volatile boolean ready;",
            "ready = true; data = 1;",
            "if (ready) { int seen = data; }",
            "Racy.data",
        ),
        // Different monitors order nothing.
        (
            "static int data; static final Object a = new Object(), b = new Object();",
            "synchronized (a) { data++; }",
            "synchronized (b) { data++; }",
            "holding the monitor of an object of java.lang.Object",
        ),
        // A thread that chooses before it does anything that others notice.
        ("static int data;", "data = 1;", "if (Verify.choose(0, 1) == 1) { data = 2; }", "Racy.data"),
        // The first thing that a thread does, after a while.
        (
            "static int data;",
            "data = 1;",
            "int sum = 0; for (int i = 0; i < 1000; i++) { sum += i; } data = sum;",
            "Racy.data",
        ),
    ];
    for (fields, first, second, word) in cases {
        for arguments in [&[][..], &["--no-reduction"], &["--search", "dfs"]] {
            // Without reduction there are many states, and it is enough to see that the first ones say the same.
            let (status, said) = verdict(fields, first, second, "", arguments);
            assert_eq!(status, Some(1), "{first} | {second} {arguments:?}: {said}");
            assert!(said.contains("data race on"), "{said}");
            assert!(said.contains(word), "{first} | {second}: no `{word}` in {said}");
            assert!(said.contains("\"main\"") && said.contains("\"other\""), "{said}");
        }
    }
}

#[test]
fn ordered_accesses_do_not() {
    let cases = [
        // Start and end of a thread.
        ("static int data = 1;", "", "data++;", "data++;"),
        // One monitor.
        (
            "static int data; static final Object lock = new Object();",
            "synchronized (lock) { data++; }",
            "synchronized (lock) { data++; }",
            "data++;",
        ),
        // A volatile flag, and what it publishes.
        (
            "static int data; static volatile boolean ready;",
            "data = 1; ready = true;",
            "if (ready) { int seen = data; }",
            "",
        ),
        (
            "static class Box { int value; } static volatile Box box;",
            "Box made = new Box(); made.value = 1; box = made;",
            "Box seen = box; if (seen != null) { seen.value++; }",
            "",
        ),
        // Elements of their own.
        ("static final int[] all = new int[2];", "all[0] = 1;", "all[1] = 1;", ""),
        // Only reading.
        ("static int data = 3;", "int seen = data;", "int seen = data;", ""),
        // Atomics, locks, latches.
        (
            "static final AtomicInteger data = new AtomicInteger();",
            "data.incrementAndGet();",
            "data.incrementAndGet();",
            "",
        ),
        (
            "static int data; static final ReentrantLock lock = new ReentrantLock();",
            "lock.lock(); data++; lock.unlock();",
            "lock.lock(); data++; lock.unlock();",
            "",
        ),
        (
            "static int data; static final CountDownLatch latch = new CountDownLatch(1);",
            "data = 1; latch.countDown();",
            "latch.await(); data++;",
            "",
        ),
        // Waiting and notifying.
        (
            "static int data; static boolean ready; static final Object lock = new Object();",
            "data = 1; synchronized (lock) { ready = true; lock.notify(); }",
            "synchronized (lock) { while (!ready) { lock.wait(); } } data++;",
            "",
        ),
        // A final field, by whatever way others come by its object.
        (
            "static class Box { final int value; Box(int value) { this.value = value; } } static volatile Box box;",
            "box = new Box(1);",
            "Box seen = box; if (seen != null) { int value = seen.value; }",
            "",
        ),
        // The initialiser of a class.
        ("static class Lazy { static int data = 5; }", "int seen = Lazy.data;", "int seen = Lazy.data;", ""),
    ];
    for (fields, first, second, last) in cases {
        let (status, said) = verdict(fields, first, second, last, &[]);
        assert_eq!(status, Some(0), "{first} | {second} | {last}: {said}");
    }
}

/// What is checked for something else does not hold with a race, unless executions in order are asked for.
#[test]
fn other_verdicts_tell_of_races() {
    let (_directory, file) =
        written("Racy", &program("static int data;", "data = 1;", "data = 2;", "assert data > 0;"));
    let output = glassbox(&["check", "--engine", "threads", &file]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("a JVM may show what no order of steps does: data race on Racy.data"), "{said}");
    let output = glassbox(&["check", "--engine", "threads", "--consistency", "sequential", &file]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the program has a data race"), "{said}");
    let fixed = repository().join("bench/subjects/threads/CounterFixed.java").display().to_string();
    let output = glassbox(&["check", "--engine", "threads", &fixed]);
    assert!(text(&output.stdout).contains("- no data race, so every execution"), "{}", text(&output.stdout));
}

/// The library has races with itself, which are its own business.
#[test]
fn races_of_the_library_are_told_when_asked_for() {
    let fields = "static final Map<String, String> map = new HashMap<>(Map.of(\"a\", \"b\"));";
    let both = "int size = map.keySet().size();";
    let (status, said) = verdict(fields, both, both, "", &[]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = verdict(fields, both, both, "", &["--library-races"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("java.util.AbstractMap.keySet"), "{said}");
}

/// All races, each pair of places once, and each with a schedule that replays.
#[test]
fn all_races_are_told_and_replay() {
    let (directory, file) =
        written("Racy", &program("static int data, more;", "data = 1; more = 2;", "data = 2; more = 1;", ""));
    let report = directory.path().join("report.json").display().to_string();
    let (status, said) = check(&file, &["--all", "--format", "json", "-o", &report]);
    assert_eq!(status, Some(1), "{said}");
    let written = std::fs::read_to_string(&report).expect("it was written");
    assert_eq!(written.matches("\"property\": \"race\"").count(), 2, "{written}");
    let replayed = glassbox(&["replay", &report]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("data race on"), "{}", text(&replayed.stdout));
    let (status, said) = check(&file, &["--engine", "explore"]);
    assert_eq!(status, Some(2), "{said}");
}

#[test]
fn handles_of_variables_race_where_their_mode_is_plain() {
    let fields = "static int value; static int flag; static final java.lang.invoke.VarHandle FLAG, VALUE;
        static {
            try {
                var lookup = java.lang.invoke.MethodHandles.lookup();
                FLAG = lookup.findStaticVarHandle(Racy.class, \"flag\", int.class);
                VALUE = lookup.findStaticVarHandle(Racy.class, \"value\", int.class);
            } catch (ReflectiveOperationException e) { throw new Error(e); }
        }";
    let races = [
        ("VALUE.set(1);", "int seen = (int) VALUE.get();"),
        ("VALUE.setVolatile(1);", "int seen = value;"),
        ("value = 1;", "int seen = (int) VALUE.getAcquire();"),
        ("VALUE.getAndAdd(1);", "VALUE.weakCompareAndSetPlain(1, 2);"),
        ("value = 1; FLAG.setRelease(1);", "if ((int) FLAG.getAcquire() == 0) { int seen = value; }"),
    ];
    for (first, second) in races {
        let (status, said) = verdict(fields, first, second, "", &[]);
        assert_eq!(status, Some(1), "{first} {second}: {said}");
        assert!(said.contains("data race on Racy.value"), "{said}");
    }
    let none = [
        ("VALUE.setVolatile(1);", "int seen = (int) VALUE.getVolatile();"),
        ("VALUE.getAndAdd(1);", "VALUE.compareAndSet(1, 2);"),
        ("VALUE.get();", "int seen = (int) VALUE.get() + value;"),
        ("value = 1; FLAG.setRelease(1);", "if ((int) FLAG.getAcquire() == 1) { int seen = value; }"),
    ];
    for (first, second) in none {
        let (status, said) = verdict(fields, first, second, "", &["--consistency", "sequential"]);
        assert_eq!(status, Some(0), "{first} {second}: {said}");
        // Weaker orders than volatile count as volatile there. Otherwise they may hide executions, and races in those.
        let (status, said) = verdict(fields, first, second, "", &[]);
        let expected = if first.contains("Release") { 3 } else { 0 };
        assert_eq!(status, Some(expected), "{first} {second}: {said}");
    }
}
