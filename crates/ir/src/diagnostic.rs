//! Diagnostics: what is wrong with an input, where, and what to do about it. Data only; the
//! `report` crate draws them.

use std::fmt;

use crate::position::Position;

macro_rules! codes {
    ($($(#[doc = $title:literal])* $name:ident = $number:literal;)*) => {
        /// What kind of thing is wrong. Every code has a page in `docs/codes/` and a fixture in the
        /// tests; numbers are never used again for something else.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $($(#[doc = $title])* $name,)*
        }

        impl Code {
            /// Every code, ascending.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The number after `GB`.
            pub const fn number(self) -> u16 {
                match self { $(Code::$name => $number,)* }
            }

            /// One line that says what the code means.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => concat!($($title),*).trim_start(),)* }
            }
        }
    };
}

codes! {
    /// the input file does not exist
    MissingFile = 1;
    /// the input is a directory
    IsDirectory = 2;
    /// the input cannot be read
    Unreadable = 3;
    /// the input file is empty
    EmptyFile = 4;
    /// the input is not text
    NotText = 5;
    /// the kind of input is not known
    UnknownInput = 6;
    /// the command line is wrong
    Usage = 7;
    /// two options contradict each other
    Contradiction = 8;
    /// the output cannot be written
    CannotWrite = 9;
    /// there is no such function to start from
    NoEntry = 10;
    /// the function to start from needs arguments that were not given
    EntryArguments = 11;
    /// the trace file is not a report of this tool
    BadTrace = 12;
    /// the program changed since the trace was recorded
    TraceMismatch = 13;
    /// the report has no violation to replay
    NothingToReplay = 14;
    /// there is no such diagnostic code
    UnknownCode = 15;
    /// there is no JDK to be found
    NoJdk = 20;
    /// the file is not a jar
    BadJar = 21;
    /// a class is not on the class path
    MissingClass = 22;
    /// the Java compiler cannot be run
    NoCompiler = 23;
    /// the Java compiler rejects the program
    CompilerRejects = 24;
    /// a class file is damaged or does not fit the others
    BadClassFile = 25;
    /// a class file is newer than what is read
    TooNew = 26;
    /// it is not clear which class to start
    WhichClass = 27;
    /// an archive unpacks to more than is read
    ArchiveBomb = 28;
    /// a spec does not fit the class that it describes
    BadSpec = 29;
    /// a formula is not well-formed
    BadFormula = 30;
    /// the bounds that a class says cannot be used
    BadBounds = 31;
    /// there is no such field to abstract
    NoField = 40;
    /// an abstraction is not well-formed, or does not fit its field
    BadAbstraction = 41;
    /// the text is not well-formed
    Syntax = 100;
    /// a name is not declared
    UnknownName = 101;
    /// a name is declared twice
    DuplicateName = 102;
    /// a number does not fit its type
    NumberRange = 103;
    /// a class hierarchy is not well-formed
    Hierarchy = 104;
    /// a method does not fit its selector
    MethodSignature = 105;
    /// a trap's function does not fit the trap
    TrapSignature = 106;
    /// a type does not fit
    TypeMismatch = 107;
    /// an operation is not defined for a type
    BadOperation = 108;
    /// a local is read before it is assigned
    Unassigned = 109;
    /// a call has the wrong number of arguments
    ArgumentCount = 110;
    /// a function's locals do not start with its parameters
    Parameters = 111;
    /// an id points to nothing
    DanglingId = 112;
    /// the cases of a switch are not distinct and ascending
    SwitchCases = 113;
    /// a function has no blocks
    NoBlocks = 114;
    /// a field is read from a class that does not have it
    FieldOwner = 115;
    /// a function is too large for the machine
    TooLarge = 116;
}

impl Code {
    /// The code that is written like that, with or without `GB` and leading zeros.
    pub fn parse(text: &str) -> Option<Code> {
        let digits = text.strip_prefix("GB").or_else(|| text.strip_prefix("gb")).unwrap_or(text);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: u16 = digits.parse().ok()?;
        Code::ALL.iter().copied().find(|code| code.number() == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GB{:04}", self.number())
    }
}

/// One thing that is wrong with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What kind of thing.
    pub code: Code,
    /// What exactly, in lower case, naming the thing.
    pub message: String,
    /// Where in a program.
    pub position: Option<Position>,
    /// How many characters the place spans; 0 where that is not known.
    pub length: u32,
    /// What to do about it.
    pub remedy: String,
}

impl Diagnostic {
    /// A diagnostic without a place in a program.
    pub fn new(code: Code, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), position: None, length: 0, remedy: remedy.into() }
    }

    /// The same diagnostic at a place.
    #[must_use]
    pub fn at(mut self, position: Position, length: u32) -> Self {
        self.position = Some(position);
        self.length = length;
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_parse_back() {
        let mut last = 0;
        for &code in Code::ALL {
            assert!(code.number() > last, "{code} is out of order");
            last = code.number();
            assert_eq!(Code::parse(&code.to_string()), Some(code));
            assert_eq!(Code::parse(&code.number().to_string()), Some(code));
        }
        assert_eq!(Code::parse("GB9999"), None);
        assert_eq!(Code::parse("GB"), None);
        assert_eq!(Code::parse("+1"), None);
    }
}
