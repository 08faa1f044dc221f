//! Linearising: the canonical forms of many states at once (seed 001, section 3.5).
//!
//! The walk is that of [`space::Encoder`], over one heap that stands for many states. What has been
//! written so far is the same for all states at hand, but for *columns*: places where every state has
//! its own number, of the same length in bytes. Only where states go different ways they are split: where
//! a reference means an object that was not met yet and others mean something else, and where numbers
//! have different lengths. The walk goes on with one part and comes back for the others, so what states
//! have in common is walked once.
//!
//! That the forms are those of the encoder, byte for byte, is tested on all subjects: exploring in either
//! way visits the same set of byte strings.

use ir::{GlobalId, Id as _, Literal, LiteralId, RefType};
use machine::{Heap, Image, Reference, Word};
use space::Numbering;
use space::form::{self, GLOBALS};

use super::domain::{Delta, Part, Value};
use super::merge::{Slot, Slots};

/// A place where every state has its own number.
#[derive(Clone, Copy, Debug)]
struct Column {
    at: usize,
    width: usize,
    value: Value,
    reference: bool,
}

/// States that were linearised together.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Group<'a> {
    states: &'a [u32],
    /// Their canonical forms, one behind the other.
    rows: &'a [u8],
    length: usize,
    /// Whether they differ in nothing but numbers.
    pub(in super::super) same_shape: bool,
}

impl<'a> Group<'a> {
    /// The states with their canonical forms.
    pub(in super::super) fn iter(&self) -> impl Iterator<Item = (u32, &'a [u8])> + use<'a> {
        self.states.iter().copied().zip(self.rows.chunks_exact(self.length))
    }
}

/// A part of the states for which the walk is to go on, and from where.
#[derive(Clone, Debug)]
struct Waiting {
    states: Part,
    bytes: usize,
    columns: usize,
    met: usize,
    /// The object, by its place among those that were met, and the slot.
    object: usize,
    slot: u32,
}

/// A state has what is not linearised here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declined;

/// Writes states. It is kept because it owns tables that are worth keeping.
#[derive(Clone, Debug, Default)]
pub(super) struct Lineariser {
    /// What is the same in all states at hand; columns have room.
    bytes: Vec<u8>,
    columns: Vec<Column>,
    numbering: Numbering,
    states: Part,
    waiting: Vec<Waiting>,
    spare: Vec<Part>,
    rows: Vec<u8>,
}

impl Lineariser {
    /// Tells the canonical forms of the active states, as they are now, group by group. Declines if the heap has what
    /// belongs to no single state or is rare: then nothing was told.
    pub(super) fn linearise(
        &mut self,
        image: &Image<'_>,
        heap: &Heap<Value>,
        domain: &Delta,
        slots: &mut Slots,
        root: Value,
        mut tell: impl FnMut(&Group<'_>),
    ) -> Result<(), Declined> {
        let program = image.program();
        let changed = heap.has_ticked()
            || heap.has_new_hashes()
            || !heap.locks().is_empty()
            || heap.changed_slots().next().is_some()
            || heap.changed_bytes().next().is_some()
            || heap.new_literals().any(|(literal, object)| {
                match program.literals()[LiteralId::new(literal)] {
                    Literal::Text(_) => object <= heap.frozen_objects(),
                    Literal::Class(_) => true,
                }
            });
        if changed {
            return Err(Declined);
        }
        let Err(root) = domain.column(root) else { return Err(Declined) };
        if heap.new_literals().next().is_some() && self.meets_literal(image, heap, domain, slots, root) {
            return Err(Declined);
        }
        // Which globals differ from their initial values must be the same in all states at hand.
        let mut globals: Vec<(usize, Value, Value)> = heap.touched_globals().collect();
        globals.retain(|(_, value, initial)| value != initial);
        let mut open = vec![(domain.active().to_vec(), Vec::new())];
        for (global, value, initial) in globals {
            let initial = domain.word_in(initial, 0);
            let mut split: Vec<(Part, Vec<(usize, Value)>)> = Vec::new();
            for (states, present) in open {
                let (same, different): (Part, Part) =
                    states.into_iter().partition(|&state| domain.word_in(value, state) == initial);
                let mut with = present.clone();
                with.push((global, value));
                split.extend([(same, present), (different, with)]);
            }
            split.retain(|(states, _)| !states.is_empty());
            open = split;
        }
        for (states, present) in open {
            self.states = states;
            self.walk(image, heap, domain, slots, root, &present, &mut tell);
        }
        Ok(())
    }

    /// Whether some active state may reach a text that a literal stands for and that is not frozen.
    fn meets_literal(
        &mut self,
        image: &Image<'_>,
        heap: &Heap<Value>,
        domain: &Delta,
        slots: &mut Slots,
        root: Word,
    ) -> bool {
        self.begin(heap);
        self.numbering.meet(root as Reference);
        for (global, value, _) in heap.touched_globals() {
            if image.program().globals[GlobalId::new(global)].ty.is_ref() {
                self.meet_all(domain, value);
            }
        }
        let mut next = 0;
        while let Some(&object) = self.numbering.met().get(next) {
            next += 1;
            match heap.ty(object) {
                RefType::Class(class) => {
                    for (slot, &value) in slots.of(image, class).iter().zip(heap.contents(object)) {
                        if *slot == Slot::Reference {
                            self.meet_all(domain, value);
                        }
                    }
                }
                RefType::Array(array) => {
                    if image.program().element_type(array).is_ref() {
                        heap.contents(object).iter().for_each(|&value| self.meet_all(domain, value));
                    }
                }
                RefType::Any => {}
            }
        }
        heap.new_literals().any(|(_, object)| self.numbering.number_of(object).is_some())
    }

    fn meet_all(&mut self, domain: &Delta, value: Value) {
        match domain.column(value) {
            Err(word) => _ = self.numbering.meet(word as Reference),
            Ok(words) => {
                for &state in domain.active() {
                    self.numbering.meet(words[state as usize] as Reference);
                }
            }
        }
    }

    fn begin(&mut self, heap: &Heap<Value>) {
        self.bytes.clear();
        self.columns.clear();
        self.numbering.begin(heap);
    }

    /// Walks the heap for the states at hand, which agree on which globals are there.
    #[expect(clippy::too_many_arguments, reason = "what is walked, and who is told")]
    fn walk(
        &mut self,
        image: &Image<'_>,
        heap: &Heap<Value>,
        domain: &Delta,
        slots: &mut Slots,
        root: Word,
        globals: &[(usize, Value)],
        tell: &mut impl FnMut(&Group<'_>),
    ) {
        let program = image.program();
        let mut parts = vec![std::mem::take(&mut self.states)];
        // What comes before the objects is short: it is written anew for every part.
        while let Some(states) = parts.pop() {
            self.states = states;
            self.begin(heap);
            self.word(root, true);
            form::write_number(&mut self.bytes, if globals.is_empty() { 0 } else { GLOBALS });
            for &(global, value) in globals {
                form::write_number(&mut self.bytes, global as Word + 1);
                let reference = program.globals[GlobalId::new(global)].ty.is_ref();
                parts.extend(self.value(domain, value, reference));
            }
            if !globals.is_empty() {
                form::write_number(&mut self.bytes, 0);
            }
            self.objects(image, heap, domain, slots, tell);
        }
    }

    /// Walks the objects.
    fn objects(
        &mut self,
        image: &Image<'_>,
        heap: &Heap<Value>,
        domain: &Delta,
        slots: &mut Slots,
        tell: &mut impl FnMut(&Group<'_>),
    ) {
        let floor = self.waiting.len();
        let (mut object, mut slot, mut entered) = (0, 0, false);
        loop {
            while let Some(&reference) = self.numbering.met().get(object) {
                let contents = heap.contents(reference);
                match heap.ty(reference) {
                    RefType::Class(class) => {
                        if !entered {
                            form::write_number(&mut self.bytes, form::class_tag(class));
                        }
                        let kinds = slots.of(image, class);
                        while let Some(&kind) = kinds.get(slot as usize) {
                            if kind != Slot::Ignored {
                                let value = contents[slot as usize];
                                self.slot(domain, value, kind == Slot::Reference, object, slot);
                            }
                            slot += 1;
                        }
                    }
                    RefType::Array(array) => {
                        if !entered {
                            form::write_number(&mut self.bytes, form::array_tag(array));
                            form::write_number(&mut self.bytes, contents.len() as Word);
                        }
                        let is_reference = image.program().element_type(array).is_ref();
                        while let Some(&value) = contents.get(slot as usize) {
                            self.slot(domain, value, is_reference, object, slot);
                            slot += 1;
                        }
                    }
                    RefType::Any => unreachable!("objects have a class or an array type"),
                }
                (object, slot, entered) = (object + 1, 0, false);
            }
            self.emit(domain, tell);
            if self.waiting.len() == floor {
                return;
            }
            let waiting = self.waiting.pop().expect("some part is waiting");
            self.spare.push(std::mem::replace(&mut self.states, waiting.states));
            self.bytes.truncate(waiting.bytes);
            self.columns.truncate(waiting.columns);
            self.numbering.truncate(waiting.met);
            (object, slot, entered) = (waiting.object, waiting.slot, true);
        }
    }

    /// Writes a slot; states that go another way wait.
    #[inline]
    fn slot(&mut self, domain: &Delta, value: Value, reference: bool, object: usize, slot: u32) {
        if let Err(word) = domain.column(value) {
            self.word(word, reference);
            return;
        }
        let (bytes, columns, met) = (self.bytes.len(), self.columns.len(), self.numbering.met().len());
        if let Some(states) = self.value(domain, value, reference) {
            self.waiting.push(Waiting { states, bytes, columns, met, object, slot });
        }
    }

    #[inline]
    fn word(&mut self, word: Word, reference: bool) {
        let number = if reference { self.numbering.meet(word as Reference).into() } else { form::fold(word) };
        form::write_number(&mut self.bytes, number);
    }

    /// Writes a value for some of the states at hand, and gives the others.
    fn value(&mut self, domain: &Delta, value: Value, reference: bool) -> Option<Part> {
        let words = match domain.column(value) {
            Ok(words) => words,
            Err(word) => {
                self.word(word, reference);
                return None;
            }
        };
        let first = words[self.states[0] as usize];
        let mut others = None;
        if reference {
            let differ =
                self.states.iter().fold(0, |differ, &state| differ | (words[state as usize] ^ first));
            if differ != 0 {
                others = self.split_references(words, first as Reference);
            }
            if differ == 0 || self.numbering.number_of(first as Reference).is_none() {
                self.word(first, true);
                return others;
            }
        } else {
            let (mut differ, mut all) = (0, 0);
            for &state in &self.states {
                let word = words[state as usize];
                differ |= word ^ first;
                all |= form::fold(word);
            }
            if differ == 0 {
                self.word(first, false);
                return None;
            }
            if all < 0x80 {
                self.columns.push(Column { at: self.bytes.len(), width: 1, value, reference });
                self.bytes.push(0);
                return None;
            }
        }
        let width = width(self.number(first, reference));
        let mut longer = self.spare.pop().unwrap_or_default();
        longer.clear();
        let mut states = std::mem::take(&mut self.states);
        states.retain(|&state| {
            let same = self::width(self.number(words[state as usize], reference)) == width;
            if !same {
                longer.push(state);
            }
            same
        });
        self.states = states;
        self.columns.push(Column { at: self.bytes.len(), width, value, reference });
        self.bytes.resize(self.bytes.len() + width, 0);
        match others {
            Some(mut others) => {
                others.append(&mut longer);
                others.sort_unstable();
                self.spare.push(longer);
                Some(others)
            }
            None if longer.is_empty() => {
                self.spare.push(longer);
                None
            }
            None => Some(longer),
        }
    }

    /// Keeps the states that have the same object, if it was not met, or else those that have some
    /// object that has a number; and gives the others.
    fn split_references(&mut self, words: &[Word], first: Reference) -> Option<Part> {
        let mut others = self.spare.pop().unwrap_or_default();
        others.clear();
        let mut states = std::mem::take(&mut self.states);
        let numbered = self.numbering.number_of(first).is_some();
        states.retain(|&state| {
            let object = words[state as usize] as Reference;
            let same = if numbered { self.numbering.number_of(object).is_some() } else { object == first };
            if !same {
                others.push(state);
            }
            same
        });
        self.states = states;
        if others.is_empty() {
            self.spare.push(others);
            return None;
        }
        Some(others)
    }

    /// How a word is written in a column: what references mean there has numbers.
    #[inline]
    fn number(&self, word: Word, reference: bool) -> Word {
        if !reference {
            return form::fold(word);
        }
        self.numbering.number_of(word as Reference).expect("those that are not met are apart").into()
    }

    /// Tells the forms of the states at hand.
    fn emit(&mut self, domain: &Delta, tell: &mut impl FnMut(&Group<'_>)) {
        let length = self.bytes.len();
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        for _ in 0..self.states.len() {
            rows.extend_from_slice(&self.bytes);
        }
        for column in &self.columns {
            let words = domain.column(column.value).expect("a column is a vector");
            let at = column.at;
            if column.width == 1 && !column.reference {
                for (row, &state) in rows.chunks_exact_mut(length).zip(&self.states) {
                    row[at] = form::fold(words[state as usize]) as u8;
                }
                continue;
            }
            for (row, &state) in rows.chunks_exact_mut(length).zip(&self.states) {
                let word = words[state as usize];
                let mut number = self.number(word, column.reference);
                let (last, others) =
                    row[at..at + column.width].split_last_mut().expect("numbers have at least one byte");
                for byte in others {
                    *byte = number as u8 | 0x80;
                    number >>= 7;
                }
                *last = number as u8;
            }
        }
        let same_shape = self.columns.iter().all(|column| !column.reference);
        tell(&Group { states: &self.states, rows: &rows, length, same_shape });
        self.rows = rows;
    }
}

/// How many bytes a number takes.
#[inline]
fn width(number: Word) -> usize {
    (64 - (number | 1).leading_zeros() as usize).div_ceil(7)
}
