//! The types of the expressions in generated programs.

use std::fmt;
use std::sync::Arc;

/// A Java type, by the short name that the grammar has for it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Type(Arc<str>);

/// The short names of types that do not have the name of their Java type.
const NAMES: [(&str, &str); 43] = [
    ("string", "String"),
    ("booleans", "boolean[]"),
    ("bytes", "byte[]"),
    ("shorts", "short[]"),
    ("chars", "char[]"),
    ("ints", "int[]"),
    ("longs", "long[]"),
    ("floats", "float[]"),
    ("doubles", "double[]"),
    ("words", "String[]"),
    ("objects", "Object[]"),
    ("integers", "Integer[]"),
    ("grid", "int[][]"),
    ("cube", "long[][][]"),
    ("Ints", "List<Integer>"),
    ("Strings", "List<String>"),
    ("Longs", "List<Long>"),
    ("IntSet", "Set<Integer>"),
    ("WordSet", "Set<String>"),
    ("Tree", "TreeMap<Integer, String>"),
    ("Counts", "Map<String, Integer>"),
    ("Queue", "Deque<Integer>"),
    ("Heap", "PriorityQueue<Integer>"),
    ("Builder", "StringBuilder"),
    ("Maybe", "Optional<Integer>"),
    ("IntFun", "IntUnaryOperator"),
    ("IntOp", "IntBinaryOperator"),
    ("IntTest", "IntPredicate"),
    ("WordFun", "Function<String, String>"),
    ("Measure", "ToIntFunction<String>"),
    ("Make", "IntFunction<String>"),
    ("Source", "Supplier<Integer>"),
    ("Compare", "Comparator<Integer>"),
    ("Join", "BiFunction<Integer, String, String>"),
    ("Both", "BinaryOperator<Integer>"),
    ("Sink", "Consumer<Integer>"),
    ("NumberList", "List<? extends Number>"),
    ("Integers", "Stream<Integer>"),
    ("Words", "Stream<String>"),
    ("Numbers", "IntStream"),
    ("Big", "BigInteger"),
    ("Decimal", "BigDecimal"),
    ("Bits", "BitSet"),
];

/// Types of Java that go by their own name.
const OWN_NAMES: [&str; 22] = [
    "boolean",
    "byte",
    "short",
    "char",
    "int",
    "long",
    "float",
    "double",
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
    "Object",
    "Number",
    "Runnable",
    "Comparable",
    "CharSequence",
    "Throwable",
];

impl Type {
    /// The type with that name in the grammar.
    pub fn new(name: &str) -> Type {
        Type(Arc::from(name))
    }

    /// The name in the grammar.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The type in Java. A type that is not of the library is one of the program.
    pub fn java(&self) -> String {
        if let Some((_, java)) = NAMES.iter().find(|(name, _)| *name == self.name()) {
            (*java).to_string()
        } else if OWN_NAMES.contains(&self.name()) {
            self.name().to_string()
        } else {
            format!("§{}", self.name())
        }
    }

    /// The plainest value, for a program that is made smaller.
    pub fn plain(&self) -> String {
        match self.name() {
            "boolean" => "false".to_string(),
            "int" => "0".to_string(),
            "long" => "0L".to_string(),
            "float" => "0f".to_string(),
            "double" => "0.0".to_string(),
            "char" => "'a'".to_string(),
            "byte" | "short" => format!("(({}) 0)", self.name()),
            "string" => "\"\"".to_string(),
            "Boolean" => "Boolean.FALSE".to_string(),
            "Integer" | "Long" | "Double" | "Float" => format!("{}.valueOf(0)", self.name()),
            "Byte" | "Short" => format!("{}.valueOf(\"0\")", self.name()),
            "Character" => "Character.valueOf('a')".to_string(),
            _ => format!("(({}) null)", self.java()),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
