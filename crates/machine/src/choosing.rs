//! Answers to choices.

use ir::{FunctionId, Id as _, RefType, SelectorId};

use crate::code::{NOWHERE, Op};
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{self, Settled};
use crate::word::Word;

impl<D: Domain> Machine<'_, '_, D> {
    /// Answers a [`Stop::Choice`](crate::Stop::Choice).
    ///
    /// # Panics
    /// If the machine has not stopped at a choice.
    pub fn choose(&mut self, word: Word) {
        let value = self.domain.constant(word);
        self.choose_value(value);
    }

    /// Answers a [`Stop::Choice`](crate::Stop::Choice) with a value, which need not be the same in all states.
    ///
    /// # Panics
    /// If the machine has not stopped at a choice.
    pub fn choose_value(&mut self, value: D::Value) {
        let frame = self.frames.last_mut().expect("a machine at a choice has a frame");
        let code = self.image.frame_code(frame.function);
        let statement = frame.pc;
        // Constants without a register are loaded just before.
        while let Op::Constant { .. } = code.ops[frame.pc as usize] {
            frame.pc += 1;
        }
        let pc = frame.pc;
        if let Some(function) = self.callee() {
            let arguments = self.native_arguments(function);
            if let Ok(answer) = self.domain.word(value)
                && let Some(settled) = natives::settle(self, function, &arguments, answer)
            {
                let frame = self.frames.last_mut().expect("a machine at a choice has a frame");
                frame.pc = match settled {
                    Ok(Settled::Again) => statement,
                    Ok(Settled::Done) => pc + 1,
                    Err(_) => unreachable!("a model should be able to settle what it asks"),
                };
                return;
            }
        }
        let frame = self.frames.last_mut().expect("a machine at a choice has a frame");
        let (Op::Choose { to, .. }
        | Op::Havoc { to, .. }
        | Op::HavocBool { to }
        | Op::Call { to, .. }
        | Op::CallSpecial { to, .. }
        | Op::CallVirtual { to, .. }) = code.ops[pc as usize]
        else {
            panic!("a machine at a choice is at a choice, not at {:?}", code.ops[pc as usize]);
        };
        if to != NOWHERE {
            self.registers[frame.base + usize::from(to)] = value;
        }
        frame.pc = pc + 1;
    }

    /// The function that the operation at hand calls, if it is a call. A receiver is not `null`.
    pub(crate) fn callee(&self) -> Option<FunctionId> {
        self.callee_at(self.frames.last()?.pc)
    }

    /// The function whose model has stopped at a choice, if one has.
    pub(crate) fn asking(&self) -> Option<FunctionId> {
        let frame = self.frames.last()?;
        let ops = &self.image.frame_code(frame.function).ops;
        let mut pc = frame.pc;
        while let Op::Constant { .. } = ops[pc as usize] {
            pc += 1;
        }
        self.callee_at(pc)
    }

    fn callee_at(&self, pc: u32) -> Option<FunctionId> {
        let frame = self.frames.last()?;
        let code = self.image.frame_code(frame.function);
        if let Op::Call { function, .. } | Op::CallSpecial { function, .. } = code.ops[pc as usize] {
            return Some(FunctionId::new(function as usize));
        }
        let Op::CallVirtual { selector, arguments, .. } = code.ops[pc as usize] else { return None };
        let receiver = self.registers[frame.base + usize::from(code.arguments[arguments as usize])];
        let mut class = None;
        self.domain.words(receiver, |receiver| {
            class = match self.heap.ty(receiver as Reference) {
                RefType::Class(class) => Some(class),
                RefType::Any | RefType::Array(_) => self.image.program().array_class(),
            };
        });
        self.image.method(class?, SelectorId::new(selector as usize))
    }
}
