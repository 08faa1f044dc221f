//! The states of dining philosophers, counted by brute force.
//!
//! `Table.java` has philosophers that eat for ever, so no thread but the first one ever ends, and what a thread
//! does next never depends on the others, only whether it may. So a thread is a list of *points*: places where threads may
//! change, each with the monitor that is wanted there, if any, and the monitors that are held. A state is a point for each
//! thread. The lists are recorded from each thread alone; what the threads do together is then a few lines here that
//! know nothing of the machine: a thread may go on from a point if nobody else holds what it wants. The number of states that
//! are reached so must be that of the search, with and without reduction.

use std::collections::{BTreeSet, HashMap, HashSet};

use check::{Budget, CancelToken, Meter, Property, Silent, Stat, System};
use machine::base::Base;
use machine::{
    Clock, Concrete, Event, Image, Interleaver, Limits, Lowering, Machine, Status, Stop, Unwatched,
};
use threads::{Granularity, Options, Order};

use crate::support::{compiled, home};

/// A place where threads may change.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Point {
    /// Where the functions under way are.
    place: Vec<(ir::FunctionId, machine::Origin)>,
    wanted: Option<u32>,
    held: BTreeSet<u32>,
    /// How many threads were started before.
    started: usize,
}

/// What a thread does.
#[derive(Debug, Default)]
struct Life {
    points: Vec<Point>,
    /// Where it goes on after the last point; `None` if it ends.
    again: Option<usize>,
}

/// Lets one thread go on to its next point.
fn advance<'i, 'p>(
    machine: &mut Machine<'i, 'p, Concrete>,
    interleaver: &mut Interleaver<'i, 'p>,
    thread: usize,
) -> Event {
    let number = machine.enabled().iter().position(|&other| other == thread).expect("it can go on");
    if let Some(event) = machine.pick(interleaver, number) {
        return event;
    }
    to_point(machine, interleaver)
}

fn to_point<'i, 'p>(machine: &mut Machine<'i, 'p, Concrete>, interleaver: &mut Interleaver<'i, 'p>) -> Event {
    loop {
        match machine.run_interleaved(interleaver, &mut 1_000_000, &mut Unwatched) {
            Event::Stop(Stop::Paused) => {}
            event @ (Event::Pick(_) | Event::Notify(_) | Event::Stop(_)) => return event,
        }
    }
}

fn point(machine: &Machine<'_, '_, Concrete>, thread: usize) -> Point {
    let wanted = match machine.thread(thread).status {
        Status::Entering(object) => Some(object),
        // Only the first thread initialises classes.
        Status::Ready | Status::Initialising(_) => None,
        other @ (Status::Waiting { .. }
        | Status::Notified { .. }
        | Status::Sleeping { .. }
        | Status::Parked { .. }
        | Status::Woken { .. }) => panic!("philosophers only want monitors, and do not {other:?}"),
    };
    let locks = machine.heap().locks().iter();
    let held = locks.filter(|lock| lock.owner as usize == thread).map(|lock| lock.object).collect();
    Point { place: machine.calls_of(thread).collect(), wanted, held, started: machine.thread_count() }
}

/// What the threads do, the first one first, each recorded while the others stand still.
fn lives(program: &ir::Program, entry: ir::FunctionId, granularity: Granularity) -> Vec<Life> {
    let image = Image::new(program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    machine.allow_threads(Clock::Free);
    let base = Base::find(program, entry, Limits::default());
    machine.start_from(&base, entry, &[]).expect("the program can start");
    let mut interleaver = Interleaver::new(&image, granularity);
    machine.resume_interleaved(&mut interleaver, false);
    let mut first = Life::default();
    let mut event = to_point(&mut machine, &mut interleaver);
    let mut most = 1;
    // When it has ended, those behind it have moved up.
    while machine.thread(0).main {
        assert!(matches!(event, Event::Pick(_)), "{event:?}");
        first.points.push(point(&machine, 0));
        most = most.max(machine.thread_count());
        event = advance(&mut machine, &mut interleaver, 0);
    }
    let mut lives = vec![first];
    for thread in 0..most - 1 {
        let mut life = Life::default();
        let again = loop {
            let here = point(&machine, thread);
            // It may come back to where it began.
            if let Some(known) = life.points.iter().position(|known| *known == here) {
                break known;
            }
            life.points.push(here);
            event = advance(&mut machine, &mut interleaver, thread);
            assert!(matches!(event, Event::Pick(_)), "{event:?}");
        };
        life.again = Some(again);
        // It goes back to where it holds nothing, so that it does not stand in the way of the next.
        while !point(&machine, thread).held.is_empty() {
            advance(&mut machine, &mut interleaver, thread);
        }
        lives.push(life);
    }
    lives
}

/// How many states are reached, and how many of them are stuck.
fn brute_force(lives: &[Life]) -> (usize, usize) {
    /// Where a thread is: not started, at a point, or gone.
    type Place = Option<usize>;
    const GONE: Place = Some(usize::MAX);
    let mut start: Vec<Place> = vec![None; lives.len()];
    start[0] = Some(0);
    let mut seen: HashSet<Vec<Place>> = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut stuck = 0;
    while let Some(state) = open.pop() {
        let at = |thread: usize| -> Option<&Point> {
            state[thread].filter(|_| state[thread] != GONE).map(|place| &lives[thread].points[place])
        };
        let mut moves = 0;
        for thread in 0..lives.len() {
            let Some(here) = at(thread) else { continue };
            let taken = here.wanted.is_some_and(|wanted| {
                (0..lives.len()).any(|other| {
                    other != thread && at(other).is_some_and(|point| point.held.contains(&wanted))
                })
            });
            if taken {
                continue;
            }
            moves += 1;
            let mut next = state.clone();
            let place = state[thread].expect("it is at a point") + 1;
            next[thread] =
                if place < lives[thread].points.len() { Some(place) } else { lives[thread].again.or(GONE) };
            if let (0, Some(point)) =
                (thread, next[0].filter(|_| next[0] != GONE).map(|place| &lives[0].points[place]))
            {
                for (other, place) in next.iter_mut().enumerate().skip(1) {
                    if other < point.started && place.is_none() {
                        *place = Some(0);
                    }
                }
            }
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        stuck += usize::from(moves == 0);
    }
    (seen.len(), stuck)
}

#[test]
fn philosophers_have_as_many_states_as_by_brute_force() {
    let classes = compiled(&["bench/subjects/threads/Table.java".to_string()]);
    let options = glassbox::JavaOptions { homes: vec![home()], ..glassbox::JavaOptions::default() };
    let mut counts = HashMap::new();
    for (granularity, most) in [(Granularity::Shared, 6), (Granularity::Every, 6)] {
        for count in 2..=most {
            let input =
                glassbox::load(&classes.path().join("Table.class"), &options).expect("it can be read");
            let java = input.java.as_ref().expect("it is Java");
            let arguments = [count.to_string()];
            let entry =
                java.library.main_entry(&input.program, &java.class, &arguments).expect("it has a main");
            let (states, stuck) = brute_force(&lives(&input.program, entry, granularity));
            assert_eq!(stuck, 1, "all have their left forks");
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let options =
                    Options { order, all: true, granularity, ..Options::new(vec![Property::Deadlock]) };
                let host = System::start();
                let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
                let outcome = threads::search(&input.program, entry, &options, meter, &mut Silent);
                assert_eq!(outcome.evidence.candidates.len(), 1);
                assert_eq!(outcome.evidence.skipped, []);
                // The one in which nobody can go on is a violation and not stored.
                let found = outcome.stats.get("states");
                assert_eq!(
                    found,
                    Some(Stat::Count(states as u64 - 1)),
                    "{count} philosophers, {granularity:?}"
                );
            }
            counts.insert((granularity == Granularity::Every, count), states);
        }
    }
    assert!(counts[&(true, 3)] > counts[&(false, 3)], "{counts:?}");
}

/// The number of threads of the tool is nothing that a result shows, nor is what they recall: states, schedules, races and assertions
/// are the same.
#[test]
fn scouts_change_nothing() {
    let classes = compiled(&["bench/subjects/threads/Table.java".to_string()]);
    let java_options = glassbox::JavaOptions { homes: vec![home()], ..glassbox::JavaOptions::default() };
    let input = glassbox::load(&classes.path().join("Table.class"), &java_options).expect("it can be read");
    let java = input.java.as_ref().expect("it is Java");
    let entry =
        java.library.main_entry(&input.program, &java.class, &["5".to_string()]).expect("it has a main");
    let properties = vec![Property::Deadlock, Property::Race, Property::Assertion];
    for (all, granularity, sleep, compact) in [
        (true, Granularity::Every, false, false),
        (false, Granularity::Every, false, false),
        (true, Granularity::Every, true, false),
        (true, Granularity::Shared, true, false),
        (true, Granularity::Every, false, true),
    ] {
        let mut outcomes =
            [(1, false), (3, false), (1, true), (3, true)].into_iter().map(|(jobs, recalls)| {
                let properties = properties.clone();
                let options =
                    Options { all, granularity, sleep, compact, jobs, recalls, ..Options::new(properties) };
                let host = System::start();
                let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
                let outcome = threads::search(&input.program, entry, &options, meter, &mut Silent);
                let stats = ["states", "transitions", "steps", "threads", "depth"];
                let stats = stats.map(|name| outcome.stats.get(name));
                // Scouts do not begin before there is enough to do.
                assert!(matches!(stats[1], Some(Stat::Count(4_000..))), "{stats:?}");
                format!("{:?} {stats:?} {:?}", outcome.evidence, outcome.unreached)
            });
        let alone = outcomes.next();
        for other in outcomes {
            assert_eq!(Some(other), alone);
        }
    }
}

/// Where hardly any transition is a repetition the search begins again and lets scouts execute ahead; nothing is found or counted twice.
#[test]
fn a_search_that_begins_again_counts_once() {
    let counting = "class Counting {
        static volatile int first, second;
        public static void main(String[] arguments) {
            Thread other = new Thread(() -> { for (int i = 0; i < 60; i++) { first++; } });
            other.start();
            for (int i = 0; i < 60; i++) { second++; }
        }
    }";
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let file = directory.path().join("Counting.java");
    std::fs::write(&file, counting).expect("the program can be written");
    let classes = compiled(&[file.display().to_string()]);
    let java_options = glassbox::JavaOptions { homes: vec![home()], ..glassbox::JavaOptions::default() };
    let input =
        glassbox::load(&classes.path().join("Counting.class"), &java_options).expect("it can be read");
    let java = input.java.as_ref().expect("it is Java");
    let entry = java.library.main_entry(&input.program, &java.class, &[]).expect("it has a main");
    let [alone, several] = [1, 3].map(|jobs| {
        let options = Options { sleep: false, jobs, ..Options::new(vec![Property::Deadlock]) };
        let host = System::start();
        let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
        let outcome = threads::search(&input.program, entry, &options, meter, &mut Silent);
        let stats = ["states", "transitions", "steps", "threads", "depth"];
        let stats = stats.map(|name| outcome.stats.get(name));
        // More than are executed before it is looked whether remembering them is worth while.
        assert!(matches!(stats[1], Some(Stat::Count(25_000..))), "{stats:?}");
        format!("{:?} {stats:?} {:?}", outcome.evidence, outcome.unreached)
    });
    assert_eq!(alone, several);
}
