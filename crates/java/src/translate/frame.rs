//! What is in the locals and on the stack while a block is run.

use ir::Operand;

use super::decode::{Kind, Malformed, broken};
use super::webs::{Web, Webs};

/// A value on the stack: which definition it is, and the operand that has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) web: Web,
    pub(super) operand: Operand,
}

/// The locals and the stack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Frame {
    /// The definition in each slot; a wide value is in the first of its two.
    pub(super) locals: Vec<Option<Web>>,
    pub(super) stack: Vec<Entry>,
}

impl Frame {
    pub(super) fn pop(&mut self) -> Result<Entry, Malformed> {
        self.stack.pop().ok_or_else(|| broken("the operand stack is empty"))
    }

    /// Takes that many values, in the order in which they were pushed.
    pub(super) fn pop_many(&mut self, count: usize) -> Result<Vec<Entry>, Malformed> {
        let first =
            self.stack.len().checked_sub(count).ok_or_else(|| broken("the operand stack is empty"))?;
        Ok(self.stack.split_off(first))
    }

    pub(super) fn local(&self, slot: u16) -> Result<Web, Malformed> {
        let web = self.locals.get(usize::from(slot)).copied().flatten();
        web.ok_or_else(|| broken(format!("local {slot} is read where it has no value")))
    }

    pub(super) fn set_local(&mut self, webs: &Webs, slot: u16, web: Web) -> Result<(), Malformed> {
        let slot = usize::from(slot);
        let wide = webs.kind(web).is_wide();
        if slot + usize::from(wide) >= self.locals.len() {
            return Err(broken("a local is out of range"));
        }
        // Half a wide value is no value.
        if slot > 0
            && let Some(before) = self.locals[slot - 1]
            && webs.kind(before).is_wide()
        {
            self.locals[slot - 1] = None;
        }
        self.locals[slot] = Some(web);
        if wide {
            self.locals[slot + 1] = None;
        }
        Ok(())
    }

    /// Rearranges the stack as a shuffle of the JVM does, by the kinds of what is on top.
    pub(super) fn shuffle(&mut self, webs: &Webs, shuffle: super::decode::Shuffle) -> Result<(), Malformed> {
        use super::decode::Shuffle;
        let wide = |entry: &Entry| webs.kind(entry.web).is_wide();
        let narrow = |entry: Entry| {
            if webs.kind(entry.web).is_wide() { Err(broken("half a wide value is moved")) } else { Ok(entry) }
        };
        // A group is one wide value or two narrow ones.
        let group = |frame: &mut Frame| -> Result<Vec<Entry>, Malformed> {
            let top = frame.pop()?;
            if wide(&top) {
                return Ok(vec![top]);
            }
            let below = narrow(frame.pop()?)?;
            Ok(vec![below, top])
        };
        match shuffle {
            Shuffle::Pop => drop(narrow(self.pop()?)?),
            Shuffle::Pop2 => drop(group(self)?),
            Shuffle::Dup => {
                let top = narrow(self.pop()?)?;
                self.stack.extend([top, top]);
            }
            Shuffle::DupX1 => {
                let (top, below) = (narrow(self.pop()?)?, narrow(self.pop()?)?);
                self.stack.extend([top, below, top]);
            }
            Shuffle::DupX2 => {
                let top = narrow(self.pop()?)?;
                let below = group(self)?;
                self.stack.push(top);
                self.stack.extend(below);
                self.stack.push(top);
            }
            Shuffle::Dup2 => {
                let top = group(self)?;
                self.stack.extend(top.iter().chain(&top));
            }
            Shuffle::Dup2X1 => {
                let top = group(self)?;
                let below = narrow(self.pop()?)?;
                self.stack.extend(&top);
                self.stack.push(below);
                self.stack.extend(&top);
            }
            Shuffle::Dup2X2 => {
                let (top, below) = (group(self)?, group(self)?);
                self.stack.extend(&top);
                self.stack.extend(below);
                self.stack.extend(&top);
            }
            Shuffle::Swap => {
                let (top, below) = (narrow(self.pop()?)?, narrow(self.pop()?)?);
                self.stack.extend([top, below]);
            }
        }
        Ok(())
    }

    /// The entry on top must be of a kind.
    pub(super) fn pop_kind(&mut self, webs: &Webs, kind: Kind) -> Result<Entry, Malformed> {
        let entry = self.pop()?;
        if webs.kind(entry.web) == kind { Ok(entry) } else { Err(broken("an operand has another kind")) }
    }
}
