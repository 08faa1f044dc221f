//! Bytecode to the intermediate form.
//!
//! A method is run twice over its instructions, block by block: first to find out which definitions
//! share a variable ([`webs`]) and what types they have, then to emit statements. Both runs go through
//! the same code, so they cannot disagree about the stack.
//!
//! The operand stack disappears: an entry is an operand, a local or a constant, that later statements
//! use directly. A local that is still on the stack when it is written again is copied first. Values
//! that are on the stack where blocks meet are copied into variables of the block that is entered.
//!
//! Types: `boolean`, `byte`, `char` and `short` are `i32` in locals, parameters and results, as on the
//! JVM; fields and array elements have their own width, and are converted when they are read and
//! written. A reference has the static type that the class file says. Where a more specific type is
//! needed than can be shown, a `cast` is inserted; it cannot fail in code that the JVM's verifier
//! accepts, and keeps the machine safe for code that it would not.

mod asserts;
mod blocks;
pub(crate) mod decode;
mod emit;
mod frame;
mod step;
mod webs;

use std::collections::HashMap;

use ir::{BlockId, Body, FunctionBuilder, LocalId, Operand, Position, SourceId, Type};
use ristretto_classfile::attributes::Attribute;

use crate::class_path::Origin;
use crate::descriptor::JavaType;
use crate::failures::CaughtAssertions;
use crate::raw::{self, RawCode};
use crate::world::{JavaClass, MethodInfo, World};
use blocks::Blocks;
use decode::{Kind, Malformed, Step, broken, decode};
use frame::{Entry, Frame};
use webs::{TypeSource, Web, Webs};

/// Which instruction each statement comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instructions {
    /// For each block, its first statements of an instruction with the instruction's index.
    starts: HashMap<BlockId, Box<[(u32, u32)]>>,
}

impl Instructions {
    /// The instruction that a statement comes from; the number behind the last one is the terminator.
    pub(crate) fn of(&self, block: BlockId, statement: u32) -> Option<usize> {
        let starts = self.starts.get(&block)?;
        let behind = starts.partition_point(|&(first, _)| first <= statement);
        Some(starts.get(behind.checked_sub(1)?)?.1 as usize)
    }
}

/// Translates the code of a method.
pub(crate) fn translate(
    world: World<'_>,
    class: &JavaClass,
    method: &MethodInfo,
) -> Result<(Body, Instructions), Malformed> {
    let file_method = &class.file.methods[method.index];
    let Some((max_locals, code, attributes)) = file_method.attributes.iter().find_map(|attribute| {
        let Attribute::Code { max_locals, code, attributes, .. } = attribute else { return None };
        Some((*max_locals, code, attributes))
    }) else {
        return Err(broken("the method has no code"));
    };
    let raw = class.raw.get(method.index).cloned().flatten().unwrap_or_default();
    let pool = &class.file.constant_pool;
    let mut steps = Vec::with_capacity(code.len());
    for (at, instruction) in code.iter().enumerate() {
        steps.push(decode(pool, at, instruction)?);
    }
    if steps.is_empty() {
        return Err(broken("the method has no instructions"));
    }
    let offsets = raw::offsets(code);
    let blocks = Blocks::new(pool, &steps, &offsets, &raw)?;
    let lines = lines(attributes, steps.len());
    let failing = match (world.library.caught, class.origin) {
        (CaughtAssertions::Count, _) if class.name == "glassbox/api/Verify" && method.name == "fail" => {
            steps.iter().map(|step| matches!(step, Step::Throw)).collect()
        }
        (CaughtAssertions::Count, Origin::User) => asserts::failing(&steps, &blocks),
        // Those of the library are off.
        (CaughtAssertions::Count, Origin::Library) | (CaughtAssertions::Allow, _) => {
            vec![false; steps.len()]
        }
    };
    let mut translator = Translator {
        failing: &failing,
        world,
        class,
        method,
        steps: &steps,
        blocks: &blocks,
        names: Names { raw: &raw, offsets: &offsets },
        lines: &lines,
        source: class.source,
        webs: Webs::default(),
        definitions: vec![[NO_WEB; 2]; steps.len()],
        entry_stack: Vec::new(),
        types: Vec::new(),
        locals: Vec::new(),
        output: None,
        parameters: Vec::new(),
        max_locals,
    };
    translator.run()
}

const NO_WEB: Web = Web::MAX;

/// The line of each instruction.
fn lines(attributes: &[Attribute], count: usize) -> Vec<u32> {
    let mut lines = vec![0; count];
    let mut starts: Vec<(u16, u16)> = Vec::new();
    for attribute in attributes {
        if let Attribute::LineNumberTable { line_numbers, .. } = attribute {
            starts.extend(line_numbers.iter().map(|line| (line.start_pc, line.line_number)));
        }
    }
    starts.sort_unstable();
    let mut starts = starts.into_iter().peekable();
    let mut current = 0;
    for (at, line) in lines.iter_mut().enumerate() {
        while let Some((_, number)) = starts.next_if(|start| usize::from(start.0) <= at) {
            current = number.into();
        }
        *line = current;
    }
    lines
}

/// The names of locals, where the class file has them.
struct Names<'a> {
    raw: &'a RawCode,
    offsets: &'a [u32],
}

impl Names<'_> {
    /// The index of the name of a slot that is written by an instruction, or that is a parameter
    /// (`None`): the name's range starts behind the instruction that writes it.
    fn of(&self, at: Option<usize>, slot: u16) -> Option<u16> {
        let from = at.map_or(0, |at| self.offsets[at + 1]);
        let covers = |start: u16, length: u16| {
            let start = u32::from(start);
            start <= from && from < start + u32::from(length)
        };
        self.raw
            .locals
            .iter()
            .find(|&&(start, length, _, _, index)| index == slot && covers(start, length))
            .map(|&(_, _, name, _, _)| name)
    }
}

/// What is being emitted.
struct Output {
    builder: FunctionBuilder,
    /// The block of the intermediate form for each block of the method.
    blocks: Vec<BlockId>,
    /// The names of locals, each with the number that was last put behind it.
    used_names: HashMap<String, usize>,
    /// The object whose monitor a synchronized method holds.
    monitor: Option<LocalId>,
    instructions: Instructions,
}

struct Translator<'a> {
    world: World<'a>,
    class: &'a JavaClass,
    method: &'a MethodInfo,
    steps: &'a [Step<'a>],
    blocks: &'a Blocks<'a>,
    /// For each instruction whether it throws because an assertion fails.
    failing: &'a [bool],
    names: Names<'a>,
    lines: &'a [u32],
    source: SourceId,
    webs: Webs,
    /// The definitions of each instruction: what it pushes, and what it stores.
    definitions: Vec<[Web; 2]>,
    /// For each block, the variables that its stack comes in.
    entry_stack: Vec<Option<Vec<Web>>>,
    /// The type of each reference web; known after the first run.
    types: Vec<Option<ir::RefType>>,
    /// The variable of each web; made when it is first needed.
    locals: Vec<Option<LocalId>>,
    output: Option<Output>,
    parameters: Vec<(Web, Option<u16>)>,
    max_locals: u16,
}

impl<'a> Translator<'a> {
    fn run(&mut self) -> Result<(Body, Instructions), Malformed> {
        let entry = self.entry_frame()?;
        let states = self.analyse(entry)?;
        let world = self.world;
        self.types = self.webs.types(&mut |a, b| world.join(a, b), &|ty| world.element(ty));
        self.locals = vec![None; self.webs.len()];
        self.emit(&states)
    }

    /// The parameters in their slots.
    fn entry_frame(&mut self) -> Result<Frame, Malformed> {
        let mut frame = Frame { locals: vec![None; self.max_locals.into()], stack: Vec::new() };
        let mut slot: u16 = 0;
        let mut types: Vec<JavaType> = Vec::new();
        if !self.method.is_static() {
            types.push(JavaType::Object(self.class.name.as_str().into()));
        }
        types.extend(self.method.signature.parameters.iter().cloned());
        for ty in types {
            let kind = Kind::of(&ty);
            let source = (kind == Kind::Reference).then(|| TypeSource::Fixed(self.world.ref_type(&ty)));
            let web = self.webs.define(kind, source);
            frame.set_local(&self.webs, slot, web)?;
            self.parameters.push((web, self.names.of(None, slot)));
            slot += if kind.is_wide() { 2 } else { 1 };
        }
        Ok(frame)
    }

    /// The definition that an instruction makes: the same in both runs.
    fn definition(&mut self, at: usize, which: usize, kind: Kind, source: Option<TypeSource>) -> Web {
        let known = self.definitions[at][which];
        if known != NO_WEB {
            return known;
        }
        let web = self.webs.define(kind, source);
        self.definitions[at][which] = web;
        web
    }

    /// The first run: what is in the locals where each block starts.
    fn analyse(&mut self, entry: Frame) -> Result<Vec<Option<Frame>>, Malformed> {
        let count = self.blocks.len();
        let mut states: Vec<Option<Frame>> = vec![None; count];
        self.entry_stack = vec![None; count];
        self.entry_stack[0] = Some(Vec::new());
        states[0] = Some(entry);
        let mut waiting = vec![0];
        while let Some(block) = waiting.pop() {
            let mut frame = states[block].clone().expect("a waiting block has been reached");
            self.flow_to_handlers(block, &frame, &mut states, &mut waiting)?;
            for at in self.blocks.range(block) {
                self.step(at, &mut frame)?;
                if let Step::Store(..) | Step::Increase(..) = self.steps[at] {
                    self.flow_to_handlers(block, &frame, &mut states, &mut waiting)?;
                }
            }
            for &next in self.blocks.successors(block) {
                self.flow(&frame, next, &mut states, &mut waiting)?;
            }
        }
        Ok(states)
    }

    /// An exception can leave a block after any store, with what the locals hold then.
    fn flow_to_handlers(
        &mut self,
        block: usize,
        frame: &Frame,
        states: &mut [Option<Frame>],
        waiting: &mut Vec<usize>,
    ) -> Result<(), Malformed> {
        for handler in self.blocks.handlers(block) {
            if self.entry_stack[handler.block].is_none() {
                let any = Some(TypeSource::Fixed(self.world.throwable()));
                let exception = self.webs.define(Kind::Reference, any);
                self.entry_stack[handler.block] = Some(vec![exception]);
            }
            self.flow_locals(frame, handler.block, states, waiting)?;
        }
        Ok(())
    }

    /// What a block leaves behind comes into its successor.
    fn flow(
        &mut self,
        frame: &Frame,
        next: usize,
        states: &mut [Option<Frame>],
        waiting: &mut Vec<usize>,
    ) -> Result<(), Malformed> {
        let expected = match &self.entry_stack[next] {
            Some(expected) => expected.clone(),
            None => {
                let stack: Vec<Web> = frame
                    .stack
                    .iter()
                    .map(|entry| self.webs.define(self.webs.kind(entry.web), None))
                    .collect();
                self.entry_stack[next] = Some(stack.clone());
                stack
            }
        };
        if expected.len() != frame.stack.len() {
            return Err(broken("paths with different stacks meet"));
        }
        for (&web, entry) in expected.iter().zip(&frame.stack) {
            let kind = self.webs.kind(entry.web);
            if self.webs.kind(web) != kind {
                return Err(broken("paths with different kinds of values on the stack meet"));
            }
            if kind == Kind::Reference && web != entry.web && !self.webs.has_source(web, entry.web) {
                let source = self.webs.define(kind, Some(TypeSource::Same(entry.web)));
                self.webs.unite(web, source);
                self.webs.note_source(web, entry.web);
            }
        }
        self.flow_locals(frame, next, states, waiting)
    }

    fn flow_locals(
        &mut self,
        frame: &Frame,
        next: usize,
        states: &mut [Option<Frame>],
        waiting: &mut Vec<usize>,
    ) -> Result<(), Malformed> {
        let live = self.blocks.live_in(next);
        let is_live = |slot: usize| live.contains(ir::Id::new(slot));
        let stack: Vec<Entry> = self.entry_stack[next]
            .as_ref()
            .expect("the stack of a block is known before its locals")
            .iter()
            .map(|&web| Entry { web, operand: Operand::Constant(ir::Constant::Null) })
            .collect();
        match &mut states[next] {
            unknown @ None => {
                let locals = frame
                    .locals
                    .iter()
                    .enumerate()
                    .map(|(slot, web)| web.filter(|_| is_live(slot)))
                    .collect();
                *unknown = Some(Frame { locals, stack });
                waiting.push(next);
            }
            Some(known) => {
                let mut lost = false;
                for (slot, have) in known.locals.iter_mut().enumerate() {
                    let Some(web) = *have else { continue };
                    let agrees = frame.locals[slot].is_some_and(|other| self.webs.unite(web, other));
                    if !agrees {
                        *have = None;
                        lost = true;
                    }
                }
                if lost {
                    waiting.push(next);
                }
            }
        }
        Ok(())
    }

    fn position(&self, at: usize) -> Position {
        Position::new(self.source, self.lines[at], 0)
    }

    /// The type of the variable of a web.
    fn web_type(&self, web: Web) -> Type {
        match self.webs.kind(web) {
            Kind::Int => Type::I32,
            Kind::Long => Type::I64,
            Kind::Float => Type::Float(ir::FloatType::F32),
            Kind::Double => Type::Float(ir::FloatType::F64),
            Kind::Reference => {
                let root = self.webs.find(web) as usize;
                Type::Ref(self.types.get(root).copied().flatten().unwrap_or(ir::RefType::Any))
            }
        }
    }
}
