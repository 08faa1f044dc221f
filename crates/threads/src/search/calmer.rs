//! Which of the schedules that lead to a violation is shown.
//!
//! People follow a schedule best in which threads are seldom interrupted. So when a search has found a violation, it is looked for again
//! with a bound on interruptions: with none, then with one, and so on up to one less than there were, shortest schedules first. What
//! is found first is shown instead. That may take a fraction of what finding the violation took, so a search never takes much longer because
//! of it; if nothing was found until then, the schedule is shown that is known. It looks on the concrete machine, whatever the domain was in which
//! the violation was found, so a violation of an abstract program is shown by a calm execution of the program itself.

use check::{Candidate, Meter, Property, Silent, Stat};
use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{Concrete, Event, Granularity, Image, Interleaver, Lowering, Machine, Stop, Unwatched};

use super::{Options, Order, Outcome, Preemptions, SLICE, search_within};

/// That many states are always looked at.
const LEAST: u64 = 10_000;

/// One state for so many that the search has looked at.
const FRACTION: u64 = 8;

/// Shows a violation by a schedule with fewer interruptions, if one is found.
pub(super) fn calmer(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    mut outcome: Outcome,
    meter: &Meter<'_>,
) -> Outcome {
    let [candidate] = outcome.evidence.candidates.as_mut_slice() else { return outcome };
    let property = candidate.violation.property;
    let ends = match property {
        Property::Assertion | Property::Exception | Property::Trap | Property::Deadlock | Property::Race => {
            true
        }
        // An execution without end, or several executions.
        Property::Temporal | Property::Livelock | Property::Linearizable => false,
    };
    let choices = &candidate.trace.choices;
    let granularity = outcome.granularity;
    let count = ends.then(|| interruptions(program, entry, options, granularity, choices)).flatten();
    let Some(mut count) = count else { return outcome };
    let states = |stats: &check::Stats| match stats.get("states") {
        Some(Stat::Count(states)) => states,
        Some(Stat::Real(_)) | None => 0,
    };
    let mut left = (states(&outcome.stats) / FRACTION).max(LEAST);
    let options = Options {
        properties: vec![property],
        order: Order::BreadthFirst,
        granularity,
        sleep: false,
        preemptions: Preemptions::Any,
        compact: false,
        temporal: None,
        recalls: false,
        jobs: 1,
        ..options.clone()
    };
    for most in 0..count {
        let mut meter = meter.with_states(left);
        let mut again =
            search_within(&Concrete, program, entry, &options, Some(most), &mut meter, &mut Silent, None);
        let found: Option<Candidate> = again.evidence.candidates.pop();
        if let (Some(found), true) = (found, again.granularity == granularity) {
            *candidate = found;
            count = most;
            break;
        }
        left = left.saturating_sub(states(&again.stats));
        if left == 0 || meter.watch().look().is_err() {
            break;
        }
    }
    outcome.stats.count("preemptions", count.into());
    outcome
}

/// How often a thread that could go on is interrupted for another in a schedule.
fn interruptions(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    granularity: Granularity,
    schedule: &[i128],
) -> Option<u32> {
    let base = Base::find(program, entry, options.limits);
    let image = Image::new(program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, options.limits);
    machine.allow_threads(options.clock());
    let mut interleaver = Interleaver::new(&image, granularity).ending_at(&options.properties);
    machine.start_from(&base, entry, &[]).ok()?;
    machine.resume_interleaved(&mut interleaver, false);
    let (mut count, mut last) = (0, None);
    let mut at_once = None;
    for &value in schedule {
        let event = match at_once.take() {
            Some(event) => event,
            None => loop {
                let event = machine.run_interleaved(&mut interleaver, &mut SLICE.clone(), &mut Unwatched);
                if !matches!(event, Event::Stop(Stop::Paused)) {
                    break event;
                }
            },
        };
        match event {
            Event::Pick(_) => {
                let number = usize::try_from(value).ok()?;
                let thread = machine.picked(number)?;
                // One that has ended is no more, and those behind it have moved up.
                last = last.and(machine.current_thread());
                count += u32::from(last.is_some_and(|last| last != thread && machine.is_enabled(last)));
                last = Some(thread);
                at_once = machine.pick(&mut interleaver, number);
            }
            Event::Notify(_) => machine.notify(usize::try_from(value).ok()?),
            Event::Stop(Stop::Choice(choice)) => machine.choose(choice.word(value)),
            Event::Stop(Stop::Violation(bug)) if machine.outlives(bug) => {
                at_once = machine.outlive(&mut interleaver, bug);
            }
            Event::Stop(_) => return None,
        }
    }
    // What initialisers do may depend on what the program has done before: then the search has begun without a base.
    (!image.is_disturbed()).then_some(count)
}
