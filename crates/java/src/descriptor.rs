//! Descriptors of fields and methods (JVMS 4.3) as types.

use std::fmt;

/// A type as a descriptor says it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JavaType {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// An object of the class with that internal name, such as `java/lang/String`.
    Object(Box<str>),
    /// An array.
    Array(Box<JavaType>),
}

impl JavaType {
    /// The type of a field descriptor.
    pub fn parse(descriptor: &str) -> Option<JavaType> {
        let mut rest = descriptor;
        let ty = take(&mut rest)?;
        rest.is_empty().then_some(ty)
    }

    /// The type that a class constant names: an array descriptor or an internal name.
    pub fn of_class_constant(name: &str) -> Option<JavaType> {
        if name.starts_with('[') { JavaType::parse(name) } else { Some(JavaType::Object(name.into())) }
    }

    /// Whether values take two slots on the operand stack.
    pub fn is_wide(&self) -> bool {
        matches!(self, JavaType::Long | JavaType::Double)
    }

    /// The name of a primitive type in the source language.
    pub fn primitive_name(&self) -> Option<&'static str> {
        match self {
            JavaType::Boolean => Some("boolean"),
            JavaType::Byte => Some("byte"),
            JavaType::Char => Some("char"),
            JavaType::Short => Some("short"),
            JavaType::Int => Some("int"),
            JavaType::Long => Some("long"),
            JavaType::Float => Some("float"),
            JavaType::Double => Some("double"),
            JavaType::Object(_) | JavaType::Array(_) => None,
        }
    }

    /// The type as people write it, without packages.
    pub fn shown(&self) -> String {
        match self {
            JavaType::Object(name) => name.rsplit(['/', '$']).next().unwrap_or(name).to_string(),
            JavaType::Array(element) => format!("{}[]", element.shown()),
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double => self.primitive_name().unwrap_or_default().to_string(),
        }
    }
}

impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JavaType::Boolean => f.write_str("Z"),
            JavaType::Byte => f.write_str("B"),
            JavaType::Char => f.write_str("C"),
            JavaType::Short => f.write_str("S"),
            JavaType::Int => f.write_str("I"),
            JavaType::Long => f.write_str("J"),
            JavaType::Float => f.write_str("F"),
            JavaType::Double => f.write_str("D"),
            JavaType::Object(name) => write!(f, "L{name};"),
            JavaType::Array(element) => write!(f, "[{element}"),
        }
    }
}

/// The types of a method descriptor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The parameters, without the receiver.
    pub parameters: Vec<JavaType>,
    /// The result; `None` for `void`.
    pub result: Option<JavaType>,
}

impl Signature {
    /// The types of a method descriptor.
    pub fn parse(descriptor: &str) -> Option<Signature> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            parameters.push(take(&mut rest)?);
        }
        rest = &rest[1..];
        if rest == "V" {
            return Some(Signature { parameters, result: None });
        }
        let result = take(&mut rest)?;
        rest.is_empty().then_some(Signature { parameters, result: Some(result) })
    }
}

/// Takes the first type off a descriptor.
fn take(rest: &mut &str) -> Option<JavaType> {
    let dimensions = rest.bytes().take_while(|&byte| byte == b'[').count();
    if dimensions > 255 {
        return None;
    }
    let mut text = &rest[dimensions..];
    let first = text.chars().next()?;
    text = &text[first.len_utf8()..];
    let mut ty = match first {
        'Z' => JavaType::Boolean,
        'B' => JavaType::Byte,
        'C' => JavaType::Char,
        'S' => JavaType::Short,
        'I' => JavaType::Int,
        'J' => JavaType::Long,
        'F' => JavaType::Float,
        'D' => JavaType::Double,
        'L' => {
            let end = text.find(';').filter(|&end| end > 0)?;
            let name = &text[..end];
            text = &text[end + 1..];
            JavaType::Object(name.into())
        }
        _ => return None,
    };
    for _ in 0..dimensions {
        ty = JavaType::Array(Box::new(ty));
    }
    *rest = text;
    Some(ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_parse_and_print_back() {
        for text in ["I", "[[J", "Ljava/lang/String;", "[Ljava/util/Map$Entry;", "Z"] {
            assert_eq!(JavaType::parse(text).unwrap().to_string(), text);
        }
        for wrong in ["", "L;", "Lx", "[", "II", "V", "x", "é"] {
            assert_eq!(JavaType::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn method_descriptors() {
        let signature = Signature::parse("(I[JLjava/lang/Object;)V").unwrap();
        assert_eq!(signature.parameters.len(), 3);
        assert_eq!(signature.result, None);
        assert!(Signature::parse("()").is_none());
        assert!(Signature::parse("(V)V").is_none());
        assert!(Signature::parse("()II").is_none());
        assert!(Signature::parse("I").is_none());
    }
}
