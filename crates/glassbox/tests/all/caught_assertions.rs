//! An assertion that fails counts where it fails, whatever catches the error: with every way to catch one, on every JDK.
//!
//! The JVM is the oracle for what fails: every program ends there in peace with assertions on, so that nothing leaves it, and
//! prints something else than with assertions off if an `assert` statement fails.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Jdk, class_file, glassbox, sources_with_api, text};

/// What a program does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    /// An `assert` statement fails.
    Fails,
    /// An error that is thrown by hand leaves a thread or a task.
    Throws,
    /// Nothing that counts.
    Nothing,
    /// It asks whether assertions are on, or expects that one fails.
    Asks,
}

/// Programs by their names: what they do, and the members of their class. None has an argument.
const PROGRAMS: &[(&str, Does, &str)] = &[
    (
        "Caught",
        Does::Fails,
        r#"public static void main(String[] a) {
        try { assert a.length == 1 : "length " + a.length; } catch (AssertionError e) { System.out.println(e.getMessage()); }
    }"#,
    ),
    (
        "Throwables",
        Does::Fails,
        r#"static void positive(int x) { assert x > 0; }
    public static void main(String[] a) { try { positive(a.length); } catch (Throwable e) { System.out.println("caught"); } }"#,
    ),
    (
        "Constant",
        Does::Fails,
        r#"public static void main(String[] a) {
        try { if (a.length == 0) { assert false : "never"; } } catch (Throwable e) { System.out.println("caught"); }
    }"#,
    ),
    (
        "Elsewhere",
        Does::Fails,
        r#"static void never() { assert false; }
    public static void main(String[] a) { try { never(); } catch (AssertionError e) { System.out.println("caught"); } }"#,
    ),
    (
        "Finally",
        Does::Fails,
        r#"@SuppressWarnings("finally") static int sign(int x) {
        int sign = 0;
        try { assert x > 0; sign = 1; } finally { return sign; }
    }
    public static void main(String[] a) { System.out.println(sign(a.length)); }"#,
    ),
    (
        "Loop",
        Does::Fails,
        r#"public static void main(String[] a) {
        for (int i = 0; i < 3; i++) {
            try { if (i == 1) { assert i != 1 : i > 0 ? "one" : "none"; } else { System.out.println(i); } }
            catch (AssertionError e) { System.out.println("caught"); }
        }
    }"#,
    ),
    (
        "Initialiser",
        Does::Fails,
        r#"static class Once { static int value; static { assert value == 1; } }
    public static void main(String[] a) {
        try { System.out.println(Once.value); } catch (Throwable t) { System.out.println("caught " + t); }
    }"#,
    ),
    (
        "Default",
        Does::Fails,
        r#"interface Positive { default void of(int x) { assert x > 0; } }
    public static void main(String[] a) {
        try { new Positive() { }.of(0); } catch (Error e) { System.out.println("caught " + e); }
    }"#,
    ),
    (
        "Handler",
        Does::Fails,
        r#"public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { assert a.length == 1; });
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println("caught " + e));
        t.start();
        t.join();
    }"#,
    ),
    (
        "InHandler",
        Does::Fails,
        r#"public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { throw new IllegalStateException(); });
        t.setUncaughtExceptionHandler((thread, e) -> { assert e == null; System.out.println("no"); });
        t.start();
        t.join();
    }"#,
    ),
    (
        "Pool",
        Does::Fails,
        r#"public static void main(String[] a) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> { assert a.length == 1; System.out.println("done"); });
        pool.shutdown();
    }"#,
    ),
    (
        "Future",
        Does::Fails,
        r#"public static void main(String[] a) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> { assert a.length == 1; System.out.println("done"); return 1; });
        task.run();
    }"#,
    ),
    (
        "Completable",
        Does::Fails,
        r#"public static void main(String[] a) {
        CompletableFuture<Integer> one = CompletableFuture.completedFuture(1);
        System.out.println(one.thenApply(x -> { assert x == 2; return x; }).isCompletedExceptionally());
    }"#,
    ),
    (
        "Handed",
        Does::Throws,
        r#"public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { throw new AssertionError("by hand"); });
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println("caught " + e));
        t.start();
        t.join();
    }"#,
    ),
    (
        "HandedPool",
        Does::Throws,
        r#"public static void main(String[] a) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> { throw new AssertionError("by hand"); });
        pool.shutdown();
    }"#,
    ),
    (
        "HandedFuture",
        Does::Throws,
        r#"public static void main(String[] a) {
        new FutureTask<Integer>(() -> { try { throw new AssertionError("by hand"); } finally { System.out.println(1); } }).run();
    }"#,
    ),
    (
        "HandedCompletable",
        Does::Throws,
        r#"public static void main(String[] a) {
        CompletableFuture<Integer> one = CompletableFuture.completedFuture(1);
        one.thenApply(x -> { if (x != 2) throw new AssertionError("by hand"); return x; });
    }"#,
    ),
    (
        "HandCaught",
        Does::Nothing,
        r#"static void fail() { throw new AssertionError("by hand"); }
    public static void main(String[] a) { try { fail(); } catch (AssertionError e) { System.out.println("caught"); } }"#,
    ),
    (
        "Passing",
        Does::Nothing,
        r#"public static void main(String[] a) {
        for (int i = 0; i < 3; i++) {
            assert i < 3 : i;
            if (i == 1) { assert i == 1; } else { assert i != 1; }
            if (!java.util.List.of(0, 1, 2).contains(i)) { throw new AssertionError(i); }
        }
    }"#,
    ),
    (
        "Off",
        Does::Asks,
        r#"static boolean on;
    static { try { assert false : "on? " + on; } catch (AssertionError | RuntimeException e) { on = true; } }
    public static void main(String[] a) {
        boolean also = false;
        try { assert false; } catch (AssertionError e) { also = true; }
        boolean too = false;
        assert too = true;
        System.out.println(on + " " + also + " " + too);
    }"#,
    ),
    (
        "Expected",
        Does::Asks,
        r#"interface Body { void run() throws Throwable; }
    static void assertThrows(Class<? extends Throwable> expected, Body body) {
        try { body.run(); } catch (Throwable t) { if (expected.isInstance(t)) { System.out.println("thrown"); return; } }
        System.out.println("nothing thrown");
    }
    public static void main(String[] a) {
        assertThrows(AssertionError.class, () -> { assert a.length == 1; });
        assertThrows(IllegalStateException.class, () ->
            CompletableFuture.completedFuture(1).thenAccept(x -> { throw new AssertionError(); }));
    }"#,
    ),
];

fn on_jvm(jdk: &Jdk, classes: &Path, name: &str, assertions: &str) -> Output {
    let mut java = Command::new(jdk.home.join("bin/java"));
    let output = java
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", assertions, "-cp"])
        .arg(classes)
        .arg(name)
        .output();
    output.expect("the JVM runs")
}

#[test]
fn a_failing_assertion_counts_whatever_catches_it() {
    for jdk in Jdk::all() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let mut javac = Command::new(jdk.home.join("bin/javac"));
        javac.args(java::compile::QUICK).args(["-g", "-nowarn", "-d"]).arg(directory.path());
        for (name, _, members) in PROGRAMS {
            let file = directory.path().join(format!("{name}.java"));
            let program =
                format!("import java.util.concurrent.*;\npublic class {name} {{\n    {members}\n}}\n");
            std::fs::write(&file, program).expect("the program can be written");
            javac.arg(file);
        }
        let output = javac.output().expect("the compiler runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        for (name, does, _) in PROGRAMS {
            let on = on_jvm(&jdk, directory.path(), name, "-ea");
            let off = on_jvm(&jdk, directory.path(), name, "-da");
            // What leaves a handler of a thread shows nowhere but in the output of the JVM.
            assert!(on.status.success(), "{name}: {}", text(&on.stderr));
            let tells = *does == Does::Fails || *does == Does::Asks;
            assert_eq!((on.stdout != off.stdout) || *name == "InHandler", tells, "{name}");
            let file = directory.path().join(format!("{name}.class")).display().to_string();
            let home = jdk.home.display().to_string();
            for (caught, violated) in
                [("count", matches!(does, Does::Fails | Does::Throws)), ("allow", false)]
            {
                let output = glassbox(&[
                    "check",
                    &file,
                    "--java-home",
                    &home,
                    "--property",
                    "assert",
                    "--caught-assertions",
                    caught,
                    "--states",
                    "1500",
                ]);
                let said = text(&output.stdout) + &text(&output.stderr);
                let expected = if violated { "violated: assert at " } else { "holds: assert" };
                // Orders of pools are many.
                let spent = name.ends_with("Pool") && !violated && said.contains("states is spent");
                assert!(
                    said.starts_with(expected) || spent,
                    "{name} {caught} with JDK {}: {said}",
                    jdk.release
                );
            }
        }
    }
}

/// Classes for the engines that call methods: what they do wrong is seen by nobody but the handler.
fn classes() -> [(String, String); 2] {
    let boxed = "public class Box {
        private int n;
        public boolean repOk() { return n >= 0 && n <= 3; }
        public void add(int x) {
            if (n == 3) { return; }
            try { assert n < 2 : \"full\"; } catch (AssertionError e) { }
            n++;
        }
    }";
    let methods = "import glassbox.api.*;
    public class Methods {
        private int n;
        @Ensures(\"true\") public void own(int x) {
            try { assert n != x; } catch (AssertionError e) { n = 0; }
        }
        private void inner(int x) { assert n != x; }
        @Ensures(\"true\") public void below(int x) {
            try { inner(x); } catch (AssertionError e) { n = 0; }
        }
        @Ensures(\"true\") public void around(int x) {
            for (int i = 0; i < 2; i++) {
                try { assert n != x; } catch (AssertionError e) { n = 0; }
            }
        }
        @Ensures(\"true\") public void guarded(int x) {
            if (n == x) { return; }
            try { assert n != x; } finally { n = 0; }
        }
    }";
    [("Box".to_string(), boxed.to_string()), ("Methods".to_string(), methods.to_string())]
}

#[test]
fn every_engine_for_java_counts_what_is_caught() {
    let directory = sources_with_api(&classes());
    let (subject, methods) = (class_file(&directory, "Box"), class_file(&directory, "Methods"));
    let structure = ["check", &subject, "--size", "1", "--domain", "Box.n=0..3"];
    let ways: Vec<(Vec<&str>, bool)> = vec![
        (vec!["explore", &subject, "--length", "4", "--mode", "standard"], true),
        (vec!["explore", &subject, "--length", "4", "--mode", "delta"], true),
        ([&structure[..], &["--engine", "glass"]].concat(), true),
        ([&structure[..], &["--engine", "korat"]].concat(), true),
        ([&structure[..], &["--engine", "blackbox"]].concat(), true),
        (vec!["check", &methods, "--method", "Methods.own"], true),
        (vec!["check", &methods, "--method", "Methods.below"], true),
        (vec!["check", &methods, "--method", "Methods.around"], true),
        (vec!["check", &methods, "--method", "Methods.guarded"], false),
    ];
    for (arguments, violated) in ways {
        for caught in ["count", "allow"] {
            let output = glassbox(&[&arguments[..], &["--caught-assertions", caught]].concat());
            let said = text(&output.stdout) + &text(&output.stderr);
            let expected = if violated && caught == "count" { "violated: assert at " } else { "holds: " };
            assert!(said.starts_with(expected), "{arguments:?} {caught}: {said}");
        }
    }
}

#[test]
fn the_option_is_rejected_where_it_means_nothing() {
    let directory = sources_with_api(&classes());
    let subject = class_file(&directory, "Box");
    for arguments in [
        &["check", &subject, "--property", "linearizable", "--caught-assertions", "count"][..],
        &["check", &subject, "--property", "race", "--caught-assertions", "allow"],
        &["explore", &subject, "--allow", "java.lang.AssertionError", "--caught-assertions", "count"],
    ] {
        let output = glassbox(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("--caught-assertions"), "{}", text(&output.stderr));
    }
}
