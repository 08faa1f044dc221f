//! Comparisons, arithmetic, and the operators that are arithmetic or about sets, whichever their operands are.

use super::build::{self, Number};
use super::{Meaning, Place, Resolver, is_single, problem, quoted, types};
use crate::property::core::{Arithmetic, Column, Comparison, Formula, Integer, Relation, RelationKind, Sort};
use crate::property::syntax::{Expression, ExpressionKind, Word};
use crate::property::{Problem, Span};

/// An operator on two sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SetOperator {
    Union,
    Difference,
    Intersection,
    Override,
}

impl SetOperator {
    fn text(self) -> &'static str {
        match self {
            SetOperator::Union => "+",
            SetOperator::Difference => "-",
            SetOperator::Intersection => "&",
            SetOperator::Override => "++",
        }
    }
}

impl Resolver<'_> {
    /// The two sides of a comparison. If one is a set and the other a relation, a field on the side of the set is its relation.
    fn sides(&mut self, one: &Expression, other: &Expression) -> Result<[Meaning; 2], Problem> {
        let mut first = self.meaning(one, &Place::Value)?;
        let mut second = self.meaning(other, &Place::Value)?;
        let width = |meaning: &Meaning| match meaning {
            Meaning::Truth(_) | Meaning::Number(_) => 1,
            Meaning::Set { relation, .. } => relation.arity(),
        };
        let relation = Place::Relation { first: None, last: None };
        if width(&first) == 1 && width(&second) > 1 && is_name(one) {
            first = self.meaning(one, &relation)?;
        } else if width(&second) == 1 && width(&first) > 1 && is_name(other) {
            second = self.meaning(other, &relation)?;
        }
        Ok([first, second])
    }

    pub(super) fn equal(
        &mut self,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
    ) -> Result<Formula, Problem> {
        let [first, second] = self.sides(one, other)?;
        if self.is_truth(&first) && self.is_truth(&second) {
            return Ok(build::iff(self.truth_of(first, one)?, self.truth_of(second, other)?));
        }
        for (meaning, at) in [(&first, one), (&second, other)] {
            if matches!(meaning, Meaning::Truth(formula) if !matches!(formula, Formula::Constant(_))) {
                let (this, that) = (self.kind(&first), self.kind(&second));
                let message = format!("{this} is compared with {that}");
                return Err(problem(
                    at.span,
                    message,
                    "compare truth values with truth values, sets with sets",
                ));
            }
        }
        if let (Meaning::Number(_), _) | (_, Meaning::Number(_)) = (&first, &second)
            && self.is_number(&first)
            && self.is_number(&second)
        {
            let first = self.as_number(first, one.span)?;
            let second = self.as_number(second, other.span)?;
            if let (Ok(first), Ok(second)) = (first, second) {
                let guards: usize = first.there.iter().map(build::formula_size).sum();
                self.copying(guards, whole.span)?;
                return Ok(build::same(first, second));
            }
            unreachable!("both are numbers");
        }
        for (this, that) in [(one, &second), (other, &first)] {
            if let (ExpressionKind::Word(Word::Null), true) = (&this.kind, self.is_number(that)) {
                return Err(problem(
                    whole.span,
                    "a number is never null",
                    "compare the object that has it with null",
                ));
            }
        }
        let (first, second) = (self.relation_of(first), self.relation_of(second));
        self.comparable(&first, &second, one, other, whole, "the same")?;
        Ok(build::equal(first, second))
    }

    fn is_truth(&self, meaning: &Meaning) -> bool {
        match meaning {
            Meaning::Truth(_) => true,
            Meaning::Number(_) => false,
            Meaning::Set { relation, functional } => *functional && is_single(relation, Sort::Bool),
        }
    }

    fn is_number(&self, meaning: &Meaning) -> bool {
        match meaning {
            Meaning::Truth(_) => false,
            Meaning::Number(_) => true,
            Meaning::Set { relation, functional } => *functional && is_single(relation, Sort::Int),
        }
    }

    pub(super) fn within(
        &mut self,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
    ) -> Result<Formula, Problem> {
        let [first, second] = self.sides(one, other)?;
        let (first, second) = (self.relation_of(first), self.relation_of(second));
        self.comparable(&first, &second, one, other, whole, "in it")?;
        Ok(build::subset(first, second))
    }

    /// Whether it makes sense to compare two relations: they are equally wide, and have something in common unless one is empty.
    fn comparable(
        &self,
        first: &Relation,
        second: &Relation,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
        how: &str,
    ) -> Result<(), Problem> {
        let is_empty = |relation: &Relation| matches!(relation.kind, RelationKind::Empty);
        if first.arity() != second.arity() {
            // What is empty is as wide as it should be.
            let fits = is_empty(first) || is_empty(second);
            return if fits { Ok(()) } else { Err(self.widths(first, second, whole.span)) };
        }
        for (this, that) in first.columns.iter().zip(&second.columns) {
            let apart = !this.is_nothing() && !that.is_nothing();
            if apart && types::meet(self.program(), this, that).is_nothing() {
                let (this, that) = (self.shown(this), self.shown(that));
                let message = format!("{this} and {that} are compared, so nothing can be {how}");
                let remedy = format!("see which field leads from {} to {}", quoted(one), quoted(other));
                return Err(problem(whole.span, message, remedy));
            }
        }
        Ok(())
    }

    pub(super) fn widths(&self, first: &Relation, second: &Relation, span: Span) -> Problem {
        let of = |relation: &Relation| match relation.arity() {
            1 => "single values".to_string(),
            2 => "pairs".to_string(),
            width => format!("tuples of {width}"),
        };
        problem(
            span,
            format!("{} do not go together with {}", of(first), of(second)),
            "follow a field from an object with a dot, or name the relation of a field as in Node::next",
        )
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        less: &Expression,
        more: &Expression,
    ) -> Result<Formula, Problem> {
        Ok(build::compare(comparison, self.number(less)?, self.number(more)?))
    }

    pub(super) fn arithmetic(
        &mut self,
        operation: Arithmetic,
        one: &Expression,
        other: &Expression,
    ) -> Result<Meaning, Problem> {
        let (first, second) = (self.number(one)?, self.number(other)?);
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if second.value == Integer::Constant(0) && divides {
            return Err(problem(other.span, "this divides by 0", "divide by something else"));
        }
        let mut there: Vec<Formula> = first.there.into_iter().chain(second.there).collect();
        if divides && !matches!(second.value, Integer::Constant(_)) {
            self.copying(build::integer_size(&second.value), other.span)?;
            let zero = Formula::Compare(Comparison::Equal, second.value.clone(), Integer::Constant(0));
            there.push(build::not(zero));
        }
        let value = Integer::Arithmetic(operation, Box::new(first.value), Box::new(second.value));
        Ok(Meaning::Number(Number { value, there }))
    }

    pub(super) fn plus_or_minus(
        &mut self,
        operator: SetOperator,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        let (first, second) = (self.meaning(one, place)?, self.meaning(other, place)?);
        if self.is_number(&first) && self.is_number(&second) {
            let first = self.as_number(first, one.span)?;
            let second = self.as_number(second, other.span)?;
            if let (Ok(first), Ok(second)) = (first, second) {
                let is_plus = operator == SetOperator::Union;
                let operation = if is_plus { Arithmetic::Add } else { Arithmetic::Subtract };
                let value = Integer::Arithmetic(operation, Box::new(first.value), Box::new(second.value));
                let there = first.there.into_iter().chain(second.there).collect();
                return Ok(Meaning::Number(Number { value, there }));
            }
            unreachable!("both are numbers");
        }
        self.of_sets(operator, (first, one), (second, other), whole)
    }

    pub(super) fn sets(
        &mut self,
        operator: SetOperator,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        let (first, second) = (self.meaning(one, place)?, self.meaning(other, place)?);
        self.of_sets(operator, (first, one), (second, other), whole)
    }

    /// Union, difference, intersection and override.
    fn of_sets(
        &mut self,
        operator: SetOperator,
        (first, one): (Meaning, &Expression),
        (second, other): (Meaning, &Expression),
        whole: &Expression,
    ) -> Result<Meaning, Problem> {
        for (meaning, at) in [(&first, one), (&second, other)] {
            if matches!(meaning, Meaning::Truth(formula) if !matches!(formula, Formula::Constant(_))) {
                return Err(problem(
                    at.span,
                    format!("{} is a formula, and `{}` is for sets and numbers", quoted(at), operator.text()),
                    "join formulas with `&&` and `||`",
                ));
            }
        }
        let is_functional = |meaning: &Meaning| match meaning {
            Meaning::Truth(_) | Meaning::Number(_) => true,
            Meaning::Set { functional, .. } => *functional,
        };
        let functional = is_functional(&first);
        let (first, second) = (self.relation_of(first), self.relation_of(second));
        if first.arity() != second.arity() {
            return Err(self.widths(&first, &second, whole.span));
        }
        let program = self.program();
        let pairs = || first.columns.iter().zip(&second.columns);
        let common: Vec<Column> = pairs().map(|(one, other)| types::meet(program, one, other)).collect();
        let apart = common.iter().position(Column::is_nothing);
        let all: Vec<Column> = pairs().map(|(one, other)| types::either(program, one, other)).collect();
        let empty = first.columns.iter().chain(&second.columns).any(Column::is_nothing);
        if let Some(mixed) = all.iter().find(|column| types::is_mixed(column))
            && operator != SetOperator::Intersection
        {
            return Err(problem(
                whole.span,
                format!("{} would have {} in it", quoted(whole), self.shown(mixed)),
                "keep numbers, truth values and objects apart",
            ));
        }
        let told = |message: &str, remedy: &str| {
            let column = apart.unwrap_or(0);
            let (this, that) = (self.shown(&first.columns[column]), self.shown(&second.columns[column]));
            problem(whole.span, format!("{} {message}: {this} and {that}", quoted(whole)), remedy)
        };
        let (kind, columns, functional): (fn(_, _) -> RelationKind, _, _) = match operator {
            SetOperator::Intersection if apart.is_some() => {
                return Err(told("is always empty, because nothing is in both", "see whether `+` was meant"));
            }
            SetOperator::Intersection => (RelationKind::Intersection, common, functional),
            SetOperator::Difference if apart.is_some() && !empty => {
                return Err(told("takes nothing away, because nothing is in both", "leave it out"));
            }
            SetOperator::Difference => (RelationKind::Difference, first.columns.clone(), functional),
            SetOperator::Override if first.arity() < 2 => {
                return Err(problem(
                    whole.span,
                    format!("`++` is for relations, and {} is a set", quoted(one)),
                    "write `+` for sets, or name the relation of a field as in Node::next",
                ));
            }
            SetOperator::Override => (RelationKind::Override, all, false),
            SetOperator::Union => (RelationKind::Union, all, false),
        };
        let relation = build::relation(kind(Box::new(first), Box::new(second)), columns);
        Ok(Meaning::Set { relation, functional })
    }
}

/// Whether it is a name, or what a name meant before.
fn is_name(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Name(_) => true,
        ExpressionKind::Old(inner) => matches!(inner.kind, ExpressionKind::Name(_)),
        ExpressionKind::Word(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::FieldOf(..)
        | ExpressionKind::Prefix(..)
        | ExpressionKind::Infix(..)
        | ExpressionKind::Index(..)
        | ExpressionKind::Elements(_)
        | ExpressionKind::Quantified(..)
        | ExpressionKind::Comprehension(..)
        | ExpressionKind::Let(..)
        | ExpressionKind::Conditional(..)
        | ExpressionKind::Extreme(..)
        | ExpressionKind::Call(..) => false,
    }
}
