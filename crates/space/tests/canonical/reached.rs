//! States that programs reach: decoding and encoding give the same bytes and the same future, and
//! what is no part of a state does not show.

use std::convert::Infallible;

use ir::Program;
use ir::generate::{Loops, Shape, Source, program};
use machine::{Concrete, Image, Limits, Lowering, Machine, Stop, Word};
use space::{Encoder, decode};

const FUEL: u64 = 5_000;

fn pick(seed: u64, index: usize, low: i128, high: i128) -> i128 {
    let mut source = Source::from_seed(seed ^ (index as u64) << 32);
    low + i128::from(source.word()) % (high - low + 1)
}

fn start<'i, 'p>(image: &'i Image<'p>) -> Machine<'i, 'p, Concrete> {
    let limits = Limits { frames: 20, heap: 1 << 20, ..Limits::default() };
    let mut machine = Machine::new(image, Concrete, limits);
    let main = image.program().function_named("main").expect("there is a main");
    machine.start(main, &[]).expect("main has a body");
    machine
}

/// Objects have other names in a machine that was restored.
fn without_names(stop: Stop<Word, Infallible>) -> String {
    if let Stop::Violation(machine::Bug::Exception(_)) = stop {
        return "exception".to_string();
    }
    format!("{stop:?}")
}

/// Runs a program beside a machine that is restored from the bytes of every state on the way, and one
/// that collects garbage all the time and can go back to some state; gives the number of states.
fn follow(program: &Program, seed: u64) -> usize {
    let image = Image::new(program, Lowering::Fused);
    let (mut machine, mut restored) = (start(&image), start(&image));
    let (mut encoder, mut second, mut third) = (Encoder::new(), Encoder::new(), Encoder::new());
    let mut eager = start(&image);
    eager.collect_eagerly();
    for index in 0..40 {
        let stop = machine.run(&mut FUEL.clone());
        let after = restored.run(&mut FUEL.clone());
        assert_eq!(without_names(stop), without_names(after), "seed {seed}\n{}", ir::text::print(program));
        let collected = eager.run(&mut FUEL.clone());
        assert_eq!(
            without_names(stop),
            without_names(collected),
            "seed {seed}: after collections\n{}",
            ir::text::print(program)
        );
        let Stop::Choice(choice) = stop else {
            return index;
        };
        let bytes = encoder.encode(&machine).to_vec();
        assert_eq!(second.encode(&restored), bytes, "seed {seed}: the restored machine went elsewhere");
        assert_eq!(third.encode(&eager), bytes, "seed {seed}: collecting went elsewhere");
        if index % 3 == 1 {
            eager.mark();
            eager.collect_eagerly();
        }
        decode(&mut restored, &bytes);
        assert_eq!(restored.run(&mut 500), stop, "seed {seed}: the choice is another");
        assert_eq!(second.encode(&restored), bytes, "seed {seed}: {}", ir::text::print(program));
        let value = choice.word(pick(seed, index, choice.low, choice.high));
        machine.choose(value);
        restored.choose(value);
        eager.choose(value);
    }
    40
}

#[test]
fn decoding_gives_back_every_state_that_is_reached() {
    let shape = Shape { assertions: false, assumptions: false, externals: false, ..Shape::EVERYTHING };
    let counted = Shape { loops: Loops::Counted(6), unbounded: false, ..shape.clone() };
    let mut states = 0;
    for seed in 0..6_000 {
        let shape = if seed % 2 == 0 { &shape } else { &counted };
        states += follow(&program(&mut Source::from_seed(seed), shape), seed);
    }
    assert!(states > 10_000, "only {states} states were reached");
}

/// The bytes of the state at the first choice of a program's `main`.
fn first_state(text: &str) -> Vec<u8> {
    let program = ir::text::parse("state.gbir", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = start(&image);
    assert!(matches!(machine.run(&mut 10_000), Stop::Choice(_)));
    let bytes = Encoder::new().encode(&machine).to_vec();
    let mut again = start(&image);
    decode(&mut again, &bytes);
    assert!(matches!(again.run(&mut 10_000), Stop::Choice(_)));
    assert_eq!(Encoder::new().encode(&again), bytes);
    bytes
}

/// A program with two nodes; `first` goes before the choice, where the point is the same whatever it
/// does, `used` behind it.
fn two_nodes(first: &str, used: &str) -> Vec<u8> {
    first_state(&format!(
        "class Node {{\n  field left: Node\n  field right: Node\n  field value: i32\n}}\nglobal @g: any\n\
         fn @main(): i32 {{\n  local a: Node\n  local b: Node\n  local t: Node\n  local x: i32\n  local d: i32\n\
         b0:\n  d = 0\n  t = null\n  goto b1\nb1:\n{first}  goto b3\nb2:\n  x = choose 0, 1\n{used}  return x\nb3:\n  \
         goto b2\n}}\n"
    ))
}

/// The points of the program differ with the number of statements before the choice, so that there
/// must be as many in both.
#[test]
fn what_is_no_part_of_a_state_does_not_show() {
    let used = "  a.Node.left = b\n";
    let plain = two_nodes("  a = new Node\n  b = new Node\n  t = null\n  d = 0\n", used);
    let cases = [
        ("order", "  b = new Node\n  a = new Node\n  t = null\n  d = 0\n"),
        ("garbage", "  t = new Node\n  a = new Node\n  b = new Node\n  d = 0\n"),
        ("dead locals", "  a = new Node\n  b = new Node\n  t = b\n  d = 77\n"),
        ("a global that is as it was", "  a = new Node\n  b = new Node\n  @g = null\n  d = 0\n"),
    ];
    for (what, first) in cases {
        assert_eq!(two_nodes(first, used), plain, "{what}");
    }
    let different = [
        ("aliases", "  a = new Node\n  b = a\n  t = null\n  d = 0\n"),
        ("null", "  a = new Node\n  b = null\n  t = null\n  d = 0\n"),
        ("a field", "  a = new Node\n  b = new Node\n  a.Node.value = 1\n  d = 0\n"),
        ("a link", "  a = new Node\n  b = new Node\n  a.Node.right = b\n  d = 0\n"),
        ("another link", "  a = new Node\n  b = new Node\n  b.Node.right = a\n  d = 0\n"),
        ("a global", "  a = new Node\n  b = new Node\n  @g = b\n  d = 0\n"),
        ("a monitor", "  a = new Node\n  b = new Node\n  enter a\n  d = 0\n"),
        ("another monitor", "  a = new Node\n  b = new Node\n  enter b\n  d = 0\n"),
    ];
    let mut all = vec![plain];
    for (what, first) in different {
        let bytes = two_nodes(first, used);
        assert!(!all.contains(&bytes), "{what} does not show");
        all.push(bytes);
    }
    // A local that is read behind the choice counts.
    let live = "  x = add x, d\n";
    assert_ne!(
        two_nodes("  a = new Node\n  b = new Node\n  t = null\n  d = 1\n", live),
        two_nodes("  a = new Node\n  b = new Node\n  t = null\n  d = 2\n", live)
    );
}

/// Monitors of garbage are no part of a state, and it does not matter in which order others were
/// entered.
#[test]
fn monitors_show_by_their_objects_only() {
    let used = "  exit a\n  exit b\n";
    let ab = two_nodes("  a = new Node\n  b = new Node\n  enter a\n  enter b\n", used);
    assert_eq!(two_nodes("  a = new Node\n  b = new Node\n  enter b\n  enter a\n", used), ab);
    assert_eq!(two_nodes("  b = new Node\n  a = new Node\n  enter b\n  enter a\n", used), ab);
    let garbage = "  t = new Node\n  enter t\n  t = new Node\n  a = t\n  b = new Node\n";
    let plain = "  t = new Node\n  t = null\n  t = new Node\n  a = t\n  b = new Node\n";
    assert_eq!(two_nodes(garbage, used), two_nodes(plain, used));
    let twice = two_nodes("  a = new Node\n  b = new Node\n  enter a\n  enter a\n", used);
    assert_ne!(twice, ab);
}

/// NaNs that a program cannot tell apart make one state.
#[test]
fn every_nan_is_the_same_state() {
    let with = |bits: &str| {
        first_state(&format!(
            "global @g: f64\nfn @main(): f64 {{\n  local x: f64\n  local c: bool\nb0:\n  x = f64({bits})\n  \
             @g = x\n  c = havoc\n  return x\n}}\n"
        ))
    };
    let canonical = with("0x7ff8000000000000");
    for bits in ["0xfff8000000000000", "0x7ff8000000000001", "0x7ff0000000000001"] {
        assert_eq!(with(bits), canonical, "{bits}");
    }
    assert_ne!(with("0x7ff0000000000000"), canonical);
}

/// States inside calls, and inside a function that makes an exception: every frame counts.
#[test]
fn frames_below_count() {
    let with = |x: i32, y: i32| {
        first_state(&format!(
            "fn @ask(): i32 {{\n  local c: i32\nb0:\n  c = choose 0, 1\n  return c\n}}\n\
             fn @middle(y: i32): i32 {{\n  local c: i32\nb0:\n  c = call @ask()\n  c = add c, y\n  return c\n}}\n\
             fn @main(): i32 {{\n  local x: i32\n  local dead: i32\n  local c: i32\nb0:\n  x = {x}\n  dead = {x}\n  \
             c = call @middle({y})\n  c = add c, x\n  return c\n}}\n"
        ))
    };
    let all = [with(1, 1), with(1, 2), with(2, 1), with(2, 2)];
    for (index, bytes) in all.iter().enumerate() {
        assert!(!all[..index].contains(bytes));
    }
    let trap = |x: i32| {
        first_state(&format!(
            "class E {{\n}}\nfn @division(): any {{\n  local c: i32\n  local e: E\nb0:\n  c = choose 0, 1\n  \
             e = new E\n  return e\n}}\ntrap division = @division\nfn @main(): i32 {{\n  local x: i32\n  \
             local caught: any\nb0:\n  x = {x}\n  goto b1\nb1 unwind b2(caught):\n  x = div 1, 0\n  return x\nb2:\n  \
             return x\n}}\n"
        ))
    };
    assert_ne!(trap(1), trap(2));
}
