//! The types of locals, fields, globals and array elements.

use crate::ids::{ArrayTypeId, ClassId};

/// How many bits an integer has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits.
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }
}

/// An integer type: width and sign. Arithmetic wraps around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntType {
    /// How many bits.
    pub width: Width,
    /// Whether the top bit is a sign (two's complement).
    pub signed: bool,
}

impl IntType {
    /// `i8`.
    pub const I8: IntType = IntType { width: Width::W8, signed: true };
    /// `u8`.
    pub const U8: IntType = IntType { width: Width::W8, signed: false };
    /// `i16`.
    pub const I16: IntType = IntType { width: Width::W16, signed: true };
    /// `u16`, Java's `char`.
    pub const U16: IntType = IntType { width: Width::W16, signed: false };
    /// `i32`.
    pub const I32: IntType = IntType { width: Width::W32, signed: true };
    /// `u32`.
    pub const U32: IntType = IntType { width: Width::W32, signed: false };
    /// `i64`.
    pub const I64: IntType = IntType { width: Width::W64, signed: true };
    /// `u64`.
    pub const U64: IntType = IntType { width: Width::W64, signed: false };
    /// Every integer type, narrow ones first.
    pub const ALL: [IntType; 8] = [
        IntType::I8,
        IntType::U8,
        IntType::I16,
        IntType::U16,
        IntType::I32,
        IntType::U32,
        IntType::I64,
        IntType::U64,
    ];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match (self.width, self.signed) {
            (Width::W8, true) => "i8",
            (Width::W8, false) => "u8",
            (Width::W16, true) => "i16",
            (Width::W16, false) => "u16",
            (Width::W32, true) => "i32",
            (Width::W32, false) => "u32",
            (Width::W64, true) => "i64",
            (Width::W64, false) => "u64",
        }
    }

    /// The smallest value.
    pub const fn min(self) -> i128 {
        if self.signed { -(1i128 << (self.width.bits() - 1)) } else { 0 }
    }

    /// The largest value.
    pub const fn max(self) -> i128 {
        if self.signed { (1i128 << (self.width.bits() - 1)) - 1 } else { (1i128 << self.width.bits()) - 1 }
    }

    /// Whether `value` is one of the type's values.
    pub const fn contains(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The word that stands for a value: the value itself, cut to 64 bits (so `u64` values from
    /// 2^63 on are negative words). One value has one word.
    pub const fn word(self, value: i128) -> i64 {
        value as i64
    }

    /// The value that a word stands for.
    pub const fn value(self, word: i64) -> i128 {
        if self.signed { word as i128 } else { word as u64 as i128 }
    }
}

/// A binary floating-point type of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatType {
    /// 32 bits, Java's `float`.
    F32,
    /// 64 bits, Java's `double`.
    F64,
}

impl FloatType {
    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            FloatType::F32 => "f32",
            FloatType::F64 => "f64",
        }
    }
}

/// What a reference may point to; `null` belongs to all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RefType {
    /// Any object or array.
    Any,
    /// An object of the class or of a subclass. For an interface this is a hint only, as on the
    /// JVM: the verifier lets any reference in (see [`crate::verify`]).
    Class(ClassId),
    /// An array of that type or, for elements that are references, of a subtype.
    Array(ArrayTypeId),
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// `true` or `false`: what comparisons give and branches take.
    Bool,
    /// An integer.
    Int(IntType),
    /// A floating-point number.
    Float(FloatType),
    /// A reference.
    Ref(RefType),
}

impl Type {
    /// Shorthand for the integer type that loops, indices and array lengths have.
    pub const I32: Type = Type::Int(IntType::I32);
    /// Shorthand for `i64`.
    pub const I64: Type = Type::Int(IntType::I64);
    /// Shorthand for a reference to anything.
    pub const ANY: Type = Type::Ref(RefType::Any);

    /// Whether values are references.
    pub const fn is_ref(self) -> bool {
        matches!(self, Type::Ref(_))
    }
}
