//! What binds variables: quantifiers, comprehensions, sums, and the least and greatest number of a set.

use super::build::{self, Number};
use super::{Bound, Meaning, Resolver, is_single, problem, quoted};
use crate::property::core::{
    Binding, Comparison, Formula, Integer, Multiplicity, Quantifier, Relation, RelationKind, Sort, Variable,
};
use crate::property::syntax::{Declaration, Expression, Extreme, Name, Quantified};
use crate::property::{Problem, Span};

impl Resolver<'_> {
    fn fresh(&mut self) -> Variable {
        self.next += 1;
        Variable(self.next - 1)
    }

    /// Brings variables into scope; gives them with their sets, and what makes them distinct.
    fn declare(&mut self, declarations: &[Declaration]) -> Result<(Vec<Binding>, Vec<Formula>), Problem> {
        let (mut bindings, mut distinct) = (Vec::new(), Vec::new());
        for declaration in declarations {
            let (bound, _) = self.single(&declaration.bound)?;
            if bound.columns[0].is_nothing() {
                let message = format!("{} is empty, so nothing is said", quoted(&declaration.bound));
                return Err(problem(declaration.bound.span, message, "name a set of objects or numbers"));
            }
            let mut here: Vec<Relation> = Vec::new();
            for Name { text, span } in &declaration.names {
                self.copying(build::size(&bound), *span)?;
                let variable = self.fresh();
                let value = build::variable(variable, bound.columns[0].clone());
                if declaration.distinct {
                    distinct.extend(
                        here.iter().map(|before| build::not(build::equal(before.clone(), value.clone()))),
                    );
                }
                here.push(value);
                bindings.push(Binding { variable, bound: bound.clone() });
                self.scope.push((text.clone(), Bound::Variable(variable, bound.columns[0].clone())));
            }
        }
        Ok((bindings, distinct))
    }

    pub(super) fn quantified(
        &mut self,
        quantified: Quantified,
        declarations: &[Declaration],
        body: &Expression,
        span: Span,
    ) -> Result<Meaning, Problem> {
        if quantified == Quantified::Sum {
            return self.sum(declarations, body, span);
        }
        let (bindings, distinct) = self.declare(declarations)?;
        let body = self.truth(body)?;
        let with_distinct = |body| build::and(distinct.iter().cloned().chain([body]));
        let several = |multiplicity, bindings: Vec<Binding>, body| {
            Formula::Has(multiplicity, comprehension(bindings, body))
        };
        Ok(Meaning::Truth(match quantified {
            Quantified::All => {
                let body = build::implies(build::and(distinct), body);
                build::quantified(Quantifier::All, bindings, body)
            }
            Quantified::Some => build::quantified(Quantifier::Some, bindings, with_distinct(body)),
            Quantified::No => build::not(build::quantified(Quantifier::Some, bindings, with_distinct(body))),
            Quantified::One => several(Multiplicity::One, bindings, with_distinct(body)),
            Quantified::Lone => several(Multiplicity::Lone, bindings, with_distinct(body)),
            Quantified::Sum => unreachable!("sums are no formulas"),
        }))
    }

    fn sum(
        &mut self,
        declarations: &[Declaration],
        body: &Expression,
        span: Span,
    ) -> Result<Meaning, Problem> {
        let is_one = |declaration: &Declaration| declaration.names.len() == 1 && !declaration.distinct;
        let [Declaration { bound, .. }] = declarations else {
            return Err(problem(span, "a sum goes through one variable", "put one sum into another"));
        };
        if !declarations.iter().all(is_one) {
            return Err(problem(span, "a sum goes through one variable", "put one sum into another"));
        }
        let (mut bindings, _) = self.declare(declarations)?;
        let number = self.number(body)?;
        let mut binding = bindings.pop().expect("a declaration has a name");
        // What has no number counts as nothing.
        let there = build::and(number.there);
        if there != Formula::Constant(true) {
            self.copying(build::formula_size(&there), bound.span)?;
            binding.bound = comprehension(vec![binding.clone()], there);
        }
        Ok(Meaning::Number(Number::always(Integer::Sum(Box::new(binding), Box::new(number.value)))))
    }

    pub(super) fn comprehension(
        &mut self,
        declarations: &[Declaration],
        body: &Expression,
    ) -> Result<Relation, Problem> {
        let (bindings, distinct) = self.declare(declarations)?;
        let body = self.truth(body)?;
        Ok(comprehension(bindings, build::and(distinct.into_iter().chain([body]))))
    }

    /// The least or greatest number of a set: the one that no other one is beyond.
    pub(super) fn extreme(&mut self, extreme: Extreme, inner: &Expression) -> Result<Meaning, Problem> {
        let (set, _) = self.single(inner)?;
        if !is_single(&set, Sort::Int) {
            let kind = self.kind(&Meaning::Set { relation: set, functional: false });
            let message = format!("{} is {kind}, not a set of numbers", quoted(inner));
            return Err(problem(inner.span, message, "name a set of numbers, as in Node.key"));
        }
        self.copying(build::size(&set), inner.span)?;
        let (found, other) = (self.fresh(), self.fresh());
        let number = |variable| Number::of(build::variable(variable, Sort::Int.into()));
        let (less, more) = match extreme {
            Extreme::Least => (found, other),
            Extreme::Greatest => (other, found),
        };
        let beyond = build::compare(Comparison::LessOrEqual, number(less), number(more));
        let others = Binding { variable: other, bound: set.clone() };
        let is_last = build::quantified(Quantifier::All, vec![others], beyond);
        let relation = comprehension(vec![Binding { variable: found, bound: set }], is_last);
        Ok(Meaning::Set { relation, functional: true })
    }
}

fn comprehension(bindings: Vec<Binding>, body: Formula) -> Relation {
    let columns = bindings.iter().map(|binding| binding.bound.columns[0].clone()).collect();
    build::relation(RelationKind::Comprehension(bindings, Box::new(body)), columns)
}
