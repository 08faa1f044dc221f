//! What the JVM says about a `null` that an instruction finds: what the instruction wanted to do, and
//! where the `null` came from (JEP 358). HotSpot reads both off the bytecode, so this does the same:
//! the operand stack is simulated with, for each entry, the instruction that pushed it. The rules for
//! where paths meet and where the simulation ends are HotSpot's, because they decide what is said.

use ir::Type;
use ristretto_classfile::attributes::{Attribute, Instruction};

use crate::descriptor::{JavaType, Signature};
use crate::raw::{self, RawCode};
use crate::translate::decode::{Invocation, Kind, Loaded, Member, Shuffle, Step, decode};
use crate::world::{JavaClass, MethodInfo};

/// How deep a description of what is `null` goes.
const DETAIL: u32 = 5;

/// How many entries all simulated stacks may have together.
const ENTRIES: usize = 1_000_000;

/// The message for a `null` that the instruction of that index finds.
pub(crate) fn message(class: &JavaClass, method: &MethodInfo, at: usize) -> Option<String> {
    let file_method = &class.file.methods[method.index];
    let code = file_method.attributes.iter().find_map(|attribute| {
        let Attribute::Code { code, .. } = attribute else { return None };
        Some(code)
    })?;
    let pool = &class.file.constant_pool;
    let steps: Vec<Step<'_>> = code
        .iter()
        .enumerate()
        .map(|(at, instruction)| decode(pool, at, instruction))
        .collect::<Result<_, _>>()
        .ok()?;
    let raw = class.raw.get(method.index)?.as_ref()?;
    let offsets = raw::offsets(code);
    let mut stacks = vec![None; steps.len() + 1];
    simulate(&steps, &offsets, raw, at, &mut stacks)?;
    let teller = Teller { class, method, code, steps: &steps, offsets: &offsets, raw, stacks: &stacks };
    let (mut text, depth) = teller.action(at)?;
    let cause = teller.cause(at, depth, DETAIL, false);
    if let Some((cause, is_call)) = cause {
        text += if is_call { " because the return value of \"" } else { " because \"" };
        text += &cause;
        text += "\" is null";
    }
    Some(text)
}

/// The operand stack before an instruction.
#[derive(Clone, Debug, Default)]
struct Stack {
    /// For each word, the instruction that pushed it; `None` where paths disagree.
    entries: Vec<Option<usize>>,
    /// The first 64 locals that were written on the way.
    written: u64,
}

impl Stack {
    fn pop(&mut self, count: usize) {
        let length = self.entries.len().saturating_sub(count);
        self.entries.truncate(length);
    }

    fn push(&mut self, at: usize, words: usize) {
        self.entries.extend(std::iter::repeat_n(Some(at), words));
    }

    fn write(&mut self, slot: u16, wide: bool) {
        for slot in slot..=slot + u16::from(wide) {
            if slot < 64 {
                self.written |= 1 << slot;
            }
        }
    }

    fn was_written(&self, slot: u16) -> bool {
        slot >= 64 || self.written >> slot & 1 == 1
    }

    fn merge(&mut self, other: &Stack) {
        for (own, other) in self.entries.iter_mut().zip(&other.entries) {
            if own != other {
                *own = None;
            }
        }
        self.written |= other.written;
    }
}

/// Simulates until every instruction has a stack, or the one that is asked for has.
fn simulate(
    steps: &[Step<'_>],
    offsets: &[u32],
    raw: &RawCode,
    wanted: usize,
    stacks: &mut [Option<Stack>],
) -> Option<()> {
    stacks[0] = Some(Stack::default());
    for &(_, _, handler, _) in &raw.ranges {
        let handler = offsets.iter().position(|&offset| offset == u32::from(handler))?;
        stacks.get_mut(handler)?.get_or_insert_with(|| Stack { entries: vec![Some(handler)], written: 0 });
    }
    let (mut complete, mut added, mut entries) = (false, true, 0);
    while !complete && added {
        (complete, added) = (true, false);
        for at in 0..steps.len() {
            match stacks[at].clone() {
                None => complete = false,
                Some(mut stack) => {
                    let next = execute(&steps[at], at, &mut stack)?;
                    for to in next {
                        match stacks.get(to)? {
                            Some(known) => stack.merge(known),
                            None => {
                                entries += stack.entries.len();
                                added = true;
                            }
                        }
                        stacks[to] = Some(stack.clone());
                    }
                }
            }
            if at + 1 == wanted && stacks[wanted].is_some() {
                return Some(());
            }
            if entries > ENTRIES {
                return Some(());
            }
        }
    }
    Some(())
}

/// What an instruction does to the stack, and which ones may come next.
fn execute(step: &Step<'_>, at: usize, stack: &mut Stack) -> Option<Vec<usize>> {
    let mut next = vec![at + 1];
    match step {
        Step::Nothing | Step::CheckCast(_) => {}
        Step::Push(constant) => stack.push(at, words_of_constant(constant)?),
        Step::Load(kind, _) => stack.push(at, words(*kind)),
        Step::GetStatic(member) => stack.push(at, field_words(member)?),
        Step::New(_) => stack.push(at, 1),
        Step::Store(kind, slot) => {
            stack.pop(words(*kind));
            stack.write(*slot, kind.is_wide());
        }
        Step::Increase(slot, _) => stack.write(*slot, false),
        Step::ArrayLoad(element) => {
            stack.pop(2);
            stack.push(at, words(Kind::of(element)));
        }
        Step::ArrayStore(element) => stack.pop(2 + words(Kind::of(element))),
        Step::Shuffle(shuffle) => self::shuffle(*shuffle, stack)?,
        Step::Unary(_, kind) => {
            stack.pop(words(*kind));
            stack.push(at, words(*kind));
        }
        Step::Binary(op, kind) => {
            stack.pop(if op.is_shift() { 1 } else { words(*kind) });
            stack.pop(words(*kind));
            stack.push(at, words(*kind));
        }
        Step::Order(_, kind) => {
            stack.pop(2 * words(*kind));
            stack.push(at, 1);
        }
        Step::Convert(from, to) => {
            stack.pop(words(*from));
            stack.push(at, words(Kind::of(to)));
        }
        Step::GetField(member) => {
            stack.pop(1);
            stack.push(at, field_words(member)?);
        }
        Step::NewArray(_) | Step::Length | Step::InstanceOf(_) => {
            stack.pop(1);
            stack.push(at, 1);
        }
        Step::NewMultiArray(_, dimensions) => {
            stack.pop((*dimensions).into());
            stack.push(at, 1);
        }
        Step::IfZero(_, _, to) => {
            stack.pop(1);
            next.push((*to).into());
        }
        Step::IfCompare(_, _, to) => {
            stack.pop(2);
            next.push((*to).into());
        }
        Step::Goto(to) => next = vec![(*to).into()],
        Step::Switch { cases, otherwise } => {
            stack.pop(1);
            next =
                std::iter::once(*otherwise).chain(cases.iter().map(|case| case.1)).map(usize::from).collect();
        }
        Step::Return(_) | Step::Throw => next.clear(),
        Step::PutStatic(member) => stack.pop(field_words(member)?),
        Step::Enter | Step::Exit => stack.pop(1),
        Step::PutField(member) => stack.pop(1 + field_words(member)?),
        Step::Invoke(how, member) => {
            stack.pop(argument_words(member.descriptor)? + usize::from(*how != Invocation::Static));
            stack.push(at, result_words(member.descriptor)?);
        }
        Step::InvokeDynamic { descriptor, .. } => {
            stack.pop(argument_words(descriptor)?);
            stack.push(at, result_words(descriptor)?);
        }
    }
    Some(next)
}

fn words(kind: Kind) -> usize {
    if kind.is_wide() { 2 } else { 1 }
}

fn words_of_constant(constant: &Loaded<'_>) -> Option<usize> {
    Some(match constant {
        Loaded::Number(number) => match number.ty() {
            Some(Type::I64 | Type::Float(ir::FloatType::F64)) => 2,
            Some(_) | None => 1,
        },
        Loaded::Dynamic { descriptor, .. } => words(Kind::of(&JavaType::parse(descriptor)?)),
        Loaded::Null | Loaded::Text(_) | Loaded::Class(_) | Loaded::Other(_) => 1,
    })
}

fn field_words(member: &Member<'_>) -> Option<usize> {
    Some(words(Kind::of(&JavaType::parse(member.descriptor)?)))
}

fn argument_words(descriptor: &str) -> Option<usize> {
    Some(Signature::parse(descriptor)?.parameters.iter().map(|ty| words(Kind::of(ty))).sum())
}

fn result_words(descriptor: &str) -> Option<usize> {
    Some(Signature::parse(descriptor)?.result.map_or(0, |ty| words(Kind::of(&ty))))
}

/// Moves words.
fn shuffle(shuffle: Shuffle, stack: &mut Stack) -> Option<()> {
    let entries = &mut stack.entries;
    // How many words on top are meant, and how many below them their copy goes.
    let (count, below) = match shuffle {
        Shuffle::Pop => return entries.pop().map(drop),
        Shuffle::Pop2 => {
            entries.pop();
            return entries.pop().map(drop);
        }
        Shuffle::Swap => {
            let top = entries.len().checked_sub(2)?;
            entries.swap(top, top + 1);
            return Some(());
        }
        Shuffle::Dup => (1, 0),
        Shuffle::DupX1 => (1, 1),
        Shuffle::DupX2 => (1, 2),
        Shuffle::Dup2 => (2, 0),
        Shuffle::Dup2X1 => (2, 1),
        Shuffle::Dup2X2 => (2, 2),
    };
    let top = entries.len().checked_sub(count)?;
    let place = top.checked_sub(below)?;
    let copied = entries[top..].to_vec();
    entries.splice(place..place, copied);
    Some(())
}

/// Says things about instructions.
struct Teller<'a> {
    class: &'a JavaClass,
    method: &'a MethodInfo,
    code: &'a [Instruction],
    steps: &'a [Step<'a>],
    offsets: &'a [u32],
    raw: &'a RawCode,
    stacks: &'a [Option<Stack>],
}

impl Teller<'_> {
    /// What the instruction wanted to do, and how far below the top of the stack it finds the `null`.
    fn action(&self, at: usize) -> Option<(String, usize)> {
        Some(match self.steps.get(at)? {
            Step::ArrayLoad(element) => (format!("Cannot load from {} array", element_name(element)), 1),
            Step::ArrayStore(element) => {
                (format!("Cannot store to {} array", element_name(element)), 1 + words(Kind::of(element)))
            }
            Step::Length => ("Cannot read the array length".to_string(), 0),
            Step::Throw => ("Cannot throw exception".to_string(), 0),
            Step::Enter => ("Cannot enter synchronized block".to_string(), 0),
            Step::Exit => ("Cannot exit synchronized block".to_string(), 0),
            Step::GetField(member) => (format!("Cannot read field \"{}\"", member.name), 0),
            Step::PutField(member) => {
                (format!("Cannot assign field \"{}\"", member.name), field_words(member)?)
            }
            // Calling a constructor finds none.
            Step::Invoke(Invocation::Virtual | Invocation::Interface | Invocation::Special, member)
                if member.name != "<init>" =>
            {
                (format!("Cannot invoke \"{}\"", method_name(member)?), argument_words(member.descriptor)?)
            }
            Step::Nothing
            | Step::Push(_)
            | Step::Load(..)
            | Step::Store(..)
            | Step::Increase(..)
            | Step::Shuffle(_)
            | Step::Unary(..)
            | Step::Binary(..)
            | Step::Order(..)
            | Step::Convert(..)
            | Step::IfZero(..)
            | Step::IfCompare(..)
            | Step::Goto(_)
            | Step::Switch { .. }
            | Step::Return(_)
            | Step::GetStatic(_)
            | Step::PutStatic(_)
            | Step::Invoke(..)
            | Step::InvokeDynamic { .. }
            | Step::New(_)
            | Step::NewArray(_)
            | Step::NewMultiArray(..)
            | Step::CheckCast(_)
            | Step::InstanceOf(_) => return None,
        })
    }

    /// What is in an entry of the stack before an instruction, and whether it is what a call gave.
    fn cause(&self, at: usize, depth: usize, detail: u32, inner: bool) -> Option<(String, bool)> {
        if detail == 0 {
            return None;
        }
        let stack = self.stacks.get(at)?.as_ref()?;
        let source = (*stack.entries.iter().rev().nth(depth)?)?;
        let plain = |text: String| Some((text, false));
        match &self.steps[source] {
            Step::Load(_, slot) => plain(self.local(source, *slot, !stack.was_written(*slot))),
            Step::Push(Loaded::Null) => plain("null".to_string()),
            Step::Push(Loaded::Number(ir::Constant::Int(_, number))) if !self.is_pool_load(source) => {
                plain(number.to_string())
            }
            Step::GetStatic(member) => plain(format!("{}.{}", class_name(member.owner), member.name)),
            Step::GetField(member) => plain(match self.cause(source, 0, detail - 1, inner) {
                Some((object, _)) => format!("{object}.{}", member.name),
                None => member.name.to_string(),
            }),
            Step::Invoke(_, member) => Some((method_name(member)?, detail == DETAIL && !inner)),
            Step::ArrayLoad(JavaType::Int | JavaType::Object(_) | JavaType::Array(_)) => {
                let array = self
                    .cause(source, 1, detail - 1, inner)
                    .map_or_else(|| "<array>".to_string(), |(array, _)| array);
                let index =
                    self.cause(source, 0, detail, true).map_or_else(|| "...".to_string(), |(index, _)| index);
                plain(format!("{array}[{index}]"))
            }
            Step::Nothing
            | Step::Push(_)
            | Step::Store(..)
            | Step::Increase(..)
            | Step::ArrayLoad(_)
            | Step::ArrayStore(_)
            | Step::Shuffle(_)
            | Step::Unary(..)
            | Step::Binary(..)
            | Step::Order(..)
            | Step::Convert(..)
            | Step::IfZero(..)
            | Step::IfCompare(..)
            | Step::Goto(_)
            | Step::Switch { .. }
            | Step::Return(_)
            | Step::PutStatic(_)
            | Step::PutField(_)
            | Step::InvokeDynamic { .. }
            | Step::New(_)
            | Step::NewArray(_)
            | Step::NewMultiArray(..)
            | Step::Length
            | Step::Throw
            | Step::CheckCast(_)
            | Step::InstanceOf(_)
            | Step::Enter
            | Step::Exit => None,
        }
    }

    /// Whether an instruction loads a constant of the class file.
    fn is_pool_load(&self, at: usize) -> bool {
        matches!(self.code[at], Instruction::Ldc(_) | Instruction::Ldc_w(_) | Instruction::Ldc2_w(_))
    }

    /// The name of a local, or of a parameter that was not written yet, where the class file has one.
    fn local(&self, at: usize, slot: u16, is_parameter: bool) -> String {
        let offset = self.offsets[at];
        let named = self.raw.locals.iter().find(|&&(start, length, _, _, index)| {
            let start = u32::from(start);
            index == slot && start <= offset && offset < start + u32::from(length)
        });
        if let Some(&(_, _, name, _, _)) = named
            && let Ok(name) = self.class.file.constant_pool.try_get_utf8(name)
        {
            return name.to_rust_string();
        }
        let is_static = self.method.is_static();
        if !is_static && slot == 0 && is_parameter {
            return "this".to_string();
        }
        let mut first = u16::from(!is_static);
        for (index, parameter) in self.method.signature.parameters.iter().enumerate() {
            let behind = first + if parameter.is_wide() { 2 } else { 1 };
            if (first..behind).contains(&slot) && is_parameter {
                return format!("<parameter{}>", index + 1);
            }
            first = behind;
        }
        format!("<local{slot}>")
    }
}

/// What arrays are called by what is in them.
fn element_name(element: &JavaType) -> &'static str {
    match element {
        JavaType::Byte | JavaType::Boolean => "byte/boolean",
        JavaType::Char => "char",
        JavaType::Short => "short",
        JavaType::Int => "int",
        JavaType::Long => "long",
        JavaType::Float => "float",
        JavaType::Double => "double",
        JavaType::Object(_) | JavaType::Array(_) => "object",
    }
}

/// The two best-known classes are called by their short names.
fn class_name(internal: &str) -> String {
    match internal {
        "java/lang/Object" => "Object".to_string(),
        "java/lang/String" => "String".to_string(),
        other => other.replace('/', "."),
    }
}

fn method_name(member: &Member<'_>) -> Option<String> {
    let types = Signature::parse(member.descriptor)?;
    let parameters: Vec<String> = types
        .parameters
        .iter()
        .map(|ty| {
            let name = external_name(ty);
            // Whatever begins like the two best-known classes is shortened.
            match name.strip_prefix("java.lang.") {
                Some(short) if short.starts_with("Object") || short.starts_with("String") => {
                    short.to_string()
                }
                Some(_) | None => name,
            }
        })
        .collect();
    Some(format!("{}.{}({})", class_name(member.owner), member.name, parameters.join(", ")))
}

fn external_name(ty: &JavaType) -> String {
    match ty {
        JavaType::Array(element) => format!("{}[]", external_name(element)),
        JavaType::Object(name) => name.replace('/', "."),
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Char
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double => ty.primitive_name().unwrap_or_default().to_string(),
    }
}
