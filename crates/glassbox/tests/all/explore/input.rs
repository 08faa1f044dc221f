//! Input that cannot be explored: a diagnostic and exit code 2, or *unknown* with the reason.

use super::{class_file, compiled, glassbox, text, written};

#[test]
fn bad_classes_and_flags_are_rejected() {
    let sources = [
        ("Plain", "public class Plain { private int size; public void step(int by) { size += by; } }"),
        ("Hidden", "public class Hidden { private Hidden() {} public void step() {} }"),
        ("Needs", "public class Needs { public Needs(int size) {} public void step() {} }"),
        ("Idea", "public abstract class Idea { public void step() {} }"),
        ("Still", "public class Still { private int size; }"),
        ("Sorts", "public class Sorts { public void by(java.util.Comparator<Integer> order) {} }"),
        (
            "Wide",
            "public class Wide { public void step(int a, int b, int c, int d, int e) {} \
             public static int make() { return 1; } }",
        ),
    ];
    let written: Vec<_> = sources.iter().map(|(name, program)| written(name, program)).collect();
    let classes = compiled(&written.iter().map(|(_, file)| file.clone()).collect::<Vec<_>>());
    let rejected: [(&str, &[&str], &str); 22] = [
        ("Hidden", &[], "no constructor without parameters"),
        ("Needs", &[], "no constructor without parameters"),
        ("Idea", &[], "class Idea is abstract"),
        ("Still", &[], "no public method that can be explored"),
        ("Sorts", &[], "no public method that can be explored"),
        ("Sorts", &["--methods", "by"], "no values are known for the parameters of `by(Comparator)`"),
        ("Plain", &["--methods", "stop"], "has no method `stop`"),
        ("Plain", &["--invariant"], "class Plain has no invariant"),
        ("Plain", &["--ignore", "Plain.colour"], "has no field `colour`"),
        ("Plain", &["--ignore", "colour"], "no field with its class"),
        ("Plain", &["--set", "Plain.size"], "is no set"),
        ("Plain", &["--length", "0"], "0"),
        ("Plain", &["--length", "-1"], "-1"),
        ("Plain", &["--values", "5..1"], "the range `5..1` is empty"),
        ("Plain", &["--values", "1..9999999"], "has too many values"),
        ("Plain", &["--values", "red"], "no public method that can be explored"),
        ("Plain", &["--domain", "step=1"], "write it as in"),
        ("Plain", &["--domain", "stop.1=1"], "no parameter `1` of a method `stop`"),
        ("Plain", &["--domain", "step.2=1"], "no parameter `2` of a method `step`"),
        ("Plain", &["--match", "colour"], "colour"),
        ("Wide", &["--values", "1..100"], "combinations of arguments"),
        ("Wide", &["--factory", "make"], "does not make an object"),
    ];
    for (name, flags, expected) in rejected {
        let file = class_file(&classes, name);
        let output = glassbox(&[&[file.as_str()][..], flags].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name} {flags:?}: {said}{}", text(&output.stdout));
        assert!(said.contains(expected), "{name} {flags:?}: {said}");
        assert!(said.starts_with("error"), "{name} {flags:?}: {said}");
    }
}

/// What does not come to its end is unknown with the reason, or a violation where Java throws.
#[test]
fn methods_that_do_not_end_are_told() {
    let program = "
public class Endless {
    private int count;
    public void deep(int n) { deep(n + 1); }
    public void forever() { while (true) { count++; } }
    public void bounded() { count = 1; }
}";
    let (_kept, file) = written("Endless", program);
    let classes = compiled(&[file]);
    let file = class_file(&classes, "Endless");
    for extra in [&[][..], &["--match", "shape"]] {
        let arguments = [&file, "--methods", "bounded,forever", "--time", "1s"];
        let output = glassbox(&[&arguments[..], extra].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{said}{}", text(&output.stderr));
        assert!(said.contains("the time budget of 1s is spent"), "{said}");
        let output = glassbox(&[&[file.as_str(), "--methods", "deep"][..], extra].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
        assert!(said.contains("StackOverflowError"), "{said}");
    }
}
