//! What is printed can be parsed again, and means the same.

use infer::property::syntax::{
    Declaration, Expression, ExpressionKind, Extreme, Infix, Name, Prefix, Quantified, Word,
};
use infer::property::{Span, parse, print};

use crate::generate::Random;

fn name(random: &mut Random) -> Name {
    // Words that are names in some places only are among them.
    Name {
        text: random.of(&["x", "next", "Entry", "min", "sum", "set", "$a_1"]).to_string(),
        span: Span::default(),
    }
}

/// Any expression that the grammar has, whether it means something or not.
fn expression(random: &mut Random, depth: usize) -> Expression {
    let kind = if depth == 0 { leaf(random) } else { inner(random, depth - 1) };
    Expression { kind, span: Span::default() }
}

fn leaf(random: &mut Random) -> ExpressionKind {
    match random.below(3) {
        0 => ExpressionKind::Word(random.of(&Word::ALL)),
        1 => ExpressionKind::Number(random.of(&[0, 1, 42, i64::MAX])),
        _ => ExpressionKind::Name(name(random).text),
    }
}

fn inner(random: &mut Random, depth: usize) -> ExpressionKind {
    let part = |random: &mut Random| {
        let depth = random.below(depth + 1);
        Box::new(expression(random, depth))
    };
    match random.below(14) {
        0 => leaf(random),
        1 | 2 => {
            let all = [
                Prefix::Not,
                Prefix::Some,
                Prefix::No,
                Prefix::One,
                Prefix::Lone,
                Prefix::Count,
                Prefix::Minus,
                Prefix::Transpose,
                Prefix::Closure,
                Prefix::Reflexive,
            ];
            ExpressionKind::Prefix(random.of(&all), part(random))
        }
        3..=6 => {
            let all = [
                Infix::Iff,
                Infix::Implies,
                Infix::Or,
                Infix::And,
                Infix::Equal,
                Infix::NotEqual,
                Infix::In,
                Infix::NotIn,
                Infix::Less,
                Infix::LessOrEqual,
                Infix::Greater,
                Infix::GreaterOrEqual,
                Infix::Plus,
                Infix::Minus,
                Infix::Times,
                Infix::Divide,
                Infix::Remainder,
                Infix::Override,
                Infix::Intersection,
                Infix::Product,
                Infix::Join,
            ];
            ExpressionKind::Infix(random.of(&all), part(random), part(random))
        }
        7 => ExpressionKind::Index(part(random), part(random)),
        8 => ExpressionKind::Elements(part(random)),
        9 => {
            let all = [
                Quantified::All,
                Quantified::Some,
                Quantified::No,
                Quantified::One,
                Quantified::Lone,
                Quantified::Sum,
            ];
            ExpressionKind::Quantified(random.of(&all), declarations(random, depth), part(random))
        }
        10 => ExpressionKind::Comprehension(declarations(random, depth), part(random)),
        11 => ExpressionKind::Let(name(random), part(random), part(random)),
        12 => ExpressionKind::Conditional(part(random), part(random), part(random)),
        _ => match random.below(4) {
            0 => ExpressionKind::Old(part(random)),
            1 => ExpressionKind::Extreme(random.of(&[Extreme::Least, Extreme::Greatest]), part(random)),
            2 => {
                let class = ExpressionKind::Name(name(random).text);
                ExpressionKind::FieldOf(
                    Box::new(Expression { kind: class, span: Span::default() }),
                    name(random),
                )
            }
            _ => {
                let callee = ExpressionKind::Name("size".to_string());
                let arguments = (0..random.below(3)).map(|_| *part(random)).collect();
                ExpressionKind::Call(Box::new(Expression { kind: callee, span: Span::default() }), arguments)
            }
        },
    }
}

fn declarations(random: &mut Random, depth: usize) -> Vec<Declaration> {
    let declaration = |random: &mut Random| Declaration {
        distinct: random.below(3) == 0,
        names: (0..=random.below(2)).map(|_| name(random)).collect(),
        bound: expression(random, depth.min(2)),
    };
    (0..=random.below(2)).map(|_| declaration(random)).collect()
}

#[test]
fn what_is_printed_is_parsed_again() {
    let mut random = Random(1);
    for round in 0..20_000 {
        let expression = expression(&mut random, round % 6);
        let text = print(&expression);
        let again = parse(&text).unwrap_or_else(|problem| panic!("{text}\n{expression:?}\n{problem:?}"));
        assert_eq!(again, expression, "{text}");
        assert_eq!(print(&again), text);
    }
}

/// Every part of what is parsed stands where its span says.
#[test]
fn spans_are_those_of_the_parts() {
    let mut random = Random(2);
    for round in 0..2_000 {
        let text = print(&expression(&mut random, round % 5));
        let characters: Vec<char> = text.chars().collect();
        let mut waiting = vec![parse(&text).expect("it was printed")];
        while let Some(part) = waiting.pop() {
            let there: String = characters[part.span.start..part.span.end].iter().collect();
            let alone = parse(&there).unwrap_or_else(|problem| panic!("{text}: {there}: {problem:?}"));
            assert_eq!(alone, part, "{text}: {there}");
            let is_member = |part: &Expression| matches!(&part.kind, ExpressionKind::Infix(Infix::Join, ..));
            if !is_member(&part) {
                waiting.extend(part.children().into_iter().cloned());
            }
        }
    }
}

#[test]
fn brackets_stand_where_they_are_needed() {
    let texts = [
        "all e: this.elems.*next | e.val > 0 => some e.next",
        "(a => b) => c",
        "a => b => c",
        "(a || b) && c",
        "a && b || c",
        "!(a && b)",
        "!a in b",
        "some x + y",
        "some x == flag",
        "#(x + y) + 1",
        "#x & y",
        "a - (b - c)",
        "a - b - c",
        "x.^(left + right)",
        "^next.x",
        "^(next.x)",
        "x.old(next)",
        "old(x.next) in y.next",
        "(all x: Node | some x) && b",
        "{x, y: Node | x.next == y}",
        "let n = this.next | n.val == 1 ? 2 : 3",
        "-x * -y",
        "a[b[0] + 1][*]",
        "Node::next ++ x -> y",
        "x.(Node::next)",
        "a -> b -> c",
        "a -> (b -> c)",
        "lone disj x, y: A, z: B | x != y",
        "(sum x: A | x.v) > 2",
        "x !in y",
        "x.none",
        "x.(none)",
    ];
    for text in texts {
        let printed = print(&parse(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}")));
        assert_eq!(printed, text);
    }
}

#[test]
fn words_and_signs_mean_the_same() {
    let pairs = [
        ("a and b or not c", "a && b || !c"),
        ("a implies b iff c", "a => b <=> c"),
        ("x = y", "x == y"),
        ("x not in y", "x !in y"),
        ("  ( x )  ", "x"),
        ("x ! in y", "x !in y"),
    ];
    for (one, other) in pairs {
        assert_eq!(parse(one), parse(other), "{one}");
    }
}
