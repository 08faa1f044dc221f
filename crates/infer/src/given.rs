//! What users say about methods that are called: their `@Ensures` are believed.
//!
//! Where a method is called that has formulas of its own, and it returns, and its `@Requires` was true, then its `@Ensures` is true of what the call
//! leaves, whether its body is opened or not. That is an assumption, and it is reported as one: a *holds* that used it is as good as the
//! formulas, which are to be checked by themselves. The method that is checked does not believe its own formulas where it calls itself. Without
//! learning (`--inline`) nothing is believed: everything is looked into.
//!
//! Of a method without code, what is said is all that is known, and whatever it does not say may happen: anything may be written. That is enough for
//! *holds*; a violation may come from what is not said, so it counts only if the concrete machine, which knows some such methods, has it too.
//!
//! The same is done with a method whose code comes to something that is not supported ([`Believed::obscure`]). Whether it does is known only when it has
//! been looked into, so whoever asks finds out from a first check, and asks again with [`Language::alone`](crate::Language::alone). What such a method may
//! write is known if all that it calls is.

use std::collections::{BTreeMap, BTreeSet};

use check::Skipped;
use ir::{FunctionId, Position};
use logic::circuit::Bit;

use crate::encode::Encoder;
use crate::formula::{Failed, Situation, Translation};
use crate::instance::Sym;
use crate::memory::{Heap, Unsupported};
use crate::property::Property;
use crate::value::Value;

/// The formulas of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// When the other one can be relied on.
    pub requires: Option<Property>,
    /// What is true after it has returned.
    pub ensures: Property,
}

/// What an answer rests on besides code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Believed {
    /// Functions whose formulas were believed.
    pub functions: BTreeSet<FunctionId>,
    /// Functions of which nothing else is known.
    pub alone: BTreeSet<FunctionId>,
    /// Functions whose formulas say what is not supported, so that they were not used: what that is.
    pub unused: BTreeMap<FunctionId, Unsupported>,
    /// Functions of which something is said, and whose code comes to what is not supported: what that is.
    pub obscure: BTreeMap<FunctionId, Skipped>,
}

impl Encoder<'_> {
    /// Whether all that is known of a function is what somebody says of it, so that it is never looked into.
    pub(crate) fn is_told(&self, function: FunctionId) -> bool {
        let is_unknown = || {
            self.language.alone.contains(&function)
                || self.program.body(function).is_none()
                || self.reach.effects(function).opaque
        };
        self.can_be_told(function) && is_unknown()
    }

    /// Whether what somebody says of a function can take the place of its code. Those that give an object are not among them: it may be one that has no
    /// atom.
    fn can_be_told(&self, function: FunctionId) -> bool {
        let gives_object = self.program.functions[function].result.is_some_and(|ty| ty.is_ref());
        self.believed.is_some()
            && !gives_object
            && self.instances.first().is_some_and(|checked| checked.function != function)
            && (self.language.given)(function).is_some()
    }

    /// Notes a call of which nothing is known but what is said.
    pub(crate) fn tell(&mut self, function: FunctionId, caller: FunctionId, position: Position) {
        let name = &self.program.functions[function].name;
        let construct = match self.reach.effects(function).opaque {
            true => format!("a call of `{name}`, whose code is not known"),
            false => format!("a call of `{name}`, of which nothing is known but what its @Ensures says"),
        };
        let told = Skipped { construct, location: machine::replay::location(self.program, caller, position) };
        if !self.told.contains(&told) {
            self.told.push(told);
        }
        if let Some(believed) = &mut self.believed {
            believed.alone.insert(function);
        }
    }

    /// Something is not supported in the instance that is gone through: of the nearest function around it of which something is said, that may be enough.
    pub(crate) fn obscured(&mut self, by: &Skipped) {
        let mut at = self.running;
        while let Some(instance) = at.map(|id| &self.instances[id]) {
            let function = instance.function;
            if self.can_be_told(function) {
                if let Some(believed) = &mut self.believed {
                    believed.obscure.entry(function).or_insert_with(|| by.clone());
                }
                return;
            }
            at = instance.parent;
        }
    }

    /// Requires what is given of a function, of a call of it. A formula that cannot be translated is not used, and whoever asked is told.
    pub(crate) fn believe(
        &mut self,
        (function, returns): (FunctionId, Bit),
        (before, after): (&Heap, &Heap),
        arguments: &[Sym],
        result: Option<&Value>,
    ) {
        if self.instances[0].function == function {
            return;
        }
        let Some(believed) = &self.believed else { return };
        let Some(given) = (self.language.given)(function) else { return };
        let is_new = !believed.functions.contains(&function);
        let parameters: Vec<Value> = arguments.iter().map(|sym| sym.value.clone()).collect();
        let requires = given.requires.as_ref().map_or(Ok(Bit::TRUE), |requires| {
            let situation = Situation { before, after: before, parameters: &parameters, result: None };
            Translation::new(&mut self.memory, situation).formula(&requires.formula)
        });
        let situation = Situation { before, after, parameters: &parameters, result };
        let ensures = Translation::new(&mut self.memory, situation).formula(&given.ensures.formula);
        let both = requires.and_then(|requires| Ok((requires, ensures?)));
        let Some(believed) = &mut self.believed else { return };
        match both {
            Ok((requires, ensures)) => {
                self.memory.require_of_code(&[!returns, !requires, ensures]);
                if is_new {
                    believed.functions.insert(function);
                }
            }
            Err(Failed::Unsupported(what)) => {
                believed.unused.entry(function).or_insert(what);
            }
            Err(Failed::Spent(_)) => {}
        }
    }
}
