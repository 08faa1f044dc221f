//! Exceptions that calls may throw with `explore --allow`, beside others that they must not.

use crate::support::{glassbox, text, written};

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

/// What is said of a class with some exceptions allowed: the exit code, the text, and that of the replayed report.
fn explored(program: &str, options: &[&str]) -> (Option<i32>, String) {
    let (directory, path) = written("Queue", program);
    let report = directory.path().join("report.json").display().to_string();
    let begin = ["explore", &path, "--length", "4", "--format", "json", "-q", "-o", &report];
    let first = glassbox(&[&begin[..], options].concat());
    let again = glassbox(&["replay", &report]);
    let said = text(&again.stdout) + &text(&again.stderr);
    assert_eq!(first.status.code(), again.status.code(), "{}{said}", text(&first.stderr));
    (first.status.code(), said)
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
    for (index, (_, place, words)) in all.iter().enumerate() {
        let others: Vec<&str> =
            all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, row)| row.0).collect();
        let others = others.join(",");
        for mode in ["standard", "delta"] {
            let (status, said) = explored(QUEUE, &["--allow", &others, "--mode", mode]);
            assert_eq!(status, Some(1), "{said}");
            assert!(said.contains(place) && said.contains(words), "{place}, {words}: {said}");
        }
    }
    let every: Vec<&str> = all.iter().map(|row| row.0).collect();
    assert_eq!(explored(QUEUE, &["--allow", &every.join(",")]).0, Some(0));
}

#[test]
fn all_that_is_not_allowed_is_found() {
    let options = ["--allow", "java.lang.IllegalStateException", "--all"];
    let (status, said) = explored(QUEUE, &options);
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
    let (status, said) = explored(program, &["--allow", "java.lang.IllegalStateException", "--invariant"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("the invariant `repOk`"), "{said}");
}
