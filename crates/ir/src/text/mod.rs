//! The text format `.gbir`: what people write and read.
//!
//! [`parse`] and [`print()`] are inverse to each other: printing a parsed program and parsing it again
//! gives the same program, and printing that gives the same text. Statements that come from the text
//! itself have their own line as position; statements of a front end carry `!line:column` marks.
//! The grammar is in the user guide (`docs/guide/gbir.md`).
//!
//! ```
//! let text = "fn @main(): i32 {\n  local x: i32\nb0:\n  x = choose 0, 3\n  return x\n}\n";
//! let program = ir::text::parse("small.gbir", text).unwrap();
//! assert_eq!(ir::text::print(&program), text);
//! ```

mod lexer;
mod parser;
mod printer;

pub use parser::parse;
pub use printer::{Printer, print};

/// Words that cannot be names unless they are quoted.
const RESERVED: &[&str] = &[
    "add",
    "and",
    "annotation",
    "any",
    "arrays",
    "assert",
    "assume",
    "bool",
    "branch",
    "call",
    "cast",
    "choose",
    "class",
    "cmpg",
    "cmpl",
    "convert",
    "div",
    "else",
    "enter",
    "eq",
    "exit",
    "f32",
    "f64",
    "fail",
    "false",
    "field",
    "fn",
    "from",
    "ge",
    "global",
    "goto",
    "gt",
    "havoc",
    "i16",
    "i32",
    "i64",
    "i8",
    "implements",
    "init",
    "instanceof",
    "interface",
    "le",
    "length",
    "literal",
    "literals",
    "local",
    "lt",
    "method",
    "mul",
    "ne",
    "neg",
    "new",
    "not",
    "null",
    "or",
    "rem",
    "return",
    "selector",
    "shl",
    "shr",
    "special",
    "sub",
    "switch",
    "throw",
    "trap",
    "true",
    "u16",
    "u32",
    "u64",
    "u8",
    "unreachable",
    "unwind",
    "ushr",
    "virtual",
    "xor",
];
