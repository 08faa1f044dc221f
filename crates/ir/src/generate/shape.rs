//! How large generated programs become and what is in them.

use super::Source;
use crate::program::Program;
use crate::types::Width;

/// Which cycles the blocks of a function may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Loops {
    /// None: blocks only go on to later blocks.
    None,
    /// Only such that end: a call goes back at most so many times.
    Counted(u8),
    /// Any: blocks and handlers go on anywhere.
    Free,
}

/// Bounds of a generated program. Counts are the most there can be; decisions give fewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Classes and interfaces.
    pub classes: usize,
    /// Fields of a class.
    pub fields: usize,
    /// Array types that values have.
    pub arrays: usize,
    /// Global variables.
    pub globals: usize,
    /// Selectors of virtual calls.
    pub selectors: usize,
    /// Functions beside `main`, methods and what makes exceptions for traps.
    pub functions: usize,
    /// Parameters of a function, without a receiver.
    pub parameters: usize,
    /// Locals of a function beside the few that every function has.
    pub locals: usize,
    /// Blocks of a function.
    pub blocks: usize,
    /// Statements of a block, without those that initialise locals.
    pub statements: usize,
    /// `choose` and `havoc` statements in the whole program.
    pub choices: usize,
    /// Values of a `choose` whose bounds are constants; 0 for no `choose` at all.
    pub choice_values: usize,
    /// The widest integers that `havoc` writes; `None` for no `havoc` at all.
    pub havoc: Option<Width>,
    /// Whether bounds of `choose` and lengths of arrays may be any value, not only small constants.
    pub unbounded: bool,
    /// Cycles in functions.
    pub loops: Loops,
    /// Direct and virtual calls.
    pub calls: bool,
    /// Whether calls may come back to their caller.
    pub recursion: bool,
    /// Objects, arrays, classes. Without it the only references are `null` and literals.
    pub heap: bool,
    /// Classes with initialisers, and statements that run them.
    pub initialisers: bool,
    /// Texts and types as objects. A machine needs a runtime for them.
    pub literals: bool,
    /// `throw`, handlers, and functions that make exceptions for traps.
    pub exceptions: bool,
    /// `enter` and `exit`.
    pub monitors: bool,
    /// `assume`.
    pub assumptions: bool,
    /// `assert`.
    pub assertions: bool,
    /// Floats.
    pub floats: bool,
    /// Functions without a body.
    pub externals: bool,
    /// Names that need quotes.
    pub odd_names: bool,
    /// Positions outside the program's own text.
    pub foreign_positions: bool,
    /// Annotations.
    pub annotations: bool,
}

impl Shape {
    /// What runs for several states at once to an end that says something. `heap` says whether with objects:
    /// most programs with objects end at a `null` that all states share.
    pub fn for_many_states(heap: bool) -> Shape {
        Shape {
            loops: Loops::Counted(4),
            assertions: false,
            assumptions: false,
            externals: false,
            unbounded: false,
            odd_names: false,
            literals: false,
            locals: 14,
            heap,
            blocks: if heap { 8 } else { 12 },
            ..Shape::EVERYTHING
        }
    }

    /// All that the intermediate form has. Most of these programs have too many states, or run for
    /// too long, to be searched.
    pub const EVERYTHING: Shape = Shape {
        classes: 6,
        fields: 3,
        arrays: 4,
        globals: 4,
        selectors: 3,
        functions: 4,
        parameters: 3,
        locals: 8,
        blocks: 6,
        statements: 6,
        choices: usize::MAX,
        choice_values: 5,
        havoc: Some(Width::W64),
        unbounded: true,
        loops: Loops::Free,
        calls: true,
        recursion: true,
        heap: true,
        initialisers: true,
        literals: true,
        exceptions: true,
        monitors: true,
        assumptions: true,
        assertions: true,
        floats: true,
        externals: true,
        odd_names: true,
        foreign_positions: true,
        annotations: true,
    };

    /// Programs that end and have few states, so that a search can be exhaustive.
    pub const SEARCHABLE: Shape = Shape {
        classes: 3,
        fields: 2,
        arrays: 2,
        globals: 2,
        selectors: 2,
        functions: 2,
        parameters: 2,
        locals: 5,
        blocks: 6,
        statements: 6,
        choices: 8,
        choice_values: 3,
        havoc: None,
        unbounded: false,
        loops: Loops::Counted(2),
        calls: true,
        recursion: false,
        heap: true,
        initialisers: true,
        literals: false,
        exceptions: true,
        monitors: true,
        assumptions: true,
        assertions: true,
        floats: true,
        externals: false,
        odd_names: false,
        foreign_positions: false,
        annotations: false,
    };

    /// Shapes that allow a little less than this one, the most different first.
    pub fn smaller(&self) -> Vec<Shape> {
        let mut smaller = Vec::new();
        let mut with = |change: &dyn Fn(&mut Shape)| {
            let mut shape = self.clone();
            change(&mut shape);
            if shape != *self {
                smaller.push(shape);
            }
        };
        with(&|shape| shape.heap = false);
        with(&|shape| shape.calls = false);
        with(&|shape| shape.initialisers = false);
        with(&|shape| shape.literals = false);
        with(&|shape| shape.exceptions = false);
        with(&|shape| shape.monitors = false);
        with(&|shape| shape.assumptions = false);
        with(&|shape| shape.assertions = false);
        with(&|shape| shape.floats = false);
        with(&|shape| shape.externals = false);
        with(&|shape| shape.odd_names = false);
        with(&|shape| shape.foreign_positions = false);
        with(&|shape| shape.annotations = false);
        with(&|shape| shape.recursion = false);
        with(&|shape| shape.unbounded = false);
        with(&|shape| shape.havoc = None);
        with(&|shape| shape.choice_values = 0);
        with(&|shape| shape.loops = Loops::None);
        const COUNTS: [fn(&mut Shape) -> &mut usize; 10] = [
            |shape| &mut shape.functions,
            |shape| &mut shape.classes,
            |shape| &mut shape.selectors,
            |shape| &mut shape.globals,
            |shape| &mut shape.arrays,
            |shape| &mut shape.fields,
            |shape| &mut shape.parameters,
            |shape| &mut shape.blocks,
            |shape| &mut shape.locals,
            |shape| &mut shape.statements,
        ];
        for count in COUNTS {
            with(&|shape| *count(shape) = 0);
            with(&|shape| *count(shape) /= 2);
            with(&|shape| *count(shape) = count(shape).saturating_sub(1));
        }
        smaller
    }
}

/// The smallest program found that still fails, starting from one that does: tries smaller shapes
/// and the seeds around for as long as one of them fails.
pub fn reduce(seed: u64, shape: &Shape, fails: impl Fn(&Program) -> bool) -> (u64, Shape) {
    const SEEDS: u64 = 40;
    let (mut seed, mut shape) = (seed, shape.clone());
    'smaller: loop {
        for candidate in shape.smaller() {
            // The decisions mean something else in another shape, so other seeds may fail as well.
            for other in std::iter::once(seed).chain(0..SEEDS) {
                if fails(&super::program(&mut Source::from_seed(other), &candidate)) {
                    (seed, shape) = (other, candidate);
                    continue 'smaller;
                }
            }
        }
        return (seed, shape);
    }
}
