//! A structure as data: its objects with their fields, for whoever shows it.

use glass::{Content, Item, Kind, Model, Role, Slot, Space};
use ir::Program;
use machine::Word;

/// What a field or an element has.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// No object.
    Null,
    /// An object of the same structure, by its place.
    Object(usize),
    /// `false` or `true`.
    Truth(bool),
    /// An integer.
    Integer(i64),
    /// Any other number, as a person writes it.
    Number(String),
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort<'a> {
    /// An object of a class, by its full name.
    Class(&'a str),
    /// An array, by the type of its elements as Java's reflection names it.
    Array(&'a str),
}

/// An object of a structure.
#[derive(Clone, PartialEq, Debug)]
pub struct Thing<'a> {
    /// A name that no other object of the structure has.
    pub name: String,
    /// What it is.
    pub sort: Sort<'a>,
    /// The fields by their names, or the elements by their indices.
    pub fields: Vec<(&'a str, Value)>,
}

/// A structure: the first object is the one that all others are reached from.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture<'a> {
    /// The objects.
    pub things: Vec<Thing<'a>>,
}

/// What all structures of a search space have in common.
pub struct Pictures<'a> {
    model: &'a Model,
    space: &'a Space,
    /// The full name of the class.
    pub class: String,
    /// The full name of each class of the model.
    names: Vec<String>,
    /// The type of the elements of each array of the space.
    elements: Vec<String>,
    /// Indices as texts.
    indices: Vec<String>,
}

impl<'a> Pictures<'a> {
    pub(crate) fn new(program: &Program, model: &'a Model, space: &'a Space, class: &str) -> Self {
        let names = model.classes.iter().map(|class| program.class_name(class.class).to_string()).collect();
        let elements = space.objects.iter().map(|object| match object.kind {
            Kind::Class(..) => String::new(),
            Kind::Array(ty, _) => element_name(program, program.element_type(ty)),
        });
        let longest = space.objects.iter().map(|object| object.slots.len()).max().unwrap_or_default();
        Pictures {
            model,
            space,
            class: class.to_string(),
            names,
            elements: elements.collect(),
            indices: (0..longest).map(|index| index.to_string()).collect(),
        }
    }

    /// How a person writes the making of an object.
    pub fn making(&self) -> &str {
        &self.model.making
    }

    /// The structure with these codes.
    pub(crate) fn picture(&self, codes: &[u32]) -> Picture<'_> {
        let space = self.space;
        let present = glass::present(space, codes);
        let mut places = vec![0; space.objects.len()];
        for (place, &object) in present.iter().enumerate() {
            places[object] = place;
        }
        let item = |slot: Slot| match slot {
            Slot::Variable(variable) => Some(space.variables[variable].domain[codes[variable] as usize]),
            Slot::Fixed(item) => Some(item),
            Slot::Key(key) => Some(Item::Word(key as Word)),
            Slot::Initial => None,
        };
        let things = present.iter().map(|&object| {
            let entry = &space.objects[object];
            let mut fields = Vec::new();
            let sort = match entry.kind {
                Kind::Class(class, _) => {
                    for (slot, field) in self.model.classes[class].fields.iter().enumerate() {
                        if field.role != Role::Ghost
                            && let Some(item) = item(entry.slots[slot])
                        {
                            fields.push((&field.name[..], value(item, &field.content, &places)));
                        }
                    }
                    Sort::Class(&self.names[class])
                }
                Kind::Array(..) => {
                    let content = self.content(object);
                    for (slot, &filled) in entry.slots.iter().enumerate() {
                        if let Some(item) = item(filled) {
                            fields.push((&self.indices[slot][..], value(item, content, &places)));
                        }
                    }
                    Sort::Array(&self.elements[object])
                }
            };
            Thing { name: entry.name.clone(), sort, fields }
        });
        Picture { things: things.collect() }
    }

    /// What the elements of an array can have.
    fn content(&self, array: usize) -> &Content {
        let mut steps = 0;
        let mut at = array;
        while let Some(variable) = self.space.objects[at].parent {
            steps += 1;
            let glass::Owner::Slot(owner, slot) = self.space.variables[variable].owner else { break };
            if let Kind::Class(class, _) = self.space.objects[owner].kind {
                let mut content = &self.model.classes[class].fields[slot as usize].content;
                for _ in 0..steps {
                    if let Content::Array { element, .. } = content {
                        content = element;
                    }
                }
                return content;
            }
            at = owner;
        }
        &Content::Truth
    }
}

fn value(item: Item, content: &Content, places: &[usize]) -> Value {
    match (item, content) {
        (Item::Null, _) => Value::Null,
        (Item::Object(object), _) => Value::Object(places[object]),
        (Item::Word(word), Content::Truth) => Value::Truth(word != 0),
        (Item::Word(word), Content::Words(words)) => {
            let shown = words.iter().find(|(other, _)| *other == word);
            Value::Number(shown.map_or_else(|| word.to_string(), |(_, shown)| shown.clone()))
        }
        (
            Item::Word(word),
            Content::Integer { .. } | Content::Objects(_) | Content::Array { .. } | Content::Unknown(_),
        ) => Value::Integer(word as i64),
    }
}

/// A type as `Class.forName` names it, or the name of a primitive type.
fn element_name(program: &Program, ty: ir::Type) -> String {
    match ty {
        ir::Type::Bool => "boolean".to_string(),
        ir::Type::Int(int) => match (int.width, int.signed) {
            (ir::Width::W8, _) => "byte",
            (ir::Width::W16, true) => "short",
            (ir::Width::W16, false) => "char",
            (ir::Width::W32, _) => "int",
            (ir::Width::W64, _) => "long",
        }
        .to_string(),
        ir::Type::Float(ir::FloatType::F32) => "float".to_string(),
        ir::Type::Float(ir::FloatType::F64) => "double".to_string(),
        ir::Type::Ref(reference) => match reference {
            ir::RefType::Class(class) => program.class_name(class).to_string(),
            ir::RefType::Array(array) => {
                let element = element_name(program, program.element_type(array));
                let code = match &element[..] {
                    "boolean" => "Z".to_string(),
                    "byte" => "B".to_string(),
                    "short" => "S".to_string(),
                    "char" => "C".to_string(),
                    "int" => "I".to_string(),
                    "long" => "J".to_string(),
                    "float" => "F".to_string(),
                    "double" => "D".to_string(),
                    array if array.starts_with('[') => array.to_string(),
                    class => format!("L{class};"),
                };
                format!("[{code}")
            }
            ir::RefType::Any => "java.lang.Object".to_string(),
        },
    }
}
