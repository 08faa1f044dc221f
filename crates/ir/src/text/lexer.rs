//! Text to tokens with places. Tokens borrow from the text, so that large inputs cost little more than
//! themselves.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic};
use crate::ids::SourceId;
use crate::position::Position;

/// What a token is. Text borrows from the input where it can.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind<'a> {
    /// A word or a quoted name.
    Name(Cow<'a, str>, Quoted),
    /// `@name` or `@"name"`: a global or a function.
    Symbol(Cow<'a, str>),
    /// Digits with sign, fraction, exponent; then the letters right behind it.
    Number { digits: &'a str, suffix: &'a str },
    /// A punctuation character.
    Punctuation(char),
    /// After the last token.
    End,
}

/// Whether a name stood in quotes, and so cannot be a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoted {
    Yes,
    No,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) position: Position,
    pub(super) length: u32,
}

impl Token<'_> {
    /// The token as people see it in a message.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            TokenKind::Name(name, Quoted::No) => format!("`{name}`"),
            TokenKind::Name(name, Quoted::Yes) => format!("`\"{}\"`", name.escape_debug()),
            TokenKind::Symbol(name) => format!("`@{name}`"),
            TokenKind::Number { digits, suffix } => format!("`{digits}{suffix}`"),
            TokenKind::Punctuation(character) => format!("`{character}`"),
            TokenKind::End => "the end of the file".to_string(),
        }
    }
}

pub(super) fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || character == '$'
}

pub(super) fn is_name_part(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit()
}

/// Whether the character may stand in an unquoted `@name`.
pub(super) fn is_symbol_part(character: char) -> bool {
    is_name_part(character) || matches!(character, '.' | '<' | '>')
}

struct Lexer<'a> {
    text: &'a str,
    /// How many bytes are done.
    at: usize,
    source: SourceId,
    line: u32,
    column: u32,
}

/// All tokens, the last of which is [`TokenKind::End`].
pub(super) fn tokens(source: SourceId, text: &str) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut lexer = Lexer { text, at: 0, source, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token()?;
        let end = token.kind == TokenKind::End;
        tokens.push(token);
        if end {
            return Ok(tokens);
        }
    }
}

impl<'a> Lexer<'a> {
    fn position(&self) -> Position {
        Position::new(self.source, self.line, self.column)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The character after the next one.
    fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    fn bump(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        if character == '\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
        Some(character)
    }

    fn skip_while(&mut self, accept: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&accept) {
            self.bump();
        }
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        self.skip_while(accept);
        &self.text[start..self.at]
    }

    fn skip_blanks(&mut self) {
        while let Some(character) = self.peek() {
            if character == '/' && self.peek_second() == Some('/') {
                while self.peek().is_some_and(|character| character != '\n') {
                    self.bump();
                }
            } else if character.is_whitespace() {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn token(&mut self) -> Result<Token<'a>, Diagnostic> {
        self.skip_blanks();
        let position = self.position();
        let kind = match self.peek() {
            None => TokenKind::End,
            Some('"') => TokenKind::Name(self.quoted()?, Quoted::Yes),
            Some('@') => {
                self.bump();
                if self.peek() == Some('"') {
                    TokenKind::Symbol(self.quoted()?)
                } else {
                    let name = self.take_while(is_symbol_part);
                    if name.is_empty() {
                        return Err(syntax(
                            position,
                            1,
                            "`@` without a name",
                            "write the name of a function or global right behind the `@`",
                        ));
                    }
                    TokenKind::Symbol(name.into())
                }
            }
            Some(character) if is_name_start(character) => {
                TokenKind::Name(self.take_while(is_name_part).into(), Quoted::No)
            }
            Some(character)
                if character.is_ascii_digit()
                    || character == '-' && self.peek_second().is_some_and(|next| next.is_ascii_digit()) =>
            {
                self.number()
            }
            Some(character) if "{}()[]:;,.=!".contains(character) => {
                self.bump();
                TokenKind::Punctuation(character)
            }
            Some(character) => {
                return Err(syntax(
                    position,
                    1,
                    format!("unexpected character `{}`", character.escape_debug()),
                    "remove it, or put it between quotes if it belongs to a name",
                ));
            }
        };
        let length = if self.line == position.line { self.column - position.column } else { 1 };
        Ok(Token { kind, position, length })
    }

    fn number(&mut self) -> TokenKind<'a> {
        let start = self.at;
        if self.peek() == Some('-') {
            self.bump();
        }
        if self.peek() == Some('0') && self.peek_second() == Some('x') {
            self.bump();
            self.bump();
            self.skip_while(|character| character.is_ascii_hexdigit());
            return TokenKind::Number { digits: &self.text[start..self.at], suffix: "" };
        }
        self.skip_while(|character| character.is_ascii_digit());
        if self.peek() == Some('.') && self.peek_second().is_some_and(|next| next.is_ascii_digit()) {
            self.bump();
            self.skip_while(|character| character.is_ascii_digit());
        }
        if self.peek() == Some('e')
            && self.peek_second().is_some_and(|next| next.is_ascii_digit() || next == '-' || next == '+')
        {
            self.bump();
            if self.peek().is_some_and(|sign| sign == '-' || sign == '+') {
                self.bump();
            }
            self.skip_while(|character| character.is_ascii_digit());
        }
        let digits = &self.text[start..self.at];
        TokenKind::Number { digits, suffix: self.take_while(is_name_part) }
    }

    fn quoted(&mut self) -> Result<Cow<'a, str>, Diagnostic> {
        let start = self.position();
        let unfinished = |at: Position| {
            syntax(
                at,
                1,
                "the quoted name or message does not end",
                "write the closing quote on the same line",
            )
        };
        self.bump();
        let plain = self.take_while(|character| !matches!(character, '"' | '\\' | '\n'));
        if self.peek() == Some('"') {
            self.bump();
            return Ok(plain.into());
        }
        let mut name = plain.to_string();
        loop {
            match self.bump() {
                None | Some('\n') => return Err(unfinished(start)),
                Some('"') => return Ok(name.into()),
                Some('\\') => {
                    let at = self.position();
                    match self.bump() {
                        Some('n') => name.push('\n'),
                        Some('r') => name.push('\r'),
                        Some('t') => name.push('\t'),
                        Some(character @ ('\\' | '"')) => name.push(character),
                        Some('u') => name.push(self.escape(at)?),
                        _ => {
                            return Err(syntax(
                                at,
                                1,
                                "unknown escape in a quoted name",
                                "use \\n, \\r, \\t, \\\\, \\\" or \\u{hex}",
                            ));
                        }
                    }
                }
                Some(character) => name.push(character),
            }
        }
    }

    fn escape(&mut self, at: Position) -> Result<char, Diagnostic> {
        let open = self.bump() == Some('{');
        let digits = self.take_while(|character| character.is_ascii_hexdigit());
        let close = self.bump() == Some('}');
        let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        value.filter(|_| open && close).ok_or_else(|| {
            syntax(
                at,
                1,
                "the escape names no character",
                "write \\u{…} with the character's number in hexadecimal",
            )
        })
    }
}

pub(super) fn syntax(
    position: Position,
    length: u32,
    message: impl Into<String>,
    remedy: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(Code::Syntax, message, remedy).at(position, length)
}
