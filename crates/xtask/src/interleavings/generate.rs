//! Random programs of the mini-language: short, with few shared things, and with assertions that depend on the order.

use ir::generate::Source;

use super::program::{
    Catch, Comparison, Condition, Expression, Operator, Own, Place, Program, Statement, Term, Thread,
};

/// What programs may have. Each program has a few of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say what they are")]
pub enum Feature {
    Statics,
    Volatiles,
    Elements,
    Fields,
    VolatileFields,
    References,
    Monitors,
    Waits,
    Interrupts,
    /// Interrupts of the main thread.
    InterruptsMain,
    Locks,
    Latch,
    Semaphore,
    Sleeps,
    Own,
    Tries,
    Throws,
    Divisions,
    Exits,
    Assumes,
    Choices,
    Daemons,
    Alive,
    Loops,
    /// A thread that no other waits for may fail at once.
    Fails,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 25] = [
        Feature::Statics,
        Feature::Volatiles,
        Feature::Elements,
        Feature::Fields,
        Feature::VolatileFields,
        Feature::References,
        Feature::Monitors,
        Feature::Waits,
        Feature::Interrupts,
        Feature::InterruptsMain,
        Feature::Locks,
        Feature::Latch,
        Feature::Semaphore,
        Feature::Sleeps,
        Feature::Own,
        Feature::Tries,
        Feature::Throws,
        Feature::Divisions,
        Feature::Exits,
        Feature::Assumes,
        Feature::Choices,
        Feature::Daemons,
        Feature::Alive,
        Feature::Loops,
        Feature::Fails,
    ];

    /// In how many programs of 20 it is.
    fn frequency(self) -> usize {
        match self {
            Feature::Statics | Feature::Volatiles => 13,
            Feature::Own => 10,
            Feature::Monitors | Feature::Tries | Feature::Throws => 6,
            Feature::Elements | Feature::Fields | Feature::VolatileFields | Feature::References => 3,
            Feature::Waits | Feature::Interrupts => 6,
            Feature::Locks | Feature::Latch => 4,
            Feature::Divisions | Feature::Loops | Feature::Fails => 3,
            Feature::Exits | Feature::Assumes | Feature::Choices => 4,
            Feature::InterruptsMain
            | Feature::Semaphore
            | Feature::Sleeps
            | Feature::Daemons
            | Feature::Alive => 2,
        }
    }

    /// What it needs besides.
    fn needs(self) -> Option<Feature> {
        match self {
            Feature::Waits => Some(Feature::Monitors),
            Feature::InterruptsMain => Some(Feature::Interrupts),
            Feature::Statics
            | Feature::Volatiles
            | Feature::Elements
            | Feature::Fields
            | Feature::VolatileFields
            | Feature::References
            | Feature::Monitors
            | Feature::Interrupts
            | Feature::Locks
            | Feature::Latch
            | Feature::Semaphore
            | Feature::Sleeps
            | Feature::Own
            | Feature::Tries
            | Feature::Throws
            | Feature::Divisions
            | Feature::Exits
            | Feature::Assumes
            | Feature::Choices
            | Feature::Daemons
            | Feature::Alive
            | Feature::Loops
            | Feature::Fails => None,
        }
    }
}

/// Makes the program of that number, without some features.
pub fn program(seed: u64, index: u64, without: &[Feature]) -> Program {
    let mut random = Source::from_seed(seed.wrapping_mul(1_000_003).wrapping_add(index));
    let mut features: Vec<Feature> = Vec::new();
    for feature in Feature::ALL {
        if random.chance(feature.frequency(), 20) {
            features.extend(feature.needs());
            features.push(feature);
        }
    }
    features.retain(|feature| !without.contains(feature));
    let threads = if random.chance(3, 10) { 3 } else { 2 };
    let mut generator =
        Generator { random, features, threads, places: Vec::new(), held: Vec::new(), thread: 0 };
    generator.places();
    generator.program(index)
}

struct Generator {
    random: Source,
    features: Vec<Feature>,
    threads: u8,
    /// The shared variables of the program.
    places: Vec<Place>,
    /// The monitors that the statements around the next one hold.
    held: Vec<u8>,
    /// The thread that is being made.
    thread: u8,
}

impl Generator {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn small(&mut self, bound: u8) -> u8 {
        self.random.below(bound.into()) as u8
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        self.random.pick(items).expect("there is something to choose from")
    }

    fn places(&mut self) {
        let mut all = Vec::new();
        for (feature, places) in [
            (Feature::Statics, vec![Place::Static(0), Place::Static(1)]),
            (Feature::Volatiles, vec![Place::Volatile(0), Place::Volatile(1)]),
            (Feature::Elements, vec![Place::Element(0), Place::Element(1)]),
            (Feature::Fields, vec![Place::Field]),
            (Feature::VolatileFields, vec![Place::VolatileField]),
        ] {
            if self.has(feature) {
                all.extend(places);
            }
        }
        if all.is_empty() {
            all.push(Place::Volatile(0));
        }
        let count = 1 + self.random.below(3);
        self.places = (0..count).map(|_| self.pick(&all)).collect();
    }

    fn program(&mut self, index: u64) -> Program {
        let latch = 1 + self.small(2);
        let permits = self.small(2);
        let mut threads = vec![Thread { daemon: false, body: self.main() }];
        for number in 1..self.threads {
            self.thread = number;
            let daemon = self.has(Feature::Daemons) && self.random.chance(1, 2);
            let count = 2 + self.random.below(4);
            threads.push(Thread { daemon, body: self.body(count, 0) });
        }
        Program { name: format!("Threads{index}"), latch, permits, threads }
    }

    fn main(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        if self.random.chance(1, 3) {
            body.extend(self.body(1, 0));
        }
        for number in 1..self.threads {
            body.push(Statement::Start(number));
            if self.random.chance(1, 4) {
                body.extend(self.body(1, 0));
            }
        }
        let count = self.random.below(4);
        body.extend(self.body(count, 0));
        for number in 1..self.threads {
            if self.random.chance(1, 2) {
                body.push(Statement::Join { thread: number, timed: self.random.chance(1, 8) });
            }
        }
        if self.random.chance(1, 2) {
            body.push(Statement::Assert(self.asserted()));
        }
        body
    }

    /// Statements, with things of the thread's own strewn in.
    fn body(&mut self, count: usize, depth: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        for _ in 0..count {
            if self.has(Feature::Own) && self.random.chance(1, 3) {
                body.push(self.own());
            }
            let statement = self.statement(depth);
            body.extend(statement);
        }
        body
    }

    fn own(&mut self) -> Statement {
        let what = self.pick(&Own::ALL);
        Statement::Own(what, self.small(2))
    }

    fn place(&mut self) -> Place {
        let places = self.places.clone();
        self.pick(&places)
    }

    fn local(&mut self) -> u8 {
        self.small(2)
    }

    fn constant(&mut self) -> Term {
        Term::Constant(self.random.below(3) as i32)
    }

    fn term(&mut self) -> Term {
        match self.random.below(6) {
            0 | 1 => Term::Local(self.local()),
            2 => Term::Shared(self.place()),
            _ => self.constant(),
        }
    }

    fn expression(&mut self) -> Expression {
        let left = self.term();
        if self.random.chance(2, 3) {
            return left.into();
        }
        let operator = self.pick(&[Operator::Add, Operator::Add, Operator::Subtract]);
        Expression { left, right: Some((operator, self.term())) }
    }

    /// A condition, which reads a shared variable more often than not.
    fn condition(&mut self) -> Condition {
        let left =
            if self.random.chance(1, 3) { Term::Local(self.local()) } else { Term::Shared(self.place()) };
        let how = self.pick(&[
            Comparison::Equal,
            Comparison::Equal,
            Comparison::Unequal,
            Comparison::Unequal,
            Comparison::Less,
        ]);
        let right = if self.random.chance(4, 5) { self.constant() } else { self.term() };
        Condition { left, how, right }
    }

    /// What an assertion says. Most are false in few interleavings only: what fails in all hides what comes later.
    fn asserted(&mut self) -> Condition {
        let asked = self.condition();
        let number = 1 + self.random.below(3) as i32;
        let how = match self.random.below(6) {
            0 => return asked,
            1 => Comparison::Less,
            _ => Comparison::Unequal,
        };
        Condition { how, right: Term::Constant(number), ..asked }
    }

    fn other(&mut self) -> u8 {
        let others: Vec<u8> = (0..self.threads).filter(|number| *number != self.thread).collect();
        self.pick(&others)
    }

    /// A statement, or a few that belong together.
    fn statement(&mut self, depth: usize) -> Vec<Statement> {
        let mut makers: Vec<(usize, fn(&mut Self, usize) -> Vec<Statement>)> =
            vec![(8, Self::data), (4, Self::check)];
        for (feature, weight, maker) in [
            (Feature::References, 4, Self::reference as fn(&mut Self, usize) -> Vec<Statement>),
            (Feature::Monitors, 4, Self::monitor),
            (Feature::Waits, 4, Self::waiting),
            (Feature::Interrupts, 4, Self::interrupt),
            (Feature::Locks, 4, Self::lock),
            (Feature::Latch, 4, Self::latch),
            (Feature::Semaphore, 4, Self::semaphore),
            (Feature::Sleeps, 2, Self::sleep),
            (Feature::Tries, 4, Self::attempt),
            (Feature::Throws, 2, Self::throw),
            (Feature::Divisions, 2, Self::divide),
            (Feature::Exits, 2, Self::exit),
            (Feature::Assumes, 2, Self::assume),
            (Feature::Choices, 2, Self::choose),
            (Feature::Alive, 3, Self::alive),
            (Feature::Loops, 2, Self::repeat),
            (Feature::Fails, 2, Self::fail),
        ] {
            if self.has(feature) {
                makers.push((weight, maker));
            }
        }
        if depth >= 2 {
            makers.truncate(2);
        }
        let total: usize = makers.iter().map(|(weight, _)| weight).sum();
        let mut at = self.random.below(total);
        for (weight, maker) in makers {
            if at < weight {
                return maker(self, depth);
            }
            at -= weight;
        }
        unreachable!("the weights should add up")
    }

    fn data(&mut self, depth: usize) -> Vec<Statement> {
        let place = self.place();
        let one = match self.random.below(9) {
            0..=2 => Statement::Set(place, self.expression()),
            3 => Statement::Increment(place),
            4 | 5 => Statement::Local(self.local(), Term::Shared(place).into()),
            6 => Statement::Local(self.local(), self.expression()),
            _ if depth < 2 => {
                let asked = self.condition();
                let no = self.random.below(2);
                let count = 1 + self.random.below(2);
                Statement::If(asked, self.body(count, depth + 1), self.body(no, depth + 1))
            }
            _ => Statement::Set(place, self.constant().into()),
        };
        vec![one]
    }

    fn check(&mut self, _depth: usize) -> Vec<Statement> {
        vec![Statement::Assert(self.asserted())]
    }

    /// An assertion that fails whatever others do, or almost.
    fn fail(&mut self, _depth: usize) -> Vec<Statement> {
        let asked =
            Condition { left: Term::Local(self.local()), how: Comparison::Equal, right: Term::Constant(7) };
        vec![if self.random.chance(2, 3) { Statement::Assert(asked) } else { Statement::Throw }]
    }

    fn reference(&mut self, _depth: usize) -> Vec<Statement> {
        let number = self.small(2);
        match self.random.below(6) {
            0 => vec![Statement::New, Statement::Publish(number)],
            1 => vec![Statement::New, Statement::Put(self.expression()), Statement::Publish(number)],
            2 => vec![Statement::New, Statement::Publish(number), Statement::Put(self.expression())],
            3 => vec![Statement::Fetch(number), Statement::Get(self.local())],
            4 => vec![Statement::Fetch(number), Statement::Put(self.expression())],
            _ => vec![if self.random.chance(1, 2) { Statement::New } else { Statement::Get(self.local()) }],
        }
    }

    fn monitor(&mut self, depth: usize) -> Vec<Statement> {
        let monitor = self.small(2);
        let count = 1 + self.random.below(3);
        self.held.push(monitor);
        let body = self.body(count, depth + 1);
        self.held.pop();
        vec![Statement::Synchronized(monitor, body)]
    }

    /// Something about a wait set, nearly always with the monitor held.
    fn waiting(&mut self, depth: usize) -> Vec<Statement> {
        if let Some(monitor) = self.held.last().copied() {
            return self.about_wait_set(monitor, depth);
        }
        let monitor = if self.random.chance(4, 5) { 0 } else { 1 };
        if self.random.chance(1, 20) {
            return self.about_wait_set(monitor, 2);
        }
        self.held.push(monitor);
        let mut body = Vec::new();
        if self.random.chance(1, 2) {
            body.extend(self.body(1, depth + 1));
        }
        body.extend(self.about_wait_set(monitor, depth + 1));
        if self.random.chance(1, 3) {
            body.extend(self.body(1, depth + 1));
        }
        self.held.pop();
        vec![Statement::Synchronized(monitor, body)]
    }

    fn about_wait_set(&mut self, monitor: u8, depth: usize) -> Vec<Statement> {
        let timed = self.random.chance(1, 6);
        let wait = Statement::Wait { monitor, timed };
        vec![match self.random.below(6) {
            0 | 1 => wait,
            2 if depth < 2 => {
                let asked = self.condition();
                if timed || self.random.chance(1, 3) {
                    Statement::If(asked, vec![wait], Vec::new())
                } else {
                    let left = Term::Shared(self.place());
                    Statement::While(Condition { left, ..asked }, vec![wait])
                }
            }
            3 => Statement::Notify { monitor, all: true },
            _ => Statement::Notify { monitor, all: false },
        }]
    }

    fn interrupt(&mut self, _depth: usize) -> Vec<Statement> {
        match self.random.below(6) {
            0 => vec![Statement::Interrupted(self.local())],
            1 => vec![Statement::Interrupt(self.thread)]
                .into_iter()
                .filter(|_| self.thread != 0 || self.has(Feature::InterruptsMain))
                .collect(),
            _ => {
                let thread = self.other();
                if thread == 0 && !self.has(Feature::InterruptsMain) {
                    return vec![Statement::Interrupted(self.local())];
                }
                vec![Statement::Interrupt(thread)]
            }
        }
    }

    fn lock(&mut self, depth: usize) -> Vec<Statement> {
        let lock = self.small(2);
        let interruptible = self.random.chance(1, 3);
        match self.random.below(8) {
            0..=3 => {
                let count = 1 + self.random.below(2);
                vec![Statement::Locked(lock, self.body(count, depth + 1))]
            }
            4 | 5 => {
                let mut body = vec![Statement::Lock { lock, interruptible }];
                body.extend(self.body(1, depth + 1));
                if self.random.chance(2, 3) {
                    body.push(Statement::Unlock(lock));
                }
                body
            }
            6 => {
                let timed = self.random.chance(1, 3);
                vec![Statement::TryLock { lock, timed, local: self.local() }]
            }
            _ => vec![Statement::Unlock(lock)],
        }
    }

    fn latch(&mut self, _depth: usize) -> Vec<Statement> {
        vec![if self.random.chance(1, 2) { Statement::CountDown } else { Statement::Await }]
    }

    fn semaphore(&mut self, _depth: usize) -> Vec<Statement> {
        vec![match self.random.below(5) {
            0 | 1 => Statement::Acquire,
            2 => Statement::TryAcquire(self.local()),
            _ => Statement::Release,
        }]
    }

    fn sleep(&mut self, _depth: usize) -> Vec<Statement> {
        vec![Statement::Sleep]
    }

    fn attempt(&mut self, depth: usize) -> Vec<Statement> {
        let count = 1 + self.random.below(3);
        let mut body = self.body(count, depth + 1);
        if self.random.chance(1, 2) {
            let last = match self.random.below(4) {
                0 => Statement::Throw,
                1 => self.divide(depth).remove(0),
                _ => self.check(depth).remove(0),
            };
            body.push(last);
        }
        let what = self.pick(&[Catch::Interrupted, Catch::Runtime, Catch::Assertion, Catch::All]);
        let handler = self.random.below(3);
        let held = std::mem::take(&mut self.held);
        let catch = (what, self.body(handler, 2));
        let last = if self.random.chance(1, 5) { self.body(1, 2) } else { Vec::new() };
        self.held = held;
        if !last.is_empty() && self.random.chance(1, 2) {
            return vec![Statement::Try { body, catch: None, last }];
        }
        vec![Statement::Try { body, catch: Some(catch), last }]
    }

    fn throw(&mut self, depth: usize) -> Vec<Statement> {
        if depth < 2 && self.random.chance(2, 3) {
            let asked = self.condition();
            return vec![Statement::If(asked, vec![Statement::Throw], Vec::new())];
        }
        vec![Statement::Throw]
    }

    fn divide(&mut self, _depth: usize) -> Vec<Statement> {
        let right =
            if self.random.chance(1, 2) { Term::Local(self.local()) } else { Term::Shared(self.place()) };
        let value = Expression { left: Term::Constant(10), right: Some((Operator::Divide, right)) };
        vec![Statement::Local(self.local(), value)]
    }

    fn exit(&mut self, depth: usize) -> Vec<Statement> {
        if depth < 2 && self.random.chance(1, 2) {
            let asked = self.condition();
            return vec![Statement::If(asked, vec![Statement::Exit], Vec::new())];
        }
        vec![Statement::Exit]
    }

    fn assume(&mut self, _depth: usize) -> Vec<Statement> {
        vec![Statement::Assume(self.condition())]
    }

    fn choose(&mut self, _depth: usize) -> Vec<Statement> {
        vec![Statement::Choose { local: self.local(), most: 1 + self.small(2) }]
    }

    fn alive(&mut self, _depth: usize) -> Vec<Statement> {
        let thread = self.other();
        vec![if self.random.chance(1, 2) {
            Statement::Alive { thread, local: self.local() }
        } else {
            Statement::Join { thread, timed: self.random.chance(1, 3) }
        }]
    }

    fn repeat(&mut self, depth: usize) -> Vec<Statement> {
        if self.random.chance(1, 3) {
            let left = Term::Shared(self.place());
            let asked = Condition { left, how: Comparison::Equal, right: Term::Constant(0) };
            return vec![Statement::While(asked, Vec::new())];
        }
        let count = 1 + self.random.below(2);
        vec![Statement::Repeat(2, self.body(count, depth + 1))]
    }
}
