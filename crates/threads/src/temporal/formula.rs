//! Formulas of linear temporal logic over boolean fields and methods of the program, and how people write them.
//!
//! ```text
//! formula  = implied [ "<->" formula ]
//! implied  = or [ "->" implied ]
//! or       = and { "||" and }        and = until { "&&" until }
//! until    = unary [ ("U" | "R" | "W") until ]
//! unary    = ("!" | "G" | "F" | "[]" | "<>") unary | "(" formula ")" | "true" | "false" | name [ "()" ]
//! ```
//!
//! A name is a static field with its class, `Door.open`, or with `()` behind it a static method without parameters. There is no
//! operator for the next step: what a step is depends on what a search leaves out, so such a formula would mean nothing.

/// A formula. Negation stands only before names: [`Formula::not`] moves it there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    /// Always true.
    True,
    /// Always false.
    False,
    /// The name with that number, or its opposite.
    Name(usize, bool),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One at least.
    Or(Box<Formula>, Box<Formula>),
    /// The second one at some time, and the first one until then.
    Until(Box<Formula>, Box<Formula>),
    /// The second one as long as the first one has not been true before.
    Release(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// The opposite.
    pub fn not(&self) -> Formula {
        let both = |one: &Formula, other: &Formula| (Box::new(one.not()), Box::new(other.not()));
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Name(number, is) => Formula::Name(*number, !is),
            Formula::And(one, other) => {
                let (one, other) = both(one, other);
                Formula::Or(one, other)
            }
            Formula::Or(one, other) => {
                let (one, other) = both(one, other);
                Formula::And(one, other)
            }
            Formula::Until(one, other) => {
                let (one, other) = both(one, other);
                Formula::Release(one, other)
            }
            Formula::Release(one, other) => {
                let (one, other) = both(one, other);
                Formula::Until(one, other)
            }
        }
    }

    fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    fn or(self, other: Formula) -> Formula {
        Formula::Or(Box::new(self), Box::new(other))
    }

    fn always(self) -> Formula {
        Formula::Release(Box::new(Formula::False), Box::new(self))
    }

    fn finally(self) -> Formula {
        Formula::Until(Box::new(Formula::True), Box::new(self))
    }

    /// Whether it is true of the word that goes through the letters and then for ever from `cycle` on through those behind it. A
    /// letter is the set of names that are true. This looks at the word alone and knows no automata.
    pub fn holds(&self, letters: &[u64], cycle: usize) -> bool {
        self.values(letters, cycle).first().copied().unwrap_or(false)
    }

    /// Whether it is true from each letter on.
    fn values(&self, letters: &[u64], cycle: usize) -> Vec<bool> {
        let next = |place: usize| if place + 1 < letters.len() { place + 1 } else { cycle };
        let zip = |one: &Formula, other: &Formula, with: fn(bool, bool) -> bool| {
            let both = one.values(letters, cycle).into_iter().zip(other.values(letters, cycle));
            both.map(|(one, other)| with(one, other)).collect()
        };
        match self {
            Formula::True => vec![true; letters.len()],
            Formula::False => vec![false; letters.len()],
            Formula::Name(number, is) => {
                letters.iter().map(|letter| (letter >> number & 1 == 1) == *is).collect()
            }
            Formula::And(one, other) => zip(one, other, |one, other| one && other),
            Formula::Or(one, other) => zip(one, other, |one, other| one || other),
            Formula::Until(one, other) | Formula::Release(one, other) => {
                let least = matches!(self, Formula::Until(..));
                let (one, other) = (one.values(letters, cycle), other.values(letters, cycle));
                // The least and the greatest solution of how a letter depends on the next.
                let mut values = vec![!least; letters.len()];
                for _ in 0..=letters.len() {
                    for place in (0..letters.len()).rev() {
                        let later = values[next(place)];
                        values[place] = if least {
                            other[place] || one[place] && later
                        } else {
                            other[place] && (one[place] || later)
                        };
                    }
                }
                values
            }
        }
    }
}

/// A name in a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The class with its packages, and the field or method.
    pub text: String,
    /// Whether it is a method.
    pub call: bool,
    /// Where it stands first, in characters from 0.
    pub at: usize,
}

/// A formula with its names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The formula.
    pub formula: Formula,
    /// What its numbers stand for.
    pub names: Vec<Name>,
}

/// What is wrong with the text of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Where, in characters from 0.
    pub at: usize,
    /// How many characters.
    pub length: usize,
    /// What.
    pub message: String,
}

/// How deep a formula may be nested.
const DEEPEST: usize = 200;

/// How many names there may be.
const MOST_NAMES: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Sign(&'static str),
}

/// The formula that a text says.
pub fn parse(text: &str) -> Result<Parsed, SyntaxError> {
    let tokens = tokens(text)?;
    let end = text.chars().count();
    let mut parser = Parser { tokens, next: 0, end, names: Vec::new(), depth: 0 };
    let formula = parser.formula()?;
    if let Some((at, length, token)) = parser.tokens.get(parser.next) {
        let shown = match token {
            Token::Word(word) => word.as_str(),
            Token::Sign(sign) => sign,
        };
        let message = format!("the formula has ended before `{shown}`");
        return Err(SyntaxError { at: *at, length: *length, message });
    }
    Ok(Parsed { formula, names: parser.names })
}

const SIGNS: [&str; 15] =
    ["<->", "<=>", "->", "=>", "||", "&&", "[]", "<>", "()", "(", ")", "!", "|", "&", "~"];

fn tokens(text: &str) -> Result<Vec<(usize, usize, Token)>, SyntaxError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let first = characters[at];
        if first.is_whitespace() {
            at += 1;
            continue;
        }
        let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '.');
        if is_part(first) {
            let length = characters[at..].iter().take_while(|char| is_part(**char)).count();
            tokens.push((at, length, Token::Word(characters[at..at + length].iter().collect())));
            at += length;
            continue;
        }
        let fits =
            |sign: &&&str| sign.chars().enumerate().all(|(n, char)| characters.get(at + n) == Some(&char));
        let Some(sign) = SIGNS.iter().find(fits) else {
            return Err(SyntaxError { at, length: 1, message: format!("`{first}` is no part of a formula") });
        };
        tokens.push((at, sign.len(), Token::Sign(sign)));
        at += sign.len();
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<(usize, usize, Token)>,
    next: usize,
    end: usize,
    names: Vec<Name>,
    depth: usize,
}

impl Parser {
    fn is(&self, signs: &[&str]) -> bool {
        match self.tokens.get(self.next) {
            Some((_, _, Token::Sign(sign))) => signs.contains(sign),
            Some((_, _, Token::Word(word))) => signs.contains(&word.as_str()),
            None => false,
        }
    }

    fn take(&mut self, signs: &[&str]) -> bool {
        let is = self.is(signs);
        self.next += usize::from(is);
        is
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, SyntaxError> {
        let (at, length) = self.tokens.get(self.next).map_or((self.end, 1), |(at, length, _)| (*at, *length));
        Err(SyntaxError { at, length, message: message.into() })
    }

    fn formula(&mut self) -> Result<Formula, SyntaxError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("the formula is nested too deeply");
        }
        let one = self.implied()?;
        let formula = if self.take(&["<->", "<=>"]) {
            let other = self.formula()?;
            let (not_one, not_other) = (one.not(), other.not());
            one.and(other).or(not_one.and(not_other))
        } else {
            one
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn implied(&mut self) -> Result<Formula, SyntaxError> {
        let one = self.either()?;
        if self.take(&["->", "=>"]) {
            self.depth += 1;
            if self.depth > DEEPEST {
                return self.error("the formula is nested too deeply");
            }
            let other = self.implied()?;
            self.depth -= 1;
            return Ok(one.not().or(other));
        }
        Ok(one)
    }

    fn either(&mut self) -> Result<Formula, SyntaxError> {
        let mut formula = self.both()?;
        while self.take(&["||", "|"]) {
            formula = formula.or(self.both()?);
        }
        Ok(formula)
    }

    fn both(&mut self) -> Result<Formula, SyntaxError> {
        let mut formula = self.until()?;
        while self.take(&["&&", "&"]) {
            formula = formula.and(self.until()?);
        }
        Ok(formula)
    }

    fn until(&mut self) -> Result<Formula, SyntaxError> {
        let one = self.unary()?;
        let operators = ["U", "R", "W"];
        let Some(operator) = operators.into_iter().find(|operator| self.is(&[operator])) else {
            return Ok(one);
        };
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("the formula is nested too deeply");
        }
        let other = self.until()?;
        self.depth -= 1;
        Ok(match operator {
            "U" => Formula::Until(Box::new(one), Box::new(other)),
            "R" => Formula::Release(Box::new(one), Box::new(other)),
            // The first one until the second one, or for ever.
            _ => Formula::Release(Box::new(other.clone()), Box::new(one.or(other))),
        })
    }

    fn unary(&mut self) -> Result<Formula, SyntaxError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("the formula is nested too deeply");
        }
        let formula = if self.take(&["!", "~"]) {
            self.unary()?.not()
        } else if self.take(&["G", "[]"]) {
            self.unary()?.always()
        } else if self.take(&["F", "<>"]) {
            self.unary()?.finally()
        } else if self.take(&["true"]) {
            Formula::True
        } else if self.take(&["false"]) {
            Formula::False
        } else if self.take(&["("]) {
            let inner = self.formula()?;
            if !self.take(&[")"]) {
                return self.error("a `)` is missing here");
            }
            inner
        } else {
            self.name()?
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn name(&mut self) -> Result<Formula, SyntaxError> {
        let Some((at, _, Token::Word(word))) = self.tokens.get(self.next).cloned() else {
            return self.error("a formula is missing here");
        };
        match word.as_str() {
            "X" => {
                return self.error(
                    "there is no operator for the next step: what a step is depends on what a search leaves out",
                );
            }
            "U" | "R" | "W" => {
                return self.error(format!("what is `{word}` of? A formula is missing before it"));
            }
            _ => {}
        }
        let parts: Vec<&str> = word.split('.').collect();
        if parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
            return self.error(format!(
                "`{word}` is not written as a class with a field or method, such as Door.open"
            ));
        }
        self.next += 1;
        let call = self.take(&["()"]);
        let known = self.names.iter().position(|name| name.text == word && name.call == call);
        let number = match known {
            Some(number) => number,
            None if self.names.len() == MOST_NAMES => {
                self.next -= 1;
                return self.error(format!("a formula may have at most {MOST_NAMES} names"));
            }
            None => {
                self.names.push(Name { text: word, call, at });
                self.names.len() - 1
            }
        };
        Ok(Formula::Name(number, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(formula: &Formula) -> String {
        match formula {
            Formula::True => "1".into(),
            Formula::False => "0".into(),
            Formula::Name(number, is) => format!("{}{number}", if *is { "" } else { "!" }),
            Formula::And(one, other) => format!("({}&{})", shown(one), shown(other)),
            Formula::Or(one, other) => format!("({}|{})", shown(one), shown(other)),
            Formula::Until(one, other) => format!("({}U{})", shown(one), shown(other)),
            Formula::Release(one, other) => format!("({}R{})", shown(one), shown(other)),
        }
    }

    #[test]
    fn operators_bind_as_people_expect() {
        let cases = [
            ("G (a.r -> F a.g)", "(0R(!0|(1U1)))"),
            ("[]<>a.x", "(0R(1U0))"),
            ("a.x && a.y || !a.z", "((0&1)|!2)"),
            ("a.x U a.y -> a.z()", "((!0R!1)|2)"),
            ("!(a.x U G a.y)", "(!0R(1U!1))"),
            ("a.x W b.y", "(1R(0|1))"),
            ("a.x <-> a.y", "((0&1)|(!0&!1))"),
            ("a.x -> a.y -> a.z", "(!0|(!1|2))"),
            ("a.x() | a.x", "(0|1)"),
        ];
        for (text, expected) in cases {
            assert_eq!(
                shown(&parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).formula),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let cases = [
            ("G (a.x -> F)", 11, "missing"),
            ("G (a.x", 6, "`)`"),
            ("a.x % a.y", 4, "`%`"),
            ("a.x a.y", 4, "ended before `a.y`"),
            ("X a.x", 0, "next step"),
            ("open", 0, "such as Door.open"),
            ("", 0, "missing"),
            ("U a.x", 0, "before it"),
            ("a..x", 0, "such as"),
        ];
        for (text, at, word) in cases {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{text}: {error:?}");
            assert!(error.message.contains(word), "{text}: {error:?}");
        }
        assert!(parse(&"!".repeat(100_000)).is_err());
        assert!(parse(&format!("{}a.x{}", "(".repeat(5_000), ")".repeat(5_000))).is_err());
    }
}
