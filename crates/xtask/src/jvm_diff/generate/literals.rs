//! Literals: the values at which something changes, and some ordinary ones.

use super::Generator;
use crate::jvm_diff::types::Type;

const INTS: [&str; 16] = [
    "0",
    "1",
    "(-1)",
    "2",
    "7",
    "31",
    "32",
    "100",
    "127",
    "128",
    "(-128)",
    "255",
    "65535",
    "65536",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
];
const LONGS: [&str; 12] = [
    "0L",
    "1L",
    "(-1L)",
    "3L",
    "63L",
    "64L",
    "4294967295L",
    "4294967296L",
    "(-2147483649L)",
    "1000000007L",
    "Long.MAX_VALUE",
    "Long.MIN_VALUE",
];
const FLOATS: [&str; 14] = [
    "0f",
    "(-0f)",
    "1f",
    "(-1.5f)",
    "0.1f",
    "3.5f",
    "1e10f",
    "16777217f",
    "1e-45f",
    "Float.MAX_VALUE",
    "Float.NaN",
    "Float.POSITIVE_INFINITY",
    "Float.NEGATIVE_INFINITY",
    "2147483648f",
];
const DOUBLES: [&str; 16] = [
    "0.0",
    "(-0.0)",
    "1.0",
    "(-1.5)",
    "0.1",
    "2.5",
    "1e10",
    "1e-5",
    "123456789.125",
    "9007199254740993.0",
    "Double.MIN_VALUE",
    "Double.MAX_VALUE",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "Double.NEGATIVE_INFINITY",
    "9.3e18",
];
const CHARS: [&str; 14] = [
    "'a'",
    "'Z'",
    "'0'",
    "' '",
    "'~'",
    "'\\n'",
    "'\\''",
    "'\\\\'",
    "'\\u0000'",
    "'\\u00e9'",
    "'\\u20ac'",
    "'\\ud83d'",
    "'\\uffff'",
    "Character.MAX_VALUE",
];
const STRINGS: [&str; 20] = [
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"abc\"",
    "\"hello world\"",
    "\"Abc\"",
    "\"12\"",
    "\"-7\"",
    "\"3.5\"",
    "\"x,y,,z\"",
    "\"  pad \"",
    "\"AaBB\"",
    "\"BBAa\"",
    "\"caf\\u00e9\"",
    "\"\\u20ac5\"",
    "\"\\ud83d\\ude00\"",
    "\"line\\nbreak\"",
    "\"true\"",
    "\"mississippi\"",
    "\"0123456789\"",
];
const SMALL_BYTES: [i32; 6] = [0, 1, -1, 127, -128, 64];
const SMALL_SHORTS: [i32; 6] = [0, 1, -1, 32767, -32768, 255];

impl Generator<'_> {
    /// A literal of a type that has some.
    pub(super) fn literal(&mut self, ty: &Type) -> Option<String> {
        let ordinary = self.chance(1, 2);
        let near = self.source.below(41) as i64 - 20;
        let word = self.source.word();
        let text = match ty.name() {
            "boolean" => ["true", "false"][word as usize % 2].to_string(),
            "int" if ordinary && near < 0 => format!("({near})"),
            "int" if ordinary => near.to_string(),
            "int" if self.chance(1, 6) => format!("0x{:x}", word as u32),
            "int" => self.source.pick(&INTS)?.to_string(),
            "long" if ordinary => format!("({near}L)"),
            "long" if self.chance(1, 6) => format!("0x{word:x}L"),
            "long" => self.source.pick(&LONGS)?.to_string(),
            "float" if ordinary => format!("({}f)", near as f32 / 4.0),
            "float" => self.source.pick(&FLOATS)?.to_string(),
            "double" if ordinary => format!("({:?})", near as f64 / 8.0),
            "double" => self.source.pick(&DOUBLES)?.to_string(),
            "char" if ordinary => format!("'{}'", (b'a' + (word % 26) as u8) as char),
            "char" => self.source.pick(&CHARS)?.to_string(),
            "byte" if ordinary => format!("((byte) {near})"),
            "byte" => format!("((byte) {})", self.source.pick(&SMALL_BYTES)?),
            "short" if ordinary => format!("((short) {near})"),
            "short" => format!("((short) {})", self.source.pick(&SMALL_SHORTS)?),
            "string" => self.source.pick(&STRINGS)?.to_string(),
            _ => return None,
        };
        Some(text)
    }
}
