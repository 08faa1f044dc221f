//! States as bytes: a canonical form, a store that tells visited states apart exactly, and frontiers.
//!
//! [`Encoder`] turns the state of a machine into bytes that are equal for equal states (and only for
//! those); [`decode`] turns them back. [`Parts`] are states of threads in pieces that many have in common. [`Shapes`] writes less: the structure without the values. A
//! [`Store`] gives each byte string a [`StateId`]; a [`Tree`] remembers how each state was reached; a
//! [`Frontier`] says which state is next; [`Visits`] is all that together, with what a search counts and tells.
//!
//! ```
//! use space::{Inserted, Store};
//!
//! let mut store = Store::new();
//! let Inserted::New(first) = store.insert(b"a state") else { unreachable!() };
//! assert_eq!(store.insert(b"a state"), Inserted::Known(first));
//! assert_eq!(store.get(first), b"a state");
//! ```
//!
//! This crate must not know which engine uses it.

mod canonical;
mod compact;
pub mod form;
mod frontier;
mod growth;
mod numbering;
mod shards;
mod store;
mod tree;
mod visits;

pub use canonical::{Base, Enabled, Encoder, Parts, Shapes, Stack, Stored, UnderWay, decode};
pub use compact::Compact;
pub use frontier::{Frontier, Order};
pub use numbering::Numbering;
pub use shards::{Batches, Copied, Key, Link, MOST_CALLS, Shards};
pub use store::{Batch, Inserted, StateId, Store};
pub use tree::Tree;
pub use visits::{End, Visits};
