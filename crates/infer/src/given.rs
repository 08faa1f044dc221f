//! What users say about methods that are called: their `@Ensures` are believed.
//!
//! Where a method is called that has formulas of its own, and it returns, and its `@Requires` was true, then its `@Ensures` is true of what the call
//! leaves, whether its body is opened or not. That is an assumption, and it is reported as one: a *holds* that used it is as good as the
//! formulas, which are to be checked by themselves. The method that is checked does not believe its own formulas where it calls itself. Without
//! learning (`--inline`) nothing is believed: everything is looked into.
//!
//! Of a method without code, what is said is all that is known, and whatever it does not say may happen: anything may be written. That is enough for
//! *holds*; a violation may come from what is not said, so it counts only if the concrete machine, which knows some such methods, has it too.

use logic::circuit::Bit;

use crate::encode::Encoder;
use crate::formula::{Situation, Translation};
use crate::instance::Sym;
use crate::memory::Heap;
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

impl Encoder<'_> {
    /// Whether all that is known of a function without code is what somebody says of it, so that it is never looked into. Those that give an object are
    /// not among them: it may be one that has no atom.
    pub(crate) fn is_told(&self, function: ir::FunctionId) -> bool {
        let gives_object = self.program.functions[function].result.is_some_and(|ty| ty.is_ref());
        self.believed.is_some()
            && !gives_object
            && self.program.body(function).is_none()
            && (self.language.given)(function).is_some()
    }

    /// Requires what is given of a function, of a call of it. A formula that cannot be translated is not used.
    pub(crate) fn believe(
        &mut self,
        (function, returns): (ir::FunctionId, Bit),
        (before, after): (&Heap, &Heap),
        arguments: &[Sym],
        result: Option<&Value>,
    ) {
        if self.instances[0].function == function {
            return;
        }
        let Some(believed) = &self.believed else { return };
        let Some(given) = (self.language.given)(function) else { return };
        let is_new = !believed.contains(&function);
        let parameters: Vec<Value> = arguments.iter().map(|sym| sym.value.clone()).collect();
        let requires = given.requires.as_ref().map_or(Ok(Bit::TRUE), |requires| {
            let situation = Situation { before, after: before, parameters: &parameters, result: None };
            Translation::new(&mut self.memory, situation).formula(&requires.formula)
        });
        let situation = Situation { before, after, parameters: &parameters, result };
        let ensures = Translation::new(&mut self.memory, situation).formula(&given.ensures.formula);
        let (Ok(requires), Ok(ensures)) = (requires, ensures) else { return };
        self.memory.require(&[!returns, !requires, ensures]);
        if is_new && let Some(believed) = &mut self.believed {
            believed.insert(function);
        }
    }
}
