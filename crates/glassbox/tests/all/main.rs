//! Tests of the whole tool: one binary, because linking one for each file takes longer than running most of them.

mod abstraction;
mod api;
mod arrays;
mod audit_random;
mod baselines;
mod bench;
mod bounds;
/// An independent enumeration of the subjects' states, which knows nothing of the machine.
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../explore/tests/brute/subjects/mod.rs"]
mod brute;
mod collecting;
mod concurrent;
mod delta;
mod ensures;
mod explore;
mod generate;
mod glass;
mod infer;
mod infer_before;
mod infer_constructs;
mod infer_engines;
mod infer_force;
mod infer_given;
mod infer_library;
mod infer_limits;
mod infer_options;
mod infer_random;
mod inputs;
mod java_states;
mod jvm;
mod jvm_diff;
mod library;
mod linearizable;
mod philosophers;
mod planted;
mod preconditions;
mod process;
mod properties;
mod races;
mod reduction;
mod scan;
mod specs;
mod support;
mod temporal;
mod threads;
mod trace;
mod ui;
mod world;
mod writing;
