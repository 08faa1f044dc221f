//! Everything but bodies: classes, fields, globals, selectors, signatures, methods, initialisers, traps.

use std::collections::HashSet;

use super::Generator;
use crate::annotation::{Annotated, Annotation, AnnotationValue};
use crate::ids::{ClassId, FunctionId, SelectorId};
use crate::position::Source;
use crate::program::{Class, ClassKind, Field, Function, Global, Initialiser, Local, Selector, Trap};
use crate::statement::Constant;
use crate::types::{FloatType, IntType, RefType, Type};

impl Generator<'_> {
    pub(super) fn declarations(&mut self) {
        if self.shape.foreign_positions {
            // The last one is called like the program's own text, and yet is another source.
            for name in ["Main.java", "odd \"dir\\\n\"/x.c", "generated.gbir"] {
                let source = Source { name: name.to_owned(), text: None };
                self.sources.push(self.program.sources.push(source));
            }
        }
        if self.shape.heap {
            self.classes();
            self.classes_of_objects();
        }
        self.value_types();
        self.fields();
        self.globals();
        let mut names = HashSet::from(["main".to_owned()]);
        let result = Some(Type::I32).filter(|_| self.choices.chance(1, 2));
        self.function("main".to_owned(), Vec::new(), result);
        for _ in 0..self.choices.below(self.shape.functions + 1) {
            let name = self.name("f", &mut names);
            let count = self.choices.below(self.shape.parameters + 1);
            let parameters = (0..count).map(|_| self.ty()).collect();
            let result = self.result();
            self.function(name, parameters, result);
        }
        self.methods = self.program.functions.next_id();
        if self.shape.heap && self.shape.calls {
            self.selectors();
            self.methods(&mut names);
        }
        self.initialisers = self.program.functions.next_id();
        if self.shape.heap && self.shape.initialisers {
            self.initialisers(&mut names);
        }
        self.traps = self.program.functions.next_id();
        if self.shape.heap && self.shape.exceptions {
            self.trap_functions(&mut names);
        }
    }

    fn classes(&mut self) {
        let mut names = HashSet::new();
        for _ in 0..self.choices.below(self.shape.classes + 1) {
            let kind = match self.choices.chance(1, 3) {
                true => ClassKind::Interface,
                false => ClassKind::Class,
            };
            let class = Class {
                name: self.name("C", &mut names),
                kind,
                superclass: None,
                interfaces: Vec::new(),
                fields: Vec::new(),
                methods: Vec::new(),
                initialiser: None,
            };
            self.program.add_class(class).expect("the name is new");
        }
        // Parents come before their children, or after them in the other half of the programs.
        let backwards = self.choices.chance(1, 2);
        for id in self.program.classes.ids() {
            let mut superclasses = Vec::new();
            let mut interfaces = Vec::new();
            for (other, class) in self.program.classes.enumerate() {
                let may_be_parent = if backwards { other > id } else { other < id };
                match class.kind {
                    ClassKind::Class if may_be_parent => superclasses.push(other),
                    ClassKind::Interface if may_be_parent => interfaces.push(other),
                    ClassKind::Class | ClassKind::Interface => {}
                }
            }
            if self.program.classes[id].kind == ClassKind::Class && self.choices.chance(1, 2) {
                self.program.classes[id].superclass = self.choices.pick(&superclasses);
            }
            interfaces.retain(|_| self.choices.chance(1, 3));
            self.program.classes[id].interfaces = interfaces;
        }
    }

    /// Says to which classes literals and arrays belong.
    fn classes_of_objects(&mut self) {
        let classes = self.classes_of(RefType::Any);
        if self.shape.literals
            && self.choices.chance(1, 2)
            && let (Some(text), Some(class)) = (self.choices.pick(&classes), self.choices.pick(&classes))
        {
            self.program.set_literal_classes(text, class);
        }
        if self.choices.chance(1, 2)
            && let Some(class) = self.choices.pick(&classes)
        {
            self.program.set_array_class(class);
        }
    }

    fn value_types(&mut self) {
        self.types.push(Type::I32);
        self.types.push(Type::Bool);
        self.types.extend(IntType::ALL.map(Type::Int));
        if self.shape.floats {
            self.types.push(Type::Float(FloatType::F32));
            self.types.push(Type::Float(FloatType::F64));
        }
        self.types.push(Type::ANY);
        for class in self.program.classes.ids() {
            // Classes are worth more than the many kinds of integers.
            self.types.extend([Type::Ref(RefType::Class(class)); 2]);
        }
        if self.shape.heap {
            for _ in 0..self.choices.below(self.shape.arrays + 1) {
                let element = self.ty();
                let array = self.program.array_type(element);
                self.types.extend([Type::Ref(RefType::Array(array)); 2]);
            }
        }
    }

    fn fields(&mut self) {
        let array_class = self.program.array_class();
        for owner in self.program.classes.ids() {
            // Arrays have no fields, so their class and its ancestors have none.
            if self.program.classes[owner].kind == ClassKind::Interface
                || array_class.is_some_and(|class| self.program.is_subclass(class, owner))
            {
                continue;
            }
            let mut names = HashSet::new();
            for _ in 0..self.choices.below(self.shape.fields + 1) {
                let name = self.name("x", &mut names);
                let ty = self.ty();
                self.program.add_field(Field { name, owner, ty }).expect("the name is new");
            }
        }
    }

    fn globals(&mut self) {
        let mut names = HashSet::new();
        for _ in 0..self.choices.below(self.shape.globals + 1) {
            let name = self.name("g", &mut names);
            let ty = self.ty();
            let initial = self.constant(ty);
            self.program.add_global(Global { name, ty, initial }).expect("the name is new");
        }
    }

    fn result(&mut self) -> Option<Type> {
        match self.choices.chance(2, 3) {
            true => Some(self.ty()),
            false => None,
        }
    }

    /// Adds a function; its body comes later.
    fn function(&mut self, name: String, parameters: Vec<Type>, result: Option<Type>) -> FunctionId {
        let mut names = HashSet::new();
        let parameters =
            parameters.into_iter().map(|ty| Local { name: self.name("p", &mut names), ty }).collect();
        let function = Function { name, parameters, result, body: None, position: self.position() };
        self.program.add_function(function).expect("the name is new")
    }

    fn selectors(&mut self) {
        let mut names = HashSet::new();
        for _ in 0..self.choices.below(self.shape.selectors + 1) {
            let name = self.name("m", &mut names);
            let count = self.choices.below(self.shape.parameters + 1);
            let selector =
                Selector { name, parameters: (0..count).map(|_| self.ty()).collect(), result: self.result() };
            self.program.add_selector(selector).expect("the name is new");
        }
    }

    fn methods(&mut self, names: &mut HashSet<String>) {
        for selector in self.program.selectors.ids() {
            let mut shared = None;
            for class in self.program.classes.ids() {
                if !self.choices.chance(2, 3) {
                    continue;
                }
                // Two classes can have one function as their method, if it takes any receiver.
                let function = match shared {
                    Some(function) if self.choices.chance(1, 3) => function,
                    Some(_) | None => self.method(class, selector, names),
                };
                if self.program.functions[function].parameters[0].ty == Type::ANY {
                    shared = Some(function);
                }
                self.program.classes[class].methods.push((selector, function));
            }
        }
    }

    fn method(&mut self, class: ClassId, selector: SelectorId, names: &mut HashSet<String>) -> FunctionId {
        let name = self.name("method", names);
        let receiver = match self.choices.below(4) {
            0..2 => Type::Ref(RefType::Class(class)),
            2 => Type::ANY,
            _ => {
                let parents: Vec<Type> = self
                    .program
                    .classes
                    .ids()
                    .map(|parent| Type::Ref(RefType::Class(parent)))
                    .filter(|&parent| self.fits(Type::Ref(RefType::Class(class)), parent))
                    .collect();
                self.choices.pick(&parents).expect("a class fits itself")
            }
        };
        let declared = &self.program.selectors[selector];
        let result = declared.result;
        let parameters = std::iter::once(receiver).chain(declared.parameters.iter().copied()).collect();
        self.function(name, parameters, result)
    }

    /// Gives classes initialisers, each with a function of its own that comes behind all methods.
    fn initialisers(&mut self, names: &mut HashSet<String>) {
        for class in self.program.classes.ids() {
            if !self.choices.chance(1, 3) {
                continue;
            }
            let mut taken = self.program.globals.iter().map(|global| global.name.clone()).collect();
            let name = self.name("state", &mut taken);
            let global = Global { name, ty: Type::I32, initial: Constant::i32(0) };
            let state = self.program.add_global(global).expect("the name is new");
            let name = self.name("initialise", names);
            let function = self.function(name, Vec::new(), None);
            self.program.classes[class].initialiser = Some(Initialiser { state, function });
        }
    }

    /// Writes annotations onto some of everything.
    pub(super) fn annotations(&mut self) {
        if !self.shape.annotations {
            return;
        }
        let program = &self.program;
        let mut targets: Vec<Annotated> = program.classes.ids().map(Annotated::Class).collect();
        targets.extend(program.fields.ids().map(Annotated::Field));
        targets.extend(program.globals.ids().map(Annotated::Global));
        targets.extend(program.functions.ids().map(Annotated::Function));
        for target in targets {
            if self.choices.chance(1, 6) {
                for _ in 0..1 + self.choices.below(2) {
                    let annotation = self.annotation(2);
                    self.program.annotations.add(target, annotation);
                }
            }
        }
    }

    fn annotation(&mut self, depth: usize) -> Annotation {
        let mut names = HashSet::new();
        let mut annotation = Annotation::new(self.name("Mark", &mut HashSet::new()));
        for _ in 0..self.choices.below(3) {
            let name = self.name("value", &mut names);
            annotation.values.push((name, self.annotation_value(depth)));
        }
        annotation
    }

    fn annotation_value(&mut self, depth: usize) -> AnnotationValue {
        match self.choices.below(if depth == 0 { 3 } else { 5 }) {
            0 => {
                let types: Vec<Type> = self.types.iter().copied().filter(|ty| !ty.is_ref()).collect();
                let ty = self.choices.pick(&types).unwrap_or(Type::Bool);
                AnnotationValue::Constant(self.constant(ty))
            }
            1 => AnnotationValue::Text(self.name("text", &mut HashSet::new())),
            2 => AnnotationValue::Name(self.name("Type", &mut HashSet::new())),
            3 => {
                let count = self.choices.below(3);
                AnnotationValue::List((0..count).map(|_| self.annotation_value(depth - 1)).collect())
            }
            _ => AnnotationValue::Annotation(self.annotation(depth - 1)),
        }
    }

    fn trap_functions(&mut self, names: &mut HashSet<String>) {
        let mut declared: Vec<FunctionId> = Vec::new();
        for trap in Trap::ALL {
            if !self.choices.chance(1, 2) {
                continue;
            }
            // Traps with the same parameters can share a function.
            let alike = declared.iter().copied().find(|&function| {
                let parameters = &self.program.functions[function].parameters;
                parameters.iter().map(|local| local.ty).eq(trap.parameters().iter().copied())
            });
            let function = match alike {
                Some(function) if self.choices.chance(1, 2) => function,
                Some(_) | None => {
                    let name = self.name("trap", names);
                    let results: Vec<Type> = self.types.iter().copied().filter(|ty| ty.is_ref()).collect();
                    let result = self.choices.pick(&results);
                    self.function(name, trap.parameters().to_vec(), result)
                }
            };
            declared.push(function);
            self.program.set_trap(trap, function);
        }
    }
}
