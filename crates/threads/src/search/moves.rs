//! How a machine gets into a state, and from there to the next.

use machine::{Choice, Domain, Event, EventOf, Interleaver, Machine, Stop, Unwatched};
use space::{Encoder, UnderWay};

use super::INTERNAL;
use crate::searched::Searched;

/// What a state asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question<F> {
    /// Which of so many threads goes on.
    Pick(usize),
    /// Which of so many is notified.
    Notify(usize),
    /// A value.
    Choose(Choice),
    /// Which of so many outcomes an operation has, and whether the thread has not yet done what others notice.
    Outcome(F, usize, bool),
}

impl<F> Question<F> {
    /// How many answers there are, less one.
    pub(super) fn width(&self) -> u128 {
        match *self {
            Question::Pick(count) | Question::Notify(count) | Question::Outcome(_, count, _) => {
                count as u128 - 1
            }
            Question::Choose(choice) => choice.width(),
        }
    }

    pub(super) fn answer(&self, index: u128) -> i128 {
        match self {
            Question::Pick(_) | Question::Notify(_) => index as i128,
            Question::Outcome(..) => INTERNAL + index as i128,
            Question::Choose(choice) => choice.low + index as i128,
        }
    }
}

/// Puts a machine into a stored state, and gives its question.
pub(super) fn ask<'i, 'p, D: Searched>(
    machine: &mut Machine<'i, 'p, D>,
    interleaver: &mut Interleaver<'i, 'p>,
    encoder: &mut Encoder,
    bytes: &[u8],
) -> Question<D::Fork> {
    let under_way = encoder.decode_threads(machine, bytes);
    asked(machine, interleaver, under_way)
}

/// The question of the state that a machine was put into.
pub(super) fn asked<'i, 'p, D: Searched>(
    machine: &mut Machine<'i, 'p, D>,
    interleaver: &mut Interleaver<'i, 'p>,
    under_way: Option<UnderWay>,
) -> Question<D::Fork> {
    // A notification is asked for once more, and then does not count as one that others notice.
    let passes = under_way.is_some_and(|under_way| under_way.passes);
    machine.resume_interleaved(interleaver, passes);
    if under_way.is_none() {
        return Question::Pick(machine.each_enabled().count());
    }
    let mut fuel = u64::from(u8::MAX);
    let event = machine.run_interleaved(interleaver, &mut fuel, &mut Unwatched);
    match event {
        Event::Notify(waiting) => Question::Notify(waiting),
        Event::Stop(Stop::Choice(choice)) => Question::Choose(choice),
        Event::Stop(Stop::Fork(fork)) => {
            let count = machine.domain().outcomes(fork);
            Question::Outcome(fork, count.expect("it had outcomes before"), passes)
        }
        Event::Pick(_) | Event::Stop(_) => {
            unreachable!("a stored state with a thread under way asks for something, not {event:?}")
        }
    }
}

/// Answers the question of the state that a machine is in. Says what happens if that needs another answer at once.
pub(super) fn give<'i, 'p, D: Searched>(
    machine: &mut Machine<'i, 'p, D>,
    interleaver: &mut Interleaver<'i, 'p>,
    question: Question<D::Fork>,
    value: i128,
) -> Option<EventOf<D>> {
    match question {
        Question::Pick(_) => return machine.pick(interleaver, value as usize),
        Question::Notify(_) => machine.notify(value as usize),
        Question::Choose(choice) => machine.choose(choice.word(value)),
        Question::Outcome(fork, ..) => D::take(machine, fork, (value - INTERNAL) as usize),
    }
    None
}

/// The thread that is in the middle of something where a machine asks this.
pub(super) fn under_way<D: Domain>(
    machine: &Machine<'_, '_, D>,
    question: Question<D::Fork>,
) -> Option<UnderWay> {
    let current = machine.current_thread();
    match question {
        Question::Pick(_) => None,
        Question::Notify(_) => current.map(|thread| UnderWay { thread, passes: true }),
        Question::Choose(_) => current.map(|thread| UnderWay { thread, passes: false }),
        Question::Outcome(_, _, passes) => current.map(|thread| UnderWay { thread, passes }),
    }
}
