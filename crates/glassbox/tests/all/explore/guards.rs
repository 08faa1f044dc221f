//! `@Requires` with a method that says whether another may be called.

use super::{glassbox, stat, text, written};

fn buffer(guarded: bool) -> String {
    let requires = |text: &str| if guarded { format!("@Requires(\"{text}\")") } else { String::new() };
    format!(
        "import glassbox.api.Requires;
public class Buffer {{
    private final int[] items = new int[2];
    private int size;

    public boolean hasRoom(int item) {{ return size < items.length; }}
    public boolean hasItems() {{ return size > 0; }}

    {} public void put(int item) {{ items[size++] = item; }}
    {} public int take() {{ int item = items[--size]; items[size] = 0; return item; }}
}}",
        requires("hasRoom(item)"),
        requires("hasItems")
    )
}

/// One slot has one of 3 items or none, so there are 1 + 3 + 9 states, and guards are no operations.
#[test]
fn calls_are_made_where_they_may_be() {
    let (_directory, file) = written("Buffer", &buffer(true));
    for mode in ["standard", "delta", "auto"] {
        let arguments = [&file, "--length", "4", "--values", "1..3", "--mode", mode, "--format", "json"];
        let output = glassbox(&arguments);
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{report}{}", text(&output.stderr));
        assert_eq!((stat(&report, "visited"), stat(&report, "states")), (13, 13), "{mode}");
        assert_eq!(stat(&report, "executions"), 13 * 4, "{mode}");
        assert!(report.contains("calls of put, take"), "{report}");
        assert!(report.contains("each where its precondition is true"), "{report}");
    }
    let (_directory, file) = written("Buffer", &buffer(false));
    let output = glassbox(&[&file, "--methods", "put,take", "--length", "4"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}

#[test]
fn preconditions_that_cannot_be_executed_are_told() {
    let formulas = ["size < 3", "hasRoom(size)", "absent(item)", "hasRoom(item", "hasItems(item)"];
    for formula in formulas {
        let program = buffer(true).replace("hasRoom(item)\"", &format!("{formula}\""));
        let (_directory, file) = written("Buffer", &program);
        let output = glassbox(&[&file]);
        assert_eq!(output.status.code(), Some(2), "{formula}: {}", text(&output.stdout));
        let told = text(&output.stderr);
        assert!(
            told.contains(&format!("the precondition `{formula}` of `put` cannot be executed")),
            "{told}"
        );
    }
}

/// A guard that lets too much pass: the violation has only calls that the guards allow.
#[test]
fn violations_obey_guards() {
    let program = buffer(true).replace("size < items.length", "size <= items.length");
    for mode in ["standard", "delta"] {
        let (_directory, file) = written("Buffer", &program);
        let output = glassbox(&[&file, "--length", "5", "--values", "7", "--mode", mode]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{shown}");
        assert_eq!(shown.matches("object.put(7);").count(), 3, "{shown}");
        assert!(!shown.contains("take"), "{shown}");
    }
}

/// What a guard changes is part of the call.
#[test]
fn guards_may_change_the_state() {
    let program = "import glassbox.api.Requires;
public class Counter {
    private int asked, done;
    public boolean may(int by) { asked = (asked + 1) % 3; return by <= done; }
    @Requires(\"may(by)\") public void step(int by) { done = (done + 1) % 4; }
}";
    let (_directory, file) = written("Counter", program);
    let visited = |mode: &str| {
        let output =
            glassbox(&[&file, "--values", "0..2", "--length", "12", "--mode", mode, "--format", "json"]);
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{report}");
        (stat(&report, "visited"), stat(&report, "digest"))
    };
    let standard = visited("standard");
    assert_eq!(standard.0, 12, "every step asks once");
    assert_eq!(visited("delta"), standard);
}
