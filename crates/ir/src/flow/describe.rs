//! All facts of a program as text, for people and for tests that compare files.

use std::fmt::Write as _;

use super::{
    BitSet, CallGraph, Dominators, Effects, Graph, Liveness, LoopId, Loops, Modifies, PostDominators,
};
use crate::ids::{BlockId, FunctionId, Id as _, LocalId};
use crate::program::{Body, Program};
use crate::types::{RefType, Type};

/// The control-flow facts of every function, then the call graph bottom-up, then what functions may
/// modify. The same program always gives the same text.
///
/// `idom` and `ipdom` are the immediate dominator and post-dominator; `-` is none, `exit` the virtual
/// exit, `endless` the exit of blocks that never leave the function. `loop` is the header of the
/// innermost loop.
pub fn describe(program: &Program) -> String {
    let mut out = String::new();
    for function in &program.functions {
        match &function.body {
            Some(body) => describe_body(&mut out, &function.name, body),
            None => line(&mut out, &format!("fn @{}: no body", function.name)),
        }
        out.push('\n');
    }
    let calls = CallGraph::new(program);
    out.push_str("calls, bottom-up\n");
    for &function in calls.components().flatten() {
        describe_calls(&mut out, program, &calls, function);
    }
    out.push_str("\nmodifies\n");
    let modifies = Modifies::new(program, &calls);
    for (id, function) in program.functions.enumerate() {
        let effects = describe_effects(program, modifies.of(id), modifies.may_throw(id));
        line(&mut out, &format!("  @{}: {effects}", function.name));
    }
    out
}

fn describe_body(out: &mut String, name: &str, body: &Body) {
    let graph = Graph::new(body);
    let dominators = Dominators::new(&graph);
    let post_dominators = PostDominators::new(body, &graph);
    let loops = Loops::new(&graph, &dominators);
    let liveness = Liveness::new(body, &graph);

    let header = |id: LoopId| label(loops.header(id));
    line(out, &format!("fn @{name}"));
    line(out, &format!("  order: {}", labels(graph.reverse_post_order())));
    let mut rows = vec![["block", "idom", "ipdom", "loop", "live in"].map(str::to_owned)];
    for block in graph.blocks() {
        rows.push([
            label(block),
            match dominators.immediate(block) {
                Some(dominator) => label(dominator),
                None if graph.is_reachable(block) => "-".to_owned(),
                None => "unreachable".to_owned(),
            },
            match post_dominators.immediate(block) {
                Some(dominator) => label(dominator),
                None if post_dominators.is_endless(block) => "endless".to_owned(),
                None => "exit".to_owned(),
            },
            loops.innermost(block).map_or("-".to_owned(), header),
            locals(body, liveness.live_in(block)),
        ]);
    }
    table(out, &rows);
    for id in loops.ids() {
        let parent = loops.parent(id).map_or(String::new(), |outer| format!(" inside {}", header(outer)));
        let (blocks, latches) = (labels(loops.blocks(id)), labels(loops.latches(id)));
        line(out, &format!("  loop {}{parent}: {blocks}, back from {latches}", header(id)));
    }
    if !loops.is_reducible() {
        line(out, "  irreducible: some cycle can be entered at two blocks");
    }
}

fn describe_calls(out: &mut String, program: &Program, calls: &CallGraph, function: FunctionId) {
    let name = |id: FunctionId| format!("@{}", program.functions[id].name);
    let recursive = if calls.is_recursive(function) { " (recursive)" } else { "" };
    let callees = match calls.is_unknown(function) {
        true => "unknown".to_owned(),
        false => join(calls.callees(function).iter().map(|&callee| name(callee)), " "),
    };
    line(out, &format!("  {}{recursive}: {callees}", name(function)));
}

fn describe_effects(program: &Program, effects: &Effects, may_throw: bool) -> String {
    let mut parts = Vec::new();
    if effects.is_unknown() {
        parts.push("unknown".to_owned());
    }
    let mut list = |what: &str, items: Vec<String>| {
        if !items.is_empty() {
            parts.push(format!("{what} {}", items.join(" ")));
        }
    };
    let field = |id| {
        let field = &program.fields[id];
        format!("{}.{}", program.class_name(field.owner), field.name)
    };
    list("fields", effects.fields().iter().map(field).collect());
    list("globals", effects.globals().iter().map(|id| format!("@{}", program.globals[id].name)).collect());
    let array = |id| program.printer().ty(Type::Ref(RefType::Array(id))).to_string();
    list("arrays", effects.arrays().iter().map(array).collect());
    if parts.is_empty() {
        parts.push("nothing".to_owned());
    }
    if effects.may_allocate() {
        parts.push("may allocate".to_owned());
    }
    if may_throw {
        parts.push("may throw".to_owned());
    }
    parts.join("; ")
}

fn label(block: BlockId) -> String {
    format!("b{}", block.index())
}

fn labels(blocks: &[BlockId]) -> String {
    join(blocks.iter().map(|&block| label(block)), " ")
}

fn locals(body: &Body, locals: &BitSet<LocalId>) -> String {
    join(locals.iter().map(|local| body.locals[local].name.clone()), " ")
}

/// The items in a row, or `-` if there is none.
fn join(items: impl Iterator<Item = String>, separator: &str) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "-".to_owned() } else { items.join(separator) }
}

/// Rows of cells, every column as wide as its widest cell.
fn table<const COLUMNS: usize>(out: &mut String, rows: &[[String; COLUMNS]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in rows {
        let mut text = String::new();
        for (cell, width) in row.iter().zip(widths) {
            write!(text, "  {cell:width$}").expect("writing to a string succeeds");
        }
        line(out, &text);
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_program_has_this_text() {
        let text = "\
class Node {
  field next: Node
}
global @count: i32 = 0
fn @log(message: any);
fn @insert(list: Node, n: i32): i32 {
  local more: bool
  local node: Node
  local error: any
b0:
  goto b1
b1:
  more = gt n, 0
  branch more, b2, b3
b2 unwind b4(error):
  node = new Node
  node.Node.next = list
  list = node
  n = sub n, 1
  goto b1
b3:
  @count = n
  return n
b4:
  call @log(error)
  return 0
}
fn @spin() {
b0:
  goto b0
}
";
        let expected = "\
fn @log: no body

fn @insert
  order: b0 b1 b2 b4 b3
  block  idom  ipdom  loop  live in
  b0     -     b1     -     list n
  b1     b0    exit   b1    list n
  b2     b1    exit   b1    list n
  b3     b1    exit   -     n
  b4     b2    exit   -     error
  loop b1: b1 b2, back from b2

fn @spin
  order: b0
  block  idom  ipdom    loop  live in
  b0     -     endless  b0    -
  loop b0: b0, back from b0

calls, bottom-up
  @log: unknown
  @insert: @log
  @spin: -

modifies
  @log: unknown; may allocate; may throw
  @insert: unknown; fields Node.next; globals @count; may allocate; may throw
  @spin: nothing
";
        let program = crate::text::parse("small.gbir", text).expect("the text is right");
        assert_eq!(describe(&program), expected);
    }
}
