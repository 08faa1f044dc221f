//! What type parameters stand for, as far as the signatures of class files say it (JVMS 4.7.9.1).
//!
//! The bytecode of `class Names extends Bag<String>` knows a method `add(Object)`: which objects make sense is
//! only in the signature of the superclass. Whoever chooses arguments asks here. A type parameter of the class itself, of
//! which nobody says what it is, may be anything that its first bound allows, a bound that is not `Object` before one that
//! is. What cannot be followed has the type of the descriptor.

use std::collections::HashMap;
use std::sync::Arc;

use ristretto_classfile::attributes::Attribute;

use crate::descriptor::JavaType;
use crate::world::{JavaClass, MethodInfo};

/// A type of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Generic {
    Primitive(JavaType),
    Class(String, Vec<Generic>),
    Variable(String),
    Array(Box<Generic>),
    /// An argument `?`, with its bound.
    Any(Option<Box<Generic>>),
}

/// The type parameters of a declaration with their bounds.
type Parameters = Vec<(String, Vec<Generic>)>;

/// What type parameters stand for.
type Meaning = HashMap<String, JavaType>;

/// The types of the parameters of a method that a class declares or inherits, for objects of the class.
pub(crate) fn parameter_types(
    subject: &Arc<JavaClass>,
    owner: &JavaClass,
    method: &MethodInfo,
) -> Vec<JavaType> {
    let erased = &method.signature.parameters;
    let attributes = &owner.file.methods.get(method.index).map_or(&[][..], |file| &file.attributes[..]);
    let Some(signature) = signature(owner, attributes).filter(|_| !method.is_mixed) else {
        return erased.clone();
    };
    let mut reader = Reader { rest: &signature };
    let Some((own, types)) = reader.parameters().and_then(|own| Some((own, reader.arguments_of_method()?)))
    else {
        return erased.clone();
    };
    let Some(mut meaning) = meaning_in(subject, owner).filter(|_| types.len() == erased.len()) else {
        return erased.clone();
    };
    declare(&own, &mut meaning);
    types
        .iter()
        .zip(erased)
        .map(|(ty, erased)| ty.erased(&meaning).unwrap_or_else(|| erased.clone()))
        .collect()
}

/// What the type parameters of a class stand for in another class that extends it.
fn meaning_in(subject: &Arc<JavaClass>, owner: &JavaClass) -> Option<Meaning> {
    let mut class = Arc::clone(subject);
    let mut meaning = Meaning::new();
    declare(&parameters_of(&class), &mut meaning);
    while class.id != owner.id {
        let parent = Arc::clone(class.superclass.as_ref()?);
        let formal = parameters_of(&parent);
        let given = signature(&class, &class.file.attributes).and_then(|text| {
            let mut reader = Reader { rest: &text };
            reader.parameters()?;
            match reader.ty()? {
                Generic::Class(_, arguments) if arguments.len() == formal.len() => Some(arguments),
                Generic::Class(..)
                | Generic::Primitive(_)
                | Generic::Variable(_)
                | Generic::Array(_)
                | Generic::Any(_) => None,
            }
        });
        let mut next = Meaning::new();
        declare(&formal, &mut next);
        for ((name, _), argument) in formal.iter().zip(given.unwrap_or_default()) {
            if let Some(ty) = argument.erased(&meaning) {
                next.insert(name.clone(), ty);
            }
        }
        meaning = next;
        class = parent;
    }
    Some(meaning)
}

fn parameters_of(class: &JavaClass) -> Parameters {
    let text = signature(class, &class.file.attributes);
    text.and_then(|text| Reader { rest: &text }.parameters()).unwrap_or_default()
}

/// Gives type parameters the meaning of their bounds. A bound may be another parameter, also one that comes later.
fn declare(parameters: &Parameters, meaning: &mut Meaning) {
    let object = || JavaType::Object("java/lang/Object".into());
    for (name, _) in parameters {
        meaning.remove(name);
    }
    for _ in parameters {
        for (name, bounds) in parameters {
            let mut types = bounds.iter().filter_map(|bound| bound.erased(meaning));
            if let Some(ty) = types.find(|ty| *ty != object()) {
                meaning.insert(name.clone(), ty);
            }
        }
    }
    for (name, _) in parameters {
        meaning.entry(name.clone()).or_insert_with(object);
    }
}

impl Generic {
    /// The type without arguments; `None` if it depends on what is not known.
    fn erased(&self, meaning: &Meaning) -> Option<JavaType> {
        match self {
            Generic::Primitive(ty) => Some(ty.clone()),
            Generic::Class(name, _) => Some(JavaType::Object(name.as_str().into())),
            Generic::Variable(name) => meaning.get(name).cloned(),
            Generic::Array(element) => Some(JavaType::Array(Box::new(element.erased(meaning)?))),
            Generic::Any(bound) => bound.as_ref()?.erased(meaning),
        }
    }
}

fn signature(class: &JavaClass, attributes: &[Attribute]) -> Option<String> {
    let index = attributes.iter().find_map(|attribute| {
        let Attribute::Signature { signature_index, .. } = attribute else { return None };
        Some(*signature_index)
    })?;
    Some(class.file.constant_pool.try_get_utf8(index).ok()?.to_rust_string())
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, start: char) -> bool {
        match self.rest.strip_prefix(start) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn until(&mut self, ends: &[char]) -> Option<String> {
        let at = self.rest.find(ends)?;
        let (text, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(text.to_string())
    }

    /// `<T:Lbound;:Lbound;…>`, if there are any.
    fn parameters(&mut self) -> Option<Parameters> {
        let mut all = Parameters::new();
        if !self.eat('<') {
            return Some(all);
        }
        while !self.eat('>') {
            let name = self.until(&[':'])?;
            let mut bounds = Vec::new();
            while self.eat(':') {
                // The bound that is a class may be left out.
                if !self.rest.starts_with(':') {
                    bounds.push(self.ty()?);
                }
            }
            all.push((name, bounds));
        }
        Some(all)
    }

    /// The types between parentheses.
    fn arguments_of_method(&mut self) -> Option<Vec<Generic>> {
        let mut types = Vec::new();
        if !self.eat('(') {
            return None;
        }
        while !self.eat(')') {
            types.push(self.ty()?);
        }
        Some(types)
    }

    fn ty(&mut self) -> Option<Generic> {
        if self.eat('[') {
            return Some(Generic::Array(Box::new(self.ty()?)));
        }
        if self.eat('T') {
            let name = self.until(&[';'])?;
            self.eat(';');
            return Some(Generic::Variable(name));
        }
        if !self.eat('L') {
            let (letter, rest) = self.rest.split_at_checked(1)?;
            self.rest = rest;
            return JavaType::parse(letter).map(Generic::Primitive);
        }
        let mut name = self.until(&['<', ';', '.'])?;
        let mut arguments = self.arguments()?;
        // A class inside one that has arguments.
        while self.eat('.') {
            name = format!("{name}${}", self.until(&['<', ';', '.'])?);
            arguments = self.arguments()?;
        }
        self.eat(';').then_some(Generic::Class(name, arguments))
    }

    fn arguments(&mut self) -> Option<Vec<Generic>> {
        let mut all = Vec::new();
        if !self.eat('<') {
            return Some(all);
        }
        while !self.eat('>') {
            if self.eat('*') {
                all.push(Generic::Any(None));
            } else if self.eat('+') {
                all.push(Generic::Any(Some(Box::new(self.ty()?))));
            } else if self.eat('-') {
                self.ty()?;
                all.push(Generic::Any(None));
            } else {
                all.push(self.ty()?);
            }
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str) -> JavaType {
        JavaType::Object(name.into())
    }

    #[test]
    fn bounds_may_be_other_parameters_and_interfaces() {
        let text = "<T:TU;U:Ljava/lang/Object;:Ljava/lang/Comparable<TU;>;V::Lp/I;W:Ljava/lang/Object;>Lp/Q;";
        let parameters = Reader { rest: text }.parameters().expect("it is a signature");
        let mut meaning = Meaning::new();
        declare(&parameters, &mut meaning);
        let found = |name: &str| meaning[name].clone();
        assert_eq!(found("T"), object("java/lang/Comparable"));
        assert_eq!(found("U"), object("java/lang/Comparable"));
        assert_eq!(found("V"), object("p/I"));
        assert_eq!(found("W"), object("java/lang/Object"));
    }

    #[test]
    fn types_of_all_forms_are_read() {
        let mut reader = Reader { rest: "(ITT;[TT;Lp/A<Ljava/lang/String;*+TT;-TT;>.B<TT;>;[[J)V" };
        let types = reader.arguments_of_method().expect("it is a signature");
        let meaning = Meaning::from([("T".to_string(), object("p/X"))]);
        let erased: Vec<String> =
            types.iter().map(|ty| ty.erased(&meaning).expect("all is known").to_string()).collect();
        assert_eq!(erased, ["I", "Lp/X;", "[Lp/X;", "Lp/A$B;", "[[J"]);
        assert_eq!(reader.rest, "V");
    }

    #[test]
    fn what_is_cut_off_is_no_signature() {
        for text in ["(", "(Lp/A", "(Lp/A<", "(TT", "([", "(Q)V", "(é"] {
            assert_eq!(Reader { rest: text }.arguments_of_method(), None, "{text}");
        }
    }
}
