//! Canonical states: equal bytes for equal states, and only for those.

mod heaps;
mod reached;
mod sets;
mod shapes;
