//! The outside world: what a program asks of it is a choice, a setting or an assumption, and never one answer in silence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;
use std::sync::OnceLock;

use machine::OUTSIDE_WORLD;

use crate::support::{compiled, glassbox, repository, text};

/// The name of a program and the body of its method `main`; the exit code of its check; what that prints and does not print.
type Told = (&'static str, &'static str, i32, &'static [&'static str], &'static [&'static str]);

/// What is asked of the world.
const PROGRAMS: &[Told] = &[
    // Few values: all of them.
    ("Drawn", "assert new Random().nextInt(10) != 7;", 1, &["Random.nextInt = 7"], &[]),
    ("DrawnRight", "assert new Random().nextInt(10) < 10;", 0, &["holds"], &["assuming"]),
    (
        "Coins",
        "Random r = new Random(); assert r.nextBoolean() || r.nextBoolean();",
        1,
        &["nextBoolean"],
        &[],
    ),
    ("OfThread", "assert ThreadLocalRandom.current().nextInt(2, 6) != 5;", 1, &["= 5  of 2..5"], &[]),
    (
        "OfThreadRight",
        "int n = ThreadLocalRandom.current().nextInt(2, 6); assert 2 <= n && n < 6;",
        0,
        &[],
        &[],
    ),
    (
        "Splittable",
        "assert new SplittableRandom().split().nextLong(4) != 2;",
        1,
        &["boundedNextLong = 2"],
        &[],
    ),
    ("Secure", "assert new java.security.SecureRandom().nextInt(4) != 2;", 1, &["nextInt = 2"], &[]),
    ("Streamed", "assert new Random().ints(3, 0, 2).sum() != 3;", 1, &["boundedNextInt = 1"], &[]),
    ("StreamedRight", "assert new Random().ints(3, 0, 2).sum() <= 3;", 0, &[], &[]),
    (
        "Shuffled",
        "List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); Collections.shuffle(l); assert !l.equals(List.of(2, 3, 1));",
        1,
        &["nextInt"],
        &[],
    ),
    (
        "ShuffledRight",
        "List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); Collections.shuffle(l); assert new HashSet<>(l).size() == 3;",
        0,
        &[],
        &[],
    ),
    // Many values: a sample, which finds what is wrong at its ends and at the program's own numbers, and proves nothing.
    ("Half", "assert Math.random() >= 0.5;", 1, &["Math.random gives 0.0, sample"], &[]),
    ("Dice", "assert (int) (Math.random() * 6) != 4;", 1, &["sample"], &[]),
    ("Ends", "assert new Random().nextInt(1000) != 999;", 1, &["nextInt gives 999, sample"], &[]),
    ("Known", "assert new Random().nextLong() != 123456789L;", 1, &["nextLong gives 123456789, sample"], &[]),
    ("Rare", "assert new Random().nextGaussian() < 2;", 1, &["sample"], &[]),
    ("Most", "assert Math.random() < 2;", 3, &["random: only some values", "--random fixed"], &["holds"]),
    // A seed: the sequence of a virtual machine, whenever it is given.
    (
        "Seeded",
        "Random r = new Random(42); assert r.nextInt(10) == 0 && r.nextInt(10) == 3;",
        0,
        &[],
        &["assuming"],
    ),
    (
        "SeededLater",
        "Random r = new Random(); r.setSeed(42); assert r.nextInt(10) == 0;",
        0,
        &[],
        &["assuming"],
    ),
    (
        "Wrapped",
        "Random r = new Random(42) { @Override public int nextInt() { return 5; } }; assert r.nextInt() == 5;",
        0,
        &[],
        &[],
    ),
    (
        "Overridden",
        "Random r = new Random() { @Override protected int next(int bits) { return 3; } }; assert r.nextInt(8) == 0;",
        0,
        &[],
        &[],
    ),
    (
        "PassedOn",
        "Random r = new Random() { @Override public int nextInt() { return 1; } }; assert r.nextInt(8) < 8;",
        3,
        &["random"],
        &[],
    ),
    // Orders.
    ("FirstOfThree", "assert Set.of(1, 2, 3).iterator().next() != 2;", 1, &["order of Set.of"], &[]),
    ("FirstOfTwo", "assert Set.of(1, 2).iterator().next() != 2;", 1, &["order of Set.of"], &[]),
    ("InAnArray", "assert Set.of(1, 2).toArray()[0].equals(1);", 1, &["order of Set.of"], &[]),
    (
        "OfAMap",
        "assert Map.of(1, 1, 2, 2, 3, 3).keySet().iterator().next() != 2;",
        1,
        &["order of Set.of"],
        &[],
    ),
    (
        "Collected",
        "assert Stream.of(1, 2, 3).collect(Collectors.toUnmodifiableSet()).iterator().next() != 2;",
        1,
        &[],
        &[],
    ),
    (
        "NotAsked",
        "Set<Integer> s = Set.of(1, 2, 3); assert s.contains(2) && s.size() == 3;",
        0,
        &["0 states"],
        &["assuming"],
    ),
    ("OneElement", "assert Set.of(7).iterator().next() == 7;", 0, &["0 states"], &["assuming"]),
    (
        "OneSalt",
        "List<Integer> a = new ArrayList<>(Set.of(1, 2, 3)), b = new ArrayList<>(Set.of(1, 2, 3)); assert a.equals(b);",
        0,
        &[],
        &["assuming"],
    ),
    // References.
    (
        "Weak",
        "var w = new java.lang.ref.WeakReference<>(new Object()); System.gc(); assert w.get() != null;",
        1,
        &["references that System.gc() clears = 1"],
        &[],
    ),
    (
        "WeakStays",
        "var w = new java.lang.ref.WeakReference<>(new Object()); System.gc(); assert w.get() == null;",
        1,
        &["references that System.gc() clears = 0"],
        &[],
    ),
    (
        "Reached",
        "Object kept = new Object(); var w = new java.lang.ref.WeakReference<>(kept); System.gc(); assert w.get() == kept;",
        0,
        &["references that do not keep their object"],
        &[],
    ),
    (
        "Queued",
        "var q = new java.lang.ref.ReferenceQueue<Object>(); var w = new java.lang.ref.WeakReference<>(new Object(), q); System.gc(); \
         assert w.get() != null || q.poll() == w && q.poll() == null;",
        0,
        &["references that do not keep their object"],
        &[],
    ),
    (
        "WeakBeforeSoft",
        "Object o = new Object(); var s = new java.lang.ref.SoftReference<>(o); var w = new java.lang.ref.WeakReference<>(o); o = null; \
         System.gc(); assert s.get() == null || w.get() != null;",
        0,
        &[],
        &[],
    ),
    ("NothingWeak", "System.gc(); assert true;", 0, &["0 states"], &["assuming"]),
    // One answer, which the report names.
    ("Unique", "assert !UUID.randomUUID().equals(UUID.randomUUID());", 0, &["UUIDs or takes bytes"], &[]),
    ("Processors", "assert Runtime.getRuntime().availableProcessors() == 1;", 0, &["--processors"], &[]),
    ("Clock", "assert System.nanoTime() >= 0;", 0, &["the clock"], &[]),
    ("Hashes", "assert new Object().hashCode() != 5;", 0, &["identity hash codes"], &[]),
    ("Memory", "assert Runtime.getRuntime().maxMemory() > 0;", 0, &["how much memory"], &[]),
    (
        "Depth",
        "class Deep { static int f(int n) { return f(n + 1) + 1; } } try { Deep.f(0); } catch (StackOverflowError e) { }",
        0,
        &["until the stack is full"],
        &[],
    ),
    ("Properties", "assert System.getProperty(\"mode\") == null;", 0, &["-D says"], &[]),
    ("Separator", "assert System.lineSeparator().length() == 1;", 0, &["-D says"], &[]),
    ("Environment", "assert System.getenv(\"HOME\") == null;", 0, &["--env says"], &[]),
    ("Language", "assert \"TITLE\".toLowerCase().equals(\"title\");", 0, &["default locale"], &[]),
    ("Zone", "assert TimeZone.getDefault() != null;", 3, &["default time zone"], &[]),
    (
        "Arguments",
        "assert arguments.length == 0;",
        0,
        &["for all executions of `Arguments.main` without arguments"],
        &[],
    ),
    ("NoArguments", "assert true;", 0, &[], &["without arguments"]),
];

/// The programs, compiled.
fn classes() -> &'static tempfile::TempDir {
    static CLASSES: OnceLock<tempfile::TempDir> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let mut source =
            "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.stream.*;\n".to_string();
        for (name, body, ..) in PROGRAMS {
            writeln!(
                source,
                "class {name} {{ public static void main(String[] arguments) throws Exception {{ {body} }} }}"
            )
            .expect("texts can be written to");
        }
        source += ORDERS;
        let file = directory.path().join("Programs.java");
        std::fs::write(&file, source).expect("the programs can be written");
        compiled(&[file.display().to_string()])
    })
}

fn check(class: &str, more: &[&str]) -> (Option<i32>, String) {
    let directory = classes().path().display().to_string();
    let mut arguments = vec!["check", &directory, "--class", class];
    arguments.extend(more);
    let output = glassbox(&arguments);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

fn checked(engine: &[&str]) {
    for (name, body, code, said, unsaid) in PROGRAMS {
        let (exit, printed) = check(name, engine);
        assert_eq!(exit, Some(*code), "{name}: {body}\n{printed}");
        for words in *said {
            let of_one_thread = words.ends_with(" states") && !engine.is_empty();
            assert!(of_one_thread || printed.contains(words), "{name}: {words:?} is not in\n{printed}");
        }
        for words in *unsaid {
            // With threads there always is an assumption.
            let always = *words == "assuming" && !engine.is_empty();
            assert!(always || !printed.contains(words), "{name}: {words:?} is in\n{printed}");
        }
    }
}

#[test]
fn what_is_asked_is_a_choice_a_setting_or_an_assumption() {
    checked(&[]);
}

#[test]
fn it_is_the_same_with_the_engine_for_threads() {
    checked(&["--engine", "threads"]);
}

#[test]
fn every_row_of_the_table_is_shown_by_a_program() {
    let all: Vec<&str> = PROGRAMS.iter().flat_map(|(_, _, _, said, _)| said.iter().copied()).collect();
    for row in OUTSIDE_WORLD {
        let Some(words) = row.words else { continue };
        // What says so only with an option has a test of its own.
        let shown = all.iter().any(|said| words.contains(said)) || words.contains("--random fixed");
        // The library draws only where threads meet in its tables.
        assert!(shown || row.what.ends_with("of the library's own"), "{words}");
    }
}

#[test]
fn fixed_random_numbers_are_one_sequence_and_the_report_says_so() {
    for (class, words) in
        [("Most", "one sequence of them"), ("NotAsked", "holds"), ("OneSalt", "one order of them")]
    {
        let (exit, printed) = check(class, &["--random", "fixed"]);
        assert_eq!(exit, Some(0), "{printed}");
        assert!(printed.contains(words) && printed.contains("0 states"), "{printed}");
    }
}

#[test]
fn the_number_of_processors_is_a_setting() {
    let (exit, printed) = check("Processors", &["--processors", "4"]);
    assert_eq!(exit, Some(1), "{printed}");
}

#[test]
fn options_are_rejected_where_there_is_no_library() {
    for option in [["--random", "fixed"], ["--processors", "2"]] {
        let output = glassbox(&["check", "examples/coffee-machine/coffee.gbir", option[0], option[1]]);
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(printed.contains("leave out"), "{printed}");
    }
}

#[test]
fn traces_replay_with_the_world_that_they_were_found_in() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let report = directory.path().join("report.json").display().to_string();
    for (class, options) in [
        ("Ends", &[][..]),
        ("OfAMap", &[]),
        ("Weak", &[]),
        ("Shuffled", &["--engine", "threads"]),
        ("Processors", &["--processors", "4"]),
    ] {
        let mut all = vec!["--format", "json", "-o", &report];
        all.extend(options);
        let (exit, printed) = check(class, &all);
        assert_eq!(exit, Some(1), "{class}: {printed}");
        let output = glassbox(&["replay", &report, "--class", class]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{class}: {}",
            text(&output.stdout) + &text(&output.stderr)
        );
    }
}

/// Several collections of different sizes, of which one salt decides all orders.
const ORDERS: &str = r#"
class Orders {
    static String all() {
        StringBuilder s = new StringBuilder();
        for (Object o : Set.of("a", "b", "c")) s.append(o);
        for (Object o : Set.of("x", "y")) s.append(o);
        for (Object o : Map.of("k", 1, "l", 2, "m", 3).keySet()) s.append(o);
        for (Object o : Stream.of(1, 2, 3, 4).collect(Collectors.toUnmodifiableSet())) s.append(o);
        return s.toString();
    }
    public static void main(String[] arguments) {
        String all = all();
        System.out.println(all);
        assert false : all;
    }
}
"#;

#[test]
fn every_order_that_a_virtual_machine_shows_is_explored_and_not_every_combination() {
    let (exit, printed) = check("Orders", &["--all", "--property", "assert", "--format", "json"]);
    assert_eq!(exit, Some(1), "{printed}");
    let ours: BTreeSet<&str> = printed
        .split("\"message\": \"assertion failed: ")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    // Two directions of all, and as many beginnings as the least common table has entries to tell apart.
    assert!((4..=2 * (6 + 8 + 6)).contains(&ours.len()), "{ours:?}");
    for _ in 0..10 {
        let mut java = Command::new("java");
        let output = java.args(["-Xint", "-cp"]).arg(classes().path()).arg("Orders").output();
        let shown = text(&output.expect("`./x test` installs a JDK").stdout);
        assert!(ours.contains(shown.trim()), "a virtual machine shows {shown}, which is not in {ours:?}");
    }
}

/// Wherever the library looks at the salt there is a model that asks for it.
#[test]
fn nothing_reads_the_salt_behind_the_models() {
    let javap = |arguments: &[&str]| {
        let output = Command::new("javap").args(arguments).output().expect("`./x test` installs a JDK");
        text(&output.stdout)
    };
    let known: Vec<&str> = OUTSIDE_WORLD
        .iter()
        .filter(|row| row.asked == machine::Asked::Order)
        .flat_map(|row| row.functions.iter().copied())
        .collect();
    let outer = javap(&["-v", "-p", "java.util.ImmutableCollections"]);
    let (_, members) = outer.split_once("NestMembers:").expect("the class has nested ones");
    let members: Vec<String> = members
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("InnerClasses"))
        .filter(|line| line.starts_with("java/util/"))
        .map(|line| line.replace('/', "."))
        .collect();
    assert!(members.len() > 10, "{members:?}");
    // An iterator that was made has asked.
    let behind = ["SetN$SetNIterator.next", "MapN$MapNIterator.nextIndex"];
    let mut readers = 0;
    for class in &members {
        let mut method = String::new();
        for line in javap(&["-c", "-p", class]).lines() {
            if line.starts_with("  ") && !line.starts_with("   ") && line.contains('(') {
                let name =
                    line.split('(').next().and_then(|head| head.rsplit(' ').next()).unwrap_or_default();
                method = if name == class { "<init>".to_string() } else { name.to_string() };
            }
            if line.contains("ImmutableCollections.SALT32L") || line.contains("ImmutableCollections.REVERSE")
            {
                readers += 1;
                let full = format!("{class}.{method}");
                let asks = known.iter().any(|name| name.starts_with(&format!("{full}(")));
                assert!(asks || behind.iter().any(|name| full.ends_with(name)), "{full} reads the salt");
            }
        }
    }
    assert!(readers >= 6, "the library orders these collections in another way now");
}

/// The guide has the table of the code.
#[test]
fn the_guide_has_a_row_for_everything_that_is_asked() {
    let file = repository().join("docs/guide/world.md");
    let guide = std::fs::read_to_string(&file).expect("the guide has a page");
    let rows: String =
        OUTSIDE_WORLD.iter().map(|row| format!("| {} | {} |\n", row.what, row.treatment.name())).collect();
    let (begin, end) = ("|---|---|\n", "\n\n");
    let (before, rest) = guide.split_once(begin).expect("the page has a table");
    let (table, after) = rest.split_once(end).expect("something follows the table");
    if std::env::var_os("BLESS").is_some() {
        let new = format!("{before}{begin}{}{end}{after}", rows.trim_end());
        std::fs::write(&file, new).expect("the guide can be written");
        return;
    }
    assert_eq!(table, rows.trim_end());
}
