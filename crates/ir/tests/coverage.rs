//! Generated programs have everything that the intermediate form has.
//!
//! Each `features!` list is a match over one of our enums, so a new kind does not compile until it is
//! listed here, and is not accepted until the generator makes it.

use std::collections::BTreeSet;

use ir::generate::{Loops, Shape, Source, program};
use ir::{
    Annotated, AnnotationValue, BinaryOp, Body, Callee, ClassKind, CompareOp, Constant, FloatType, Function,
    Literal, Operand, OrderOp, Place, Program, RefType, Rvalue, StatementKind, TerminatorKind, Trap, Type,
    UnaryOp,
};

type Seen = BTreeSet<String>;

/// A function that names what a value is, and the list of all names that it can give.
macro_rules! features {
    ($function:ident, $all:ident, $of:ty, { $($pattern:pat => $name:literal,)* }) => {
        fn $function(value: $of) -> &'static str {
            match value { $($pattern => $name,)* }
        }
        const $all: &[&str] = &[$($name),*];
    };
}

features!(statement, STATEMENTS, &StatementKind, {
    StatementKind::Assign { .. } => "assign",
    StatementKind::Store { .. } => "store",
    StatementKind::New { .. } => "new",
    StatementKind::NewArray { .. } => "new array",
    StatementKind::Call { .. } => "call",
    StatementKind::Initialise { .. } => "init",
    StatementKind::Enter { .. } => "enter",
    StatementKind::Exit { .. } => "exit",
    StatementKind::Assume { .. } => "assume",
    StatementKind::Assert { .. } => "assert",
    StatementKind::Havoc { .. } => "havoc",
    StatementKind::Choose { .. } => "choose",
});

features!(annotated, ANNOTATED, Annotated, {
    Annotated::Class(_) => "class",
    Annotated::Field(_) => "field",
    Annotated::Global(_) => "global",
    Annotated::Function(_) => "function",
});

features!(annotation_value, ANNOTATION_VALUES, &AnnotationValue, {
    AnnotationValue::Constant(_) => "constant",
    AnnotationValue::Text(_) => "text",
    AnnotationValue::Name(_) => "name",
    AnnotationValue::List(_) => "list",
    AnnotationValue::Annotation(_) => "annotation",
});

features!(terminator, TERMINATORS, &TerminatorKind, {
    TerminatorKind::Goto(_) => "goto",
    TerminatorKind::Branch { .. } => "branch",
    TerminatorKind::Switch { .. } => "switch",
    TerminatorKind::Return(None) => "return",
    TerminatorKind::Return(Some(_)) => "return a value",
    TerminatorKind::Throw(_) => "throw",
    TerminatorKind::Fail(_) => "fail",
    TerminatorKind::Unreachable => "unreachable",
});

features!(rvalue, RVALUES, Rvalue, {
    Rvalue::Use(_) => "use",
    Rvalue::Load(_) => "load",
    Rvalue::Unary(..) => "unary",
    Rvalue::Binary(..) => "binary",
    Rvalue::Compare(..) => "compare",
    Rvalue::Order(..) => "order",
    Rvalue::Convert(_) => "convert",
    Rvalue::InstanceOf(..) => "instanceof",
    Rvalue::Cast(_) => "cast",
    Rvalue::Length(_) => "length",
    Rvalue::Literal(_) => "literal",
});

features!(place, PLACES, Place, {
    Place::Global(_) => "global",
    Place::Field { .. } => "field",
    Place::Element { index: Operand::Local(_), .. } => "element at a local",
    Place::Element { index: Operand::Constant(_), .. } => "element at a constant",
});

features!(callee, CALLEES, Callee, {
    Callee::Function(_) => "function",
    Callee::Special(_) => "special",
    Callee::Virtual(_) => "virtual",
});

features!(literal, LITERALS, &Literal, {
    Literal::Text(_) => "text",
    Literal::Class(_) => "class",
});

features!(constant, CONSTANTS, Constant, {
    Constant::Bool(true) => "true",
    Constant::Bool(false) => "false",
    Constant::Int(..) => "int",
    Constant::F32(_) => "f32",
    Constant::F64(_) => "f64",
    Constant::Null => "null",
});

features!(reference, REFERENCES, RefType, {
    RefType::Any => "any",
    RefType::Class(_) => "class",
    RefType::Array(_) => "array",
});

fn base_type(of: Type) -> &'static str {
    match of {
        Type::Bool => "bool",
        Type::Int(_) => "int",
        Type::Float(FloatType::F32) => "f32",
        Type::Float(FloatType::F64) => "f64",
        Type::Ref(_) => "reference",
    }
}

/// A type with all that distinguishes it.
fn ty(program: &Program, of: Type) -> String {
    match of {
        Type::Bool | Type::Float(_) => base_type(of).to_owned(),
        Type::Int(int) => int.name().to_owned(),
        Type::Ref(RefType::Array(array)) => format!("array of {}", ty(program, program.element_type(array))),
        Type::Ref(other) => reference(other).to_owned(),
    }
}

fn floats(seen: &mut Seen, what: &str, class: std::num::FpCategory, negative: bool) {
    seen.insert(format!("{what} {class:?}"));
    if class == std::num::FpCategory::Zero && negative {
        seen.insert(format!("{what} negative zero"));
    }
}

fn note_operand(seen: &mut Seen, operand: Operand) {
    match operand {
        Operand::Local(_) => {
            seen.insert("operand: local".to_owned());
        }
        Operand::Constant(value) => {
            seen.insert(format!("constant: {}", constant(value)));
            match value {
                Constant::Int(int, word) => {
                    seen.insert(format!("constant: {}", int.name()));
                    if int.value(word) > i64::MAX.into() {
                        seen.insert("constant: above i64".to_owned());
                    }
                }
                Constant::F32(bits) => {
                    let value = f32::from_bits(bits);
                    floats(seen, "f32", value.classify(), value.is_sign_negative());
                }
                Constant::F64(bits) => {
                    let value = f64::from_bits(bits);
                    floats(seen, "f64", value.classify(), value.is_sign_negative());
                }
                Constant::Bool(_) | Constant::Null => {}
            }
        }
    }
}

fn note_rvalue(seen: &mut Seen, program: &Program, body: &Body, value: Rvalue) {
    seen.insert(format!("rvalue: {}", rvalue(value)));
    let of = |operand: Operand| match body.operand_type(operand) {
        Some(own) => base_type(own),
        None => "null",
    };
    match value {
        Rvalue::Load(from) => {
            seen.insert(format!("load: {}", place(from)));
        }
        Rvalue::Unary(op, a) => {
            seen.insert(format!("{} {}", op.name(), of(a)));
        }
        Rvalue::Binary(op, a, _) => {
            seen.insert(format!("{} {}", op.name(), of(a)));
        }
        Rvalue::Compare(op, a, _) => {
            seen.insert(format!("{} {}", op.name(), of(a)));
        }
        Rvalue::Order(op, a, _) => {
            seen.insert(format!("{} {}", op.name(), of(a)));
        }
        Rvalue::Convert(a) => {
            seen.insert(format!("convert {}", of(a)));
        }
        Rvalue::InstanceOf(_, class) => {
            seen.insert(format!("instanceof {}", reference(class)));
        }
        Rvalue::Literal(id) => {
            let object = &program.literals()[id];
            seen.insert(format!("literal: {}", literal(object)));
            seen.insert(format!("literal of type {}", ty(program, program.literal_type(id))));
            if let Literal::Text(units) = object {
                seen.insert(format!("literal in UTF-8: {}", String::from_utf16(units).is_ok()));
            }
        }
        Rvalue::Use(_) | Rvalue::Cast(_) | Rvalue::Length(_) => {}
    }
    if let Rvalue::Compare(_, Operand::Local(a), _) = value {
        seen.insert(format!("compare {}", ty(program, body.locals[a].ty)));
    }
}

fn note_function(seen: &mut Seen, program: &Program, id: ir::FunctionId, function: &Function) {
    if function.position.source != program.own_text() {
        seen.insert("function from elsewhere".to_owned());
    }
    let Some(body) = &function.body else {
        seen.insert("no body".to_owned());
        return;
    };
    for local in &body.locals {
        seen.insert(format!("local: {}", ty(program, local.ty)));
    }
    for (at, block) in body.blocks.enumerate() {
        if block.unwind.is_some() && block.can_throw() {
            seen.insert("handler".to_owned());
        }
        block.for_each_successor(|to| {
            seen.insert(format!("loop: {}", to <= at));
        });
        for statement_at in &block.statements {
            if statement_at.position.source != program.own_text() {
                seen.insert("statement from elsewhere".to_owned());
            }
            let kind = &statement_at.kind;
            seen.insert(format!("statement: {}", statement(kind)));
            kind.for_each_operand(|operand| note_operand(seen, operand));
            match kind {
                StatementKind::Assign { value, .. } => note_rvalue(seen, program, body, *value),
                StatementKind::Store { to, .. } => {
                    seen.insert(format!("store: {}", place(*to)));
                }
                StatementKind::NewArray { array, .. } => {
                    let element = ty(program, program.element_type(*array));
                    seen.insert(format!("new array of {element}"));
                }
                StatementKind::Call { to, callee: called, .. } => {
                    seen.insert(format!("call: {}", callee(*called)));
                    seen.insert(format!("call with result: {}", to.is_some()));
                    if *called == Callee::Function(id) {
                        seen.insert("recursion".to_owned());
                    }
                }
                StatementKind::Initialise { class } => {
                    let runs = program.classes[*class].initialiser.is_some();
                    seen.insert(format!("init runs something: {runs}"));
                }
                StatementKind::Choose { low: Operand::Local(_), .. } => {
                    seen.insert("open choose".to_owned());
                }
                StatementKind::New { .. }
                | StatementKind::Enter { .. }
                | StatementKind::Exit { .. }
                | StatementKind::Assume { .. }
                | StatementKind::Assert { .. }
                | StatementKind::Havoc { .. }
                | StatementKind::Choose { .. } => {}
            }
        }
        let kind = &block.terminator.kind;
        seen.insert(format!("terminator: {}", terminator(kind)));
        kind.for_each_operand(|operand| note_operand(seen, operand));
        if let TerminatorKind::Switch { value, cases, .. } = kind
            && let Some(Type::Int(int)) = body.operand_type(*value)
        {
            seen.insert(format!("switch: {}", int.name()));
            if cases.iter().any(|&(word, _)| int.value(word) > i64::MAX.into()) {
                seen.insert("switch: above i64".to_owned());
            }
        }
    }
}

fn note(seen: &mut Seen, program: &Program) {
    for (on, annotations) in program.annotations.all() {
        seen.insert(format!("annotated: {}", annotated(on)));
        for (_, value) in annotations.iter().flat_map(|annotation| &annotation.values) {
            seen.insert(format!("annotation value: {}", annotation_value(value)));
        }
    }
    for (id, class) in program.classes.enumerate() {
        let kind = match class.kind {
            ClassKind::Class => "class",
            ClassKind::Interface => "interface",
        };
        seen.insert(kind.to_owned());
        if class.initialiser.is_some() {
            seen.insert(format!("{kind} with an initialiser"));
        }
        if class.superclass.is_some() {
            seen.insert("superclass".to_owned());
        }
        if !class.interfaces.is_empty() {
            seen.insert(format!("{kind} with interfaces"));
        }
        for &(selector, function) in &class.methods {
            seen.insert(format!("method of {kind}"));
            if program.functions[function].body.is_none() {
                seen.insert("abstract method".to_owned());
            }
            if class.superclass.is_some_and(|parent| program.method(parent, selector).is_some()) {
                seen.insert("overriding method".to_owned());
            }
        }
        if class.kind == ClassKind::Class
            && program.selectors.ids().any(|selector| {
                let inherited = |function| {
                    let mut interfaces = program.classes.iter().filter(|of| of.kind == ClassKind::Interface);
                    interfaces.any(|interface| interface.methods.contains(&(selector, function)))
                };
                program.method(id, selector).is_some_and(inherited)
            })
        {
            seen.insert("inherited default method".to_owned());
        }
    }
    for field in &program.fields {
        seen.insert(format!("field: {}", ty(program, field.ty)));
    }
    for global in &program.globals {
        seen.insert(format!("global: {}", ty(program, global.ty)));
    }
    seen.insert(format!("classes of literals: {}", program.literal_classes().is_some()));
    seen.insert(format!("class of arrays: {}", program.array_class().is_some()));
    for trap in Trap::ALL {
        let declared = program.trap(trap).is_some();
        seen.insert(format!("trap {}: {declared}", trap.name()));
    }
    for (id, function) in program.functions.enumerate() {
        note_function(seen, program, id, function);
    }
}

/// Everything that has to be met.
fn wanted() -> Seen {
    let mut wanted = Seen::new();
    let mut all = |prefix: &str, names: &[&str]| {
        wanted.extend(names.iter().map(|name| format!("{prefix}{name}")));
    };
    all("statement: ", STATEMENTS);
    all("annotated: ", ANNOTATED);
    all("annotation value: ", ANNOTATION_VALUES);
    all("terminator: ", TERMINATORS);
    all("rvalue: ", RVALUES);
    all("load: ", PLACES);
    all("store: ", PLACES);
    all("call: ", CALLEES);
    all("call with result: ", &["true", "false"]);
    all("literal: ", LITERALS);
    all("literal of type ", &["any", "class"]);
    all("literal in UTF-8: ", &["true", "false"]);
    all("init runs something: ", &["true", "false"]);
    all("classes of literals: ", &["true", "false"]);
    all("class of arrays: ", &["true", "false"]);
    all("constant: ", CONSTANTS);
    all("instanceof ", REFERENCES);
    all("loop: ", &["true", "false"]);
    let integers = ir::IntType::ALL.map(ir::IntType::name);
    let mut types = vec!["bool", "f32", "f64", "any", "class"];
    types.extend(integers);
    for prefix in ["local: ", "field: ", "global: ", "compare ", "new array of "] {
        all(prefix, &types);
        all(prefix, &["array of i32", "array of class"]);
    }
    for prefix in ["local: array of ", "local: array of array of "] {
        all(prefix, &types);
    }
    all("constant: ", &integers);
    all("switch: ", &integers);
    for float in ["f32", "f64"] {
        let prefix = format!("{float} ");
        all(&prefix, &["Nan", "Infinite", "Zero", "Subnormal", "Normal", "negative zero"]);
    }
    for op in UnaryOp::ALL {
        let of: &[&str] = match op {
            UnaryOp::Neg => &["int", "f32", "f64"],
            UnaryOp::Not => &["int", "bool"],
        };
        all(&format!("{} ", op.name()), of);
    }
    for op in BinaryOp::ALL {
        let of: &[&str] = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                &["int", "f32", "f64"]
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => &["int", "bool"],
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => &["int"],
        };
        all(&format!("{} ", op.name()), of);
    }
    for op in CompareOp::ALL {
        let of: &[&str] = match op {
            CompareOp::Eq | CompareOp::Ne => &["bool", "int", "f32", "f64", "reference", "null"],
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => &["int", "f32", "f64"],
        };
        all(&format!("{} ", op.name()), of);
    }
    for op in OrderOp::ALL {
        all(&format!("{} ", op.name()), &["int", "f32", "f64"]);
    }
    all("convert ", &["bool", "int", "f32", "f64"]);
    for trap in Trap::ALL {
        all(&format!("trap {}: ", trap.name()), &["true", "false"]);
    }
    all(
        "",
        &[
            "operand: local",
            "constant: above i64",
            "switch: above i64",
            "class",
            "interface",
            "superclass",
            "class with interfaces",
            "interface with interfaces",
            "class with an initialiser",
            "interface with an initialiser",
            "method of class",
            "method of interface",
            "abstract method",
            "overriding method",
            "inherited default method",
            "no body",
            "recursion",
            "handler",
            "open choose",
            "function from elsewhere",
            "statement from elsewhere",
        ],
    );
    wanted
}

#[test]
fn every_kind_of_everything_is_generated() {
    let mut seen = Seen::new();
    for seed in 0..3_000 {
        note(&mut seen, &program(&mut Source::from_seed(seed), &Shape::EVERYTHING));
    }
    let missing: Vec<String> = wanted().difference(&seen).cloned().collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}

#[test]
fn what_the_shape_forbids_is_not_generated() {
    let mut plain = Shape::SEARCHABLE;
    plain.loops = Loops::None;
    plain.heap = false;
    plain.calls = false;
    plain.exceptions = false;
    plain.monitors = false;
    plain.assumptions = false;
    plain.assertions = false;
    plain.floats = false;
    plain.choice_values = 0;
    let mut seen = Seen::new();
    for seed in 0..1_000 {
        note(&mut seen, &program(&mut Source::from_seed(seed), &plain));
    }
    let forbidden = [
        "statement: new",
        "statement: new array",
        "statement: call",
        "statement: init",
        "rvalue: literal",
        "statement: enter",
        "statement: exit",
        "statement: assume",
        "statement: assert",
        "statement: havoc",
        "statement: choose",
        "terminator: throw",
        "handler",
        "loop: true",
        "local: f64",
        "class",
        "no body",
        "recursion",
        "statement from elsewhere",
    ];
    let found: Vec<&str> = forbidden.into_iter().filter(|&what| seen.contains(what)).collect();
    assert!(found.is_empty(), "generated against the shape: {found:?}");
}

#[test]
fn searchable_programs_have_no_literals() {
    let mut seen = Seen::new();
    for seed in 0..1_000 {
        note(&mut seen, &program(&mut Source::from_seed(seed), &Shape::SEARCHABLE));
    }
    assert!(!seen.contains("rvalue: literal"));
    for kind in ["statement: init", "init runs something: true", "call: special", "class of arrays: true"] {
        assert!(seen.contains(kind), "{kind} is never generated");
    }
}

#[test]
fn searchable_programs_call_only_forward() {
    for seed in 0..500 {
        let program = program(&mut Source::from_seed(seed), &Shape::SEARCHABLE);
        let calls = ir::flow::CallGraph::new(&program);
        // What makes an exception allocates, and so may need an exception for that.
        let is_trap = |id| Trap::ALL.iter().any(|&trap| program.trap(trap) == Some(id));
        let mut recursive: Vec<_> = program.functions.ids().collect();
        recursive.retain(|&id| calls.is_recursive(id) && !is_trap(id));
        assert!(recursive.is_empty(), "seed {seed}: {recursive:?}\n{}", ir::text::print(&program));
    }
}
