//! The one interpreter of the intermediate form, generic over what a value is.
//!
//! An [`Image`] is a verified program made ready to run. A [`Machine`] executes it in a [`Domain`]
//! ([`Concrete`]: a value is a word) until something [stops](Stop) it: the end, a choice, a bug, a
//! limit. [`replay`] runs a trace from the start and tells what happened in the user's terms.
//!
//! ```
//! use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};
//!
//! let text = "fn @main(): i32 {\n  local x: i32\nb0:\n  x = add 40, 2\n  return x\n}\n";
//! let program = ir::text::parse("answer.gbir", text).unwrap();
//! ir::verify::verify(&program).unwrap();
//! let image = Image::new(&program, Lowering::Fused);
//! let mut machine = Machine::new(&image, Concrete, Limits::default());
//! machine.start(program.function_named("main").unwrap(), &[]).unwrap();
//! assert_eq!(machine.run(&mut 100), Stop::Returned(Some(42)));
//! ```
//!
//! This crate must not know searching: it executes one path and asks when there is a choice.

pub mod base;
mod choosing;
mod code;
mod collect;
mod consulted;
mod deadlock;
pub mod domain;
mod frozen;
pub mod heap;
mod image;
mod interleave;
mod interplay;
mod interpret;
mod lower;
mod machine;
mod methods;
mod natives;
mod observe;
mod outcome;
mod raise;
pub mod replay;
mod schedule;
mod stop;
mod thread_objects;
mod threads;
mod time;
mod undo;
mod unread;
pub mod value;
mod waiting;
mod watch;
pub mod word;

pub use code::{Element, LiveRegister, Origin};
pub use consulted::Consulted;
pub use domain::{Computed, Concrete, Definite, Domain};
pub use heap::{Heap, Reference};
pub use image::{Image, Layout};
pub use interleave::{
    Event, EventOf, Granularity, Interleaver, MOST_TRIES, Notes, Pending, Place, Race, Touch, Weak,
};
pub use lower::{Lowering, word_of};
pub use machine::{Limits, LiveFrame, Machine, Moment, Point, Purpose, Stream};
pub use natives::java::world::{Asked, TABLE as OUTSIDE_WORLD, Treatment};
pub use natives::names as natives;
pub use outcome::{Operand, Outcome};
pub use replay::{Replayer, Steps, Tracer};
pub use schedule::{Look, Schedules};
pub use stop::{Bug, Choice, Resource, Stop, Unsupported};
pub use threads::{Clock, Limit, Phase, Status, Switch, ThreadFacts, Turn};
pub use undo::Mark;
pub use unread::{Looked, Unread};
pub use watch::{Access, Unwatched, Watch, Watched};
pub use word::Word;
