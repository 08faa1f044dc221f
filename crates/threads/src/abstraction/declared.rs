//! Abstractions that users declare in a file.
//!
//! ```text
//! # how full a tank is
//! abstraction level
//! token empty: x == 0
//! token some: x > 0 and x < 100
//! token full: x >= 100
//! token wrong: otherwise
//! ```
//!
//! A condition compares `x` with numbers (`==`, `!=`, `<`, `<=`, `>`, `>=`), or its residue (`x % 3 == 1`, where a residue is never
//! negative); `and`, `or`, `not` and parentheses combine. Every number must have exactly one token; `otherwise` has those that no other
//! token has.

use super::library::{Abstraction, MOST_RESIDUES};
use super::numbers::gcd;

/// A declared abstraction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    pub(super) name: String,
    tokens: Vec<(String, Option<Condition>)>,
}

/// What is wrong with a file, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// When a number has a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    Below(i128),
    Is(i128),
    Leaves(i128, i128),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    pub(super) fn holds(&self, number: i128) -> bool {
        match self {
            Condition::Below(bound) => number < *bound,
            Condition::Is(other) => number == *other,
            Condition::Leaves(modulus, residue) => number.rem_euclid(*modulus) == *residue,
            Condition::Not(other) => !other.holds(number),
            Condition::And(a, b) => a.holds(number) && b.holds(number),
            Condition::Or(a, b) => a.holds(number) || b.holds(number),
        }
    }

    /// Where the condition may change.
    pub(super) fn cuts(&self, bounds: &mut Vec<i128>, modulus: &mut i128) -> Result<(), String> {
        match self {
            Condition::Below(bound) => bounds.push(*bound),
            Condition::Is(number) => bounds.extend([*number, number + 1]),
            Condition::Leaves(other, _) => {
                *modulus = *modulus / gcd(*modulus, *other) * other;
                if *modulus > MOST_RESIDUES {
                    return Err(format!("the moduli together are at most {MOST_RESIDUES}"));
                }
            }
            Condition::Not(other) => other.cuts(bounds, modulus)?,
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.cuts(bounds, modulus)?;
                b.cuts(bounds, modulus)?;
            }
        }
        Ok(())
    }
}

impl Declaration {
    /// The name by which it is used.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The abstraction.
    pub(super) fn abstraction(&self) -> Result<Abstraction, String> {
        Abstraction::of_conditions(&self.name, &self.tokens)
    }
}

/// The abstractions that a file declares.
///
/// # Errors
/// What is wrong with the first line that is.
pub fn parse(text: &str) -> Result<Vec<Declaration>, Wrong> {
    let mut declared: Vec<Declaration> = Vec::new();
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        let wrong = |what: String| Wrong { line: index + 1, what };
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        last = index + 1;
        if let Some(name) = line.strip_prefix("abstraction ") {
            let name = word(name).map_err(wrong)?;
            if declared.iter().any(|other| other.name == name) {
                return Err(wrong(format!("`{name}` is declared twice")));
            }
            declared.push(Declaration { name, tokens: Vec::new() });
        } else if let Some(token) = line.strip_prefix("token ") {
            let declaration = declared
                .last_mut()
                .ok_or_else(|| wrong("a token comes after `abstraction NAME`".to_string()))?;
            let (name, condition) = token
                .split_once(':')
                .ok_or_else(|| wrong("a token is `token NAME: CONDITION`".to_string()))?;
            let name = word(name).map_err(wrong)?;
            if declaration.tokens.iter().any(|(other, _)| *other == name) {
                return Err(wrong(format!("`{name}` is declared twice")));
            }
            let condition = match condition.trim() {
                "otherwise" => None,
                condition => Some(Parser::new(condition).whole().map_err(wrong)?),
            };
            declaration.tokens.push((name, condition));
        } else {
            return Err(wrong("a line is `abstraction NAME` or `token NAME: CONDITION`".to_string()));
        }
    }
    for declaration in &declared {
        declaration.abstraction().map_err(|what| Wrong { line: last, what })?;
    }
    Ok(declared)
}

fn word(text: &str) -> Result<String, String> {
    let text = text.trim();
    let fine = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if fine { Ok(text.to_string()) } else { Err(format!("`{text}` is no name")) }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser { rest: text.trim() }
    }

    fn whole(mut self) -> Result<Condition, String> {
        let condition = self.either(0)?;
        if self.rest.is_empty() { Ok(condition) } else { Err(format!("`{}` was not expected", self.rest)) }
    }

    fn take(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        // A word ends where it ends.
        if text.ends_with(char::is_alphabetic) && rest.starts_with(char::is_alphanumeric) {
            return false;
        }
        self.rest = rest.trim_start();
        true
    }

    fn either(&mut self, depth: usize) -> Result<Condition, String> {
        let mut left = self.both(depth)?;
        while self.take("or") {
            left = Condition::Or(Box::new(left), Box::new(self.both(depth)?));
        }
        Ok(left)
    }

    fn both(&mut self, depth: usize) -> Result<Condition, String> {
        let mut left = self.one(depth)?;
        while self.take("and") {
            left = Condition::And(Box::new(left), Box::new(self.one(depth)?));
        }
        Ok(left)
    }

    fn one(&mut self, depth: usize) -> Result<Condition, String> {
        if depth > 100 {
            return Err("the condition is nested too deeply".to_string());
        }
        if self.take("not") {
            return Ok(Condition::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.take("(") {
            let inside = self.either(depth + 1)?;
            return if self.take(")") { Ok(inside) } else { Err("a parenthesis is not closed".to_string()) };
        }
        if !self.take("x") {
            return Err(format!("a condition begins with `x`, not with `{}`", self.rest));
        }
        let modulus = if self.take("%") { Some(self.number()?) } else { None };
        let operator = ["==", "!=", "<=", ">=", "<", ">"].into_iter().find(|operator| self.take(operator));
        let operator = operator.ok_or("a comparison is missing")?;
        let number = self.number()?;
        if let Some(modulus) = modulus {
            if modulus < 1 || number < 0 || number >= modulus {
                return Err(format!("nothing leaves {number} modulo {modulus}"));
            }
            let leaves = Condition::Leaves(modulus, number);
            return match operator {
                "==" => Ok(leaves),
                "!=" => Ok(Condition::Not(Box::new(leaves))),
                _ => Err("residues are compared with `==` or `!=`".to_string()),
            };
        }
        let not = |condition| Condition::Not(Box::new(condition));
        Ok(match operator {
            "==" => Condition::Is(number),
            "!=" => not(Condition::Is(number)),
            "<" => Condition::Below(number),
            "<=" => Condition::Below(number + 1),
            ">" => not(Condition::Below(number + 1)),
            _ => not(Condition::Below(number)),
        })
    }

    fn number(&mut self) -> Result<i128, String> {
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let length = self.rest.len() - digits.len() + end;
        let (number, rest) = self.rest.split_at(length);
        let parsed = number.parse::<i64>().map_err(|_| format!("`{}` is no number", self.rest))?;
        self.rest = rest.trim_start();
        Ok(parsed.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        let Wrong { line, what } = parse(text).unwrap_err();
        format!("{line}: {what}")
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(wrong("token a: x == 0"), "1: a token comes after `abstraction NAME`");
        assert_eq!(wrong("abstraction a\ntoken b: x = 0"), "2: a comparison is missing");
        assert_eq!(
            wrong("abstraction a\ntoken b: x == 0\n"),
            "2: -73786976294838206464 has no token; add `token rest: otherwise`"
        );
        assert_eq!(
            wrong("abstraction a\ntoken b: x < 5\ntoken c: x > 3"),
            "3: 4 is in `b` and in `c`, but a number has one token"
        );
        assert_eq!(wrong("abstraction a\ntoken b: (x < 5"), "2: a parenthesis is not closed");
        assert_eq!(wrong("abstraction a\ntoken b: x % 3 == 3"), "2: nothing leaves 3 modulo 3");
        assert_eq!(wrong("abstraction a\ntoken b: x < 5 x"), "2: `x` was not expected");
        assert_eq!(wrong("hello"), "1: a line is `abstraction NAME` or `token NAME: CONDITION`");
    }

    #[test]
    fn comments_and_connectives() {
        let declared = parse("# level\nabstraction a # here\ntoken b: not (x < 5 or x == 9) and x % 2 == 1\ntoken c: otherwise").unwrap();
        let abstraction = declared[0].abstraction().unwrap();
        let name = |number| abstraction.token_name(abstraction.token_of(number)).to_string();
        assert_eq!([name(7), name(9), name(8), name(3)], ["b", "c", "c", "c"]);
    }
}
