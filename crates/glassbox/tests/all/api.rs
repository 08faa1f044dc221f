//! The package `glassbox.api`: as a jar for the user's own build, on an ordinary JVM, and kept between runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::text;

const PROGRAM: &str = "import glassbox.api.*;

public class Main {
    @Tree Main left;
    @Ghost int height;

    @Invariant boolean repOk() {
        return true;
    }

    @Requires(\"n >= 0\") @Ensures(\"result > n\") int next(int n) {
        return n + 1;
    }

    static Bounds bounds() {
        return Bounds.of().size(6).height(3).degree(2).objects(Object.class, 3).objects(Object.class, 4)
            .domain(\"Node.value\", 1, 5);
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(bounds());
        System.out.println(Verify.choose(3, 9) + \" \" + Verify.chooseBoolean() + \" \" + Verify.chooseFrom(\"a\", \"b\"));
        if (arguments.length > 0) {
            switch (arguments[0]) {
                case \"marks\" -> {
                    System.out.println(Main.class.getDeclaredField(\"left\").isAnnotationPresent(Tree.class));
                    System.out.println(Main.class.getDeclaredField(\"height\").isAnnotationPresent(Ghost.class));
                    System.out.println(Main.class.getDeclaredMethod(\"repOk\").isAnnotationPresent(Invariant.class));
                    var next = Main.class.getDeclaredMethod(\"next\", int.class);
                    System.out.println(next.getAnnotation(Requires.class).value());
                    System.out.println(next.getAnnotation(Ensures.class).value());
                }
                case \"assume\" -> Verify.assume(false);
                case \"fail\" -> Verify.fail(\"as asked\");
                case \"nothing\" -> Verify.choose(2, 1);
            }
        }
    }
}
";

fn run(directory: &Path, command: &str, arguments: &[&str]) -> Output {
    run_with(directory, command, arguments, &directory.join("cache"))
}

fn run_with(directory: &Path, command: &str, arguments: &[&str], cache: &Path) -> Output {
    let command = if command == "glassbox" { env!("CARGO_BIN_EXE_glassbox") } else { command };
    let output =
        Command::new(command).args(arguments).current_dir(directory).env("XDG_CACHE_HOME", cache).output();
    output.expect("the command runs")
}

/// A directory with the program, the jar, and the program's classes.
fn built() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::write(directory.path().join("Main.java"), PROGRAM).expect("the program can be written");
    for (command, arguments) in [
        ("glassbox", ["api", "--jar", "api.jar"].as_slice()),
        ("javac", &["-Xlint:all", "-Werror", "-g", "-cp", "api.jar", "-d", "classes", "Main.java"]),
    ] {
        let output = run(directory.path(), command, arguments);
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
    }
    directory
}

const BOUNDS: &str = "Bounds.of().size(6).height(3).degree(2).objects(java.lang.Object.class, 4).domain(\"Node.value\", 1, 5)\n";

#[test]
fn the_jar_is_harmless_on_an_ordinary_jvm() {
    let directory = built();
    let java = |arguments: &[&str]| {
        let all = [&["-cp", "api.jar:classes"], arguments].concat();
        run(directory.path(), "java", &all)
    };
    let output = java(&["Main"]);
    assert_eq!(text(&output.stdout), format!("{BOUNDS}3 false a\n"), "{}", text(&output.stderr));
    let output = java(&["Main", "marks"]);
    let marks = format!("{BOUNDS}3 false a\ntrue\ntrue\ntrue\nn >= 0\nresult > n\n");
    assert_eq!(text(&output.stdout), marks, "{}", text(&output.stderr));
    for (what, exception) in [
        ("assume", "java.lang.IllegalStateException: an assumption is false"),
        ("nothing", "java.lang.IllegalStateException: an assumption is false"),
        ("fail", "java.lang.AssertionError: as asked"),
    ] {
        let output = java(&["Main", what]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(exception), "{what}: {}", text(&output.stderr));
    }
    let seeded: Vec<String> = ["1", "1", "2", "3", "4"]
        .iter()
        .map(|seed| text(&java(&[&format!("-Dglassbox.seed={seed}"), "Main"]).stdout))
        .collect();
    assert_eq!(seeded[0], seeded[1], "the same for the same number");
    assert!(seeded.iter().any(|output| *output != seeded[0]), "another for another number: {seeded:?}");
}

#[test]
fn programs_that_were_compiled_against_the_jar_need_not_bring_it() {
    let directory = built();
    let output = run(directory.path(), "glassbox", &["run", "classes"]);
    assert_eq!(text(&output.stdout), format!("{BOUNDS}3 false a\n"), "{}", text(&output.stderr));
    let output = run(directory.path(), "glassbox", &["run", "--choices", "7,1,1", "classes"]);
    assert_eq!(text(&output.stdout), format!("{BOUNDS}7 true b\n"), "{}", text(&output.stderr));
    // The same jar every time, and for the oldest release that works.
    let output = run(directory.path(), "glassbox", &["api", "--jar", "again.jar"]);
    assert!(output.status.success());
    let bytes = |name: &str| std::fs::read(directory.path().join(name)).expect("the jar was written");
    assert_eq!(bytes("api.jar"), bytes("again.jar"));
    let jar = java::jar::Jar::open(&directory.path().join("api.jar"), 17).expect("it is a jar");
    assert_eq!(jar.classes().len(), 10, "{:?}", jar.classes());
    for class in jar.classes() {
        let bytes = jar.find(&class).expect("it can be read").expect("it is there");
        assert_eq!(bytes[6..8], [0, 61], "{class}");
    }
}

fn kept(cache: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(cache.join("glassbox")).expect("the directory was made");
    entries.map(|entry| entry.expect("it can be read").path()).collect()
}

#[test]
fn compiled_classes_are_kept_and_not_believed() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::write(directory.path().join("Main.java"), PROGRAM).expect("the program can be written");
    let works = |cache: &Path| {
        let output = run_with(directory.path(), "glassbox", &["run", "Main.java"], cache);
        assert_eq!(text(&output.stdout), format!("{BOUNDS}3 false a\n"), "{}", text(&output.stderr));
    };
    let cache = directory.path().join("cache");
    works(&cache);
    let files = kept(&cache);
    let [jar] = files.as_slice() else { panic!("one file should be kept: {files:?}") };
    let whole = std::fs::read(jar).expect("it can be read");
    // Kept means that nobody writes it again.
    let written = std::fs::metadata(jar).and_then(|data| data.modified()).expect("there are times");
    works(&cache);
    assert_eq!(std::fs::metadata(jar).and_then(|data| data.modified()).ok(), Some(written));
    for damage in [whole[..whole.len() / 2].to_vec(), b"nonsense".to_vec(), {
        let mut changed = whole.clone();
        changed[whole.len() / 3] ^= 0x55;
        changed
    }] {
        std::fs::write(jar, damage).expect("it can be written");
        works(&cache);
        assert_eq!(std::fs::read(jar).ok(), Some(whole.clone()), "it is made again");
    }
    assert_eq!(kept(&cache).len(), 1, "nothing temporary is left");
    // A file where the directory should be.
    std::fs::write(directory.path().join("file"), "x").expect("it can be written");
    works(&directory.path().join("file"));
}

#[test]
fn a_jar_that_cannot_be_written_is_a_diagnostic() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let output = run(directory.path(), "glassbox", &["api", "--jar", "gone/api.jar"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("error[GB0009]"), "{}", text(&output.stderr));
    let output = run(directory.path(), "glassbox", &["api", "--jar", "api.jar", "--java-home", "gone"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("error[GB0020]"), "{}", text(&output.stderr));
}
