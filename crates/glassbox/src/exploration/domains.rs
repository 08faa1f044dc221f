//! The values of parameters: what the user says, or else what their types suggest. Where a type is that of a type
//! parameter, it is what that stands for in the class: in `class Names extends Bag<String>` texts, and where nobody says
//! what it is, what its bound allows.
//!
//! Without `--domain`, a parameter gets
//! - both truth values, or all constants of an enum;
//! - otherwise those of `--values` that are values of its type, boxed or as texts where it needs be;
//! - without `--values`: letters from `a` on for characters, else 1 to the length of the sequences;
//! - where none of those fits: for an array the empty one and one with all values that its elements
//!   would get, for a class with a constructor without parameters one object.

use ir::{Code, Diagnostic};
use java::{JavaType, Operation};

use super::{Exploration, MOST_CALLS};
use crate::input::Input;

/// A value of a parameter.
#[derive(Clone)]
pub(crate) struct Choice {
    /// As people write it for this tool.
    text: String,
    /// As a person writes it in Java.
    pub(crate) shown: String,
    /// Whether it is made anew by what is shown, so that a variable must hold it.
    pub(crate) is_made: bool,
    pub(crate) argument: java::Argument,
}

/// The values of one parameter; `None` if nobody says any.
pub(crate) fn domain(
    input: &Input,
    library: &java::Library,
    exploration: &Exploration,
    operation: &Operation,
    index: usize,
) -> Result<Option<Vec<Choice>>, Diagnostic> {
    let ty = &operation.values[index];
    let name = operation.names.get(index).cloned().unwrap_or_default();
    let place = (index + 1).to_string();
    let given = exploration.domains.iter().find(|(method, parameter, _)| {
        *method == operation.name && (*parameter == name || *parameter == place)
    });
    let Some((_, _, text)) = given else {
        let usual = usual(input, library, exploration, ty)?;
        return Ok((!usual.is_empty()).then_some(usual));
    };
    let choice = |text: String| {
        choice(input, library, ty, &text).ok_or_else(|| {
            Diagnostic::new(
                Code::Usage,
                format!(
                    "`{text}` is no value of type {} for the parameter {} of `{}`",
                    ty.shown(),
                    index + 1,
                    operation.name
                ),
                format!("give values with --domain {}.{}=…", operation.name, index + 1),
            )
        })
    };
    values(text)?.into_iter().map(choice).collect::<Result<_, _>>().map(Some)
}

/// The values that a type gets if nobody says which.
fn usual(
    input: &Input,
    library: &java::Library,
    exploration: &Exploration,
    ty: &JavaType,
) -> Result<Vec<Choice>, Diagnostic> {
    let fitting = |texts: Vec<String>| -> Vec<Choice> {
        texts.iter().filter_map(|text| choice(input, library, ty, text)).collect()
    };
    if let Some(all) = library.all_values(&input.program, ty) {
        return Ok(fitting(all));
    }
    let length = exploration.length.clamp(1, MOST_CALLS as u64);
    let texts = match &exploration.values {
        Some(said) => values(said)?,
        None if is_character(ty) => ('a'..='z').take(length as usize).map(String::from).collect(),
        None => values(&format!("1..{length}"))?,
    };
    let fit = fitting(texts);
    if !fit.is_empty() {
        return Ok(fit);
    }
    Ok(match ty {
        JavaType::Array(element) => {
            let elements = usual(input, library, exploration, element)?;
            let all: Vec<&str> = elements.iter().map(|choice| choice.text.as_str()).collect();
            fitting(vec!["[]".to_string(), format!("[{}]", all.join(" "))])
        }
        JavaType::Object(_) => fitting(vec!["new".to_string()]),
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Char
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double => Vec::new(),
    })
}

fn is_character(ty: &JavaType) -> bool {
    match ty {
        JavaType::Char => true,
        JavaType::Object(name) => &**name == "java/lang/Character",
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double
        | JavaType::Array(_) => false,
    }
}

/// The value of a type that people write as this text, if it has one.
fn choice(input: &Input, library: &java::Library, ty: &JavaType, text: &str) -> Option<Choice> {
    let argument = library.argument(&input.program, ty, text)?;
    let is_made = text != "null" && is_made(ty, text);
    Some(Choice { text: text.to_string(), shown: shown(ty, text), is_made, argument })
}

/// Whether a text stands for an object that is made, and not for one that is there.
fn is_made(ty: &JavaType, text: &str) -> bool {
    match ty {
        JavaType::Array(_) => true,
        JavaType::Object(name) => !is_text(name) && is_new(text),
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Char
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double => false,
    }
}

fn is_text(class: &str) -> bool {
    ["java/lang/String", "java/lang/CharSequence"].contains(&class)
}

/// Whether a text is `new` or `new2`.
fn is_new(text: &str) -> bool {
    text.strip_prefix("new").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A value as a person writes it in Java.
fn shown(ty: &JavaType, text: &str) -> String {
    match ty {
        JavaType::Object(_) | JavaType::Array(_) if text == "null" => text.to_string(),
        JavaType::Object(name) if is_text(name) => format!("{text:?}"),
        JavaType::Object(name) => {
            let class = name.rsplit(['/', '$']).next().unwrap_or(name);
            match class {
                "Byte" => shown(&JavaType::Byte, text),
                "Short" => shown(&JavaType::Short, text),
                "Long" => shown(&JavaType::Long, text),
                "Float" => shown(&JavaType::Float, text),
                "Double" => format!("{text}d"),
                "Character" => shown(&JavaType::Char, text),
                _ if is_new(text) => format!("new {class}()"),
                _ if text.starts_with(|first: char| first.is_alphabetic()) && class != "Boolean" => {
                    format!("{class}.{text}")
                }
                _ => text.to_string(),
            }
        }
        JavaType::Array(element) => {
            let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
            let elements: Vec<String> = inner.split_whitespace().map(|text| shown(element, text)).collect();
            format!("new {} {{{}}}", ty.shown(), elements.join(", "))
        }
        JavaType::Long => format!("{text}L"),
        JavaType::Float => format!("{text}f"),
        JavaType::Char => match text.parse::<u16>() {
            Ok(unit) => format!("(char) {unit}"),
            Err(_) => format!("'{text}'"),
        },
        JavaType::Byte => format!("(byte) {text}"),
        JavaType::Short => format!("(short) {text}"),
        JavaType::Boolean | JavaType::Int | JavaType::Double => text.to_string(),
    }
}

/// The values that a text such as `1..4`, `2,5,8` or `RED,GREEN` means.
pub(crate) fn values(text: &str) -> Result<Vec<String>, Diagnostic> {
    let bad = |what: String| Diagnostic::new(Code::Usage, what, "write values as in 1..5 or 0,7,9");
    let mut all = Vec::new();
    for part in text.split(',').map(str::trim) {
        match part.split_once("..") {
            Some((low, high)) => {
                let number = |text: &str| text.trim().parse::<i64>();
                let (Ok(low), Ok(high)) = (number(low), number(high)) else {
                    return Err(bad(format!("`{part}` is no range of numbers")));
                };
                if low > high {
                    return Err(bad(format!("the range `{part}` is empty")));
                }
                if high.abs_diff(low) >= MOST_CALLS as u64 {
                    return Err(bad(format!("the range `{part}` has too many values")));
                }
                all.extend((low..=high).map(|value| value.to_string()));
            }
            None if part.is_empty() => return Err(bad(format!("`{text}` has an empty value"))),
            None => all.push(part.to_string()),
        }
    }
    all.dedup();
    Ok(all)
}
