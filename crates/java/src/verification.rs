//! What HotSpot's verifier finds when it links a class, as far as other classes have to do with it.
//!
//! Before a class is initialised the JVM goes through the code of all its methods with the frames that the
//! compiler has written down (JVMS 4.10.1). Where a value of one class goes to where another is expected, the
//! names are compared; if they differ, the expected class is loaded, and if that is no interface also the other one. A
//! class that is not there then ends the linking with a `NoClassDefFoundError`, before anything of the class was
//! executed and each time that somebody tries again. So it is with every class that a handler catches, because it
//! must be a subclass of `Throwable`.
//!
//! This module goes the same way, for the classes of the user's, and finds three things:
//!
//! - a class would be loaded that cannot be had: the error is thrown, by the class's initialiser;
//! - a class is not what it would have to be: HotSpot throws a `VerifyError`, whose words we do not have. The input
//!   is rejected;
//! - a class that does not implement an interface goes to where the interface is expected. The verifier lets that
//!   pass, and a call there finds out. Our calls look for a method and not for the interface, so the input is
//!   rejected, too. Compilers write such code only against a class that was another one at the time.
//!
//! Why nothing is loaded into the program for it: the classes that a program has matter to engines that ask which
//! objects there can be. Only the parents of classes are looked at, apart from the program.
//!
//! What HotSpot would reject for other reasons, such as a stack that does not fit, is not looked for: compilers do
//! not write it, and the translation has its own checks.

use std::sync::Arc;

use ir::{Code, Diagnostic};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ClassFile, Constant as PoolConstant, MethodAccessFlags};

use crate::class_path::Origin;
use crate::descriptor::{JavaType, Signature};
use crate::linkage::LinkError;
use crate::raw::{self, RawCode, RawFrame, RawType};
use crate::translate::decode::{
    Invocation, Kind, Loaded, Malformed, Shuffle, Step, class_name, decode, field_type, signature,
};
use crate::world::{JavaClass, World, dotted};

/// What comes of linking a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Linking {
    /// It can be used.
    Fine,
    /// The JVM throws, and tries again the next time.
    Throws(LinkError),
    /// It does not fit the classes that are there.
    Rejected(Diagnostic),
}

/// A class by its parents.
#[derive(Debug)]
pub(crate) struct Peek {
    name: String,
    superclass: Option<Arc<Peek>>,
    interfaces: Vec<Arc<Peek>>,
    is_interface: bool,
    is_library: bool,
}

impl Peek {
    fn is(&self, name: &str) -> bool {
        self.name == name
            || self.superclass.as_ref().is_some_and(|parent| parent.is(name))
            || self.interfaces.iter().any(|parent| parent.is(name))
    }
}

/// A class that cannot be looked at: the error of the JVM, or `None` for a damaged file.
pub(crate) type Unseen = Option<LinkError>;

/// The first version of class files with frames.
const FIRST_WITH_FRAMES: u16 = 50;

const ROOT: &str = "java/lang/Object";

impl World<'_> {
    /// What comes of linking a class; what it extends and implements is linked before it.
    pub(crate) fn linking(&self, class: &JavaClass) -> Linking {
        if class.origin == Origin::Library {
            return Linking::Fine;
        }
        if let Some(known) = self.library.state().linked.get(&class.id) {
            return known.clone();
        }
        let mut linking = Linking::Fine;
        for parent in class.superclass.iter().chain(&class.interfaces) {
            if linking == Linking::Fine {
                linking = self.linking(parent);
            }
        }
        if linking == Linking::Fine {
            linking = self.verified(class);
        }
        self.library.state().linked.insert(class.id, linking.clone());
        linking
    }

    /// A class that can be linked, for whoever starts with it.
    pub(crate) fn load_linked(&self, name: &str) -> Result<Arc<JavaClass>, Diagnostic> {
        let class = self.load(name).ok_or_else(|| self.trouble(name))?;
        match self.linking(&class) {
            Linking::Fine => Ok(class),
            Linking::Rejected(diagnostic) => Err(diagnostic),
            Linking::Throws(error) => {
                let own = dotted(&class.name);
                Err(match &error.missing {
                    Some(missing) => Diagnostic::new(
                        Code::MissingClass,
                        format!(
                            "class {missing} was not found, and the JVM does not verify {own} without it"
                        ),
                        error.remedy,
                    ),
                    None => error.diagnostic(),
                })
            }
        }
    }

    /// Whether linking a class may throw: it names a class that is not there, or what it extends does.
    pub(crate) fn may_fail_to_link(&self, class: &JavaClass) -> bool {
        class.origin == Origin::User && {
            let mut parents = class.superclass.iter().chain(&class.interfaces);
            parents.any(|parent| self.may_fail_to_link(parent))
                || names_in(&class.file).iter().any(|name| matches!(self.peek(name), Err(Some(_))))
        }
    }

    fn verified(&self, class: &JavaClass) -> Linking {
        let described = self.library.specs().describing(&class.name).is_some()
            || self.library.specs().named(&class.name).is_some();
        // What a spec brings along was compiled for another class.
        if class.file.version.major() < FIRST_WITH_FRAMES || described || class.mixin.is_some() {
            return Linking::Fine;
        }
        for method in &class.methods {
            if method.is_mixed {
                continue;
            }
            match Verifier::run(*self, class, method.index) {
                Ok(()) => {}
                // Nothing is said about what cannot be read; translating it says more.
                Err(Found::Unreadable) => {}
                Err(Found::Unseen(error)) => return Linking::Throws(error),
                Err(Found::Unfit(what)) => {
                    let name = format!("{}.{}", dotted(&class.name), method.name);
                    return Linking::Rejected(Diagnostic::new(
                        Code::BadClassFile,
                        format!("the method `{name}` was compiled against other classes: {what}"),
                        "compile the classes again, all of them together",
                    ));
                }
            }
        }
        Linking::Fine
    }

    /// A class and its parents, without loading them into the program.
    fn peek(&self, name: &str) -> Result<Arc<Peek>, Unseen> {
        // One thread at a time: another one must not take what is under way for what was found.
        let _taken = self.library.loading.take();
        if let Some(known) = self.library.state().peeks.get(name) {
            return known.clone();
        }
        // A class that is its own ancestor is damaged.
        self.library.state().peeks.insert(name.to_string(), Err(None));
        let found = self.peek_now(name);
        self.library.state().peeks.insert(name.to_string(), found.clone());
        found
    }

    fn peek_now(&self, name: &str) -> Result<Arc<Peek>, Unseen> {
        let class_path = self.library.class_path();
        let Some((bytes, origin)) = class_path.find(name).map_err(|_| None)? else {
            let diagnostic = crate::trouble::missing_class(class_path, name);
            return Err(Some(LinkError::missing(name, diagnostic.remedy)));
        };
        let file = ClassFile::from_bytes(&bytes).map_err(|_| None)?;
        let parent = |index: u16| {
            let name = file.constant_pool.try_get_class(index).map_err(|_| None)?.to_rust_string();
            self.peek(&name)
        };
        let interfaces = file.interfaces.iter().map(|&index| parent(index)).collect::<Result<_, _>>()?;
        let superclass = if file.super_class == 0 { None } else { Some(parent(file.super_class)?) };
        let is_interface = file.access_flags.contains(ClassAccessFlags::INTERFACE);
        let is_library = origin == Origin::Library;
        Ok(Arc::new(Peek { name: name.to_string(), superclass, interfaces, is_interface, is_library }))
    }
}

/// The classes that a class file names, those of arrays included.
#[expect(clippy::wildcard_enum_match_arm, reason = "the constant pool has many more kinds of constants")]
fn names_in(file: &ClassFile<'_>) -> Vec<String> {
    let pool = &file.constant_pool;
    let mut names = Vec::new();
    let mut note = |ty: Option<JavaType>| {
        let mut ty = ty;
        while let Some(JavaType::Array(element)) = ty {
            ty = Some(*element);
        }
        if let Some(JavaType::Object(name)) = ty
            && !names.iter().any(|known: &String| **known == *name)
        {
            names.push(name.to_string());
        }
    };
    let mut descriptor = |text: &str| match Signature::parse(text) {
        Some(signature) => {
            signature.parameters.into_iter().chain(signature.result).for_each(|ty| note(Some(ty)))
        }
        None => note(JavaType::parse(text)),
    };
    let mut classes = Vec::new();
    for constant in pool.iter() {
        match constant {
            PoolConstant::Class(index) => {
                classes.extend(pool.try_get_utf8(*index).map(|text| text.to_rust_string()))
            }
            PoolConstant::NameAndType { descriptor_index, .. } => {
                if let Ok(text) = pool.try_get_utf8(*descriptor_index) {
                    descriptor(&text.to_rust_string());
                }
            }
            _ => {}
        }
    }
    for method in &file.methods {
        if let Ok(text) = pool.try_get_utf8(method.descriptor_index) {
            descriptor(&text.to_rust_string());
        }
    }
    classes.iter().for_each(|name| note(JavaType::of_class_constant(name)));
    names
}

/// Why verifying ends early.
enum Found {
    /// A class cannot be had.
    Unseen(LinkError),
    /// Classes do not fit together, in words.
    Unfit(String),
    /// The code cannot be followed.
    Unreadable,
}

impl From<Malformed> for Found {
    fn from(_: Malformed) -> Found {
        Found::Unreadable
    }
}

/// What a slot holds, as far as it matters here.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Held {
    /// Nothing that may be read, or something of which nothing is known.
    Top,
    /// A number of one slot.
    Single,
    /// A number of two slots.
    Wide,
    Null,
    /// An object of that class or array type, as class constants name them.
    Object(String),
    /// What the `new` at that instruction has made, before its constructor.
    Fresh(usize),
    /// The object that a constructor is called for.
    FreshThis,
}

impl Held {
    fn of(ty: &JavaType) -> Held {
        match ty {
            JavaType::Object(name) => Held::Object(name.to_string()),
            JavaType::Array(_) => Held::Object(ty.to_string()),
            JavaType::Long | JavaType::Double => Held::Wide,
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Float => Held::Single,
        }
    }

    fn of_kind(kind: Kind) -> Held {
        match kind {
            Kind::Int | Kind::Float => Held::Single,
            Kind::Long | Kind::Double => Held::Wide,
            // Fits everything, so that nothing is found that may not be there.
            Kind::Reference => Held::Null,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct State {
    locals: Vec<Held>,
    stack: Vec<Held>,
}

/// A local with two slots is followed by one that nobody reads.
fn in_slots(list: &[Held]) -> Vec<Held> {
    let mut slots = Vec::new();
    for held in list {
        slots.push(held.clone());
        if *held == Held::Wide {
            slots.push(Held::Top);
        }
    }
    slots
}

struct Verifier<'a> {
    world: World<'a>,
    class: &'a JavaClass,
    steps: Vec<Step<'a>>,
    /// The frames by instruction.
    frames: Vec<Option<State>>,
    /// First instruction, behind the last one, handler, and what is caught.
    ranges: Vec<(usize, usize, usize, &'a str)>,
    result: Option<JavaType>,
}

impl<'a> Verifier<'a> {
    fn run(world: World<'a>, class: &'a JavaClass, index: usize) -> Result<(), Found> {
        let method = &class.file.methods[index];
        let pool = &class.file.constant_pool;
        let Some(code) = method.attributes.iter().find_map(|attribute| {
            let Attribute::Code { code, .. } = attribute else { return None };
            Some(code)
        }) else {
            return Ok(());
        };
        let raw = class.raw.get(index).and_then(Option::as_ref).ok_or(Found::Unreadable)?;
        let text = |index: u16| pool.try_get_utf8(index).map(|text| text.to_rust_string());
        let name = text(method.name_index).map_err(|_| Found::Unreadable)?;
        let types = text(method.descriptor_index).map_err(|_| Found::Unreadable)?;
        let types = signature(&types)?;
        let mut entry: Vec<Held> = Vec::new();
        if !method.access_flags.contains(MethodAccessFlags::STATIC) {
            let is_fresh = name == "<init>" && class.name != ROOT;
            entry.push(if is_fresh { Held::FreshThis } else { Held::Object(class.name.clone()) });
        }
        entry.extend(types.parameters.iter().map(Held::of));
        let steps = code
            .iter()
            .enumerate()
            .map(|(at, step)| decode(pool, at, step))
            .collect::<Result<Vec<_>, _>>()?;
        let offsets = raw::offsets(code);
        let mut verifier = Verifier {
            world,
            class,
            steps,
            frames: Vec::new(),
            ranges: Vec::new(),
            result: types.result.clone(),
        };
        verifier.read_ranges(raw, &offsets)?;
        verifier.read_frames(raw, &offsets, &entry)?;
        verifier.follow(State { locals: in_slots(&entry), stack: Vec::new() })
    }

    fn read_ranges(&mut self, raw: &RawCode, offsets: &[u32]) -> Result<(), Found> {
        let at = |offset: u16| offsets.binary_search(&u32::from(offset)).map_err(|_| Found::Unreadable);
        let throwable = "java/lang/Throwable";
        for &(start, end, handler, catch) in &raw.ranges {
            let catches = match catch {
                0 => throwable,
                index => class_name(&self.class.file.constant_pool, index)?,
            };
            self.fits(throwable, &Held::Object(catches.to_string()))?;
            self.ranges.push((at(start)?, at(end)?, at(handler)?, catches));
        }
        Ok(())
    }

    fn read_frames(&mut self, raw: &RawCode, offsets: &[u32], entry: &[Held]) -> Result<(), Found> {
        self.frames = vec![None; self.steps.len()];
        let at = |offset: u32| offsets.binary_search(&offset).map_err(|_| Found::Unreadable);
        let pool = &self.class.file.constant_pool;
        let held = |types: &[RawType]| -> Result<Vec<Held>, Found> {
            let of = |ty: &RawType| {
                Ok(match *ty {
                    RawType::Top => Held::Top,
                    RawType::Single => Held::Single,
                    RawType::Wide => Held::Wide,
                    RawType::Null => Held::Null,
                    RawType::FreshThis => Held::FreshThis,
                    RawType::Object(index) => Held::Object(class_name(pool, index)?.to_string()),
                    RawType::Fresh(offset) => Held::Fresh(at(offset.into())?),
                })
            };
            types.iter().map(of).collect()
        };
        let mut locals = entry.to_vec();
        let mut offset: Option<u32> = None;
        for frame in &raw.frames {
            let (delta, stack) = match frame {
                RawFrame::Same { delta, stack } => (*delta, held(stack)?),
                RawFrame::Chop { delta, count } => {
                    let left = locals.len().checked_sub(*count).ok_or(Found::Unreadable)?;
                    locals.truncate(left);
                    (*delta, Vec::new())
                }
                RawFrame::Append { delta, locals: more } => {
                    locals.extend(held(more)?);
                    (*delta, Vec::new())
                }
                RawFrame::Full { delta, locals: all, stack } => {
                    locals = held(all)?;
                    (*delta, held(stack)?)
                }
            };
            let next = offset.map_or(u32::from(delta), |offset| offset + u32::from(delta) + 1);
            offset = Some(next);
            let place = self.frames.get_mut(at(next)?).ok_or(Found::Unreadable)?;
            *place = Some(State { locals: in_slots(&locals), stack });
        }
        Ok(())
    }

    fn follow(&mut self, entry: State) -> Result<(), Found> {
        let mut state = Some(entry);
        for at in 0..self.steps.len() {
            if let Some(frame) = self.frames[at].clone() {
                if let Some(state) = &state {
                    self.merge(state, &frame)?;
                }
                state = Some(frame);
            }
            let mut now = state.take().ok_or(Found::Unreadable)?;
            self.to_handlers(at, &now)?;
            let step = self.steps[at].clone();
            self.step(at, &step, &mut now)?;
            if let Step::Store(..) = step {
                self.to_handlers(at, &now)?;
            }
            let mut targets = Vec::new();
            step.for_each_target(|to| targets.push(usize::from(to)));
            for to in targets {
                let frame = self.frames.get(to).cloned().flatten().ok_or(Found::Unreadable)?;
                self.merge(&now, &frame)?;
            }
            state = (!step.ends()).then_some(now);
        }
        Ok(())
    }

    /// An exception comes to its handler with what the locals hold.
    fn to_handlers(&self, at: usize, state: &State) -> Result<(), Found> {
        for &(start, end, handler, catches) in &self.ranges {
            if (start..end).contains(&at) {
                let frame = self.frames.get(handler).and_then(Option::as_ref).ok_or(Found::Unreadable)?;
                let stack = vec![Held::Object(catches.to_string())];
                self.merge(&State { locals: state.locals.clone(), stack }, frame)?;
            }
        }
        Ok(())
    }

    fn merge(&self, state: &State, frame: &State) -> Result<(), Found> {
        if state.stack.len() != frame.stack.len() {
            return Err(Found::Unreadable);
        }
        let locals = state.locals.iter().zip(&frame.locals);
        for (from, to) in locals.chain(state.stack.iter().zip(&frame.stack)) {
            if let Held::Object(to) = to {
                self.fits(to, from)?;
            }
        }
        Ok(())
    }

    /// Whether what is held may go where a class or array type is expected, as HotSpot finds out.
    fn fits(&self, to: &str, from: &Held) -> Result<(), Found> {
        let Held::Object(from) = from else { return Ok(()) };
        if to == from || to == ROOT {
            return Ok(());
        }
        match (to.strip_prefix('['), from.strip_prefix('[')) {
            (Some(to), Some(from)) => {
                // Elements that are objects have to fit; numbers do by the compiler's word.
                let element = |ty: &str| match JavaType::parse(ty) {
                    Some(JavaType::Object(name)) => Some(name.to_string()),
                    Some(JavaType::Array(_)) => Some(ty.to_string()),
                    Some(_) | None => None,
                };
                match (element(to), element(from)) {
                    (Some(to), Some(from)) => self.fits(&to, &Held::Object(from)),
                    (Some(_) | None, _) => Ok(()),
                }
            }
            (Some(_), None) => Ok(()),
            (None, _) => {
                let target = self.seen(to)?;
                if from.starts_with('[') {
                    return Ok(());
                }
                if target.is_interface {
                    let source = self.world.peek(from);
                    let may_be = |source: &Peek| {
                        let is_known = source.is_library && target.is_library;
                        source.is_interface || from == ROOT || is_known || source.is(to)
                    };
                    return match source {
                        Ok(source) if !may_be(&source) => {
                            let (from, to) = (dotted(from), dotted(to));
                            Err(Found::Unfit(format!("{from} does not implement {to}")))
                        }
                        Ok(_) | Err(_) => Ok(()),
                    };
                }
                let source = self.seen(from)?;
                if source.is(to) {
                    return Ok(());
                }
                Err(Found::Unfit(format!("{} is no {}", dotted(from), dotted(to))))
            }
        }
    }

    fn seen(&self, name: &str) -> Result<Arc<Peek>, Found> {
        self.world.peek(name).map_err(|unseen| unseen.map_or(Found::Unreadable, Found::Unseen))
    }

    fn takes(&self, ty: &JavaType, held: &Held) -> Result<(), Found> {
        match Held::of(ty) {
            Held::Object(name) => self.fits(&name, held),
            Held::Top | Held::Single | Held::Wide | Held::Null | Held::Fresh(_) | Held::FreshThis => Ok(()),
        }
    }

    fn step(&self, at: usize, step: &Step<'_>, state: &mut State) -> Result<(), Found> {
        fn pop(state: &mut State) -> Result<Held, Found> {
            state.stack.pop().ok_or(Found::Unreadable)
        }
        let object = |name: &str| Held::Object(name.to_string());
        match step {
            Step::Nothing | Step::Goto(_) | Step::Return(None) | Step::Increase(..) => {}
            Step::Push(constant) => state.stack.push(match constant {
                Loaded::Number(number) => number.ty().map_or(Held::Single, |ty| match ty {
                    ir::Type::I64 | ir::Type::Float(ir::FloatType::F64) => Held::Wide,
                    ir::Type::Bool | ir::Type::Int(_) | ir::Type::Float(_) | ir::Type::Ref(_) => Held::Single,
                }),
                Loaded::Text(_) => object("java/lang/String"),
                Loaded::Class(_) => object("java/lang/Class"),
                Loaded::Null | Loaded::Other(_) => Held::Null,
                Loaded::Dynamic { descriptor, .. } => Held::of(&field_type(descriptor)?),
            }),
            Step::Load(Kind::Reference, slot) => {
                let held = state.locals.get(usize::from(*slot)).cloned().ok_or(Found::Unreadable)?;
                state.stack.push(held);
            }
            Step::Load(kind, _) => state.stack.push(Held::of_kind(*kind)),
            Step::Store(kind, slot) => {
                let held = pop(state)?;
                let slot = usize::from(*slot);
                let end = slot + if kind.is_wide() { 2 } else { 1 };
                if state.locals.len() < end {
                    state.locals.resize(end, Held::Top);
                }
                if kind.is_wide() {
                    state.locals[slot + 1] = Held::Top;
                }
                // Half of what had two slots is of no use.
                if let Some(before) = slot.checked_sub(1)
                    && state.locals[before] == Held::Wide
                {
                    state.locals[before] = Held::Top;
                }
                state.locals[slot] = held;
            }
            Step::ArrayLoad(element) => {
                pop(state)?;
                let array = pop(state)?;
                let held = match (Kind::of(element), array) {
                    (Kind::Reference, Held::Object(array)) => match JavaType::parse(&array) {
                        Some(JavaType::Array(element)) => Held::of(&element),
                        Some(_) | None => Held::Null,
                    },
                    (kind, _) => Held::of_kind(kind),
                };
                state.stack.push(held);
            }
            Step::ArrayStore(_) => {
                pop(state)?;
                pop(state)?;
                pop(state)?;
            }
            Step::Shuffle(shuffle) => reorder(*shuffle, &mut state.stack)?,
            Step::Unary(..) => {}
            Step::Binary(_, kind) => {
                pop(state)?;
                pop(state)?;
                state.stack.push(Held::of_kind(*kind));
            }
            Step::Order(..) => {
                pop(state)?;
                pop(state)?;
                state.stack.push(Held::Single);
            }
            Step::Convert(_, to) => {
                pop(state)?;
                state.stack.push(Held::of(to));
            }
            Step::IfZero(..) | Step::Switch { .. } => drop(pop(state)?),
            Step::IfCompare(..) => {
                pop(state)?;
                pop(state)?;
            }
            Step::Return(Some(_)) => {
                let held = pop(state)?;
                if let Some(result) = &self.result {
                    self.takes(result, &held)?;
                }
            }
            Step::Throw => {
                let held = pop(state)?;
                self.fits("java/lang/Throwable", &held)?;
            }
            Step::GetStatic(member) => state.stack.push(Held::of(&field_type(member.descriptor)?)),
            Step::PutStatic(member) => {
                let held = pop(state)?;
                self.takes(&field_type(member.descriptor)?, &held)?;
            }
            Step::GetField(member) => {
                let receiver = pop(state)?;
                self.fits(member.owner, &receiver)?;
                state.stack.push(Held::of(&field_type(member.descriptor)?));
            }
            Step::PutField(member) => {
                let held = pop(state)?;
                self.takes(&field_type(member.descriptor)?, &held)?;
                let receiver = pop(state)?;
                self.fits(member.owner, &receiver)?;
            }
            Step::Invoke(how, member) => {
                let types = signature(member.descriptor)?;
                for ty in types.parameters.iter().rev() {
                    let held = pop(state)?;
                    self.takes(ty, &held)?;
                }
                if *how != Invocation::Static {
                    let receiver = pop(state)?;
                    self.receiver(*how, member.owner, member.name, &receiver, state)?;
                }
                state.stack.extend(types.result.as_ref().map(Held::of));
            }
            Step::InvokeDynamic { descriptor, .. } => {
                let types = signature(descriptor)?;
                for ty in types.parameters.iter().rev() {
                    let held = pop(state)?;
                    self.takes(ty, &held)?;
                }
                state.stack.extend(types.result.as_ref().map(Held::of));
            }
            Step::New(_) => state.stack.push(Held::Fresh(at)),
            Step::NewArray(element) => {
                pop(state)?;
                state.stack.push(Held::of(&JavaType::Array(Box::new(element.clone()))));
            }
            Step::NewMultiArray(ty, dimensions) => {
                for _ in 0..*dimensions {
                    pop(state)?;
                }
                state.stack.push(Held::of(ty));
            }
            Step::Length | Step::InstanceOf(_) => {
                pop(state)?;
                state.stack.push(Held::Single);
            }
            Step::CheckCast(name) => {
                pop(state)?;
                state.stack.push(object(name));
            }
            Step::Enter | Step::Exit => drop(pop(state)?),
        }
        Ok(())
    }

    fn receiver(
        &self,
        how: Invocation,
        owner: &str,
        name: &str,
        receiver: &Held,
        state: &mut State,
    ) -> Result<(), Found> {
        if name == "<init>" {
            let made = match receiver {
                Held::Fresh(at) => match self.steps.get(*at) {
                    Some(Step::New(class)) => class,
                    Some(_) | None => return Err(Found::Unreadable),
                },
                Held::FreshThis => self.class.name.as_str(),
                Held::Top | Held::Single | Held::Wide | Held::Null | Held::Object(_) => {
                    return Err(Found::Unreadable);
                }
            };
            for held in state.locals.iter_mut().chain(&mut state.stack) {
                if held == receiver {
                    *held = Held::Object(made.to_string());
                }
            }
            return Ok(());
        }
        match how {
            Invocation::Special => {
                self.fits(&self.class.name, receiver)?;
                let parent = self.class.superclass.as_ref().map(|parent| parent.name.as_str());
                let near = owner == self.class.name
                    || parent == Some(owner)
                    || self.class.interfaces.iter().any(|interface| interface.name == owner);
                if near { Ok(()) } else { self.fits(owner, &Held::Object(self.class.name.clone())) }
            }
            Invocation::Virtual | Invocation::Interface => self.fits(owner, receiver),
            Invocation::Static => Ok(()),
        }
    }
}

/// What a stack instruction does with the entries, those of two slots being one entry.
fn reorder(shuffle: Shuffle, stack: &mut Vec<Held>) -> Result<(), Found> {
    fn one(stack: &mut Vec<Held>) -> Result<Held, Found> {
        stack.pop().ok_or(Found::Unreadable)
    }
    /// One entry of two slots or two of one.
    fn two(stack: &mut Vec<Held>) -> Result<Vec<Held>, Found> {
        let top = one(stack)?;
        if top == Held::Wide {
            return Ok(vec![top]);
        }
        Ok(vec![one(stack)?, top])
    }
    match shuffle {
        Shuffle::Pop => drop(one(stack)?),
        Shuffle::Pop2 => drop(two(stack)?),
        Shuffle::Dup => {
            let top = one(stack)?;
            stack.extend([top.clone(), top]);
        }
        Shuffle::DupX1 => {
            let (top, below) = (one(stack)?, one(stack)?);
            stack.extend([top.clone(), below, top]);
        }
        Shuffle::DupX2 => {
            let top = one(stack)?;
            let below = two(stack)?;
            stack.push(top.clone());
            stack.extend(below);
            stack.push(top);
        }
        Shuffle::Dup2 => {
            let top = two(stack)?;
            stack.extend(top.iter().cloned());
            stack.extend(top);
        }
        Shuffle::Dup2X1 => {
            let top = two(stack)?;
            let below = one(stack)?;
            stack.extend(top.iter().cloned());
            stack.push(below);
            stack.extend(top);
        }
        Shuffle::Dup2X2 => {
            let top = two(stack)?;
            let below = two(stack)?;
            stack.extend(top.iter().cloned());
            stack.extend(below);
            stack.extend(top);
        }
        Shuffle::Swap => {
            let (top, below) = (one(stack)?, one(stack)?);
            stack.extend([top, below]);
        }
    }
    Ok(())
}
