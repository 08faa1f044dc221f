//! Functions at the limits of what the verifier lets through.

use std::fmt::Write as _;

use machine::{Concrete, Image, Limits, Lowering, Machine, Resource, Stop, Word};

fn run(text: &str, lowering: Lowering, limits: Limits) -> Stop<Word, std::convert::Infallible> {
    let program = ir::text::parse("large.gbir", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let image = Image::new(&program, lowering);
    let mut machine = Machine::new(&image, Concrete, limits);
    machine.start(program.function_named("main").unwrap(), &[]).unwrap();
    machine.run(&mut 10_000_000)
}

/// A function of 255 parameters that weighs each by its place, called with constants that have no
/// registers, and again with locals.
#[test]
fn calls_with_255_arguments() {
    let parameters: Vec<String> = (0..255).map(|index| format!("p{index}: i64")).collect();
    let mut text = format!("fn @weigh({}): i64 {{\n  local t: i64\n  local s: i64\nb0:\n  s = 0i64\n", {
        parameters.join(", ")
    });
    for index in 0..255 {
        let _ = writeln!(text, "  t = mul p{index}, {}i64\n  s = add s, t", index + 1);
    }
    let constants: Vec<String> = (0..255).map(|index| format!("{}i64", 7 * index + 3)).collect();
    let _ = write!(
        text,
        "  return s\n}}\nfn @main(): i64 {{\n  local a: i64\n  local b: i64\n  local same: bool\n"
    );
    for index in 0..255 {
        let _ = writeln!(text, "  local x{index}: i64");
    }
    let _ = writeln!(text, "b0:\n  a = call @weigh({})", constants.join(", "));
    for (index, constant) in constants.iter().enumerate() {
        let _ = writeln!(text, "  x{index} = {constant}");
    }
    let locals: Vec<String> = (0..255).map(|index| format!("x{index}")).collect();
    let _ = writeln!(text, "  b = call @weigh({})", locals.join(", "));
    let _ = writeln!(text, "  same = eq a, b\n  assert same, \"both ways are the same\"\n  return a\n}}");
    let expected: u64 = (0..255).map(|index| (7 * index + 3) * (index + 1)).sum();
    for lowering in [Lowering::Fused, Lowering::Stepwise] {
        assert_eq!(run(&text, lowering, Limits::default()), Stop::Returned(Some(expected)));
    }
}

/// Every kind of statement that takes constants, in a function that has too many of them.
#[test]
fn statements_with_constants_that_have_no_registers() {
    let mut text = String::from(
        "class Node {\n  field value: i32\n}\nglobal @g: i32\nfn @twice(a: i32, b: i32): i32 {\nb0:\n  \
         a = add a, b\n  return a\n}\nfn @main(): i32 {\n  local x: i32\n  local y: i32\n  local a: i32[]\n  \
         local n: Node\n  local c: bool\nb0:\n  x = 0\n",
    );
    for index in 0..40 {
        let _ = writeln!(text, "  x = add x, {}", 100 + index);
    }
    text += "  x = 1001\n  a = new i32[1002]\n  a[1003] = 1004\n  goto b1\n";
    // The write is out of bounds, so the array is made larger first.
    text = text.replace("new i32[1002]", "new i32[2002]");
    text += "b1:\n  y = a[1003]\n  c = eq y, 1004\n  assert c, \"elements\"\n  n = new Node\n  \
             n.Node.value = 1005\n  y = n.Node.value\n  c = eq 1005, y\n  assert c, \"fields\"\n  @g = 1006\n  \
             y = @g\n  y = sub y, 1005\n  c = eq y, 1\n  assert c, \"globals\"\n  y = call @twice(1007, 1008)\n  \
             c = lt y, 2014\n  branch c, b9, b2\nb2:\n  c = le 2016, y\n  branch c, b9, b3\nb3:\n  \
             switch 1009, 1009: b4, else b9\nb4:\n  y = sub 1010, 1011\n  y = neg 1012\n  x = add y, 1013\n  \
             y = cmpl 1014, 1015\n  x = add x, y\n  return 1016\nb9:\n  assert false, \"control\"\n  return 1017\n}\n";
    for lowering in [Lowering::Fused, Lowering::Stepwise] {
        assert_eq!(run(&text, lowering, Limits::default()), Stop::Returned(Some(1016)));
    }
}

#[test]
fn recursion_uses_the_limits_exactly() {
    let text = "fn @down(n: i32): i32 {\n  local b: bool\n  local m: i32\nb0:\n  b = eq n, 0\n  \
                branch b, b1, b2\nb1:\n  return 0\nb2:\n  m = sub n, 1\n  m = call @down(m)\n  m = add m, 1\n  \
                return m\n}\nfn @main(): i32 {\n  local m: i32\nb0:\n  m = call @down(1000)\n  return m\n}\n";
    let with = |frames| run(text, Lowering::Fused, Limits { frames, ..Limits::default() });
    // Main, and `down` for 1000 to 0.
    assert_eq!(with(1002), Stop::Returned(Some(1000)));
    assert_eq!(with(1001), Stop::Exhausted(Resource::Frames));
    let few = Limits { registers: 1000, ..Limits::default() };
    assert_eq!(run(text, Lowering::Fused, few), Stop::Exhausted(Resource::Frames));
}

/// A function that traps while it makes an exception for the same trap nests without end; its
/// registers count.
#[test]
fn traps_in_traps_keep_to_the_limit_of_registers() {
    let mut text = String::from("fn @division(): any {\n");
    for index in 0..20_000 {
        let _ = writeln!(text, "  local x{index}: i32");
    }
    text += "  local a: any\nb0:\n  x0 = div 1, 0\n  a = null\n  return a\n}\ntrap division = @division\n\
             fn @main() {\n  local x: i32\nb0:\n  x = div 1, 0\n  return\n}\n";
    let limits = Limits { registers: 1 << 20, ..Limits::default() };
    assert_eq!(run(&text, Lowering::Fused, limits), Stop::Exhausted(Resource::Frames));
}

/// What an operation touches is paid for with fuel: whoever executes in slices gets a look at the clock after a bounded
/// amount of work, however few operations it was.
#[test]
fn large_operations_cost_fuel_by_their_size() {
    let text = "fn @main() {\n  local a: i64[]\nb0:\n  a = new i64[1000000]\n  return\n}\n";
    let program = ir::text::parse("large.gbir", text).unwrap();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    machine.start(program.function_named("main").unwrap(), &[]).unwrap();
    const FUEL: u64 = 10_000_000;
    let mut fuel = FUEL;
    assert_eq!(machine.run(&mut fuel), Stop::Returned(None));
    assert!(FUEL - fuel > 100_000, "8 MB cost {}", FUEL - fuel);
    // More than there is left is all that there is left.
    machine.start(program.function_named("main").unwrap(), &[]).unwrap();
    let mut fuel = 1_000;
    assert_eq!((machine.run(&mut fuel), fuel), (Stop::Paused, 0));
    assert_eq!(machine.run(&mut 1_000), Stop::Returned(None));
}

/// What there is no room for is not the program's own limit, so it is no trap; the program's own comes first if both are reached.
#[test]
fn heap_without_room_stops_and_is_no_trap() {
    let text = |length: u32| {
        format!(
            "fn @memory(): any {{\n  local a: any\nb0:\n  a = null\n  return a\n}}\n\
                 trap out_of_memory = @memory\nfn @main() {{\n  local a: i64[]\nb0:\n  \
                 a = new i64[{length}]\n  return\n}}\n"
        )
    };
    let limits = Limits { heap: 1 << 20, room: 1 << 18, ..Limits::default() };
    let stop = |length| run(&text(length), Lowering::Fused, limits);
    assert_eq!(stop(1 << 14), Stop::Returned(None));
    assert_eq!(stop(1 << 16), Stop::Exhausted(Resource::Room));
    assert!(matches!(stop(1 << 18), Stop::Violation(_)), "{:?}", stop(1 << 18));
}
