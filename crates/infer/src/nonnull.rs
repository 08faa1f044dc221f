//! Which locals refer to something for sure.
//!
//! A forward analysis over a body: a local is not null after it was given a new object, after it was dereferenced, and where a test says so. Ways that
//! meet keep what all of them know. Nothing is known of other memory. What is known saves the exception that a
//! dereference would throw otherwise, so a mistake here would leave out executions, which the test `brute_force_agrees` and those below would
//! notice.

use std::collections::BTreeSet;

use ir::flow::Graph;
use ir::{
    BlockId, Body, Callee, CompareOp, Constant, IdVec, LocalId, Operand, Place, Rvalue, Statement,
    StatementKind, TerminatorKind,
};

/// What is known before each block.
#[derive(Clone, Debug)]
pub struct NonNull {
    /// None where no way leads to.
    entries: IdVec<BlockId, Option<BTreeSet<LocalId>>>,
}

/// The locals that a statement dereferences.
fn dereferenced(statement: &Statement) -> Option<LocalId> {
    let of = |place: Place| match place {
        Place::Global(_) => None,
        Place::Field { object, .. } => Some(object),
        Place::Element { array, .. } => Some(array),
    };
    match &statement.kind {
        StatementKind::Assign { value: Rvalue::Load(place), .. } => of(*place),
        StatementKind::Assign { value: Rvalue::Length(array), .. } => Some(*array),
        StatementKind::Store { to, .. } => of(*to),
        StatementKind::Enter { object } | StatementKind::Exit { object } => Some(*object),
        StatementKind::Call { callee: Callee::Special(_) | Callee::Virtual(_), arguments, .. } => {
            match arguments.first() {
                Some(Operand::Local(receiver)) => Some(*receiver),
                Some(Operand::Constant(_)) | None => None,
            }
        }
        StatementKind::Assign { .. }
        | StatementKind::New { .. }
        | StatementKind::NewArray { .. }
        | StatementKind::Call { .. }
        | StatementKind::Initialise { .. }
        | StatementKind::Assume { .. }
        | StatementKind::Assert { .. }
        | StatementKind::Havoc { .. }
        | StatementKind::Choose { .. } => None,
    }
}

/// What is known after a statement that has not thrown.
pub fn after(known: &mut BTreeSet<LocalId>, statement: &Statement) {
    let from = match &statement.kind {
        StatementKind::Assign { value: Rvalue::Use(from) | Rvalue::Cast(from), .. } => match from {
            Operand::Local(local) => known.contains(local),
            Operand::Constant(_) => false,
        },
        StatementKind::Assign { value: Rvalue::Literal(_), .. }
        | StatementKind::New { .. }
        | StatementKind::NewArray { .. } => true,
        StatementKind::Assign { .. }
        | StatementKind::Store { .. }
        | StatementKind::Call { .. }
        | StatementKind::Initialise { .. }
        | StatementKind::Enter { .. }
        | StatementKind::Exit { .. }
        | StatementKind::Assume { .. }
        | StatementKind::Assert { .. }
        | StatementKind::Havoc { .. }
        | StatementKind::Choose { .. } => false,
    };
    if let Some(local) = dereferenced(statement) {
        known.insert(local);
    }
    if let Some(to) = statement.kind.destination() {
        if from {
            known.insert(to);
        } else {
            known.remove(&to);
        }
    }
}

/// The local whose comparison with null decides a branch, and whether it is null where the branch is taken.
fn tested(statements: &[Statement], condition: Operand) -> Option<(LocalId, bool)> {
    let Operand::Local(condition) = condition else { return None };
    let place = statements.iter().rposition(|statement| statement.kind.destination() == Some(condition))?;
    let StatementKind::Assign { value: Rvalue::Compare(op, a, b), .. } = &statements[place].kind else {
        return None;
    };
    let local = match (a, b) {
        (Operand::Local(local), Operand::Constant(Constant::Null))
        | (Operand::Constant(Constant::Null), Operand::Local(local)) => *local,
        (Operand::Local(_) | Operand::Constant(_), _) => return None,
    };
    let changed = statements[place..].iter().any(|statement| statement.kind.destination() == Some(local));
    let is_null = match op {
        CompareOp::Eq => true,
        CompareOp::Ne => false,
        CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => return None,
    };
    (!changed).then_some((local, is_null))
}

impl NonNull {
    /// What is known in a body whose first parameter is the receiver, or not.
    pub fn new(body: &Body, graph: &Graph, has_receiver: bool) -> Self {
        let mut entries: IdVec<BlockId, Option<BTreeSet<LocalId>>> = IdVec::filled(None, body.blocks.len());
        let receiver = has_receiver.then(|| ir::Id::new(0));
        entries[body.entry()] = Some(receiver.into_iter().collect());
        let mut changed = true;
        let meet = |entries: &mut IdVec<BlockId, Option<BTreeSet<LocalId>>>,
                    to: BlockId,
                    known: BTreeSet<LocalId>| {
            let new = match &entries[to] {
                None => known,
                Some(before) => before.intersection(&known).copied().collect(),
            };
            let different = entries[to].as_ref() != Some(&new);
            entries[to] = Some(new);
            different
        };
        while std::mem::take(&mut changed) {
            for &block in graph.reverse_post_order() {
                let Some(mut known) = entries[block].clone() else { continue };
                let code = &body.blocks[block];
                // What is known wherever in the block something is thrown.
                let mut throughout = known.clone();
                for statement in &code.statements {
                    after(&mut known, statement);
                    throughout.retain(|local| known.contains(local));
                }
                if let Some(unwind) = code.unwind
                    && code.can_throw()
                {
                    let mut thrown = throughout;
                    thrown.insert(unwind.local);
                    changed |= meet(&mut entries, unwind.block, thrown);
                }
                match &code.terminator.kind {
                    TerminatorKind::Branch { condition, then, otherwise } => {
                        let test = tested(&code.statements, *condition);
                        for (to, taken) in [(*then, true), (*otherwise, false)] {
                            let mut known = known.clone();
                            match test {
                                Some((local, is_null)) if is_null != taken => {
                                    known.insert(local);
                                }
                                Some(_) | None => {}
                            }
                            changed |= meet(&mut entries, to, known);
                        }
                    }
                    kind @ (TerminatorKind::Goto(_)
                    | TerminatorKind::Switch { .. }
                    | TerminatorKind::Return(_)
                    | TerminatorKind::Throw(_)
                    | TerminatorKind::Fail(_)
                    | TerminatorKind::Unreachable) => {
                        kind.for_each_successor(|to| changed |= meet(&mut entries, to, known.clone()));
                    }
                }
            }
        }
        NonNull { entries }
    }

    /// What is known before a block.
    pub fn before(&self, block: BlockId) -> BTreeSet<LocalId> {
        self.entries[block].clone().unwrap_or_default()
    }
}

/// Whether the first parameter of a function is the receiver, which no assignment changes.
pub fn has_receiver(function: &ir::Function, body: &Body) -> bool {
    let named = function.parameters.first().is_some_and(|first| first.name == "this" && first.ty.is_ref());
    let first: LocalId = ir::Id::new(0);
    let assigned = body.blocks.iter().any(|block| {
        block.statements.iter().any(|statement| statement.kind.destination() == Some(first))
            || block.unwind.is_some_and(|unwind| unwind.local == first)
    });
    named && !assigned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> Vec<Vec<String>> {
        let program = ir::text::parse("test.gbir", text).expect("the text is well-formed");
        assert_eq!(ir::verify::verify(&program), Ok(()));
        let function = program.function_named("f").expect("it is there");
        let body = program.body(function).expect("it has a body");
        let receiver = has_receiver(&program.functions[function], body);
        let nonnull = NonNull::new(body, &Graph::new(body), receiver);
        let names = |block| {
            let known = nonnull.before(block);
            known.iter().map(|&local| body.locals[local].name.clone()).collect()
        };
        body.blocks.ids().map(names).collect()
    }

    const CLASS: &str = "class Node {\n  field next: Node\n}\n";

    #[test]
    fn tests_and_dereferences_tell() {
        let found = known(&format!(
            "{CLASS}fn @f(this: Node, p: Node) {{
  local q: Node
  local is: bool
b0:
  is = eq p, null
  branch is, b1, b2
b1:
  q = this.Node.next
  goto b3
b2:
  q = p.Node.next
  goto b3
b3:
  return
}}"
        ));
        assert_eq!(found[1], ["this"]);
        assert_eq!(found[2], ["this", "p"]);
        // What only one of the ways knows is not known.
        assert_eq!(found[3], ["this"]);
    }

    #[test]
    fn an_assignment_forgets() {
        let found = known(&format!(
            "{CLASS}fn @f(this: Node, p: Node) {{
  local q: Node
  local is: bool
b0:
  q = new Node
  is = ne p, null
  p = q
  branch is, b1, b2
b1:
  q = p.Node.next
  goto b0
b2:
  return
}}"
        ));
        // The test is about what p was before.
        assert_eq!(found[2], ["this", "p", "q"]);
        // From the loop comes a q of which nothing is known.
        assert_eq!(found[0], ["this"]);
    }
}
