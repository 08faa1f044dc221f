//! A second domain: a value is one word for each of up to four states, and a decision on which the
//! states differ forks. It shows that an engine can run many states at once by the contract of
//! `machine::Domain` alone: narrow the set, and let the machine execute the same operation again.

use ir::generate::{Shape, Source, program};
use ir::{BinaryOp, CompareOp, OrderOp, Program, UnaryOp};
use machine::word::{self, Number, Order};
use machine::{Concrete, Domain, Image, Limits, Lowering, Machine, Stop, Word};

const STATES: usize = 4;

/// The states that a machine stands for, as bits.
#[derive(Clone, Debug)]
struct Sets {
    active: u8,
}

/// The states that have the word of the first one, and the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Split {
    same: u8,
    others: u8,
}

type Words = [Word; STATES];

impl Sets {
    fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let active = self.active;
        (0..STATES).filter(move |state| active & 1 << state != 0)
    }
}

impl Domain for Sets {
    type Value = Words;
    type Fork = Split;
    const PACKED: bool = false;

    fn constant(&mut self, word: Word) -> Words {
        [word; STATES]
    }

    fn word(&mut self, value: Words) -> Result<Word, Split> {
        let first = self.active().next().expect("some state is active");
        let same: u8 =
            self.active().filter(|&state| value[state] == value[first]).map(|state| 1 << state).sum();
        if same == self.active { Ok(value[first]) } else { Err(Split { same, others: self.active & !same }) }
    }

    fn words(&self, value: Words, visit: impl FnMut(Word)) {
        self.active().map(|state| value[state]).for_each(visit);
    }

    fn test(&mut self, value: Words) -> Result<bool, Split> {
        self.word(value).map(|word| word != 0)
    }

    fn unary(&mut self, op: UnaryOp, number: Number, a: Words) -> Result<Words, Split> {
        Ok(a.map(|a| word::unary(op, number, a)))
    }

    fn binary(&mut self, op: BinaryOp, number: Number, a: Words, b: Words) -> Result<Words, Split> {
        let mut result = [0; STATES];
        // Only active states are known to have a divisor that is not zero.
        for state in self.active() {
            result[state] = word::binary(op, number, a[state], b[state]);
        }
        Ok(result)
    }

    fn compare(&mut self, op: CompareOp, order: Order, a: Words, b: Words) -> Result<Words, Split> {
        Ok(std::array::from_fn(|state| Word::from(word::compare(op, order, a[state], b[state]))))
    }

    fn three_way(&mut self, op: OrderOp, order: Order, a: Words, b: Words) -> Result<Words, Split> {
        Ok(std::array::from_fn(|state| word::three_way(op, order, a[state], b[state])))
    }

    fn convert(&mut self, from: Number, to: Number, a: Words) -> Result<Words, Split> {
        Ok(a.map(|a| word::convert(from, to, a)))
    }
}

/// How a state ended, or that it did not.
type Ending = Stop<Word, Split>;

const FUEL: u64 = 5_000;

/// Which words the four states choose at the `index`th choice.
fn picks(seed: u64, index: usize, low: i128, high: i128) -> [i128; STATES] {
    let mut source = Source::from_seed(seed ^ (index as u64) << 40);
    let same = source.chance(1, 3);
    let first = low + i128::from(source.word()) % (high - low + 1);
    std::array::from_fn(|_| if same { first } else { low + i128::from(source.word()) % (high - low + 1) })
}

/// Runs all states together and gives how each ended, and how many forks there were.
fn together(image: &Image<'_>, seed: u64) -> ([Option<Ending>; STATES], usize) {
    let mut machine = Machine::new(image, Sets { active: 0b1111 }, Limits::default());
    machine.start(image.program().function_named("main").unwrap(), &[]).unwrap();
    let mut waiting = vec![(machine, 0, FUEL)];
    let mut endings = [None; STATES];
    let mut forks = 0;
    while let Some((mut machine, mut choices, mut fuel)) = waiting.pop() {
        let ending: Ending = loop {
            match machine.run(&mut fuel) {
                Stop::Fork(split) => {
                    // The operation has not happened: both halves execute it again.
                    forks += 1;
                    let mut other = machine.clone();
                    other.domain_mut().active = split.others;
                    machine.domain_mut().active = split.same;
                    waiting.push((other, choices, fuel));
                }
                Stop::Choice(choice) => {
                    let words = picks(seed, choices, choice.low, choice.high).map(|value| choice.word(value));
                    machine.choose_value(words);
                    choices += 1;
                }
                Stop::Returned(Some(words)) => {
                    for state in machine.domain().active() {
                        endings[state] = Some(Stop::Returned(Some(words[state])));
                    }
                    break Stop::Returned(None);
                }
                Stop::Returned(None) => break Stop::Returned(None),
                Stop::Exited(status) => break Stop::Exited(status),
                Stop::Violation(bug) => break Stop::Violation(bug),
                Stop::Dropped => break Stop::Dropped,
                Stop::Unsupported(what) => break Stop::Unsupported(what),
                Stop::Exhausted(resource) => break Stop::Exhausted(resource),
                Stop::Paused => break Stop::Paused,
            }
        };
        for state in machine.domain().active() {
            endings[state].get_or_insert(ending);
        }
    }
    (endings, forks)
}

/// Runs one state alone in the concrete domain.
fn alone(image: &Image<'_>, seed: u64, state: usize) -> Ending {
    let mut machine = Machine::new(image, Concrete, Limits::default());
    machine.start(image.program().function_named("main").unwrap(), &[]).unwrap();
    let mut fuel = FUEL;
    for index in 0.. {
        match machine.run(&mut fuel) {
            Stop::Choice(choice) => {
                machine.choose(choice.word(picks(seed, index, choice.low, choice.high)[state]));
            }
            Stop::Returned(word) => return Stop::Returned(word),
            Stop::Exited(status) => return Stop::Exited(status),
            Stop::Violation(bug) => return Stop::Violation(bug),
            Stop::Dropped => return Stop::Dropped,
            Stop::Unsupported(what) => return Stop::Unsupported(what),
            Stop::Exhausted(resource) => return Stop::Exhausted(resource),
            Stop::Paused => return Stop::Paused,
            Stop::Fork(never) => match never {},
        }
    }
    unreachable!("fuel is finite")
}

/// Compares both ways for each state; gives the number of forks and of different endings.
fn compare(program: &Program, seed: u64) -> (usize, usize) {
    let image = Image::new(program, Lowering::Fused);
    let (endings, forks) = together(&image, seed);
    let mut different = Vec::new();
    for (state, ending) in endings.into_iter().enumerate() {
        let expected = alone(&image, seed, state);
        let found = ending.expect("every state ended");
        // A fork costs fuel, because the operation is tried more than once.
        if found != Stop::Paused && expected != Stop::Paused {
            assert_eq!(found, expected, "seed {seed}, state {state}\n{}", ir::text::print(program));
        }
        if !different.contains(&expected) {
            different.push(expected);
        }
    }
    (forks, different.len())
}

#[test]
fn a_branching_program_runs_for_four_states_at_once() {
    let text = "class Node {\n  field value: i32\n  field next: Node\n}\nfn @main(): i32 {\n  local x: i32\n  \
                local n: Node\n  local m: Node\n  local a: i32[]\n  local c: bool\n  local t: i32\nb0:\n  \
                x = choose 0, 9\n  n = new Node\n  n.Node.value = x\n  a = new i32[10]\n  t = mul x, 3\n  \
                a[2] = t\n  c = lt x, 5\n  branch c, b1, b2\nb1:\n  m = new Node\n  n.Node.next = m\n  \
                m.Node.value = 7\n  goto b2\nb2:\n  m = n.Node.next\n  a[x] = 100\n  t = a[2]\n  \
                c = eq m, null\n  branch c, b3, b4\nb3:\n  return t\nb4:\n  x = m.Node.value\n  t = add t, x\n  \
                return t\n}\n";
    let program = ir::text::parse("sets.gbir", text).unwrap();
    ir::verify::verify(&program).unwrap();
    let mut forks = 0;
    for seed in 0..200 {
        forks += compare(&program, seed).0;
    }
    assert!(forks > 300, "only {forks} forks");
}

/// The exception for a trap may be another one in each state. The function that makes it must not run
/// again because of that.
#[test]
fn a_fork_about_which_exception_it_is_makes_it_once() {
    let text = "class A {\n}\nclass B {\n}\nglobal @a: any\nglobal @b: any\nglobal @either: any\nglobal @made: i32\n\
                fn @division(): any {\n  local x: i32\n  local e: any\nb0:\n  x = @made\n  x = add x, 1\n  \
                @made = x\n  e = @either\n  return e\n}\ntrap division = @division\nfn @main(): i32 {\n  \
                local o: any\n  local x: i32\n  local caught: any\n  local c: bool\nb0:\n  o = new A\n  @a = o\n  \
                o = new B\n  @b = o\n  c = havoc\n  goto b1\nb1 unwind b2(caught):\n  x = div 1, 0\n  \
                return x\nb2:\n  c = instanceof caught, A\n  branch c, b3, b4\nb3:\n  x = @made\n  return x\n\
                b4:\n  x = @made\n  x = neg x\n  return x\n}\n";
    let program = ir::text::parse("sets.gbir", text).unwrap();
    ir::verify::verify(&program).unwrap();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Sets { active: 0b1111 }, Limits::default());
    machine.start(program.function_named("main").unwrap(), &[]).unwrap();
    let Stop::Choice(choice) = machine.run(&mut 100) else { panic!("there is a choice first") };
    let global = |name| ir::Id::index(program.global_named(name).unwrap());
    let word = |name| machine.heap().global(global(name)).unwrap()[0];
    let (a, b) = (word("a"), word("b"));
    machine.heap_mut().set_global(global("either"), [a, b, b, a]);
    machine.choose(choice.word(0));
    assert_eq!(machine.run(&mut 100), Stop::Fork(Split { same: 0b1001, others: 0b0110 }));
    let mut other = machine.clone();
    machine.domain_mut().active = 0b1001;
    assert_eq!(machine.run(&mut 100), Stop::Returned(Some([1; STATES])));
    other.domain_mut().active = 0b0110;
    assert_eq!(other.run(&mut 100), Stop::Returned(Some([-1i64 as Word; STATES])));
}

#[test]
fn generated_programs_run_for_four_states_at_once() {
    let (mut forks, mut different) = (0, 0);
    for seed in 0..6_000 {
        let shape = Shape::for_many_states(seed % 2 == 0);
        let program = program(&mut Source::from_seed(seed), &shape);
        let (more, endings) = compare(&program, seed);
        forks += more;
        different += usize::from(endings > 1);
    }
    assert!(forks > 400 && different > 100, "{forks} forks, {different} programs with several endings");
}
