//! Random programs on the concrete machine and with abstract fields: an abstraction never proves what the program violates, and
//! never shows what it does not.

use check::{Budget, CancelToken, Meter, Property, Silent, System};
use ir::Program;
use threads::abstraction::{Abstraction, Place, Plan, Terms, parse_declarations, search_abstract};
use threads::{Options, Order};

struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

const OPERATIONS: [&str; 8] = ["add", "sub", "mul", "and", "or", "xor", "div", "rem"];
const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];
const CONSTANTS: [&str; 8] = ["0", "1", "2", "3", "-1", "-3", "7", "2147483647"];

/// A program with two choices, two fields and steps that compute with them: straight lines, branches, a switch, an array.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::from(
        "class Box {\n  field a: i32\n  field b: i32\n}\n\nfn @main() {\n  local box: Box\n  local x: i32\n  local y: i32\n  local z: i32\n  local array: i32[]\n  local test: bool\nb0:\n  box = new Box\n  array = new i32[3]\n  x = choose -1, 2\n  y = choose 0, 1\n  z = 0\n",
    );
    let mut block = 0;
    for _ in 0..4 + random.below(6) {
        let (one, other) = (random.pick(&["x", "y", "z"]), random.pick(&["x", "y", "z"]));
        let field = random.pick(&["a", "b"]);
        match random.below(9) {
            0 => text += &format!("  box.Box.{field} = {one}\n"),
            1 => text += &format!("  {one} = box.Box.{field}\n"),
            2 => {
                let operation = random.pick(&OPERATIONS[..6]);
                text += &format!("  {one} = {operation} {other}, {}\n", random.pick(&CONSTANTS));
            }
            3 => {
                let operation = random.pick(&OPERATIONS);
                text += &format!("  {one} = {operation} {other}, {}\n", random.pick(&["x", "y", "z"]));
            }
            4 => {
                let comparison = random.pick(&COMPARISONS);
                block += 1;
                let step = random.pick(&["add", "sub"]);
                text += &format!(
                    "  test = {comparison} {one}, {}\n  branch test, t{block}, e{block}\nt{block}:\n  {other} = {step} {other}, 1\n  goto j{block}\ne{block}:\n  box.Box.{field} = {other}\n  goto j{block}\nj{block}:\n",
                    random.pick(&CONSTANTS)
                );
            }
            5 => {
                block += 1;
                text += &format!(
                    "  switch {one}, 0: t{block}, 2: e{block}, else j{block}\nt{block}:\n  {other} = 5\n  goto j{block}\ne{block}:\n  {other} = box.Box.{field}\n  goto j{block}\nj{block}:\n"
                );
            }
            6 => text += &format!("  array[{one}] = {other}\n"),
            7 => text += &format!("  {other} = array[{one}]\n"),
            _ => {
                let operation = random.pick(&["neg", "not"]);
                text += &format!("  {one} = {operation} {other}\n");
            }
        }
    }
    let comparison = random.pick(&COMPARISONS);
    text +=
        &format!("  x = box.Box.a\n  test = {comparison} x, {}\n", random.pick(&["y", "z", "0", "1", "-2"]));
    text + "  assert test, \"it is so\"\n  return\n}\n"
}

fn options(order: Order) -> Options {
    let mut options = Options::new(vec![Property::Assertion, Property::Trap]);
    options.order = order;
    options
}

/// Whether the program violates something.
fn is_violated(program: &Program) -> bool {
    let host = System::start();
    let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
    let entry = program.function_named("main").expect("there is a main function");
    let outcome = threads::search(program, entry, &options(Order::BreadthFirst), meter, &mut Silent);
    assert!(outcome.evidence.skipped.is_empty(), "{:?}", outcome.evidence.skipped);
    !outcome.evidence.candidates.is_empty()
}

#[test]
fn abstractions_agree_with_the_program() {
    let declared = parse_declarations(
        "abstraction level\ntoken low: x < 3 and x % 3 != 1\ntoken some: x >= 3 and x < 50\ntoken rest: otherwise\n",
    )
    .expect("every number has a token");
    let abstractions =
        ["signs", "parity", "modulo(3)", "range(0..1)", "set{3, -1}", "constant(2)", "point", "level"]
            .map(|text| Abstraction::parse(text, &declared).expect("there is one"));
    let (mut violated, mut held, mut unknown) = (0, 0, 0);
    for seed in 0..1000 {
        let text = program(seed);
        let program = ir::text::parse("random.gbir", &text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        ir::verify::verify(&program).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        let entry = program.function_named("main").expect("there is a main function");
        let expected = is_violated(&program);
        let class = program.class_named("Box").expect("there is a class");
        let fields = &program.classes[class].fields;
        for (index, abstraction) in abstractions.iter().enumerate() {
            let place = |name: &str, field: usize| {
                (name.to_string(), Place::Field(fields[field]), abstraction.clone())
            };
            let plan = Plan { places: vec![place("Box.a", 0), place("Box.b", 1)] };
            let order = [Order::ChooseFreeFirst, Order::BreadthFirst, Order::DepthFirst, Order::ChooseFree]
                [(seed as usize + index) % 4];
            let host = System::start();
            let terms = Terms {
                budget: Budget::default(),
                cancel: CancelToken::new(),
                host: &host,
                refine: seed % 3 == 0 && order != Order::ChooseFree,
            };
            let answer = search_abstract(&program, entry, plan, &options(order), &terms, &mut Silent);
            assert_eq!(answer.unproved, [""; 0], "seed {seed}, {}: all is proved\n{text}", abstraction.name);
            let evidence = answer.outcome.evidence;
            let found = !evidence.candidates.is_empty();
            let complete = evidence.frontier == check::Frontier::Empty
                && evidence.doubts.is_empty()
                && evidence.skipped.is_empty();
            assert!(!found || expected, "seed {seed}, {}: what is shown is there\n{text}", abstraction.name);
            assert!(
                !complete || found || !expected,
                "seed {seed}, {}: what holds is true\n{text}",
                abstraction.name
            );
            // Whoever asks for executions without internal choices gets no others.
            assert!(
                found || !expected || order == Order::ChooseFree,
                "seed {seed}, {}: what is there is found\n{text}",
                abstraction.name
            );
            match (found, complete) {
                (true, _) => violated += 1,
                (false, true) => held += 1,
                (false, false) => unknown += 1,
            }
        }
    }
    // The test says something only if all three happen often.
    assert!(
        violated > 100 && held > 100 && unknown > 20,
        "{violated} violated, {held} held, {unknown} unknown"
    );
}
