//! The budget, while code and formulas become gates and clauses.
//!
//! Whoever makes many of them asks every now and then. When the budget is spent, it stays spent: code is not gone through to its end, formulas are not
//! translated, facts are not required, and what comes of it means nothing. So whoever asks the solver looks here first.

use check::{Exhausted, Meter, Usage};

/// Looks at the time and the memory while a program is encoded.
pub(crate) struct Clock<'a> {
    meter: Meter<'a>,
    /// How many gates and clauses there were at the last look: those that are made since take the time and the memory.
    made: u64,
    /// How often somebody has asked since: gates that are there already take time, too.
    asked: u64,
    looks: u64,
    spent: Option<Exhausted>,
}

impl<'a> Clock<'a> {
    /// How many gates and clauses are made between two looks, each of which takes as long as a hundred of them. Tests want to stop anywhere.
    const INTERVAL: u64 = if cfg!(test) { 100 } else { 20_000 };

    pub(crate) fn new(meter: Meter<'a>) -> Self {
        Clock { meter, made: 0, asked: 0, looks: 0, spent: None }
    }

    /// Why there is nothing left to spend, when there are so many gates and clauses.
    pub(crate) fn spent(&mut self, made: u64) -> Option<Exhausted> {
        self.asked += 1;
        // Perhaps there was nothing left from the beginning.
        if self.spent.is_none() && (self.looks == 0 || made + self.asked >= self.made + Self::INTERVAL) {
            (self.made, self.asked) = (made, 0);
            self.looks += 1;
            let work = self.looks * Meter::MEMORY_INTERVAL;
            self.spent = self.meter.poll(Usage { states: 0, work }).err();
        }
        self.spent
    }
}
