//! Calls and loops as they are met: what goes in, what may come out, and what is known about it so far.
//!
//! An *instance* is one call of a function, or one iteration of a loop and all that follow it: a loop is a procedure that calls
//! itself last. At first nothing is known about it but what every heap has in common, and that it leaves alone what it cannot
//! write: its *outputs* are any values. When it is *opened*, its body is encoded, which gives *units*: for each way out
//! and each output, that under the condition of that way the output is what the body computes. A
//! unit takes part only when its selector is assumed, or when it was included for good. The units that take part are the specification of the instance.
//! Where it is known from the beginning what has to be known of an instance, that is put in the place of its outputs ([`crate::compose`]).
//!
//! All iterations of a loop have the same outputs, because the last one decides them. So an iteration more brings no new variables for
//! what comes out.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::flow::LoopId;
use ir::{BlockId, FunctionId, LocalId, Position};
use logic::circuit::Bit;
use logic::sat::Literal;

use crate::compose::Part;
use crate::flow::Exit;
use crate::memory::Heap;
use crate::reach::Cell;
use crate::term::Term;
use crate::value::Value;

/// A value, and how people write it.
#[derive(Clone, Debug)]
pub(crate) struct Sym {
    pub(crate) value: Value,
    pub(crate) term: Term,
}

/// Locals and memory at a point of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) locals: Vec<Option<Sym>>,
    pub(crate) heap: Heap,
    /// Cells that were written since the instance began, and what people are told about that.
    pub(crate) written: BTreeMap<Cell, Rc<str>>,
}

impl State {
    /// Notes that a cell was written.
    pub(crate) fn note(&mut self, cell: Cell, what: &str) {
        /// How much is told about one cell.
        const MOST: usize = 160;
        let before = self.written.get(&cell).map_or("", |before| before);
        let told = match before {
            "" => what.to_string(),
            _ if before.len() + what.len() > MOST => format!("{} …", before.trim_end_matches(" …")),
            _ => format!("{before}, {what}"),
        };
        self.written.insert(cell, told.into());
    }

    /// Memory is what another state has, and was written where that one was.
    pub(crate) fn take_memory(&mut self, other: State) {
        self.heap = other.heap;
        for (cell, what) in other.written {
            self.note(cell, &what);
        }
    }
}

/// A way to a point of the program: under which condition, and with what.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) guard: Bit,
    pub(crate) term: Term,
    pub(crate) state: State,
}

/// A way out.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) edge: Edge,
    pub(crate) exit: Exit,
    /// The block that it leaves from, or the header of the loop.
    pub(crate) block: BlockId,
    /// What is returned or thrown.
    pub(crate) value: Option<Sym>,
    pub(crate) position: Position,
}

/// What an instance leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// The ways out, and whether each was taken.
    pub(crate) exits: Vec<(Exit, Bit)>,
    pub(crate) locals: BTreeMap<LocalId, Value>,
    pub(crate) result: Option<Value>,
    pub(crate) exception: Option<Value>,
    pub(crate) cells: BTreeMap<Cell, Rc<[Value]>>,
    /// Which of them are known, if the instance is composed: those have no values here.
    pub(crate) part: Option<Part>,
}

/// What an instance is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Call,
    Loop(LoopId),
}

/// A call, or a loop from one iteration on.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionId,
    pub(crate) kind: Kind,
    /// How many calls of the same function, or iterations of the same loop, it is inside.
    pub(crate) depth: usize,
    pub(crate) parent: Option<usize>,
    /// Under which condition it is there.
    pub(crate) guard: Bit,
    pub(crate) state: State,
    pub(crate) outputs: Rc<Outputs>,
    /// Where the call or the loop stands.
    pub(crate) position: Position,
    pub(crate) opened: Option<Opened>,
    /// Whether somebody in the program may catch an exception that leaves it.
    pub(crate) caught: bool,
    /// Whether it may give or keep objects that have no atoms.
    pub(crate) foreign: bool,
    /// Whether executions that come here are left out.
    pub(crate) cut: bool,
}

/// What the body of an instance says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    pub(crate) units: Vec<Unit>,
    /// The instances inside, in the order in which they are executed.
    pub(crate) children: Vec<usize>,
}

/// Something that a body says about one output.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// What it says, in bits.
    pub(crate) ties: Ties,
    /// The literal under which it takes part, from the first time on that somebody asks what follows from it.
    pub(crate) selector: Option<Literal>,
    pub(crate) what: What,
    /// The way out, by its block.
    pub(crate) way: Option<(BlockId, Exit)>,
    /// Under which condition.
    pub(crate) condition: Term,
    /// What the output is then; empty where there is nothing to read.
    pub(crate) says: String,
    pub(crate) position: Position,
    pub(crate) included: bool,
    /// Whether it is part of the specification that people are told: some units are included because it is simpler than without them.
    pub(crate) told: bool,
}

/// Bits that are tied to each other. They become clauses only when they are needed: most of what bodies say never is.
#[derive(Clone, Debug)]
pub(crate) enum Ties {
    /// One of them is true.
    Any(Vec<Bit>),
    /// If the first bit is true, those of each pair are the same.
    Same(Bit, Vec<(Bit, Bit)>),
}

impl Unit {
    /// What units of other instances of the same function or loop are the same.
    pub(crate) fn key(&self) -> Key {
        (self.way, self.what)
    }
}

/// What a unit is about, whatever the instance.
pub(crate) type Key = (Option<(BlockId, Exit)>, What);

/// What a unit is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum What {
    /// That one of the ways out is taken at all: other executions are not in the scope.
    Leaves,
    /// Which way out is taken.
    Exit,
    /// What a local has.
    Local(LocalId),
    /// What is returned.
    Result,
    /// What is thrown.
    Exception,
    /// What memory has.
    Cell(Cell),
}
