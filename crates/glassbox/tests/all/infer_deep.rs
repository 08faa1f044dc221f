//! Random methods whose loops and recursion go deeper than is looked at at first, or for ever: what checking says is what comes out of all calls.

use std::path::Path;

use crate::support::{class_file, home, sources_with_api};
use check::Verdict;
use glassbox::{Context, Input, JavaOptions, Methods, Scoped, check_method, tally_method};
use ir::generate::Source;

/// How many methods with properties a class has.
const METHODS: usize = 10;

/// No loop over numbers has more iterations.
const MOST_ITERATIONS: usize = 22;

/// A class of random methods. Loops count up to numbers beyond the scope of objects, or follow lists, which may be circles; helpers call themselves or each
/// other. Numbers stay far from the bounds that the number in the first line of each method gives them, so that none is left out.
fn class(seed: u64, index: u64) -> (String, String) {
    let random = &mut Source::from_seed(seed.wrapping_mul(7_368_787).wrapping_add(index));
    let name = format!("Deep{index}");
    let mut text = format!(
        "import glassbox.api.Ensures;\n\npublic class {name} {{\n    static class Node {{ Node next; int val; }}\n\n"
    );
    for helper in 0..3 {
        text.push_str(&recursive(random, helper));
    }
    for method in 0..METHODS {
        let operator = ["!=", "!=", "<", ">", "=="][random.below(5)];
        let number = random.below(36);
        text.push_str(&format!(
            "    @Ensures(\"result {operator} {number}\")\n    static int method{method}(int x, Node list) {{\n        \
             if (x > 8000) return x;\n        int a = x, b = {}, c = 0;\n        Node n = list;\n",
            random.below(3),
        ));
        for _ in 0..1 + random.below(2) {
            let level = text.matches("int i").count();
            text.push_str(&looped(random, 2, level));
        }
        let result = ["a", "b", "a + b", "c", "n == null ? b : c", "a - c"][random.below(6)];
        text.push_str(&format!("        return {result};\n    }}\n\n"));
    }
    text.push_str("}\n");
    (name, text)
}

/// A helper that goes as deep as a number says, or a list, or both; it may never return where the list is a circle.
fn recursive(random: &mut Source, helper: usize) -> String {
    let other = random.below(helper + 1);
    let (step, more) = (1 + random.below(2), random.below(3));
    let body = match random.below(4) {
        0 => format!(
            "if (d <= 0) return v; return helper{other}(d - {step}, v + {more}, n) + {};",
            random.below(2)
        ),
        1 => format!("if (d <= 0 || n == null) return v; return helper{helper}(d - {step}, v + 1, n.next);"),
        2 => format!(
            "if (n == null) return v; return helper{helper}(d, {} - v, n.next) + {};",
            random.below(3),
            random.below(2)
        ),
        _ => format!(
            "if (d <= 0) return v; int r = helper{helper}(d - 1, v, n); return r > {} ? r - {more} : r + {step};",
            random.below(12)
        ),
    };
    format!("    static int helper{helper}(int d, int v, Node n) {{\n        {body}\n    }}\n\n")
}

/// A loop, perhaps with another one inside.
fn looped(random: &mut Source, nested: usize, level: usize) -> String {
    let most = 1 + random.below(MOST_ITERATIONS);
    let counter = format!("i{level}x{nested}");
    let mut body = String::new();
    for _ in 0..1 + random.below(2) {
        body.push_str(&statement(random, nested, level));
    }
    match random.below(5) {
        0 => {
            format!("        for (int {counter} = 0; {counter} < {most}; {counter}++) {{\n{body}        }}\n")
        }
        1 => format!(
            "        for (int {counter} = x; {counter} < {most}; {counter}++) {{\n{body}            if (a == {}) break;\n        }}\n",
            random.below(20)
        ),
        // Without anything that counts, this goes round for ever in a circle, and so may what it does inside.
        2 => "        while (n != null) { n = n.next; c = 1 - c; }\n        n = list;\n".to_string(),
        3 => format!(
            "        for (int {counter} = 0; n != null && {counter} < {most}; {counter}++) {{\n            n = n.next;\n{body}        }}\n        n = list;\n"
        ),
        _ => format!(
            "        for (int {counter} = 0; {counter} < {most}; {counter} += {}) {{\n            if (n != null && n.val == {counter}) \
             {{ b = b + 1; }}\n            if (n != null) {{ n = n.next; }}\n{body}        }}\n",
            1 + random.below(2)
        ),
    }
}

fn statement(random: &mut Source, nested: usize, level: usize) -> String {
    match random.below(7) {
        0 => format!("            a = a + {};\n", 1 + random.below(2)),
        1 => format!("            if (b < {}) {{ b = b + 1; }} else {{ c = c + 1; }}\n", random.below(30)),
        2 => "            c = c + 1;\n".to_string(),
        3 => format!("            if (a == {}) {{ b = {}; }}\n", random.below(20), random.below(6)),
        4 if nested == 2 => {
            format!("            b = helper{}({}, c, n);\n", random.below(3), random.below(14))
        }
        5 if nested > 1 => looped(random, nested - 1, level),
        _ => "            if (n != null) { c = n.val; }\n".to_string(),
    }
}

fn asked(class: &str, method: usize, (inline, unroll): (bool, Option<usize>)) -> Methods {
    Methods {
        scope: Scoped { objects: 2, classes: Vec::new(), numbers: (0, 2) },
        inline,
        unroll,
        ..Methods::of(format!("{class}.method{method}"))
    }
}

fn verdict(input: &Input, wanted: &Methods) -> (Verdict, String) {
    match check_method(input, wanted, &mut Context::default()) {
        Ok(checked) => {
            let conclusion = checked.run.conclusion;
            (conclusion.verdict(), format!("{:?} {}", conclusion.reasons(), conclusion.scope().description))
        }
        Err(failure) => panic!("{}: {failure:?}", wanted.method),
    }
}

#[derive(Default, Debug)]
struct Summary {
    holds: usize,
    violated: usize,
    /// Those with a small limit that were not followed to their ends.
    cut: usize,
    /// Calls that go round for ever.
    endless: u64,
    executions: u64,
    problems: Vec<String>,
}

fn compare(seed: u64, count: u64) -> Summary {
    let sources: Vec<(String, String)> = (0..count).map(|index| class(seed, index)).collect();
    let classes = sources_with_api(&sources);
    let mut summary = Summary::default();
    for (name, source) in &sources {
        let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
        let input = glassbox::load(Path::new(&class_file(&classes, name)), &options);
        let input = input.unwrap_or_else(|rejection| panic!("{rejection:?}\n{source}"));
        let problems = summary.problems.len();
        for method in 0..METHODS {
            let tally = tally_method(&input, &asked(name, method, (false, None)), 20_000);
            let tally = tally.unwrap_or_else(|failure| panic!("{failure:?}\n{source}"));
            assert!(!tally.stopped, "{name}.method{method}: {tally:?}\n{source}");
            summary.executions += tally.heaps();
            summary.endless += tally.skipped;
            let expected = if tally.bad > 0 { Verdict::Violated } else { Verdict::Holds };
            let ends = tally.good + tally.bad > 0;
            for how in [(false, None), (true, None), (false, Some(4)), (true, Some(4))] {
                let (found, said) = verdict(&input, &asked(name, method, how));
                let is_right = match found {
                    Verdict::Unknown if how.1.is_some() && said.contains("more than 4 iterations") => {
                        summary.cut += 1;
                        true
                    }
                    Verdict::Unknown => !ends,
                    // Calls that take long are not followed to their ends where all are made.
                    Verdict::Violated => found == expected || tally.skipped > 0,
                    Verdict::Holds => found == expected,
                };
                if !is_right {
                    let problem = format!("{name}.method{method}, {how:?}: {found:?}, {said}, but {tally:?}");
                    summary.problems.push(problem);
                }
            }
            match expected {
                Verdict::Violated => summary.violated += 1,
                Verdict::Holds | Verdict::Unknown => summary.holds += 1,
            }
        }
        if summary.problems.len() > problems {
            summary.problems.push(source.clone());
        }
    }
    summary
}

/// Nothing is cut in silence: without a limit every method has the answer that all calls give, with a small one that or none.
#[test]
fn deep_methods_agree() {
    let summary = compare(2027, 4);
    assert!(summary.problems.is_empty(), "{}", summary.problems.join("\n"));
    assert!(summary.holds >= 8 && summary.violated >= 8 && summary.cut >= 10, "{summary:?}");
    assert!(summary.endless > 20 && summary.executions > 500, "{summary:?}");
}
