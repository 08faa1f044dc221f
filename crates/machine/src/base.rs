//! What is done before a program begins, so that its states are small: classes of the library are
//! initialised, literals are made, and the heap is frozen (module `frozen`).
//!
//! Which classes is found by trying: some executions are followed for a while, and what they initialise
//! is initialised beforehand in the same order. That is never more than a guess about what pays; what
//! has not been guessed is initialised when the program comes to it, and is state like anything else.
//!
//! # Why a program cannot notice
//! An initialiser of a class of the library runs without the program's doing, and computes the same
//! before the program has begun as later, unless it reads what programs can change. The library offers
//! few ways to change what its initialisers read: system properties, standard streams, the default
//! locale and time zone (`DISTURBING` in the models of Java lists the methods). When an execution comes
//! to one of those, the image notes it ([`Image::is_disturbed`]), and whoever has begun with a base must
//! begin anew without one. An initialiser that does not end normally in the trial is left to the program.
//! That a literal's object is made early shows nowhere: nobody else has it.

use ir::{ClassId, FunctionId, Id as _, Literal, LiteralId, Program, RefType};

use crate::domain::{Concrete, Domain};
use crate::frozen::Kind;
use crate::image::Image;
use crate::lower::Lowering;
use crate::machine::{Limits, Machine};
use crate::natives;
use crate::stop::{Choice, Stop, Unsupported};
use crate::threads::{Clock, Turn};
use crate::watch::Unwatched;

/// How many operations of an execution are followed.
const TRIAL: u64 = 300_000;

/// An execution that is followed.
#[derive(Clone, Copy)]
struct Trial {
    answers: Answers,
    fuel: u64,
}

/// What choices get.
#[derive(Clone, Copy)]
enum Answers {
    /// The least or the greatest value, by a bit for each choice.
    Extreme(u64),
    /// Any value, by a number that is different for each execution.
    Mixed(u64),
}

impl Answers {
    fn answer(self, index: u32, choice: &Choice) -> i128 {
        match self {
            Answers::Extreme(bits) if bits >> (index % 64) & 1 == 1 => choice.high,
            Answers::Extreme(_) => choice.low,
            Answers::Mixed(seed) => {
                // A step of a multiplicative generator each; the upper bits are the better ones.
                let mixed = ((seed << 32) | (u64::from(index) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16;
                let width = choice.width().saturating_add(1);
                choice.low + (u128::from(mixed) % width) as i128
            }
        }
    }
}

/// All least choices, all greatest ones, and two mixtures.
const EXTREMES: [Trial; 4] = [
    Trial { answers: Answers::Extreme(0), fuel: TRIAL },
    Trial { answers: Answers::Extreme(u64::MAX), fuel: TRIAL },
    Trial { answers: Answers::Extreme(0x6996_9669_3c5a_a5c3), fuel: TRIAL },
    Trial { answers: Answers::Extreme(0x9669_6996_5a3c_c3a5), fuel: TRIAL },
];

/// How many executions with mixed choices are followed, each for a third of the operations.
const MIXED: u64 = 20;

/// A trial also ends when its arrays have taken so many bytes: operations on huge ones are not alike.
const ZEROED: u64 = 64 << 20;

/// What to do before a program begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Base {
    classes: Vec<ClassId>,
    literals: Vec<LiteralId>,
}

impl Base {
    /// Nothing.
    pub fn none() -> Self {
        Base::default()
    }

    /// Whether there is nothing to do.
    pub fn is_none(&self) -> bool {
        self.classes.is_empty() && self.literals.is_empty()
    }

    /// The same, and these classes after all others.
    #[must_use]
    pub fn and(mut self, classes: &[ClassId]) -> Self {
        let new = classes.iter().filter(|class| !self.classes.contains(class)).copied().collect::<Vec<_>>();
        self.classes.extend(new);
        self
    }

    /// What pays for executions that start at `entry`, a function without parameters. The same for the
    /// same program.
    pub fn find(program: &Program, entry: FunctionId, limits: Limits) -> Self {
        Self::find_where(program, entry, limits, &EXTREMES, natives::java::is_library)
    }

    /// As [`find`](Self::find), with the program's own classes: for engines for which a program begins
    /// when its classes are initialised. More executions are followed, because what is not found becomes
    /// part of every later state.
    pub fn find_all(program: &Program, entry: FunctionId, limits: Limits) -> Self {
        let mut trials = EXTREMES.to_vec();
        trials.extend((1..=MIXED).map(|seed| Trial { answers: Answers::Mixed(seed), fuel: TRIAL / 3 }));
        Self::find_where(program, entry, limits, &trials, |_| true)
    }

    fn find_where(
        program: &Program,
        entry: FunctionId,
        limits: Limits,
        trials: &[Trial],
        wanted: impl Fn(&str) -> bool + Copy,
    ) -> Self {
        let mut base = Base::none();
        // Programs without a class library are small.
        if program.literal_classes().is_none() {
            return base;
        }
        let image = Image::new(program, Lowering::Fused);
        for &trial in trials {
            base.follow(&image, entry, limits, trial, wanted);
            if image.is_disturbed() {
                return Base::none();
            }
        }
        base
    }

    /// Follows one execution.
    fn follow(
        &mut self,
        image: &Image<'_>,
        entry: FunctionId,
        limits: Limits,
        trial: Trial,
        wanted: impl Fn(&str) -> bool,
    ) {
        let mut machine = Machine::new(image, Concrete, limits);
        machine.allow_threads(Clock::Virtual);
        if machine.start(entry, &[]).is_err() {
            return;
        }
        let mut fuel = trial.fuel;
        let mut choices = 0;
        while machine.heap().zeroed() <= ZEROED {
            match machine.run_threads(&mut fuel, &mut Unwatched) {
                Turn::Stop(Stop::Choice(choice)) => {
                    machine.choose(choice.word(trial.answers.answer(choices, &choice)));
                    choices += 1;
                }
                Turn::Stop(_) => break,
                Turn::Switch(_) => {
                    let next = loop {
                        let next = machine.each_enabled().next();
                        if next.is_some() || !machine.pass_time() {
                            break next;
                        }
                    };
                    if next.is_none_or(|thread| machine.go_on(thread).is_err()) {
                        break;
                    }
                }
                Turn::Notify(_) => machine.notify(0),
            }
        }
        let program = image.program();
        let threads = 0..machine.thread_count().max(1);
        let under_way: Vec<FunctionId> =
            threads.flat_map(|thread| machine.calls_of(thread)).map(|(function, _)| function).collect();
        for &class in machine.initialised() {
            let declared = &program.classes[class];
            let done = declared.initialiser.is_some_and(|initialiser| {
                machine.heap().global(initialiser.state.index()) == Some(1)
                    && !under_way.contains(&initialiser.function)
            });
            if done && wanted(&declared.name) && !self.classes.contains(&class) {
                self.classes.push(class);
            }
        }
        for (literal, &object) in machine.heap().literals().iter().enumerate() {
            let literal = LiteralId::new(literal);
            // Some objects of the machine's own are remembered under names that no class has.
            let own = matches!(&program.literals()[literal], Literal::Class(name) if name.starts_with('<'));
            if object != 0 && !own && !self.literals.contains(&literal) {
                self.literals.push(literal);
            }
        }
    }
}

impl<D: Domain> Machine<'_, '_, D> {
    /// Begins like [`start`](Self::start), after everything that the base says. Whoever calls this must
    /// begin anew without a base when [`Image::is_disturbed`] says so.
    pub fn start_from(
        &mut self,
        base: &Base,
        function: FunctionId,
        arguments: &[D::Value],
    ) -> Result<(), Unsupported> {
        self.clear();
        if !base.is_none() && self.lay(base, &[]).is_none() {
            self.clear();
        }
        self.start(function, arguments)
    }

    /// Does everything that the base says, calls functions, and freezes the heap with what they give.
    /// Fails if something does not go as it should.
    pub fn lay(&mut self, base: &Base, values: &[(FunctionId, Vec<D::Value>)]) -> Option<Vec<D::Value>> {
        if !self.initialise(base) {
            return None;
        }
        self.collect();
        let mut made = Vec::new();
        for (function, arguments) in values {
            self.call(*function, arguments).ok()?;
            let Stop::Returned(Some(value)) = self.run(&mut TRIAL.clone()) else { return None };
            made.push(value);
        }
        self.frames.clear();
        let image = self.image;
        self.heap.freeze(|ty, length| match ty {
            RefType::Class(class) => {
                let layout = image.layout(class);
                let kinds = layout.references.iter().enumerate().map(|(slot, &reference)| match reference {
                    _ if layout.is_cache(slot) => Kind::Cache,
                    true => Kind::Reference,
                    false => Kind::Number,
                });
                Some(kinds.collect())
            }
            RefType::Array(array) => {
                let element = image.program().element_type(array);
                let slots = !D::PACKED || image.element(array) == crate::code::Element::Slot;
                slots.then(|| vec![if element.is_ref() { Kind::Reference } else { Kind::Number }; length])
            }
            RefType::Any => None,
        });
        Some(made)
    }

    fn initialise(&mut self, base: &Base) -> bool {
        for &class in &base.classes {
            let Some(initialiser) = self.image.program().classes[class].initialiser else { return false };
            match self.is_initialised(initialiser) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(_) => return false,
            }
            if self.call(initialiser.function, &[]).is_err()
                || !matches!(self.run(&mut TRIAL.clone()), Stop::Returned(_))
            {
                return false;
            }
        }
        for &literal in &base.literals {
            if natives::java::literal(self, literal).is_err() {
                return false;
            }
        }
        self.frames.clear();
        self.heap.locks().is_empty()
    }
}
