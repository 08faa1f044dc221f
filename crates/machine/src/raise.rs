//! Traps and exceptions: how they are made, and where they go.

use ir::{Failing, RefType, Trap};

use crate::code::Handler;
use crate::domain::Domain;
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::machine::{Frame, Machine, Purpose};
use crate::natives;
use crate::natives::java::world::Asked;
use crate::stop::{Bug, Resource, Stop, Unsupported};
use crate::threads::{Handled, Phase, Turn};

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
                // Our own room is no event of the program.
                Some(Resource::Room) | None => {}
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
        if self.is_failure(reference) {
            return Err(Stop::Violation(Bug::Failure(reference)));
        }
        if self.unwind(exception) { Ok(()) } else { Err(Stop::Violation(Bug::Exception(reference))) }
    }

    /// Goes to the nearest handler, if there is one.
    fn unwind(&mut self, exception: D::Value) -> bool {
        let Some((depth, handler)) = self.handler() else { return false };
        self.heap.charge(self.frames.len() - depth);
        self.frames.truncate(depth + 1);
        let frame = &mut self.frames[depth];
        frame.pc = handler.target;
        self.registers[frame.base + usize::from(handler.register)] = exception;
        true
    }

    /// Throws the exception of an assertion that fails, which violates unless a function under way expects it.
    pub(crate) fn fail(&mut self, exception: D::Value) -> Result<(), Stop<D::Value, D::Fork>> {
        if expects_failures(self.image, &self.frames) {
            return self.throw(exception);
        }
        let reference = self.domain.word(exception).map_err(Stop::Fork)? as Reference;
        Err(Stop::Violation(Bug::Failure(reference)))
    }

    /// Goes on after a failure that the machine has just stopped with: its exception is one like any other.
    pub(crate) fn outlive_failure(&mut self, exception: Reference) -> Handled<D> {
        let value = self.domain.constant(exception.into());
        if self.unwind(value) {
            return Ok(());
        }
        let phase = self.current_thread().map(|thread| self.thread(thread).phase);
        match phase {
            // A handler has failed, or what the thread does when it ends: nobody is told of that.
            Some(Phase::Dispatching | Phase::Exiting | Phase::Ending) => {
                return self.uncaught(Bug::Exception(exception), true);
            }
            Some(Phase::Running) | None => {}
        }
        if self.has_no_handler() {
            return self.abandon();
        }
        self.dispatch(exception).map_err(|what| Turn::Stop(Stop::Unsupported(what)))
    }

    /// Whether an exception is a failure although it was thrown like any other: it leaves a thread, or a task that keeps it.
    fn is_failure(&self, exception: Reference) -> bool {
        match self.handler() {
            Some((depth, _)) => is_kept_failure(self.image, &self.heap, &self.frames, depth, exception),
            // Without threads, what leaves the entry function is for the caller to judge.
            None => {
                self.threads.is_on()
                    && is_failure_class(self.image, &self.heap, exception)
                    && !expects_failures(self.image, &self.frames)
            }
        }
    }

    /// Where an exception goes that is thrown now, and in which frame that is.
    fn handler(&self) -> Option<(usize, Handler)> {
        nearest_handler(self.image, &self.frames)
    }
}

/// Where an exception goes that is thrown where the last of these frames is, and which of them catches it.
pub(crate) fn nearest_handler(image: &Image<'_>, frames: &[Frame]) -> Option<(usize, Handler)> {
    let mut frames = frames.iter().enumerate().rev();
    frames.find_map(|(depth, frame)| Some((depth, image.frame_code(frame.function).handler(frame.pc)?)))
}

/// Whether an exception that is thrown where the last of these frames is ends the execution, or its thread: nothing catches it, or it is
/// a failure that a task keeps.
pub(crate) fn ends<V: Copy>(
    image: &Image<'_>,
    heap: &Heap<V>,
    frames: &[Frame],
    exception: Reference,
) -> bool {
    match nearest_handler(image, frames) {
        Some((depth, _)) => is_kept_failure(image, heap, frames, depth, exception),
        None => true,
    }
}

/// Whether an exception is a failure that is caught, at that depth, by what runs a task and keeps all that leaves it.
fn is_kept_failure<V: Copy>(
    image: &Image<'_>,
    heap: &Heap<V>,
    frames: &[Frame],
    depth: usize,
    exception: Reference,
) -> bool {
    is_failure_class(image, heap, exception)
        && image.program().failing(frames[depth].function) == Failing::Kept
        && !expects_failures(image, frames)
}

fn is_failure_class<V: Copy>(image: &Image<'_>, heap: &Heap<V>, exception: Reference) -> bool {
    let class = image.program().failure_class().filter(|_| exception != 0);
    class.is_some_and(|class| image.belongs(heap.ty(exception), RefType::Class(class)))
}

/// Whether one of these functions calls what should fail.
pub(crate) fn expects_failures(image: &Image<'_>, frames: &[Frame]) -> bool {
    frames.iter().any(|frame| image.program().failing(frame.function) == Failing::Expected)
}
