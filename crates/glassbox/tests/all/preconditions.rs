//! Linearizability of classes whose operations have preconditions: who breaks them shows nothing, and the rest counts.

use crate::support::{class_file, glassbox, sources_with_api, stat, text};

/// A number of items. Who takes one where there is none comes to code that is not made for several threads.
fn pool(name: &str, requires: &str, put: &str) -> (String, String) {
    let program = format!(
        "import glassbox.api.*;
         public class {name} {{
             private int count;
             private volatile int misses;
             public synchronized boolean some() {{ return count > 0; }}
             public boolean never() {{ return false; }}
             public boolean broken() {{ throw new IllegalStateException(); }}
             public boolean chooses() {{ return Verify.choose(0, 1) == 1; }}
             public boolean endless() {{ while (misses == 0) {{ }} return true; }}
             public synchronized int size() {{ return count; }}
             public void put() {{ {put} }}
             {requires} public int take() {{
                 synchronized (this) {{
                     if (count > 0) {{
                         count--;
                         return count;
                     }}
                 }}
                 int seen = misses;
                 misses = seen + 1;
                 return -misses;
             }}
         }}"
    );
    (name.to_string(), program)
}

const PUT: &str = "synchronized (this) { count++; }";

/// Checks `put` and `take`, which are observed by `size`.
fn check(directory: &tempfile::TempDir, name: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let file = class_file(directory, name);
    let arguments = [
        "check",
        &file,
        "--property",
        "linearizable",
        "--methods",
        "put,take",
        "--abstraction",
        "size",
        "--format",
        "json",
    ];
    let output = glassbox(&[&arguments, more].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn scenarios_that_break_preconditions_are_left_out() {
    let classes = [
        pool("Without", "", PUT),
        pool("With", "@Requires(\"some()\")", PUT),
        pool("Racy", "@Requires(\"some()\")", "count++;"),
        pool("Never", "@Requires(\"never()\")", PUT),
        pool("Broken", "@Requires(\"broken()\")", PUT),
        pool("Chooses", "@Requires(\"chooses()\")", PUT),
        pool("Endless", "@Requires(\"endless()\")", PUT),
    ];
    let directory = sources_with_api(&classes);
    // Two that take from nothing are in each other's way.
    let (code, report, said) = check(&directory, "Without", &[]);
    assert_eq!(code, Some(1), "{said}{report}");
    // Nobody may do that. From an empty object and with one operation each: put and put. From one with an item: put and put, put and
    // take; not take and take.
    let (code, report, said) = check(&directory, "With", &["--operations", "1"]);
    assert_eq!(code, Some(0), "{said}{report}");
    assert_eq!((stat(&report, "beginnings"), stat(&report, "scenarios_total")), (2, 6), "{report}");
    assert_eq!(stat(&report, "scenarios_illegal"), 3, "{report}");
    assert!(report.contains("of 6 scenarios 3 were left out"), "{report}");
    // With two operations each a thread may take what it has put.
    let (code, report, said) = check(&directory, "With", &["--prefix", "0"]);
    assert_eq!(code, Some(0), "{said}{report}");
    // Sequences: p, t, pp, pt, tp, tt. Legal in all orders from nothing: pairs of p, pp and pt.
    assert_eq!((stat(&report, "scenarios_total"), stat(&report, "scenarios_illegal")), (21, 15), "{report}");
    // A bug where all preconditions are true is one, and replays.
    let report_file = directory.path().join("racy.json").display().to_string();
    let (code, _, said) = check(&directory, "Racy", &["-o", &report_file]);
    assert_eq!(code, Some(1), "{said}");
    let replayed = glassbox(&["replay", &report_file]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    // If nothing is left, nothing holds.
    let take = ["--methods", "take", "--operations", "1"];
    let file = class_file(&directory, "Never");
    let arguments = ["check", &file, "--property", "linearizable", "--abstraction", "size"];
    let output = glassbox(&[&arguments[..], &take].concat());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("in no scenario"), "{}", text(&output.stdout));
    // What gives no truth value is not taken for one.
    for name in ["Broken", "Chooses", "Endless"] {
        let (code, report, said) = check(&directory, name, &["--operations", "1"]);
        assert_eq!(code, Some(3), "{name}: {said}{report}");
        assert!(report.contains("a precondition that does not come to an end"), "{name}: {report}");
    }
    // An observer is called in every state.
    let file = class_file(&directory, "With");
    let output = glassbox(&["check", &file, "--property", "linearizable", "--abstraction", "take"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

/// What belongs to a thread is given back by that thread: the precondition asks which thread it is.
#[test]
fn preconditions_are_asked_by_the_thread_that_calls() {
    let program = "
        import glassbox.api.*;
        public class Owned {
            private Thread owner;
            public synchronized boolean mine() { return owner == Thread.currentThread(); }
            public synchronized void take() { if (owner == null) owner = Thread.currentThread(); }
            @Requires(\"mine()\") public synchronized int give() { owner = null; return 1; }
            public int look() { return 7; }
        }";
    let directory = sources_with_api(&[("Owned".to_string(), program.to_string())]);
    let file = class_file(&directory, "Owned");
    let output = glassbox(&[
        "check",
        &file,
        "--property",
        "linearizable",
        "--methods",
        "take,give,look",
        "--abstraction",
        "look",
        "--prefix",
        "0",
        "--format",
        "json",
    ]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{report}{}", text(&output.stderr));
    // Of 12 sequences 6 give nothing back, and their 21 pairs are legal. Who takes and gives back is legal beside one who looks,
    // once or twice; otherwise the other one may have taken before.
    assert_eq!(
        (stat(&report, "scenarios_total"), stat(&report, "scenarios_illegal")),
        (78, 78 - 23),
        "{report}"
    );
}
