//! What a result rests on because a program has asked for something that another machine may answer otherwise. The table of it is
//! [`OUTSIDE_WORLD`](crate::OUTSIDE_WORLD).

use check::{Evidence, Skipped};
use ir::{FunctionId, Position, Program};

use crate::domain::Domain;
use crate::machine::Machine;
use crate::natives::java::world::{Asked, TABLE};
use crate::replay;

/// What executions have asked for that another machine may answer otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Consulted {
    /// A bit for each.
    asked: u32,
    /// Where a number was drawn of which only a sample was tried; of several places the first in the text.
    sampled: Option<Sampled>,
}

/// A draw of which only some values are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sampled {
    position: Position,
    function: FunctionId,
    drawing: FunctionId,
}

impl Consulted {
    /// What an execution has asked for.
    pub fn by<D: Domain>(machine: &Machine<'_, '_, D>) -> Self {
        let mut consulted = machine.consulted;
        if machine.heap().has_hashes() {
            consulted.note(Asked::Hashes);
        }
        if machine.heap().has_ticked() {
            consulted.note(Asked::Clock);
        }
        consulted
    }

    /// Notes one thing.
    pub fn note(&mut self, asked: Asked) {
        self.asked |= 1 << asked as u32;
    }

    /// Whether one thing was asked for.
    pub fn has(self, asked: Asked) -> bool {
        self.asked >> asked as u32 & 1 == 1
    }

    /// What another one has asked for, too.
    pub fn add(&mut self, other: Consulted) {
        self.asked |= other.asked;
        self.sampled = match (self.sampled, other.sampled) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// Whether only a sample was tried of what was drawn: then nothing can be said to hold.
    pub fn is_sampled(self) -> bool {
        self.sampled.is_some()
    }

    /// What a result rests on.
    pub fn assumptions(self) -> impl Iterator<Item = String> {
        let all = TABLE.iter().filter(move |row| self.has(row.asked));
        all.filter_map(|row| row.words).map(str::to_string)
    }

    /// Adds to the evidence what a result rests on, and that a sample is no more than one.
    pub fn tell(self, program: &Program, evidence: &mut Evidence) {
        evidence.assumptions.extend(self.assumptions());
        if let Some(Sampled { position, function, drawing }) = self.sampled {
            let name = replay::short_name(&program.functions[drawing].name);
            let construct = format!("what {name} gives");
            let location = replay::location(program, function, position);
            evidence.sampled.push(Skipped { construct, location });
        }
    }

    fn note_sample(&mut self, sampled: Sampled) {
        self.sampled = Some(self.sampled.map_or(sampled, |known| known.min(sampled)));
    }
}

impl<D: Domain> Machine<'_, '_, D> {
    /// Notes what the program asks for.
    pub(crate) fn note(&mut self, asked: Asked) {
        self.consulted.note(asked);
    }

    /// What was noted, but for what the heap knows: identity hash codes and the clock.
    pub fn consulted(&self) -> Consulted {
        self.consulted
    }

    /// Notes that only a sample is tried of what a function gives.
    pub(crate) fn note_sample(&mut self, drawing: FunctionId) {
        self.consulted.note(Asked::Draws);
        if let Some((function, origin)) = replay::own_frame(self) {
            let position = crate::machine::position(self.image, function, origin);
            self.consulted.note_sample(Sampled { position, function, drawing });
        }
    }

    /// Whether what is random is one sequence, and not a choice.
    pub(crate) fn fixes_draws(&self) -> bool {
        self.fixed_draws
            || self.image.program().given(ir::Given::Setting, "random").is_some_and(|said| said == "fixed")
    }

    /// Takes what is random from one sequence, as one execution of a virtual machine does: for who executes a program once.
    pub fn fix_draws(&mut self) {
        self.fixed_draws = true;
    }
}
