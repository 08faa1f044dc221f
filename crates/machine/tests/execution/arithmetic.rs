//! Every operation of every number type through the whole pipe: text, verifier, lowering, execution,
//! with operands from locals and from constants, against arithmetic on numbers.

use ir::{BinaryOp, CompareOp, FloatType, IntType, OrderOp, Program, Type, UnaryOp};
use machine::{Concrete, Image, Limits, Lowering, Machine, Stop, Word};

use crate::reference::Value;
use crate::reference::arithmetic::{binary, compare, convert, order, unary};

fn parse(text: &str) -> Program {
    let program = ir::text::parse("operation.gbir", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    program
}

/// A function `main` with parameters that computes one value.
fn operation(parameters: &[Type], result: Type, expression: &str) -> Program {
    let names = ["a", "b"];
    let parameters: Vec<String> =
        names.iter().zip(parameters).map(|(name, ty)| format!("{name}: {}", type_name(*ty))).collect();
    let (parameters, result) = (parameters.join(", "), type_name(result));
    parse(&format!(
        "fn @main({parameters}): {result} {{\n  local r: {result}\nb0:\n  r = {expression}\n  return r\n}}\n"
    ))
}

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Int(int) => int.name(),
        Type::Float(float) => float.name(),
        Type::Ref(_) => "any",
    }
}

fn word(value: Value) -> Word {
    match value {
        Value::Bool(truth) => truth.into(),
        Value::Int(_, number) => number as Word,
        Value::F32(float) => machine::word::from_f32(float),
        Value::F64(float) => machine::word::from_f64(float),
        Value::Ref(_) => panic!("no operation makes references"),
    }
}

/// The value as the text format writes it.
fn literal(value: Value) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Int(int, number) => format!("{number}{}", int.name()),
        Value::F32(float) => format!("f32({:#x})", float.to_bits()),
        Value::F64(float) => format!("f64({:#x})", float.to_bits()),
        Value::Ref(_) => "null".to_string(),
    }
}

/// Runs a program with each list of arguments; `None` stands for a violation.
fn results(program: &Program, lowering: Lowering, arguments: &[Vec<Value>]) -> Vec<Option<Word>> {
    let image = Image::new(program, lowering);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    let main = program.function_named("main").expect("there is a main");
    arguments
        .iter()
        .map(|arguments| {
            let words: Vec<Word> = arguments.iter().map(|&value| word(value)).collect();
            machine.start(main, &words).expect("main has a body");
            match machine.run(&mut 100) {
                Stop::Returned(result) => result,
                Stop::Violation(_) => None,
                stop => panic!("stopped with {stop:?}"),
            }
        })
        .collect()
}

/// Compares an operation on all lists of arguments, and on some of them as constants.
fn check(
    name: &str,
    types: &[Type],
    result: Type,
    arguments: &[Vec<Value>],
    expected: impl Fn(&[Value]) -> Option<Value>,
) {
    let expression = format!("{name} {}", if types.len() == 1 { "a" } else { "a, b" });
    let program = operation(types, result, &expression);
    let wanted: Vec<Option<Word>> = arguments.iter().map(|values| expected(values).map(word)).collect();
    for lowering in [Lowering::Fused, Lowering::Stepwise] {
        let found = results(&program, lowering, arguments);
        for ((found, wanted), values) in found.iter().zip(&wanted).zip(arguments) {
            assert_eq!(found, wanted, "{name} of {values:?}");
        }
    }
    for (values, wanted) in arguments.iter().zip(&wanted).step_by(7) {
        let operands: Vec<String> = values.iter().map(|&value| literal(value)).collect();
        let program = operation(&[], result, &format!("{name} {}", operands.join(", ")));
        let found = results(&program, Lowering::Fused, &[Vec::new()]);
        assert_eq!(found, [*wanted], "{name} of the constants {values:?}");
    }
}

fn samples(ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Int(int) => {
            let corners = [int.min(), int.min() + 1, int.max() - 1, int.max()];
            let small = [-65, -64, -33, -32, -7, -2, -1, 0, 1, 2, 3, 31, 32, 63, 64, 100, 1 << 15, 1 << 31];
            let mut numbers: Vec<i128> = corners.into_iter().chain(small).collect();
            numbers.retain(|&number| int.contains(number));
            numbers.sort_unstable();
            numbers.dedup();
            numbers.into_iter().map(|number| Value::Int(int, number)).collect()
        }
        Type::Float(float) => {
            let corners = [
                0.0,
                -0.0,
                1.0,
                -1.5,
                0.1,
                300.7,
                -2147483649.0,
                4294967296.5,
                1e19,
                1e38,
                1e-45,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
            ];
            let of = |&value: &f64| match float {
                FloatType::F32 => Value::F32(value as f32),
                FloatType::F64 => Value::F64(value),
            };
            corners.iter().map(of).collect()
        }
        Type::Ref(_) => vec![Value::Ref(None)],
    }
}

fn pairs(a: Type, b: Type) -> Vec<Vec<Value>> {
    let rights = samples(b);
    samples(a).iter().flat_map(|&left| rights.iter().map(move |&right| vec![left, right])).collect()
}

fn singles(ty: Type) -> Vec<Vec<Value>> {
    samples(ty).into_iter().map(|value| vec![value]).collect()
}

const FLOATS: [Type; 2] = [Type::Float(FloatType::F32), Type::Float(FloatType::F64)];

fn numbers() -> impl Iterator<Item = Type> {
    IntType::ALL.map(Type::Int).into_iter().chain(FLOATS)
}

#[test]
fn integer_operations() {
    for int in IntType::ALL.map(Type::Int) {
        for op in BinaryOp::ALL {
            let right = if op.is_shift() { Type::I32 } else { int };
            check(op.name(), &[int, right], int, &pairs(int, right), |values| {
                binary(op, values[0], values[1])
            });
        }
    }
}

#[test]
fn float_operations() {
    for float in FLOATS {
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem] {
            check(op.name(), &[float; 2], float, &pairs(float, float), |values| {
                binary(op, values[0], values[1])
            });
        }
    }
}

#[test]
fn bool_operations() {
    for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
        check(op.name(), &[Type::Bool; 2], Type::Bool, &pairs(Type::Bool, Type::Bool), |values| {
            binary(op, values[0], values[1])
        });
    }
    check("not", &[Type::Bool], Type::Bool, &singles(Type::Bool), |values| {
        Some(unary(UnaryOp::Not, values[0]))
    });
}

#[test]
fn unary_operations() {
    for ty in numbers() {
        check("neg", &[ty], ty, &singles(ty), |values| Some(unary(UnaryOp::Neg, values[0])));
    }
    for ty in IntType::ALL.map(Type::Int) {
        check("not", &[ty], ty, &singles(ty), |values| Some(unary(UnaryOp::Not, values[0])));
    }
}

#[test]
fn comparisons() {
    for ty in numbers() {
        for op in CompareOp::ALL {
            check(op.name(), &[ty; 2], Type::Bool, &pairs(ty, ty), |values| {
                Some(Value::Bool(compare(op, values[0], values[1])))
            });
        }
        for op in OrderOp::ALL {
            check(op.name(), &[ty; 2], Type::I32, &pairs(ty, ty), |values| {
                Some(order(op, values[0], values[1]))
            });
        }
    }
    for op in [CompareOp::Eq, CompareOp::Ne] {
        check(op.name(), &[Type::Bool; 2], Type::Bool, &pairs(Type::Bool, Type::Bool), |values| {
            Some(Value::Bool(compare(op, values[0], values[1])))
        });
    }
}

#[test]
fn conversions() {
    for from in numbers().chain([Type::Bool]) {
        for to in numbers() {
            check("convert", &[from], to, &singles(from), |values| Some(convert(values[0], to)));
        }
    }
}

/// A branch right behind its comparison is one operation, in four variants: whichever way falls
/// through, and whether the result is read again.
#[test]
fn branches_on_comparisons() {
    for ty in numbers() {
        for op in CompareOp::ALL {
            for (first, again) in [(1, false), (0, false), (1, true), (0, true)] {
                let (name, ty_name) = (op.name(), type_name(ty));
                let (yes, no) = if first == 1 { ("b1", "b2") } else { ("b2", "b1") };
                let result = |yes: bool| match (again, yes) {
                    (true, _) => "c",
                    (false, true) => "true",
                    (false, false) => "false",
                };
                let (here, there) = if first == 1 { (true, false) } else { (false, true) };
                let program = parse(&format!(
                    "fn @main(a: {ty_name}, b: {ty_name}): bool {{\n  local c: bool\nb0:\n  c = {name} a, b\n  \
                     branch c, {yes}, {no}\nb1:\n  return {}\nb2:\n  return {}\n}}\n",
                    result(here),
                    result(there)
                ));
                let arguments = pairs(ty, ty);
                for lowering in [Lowering::Fused, Lowering::Stepwise] {
                    for (values, found) in arguments.iter().zip(results(&program, lowering, &arguments)) {
                        let expected = compare(op, values[0], values[1]);
                        assert_eq!(found, Some(Word::from(expected)), "{name} of {values:?}");
                    }
                }
            }
        }
    }
}
