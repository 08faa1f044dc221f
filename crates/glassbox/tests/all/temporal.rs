//! Executions without end: formulas of linear temporal logic, fairness, and threads that go round in circles.

use crate::support::{glassbox, text, written};

fn check(file: &str, property: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["check", "--engine", "threads", "--property", property, file];
    all.extend(arguments);
    let output = glassbox(&all);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// Somebody who waits for a door by looking again and again, and a keeper who opens it when asked.
const DOOR: &str = "public class Door {
    static volatile boolean asked, open;
    static final boolean WOODEN = true;
    static boolean isShut() {
        return !open;
    }
    public static void main(String[] arguments) {
        Thread keeper = new Thread(() -> {
            while (!asked) {
                Thread.onSpinWait();
            }
            open = true;
        }, \"keeper\");
        keeper.start();
        asked = true;
        while (!open) {
            Thread.onSpinWait();
        }
    }
}";

#[test]
fn formulas_are_true_or_false_of_executions() {
    let (directory, file) = written("Door", DOOR);
    let cases = [
        // Without fairness the keeper may never go on.
        ("LTL G (Door.asked -> F Door.open)", &[][..], 1, "never ends"),
        ("LTL G (Door.asked -> F Door.open)", &["--fair"], 0, "holds"),
        ("LTL F Door.open", &["--fair"], 0, "holds"),
        ("LTL !Door.open U Door.asked", &["--fair"], 0, "holds"),
        ("LTL !Door.open W Door.asked", &[], 0, "holds"),
        ("LTL G (Door.open -> G Door.open)", &[], 0, "holds"),
        ("LTL G (Door.isShut() <-> !Door.open)", &[], 0, "holds"),
        // The execution ends with the door open.
        ("LTL G F Door.isShut()", &["--fair"], 1, "which ends"),
        ("LTL G !Door.asked", &["--search", "dfs"], 1, "is false"),
        ("LTL false", &[], 1, "is false"),
        ("LTL true", &[], 0, "holds"),
    ];
    for (formula, arguments, status, word) in cases {
        let (ended, said) = check(&file, formula, arguments);
        assert_eq!(ended, Some(status), "{formula} {arguments:?}: {said}");
        assert!(said.contains(word), "{formula}: no `{word}` in {said}");
    }
    let (_, said) = check(&file, "LTL G (Door.asked -> F Door.open)", &[]);
    assert!(said.contains("from here on for ever"), "{said}");
    // What was recorded replays.
    let report = directory.path().join("report.json").display().to_string();
    let arguments = ["--format", "json", "-o", &report];
    assert_eq!(check(&file, "LTL G (Door.asked -> F Door.open)", &arguments).0, Some(1));
    let replayed = glassbox(&["replay", &report]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("from here on for ever"), "{}", text(&replayed.stdout));
    // A budget proves nothing.
    let (ended, said) = check(&file, "LTL F Door.open", &["--fair", "--depth", "4"]);
    assert_eq!(ended, Some(3), "{said}");
    // Every execution of a program with one thread and no choice has one state at most.
    let (_directory, alone) = written(
        "Alone",
        "public class Alone { static boolean done; public static void main(String[] a) { done = true; } }",
    );
    assert_eq!(check(&alone, "LTL F Alone.done", &[]).0, Some(0));
    assert_eq!(check(&alone, "LTL G Alone.done", &[]).0, Some(1));
}

#[test]
fn formulas_that_are_wrong_are_rejected_with_a_mark() {
    let (_directory, file) = written("Door", DOOR);
    let cases = [
        ("LTL G (Door.asked -> F)", "a formula is missing here", "^"),
        ("LTL G Door.opne", "no static boolean field", "did you mean Door.open?"),
        ("LTL G Door.isShit()", "no static method", "did you mean Door.isShut()?"),
        ("LTL G Window.open", "there is no class `Window`", "^^^^^^"),
        ("LTL X Door.open", "next step", "^"),
        ("LTL", "a formula is missing here", "^"),
        ("LTL G Door.WOODEN", "is final", "^^^^^^"),
    ];
    for (formula, word, more) in cases {
        let (ended, said) = check(&file, formula, &[]);
        assert_eq!(ended, Some(2), "{formula}: {said}");
        assert!(said.contains("GB0030") && said.contains(word) && said.contains(more), "{formula}: {said}");
    }
    let (ended, said) = check(&file, "LTL F Door.open,LTL G Door.open", &[]);
    assert_eq!(ended, Some(2), "{said}");
    let (ended, said) = check(&file, "LTL F Door.open", &["--store", "compact"]);
    assert_eq!(ended, Some(2), "{said}");
    for engine in ["explore", "glass", "korat", "blackbox"] {
        let output = glassbox(&["check", "--engine", engine, "--property", "LTL F Door.open", &file]);
        assert_eq!(output.status.code(), Some(2), "{engine}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("GB0008"), "{engine}: {}", text(&output.stderr));
    }
}

/// Threads that are polite for ever, and threads that are not.
#[test]
fn threads_that_go_round_in_circles_are_told() {
    let polite = |second: &str| {
        format!(
            "public class Polite {{
            static volatile boolean first, second;
            static void one() {{
                first = true;
                while (second) {{
                    first = false;
                    Thread.onSpinWait();
                    first = true;
                }}
                first = false;
            }}
            static void two() {{
                second = true;
                while (first) {{
                    {second}
                }}
                second = false;
            }}
            public static void main(String[] arguments) {{
                new Thread(Polite::one).start();
                two();
            }}
        }}"
        )
    };
    let (_directory, file) =
        written("Polite", &polite("second = false; Thread.onSpinWait(); second = true;"));
    let (ended, said) = check(&file, "livelock", &[]);
    assert_eq!(ended, Some(1), "{said}");
    assert!(said.contains("go round in circles") && said.contains("from here on for ever"), "{said}");
    let (ended, said) = check(&file, "deadlock,assert", &[]);
    assert_eq!(ended, Some(0), "{said}");
    // Also if only one of them gives way: it may do so whenever the other does not look.
    let (_directory, file) = written("Polite", &polite("Thread.onSpinWait();"));
    let (ended, said) = check(&file, "livelock", &[]);
    assert_eq!(ended, Some(1), "{said}");
    // Somebody who waits for what will happen does not wait for ever, if everybody goes on at some time.
    let (_directory, file) = written("Door", DOOR);
    let (ended, said) = check(&file, "livelock", &[]);
    assert_eq!(ended, Some(0), "{said}");
}

/// What is said where threads can go round in circles and nobody has asked.
const CIRCLES: &str = "go round in circles for ever, though each of them goes on, violate nothing";

#[test]
fn busy_waiting_is_told_and_violates_nothing() {
    let waiting = |last: &str| {
        format!(
            "public class Waiting {{
                static volatile boolean go;
                public static void main(String[] arguments) {{
                    new Thread(() -> {{ while (!go) {{ Thread.onSpinWait(); }} }}).start();
                    {last}
                }}
            }}"
        )
    };
    // Nobody ever lets it go.
    let (_directory, file) = written("Waiting", &waiting(""));
    for more in [&[][..], &["--search", "dfs"], &["--reduction", "none"], &["--property", "deadlock"]] {
        let output = glassbox(&[&["check", &file], more].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{more:?}: {said}");
        assert!(said.contains(CIRCLES), "{more:?}: {said}");
    }
    assert_eq!(check(&file, "livelock", &[]).0, Some(1));
    // So it is if the budget is spent meanwhile.
    let chosen = waiting("").replace("new Thread", "kept = glassbox.api.Verify.choose(0, 9999); new Thread");
    let chosen = chosen.replace("boolean go;", "boolean go; static int kept;");
    let (_directory, file) = written("Waiting", &chosen);
    let output = glassbox(&["check", &file, "--states", "400", "--search", "dfs", "--property", "deadlock"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains(CIRCLES), "{}", text(&output.stdout));
    // Somebody who waits for what will happen does not wait for ever, unless others are starved.
    let (_directory, file) = written("Waiting", &waiting("go = true;"));
    let output = glassbox(&["check", &file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(!text(&output.stdout).contains(CIRCLES), "{}", text(&output.stdout));
}

/// Also if several threads of the tool work.
#[test]
fn busy_waiting_is_told_whoever_works() {
    let (_directory, file) = written(
        "Diners",
        "public class Diners {
            static void eat(Object first, Object second) {
                while (true) { synchronized (first) { synchronized (second) { } } }
            }
            public static void main(String[] arguments) {
                Object[] forks = { new Object(), new Object(), new Object(), new Object() };
                for (int i = 0; i < 4; i++) {
                    Object one = forks[Math.min(i, (i + 1) % 4)], other = forks[Math.max(i, (i + 1) % 4)];
                    new Thread(() -> eat(one, other)).start();
                }
            }
        }",
    );
    let run = |more: &[&str]| {
        let output = glassbox(&[&["check", &file, "--property", "deadlock"], more].concat());
        let said = text(&output.stdout);
        let last = said.lines().last().unwrap_or_default().split(", depth").next().unwrap_or_default();
        (output.status.code(), said.contains(CIRCLES), last.to_string())
    };
    let alone = run(&["--jobs", "1"]);
    assert_eq!((alone.0, alone.1), (Some(0), true), "{alone:?}");
    assert_eq!(run(&["--jobs", "3"]), alone);
}

/// A thread that does nothing others notice, for ever, is told when the time is over.
#[test]
fn a_thread_that_goes_on_alone_for_ever_is_told() {
    let (_directory, file) = written(
        "Lonely",
        "public class Lonely {
            public static void main(String[] arguments) {
                new Thread(() -> { int x = 0; while (true) { x++; } }).start();
            }
        }",
    );
    let output = glassbox(&["check", &file, "--property", "deadlock", "--time", "6s"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("does nothing others notice") && said.contains("Lonely.java:3"), "{said}");
}

#[test]
fn what_is_about_threads_is_checked_by_their_engine() {
    let (_directory, file) = written(
        "Alone",
        "public class Alone { static boolean done; public static void main(String[] a) { done = true; } }",
    );
    for (property, status) in [
        ("race", 0),
        ("deadlock", 0),
        ("livelock", 0),
        ("deadlock,assert", 0),
        ("LTL F Alone.done", 0),
        ("LTL G Alone.done", 1),
    ] {
        let output = glassbox(&["check", &file, "--property", property, "--format", "json"]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{property}: {said}{}", text(&output.stderr));
        assert!(said.contains("\"engine\": \"threads\""), "{property}: {said}");
    }
    let output = glassbox(&["check", &file, "--property", "assert", "--format", "json"]);
    assert!(text(&output.stdout).contains("\"engine\": \"explore\""), "{}", text(&output.stdout));
}

/// The last thread ends with a write, the end of its `main`, an exception or `System.exit`, and may do so behind a choice.
#[test]
fn executions_that_end_anywhere_are_replayed() {
    let ends = [
        "p = false;",
        "synchronized (Ends.class) { p = true; }",
        "int chosen = Verify.choose(0, 2); p = chosen > 1;",
        "synchronized (Ends.class) { p = Verify.chooseBoolean(); }",
        "Object o = new Object(); p = o != null;",
        "if (Verify.chooseBoolean()) System.exit(3); p = true;",
        "int[] a = new int[Verify.choose(1, 2)]; a[0]++; p = a.length == 2;",
        "for (int i = 0; i < 2; i++) p = Verify.chooseBoolean();",
    ];
    for (index, main) in ends.iter().enumerate() {
        let thread = ends[(index + 3) % ends.len()].replace("System.exit(3)", "return");
        let program = format!(
            "import glassbox.api.Verify;
public class Ends {{
    static boolean p;
    public static void main(String[] arguments) {{
        new Thread(() -> {{ {thread} }}).start();
        {main}
    }}
}}"
        );
        let (_directory, file) = written("Ends", &program);
        for (formula, wanted) in
            [("LTL G !Ends.p", &[1][..]), ("LTL F Ends.p", &[0, 1]), ("LTL G F Ends.p", &[0, 1])]
        {
            for reduction in ["none", "sharing", "full"] {
                let (status, said) = check(&file, formula, &["--reduction", reduction]);
                let fits = status.is_some_and(|status| wanted.contains(&status));
                assert!(fits, "{formula} with {reduction}: {status:?}\n{program}\n{said}");
            }
        }
    }
}
