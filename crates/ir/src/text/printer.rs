//! Programs to text.

use std::fmt::{self, Display, Write as _};

use super::RESERVED;
use super::lexer::{is_name_part, is_name_start, is_symbol_part};
use crate::annotation::{Annotated, Annotation, AnnotationValue};
use crate::ids::{BlockId, FunctionId, Id as _, LocalId};
use crate::position::Position;
use crate::program::{Block, Body, Class, ClassKind, Function, Initialiser, Literal, Program, Trap};
use crate::statement::{
    Callee, Constant, Operand, Place, Rvalue, Statement, StatementKind, Terminator, TerminatorKind,
};
use crate::types::{RefType, Type};

/// The whole program as text. Only what is complete is printed: a class that is only declared is not an
/// item, so a program that mentions one does not parse back, and a body that came after its function
/// is left out.
pub fn print(program: &Program) -> String {
    Program::printer(program).program()
}

impl Program {
    /// A printer of this program's parts.
    pub fn printer(&self) -> Printer<'_> {
        Printer { program: self }
    }
}

/// Prints parts of a program.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    program: &'a Program,
}

/// Something that prints itself by a closure.
struct Show<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> Display for Show<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            plain if !plain.is_control() => f.write_char(plain)?,
            control => write!(f, "\\u{{{:x}}}", u32::from(control))?,
        }
    }
    f.write_char('"')
}

fn name(text: &str) -> impl Display + '_ {
    Show(move |f: &mut fmt::Formatter<'_>| {
        let plain =
            text.starts_with(is_name_start) && text.chars().all(is_name_part) && !RESERVED.contains(&text);
        if plain { f.write_str(text) } else { quoted(f, text) }
    })
}

fn symbol(text: &str) -> impl Display + '_ {
    Show(move |f: &mut fmt::Formatter<'_>| {
        f.write_char('@')?;
        if !text.is_empty() && text.chars().all(is_symbol_part) { f.write_str(text) } else { quoted(f, text) }
    })
}

fn label(block: BlockId) -> impl Display {
    Show(move |f: &mut fmt::Formatter<'_>| write!(f, "b{}", block.index()))
}

fn list<T>(
    items: impl Iterator<Item = T> + Clone,
    show: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> impl Display {
    Show(move |f: &mut fmt::Formatter<'_>| {
        for (index, item) in items.clone().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            show(f, item)?;
        }
        Ok(())
    })
}

fn shown(f: &mut fmt::Formatter<'_>, annotation: &Annotation) -> fmt::Result {
    quoted(f, &annotation.name)?;
    let values = list(annotation.values.iter(), |f, (key, value)| {
        write!(f, "{} = ", name(key))?;
        shown_value(f, value)
    });
    write!(f, "({values})")
}

fn shown_value(f: &mut fmt::Formatter<'_>, value: &AnnotationValue) -> fmt::Result {
    match value {
        AnnotationValue::Constant(constant) => constant.fmt(f),
        AnnotationValue::Text(text) => quoted(f, text),
        AnnotationValue::Name(named) => symbol(named).fmt(f),
        AnnotationValue::List(values) => write!(f, "[{}]", list(values.iter(), shown_value)),
        AnnotationValue::Annotation(annotation) => shown(f, annotation),
    }
}

/// A constant as it stands in the text.
impl Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Constant::Bool(value) => write!(f, "{value}"),
            Constant::Int(ty, word) if Type::Int(ty) == Type::I32 => write!(f, "{}", ty.value(word)),
            Constant::Int(ty, word) => write!(f, "{}{}", ty.value(word), ty.name()),
            Constant::F32(bits) => {
                let value = f32::from_bits(bits);
                if value.is_finite() { write!(f, "{value:?}f32") } else { write!(f, "f32({bits:#010x})") }
            }
            Constant::F64(bits) => {
                let value = f64::from_bits(bits);
                if value.is_finite() { write!(f, "{value:?}f64") } else { write!(f, "f64({bits:#018x})") }
            }
            Constant::Null => f.write_str("null"),
        }
    }
}

impl<'a> Printer<'a> {
    fn program(self) -> String {
        let mut out = String::new();
        self.write_program(&mut out).expect("writing to a string does not fail");
        out
    }

    fn write_program(self, out: &mut String) -> fmt::Result {
        let program = self.program;
        let mut gap = false;
        for selector in &program.selectors {
            write!(out, "selector {}({})", name(&selector.name), self.types(&selector.parameters))?;
            self.write_result(out, selector.result)?;
            gap = true;
        }
        for class in &program.classes {
            separate(out, &mut gap);
            self.write_class(out, class)?;
            gap = true;
        }
        separate(out, &mut gap);
        for global in &program.globals {
            write!(out, "global {}: {}", symbol(&global.name), self.ty(global.ty))?;
            if global.initial != Constant::zero(global.ty) {
                write!(out, " = {}", global.initial)?;
            }
            writeln!(out)?;
            gap = true;
        }
        separate(out, &mut gap);
        if let Some((text, class)) = program.literal_classes() {
            writeln!(
                out,
                "literals {}, {}",
                name(program.class_name(text)),
                name(program.class_name(class))
            )?;
            gap = true;
        }
        if let Some(class) = program.array_class() {
            write!(out, "arrays {}", name(program.class_name(class)))?;
            for &interface in program.array_interfaces() {
                write!(out, ", {}", name(program.class_name(interface)))?;
            }
            writeln!(out)?;
            gap = true;
        }
        for trap in Trap::ALL {
            if let Some(function) = program.trap(trap) {
                writeln!(out, "trap {} = {}", trap.name(), symbol(&program.functions[function].name))?;
                gap = true;
            }
        }
        for function in &program.functions {
            separate(out, &mut gap);
            self.write_function(out, function)?;
            gap = true;
        }
        if !program.annotations.all().is_empty() {
            separate(out, &mut gap);
        }
        self.write_annotations(out)
    }

    fn write_annotations(self, out: &mut String) -> fmt::Result {
        let program = self.program;
        let mut write = |on: Annotated, target: &dyn Display| -> fmt::Result {
            for annotation in &*program.annotations.of(on) {
                writeln!(
                    out,
                    "annotation {target} {}",
                    Show(|f: &mut fmt::Formatter<'_>| shown(f, annotation))
                )?;
            }
            Ok(())
        };
        for (id, class) in program.classes.enumerate() {
            write(Annotated::Class(id), &format_args!("class {}", name(&class.name)))?;
            for &field in &class.fields {
                let target = format!("field {}.{}", name(&class.name), name(&program.fields[field].name));
                write(Annotated::Field(field), &target)?;
            }
        }
        for (id, global) in program.globals.enumerate() {
            write(Annotated::Global(id), &format_args!("global {}", symbol(&global.name)))?;
        }
        for (id, function) in program.functions.enumerate() {
            write(Annotated::Function(id), &format_args!("fn {}", symbol(&function.name)))?;
        }
        Ok(())
    }

    fn write_result(self, out: &mut String, result: Option<Type>) -> fmt::Result {
        if let Some(result) = result {
            write!(out, ": {}", self.ty(result))?;
        }
        writeln!(out)
    }

    fn write_class(self, out: &mut String, class: &Class) -> fmt::Result {
        let program = self.program;
        let interfaces = list(class.interfaces.iter(), |f, &id| name(program.class_name(id)).fmt(f));
        match class.kind {
            ClassKind::Class => {
                write!(out, "class {}", name(&class.name))?;
                if let Some(superclass) = class.superclass {
                    write!(out, " : {}", name(program.class_name(superclass)))?;
                }
                if !class.interfaces.is_empty() {
                    write!(out, " implements {interfaces}")?;
                }
            }
            ClassKind::Interface => {
                write!(out, "interface {}", name(&class.name))?;
                if !class.interfaces.is_empty() {
                    write!(out, " : {interfaces}")?;
                }
            }
        }
        writeln!(out, " {{")?;
        for &field in &class.fields {
            let field = &program.fields[field];
            writeln!(out, "  field {}: {}", name(&field.name), self.ty(field.ty))?;
        }
        for &(selector, function) in &class.methods {
            let selector = name(&program.selectors[selector].name);
            writeln!(out, "  method {selector} = {}", symbol(&program.functions[function].name))?;
        }
        if let Some(Initialiser { state, function }) = class.initialiser {
            let (state, function) = (&program.globals[state].name, &program.functions[function].name);
            writeln!(out, "  init {}, {}", symbol(state), symbol(function))?;
        }
        writeln!(out, "}}")
    }

    fn write_function(self, out: &mut String, function: &Function) -> fmt::Result {
        let parameters = list(function.parameters.iter(), |f, local| {
            write!(f, "{}: {}", name(&local.name), self.ty(local.ty))
        });
        write!(out, "fn {}({parameters})", symbol(&function.name))?;
        if let Some(result) = function.result {
            write!(out, ": {}", self.ty(result))?;
        }
        let at = function.position;
        if at.source != self.program.own_text() {
            let source = &self.program.sources[at.source].name;
            write!(
                out,
                " from {}:{}:{}",
                Show(|f: &mut fmt::Formatter<'_>| quoted(f, source)),
                at.line,
                at.column
            )?;
        }
        let Some(body) = &function.body else {
            return writeln!(out, ";");
        };
        writeln!(out, " {{")?;
        for local in body.locals.iter().skip(function.parameters.len()) {
            writeln!(out, "  local {}: {}", name(&local.name), self.ty(local.ty))?;
        }
        for (id, block) in body.blocks.enumerate() {
            self.write_block(out, function, body, id, block)?;
        }
        writeln!(out, "}}")
    }

    fn write_block(
        self,
        out: &mut String,
        function: &Function,
        body: &Body,
        id: BlockId,
        block: &Block,
    ) -> fmt::Result {
        write!(out, "{}", label(id))?;
        if let Some(unwind) = block.unwind {
            write!(out, " unwind {}({})", label(unwind.block), name(&body.locals[unwind.local].name))?;
        }
        writeln!(out, ":")?;
        for statement in &block.statements {
            write!(out, "  {}", self.statement(body, statement))?;
            self.write_mark(out, function, statement.position)?;
        }
        write!(out, "  {}", self.terminator(body, &block.terminator))?;
        self.write_mark(out, function, block.terminator.position)
    }

    fn write_mark(self, out: &mut String, function: &Function, at: Position) -> fmt::Result {
        if at.source == self.program.own_text() {
            return writeln!(out);
        }
        if at.source == function.position.source {
            return writeln!(out, " !{}:{}", at.line, at.column);
        }
        let source = &self.program.sources[at.source].name;
        writeln!(out, " !{}:{}:{}", Show(|f: &mut fmt::Formatter<'_>| quoted(f, source)), at.line, at.column)
    }

    /// A type.
    pub fn ty(self, ty: Type) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| {
            let mut element = ty;
            let mut dimensions = 0;
            while let Type::Ref(RefType::Array(array)) = element {
                element = self.program.element_type(array);
                dimensions += 1;
            }
            match element {
                Type::Bool => f.write_str("bool")?,
                Type::Int(int) => f.write_str(int.name())?,
                Type::Float(float) => f.write_str(float.name())?,
                Type::Ref(RefType::Class(class)) => name(self.program.class_name(class)).fmt(f)?,
                Type::Ref(RefType::Any | RefType::Array(_)) => f.write_str("any")?,
            }
            (0..dimensions).try_for_each(|_| f.write_str("[]"))
        })
    }

    fn types(self, types: &'a [Type]) -> impl Display + 'a {
        list(types.iter(), move |f, &ty| self.ty(ty).fmt(f))
    }

    fn local(self, body: &'a Body, local: LocalId) -> impl Display + 'a {
        name(&body.locals[local].name)
    }

    /// An operand.
    pub fn operand(self, body: &'a Body, operand: Operand) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| match operand {
            Operand::Local(local) => self.local(body, local).fmt(f),
            Operand::Constant(constant) => constant.fmt(f),
        })
    }

    /// A place.
    pub fn place(self, body: &'a Body, place: Place) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| match place {
            Place::Global(global) => symbol(&self.program.globals[global].name).fmt(f),
            Place::Field { object, field } => {
                let field = &self.program.fields[field];
                let owner = name(self.program.class_name(field.owner));
                write!(f, "{}.{owner}.{}", self.local(body, object), name(&field.name))
            }
            Place::Element { array, index } => {
                write!(f, "{}[{}]", self.local(body, array), self.operand(body, index))
            }
        })
    }

    fn rvalue(self, body: &'a Body, rvalue: Rvalue) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| {
            let show = |operand| self.operand(body, operand);
            match rvalue {
                Rvalue::Use(a) => show(a).fmt(f),
                Rvalue::Load(place) => self.place(body, place).fmt(f),
                Rvalue::Unary(op, a) => write!(f, "{} {}", op.name(), show(a)),
                Rvalue::Binary(op, a, b) => write!(f, "{} {}, {}", op.name(), show(a), show(b)),
                Rvalue::Compare(op, a, b) => write!(f, "{} {}, {}", op.name(), show(a), show(b)),
                Rvalue::Order(op, a, b) => write!(f, "{} {}, {}", op.name(), show(a), show(b)),
                Rvalue::Convert(a) => write!(f, "convert {}", show(a)),
                Rvalue::InstanceOf(a, ty) => write!(f, "instanceof {}, {}", show(a), self.ty(Type::Ref(ty))),
                Rvalue::Cast(a) => write!(f, "cast {}", show(a)),
                Rvalue::Length(array) => write!(f, "length {}", self.local(body, array)),
                Rvalue::Literal(literal) => write_literal(f, &self.program.literals()[literal]),
            }
        })
    }

    /// A statement without its mark.
    pub fn statement(self, body: &'a Body, statement: &'a Statement) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| {
            if let Some(to) = statement.kind.destination() {
                write!(f, "{} = ", self.local(body, to))?;
            }
            let show = |operand| self.operand(body, operand);
            match &statement.kind {
                StatementKind::Assign { value, .. } => self.rvalue(body, *value).fmt(f),
                StatementKind::Store { to, value } => {
                    write!(f, "{} = {}", self.place(body, *to), show(*value))
                }
                StatementKind::New { class, .. } => {
                    write!(f, "new {}", name(self.program.class_name(*class)))
                }
                StatementKind::NewArray { array, length, .. } => {
                    write!(f, "new {}[{}]", self.ty(self.program.element_type(*array)), show(*length))
                }
                StatementKind::Call { callee, arguments, .. } => {
                    let arguments = list(arguments.iter(), |f, &argument| show(argument).fmt(f));
                    match *callee {
                        Callee::Function(function) => self.write_call(f, "call", function, arguments),
                        Callee::Special(function) => self.write_call(f, "call special", function, arguments),
                        Callee::Virtual(selector) => {
                            write!(
                                f,
                                "call virtual {}({arguments})",
                                name(&self.program.selectors[selector].name)
                            )
                        }
                    }
                }
                StatementKind::Initialise { class } => {
                    write!(f, "init {}", name(self.program.class_name(*class)))
                }
                StatementKind::Enter { object } => write!(f, "enter {}", self.local(body, *object)),
                StatementKind::Exit { object } => write!(f, "exit {}", self.local(body, *object)),
                StatementKind::Assume { condition } => write!(f, "assume {}", show(*condition)),
                StatementKind::Assert { condition, message } => {
                    write!(f, "assert {}, ", show(*condition))?;
                    quoted(f, message)
                }
                StatementKind::Havoc { .. } => f.write_str("havoc"),
                StatementKind::Choose { low, high, .. } => {
                    write!(f, "choose {}, {}", show(*low), show(*high))
                }
            }
        })
    }

    fn write_call(
        self,
        f: &mut fmt::Formatter<'_>,
        how: &str,
        function: FunctionId,
        arguments: impl Display,
    ) -> fmt::Result {
        write!(f, "{how} {}({arguments})", symbol(&self.program.functions[function].name))
    }

    /// A terminator without its mark.
    pub fn terminator(self, body: &'a Body, terminator: &'a Terminator) -> impl Display + 'a {
        Show(move |f: &mut fmt::Formatter<'_>| {
            let show = |operand| self.operand(body, operand);
            match &terminator.kind {
                TerminatorKind::Goto(block) => write!(f, "goto {}", label(*block)),
                TerminatorKind::Branch { condition, then, otherwise } => {
                    write!(f, "branch {}, {}, {}", show(*condition), label(*then), label(*otherwise))
                }
                TerminatorKind::Switch { value, cases, otherwise } => {
                    write!(f, "switch {}", show(*value))?;
                    let signed = !matches!(body.operand_type(*value), Some(Type::Int(int)) if !int.signed);
                    for &(word, block) in cases {
                        if signed {
                            write!(f, ", {word}: {}", label(block))?;
                        } else {
                            write!(f, ", {}: {}", word as u64, label(block))?;
                        }
                    }
                    write!(f, ", else {}", label(*otherwise))
                }
                TerminatorKind::Return(None) => f.write_str("return"),
                TerminatorKind::Return(Some(value)) => write!(f, "return {}", show(*value)),
                TerminatorKind::Throw(value) => write!(f, "throw {}", show(*value)),
                TerminatorKind::Fail(value) => write!(f, "fail {}", show(*value)),
                TerminatorKind::Unreachable => f.write_str("unreachable"),
            }
        })
    }
}

/// Text as a quoted string if it is one, otherwise as the numbers of its units.
fn write_literal(f: &mut fmt::Formatter<'_>, literal: &Literal) -> fmt::Result {
    f.write_str("literal ")?;
    match literal {
        Literal::Text(units) => match String::from_utf16(units) {
            Ok(text) => quoted(f, &text),
            Err(_) => {
                let units = list(units.iter(), |f, unit| unit.fmt(f));
                write!(f, "({units})")
            }
        },
        Literal::Class(class) => {
            f.write_str("class ")?;
            quoted(f, class)
        }
    }
}

/// An empty line before the next item, if anything stands before it.
fn separate(out: &mut String, gap: &mut bool) {
    if std::mem::take(gap) {
        out.push('\n');
    }
}
