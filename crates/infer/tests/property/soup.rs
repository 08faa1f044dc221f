//! Whatever is written, there is a formula that means something or a problem with a place, and never a panic.

use infer::property::{Condition, evaluate, express, parse, print, read};

use ir::Program;

use crate::generate::{LAWS, Random};
use crate::world::{context, heaps, program};

const WORDS: [&str; 84] = [
    "this", "p", "n", "flag", "result", "null", "none", "univ", "iden", "int", "true", "false", "Set",
    "Entry", "Special", "Marked", "elems", "size", "open", "items", "numbers", "val", "next", "owner",
    "weight", "count", "first", "length", "x", "y", "e", "0", "1", "2", "all x:", "some x:", "no", "one",
    "lone", "some", "let x =", "disj", "sum x:", "old(", "min(", "max(", "in", "not", "and", "or", "=>",
    "<=>", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&", "->", ".", ".", ".", "++", "~",
    "^", "*", "#", "!", "?", ":", "|", "(", ")", "[", "]", "{x:", "}", "::",
];

fn tried(program: &Program, text: &str, meant: &mut usize) {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(problem) => {
            let end = text.chars().count() + 1;
            assert!(problem.span.start < problem.span.end && problem.span.end <= end, "{text}: {problem:?}");
            assert!(!problem.message.is_empty() && !problem.remedy.is_empty());
            return;
        }
    };
    assert_eq!(parse(&print(&parsed)).as_ref(), Ok(&parsed), "{text}");
    for condition in [Condition::Ensures, Condition::Requires] {
        let context = context(program, "Set.intersect", condition);
        match read(text, &context) {
            Ok(property) => {
                *meant += 1;
                let heaps = heaps(program);
                let is = evaluate(&property, &heaps);
                let again = print(&express(&property.formula, &context));
                let again =
                    read(&again, &context).unwrap_or_else(|problem| panic!("{text}\n{again}\n{problem:?}"));
                assert_eq!(evaluate(&again, &heaps), is, "{text}\n{}", again.text);
            }
            Err(problem) => {
                assert!(problem.span.end <= text.chars().count(), "{text}: {problem:?}");
                assert!(problem.span.start < problem.span.end, "{text}: {problem:?}");
            }
        }
    }
}

#[test]
fn words_in_any_order() {
    let program = program();
    let mut random = Random(13);
    let mut meant = 0;
    for _ in 0..40_000 {
        let words: Vec<&str> = (0..=random.below(9)).map(|_| random.of(&WORDS)).collect();
        tried(&program, &words.join(" "), &mut meant);
    }
    assert!(meant > 100, "only {meant} mean something");
}

/// Formulas in which a few words were changed.
#[test]
fn words_in_the_wrong_place() {
    let program = program();
    let mut random = Random(17);
    let mut meant = 0;
    for _ in 0..30_000 {
        let law = random.of(&LAWS);
        let names = [
            ('A', "Entry"),
            ('B', "elems"),
            ('Q', "next"),
            ('R', "Entry::next"),
            ('T', "next"),
            ('F', "flag"),
            ('G', "open"),
        ];
        let named = |char: char| {
            names
                .iter()
                .find(|(name, _)| *name == char)
                .map_or(char.to_string(), |(_, text)| (*text).to_string())
        };
        let text: String = law.chars().map(named).collect();
        let mut words: Vec<&str> = text.split(' ').collect();
        for _ in 0..=random.below(2) {
            let at = random.below(words.len());
            match random.below(3) {
                0 => words[at] = random.of(&WORDS),
                1 => words.insert(at, random.of(&WORDS)),
                _ if words.len() > 1 => drop(words.remove(at)),
                _ => {}
            }
        }
        tried(&program, &words.join(" "), &mut meant);
    }
    assert!(meant > 1_000, "only {meant} mean something");
}
