//! What a value is: the one thing that differs between the meanings of a program.
//!
//! The machine is written once, generic over a [`Domain`]. A domain value stands for one word or for
//! a set of words, one for each concrete state that the machine state stands for. Let γ(s) be that
//! set of concrete states. What a domain owes to soundness is stated at each method in these terms:
//! for every concrete state in γ(s), doing the operation there must give a state in γ(s') of a
//! successor s' that the machine goes to, or that the domain has announced through [`Domain::Fork`].
//!
//! # Forks
//! Where a control decision needs *one* answer (which way a branch goes, which object a reference
//! means, which word a native gets), a domain whose set of states does not agree returns
//! [`Domain::Fork`]. The machine then stops *before* the operation with that value, unchanged: the
//! engine clones the machine and narrows the domain's set of states, once for each answer, and lets
//! each machine execute the same operation again. So an operation either happens completely or not at
//! all, and there is one mechanism for branches, null tests, dispatch, bounds, exceptions and natives.
//! A small domain that works in this way is in this crate's tests (`sets.rs`).
//!
//! # Outcomes
//! A domain that knows less than one word of a value may find that an operation has several outcomes, without any state
//! that could be narrowed. It returns a fork for that as well, and keeps the [outcomes](crate::Outcome) with it; whoever drives the
//! machine lets it go on with one of them ([`Machine::resolve`](crate::Machine::resolve)).
//!
//! # Less than one word
//! Few decisions need the whole word: a null test asks whether it is 0, a call which method the object
//! has. [`Domain::agree`] forks only where the answers differ. Loads and stores go through the domain as
//! well, so that a reference may mean another object in each state. All these have meanings by
//! [`Domain::word`] that are right for every domain and never better than forking by word.

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};

use crate::code::Element;
use crate::heap::{Heap, OutOfMemory, Reference};
use crate::outcome::Operand;
use crate::word::{self, Number, Order, Word};

/// What an operation gives.
pub type Computed<D> = Result<<D as Domain>::Value, <D as Domain>::Fork>;

/// What a value is, and what operations and decisions mean.
pub trait Domain {
    /// A value. It is copied a lot: domains with large values keep them in a table and copy a handle.
    type Value: Copy + PartialEq + std::fmt::Debug;

    /// What a decision says that cannot be taken for all states at once.
    type Fork: std::fmt::Debug;

    /// Whether arrays of numbers can be kept packed, as plain words of their width. Only sound if a
    /// value *is* its word: [`word`](Self::word) never fails and [`constant`](Self::constant) is its
    /// inverse.
    const PACKED: bool;

    /// Whether [`settle_operand`](Self::settle_operand) is to be asked about the arguments of models.
    const SETTLES: bool = false;

    /// The value that is the word in every state. Owes: each concrete state has exactly that word.
    fn constant(&mut self, word: Word) -> Self::Value;

    /// The word of a value, the same for all states from now on. Owes: on `Ok(w)`, every concrete
    /// state that the machine state still stands for has the word `w` there; states with another word
    /// must have been announced by `Err`, not dropped.
    fn word(&mut self, value: Self::Value) -> Result<Word, Self::Fork>;

    /// Calls `visit` with every word that the value has in some state. Owes: none is left out, because
    /// an object that nobody refers to in any state is collected.
    fn words(&self, value: Self::Value, visit: impl FnMut(Word));

    /// Which way a `bool` goes. Owes the same as [`word`](Self::word), for the words 0 and 1.
    fn test(&mut self, value: Self::Value) -> Result<bool, Self::Fork>;

    /// An operation of one operand. Owes: the result stands for [`word::unary`] of the operand in
    /// every concrete state (it may stand for more states, never for fewer).
    fn unary(&mut self, op: UnaryOp, number: Number, a: Self::Value) -> Computed<Self>;

    /// An operation of two operands that cannot trap: the machine has decided before that an integer
    /// divisor is not zero. Owes: as for [`unary`](Self::unary), with [`word::binary`].
    fn binary(&mut self, op: BinaryOp, number: Number, a: Self::Value, b: Self::Value) -> Computed<Self>;

    /// A comparison, a `bool`. Owes: as for [`unary`](Self::unary), with [`word::compare`].
    fn compare(&mut self, op: CompareOp, order: Order, a: Self::Value, b: Self::Value) -> Computed<Self>;

    /// A three-way comparison. Owes: as for [`unary`](Self::unary), with [`word::three_way`].
    fn three_way(&mut self, op: OrderOp, order: Order, a: Self::Value, b: Self::Value) -> Computed<Self>;

    /// A conversion. Owes: as for [`unary`](Self::unary), with [`word::convert`].
    fn convert(&mut self, from: Number, to: Number, a: Self::Value) -> Computed<Self>;

    /// What `key` says of a value's word, the same for all states from now on. Owes: on `Ok(k)`, `key`
    /// says `k` in every concrete state that the machine state still stands for; others must have been
    /// announced by `Err`.
    #[inline(always)]
    fn agree<K: Copy + PartialEq>(
        &mut self,
        value: Self::Value,
        mut key: impl FnMut(Word) -> K,
    ) -> Result<K, Self::Fork> {
        self.word(value).map(&mut key)
    }

    /// What `key` says of the words of two values. Owes the same as [`agree`](Self::agree).
    #[inline(always)]
    fn agree_both<K: Copy + PartialEq>(
        &mut self,
        a: Self::Value,
        b: Self::Value,
        mut key: impl FnMut(Word, Word) -> K,
    ) -> Result<K, Self::Fork> {
        let a = self.word(a)?;
        let b = self.word(b)?;
        Ok(key(a, b))
    }

    /// Whether a reference is `null`. Owes the same as [`agree`](Self::agree).
    #[inline(always)]
    fn is_null(&mut self, value: Self::Value) -> Result<bool, Self::Fork> {
        self.agree(value, |word| word as Reference == 0)
    }

    /// The index and the length, if an index is out of the bounds of an array that is not `null`. Owes
    /// the same as [`agree`](Self::agree).
    #[inline(always)]
    fn outside(
        &mut self,
        heap: &Heap<Self::Value>,
        array: Self::Value,
        index: Self::Value,
    ) -> Result<Option<(i32, u32)>, Self::Fork> {
        self.agree_both(array, index, |array, index| {
            let (index, length) = (index as i64 as i32, heap.length(array as Reference));
            (index as u32 >= length).then_some((index, length))
        })
    }

    /// Which way a comparison goes: [`compare`](Self::compare) and [`test`](Self::test) in one.
    #[inline(always)]
    fn branch(
        &mut self,
        op: CompareOp,
        order: Order,
        a: Self::Value,
        b: Self::Value,
    ) -> Result<bool, Self::Fork> {
        let condition = self.compare(op, order, a, b)?;
        self.test(condition)
    }

    /// The quotient or remainder of integers; `None` if the divisor is zero. Owes: as for [`binary`](Self::binary) and
    /// [`test`](Self::test).
    #[inline(always)]
    fn divide(
        &mut self,
        op: BinaryOp,
        number: Number,
        a: Self::Value,
        b: Self::Value,
    ) -> Result<Option<Self::Value>, Self::Fork> {
        let zero = self.constant(0);
        let by_zero = self.compare(CompareOp::Eq, Order::Signed, b, zero)?;
        if self.test(by_zero)? { Ok(None) } else { self.binary(op, number, a, b).map(Some) }
    }

    // What a domain may want to know of before it happens. Where it forks there, nobody has noticed anything yet.

    /// A value is needed as a word, for that operand of the operation. Owes nothing.
    #[inline(always)]
    fn settle_operand(&mut self, value: Self::Value, operand: Operand) -> Result<(), Self::Fork> {
        let _ = (value, operand);
        Ok(())
    }

    /// A value is the index of an array that is not `null`. Owes nothing.
    #[inline(always)]
    fn settle_index(
        &mut self,
        heap: &Heap<Self::Value>,
        array: Self::Value,
        index: Self::Value,
    ) -> Result<(), Self::Fork> {
        let _ = (heap, array, index);
        Ok(())
    }

    /// A value decides between these cases, ascending as signed numbers. Owes nothing.
    #[inline(always)]
    fn settle_case(
        &mut self,
        value: Self::Value,
        cases: impl Iterator<Item = i64>,
    ) -> Result<(), Self::Fork> {
        let _ = (value, cases);
        Ok(())
    }

    /// What is written to a slot of an object that is not `null`. Owes: it stands for the value in every state.
    #[inline(always)]
    fn admit(
        &mut self,
        heap: &Heap<Self::Value>,
        object: Self::Value,
        slot: u32,
        value: Self::Value,
    ) -> Result<Self::Value, Self::Fork> {
        let _ = (heap, object, slot);
        Ok(value)
    }

    /// What is written to a global. Owes: as for [`admit`](Self::admit).
    #[inline(always)]
    fn admit_global(&mut self, global: usize, value: Self::Value) -> Result<Self::Value, Self::Fork> {
        let _ = global;
        Ok(value)
    }

    /// What is read from a global that holds the value. Owes: as for [`admit`](Self::admit).
    #[inline(always)]
    fn load_global(&mut self, global: usize, value: Self::Value) -> Self::Value {
        let _ = global;
        value
    }

    /// The value that has `map` of a value's word. Owes: as for [`unary`](Self::unary).
    #[inline(always)]
    fn map(
        &mut self,
        value: Self::Value,
        mut map: impl FnMut(Word) -> Word,
    ) -> Result<Self::Value, Self::Fork> {
        let word = self.word(value)?;
        Ok(self.constant(map(word)))
    }

    /// What lies in a slot of an object that is not `null` in any state. Owes: the result stands for
    /// what lies there in each concrete state.
    #[inline(always)]
    fn load(
        &mut self,
        heap: &Heap<Self::Value>,
        object: Self::Value,
        slot: u32,
    ) -> Result<Self::Value, Self::Fork> {
        let object = self.word(object)? as Reference;
        Ok(heap.get(object, slot))
    }

    /// Writes a slot of an object that is not `null` in any state. Owes: afterwards the heap stands for
    /// what the write makes of it in each concrete state, and only there.
    #[inline(always)]
    fn store(
        &mut self,
        heap: &mut Heap<Self::Value>,
        object: Self::Value,
        slot: u32,
        value: Self::Value,
    ) -> Result<(), Self::Fork> {
        let object = self.word(object)? as Reference;
        heap.set(object, slot, value);
        Ok(())
    }

    /// An element of an array, with an index in bounds in every state. Owes: as for [`load`](Self::load).
    #[inline(always)]
    fn load_element(
        &mut self,
        heap: &Heap<Self::Value>,
        element: Element,
        array: Self::Value,
        index: Self::Value,
    ) -> Result<Self::Value, Self::Fork> {
        let array = self.word(array)? as Reference;
        let index = self.word(index)? as u32;
        Ok(if Self::PACKED && element != Element::Slot {
            self.constant(heap.packed(array, element, index))
        } else {
            heap.get(array, index)
        })
    }

    /// The model of a native method is about to answer a call. `looks_inside` says of which arguments it may look at
    /// everything that lies in them. A domain that wants to know what is read forks here. Owes nothing.
    #[inline(always)]
    fn native(
        &mut self,
        arguments: &[Self::Value],
        looks_inside: impl Fn(usize) -> bool,
    ) -> Result<(), Self::Fork> {
        let _ = (arguments, looks_inside);
        Ok(())
    }

    /// Writes an element of an array, with an index in bounds in every state. Owes: as for
    /// [`store`](Self::store).
    #[inline(always)]
    fn store_element(
        &mut self,
        heap: &mut Heap<Self::Value>,
        element: Element,
        array: Self::Value,
        index: Self::Value,
        value: Self::Value,
    ) -> Result<(), Self::Fork> {
        let array = self.word(array)? as Reference;
        let index = self.word(index)? as u32;
        if Self::PACKED && element != Element::Slot {
            let word = self.word(value)?;
            heap.set_packed(array, element, index, word);
        } else {
            heap.set(array, index, value);
        }
        Ok(())
    }
}

/// A domain in which it is always known which object a reference is, so that whoever looks at a machine from outside
/// need not decide anything.
pub trait Definite: Domain {
    /// The object that a value of a reference type is.
    fn reference(value: Self::Value) -> Reference;

    /// The value that is the word.
    fn of(word: Word) -> Self::Value;

    /// The word of a value, if there is but one that it can be.
    fn known(value: Self::Value) -> Option<Word>;

    /// An element of an array, by the type of its elements.
    #[inline(always)]
    fn element(heap: &Heap<Self::Value>, array: Reference, ty: ir::Type, index: u32) -> Self::Value {
        let element = Element::packed(ty);
        if Self::PACKED && element != Element::Slot {
            Self::of(heap.packed(array, element, index))
        } else {
            heap.get(array, index)
        }
    }

    /// The elements of an array that are packed as signed bytes; nothing if they lie in another way.
    #[inline]
    fn signed_bytes(heap: &Heap<Self::Value>, array: Reference, ty: ir::Type) -> Option<&[u8]> {
        (Self::PACKED && Element::packed(ty) == Element::I8).then(|| heap.byte_contents(array))
    }

    /// Writes an element of an array, by the type of its elements.
    ///
    /// # Panics
    /// If elements are packed and the value is no word, which cannot be.
    #[inline]
    fn set_element(
        heap: &mut Heap<Self::Value>,
        array: Reference,
        ty: ir::Type,
        index: u32,
        value: Self::Value,
    ) {
        let element = Element::packed(ty);
        if Self::PACKED && element != Element::Slot {
            let word = Self::known(value).expect("values are words where elements are packed");
            heap.set_packed(array, element, index, word);
        } else {
            heap.set(array, index, value);
        }
    }

    /// Makes an array of zeros, by the type of its elements.
    fn new_array(
        heap: &mut Heap<Self::Value>,
        array: ir::ArrayTypeId,
        ty: ir::Type,
        length: u32,
    ) -> Result<Reference, OutOfMemory> {
        let element = if Self::PACKED { Element::packed(ty) } else { Element::Slot };
        heap.new_array(array, element, length, Self::of(0))
    }
}

/// The concrete domain: a value is its word, and every decision has one answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Value = Word;
    type Fork = std::convert::Infallible;
    const PACKED: bool = true;

    #[inline(always)]
    fn constant(&mut self, word: Word) -> Word {
        word
    }

    #[inline(always)]
    fn word(&mut self, value: Word) -> Result<Word, Self::Fork> {
        Ok(value)
    }

    #[inline(always)]
    fn words(&self, value: Word, mut visit: impl FnMut(Word)) {
        visit(value);
    }

    #[inline(always)]
    fn is_null(&mut self, value: Word) -> Result<bool, Self::Fork> {
        Ok(value as Reference == 0)
    }

    #[inline(always)]
    fn outside(
        &mut self,
        heap: &Heap<Word>,
        array: Word,
        index: Word,
    ) -> Result<Option<(i32, u32)>, Self::Fork> {
        let (index, length) = (index as i64 as i32, heap.length(array as Reference));
        Ok(if index as u32 >= length { Some((index, length)) } else { None })
    }

    #[inline(always)]
    fn test(&mut self, value: Word) -> Result<bool, Self::Fork> {
        Ok(value != 0)
    }

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, number: Number, a: Word) -> Computed<Self> {
        Ok(word::unary(op, number, a))
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, number: Number, a: Word, b: Word) -> Computed<Self> {
        Ok(word::binary(op, number, a, b))
    }

    #[inline(always)]
    fn compare(&mut self, op: CompareOp, order: Order, a: Word, b: Word) -> Computed<Self> {
        Ok(Word::from(word::compare(op, order, a, b)))
    }

    #[inline(always)]
    fn three_way(&mut self, op: OrderOp, order: Order, a: Word, b: Word) -> Computed<Self> {
        Ok(word::three_way(op, order, a, b))
    }

    #[inline(always)]
    fn convert(&mut self, from: Number, to: Number, a: Word) -> Computed<Self> {
        Ok(word::convert(from, to, a))
    }
}

impl Definite for Concrete {
    #[inline(always)]
    fn reference(value: Word) -> Reference {
        value as Reference
    }

    #[inline(always)]
    fn of(word: Word) -> Word {
        word
    }

    #[inline(always)]
    fn known(value: Word) -> Option<Word> {
        Some(value)
    }
}
