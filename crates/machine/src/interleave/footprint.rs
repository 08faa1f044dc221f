//! What a transition depends on besides its own thread, the heap and who shares it.
//!
//! Threads meet in objects, in monitors, and where one asks what another waits for. Whoever remembers what a transition came to
//! has to know which of that it has looked at: the monitors that it has tried to enter, with whether somebody else had them, are kept
//! here; that it has asked for what another thread waits for is noted by the machine ([`Machine::take_looked`]). Classes
//! that another thread initialises are waited for as well, but only where one has a frame of an initialiser
//! ([`Machine::initialises`]).

use super::Interleaver;
use crate::domain::Definite;
use crate::heap::Reference;
use crate::machine::Machine;

/// No more monitors than that are noted: whoever finds as many does not know whether there were others.
pub const MOST_TRIES: usize = 64;

impl Interleaver<'_, '_> {
    /// Notes from now on which monitors threads want to enter, or notes it no longer.
    pub fn record_tries(&mut self, records: bool) {
        self.tried = records.then(Vec::new);
    }

    /// Forgets those that were noted.
    pub fn forget_tries(&mut self) {
        if let Some(tried) = &mut self.tried {
            tried.clear();
        }
    }

    /// The monitors since then in order, each with whether another thread had it.
    pub fn tries(&self) -> &[(Reference, bool)] {
        self.tried.as_deref().unwrap_or_default()
    }

    /// The objects that a thread can come by, or everybody can if no thread is named, among the first that are not frozen, as
    /// bits. What lies in a text does not count, as for who shares what.
    pub fn reach<D: Definite>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        thread: Option<usize>,
        objects: usize,
    ) -> Vec<u64> {
        self.escape.reach(machine, thread, objects)
    }

    /// The objects that others may know, in the same way.
    pub fn shared_bits(&self, objects: usize) -> Vec<u64> {
        self.escape.shared_bits(objects)
    }
}
