//! What a program did, and how two runs of it differ.

use std::fmt;

/// What one run of a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The exit status, unless the program was stopped.
    pub status: Option<i32>,
}

/// How a run on our machine compares with the one on the JVM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Outputs and exit status are equal.
    Equal,
    /// Our machine said that it cannot run the program.
    Unsupported,
    /// Our machine did something else.
    Different,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Verdict::Equal => "equal",
            Verdict::Unsupported => "unsupported",
            Verdict::Different => "different",
        })
    }
}

/// The exit status of a run that did not come to its end.
const UNKNOWN: i32 = 3;

/// Compares two runs.
pub fn compare(jvm: &Outcome, ours: &Outcome) -> Verdict {
    if jvm == ours {
        Verdict::Equal
    } else if ours.status == Some(UNKNOWN) && jvm.stdout.starts_with(&ours.stdout) && reason(ours).is_some() {
        Verdict::Unsupported
    } else {
        Verdict::Different
    }
}

/// Whether the JVM refused a class of the program: compilers have bugs, too. Our machine does not check
/// class files as the JVM's verifier does, so there is nothing to compare.
pub fn is_refused(jvm: &Outcome) -> bool {
    let says = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("java.lang.VerifyError");
    says(&jvm.stdout) || says(&jvm.stderr)
}

/// Why our machine stopped, if it did.
pub fn reason(ours: &Outcome) -> Option<String> {
    let text = String::from_utf8_lossy(&ours.stderr);
    let line = text.lines().find(|line| line.starts_with("unknown"))?;
    Some(line.split_once(": ")?.1.trim().to_string())
}

/// Where two runs begin to differ, in words.
pub fn explain(jvm: &Outcome, ours: &Outcome) -> String {
    let mut text = String::new();
    for (name, theirs, mine) in
        [("standard output", &jvm.stdout, &ours.stdout), ("standard error", &jvm.stderr, &ours.stderr)]
    {
        if theirs == mine {
            continue;
        }
        let (theirs, mine) = (String::from_utf8_lossy(theirs), String::from_utf8_lossy(mine));
        let (mut left, mut right) = (theirs.lines(), mine.lines());
        let mut number = 0;
        loop {
            number += 1;
            let (a, b) = (left.next(), right.next());
            if a != b || a.is_none() {
                let shown = |line: Option<&str>| line.map_or("(ends)".to_string(), str::to_string);
                text += &format!(
                    "{name}, line {number}\n  jvm:  {}\n  ours: {}\n",
                    shown(a).escape_default(),
                    shown(b).escape_default()
                );
                break;
            }
        }
    }
    if jvm.status != ours.status {
        let shown = |status: Option<i32>| status.map_or("none".to_string(), |status| status.to_string());
        text += &format!("exit status\n  jvm:  {}\n  ours: {}\n", shown(jvm.status), shown(ours.status));
    }
    text
}

/// How many blocks of a program were executed, and how many it has, by its own words.
pub fn visited(outcome: &Outcome) -> Option<(usize, usize)> {
    let text = String::from_utf8_lossy(&outcome.stdout);
    let line = text.lines().rev().find_map(|line| line.strip_prefix("visited "))?;
    let (count, all) = line.split_once(" of ")?;
    Some((count.parse().ok()?, all.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(stdout: &str, stderr: &str, status: i32) -> Outcome {
        Outcome { stdout: stdout.into(), stderr: stderr.into(), status: Some(status) }
    }

    #[test]
    fn a_single_byte_makes_a_difference() {
        let jvm = outcome("a\nb\n", "trace\n", 1);
        assert_eq!(compare(&jvm, &jvm.clone()), Verdict::Equal);
        for other in
            [outcome("a\nc\n", "trace\n", 1), outcome("a\nb\n", "trace", 1), outcome("a\nb\n", "trace\n", 0)]
        {
            assert_eq!(compare(&jvm, &other), Verdict::Different);
            assert!(!explain(&jvm, &other).is_empty() || other.stderr == b"trace");
        }
        assert!(explain(&jvm, &outcome("a\nc\n", "", 1)).contains("line 2\n  jvm:  b\n  ours: c"));
    }

    #[test]
    fn to_stop_with_a_reason_is_no_difference_unless_something_else_was_printed() {
        let jvm = outcome("a\nb\n", "", 0);
        let said = "unknown after 0.1 s: not supported: the native method x\n";
        assert_eq!(compare(&jvm, &outcome("a\n", said, 3)), Verdict::Unsupported);
        assert_eq!(compare(&jvm, &outcome("x\n", said, 3)), Verdict::Different);
        assert_eq!(compare(&jvm, &outcome("a\n", "", 3)), Verdict::Different);
    }

    #[test]
    fn coverage_is_read_from_the_output() {
        assert_eq!(visited(&outcome("trail 5\nvisited 3 of 7\n", "", 0)), Some((3, 7)));
        assert_eq!(visited(&outcome("trail 5\n", "", 0)), None);
    }
}
