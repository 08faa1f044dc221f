//! Strings, class objects and fields, as the models need them.

use ir::{ClassId, Id as _, IntType, Literal, LiteralId, RefType, Type};

use crate::code::Element;
use crate::domain::Domain;
use crate::heap::{Reference, effort_of_bytes};
use crate::machine::Machine;
use crate::natives::{Call, Problem};
use crate::word::Word;

/// The units of a string.
pub(crate) type Text = Vec<u16>;

/// How many values a model may read or make at most: more is not modelled.
const LONGEST_TEXT: usize = 1 << 28;

impl<D: Domain> Machine<'_, '_, D> {
    /// A class of the library that is complete.
    pub(crate) fn library_class(&self, name: &str) -> Result<ClassId, Problem<D::Fork>> {
        self.image.program().load_class(name).ok_or(Problem::Unsupported)
    }

    /// The slot of a field by names.
    pub(crate) fn field_slot(&self, class: ClassId, name: &str) -> Result<u32, Problem<D::Fork>> {
        let program = self.image.program();
        let mut current = Some(class);
        while let Some(class) = current {
            if let Some(field) = program.field_named(class, name) {
                return Ok(self.image.slot(field).into());
            }
            current = program.classes[class].superclass;
        }
        Err(Problem::Unsupported)
    }

    fn check_room(&self, bytes: usize) -> Result<(), Problem<D::Fork>> {
        if self.heap.has_room(bytes) { Ok(()) } else { Err(Problem::Full(bytes)) }
    }

    /// Makes an object without running a constructor.
    pub(crate) fn make_object(&mut self, class: ClassId) -> Result<Reference, Problem<D::Fork>> {
        let slots = self.image.layout(class).references.len();
        self.check_room((slots + 2) * size_of::<D::Value>())?;
        let zero = self.domain.constant(0);
        Ok(self.heap.new_object(class, slots, zero)?)
    }

    pub(crate) fn make_array(&mut self, element: Type, length: usize) -> Result<Reference, Problem<D::Fork>> {
        let length = u32::try_from(length).map_err(|_| Problem::Full(usize::MAX))?;
        let array = self.image.program().array_type(element);
        let zero = self.domain.constant(0);
        let kind = if D::PACKED { self.image.element(array) } else { Element::Slot };
        self.check_room((length as usize + 2).saturating_mul(kind.size::<D::Value>()))?;
        self.heap.charge(effort_of_bytes(length as usize * kind.size::<D::Value>()) as usize);
        Ok(self.heap.new_array(array, kind, length, zero)?)
    }

    /// How arrays keep elements of a type.
    pub(crate) fn kind_of(&self, element: Type) -> Element {
        if D::PACKED { Element::packed(element) } else { Element::Slot }
    }

    /// An element of an array as a value.
    pub(crate) fn element(&mut self, array: Reference, element: Type, index: u32) -> D::Value {
        let kind = Element::packed(element);
        if D::PACKED && kind != Element::Slot {
            let word = self.heap.packed(array, kind, index);
            self.domain.constant(word)
        } else {
            self.heap.get(array, index)
        }
    }

    /// Writes an element of an array. The value's word must be known if arrays are packed.
    pub(crate) fn set_element(
        &mut self,
        array: Reference,
        element: Type,
        index: u32,
        value: D::Value,
    ) -> Result<(), Problem<D::Fork>> {
        let kind = Element::packed(element);
        if D::PACKED && kind != Element::Slot {
            let word = self.domain.word(value).map_err(Problem::Fork)?;
            self.heap.set_packed(array, kind, index, word);
        } else {
            self.heap.set(array, index, value);
        }
        Ok(())
    }

    /// The element type of an array object; `None` if it is not an array.
    pub(crate) fn array_element(&self, object: Reference) -> Option<Type> {
        match self.heap.ty(object) {
            RefType::Array(array) => Some(self.image.program().element_type(array)),
            RefType::Any | RefType::Class(_) => None,
        }
    }
}

const BYTE: Type = Type::Int(IntType::I8);

/// The bytes of a string object, if it has any, and whether two of them make a unit.
fn bytes_of<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    string: Reference,
) -> Result<(Reference, bool), Problem<D::Fork>> {
    let class = machine.library_class("java.lang.String")?;
    let (value, coder) = (machine.field_slot(class, "value")?, machine.field_slot(class, "coder")?);
    let bytes = machine.heap.get(string, value);
    let bytes = machine.domain.word(bytes).map_err(Problem::Fork)? as Reference;
    let coder = machine.heap.get(string, coder);
    let wide = machine.domain.word(coder).map_err(Problem::Fork)? != 0;
    Ok((bytes, wide))
}

/// The hash code of a string object, which is a polynomial over its units.
pub(crate) fn hash_of_text<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    string: Reference,
) -> Result<i32, Problem<D::Fork>> {
    let (bytes, wide) = bytes_of(machine, string)?;
    if bytes == 0 {
        return Ok(0);
    }
    machine.heap.charge(machine.heap.length(bytes) as usize);
    let mut hash = 0i32;
    let mut low = None;
    for index in 0..machine.heap.length(bytes) {
        let byte = machine.element(bytes, BYTE, index);
        let byte = machine.domain.word(byte).map_err(Problem::Fork)? as u8;
        let unit = match (wide, low.take()) {
            (false, _) => u16::from(byte),
            (true, Some(low)) => u16::from_le_bytes([low, byte]),
            (true, None) => {
                low = Some(byte);
                continue;
            }
        };
        hash = hash.wrapping_mul(31).wrapping_add(unit.into());
    }
    Ok(hash)
}

/// The units of a string object.
pub(crate) fn text_of<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    string: Reference,
) -> Result<Text, Problem<D::Fork>> {
    let (bytes, wide) = bytes_of(machine, string)?;
    if bytes == 0 {
        return Ok(Text::new());
    }
    let length = machine.heap.length(bytes);
    if length as usize > LONGEST_TEXT {
        return Err(Problem::Unsupported);
    }
    machine.heap.charge(length as usize);
    let mut read = Vec::with_capacity(length as usize);
    for index in 0..length {
        let byte = machine.element(bytes, BYTE, index);
        read.push(machine.domain.word(byte).map_err(Problem::Fork)? as u8);
    }
    Ok(if wide {
        read.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    } else {
        read.into_iter().map(u16::from).collect()
    })
}

/// A new string object.
pub(crate) fn new_text<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    text: &[u16],
) -> Result<Reference, Problem<D::Fork>> {
    let class = machine.library_class("java.lang.String")?;
    let (value, coder) = (machine.field_slot(class, "value")?, machine.field_slot(class, "coder")?);
    let wide = text.iter().any(|&unit| unit > 0xff);
    let bytes: Vec<u8> = if wide {
        text.iter().flat_map(|unit| unit.to_le_bytes()).collect()
    } else {
        text.iter().map(|&unit| unit as u8).collect()
    };
    let array = machine.make_array(BYTE, bytes.len())?;
    machine.heap.charge(bytes.len());
    for (index, &byte) in bytes.iter().enumerate() {
        let word = machine.domain.constant(byte as i8 as i64 as Word);
        machine.set_element(array, BYTE, index as u32, word)?;
    }
    let string = machine.make_object(class)?;
    let array = machine.domain.constant(array.into());
    machine.heap.set(string, value, array);
    let wide = machine.domain.constant(wide.into());
    machine.heap.set(string, coder, wide);
    Ok(string)
}

/// The object that a literal stands for, made now if it is not there.
pub(crate) fn literal<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    id: LiteralId,
) -> Result<Reference, Problem<D::Fork>> {
    let known = machine.heap.literal(id.index());
    if known != 0 {
        return Ok(known);
    }
    let object = match &machine.image.program().literals()[id] {
        Literal::Text(text) => new_text(machine, text)?,
        Literal::Class(descriptor) => {
            let component = match descriptor.strip_prefix('[') {
                Some(component) => class_object(machine, component)?,
                None => 0,
            };
            let class = machine.library_class("java.lang.Class")?;
            let object = machine.make_object(class)?;
            // An unused counter remembers which class the object stands for.
            let slot = machine.field_slot(class, "classRedefinedCount")?;
            let number = machine.domain.constant(id.index() as Word + 1);
            machine.heap.set(object, slot, number);
            let slot = machine.field_slot(class, "componentType")?;
            let component = machine.domain.constant(component.into());
            machine.heap.set(object, slot, component);
            object
        }
    };
    machine.heap.set_literal(id.index(), object);
    Ok(object)
}

/// The class object of a type, by its descriptor with dots.
pub(crate) fn class_object<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    descriptor: &str,
) -> Result<Reference, Problem<D::Fork>> {
    let id = machine.image.program().literal(Literal::Class(descriptor.into()));
    literal(machine, id)
}

/// The class object of a reference type.
pub(crate) fn class_of_type<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    ty: RefType,
) -> Result<Reference, Problem<D::Fork>> {
    let descriptor = describe_type(machine, Type::Ref(ty));
    class_object(machine, &descriptor)
}

/// The descriptor, with dots, of the type that a class object stands for.
pub(crate) fn described<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    object: Reference,
) -> Result<Box<str>, Problem<D::Fork>> {
    let class = machine.library_class("java.lang.Class")?;
    let slot = machine.field_slot(class, "classRedefinedCount")?;
    let number = machine.heap.get(object, slot);
    let number = machine.domain.word(number).map_err(Problem::Fork)?;
    let Some(index) = number.checked_sub(1) else { return Err(Problem::Unsupported) };
    match &machine.image.program().literals()[LiteralId::new(index as usize)] {
        Literal::Class(name) => Ok(name.clone()),
        Literal::Text(_) => Err(Problem::Unsupported),
    }
}

/// The descriptor, with dots, of an object's type.
pub(crate) fn descriptor_of<D: Domain>(machine: &Machine<'_, '_, D>, object: Reference) -> String {
    describe_type(machine, Type::Ref(machine.heap.ty(object)))
}

pub(super) fn describe_type<D: Domain>(machine: &Machine<'_, '_, D>, ty: Type) -> String {
    let program = machine.image.program();
    match ty {
        Type::Bool => "Z".to_string(),
        Type::Int(int) => match (int.width.bits(), int.signed) {
            (8, _) => "B",
            (16, true) => "S",
            (16, false) => "C",
            (64, _) => "J",
            _ => "I",
        }
        .to_string(),
        Type::Float(ir::FloatType::F32) => "F".to_string(),
        Type::Float(ir::FloatType::F64) => "D".to_string(),
        Type::Ref(RefType::Any) => "Ljava.lang.Object;".to_string(),
        Type::Ref(RefType::Class(class)) => format!("L{};", program.class_name(class)),
        Type::Ref(RefType::Array(array)) => {
            format!("[{}", describe_type(machine, program.element_type(array)))
        }
    }
}

/// The type that a descriptor with dots means; `None` for primitive types.
pub(crate) fn type_of<D: Domain>(machine: &Machine<'_, '_, D>, descriptor: &str) -> Option<RefType> {
    let program = machine.image.program();
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let mut ty = match element {
        "Z" => Type::Bool,
        "B" => Type::Int(IntType::I8),
        "C" => Type::Int(IntType::U16),
        "S" => Type::Int(IntType::I16),
        "I" => Type::I32,
        "J" => Type::I64,
        "F" => Type::Float(ir::FloatType::F32),
        "D" => Type::Float(ir::FloatType::F64),
        "Ljava.lang.Object;" => Type::ANY,
        _ => {
            let name = element.strip_prefix('L')?.strip_suffix(';')?;
            Type::Ref(RefType::Class(program.load_class(name)?))
        }
    };
    for _ in 0..dimensions {
        ty = Type::Ref(RefType::Array(program.array_type(ty)));
    }
    match ty {
        Type::Ref(reference) => Some(reference),
        Type::Bool | Type::Int(_) | Type::Float(_) => None,
    }
}

impl<D: crate::domain::Definite> Machine<'_, '_, D> {
    /// The message of an exception of Java, if it has one.
    pub fn exception_text(&self, exception: Reference) -> Option<String> {
        if exception == 0 {
            return None;
        }
        let RefType::Class(class) = self.heap.ty(exception) else { return None };
        let slot = self.field_slot(class, "detailMessage").ok()?;
        self.text(D::reference(self.heap.get(exception, slot)))
    }

    /// What a text of Java says; `None` for `null`.
    pub(crate) fn text(&self, text: Reference) -> Option<String> {
        if text == 0 {
            return None;
        }
        let RefType::Class(string) = self.heap.ty(text) else { return None };
        let bytes = D::reference(self.heap.get(text, self.field_slot(string, "value").ok()?));
        let wide = D::known(self.heap.get(text, self.field_slot(string, "coder").ok()?))? != 0;
        let read: Vec<u8> = (0..self.heap.length(bytes))
            .map(|index| D::known(D::element(&self.heap, bytes, BYTE, index)).map(|word| word as u8))
            .collect::<Option<_>>()?;
        Some(if wide {
            let units: Vec<u16> =
                read.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        } else {
            read.into_iter().map(char::from).collect()
        })
    }
}

impl<D: Domain> Call<'_, '_, '_, D> {
    /// The text of a string argument.
    pub(crate) fn text(&mut self, index: usize) -> Result<Text, Problem<D::Fork>> {
        let string = self.object(index)?;
        text_of(self.machine, string)
    }

    pub(crate) fn give_text(&mut self, text: &str) -> super::super::Given<D> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let string = new_text(self.machine, &units)?;
        self.give(string.into())
    }

    /// The descriptor of the class object that is an argument.
    pub(crate) fn class(&mut self, index: usize) -> Result<Box<str>, Problem<D::Fork>> {
        let object = self.object(index)?;
        described(self.machine, object)
    }
}

/// Gives a field of an object a word.
pub(super) fn set_field<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    object: Reference,
    class: ClassId,
    field: &str,
    word: Word,
) -> Result<(), Problem<D::Fork>> {
    let slot = machine.field_slot(class, field)?;
    let value = machine.domain.constant(word);
    machine.heap.set(object, slot, value);
    Ok(())
}
