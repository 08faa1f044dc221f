//! Programs: classes, fields, globals, selectors, functions, sources, under typed ids.

use std::sync::{Arc, OnceLock};

use crate::annotation::Annotations;
use crate::classes::Classes;
use crate::growing::Growing;
use crate::ids::{
    ArrayTypeId, BlockId, ClassId, FieldId, FunctionId, GlobalId, Id as _, IdVec, LiteralId, LocalId,
    SelectorId, SourceId,
};
use crate::names::Names;
use crate::position::{Position, Source};
use crate::statement::{Constant, Operand, Place, Statement, Terminator};
use crate::supplier::Supplier;
use crate::types::{RefType, Type};

/// Whether a class can have objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class with objects, fields and one superclass.
    Class,
    /// An interface: no fields, no objects.
    Interface,
}

/// A class or an interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Unique in the program.
    pub name: String,
    /// Class or interface.
    pub kind: ClassKind,
    /// The class that it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces that it implements (or, for an interface, extends).
    pub interfaces: Vec<ClassId>,
    /// The fields that it declares itself.
    pub fields: Vec<FieldId>,
    /// The methods that it declares itself.
    pub methods: Vec<(SelectorId, FunctionId)>,
    /// What initialises it when it is first used, if anything does.
    pub initialiser: Option<Initialiser>,
}

/// How a class is initialised when it is first used. The function sets the state to 1 when it begins
/// and to something else when the class cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initialiser {
    /// A global of type `i32`: 1 from when initialisation has begun.
    pub state: GlobalId,
    /// Has neither parameters nor a result.
    pub function: FunctionId,
}

/// An object that stands in the program's text. It is made when it is first used; equal literals are
/// the same object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// A string, as UTF-16.
    Text(Box<[u16]>),
    /// What stands for a type at run time, by the name that the source language gives it.
    Class(Box<str>),
}

/// An instance field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Unique in its class.
    pub name: String,
    /// The class that declares it.
    pub owner: ClassId,
    /// The type of its value.
    pub ty: Type,
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Unique in the program.
    pub name: String,
    /// The type of its value.
    pub ty: Type,
    /// Its value when the program starts.
    pub initial: Constant,
}

/// What a virtual call asks for. The receiver is not among the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Unique in the program: front ends put the descriptor into the name where methods can be overloaded.
    pub name: String,
    /// The types of the arguments after the receiver.
    pub parameters: Vec<Type>,
    /// The type of the result, if there is one.
    pub result: Option<Type>,
}

/// A local variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Unique in the function.
    pub name: String,
    /// The type of its value.
    pub ty: Type,
}

/// Where an exception goes that a block raises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwind {
    /// The block that goes on.
    pub block: BlockId,
    /// The local, of type `any`, that gets the exception first.
    pub local: LocalId,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// What happens in order.
    pub statements: Vec<Statement>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where exceptions go that a statement or the terminator raises; out of the function if `None`.
    pub unwind: Option<Unwind>,
}

impl Block {
    /// Calls `visit` with every block that may come next: the terminator's in written order, then
    /// the handler if anything in the block can raise an exception.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        self.terminator.kind.for_each_successor(&mut visit);
        if let Some(unwind) = self.unwind
            && self.can_throw()
        {
            visit(unwind.block);
        }
    }

    /// Whether anything in the block can raise an exception.
    pub fn can_throw(&self) -> bool {
        self.terminator.kind.can_throw() || self.statements.iter().any(|statement| statement.kind.can_throw())
    }
}

/// The code of a function. Block 0 is the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The parameters, then the other locals.
    pub locals: IdVec<LocalId, Local>,
    /// The blocks.
    pub blocks: IdVec<BlockId, Block>,
}

impl Body {
    /// Where execution starts.
    pub fn entry(&self) -> BlockId {
        BlockId::new(0)
    }

    /// The type of an operand, or `None` for `null`.
    pub fn operand_type(&self, operand: Operand) -> Option<Type> {
        match operand {
            Operand::Local(local) => Some(self.locals[local].ty),
            Operand::Constant(constant) => constant.ty(),
        }
    }
}

/// A function. Methods are functions whose first parameter is the receiver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Unique in the program.
    pub name: String,
    /// The parameters, which are the first locals of the body.
    pub parameters: Vec<Local>,
    /// The type of the result, if there is one.
    pub result: Option<Type>,
    /// The code; a function without it is known by its signature only.
    pub body: Option<Body>,
    /// Where it comes from.
    pub position: Position,
}

/// What can go wrong in a statement by itself. A program names a function that makes the exception
/// for it; without one, running into it is a violation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Trap {
    /// `null` where an object was needed.
    Null,
    /// An integer divided by zero.
    Division,
    /// An array index out of bounds.
    Bounds,
    /// An array of negative length.
    NegativeSize,
    /// A cast of a reference to a type that it does not belong to.
    Cast,
    /// A reference stored into an array that it does not fit.
    Store,
    /// A virtual call that finds no method.
    NoMethod,
    /// A monitor left by a thread that does not hold it.
    Monitor,
    /// Calls nested deeper than the budget.
    StackOverflow,
    /// More memory than the budget.
    OutOfMemory,
}

impl Trap {
    /// Every trap.
    pub const ALL: [Trap; 10] = [
        Trap::Null,
        Trap::Division,
        Trap::Bounds,
        Trap::NegativeSize,
        Trap::Cast,
        Trap::Store,
        Trap::NoMethod,
        Trap::Monitor,
        Trap::StackOverflow,
        Trap::OutOfMemory,
    ];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            Trap::Null => "null",
            Trap::Division => "division",
            Trap::Bounds => "bounds",
            Trap::NegativeSize => "negative_size",
            Trap::Cast => "cast",
            Trap::Store => "store",
            Trap::NoMethod => "no_method",
            Trap::Monitor => "monitor",
            Trap::StackOverflow => "stack_overflow",
            Trap::OutOfMemory => "out_of_memory",
        }
    }

    /// What people see.
    pub const fn description(self) -> &'static str {
        match self {
            Trap::Null => "null dereference",
            Trap::Division => "division by zero",
            Trap::Bounds => "array index out of bounds",
            Trap::NegativeSize => "negative array size",
            Trap::Cast => "cast to a type that the object does not have",
            Trap::Store => "array store of a value that does not fit",
            Trap::NoMethod => "virtual call without a method",
            Trap::Monitor => "monitor left without holding it",
            Trap::StackOverflow => "stack overflow",
            Trap::OutOfMemory => "out of memory",
        }
    }

    /// The parameters of a function that makes the exception: index and length for
    /// [`Trap::Bounds`], the length for [`Trap::NegativeSize`], the reference and the literal of the
    /// type (`null` if the program has no literals) for [`Trap::Cast`], the reference for
    /// [`Trap::Store`], nothing for the others.
    pub const fn parameters(self) -> &'static [Type] {
        match self {
            Trap::Bounds => &[Type::I32, Type::I32],
            Trap::NegativeSize => &[Type::I32],
            Trap::Cast => &[Type::ANY, Type::ANY],
            Trap::Store => &[Type::ANY],
            Trap::Null
            | Trap::Division
            | Trap::NoMethod
            | Trap::Monitor
            | Trap::StackOverflow
            | Trap::OutOfMemory => &[],
        }
    }
}

/// A whole program. It may grow through a shared reference; ids stay valid, and nothing moves.
#[derive(Clone)]
pub struct Program {
    /// Classes and interfaces.
    pub classes: Classes,
    /// Instance fields of all classes.
    pub fields: Growing<FieldId, Field>,
    /// Global variables.
    pub globals: Growing<GlobalId, Global>,
    /// Selectors of virtual calls.
    pub selectors: Growing<SelectorId, Selector>,
    /// Functions and methods.
    pub functions: Growing<FunctionId, Function>,
    /// Source files. Source 0 is the program's own text, if it was parsed from the text format.
    pub sources: Growing<SourceId, Source>,
    /// What is written onto classes, fields, globals and functions.
    pub annotations: Annotations,
    /// Bodies that came after their functions.
    late_bodies: Growing<FunctionId, OnceLock<Option<Box<Body>>>>,
    literals: Growing<LiteralId, Literal>,
    array_types: Growing<ArrayTypeId, Type>,
    traps: [Option<FunctionId>; Trap::ALL.len()],
    array_class: Option<ClassId>,
    array_interfaces: Vec<ClassId>,
    literal_classes: Option<(ClassId, ClassId)>,
    array_type_of: Names<Type, ArrayTypeId>,
    literal_of: Names<Literal, LiteralId>,
    class_of: Names<String, ClassId>,
    global_of: Names<String, GlobalId>,
    selector_of: Names<String, SelectorId>,
    function_of: Names<String, FunctionId>,
    pub(crate) supplier: Option<Arc<dyn Supplier>>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print(self))
    }
}

impl Program {
    /// The source that is the program's own text.
    pub const OWN_TEXT: usize = 0;

    /// A program with nothing in it; `name` names its own text.
    pub fn new(name: impl Into<String>) -> Self {
        let sources = Growing::new();
        sources.push(Source { name: name.into(), text: None });
        Program {
            classes: Classes::default(),
            fields: Growing::new(),
            globals: Growing::new(),
            selectors: Growing::new(),
            functions: Growing::new(),
            sources,
            annotations: Annotations::default(),
            late_bodies: Growing::new(),
            literals: Growing::new(),
            array_types: Growing::new(),
            traps: [None; Trap::ALL.len()],
            array_class: None,
            array_interfaces: Vec::new(),
            literal_classes: None,
            array_type_of: Names::new(),
            literal_of: Names::new(),
            class_of: Names::new(),
            global_of: Names::new(),
            selector_of: Names::new(),
            function_of: Names::new(),
            supplier: None,
        }
    }

    /// Lets somebody give the parts that are only made when they are needed.
    pub fn set_supplier(&mut self, supplier: Arc<dyn Supplier>) {
        self.supplier = Some(supplier);
    }

    /// The body of a function, its own or one that the supplier gives now.
    pub fn body(&self, function: FunctionId) -> Option<&Body> {
        if let Some(body) = &self.functions[function].body {
            return Some(body);
        }
        let supplier = self.supplier.as_ref()?;
        let late = self.late_bodies.get(function)?;
        late.get_or_init(|| supplier.body(self, function).map(Box::new)).as_deref()
    }

    /// Whether somebody gives parts when they are needed, that is, a front end of another language.
    pub fn is_supplied(&self) -> bool {
        self.supplier.is_some()
    }

    /// Why a function has no body, if the supplier knows.
    pub fn reason(&self, function: FunctionId) -> Option<String> {
        self.supplier.as_ref()?.reason(self, function)
    }

    /// The complete class of that name, if there is one or the supplier has one.
    pub fn load_class(&self, name: &str) -> Option<ClassId> {
        let known = self.class_named(name).filter(|&class| self.classes.get(class).is_some());
        known.or_else(|| self.supplier.as_ref()?.class(self, name))
    }

    /// Makes arrays objects of a class, whose methods they then have.
    pub fn set_array_class(&mut self, class: ClassId) {
        self.array_class = Some(class);
    }

    /// Says of which classes literals are objects: texts, and what stands for types.
    pub fn set_literal_classes(&mut self, text: ClassId, class: ClassId) {
        self.literal_classes = Some((text, class));
    }

    /// The classes of which literals are objects: texts, and what stands for types.
    pub fn literal_classes(&self) -> Option<(ClassId, ClassId)> {
        self.literal_classes
    }

    /// The type of a literal.
    pub fn literal_type(&self, literal: LiteralId) -> Type {
        Type::Ref(match (self.literal_classes, &self.literals[literal]) {
            (None, _) => RefType::Any,
            (Some((text, _)), Literal::Text(_)) => RefType::Class(text),
            (Some((_, class)), Literal::Class(_)) => RefType::Class(class),
        })
    }

    /// Makes arrays instances of an interface.
    pub fn add_array_interface(&mut self, interface: ClassId) {
        self.array_interfaces.push(interface);
    }

    /// The interfaces that arrays are instances of.
    pub fn array_interfaces(&self) -> &[ClassId] {
        &self.array_interfaces
    }

    /// The class whose methods arrays have.
    pub fn array_class(&self) -> Option<ClassId> {
        self.array_class
    }

    /// The id of the program's own text.
    pub fn own_text(&self) -> SourceId {
        SourceId::new(Self::OWN_TEXT)
    }

    /// Remembers the program's own text, so that reports can quote it.
    pub fn set_own_text(&mut self, text: impl Into<Arc<str>>) {
        let own = self.own_text();
        self.sources[own].text = Some(text.into());
    }

    /// Adds a class. If the name is taken, gives the one that has it as the error.
    pub fn add_class(&mut self, class: Class) -> Result<ClassId, ClassId> {
        self.class_of.add(class.name.clone(), || self.classes.push(class))
    }

    /// The class of that name, declared if there is none yet.
    pub fn declare_class(&self, name: &str) -> ClassId {
        if let Some(known) = self.class_of.get(name) {
            return known;
        }
        match self.class_of.add(name.to_owned(), || self.classes.declare(name.to_owned())) {
            Ok(class) | Err(class) => class,
        }
    }

    /// Completes a declared class.
    ///
    /// # Panics
    /// If it is complete already.
    pub fn complete_class(&self, id: ClassId, class: Class) {
        self.classes.complete(id, class);
    }

    /// Whether a class is complete.
    pub fn is_loaded(&self, class: ClassId) -> bool {
        self.classes.get(class).is_some()
    }

    /// The name of a class, complete or not.
    pub fn class_name(&self, class: ClassId) -> &str {
        self.classes.name(class)
    }

    /// Adds a field to its owner. If the owner has one of that name, gives it as the error.
    pub fn add_field(&mut self, field: Field) -> Result<FieldId, FieldId> {
        let own = &self.classes[field.owner].fields;
        if let Some(&taken) = own.iter().find(|&&other| self.fields[other].name == field.name) {
            return Err(taken);
        }
        let owner = field.owner;
        let id = self.fields.push(field);
        self.classes[owner].fields.push(id);
        Ok(id)
    }

    /// Adds a field of a class that is not complete yet and will list it.
    pub fn add_detached_field(&self, field: Field) -> FieldId {
        self.fields.push(field)
    }

    /// Adds a global variable. If the name is taken, gives the one that has it as the error.
    pub fn add_global(&self, global: Global) -> Result<GlobalId, GlobalId> {
        self.global_of.add(global.name.clone(), || self.globals.push(global))
    }

    /// Adds a selector. If the name is taken, gives the one that has it as the error.
    pub fn add_selector(&self, selector: Selector) -> Result<SelectorId, SelectorId> {
        self.selector_of.add(selector.name.clone(), || self.selectors.push(selector))
    }

    /// The selector of that name, added if there is none yet.
    pub fn selector(&self, selector: Selector) -> SelectorId {
        match self.add_selector(selector) {
            Ok(selector) | Err(selector) => selector,
        }
    }

    /// Adds a function. If the name is taken, gives the one that has it as the error.
    pub fn add_function(&self, function: Function) -> Result<FunctionId, FunctionId> {
        self.function_of.add(function.name.clone(), || {
            let late = self.late_bodies.push(OnceLock::new());
            let id = self.functions.push(function);
            debug_assert_eq!(id, late, "every function has a place for a late body");
            id
        })
    }

    /// The literal; the same id for the same literal.
    pub fn literal(&self, literal: Literal) -> LiteralId {
        match self.literal_of.add(literal.clone(), || self.literals.push(literal)) {
            Ok(literal) | Err(literal) => literal,
        }
    }

    /// Every literal.
    pub fn literals(&self) -> &Growing<LiteralId, Literal> {
        &self.literals
    }

    /// The type of arrays with such elements; the same id for the same element type.
    pub fn array_type(&self, element: Type) -> ArrayTypeId {
        match self.array_type_of.add(element, || self.array_types.push(element)) {
            Ok(array) | Err(array) => array,
        }
    }

    /// The type of arrays with such elements, if the program mentions it.
    pub fn find_array_type(&self, element: Type) -> Option<ArrayTypeId> {
        self.array_type_of.get(&element)
    }

    /// The element type of an array type.
    pub fn element_type(&self, array: ArrayTypeId) -> Type {
        self.array_types[array]
    }

    /// Every array type with its element type.
    pub fn array_types(&self) -> &Growing<ArrayTypeId, Type> {
        &self.array_types
    }

    /// Names the function that makes the exception for a trap.
    pub fn set_trap(&mut self, trap: Trap, function: FunctionId) {
        self.traps[trap as usize] = Some(function);
    }

    /// The function that makes the exception for a trap.
    pub fn trap(&self, trap: Trap) -> Option<FunctionId> {
        self.traps[trap as usize]
    }

    /// The class of that name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.class_of.get(name)
    }

    /// The global of that name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.global_of.get(name)
    }

    /// The selector of that name.
    pub fn selector_named(&self, name: &str) -> Option<SelectorId> {
        self.selector_of.get(name)
    }

    /// The function of that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.function_of.get(name)
    }

    /// The field of that name that the class itself declares; none if it is not complete.
    pub fn field_named(&self, owner: ClassId, name: &str) -> Option<FieldId> {
        let fields = &self.classes.get(owner)?.fields;
        fields.iter().copied().find(|&field| self.fields[field].name == name)
    }

    /// Whether objects of class `sub` are objects of `class` too. Ends on cyclic hierarchies, which
    /// the verifier rejects.
    pub fn is_subclass(&self, sub: ClassId, class: ClassId) -> bool {
        if sub == class {
            return true;
        }
        let mut seen = vec![sub];
        let mut next = 0;
        while let Some(&current) = seen.get(next) {
            next += 1;
            // What is only mentioned has no parents that are known.
            let Some(declared) = self.classes.get(current) else { continue };
            for parent in declared.superclass.into_iter().chain(declared.interfaces.iter().copied()) {
                if parent == class {
                    return true;
                }
                if !seen.contains(&parent) {
                    seen.push(parent);
                }
            }
        }
        false
    }

    /// Whether every reference of type `sub` is one of type `ty` by declaration.
    pub fn is_subtype(&self, mut sub: RefType, mut ty: RefType) -> bool {
        loop {
            match (sub, ty) {
                (_, RefType::Any) => return true,
                (RefType::Class(sub), RefType::Class(class)) => return self.is_subclass(sub, class),
                (RefType::Array(from), RefType::Array(to)) if from != to => {
                    match (self.element_type(from), self.element_type(to)) {
                        (Type::Ref(from), Type::Ref(to)) => (sub, ty) = (from, to),
                        _ => return false,
                    }
                }
                (RefType::Array(_), RefType::Array(_)) => return true,
                (RefType::Array(_), RefType::Class(class)) => return self.array_interfaces.contains(&class),
                (RefType::Any, RefType::Class(_)) | (RefType::Any | RefType::Class(_), RefType::Array(_)) => {
                    return false;
                }
            }
        }
    }

    /// The method that objects of a class have for a selector: the class's own, else the nearest
    /// superclass's, else the first that an interface offers (superinterfaces of nearer classes
    /// first, in written order, and an interface before those that it extends). A class that is not
    /// complete has none.
    pub fn method(&self, class: ClassId, selector: SelectorId) -> Option<FunctionId> {
        let own = |class: ClassId| {
            let methods = &self.classes.get(class)?.methods;
            methods.iter().find(|(has, _)| *has == selector).map(|&(_, function)| function)
        };
        let mut chain = Vec::new();
        let mut current = Some(class);
        while let Some(class) = current.filter(|class| !chain.contains(class)) {
            if let Some(function) = own(class) {
                return Some(function);
            }
            chain.push(class);
            current = self.classes.get(class).and_then(|class| class.superclass);
        }
        let mut offers = Vec::new();
        for class in chain {
            self.collect_interfaces(class, &mut offers);
        }
        // A more specific interface wins over those that it extends, wherever it was found.
        let mut candidates = offers.iter().copied().filter(|&interface| own(interface).is_some());
        let first = candidates.next()?;
        let best =
            candidates.fold(first, |best, other| if self.is_subclass(other, best) { other } else { best });
        own(best)
    }

    fn collect_interfaces(&self, class: ClassId, into: &mut Vec<ClassId>) {
        let interfaces =
            |class| self.classes.get(class).into_iter().flat_map(|class| &class.interfaces).rev();
        let mut waiting: Vec<ClassId> = interfaces(class).copied().collect();
        while let Some(interface) = waiting.pop() {
            if !into.contains(&interface) {
                into.push(interface);
                waiting.extend(interfaces(interface));
            }
        }
    }

    /// The type of a place. The array must have an array type, as in verified code.
    pub fn place_type(&self, body: &Body, place: Place) -> Option<Type> {
        match place {
            Place::Global(global) => Some(self.globals[global].ty),
            Place::Field { field, .. } => Some(self.fields[field].ty),
            Place::Element { array, .. } => match body.locals[array].ty {
                Type::Ref(RefType::Array(array)) => Some(self.element_type(array)),
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with these classes, each written as `class name : parents` in the text format.
    fn parse(text: &str) -> Program {
        let program = crate::text::parse("test.gbir", text).expect("the text is well-formed");
        assert_eq!(crate::verify::verify(&program), Ok(()));
        program
    }

    /// The name of the method that objects of a class have for the selector `m`.
    fn method<'a>(program: &'a Program, class: &str) -> Option<&'a str> {
        let class = program.class_named(class).expect("the class is declared");
        let selector = program.selector_named("m").expect("the selector is declared");
        program.method(class, selector).map(|function| program.functions[function].name.as_str())
    }

    const FUNCTIONS: &str = "
selector m()
fn @a(this: any);
fn @b(this: any);
fn @c(this: any);
";

    #[test]
    fn own_methods_win_over_inherited_ones() {
        let classes = "
class A { method m = @a }
class B : A { method m = @b }
class C : B { }
class D { }
";
        let program = parse(&format!("{FUNCTIONS}{classes}"));
        assert_eq!(method(&program, "A"), Some("a"));
        assert_eq!(method(&program, "B"), Some("b"));
        assert_eq!(method(&program, "C"), Some("b"));
        assert_eq!(method(&program, "D"), None);
    }

    #[test]
    fn a_superclass_wins_over_an_interface() {
        let classes = "
interface I { method m = @a }
class A { method m = @b }
class B : A implements I { }
class C implements I { }
class D : C { }
class E : C { method m = @c }
";
        let program = parse(&format!("{FUNCTIONS}{classes}"));
        assert_eq!(method(&program, "B"), Some("b"));
        assert_eq!(method(&program, "C"), Some("a"));
        assert_eq!(method(&program, "D"), Some("a"));
        assert_eq!(method(&program, "E"), Some("c"));
    }

    #[test]
    fn a_more_specific_interface_wins_wherever_it_stands() {
        let classes = "
interface General { method m = @a }
interface Special : General { method m = @b }
interface Silent : Special { }
class First implements General, Special { }
class Second implements Special, General { }
class Far : Base implements General { }
class Base implements Silent { }
";
        let program = parse(&format!("{FUNCTIONS}{classes}"));
        for class in ["First", "Second", "Far", "Base", "Silent"] {
            assert_eq!(method(&program, class), Some("b"), "{class}");
        }
        assert_eq!(method(&program, "General"), Some("a"));
    }

    #[test]
    fn the_first_of_unrelated_interfaces_wins() {
        let classes = "
interface I { method m = @a }
interface J { method m = @b }
interface K { }
class IJ implements I, J { }
class JI implements J, I { }
class KJI implements K, J, I { }
class Lower : IJ implements J { }
";
        let program = parse(&format!("{FUNCTIONS}{classes}"));
        assert_eq!(method(&program, "IJ"), Some("a"));
        assert_eq!(method(&program, "JI"), Some("b"));
        assert_eq!(method(&program, "KJI"), Some("b"));
        assert_eq!(method(&program, "Lower"), Some("b"));
    }

    #[test]
    fn questions_about_a_cycle_of_parents_end() {
        let text =
            "selector m()\nclass A : B { }\nclass B : A { }\ninterface I : I { }\nclass C implements I { }";
        let program = crate::text::parse("cycle.gbir", text).expect("the text is well-formed");
        let [a, b, c] = ["A", "B", "C"].map(|name| program.class_named(name).expect("a class"));
        assert!(program.is_subclass(a, b) && program.is_subclass(b, a));
        assert!(!program.is_subclass(a, c));
        assert_eq!(method(&program, "A"), None);
        assert_eq!(method(&program, "C"), None);
    }

    #[test]
    fn subtypes_of_classes_and_arrays() {
        let program = parse(
            "interface I { }\nclass A implements I { }\nclass B : A { }\nclass C { }\nglobal @g: B[][]",
        );
        let [i, a, b, c] =
            ["I", "A", "B", "C"].map(|name| RefType::Class(program.class_named(name).expect("a class")));
        let any = RefType::Any;
        let array = |element: Type| RefType::Array(program.array_type(element));
        let [is, aas, bs, anys] = [i, a, b, any].map(|element| array(Type::Ref(element)));
        let [bss, aass, iss, anyss] = [bs, aas, is, anys].map(|element| array(Type::Ref(element)));
        let (ints, longs) = (array(Type::I32), array(Type::I64));
        let intss = array(Type::Ref(ints));

        let is_subtype = |sub, ty| program.is_subtype(sub, ty);
        for ty in [any, i, a, b, c, is, aas, bs, anys, bss, ints, longs, intss] {
            assert!(is_subtype(ty, ty) && is_subtype(ty, any), "{ty:?}");
            assert_eq!(is_subtype(any, ty), ty == any, "{ty:?}");
        }
        assert!(is_subtype(b, a) && is_subtype(b, i) && is_subtype(a, i));
        assert!(!is_subtype(a, b) && !is_subtype(i, a) && !is_subtype(c, i));
        // Arrays of references follow their elements, at any depth.
        assert!(is_subtype(bs, aas) && is_subtype(bs, is) && is_subtype(bs, anys));
        assert!(is_subtype(bss, aass) && is_subtype(bss, iss) && is_subtype(bss, anyss));
        assert!(!is_subtype(aas, bs) && !is_subtype(aass, bss) && !is_subtype(anys, is));
        // An array is a reference to anything, so arrays of arrays are arrays of anything.
        assert!(is_subtype(bss, anys) && is_subtype(intss, anys));
        assert!(!is_subtype(anys, bss) && !is_subtype(anyss, bss) && !is_subtype(bs, anyss));
        // Arrays of numbers are subtypes of nothing else.
        assert!(!is_subtype(ints, longs) && !is_subtype(ints, anys) && !is_subtype(anys, ints));
        assert!(!is_subtype(bs, b) && !is_subtype(b, bs) && !is_subtype(bs, i));
    }

    #[test]
    fn names_belong_to_one_thing() {
        let mut program = parse("class A { field x: i32 }\nglobal @g: i32\nselector m()\nfn @f();");
        let class = program.class_named("A").expect("a class");
        let again = program.classes[class].clone();
        assert_eq!(program.add_class(again), Err(class));
        let field = program.field_named(class, "x").expect("a field");
        let again = program.fields[field].clone();
        assert_eq!(program.add_field(again), Err(field));
        let global = program.global_named("g").expect("a global");
        let again = program.globals[global].clone();
        assert_eq!(program.add_global(again), Err(global));
        let selector = program.selector_named("m").expect("a selector");
        let again = program.selectors[selector].clone();
        assert_eq!(program.add_selector(again), Err(selector));
        let function = program.function_named("f").expect("a function");
        let again = program.functions[function].clone();
        assert_eq!(program.add_function(again), Err(function));
        assert_eq!(program.functions.len(), 1);
        assert_eq!(program.array_type(Type::I32), program.array_type(Type::I32));
    }

    #[test]
    fn a_handler_comes_next_only_if_something_can_raise() {
        let program = parse(
            "fn @f(e: any) {\nb0 unwind b1(e):\n  goto b2\nb1:\n  return\nb2 unwind b1(e):\n  enter e\n  \
             branch true, b0, b2\n}",
        );
        let body =
            program.functions.iter().next().and_then(|function| function.body.as_ref()).expect("a body");
        let successors = |index: usize| {
            let mut found = Vec::new();
            body.blocks[BlockId::new(index)].for_each_successor(|block| found.push(block.index()));
            found
        };
        assert_eq!(successors(0), [2]);
        assert_eq!(successors(1), [0; 0]);
        assert_eq!(successors(2), [0, 2, 1]);
    }

    #[test]
    fn traps_have_distinct_names_and_places() {
        let mut program = parse("fn @f();\nfn @g();");
        for (index, trap) in Trap::ALL.into_iter().enumerate() {
            assert_eq!(trap as usize, index);
            assert_eq!(Trap::ALL.iter().filter(|other| other.name() == trap.name()).count(), 1);
            assert_eq!(program.trap(trap), None);
            program.set_trap(trap, FunctionId::new(index % 2));
        }
        assert_eq!(program.trap(Trap::Division), Some(FunctionId::new(1)));
        assert_eq!(program.trap(Trap::Bounds), Some(FunctionId::new(0)));
    }
}
