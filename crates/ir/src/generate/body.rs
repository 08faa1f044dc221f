//! Bodies: locals that are assigned before they are read, and statements of all kinds over them.

mod statements;

use std::collections::HashSet;

use super::{Generator, Loops};
use crate::builder::FunctionBuilder;
use crate::ids::{BlockId, FunctionId, Id as _, LocalId};
use crate::program::{Function, Unwind};
use crate::statement::{
    BinaryOp, CompareOp, Constant, Operand, Place, Rvalue, StatementKind, TerminatorKind,
};
use crate::types::{IntType, RefType, Type};

/// Gives a function its body, unless it is to have none.
pub(super) fn generate(generator: &mut Generator<'_>, id: FunctionId) {
    let is_main = id.index() == 0;
    if !is_main && generator.shape.externals && generator.choices.chance(1, 8) {
        return;
    }
    let function = &generator.program.functions[id];
    let mut builder = FunctionBuilder::new(function.name.clone(), function.position);
    let mut slots = Vec::new();
    for parameter in &function.parameters {
        slots.push(Slot {
            id: builder.parameter(parameter.name.clone(), parameter.ty),
            ty: parameter.ty,
            writable: true,
            assigned: true,
            early: true,
        });
    }
    let names = function.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let result = function.result;
    let body = Bodies { generator, function: id, result, builder, slots, names, again: None, caught: None };
    let finished = body.finish();
    generator.program.functions[id].body = finished.body;
}

struct Bodies<'g, 'a> {
    generator: &'g mut Generator<'a>,
    function: FunctionId,
    result: Option<Type>,
    builder: FunctionBuilder,
    slots: Vec<Slot>,
    names: HashSet<String>,
    /// The locals that let a loop end: how often it may still go back, and whether it does.
    again: Option<(LocalId, LocalId)>,
    /// The local that gets exceptions.
    caught: Option<LocalId>,
}

/// What bodies need to know of a local while they grow.
#[derive(Clone, Copy)]
struct Slot {
    id: LocalId,
    ty: Type,
    /// Whether statements may write it.
    writable: bool,
    /// Whether it has a value at this point of every path.
    assigned: bool,
    /// Whether it gets its value where the function starts.
    early: bool,
}

/// The blocks of a body, by what may jump to them.
struct Plan {
    /// Blocks with code, the entry first.
    blocks: Vec<BlockId>,
    /// A block that is never reached, for edges that are never taken.
    dead: Option<BlockId>,
}

impl Bodies<'_, '_> {
    fn finish(mut self) -> Function {
        if self.function >= self.generator.traps {
            self.make_exception();
            return self.builder.finish();
        }
        self.locals();
        let plan = self.plan();
        self.begin_initialiser();
        self.initialise();
        for (index, &block) in plan.blocks.iter().enumerate() {
            self.builder.go_to(block);
            if index > 0 {
                for slot in &mut self.slots {
                    slot.assigned = slot.early;
                }
                self.handler(&plan, index);
            }
            for _ in 0..self.generator.choices.below(self.generator.shape.statements + 1) {
                self.statement();
            }
            self.terminator(&plan, index);
        }
        if let Some(dead) = plan.dead {
            self.builder.go_to(dead);
            for slot in &mut self.slots {
                slot.assigned = slot.early;
            }
            if self.generator.choices.chance(1, 2) {
                self.statement();
            }
            self.end(TerminatorKind::Unreachable);
        }
        self.builder.finish()
    }

    /// What a function for a trap does: it cannot trap itself, or the exception would have no end.
    fn make_exception(&mut self) {
        let Some(Type::Ref(ty)) = self.result else {
            unreachable!("a trap's function gives a reference");
        };
        let local = self.local("made", Type::Ref(ty));
        self.make(local, ty);
        self.end(TerminatorKind::Return(Some(local.into())));
    }

    /// What the function that initialises a class does first.
    fn begin_initialiser(&mut self) {
        if self.function < self.generator.initialisers {
            return;
        }
        let classes = &self.generator.program.classes;
        let own =
            classes.iter().find_map(|class| class.initialiser.filter(|of| of.function == self.function));
        let state = own.expect("the function initialises a class").state;
        self.push(StatementKind::Store { to: Place::Global(state), value: Constant::i32(1).into() });
    }

    fn locals(&mut self) {
        self.local("flag", Type::Bool);
        self.local("count", Type::I32);
        if self.generator.shape.exceptions {
            self.caught = Some(self.local("caught", Type::ANY));
        }
        if let Loops::Counted(_) = self.generator.shape.loops {
            let (left, more) = (self.local("left", Type::I32), self.local("more", Type::Bool));
            self.again = Some((left, more));
            for slot in &mut self.slots {
                slot.writable &= slot.id != left && slot.id != more;
            }
        }
        for _ in 0..self.generator.choices.below(self.generator.shape.locals + 1) {
            let ty = self.generator.ty();
            let id = self.local("x", ty);
            if self.generator.choices.chance(1, 8) {
                for slot in self.slots.iter_mut().filter(|slot| slot.id == id) {
                    slot.early = false;
                }
            }
        }
    }

    fn local(&mut self, prefix: &str, ty: Type) -> LocalId {
        let name = self.generator.name(prefix, &mut self.names);
        let id = self.builder.local(name, ty);
        self.slots.push(Slot { id, ty, writable: true, assigned: false, early: true });
        id
    }

    /// Makes the blocks, empty as yet.
    fn plan(&mut self) -> Plan {
        let mut blocks = vec![self.builder.current()];
        for _ in 0..self.generator.choices.below(self.generator.shape.blocks.max(1)) {
            blocks.push(self.builder.block());
        }
        let dead = match self.generator.choices.chance(1, 6) {
            true => Some(self.builder.block()),
            false => None,
        };
        Plan { blocks, dead }
    }

    /// Gives every early local a value, so that other blocks and handlers may read it.
    fn initialise(&mut self) {
        for index in 0..self.slots.len() {
            let slot = self.slots[index];
            if !slot.early || slot.assigned {
                continue;
            }
            match (self.again, self.generator.shape.loops) {
                (Some((left, _)), Loops::Counted(most)) if slot.id == left => {
                    let value = Rvalue::Use(Constant::i32(i32::from(most)).into());
                    self.assign(left, value);
                    continue;
                }
                (Some(_) | None, Loops::None | Loops::Counted(_) | Loops::Free) => {}
            }
            match slot.ty {
                // Mostly objects, because a program of `null`s ends at its first statement.
                Type::Ref(ty) if self.generator.choices.chance(5, 6) => self.make(slot.id, ty),
                Type::Bool | Type::Int(_) if slot.writable && self.generator.choices.chance(1, 3) => {
                    self.choice(slot.id, slot.ty);
                }
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => {
                    let value = self.generator.constant(slot.ty);
                    self.assign(slot.id, Rvalue::Use(value.into()));
                }
            }
        }
    }

    /// Makes something of a reference type, or takes `null` if there is nothing.
    fn make(&mut self, to: LocalId, ty: RefType) {
        let classes = self.generator.classes_of(ty);
        let arrays: Vec<_> = self
            .generator
            .program
            .array_types()
            .ids()
            .filter(|&array| self.generator.program.is_subtype(RefType::Array(array), ty))
            .collect();
        let arrays = if self.generator.shape.heap { arrays } else { Vec::new() };
        if arrays.is_empty() || !classes.is_empty() && self.generator.choices.chance(2, 3) {
            match self.generator.choices.pick(&classes) {
                Some(class) => self.push(StatementKind::New { to, class }),
                None => self.assign(to, Rvalue::Use(Constant::Null.into())),
            }
        } else {
            let array = arrays[self.generator.choices.below(arrays.len())];
            let length = Constant::i32(self.generator.choices.below(3) as i32 + 1).into();
            self.push(StatementKind::NewArray { to, array, length });
        }
    }

    /// Lets exceptions of a block go somewhere.
    fn handler(&mut self, plan: &Plan, index: usize) {
        let Some(caught) = self.caught else { return };
        if !self.generator.choices.chance(1, 3) {
            return;
        }
        if let Some(block) = self.target(plan, index) {
            let locals: Vec<LocalId> = self
                .slots
                .iter()
                .filter(|slot| slot.ty == Type::ANY && slot.writable)
                .map(|slot| slot.id)
                .collect();
            let local = match self.generator.choices.chance(1, 4) {
                true => self.generator.choices.pick(&locals).unwrap_or(caught),
                false => caught,
            };
            self.builder.unwind(self.builder.current(), Unwind { block, local });
        }
    }

    /// A block that a block may go on to.
    fn target(&mut self, plan: &Plan, index: usize) -> Option<BlockId> {
        let from = match self.generator.shape.loops {
            Loops::None | Loops::Counted(_) => index + 1,
            Loops::Free => 0,
        };
        self.generator.choices.pick(&plan.blocks[from..])
    }

    fn terminator(&mut self, plan: &Plan, index: usize) {
        let Some(target) = self.target(plan, index) else {
            return self.leave();
        };
        let kind = match self.generator.choices.below(9) {
            0 | 1 => TerminatorKind::Goto(target),
            2 | 3 => TerminatorKind::Branch {
                condition: self.operand(Type::Bool),
                then: target,
                otherwise: self.target(plan, index).unwrap_or(target),
            },
            4 | 5 => self.switch(plan, index, target),
            6 => match (self.again, plan.blocks.get(1..=index)) {
                // The entry is no target: it fills `left` again.
                (Some((left, more)), Some(earlier)) if !earlier.is_empty() => {
                    let one = Constant::i32(1).into();
                    self.assign(left, Rvalue::Binary(BinaryOp::Sub, left.into(), one));
                    let none = Constant::i32(0).into();
                    self.assign(more, Rvalue::Compare(CompareOp::Gt, left.into(), none));
                    let then = earlier[self.generator.choices.below(earlier.len())];
                    TerminatorKind::Branch { condition: more.into(), then, otherwise: target }
                }
                (Some(_) | None, Some(_) | None) => TerminatorKind::Goto(target),
            },
            7 => match plan.dead {
                Some(dead) => {
                    let holds = self.generator.choices.chance(1, 2);
                    TerminatorKind::Branch {
                        condition: Constant::Bool(holds).into(),
                        then: if holds { target } else { dead },
                        otherwise: if holds { dead } else { target },
                    }
                }
                None => TerminatorKind::Goto(target),
            },
            _ => return self.leave(),
        };
        self.end(kind);
    }

    fn switch(&mut self, plan: &Plan, index: usize, otherwise: BlockId) -> TerminatorKind {
        let integers: Vec<Type> = self
            .slots
            .iter()
            .filter(|slot| slot.assigned && matches!(slot.ty, Type::Int(_)))
            .map(|slot| slot.ty)
            .collect();
        let ty = match self.generator.choices.pick(&integers) {
            Some(ty) if self.generator.choices.chance(7, 8) => ty,
            Some(_) | None => {
                let all = IntType::ALL;
                Type::Int(all[self.generator.choices.below(all.len())])
            }
        };
        let Type::Int(int) = ty else {
            unreachable!("only integer types were collected");
        };
        let value = self.operand(ty);
        let mut cases: Vec<(i64, BlockId)> = Vec::new();
        for _ in 0..self.generator.choices.below(5) {
            let Constant::Int(_, word) = self.generator.integer(int) else {
                unreachable!("an integer constant is one");
            };
            if cases.iter().all(|&(taken, _)| taken != word) {
                cases.push((word, self.target(plan, index).unwrap_or(otherwise)));
            }
        }
        cases.sort_by_key(|&(word, _)| int.value(word));
        TerminatorKind::Switch { value, cases: cases.into(), otherwise }
    }

    /// Ends the block and the function.
    fn leave(&mut self) {
        let kind = if self.caught.is_some() && self.generator.choices.chance(1, 5) {
            let thrown: Vec<Type> = self.slots.iter().map(|slot| slot.ty).filter(|ty| ty.is_ref()).collect();
            let ty = self.generator.choices.pick(&thrown).unwrap_or(Type::ANY);
            let exception = self.operand(ty);
            if self.generator.shape.assertions && self.generator.choices.chance(1, 3) {
                TerminatorKind::Fail(exception)
            } else {
                TerminatorKind::Throw(exception)
            }
        } else {
            TerminatorKind::Return(self.result.map(|ty| self.operand(ty)))
        };
        self.end(kind);
    }

    // Statements and what they are made of.

    fn end(&mut self, kind: TerminatorKind) {
        let position = self.generator.position();
        self.builder.at(position);
        self.builder.end(kind);
    }

    fn push(&mut self, kind: StatementKind) {
        let position = self.generator.position();
        self.builder.at(position);
        if let Some(to) = kind.destination() {
            for slot in self.slots.iter_mut().filter(|slot| slot.id == to) {
                slot.assigned = true;
            }
        }
        self.builder.push(kind);
    }

    fn assign(&mut self, to: LocalId, value: Rvalue) {
        self.push(StatementKind::Assign { to, value });
    }

    /// A local or a constant that fits the type.
    fn operand(&mut self, ty: Type) -> Operand {
        match self.readable(|generator, from| generator.fits(from, ty)) {
            Some(local) if self.generator.choices.chance(3, 4) => local.into(),
            Some(_) | None => self.generator.constant(ty).into(),
        }
    }

    /// A local that can be read and whose type is right.
    fn readable(&mut self, right: impl Fn(&Generator<'_>, Type) -> bool) -> Option<LocalId> {
        let locals: Vec<LocalId> = self
            .slots
            .iter()
            .filter(|slot| slot.assigned && right(self.generator, slot.ty))
            .map(|slot| slot.id)
            .collect();
        self.generator.choices.pick(&locals)
    }

    /// A local that can be written and whose type is right, with that type.
    fn writable(&mut self, right: impl Fn(&Generator<'_>, Type) -> bool) -> Option<(LocalId, Type)> {
        let locals: Vec<(LocalId, Type)> = self
            .slots
            .iter()
            .filter(|slot| slot.writable && right(self.generator, slot.ty))
            .map(|slot| (slot.id, slot.ty))
            .collect();
        self.generator.choices.pick(&locals)
    }
}
