//! Models of native methods: what the class library does outside the intermediate form.
//!
//! A model is written once, over words, and serves every domain: where a value is not the same word in
//! all states, asking for its word forks ([`Domain::word`]). A model has read everything that it needs
//! before it changes anything, so that a fork, like for any operation, comes before the operation.
//!
//! The models are in tables by the name of the function, one file for each part of the library. A
//! function without body and without model stops the machine as unsupported. Some functions that do
//! have a body have a model as well, because their body ends in what cannot be modelled ([`overrides`]);
//! such a model may decline, and then the body runs.

pub(crate) mod java;

use ir::{FunctionId, Id as _};

use crate::domain::Domain;
use crate::heap::{OutOfMemory, Reference};
use crate::machine::Machine;
use crate::stop::Choice;
use crate::threads::Status;
use crate::word::Word;

/// What a model answers.
pub(crate) enum Answer<V> {
    /// The result, if there is one.
    Result(Option<V>),
    /// The result is what this call gives.
    Call(FunctionId, Vec<V>),
    /// The function, which has neither parameters nor a result, is called; then the model is asked again.
    First(FunctionId),
    /// The function's own body is to run.
    Decline,
    /// The result is a choice of the program: any `int` from the first to the second.
    Choose(i32, i32),
    /// The result is a choice.
    Draw(Choice),
    /// A choice decides what the model does: [`settle`] gets the answer.
    Ask(Choice),
    /// The execution does not count.
    Drop,
    /// The program ends with that status.
    Exit(i32),
    /// The thread waits; the call ends when it goes on.
    Wait(Status),
    /// The thread waits for ever: it is the only one.
    Stuck,
    /// The call is over, and other threads may go first.
    Yield,
    /// One of so many waiting threads is to be notified.
    Notify(usize),
}

/// What comes after the answer to a model's question.
pub(crate) enum Settled {
    /// The model is asked again.
    Again,
    /// The call is over, without a result.
    Done,
}

/// Why a model does not answer.
pub(crate) enum Problem<F> {
    /// The domain cannot decide for all states at once.
    Fork(F),
    /// The method throws an exception of the class, with a message.
    Throw(&'static str, Option<String>),
    /// There is no room for so many bytes more. The model is asked again when there is, so it must not
    /// have changed anything that was there before.
    Full(usize),
    /// The thread must wait; then the model is asked again. It must not have changed anything.
    Wait(Status),
    /// The function is called first, as [`Answer::First`] says. The model must not have changed anything.
    First(FunctionId),
    /// The model does not cover what is asked.
    Unsupported,
}

impl<F> From<OutOfMemory> for Problem<F> {
    fn from(_: OutOfMemory) -> Self {
        Problem::Full(usize::MAX)
    }
}

/// What most models give.
pub(crate) type Given<D> = Result<Answer<<D as Domain>::Value>, Problem<<D as Domain>::Fork>>;

/// A model.
pub(crate) type Native<D> = fn(&mut Call<'_, '_, '_, D>) -> Given<D>;

/// A call of a model: the machine and the arguments, receiver first.
pub(crate) struct Call<'m, 'i, 'p, D: Domain> {
    pub(crate) machine: &'m mut Machine<'i, 'p, D>,
    pub(crate) function: FunctionId,
    pub(crate) arguments: Vec<D::Value>,
}

impl<D: Domain> Call<'_, '_, '_, D> {
    /// The word of an argument.
    pub(crate) fn word(&mut self, index: usize) -> Result<Word, Problem<D::Fork>> {
        let value = self.arguments[index];
        self.machine.domain.word(value).map_err(Problem::Fork)
    }

    pub(crate) fn int(&mut self, index: usize) -> Result<i32, Problem<D::Fork>> {
        Ok(self.word(index)? as i64 as i32)
    }

    pub(crate) fn reference(&mut self, index: usize) -> Result<Reference, Problem<D::Fork>> {
        Ok(self.word(index)? as Reference)
    }

    /// The object of an argument; `null` throws.
    pub(crate) fn object(&mut self, index: usize) -> Result<Reference, Problem<D::Fork>> {
        match self.reference(index)? {
            0 => Err(Problem::Throw("java.lang.NullPointerException", None)),
            object => Ok(object),
        }
    }

    pub(crate) fn value(&mut self, word: Word) -> D::Value {
        self.machine.domain.constant(word)
    }

    /// A result.
    pub(crate) fn give(&mut self, word: Word) -> Given<D> {
        Ok(Answer::Result(Some(self.value(word))))
    }

    pub(crate) fn give_int(&mut self, value: i32) -> Given<D> {
        self.give(value as i64 as Word)
    }

    pub(crate) fn give_bool(&mut self, value: bool) -> Given<D> {
        self.give(value.into())
    }

    pub(crate) fn nothing(&self) -> Given<D> {
        Ok(Answer::Result(None))
    }
}

/// The model of a function.
pub(crate) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    java::find(name)
}

/// The functions that have models, in no order; of some families the names come without types.
pub fn names() -> impl Iterator<Item = &'static str> {
    java::names()
}

/// Does what the answer to the question of a model says ([`Answer::Ask`]); `None` if the function's model asks none.
pub(crate) fn settle<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    function: FunctionId,
    arguments: &[D::Value],
    answer: Word,
) -> Option<Result<Settled, Problem<D::Fork>>> {
    java::settle(machine, function, arguments, answer)
}

/// Whether the model of a function may look at what lies in its arguments.
pub(crate) fn looks_inside(name: &str) -> bool {
    !java::OPAQUE.contains(&name)
}

/// Whether a function with a body has a model that comes first.
pub(crate) fn overrides(name: &str) -> bool {
    java::OVERRIDES.contains(&name) || java::OVERRIDING.iter().any(|names| names.contains(&name))
}

/// The models that a machine has looked up.
pub(crate) struct Cache<D: Domain> {
    found: Vec<Option<Option<Native<D>>>>,
}

impl<D: Domain> Clone for Cache<D> {
    fn clone(&self) -> Self {
        Cache { found: self.found.clone() }
    }
}

impl<D: Domain> std::fmt::Debug for Cache<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl<D: Domain> Cache<D> {
    pub(crate) fn new() -> Self {
        Cache { found: Vec::new() }
    }

    /// The functions for which a model was found.
    pub(crate) fn used(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let found = |(index, native): (usize, &Option<Option<Native<D>>>)| {
            native.flatten().map(|_| FunctionId::new(index))
        };
        self.found.iter().enumerate().filter_map(found)
    }

    pub(crate) fn find(&mut self, function: FunctionId, name: &str) -> Option<Native<D>> {
        let index = function.index();
        if self.found.len() <= index {
            self.found.resize(index + 1, None);
        }
        *self.found[index].get_or_insert_with(|| find(name))
    }
}
