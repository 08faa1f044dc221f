//! What a transition depends on besides its own thread, the heap and who shares it.
//!
//! Threads meet in objects, in monitors, and where one asks what another waits for. Whoever remembers what a transition came to
//! has to know which of that it has looked at: the monitors that it has tried to enter, with whether somebody else had them, are kept
//! here; that it has asked for what another thread waits for is noted by the machine ([`Machine::take_looked`]). Classes
//! that another thread initialises are waited for as well, but only where one has a frame of an initialiser
//! ([`Machine::initialises`]).

use super::{Granularity, Interleaver, Known};
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
        let shared = std::mem::take(&mut self.shared);
        let frozen = std::mem::replace(&mut self.frozen, machine.heap().frozen_objects());
        self.shared.resize(machine.heap().len() - self.frozen as usize, Known::Nobody);
        match thread {
            Some(thread) => self.meet_thread(machine, thread, Known::Many),
            None => self.meet_roots(machine),
        }
        self.follow::<D>(machine.heap());
        let mut bits = vec![0; objects.div_ceil(64)];
        for (index, _) in
            self.shared.iter().take(objects).enumerate().filter(|(_, known)| **known == Known::Many)
        {
            bits[index / 64] |= 1 << (index % 64);
        }
        (self.shared, self.frozen) = (shared, frozen);
        bits
    }

    /// Makes these objects the shared ones.
    pub(super) fn know<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, shared: &[u64]) {
        let heap = machine.heap();
        self.begin_survey(machine);
        if self.granularity == Granularity::Every {
            return;
        }
        self.shared.resize(heap.len() - self.frozen as usize, Known::Nobody);
        for (index, known) in self.shared.iter_mut().enumerate().take(shared.len() * 64) {
            if shared[index / 64] >> (index % 64) & 1 == 1 {
                *known = Known::Many;
            }
        }
    }

    /// The objects that others may know, in the same way.
    pub fn shared_bits(&self, objects: usize) -> Vec<u64> {
        let mut bits = vec![0; objects.div_ceil(64)];
        for (index, _) in
            self.shared.iter().take(objects).enumerate().filter(|(_, known)| **known == Known::Many)
        {
            bits[index / 64] |= 1 << (index % 64);
        }
        bits
    }
}
