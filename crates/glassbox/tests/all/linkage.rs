//! Programs whose classes have changed since they were compiled, against the JVM.
//!
//! A small program is compiled; then some of the classes that it uses are changed as their authors might change
//! them, compiled again alone, or deleted. Each use of them is in a class of its own, and `Main` says what every use comes
//! to. The JVM runs the result, and so do we. What it prints must be the same, word by word. Where the JVM's
//! verifier has a complaint of its own we may reject the input.
//!
//! The test makes few such programs of one seed. By hand, `LINKAGE_SEED=7 LINKAGE_COUNT=100` makes more.

mod programs;

use std::path::Path;
use std::process::{Command, Output};

use programs::{Mutant, USES};

use crate::support::{Jdk, text};

/// splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn write(directory: &Path, files: &[(String, String)]) {
    for (name, source) in files {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().expect("files have directories")).expect("it can be made");
        std::fs::write(path, source).expect("it can be written");
    }
}

/// Compiles files, and tells whether they are a program.
fn compile(jdk: &Jdk, sources: &Path, files: &[(String, String)], classes: &Path) -> bool {
    write(sources, files);
    let mut command = Command::new(jdk.home.join("bin/javac"));
    command.args(["-nowarn", "-g", "--release", "17", "-d"]).arg(classes);
    command.args(files.iter().map(|(name, _)| sources.join(name)));
    command.output().expect("the compiler runs").status.success()
}

fn java(jdk: &Jdk, classes: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.args(["-ea", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"]).arg(classes).args(arguments);
    command.output().expect("the JVM runs")
}

fn ours(jdk: &Jdk, classes: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    command.args(arguments).arg("--classpath").arg(classes).env("JAVA_HOME", &jdk.home);
    command.current_dir(classes).output().expect("the tool runs")
}

/// Whether the JVM ends a use with something that lets us reject the input: the verifier's own complaints, and a call of an
/// interface's method on an object that does not implement it any more.
fn may_be_rejected(line: &str, why: &str) -> bool {
    // That may not come to the call, as something else goes wrong before.
    why.contains("was compiled against other classes") && why.contains("does not implement")
        || line.contains("java.lang.VerifyError")
        || line.contains("does not implement the requested interface")
}

/// A line as it is compared: what an `AbstractMethodError` says is not ours to say.
fn comparable(line: &str) -> String {
    let error = "java.lang.AbstractMethodError";
    line.find(error).map_or(line.to_string(), |at| line[..at + error.len()].to_string())
}

/// What differs for a mutant, in words.
fn differences(jdk: &Jdk, mutant: &Mutant, random: &mut Random) -> Option<Vec<String>> {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let classes = directory.path().join("classes");
    std::fs::create_dir_all(&classes).expect("it can be made");
    assert!(compile(jdk, &directory.path().join("first"), &programs::original(), &classes));
    // All that changes is compiled together, against nothing else.
    let again = directory.path().join("again");
    std::fs::create_dir_all(&again).expect("it can be made");
    if !compile(jdk, &directory.path().join("second"), &mutant.files, &again) {
        return None;
    }
    for name in programs::PROVIDERS {
        let class = format!("lib/{name}.class");
        std::fs::remove_file(classes.join(&class)).expect("it was compiled");
        if !mutant.removed.contains(name) {
            std::fs::copy(again.join(&class), classes.join(&class)).expect("it was compiled again");
        }
    }
    let mut found = Vec::new();
    let expected = text(&java(jdk, &classes, &["app.Main"]).stdout);
    let output = ours(jdk, &classes, &["run", "app/Main.class"]);
    let lines = |text: &str| text.lines().map(comparable).collect::<Vec<_>>();
    if lines(&text(&output.stdout)) != lines(&expected) {
        // A rejection ends all; so each use alone.
        for (index, line) in lines(&expected).iter().enumerate() {
            let output = ours(jdk, &classes, &["run", "app/Main.class", "--", &index.to_string()]);
            let why = text(&output.stderr);
            let rejected = output.status.code() == Some(2) && may_be_rejected(line, &why);
            let said = lines(&text(&output.stdout)).join("\n");
            if said != *line && !rejected {
                found.push(format!("run: the JVM says\n  {line}\nand we\n  {said}\n  {why}"));
            }
        }
    }
    // Some uses alone, with what nobody catches: the verdict is that of the JVM's exit.
    for _ in 0..3 {
        let name = USES[random.below(USES.len())].0;
        let jvm = java(jdk, &classes, &[&format!("app.{name}")]);
        let check = ours(jdk, &classes, &["check", &format!("app/{name}.class"), "-q"]);
        let (theirs, our) = (jvm.status.code(), check.status.code());
        let thrown = text(&jvm.stderr);
        // The JVM does not even start, so nothing can be said about executions.
        let unstartable = thrown.starts_with("Error: ");
        let same = theirs == our && !unstartable;
        let rejected = our == Some(2) && (unstartable || may_be_rejected(&thrown, &text(&check.stderr)));
        if !same && !rejected {
            found.push(format!(
                "check {name}: the JVM ends with {theirs:?}\n  {thrown}\nand we with {our:?}\n  {}{}",
                text(&check.stdout),
                text(&check.stderr)
            ));
        }
    }
    Some(found)
}

#[test]
fn changed_classes_end_as_on_the_jvm() {
    let count = number("LINKAGE_COUNT", 3);
    let jdks = Jdk::all();
    let mut random = Random(number("LINKAGE_SEED", 1));
    let mut wrong = Vec::new();
    let mut compared = 0;
    for index in 0..count {
        let jdk = &jdks[index as usize % jdks.len()];
        let mutant = Mutant::random(&mut |count| random.below(count));
        // Not everything that may change fits the rest.
        let Some(differences) = differences(jdk, &mutant, &mut random) else { continue };
        compared += 1;
        for difference in differences {
            wrong.push(format!(
                "mutant {index} with JDK {}: {}, without {:?}\n{difference}",
                jdk.release,
                mutant.changes.join("; "),
                mutant.removed
            ));
        }
    }
    assert!(compared * 2 >= count, "{compared} of {count} compile");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A class whose method needs another class, which is deleted after it was compiled.
fn without_helper() -> tempfile::TempDir {
    let sources = tempfile::tempdir().expect("a temporary directory can be made");
    let files = [(
        "Needy.java".to_string(),
        "public class Needy {
    int n;
    public void add(int x) { n = Helper.sum(n, x); }
    public int get() { return n; }
    public boolean repOk() { return true; }
    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> { });
        thread.start();
        thread.join();
        new Needy().add(1);
    }
}
class Catching {
    public static void main(String[] arguments) {
        try { new Needy().add(1); } catch (NoClassDefFoundError e) { assert e.getMessage().equals(\"Helper\"); }
    }
}
class Unstartable {
    public static void main(String[] arguments) {
        try { System.out.println(\"starts\"); } catch (Trouble e) { }
    }
}
class Trouble extends RuntimeException { }
class Helper { static int sum(int a, int b) { return a + b; } }
"
        .to_string(),
    )];
    write(sources.path(), &files);
    let classes = crate::support::compiled(&[sources.path().join("Needy.java").display().to_string()]);
    for gone in ["Helper", "Trouble"] {
        std::fs::remove_file(classes.path().join(format!("{gone}.class"))).expect("it was compiled");
    }
    classes
}

#[test]
fn every_engine_says_the_same_of_a_class_that_is_gone() {
    let classes = without_helper();
    let file = crate::support::class_file(&classes, "Needy");
    let cases: [&[&str]; 8] = [
        &["check", &file, "--engine", "threads"],
        &["check", &file],
        &["explore", &file, "--class", "Needy", "--length", "2"],
        &["explore", &file, "--class", "Needy", "--length", "2", "--mode", "delta"],
        &["check", &file, "--class", "Needy", "--engine", "glass", "--size", "2"],
        &["check", &file, "--class", "Needy", "--engine", "korat", "--size", "2"],
        &["check", &file, "--class", "Needy", "--engine", "blackbox", "--states", "reachable", "--size", "2"],
        &["check", &file, "--method", "Needy.add", "--property", "exception"],
    ];
    for arguments in cases {
        let output = crate::support::glassbox(arguments);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}{}", text(&output.stderr));
        assert!(said.contains("java.lang.NoClassDefFoundError: Helper"), "{arguments:?}: {said}");
        let note = "note: class Helper was not found";
        assert!(text(&output.stderr).contains(note), "{arguments:?}: {}", text(&output.stderr));
    }
    let output = crate::support::glassbox(&["run", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("Caused by: java.lang.ClassNotFoundException: Helper"));
    // What holds for want of a class is not told as if it held.
    let unasked: [&[&str]; 2] = [
        &["check", &file, "--property", "assert"],
        &["check", &file, "--property", "linearizable", "--operations", "1"],
    ];
    for arguments in unasked {
        let output = crate::support::glassbox(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("GB0022"), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn an_error_of_linkage_can_be_caught() {
    let classes = without_helper();
    let output = crate::support::glassbox(&["check", &crate::support::class_file(&classes, "Catching")]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_class_that_the_jvm_does_not_verify_is_rejected() {
    let classes = without_helper();
    for command in ["check", "run"] {
        let output =
            crate::support::glassbox(&[command, &crate::support::class_file(&classes, "Unstartable")]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        let said = text(&output.stderr);
        assert!(said.contains("GB0022") && said.contains("Trouble") && said.contains("verify"), "{said}");
    }
}
