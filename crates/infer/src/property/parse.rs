//! The expression that a text says. The grammar is in `docs/guide/infer.md`; the methods of the parser have the names of its rules.

use super::syntax::{
    Declaration, Expression, ExpressionKind, Extreme, Infix, Name, Prefix, Quantified, Word,
};
use super::{Problem, Span};

/// How deep a formula may be nested.
const DEEPEST: usize = 100;

/// How many words and signs a formula may have.
const MOST_TOKENS: usize = 2000;

/// How deep the tree of a formula may be: operands that follow one another make deep trees too, which must fit onto the stack.
const DEEPEST_TREE: usize = 250;

/// Words that are no names, unless they stand behind a dot.
const RESERVED: [&str; 14] =
    ["all", "some", "no", "one", "lone", "let", "in", "and", "or", "not", "implies", "iff", "disj", "old"];

/// The expression that a text says.
///
/// ```
/// use infer::property::{parse, print};
///
/// let formula = parse("all e: this.elems.*next | not e.val = 0").expect("it is well-formed");
/// assert_eq!(print(&formula), "all e: this.elems.*next | !e.val == 0");
/// assert_eq!(parse("some x +").expect_err("the end is missing").span.start, 8);
/// ```
pub fn parse(text: &str) -> Result<Expression, Problem> {
    let tokens = tokens(text)?;
    if let Some((_, span)) = tokens.get(MOST_TOKENS) {
        return Err(problem(
            *span,
            format!("the formula has more than {MOST_TOKENS} words and signs"),
            "write several shorter ones",
        ));
    }
    let end = text.chars().count();
    let mut parser = Parser { tokens, next: 0, end, depth: 0 };
    let expression = parser.expression()?;
    match parser.peek() {
        None => shallow(expression),
        Some(Token::Sign(")" | "]" | "}")) => {
            Err(parser.problem(format!("`{}` closes nothing", parser.shown()), "leave it out"))
        }
        Some(Token::Sign(sign)) if Infix::comparison(sign).is_some() => {
            Err(parser.problem("comparisons do not chain", "join them with `&&`, as in a < b && b < c"))
        }
        Some(Token::Word(word)) if word == "in" => Err(parser.problem(
            "comparisons do not chain",
            "put brackets around the inner one, as in result == (x in s)",
        )),
        Some(Token::Word(_) | Token::Number(_) | Token::Sign(_)) => Err(parser.problem(
            format!("the formula has ended before `{}`", parser.shown()),
            "write an operator such as `&&` between the parts",
        )),
    }
}

/// The expression, unless it is too deep to go through.
fn shallow(expression: Expression) -> Result<Expression, Problem> {
    let mut waiting = vec![(&expression, 1)];
    while let Some((part, depth)) = waiting.pop() {
        if depth > DEEPEST_TREE {
            return Err(problem(part.span, "the formula is too long", "write several shorter ones"));
        }
        waiting.extend(part.children().into_iter().map(|child| (child, depth + 1)));
    }
    Ok(expression)
}

fn problem(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Problem {
    Problem { span, message: message.into(), remedy: remedy.into() }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
}

/// Longer ones before those that they start with.
const SIGNS: [&str; 35] = [
    "<=>", "&&", "||", "=>", "==", "!=", "<=", ">=", "->", "++", "::", "(", ")", "[", "]", "{", "}", ",",
    ":", "|", ".", "+", "-", "*", "/", "%", "&", "!", "?", "#", "~", "^", "<", ">", "=",
];

fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Problem> {
    let characters: Vec<char> = text.chars().collect();
    let is_part = |char: &char| char.is_alphanumeric() || matches!(char, '_' | '$');
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let first = characters[at];
        if first.is_whitespace() {
            at += 1;
            continue;
        }
        let (token, length) = if is_part(&first) {
            let length = characters[at..].iter().take_while(|char| is_part(char)).count();
            let word: String = characters[at..at + length].iter().collect();
            let span = Span::new(at, at + length);
            (word_or_number(word, span)?, length)
        } else {
            let fits = |sign: &&&str| {
                sign.chars().enumerate().all(|(n, char)| characters.get(at + n) == Some(&char))
            };
            match SIGNS.iter().find(fits) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => return Err(strange(first, Span::new(at, at + 1))),
            }
        };
        tokens.push((token, Span::new(at, at + length)));
        at += length;
    }
    Ok(tokens)
}

fn word_or_number(word: String, span: Span) -> Result<Token, Problem> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return Ok(Token::Word(word));
    }
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("`{word}` is neither a number nor a name");
        return Err(problem(span, message, "write numbers with digits only, as in 12"));
    }
    word.parse().map(Token::Number).map_err(|_| {
        problem(span, format!("`{word}` does not fit into 64 bits"), "write a number that a `long` can have")
    })
}

fn strange(character: char, span: Span) -> Problem {
    let remedy = match character {
        '\'' => "a field means its value after the method already; write old(x.f) for its value before",
        '"' => "strings are compared by identity, and cannot be written here",
        '@' | ';' => "write one formula",
        _ => "the guide's page on properties has the grammar",
    };
    problem(span, format!("`{character}` is no part of a formula"), remedy)
}

impl Infix {
    /// The comparison that a sign or word stands for.
    fn comparison(text: &str) -> Option<Infix> {
        Some(match text {
            "==" | "=" => Infix::Equal,
            "!=" => Infix::NotEqual,
            "in" => Infix::In,
            "<" => Infix::Less,
            "<=" => Infix::LessOrEqual,
            ">" => Infix::Greater,
            ">=" => Infix::GreaterOrEqual,
            _ => return None,
        })
    }
}

/// Whether a word means something in the language.
fn is_known(text: &str) -> bool {
    RESERVED.contains(&text) || Word::ALL.iter().any(|word| word.text() == text)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    next: usize,
    /// How many characters the text has.
    end: usize,
    depth: usize,
}

type Parsed = Result<Expression, Problem>;

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    fn token(&self, ahead: usize) -> Option<&str> {
        match self.tokens.get(self.next + ahead) {
            Some((Token::Word(word), _)) => Some(word),
            Some((Token::Sign(sign), _)) => Some(sign),
            Some((Token::Number(_), _)) | None => None,
        }
    }

    fn is_word(&self, ahead: usize) -> bool {
        matches!(self.tokens.get(self.next + ahead), Some((Token::Word(_), _)))
    }

    /// The place of the next token, or one behind the end.
    fn here(&self) -> Span {
        self.tokens.get(self.next).map_or(Span::new(self.end, self.end + 1), |(_, span)| *span)
    }

    /// The place of the token that was taken last.
    fn last(&self) -> Span {
        self.next.checked_sub(1).map_or(self.here(), |last| self.tokens[last].1)
    }

    fn shown(&self) -> String {
        match self.peek() {
            Some(Token::Word(word)) => word.clone(),
            Some(Token::Number(number)) => number.to_string(),
            Some(Token::Sign(sign)) => (*sign).to_string(),
            None => "the end".to_string(),
        }
    }

    fn take(&mut self, texts: &[&str]) -> bool {
        let is = self.token(0).is_some_and(|token| texts.contains(&token));
        self.next += usize::from(is);
        is
    }

    fn problem(&self, message: impl Into<String>, remedy: impl Into<String>) -> Problem {
        problem(self.here(), message, remedy)
    }

    fn expect(&mut self, sign: &str, remedy: &str) -> Result<(), Problem> {
        if self.take(&[sign]) {
            Ok(())
        } else {
            Err(self.problem(format!("a `{sign}` is missing here"), remedy))
        }
    }

    /// Goes one level deeper for what is parsed.
    fn deeper(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.problem("the formula is nested too deeply", "write several simpler ones"));
        }
        let parsed = parse(self)?;
        self.depth -= 1;
        Ok(parsed)
    }

    fn infix(operator: Infix, one: Expression, other: Expression) -> Expression {
        let span = one.span.to(other.span);
        Expression { kind: ExpressionKind::Infix(operator, Box::new(one), Box::new(other)), span }
    }

    /// Operands of one level with operators between them, from the left.
    fn chain(&mut self, operators: &[(&str, Infix)], operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut whole = operand(self)?;
        while let Some(&(_, operator)) = operators.iter().find(|(text, _)| self.token(0) == Some(text)) {
            self.next += 1;
            let other = operand(self)?;
            whole = Self::infix(operator, whole, other);
        }
        Ok(whole)
    }

    fn expression(&mut self) -> Parsed {
        self.deeper(|parser| {
            let condition = parser.iff()?;
            if !parser.take(&["?"]) {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":", "write a choice as in x == null ? 0 : 1, with brackets around its parts")?;
            let otherwise = parser.expression()?;
            let span = condition.span.to(otherwise.span);
            let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
            Ok(Expression { kind, span })
        })
    }

    fn iff(&mut self) -> Parsed {
        self.chain(&[("<=>", Infix::Iff), ("iff", Infix::Iff)], Self::implies)
    }

    fn implies(&mut self) -> Parsed {
        let one = self.or()?;
        if !self.take(&["=>", "implies"]) {
            return Ok(one);
        }
        let other = self.deeper(Self::implies)?;
        Ok(Self::infix(Infix::Implies, one, other))
    }

    fn or(&mut self) -> Parsed {
        self.chain(&[("||", Infix::Or), ("or", Infix::Or)], Self::and)
    }

    fn and(&mut self) -> Parsed {
        self.chain(&[("&&", Infix::And), ("and", Infix::And)], Self::not)
    }

    fn not(&mut self) -> Parsed {
        match self.token(0) {
            Some("!" | "not") => self.prefix(Prefix::Not, Self::not),
            Some(_) | None => self.comparison(),
        }
    }

    fn prefix(&mut self, operator: Prefix, operand: fn(&mut Self) -> Parsed) -> Parsed {
        let start = self.here();
        self.next += 1;
        let operand = self.deeper(operand)?;
        let span = start.to(operand.span);
        Ok(Expression { kind: ExpressionKind::Prefix(operator, Box::new(operand)), span })
    }

    fn comparison(&mut self) -> Parsed {
        let one = self.multiplicity()?;
        let negated = matches!(self.token(0), Some("!" | "not")) && self.token(1) == Some("in");
        self.next += usize::from(negated);
        let Some(operator) = self.token(0).and_then(Infix::comparison) else { return Ok(one) };
        self.next += 1;
        let other = self.compared()?;
        Ok(Self::infix(if negated { Infix::NotIn } else { operator }, one, other))
    }

    /// The right side of a comparison. Nothing can be meant there by `!` but the side itself, as in Java.
    fn compared(&mut self) -> Parsed {
        match self.token(0) {
            Some("!" | "not") => self.prefix(Prefix::Not, Self::compared),
            Some(_) | None => self.multiplicity(),
        }
    }

    fn multiplicity(&mut self) -> Parsed {
        let operator = match self.token(0) {
            Some("some") => Prefix::Some,
            Some("no") => Prefix::No,
            Some("one") => Prefix::One,
            Some("lone") => Prefix::Lone,
            Some(_) | None => return self.additive(),
        };
        if self.binds() { self.quantified() } else { self.prefix(operator, Self::additive) }
    }

    /// Whether what follows the next word are variables with a set.
    fn binds(&self) -> bool {
        let mut ahead = if self.token(1) == Some("disj") { 2 } else { 1 };
        while self.is_word(ahead) {
            match self.token(ahead + 1) {
                Some(":") => return true,
                Some(",") => ahead += 2,
                Some(_) | None => return false,
            }
        }
        false
    }

    fn additive(&mut self) -> Parsed {
        self.chain(&[("+", Infix::Plus), ("-", Infix::Minus)], Self::multiplicative)
    }

    fn multiplicative(&mut self) -> Parsed {
        let operators = [("*", Infix::Times), ("/", Infix::Divide), ("%", Infix::Remainder)];
        self.chain(&operators, Self::counted)
    }

    fn counted(&mut self) -> Parsed {
        match self.token(0) {
            Some("#") => self.prefix(Prefix::Count, Self::counted),
            Some("-") => self.prefix(Prefix::Minus, Self::counted),
            Some("all") => self.quantified(),
            Some("some" | "no" | "one" | "lone" | "sum") if self.binds() => self.quantified(),
            Some("let") => self.bound_once(),
            Some(_) | None => self.overriding(),
        }
    }

    fn overriding(&mut self) -> Parsed {
        self.chain(&[("++", Infix::Override)], Self::intersection)
    }

    fn intersection(&mut self) -> Parsed {
        self.chain(&[("&", Infix::Intersection)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.chain(&[("->", Infix::Product)], Self::joined)
    }

    fn joined(&mut self) -> Parsed {
        let mut whole = self.tight()?;
        loop {
            if self.take(&["."]) {
                let other = if self.is_member() { self.any_name()? } else { self.tight()? };
                whole = Self::infix(Infix::Join, whole, other);
            } else if self.take(&["["]) {
                whole = self.indexed(whole)?;
            } else if self.token(0) == Some("(") {
                whole = self.called(whole)?;
            } else {
                return Ok(whole);
            }
        }
    }

    /// Whether the next word, behind a dot, is the name of a member. There all words are that a field can have in Java, but
    /// `old(...)` and the constants.
    fn is_member(&self) -> bool {
        let is_old = self.token(0) == Some("old") && self.token(1) == Some("(");
        let constant = Word::ALL.into_iter().find(|word| self.token(0) == Some(word.text()));
        let is_class = self.token(1) == Some("::");
        let is_name = matches!(constant, None | Some(Word::None | Word::Result));
        self.is_word(0) && !is_old && !is_class && is_name
    }

    /// Whether a class with a `::` behind it comes next.
    fn is_field_of(&self) -> bool {
        let mut ahead = 0;
        if self.token(0).is_some_and(is_known) {
            return false;
        }
        while self.is_word(ahead) && self.token(ahead + 1) == Some(".") {
            ahead += 2;
        }
        self.is_word(ahead) && self.token(ahead + 1) == Some("::")
    }

    fn any_name(&mut self) -> Parsed {
        let name = self.name("a name is missing here")?;
        Ok(Expression { kind: ExpressionKind::Name(name.text), span: name.span })
    }

    fn indexed(&mut self, array: Expression) -> Parsed {
        let array = Box::new(array);
        let kind = if self.token(0) == Some("*") && self.token(1) == Some("]") {
            self.next += 1;
            ExpressionKind::Elements(array.clone())
        } else {
            ExpressionKind::Index(array.clone(), Box::new(self.expression()?))
        };
        self.expect("]", "close the bracket behind the index")?;
        Ok(Expression { kind, span: array.span.to(self.last()) })
    }

    fn called(&mut self, callee: Expression) -> Parsed {
        self.next += 1;
        let mut arguments = Vec::new();
        while self.token(0) != Some(")") {
            arguments.push(self.expression()?);
            if !self.take(&[","]) {
                break;
            }
        }
        self.expect(")", "close the bracket")?;
        let span = callee.span.to(self.last());
        Ok(Expression { kind: ExpressionKind::Call(Box::new(callee), arguments), span })
    }

    fn tight(&mut self) -> Parsed {
        match self.token(0) {
            Some("~") => self.prefix(Prefix::Transpose, Self::tight),
            Some("^") => self.prefix(Prefix::Closure, Self::tight),
            Some("*") => self.prefix(Prefix::Reflexive, Self::tight),
            Some(_) | None => self.primary(),
        }
    }

    fn primary(&mut self) -> Parsed {
        let start = self.here();
        let extreme = |word: &str| match word {
            "min" => Some(Extreme::Least),
            "max" => Some(Extreme::Greatest),
            _ => None,
        };
        let kind = match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.next += 1;
                ExpressionKind::Number(number)
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inner = self.expression()?;
                self.expect(")", "close the bracket")?;
                inner.kind
            }
            Some(Token::Sign("{")) => {
                self.next += 1;
                let declarations = self.declarations()?;
                self.expect("|", "write a set as in {x: Node | x.next == null}")?;
                let body = self.expression()?;
                self.expect("}", "close the set")?;
                ExpressionKind::Comprehension(declarations, Box::new(body))
            }
            Some(Token::Word(_)) if self.is_field_of() => {
                let mut class = self.any_name()?;
                while self.take(&["."]) {
                    let member = self.any_name()?;
                    class = Self::infix(Infix::Join, class, member);
                }
                self.next += 1;
                let field = self.name("the name of a field is missing here")?;
                ExpressionKind::FieldOf(Box::new(class), field)
            }
            Some(Token::Word(word)) if word == "old" && self.token(1) == Some("(") => {
                self.next += 2;
                let inner = self.expression()?;
                self.expect(")", "close the bracket of `old`")?;
                ExpressionKind::Old(Box::new(inner))
            }
            Some(Token::Word(word)) if word == "old" => {
                return Err(self.problem(
                    "what `old` is about is missing",
                    "put brackets around it, as in old(this.size)",
                ));
            }
            Some(Token::Word(word)) if extreme(&word).is_some() && self.token(1) == Some("(") => {
                self.next += 2;
                let inner = self.expression()?;
                self.expect(")", "close the bracket")?;
                let which = extreme(&word).expect("it was looked at");
                ExpressionKind::Extreme(which, Box::new(inner))
            }
            Some(Token::Word(word)) if !RESERVED.contains(&word.as_str()) => {
                self.next += 1;
                match Word::ALL.into_iter().find(|known| known.text() == word) {
                    Some(known) => ExpressionKind::Word(known),
                    None => ExpressionKind::Name(word),
                }
            }
            Some(Token::Word(_) | Token::Sign(_)) => {
                let message = format!("an expression is missing before `{}`", self.shown());
                let before = self.next.checked_sub(1).map(|last| &self.tokens[last].0);
                let remedy = match before {
                    Some(Token::Word(word)) if is_known(word) && self.token(0) == Some(".") => {
                        format!(
                            "`{word}` is a word of the language; a field of that name is written this.{word}"
                        )
                    }
                    Some(_) | None => "write a set, a number or a formula there".to_string(),
                };
                return Err(self.problem(message, remedy));
            }
            None => {
                return Err(self.problem("an expression is missing here", "write what is to be true"));
            }
        };
        Ok(Expression { kind, span: start.to(self.last()) })
    }

    fn name(&mut self, missing: &str) -> Result<Name, Problem> {
        let span = self.here();
        match self.peek().cloned() {
            Some(Token::Word(text)) => {
                self.next += 1;
                Ok(Name { text, span })
            }
            Some(Token::Number(_) | Token::Sign(_)) | None => {
                Err(self.problem(missing, "write a name there"))
            }
        }
    }

    /// The name of a variable.
    fn fresh_name(&mut self) -> Result<Name, Problem> {
        if let Some(text) = self.token(0).filter(|text| is_known(text)) {
            let message = format!("`{text}` is a word of the language and no name for a variable");
            return Err(self.problem(message, "give it another name"));
        }
        self.name("the name of a variable is missing here")
    }

    fn quantified(&mut self) -> Parsed {
        let start = self.here();
        let quantified = match self.token(0) {
            Some("some") => Quantified::Some,
            Some("no") => Quantified::No,
            Some("one") => Quantified::One,
            Some("lone") => Quantified::Lone,
            Some("sum") => Quantified::Sum,
            Some(_) | None => Quantified::All,
        };
        self.next += 1;
        let declarations = self.declarations()?;
        self.expect("|", "write what is said of the variables behind a `|`, as in all x: Node | x.size > 0")?;
        let body = self.expression()?;
        let span = start.to(body.span);
        Ok(Expression { kind: ExpressionKind::Quantified(quantified, declarations, Box::new(body)), span })
    }

    fn declarations(&mut self) -> Result<Vec<Declaration>, Problem> {
        let mut declarations = Vec::new();
        loop {
            let distinct = self.take(&["disj"]);
            let mut names = vec![self.fresh_name()?];
            while self.take(&[","]) {
                names.push(self.fresh_name()?);
            }
            self.expect(":", "write the set that the variable goes through behind a `:`, as in x: Node")?;
            if matches!(self.token(0), Some("set" | "some" | "one" | "lone")) && self.is_word(1) {
                return Err(self.problem(
                    format!("a variable stands for one value, so `{}` says nothing here", self.shown()),
                    "leave it out",
                ));
            }
            let bound = self.deeper(Self::additive)?;
            declarations.push(Declaration { distinct, names, bound });
            if !self.take(&[","]) {
                return Ok(declarations);
            }
        }
    }

    fn bound_once(&mut self) -> Parsed {
        let start = self.here();
        self.next += 1;
        let name = self.fresh_name()?;
        if !self.take(&["=", "=="]) {
            return Err(self.problem("a `=` is missing here", "write it as in let n = this.next | some n"));
        }
        let value = self.expression()?;
        self.expect("|", "write it as in let n = this.next | some n")?;
        let body = self.expression()?;
        let span = start.to(body.span);
        Ok(Expression { kind: ExpressionKind::Let(name, Box::new(value), Box::new(body)), span })
    }
}
