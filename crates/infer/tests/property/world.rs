//! A small program, and two heaps of it.

use std::collections::BTreeMap;

use infer::property::core::State;
use infer::property::{Condition, Context, Object, Value, View};
use ir::{ClassId, FieldId, GlobalId, Program, RefType, Type};

use crate::generate::PROGRAM;

/// The program, verified.
pub(crate) fn program() -> Program {
    let program = ir::text::parse("world.gbir", PROGRAM).expect("the text is well-formed");
    assert_eq!(ir::verify::verify(&program), Ok(()));
    program
}

/// What names mean in a formula of one of its functions.
pub(crate) fn context<'a>(program: &'a Program, function: &str, condition: Condition) -> Context<'a> {
    let function = program.function_named(function).expect("the program has it");
    Context::new(program, function, condition)
}

/// An object with its class and the first state that it exists in.
pub(crate) struct Thing {
    pub(crate) name: &'static str,
    pub(crate) ty: RefType,
    pub(crate) from: State,
}

/// Two heaps.
pub(crate) struct Heaps<'a> {
    pub(crate) program: &'a Program,
    pub(crate) things: Vec<Thing>,
    pub(crate) fields: BTreeMap<(State, Object, FieldId), Value>,
    pub(crate) globals: BTreeMap<(State, GlobalId), Value>,
    pub(crate) arrays: BTreeMap<(State, Object), Vec<Option<Value>>>,
    pub(crate) parameters: Vec<Option<Value>>,
    pub(crate) result: Option<Value>,
    pub(crate) integers: Vec<i64>,
}

impl<'a> Heaps<'a> {
    /// Heaps without objects.
    pub(crate) fn empty(program: &'a Program) -> Self {
        Heaps {
            program,
            things: Vec::new(),
            fields: BTreeMap::new(),
            globals: BTreeMap::new(),
            arrays: BTreeMap::new(),
            parameters: Vec::new(),
            result: None,
            integers: Vec::new(),
        }
    }

    pub(crate) fn class(&self, name: &str) -> ClassId {
        self.program.class_named(name).expect("the program has the class")
    }

    pub(crate) fn array_of(&self, element: Type) -> RefType {
        RefType::Array(self.program.find_array_type(element).expect("the program has such arrays"))
    }

    pub(crate) fn add(&mut self, name: &'static str, ty: RefType, from: State) -> Object {
        self.things.push(Thing { name, ty, from });
        Object(u32::try_from(self.things.len() - 1).expect("there are few"))
    }

    /// Sets a field in a state, and in the later one if it is the first.
    pub(crate) fn set(&mut self, state: State, object: Object, class: &str, field: &str, value: Value) {
        let field = self.program.field_named(self.class(class), field).expect("the class has the field");
        for later in [State::Pre, State::Post] {
            if later >= state {
                self.fields.insert((later, object, field), value);
            }
        }
    }

    fn exists(&self, state: State, object: Object) -> bool {
        self.things[object.0 as usize].from <= state
    }

    /// A value as tests write it.
    pub(crate) fn shown(&self, value: Value) -> String {
        match value {
            Value::Object(object) => self.things[object.0 as usize].name.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Bool(is) => is.to_string(),
        }
    }
}

impl View for Heaps<'_> {
    fn objects(&self, state: State, of: RefType) -> Vec<Object> {
        let all = (0..u32::try_from(self.things.len()).expect("there are few")).map(Object);
        all.filter(|&object| {
            self.exists(state, object) && self.program.is_subtype(self.things[object.0 as usize].ty, of)
        })
        .collect()
    }

    fn field(&self, state: State, object: Object, field: FieldId) -> Option<Value> {
        assert!(self.exists(state, object), "only what exists is asked");
        self.fields.get(&(state, object, field)).copied()
    }

    fn global(&self, state: State, global: GlobalId) -> Option<Value> {
        self.globals.get(&(state, global)).copied()
    }

    fn exists(&self, state: State, of: RefType, object: Object) -> bool {
        self.objects(state, of).contains(&object)
    }

    fn length(&self, state: State, array: Object) -> usize {
        self.arrays.get(&(state, array)).map_or(0, Vec::len)
    }

    fn element(&self, state: State, array: Object, index: usize) -> Option<Value> {
        self.arrays[&(state, array)][index]
    }

    fn parameter(&self, index: usize) -> Option<Value> {
        self.parameters[index]
    }

    fn result(&self) -> Option<Value> {
        self.result
    }

    fn integers(&self) -> Vec<i64> {
        self.integers.clone()
    }
}

/// Before: `this` is S0 with E0 and E1, `p` is S1 and empty; E1 is special and its next is null. After: E1's next is E0, S0 has size 3,
/// and S2 with E2 is new and the result.
pub(crate) fn heaps(program: &Program) -> Heaps<'_> {
    let mut heaps = Heaps::empty(program);
    let [set, entry, special] = ["Set", "Entry", "Special"].map(|name| heaps.class(name));
    let [set, entry, special] = [set, entry, special].map(RefType::Class);
    let entries = heaps.array_of(Type::Ref(entry));
    let numbers = heaps.array_of(Type::I32);
    let [s0, s1] = ["S0", "S1"].map(|name| heaps.add(name, set, State::Pre));
    let e0 = heaps.add("E0", entry, State::Pre);
    let e1 = heaps.add("E1", special, State::Pre);
    let a0 = heaps.add("A0", entries, State::Pre);
    let n0 = heaps.add("N0", numbers, State::Pre);
    let s2 = heaps.add("S2", set, State::Post);
    let e2 = heaps.add("E2", entry, State::Post);
    let (object, int, bool) = (Value::Object, Value::Int, Value::Bool);
    let pre = [
        (s0, "Set", "elems", object(e0)),
        (s0, "Set", "size", int(2)),
        (s0, "Set", "open", bool(true)),
        (s0, "Set", "items", object(a0)),
        (s0, "Set", "numbers", object(n0)),
        (s1, "Set", "size", int(0)),
        (s1, "Set", "open", bool(false)),
        (e0, "Entry", "val", int(5)),
        (e0, "Entry", "next", object(e1)),
        (e0, "Entry", "owner", object(s0)),
        (e1, "Entry", "val", int(7)),
        (e1, "Entry", "owner", object(s0)),
        (e1, "Special", "weight", int(3)),
    ];
    let post = [
        (s0, "Set", "size", int(3)),
        (e1, "Entry", "next", object(e0)),
        (s2, "Set", "elems", object(e2)),
        (s2, "Set", "size", int(1)),
        (s2, "Set", "open", bool(false)),
        (e2, "Entry", "val", int(5)),
        (e2, "Entry", "owner", object(s2)),
    ];
    for (state, values) in [(State::Pre, &pre[..]), (State::Post, &post[..])] {
        for &(of, class, field, value) in values {
            heaps.set(state, of, class, field, value);
        }
    }
    heaps.arrays.insert((State::Pre, a0), vec![Some(object(e0)), None, Some(object(e1))]);
    heaps.arrays.insert((State::Post, a0), vec![Some(object(e0)), Some(object(e2)), Some(object(e1))]);
    for state in [State::Pre, State::Post] {
        heaps.arrays.insert((state, n0), [4, 4, 9].map(|number| Some(int(number))).to_vec());
    }
    let [count, first] =
        ["Set.count", "Set.first"].map(|name| program.global_named(name).expect("it is there"));
    heaps.globals.insert((State::Pre, count), int(1));
    heaps.globals.insert((State::Post, count), int(2));
    heaps.globals.insert((State::Post, first), object(s0));
    heaps.parameters = vec![Some(object(s0)), Some(object(s1)), Some(int(4)), Some(bool(true))];
    heaps.result = Some(object(s2));
    heaps.integers = vec![-1, 0, 1, 2, 3];
    heaps
}
