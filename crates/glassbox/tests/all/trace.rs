//! `glassbox run --trace`: executed lines with what they change, on standard error.

use std::process::Command;

const PROGRAM: &str = "import java.util.ArrayList;

public class Main {
    static int total;
    private int[] cells = new int[2];
    private int count;

    void push(int value) {
        cells[count++] = value;
        total += value;
    }

    public static void main(String[] arguments) {
        Main stack = new Main();
        String name = \"n\";
        for (int i = 1; i <= 2; i++) {
            stack.push(i);
            name += i;
        }
        new ArrayList<String>().add(name);
        System.out.println(total);
    }
}
";

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::write(directory.path().join("Main.java"), PROGRAM).expect("the program can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["run"])
        .args(arguments)
        .arg("Main.java")
        .current_dir(directory.path())
        .output()
        .expect("the tool runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Without the numbers of objects, which depend on the class library.
fn plain(line: &str) -> String {
    line.split('#').next().unwrap_or_default().to_string()
}

#[test]
fn the_lines_of_the_program_are_told_with_what_they_change() {
    let (stdout, stderr, status) = run(&["--trace"]);
    assert_eq!((stdout.as_str(), status), ("3\n", Some(0)));
    let lines: Vec<String> = stderr.lines().map(plain).collect();
    let expected = [
        "Main.java:14  Main stack = new Main();",
        "Main.java:3    public class Main {",
        "Main.java:5    private int[] cells = new int[2];  → this.cells = int[2]",
        "Main.java:14  Main stack = new Main();  → stack = Main",
        "Main.java:15  String name = \"n\";  → name = \"n\"",
        "Main.java:16  for (int i = 1; i <= 2; i++) {  → i = 1",
        "Main.java:17  stack.push(i);",
        "Main.java:9    cells[count++] = value;  → this.count = 1, this.cells[0] = 1",
        "Main.java:10    total += value;  → Main.total = 1",
        "Main.java:11    }",
        "Main.java:18  name += i;  → name = \"n1\"",
        "Main.java:16  for (int i = 1; i <= 2; i++) {  → i = 2",
    ];
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(lines.last().map(String::as_str), Some("Main.java:22  }"));
    assert!(lines.iter().all(|line| line.starts_with("Main.java:")), "{stderr}");
}

#[test]
fn the_library_is_told_when_asked_for_and_nothing_otherwise() {
    let (stdout, stderr, status) = run(&["--trace=all"]);
    assert_eq!((stdout.as_str(), status), ("3\n", Some(0)));
    assert!(stderr.lines().any(|line| line.starts_with("java/util/ArrayList.java:")), "{stderr}");
    assert!(stderr.lines().any(|line| line.starts_with("Main.java:18")), "{stderr}");
    let (stdout, stderr, status) = run(&[]);
    assert_eq!((stdout.as_str(), stderr.as_str(), status), ("3\n", "", Some(0)));
}
