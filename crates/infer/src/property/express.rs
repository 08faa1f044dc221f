//! Formulas of the core in the language again, for people: in the names of the source, with `old` around what reads the pre-state only.
//!
//! What [`super::resolve()`] has made means the same when it is read again (the test `what_is_expressed_means_the_same` fails otherwise). In
//! other formulas a number that may not be there is an exception: the core counts it as 0, and the language says that it is not there.

use ir::{Program, RefType};

use super::Span;
use super::core::{
    Arithmetic, Binding, Comparison, Formula, Integer, Multiplicity, Quantifier, Relation, RelationKind,
    State, Variable,
};
use super::names::{Condition, Context, simple_name};
use super::syntax::{Declaration, Expression, ExpressionKind, Infix, Name, Prefix, Quantified, Word};

/// A formula in the language.
pub fn express(formula: &Formula, context: &Context<'_>) -> Expression {
    Expressing::new(context).formula(formula)
}

/// A relation in the language.
pub fn express_relation(relation: &Relation, context: &Context<'_>) -> Expression {
    Expressing::new(context).relation(relation)
}

struct Expressing<'a> {
    context: &'a Context<'a>,
    program: &'a Program,
    /// What fields mean here.
    state: State,
    /// The variables that are bound here.
    bound: Vec<Variable>,
}

/// Which heaps something reads.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Reads {
    pre: bool,
    post: bool,
}

impl Reads {
    fn of(state: State) -> Self {
        Reads { pre: state == State::Pre, post: state == State::Post }
    }

    fn and(self, other: Reads) -> Self {
        Reads { pre: self.pre || other.pre, post: self.post || other.post }
    }

    fn relation(relation: &Relation) -> Self {
        match &relation.kind {
            RelationKind::Objects(state, _)
            | RelationKind::Identity(state, _)
            | RelationKind::Field(state, _)
            | RelationKind::Global(state, _)
            | RelationKind::Elements(state, _)
            | RelationKind::Contents(state, _)
            | RelationKind::Length(state, _) => Reads::of(*state),
            RelationKind::Empty
            | RelationKind::Integers
            | RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Variable(_)
            | RelationKind::Boolean(_) => Reads::default(),
            RelationKind::Integer(integer) => Reads::integer(integer),
            RelationKind::Union(one, other)
            | RelationKind::Difference(one, other)
            | RelationKind::Intersection(one, other)
            | RelationKind::Product(one, other)
            | RelationKind::Join(one, other)
            | RelationKind::Override(one, other) => Reads::relation(one).and(Reads::relation(other)),
            RelationKind::Transpose(inner) | RelationKind::Closure(inner) => Reads::relation(inner),
            RelationKind::Comprehension(bindings, body) => {
                let bounds = bindings.iter().map(|binding| Reads::relation(&binding.bound));
                bounds.fold(Reads::formula(body), Reads::and)
            }
            RelationKind::If(is, then, otherwise) => {
                Reads::formula(is).and(Reads::relation(then)).and(Reads::relation(otherwise))
            }
        }
    }

    fn integer(integer: &Integer) -> Self {
        match integer {
            Integer::Constant(_) => Reads::default(),
            Integer::Count(relation) | Integer::Value(relation) => Reads::relation(relation),
            Integer::Arithmetic(_, one, other) => Reads::integer(one).and(Reads::integer(other)),
            Integer::Sum(binding, body) => Reads::relation(&binding.bound).and(Reads::integer(body)),
        }
    }

    fn formula(formula: &Formula) -> Self {
        match formula {
            Formula::Constant(_) => Reads::default(),
            Formula::Not(inner) => Reads::formula(inner),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().map(Reads::formula).fold(Reads::default(), Reads::and)
            }
            Formula::Iff(one, other) => Reads::formula(one).and(Reads::formula(other)),
            Formula::Subset(one, other) | Formula::Equal(one, other) => {
                Reads::relation(one).and(Reads::relation(other))
            }
            Formula::Has(_, relation) => Reads::relation(relation),
            Formula::Compare(_, one, other) => Reads::integer(one).and(Reads::integer(other)),
            Formula::Quantified(_, binding, body) => {
                Reads::relation(&binding.bound).and(Reads::formula(body))
            }
        }
    }
}

fn plain(kind: ExpressionKind) -> Expression {
    Expression { kind, span: Span::default() }
}

fn word(word: Word) -> Expression {
    plain(ExpressionKind::Word(word))
}

fn named(name: &str) -> Expression {
    plain(ExpressionKind::Name(name.to_string()))
}

fn infix(operator: Infix, one: Expression, other: Expression) -> Expression {
    plain(ExpressionKind::Infix(operator, Box::new(one), Box::new(other)))
}

fn prefix(operator: Prefix, operand: Expression) -> Expression {
    plain(ExpressionKind::Prefix(operator, Box::new(operand)))
}

fn name(text: &str) -> Name {
    Name { text: text.to_string(), span: Span::default() }
}

impl<'a> Expressing<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        let state = match context.condition {
            Condition::Requires => State::Pre,
            Condition::Ensures => State::Post,
        };
        Expressing { context, program: context.program, state, bound: Vec::new() }
    }

    /// Writes something, inside `old` if it reads the pre-state only.
    fn within(&mut self, reads: Reads, write: impl FnOnce(&mut Self) -> Expression) -> Expression {
        if self.state == State::Pre || !reads.pre || reads.post {
            return write(self);
        }
        self.state = State::Pre;
        let inner = write(self);
        self.state = State::Post;
        plain(ExpressionKind::Old(Box::new(inner)))
    }

    fn variable(&self, variable: Variable) -> String {
        let place = self.bound.iter().rposition(|bound| *bound == variable).unwrap_or(usize::MAX);
        let is_taken = |name: &str| {
            let parameters = self.context.parameters.iter();
            parameters.map(|parameter| parameter.name.as_str()).any(|known| known == name)
        };
        let mut text = match ["x", "y", "z", "u", "v", "w"].get(place) {
            Some(letter) => (*letter).to_string(),
            None => format!("x{place}"),
        };
        while is_taken(&text) {
            text.push('_');
        }
        text
    }

    fn class(&self, ty: RefType) -> Expression {
        match ty {
            RefType::Any => word(Word::Univ),
            RefType::Class(class) => {
                let full = self.program.class_name(class);
                let simple = simple_name(full);
                let is_clear = self.context.classes_named(simple) == [class] && !self.is_member(simple);
                let path = if is_clear { simple.to_string() } else { full.replace('$', ".") };
                let mut parts = path.split('.').map(named);
                let first = parts.next().unwrap_or_else(|| named(full));
                parts.fold(first, |outer, inner| infix(Infix::Join, outer, inner))
            }
            RefType::Array(array) => match self.program.element_type(array) {
                // The language has no name for them.
                ir::Type::Ref(element) => plain(ExpressionKind::Elements(Box::new(self.class(element)))),
                ir::Type::Bool | ir::Type::Int(_) | ir::Type::Float(_) => {
                    plain(ExpressionKind::Elements(Box::new(word(Word::Int))))
                }
            },
        }
    }

    /// Whether a name means something else than a class.
    fn is_member(&self, name: &str) -> bool {
        self.context.own_member(name).is_some()
            || self.context.parameters.iter().any(|parameter| parameter.name == name)
    }

    fn field(&self, field: ir::FieldId) -> Expression {
        let declared = &self.program.fields[field];
        let class = self.class(RefType::Class(declared.owner));
        plain(ExpressionKind::FieldOf(Box::new(class), name(&declared.name)))
    }

    fn relation(&mut self, relation: &Relation) -> Expression {
        self.within(Reads::relation(relation), |this| this.bare_relation(relation))
    }

    fn both(&mut self, operator: Infix, one: &Relation, other: &Relation) -> Expression {
        infix(operator, self.relation(one), self.relation(other))
    }

    fn bare_relation(&mut self, relation: &Relation) -> Expression {
        match &relation.kind {
            RelationKind::Empty => word(Word::Null),
            RelationKind::Objects(_, ty) => self.class(*ty),
            RelationKind::Integers => word(Word::Int),
            RelationKind::Identity(_, RefType::Any) => word(Word::Iden),
            RelationKind::Identity(_, ty) => {
                let pairs = infix(Infix::Product, self.class(*ty), self.class(*ty));
                infix(Infix::Intersection, word(Word::Iden), pairs)
            }
            RelationKind::Field(_, field) => self.field(*field),
            RelationKind::Global(_, global) => {
                let mut parts = self.program.globals[*global].name.split(['.', '$']).map(named);
                let first = parts.next().unwrap_or_else(|| word(Word::None));
                parts.fold(first, |outer, inner| infix(Infix::Join, outer, inner))
            }
            RelationKind::Elements(_, ty) | RelationKind::Contents(_, ty) => {
                plain(ExpressionKind::Elements(Box::new(self.class(*ty))))
            }
            RelationKind::Length(_, ty) => infix(Infix::Join, self.class(*ty), named("length")),
            RelationKind::Parameter(index) => match self.context.parameters[*index].name.as_str() {
                "this" => word(Word::This),
                other => named(other),
            },
            RelationKind::Result => word(Word::Result),
            RelationKind::Variable(variable) => named(&self.variable(*variable)),
            RelationKind::Integer(integer) => self.integer(integer),
            RelationKind::Boolean(is) => word(if *is { Word::True } else { Word::False }),
            RelationKind::Union(one, other) => self.both(Infix::Plus, one, other),
            RelationKind::Difference(one, other) => self.both(Infix::Minus, one, other),
            RelationKind::Intersection(one, other) => self.both(Infix::Intersection, one, other),
            RelationKind::Product(one, other) => self.both(Infix::Product, one, other),
            RelationKind::Override(one, other) => self.both(Infix::Override, one, other),
            RelationKind::Join(one, other) => self.join(one, other),
            RelationKind::Transpose(inner) => prefix(Prefix::Transpose, self.relation(inner)),
            RelationKind::Closure(inner) => prefix(Prefix::Closure, self.relation(inner)),
            RelationKind::Comprehension(bindings, body) => {
                let before = self.bound.len();
                let declarations = bindings.iter().map(|binding| self.declare(binding)).collect();
                let body = self.formula(body);
                self.bound.truncate(before);
                plain(ExpressionKind::Comprehension(declarations, Box::new(body)))
            }
            RelationKind::If(is, then, otherwise) => {
                let [is, then, otherwise] =
                    [self.formula(is), self.relation(then), self.relation(otherwise)].map(Box::new);
                plain(ExpressionKind::Conditional(is, then, otherwise))
            }
        }
    }

    /// Fields and arrays are followed as people write it.
    fn join(&mut self, one: &Relation, other: &Relation) -> Expression {
        let old = |this: &Self, state: State, member: Expression| match (this.state, state) {
            (State::Post, State::Pre) => plain(ExpressionKind::Old(Box::new(member))),
            (State::Post, State::Post) | (State::Pre, _) => member,
        };
        match &other.kind {
            RelationKind::Field(state, field) => {
                let from = self.relation(one);
                let member = self.field(*field);
                let declared = &self.program.fields[*field];
                let sorts = one.columns.last().map(|column| column.sorts().to_vec()).unwrap_or_default();
                // The short name does if it means the same field for all that it is followed from.
                let is_clear = !sorts.is_empty()
                    && sorts.iter().all(|sort| match sort {
                        super::core::Sort::Ref(RefType::Class(class)) => {
                            self.context.member(*class, &declared.name)
                                == Some(super::names::Member::Instance(*field))
                        }
                        super::core::Sort::Int
                        | super::core::Sort::Bool
                        | super::core::Sort::Ref(RefType::Any | RefType::Array(_)) => false,
                    });
                let member = if is_clear { named(&declared.name) } else { member };
                infix(Infix::Join, from, old(self, *state, member))
            }
            RelationKind::Length(state, _) => {
                let from = self.relation(one);
                infix(Infix::Join, from, old(self, *state, named("length")))
            }
            RelationKind::Contents(state, _) if self.state == *state => {
                plain(ExpressionKind::Elements(Box::new(self.relation(one))))
            }
            RelationKind::Join(array, elements) if matches!(&elements.kind, RelationKind::Elements(state, _) if *state == self.state) =>
            {
                let (array, index) = (self.relation(array), self.relation(one));
                plain(ExpressionKind::Index(Box::new(array), Box::new(index)))
            }
            RelationKind::Empty
            | RelationKind::Objects(..)
            | RelationKind::Integers
            | RelationKind::Identity(..)
            | RelationKind::Global(..)
            | RelationKind::Elements(..)
            | RelationKind::Contents(..)
            | RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Variable(_)
            | RelationKind::Integer(_)
            | RelationKind::Boolean(_)
            | RelationKind::Union(..)
            | RelationKind::Difference(..)
            | RelationKind::Intersection(..)
            | RelationKind::Product(..)
            | RelationKind::Join(..)
            | RelationKind::Override(..)
            | RelationKind::Transpose(_)
            | RelationKind::Closure(_)
            | RelationKind::Comprehension(..)
            | RelationKind::If(..) => self.both(Infix::Join, one, other),
        }
    }

    fn declare(&mut self, binding: &Binding) -> Declaration {
        let bound = self.relation(&binding.bound);
        self.bound.push(binding.variable);
        let names = vec![name(&self.variable(binding.variable))];
        Declaration { distinct: false, names, bound }
    }

    fn quantified(
        &mut self,
        quantified: Quantified,
        binding: &Binding,
        body: impl FnOnce(&mut Self) -> Expression,
    ) -> Expression {
        let declaration = self.declare(binding);
        let body = body(self);
        self.bound.pop();
        plain(ExpressionKind::Quantified(quantified, vec![declaration], Box::new(body)))
    }

    fn integer(&mut self, integer: &Integer) -> Expression {
        self.within(Reads::integer(integer), |this| this.bare_integer(integer))
    }

    fn bare_integer(&mut self, integer: &Integer) -> Expression {
        match integer {
            Integer::Constant(number) => match number.checked_neg() {
                Some(opposite) if *number < 0 => {
                    prefix(Prefix::Minus, plain(ExpressionKind::Number(opposite)))
                }
                Some(_) => plain(ExpressionKind::Number(*number)),
                // The least number cannot be written alone.
                None => {
                    let most = prefix(Prefix::Minus, plain(ExpressionKind::Number(i64::MAX)));
                    infix(Infix::Minus, most, plain(ExpressionKind::Number(1)))
                }
            },
            Integer::Count(relation) => prefix(Prefix::Count, self.relation(relation)),
            Integer::Value(relation) if is_functional(relation) => self.relation(relation),
            Integer::Value(relation) => {
                let variable = Variable(u32::MAX);
                let binding = Binding { variable, bound: Relation::clone(relation) };
                self.quantified(Quantified::Sum, &binding, |this| named(&this.variable(variable)))
            }
            Integer::Arithmetic(operation, one, other) => {
                let operator = match operation {
                    Arithmetic::Add => Infix::Plus,
                    Arithmetic::Subtract => Infix::Minus,
                    Arithmetic::Multiply => Infix::Times,
                    Arithmetic::Divide => Infix::Divide,
                    Arithmetic::Remainder => Infix::Remainder,
                };
                infix(operator, self.integer(one), self.integer(other))
            }
            Integer::Sum(binding, body) => {
                self.quantified(Quantified::Sum, binding, |this| this.integer(body))
            }
        }
    }

    fn formula(&mut self, formula: &Formula) -> Expression {
        self.within(Reads::formula(formula), |this| this.bare_formula(formula))
    }

    fn bare_formula(&mut self, formula: &Formula) -> Expression {
        match formula {
            Formula::Constant(is) => word(if *is { Word::True } else { Word::False }),
            Formula::Not(inner) => match &**inner {
                Formula::Has(Multiplicity::Some, relation) => prefix(Prefix::No, self.relation(relation)),
                Formula::Equal(one, other) => self.both(Infix::NotEqual, one, other),
                Formula::Subset(one, other) if !is_true(one) => self.both(Infix::NotIn, one, other),
                Formula::Constant(_)
                | Formula::Not(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::Iff(..)
                | Formula::Subset(..)
                | Formula::Has(..)
                | Formula::Compare(..)
                | Formula::Quantified(..) => prefix(Prefix::Not, self.formula(inner)),
            },
            Formula::And(parts) => self.all(Infix::And, parts, Word::True),
            Formula::Or(parts) => match &parts[..] {
                // Two sets of which one is empty are no condition and what follows from it.
                [first, second] if is_no(first) && is_no(second) => self.all(Infix::Or, parts, Word::False),
                [Formula::Not(first), second] => {
                    infix(Infix::Implies, self.formula(first), self.formula(second))
                }
                _ => self.all(Infix::Or, parts, Word::False),
            },
            Formula::Iff(one, other) => infix(Infix::Iff, self.formula(one), self.formula(other)),
            Formula::Subset(one, other) if is_true(one) && is_functional(other) => self.relation(other),
            Formula::Subset(one, other) => self.both(Infix::In, one, other),
            Formula::Equal(one, other) => self.both(Infix::Equal, one, other),
            Formula::Has(multiplicity, relation) => {
                let operator = match multiplicity {
                    Multiplicity::Some => Prefix::Some,
                    Multiplicity::One => Prefix::One,
                    Multiplicity::Lone => Prefix::Lone,
                };
                prefix(operator, self.relation(relation))
            }
            Formula::Compare(comparison, one, other) => {
                let operator = match comparison {
                    Comparison::Equal => Infix::Equal,
                    Comparison::Less => Infix::Less,
                    Comparison::LessOrEqual => Infix::LessOrEqual,
                };
                infix(operator, self.integer(one), self.integer(other))
            }
            Formula::Quantified(quantifier, binding, body) => {
                let quantified = match quantifier {
                    Quantifier::All => Quantified::All,
                    Quantifier::Some => Quantified::Some,
                };
                self.quantified(quantified, binding, |this| this.formula(body))
            }
        }
    }

    fn all(&mut self, operator: Infix, parts: &[Formula], without: Word) -> Expression {
        let parts: Vec<Expression> = parts.iter().map(|part| self.formula(part)).collect();
        parts.into_iter().reduce(|one, other| infix(operator, one, other)).unwrap_or_else(|| word(without))
    }
}

/// Whether it says that a set is empty.
fn is_no(formula: &Formula) -> bool {
    matches!(formula, Formula::Not(inner) if matches!(**inner, Formula::Has(Multiplicity::Some, _)))
}

fn is_true(relation: &Relation) -> bool {
    matches!(relation.kind, RelationKind::Boolean(true))
}

/// Whether the language sees that a set has at most one element.
fn is_functional(relation: &Relation) -> bool {
    match &relation.kind {
        RelationKind::Empty
        | RelationKind::Global(..)
        | RelationKind::Parameter(_)
        | RelationKind::Result
        | RelationKind::Variable(_)
        | RelationKind::Integer(_)
        | RelationKind::Boolean(_) => true,
        RelationKind::Join(from, member) => match &member.kind {
            RelationKind::Field(..) | RelationKind::Length(..) => from.arity() == 1 && is_functional(from),
            RelationKind::Join(array, elements) => {
                matches!(elements.kind, RelationKind::Elements(..))
                    && is_functional(array)
                    && is_functional(from)
            }
            RelationKind::Empty
            | RelationKind::Objects(..)
            | RelationKind::Integers
            | RelationKind::Identity(..)
            | RelationKind::Global(..)
            | RelationKind::Elements(..)
            | RelationKind::Contents(..)
            | RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Variable(_)
            | RelationKind::Integer(_)
            | RelationKind::Boolean(_)
            | RelationKind::Union(..)
            | RelationKind::Difference(..)
            | RelationKind::Intersection(..)
            | RelationKind::Product(..)
            | RelationKind::Override(..)
            | RelationKind::Transpose(_)
            | RelationKind::Closure(_)
            | RelationKind::Comprehension(..)
            | RelationKind::If(..) => false,
        },
        RelationKind::If(_, then, otherwise) => is_functional(then) && is_functional(otherwise),
        RelationKind::Objects(..)
        | RelationKind::Integers
        | RelationKind::Identity(..)
        | RelationKind::Field(..)
        | RelationKind::Elements(..)
        | RelationKind::Contents(..)
        | RelationKind::Length(..)
        | RelationKind::Union(..)
        | RelationKind::Difference(..)
        | RelationKind::Intersection(..)
        | RelationKind::Product(..)
        | RelationKind::Override(..)
        | RelationKind::Transpose(_)
        | RelationKind::Closure(_)
        | RelationKind::Comprehension(..) => false,
    }
}
