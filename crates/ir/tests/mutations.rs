//! Whatever text comes in, the parser gives a program or diagnostics, the verifier accepts or says
//! why not, and a parsed program survives being printed. The texts are generated programs with a few
//! mistakes in them, so that most mistakes are deep inside.

use ir::generate::{Shape, Source, program};

/// Checks one text, and says whether it was parsed and verified.
fn check(text: &str) -> (bool, bool) {
    let parsed = match ir::text::parse("mutated.gbir", text) {
        Ok(parsed) => parsed,
        Err(errors) => {
            assert!(!errors.is_empty(), "a rejected text has a diagnostic");
            for error in errors {
                let position = error.position.expect("a mistake in a text has a place");
                let lines = text.split('\n').count();
                assert!((1..=lines).contains(&(position.line as usize)), "{error} is outside the text");
            }
            return (false, false);
        }
    };
    let verified = match ir::verify::verify(&parsed) {
        Ok(()) => true,
        Err(errors) => {
            assert!(!errors.is_empty(), "a rejected program has a diagnostic");
            false
        }
    };
    if verified {
        // Facts are asked of verified programs only.
        ir::flow::describe(&parsed);
    }
    let printed = ir::text::print(&parsed);
    let again = match ir::text::parse("mutated.gbir", &printed) {
        Ok(again) => again,
        Err(errors) => panic!("a printed program is rejected: {errors:?}\n{printed}"),
    };
    assert_eq!(ir::text::print(&again), printed, "printing again gives the same text");
    assert_eq!(ir::verify::verify(&again).is_ok(), verified, "the verdict survives printing:\n{printed}");
    (true, verified)
}

/// Checks one text and names it if anything goes wrong.
fn check_and_show(text: &str) -> (bool, bool) {
    match std::panic::catch_unwind(|| check(text)) {
        Ok(outcome) => outcome,
        Err(_) => panic!("the message above is about this text: {text:?}\n{text}"),
    }
}

/// Words, single other characters, and the blanks between.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || "_$@".contains(character);
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|character| !is_word(character)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Texts that mean something somewhere.
const SNIPPETS: [&str; 58] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[]",
    ":",
    ";",
    ",",
    ".",
    "=",
    "!",
    "!3:1",
    "@",
    "@\"\"",
    "\"",
    "\"x\"",
    "\\",
    "//",
    "\n",
    "-1",
    "0",
    "1u64",
    "18446744073709551615u64",
    "1.5f32",
    "1e400",
    "-0.0",
    "0x",
    "0xff",
    "f64(0x7ff8000000000000)",
    "null",
    "true",
    "any",
    "i32",
    "bool",
    "f32",
    "class",
    "fn @main() {",
    "local x0: any",
    "unwind b0(caught2)",
    "from \"a\":1",
    "return",
    "goto b0",
    "else",
    "virtual",
    "special",
    "init",
    "init C0",
    "literal \"x\"",
    "literal (55296, 65)",
    "literal class \"x\"",
    "literals C0, C0",
    "arrays C0",
    "b0:",
    "b1",
    "x0",
    "\u{1f600}",
];

fn mutate(choices: &mut Source, text: &str, donor: &str) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    // Names of the text itself are more often right than those of another one.
    let donors = self::tokens(if choices.chance(2, 3) { text } else { donor });
    for _ in 0..1 + choices.below(3) / 2 {
        if tokens.is_empty() {
            break;
        }
        let at = choices.below(tokens.len());
        let run = (1 + choices.below(4)).min(tokens.len() - at);
        match choices.below(12) {
            0 => drop(tokens.drain(at..at + run)),
            1 => {
                let copied = tokens[at..at + run].to_vec();
                let to = choices.below(tokens.len());
                tokens.splice(to..to, copied);
            }
            2 => {
                let other = choices.below(tokens.len());
                tokens.swap(at, other);
            }
            3 => tokens[at] = SNIPPETS[choices.below(SNIPPETS.len())].to_owned(),
            4 => tokens.insert(at, SNIPPETS[choices.below(SNIPPETS.len())].to_owned()),
            5..10 => {
                // Words for words keep most of the grammar.
                let is_word = |token: &str| token.starts_with(char::is_alphanumeric);
                let words: Vec<&str> = donors.iter().copied().filter(|token| is_word(token)).collect();
                if let Some(word) = choices.pick(&words)
                    && let Some(index) = (at..tokens.len()).find(|&index| is_word(&tokens[index]))
                {
                    tokens[index] = word.to_owned();
                }
            }
            10 => {
                let mut bytes = tokens[at].clone().into_bytes();
                let index = choices.below(bytes.len());
                bytes[index] = choices.below(256) as u8;
                tokens[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
            _ => tokens.truncate(at),
        }
    }
    tokens.concat()
}

#[test]
fn no_mistake_in_a_text_gets_through_or_panics() {
    let (mut parsed, mut verified, mut total) = (0, 0, 0);
    for seed in 0..200 {
        let mut choices = Source::from_seed(seed);
        let shape = if seed % 2 == 0 { Shape::EVERYTHING } else { Shape::SEARCHABLE };
        let text = ir::text::print(&program(&mut choices, &shape));
        let donor = ir::text::print(&program(&mut choices, &shape));
        for _ in 0..30 {
            let (was_parsed, was_verified) = check_and_show(&mutate(&mut choices, &text, &donor));
            total += 1;
            parsed += usize::from(was_parsed);
            verified += usize::from(was_verified);
        }
    }
    // Otherwise the test does not look at what it is for.
    assert!(parsed > total / 20 && parsed < total, "{parsed} of {total} texts were parsed");
    assert!(verified > total / 50 && verified < parsed, "{verified} of {total} texts were verified");
}

#[test]
fn random_tokens_do_not_panic() {
    for seed in 0..3_000 {
        let mut choices = Source::from_seed(seed);
        let mut text = String::new();
        for _ in 0..choices.below(40) {
            text.push_str(SNIPPETS[choices.below(SNIPPETS.len())]);
            text.push_str([" ", "", "\n"][choices.below(3)]);
        }
        check_and_show(&text);
    }
}

#[test]
fn cut_texts_do_not_panic() {
    for seed in 0..4 {
        let text = ir::text::print(&program(&mut Source::from_seed(seed), &Shape::EVERYTHING));
        for (at, _) in text.char_indices() {
            check_and_show(&text[..at]);
        }
    }
}
