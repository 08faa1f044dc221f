//! What the tests of the search share.

use std::time::Duration;

use check::{
    Budget, CancelToken, Conclusion, Evidence, Host, Meter, Observer, Property, Silent, Stat, Task, conclude,
};
use explore::{Options, Outcome};
use ir::{FunctionId, Program};
use machine::{Limits, Replayer};
use space::Order;

pub(crate) fn parse(text: &str) -> Program {
    let program = ir::text::parse("test.gbir", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    program
}

pub(crate) fn main_of(program: &Program) -> FunctionId {
    program.function_named("main").expect("there is a main")
}

/// A world in which no time passes.
pub(crate) struct Still;

impl Host for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn memory(&self) -> Option<u64> {
        Some(0)
    }
    fn detached(&self) -> Box<dyn Host> {
        Box::new(Still)
    }
}

pub(crate) fn options(order: Order, all: bool) -> Options {
    Options { order, all, ..Options::new(Property::SEQUENTIAL.to_vec()) }
}

/// A search without limits.
pub(crate) fn search(program: &Program, options: &Options) -> Outcome {
    search_within(program, options, Budget::default(), CancelToken::new(), &Still, &mut Silent)
}

pub(crate) fn search_within(
    program: &Program,
    options: &Options,
    budget: Budget,
    cancel: CancelToken,
    host: &dyn Host,
    observer: &mut dyn Observer,
) -> Outcome {
    explore::search(program, main_of(program), options, Meter::new(budget, cancel, host), observer)
}

/// Replays every candidate and concludes.
pub(crate) fn conclusion(program: &Program, evidence: Evidence, limits: Limits) -> Conclusion {
    let task = Task::new("search", "main", Property::SEQUENTIAL.to_vec(), Budget::default());
    let meter = Meter::new(Budget::default(), CancelToken::new(), &Still);
    let mut replayer = Replayer::new(program, main_of(program), limits, meter);
    conclude(&task, evidence, &mut replayer)
        .unwrap_or_else(|fault| panic!("{fault}\n{}", ir::text::print(program)))
}

pub(crate) fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.stats.get(name) {
        Some(Stat::Count(count)) => count,
        Some(Stat::Real(_)) | None => panic!("there is no count of {name}"),
    }
}
