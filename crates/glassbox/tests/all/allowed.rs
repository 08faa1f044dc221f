//! Exceptions that calls may throw with `explore --allow`, beside others that they must not.

use crate::support::{class_file, compiled, glassbox, text, written};

const QUEUE: &str = "public class Queue {
    private int n;
    public void put() {
        if (n > 1) {
            throw new IllegalStateException(\"full\");
        }
        n++;
    }
    public int take() {
        if (n == 0) {
            throw new IllegalArgumentException(\"empty\");
        }
        n--;
        return n;
    }
    public int share() {
        return 6 / n;
    }
    public void look() {
        assert n < 2;
    }
    public void reach() {
        int[] places = new int[2];
        places[n] = 1;
    }
}
";

/// A compiled class.
struct Compiled {
    _classes: tempfile::TempDir,
    file: String,
}

fn queue(program: &str) -> Compiled {
    let (_directory, path) = written("Queue", program);
    let classes = compiled(&[path]);
    let file = class_file(&classes, "Queue");
    Compiled { _classes: classes, file }
}

/// What is said of a class with some exceptions allowed: the exit code and the text.
fn explored(queue: &Compiled, options: &[&str]) -> (Option<i32>, String) {
    let begin = ["explore", &queue.file, "--length", "4"];
    let output = glassbox(&[&begin[..], options].concat());
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn what_is_not_allowed_is_seen_where_it_is_thrown() {
    let all = [
        ("java.lang.IllegalStateException", "Queue.java:5", "IllegalStateException: full"),
        ("java.lang.IllegalArgumentException", "Queue.java:11", "IllegalArgumentException: empty"),
        ("java.lang.ArithmeticException", "Queue.java:17", "ArithmeticException: / by zero"),
        ("java.lang.AssertionError", "Queue.java:20", "assertion failed"),
        ("java.lang.ArrayIndexOutOfBoundsException", "Queue.java:24", "Index 2 out of bounds for length 2"),
    ];
    let queue = queue(QUEUE);
    for (index, (_, place, words)) in all.iter().enumerate() {
        let others: Vec<&str> =
            all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, row)| row.0).collect();
        let others = others.join(",");
        let mode = if index % 2 == 0 { "standard" } else { "delta" };
        let (status, said) = explored(&queue, &["--allow", &others, "--mode", mode]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains(place) && said.contains(words), "{place}, {words}: {said}");
    }
    let every: Vec<&str> = all.iter().map(|row| row.0).collect();
    assert_eq!(explored(&queue, &["--allow", &every.join(",")]).0, Some(0));
}

#[test]
fn all_that_is_not_allowed_is_found() {
    let options = ["--allow", "java.lang.IllegalStateException", "--all"];
    let (status, said) = explored(&queue(QUEUE), &options);
    assert_eq!(status, Some(1), "{said}");
    for line in ["Queue.java:11", "Queue.java:17", "Queue.java:20", "Queue.java:24"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("IllegalStateException: full"), "{said}");
}

#[test]
fn an_invariant_may_break_behind_an_allowed_exception() {
    let program = "public class Queue {
    private int n;
    public void put() {
        n++;
        if (n == 2) {
            throw new IllegalStateException();
        }
    }
    public boolean repOk() {
        return n < 2;
    }
}
";
    let (status, said) =
        explored(&queue(program), &["--allow", "java.lang.IllegalStateException", "--invariant"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("the invariant `repOk`"), "{said}");
}

#[test]
fn a_report_with_allowed_exceptions_can_be_replayed() {
    let queue = queue(QUEUE);
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let report = directory.path().join("report.json").display().to_string();
    let options = ["--allow", "java.lang.IllegalArgumentException", "--format", "json", "-o", &report];
    assert_eq!(explored(&queue, &options).0, Some(1));
    let again = glassbox(&["replay", &report]);
    assert_eq!(again.status.code(), Some(1), "{}{}", text(&again.stdout), text(&again.stderr));
}
