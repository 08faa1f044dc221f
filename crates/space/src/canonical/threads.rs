//! States of programs with threads.
//!
//! The threads are written one after the other, in the order in which they were started: what each is, what it waits for,
//! and its frames with their live locals. Threads that have ended are not there any more, so they are no part of a
//! state. Which thread has gone on last is not, either, unless one is in the middle of something that it must finish.

use ir::{FunctionId, Id as _};
use machine::{Limit, Machine, Phase, Status, ThreadFacts, Word};

use super::{Encoder, Stored, read_frames, read_rest};
use crate::form::{self, Reader};

/// A thread that must finish what it does before others go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnderWay {
    /// Which.
    pub thread: usize,
    /// Whether the next thing that others notice is part of that.
    pub passes: bool,
}

impl Encoder {
    /// The canonical form of a machine with threads. `more` are numbers that tell states apart besides.
    pub fn encode_threads<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        under_way: Option<UnderWay>,
        more: &[Word],
    ) -> &[u8] {
        self.begin(machine);
        self.number(more.len() as Word);
        for &number in more {
            self.number(number);
        }
        self.number(machine.thread_count() as Word);
        self.number(form::under_way(under_way));
        for thread in 0..machine.thread_count() {
            self.facts(machine.thread(thread));
            self.number(machine.depth_of(thread) as Word);
            self.frames::<D>(machine.live_frames_of(thread));
        }
        self.finish(machine, machine.heap().locks());
        &self.bytes
    }

    pub(super) fn facts(&mut self, facts: &ThreadFacts) {
        let phase = match facts.phase {
            Phase::Running => 0,
            Phase::Dispatching => 1,
            Phase::Exiting => 2,
            Phase::Ending => 3,
        };
        let flags = [facts.permit, facts.daemon, facts.main];
        let flags = flags.iter().fold(0, |bits, &flag| bits << 1 | Word::from(flag));
        let limit = |until: Option<Limit>| until.map_or(0, |until| limit_number(until) + 1);
        let (tag, object, numbers) = match facts.status {
            Status::Ready => (0, None, [0, 0]),
            Status::Entering(object) => (1, Some(object), [0, 0]),
            Status::Initialising(function) => (2, None, [function.index() as Word, 0]),
            Status::Waiting { object, count, until, interrupted } => {
                (3, Some(object), [u64::from(count) << 1 | u64::from(interrupted), limit(until)])
            }
            Status::Notified { object, count, interrupted } => {
                (4, Some(object), [count.into(), interrupted.into()])
            }
            Status::Sleeping { until } => (5, None, [limit_number(until), 0]),
            Status::Parked { until } => (6, None, [limit(until), 0]),
            Status::Woken { interrupted } => (7, None, [interrupted.into(), 0]),
        };
        self.number(phase << 6 | flags << 3 | tag);
        self.reference(facts.object);
        self.reference(object.unwrap_or(0));
        for number in numbers {
            self.number(number);
        }
    }

    /// Puts a machine into a state with threads that this encoder, or one that ignores the same fields, wrote for the same program.
    ///
    /// # Panics
    /// If the bytes were not written for the same program.
    pub fn decode_threads<D: Stored>(
        &mut self,
        machine: &mut Machine<'_, '_, D>,
        bytes: &[u8],
    ) -> Option<UnderWay> {
        let mut reader = Reader::new(bytes);
        machine.clear();
        for _ in 0..reader.number() {
            reader.number();
        }
        let threads = reader.number();
        let under_way = form::read_under_way(reader.number());
        for _ in 0..threads {
            let facts = read_facts(&mut reader);
            machine.restore_thread(facts);
            read_frames(machine, &mut reader);
        }
        machine.restore_current(under_way.map_or(0, |under_way| under_way.thread));
        read_rest(machine, &mut reader, &mut self.treatments);
        under_way
    }
}

/// A limit of time as a number.
fn limit_number(limit: Limit) -> Word {
    match limit {
        Limit::At(moment) => moment << 1,
        Limit::After(left) => left << 1 | 1,
    }
}

fn limit_of(number: Word) -> Limit {
    if number & 1 == 0 { Limit::At(number >> 1) } else { Limit::After(number >> 1) }
}

pub(super) fn read_facts(reader: &mut Reader<'_>) -> ThreadFacts {
    let tags = reader.number();
    let object = reader.reference();
    let other = reader.reference();
    let numbers = [reader.number(), reader.number()];
    let limit = |number: Word| number.checked_sub(1).map(limit_of);
    let count = numbers[0] as u32;
    let status = match tags & 7 {
        0 => Status::Ready,
        1 => Status::Entering(other),
        2 => Status::Initialising(FunctionId::new(numbers[0] as usize)),
        3 => Status::Waiting {
            object: other,
            count: count >> 1,
            until: limit(numbers[1]),
            interrupted: count & 1 == 1,
        },
        4 => Status::Notified { object: other, count, interrupted: numbers[1] != 0 },
        5 => Status::Sleeping { until: limit_of(numbers[0]) },
        6 => Status::Parked { until: limit(numbers[0]) },
        _ => Status::Woken { interrupted: numbers[0] != 0 },
    };
    let phase = match tags >> 6 {
        0 => Phase::Running,
        1 => Phase::Dispatching,
        2 => Phase::Exiting,
        _ => Phase::Ending,
    };
    ThreadFacts {
        object,
        status,
        phase,
        permit: tags >> 5 & 1 == 1,
        daemon: tags >> 4 & 1 == 1,
        main: tags >> 3 & 1 == 1,
    }
}
