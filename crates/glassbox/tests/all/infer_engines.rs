//! Two engines that can answer the same question: methods against formulas for all heaps of a scope, and the same as assertions in a
//! program that chooses the heap field by field, all of whose executions are explored.

use crate::support::{class_file, glassbox, repository, text, with_api};

/// The method, the program that asks the same, and the exit code of both.
const ASKED: [(&str, &str, i32); 6] = [
    ("holdsReverse", "Reverse", 0),
    ("violatedReverse", "ReverseWrong", 1),
    ("holdsRemove", "Remove", 0),
    ("violatedRemove", "RemoveTwice", 1),
    ("holdsPush", "Push", 0),
    ("violatedPush", "PushWrong", 1),
];

#[test]
fn methods_and_executions_agree() {
    let file = repository().join("crates/glassbox/tests/all/infer_constructs/Crossed.java");
    let classes = with_api(&[file.display().to_string()]);
    let file = class_file(&classes, "Crossed");
    for (method, entry, code) in ASKED {
        let method = format!("Crossed.{method}");
        let asked =
            glassbox(&["check", &file, "--engine", "infer", "--method", &method, "--scope", "2,int=-1..1"]);
        let shown = text(&asked.stdout) + &text(&asked.stderr);
        assert_eq!(asked.status.code(), Some(code), "{method}: {shown}");
        let program = class_file(&classes, &format!("Crossed${entry}"));
        let explored = glassbox(&["check", &program, "--engine", "explore"]);
        let shown = text(&explored.stdout) + &text(&explored.stderr);
        assert_eq!(explored.status.code(), Some(code), "{entry}: {shown}");
        assert_eq!(shown.starts_with("violated: assert"), code == 1, "{entry}: {shown}");
    }
}
