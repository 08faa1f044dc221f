//! Formulas of methods that are called, said from outside by specs: for classes that cannot be edited.

use crate::support::{glassbox, text, written};

const PROGRAM: &str = r#"import glassbox.api.*;
import java.util.BitSet;

class Seats {
    BitSet taken;
    int guests;

    @Requires("taken != null")
    @Ensures("result >= 0")
    int count() { return taken.cardinality(); }

    @Requires("taken != null")
    @Ensures("result >= 0")
    int countMore() { return taken.cardinality() + 1; }

    @Requires("taken != null")
    @Ensures("guests == old(guests) && result >= 0")
    int counted() { int count = taken.cardinality(); return count > 2 ? 2 : count; }

    @Ensures("result == 7")
    int fresh() { return new BitSet().cardinality(); }

    @Requires("low <= high")
    @Ensures("result == low")
    static int least(int low, int high) { return Math.min(low, high); }

    @Ensures("result >= 0")
    static int rooted(int number) { return root(number); }

    @Ensures("result >= 0")
    static int root(int number) { return (int) Math.sqrt(number); }

    @Ensures("result > 0")
    static long clock() { return System.nanoTime(); }

    @Requires("names != null")
    @Ensures("names.size == old(names.size)")
    static void sorted(java.util.ArrayList<String> names) { names.sort(null); }
}
"#;

/// Checks a method with a spec of a class. Gives the exit code, and what is said.
fn check(method: &str, spec: Option<(&str, &str)>, arguments: &[&str]) -> (Option<i32>, String) {
    let (_directory, file) = written("Seats", PROGRAM);
    let mut all = vec!["check", &file, "--engine", "infer", "--method", method];
    all.extend_from_slice(arguments);
    let described = spec.map(|(target, body)| {
        let class = format!("@Spec(\"{target}\")\nabstract class Described {{\n{body}\n}}\n");
        written("Described", &format!("import glassbox.api.*;\n\n{class}"))
    });
    if let Some((_, spec)) = &described {
        all.extend(["--spec", spec]);
    }
    let output = glassbox(&all);
    (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
}

const BITS: (&str, &str) = ("java.util.BitSet", "@Ensures(\"result >= 0\") abstract int cardinality();");

#[test]
fn what_a_spec_says_is_believed() {
    let (code, said) = check("count", Some(BITS), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("`java.util.BitSet.cardinality()I` does what its @Ensures says"), "{said}");
    // Without it, the code has what is not supported; so it has where everything is looked into.
    for (spec, arguments) in [(None, &[][..]), (Some(BITS), &["--inline"])] {
        let (code, said) = check("count", spec, arguments);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("java/lang/Long.java") && !said.contains("@Ensures"), "{said}");
    }
    // What nobody says may happen: there may be more bits than numbers.
    let (code, said) = check("countMore", Some(BITS), &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("of which nothing is known but what its @Ensures says"), "{said}");
    // What a method writes is known, though its code has what is not supported.
    let (code, said) = check("counted", Some(BITS), &[]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn code_that_is_not_there_or_not_supported_is_replaced_by_what_is_said() {
    let time = ("java.lang.System", "@Ensures(\"result > 0\") static native long nanoTime();");
    let (code, said) = check("clock", Some(time), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("`java.lang.System.nanoTime()J`, which has no code, keeps"), "{said}");
    assert_eq!(check("clock", None, &[]).0, Some(3));
    // Methods that can be edited are treated alike.
    let (code, said) = check("rooted", None, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("whose code was left out because of a floating-point number at"), "{said}");
    assert_eq!(check("rooted", None, &["--inline"]).0, Some(3));
    // Of what takes part as a specification, methods that it does not have.
    let body = "@Ensures(\"size == old(size)\") abstract void sort(java.util.Comparator order);";
    let (code, said) = check("sorted", Some(("java.util.ArrayList", body)), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(check("sorted", None, &[]).0, Some(3));
}

#[test]
fn formulas_use_the_names_of_the_spec() {
    let body = "@Requires(\"first <= second\") @Ensures(\"result == first\")
        static int min(int first, int second) { throw new AssertionError(); }";
    let (code, said) = check("least", Some(("java.lang.Math", body)), &[]);
    assert_eq!(code, Some(0), "the target's code is not replaced: {said}");
    assert!(said.contains("`java.lang.Math.min(II)I` does what its @Ensures says"), "{said}");
}

#[test]
fn executions_are_not_believed_away() {
    let lie = ("java.util.BitSet", "@Ensures(\"result == 7\") abstract int cardinality();");
    let (code, said) = check("fresh", Some(lie), &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("which gives 0"), "{said}");
}

#[test]
fn a_violation_is_replayed_with_its_spec() {
    let lie = "import glassbox.api.*;
        @Spec(\"java.util.BitSet\") abstract class Described { @Ensures(\"result == 7\") abstract int cardinality(); }";
    let (directory, file) = written("Seats", PROGRAM);
    let (_described, spec) = written("Described", lie);
    let report = directory.path().join("report.json").display().to_string();
    let output =
        glassbox(&["check", &file, "--method", "fresh", "--spec", &spec, "--format", "json", "-o", &report]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let output = glassbox(&["replay", &report]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // Another spec is another check.
    std::fs::write(&spec, lie.replace("7", "8")).expect("the spec can be written");
    let output = glassbox(&["replay", &report]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("Described.java` has changed"), "{}", text(&output.stderr));
}

#[test]
fn the_target_itself_is_checked_against_the_spec() {
    let spec = |formula: &str| {
        format!(
            "import glassbox.api.*;
             @Spec(\"java.util.BitSet\") abstract class Described {{
                 @Ensures(\"{formula}\") abstract int length();
             }}"
        )
    };
    let check = |formula: &str| {
        let (_directory, spec) = written("Described", &spec(formula));
        let output = glassbox(&["check", "--engine", "infer", "--method", "BitSet.length", "--spec", &spec]);
        (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
    };
    let (code, said) = check("wordsInUse == 0 => result == 0");
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_spec_that_does_not_fit_is_told() {
    let of_bits = |body: &'static str| Some(("java.util.BitSet", body));
    let cases = [
        (
            of_bits("@Ensures(\"result >= 0\") abstract int cardinalty();"),
            "did you mean `int cardinality()`?",
        ),
        (
            of_bits("@Ensures(\"result >= 0\") abstract long cardinality();"),
            "did you mean `int cardinality()`?",
        ),
        (of_bits("@Ensures(\"wrds != null\") abstract int cardinality();"), "did you mean words?"),
        (
            of_bits("@Ensures(\"result != null\") abstract Class getClass(int of);"),
            "has no method `Class getClass(int)`",
        ),
        (of_bits("abstract int cardinality();"), "says nothing about methods that are called"),
        (of_bits("@Requires(\"true\") abstract int cardinality();"), "but not what follows from it"),
        (
            Some((
                "java.util.ArrayDeque",
                "@Ensures(\"true\") abstract boolean containsAll(java.util.Collection c);",
            )),
            "inherits `boolean containsAll(Collection)` from java.util.AbstractCollection",
        ),
        (
            Some(("java.util.List", "@Ensures(\"result >= 0\") abstract int size();")),
            "is abstract, so no call goes there",
        ),
        (Some(("java.util.BitSte", "@Ensures(\"true\") abstract int size();")), "was not found"),
        (Some(("Seats", "@Ensures(\"true\") abstract int count();")), "has formulas of its own"),
    ];
    for (spec, expected) in cases {
        let (code, said) = check("count", spec, &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let (_, said) =
        check("count", of_bits("@Ensures(\"result >= 0 && wrds != null\") abstract int cardinality();"), &[]);
    assert!(said.contains("Described.java:5:26") && said.contains("^^^^"), "{said}");
}

/// What is said of a method that is called counts, or the user hears why not.
#[test]
fn nothing_that_is_said_is_left_out_silently() {
    let program = |said: &str| {
        format!(
            "import glassbox.api.*;
            class Till {{
                int coins;
                @Ensures(\"coins == old(coins)\") void sell() {{ count(); recount(); }}
                @Ensures(\"coins == old(coins)\") void idle() {{ }}
                void count() {{ recount(); }}
                @Ensures(\"{said}\") void recount() {{ }}
            }}"
        )
    };
    let check = |said: &str, method: &str, inline: &[&str]| {
        let (_directory, file) = written("Till", &program(said));
        let asked = ["check", &file, "--engine", "infer", "--method", method];
        let output = glassbox(&[&asked[..], inline].concat());
        (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
    };
    for (said, problem) in [("coins == old(coin)", "did you mean coins?"), ("coins == (", "GB0030")] {
        // Whether calls are looked into makes no difference, and what is not called does not matter.
        for inline in [&[][..], &["--inline"]] {
            let (code, shown) = check(said, "sell", inline);
            assert_eq!(code, Some(2), "{shown}");
            assert!(shown.contains(problem) && shown.contains("Till.java:7:"), "{shown}");
        }
        let (code, shown) = check(said, "idle", &[]);
        assert_eq!(code, Some(0), "{shown}");
    }
    let wide = "#(coins -> 4294967297 & coins -> coins) == 0";
    let (code, shown) = check(wide, "sell", &[]);
    assert_eq!(code, Some(0), "{shown}");
    let expected = "nothing of what is said of `Till.recount()V`: not supported: a set with a number of more";
    assert!(shown.contains(expected) && !shown.contains("does what its @Ensures says"), "{shown}");
    let (code, shown) = check("coins == old(coins)", "sell", &[]);
    assert_eq!(code, Some(0), "{shown}");
}
