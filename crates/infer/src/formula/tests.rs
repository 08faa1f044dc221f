//! What formulas are as bits against what they mean: random formulas on random heaps before and after a call.
//!
//! A [`World`] has the heap before the call, and one after it in which some cells have other values, as a circuit. The solver
//! gives values of its inputs for which both are heaps; these are read off as plain values, and formulas are evaluated on them.

use std::collections::{BTreeMap, BTreeSet};

use ir::{FieldId, GlobalId, Program, Type};
use logic::sat::{Answer, Solver};

use super::*;
use crate::prestate::{Plain, PreState, plain};
use crate::property::{self, Condition, Context, Object, View, holds, read};
use crate::universe::{Atom, Scope, Universe};

#[path = "../../tests/property/generate.rs"]
mod generate;

use generate::{LAWS, Random, comparison, formula, instance, relation, set};

/// Formulas with everything that random ones have not: numbers and truth values in columns, global variables, arrays of
/// numbers, bounds that depend on other variables.
const TEXTS: [&str; 44] = [
    "open == flag",
    "old(open) => open && flag",
    "all s: Set | s.open <=> s.size > 0",
    "#{s: Set | s.open} == 2",
    "Set.open == true",
    "Set::open == old(Set::open)",
    "this.size == old(this.size) + 1",
    "old(this.size) * n - p.size <= Set.count",
    "size / n == 1",
    "size % n == old(size) % 3",
    "Set.count == 1",
    "old(Set.count) < Set.count",
    "Set.first == null",
    "Set.first == this",
    "result == this || result == p",
    "result !in old(Set)",
    "some result.elems && result.elems !in old(Entry)",
    "Entry.val == old(Entry.val)",
    "Entry.val in Set.size + 1",
    "#Entry.val < #Entry",
    "n in Entry.val",
    "min(Entry.val) < max(Set.size)",
    "Entry::val == old(Entry::val) ++ (this.elems -> n)",
    "Entry::val ++ Special::weight == Entry::val",
    "#(~(Entry::val)) == #Entry + #(n.~(Entry::val))",
    "(Entry::val).(~(Entry::val)) == iden & (Entry -> Entry)",
    "some x, y: Entry | x != y && x.val == y.val",
    "all disj x, y: Entry | x.val + y.val > 0",
    "all x: Entry | all y: x.*next | y.val >= x.val",
    "(sum x: Entry | x.val * x.val) <= #Entry * 4",
    "(sum x: Special | x.weight - x.val) < n",
    "some i: int | i == size + n",
    "items.length == numbers.length",
    "items.length > 1 && items[1] == old(items[0])",
    "items[n] == elems",
    "items[size - 1] in old(items[*])",
    "numbers[0] + numbers[1] == n",
    "numbers[*] == old(numbers[*])",
    "(sum i: numbers[*] | i) == size",
    "some i: int | numbers[i] == 1 && items[i] != null",
    "all s: Set | s.items[*] in Special => lone s.items[*]",
    "(flag ? size : n) == (open ? p.size : 0)",
    "(flag ? elems : p.elems).*next == Entry - Special",
    "Set.items.length == Set.numbers.length",
];

/// More of them, which are always true.
const TRUE: [&str; 4] = [
    "(size - n) * (size + n) == size * size - n * n",
    "all i: int | i < 0 || i * i >= i",
    "{i: int | i in Entry.val && i > 0} == {i: Entry.val | i > 0}",
    "{x: Entry, y: x.^next | x.val < y.val} in ^(Entry::next)",
];

/// How many objects there are of each class, and how many elements arrays have.
const OBJECTS: usize = 2;

/// The bits of numbers.
const WIDTH: usize = 4;

/// A heap before and one after, as bits.
struct World<'a> {
    memory: Memory<'a>,
    parameters: Vec<Value>,
    result: Value,
    after: Heap,
}

fn program() -> Program {
    let program = ir::text::parse("world.gbir", generate::PROGRAM).expect("the text is well-formed");
    assert_eq!(ir::verify::verify(&program), Ok(()));
    program
}

fn universe(program: &Program) -> Universe {
    let class = |name| RefType::Class(program.class_named(name).expect("the program has the class"));
    let array = |element| RefType::Array(program.find_array_type(element).expect("it has such arrays"));
    let (set, entry, special) = (class("Set"), class("Entry"), class("Special"));
    let types = [set, entry, special, array(Type::Ref(entry)), array(Type::I32)];
    Universe::new(&types, &[], &Scope::of(OBJECTS), WIDTH)
}

/// The only global variables: a number, and a reference to nothing.
fn global(program: &Program, global: GlobalId) -> Option<i64> {
    Some(i64::from(!program.globals[global].ty.is_ref()))
}

impl<'a> World<'a> {
    fn new(
        program: &'a Program,
        universe: &'a Universe,
        global: &'a dyn Fn(GlobalId) -> Option<i64>,
        random: &mut Random,
    ) -> Self {
        static NOTHING_HIDDEN: BTreeSet<FieldId> = BTreeSet::new();
        static NOTHING_FIXED: BTreeMap<FieldId, i64> = BTreeMap::new();
        let known = (&NOTHING_HIDDEN, &NOTHING_FIXED);
        let mut memory = Memory::new(program, universe, known, global, Solver::new());
        let cells = cells(program, universe);
        for &cell in &cells {
            memory.before(cell).expect("every cell can be had");
        }
        let after = after(&mut memory, &cells, random);
        let function = program.function_named("Set.intersect").expect("the program has it");
        let mut any = |ty: Type, heap: &Heap| {
            let atoms = match ty {
                Type::Ref(ty) => universe.fitting(program, ty),
                Type::Bool | Type::Int(_) | Type::Float(_) => Vec::new(),
            };
            let value = memory.any(ty, &atoms).expect("it is not a floating-point number");
            memory.refers(std::slice::from_ref(&value), heap);
            value
        };
        let function = &program.functions[function];
        let mut parameters: Vec<Value> =
            function.parameters.iter().map(|parameter| any(parameter.ty, &Heap::default())).collect();
        let result = any(function.result.expect("it gives something"), &after);
        if random.below(2) == 0 {
            // As in Java, where a truth value that is given is a number.
            let bits = memory.circuit.word(WIDTH);
            memory.between(&bits, 0, 1);
            parameters[3] = Value::Number(bits);
        }
        // There is a receiver.
        let receiver: Vec<Bit> = parameters[0].atoms().iter().map(|&(_, bit)| bit).collect();
        memory.require(&receiver);
        // Bits of which no fact says anything get values too.
        let written = after.cells.values().flat_map(|values| values.iter());
        for value in written.chain(&parameters) {
            let bits: Vec<Bit> = match value {
                Value::Truth(bit) => vec![*bit],
                Value::Number(bits) => bits.bits().to_vec(),
                Value::Reference(atoms) => atoms.iter().map(|&(_, bit)| bit).collect(),
            };
            for bit in bits {
                memory.encoding.literal(&memory.circuit, bit, &mut memory.solver);
            }
        }
        World { memory, parameters, result, after }
    }

    /// Whether a formula is true, whether there is a way in which it is, and one in which it is not, where numbers of so many bits are in columns.
    fn translated(&mut self, formula: &Formula, column: usize) -> Done<[Bit; 3]> {
        let situation = Situation {
            before: &Heap::default(),
            after: &self.after,
            parameters: &self.parameters,
            result: Some(&self.result),
        };
        let mut translation = Translation::new(&mut self.memory, situation);
        translation.column = column;
        let bit = translation.formula(formula)?;
        let [is, is_not] = [translation.ways(formula, true)?, translation.ways(formula, false)?];
        let mut any = |ways: Vec<Way>| self.memory.circuit.any(ways.into_iter().map(|way| way.bit));
        Ok([bit, any(is), any(is_not)])
    }

    /// Values of the inputs for which both are heaps. They are random as far as the facts about heaps allow: of wishes that cannot be fulfilled
    /// together, one is given up.
    fn inputs(&mut self, random: &mut Random) -> Vec<bool> {
        let often = 2 + random.below(4);
        let wished: Vec<bool> = (0..self.memory.circuit.inputs()).map(|_| random.below(often) == 0).collect();
        let Memory { circuit, encoding, solver, .. } = &mut self.memory;
        let mut wishes = encoding.input_literals(circuit, &wished);
        loop {
            match solver.solve(&wishes) {
                Answer::Satisfiable(model) => return encoding.inputs(circuit, &model),
                Answer::Unsatisfiable(core) => {
                    let given_up = core.literals()[random.below(core.literals().len())];
                    wishes.retain(|&wish| wish != given_up);
                }
                Answer::Unknown => panic!("nothing stops the solver"),
            }
        }
    }

    /// What the heaps are when the inputs have these values.
    fn heaps(&mut self, program: &'a Program, inputs: &[bool]) -> Heaps<'a> {
        let universe = self.memory.universe;
        let before = PreState::of(&mut self.memory, &self.parameters, inputs);
        let value = |value: &Value| plain(&self.memory, inputs, value);
        let mut after = before.clone();
        let mut globals = BTreeMap::new();
        let mut made = Vec::new();
        for (&cell, values) in self.after.cells.iter().filter(|(cell, _)| matches!(cell, Cell::Made(_))) {
            let owners = self.memory.owners(cell).into_iter().zip(values.iter());
            made.extend(owners.filter(|(_, is)| value(is) == 1).map(|(owner, _)| owner));
        }
        let mut there = before.objects(universe);
        there.extend(&made);
        for (&cell, values) in &self.after.cells {
            for (number, (owner, here)) in self.memory.owners(cell).into_iter().zip(values.iter()).enumerate()
            {
                if !there.contains(&owner) && !matches!(cell, Cell::Global(_)) {
                    continue;
                }
                match cell {
                    Cell::Field(field) => drop(after.fields.insert((field, owner), value(here))),
                    Cell::Global(global) => drop(globals.insert(global, value(here))),
                    Cell::Lengths(_) => drop(after.lengths.insert(owner, value(here) as usize)),
                    Cell::Elements(_) => {
                        after.elements.insert((owner, number % OBJECTS), value(here));
                    }
                    Cell::Alive(_) | Cell::Made(_) => {}
                }
            }
        }
        Heaps { program, universe, before, after, made, globals, result: value(&self.result) }
    }
}

/// Every cell whose values are not fixed. Floating-point numbers have none.
fn cells(program: &Program, universe: &Universe) -> Vec<Cell> {
    let fields = program.fields.ids().filter(|&field| !matches!(program.fields[field].ty, Type::Float(_)));
    let pools = 0..universe.pools().len();
    let mut cells: Vec<Cell> = pools.flat_map(|pool| [Cell::Alive(pool), Cell::Made(pool)]).collect();
    cells.extend(fields.map(Cell::Field));
    for (pool, of) in universe.pools().iter().enumerate() {
        if matches!(of.ty, RefType::Array(_)) {
            cells.extend([Cell::Lengths(pool), Cell::Elements(pool)]);
        }
    }
    cells
}

/// A heap in which some cells were written. What is there stays there, and arrays keep their lengths.
fn after(memory: &mut Memory<'_>, cells: &[Cell], random: &mut Random) -> Heap {
    let mut heap = Heap::default();
    let globals = memory.program.globals.ids().map(Cell::Global);
    for cell in cells.iter().copied().chain(globals.collect::<Vec<_>>()) {
        let before = match cell {
            Cell::Global(_) => None,
            Cell::Field(_) | Cell::Elements(_) | Cell::Lengths(_) | Cell::Alive(_) | Cell::Made(_) => {
                Some(memory.before(cell).expect("every cell can be had"))
            }
        };
        // Arrays that are new have some length, so these two go together.
        let written = match cell {
            Cell::Alive(_) => false,
            Cell::Lengths(pool) => heap.cells.contains_key(&Cell::Made(pool)),
            Cell::Field(_) | Cell::Global(_) | Cell::Elements(_) | Cell::Made(_) => random.below(2) == 0,
        };
        if !written {
            continue;
        }
        let values = match cell {
            Cell::Made(pool) => memory.any_more(pool, &heap),
            Cell::Field(_) | Cell::Global(_) | Cell::Elements(_) | Cell::Lengths(_) | Cell::Alive(_) => {
                memory.any_cell(cell, &heap)
            }
        };
        let values = values.expect("every cell can be had");
        for (number, owner) in memory.owners(cell).into_iter().enumerate() {
            match (cell, &before, &values[number]) {
                (Cell::Lengths(_), Some(before), now @ Value::Number(bits)) => {
                    memory.between(bits, 0, OBJECTS as i64);
                    let same = before[number].equal(now, &mut memory.circuit);
                    let then = memory.alive(&Heap::default(), owner);
                    memory.require(&[!then, same]);
                }
                (
                    Cell::Field(_)
                    | Cell::Global(_)
                    | Cell::Elements(_)
                    | Cell::Lengths(_)
                    | Cell::Alive(_)
                    | Cell::Made(_),
                    _,
                    Value::Truth(_) | Value::Number(_) | Value::Reference(_),
                ) => {}
            }
        }
        heap.cells.insert(cell, values);
    }
    heap
}

/// A heap before and one after, as plain values.
struct Heaps<'a> {
    program: &'a Program,
    universe: &'a Universe,
    before: PreState,
    /// Its fields and arrays; what is there are the objects of the other one, and those that were made.
    after: PreState,
    made: Vec<Atom>,
    /// Global variables that were written.
    globals: BTreeMap<GlobalId, Plain>,
    result: Plain,
}

impl Heaps<'_> {
    fn state(&self, state: State) -> &PreState {
        match state {
            State::Pre => &self.before,
            State::Post => &self.after,
        }
    }

    fn value(ty: Type, plain: Plain) -> Option<property::Value> {
        match ty {
            Type::Bool => Some(property::Value::Bool(plain != 0)),
            Type::Int(_) => Some(property::Value::Int(plain)),
            Type::Ref(_) => (plain != 0).then(|| property::Value::Object(Object(plain as u32 - 1))),
            Type::Float(_) => panic!("no formula looks at floating-point numbers"),
        }
    }
}

impl View for Heaps<'_> {
    fn objects(&self, state: State, of: RefType) -> Vec<Object> {
        let made = if state == State::Post { &self.made[..] } else { &[] };
        let all = self.before.objects(self.universe).into_iter().chain(made.iter().copied());
        all.filter(|&atom| self.program.is_subtype(self.universe.ty(atom), of)).map(Object).collect()
    }

    fn field(&self, state: State, object: Object, field: FieldId) -> Option<property::Value> {
        let declared = &self.program.fields[field];
        let has = self.program.is_subtype(self.universe.ty(object.0), RefType::Class(declared.owner));
        let plain = self.state(state).fields.get(&(field, object.0)).copied();
        if has { Heaps::value(declared.ty, plain.unwrap_or_default()) } else { None }
    }

    fn global(&self, state: State, of: GlobalId) -> Option<property::Value> {
        let written = self.globals.get(&of).filter(|_| state == State::Post).copied();
        let plain = written.or(global(self.program, of));
        Heaps::value(self.program.globals[of].ty, plain.unwrap_or_default())
    }

    fn exists(&self, state: State, of: RefType, object: Object) -> bool {
        self.objects(state, of).contains(&object)
    }

    fn length(&self, state: State, array: Object) -> usize {
        self.state(state).lengths.get(&array.0).copied().unwrap_or_default()
    }

    fn element(&self, state: State, array: Object, index: usize) -> Option<property::Value> {
        let RefType::Array(ty) = self.universe.ty(array.0) else { return None };
        let element = self.state(state).elements.get(&(array.0, index)).copied();
        Heaps::value(self.program.element_type(ty), element.unwrap_or_default())
    }

    fn parameter(&self, index: usize) -> Option<property::Value> {
        let function = self.program.function_named("Set.intersect").expect("the program has it");
        let ty = self.program.functions[function].parameters[index].ty;
        Heaps::value(ty, self.before.parameters[index])
    }

    fn result(&self) -> Option<property::Value> {
        let function = self.program.function_named("Set.intersect").expect("the program has it");
        Heaps::value(self.program.functions[function].result?, self.result)
    }

    fn integers(&self) -> Vec<i64> {
        (-(1 << (WIDTH - 1))..1 << (WIDTH - 1)).collect()
    }
}

/// How often a formula was true, and how often it was not.
#[derive(Default, Debug)]
struct Seen {
    is: usize,
    is_not: usize,
}

/// What texts mean. What cannot mean anything by its types is left out.
fn meant(program: &Program, texts: &[String]) -> Vec<(String, Formula)> {
    let function = program.function_named("Set.intersect").expect("the program has it");
    let context = Context::new(program, function, Condition::Ensures);
    let formula = |text: &String| Some((text.clone(), read(text, &context).ok()?.formula));
    texts.iter().filter_map(formula).collect()
}

/// Compares formulas on random heaps, and says how often which were true.
fn compared(
    program: &Program,
    formulas: &[(String, Formula)],
    seed: u64,
    worlds: usize,
    heaps: usize,
) -> BTreeMap<String, Seen> {
    let universe = universe(program);
    let known = |of| global(program, of);
    let mut random = Random(seed);
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for _ in 0..worlds {
        let mut world = World::new(program, &universe, &known, &mut random);
        let bits: Vec<Bit> = formulas
            .iter()
            .flat_map(|(text, formula)| {
                let known = world.translated(formula, COLUMN).unwrap_or_else(|why| panic!("{text}: {why:?}"));
                // If all numbers are too wide, some formulas mean nothing; others mean the same.
                [known, world.translated(formula, 0).unwrap_or(known)].concat()
            })
            .collect();
        for _ in 0..heaps {
            let inputs = world.inputs(&mut random);
            let heaps = world.heaps(program, &inputs);
            let found = world.memory.circuit.evaluate(&inputs, &bits);
            for ((text, formula), found) in formulas.iter().zip(found.chunks(6)) {
                let is = holds(formula, &heaps);
                let Heaps { before, after, made, globals, result, .. } = &heaps;
                let all = format!("{text}\n{before:?}\n{after:?}\n{made:?}\n{globals:?}\n{result}");
                assert_eq!(found, [is, is, !is, is, is, !is], "{all}");
                let seen = seen.entry(text.clone()).or_default();
                *(if is { &mut seen.is } else { &mut seen.is_not }) += 1;
            }
        }
    }
    seen
}

#[test]
fn formulas_of_all_kinds() {
    let texts: Vec<String> = TEXTS.iter().chain(&TRUE).map(ToString::to_string).collect();
    let program = program();
    let seen = compared(&program, &meant(&program, &texts), 1, 12, 60);
    for text in TEXTS {
        let Seen { is, is_not } = seen.get(text).unwrap_or_else(|| panic!("{text} means nothing"));
        assert!(*is > 0 && *is_not > 0, "{text} is true {is} times, and false {is_not} times");
    }
    for text in TRUE {
        let Seen { is, is_not } = seen.get(text).unwrap_or_else(|| panic!("{text} means nothing"));
        assert!(*is > 0 && *is_not == 0, "{text} is false {is_not} times");
    }
}

/// What is said of single numbers means something however wide they are.
#[test]
fn numbers_that_are_too_wide_for_columns() {
    let texts = [
        "this.size == old(this.size) + 1",
        "old(this.size) * n - p.size <= Set.count",
        "size / n == 1",
        "Set.count == 1",
        "p.size == n",
        "elems.val in p.elems.val",
        "some elems.val && lone elems.val",
        "items.length == numbers.length",
        "numbers[0] + numbers[1] == n",
        "numbers[n] == old(numbers[size - 1])",
        "(flag ? size : n) == (open ? p.size : 0)",
    ];
    let program = program();
    let meant = meant(&program, &texts.map(ToString::to_string));
    assert_eq!(meant.len(), texts.len());
    let universe = universe(&program);
    let known = |of| global(&program, of);
    let mut world = World::new(&program, &universe, &known, &mut Random(6));
    for (text, formula) in &meant {
        assert!(world.translated(formula, 0).is_ok(), "{text}");
    }
    compared(&program, &meant, 7, 12, 60);
}

#[test]
fn random_formulas() {
    let mut random = Random(2);
    let program = program();
    let (mut is, mut is_not) = (0, 0);
    for round in 0..40 {
        let texts: Vec<String> = (0..24)
            .map(|number| match number % 4 {
                0 => formula(&mut random, 1 + number % 3),
                1 => format!("{} in {}", relation(&mut random, 2), relation(&mut random, 2)),
                2 => format!("{} == {}", set(&mut random, 2), set(&mut random, 2)),
                _ => comparison(&mut random),
            })
            .collect();
        for seen in compared(&program, &meant(&program, &texts), 100 + round, 1, 20).values() {
            is += seen.is;
            is_not += seen.is_not;
        }
    }
    assert!(is > 2_000 && is_not > 2_000, "true {is} times, and false {is_not} times");
}

#[test]
fn laws() {
    let program = program();
    let mut random = Random(3);
    for round in 0..20 {
        let texts: Vec<String> =
            LAWS.iter().map(|law| instance(law, &mut random, round as usize % 3)).collect();
        let seen = compared(&program, &meant(&program, &texts), 200 + round, 1, 12);
        assert!(seen.len() > 10, "only {} mean something", seen.len());
        assert!(seen.values().all(|seen| seen.is_not == 0), "a law is broken: {seen:?}");
    }
}

/// A number of the core, which has a meaning even where the language makes a comparison false, as by a divisor zero.
fn integer(program: &Program, random: &mut Random, depth: usize) -> Integer {
    let class = |name| RefType::Class(program.class_named(name).expect("the program has the class"));
    let objects =
        |state, ty| Relation { kind: RelationKind::Objects(state, ty), columns: vec![Sort::Ref(ty).into()] };
    if depth == 0 {
        return match random.below(4) {
            0 => Integer::Constant(random.below(19) as i64 - 9),
            1 => {
                let (state, name) = (random.of(&[State::Pre, State::Post]), random.of(&["Entry", "Special"]));
                Integer::Count(Box::new(objects(state, class(name))))
            }
            _ => {
                let given = Relation { kind: RelationKind::Parameter(2), columns: vec![Sort::Int.into()] };
                Integer::Value(Box::new(given))
            }
        };
    }
    let operations = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Remainder,
    ];
    let operation = random.of(&operations);
    let [one, other] = [(); 2].map(|()| Box::new(integer(program, random, depth - 1)));
    let number = Integer::Arithmetic(operation, one, other);
    if random.below(3) > 0 {
        return number;
    }
    let binding = Binding { variable: Variable(0), bound: objects(State::Post, class("Set")) };
    Integer::Sum(Box::new(binding), Box::new(number))
}

#[test]
fn numbers_of_the_core() {
    let program = program();
    let mut random = Random(4);
    let single = |integer| Relation {
        kind: RelationKind::Integer(Box::new(integer)),
        columns: vec![Sort::Int.into()],
    };
    let mut formulas = Vec::new();
    for round in 0..240 {
        let mut number = |depth| integer(&program, &mut random, depth);
        let formula = match round % 5 {
            0 => Formula::Compare(Comparison::Equal, number(1), number(0)),
            1 => Formula::Compare(Comparison::Less, number(2), number(1)),
            2 => Formula::Compare(Comparison::LessOrEqual, number(1), number(2)),
            3 => Formula::Equal(single(number(0)), single(number(0))),
            _ => {
                let numbers = Relation { kind: RelationKind::Integers, columns: vec![Sort::Int.into()] };
                Formula::Subset(single(number(0)), numbers)
            }
        };
        formulas.push((format!("{formula:?}"), formula));
    }
    let seen = compared(&program, &formulas, 5, 4, 100);
    let both = seen.values().filter(|seen| seen.is > 0 && seen.is_not > 0).count();
    assert!(both > 80, "only {both} are true of some heaps, and false of others");
}
