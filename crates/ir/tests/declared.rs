//! Programs with classes that are only declared: nothing panics on them, and nothing is known of them.

use std::sync::Arc;

use ir::{
    Body, Callee, Class, ClassId, ClassKind, Code, Constant, Field, Function, FunctionBuilder, FunctionId,
    Global, Id as _, Initialiser, LocalId, Operand, Place, Position, Program, RefType, Rvalue, Selector,
    StatementKind, Supplier, TerminatorKind, Type,
};

fn complete(name: &str, superclass: Option<ClassId>) -> Class {
    Class {
        name: name.to_owned(),
        kind: ClassKind::Class,
        superclass,
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        initialiser: None,
    }
}

/// A program with the complete classes `A` and `B : A`, a method of `A`, and the declared class `X`.
struct Sample {
    program: Program,
    a: ClassId,
    x: ClassId,
    selector: ir::SelectorId,
    method: FunctionId,
}

fn sample() -> Sample {
    let mut program = Program::new("sample.gbir");
    // The declared class has the lowest id, so that the others are not at their place in a list.
    let x = program.declare_class("X");
    let a = program.add_class(complete("A", None)).expect("a new name");
    program.add_class(complete("B", Some(a))).expect("a new name");
    program.add_field(Field { name: "x".to_owned(), owner: a, ty: class_type(x) }).expect("a new name");
    let selector = Selector { name: "m".to_owned(), parameters: vec![class_type(x)], result: None };
    let selector = program.add_selector(selector).expect("a new name");
    let global = Global { name: "x".to_owned(), ty: class_type(x), initial: Constant::Null };
    program.add_global(global).expect("a new name");
    let method = function(&program, "m", &[("this", class_type(a)), ("x", class_type(x))], |_| {});
    program.classes[a].methods.push((selector, method));
    Sample { program, a, x, selector, method }
}

fn class_type(class: ClassId) -> Type {
    Type::Ref(RefType::Class(class))
}

/// Adds a function that does what `fill` says and returns.
fn function(
    program: &Program,
    name: &str,
    parameters: &[(&str, Type)],
    fill: impl FnOnce(&mut FunctionBuilder),
) -> FunctionId {
    let mut builder = FunctionBuilder::new(name, Position::new(program.own_text(), 1, 1));
    for &(name, ty) in parameters {
        builder.parameter(name, ty);
    }
    fill(&mut builder);
    builder.end(TerminatorKind::Return(None));
    program.add_function(builder.finish()).expect("a new name")
}

/// The codes that the verifier reports; whatever it says, the program can be printed, and described
/// if it is right.
fn codes(program: &Program) -> Vec<Code> {
    let errors = ir::verify::verify(program).err().unwrap_or_default();
    drop(ir::text::print(program));
    if errors.is_empty() {
        drop(ir::flow::describe(program));
    }
    errors.iter().map(|error| error.code).collect()
}

/// The codes for a sample with a function of these parameters that does one thing.
fn codes_with(parameters: &[(&str, Type)], sample: &Sample, kind: StatementKind) -> Vec<Code> {
    let program = sample.program.clone();
    function(&program, "f", parameters, |builder| builder.push(kind));
    codes(&program)
}

#[test]
fn a_declared_class_is_a_type() {
    let Sample { program, x, .. } = sample();
    let array = program.array_type(class_type(x));
    function(&program, "f", &[("x", class_type(x)), ("xs", Type::Ref(RefType::Array(array)))], |builder| {
        let made = builder.local("made", Type::Ref(RefType::Array(array)));
        builder.push(StatementKind::NewArray { to: made, array, length: Constant::i32(2).into() });
        let same = builder.local("same", Type::Bool);
        let object = builder.find_local("x").expect("a parameter");
        builder.assign(same, Rvalue::InstanceOf(object.into(), RefType::Class(x)));
        let cast = builder.local("cast", class_type(x));
        builder.assign(cast, Rvalue::Cast(made.into()));
    });
    assert_eq!(codes(&program), []);
    assert!(!program.is_loaded(x));
    let text = ir::text::print(&program);
    assert!(text.contains("fn @f(x: X, xs: X[])") && !text.contains("class X"), "{text}");
    assert!(ir::text::parse("again.gbir", &text).is_err(), "the text mentions a class that is not in it");
}

#[test]
fn a_declared_class_fits_itself_and_any() {
    let sample = sample();
    let (a, x) = (class_type(sample.a), class_type(sample.x));
    let other = class_type(sample.program.declare_class("Y"));
    let copy = StatementKind::Assign { to: LocalId::new(0), value: Rvalue::Use(LocalId::new(1).into()) };
    for (to, from, fits) in [
        (x, x, true),
        (Type::ANY, x, true),
        (x, Type::ANY, false),
        (a, x, false),
        (x, a, false),
        (x, other, false),
        (other, x, false),
    ] {
        let expected: &[Code] = if fits { &[] } else { &[Code::TypeMismatch] };
        assert_eq!(codes_with(&[("to", to), ("from", from)], &sample, copy.clone()), expected);
        let (Type::Ref(from), Type::Ref(to)) = (from, to) else { panic!("all types are references") };
        assert_eq!(sample.program.is_subtype(from, to), fits);
    }
}

#[test]
fn a_declared_class_has_no_objects_and_no_members() {
    let sample = sample();
    let x = class_type(sample.x);
    let new = StatementKind::New { to: LocalId::new(0), class: sample.x };
    assert_eq!(codes_with(&[("x", x)], &sample, new), [Code::BadOperation]);
    assert_eq!(sample.program.method(sample.x, sample.selector), None);
    assert_eq!(sample.program.field_named(sample.x, "x"), None);
    // A field that no complete class lists is nowhere.
    let field = Field { name: "lost".to_owned(), owner: sample.x, ty: Type::I32 };
    let field = sample.program.add_detached_field(field);
    let place = Place::Field { object: LocalId::new(0), field };
    let read = StatementKind::Store { to: place, value: Constant::i32(1).into() };
    assert_eq!(codes_with(&[("x", x)], &sample, read.clone()), [Code::DanglingId]);
    let alone = function(&sample.program, "f", &[("a", class_type(sample.a))], |builder| builder.push(read));
    let errors = ir::verify::verify_function(&sample.program, alone).expect_err("`A` has no such field");
    assert_eq!(errors[0].code, Code::FieldOwner);
}

#[test]
fn parents_are_complete() {
    for is_interface in [false, true] {
        let Sample { mut program, x, selector, .. } = sample();
        let mut child = complete("Child", Some(x).filter(|_| !is_interface));
        child.interfaces.extend(Some(x).filter(|_| is_interface));
        let child = program.add_class(child).expect("a new name");
        assert_eq!(codes(&program), [Code::Hierarchy]);
        assert!(program.is_subclass(child, x));
        assert_eq!(program.method(child, selector), None);
        drop(ir::flow::describe(&program));
        // Once the parent is complete, all is well.
        let mut parent = complete("X", None);
        parent.kind = if is_interface { ClassKind::Interface } else { ClassKind::Class };
        program.complete_class(x, parent);
        assert_eq!(codes(&program), []);
    }
}

#[test]
fn initialising_a_declared_class_may_do_anything() {
    let Sample { mut program, a, x, .. } = sample();
    let global = Global { name: "state".to_owned(), ty: Type::I32, initial: Constant::i32(0) };
    let state = program.add_global(global).expect("a new name");
    let start =
        function(&program, "start", &[], |builder| builder.store(Place::Global(state), Constant::i32(1)));
    program.classes[a].initialiser = Some(Initialiser { state, function: start });
    let init = |class| move |builder: &mut FunctionBuilder| builder.push(StatementKind::Initialise { class });
    let known = function(&program, "known", &[], init(a));
    let unknown = function(&program, "unknown", &[], init(x));
    let caller = function(&program, "caller", &[], |builder| {
        let (callee, arguments) = (Callee::Function(unknown), Box::new([]));
        builder.push(StatementKind::Call { to: None, callee, arguments });
    });
    assert_eq!(codes(&program), []);
    let calls = ir::flow::CallGraph::new(&program);
    assert_eq!(calls.callees(known), [start]);
    assert_eq!([known, unknown, caller].map(|id| calls.is_unknown(id)), [false, true, false]);
    let modifies = ir::flow::Modifies::new(&program, &calls);
    assert!(modifies.of(known).may_write_global(state) && !modifies.of(known).is_unknown());
    assert!(modifies.of(unknown).is_unknown() && modifies.of(caller).is_unknown());
    assert!(modifies.may_throw(known));
}

#[test]
fn a_receiver_of_a_declared_class_may_be_any_object() {
    let Sample { program, x, selector, method, .. } = sample();
    let caller = function(&program, "f", &[("x", class_type(x))], |builder| {
        let x: Operand = builder.find_local("x").expect("a parameter").into();
        let (callee, arguments) = (Callee::Virtual(selector), Box::new([x, x]));
        builder.push(StatementKind::Call { to: None, callee, arguments });
    });
    assert_eq!(codes(&program), []);
    assert_eq!(ir::flow::CallGraph::new(&program).callees(caller), [method]);
}

/// Gives every function an empty body, and completes every class.
struct Empty;

impl Supplier for Empty {
    fn body(&self, program: &Program, function: FunctionId) -> Option<Body> {
        let name = &program.functions[function].name;
        let mut builder = FunctionBuilder::new(name, Position::new(program.own_text(), 1, 1));
        builder.end(TerminatorKind::Return(None));
        builder.finish().body
    }

    fn class(&self, program: &Program, name: &str) -> Option<ClassId> {
        let class = program.declare_class(name);
        program.complete_class(class, complete(name, None));
        Some(class)
    }
}

#[test]
fn what_comes_late_is_unknown_to_the_call_graph() {
    let Sample { mut program, x, .. } = sample();
    program.set_supplier(Arc::new(Empty));
    let position = Position::new(program.own_text(), 1, 1);
    let late =
        Function { name: "late".to_owned(), parameters: Vec::new(), result: None, body: None, position };
    let late = program.add_function(late).expect("a new name");
    assert!(ir::flow::CallGraph::new(&program).is_unknown(late));
    // The verifier has asked for the body by now, but the graph shows what every function has itself.
    assert_eq!(codes(&program), []);
    assert!(program.body(late).is_some() && program.functions[late].body.is_none());
    assert!(ir::flow::CallGraph::new(&program).is_unknown(late));
    assert_eq!(program.load_class("X"), Some(x));
    assert!(program.is_loaded(x));
    assert_eq!(program.load_class("X"), Some(x));
    assert_eq!(codes(&program), []);
    assert!(ir::text::parse("again.gbir", &ir::text::print(&program)).is_ok());
}
