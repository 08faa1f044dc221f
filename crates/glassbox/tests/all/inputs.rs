//! Java programs in all the forms that they come in: class files, directories of classes, jars. Each is built with the
//! tools of the JDK, and where a JVM takes the same form, it has to say the same.

use std::path::Path;
use std::process::{Command, Output};

const MAIN: &str = "package org.example;
public class Main {
    public static void main(String[] arguments) {
        System.out.println(Helper.greet(arguments.length));
    }
}";

const HELPER: &str = "package org.example;
public class Helper {
    static String greet(int count) {
        return \"hello \" + count;
    }
}";

struct Workshop {
    directory: tempfile::TempDir,
}

impl Workshop {
    fn new() -> Self {
        Workshop { directory: tempfile::tempdir().expect("a temporary directory can be made") }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("files have directories")).expect("it can be made");
        std::fs::write(path, bytes).expect("the file can be written");
    }

    /// Runs a tool in a directory below the workshop.
    fn tool(&self, below: &str, tool: &str, arguments: &[&str]) -> Output {
        let command = if tool == "glassbox" { env!("CARGO_BIN_EXE_glassbox") } else { tool };
        Command::new(command).args(arguments).current_dir(self.path().join(below)).output().expect("it runs")
    }

    fn build(&self, tool: &str, arguments: &[&str]) {
        let output = self.tool("", tool, arguments);
        assert!(output.status.success(), "{tool} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// A program of two classes, compiled to `classes`.
    fn greeting() -> Self {
        let workshop = Workshop::new();
        workshop.write("org/example/Main.java", MAIN);
        workshop.write("org/example/Helper.java", HELPER);
        workshop.build("javac", &["-g", "--release", "9", "-d", "classes", "org/example/Main.java"]);
        workshop
    }

    fn glassbox(&self, below: &str, arguments: &[&str]) -> (String, String, Option<i32>) {
        let output = self.tool(below, "glassbox", arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    }

    fn greets(&self, below: &str, arguments: &[&str]) {
        let (stdout, stderr, status) = self.glassbox(below, arguments);
        assert_eq!((stdout.as_str(), status), ("hello 1\n", Some(0)), "{arguments:?}: {stderr}");
    }

    fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let (stdout, stderr, status) = self.glassbox("", arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {stdout}{stderr}");
        for word in words {
            assert!(stderr.contains(word), "{word} should be in: {stderr}");
        }
    }
}

#[test]
fn class_files_and_directories_are_programs() {
    let workshop = Workshop::greeting();
    workshop.greets("", &["run", "classes/org/example/Main.class", "x"]);
    workshop.greets("classes/org/example", &["run", "Main.class", "x"]);
    workshop.greets("", &["run", "classes", "x"]);
    workshop.greets("", &["run", "classes", "--class", "org.example.Main", "x"]);
    let (stdout, _, status) = workshop.glassbox("", &["check", "classes"]);
    assert_eq!(status, Some(0), "{stdout}");
    workshop.refuses(
        &["run", "classes", "--class", "org.example.Mian"],
        &["GB0022", "org.example.Mian", "classes"],
    );
    workshop.write("Other.java", "public class Other { public static void main(String[] arguments) {} }");
    workshop.build("javac", &["-d", "classes", "Other.java"]);
    workshop.refuses(&["run", "classes"], &["GB0027", "Other, org.example.Main"]);
}

#[test]
fn jars_are_programs() {
    let workshop = Workshop::greeting();
    workshop.build(
        "jar",
        &["--create", "--file", "named.jar", "--main-class", "org.example.Main", "-C", "classes", "."],
    );
    workshop.build("jar", &["--create", "--file", "plain.jar", "-C", "classes", "."]);
    workshop.greets("", &["run", "named.jar", "x"]);
    workshop.greets("", &["run", "plain.jar", "x"]);
    workshop.greets("", &["run", "plain.jar", "--class", "org.example.Main", "x"]);
    let (stdout, _, status) = workshop.glassbox("", &["check", "named.jar"]);
    assert_eq!(status, Some(0), "{stdout}");
    workshop.refuses(&["run", "named.jar", "--class", "org.example.Mian"], &["GB0022", "named.jar"]);
}

#[test]
fn class_paths_have_several_places() {
    let workshop = Workshop::greeting();
    workshop.build("jar", &["--create", "--file", "helper.jar", "-C", "classes", "org/example/Helper.class"]);
    workshop.build("jar", &["--create", "--file", "main.jar", "-C", "classes", "org/example/Main.class"]);
    workshop.write("empty/notes.txt", "nothing");
    workshop.greets("", &["run", "main.jar", "--classpath", "empty:helper.jar", "x"]);
    // The manifest of a jar names others beside it.
    workshop.write("manifest.txt", "Main-Class: org.example.Main\nClass-Path: gone.jar helper.jar\n");
    workshop.build(
        "jar",
        &[
            "--create",
            "--file",
            "linked.jar",
            "--manifest",
            "manifest.txt",
            "-C",
            "classes",
            "org/example/Main.class",
        ],
    );
    workshop.greets("", &["run", "linked.jar", "x"]);
    let jvm = workshop.tool("", "java", &["-jar", "linked.jar", "x"]);
    assert_eq!(jvm.stdout, b"hello 1\n");
    // A class that only an execution needs is missing there, as on the JVM.
    let (_, stderr, status) = workshop.glassbox("", &["run", "main.jar"]);
    assert_eq!(status, Some(1), "{stderr}");
    assert!(stderr.contains("NoClassDefFoundError: org/example/Helper"), "{stderr}");
    let (_, stderr, status) = workshop.glassbox("", &["check", "main.jar"]);
    assert_eq!(status, Some(1), "{stderr}");
    for words in ["note: class org.example.Helper was not found", "main.jar, the JDK"] {
        assert!(stderr.contains(words), "{words} should be in: {stderr}");
    }
    workshop.refuses(&["run", "main.jar", "--classpath", "gone.jar"], &["GB0001", "gone.jar"]);
}

#[test]
fn multi_release_jars_give_the_classes_of_the_release() {
    let workshop = Workshop::greeting();
    for release in [9, 17] {
        let text = HELPER.replace("hello ", &format!("release {release} "));
        let directory = format!("v{release}/org/example");
        workshop.write(&format!("{directory}/Helper.java"), text);
        let release = release.to_string();
        let (classes, source) = (format!("c{release}"), format!("{directory}/Helper.java"));
        workshop.build("javac", &["--release", &release, "-d", &classes, &source]);
    }
    let mut arguments =
        vec!["--create", "--file", "many.jar", "--main-class", "org.example.Main", "-C", "classes", "."];
    arguments.extend(["--release", "9", "-C", "c9", ".", "--release", "17", "-C", "c17", "."]);
    workshop.build("jar", &arguments);
    let jvm = workshop.tool("", "java", &["-jar", "many.jar", "x"]);
    let ours = workshop.tool("", "glassbox", &["run", "many.jar", "x"]);
    assert_eq!(jvm.stdout, b"release 17 1\n");
    assert_eq!(ours.stdout, jvm.stdout);
}

#[test]
fn damaged_classes_are_refused_when_they_are_reached() {
    let workshop = Workshop::greeting();
    let path = "classes/org/example/Helper.class";
    let whole = std::fs::read(workshop.path().join(path)).expect("it was compiled");
    workshop.write(path, &whole[..whole.len() / 2]);
    workshop.refuses(
        &["run", "classes/org/example/Main.class"],
        &["GB0025", "class org.example.Helper is cut off"],
    );
    let mut newer = whole.clone();
    newer[7] = 70;
    workshop.write(path, newer);
    workshop.refuses(
        &["run", "classes/org/example/Main.class"],
        &["GB0026", "class org.example.Helper has version 70"],
    );
    workshop.write(path, vec![0; 8 << 20]);
    workshop.build(
        "jar",
        &["--create", "--file", "bomb.jar", "--main-class", "org.example.Main", "-C", "classes", "."],
    );
    workshop.refuses(&["run", "bomb.jar"], &["GB0028", "org/example/Helper.class"]);
}

/// What `java` itself refuses to start is refused, and what it starts is started.
#[test]
fn main_methods_are_those_of_the_launcher() {
    let workshop = Workshop::new();
    let mains = [
        ("Inherited", "public class Inherited extends Base {}"),
        (
            "Arguments",
            "public class Arguments { public static void main(String... a) { System.out.println(a.length); } }",
        ),
        ("Instance", "public class Instance { void main() { System.out.println(\"instance\"); } }"),
        (
            "Hidden",
            "public class Hidden { private static void main(String[] a) { System.out.println(\"hidden\"); } }",
        ),
        (
            "Packaged",
            "public class Packaged { static void main(String[] a) { System.out.println(\"packaged\"); } }",
        ),
        ("Bare", "public class Bare { public static void main() { System.out.println(\"bare\"); } }"),
        ("Number", "public class Number { public static int main(String[] a) { return 3; } }"),
        ("Face", "public interface Face { static void main(String[] a) { System.out.println(\"face\"); } }"),
    ];
    workshop.write(
        "Base.java",
        "public class Base { public static void main(String[] a) { System.out.println(\"base\"); } }",
    );
    for (name, text) in mains {
        workshop.write(&format!("{name}.java"), text);
        workshop.build("javac", &["-d", "classes", &format!("{name}.java")]);
    }
    for (name, _) in mains {
        let jvm = workshop.tool("", "java", &["-cp", "classes", name]);
        let (stdout, stderr, status) = workshop.glassbox("", &["run", "classes", "--class", name]);
        assert_eq!(stdout.as_bytes(), jvm.stdout, "{name}: {stderr}");
        if jvm.status.success() {
            assert_eq!(status, Some(0), "{name}: {stderr}");
        } else {
            assert_eq!(status, Some(2), "{name}: {stderr}");
            assert!(stderr.contains("GB0010"), "{name}: {stderr}");
        }
    }
}
