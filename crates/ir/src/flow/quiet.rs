//! Calls that cannot go wrong and that nobody can notice, whatever they are given.
//!
//! [`is_quiet`] promises of a call that, in every state of memory in which what [`Given`] says is true, it returns, throws
//! nothing, and has written nothing, made no object and asked for no choice. Its opposite promises nothing.
//!
//! # Why the promise holds
//! A call is quiet if every block that can be reached by terminators is harmless, loops end, and calls in it are quiet.
//! - *It writes nothing*: there is no store, no monitor operation, no `new`, no literal (whose object is made when it is first
//!   used), no `init` of a class that may still have to be initialised, and no function whose body is not what runs.
//! - *It throws nothing*: there is no `throw` and no assertion; what is dereferenced is not `null`; what could divide by
//!   zero, go out of bounds or fail to cast does not occur. So no handler is ever entered, and only terminators lead on.
//! - *It is not `null`*: facts are collected forwards, block by block. A local is known not to be `null` if it was tested, or
//!   is a copy of one that was (values are numbered inside a block), on every way there.
//! - *Loops end*: the graph is reducible, so every cycle passes the header of a loop. Each loop has a local whose value at the
//!   header is, each time, what some fields that descend lead to from its value the time before, by at least one step. Memory does
//!   not change meanwhile, and fields that descend have no infinite chains, so the header is passed finitely often. Inner loops have
//!   their own local.
//! - *Calls end*: a function that is under way is not called again, and calls do not nest deeper than a constant.

use super::BitSet;
use super::dominators::Dominators;
use super::graph::Graph;
use super::hierarchy::receiver_class;
use super::loops::{LoopId, Loops};
use crate::ids::{BlockId, ClassId, FieldId, FunctionId, Id as _, IdVec, LocalId, SelectorId};
use crate::program::{Block, Body, ClassKind, Program};
use crate::statement::{
    BinaryOp, Callee, CompareOp, Constant, Operand, Place, Rvalue, StatementKind, TerminatorKind,
};
use crate::types::{RefType, Type};

/// What is known of the memory in which a call begins, and of how the program is run.
pub trait Given {
    /// Whether following the field, and others of which this says so too, from object to object comes to an end.
    fn descends(&self, field: FieldId) -> bool;
    /// Whether a call of the function runs its body.
    fn runs_body(&self, function: FunctionId) -> bool;
    /// Whether nothing is left to be done when the class is used.
    fn is_initialised(&self, class: ClassId) -> bool;
}

/// Calls that nest deeper are not looked at.
const MOST_NESTED: usize = 16;

/// Whether a call of a function is quiet if the parameters that `objects` says are not `null`. Classes that are
/// complete now are all that have objects.
pub fn is_quiet(program: &Program, given: &dyn Given, function: FunctionId, objects: &[bool]) -> bool {
    Calls { program, given, under_way: Vec::new() }.is_quiet(function, objects)
}

struct Calls<'a> {
    program: &'a Program,
    given: &'a dyn Given,
    under_way: Vec<FunctionId>,
}

impl Calls<'_> {
    fn is_quiet(&mut self, function: FunctionId, objects: &[bool]) -> bool {
        if self.under_way.len() == MOST_NESTED
            || self.under_way.contains(&function)
            || !self.given.runs_body(function)
        {
            return false;
        }
        let Some(body) = self.program.body(function) else { return false };
        let mut tested = BitSet::new(body.locals.len());
        for (parameter, _) in objects.iter().enumerate().filter(|(_, object)| **object) {
            tested.insert(LocalId::new(parameter));
        }
        self.under_way.push(function);
        let quiet = self.is_harmless(body, tested) && ends(body, self.given);
        self.under_way.pop();
        quiet
    }

    /// Whether all that can be reached does nothing that it must not.
    fn is_harmless(&mut self, body: &Body, tested: BitSet<LocalId>) -> bool {
        let mut known: IdVec<BlockId, Option<BitSet<LocalId>>> = IdVec::filled(None, body.blocks.len());
        known[body.entry()] = Some(tested);
        let mut open = vec![body.entry()];
        while let Some(id) = open.pop() {
            let block = &body.blocks[id];
            let begin = known[id].as_ref().expect("a block waits only when something is known");
            let mut facts = Facts::new(body, begin);
            if !block.statements.iter().all(|statement| self.is_allowed(body, &statement.kind, &mut facts)) {
                return false;
            }
            match block.terminator.kind {
                TerminatorKind::Throw(_) | TerminatorKind::Fail(_) | TerminatorKind::Unreachable => {
                    return false;
                }
                TerminatorKind::Goto(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. }
                | TerminatorKind::Return(_) => {}
            }
            for (next, tested) in facts.leaving(block) {
                let grown = match &mut known[next] {
                    Some(before) => {
                        // What both ways agree on.
                        let lost: Vec<LocalId> =
                            before.iter().filter(|local| !tested.contains(*local)).collect();
                        for &local in &lost {
                            before.remove(local);
                        }
                        !lost.is_empty()
                    }
                    none @ None => {
                        *none = Some(tested);
                        true
                    }
                };
                if grown && !open.contains(&next) {
                    open.push(next);
                }
            }
        }
        true
    }

    /// Whether a statement may stand there; what it makes known is noted.
    fn is_allowed(&mut self, body: &Body, statement: &StatementKind, facts: &mut Facts) -> bool {
        match statement {
            StatementKind::Assign { to, value } => {
                let allowed = match *value {
                    Rvalue::Use(_)
                    | Rvalue::Unary(..)
                    | Rvalue::Compare(..)
                    | Rvalue::Order(..)
                    | Rvalue::Convert(_)
                    | Rvalue::InstanceOf(..)
                    | Rvalue::Load(Place::Global(_)) => true,
                    Rvalue::Binary(op, _, by) => {
                        let divides = match op {
                            BinaryOp::Div | BinaryOp::Rem => true,
                            BinaryOp::Add
                            | BinaryOp::Sub
                            | BinaryOp::Mul
                            | BinaryOp::And
                            | BinaryOp::Or
                            | BinaryOp::Xor
                            | BinaryOp::Shl
                            | BinaryOp::Shr
                            | BinaryOp::Ushr => false,
                        };
                        !divides || matches!(by, Operand::Constant(Constant::Int(_, number)) if number != 0)
                    }
                    Rvalue::Load(Place::Field { object, .. }) => facts.is_object(object.into()),
                    Rvalue::Length(array) => facts.is_object(array.into()),
                    Rvalue::Cast(from) => self.cannot_fail(body, from, *to),
                    Rvalue::Load(Place::Element { .. }) | Rvalue::Literal(_) => false,
                };
                facts.assign(*to, *value);
                allowed
            }
            StatementKind::Call { to, callee, arguments } => {
                let objects: Vec<bool> =
                    arguments.iter().map(|&argument| facts.is_object(argument)).collect();
                let quiet = match *callee {
                    Callee::Function(function) => self.is_quiet(function, &objects),
                    Callee::Special(function) => {
                        objects.first() == Some(&true) && self.is_quiet(function, &objects)
                    }
                    Callee::Virtual(selector) => {
                        objects.first() == Some(&true)
                            && self.targets(body, selector, arguments).is_some_and(|targets| {
                                targets.iter().all(|&function| self.is_quiet(function, &objects))
                            })
                    }
                };
                if let Some(to) = *to {
                    facts.forget(to);
                }
                quiet
            }
            StatementKind::Initialise { class } => self.given.is_initialised(*class),
            StatementKind::Store { .. }
            | StatementKind::New { .. }
            | StatementKind::NewArray { .. }
            | StatementKind::Enter { .. }
            | StatementKind::Exit { .. }
            | StatementKind::Assume { .. }
            | StatementKind::Assert { .. }
            | StatementKind::Havoc { .. }
            | StatementKind::Choose { .. } => false,
        }
    }

    /// Whether everything that the operand can be is of the type of the local, by declaration.
    fn cannot_fail(&self, body: &Body, from: Operand, to: LocalId) -> bool {
        match (body.operand_type(from), body.locals[to].ty) {
            (None, _) => true,
            // An interface says nothing of the objects.
            (Some(Type::Ref(from @ RefType::Class(class))), Type::Ref(to)) => {
                self.is_proper(class) && self.program.is_subtype(from, to)
            }
            (Some(_), _) => false,
        }
    }

    /// Whether locals of the class have only its objects: see `hierarchy`.
    fn is_proper(&self, class: ClassId) -> bool {
        self.program.classes.get(class).is_some_and(|declared| declared.kind == ClassKind::Class)
    }

    /// The methods that a virtual call can find; `None` if it may find none, or if nobody can say.
    fn targets(&self, body: &Body, selector: SelectorId, arguments: &[Operand]) -> Option<Vec<FunctionId>> {
        let program = self.program;
        let class = receiver_class(body, arguments)?;
        if !self.is_proper(class) {
            return None;
        }
        let mut targets = Vec::new();
        for (below, declared) in program.classes.enumerate() {
            if declared.kind == ClassKind::Class && program.is_subclass(below, class) {
                match program.method(below, selector) {
                    Some(function) if targets.contains(&function) => {}
                    Some(function) => targets.push(function),
                    None => return None,
                }
            }
        }
        Some(targets)
    }
}

/// What is known inside a block: every local has the number of its value, and values are known not to be `null`.
struct Facts {
    values: IdVec<LocalId, usize>,
    is_object: Vec<bool>,
    /// What values say: which value is `null` if they are true, or if they are false.
    tests: Vec<Option<Test>>,
}

#[derive(Clone, Copy)]
struct Test {
    of: usize,
    null_if: bool,
}

impl Facts {
    fn new(body: &Body, tested: &BitSet<LocalId>) -> Self {
        Facts {
            values: body.locals.ids().map(|local| local.index()).collect(),
            is_object: body.locals.ids().map(|local| tested.contains(local)).collect(),
            tests: vec![None; body.locals.len()],
        }
    }

    /// Whether an operand is not `null`. Whoever asks needs it to be so: it is so from now on, or nothing is quiet.
    fn is_object(&self, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => self.is_object[self.values[local]],
            Operand::Constant(_) => false,
        }
    }

    fn value(&mut self, is_object: bool, test: Option<Test>) -> usize {
        self.is_object.push(is_object);
        self.tests.push(test);
        self.tests.len() - 1
    }

    fn forget(&mut self, local: LocalId) {
        self.values[local] = self.value(false, None);
    }

    fn assign(&mut self, to: LocalId, value: Rvalue) {
        let number = match value {
            Rvalue::Use(Operand::Local(from)) | Rvalue::Cast(Operand::Local(from)) => self.values[from],
            Rvalue::Compare(op @ (CompareOp::Eq | CompareOp::Ne), a, b) => {
                let test = match (a, b) {
                    (Operand::Local(local), Operand::Constant(Constant::Null))
                    | (Operand::Constant(Constant::Null), Operand::Local(local)) => {
                        Some(Test { of: self.values[local], null_if: op == CompareOp::Eq })
                    }
                    (Operand::Local(_) | Operand::Constant(_), Operand::Local(_) | Operand::Constant(_)) => {
                        None
                    }
                };
                self.value(false, test)
            }
            Rvalue::Use(Operand::Constant(_))
            | Rvalue::Cast(Operand::Constant(_))
            | Rvalue::Compare(CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge, ..)
            | Rvalue::Load(_)
            | Rvalue::Unary(..)
            | Rvalue::Binary(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::InstanceOf(..)
            | Rvalue::Length(_)
            | Rvalue::Literal(_) => self.value(false, None),
        };
        self.values[to] = number;
    }

    /// The locals that are not `null` if that value is not either.
    fn tested(&self, also: Option<usize>) -> BitSet<LocalId> {
        let mut tested = BitSet::new(self.values.len());
        for (local, &value) in self.values.enumerate() {
            if self.is_object[value] || also == Some(value) {
                tested.insert(local);
            }
        }
        tested
    }

    /// Where the terminator leads, and what is known there.
    fn leaving(&self, block: &Block) -> Vec<(BlockId, BitSet<LocalId>)> {
        let mut next = Vec::new();
        match &block.terminator.kind {
            TerminatorKind::Branch { condition: Operand::Local(condition), then, otherwise } => {
                let test = self.tests[self.values[*condition]];
                let object_if = |truth| test.filter(|test| test.null_if != truth).map(|test| test.of);
                next.push((*then, self.tested(object_if(true))));
                next.push((*otherwise, self.tested(object_if(false))));
            }
            other @ (TerminatorKind::Goto(_)
            | TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Throw(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::Unreachable) => {
                other.for_each_successor(|block| next.push((block, self.tested(None))));
            }
        }
        next
    }
}

/// Whether every loop has a local that descends.
fn ends(body: &Body, given: &dyn Given) -> bool {
    let graph = Graph::new(body);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    loops.is_reducible()
        && loops.ids().all(|id| {
            let mut walkers = body.locals.enumerate().filter(|(_, local)| local.ty.is_ref());
            walkers.any(|(walker, _)| descends(body, &loops, id, walker, given))
        })
}

/// Where a value is, seen from the value that a local had at the header of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    /// It is that value.
    Same,
    /// It is that value, or below.
    AtMost,
    /// Fields that descend lead there, by at least one step.
    Below,
    Anywhere,
}

impl Depth {
    fn join(self, other: Depth) -> Depth {
        match (self, other) {
            (Depth::Anywhere, _) | (_, Depth::Anywhere) => Depth::Anywhere,
            (Depth::Same, Depth::Same) => Depth::Same,
            (Depth::Below, Depth::Below) => Depth::Below,
            (Depth::Same | Depth::AtMost | Depth::Below, Depth::Same | Depth::AtMost | Depth::Below) => {
                Depth::AtMost
            }
        }
    }
}

/// Whether a local is further down whenever the loop begins again.
fn descends(body: &Body, loops: &Loops, id: LoopId, walker: LocalId, given: &dyn Given) -> bool {
    let header = loops.header(id);
    let mut known: IdVec<BlockId, Option<IdVec<LocalId, Depth>>> = IdVec::filled(None, body.blocks.len());
    let mut begin = IdVec::filled(Depth::Anywhere, body.locals.len());
    begin[walker] = Depth::Same;
    known[header] = Some(begin);
    let mut open = vec![header];
    while let Some(block) = open.pop() {
        let mut depths = known[block].clone().expect("a block waits only when something is known");
        for statement in &body.blocks[block].statements {
            if let Some(to) = statement.kind.destination() {
                depths[to] = after(&statement.kind, &depths, given);
            }
        }
        let mut descended = true;
        body.blocks[block].terminator.kind.for_each_successor(|next| {
            if next == header {
                descended &= depths[walker] == Depth::Below;
            } else if loops.contains(id, next) {
                let joined = match &known[next] {
                    Some(before) => before.iter().zip(depths.iter()).map(|(a, b)| a.join(*b)).collect(),
                    None => depths.clone(),
                };
                if known[next].as_ref() != Some(&joined) {
                    known[next] = Some(joined);
                    open.push(next);
                }
            }
        });
        if !descended {
            return false;
        }
    }
    true
}

/// Where the destination of a statement is.
fn after(statement: &StatementKind, depths: &IdVec<LocalId, Depth>, given: &dyn Given) -> Depth {
    let StatementKind::Assign { value, .. } = statement else { return Depth::Anywhere };
    match *value {
        Rvalue::Use(Operand::Local(from)) | Rvalue::Cast(Operand::Local(from)) => depths[from],
        Rvalue::Load(Place::Field { object, field }) if given.descends(field) => match depths[object] {
            Depth::Same | Depth::AtMost | Depth::Below => Depth::Below,
            Depth::Anywhere => Depth::Anywhere,
        },
        Rvalue::Use(Operand::Constant(_))
        | Rvalue::Cast(Operand::Constant(_))
        | Rvalue::Load(_)
        | Rvalue::Unary(..)
        | Rvalue::Binary(..)
        | Rvalue::Compare(..)
        | Rvalue::Order(..)
        | Rvalue::Convert(_)
        | Rvalue::InstanceOf(..)
        | Rvalue::Length(_)
        | Rvalue::Literal(_) => Depth::Anywhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `next` descends, everything runs its body, and only the class `C` has been initialised.
    struct Lists<'p>(&'p Program);

    impl Given for Lists<'_> {
        fn descends(&self, field: FieldId) -> bool {
            self.0.fields[field].name == "next"
        }
        fn runs_body(&self, function: FunctionId) -> bool {
            !self.0.functions[function].name.ends_with("modelled")
        }
        fn is_initialised(&self, class: ClassId) -> bool {
            self.0.classes[class].name == "C"
        }
    }

    const CLASSES: &str = "selector size(): i32\nselector other(): i32\nglobal @g: i32 = 0\n\
        class C {\n  field next: C\n  field back: C\n  field key: i32\n  method size = @C.size\n  method other = @C.other\n}\n\
        class D : C {\n  method other = @D.other\n}\nclass E {\n}\n\
        fn @C.size(this: C): i32 {\n  local n: i32\nb0:\n  n = this.C.key\n  return n\n}\n\
        fn @C.other(this: C): i32 {\nb0:\n  return 1\n}\n\
        fn @D.other(this: D): i32 {\nb0:\n  @g = 1\n  return 1\n}\n\
        fn @modelled(this: C) {\nb0:\n  return\n}\n";

    /// Whether `@f` is quiet, whose first parameter is an object.
    fn quiet(functions: &str) -> bool {
        let text = format!("{CLASSES}{functions}");
        let program = crate::text::parse("quiet.gbir", &text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let (f, function) =
            program.functions.enumerate().find(|(_, function)| function.name == "f").expect("there is an @f");
        let mut objects = vec![false; function.parameters.len()];
        objects[0] = true;
        is_quiet(&program, &Lists(&program), f, &objects)
    }

    /// A body of one block, with locals that it may use.
    fn block(statements: &str) -> bool {
        let locals = "  local x: C\n  local d: D\n  local n: i32\n  local b: bool\n  local a: any\n  local ns: i32[]\n";
        quiet(&format!("fn @f(this: C, that: C, k: i32) {{\n{locals}b0:\n{statements}  return\n}}\n"))
    }

    #[test]
    fn what_leaves_a_trace_or_can_go_wrong_is_not_quiet() {
        let allowed = [
            "",
            "  n = this.C.key\n  n = add n, k\n  n = div n, 3\n",
            "  x = this\n  x = x.C.next\n",
            "  n = call special @C.size(this)\n",
            "  n = call virtual size(this)\n",
            "  n = @g\n  init C\n",
            "  a = this\n  x = this\n  x = cast x\n",
        ];
        for statements in allowed {
            assert!(block(statements), "{statements}");
        }
        let refused = [
            "  n = that.C.key\n",
            "  x = this.C.next\n  n = x.C.key\n",
            "  x = this\n  x = that\n  n = x.C.key\n",
            "  n = div 3, k\n",
            "  n = rem 3, 0\n",
            "  this.C.key = 1\n",
            "  @g = 1\n",
            "  x = new C\n",
            "  ns = new i32[2]\n",
            "  n = call special @C.size(that)\n",
            "  n = call virtual size(that)\n",
            // The method of a subclass writes.
            "  n = call virtual other(this)\n",
            "  call @modelled(this)\n",
            "  init E\n",
            "  a = this\n  x = cast a\n",
            "  d = cast this\n",
            "  enter this\n",
            "  assert true, \"no\"\n",
            "  assume true\n",
            "  n = havoc\n",
            "  n = choose 0, 1\n",
        ];
        for statements in refused {
            assert!(!block(statements), "{statements}");
        }
    }

    #[test]
    fn a_test_for_null_counts_where_it_says_so() {
        let tested = |condition: &str, dereferenced: &str| {
            quiet(&format!(
                "fn @f(this: C, that: C) {{\n  local b: bool\n  local n: i32\n  local t: C\nb0:\n{condition}  \
                 branch b, b1, b2\nb1:\n  n = {dereferenced}.C.key\n  return\nb2:\n  return\n}}\n"
            ))
        };
        assert!(tested("  b = ne that, null\n", "that"));
        assert!(tested("  t = that\n  b = ne null, t\n", "that"));
        assert!(tested("  t = that\n  b = ne that, null\n", "t"));
        assert!(!tested("  b = eq that, null\n", "that"));
        assert!(!tested("  b = ne that, null\n  that = this.C.next\n", "that"));
        assert!(!tested("  b = ne that, null\n  b = eq this, that\n", "that"));
        // Both ways must say so.
        let joined = |otherwise: &str| {
            quiet(&format!(
                "fn @f(this: C, that: C) {{\n  local b: bool\n  local n: i32\nb0:\n  b = eq that, null\n  \
                 branch b, b1, b2\nb1:\n  that = {otherwise}\n  goto b2\nb2:\n  n = that.C.key\n  return\n}}\n"
            ))
        };
        assert!(joined("this"));
        assert!(!joined("null"));
    }

    /// A loop over `x`, with a step that may use `b` and `t`.
    fn walk(step: &str) -> bool {
        quiet(&format!(
            "fn @f(this: C, k: i32) {{\n  local x: C\n  local t: C\n  local b: bool\n  local n: i32\nb0:\n  x = this\n  \
             goto b1\nb1:\n  b = ne x, null\n  branch b, b2, b9\n{step}b9:\n  return\n}}\n"
        ))
    }

    #[test]
    fn loops_that_descend_end() {
        assert!(walk("b2:\n  x = x.C.next\n  goto b1\n"));
        assert!(walk("b2:\n  t = x.C.next\n  n = x.C.key\n  x = t\n  goto b1\n"));
        // Two ways down.
        let two = "b2:\n  b = lt k, 3\n  branch b, b3, b4\nb3:\n  x = x.C.next\n  goto b1\nb4:\n  ";
        assert!(walk(&format!("{two}t = x\n  x = t.C.next\n  goto b1\n")));
        // One of them stays, goes up, or begins again.
        assert!(!walk(&format!("{two}goto b1\n")));
        assert!(!walk(&format!("{two}x = x.C.back\n  goto b1\n")));
        assert!(!walk(&format!("{two}x = this\n  goto b1\n")));
        assert!(!walk("b2:\n  goto b1\n"));
        assert!(!walk("b2:\n  x = x.C.back\n  goto b1\n"));
        assert!(!walk("b2:\n  n = add n, 1\n  goto b1\n"));
        // An inner loop that ends, and one that does not.
        let inner = |step: &str| {
            walk(&format!(
                "b2:\n  t = x.C.next\n  goto b3\nb3:\n  b = ne t, null\n  branch b, b4, b5\nb4:\n  {step}\n  goto b3\n\
                 b5:\n  x = x.C.next\n  goto b1\n"
            ))
        };
        // The test of `x` must still be known behind the inner loop.
        assert!(inner("t = t.C.next"));
        assert!(!inner("t = t.C.back"));
    }

    #[test]
    fn recursion_is_not_followed() {
        assert!(!quiet("fn @f(this: C) {\nb0:\n  call @f(this)\n  return\n}\n"));
        assert!(!quiet(
            "fn @f(this: C) {\nb0:\n  call @h(this)\n  return\n}\nfn @h(this: C) {\nb0:\n  call @f(this)\n  return\n}\n"
        ));
        assert!(quiet(
            "fn @f(this: C) {\nb0:\n  call @h(this)\n  return\n}\nfn @h(this: C) {\nb0:\n  return\n}\n"
        ));
        assert!(!quiet("fn @f(this: C) {\nb0:\n  throw this\n}\n"));
    }
}
