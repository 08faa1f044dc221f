//! Random programs that the [verifier](crate::verify) accepts, for property tests and fuzzers.
//!
//! [`program`] makes one from a [`Source`] of decisions; a [`Shape`] says how large it may become and
//! what may be in it. Generation is typed: every operand is picked among the locals and constants
//! that fit, and every local is assigned before it is read, so nothing has to be thrown away.
//!
//! ```
//! use ir::generate::{Shape, Source, program};
//!
//! let program = program(&mut Source::from_seed(7), &Shape::EVERYTHING);
//! ir::verify::verify(&program).unwrap();
//! assert!(program.function_named("main").is_some());
//! ```

mod body;
mod declarations;
mod shape;
mod source;

pub use shape::{Loops, Shape, reduce};
pub use source::Source;

use std::collections::HashSet;

use crate::ids::{ClassId, FunctionId, Id as _, SourceId};
use crate::position::Position;
use crate::program::{ClassKind, Program};
use crate::statement::Constant;
use crate::types::{FloatType, IntType, RefType, Type};

/// A program that the verifier accepts. It starts at `main`, which has no parameters. The same
/// decisions give the same program.
pub fn program(choices: &mut Source, shape: &Shape) -> Program {
    let mut generator = Generator {
        choices,
        shape,
        program: Program::new("generated.gbir"),
        sources: Vec::new(),
        types: Vec::new(),
        line: 1,
        open_choices: shape.choices,
        methods: FunctionId::new(0),
        initialisers: FunctionId::new(0),
        traps: FunctionId::new(0),
    };
    generator.declarations();
    for function in generator.program.functions.ids() {
        body::generate(&mut generator, function);
    }
    // Last, so that they do not change anything else.
    generator.annotations();
    generator.program
}

/// Names that only work between quotes, or look like something else.
const ODD_NAMES: [&str; 26] = [
    "class",
    "init",
    "literal",
    "null",
    "f32",
    "unwind",
    "local",
    "b0",
    "b1",
    "",
    " ",
    "two words",
    "say \"so\"",
    "back\\slash",
    "line\nbreak",
    "return\rtab\t",
    "nul\0 and \u{7f}",
    "ünïcödé 龍",
    "\u{202e}reversed\u{2028}",
    "0day",
    "-1",
    "// no comment",
    "a.b<init>",
    "@at",
    "x: i32 }",
    "!3:1",
];

struct Generator<'a> {
    choices: &'a mut Source,
    shape: &'a Shape,
    program: Program,
    /// Sources that are not the program's own text.
    sources: Vec<SourceId>,
    /// What fields, globals, parameters and locals may have as types.
    types: Vec<Type>,
    /// The line that the next statement of the own text gets.
    line: u32,
    /// How many `choose` and `havoc` may still be made.
    open_choices: usize,
    /// The first function that is a method: the ones before are called directly only.
    methods: FunctionId,
    /// The first function that initialises a class.
    initialisers: FunctionId,
    /// The first function that makes exceptions for traps.
    traps: FunctionId,
}

impl Generator<'_> {
    /// A name that is not in `taken`, and now is.
    fn name(&mut self, prefix: &str, taken: &mut HashSet<String>) -> String {
        if self.shape.odd_names && self.choices.chance(1, 6) {
            let odd = ODD_NAMES[self.choices.below(ODD_NAMES.len())];
            if taken.insert(odd.to_owned()) {
                return odd.to_owned();
            }
        }
        let mut number = taken.len();
        loop {
            let name = format!("{prefix}{number}");
            if taken.insert(name.clone()) {
                return name;
            }
            number += 1;
        }
    }

    /// Where the next thing comes from.
    fn position(&mut self) -> Position {
        if !self.sources.is_empty() && self.choices.chance(1, 3) {
            let source = self.sources[self.choices.below(self.sources.len())];
            let (line, column) = (self.choices.below(4), self.choices.below(3));
            return Position::new(source, line as u32, column as u32);
        }
        self.line += 1;
        Position::new(self.program.own_text(), self.line, 3)
    }

    /// One of the types that values may have.
    fn ty(&mut self) -> Type {
        self.types[self.choices.below(self.types.len())]
    }

    /// A constant of the type.
    fn constant(&mut self, ty: Type) -> Constant {
        match ty {
            Type::Bool => Constant::Bool(self.choices.chance(1, 2)),
            Type::Int(int) => self.integer(int),
            Type::Float(FloatType::F32) => Constant::F32(match self.choices.below(8) {
                0 => 0,
                1 => (-0.0f32).to_bits(),
                2 => 1.5f32.to_bits(),
                3 => f32::NAN.to_bits(),
                4 => f32::INFINITY.to_bits(),
                5 => f32::NEG_INFINITY.to_bits(),
                6 => f32::from_bits(1).to_bits(),
                _ => self.choices.word() as u32,
            }),
            Type::Float(FloatType::F64) => Constant::F64(match self.choices.below(8) {
                0 => 0,
                1 => (-0.0f64).to_bits(),
                2 => 1.5f64.to_bits(),
                3 => f64::NAN.to_bits(),
                4 => f64::INFINITY.to_bits(),
                5 => f64::NEG_INFINITY.to_bits(),
                6 => f64::from_bits(1).to_bits(),
                _ => self.choices.word(),
            }),
            Type::Ref(_) => Constant::Null,
        }
    }

    /// A constant of an integer type: mostly small, sometimes at the edges.
    fn integer(&mut self, int: IntType) -> Constant {
        let value = match self.choices.below(12) {
            chosen @ 0..4 => chosen as i128,
            4 | 5 => 1,
            6 | 7 => -1,
            8 => int.min(),
            9 => int.max(),
            10 => int.max() - 1,
            // Shifting brings any bits into the range of the type, sign included.
            _ => int.value(self.choices.word() as i64) >> (64 - int.width.bits()),
        };
        let value = if int.contains(value) { value } else { 1 };
        Constant::Int(int, int.word(value))
    }

    /// Whether references of a type may go where another one is expected.
    fn fits(&self, from: Type, to: Type) -> bool {
        match (from, to) {
            (Type::Ref(from), Type::Ref(to)) => crate::verify::ref_fits(&self.program, from, to),
            (from, to) => from == to,
        }
    }

    /// The classes whose objects belong to a reference type.
    fn classes_of(&self, ty: RefType) -> Vec<ClassId> {
        self.program
            .classes
            .enumerate()
            .filter(|(id, class)| {
                class.kind == ClassKind::Class && self.program.is_subtype(RefType::Class(*id), ty)
            })
            .map(|(id, _)| id)
            .collect()
    }
}
