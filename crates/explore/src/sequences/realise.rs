//! Real sequences for violations that were found among representatives.
//!
//! Where the order of a set's elements is no part of a state, calls are executed on one of the orders. A
//! sequence of such calls need not be a real one: "deliver message 0" means another message in another
//! order. But if the order really does not matter, then for every call on the representative there is one
//! on the real state that leads to a state with the same canonical form. Those calls are looked for here,
//! one after the other, from the real first state on. Where there is none, the sequence is left as it
//! is, and replaying it shows that the order does matter.

use check::{Candidate, Violation};
use machine::{Bug, Reference, replay};
use space::Encoder;

use super::levels::{Shared, Stopped};
use super::standard::{End, Worker};

/// What a call leads to.
#[derive(PartialEq, Eq)]
enum Reached {
    /// A state with this canonical form.
    State(Vec<u8>),
    Violated(Violation),
}

/// Gives each candidate a sequence of calls that real states go through.
pub(super) fn realise(worker: &mut Worker<'_, '_>, shared: &Shared<'_>, candidates: &mut [Candidate]) {
    for candidate in candidates {
        if let Some(calls) = worker.real_calls(shared, &candidate.trace.choices) {
            candidate.trace.choices = calls;
        }
    }
}

impl Worker<'_, '_> {
    fn real_calls(&mut self, shared: &Shared<'_>, calls: &[i128]) -> Option<Vec<i128>> {
        let mut exact = Encoder::new();
        self.machine.clear();
        self.arguments.clear();
        let Ok(End::Returned(Some(root))) = self.call(shared, shared.plan.factory, &mut || Ok(())) else {
            return None;
        };
        let root = [root as Reference];
        let mut representative = self.encoder.encode_from(&self.machine, &root).to_vec();
        let mut real = exact.encode_from(&self.machine, &root).to_vec();
        let mut found = Vec::new();
        for &call in calls {
            let call = usize::try_from(call).ok()?;
            let root = self.restore(&representative);
            let wanted = self.reached(shared, root, call)?;
            let others = (0..shared.plan.calls.len()).filter(|&other| other != call);
            let other = std::iter::once(call).chain(others).find(|&other| {
                let mut roots = [0];
                exact.decode_from(&mut self.machine, &real, &mut roots);
                self.machine.mark();
                let same = self.reached(shared, roots[0], other).as_ref() == Some(&wanted);
                if same {
                    real = exact.encode_from(&self.machine, &roots).to_vec();
                }
                same
            })?;
            found.push(other as i128);
            match wanted {
                Reached::State(state) => representative = state,
                Reached::Violated(_) => break,
            }
        }
        (found.len() == calls.len()).then_some(found)
    }

    /// Executes a call on the state at hand.
    fn reached(&mut self, shared: &Shared<'_>, root: Reference, call: usize) -> Option<Reached> {
        let call = shared.plan.calls.get(call)?;
        let end = match self.perform(shared, root, call, &mut || Ok(())) {
            Ok(end) => end,
            Err(Stopped) => return None,
        };
        match end {
            End::Returned(_) => {}
            End::Bug(Bug::Exception(exception)) if self.is_allowed(exception, &call.allowed) => {}
            End::Bug(bug) => return Some(Reached::Violated(replay::violation(&self.machine, bug))),
            End::Dropped | End::Skipped(_) => return None,
        }
        Some(Reached::State(self.encoder.encode_from(&self.machine, &[root]).to_vec()))
    }
}
