//! The interpreter's loop: the one place that says what an operation does.
//!
//! It keeps the code, the program counter and the window of registers of the current frame in local
//! variables and writes them back when it leaves. Everything rare (traps, exceptions, choices) leaves
//! the loop with an [`Exit`]. An operation that leaves has not happened: the program counter still
//! points to it, and nothing was written. That is what makes forks and paused runs exact.

use ir::{
    ArrayTypeId, BinaryOp, ClassId, CompareOp, FloatType, FunctionId, GlobalId, Id as _, IntType, LiteralId,
    RefType, SelectorId, Trap, Type,
};

use crate::code::{Element, NOWHERE, Op};
use crate::domain::Domain;
use crate::heap::{Heap, OutOfMemory, Reference, effort_of_bytes};
use crate::image::Image;
use crate::lower::word_of;
use crate::machine::{Exit, Frame, Machine, Purpose, range};
use crate::outcome::Operand;
use crate::raise::{ends, expects_failures, nearest_handler};
use crate::stop::{Bug, Choice, Stop, Unsupported};
use crate::threads::Status;
use crate::watch::{Access, Watch, Watched};
use crate::word::{Number, Order};

const I32: Number = Number::Int(IntType::I32);
const I64: Number = Number::Int(IntType::I64);
const F64: Number = Number::Float(FloatType::F64);

impl<D: Domain> Machine<'_, '_, D> {
    /// Executes operations until one leaves the loop.
    pub(crate) fn execute<W: Watch<D>>(&mut self, fuel: &mut u64, watch: &mut W) -> Exit<D::Value, D::Fork> {
        let Machine { image, domain, limits, heap, frames, registers, methods, initialised, threads, .. } =
            self;
        let image = *image;
        let nothing = domain.constant(0);
        let thread = threads.current as u32;
        let others_initialise = threads.others_initialise;
        let Some(&frame) = frames.last() else {
            return Exit::Stop(Stop::Returned(None));
        };
        let mut current = frame;
        // Beginning and ending to make an exception leaves the loop, so this stays true in it.
        let limits = limits.within(frame.raising);
        let mut code = image.frame_code(current.function);
        let mut pc = current.pc as usize;
        let mut window = &mut registers[current.base..current.base + usize::from(code.registers)];
        let mut left = *fuel;

        macro_rules! leave {
            ($exit:expr) => {{
                let exit = $exit;
                frames.last_mut().expect("the current function has a frame").pc = pc as u32;
                *fuel = left;
                return exit;
            }};
        }
        macro_rules! get {
            ($register:expr) => {
                window[usize::from($register)]
            };
        }
        macro_rules! set {
            ($register:expr, $value:expr) => {{
                let value = $value;
                window[usize::from($register)] = value;
                pc += 1;
            }};
        }
        /// What a decision says; a fork leaves.
        macro_rules! decide {
            ($decision:expr) => {
                match $decision {
                    Ok(answer) => answer,
                    Err(fork) => leave!(Exit::Stop(Stop::Fork(fork))),
                }
            };
        }
        macro_rules! word {
            ($value:expr) => {
                decide!(domain.word($value))
            };
        }
        macro_rules! test {
            ($value:expr) => {
                decide!(domain.test($value))
            };
        }
        /// Lets others go first, if somebody says that they may notice the access.
        macro_rules! visible {
            ($access:expr) => {
                if W::INTERLEAVES && watch.is_visible(heap, $access) {
                    leave!(Exit::Visible);
                }
            };
        }
        macro_rules! trap {
            ($trap:expr) => {
                leave!(Exit::Trap($trap, [nothing, nothing]))
            };
        }
        /// A reference that is not null in any state.
        macro_rules! reference {
            ($register:expr) => {{
                let reference = get!($register);
                if decide!(domain.is_null(reference)) {
                    trap!(Trap::Null);
                }
                reference
            }};
        }
        /// The one object that a register refers to.
        macro_rules! object {
            ($register:expr) => {{
                let reference = word!(get!($register)) as Reference;
                if reference == 0 {
                    trap!(Trap::Null);
                }
                reference
            }};
        }
        /// The index that a register holds, in bounds of the array in every state.
        macro_rules! index {
            ($array:expr, $register:expr) => {{
                let index = get!($register);
                decide!(domain.settle_index(heap, $array, index));
                let outside = domain.outside(heap, $array, index);
                if let Some((index, length)) = decide!(outside) {
                    let (index, length) = (index as i64 as u64, u64::from(length));
                    let arguments = [domain.constant(index), domain.constant(length)];
                    leave!(Exit::Trap(Trap::Bounds, arguments));
                }
                index
            }};
        }
        macro_rules! binary {
            ($op:ident, $number:expr, $to:expr, $a:expr, $b:expr) => {
                set!($to, decide!(domain.binary(BinaryOp::$op, $number, get!($a), get!($b))))
            };
        }
        macro_rules! divide {
            ($op:expr, $number:expr, $to:expr, $a:expr, $b:expr) => {{
                let Some(result) = decide!(domain.divide($op, $number, get!($a), get!($b))) else {
                    trap!(Trap::Division);
                };
                set!($to, result)
            }};
        }
        macro_rules! branch {
            ($op:ident, $a:expr, $b:expr, $target:expr) => {{
                let taken = domain.branch(CompareOp::$op, Order::Signed, get!($a), get!($b));
                if decide!(taken) {
                    pc = $target as usize;
                    continue;
                }
                pc += 1;
            }};
        }
        macro_rules! call {
            ($function:expr, $arguments:expr) => {{
                let function: FunctionId = $function;
                let Some(callee) = image.code(function) else {
                    leave!(Exit::Native(function));
                };
                let base = current.base + usize::from(code.registers);
                let end = base + usize::from(callee.registers);
                if !limits.allow_frame(frames.len(), end) {
                    trap!(Trap::StackOverflow);
                }
                if registers.len() < end {
                    registers.resize(end.next_power_of_two(), nothing);
                }
                let (below, above) = registers.split_at_mut(base);
                let arguments = &code.arguments[$arguments as usize..][..usize::from(callee.parameters)];
                for (to, &from) in above.iter_mut().zip(arguments) {
                    *to = below[current.base + usize::from(from)];
                }
                window = &mut above[..usize::from(callee.registers)];
                for (to, &constant) in
                    window[usize::from(callee.first_constant)..].iter_mut().zip(&callee.constants)
                {
                    *to = domain.constant(constant);
                }
                frames.last_mut().expect("the current function has a frame").pc = pc as u32;
                current = Frame { function, pc: 0, base, purpose: Purpose::Call, raising: current.raising };
                frames.push(current);
                code = callee;
                pc = 0;
            }};
        }
        /// Lets others go first if the exception that is thrown in the last of so many frames leaves them all. Asking here and not where
        /// the exception is dealt with makes the operation that throws the one that is done again, not the one that trapped.
        macro_rules! end_unless_caught {
            ($frames:expr) => {
                if W::INTERLEAVES && nearest_handler(image, &frames[..$frames]).is_none() {
                    visible!(Access::End);
                }
            };
        }
        /// Goes back to the caller with a result, if there is one.
        macro_rules! give_back {
            ($result:expr) => {{
                let result: Option<D::Value> = $result;
                if frames.len() == 1 {
                    leave!(Exit::Stop(Stop::Returned(result)));
                }
                let purpose = current.purpose;
                if let (Purpose::Raise, Some(exception)) = (purpose, result) {
                    // Which exception it is must be known before the frame is gone: a fork comes back.
                    word!(exception);
                }
                match purpose {
                    Purpose::Raise | Purpose::Construct(_) => end_unless_caught!(frames.len() - 1),
                    Purpose::Call | Purpose::Again => {}
                }
                frames.pop();
                current = *frames.last().expect("there is a caller");
                code = image.frame_code(current.function);
                pc = current.pc as usize;
                window = &mut registers[current.base..current.base + usize::from(code.registers)];
                match purpose {
                    Purpose::Call => {}
                    Purpose::Again => continue,
                    Purpose::Raise => {
                        leave!(Exit::Throw(result.expect("functions that make exceptions have a result")));
                    }
                    Purpose::Construct(exception) => {
                        let exception = domain.constant(exception.into());
                        leave!(Exit::Throw(exception));
                    }
                }
                if let (
                    Op::Call { to, .. } | Op::CallSpecial { to, .. } | Op::CallVirtual { to, .. },
                    Some(result),
                ) = (code.ops[pc], result)
                    && to != NOWHERE
                {
                    window[usize::from(to)] = result;
                }
                pc += 1;
            }};
        }

        loop {
            if left == 0 {
                leave!(Exit::Stop(Stop::Paused));
            }
            left -= 1;
            if W::ACTIVE {
                watch.before(Watched {
                    function: current.function,
                    origin: code.origins[pc],
                    depth: frames.len() - 1,
                    registers: window,
                    heap,
                });
            }
            match code.ops[pc] {
                Op::Copy { to, a } => set!(to, get!(a)),
                Op::Constant { to, index } => set!(to, domain.constant(code.pool[index as usize])),

                Op::AddI32 { to, a, b } => binary!(Add, I32, to, a, b),
                Op::SubI32 { to, a, b } => binary!(Sub, I32, to, a, b),
                Op::MulI32 { to, a, b } => binary!(Mul, I32, to, a, b),
                Op::AndI32 { to, a, b } => binary!(And, I32, to, a, b),
                Op::OrI32 { to, a, b } => binary!(Or, I32, to, a, b),
                Op::XorI32 { to, a, b } => binary!(Xor, I32, to, a, b),
                Op::ShlI32 { to, a, b } => binary!(Shl, I32, to, a, b),
                Op::ShrI32 { to, a, b } => binary!(Shr, I32, to, a, b),
                Op::UshrI32 { to, a, b } => binary!(Ushr, I32, to, a, b),
                Op::AddI64 { to, a, b } => binary!(Add, I64, to, a, b),
                Op::SubI64 { to, a, b } => binary!(Sub, I64, to, a, b),
                Op::MulI64 { to, a, b } => binary!(Mul, I64, to, a, b),
                Op::AndI64 { to, a, b } => binary!(And, I64, to, a, b),
                Op::OrI64 { to, a, b } => binary!(Or, I64, to, a, b),
                Op::XorI64 { to, a, b } => binary!(Xor, I64, to, a, b),
                Op::ShlI64 { to, a, b } => binary!(Shl, I64, to, a, b),
                Op::ShrI64 { to, a, b } => binary!(Shr, I64, to, a, b),
                Op::UshrI64 { to, a, b } => binary!(Ushr, I64, to, a, b),
                Op::AddF64 { to, a, b } => binary!(Add, F64, to, a, b),
                Op::SubF64 { to, a, b } => binary!(Sub, F64, to, a, b),
                Op::MulF64 { to, a, b } => binary!(Mul, F64, to, a, b),
                Op::DivF64 { to, a, b } => binary!(Div, F64, to, a, b),
                Op::DivI32 { to, a, b } => divide!(BinaryOp::Div, I32, to, a, b),
                Op::RemI32 { to, a, b } => divide!(BinaryOp::Rem, I32, to, a, b),
                Op::Divide { op, number, to, a, b } => divide!(op, number, to, a, b),
                Op::Unary { op, number, to, a } => set!(to, decide!(domain.unary(op, number, get!(a)))),
                Op::Binary { op, number, to, a, b } => {
                    set!(to, decide!(domain.binary(op, number, get!(a), get!(b))))
                }
                Op::Compare { op, order, to, a, b } => {
                    set!(to, decide!(domain.compare(op, order, get!(a), get!(b))))
                }
                Op::ThreeWay { op, order, to, a, b } => {
                    set!(to, decide!(domain.three_way(op, order, get!(a), get!(b))))
                }
                Op::Convert { from, into, to, a } => set!(to, decide!(domain.convert(from, into, get!(a)))),

                Op::Jump { target } => pc = target as usize,
                Op::BranchTrue { a, target } => pc = if test!(get!(a)) { target as usize } else { pc + 1 },
                Op::BranchFalse { a, target } => pc = if test!(get!(a)) { pc + 1 } else { target as usize },
                Op::BranchEq { a, b, target } => branch!(Eq, a, b, target),
                Op::BranchNe { a, b, target } => branch!(Ne, a, b, target),
                Op::BranchLt { a, b, target } => branch!(Lt, a, b, target),
                Op::BranchLe { a, b, target } => branch!(Le, a, b, target),
                Op::BranchGt { a, b, target } => branch!(Gt, a, b, target),
                Op::BranchGe { a, b, target } => branch!(Ge, a, b, target),
                Op::Switch { a, table } => {
                    let table = &code.switches[table as usize];
                    decide!(domain.settle_case(get!(a), table.cases.iter().map(|case| case.0)));
                    pc = decide!(domain.agree(get!(a), |word| table.target(word))) as usize;
                }

                Op::LoadGlobal { to, global } => {
                    visible!(Access::Global { global: GlobalId::new(global as usize), written: None });
                    match heap.global(global as usize) {
                        Some(value) => set!(to, domain.load_global(global as usize, value)),
                        None => add_globals(image, domain, heap),
                    }
                }
                Op::StoreGlobal { global, a } => {
                    let value = decide!(domain.admit_global(global as usize, get!(a)));
                    let written = Some(value);
                    visible!(Access::Global { global: GlobalId::new(global as usize), written });
                    if global as usize >= heap.global_count() {
                        add_globals(image, domain, heap);
                    }
                    heap.set_global(global as usize, value);
                    pc += 1;
                }
                Op::Load { to, object, slot } => {
                    let object = reference!(object);
                    visible!(Access::Slot { object, slot: Some(slot), index: None, written: None });
                    set!(to, decide!(domain.load(heap, object, slot.into())));
                }
                Op::Store { object, slot, a } => {
                    let object = reference!(object);
                    let value = decide!(domain.admit(heap, object, slot.into(), get!(a)));
                    visible!(Access::Slot { object, slot: Some(slot), index: None, written: Some(value) });
                    decide!(domain.store(heap, object, slot.into(), value));
                    pc += 1;
                }
                Op::LoadI32 { to, array, index } => {
                    let array = reference!(array);
                    let index = index!(array, index);
                    visible!(Access::Slot { object: array, slot: None, index: Some(index), written: None });
                    set!(to, decide!(domain.load_element(heap, Element::I32, array, index)));
                }
                Op::StoreI32 { array, index, a } => {
                    let array = reference!(array);
                    let index = index!(array, index);
                    visible!(Access::Slot {
                        object: array,
                        slot: None,
                        index: Some(index),
                        written: Some(get!(a))
                    });
                    decide!(domain.store_element(heap, Element::I32, array, index, get!(a)));
                    pc += 1;
                }
                Op::LoadElement { element, to, array, index } => {
                    let array = reference!(array);
                    let index = index!(array, index);
                    visible!(Access::Slot { object: array, slot: None, index: Some(index), written: None });
                    set!(to, decide!(domain.load_element(heap, element, array, index)));
                }
                Op::StoreElement { element, array, index, a } => {
                    let array = reference!(array);
                    let index = index!(array, index);
                    let value = get!(a);
                    if element == Element::Slot {
                        let fits = domain.agree_both(array, value, |array, value| {
                            Self::fits(image, heap, array as Reference, value as Reference)
                        });
                        if !decide!(fits) {
                            // The exception names the class of the one object.
                            word!(value);
                            leave!(Exit::Trap(Trap::Store, [value, nothing]));
                        }
                    }
                    visible!(Access::Slot {
                        object: array,
                        slot: None,
                        index: Some(index),
                        written: Some(value)
                    });
                    decide!(domain.store_element(heap, element, array, index, value));
                    pc += 1;
                }
                Op::Length { to, array } => {
                    let array = reference!(array);
                    set!(to, decide!(domain.map(array, |array| heap.length(array as Reference).into())));
                }

                Op::New { to, class } => {
                    let class = ClassId::new(class as usize);
                    let slots = image.layout(class).references.len();
                    let bytes = (slots + 2) * size_of::<D::Value>();
                    if !heap.has_room(bytes) {
                        leave!(Exit::Full(bytes));
                    }
                    match heap.new_object(class, slots, nothing) {
                        Ok(object) => set!(to, domain.constant(object.into())),
                        Err(OutOfMemory) => trap!(Trap::OutOfMemory),
                    }
                }
                Op::NewArray { to, array, length } => {
                    let array = ArrayTypeId::new(array as usize);
                    let value = get!(length);
                    decide!(domain.settle_operand(value, Operand::Length));
                    let length = word!(value) as i64 as i32;
                    let Ok(length) = u32::try_from(length) else {
                        leave!(Exit::Trap(Trap::NegativeSize, [value, nothing]));
                    };
                    let element = if D::PACKED { image.element(array) } else { Element::Slot };
                    let bytes = (length as usize + 2).saturating_mul(element.size::<D::Value>());
                    if !heap.has_room(bytes) {
                        leave!(Exit::Full(bytes));
                    }
                    match heap.new_array(array, element, length, nothing) {
                        Ok(object) => set!(to, domain.constant(object.into())),
                        Err(OutOfMemory) => trap!(Trap::OutOfMemory),
                    }
                    left = left.saturating_sub(effort_of_bytes(bytes));
                }
                Op::InstanceOf { to, a, target } => {
                    let target = code.targets[target as usize];
                    let is = domain.agree(get!(a), |word| {
                        word as Reference != 0 && image.belongs(heap.ty(word as Reference), target)
                    });
                    set!(to, domain.constant(decide!(is).into()));
                }
                Op::Cast { to, a, target } => {
                    let value = get!(a);
                    let target = code.targets[target as usize];
                    let fails = domain.agree(value, |word| {
                        word as Reference != 0 && !image.belongs(heap.ty(word as Reference), target)
                    });
                    if decide!(fails) {
                        word!(value);
                        leave!(Exit::Cast(value, target));
                    }
                    set!(to, value);
                }

                Op::Call { function, arguments, .. } => call!(FunctionId::new(function as usize), arguments),
                Op::CallVirtual { selector, arguments, .. } => {
                    let receiver = reference!(code.arguments[arguments as usize]);
                    let selector = SelectorId::new(selector as usize);
                    let method = domain.agree(receiver, |receiver| {
                        let class = match heap.ty(receiver as Reference) {
                            RefType::Class(class) => Some(class),
                            RefType::Any | RefType::Array(_) => image.program().array_class(),
                        };
                        class.and_then(|class| methods.find(image, class, selector))
                    });
                    let method = decide!(method);
                    let Some(method) = method else { trap!(Trap::NoMethod) };
                    call!(method, arguments);
                }
                Op::CallSpecial { function, arguments, .. } => {
                    reference!(code.arguments[arguments as usize]);
                    call!(FunctionId::new(function as usize), arguments);
                }
                Op::Initialise { class } => {
                    // The program was verified when the class was complete, or is not yet.
                    let Some(initialiser) = image
                        .program()
                        .classes
                        .get(ClassId::new(class as usize))
                        .and_then(|class| class.initialiser)
                    else {
                        pc += 1;
                        continue;
                    };
                    let Some(state) = heap.global(initialiser.state.index()) else {
                        add_globals(image, domain, heap);
                        continue;
                    };
                    if others_initialise && threads.is_initialised_elsewhere(initialiser.function) {
                        leave!(Exit::Blocked(Status::Initialising(initialiser.function)));
                    }
                    if word!(state) == 1 {
                        pc += 1;
                        continue;
                    }
                    if W::INTERLEAVES
                        && watch.is_visible(heap, Access::Initialise(ClassId::new(class as usize)))
                    {
                        leave!(Exit::Blocked(Status::Initialising(initialiser.function)));
                    }
                    initialised.push(ClassId::new(class as usize));
                    call!(initialiser.function, 0u32);
                }
                Op::Literal { to, literal } => match heap.literal(literal as usize) {
                    0 => leave!(Exit::Literal(LiteralId::new(literal as usize))),
                    object => set!(to, domain.constant(object.into())),
                },
                Op::Return { a } => give_back!(Some(get!(a))),
                Op::ReturnNothing => give_back!(None),
                Op::Throw { a } => {
                    let value = get!(a);
                    let exception = object!(a);
                    frames.last_mut().expect("the current function has a frame").pc = pc as u32;
                    if W::INTERLEAVES && ends(image, heap, frames, exception) {
                        visible!(Access::End);
                    }
                    leave!(Exit::Throw(value));
                }
                Op::Fail { a } => {
                    let value = get!(a);
                    let exception = object!(a);
                    frames.last_mut().expect("the current function has a frame").pc = pc as u32;
                    if W::INTERLEAVES
                        && (!expects_failures(image, frames) || ends(image, heap, frames, exception))
                    {
                        visible!(Access::End);
                    }
                    leave!(Exit::Fail(value));
                }

                Op::Enter { object } => {
                    let object = object!(object);
                    let held = heap.held(object);
                    let taken = held.count > 0 && held.owner != thread;
                    if W::INTERLEAVES {
                        watch.tries(object, taken);
                    }
                    // A thread that wants a monitor looks the same whether it has tried or not.
                    if taken || W::INTERLEAVES && watch.is_visible(heap, Access::Enter(object)) {
                        leave!(Exit::Blocked(Status::Entering(object)));
                    }
                    heap.set_lock(object, thread, held.count.saturating_add(1));
                    pc += 1;
                }
                Op::Exit { object } => {
                    let object = object!(object);
                    let held = heap.held(object);
                    match held.count.checked_sub(1) {
                        Some(count) if held.owner == thread => heap.set_lock(object, thread, count),
                        Some(_) | None => trap!(Trap::Monitor),
                    }
                    pc += 1;
                }
                Op::Assume { a } => {
                    if !test!(get!(a)) {
                        visible!(Access::End);
                        leave!(Exit::Stop(Stop::Dropped));
                    }
                    pc += 1;
                }
                Op::Assert { a } => {
                    if !test!(get!(a)) {
                        visible!(Access::End);
                        leave!(Exit::Stop(Stop::Violation(Bug::Assertion)));
                    }
                    pc += 1;
                }
                Op::HavocBool { .. } => {
                    pc = code.statement_start(pc as u32) as usize;
                    leave!(Exit::Stop(Stop::Choice(Choice {
                        ty: Type::Bool,
                        low: 0,
                        high: 1,
                        sample: None
                    })));
                }
                Op::Havoc { int, .. } => {
                    pc = code.statement_start(pc as u32) as usize;
                    let choice = Choice { ty: Type::Int(int), low: int.min(), high: int.max(), sample: None };
                    leave!(Exit::Stop(Stop::Choice(choice)));
                }
                Op::Choose { int, low, high, .. } => {
                    let (low, high) = (word!(get!(low)), word!(get!(high)));
                    match range(int, low, high) {
                        Some(choice) => {
                            pc = code.statement_start(pc as u32) as usize;
                            leave!(Exit::Stop(Stop::Choice(choice)));
                        }
                        None => leave!(Exit::Stop(Stop::Dropped)),
                    }
                }
                Op::Unreachable => leave!(Exit::Stop(Stop::Unsupported(Unsupported::Unreachable))),
            }
        }
    }
}

/// Adds the globals that the program has got since the last time.
#[cold]
pub(crate) fn add_globals<D: Domain>(image: &Image<'_>, domain: &mut D, heap: &mut Heap<D::Value>) {
    let known = heap.global_count();
    let fresh: Vec<D::Value> = image
        .program()
        .globals
        .iter()
        .skip(known)
        .map(|global| domain.constant(word_of(global.initial)))
        .collect();
    heap.add_globals(fresh);
}
