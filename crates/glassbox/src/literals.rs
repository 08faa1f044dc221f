//! Arguments of calls as Java code writes them.

use glass::{Argument, Content, Item, Kind, Model, Slot, Space};

/// A value of a parameter; `name` is asked for that of an object.
fn literal(content: &Content, item: Item, name: impl Fn(usize) -> Option<String>) -> Option<String> {
    match (item, content) {
        (Item::Null, _) => Some("null".to_string()),
        (Item::Object(object), _) => name(object),
        (Item::Word(word), Content::Truth) => Some((word != 0).to_string()),
        (Item::Word(word), Content::Words(words)) => {
            words.iter().find(|(other, _)| *other == word).map(|(_, shown)| shown.clone())
        }
        (
            Item::Word(word),
            Content::Integer { .. } | Content::Objects(_) | Content::Array { .. } | Content::Unknown(_),
        ) => Some((word as i64).to_string()),
    }
}

/// An argument of a call on a structure with these codes, of which these objects are there.
pub(crate) fn on_structure(
    model: &Model,
    space: &Space,
    (codes, present): (&[u32], &[usize]),
    content: &Content,
    item: Item,
) -> Option<String> {
    literal(content, item, |object| {
        let entry = &space.objects[object];
        match (entry.kind, &entry.slots[..], content) {
            (Kind::Array(..), slots, Content::Array { element, .. }) => {
                let elements: Option<Vec<String>> = slots
                    .iter()
                    .map(|&slot| {
                        let item = match slot {
                            Slot::Variable(variable) => {
                                space.variables[variable].domain[codes[variable] as usize]
                            }
                            Slot::Fixed(item) => item,
                            Slot::Key(_) | Slot::Initial => return None,
                        };
                        on_structure(model, space, (codes, present), element, item)
                    })
                    .collect();
                Some(array(model, element, &elements?))
            }
            (_, [Slot::Fixed(Item::Word(word))], _) => Some((*word as i64).to_string()),
            (Kind::Class(class, _), _, _) if !present.contains(&object) => {
                Some(format!("new {}()", model.classes[class].name))
            }
            (Kind::Class(..) | Kind::Array(..), _, _) => Some(entry.name.to_lowercase()),
        }
    })
}

/// An argument of a call in a sequence. There is none for objects: which ones depends on the states.
pub(crate) fn in_sequence(model: &Model, content: &Content, argument: &Argument) -> Option<String> {
    match (argument, content) {
        (Argument::Item(item), _) => literal(content, *item, |_| None),
        (Argument::Array(_, elements), Content::Array { element, .. }) => {
            let elements: Option<Vec<String>> =
                elements.iter().map(|one| in_sequence(model, element, one)).collect();
            Some(array(model, element, &elements?))
        }
        (
            Argument::Array(..),
            Content::Truth
            | Content::Integer { .. }
            | Content::Words(_)
            | Content::Objects(_)
            | Content::Unknown(_),
        ) => None,
    }
}

/// A new array.
fn array(model: &Model, element: &Content, elements: &[String]) -> String {
    format!("new {}[] {{{}}}", type_name(model, element), elements.join(", "))
}

/// The type of elements, as Java code names it.
fn type_name(model: &Model, content: &Content) -> String {
    match content {
        Content::Truth => "boolean".to_string(),
        Content::Integer { least, greatest } => match (*least, *greatest) {
            (0, _) => "char",
            (least, _) if least == i64::from(i8::MIN) => "byte",
            (least, _) if least == i64::from(i16::MIN) => "short",
            (least, _) if least == i64::from(i32::MIN) => "int",
            (_, _) => "long",
        }
        .to_string(),
        Content::Words(words) => {
            let one = machine::word::from_f32(1.0);
            if words.iter().any(|(word, _)| *word == one) { "float" } else { "double" }.to_string()
        }
        Content::Objects(classes) => match classes[..] {
            [class] => model.classes[class].name.clone(),
            [..] => "Object".to_string(),
        },
        Content::Array { element, .. } => format!("{}[]", type_name(model, element)),
        Content::Unknown(name) => name.clone(),
    }
}
