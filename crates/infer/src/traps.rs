//! What code throws by itself: which traps a statement can raise.
//!
//! This is the one list. What a function or a loop may throw is computed from it before anything is encoded ([`crate::reach`],
//! [`crate::flow`]); the encoder, which raises the traps, notes every exception that nobody has foreseen as not supported, so a trap that is
//! missing here makes an answer *unknown* and never *holds*.

use std::collections::BTreeSet;

use ir::{
    BinaryOp, Body, Callee, LocalId, Operand, Place, Program, Rvalue, Statement, StatementKind,
    TerminatorKind, Trap, Type,
};

/// The traps that something can raise, each once.
pub(crate) type Traps = BTreeSet<Trap>;

/// The trap of a dereference, if the local may be null.
fn null(local: LocalId, known: &BTreeSet<LocalId>) -> impl Iterator<Item = Trap> {
    (!known.contains(&local)).then_some(Trap::Null).into_iter()
}

fn of_place(program: &Program, body: &Body, place: Place, written: bool, known: &BTreeSet<LocalId>) -> Traps {
    match place {
        Place::Global(_) => Traps::new(),
        Place::Field { object, .. } => null(object, known).collect(),
        Place::Element { array, .. } => {
            let keeps = matches!(program.place_type(body, place), Some(Type::Ref(_)) | None);
            let store = (written && keeps).then_some(Trap::Store);
            null(array, known).chain([Trap::Bounds]).chain(store).collect()
        }
    }
}

/// The traps that a statement can raise, where these locals refer to something. What a function throws that is called is not among them.
pub(crate) fn of_statement(
    program: &Program,
    body: &Body,
    statement: &Statement,
    known: &BTreeSet<LocalId>,
) -> Traps {
    match &statement.kind {
        StatementKind::Assign { value, .. } => match *value {
            Rvalue::Load(place) => of_place(program, body, place, false, known),
            Rvalue::Length(array) => null(array, known).collect(),
            Rvalue::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => Traps::from([Trap::Division]),
            Rvalue::Cast(_) => Traps::from([Trap::Cast]),
            Rvalue::Use(_)
            | Rvalue::Unary(..)
            | Rvalue::Binary(..)
            | Rvalue::Compare(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::InstanceOf(..)
            | Rvalue::Literal(_) => Traps::new(),
        },
        StatementKind::Store { to, .. } => of_place(program, body, *to, true, known),
        StatementKind::NewArray { .. } => Traps::from([Trap::NegativeSize]),
        StatementKind::Call { callee, arguments, .. } => match (callee, arguments.first()) {
            (Callee::Special(_) | Callee::Virtual(_), Some(Operand::Local(receiver))) => {
                null(*receiver, known).collect()
            }
            (Callee::Special(_) | Callee::Virtual(_), Some(Operand::Constant(_))) => {
                Traps::from([Trap::Null])
            }
            (Callee::Special(_) | Callee::Virtual(_), None) | (Callee::Function(_), _) => Traps::new(),
        },
        StatementKind::Enter { object } | StatementKind::Exit { object } => null(*object, known).collect(),
        StatementKind::New { .. }
        | StatementKind::Initialise { .. }
        | StatementKind::Assume { .. }
        | StatementKind::Assert { .. }
        | StatementKind::Havoc { .. }
        | StatementKind::Choose { .. } => Traps::new(),
    }
}

/// The traps that the end of a block can raise.
pub(crate) fn of_terminator(kind: &TerminatorKind, known: &BTreeSet<LocalId>) -> Traps {
    match kind {
        TerminatorKind::Throw(Operand::Local(local)) | TerminatorKind::Fail(Operand::Local(local)) => {
            null(*local, known).collect()
        }
        TerminatorKind::Throw(Operand::Constant(_)) | TerminatorKind::Fail(Operand::Constant(_)) => {
            Traps::from([Trap::Null])
        }
        TerminatorKind::Goto(_)
        | TerminatorKind::Branch { .. }
        | TerminatorKind::Switch { .. }
        | TerminatorKind::Return(_)
        | TerminatorKind::Unreachable => Traps::new(),
    }
}
