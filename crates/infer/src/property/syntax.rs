//! Formulas as they are written: one kind of tree for everything, because only types tell formulas, sets and numbers apart.

use super::Span;

/// A part of a formula with the place where it stands. Two of them are equal if they say the same; places do not count.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it says.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

impl Expression {
    /// The parts that it is made of.
    pub fn children(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Word(_) | ExpressionKind::Number(_) | ExpressionKind::Name(_) => Vec::new(),
            ExpressionKind::FieldOf(inner, _)
            | ExpressionKind::Prefix(_, inner)
            | ExpressionKind::Elements(inner)
            | ExpressionKind::Old(inner)
            | ExpressionKind::Extreme(_, inner) => vec![inner],
            ExpressionKind::Infix(_, one, other)
            | ExpressionKind::Index(one, other)
            | ExpressionKind::Let(_, one, other) => vec![one, other],
            ExpressionKind::Quantified(_, declarations, body)
            | ExpressionKind::Comprehension(declarations, body) => {
                declarations.iter().map(|declaration| &declaration.bound).chain([&**body]).collect()
            }
            ExpressionKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
            ExpressionKind::Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
        }
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expression {}

/// A name with the place where it stands. Places do not count when names are compared.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

/// What a part of a formula says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpressionKind {
    /// A word that always means the same.
    Word(Word),
    /// A number.
    Number(i64),
    /// The name of a parameter, a variable, a field or a class.
    Name(String),
    /// `Class::field`, the relation of a field.
    FieldOf(Box<Expression>, Name),
    /// An operator before its operand.
    Prefix(Prefix, Box<Expression>),
    /// An operator between its operands.
    Infix(Infix, Box<Expression>, Box<Expression>),
    /// `array[index]`.
    Index(Box<Expression>, Box<Expression>),
    /// `array[*]`, all elements.
    Elements(Box<Expression>),
    /// `all x: E | F` and its like.
    Quantified(Quantified, Vec<Declaration>, Box<Expression>),
    /// `{x: E | F}`.
    Comprehension(Vec<Declaration>, Box<Expression>),
    /// `let x = E | F`.
    Let(Name, Box<Expression>, Box<Expression>),
    /// `F ? A : B`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `old(E)`.
    Old(Box<Expression>),
    /// `min(E)` or `max(E)`.
    Extreme(Extreme, Box<Expression>),
    /// A call of a method, which is no part of the language: [`super::resolve()`] says so in the terms of the program.
    Call(Box<Expression>, Vec<Expression>),
}

/// A word that always means the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Always true.
    True,
    /// Always false.
    False,
    /// No object.
    Null,
    /// The empty set.
    None,
    /// All objects.
    Univ,
    /// Every object with itself.
    Iden,
    /// The numbers in scope.
    Int,
    /// The receiver.
    This,
    /// What the method returns.
    Result,
}

impl Word {
    /// Every word.
    pub const ALL: [Word; 9] = [
        Word::True,
        Word::False,
        Word::Null,
        Word::None,
        Word::Univ,
        Word::Iden,
        Word::Int,
        Word::This,
        Word::Result,
    ];

    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Word::True => "true",
            Word::False => "false",
            Word::Null => "null",
            Word::None => "none",
            Word::Univ => "univ",
            Word::Iden => "iden",
            Word::Int => "int",
            Word::This => "this",
            Word::Result => "result",
        }
    }
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    /// The opposite.
    Not,
    /// At least one.
    Some,
    /// None.
    No,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
    /// How many.
    Count,
    /// The number with the other sign.
    Minus,
    /// Pairs turned around.
    Transpose,
    /// One or more steps.
    Closure,
    /// Any number of steps.
    Reflexive,
}

impl Prefix {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Prefix::Not => "!",
            Prefix::Some => "some ",
            Prefix::No => "no ",
            Prefix::One => "one ",
            Prefix::Lone => "lone ",
            Prefix::Count => "#",
            Prefix::Minus => "-",
            Prefix::Transpose => "~",
            Prefix::Closure => "^",
            Prefix::Reflexive => "*",
        }
    }
}

/// An operator between its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infix {
    /// Both or neither.
    Iff,
    /// The second if the first.
    Implies,
    /// One at least.
    Or,
    /// Both.
    And,
    /// The same.
    Equal,
    /// Not the same.
    NotEqual,
    /// Every tuple of the first is in the second.
    In,
    /// Not so.
    NotIn,
    /// Less.
    Less,
    /// Less or the same.
    LessOrEqual,
    /// More.
    Greater,
    /// More or the same.
    GreaterOrEqual,
    /// Sum of numbers, or union.
    Plus,
    /// Difference of numbers or of sets.
    Minus,
    /// Product of numbers.
    Times,
    /// Quotient.
    Divide,
    /// What division leaves.
    Remainder,
    /// The second where it says something, otherwise the first.
    Override,
    /// What is in both.
    Intersection,
    /// Each with each.
    Product,
    /// Following a relation.
    Join,
}

impl Infix {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Infix::Iff => "<=>",
            Infix::Implies => "=>",
            Infix::Or => "||",
            Infix::And => "&&",
            Infix::Equal => "==",
            Infix::NotEqual => "!=",
            Infix::In => "in",
            Infix::NotIn => "!in",
            Infix::Less => "<",
            Infix::LessOrEqual => "<=",
            Infix::Greater => ">",
            Infix::GreaterOrEqual => ">=",
            Infix::Plus => "+",
            Infix::Minus => "-",
            Infix::Times => "*",
            Infix::Divide => "/",
            Infix::Remainder => "%",
            Infix::Override => "++",
            Infix::Intersection => "&",
            Infix::Product => "->",
            Infix::Join => ".",
        }
    }
}

/// For how many values, or what to do with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantified {
    /// For all.
    All,
    /// For at least one.
    Some,
    /// For none.
    No,
    /// For exactly one.
    One,
    /// For at most one.
    Lone,
    /// The sum of numbers.
    Sum,
}

impl Quantified {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Quantified::All => "all",
            Quantified::Some => "some",
            Quantified::No => "no",
            Quantified::One => "one",
            Quantified::Lone => "lone",
            Quantified::Sum => "sum",
        }
    }
}

/// Which number of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The least one.
    Least,
    /// The greatest one.
    Greatest,
}

impl Extreme {
    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Extreme::Least => "min",
            Extreme::Greatest => "max",
        }
    }
}

/// Variables that go through the same set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Whether they differ from each other.
    pub distinct: bool,
    /// The variables.
    pub names: Vec<Name>,
    /// The set.
    pub bound: Expression,
}
