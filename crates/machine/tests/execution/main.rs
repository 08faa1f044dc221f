//! The machine executes programs as the intermediate form defines them: small programs with known
//! results, every operation against 128-bit arithmetic, and generated programs against a second,
//! naive interpreter.
#![expect(clippy::wildcard_enum_match_arm, reason = "a test fails on whatever it does not expect")]

mod arithmetic;
mod choices;
mod compare;
mod generated;
mod large;
mod programs;
mod reference;
mod sets;
