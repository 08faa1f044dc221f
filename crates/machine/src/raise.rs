//! Traps and exceptions: how they are made, and where they go.

use ir::{RefType, Trap};

use crate::code::Handler;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Machine, Purpose};
use crate::natives;
use crate::natives::java::world::Asked;
use crate::stop::{Bug, Resource, Stop, Unsupported};

impl<D: Domain> Machine<'_, '_, D> {
    /// Makes the exception for a trap, if the program says how.
    pub(crate) fn trap(
        &mut self,
        trap: Trap,
        arguments: [D::Value; 2],
    ) -> Result<(), Stop<D::Value, D::Fork>> {
        let resource = match trap {
            Trap::StackOverflow => Some(Resource::Frames),
            Trap::OutOfMemory => Some(Resource::Memory),
            Trap::Null
            | Trap::Division
            | Trap::Bounds
            | Trap::NegativeSize
            | Trap::Cast
            | Trap::Store
            | Trap::NoMethod
            | Trap::Monitor => None,
        };
        // Without a class library there is no other machine that could have another limit.
        if self.image.program().literal_classes().is_some() {
            match resource {
                Some(Resource::Frames) => self.note(Asked::Depth),
                Some(Resource::Memory) => self.note(Asked::Memory),
                None => {}
            }
        }
        if let (true, Some(resource)) = (self.stop_exhausted, resource) {
            return Err(Stop::Exhausted(resource));
        }
        if self.stop_uncaught && resource.is_none() && self.handler().is_none() {
            return Err(Stop::Violation(Bug::Trap(trap)));
        }
        let Some(function) = self.image.program().trap(trap) else {
            // A limit of ours is not a bug of the program.
            return Err(match resource {
                Some(resource) => Stop::Exhausted(resource),
                None => Stop::Violation(Bug::Trap(trap)),
            });
        };
        let Some(code) = self.image.code(function) else {
            return Err(Stop::Unsupported(Unsupported::NoBody(function)));
        };
        let end = self.used_registers() + usize::from(code.registers);
        if !self.limits.within(true).allow_frame(self.frames.len(), end) {
            return Err(Stop::Exhausted(Resource::Frames));
        }
        self.push_frame(function, &arguments[..trap.parameters().len()], Purpose::Raise);
        Ok(())
    }

    /// The exception for a cast is told which type was wanted, if the program has objects for types.
    pub(crate) fn cast_trap(&mut self, value: D::Value, ty: RefType) -> Result<(), Stop<D::Value, D::Fork>> {
        let program = self.image.program();
        let mut wanted = self.zero;
        if program.trap(Trap::Cast).is_some() && program.literal_classes().is_some() {
            match natives::java::class_of_type(self, ty) {
                Ok(object) => wanted = self.domain.constant(object.into()),
                Err(problem) => return self.no_literal(problem),
            }
        }
        self.trap(Trap::Cast, [value, wanted])
    }

    /// Goes to the nearest handler. Without one nothing changes: the frames show where it happened.
    pub(crate) fn throw(&mut self, exception: D::Value) -> Result<(), Stop<D::Value, D::Fork>> {
        let reference = self.domain.word(exception).map_err(Stop::Fork)? as Reference;
        let Some((depth, handler)) = self.handler() else {
            return Err(Stop::Violation(Bug::Exception(reference)));
        };
        self.frames.truncate(depth + 1);
        let frame = &mut self.frames[depth];
        frame.pc = handler.target;
        self.registers[frame.base + usize::from(handler.register)] = exception;
        Ok(())
    }

    /// Where an exception goes that is thrown now, and in which frame that is.
    fn handler(&self) -> Option<(usize, Handler)> {
        let mut frames = self.frames.iter().enumerate().rev();
        frames.find_map(|(depth, frame)| {
            Some((depth, self.image.frame_code(frame.function).handler(frame.pc)?))
        })
    }
}
