//! What all machines of this crate begin with.

use ir::Program;
use machine::base::Base;
use machine::{Concrete, Image, Limits, Lowering, Machine};

use crate::concrete::Checker;
use crate::korat::{Generator, Sizes};
use crate::model::Model;
use crate::runner::MOST_STEPS;
use crate::space::Space;

/// A program that is ready to be executed many times.
pub struct Ground<'p> {
    pub(crate) base: Base,
    pub(crate) image: Image<'p>,
}

impl<'p> Ground<'p> {
    /// Makes a program ready: does once what every machine needs.
    pub fn new(program: &'p Program, model: &Model, limits: Limits) -> Self {
        let base = Base::find_all(program, model.driver, limits);
        let image = Image::new(program, Lowering::Fused);
        let base = with_invariant(base, &image, model, limits);
        Ground { base, image }
    }

    /// A concrete machine with the objects of a space.
    pub fn checker<'s>(
        &self,
        model: &'s Model,
        space: &'s Space,
        limits: Limits,
    ) -> Result<Checker<'_, 'p, 's>, String> {
        Checker::new(&self.image, &self.base, model, space, limits)
    }

    /// The structures of a space.
    pub fn generator<'s>(
        &self,
        model: &'s Model,
        space: &'s Space,
        sizes: Sizes,
        limits: Limits,
    ) -> Result<Generator<'_, 'p, 's>, String> {
        Generator::new(&self.image, &self.base, model, space, sizes, limits)
    }
}

/// A base with the classes that methods of the invariant use, which operations need not: what their initialisers do is done
/// before anything is looked at.
fn with_invariant(base: Base, image: &Image<'_>, model: &Model, limits: Limits) -> Base {
    let mut machine = Machine::new(image, Concrete, limits);
    let made = machine.lay(&base, &[(model.factory, Vec::new())]);
    let Some(&object) = made.as_ref().and_then(|made| made.first()) else { return base };
    for function in [model.invariant, model.classes[0].local].into_iter().flatten() {
        // How it ends is looked at later.
        if machine.call(function, &[object]).is_ok() {
            machine.run(&mut MOST_STEPS.clone());
        }
    }
    base.and(machine.initialised())
}
