//! What a formula comes down to: few kinds of nodes, every name looked up, every type known.
//!
//! There are three kinds of trees, which contain each other: a [`Relation`] is a set of tuples of the same length, an [`Integer`]
//! is one number, a [`Formula`] is true or false. All three are *total*: they have a meaning for every heap. What people would call
//! undefined was decided before: a number that is not there (`p.value` where `p` is null) makes the comparison that it stands in
//! false, because the comparison was joined with a formula that says that it is there; see [`crate::property::resolve()`].
//!
//! The heap is read by the kinds of relations that have a [`State`], which says which heap it is.

use ir::{FieldId, GlobalId, RefType};

/// Which heap is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// The one that the method finds.
    Pre,
    /// The one that it leaves.
    Post,
}

/// One kind of values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Integers of every width.
    Int,
    /// `true` and `false`.
    Bool,
    /// Objects and arrays that belong to the type; never null.
    Ref(RefType),
}

/// What can stand in one column of a relation: values of any of the sorts, which are ascending. Nothing can stand in a column
/// without sorts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Column(Vec<Sort>);

impl Column {
    /// A column for values of these sorts.
    pub fn new(sorts: impl IntoIterator<Item = Sort>) -> Self {
        let mut sorts: Vec<Sort> = sorts.into_iter().collect();
        sorts.sort_unstable();
        sorts.dedup();
        Column(sorts)
    }

    /// The sorts, ascending.
    pub fn sorts(&self) -> &[Sort] {
        &self.0
    }

    /// Whether nothing can stand in it.
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Sort> for Column {
    fn from(sort: Sort) -> Self {
        Column(vec![sort])
    }
}

/// A variable that a quantifier, a comprehension or a sum binds. It stands for one value, never for a set. Two binders that do not
/// contain each other may bind the same variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// A set of tuples, with what can stand in its columns. The number of columns is the length of the tuples and at least 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// How it is made.
    pub kind: RelationKind,
    /// What can stand in its columns.
    pub columns: Vec<Column>,
}

impl Relation {
    /// The length of the tuples.
    pub fn arity(&self) -> usize {
        self.columns.len()
    }
}

/// How a relation is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RelationKind {
    /// No tuples.
    Empty,
    /// The objects that exist in a state and belong to the type, subclasses included. Nothing is said about whether anything refers
    /// to them. What exists in the pre-state exists in the post-state too.
    Objects(State, RefType),
    /// The numbers in scope.
    Integers,
    /// Every object that exists in a state and belongs to the type, paired with itself.
    Identity(State, RefType),
    /// The value of the field for each object that exists in a state and has it; no pair where it is null.
    Field(State, FieldId),
    /// The value of the global variable in a state; nothing where it is null.
    Global(State, GlobalId),
    /// Array, index and element, for the arrays that exist in a state and belong to the type; no triple where the element is null.
    Elements(State, RefType),
    /// Array and element, at whatever index, for the arrays that exist in a state and belong to the type.
    Contents(State, RefType),
    /// Array and length, for the arrays that exist in a state and belong to the type.
    Length(State, RefType),
    /// The value of a parameter at entry, the receiver being the first one; nothing where it is null. It has the same value in both
    /// states.
    Parameter(usize),
    /// What the method returns; nothing where it is null.
    Result,
    /// The value of a variable.
    Variable(Variable),
    /// The one tuple with this number.
    Integer(Box<Integer>),
    /// The one tuple with this truth value. Where a boolean field, parameter or result stands for a formula, that is whether `true` is in
    /// it: `Subset(Boolean(true), it)`.
    Boolean(bool),
    /// The tuples of either.
    Union(Box<Relation>, Box<Relation>),
    /// The tuples of the first that are not in the second.
    Difference(Box<Relation>, Box<Relation>),
    /// The tuples of both.
    Intersection(Box<Relation>, Box<Relation>),
    /// Each tuple of the first with each of the second behind it.
    Product(Box<Relation>, Box<Relation>),
    /// Each tuple of the first with each of the second behind it that begins with what the first one ends with; that value is left
    /// out.
    Join(Box<Relation>, Box<Relation>),
    /// The tuples of the second, and those of the first that begin otherwise than all of the second.
    Override(Box<Relation>, Box<Relation>),
    /// The pairs turned around.
    Transpose(Box<Relation>),
    /// The pairs that one or more steps make. The reflexive closure is its union with [`RelationKind::Identity`].
    Closure(Box<Relation>),
    /// The tuples of values for the variables for which the formula is true. Each variable goes through its bound, which may mention
    /// those before it.
    Comprehension(Vec<Binding>, Box<Formula>),
    /// The first if the formula is true, otherwise the second.
    If(Box<Formula>, Box<Relation>, Box<Relation>),
}

/// A variable and the set (of one column) that it goes through.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Binding {
    /// The variable.
    pub variable: Variable,
    /// The set.
    pub bound: Relation,
}

/// A number, of 64 bits with a sign. Arithmetic wraps around as that of Java's `long` does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Integer {
    /// This number.
    Constant(i64),
    /// The number of tuples.
    Count(Box<Relation>),
    /// The number in a set that has at most one, and only numbers; 0 if it is empty.
    Value(Box<Relation>),
    /// An operation on two numbers.
    Arithmetic(Arithmetic, Box<Integer>, Box<Integer>),
    /// The sum, over all values of the variable.
    Sum(Box<Binding>, Box<Integer>),
}

/// An operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, rounded towards 0; 0 if the divisor is.
    Divide,
    /// What division leaves, with the sign of the dividend; 0 if the divisor is.
    Remainder,
}

/// Something that is true or false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// Always so.
    Constant(bool),
    /// The opposite.
    Not(Box<Formula>),
    /// All of them; true if there are none.
    And(Vec<Formula>),
    /// One at least; false if there are none.
    Or(Vec<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// Every tuple of the first is in the second, which is as wide.
    Subset(Relation, Relation),
    /// The same tuples are in both, which are equally wide.
    Equal(Relation, Relation),
    /// The relation has that many tuples.
    Has(Multiplicity, Relation),
    /// The numbers compare so.
    Compare(Comparison, Integer, Integer),
    /// The formula is true for the values of the variable.
    Quantified(Quantifier, Box<Binding>, Box<Formula>),
}

/// How many tuples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Multiplicity {
    /// At least one.
    Some,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// They are the same.
    Equal,
    /// The first is less.
    Less,
    /// The first is less or they are the same.
    LessOrEqual,
}

/// For how many values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantifier {
    /// For all.
    All,
    /// For at least one.
    Some,
}

/// What a formula in an annotation comes down to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The text, as it was written.
    pub text: String,
    /// What it means.
    pub formula: Formula,
    /// What a reader should know of it, such as that it looks at private fields of other classes; sentences without a full stop.
    pub notes: Vec<String>,
}
