//! Abstractions: named tokens, each with the integers that it stands for.
//!
//! The integers are cut into *cells*: at some numbers, and by residues modulo some number. Every condition that an abstraction is
//! made of (comparisons with those numbers, residues) is the same for all members of a cell, so a token is a set of
//! cells, and asking one member of each cell is enough to know that every integer has exactly one token.

use ir::IntType;

use super::declared::{self, Condition};
use super::numbers::Piece;

/// The greatest modulus.
pub(super) const MOST_RESIDUES: i128 = 1024;

/// The most tokens of an abstraction.
const MOST_TOKENS: usize = 256;

/// An abstraction of integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstraction {
    /// As it was asked for.
    pub name: String,
    pub(super) tokens: Vec<Token>,
    /// Where it is cut.
    bounds: Vec<i128>,
    modulus: i128,
    /// For each cell, interval by interval and residue by residue, its token.
    cells: Vec<u16>,
}

/// An abstract value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) name: String,
    pub(super) pieces: Vec<Piece>,
}

/// Integers beyond all types.
const FAR: i128 = 1 << 66;

impl Abstraction {
    /// An abstraction with cells between these bounds (a bound is the first number of the cell above it) and modulo a
    /// number. `token` names the token of a number.
    pub(super) fn new(
        name: String,
        mut bounds: Vec<i128>,
        modulus: i128,
        token: impl Fn(i128) -> Result<String, String>,
    ) -> Result<Abstraction, String> {
        bounds.sort_unstable();
        bounds.dedup();
        if !(1..=MOST_RESIDUES).contains(&modulus) {
            return Err(format!("the modulus of an abstraction is from 1 to {MOST_RESIDUES}"));
        }
        if bounds.iter().any(|bound| bound.abs() > 1 << 64) {
            return Err("no type has such great numbers".to_string());
        }
        let mut tokens: Vec<Token> = Vec::new();
        let mut cells = Vec::new();
        let mut lows = vec![-FAR];
        lows.extend(&bounds);
        let highs = bounds.iter().map(|bound| bound - 1).chain([FAR]);
        for (&low, high) in lows.iter().zip(highs) {
            let start = cells.len();
            for residue in 0..modulus {
                // A cell without members has no token; nobody will ask for it.
                let Some(piece) = Piece::new(low, high, modulus, residue) else {
                    cells.push(u16::MAX);
                    continue;
                };
                let name = token(piece.low)?;
                let known = tokens.iter().position(|token| token.name == name);
                let index = known.unwrap_or_else(|| {
                    tokens.push(Token { name, pieces: Vec::new() });
                    tokens.len() - 1
                });
                cells.push(index as u16);
            }
            // One piece where all residues have the same token.
            let here = &cells[start..];
            let same =
                here.iter().all(|&cell| cell == here[0]).then_some(here[0]).filter(|&cell| cell != u16::MAX);
            if let Some(index) = same {
                tokens[usize::from(index)].pieces.extend(Piece::interval(low, high));
                continue;
            }
            for (residue, &index) in here.iter().enumerate().filter(|(_, index)| **index != u16::MAX) {
                let piece = Piece::new(low, high, modulus, residue as i128);
                tokens[usize::from(index)].pieces.extend(piece);
            }
        }
        if tokens.len() > MOST_TOKENS {
            return Err(format!("an abstraction has at most {MOST_TOKENS} tokens, not {}", tokens.len()));
        }
        Ok(Abstraction { name, tokens, bounds, modulus, cells })
    }

    /// The token of a number.
    pub(super) fn token_of(&self, number: i128) -> usize {
        let interval = self.bounds.partition_point(|&bound| bound <= number);
        let residue = number.rem_euclid(self.modulus);
        usize::from(self.cells[interval * self.modulus as usize + residue as usize])
    }

    /// The name of a token.
    pub(super) fn token_name(&self, token: usize) -> &str {
        &self.tokens[token].name
    }

    /// The numbers of a type that a token stands for.
    pub(super) fn numbers(&self, token: usize, int: IntType) -> Vec<Piece> {
        let all = Piece::interval(int.min(), int.max()).expect("types have numbers");
        self.tokens[token].pieces.iter().filter_map(|piece| piece.intersection(&all)).collect()
    }

    /// The abstraction that a user means: one of the library's, or one of those that were declared.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str, declared: &[declared::Declaration]) -> Result<Abstraction, String> {
        let text = text.trim();
        let (kind, inside) = match text.split_once(['(', '{']) {
            None => (text, None),
            Some((kind, rest)) => {
                let close = if text[kind.len()..].starts_with('(') { ')' } else { '}' };
                let inside = rest
                    .strip_suffix(close)
                    .ok_or_else(|| format!("`{text}` does not end with `{close}`"))?;
                (kind.trim(), Some(inside.trim()))
            }
        };
        let none = |abstraction: Result<Abstraction, String>| match inside {
            None => abstraction,
            Some(_) => Err(format!("`{kind}` has nothing in parentheses")),
        };
        let need = |example: &str| inside.ok_or_else(|| format!("`{kind}` needs more, as in `{example}`"));
        match kind {
            "signs" => none(Self::signs()),
            "parity" | "even-odd" => none(Self::parity()),
            "point" => none(Self::new("point".to_string(), Vec::new(), 1, |_| Ok("any".to_string()))),
            "modulo" => Self::modulo(number(need("modulo(3)")?)?),
            "range" => {
                let inside = need("range(0..1)")?;
                let (low, high) = inside
                    .split_once("..")
                    .ok_or_else(|| format!("`{inside}` is no range such as `0..1`"))?;
                Self::range(number(low)?, number(high)?)
            }
            "constant" => {
                let constant = number(need("constant(0)")?)?;
                Self::set(format!("constant({constant})"), &[(constant.to_string(), constant)])
            }
            "set" => {
                let inside = need("set{idle=0, busy=7}")?;
                let named = |part: &str| match part.split_once('=') {
                    Some((name, value)) => Ok((name.trim().to_string(), number(value)?)),
                    None => number(part).map(|value| (value.to_string(), value)),
                };
                let values: Vec<(String, i128)> =
                    inside.split(',').map(named).collect::<Result<_, String>>()?;
                Self::set(text.to_string(), &values)
            }
            name => match declared.iter().find(|declaration| declaration.name == name) {
                Some(declaration) => none(declaration.abstraction()),
                None => Err(format!("there is no abstraction `{name}`")),
            },
        }
    }

    /// The names that [`parse`](Self::parse) knows, as a user writes them.
    pub const NAMES: [&str; 7] =
        ["signs", "parity", "modulo(3)", "range(0..1)", "set{0, 7}", "constant(0)", "point"];

    pub(super) fn signs() -> Result<Abstraction, String> {
        Self::new("signs".to_string(), vec![0, 1], 1, |number| {
            Ok(match number.signum() {
                -1 => "neg",
                0 => "zero",
                _ => "pos",
            }
            .to_string())
        })
    }

    pub(super) fn parity() -> Result<Abstraction, String> {
        Self::new("parity".to_string(), Vec::new(), 2, |number| {
            Ok(if number.rem_euclid(2) == 0 { "even" } else { "odd" }.to_string())
        })
    }

    pub(super) fn modulo(modulus: i128) -> Result<Abstraction, String> {
        if modulus < 2 {
            return Err("the modulus is 2 or more".to_string());
        }
        if modulus > MOST_TOKENS as i128 {
            return Err(format!("the modulus is at most {MOST_TOKENS}"));
        }
        Self::new(format!("modulo({modulus})"), Vec::new(), modulus, |number| {
            Ok(format!("rest{}", number.rem_euclid(modulus)))
        })
    }

    pub(super) fn range(low: i128, high: i128) -> Result<Abstraction, String> {
        if low > high || high - low >= MOST_TOKENS as i128 - 2 {
            return Err(format!("a range has from 1 to {} numbers", MOST_TOKENS - 2));
        }
        Self::new(format!("range({low}..{high})"), (low..=high + 1).collect(), 1, |number| {
            Ok(if number < low {
                format!("below{low}")
            } else if number > high {
                format!("above{high}")
            } else {
                number.to_string()
            })
        })
    }

    fn set(name: String, values: &[(String, i128)]) -> Result<Abstraction, String> {
        for (index, (name, value)) in values.iter().enumerate() {
            if name == "other" || values[..index].iter().any(|(known, other)| known == name || other == value)
            {
                return Err(format!("`{name}` is there twice"));
            }
        }
        let bounds = values.iter().flat_map(|(_, value)| [*value, value + 1]).collect();
        Self::new(name, bounds, 1, |number| {
            let found = values.iter().find(|(_, value)| *value == number);
            Ok(found.map_or("other".to_string(), |(name, _)| name.clone()))
        })
    }

    /// Signs, with the numbers cut at these constants as well, each of which has a token of its own.
    pub(super) fn split_at(constants: &[i128]) -> Result<Abstraction, String> {
        let mut constants = constants.to_vec();
        constants.push(0);
        constants.sort_unstable();
        constants.dedup();
        let bounds: Vec<i128> = constants.iter().flat_map(|&value| [value, value + 1]).collect();
        let listed: Vec<String> = constants.iter().map(ToString::to_string).collect();
        Self::new(format!("split({})", listed.join(", ")), bounds, 1, |number| {
            Ok(match constants.binary_search(&number) {
                Ok(_) => number.to_string(),
                Err(0) => format!("below{}", constants[0]),
                Err(index) if index == constants.len() => format!("above{}", constants[index - 1]),
                Err(index) => format!("between{}and{}", constants[index - 1], constants[index]),
            })
        })
    }

    /// The abstraction that a file declares.
    pub(super) fn of_conditions(
        name: &str,
        tokens: &[(String, Option<Condition>)],
    ) -> Result<Abstraction, String> {
        let (mut bounds, mut modulus) = (Vec::new(), 1);
        for condition in tokens.iter().filter_map(|(_, condition)| condition.as_ref()) {
            condition.cuts(&mut bounds, &mut modulus)?;
        }
        Self::new(name.to_string(), bounds, modulus, |number| {
            let mut holding = tokens
                .iter()
                .filter(|(_, condition)| condition.as_ref().is_some_and(|condition| condition.holds(number)));
            match (holding.next(), holding.next()) {
                (Some((token, _)), None) => Ok(token.clone()),
                (Some((one, _)), Some((other, _))) => {
                    Err(format!("{number} is in `{one}` and in `{other}`, but a number has one token"))
                }
                (None, _) => {
                    let rest = tokens.iter().find(|(_, condition)| condition.is_none());
                    rest.map(|(token, _)| token.clone())
                        .ok_or_else(|| format!("{number} has no token; add `token rest: otherwise`"))
                }
            }
        })
    }
}

fn number(text: &str) -> Result<i128, String> {
    let text = text.trim();
    text.parse::<i64>().map(i128::from).map_err(|_| format!("`{text}` is no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_the_one_token_that_stands_for_it() {
        let declared = declared::parse(
            "abstraction level\ntoken low: x < 10 and x % 3 == 1\ntoken high: x >= 10 or x == -6\ntoken rest: otherwise\n",
        )
        .unwrap();
        for text in
            ["signs", "parity", "modulo(5)", "range(-1..3)", "set{a=4, b=9}", "constant(7)", "point", "level"]
        {
            let abstraction = Abstraction::parse(text, &declared).unwrap();
            for number in -300..300 {
                let token = abstraction.token_of(number);
                for (other, _) in abstraction.tokens.iter().enumerate() {
                    let stands =
                        abstraction.numbers(other, IntType::I32).iter().any(|piece| piece.contains(number));
                    assert_eq!(
                        stands,
                        other == token,
                        "{text}: {number} and {}",
                        abstraction.token_name(other)
                    );
                }
            }
        }
    }

    #[test]
    fn tokens_are_named() {
        let name = |text: &str, number| {
            let abstraction = Abstraction::parse(text, &[]).unwrap();
            abstraction.token_name(abstraction.token_of(number)).to_string()
        };
        assert_eq!(name("signs", -3), "neg");
        assert_eq!(name("range(0..1)", 2), "above1");
        assert_eq!(name("even-odd", -3), "odd");
        assert_eq!(name("set{idle=0, busy=7}", 7), "busy");
        assert_eq!(name("modulo(3)", -1), "rest2");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| Abstraction::parse(text, &[]).unwrap_err();
        assert_eq!(wrong("sings"), "there is no abstraction `sings`");
        assert_eq!(wrong("range(3..1)"), "a range has from 1 to 254 numbers");
        assert_eq!(wrong("range(0..1"), "`range(0..1` does not end with `)`");
        assert_eq!(wrong("modulo"), "`modulo` needs more, as in `modulo(3)`");
        assert_eq!(wrong("set{1, 1}"), "`1` is there twice");
    }
}
