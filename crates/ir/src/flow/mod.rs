//! Control-flow facts: what can be known of a program without running it.
//!
//! | of a body | |
//! |---|---|
//! | [`Graph`] | successors, predecessors, reverse post-order, what can be reached |
//! | [`Dominators`], [`PostDominators`] | which blocks lie on every path |
//! | [`Loops`] | natural loops, how they nest, whether there are other cycles |
//! | [`Liveness`] | which locals may still be read |
//!
//! | of a program | |
//! |---|---|
//! | [`Hierarchy`] | which methods a virtual call may find |
//! | [`CallGraph`] | who may call whom, recursion, bottom-up order |
//! | [`Modifies`] | what a call may write, whether it may allocate or throw |
//! | [`is_quiet`] | whether a call cannot go wrong, whatever it is given, and leaves no trace |
//!
//! Each fact is computed once, from code that the [verifier](crate::verify) accepts, and is valid until
//! the code changes. Each module's text says which direction is safe to rely on: "dead", "dominates" and
//! "does not modify" are promises about every execution; their opposites promise nothing.
//!
//! All algorithms are deterministic, do not recurse over the program (functions may have hundreds of
//! thousands of blocks) and take nearly linear time, times the width of the sets where there are sets.
//!
//! ```
//! use ir::flow::{Dominators, Graph, Loops};
//!
//! let text = "fn @spin() {\nb0:\n  goto b1\nb1:\n  goto b1\n}\n";
//! let program = ir::text::parse("spin.gbir", text).unwrap();
//! let body = program.functions.iter().next().and_then(|spin| spin.body.as_ref()).unwrap();
//! let graph = Graph::new(body);
//! let loops = Loops::new(&graph, &Dominators::new(&graph));
//! assert_eq!(loops.len(), 1);
//! ```

mod adjacency;
mod bits;
mod calls;
mod describe;
mod dominators;
mod graph;
mod hierarchy;
mod liveness;
mod loops;
mod modifies;
mod quiet;
#[cfg(test)]
mod testing;

pub use bits::BitSet;
pub use calls::CallGraph;
pub use describe::describe;
pub use dominators::{Dominators, PostDominators};
pub use graph::Graph;
pub use hierarchy::Hierarchy;
pub use liveness::Liveness;
pub use loops::{LoopId, Loops};
pub use modifies::{Effects, Modifies};
pub use quiet::{Given, is_quiet};
