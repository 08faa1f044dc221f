//! Checks of the verifier that no text can run into, and one test for each check in its list: mostly
//! programs that are right but for one thing that is broken by hand.
//!
//! `files/reject-*.gbir` has the cases that can be written as text.

use ir::generate::{Shape, Source, program};
use ir::{
    Annotated, Annotation, AnnotationValue, ArrayTypeId, BinaryOp, Block, BlockId, Body, Callee, Class,
    ClassId, ClassKind, Code, Constant, Diagnostic, Field, FieldId, Function, FunctionId, Global, GlobalId,
    Id, Initialiser, IntType, Literal, LiteralId, Local, LocalId, Operand, Place, Position, Program, RefType,
    Rvalue, Selector, SelectorId, SourceId, Statement, StatementKind, Terminator, TerminatorKind, Trap, Type,
    Unwind,
};

/// An id of anything that no small program has.
fn missing<I: Id>() -> I {
    I::new(1_000_000)
}

/// A program with one of everything. `main` is function 0; its locals are all parameters.
fn sample() -> Program {
    let text = "
selector visit(i32): i32
interface Visitor {
  method visit = @visit
}
class Node implements Visitor {
  field value: i32
  field next: Node
}
global @count: i32 = 1
trap null = @fail
fn @main(i: i32, u: u64, b: bool, r: any, n: Node, a: i32[], e: any): i32 {
b0 unwind b1(e):
  i = add i, 1
  goto b1
b1:
  return i
}
fn @visit(this: any, x: i32): i32;
fn @fail(): any;
fn @start();
";
    let program = ir::text::parse("sample.gbir", text).expect("the sample is well-formed");
    assert_eq!(ir::verify::verify(&program), Ok(()));
    program
}

fn local(program: &Program, name: &str) -> LocalId {
    let body = program.functions[FunctionId::new(0)].body.as_ref().expect("`main` has a body");
    body.locals
        .enumerate()
        .find(|(_, local)| local.name == name)
        .map(|(id, _)| id)
        .expect("the sample has the local")
}

fn errors(program: &Program) -> Vec<Diagnostic> {
    ir::verify::verify(program).err().unwrap_or_default()
}

fn codes(program: &Program) -> Vec<Code> {
    errors(program).iter().map(|error| error.code).collect()
}

#[track_caller]
fn assert_rejected(program: &Program, code: Code) {
    let errors = errors(program);
    assert!(errors.iter().any(|error| error.code == code), "{code} is reported, but there is {errors:?}");
    // Whoever shows a diagnostic looks its source up.
    for error in errors {
        assert!(error.position.is_none_or(|position| program.sources.get(position.source).is_some()));
    }
}

#[track_caller]
fn assert_breaks(code: Code, change: impl FnOnce(&mut Program)) {
    let mut program = sample();
    change(&mut program);
    assert_rejected(&program, code);
}

fn main_of(program: &mut Program) -> &mut Function {
    &mut program.functions[FunctionId::new(0)]
}

fn body_of(program: &mut Program) -> &mut Body {
    main_of(program).body.as_mut().expect("`main` has a body")
}

fn block_of(program: &mut Program) -> &mut Block {
    &mut body_of(program).blocks[BlockId::new(0)]
}

/// Makes a statement the first one of `main`.
fn put(program: &mut Program, kind: StatementKind) {
    let position = Position::new(program.own_text(), 1, 1);
    block_of(program).statements.insert(0, Statement { kind, position });
}

/// Checks that a statement is rejected as the first one of `main`; it may ask for locals by name.
#[track_caller]
fn assert_statement_breaks(code: Code, kind: impl FnOnce(&dyn Fn(&str) -> LocalId) -> StatementKind) {
    let program = sample();
    let statement = kind(&|name| local(&program, name));
    assert_breaks(code, |program| put(program, statement));
}

#[track_caller]
fn assert_terminator_breaks(code: Code, kind: TerminatorKind) {
    assert_breaks(code, |program| block_of(program).terminator.kind = kind);
}

// 1. Every id points to something, and every name belongs to one thing.

#[test]
fn element_types_exist() {
    assert_breaks(Code::DanglingId, |program| {
        program.array_type(Type::Ref(RefType::Class(missing())));
    });
    assert_breaks(Code::DanglingId, |program| {
        program.array_type(Type::Ref(RefType::Array(missing())));
    });
    for on in [
        Annotated::Class(missing()),
        Annotated::Field(missing()),
        Annotated::Global(missing()),
        Annotated::Function(missing()),
    ] {
        assert_breaks(Code::DanglingId, |program| program.annotations.add(on, Annotation::new("Pure")));
    }
}

#[test]
fn annotations_are_of_a_reasonable_size() {
    let main = Annotated::Function(FunctionId::new(0));
    assert_breaks(Code::TooLarge, |program| {
        let nested =
            (0..100).fold(AnnotationValue::List(Vec::new()), |inner, _| AnnotationValue::List(vec![inner]));
        let values = vec![("value".to_string(), nested)];
        program.annotations.add(main, Annotation { name: "Deep".to_string(), values });
    });
    assert_breaks(Code::NumberRange, |program| {
        let constant = AnnotationValue::Constant(Constant::Int(IntType::U8, 300));
        let values = vec![("value".to_string(), AnnotationValue::List(vec![constant]))];
        program.annotations.add(main, Annotation { name: "Wide".to_string(), values });
    });
}

#[test]
fn no_array_type_is_its_own_element() {
    assert_breaks(Code::DanglingId, |program| {
        let next = program.array_types().next_id();
        assert_eq!(program.array_type(Type::Ref(RefType::Array(next))), next);
    });
    assert_breaks(Code::DanglingId, |program| {
        let next = program.array_types().next_id();
        let after = ArrayTypeId::new(next.index() + 1);
        program.array_type(Type::Ref(RefType::Array(after)));
        program.array_type(Type::Ref(RefType::Array(next)));
    });
}

#[test]
fn a_broken_type_is_not_shown_in_another_message() {
    let program = sample();
    let array = program.array_type(Type::Ref(RefType::Class(missing())));
    let ty = Type::Ref(RefType::Array(array));
    program.add_global(Global { name: "g".to_owned(), ty, initial: Constant::i32(1) }).expect("a new name");
    assert_eq!(codes(&program), [Code::DanglingId]);
}

#[test]
fn types_of_declarations_exist() {
    let ty = Type::Ref(RefType::Class(missing()));
    assert_breaks(Code::DanglingId, |program| program.selectors[SelectorId::new(0)].parameters[0] = ty);
    assert_breaks(Code::DanglingId, |program| program.selectors[SelectorId::new(0)].result = Some(ty));
    assert_breaks(Code::DanglingId, |program| program.fields[FieldId::new(0)].ty = ty);
    assert_breaks(Code::DanglingId, |program| program.globals[GlobalId::new(0)].ty = ty);
    assert_breaks(Code::DanglingId, |program| main_of(program).result = Some(ty));
    assert_breaks(Code::DanglingId, |program| main_of(program).parameters[0].ty = ty);
    assert_breaks(Code::DanglingId, |program| {
        body_of(program).locals.push(Local { name: "extra".to_owned(), ty });
    });
}

#[test]
fn owners_and_fields_belong_together() {
    assert_breaks(Code::DanglingId, |program| program.fields[FieldId::new(0)].owner = missing());
    assert_breaks(Code::DanglingId, |program| program.fields[FieldId::new(0)].owner = ClassId::new(0));
    assert_breaks(Code::DanglingId, |program| program.classes[ClassId::new(1)].fields.push(missing()));
    // Otherwise code could read a slot that objects do not have.
    assert_breaks(Code::DanglingId, |program| {
        let owner = ClassId::new(1);
        program.fields.push(Field { name: "unlisted".to_owned(), owner, ty: Type::I32 });
    });
}

#[test]
fn parents_and_methods_exist() {
    assert_breaks(Code::DanglingId, |program| {
        program.classes[ClassId::new(1)].superclass = Some(missing());
    });
    assert_breaks(Code::DanglingId, |program| program.classes[ClassId::new(1)].interfaces.push(missing()));
    assert_breaks(Code::DanglingId, |program| {
        program.classes[ClassId::new(1)].methods.push((missing(), FunctionId::new(1)));
    });
    assert_breaks(Code::DanglingId, |program| {
        program.classes[ClassId::new(1)].methods.push((SelectorId::new(0), missing()));
    });
    assert_breaks(Code::DanglingId, |program| program.set_trap(Trap::Cast, missing()));
    let (state, function) = (GlobalId::new(0), FunctionId::new(3));
    for (state, function) in [(missing(), function), (state, missing())] {
        assert_breaks(Code::DanglingId, |program| {
            program.classes[ClassId::new(1)].initialiser = Some(Initialiser { state, function });
        });
    }
}

#[test]
fn classes_of_literals_and_arrays_exist() {
    let (interface, node) = (ClassId::new(0), ClassId::new(1));
    assert_breaks(Code::DanglingId, |program| program.set_literal_classes(missing(), node));
    assert_breaks(Code::DanglingId, |program| program.set_literal_classes(node, missing()));
    assert_breaks(Code::DanglingId, |program| program.set_array_class(missing()));
    assert_breaks(Code::Hierarchy, |program| program.set_literal_classes(interface, node));
    assert_breaks(Code::Hierarchy, |program| program.set_literal_classes(node, interface));
    assert_breaks(Code::Hierarchy, |program| program.set_array_class(interface));
    // Its methods could read a slot that arrays do not have.
    assert_breaks(Code::Hierarchy, |program| program.set_array_class(node));
    // They may be completed later.
    let mut program = sample();
    let [text, class, array] = ["Text", "Class", "Object"].map(|name| program.declare_class(name));
    program.set_literal_classes(text, class);
    program.set_array_class(array);
    assert_eq!(codes(&program), []);
}

#[test]
fn sources_exist() {
    let nowhere = Position::new(missing(), 1, 1);
    assert_breaks(Code::DanglingId, |program| main_of(program).position = nowhere);
    assert_breaks(Code::DanglingId, |program| block_of(program).statements[0].position = nowhere);
    assert_breaks(Code::DanglingId, |program| block_of(program).terminator.position = nowhere);
    // A wrong handler beside a wrong source, and a wrong method: the diagnostics can still be shown.
    assert_breaks(Code::DanglingId, |program| {
        block_of(program).terminator.position = nowhere;
        block_of(program).unwind = Some(Unwind { block: missing(), local: LocalId::new(0) });
    });
    assert_breaks(Code::DanglingId, |program| {
        program.functions[FunctionId::new(1)].position = nowhere;
        program.functions[FunctionId::new(1)].parameters.clear();
    });
}

#[test]
fn blocks_and_locals_exist() {
    assert_terminator_breaks(Code::DanglingId, TerminatorKind::Goto(missing()));
    let (here, zero) = (BlockId::new(0), Constant::i32(0).into());
    let condition = Constant::Bool(true).into();
    for (then, otherwise) in [(here, missing()), (missing(), here)] {
        assert_terminator_breaks(Code::DanglingId, TerminatorKind::Branch { condition, then, otherwise });
    }
    for (case, otherwise) in [(here, missing()), (missing(), here)] {
        let cases = Box::new([(0, case)]);
        assert_terminator_breaks(Code::DanglingId, TerminatorKind::Switch { value: zero, cases, otherwise });
    }
    let nothing = Operand::Local(missing());
    assert_terminator_breaks(Code::DanglingId, TerminatorKind::Return(Some(nothing)));
    assert_terminator_breaks(Code::DanglingId, TerminatorKind::Throw(nothing));
    assert_terminator_breaks(
        Code::DanglingId,
        TerminatorKind::Branch { condition: nothing, then: here, otherwise: here },
    );
    assert_terminator_breaks(
        Code::DanglingId,
        TerminatorKind::Switch { value: nothing, cases: Box::new([]), otherwise: here },
    );
    assert_breaks(Code::DanglingId, |program| {
        block_of(program).unwind = Some(Unwind { block: missing(), local: local(&sample(), "e") });
    });
    assert_breaks(Code::DanglingId, |program| {
        block_of(program).unwind = Some(Unwind { block: BlockId::new(0), local: missing() });
    });
}

#[test]
fn ids_in_statements_exist() {
    let nothing: LocalId = missing();
    let zero: Operand = Constant::i32(0).into();
    let of = |name: &str| local(&sample(), name);
    let assign = |value| StatementKind::Assign { to: of("i"), value };
    let call = |callee| StatementKind::Call { to: None, callee, arguments: Box::new([]) };
    let no_class = RefType::Class(missing());
    let no_array = RefType::Array(missing());
    let statements = [
        StatementKind::Assign { to: nothing, value: Rvalue::Use(zero) },
        assign(Rvalue::Use(nothing.into())),
        assign(Rvalue::Binary(BinaryOp::Add, zero, nothing.into())),
        assign(Rvalue::Load(Place::Global(missing()))),
        assign(Rvalue::Load(Place::Field { object: nothing, field: FieldId::new(0) })),
        assign(Rvalue::Load(Place::Field { object: of("n"), field: missing() })),
        assign(Rvalue::Load(Place::Element { array: nothing, index: zero })),
        assign(Rvalue::Load(Place::Element { array: of("a"), index: nothing.into() })),
        assign(Rvalue::Length(nothing)),
        assign(Rvalue::InstanceOf(of("r").into(), no_class)),
        assign(Rvalue::InstanceOf(of("r").into(), no_array)),
        StatementKind::Store { to: Place::Global(missing()), value: zero },
        StatementKind::Store { to: Place::Global(GlobalId::new(0)), value: nothing.into() },
        StatementKind::Store { to: Place::Element { array: of("a"), index: nothing.into() }, value: zero },
        StatementKind::New { to: nothing, class: ClassId::new(1) },
        StatementKind::New { to: of("n"), class: missing() },
        StatementKind::NewArray { to: of("a"), array: missing(), length: zero },
        StatementKind::NewArray { to: of("a"), array: ArrayTypeId::new(0), length: nothing.into() },
        call(Callee::Function(missing())),
        call(Callee::Special(missing())),
        call(Callee::Virtual(missing())),
        StatementKind::Assign { to: of("r"), value: Rvalue::Literal(missing()) },
        StatementKind::Initialise { class: missing() },
        StatementKind::Enter { object: nothing },
        StatementKind::Exit { object: nothing },
        StatementKind::Assume { condition: nothing.into() },
        StatementKind::Assert { condition: nothing.into(), message: "".into() },
        StatementKind::Havoc { to: nothing },
        StatementKind::Choose { to: of("i"), low: nothing.into(), high: zero },
        StatementKind::Choose { to: of("i"), low: zero, high: nothing.into() },
    ];
    for statement in statements {
        assert_statement_breaks(Code::DanglingId, |_| statement);
    }
}

#[test]
fn names_are_distinct() {
    assert_breaks(Code::DuplicateName, |program| {
        let class = program.classes[ClassId::new(0)].clone();
        program.classes.push(class);
    });
    assert_breaks(Code::DuplicateName, |program| {
        let global = program.globals[GlobalId::new(0)].clone();
        program.globals.push(global);
    });
    assert_breaks(Code::DuplicateName, |program| {
        let selector = program.selectors[SelectorId::new(0)].clone();
        program.selectors.push(selector);
    });
    assert_breaks(Code::DuplicateName, |program| {
        let function = program.functions[FunctionId::new(0)].clone();
        program.functions.push(function);
    });
    assert_breaks(Code::DuplicateName, |program| {
        program.fields[FieldId::new(1)].name = "value".to_owned();
    });
    assert_breaks(Code::DuplicateName, |program| {
        program.classes[ClassId::new(1)].fields.push(FieldId::new(0));
    });
    // A function without a body has parameters with names too.
    assert_breaks(Code::DuplicateName, |program| {
        program.functions[FunctionId::new(1)].parameters[1].name = "this".to_owned();
    });
}

#[test]
fn arrays_have_at_most_255_dimensions() {
    let program = sample();
    let mut ty = Type::I32;
    for dimensions in 1..=300 {
        ty = Type::Ref(RefType::Array(program.array_type(ty)));
        let expected: &[Code] = if dimensions <= 255 { &[] } else { &[Code::TooLarge] };
        assert_eq!(codes(&program), expected, "{dimensions} dimensions");
    }
}

// 2. The hierarchy.

fn class(name: String, superclass: Option<ClassId>) -> Class {
    let (interfaces, fields, methods) = (Vec::new(), Vec::new(), Vec::new());
    Class { name, kind: ClassKind::Class, superclass, interfaces, fields, methods, initialiser: None }
}

#[test]
fn an_interface_has_no_superclass() {
    assert_breaks(Code::Hierarchy, |program| {
        program.classes[ClassId::new(0)].superclass = Some(ClassId::new(1));
        program.classes[ClassId::new(1)].interfaces.clear();
    });
}

#[test]
fn a_hierarchy_is_at_most_1000_deep() {
    let mut program = Program::new("deep");
    let mut parent = None;
    for depth in 0..=1_000 {
        parent = program.add_class(class(format!("C{depth}"), parent)).ok();
    }
    assert_eq!(codes(&program), []);
    program.add_class(class("one more".to_owned(), parent)).expect("a new name");
    assert_eq!(codes(&program), [Code::Hierarchy]);
}

// 3. Methods.

#[test]
fn a_class_has_one_method_for_a_selector() {
    assert_breaks(Code::DuplicateName, |program| {
        let methods = &mut program.classes[ClassId::new(0)].methods;
        methods.push(methods[0]);
    });
}

#[test]
fn any_receiver_that_the_class_fits_will_do() {
    for receiver in [Type::ANY, Type::Ref(RefType::Class(ClassId::new(0)))] {
        let mut program = sample();
        program.functions[FunctionId::new(1)].parameters[0].ty = receiver;
        assert_eq!(codes(&program), []);
    }
    // An interface's method gets objects of every class.
    assert_breaks(Code::MethodSignature, |program| {
        program.functions[FunctionId::new(1)].parameters[0].ty = Type::Ref(RefType::Class(ClassId::new(1)));
    });
}

#[test]
fn an_initialiser_takes_and_gives_nothing() {
    let (count, start) = (GlobalId::new(0), FunctionId::new(3));
    let node = ClassId::new(1);
    let mut right = sample();
    right.classes[node].initialiser = Some(Initialiser { state: count, function: start });
    assert_eq!(codes(&right), []);
    for function in [FunctionId::new(1), FunctionId::new(2)] {
        assert_breaks(Code::MethodSignature, |program| {
            program.classes[node].initialiser = Some(Initialiser { state: count, function });
        });
    }
    assert_breaks(Code::MethodSignature, |program| {
        let global = Global { name: "wide".to_owned(), ty: Type::I64, initial: Constant::zero(Type::I64) };
        let state = program.add_global(global).expect("a new name");
        program.classes[node].initialiser = Some(Initialiser { state, function: start });
    });
}

// 4 and 5. Traps and globals.

#[test]
fn traps_and_initial_values_are_checked() {
    assert_breaks(Code::TrapSignature, |program| program.set_trap(Trap::Bounds, FunctionId::new(2)));
    assert_breaks(Code::TypeMismatch, |program| {
        program.globals[GlobalId::new(0)].initial = Constant::Null;
    });
    assert_breaks(Code::NumberRange, |program| {
        program.globals[GlobalId::new(0)].initial = Constant::Int(IntType::I32, 1 << 40);
    });
}

// 6. Locals and sizes.

#[test]
fn locals_start_with_the_parameters() {
    assert_breaks(Code::Parameters, |program| {
        body_of(program).locals[LocalId::new(0)].name = "other".to_owned();
    });
    assert_breaks(Code::Parameters, |program| body_of(program).locals[LocalId::new(0)].ty = Type::I64);
    assert_breaks(Code::Parameters, |program| body_of(program).locals = ir::IdVec::new());
    assert_breaks(Code::Parameters, |program| {
        main_of(program).parameters.push(Local { name: "extra".to_owned(), ty: Type::I32 });
    });
}

#[test]
fn locals_have_distinct_names() {
    assert_breaks(Code::DuplicateName, |program| {
        body_of(program).locals.push(Local { name: "i".to_owned(), ty: Type::I32 });
    });
}

#[test]
fn a_body_has_blocks() {
    assert_breaks(Code::NoBlocks, |program| body_of(program).blocks = ir::IdVec::new());
}

#[test]
fn a_function_has_at_most_50000_locals() {
    let mut program = sample();
    while body_of(&mut program).locals.len() < 50_000 {
        let name = format!("x{}", body_of(&mut program).locals.len());
        body_of(&mut program).locals.push(Local { name, ty: Type::I32 });
    }
    assert_eq!(codes(&program), []);
    body_of(&mut program).locals.push(Local { name: "one more".to_owned(), ty: Type::I32 });
    assert_eq!(codes(&program), [Code::TooLarge]);
}

#[test]
fn a_call_has_at_most_255_arguments() {
    for (count, expected) in [(254, &[][..]), (255, &[Code::TooLarge][..])] {
        let mut program = sample();
        let (parameters, result) = (vec![Type::I32; count], None);
        let selector = Selector { name: "wide".to_owned(), parameters, result };
        let selector = program.add_selector(selector).expect("a new name");
        let mut arguments: Vec<Operand> = vec![Constant::i32(0).into(); count];
        arguments.insert(0, Constant::Null.into());
        let callee = Callee::Virtual(selector);
        put(&mut program, StatementKind::Call { to: None, callee, arguments: arguments.into() });
        assert_eq!(codes(&program), expected);
    }
}

// 7. Constants.

#[test]
fn one_value_has_one_word() {
    let words = [
        (IntType::I8, 128),
        (IntType::I8, -129),
        (IntType::U8, 256),
        (IntType::U8, -1),
        (IntType::I16, 1 << 15),
        (IntType::U16, -1),
        (IntType::I32, 1 << 31),
        (IntType::U32, -1),
        (IntType::U32, 1 << 32),
    ];
    for (int, word) in words {
        let mut program = sample();
        let to = LocalId::new(body_of(&mut program).locals.len());
        body_of(&mut program).locals.push(Local { name: "number".to_owned(), ty: Type::Int(int) });
        let value = Rvalue::Use(Constant::Int(int, word).into());
        put(&mut program, StatementKind::Assign { to, value });
        assert_rejected(&program, Code::NumberRange);
    }
    // Every word stands for a value of the widest types.
    for int in [IntType::I64, IntType::U64] {
        for word in [i64::MIN, -1, 0, i64::MAX] {
            assert_eq!(int.word(int.value(word)), word);
            assert!(int.contains(int.value(word)));
        }
    }
}

#[test]
fn cases_are_in_range() {
    let here = BlockId::new(0);
    let cases: Box<[(i64, BlockId)]> = Box::new([(1 << 31, here)]);
    let value = Constant::i32(0).into();
    assert_terminator_breaks(Code::NumberRange, TerminatorKind::Switch { value, cases, otherwise: here });
}

// 8 to 11. Types, fields, calls.

#[test]
fn operations_are_defined_for_their_operands() {
    assert_statement_breaks(Code::BadOperation, |of| StatementKind::Assign {
        to: of("b"),
        value: Rvalue::Binary(BinaryOp::Add, of("b").into(), of("b").into()),
    });
    assert_statement_breaks(Code::BadOperation, |of| StatementKind::New {
        to: of("r"),
        class: ClassId::new(0),
    });
    assert_statement_breaks(Code::BadOperation, |of| StatementKind::Havoc { to: of("r") });
}

#[test]
fn values_fit_where_they_go() {
    assert_statement_breaks(Code::TypeMismatch, |of| StatementKind::Assign {
        to: of("n"),
        value: Rvalue::Use(of("r").into()),
    });
    assert_terminator_breaks(Code::TypeMismatch, TerminatorKind::Return(None));
    // Any reference fits an interface, and `null` fits every reference.
    let mut program = sample();
    let interface = Type::Ref(RefType::Class(ClassId::new(0)));
    let to = LocalId::new(body_of(&mut program).locals.len());
    body_of(&mut program).locals.push(Local { name: "visitor".to_owned(), ty: interface });
    for from in [local(&program, "r").into(), local(&program, "a").into(), Constant::Null.into()] {
        put(&mut program, StatementKind::Assign { to, value: Rvalue::Use(from) });
    }
    assert_eq!(codes(&program), []);
}

#[test]
fn a_local_for_exceptions_takes_any() {
    for name in ["i", "n", "a"] {
        assert_breaks(Code::TypeMismatch, |program| {
            let local = local(program, name);
            block_of(program).unwind = Some(Unwind { block: BlockId::new(1), local });
        });
    }
}

#[test]
fn fields_are_read_through_references_that_have_them() {
    for name in ["r", "a", "i"] {
        assert_statement_breaks(Code::FieldOwner, |of| StatementKind::Assign {
            to: of("i"),
            value: Rvalue::Load(Place::Field { object: of(name), field: FieldId::new(0) }),
        });
    }
}

#[test]
fn virtual_calls_fit_their_selector() {
    let call = |to: Option<LocalId>, arguments: Vec<Operand>| StatementKind::Call {
        to,
        callee: Callee::Virtual(SelectorId::new(0)),
        arguments: arguments.into(),
    };
    let one: Operand = Constant::i32(1).into();
    assert_statement_breaks(Code::ArgumentCount, |_| call(None, vec![]));
    assert_statement_breaks(Code::ArgumentCount, |of| call(None, vec![of("n").into()]));
    assert_statement_breaks(Code::ArgumentCount, |of| call(None, vec![of("n").into(), one, one]));
    assert_statement_breaks(Code::TypeMismatch, |of| call(None, vec![of("i").into(), one]));
    assert_statement_breaks(Code::TypeMismatch, |of| call(None, vec![of("n").into(), of("u").into()]));
    assert_statement_breaks(Code::TypeMismatch, |of| call(Some(of("u")), vec![of("n").into(), one]));
    // The receiver may be any reference: the method is looked up in the object.
    for receiver in ["n", "r", "a"] {
        let mut program = sample();
        let (to, receiver) = (local(&program, "i"), local(&program, receiver));
        put(&mut program, call(Some(to), vec![receiver.into(), one]));
        assert_eq!(codes(&program), []);
    }
}

#[test]
fn special_calls_have_a_receiver() {
    let call = |function: usize, arguments: Vec<Operand>| {
        let callee = Callee::Special(FunctionId::new(function));
        StatementKind::Call { to: None, callee, arguments: arguments.into() }
    };
    let one: Operand = Constant::i32(1).into();
    // `main` takes a number first, `fail` takes nothing.
    assert_statement_breaks(Code::TypeMismatch, |of| call(0, vec![of("i").into()]));
    assert_statement_breaks(Code::TypeMismatch, |_| call(2, vec![]));
    assert_statement_breaks(Code::ArgumentCount, |of| call(1, vec![of("n").into()]));
    assert_statement_breaks(Code::TypeMismatch, |_| call(1, vec![one, one]));
    for receiver in [local(&sample(), "n").into(), Constant::Null.into()] {
        let mut program = sample();
        put(&mut program, call(1, vec![receiver, one]));
        assert_eq!(codes(&program), []);
    }
}

#[test]
fn literals_fit_where_they_go() {
    let literals = [Literal::Text([0xd800].into()), Literal::Class("int".into())];
    let node = ClassId::new(1);
    // Without classes of their own, literals are just references.
    for (name, expected) in [("r", &[][..]), ("n", &[Code::TypeMismatch]), ("i", &[Code::TypeMismatch])] {
        for literal in &literals {
            let mut program = sample();
            let value = Rvalue::Literal(program.literal(literal.clone()));
            put(&mut program, StatementKind::Assign { to: local(&sample(), name), value });
            assert_eq!(codes(&program), expected, "{literal:?} to `{name}`");
        }
    }
    // Texts are nodes, and types are objects of another class.
    for (literal, expected) in literals.iter().zip([&[][..], &[Code::TypeMismatch]]) {
        let mut program = sample();
        let other = program.add_class(class("Type".to_owned(), None)).expect("a new name");
        program.set_literal_classes(node, other);
        let value = Rvalue::Literal(program.literal(literal.clone()));
        put(&mut program, StatementKind::Assign { to: local(&sample(), "n"), value });
        assert_eq!(codes(&program), expected, "{literal:?}");
    }
}

// 12. Switches.

#[test]
fn cases_ascend_as_numbers_of_their_type() {
    let here = BlockId::new(0);
    let switch = |value: Operand, words: &[i64]| TerminatorKind::Switch {
        value,
        cases: words.iter().map(|&word| (word, here)).collect(),
        otherwise: here,
    };
    let unsigned: Operand = local(&sample(), "u").into();
    let signed: Operand = local(&sample(), "i").into();
    assert_terminator_breaks(Code::SwitchCases, switch(signed, &[1, 1]));
    assert_terminator_breaks(Code::SwitchCases, switch(signed, &[1, -1]));
    // The word of 2^64 - 1 is -1, and comes last.
    assert_terminator_breaks(Code::SwitchCases, switch(unsigned, &[-1, 0]));
    for (value, words) in [(unsigned, [0, i64::MAX, i64::MIN, -1]), (signed, [-2, -1, 0, 1])] {
        let mut program = sample();
        block_of(&mut program).terminator.kind = switch(value, &words);
        assert_eq!(codes(&program), []);
    }
}

// 13. Assignment.

/// `main` with an unassigned `x` in a block with a handler that returns `x`.
fn with_handler(statements: Vec<StatementKind>) -> Program {
    let mut program = sample();
    let position = Position::new(program.own_text(), 1, 1);
    let body = body_of(&mut program);
    let x = body.locals.push(Local { name: "x".to_owned(), ty: Type::I32 });
    let handler = body.blocks.push(Block {
        statements: Vec::new(),
        terminator: Terminator { kind: TerminatorKind::Return(Some(x.into())), position },
        unwind: None,
    });
    let block = block_of(&mut program);
    block.statements = statements.into_iter().map(|kind| Statement { kind, position }).collect();
    block.unwind = Some(Unwind { block: handler, local: local(&sample(), "e") });
    program
}

#[test]
fn a_handler_sees_what_was_assigned_before_the_exception() {
    let x = LocalId::new(7);
    let set = || StatementKind::Assign { to: x, value: Rvalue::Use(Constant::i32(1).into()) };
    let raise = || StatementKind::Enter { object: local(&sample(), "r") };
    let set_or_raise = || StatementKind::Assign { to: x, value: Rvalue::Length(local(&sample(), "a")) };
    let cases = [
        (vec![set(), raise()], true),
        (vec![raise(), set()], false),
        (vec![set_or_raise()], false),
        (vec![set(), set_or_raise()], true),
        // The handler cannot be reached.
        (vec![], true),
        (vec![set()], true),
    ];
    for (statements, right) in cases {
        let program = with_handler(statements.clone());
        let expected: &[Code] = if right { &[] } else { &[Code::Unassigned] };
        assert_eq!(codes(&program), expected, "{statements:?}");
    }
}

#[test]
fn a_handler_may_read_the_exception() {
    let mut program = sample();
    let any = Type::ANY;
    let caught = body_of(&mut program).locals.push(Local { name: "caught".to_owned(), ty: any });
    put(&mut program, StatementKind::Enter { object: local(&sample(), "r") });
    body_of(&mut program).blocks[BlockId::new(1)].terminator.kind = TerminatorKind::Throw(caught.into());
    block_of(&mut program).unwind = Some(Unwind { block: BlockId::new(1), local: caught });
    // The goto leads to the handler without an exception.
    assert_rejected(&program, Code::Unassigned);
    block_of(&mut program).terminator.kind = TerminatorKind::Return(Some(Constant::i32(0).into()));
    assert_eq!(codes(&program), []);
}

#[test]
fn one_function_can_be_verified_alone() {
    let mut program = sample();
    block_of(&mut program).terminator.kind = TerminatorKind::Return(None);
    assert!(ir::verify::verify_function(&program, FunctionId::new(0)).is_err());
    assert!(ir::verify::verify_function(&program, FunctionId::new(1)).is_ok());
    main_of(&mut program).result = Some(Type::Ref(RefType::Class(missing())));
    let errors = ir::verify::verify_function(&program, FunctionId::new(0)).expect_err("the type is missing");
    assert_eq!(errors[0].code, Code::DanglingId);
}

// Whatever is broken, the verifier says so instead of panicking.

/// Breaks one id somewhere in a program.
fn break_something(choices: &mut Source, program: &mut Program) {
    let function = FunctionId::new(choices.below(program.functions.len()));
    let wild = |choices: &mut Source| if choices.chance(1, 2) { 1_000_000 } else { choices.below(9) };
    let number = wild(choices);
    let function = &mut program.functions[function];
    let Some(body) = &mut function.body else {
        function.position.source = SourceId::new(number);
        return;
    };
    let block = BlockId::new(choices.below(body.blocks.len()));
    let block = &mut body.blocks[block];
    if choices.chance(1, 6) {
        block.unwind = Some(Unwind { block: BlockId::new(number), local: LocalId::new(wild(choices)) });
        return;
    }
    if block.statements.is_empty() {
        block.terminator.kind = TerminatorKind::Goto(BlockId::new(number));
        return;
    }
    let at = choices.below(block.statements.len());
    match &mut block.statements[at].kind {
        StatementKind::Assign { to, value } => match value {
            Rvalue::Load(Place::Global(global)) => *global = GlobalId::new(number),
            Rvalue::Load(Place::Field { field, .. }) => *field = FieldId::new(number),
            Rvalue::Load(Place::Element { array, .. }) | Rvalue::Length(array) => {
                *array = LocalId::new(number);
            }
            Rvalue::InstanceOf(_, ty) => *ty = RefType::Class(ClassId::new(number)),
            Rvalue::Literal(literal) => *literal = LiteralId::new(number),
            Rvalue::Use(a) | Rvalue::Unary(_, a) | Rvalue::Convert(a) | Rvalue::Cast(a) => {
                *a = LocalId::new(number).into();
            }
            Rvalue::Binary(..) | Rvalue::Compare(..) | Rvalue::Order(..) => *to = LocalId::new(number),
        },
        StatementKind::Store { to, .. } => match to {
            Place::Global(global) => *global = GlobalId::new(number),
            Place::Field { object, .. } => *object = LocalId::new(number),
            Place::Element { index, .. } => *index = LocalId::new(number).into(),
        },
        StatementKind::New { class, .. } => *class = ClassId::new(number),
        StatementKind::NewArray { array, .. } => *array = ArrayTypeId::new(number),
        StatementKind::Call { callee, .. } => match callee {
            Callee::Function(function) | Callee::Special(function) => *function = FunctionId::new(number),
            Callee::Virtual(selector) => *selector = SelectorId::new(number),
        },
        StatementKind::Initialise { class } => *class = ClassId::new(number),
        StatementKind::Enter { object } | StatementKind::Exit { object } => *object = LocalId::new(number),
        StatementKind::Assume { condition } | StatementKind::Assert { condition, .. } => {
            *condition = LocalId::new(number).into();
        }
        StatementKind::Havoc { to } => *to = LocalId::new(number),
        StatementKind::Choose { low, .. } => *low = LocalId::new(number).into(),
    }
}

#[test]
fn broken_programs_are_rejected_or_harmless() {
    let mut rejected = 0;
    for seed in 0..3_000 {
        let mut choices = Source::from_seed(seed);
        let mut broken = program(&mut choices, &Shape::EVERYTHING);
        break_something(&mut choices, &mut broken);
        match ir::verify::verify(&broken) {
            Ok(()) => drop(ir::text::print(&broken)),
            Err(errors) => {
                assert!(!errors.is_empty());
                rejected += 1;
            }
        }
    }
    assert!(rejected > 1_000, "{rejected} programs were rejected");
}
