//! The search looks at every execution, once, and stops when it must.
#![expect(clippy::wildcard_enum_match_arm, reason = "a test fails on whatever it does not expect")]

mod budgets;
mod closed_forms;
mod enumeration;
#[path = "../../../machine/tests/execution/reference/mod.rs"]
mod reference;
mod support;
