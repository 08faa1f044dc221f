//! Expressions as people write them, with brackets only where they are needed.

use std::fmt::Write as _;

use super::syntax::{Declaration, Expression, ExpressionKind, Infix, Prefix, Word};

/// The text of an expression. Parsing it gives the expression again.
pub fn print(expression: &Expression) -> String {
    let mut text = String::new();
    write(&mut text, expression, Level::Expression);
    text
}

/// How tightly something holds together: the rules of the grammar, the loosest one first. What is written where a tighter one is
/// expected needs brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Expression,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Comparison,
    Multiplicity,
    Additive,
    Multiplicative,
    Counted,
    Override,
    Intersection,
    Product,
    Joined,
    Tight,
    Primary,
    /// Nothing but brackets.
    Enclosed,
}

/// The levels of an operator, of what may stand before it, and of what may stand behind it.
fn levels(operator: Infix) -> [Level; 3] {
    use Level as L;
    match operator {
        Infix::Iff => [L::Iff, L::Iff, L::Implies],
        Infix::Implies => [L::Implies, L::Or, L::Implies],
        Infix::Or => [L::Or, L::Or, L::And],
        Infix::And => [L::And, L::And, L::Not],
        Infix::Equal
        | Infix::NotEqual
        | Infix::In
        | Infix::NotIn
        | Infix::Less
        | Infix::LessOrEqual
        | Infix::Greater
        | Infix::GreaterOrEqual => [L::Comparison, L::Multiplicity, L::Multiplicity],
        Infix::Plus | Infix::Minus => [L::Additive, L::Additive, L::Multiplicative],
        Infix::Times | Infix::Divide | Infix::Remainder => [L::Multiplicative, L::Multiplicative, L::Counted],
        Infix::Override => [L::Override, L::Override, L::Intersection],
        Infix::Intersection => [L::Intersection, L::Intersection, L::Product],
        Infix::Product => [L::Product, L::Product, L::Joined],
        Infix::Join => [L::Joined, L::Joined, L::Tight],
    }
}

/// The level of an operator before its operand, and of the operand.
fn prefix_levels(operator: Prefix) -> [Level; 2] {
    match operator {
        Prefix::Not => [Level::Not, Level::Not],
        Prefix::Some | Prefix::No | Prefix::One | Prefix::Lone => [Level::Multiplicity, Level::Additive],
        Prefix::Count | Prefix::Minus => [Level::Counted, Level::Counted],
        Prefix::Transpose | Prefix::Closure | Prefix::Reflexive => [Level::Tight, Level::Tight],
    }
}

fn level(expression: &Expression) -> Level {
    match &expression.kind {
        ExpressionKind::Quantified(..) | ExpressionKind::Let(..) | ExpressionKind::Conditional(..) => {
            Level::Expression
        }
        ExpressionKind::Infix(operator, ..) => levels(*operator)[0],
        ExpressionKind::Prefix(operator, _) => prefix_levels(*operator)[0],
        ExpressionKind::Index(..) | ExpressionKind::Elements(_) | ExpressionKind::Call(..) => Level::Joined,
        ExpressionKind::Word(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::FieldOf(..)
        | ExpressionKind::Comprehension(..)
        | ExpressionKind::Old(_)
        | ExpressionKind::Extreme(..) => Level::Primary,
    }
}

fn write(text: &mut String, expression: &Expression, wanted: Level) {
    let brackets = level(expression) < wanted;
    if brackets {
        text.push('(');
    }
    write_bare(text, expression);
    if brackets {
        text.push(')');
    }
}

fn write_bare(text: &mut String, expression: &Expression) {
    match &expression.kind {
        ExpressionKind::Word(word) => text.push_str(word.text()),
        ExpressionKind::Number(number) => text.push_str(&number.to_string()),
        ExpressionKind::Name(name) => text.push_str(name),
        ExpressionKind::FieldOf(class, field) => {
            write(text, class, Level::Joined);
            let _ = write!(text, "::{}", field.text);
        }
        ExpressionKind::Prefix(operator, operand) => {
            text.push_str(operator.text());
            write(text, operand, prefix_levels(*operator)[1]);
        }
        ExpressionKind::Infix(operator, one, other) => {
            let [_, before, behind] = levels(*operator);
            write(text, one, before);
            match operator {
                Infix::Join => text.push('.'),
                Infix::Iff
                | Infix::Implies
                | Infix::Or
                | Infix::And
                | Infix::Equal
                | Infix::NotEqual
                | Infix::In
                | Infix::NotIn
                | Infix::Less
                | Infix::LessOrEqual
                | Infix::Greater
                | Infix::GreaterOrEqual
                | Infix::Plus
                | Infix::Minus
                | Infix::Times
                | Infix::Divide
                | Infix::Remainder
                | Infix::Override
                | Infix::Intersection
                | Infix::Product => {
                    let _ = write!(text, " {} ", operator.text());
                }
            }
            // Behind a dot these would be names of fields, or what is before them a part of the name.
            let is_name = matches!(
                other.kind,
                ExpressionKind::Extreme(..)
                    | ExpressionKind::Word(Word::None | Word::Result)
                    | ExpressionKind::FieldOf(..)
            );
            write(text, other, if is_name && *operator == Infix::Join { Level::Enclosed } else { behind });
        }
        ExpressionKind::Index(array, index) => {
            write(text, array, Level::Joined);
            text.push('[');
            write(text, index, Level::Expression);
            text.push(']');
        }
        ExpressionKind::Elements(array) => {
            write(text, array, Level::Joined);
            text.push_str("[*]");
        }
        ExpressionKind::Quantified(quantified, declarations, body) => {
            text.push_str(quantified.text());
            text.push(' ');
            write_declarations(text, declarations);
            text.push_str(" | ");
            write(text, body, Level::Expression);
        }
        ExpressionKind::Comprehension(declarations, body) => {
            text.push('{');
            write_declarations(text, declarations);
            text.push_str(" | ");
            write(text, body, Level::Expression);
            text.push('}');
        }
        ExpressionKind::Let(name, value, body) => {
            let _ = write!(text, "let {} = ", name.text);
            write(text, value, Level::Iff);
            text.push_str(" | ");
            write(text, body, Level::Expression);
        }
        ExpressionKind::Conditional(condition, then, otherwise) => {
            write(text, condition, Level::Iff);
            text.push_str(" ? ");
            // `some x :` would be taken for a variable with its set.
            write(text, then, Level::Additive);
            text.push_str(" : ");
            write(text, otherwise, Level::Iff);
        }
        ExpressionKind::Old(inner) => {
            text.push_str("old(");
            write(text, inner, Level::Expression);
            text.push(')');
        }
        ExpressionKind::Extreme(extreme, inner) => {
            let _ = write!(text, "{}(", extreme.text());
            write(text, inner, Level::Expression);
            text.push(')');
        }
        ExpressionKind::Call(callee, arguments) => {
            write(text, callee, Level::Joined);
            text.push('(');
            for (place, argument) in arguments.iter().enumerate() {
                if place > 0 {
                    text.push_str(", ");
                }
                write(text, argument, Level::Additive);
            }
            text.push(')');
        }
    }
}

fn write_declarations(text: &mut String, declarations: &[Declaration]) {
    for (place, declaration) in declarations.iter().enumerate() {
        if place > 0 {
            text.push_str(", ");
        }
        if declaration.distinct {
            text.push_str("disj ");
        }
        let names: Vec<&str> = declaration.names.iter().map(|name| name.text.as_str()).collect();
        let _ = write!(text, "{}: ", names.join(", "));
        write(text, &declaration.bound, Level::Additive);
    }
}
