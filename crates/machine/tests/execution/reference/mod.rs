//! A second interpreter, naive and slow, to compare the machine with.
//!
//! It executes `ir::Program` as it stands, statement by statement: maps from ids to values, numbers in
//! 128 bits, no lowering, no limits but on nested calls. It was written from the documentation of the
//! intermediate form, not from the machine. A clone of it is a copy of the whole state, so trying
//! every value of a choice is a loop.

pub(crate) mod arithmetic;

use std::collections::BTreeMap;

use ir::{
    ArrayTypeId, BlockId, Body, Callee, ClassId, Constant, FieldId, FunctionId, GlobalId, LocalId, Operand,
    Place, Program, RefType, Rvalue, StatementKind, TerminatorKind, Trap, Type,
};

/// A value, with its type where arithmetic needs it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value {
    Bool(bool),
    Int(ir::IntType, i128),
    F32(f32),
    F64(f64),
    /// The number of an object, `None` for `null`.
    Ref(Option<usize>),
}

/// An object or an array.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Instance(ClassId, BTreeMap<FieldId, Value>),
    Array(ArrayTypeId, Vec<Value>),
}

/// A function under way.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    /// The statement that is next or under way; one past the last for the terminator.
    pub(crate) statement: usize,
    pub(crate) locals: BTreeMap<LocalId, Value>,
    /// Whether the result is the exception for a trap of the caller.
    raises: bool,
}

/// Why execution does not simply go on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Event {
    Returned(Option<Value>),
    /// Any of the values from the first to the second.
    Choice(i128, i128),
    Assertion,
    Exception(Option<usize>),
    Failure(Option<usize>),
    Trap(Trap),
    Dropped,
    NoBody(FunctionId),
    /// A literal: this interpreter cannot make its object.
    Literal,
    Unreachable,
    TooManyFrames,
    /// More memory than this interpreter cares for.
    TooMuchMemory,
    /// As many statements as it was given.
    Tired,
}

/// What happens after a statement, if not the next one.
enum Flow {
    Trap(Trap, Vec<Value>),
    Throw(Value),
    Stop(Event),
    /// A frame was pushed or popped, or a jump was made: positions are right already.
    Moved,
}

/// The state of an execution.
#[derive(Clone)]
pub(crate) struct Reference<'p> {
    program: &'p Program,
    most_frames: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) globals: BTreeMap<GlobalId, Value>,
    pub(crate) objects: BTreeMap<usize, Object>,
    pub(crate) monitors: BTreeMap<usize, u32>,
    cells: usize,
}

/// Cells of all objects together.
const MOST_CELLS: usize = 1 << 16;

impl<'p> Reference<'p> {
    /// At the start of a function with a body and without parameters.
    pub(crate) fn start(program: &'p Program, entry: FunctionId, most_frames: usize) -> Self {
        let mut reference = Reference {
            program,
            most_frames,
            frames: Vec::new(),
            globals: program.globals.enumerate().map(|(id, global)| (id, constant(global.initial))).collect(),
            objects: BTreeMap::new(),
            monitors: BTreeMap::new(),
            cells: 0,
        };
        reference.push(entry, Vec::new(), false);
        reference
    }

    /// Executes at most so many statements, to the next event.
    pub(crate) fn run(&mut self, statements: &mut usize) -> Event {
        while *statements > 0 {
            *statements -= 1;
            if let Some(event) = self.step() {
                return event;
            }
        }
        Event::Tired
    }

    /// Answers a choice.
    pub(crate) fn choose(&mut self, value: i128) {
        let (StatementKind::Havoc { to } | StatementKind::Choose { to, .. }) = *self.statement() else {
            panic!("a choice is answered where one is asked for");
        };
        let value = match self.body().locals[to].ty {
            Type::Bool => Value::Bool(value != 0),
            Type::Int(int) => Value::Int(int, value),
            Type::Float(_) | Type::Ref(_) => panic!("only numbers are chosen"),
        };
        self.set(to, value);
        self.top().statement += 1;
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("there is a frame")
    }

    fn body(&self) -> &'p Body {
        let function = self.frames.last().expect("there is a frame").function;
        self.program.body(function).expect("frames have bodies")
    }

    fn statement(&self) -> &'p StatementKind {
        let frame = self.frames.last().expect("there is a frame");
        &self.body().blocks[frame.block].statements[frame.statement].kind
    }

    fn set(&mut self, local: LocalId, value: Value) {
        self.top().locals.insert(local, value);
    }

    fn local(&self, local: LocalId) -> Value {
        self.frames.last().expect("there is a frame").locals[&local]
    }

    fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self.local(local),
            Operand::Constant(value) => constant(value),
        }
    }

    fn truth(&self, operand: Operand) -> bool {
        match self.operand(operand) {
            Value::Bool(truth) => truth,
            other => panic!("a condition is a bool, not {other:?}"),
        }
    }

    fn number(&self, operand: Operand) -> i128 {
        match self.operand(operand) {
            Value::Int(_, number) => number,
            other => panic!("an integer was expected, not {other:?}"),
        }
    }

    fn push(&mut self, function: FunctionId, arguments: Vec<Value>, raises: bool) {
        let locals =
            arguments.into_iter().enumerate().map(|(index, value)| (ir::Id::new(index), value)).collect();
        let body = self.program.body(function).expect("only functions with bodies run");
        self.frames.push(Frame { function, block: body.entry(), statement: 0, locals, raises });
    }

    fn step(&mut self) -> Option<Event> {
        let frame = self.frames.last().expect("there is a frame");
        let block = &self.body().blocks[frame.block];
        let flow = match block.statements.get(frame.statement) {
            Some(statement) => match self.execute(&statement.kind) {
                Ok(()) => {
                    self.top().statement += 1;
                    return None;
                }
                Err(flow) => flow,
            },
            None => self.terminate(&block.terminator.kind),
        };
        match flow {
            Flow::Moved => None,
            Flow::Stop(event) => Some(event),
            Flow::Throw(exception) => self.throw(exception),
            Flow::Trap(trap, arguments) => self.trap(trap, arguments),
        }
    }

    fn trap(&mut self, trap: Trap, arguments: Vec<Value>) -> Option<Event> {
        match self.program.trap(trap) {
            Some(function) if self.program.body(function).is_none() => Some(Event::NoBody(function)),
            Some(function) => {
                self.push(function, arguments, true);
                None
            }
            // Running out of what we grant is not the program's fault.
            None if trap == Trap::StackOverflow => Some(Event::TooManyFrames),
            None => Some(Event::Trap(trap)),
        }
    }

    fn throw(&mut self, exception: Value) -> Option<Event> {
        for depth in (0..self.frames.len()).rev() {
            let frame = &self.frames[depth];
            let body = self.program.body(frame.function).expect("frames have bodies");
            if let Some(unwind) = body.blocks[frame.block].unwind {
                self.frames.truncate(depth + 1);
                self.set(unwind.local, exception);
                self.jump(unwind.block);
                return None;
            }
        }
        match exception {
            Value::Ref(object) => Some(Event::Exception(object)),
            other => panic!("exceptions are references, not {other:?}"),
        }
    }

    fn jump(&mut self, block: BlockId) -> Flow {
        let frame = self.top();
        frame.block = block;
        frame.statement = 0;
        Flow::Moved
    }

    fn terminate(&mut self, terminator: &TerminatorKind) -> Flow {
        match terminator {
            TerminatorKind::Goto(block) => self.jump(*block),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let goal = if self.truth(*condition) { *then } else { *otherwise };
                self.jump(goal)
            }
            TerminatorKind::Switch { value, cases, otherwise } => {
                let Value::Int(int, value) = self.operand(*value) else {
                    panic!("a switch looks at an integer");
                };
                let case = cases.iter().find(|(word, _)| int.value(*word) == value);
                self.jump(case.map_or(*otherwise, |&(_, block)| block))
            }
            TerminatorKind::Return(value) => {
                let value = value.map(|value| self.operand(value));
                if self.frames.len() == 1 {
                    return Flow::Stop(Event::Returned(value));
                }
                let done = self.frames.pop().expect("there is a frame");
                if done.raises {
                    return Flow::Throw(value.expect("a function for a trap has a result"));
                }
                let to = match self.statement() {
                    StatementKind::Call { to, .. } => *to,
                    StatementKind::Initialise { .. } => None,
                    other => panic!("a caller is at a call, not at {other:?}"),
                };
                if let (Some(to), Some(value)) = (to, value) {
                    self.set(to, value);
                }
                self.top().statement += 1;
                Flow::Moved
            }
            TerminatorKind::Throw(value) => match self.operand(*value) {
                Value::Ref(None) => Flow::Trap(Trap::Null, Vec::new()),
                exception => Flow::Throw(exception),
            },
            TerminatorKind::Fail(value) => match self.operand(*value) {
                Value::Ref(None) => Flow::Trap(Trap::Null, Vec::new()),
                Value::Ref(exception) => Flow::Stop(Event::Failure(exception)),
                other => panic!("exceptions are references, not {other:?}"),
            },
            TerminatorKind::Unreachable => Flow::Stop(Event::Unreachable),
        }
    }

    fn execute(&mut self, statement: &StatementKind) -> Result<(), Flow> {
        match statement {
            StatementKind::Assign { to, value } => {
                let value = self.rvalue(value, self.body().locals[*to].ty)?;
                self.set(*to, value);
            }
            StatementKind::Store { to, value } => self.store(*to, self.operand(*value))?,
            StatementKind::New { to, class } => {
                let mut fields = BTreeMap::new();
                let mut current = Some(*class);
                while let Some(class) = current {
                    for &field in &self.program.classes[class].fields {
                        fields.insert(field, constant(Constant::zero(self.program.fields[field].ty)));
                    }
                    current = self.program.classes[class].superclass;
                }
                let made = self.allocate(fields.len(), |_| Object::Instance(*class, fields))?;
                self.set(*to, made);
            }
            StatementKind::NewArray { to, array, length } => {
                let length = self.number(*length);
                let Ok(size) = usize::try_from(length) else {
                    return Err(Flow::Trap(Trap::NegativeSize, vec![Value::Int(ir::IntType::I32, length)]));
                };
                let zero = constant(Constant::zero(self.program.element_type(*array)));
                let made = self.allocate(size, |size| Object::Array(*array, vec![zero; size]))?;
                self.set(*to, made);
            }
            StatementKind::Call { callee, arguments, .. } => {
                let arguments: Vec<Value> =
                    arguments.iter().map(|&argument| self.operand(argument)).collect();
                let function = match *callee {
                    Callee::Function(function) => function,
                    Callee::Special(function) => {
                        reference(arguments[0])?;
                        function
                    }
                    Callee::Virtual(selector) => {
                        let receiver = reference(arguments[0])?;
                        let class = match &self.objects[&receiver] {
                            Object::Instance(class, _) => Some(*class),
                            Object::Array(..) => self.program.array_class(),
                        };
                        let method = class.and_then(|class| self.program.method(class, selector));
                        method.ok_or(Flow::Trap(Trap::NoMethod, Vec::new()))?
                    }
                };
                return Err(self.call(function, arguments));
            }
            StatementKind::Initialise { class } => {
                // A class that is only declared has no initialiser yet.
                let class = self.program.classes.get(*class);
                if let Some(initialiser) = class.and_then(|class| class.initialiser)
                    && self.globals[&initialiser.state] != Value::Int(ir::IntType::I32, 1)
                {
                    return Err(self.call(initialiser.function, Vec::new()));
                }
            }
            StatementKind::Enter { object } => {
                let object = reference(self.local(*object))?;
                *self.monitors.entry(object).or_default() += 1;
            }
            StatementKind::Exit { object } => {
                let object = reference(self.local(*object))?;
                match self.monitors.get_mut(&object) {
                    None | Some(0) => return Err(Flow::Trap(Trap::Monitor, Vec::new())),
                    Some(count) => *count -= 1,
                }
            }
            StatementKind::Assume { condition } => {
                if !self.truth(*condition) {
                    return Err(Flow::Stop(Event::Dropped));
                }
            }
            StatementKind::Assert { condition, .. } => {
                if !self.truth(*condition) {
                    return Err(Flow::Stop(Event::Assertion));
                }
            }
            StatementKind::Havoc { to } => {
                let (low, high) = match self.body().locals[*to].ty {
                    Type::Int(int) => (int.min(), int.max()),
                    Type::Bool | Type::Float(_) | Type::Ref(_) => (0, 1),
                };
                return Err(Flow::Stop(Event::Choice(low, high)));
            }
            StatementKind::Choose { low, high, .. } => {
                let (low, high) = (self.number(*low), self.number(*high));
                let event = if low <= high { Event::Choice(low, high) } else { Event::Dropped };
                return Err(Flow::Stop(event));
            }
        }
        Ok(())
    }

    fn call(&mut self, function: FunctionId, arguments: Vec<Value>) -> Flow {
        if self.program.body(function).is_none() {
            return Flow::Stop(Event::NoBody(function));
        }
        if self.frames.len() >= self.most_frames {
            return Flow::Trap(Trap::StackOverflow, Vec::new());
        }
        self.push(function, arguments, false);
        Flow::Moved
    }

    fn allocate(&mut self, size: usize, object: impl FnOnce(usize) -> Object) -> Result<Value, Flow> {
        self.cells = self.cells.saturating_add(size).saturating_add(2);
        if self.cells > MOST_CELLS {
            return Err(Flow::Stop(Event::TooMuchMemory));
        }
        let number = self.objects.len() + 1;
        self.objects.insert(number, object(size));
        Ok(Value::Ref(Some(number)))
    }

    fn elements(&self, array: usize) -> &[Value] {
        match &self.objects[&array] {
            Object::Array(_, elements) => elements,
            Object::Instance(..) => panic!("only arrays have elements"),
        }
    }

    /// The array and the place in it.
    fn element(&self, array: LocalId, index: Operand) -> Result<(usize, usize), Flow> {
        let array = reference(self.local(array))?;
        let (index, length) = (self.number(index), self.elements(array).len());
        match usize::try_from(index) {
            Ok(inside) if inside < length => Ok((array, inside)),
            Ok(_) | Err(_) => {
                let int = |value| Value::Int(ir::IntType::I32, value);
                Err(Flow::Trap(Trap::Bounds, vec![int(index), int(length as i128)]))
            }
        }
    }

    fn load(&self, place: Place) -> Result<Value, Flow> {
        Ok(match place {
            Place::Global(global) => self.globals[&global],
            Place::Field { object, field } => match &self.objects[&reference(self.local(object))?] {
                Object::Instance(_, fields) => fields[&field],
                Object::Array(..) => panic!("arrays have no fields"),
            },
            Place::Element { array, index } => {
                let (array, index) = self.element(array, index)?;
                self.elements(array)[index]
            }
        })
    }

    fn store(&mut self, place: Place, value: Value) -> Result<(), Flow> {
        match place {
            Place::Global(global) => {
                self.globals.insert(global, value);
            }
            Place::Field { object, field } => {
                let object = reference(self.local(object))?;
                let Some(Object::Instance(_, fields)) = self.objects.get_mut(&object) else {
                    panic!("only objects have fields");
                };
                fields.insert(field, value);
            }
            Place::Element { array, index } => {
                let (array, index) = self.element(array, index)?;
                if let Value::Ref(Some(stored)) = value
                    && let RefType::Array(own) = self.object_type(array)
                    && let Type::Ref(wanted) = self.program.element_type(own)
                    && !self.belongs(self.object_type(stored), wanted)
                {
                    return Err(Flow::Trap(Trap::Store, vec![value]));
                }
                let Some(Object::Array(_, elements)) = self.objects.get_mut(&array) else {
                    panic!("only arrays have elements");
                };
                elements[index] = value;
            }
        }
        Ok(())
    }

    fn rvalue(&self, value: &Rvalue, to: Type) -> Result<Value, Flow> {
        Ok(match *value {
            Rvalue::Use(a) => self.operand(a),
            Rvalue::Load(place) => self.load(place)?,
            Rvalue::Unary(op, a) => arithmetic::unary(op, self.operand(a)),
            Rvalue::Binary(op, a, b) => arithmetic::binary(op, self.operand(a), self.operand(b))
                .ok_or(Flow::Trap(Trap::Division, Vec::new()))?,
            Rvalue::Compare(op, a, b) => {
                Value::Bool(arithmetic::compare(op, self.operand(a), self.operand(b)))
            }
            Rvalue::Order(op, a, b) => arithmetic::order(op, self.operand(a), self.operand(b)),
            Rvalue::Convert(a) => arithmetic::convert(self.operand(a), to),
            Rvalue::InstanceOf(a, ty) => Value::Bool(match self.operand(a) {
                Value::Ref(Some(object)) => self.belongs(self.object_type(object), ty),
                _ => false,
            }),
            Rvalue::Cast(a) => {
                let value = self.operand(a);
                if let (Value::Ref(Some(object)), Type::Ref(ty)) = (value, to)
                    && !self.belongs(self.object_type(object), ty)
                {
                    // The type that was wanted has an object only where the program has literals.
                    return match (self.program.trap(Trap::Cast), self.program.literal_classes()) {
                        (Some(_), Some(_)) => Err(Flow::Stop(Event::Literal)),
                        (None, _) | (_, None) => Err(Flow::Trap(Trap::Cast, vec![value, Value::Ref(None)])),
                    };
                }
                value
            }
            Rvalue::Length(array) => {
                let length = self.elements(reference(self.local(array))?).len();
                Value::Int(ir::IntType::I32, length as i128)
            }
            Rvalue::Literal(_) => return Err(Flow::Stop(Event::Literal)),
        })
    }

    fn object_type(&self, object: usize) -> RefType {
        match &self.objects[&object] {
            Object::Instance(class, _) => RefType::Class(*class),
            Object::Array(array, _) => RefType::Array(*array),
        }
    }

    /// Whether an object of that type is one of the other: by its parents, and arrays of references
    /// by their elements.
    fn belongs(&self, object: RefType, ty: RefType) -> bool {
        match (object, ty) {
            (_, RefType::Any) => true,
            (RefType::Class(sub), RefType::Class(class)) => {
                let declared = &self.program.classes[sub];
                let mut parents = declared.superclass.iter().chain(&declared.interfaces);
                sub == class || parents.any(|&parent| self.belongs(RefType::Class(parent), ty))
            }
            (RefType::Array(sub), RefType::Array(array)) => {
                match (self.program.element_type(sub), self.program.element_type(array)) {
                    (Type::Ref(sub), Type::Ref(element)) => self.belongs(sub, element),
                    (sub, element) => sub == element,
                }
            }
            (RefType::Any, RefType::Class(_) | RefType::Array(_))
            | (RefType::Class(_), RefType::Array(_))
            | (RefType::Array(_), RefType::Class(_)) => false,
        }
    }
}

fn reference(value: Value) -> Result<usize, Flow> {
    match value {
        Value::Ref(object) => object.ok_or(Flow::Trap(Trap::Null, Vec::new())),
        other => panic!("a reference was expected, not {other:?}"),
    }
}

/// The value of a constant.
pub(crate) fn constant(constant: Constant) -> Value {
    match constant {
        Constant::Bool(truth) => Value::Bool(truth),
        Constant::Int(int, word) => Value::Int(int, int.value(word)),
        Constant::F32(bits) => Value::F32(f32::from_bits(bits)),
        Constant::F64(bits) => Value::F64(f64::from_bits(bits)),
        Constant::Null => Value::Ref(None),
    }
}
