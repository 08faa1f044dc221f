//! Java class files as programs of the intermediate form.
//!
//! A [`ClassPath`] says where classes come from; a [`Library`] loads them into an [`ir::Program`] when
//! they are needed and translates methods when they are first called.
//!
//! This crate must not know engines, nor how programs are executed.

mod annotations;
pub mod api;
mod arguments;
mod bounds;
pub mod class_path;
pub mod compile;
mod constants;
pub mod descriptor;
mod ensures;
mod entry;
mod facts;
mod failures;
mod generics;
mod initialise;
pub mod jar;
mod link;
mod linkage;
mod method;
mod mix;
pub mod models;
mod null_message;
mod quoted;
mod raw;
mod resolve;
mod said;
pub mod scan;
mod scenarios;
mod shape;
mod shipped;
mod specs;
mod structure;
mod subject;
pub mod sweep;
mod synthesis;
pub mod temporary;
mod translate;
mod traps;
mod turn;
mod types;
pub mod unmodelled;
mod verification;
pub mod world;

pub use arguments::Argument;
pub use bounds::BoundsMethod;
pub use class_path::{ClassPath, Origin};
pub use descriptor::{JavaType, Signature};
pub use ensures::{Ensures, Given};
pub use entry::main_classes;
pub use failures::CaughtAssertions;
pub use method::Method;
pub use quoted::Quoted;
pub use said::{Said, Unfit};
pub use scenarios::{Extent, Noted, ScenarioCall, Scenarios, Slot};
pub use specs::{Spec, SpecProblem, Specs};
pub use structure::{Part, Structure, StructureField, is_box};
pub use subject::{Operation, Subject, Wanted};
pub use world::{JavaClass, Library, MethodInfo, World};
