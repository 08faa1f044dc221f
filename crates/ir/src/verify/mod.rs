//! The verifier: what every program must satisfy before anything executes or analyses it.
//!
//! Front ends run it on everything that they emit. The machine relies on it: verified code cannot
//! read a slot that an object does not have, mix up kinds of values or read an unassigned local, so
//! it needs no checks for that at run time.
//!
//! What is checked, with the code of the diagnostic:
//! 1. Every id points to something (GB0112): an element type to an earlier one, a field's owner to a
//!    class that lists the field. Classes, globals, selectors, functions, the fields of a class
//!    and the parameters of a function have distinct names (GB0102). An array type has at most 255 dimensions (GB0116).
//! 2. Parents are complete; a superclass is a class, interfaces are interfaces, interfaces have neither
//!    fields nor a superclass, nothing extends itself, and a hierarchy is at most 1,000 deep
//!    (GB0104). Literals and arrays belong to classes, not to interfaces, and the class of
//!    arrays has no fields, not even inherited ones (GB0104).
//! 3. A method's function takes a receiver that fits the class and otherwise exactly what the
//!    selector says, and gives the same result (GB0105). A class has one method for a selector (GB0102).
//!    An initialiser has neither parameters nor a result and a state of type `i32` (GB0105).
//! 4. A trap's function takes what [`Trap::parameters`] says and gives a reference (GB0106).
//! 5. The initial value of a global has the global's type (GB0107).
//! 6. A body's locals start with the function's parameters (GB0111) and have distinct names (GB0102);
//!    there is at least one block (GB0114); there are at most 50,000 locals, and 255 arguments to a
//!    call (GB0116).
//! 7. Integer constants and cases lie in the range of their type (GB0103).
//! 8. Every operation is defined for the types of its operands (GB0108): arithmetic for numbers,
//!    `and`, `or`, `xor`, `not` for integers and `bool`, shifts of integers by `i32`, order for
//!    numbers, equality for everything; `convert` from numbers and `bool` to numbers; `cast` and
//!    `instanceof` for references; `havoc` for integers and `bool`, `choose` for integers; `length`
//!    and elements for arrays; `new` for classes that are complete.
//! 9. Every value fits where it goes (GB0107): the types are equal, or it is `null` where a reference
//!    goes, or a reference of a subtype. Any reference fits an interface type, as on the JVM: no
//!    field is ever read through an interface, and a virtual call looks the method up in the object.
//!    Conditions are `bool`, indices and lengths `i32`, unwind locals `any`.
//! 10. A field is read and written through a reference whose type has it (GB0115).
//! 11. A call has as many arguments as there are parameters (GB0110), and a result that is used exists
//!     (GB0107). The function of a `special` call takes a receiver, that is, a reference first (GB0107).
//! 12. The cases of a switch are distinct and ascending (GB0113).
//! 13. A local is assigned on every path before it is read (GB0109), also on exceptional edges: a
//!     statement that raises an exception has not written its destination.
//!
//! 14. Annotations are written onto what is there (GB0112), are nested at most 64 deep (GB0116), and their numbers
//!     lie in the range of their type (GB0103).
//!
//! A class that is only declared may be the type of anything and be initialised. Nothing is known of
//! its parents, so its references fit it itself and `any`.

mod assignment;
mod body;

use std::collections::{BTreeSet, HashSet};

use crate::annotation::{Annotated, MAX_NESTING};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{ArrayTypeId, ClassId, FunctionId, IdVec};
use crate::program::{Body, Class, ClassKind, Function, Initialiser, Program, Trap};
use crate::statement::Constant;
use crate::types::{RefType, Type};

/// The deepest hierarchy that is accepted.
const MAX_HIERARCHY: usize = 1_000;
/// The most locals of a function.
const MAX_LOCALS: usize = 50_000;
/// The most dimensions that an array type may have, as on the JVM.
pub(crate) const MAX_DIMENSIONS: usize = 255;
/// The most arguments of a call.
const MAX_ARGUMENTS: usize = 255;

/// Checks a whole program; the diagnostics are in the order of the program.
pub fn verify(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut errors = declarations(program);
    // Bodies are only looked at when the hierarchy is sound, because assignability needs it.
    if errors.is_empty() {
        for function in program.functions.ids() {
            body(program, function, &mut errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks one function of a program whose declarations are verified.
pub fn verify_function(program: &Program, function: FunctionId) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    signature(program, &program.functions[function], &mut errors);
    if errors.is_empty() {
        body(program, function, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks a body that a function is about to get; its signature and the declarations are verified.
pub fn verify_body(program: &Program, function: FunctionId, body: &Body) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    check_body(program, function, body, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks the body of a function whose signature is verified.
fn body(program: &Program, id: FunctionId, errors: &mut Vec<Diagnostic>) {
    if let Some(body) = program.body(id) {
        check_body(program, id, body, errors);
    }
}

fn check_body(program: &Program, id: FunctionId, body: &Body, errors: &mut Vec<Diagnostic>) {
    let function = &program.functions[id];
    let before = errors.len();
    body::check(program, function, body, errors);
    // Assignment can only be followed where every id exists.
    if errors.len() == before {
        assignment::check(function, body, errors);
    }
}

/// Checks everything but the functions' bodies.
fn declarations(program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    array_types(program, &mut errors);
    if !errors.is_empty() {
        // Types cannot even be shown in messages.
        return errors;
    }
    names(program, &mut errors);
    for selector in &program.selectors {
        if !selector.parameters.iter().chain(&selector.result).all(|&ty| type_exists(program, ty)) {
            errors.push(dangling(format!("a type of the selector `{}`", selector.name)));
        }
    }
    for (id, field) in program.fields.enumerate() {
        let owner = program.classes.get(field.owner);
        if !owner.is_some_and(|owner| owner.fields.contains(&id)) || !type_exists(program, field.ty) {
            errors.push(dangling(format!("the owner or the type of the field `{}`", field.name)));
        }
    }
    for global in &program.globals {
        if !type_exists(program, global.ty) {
            errors.push(dangling(format!("the type of the global `@{}`", global.name)));
        } else {
            constant(global.initial, &mut errors);
            if !constant_fits(global.initial, global.ty) {
                errors.push(Diagnostic::new(
                    Code::TypeMismatch,
                    format!(
                        "the global `@{}` of type `{}` starts with `{}`",
                        global.name,
                        program.printer().ty(global.ty),
                        global.initial
                    ),
                    "give it an initial value of its type",
                ));
            }
        }
    }
    for class in program.classes.ids() {
        class_ids(program, class, &mut errors);
    }
    for function in &program.functions {
        signature(program, function, &mut errors);
    }
    if !errors.is_empty() {
        return errors;
    }
    for class in program.classes.ids() {
        hierarchy(program, class, &mut errors);
    }
    let literals = program.literal_classes();
    for (class, what) in [
        (literals.map(|(text, _)| text), "texts"),
        (literals.map(|(_, class)| class), "what stands for types"),
        (program.array_class(), "arrays"),
    ] {
        if let Some(class) = class {
            class_of_objects(program, class, what, &mut errors);
        }
    }
    if let Some(class) = program.array_class() {
        class_of_arrays(program, class, &mut errors);
    }
    if !errors.is_empty() {
        return errors;
    }
    for class in program.classes.ids() {
        methods(program, class, &mut errors);
    }
    for class in &program.classes {
        initialiser(program, class, &mut errors);
    }
    for trap in Trap::ALL {
        if let Some(function) = program.trap(trap) {
            trap_function(program, trap, function, &mut errors);
        }
    }
    annotations(program, &mut errors);
    errors
}

fn annotations(program: &Program, errors: &mut Vec<Diagnostic>) {
    for (on, annotations) in program.annotations.all() {
        let exists = match on {
            Annotated::Class(class) => program.classes.get(class).is_some(),
            Annotated::Field(field) => program.fields.get(field).is_some(),
            Annotated::Global(global) => program.globals.get(global).is_some(),
            Annotated::Function(function) => program.functions.get(function).is_some(),
        };
        for annotation in annotations.iter() {
            if !exists {
                errors.push(dangling(format!("what the annotation `{}` is written onto", annotation.name)));
            }
            if annotation.depth() > MAX_NESTING + 2 {
                errors.push(Diagnostic::new(
                    Code::TooLarge,
                    format!(
                        "the annotation `{}` is nested deeper than {MAX_NESTING} levels",
                        annotation.name
                    ),
                    "nest less",
                ));
                continue;
            }
            for (_, value) in &annotation.values {
                value.for_each_constant(&mut |found| constant(found, errors));
            }
        }
    }
}

fn dangling(what: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new(
        Code::DanglingId,
        format!("{what} points to nothing"),
        "add the thing to the program before its id is used",
    )
}

fn array_types(program: &Program, errors: &mut Vec<Diagnostic>) {
    let mut dimensions: IdVec<ArrayTypeId, usize> = IdVec::new();
    for (array, &element) in program.array_types().enumerate() {
        let own = match element {
            // Only earlier ones, so that no type is its own element.
            Type::Ref(RefType::Array(inner)) => dimensions.get(inner).map(|inner| inner + 1),
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => {
                Some(1).filter(|_| type_exists(program, element))
            }
        };
        if own.is_none() {
            errors.push(dangling(format!("the element type of {array:?}")));
        }
        let own = own.unwrap_or(1);
        if own == MAX_DIMENSIONS + 1 {
            errors.push(Diagnostic::new(
                Code::TooLarge,
                format!("{array:?} has more than {MAX_DIMENSIONS} dimensions"),
                "put arrays into objects instead",
            ));
        }
        dimensions.push(own);
    }
}

fn names(program: &Program, errors: &mut Vec<Diagnostic>) {
    distinct("classes", program.classes.iter().map(|class| &class.name), errors);
    distinct("globals", program.globals.iter().map(|global| &global.name), errors);
    distinct("selectors", program.selectors.iter().map(|selector| &selector.name), errors);
    distinct("functions", program.functions.iter().map(|function| &function.name), errors);
    for class in &program.classes {
        let fields = class.fields.iter().filter_map(|&field| program.fields.get(field));
        distinct(&format!("fields of `{}`", class.name), fields.map(|field| &field.name), errors);
    }
}

fn distinct<'a>(what: &str, names: impl Iterator<Item = &'a String>, errors: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            errors.push(Diagnostic::new(
                Code::DuplicateName,
                format!("two {what} are called `{name}`"),
                "rename one of the two",
            ));
        }
    }
}

fn type_exists(program: &Program, ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Int(_) | Type::Float(_) => true,
        Type::Ref(reference) => ref_exists(program, reference),
    }
}

fn ref_exists(program: &Program, reference: RefType) -> bool {
    match reference {
        RefType::Any => true,
        RefType::Class(class) => program.classes.contains(class),
        RefType::Array(array) => program.array_types().get(array).is_some(),
    }
}

fn constant_fits(constant: Constant, ty: Type) -> bool {
    match constant.ty() {
        Some(own) => own == ty,
        None => ty.is_ref(),
    }
}

/// Whether a word is the one that stands for a value of the type.
fn word_in_range(int: crate::types::IntType, word: i64) -> bool {
    int.contains(int.value(word))
}

fn constant(constant: Constant, errors: &mut Vec<Diagnostic>) {
    if let Constant::Int(int, word) = constant
        && !word_in_range(int, word)
    {
        errors.push(Diagnostic::new(
            Code::NumberRange,
            format!("`{}` does not fit `{}`", int.value(word), int.name()),
            format!("the type has the values {} to {}", int.min(), int.max()),
        ));
    }
}

fn class_ids(program: &Program, id: ClassId, errors: &mut Vec<Diagnostic>) {
    let class = &program.classes[id];
    let parents =
        class.superclass.iter().chain(&class.interfaces).all(|&parent| program.classes.contains(parent));
    let fields =
        class.fields.iter().all(|&field| program.fields.get(field).is_some_and(|field| field.owner == id));
    let methods = class.methods.iter().all(|&(selector, function)| {
        program.selectors.get(selector).is_some() && program.functions.get(function).is_some()
    });
    if !parents || !fields || !methods {
        errors.push(dangling(format!("a parent, field or method of the class `{}`", class.name)));
    }
}

fn hierarchy(program: &Program, id: ClassId, errors: &mut Vec<Diagnostic>) {
    let class = &program.classes[id];
    let mut wrong =
        |message: String, remedy: &str| errors.push(Diagnostic::new(Code::Hierarchy, message, remedy));
    if class.kind == ClassKind::Interface {
        if class.superclass.is_some() {
            wrong(
                format!("the interface `{}` has a superclass", class.name),
                "interfaces only extend interfaces",
            );
        }
        if !class.fields.is_empty() {
            wrong(
                format!("the interface `{}` has fields", class.name),
                "move the fields to a class, or make them globals",
            );
        }
    }
    let parents = class.superclass.iter().chain(&class.interfaces);
    for &parent in parents.filter(|&&parent| !program.is_loaded(parent)) {
        wrong(
            format!("the parent `{}` of `{}` is only declared", program.class_name(parent), class.name),
            "complete the parents of a class before the class",
        );
    }
    if let Some(superclass) = class.superclass.and_then(|superclass| program.classes.get(superclass))
        && superclass.kind == ClassKind::Interface
    {
        wrong(
            format!("the class `{}` extends the interface `{}`", class.name, superclass.name),
            "use `implements` for interfaces",
        );
    }
    for interface in class.interfaces.iter().filter_map(|&interface| program.classes.get(interface)) {
        if interface.kind == ClassKind::Class {
            wrong(
                format!("`{}` lists the class `{}` among its interfaces", class.name, interface.name),
                match class.kind {
                    ClassKind::Class => "extend a class with `:`",
                    ClassKind::Interface => "interfaces only extend interfaces",
                },
            );
        }
    }
    match depth(program, id) {
        Some(depth) if depth <= MAX_HIERARCHY => {}
        Some(_) => wrong(
            format!("`{}` has more than {MAX_HIERARCHY} levels of parents", class.name),
            "flatten the hierarchy",
        ),
        None => wrong(format!("`{}` is its own parent", class.name), "break the cycle of parents"),
    }
}

/// How many levels of parents a class has, or `None` if it is its own parent.
fn depth(program: &Program, id: ClassId) -> Option<usize> {
    let mut level = vec![id];
    let mut seen = BTreeSet::new();
    let mut depth = 0;
    while depth <= MAX_HIERARCHY {
        let mut next = Vec::new();
        for class in level {
            let Some(class) = program.classes.get(class) else { continue };
            for &parent in class.superclass.iter().chain(&class.interfaces) {
                if parent == id {
                    return None;
                }
                if seen.insert(parent) {
                    next.push(parent);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
        depth += 1;
    }
    Some(depth)
}

fn methods(program: &Program, id: ClassId, errors: &mut Vec<Diagnostic>) {
    let class = &program.classes[id];
    for (index, &(selector_id, function_id)) in class.methods.iter().enumerate() {
        let (selector, function) = (&program.selectors[selector_id], &program.functions[function_id]);
        if class.methods[..index].iter().any(|&(earlier, _)| earlier == selector_id) {
            errors.push(Diagnostic::new(
                Code::DuplicateName,
                format!("the class `{}` has two methods for `{}`", class.name, selector.name),
                "remove one of the two",
            ));
        }
        let receiver = function.parameters.first().is_some_and(|receiver| match receiver.ty {
            Type::Ref(ty) => ref_exists(program, ty) && ref_fits(program, RefType::Class(id), ty),
            Type::Bool | Type::Int(_) | Type::Float(_) => false,
        });
        let arguments = function.parameters.iter().skip(1).map(|parameter| parameter.ty);
        if !receiver
            || !arguments.eq(selector.parameters.iter().copied())
            || function.result != selector.result
        {
            errors.push(
                Diagnostic::new(
                    Code::MethodSignature,
                    format!(
                        "`@{}` does not fit as the method `{}` of `{}`",
                        function.name, selector.name, class.name
                    ),
                    "a method takes the receiver first, then what the selector says, and gives the same result",
                )
                .at(function.position, 0),
            );
        }
    }
}

/// Checks a class whose objects the program has without saying `new`.
fn class_of_objects(program: &Program, class: ClassId, what: &str, errors: &mut Vec<Diagnostic>) {
    if !program.classes.contains(class) {
        errors.push(dangling(format!("the class of {what}")));
    } else if is_interface(program, class) {
        errors.push(Diagnostic::new(
            Code::Hierarchy,
            format!("the interface `{}` is the class of {what}", program.class_name(class)),
            "name a class: interfaces have no objects",
        ));
    }
}

/// An array comes to the methods of its class as the receiver, and has none of the class's slots.
fn class_of_arrays(program: &Program, class: ClassId, errors: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    let mut current = Some(class);
    while let Some(ancestor) = current.filter(|&ancestor| seen.insert(ancestor)) {
        let Some(declared) = program.classes.get(ancestor) else { return };
        if !declared.fields.is_empty() {
            return errors.push(Diagnostic::new(
                Code::Hierarchy,
                format!("the class `{}` of arrays has fields", program.class_name(class)),
                "name a class without fields, declared or inherited: arrays have none",
            ));
        }
        current = declared.superclass;
    }
}

fn initialiser(program: &Program, class: &Class, errors: &mut Vec<Diagnostic>) {
    let Some(Initialiser { state, function }) = class.initialiser else { return };
    let (Some(state), Some(function)) = (program.globals.get(state), program.functions.get(function)) else {
        return errors.push(dangling(format!("the initialiser of the class `{}`", class.name)));
    };
    if state.ty != Type::I32 || !function.parameters.is_empty() || function.result.is_some() {
        errors.push(
            Diagnostic::new(
                Code::MethodSignature,
                format!("`@{}` with `@{}` cannot initialise `{}`", function.name, state.name, class.name),
                "an initialiser has neither parameters nor a result, and a state of type `i32`",
            )
            .at(function.position, 0),
        );
    }
}

fn trap_function(program: &Program, trap: Trap, function: FunctionId, errors: &mut Vec<Diagnostic>) {
    let Some(function) = program.functions.get(function) else {
        return errors.push(dangling(format!("the function for the trap `{}`", trap.name())));
    };
    let parameters = function.parameters.iter().map(|parameter| parameter.ty);
    if !parameters.eq(trap.parameters().iter().copied()) || !function.result.is_some_and(Type::is_ref) {
        let printer = program.printer();
        let wanted: Vec<String> = trap.parameters().iter().map(|&ty| printer.ty(ty).to_string()).collect();
        errors.push(
            Diagnostic::new(
                Code::TrapSignature,
                format!("`@{}` cannot make the exception for the trap `{}`", function.name, trap.name()),
                format!("such a function takes ({}) and gives a reference", wanted.join(", ")),
            )
            .at(function.position, 0),
        );
    }
}

fn signature(program: &Program, function: &Function, errors: &mut Vec<Diagnostic>) {
    let types = function.parameters.iter().map(|parameter| parameter.ty).chain(function.result);
    if !types.into_iter().all(|ty| type_exists(program, ty))
        || program.sources.get(function.position.source).is_none()
    {
        return errors.push(dangling(format!("a type or the source of the function `@{}`", function.name)));
    }
    let before = errors.len();
    let names = function.parameters.iter().map(|parameter| &parameter.name);
    distinct(&format!("parameters of `@{}`", function.name), names, errors);
    if function.parameters.len() > MAX_ARGUMENTS {
        errors.push(Diagnostic::new(
            Code::TooLarge,
            format!("`@{}` has more than {MAX_ARGUMENTS} parameters", function.name),
            "pass an object or an array instead",
        ));
    }
    for error in &mut errors[before..] {
        error.position = Some(function.position);
    }
}

/// Whether a reference of type `from` may go where `to` is expected.
pub(crate) fn ref_fits(program: &Program, from: RefType, to: RefType) -> bool {
    match to {
        RefType::Class(class) if is_interface(program, class) => true,
        RefType::Any | RefType::Class(_) | RefType::Array(_) => program.is_subtype(from, to),
    }
}

/// Whether a class is known to be an interface: one that is only declared is not.
fn is_interface(program: &Program, class: ClassId) -> bool {
    program.classes.get(class).is_some_and(|class| class.kind == ClassKind::Interface)
}
