//! Where the text of an annotation stands in a Java source, so that a mark can be drawn under a part of it.
//!
//! Annotations in class files have no places. The source is searched for the annotation whose string literals, put together,
//! are the text; constants that are declared elsewhere are not followed.

/// Where each character of an annotation's text stands in a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted {
    /// Line and column from 1, for each character, and for the place behind the last one.
    places: Vec<(u32, u32)>,
}

impl Quoted {
    /// Finds the text of an annotation, by its simple name. Of several that say the same, it is the last one that starts before a
    /// line (0 if that is not known), which is that of a method whose code starts there.
    pub fn find(source: &str, annotation: &str, text: &str, line: u32) -> Option<Quoted> {
        let characters: Vec<char> = source.chars().collect();
        let mut scanner = Scanner { characters: &characters, at: 0, line: 1, column: 1 };
        let mut found: Option<(u32, Quoted)> = None;
        while scanner.peek(0).is_some() {
            if scanner.comment() || scanner.literal().is_some() {
                continue;
            }
            let start = scanner.line;
            match scanner.annotation(annotation) {
                Some(piece) if piece.text == text => {
                    let before = line == 0 || start <= line;
                    if found.is_none() || before {
                        found = Some((start, Quoted { places: piece.places }));
                    }
                    if line == 0 {
                        break;
                    }
                }
                Some(_) => {}
                None => scanner.step(),
            }
        }
        found.map(|(_, quoted)| quoted)
    }

    /// The line, the column and the length of a part of the text, in characters from 0. A part of several lines ends
    /// with its first one.
    pub fn part(&self, start: usize, end: usize) -> Option<(u32, u32, u32)> {
        let &(line, column) = self.places.get(start)?;
        let there = self.places.get(start..end.min(self.places.len()))?;
        let last = there.iter().take_while(|place| place.0 == line).last().map_or(column, |place| place.1);
        Some((line, column, last - column + 1))
    }
}

/// A text with the places of its characters and of its end.
#[derive(Default)]
struct Piece {
    text: String,
    places: Vec<(u32, u32)>,
}

struct Scanner<'a> {
    characters: &'a [char],
    at: usize,
    line: u32,
    column: u32,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.at + ahead).copied()
    }

    fn is(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(ahead, char)| self.peek(ahead) == Some(char))
    }

    fn step(&mut self) {
        if self.peek(0) == Some('\n') {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        self.at += 1;
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Goes over a comment or a character literal, if one starts here.
    fn comment(&mut self) -> bool {
        if self.is("//") {
            while self.peek(0).is_some_and(|char| char != '\n') {
                self.step();
            }
        } else if self.is("/*") {
            self.steps(2);
            while self.peek(0).is_some() && !self.is("*/") {
                self.step();
            }
            self.steps(2);
        } else if self.is("'") {
            self.step();
            while self.peek(0).is_some_and(|char| char != '\'' && char != '\n') {
                self.steps(if self.is("\\") { 2 } else { 1 });
            }
            self.step();
        } else {
            return false;
        }
        true
    }

    fn blanks(&mut self) {
        while self.comment() || self.peek(0).is_some_and(char::is_whitespace) {
            if self.peek(0).is_some_and(char::is_whitespace) {
                self.step();
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(char) = self.peek(0).filter(|char| char.is_alphanumeric() || matches!(char, '_' | '$'))
        {
            word.push(char);
            self.step();
        }
        word
    }

    /// What an annotation of that simple name says, if one starts here and says it with literals.
    fn annotation(&mut self, name: &str) -> Option<Piece> {
        if !self.is("@") {
            return None;
        }
        self.step();
        self.blanks();
        let mut last = self.word();
        while self.is(".") {
            self.step();
            last = self.word();
        }
        self.blanks();
        if last != name || !self.is("(") {
            return None;
        }
        self.step();
        self.blanks();
        if self.is("value") {
            self.steps("value".len());
            self.blanks();
            if !self.is("=") {
                return None;
            }
            self.step();
            self.blanks();
        }
        let mut whole = Piece::default();
        loop {
            let piece = self.literal()?;
            whole.places.pop();
            whole.text += &piece.text;
            whole.places.extend(piece.places);
            self.blanks();
            if self.is(")") {
                return Some(whole);
            }
            if !self.is("+") {
                return None;
            }
            self.step();
            self.blanks();
        }
    }

    /// The string literal that starts here, if one does.
    fn literal(&mut self) -> Option<Piece> {
        if self.is("\"\"\"") {
            return self.block();
        }
        if !self.is("\"") {
            return None;
        }
        self.step();
        let mut piece = Piece::default();
        while self.peek(0).is_some_and(|char| char != '"' && char != '\n') {
            self.character(&mut piece);
        }
        piece.places.push((self.line, self.column));
        self.step();
        Some(piece)
    }

    /// One character of a literal, which may be written with an escape.
    fn character(&mut self, piece: &mut Piece) {
        let place = (self.line, self.column);
        let Some(first) = self.peek(0) else { return };
        self.step();
        let meant = if first == '\\' { self.escaped() } else { Some(first) };
        if let Some(meant) = meant {
            piece.text.push(meant);
            piece.places.push(place);
        }
    }

    /// What is behind a backslash. Escapes that formulas have no use for are taken as they are, so that the text is another one.
    fn escaped(&mut self) -> Option<char> {
        let char = self.peek(0)?;
        self.step();
        Some(match char {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            's' => ' ',
            // A line of a text block that goes on.
            '\n' => return None,
            'u' => {
                while self.is("u") {
                    self.step();
                }
                let digits: String = (0..4).filter_map(|ahead| self.peek(ahead)).collect();
                self.steps(digits.chars().count());
                u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)?
            }
            other => other,
        })
    }

    /// A text block: its lines without what all of them start with, and without blanks at their ends.
    fn block(&mut self) -> Option<Piece> {
        self.steps(3);
        while self.peek(0).is_some_and(|char| char != '\n') {
            self.step();
        }
        let end = (self.at + 1..self.characters.len())
            .find(|&at| self.characters[at - 1] != '\\' && self.characters[at..].starts_with(&['"'; 3]))?;
        let lines = self.characters[self.at + 1..end].split(|&char| char == '\n');
        let margin = |line: &[char]| line.iter().take_while(|char| char.is_whitespace()).count();
        let count = lines.clone().count();
        let counts = |(place, line): (usize, &[char])| {
            (place + 1 == count || margin(line) < line.len()).then(|| margin(line))
        };
        let indentation = lines.enumerate().filter_map(counts).min().unwrap_or(0);
        let mut piece = Piece::default();
        self.step();
        while self.at < end {
            let length = self.characters[self.at..end].iter().take_while(|&&char| char != '\n').count();
            let line = &self.characters[self.at..self.at + length];
            let blanks = line.iter().rev().take_while(|char| char.is_whitespace()).count();
            let (stop, behind) = (self.at + length - blanks, self.at + length);
            self.steps(indentation.min(length));
            while self.at < stop {
                self.character(&mut piece);
            }
            while self.at < behind {
                self.step();
            }
            // A line that goes on has taken its end already.
            if self.at < end && self.peek(0) == Some('\n') {
                piece.places.push((self.line, self.column));
                piece.text.push('\n');
                self.step();
            }
        }
        piece.places.push((self.line, self.column));
        self.steps(3);
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"import glassbox.api.*;
class Set {
    // @Ensures("a == b")
    String s = "@Ensures(\"a == b\")"; char c = '"';
    @Ensures("a == b") void first() {
        go();
    }
    @Requires("a == b") /* "x" */ @glassbox.api.Ensures(value = "a == "
        + "b") void second() {
        go();
    }
    @Ensures("a == \"b\"\t\u0041") void third() { }
    @Ensures("""
        all x: Set
          | x.a == b""") void fourth() { }
    @Ensures(TEXT) void fifth() { }
    @Ensures("""
        a \
        == c
        """) void sixth() { }
}
"#;

    fn at(text: &str, line: u32, start: usize, end: usize) -> Option<(u32, u32, u32)> {
        Quoted::find(SOURCE, "Ensures", text, line)?.part(start, end)
    }

    #[test]
    fn the_annotation_before_the_code_is_found() {
        assert_eq!(at("a == b", 6, 0, 1), Some((5, 15, 1)));
        assert_eq!(at("a == b", 6, 0, 6), Some((5, 15, 6)));
        assert_eq!(at("a == b", 0, 0, 6), Some((5, 15, 6)));
        assert_eq!(at("a == b", 10, 0, 1), Some((8, 66, 1)));
        assert_eq!(at("a == b", 10, 5, 6), Some((9, 12, 1)));
        // It goes on in the next line.
        assert_eq!(at("a == b", 10, 0, 6), Some((8, 66, 5)));
        // Behind the end.
        assert_eq!(at("a == b", 6, 6, 7), Some((5, 21, 1)));
        let requires = Quoted::find(SOURCE, "Requires", "a == b", 10).and_then(|quoted| quoted.part(0, 6));
        assert_eq!(requires, Some((8, 16, 6)));
    }

    #[test]
    fn escapes_are_one_character() {
        assert_eq!(at("a == \"b\"\tA", 12, 5, 8), Some((12, 20, 4)));
        assert_eq!(at("a == \"b\"\tA", 12, 9, 10), Some((12, 27, 1)));
    }

    #[test]
    fn text_blocks_have_no_margin() {
        assert_eq!(at("all x: Set\n  | x.a == b", 15, 0, 3), Some((14, 9, 3)));
        assert_eq!(at("all x: Set\n  | x.a == b", 15, 15, 18), Some((15, 13, 3)));
        assert_eq!(at("a == c\n", 20, 2, 4), Some((19, 9, 2)));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(at("TEXT", 16, 0, 1), None);
        assert_eq!(at("a != b", 6, 0, 1), None);
        assert_eq!(Quoted::find("@Ensures(\"a", "Ensures", "a", 1), None);
        assert_eq!(Quoted::find("@Ensures(\"\"\"\n a", "Ensures", "a", 1), None);
        assert_eq!(Quoted::find("@Ensures(\"a\\", "Ensures", "a", 1), None);
    }
}
