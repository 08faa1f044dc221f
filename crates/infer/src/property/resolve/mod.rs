//! What a formula means in a program: names are looked up, types are checked, and everything is said in the core.
//!
//! What is undefined elsewhere is decided here, so that the core is total:
//! - `null` is the empty set; following a field from nothing gives nothing.
//! - A number that is not there, because what has it is null or because something was divided by 0, makes the comparison that it
//!   stands in false. It is equal to another one if neither is there, as sets are. So each comparison is joined with what must be true
//!   for its numbers to be there ([`build::Number`]); the tests `numbers_that_are_not_there` and
//!   `division_by_zero_is_no_number` fail without that.
//! - A truth value that is not there is false.
//!
//! A name stands for a field in two ways. As a value, `next` is `this.next`; where a relation is wanted (behind a dot, and inside `~`,
//! `^`, `*` and `++`) it is the relation from objects to what their field has. `Node::next` is the relation everywhere.

mod binders;
mod build;
mod comparisons;
mod fields;
mod types;

use ir::{Program, RefType};

use super::core::{
    Arithmetic, Column, Comparison, Formula, Integer, Multiplicity, Property, Relation, RelationKind, Sort,
    State, Variable,
};
use super::names::{Condition, Context};
use super::syntax::{Expression, ExpressionKind, Infix, Prefix, Word};
use super::{Problem, Span, parse, print};
use build::Number;
use comparisons::SetOperator;
use fields::Indices;

/// How many nodes the formula of a property may have. Names for expressions and numbers that may not be there are copied.
const LARGEST: usize = 100_000;

/// The property that a text says of a method.
pub fn read(text: &str, context: &Context<'_>) -> Result<Property, Problem> {
    let property = resolve(&parse(text)?, context)?;
    Ok(Property { text: text.to_string(), ..property })
}

/// What a formula means for a method.
pub fn resolve(expression: &Expression, context: &Context<'_>) -> Result<Property, Problem> {
    let mut resolver = Resolver::new(context);
    let formula = resolver.truth(expression)?;
    Ok(Property { text: print(expression), formula, notes: resolver.notes })
}

/// The relation that an expression means for a method, to show its tuples to people. A number is a set with one element, and so is a
/// formula.
pub fn resolve_relation(expression: &Expression, context: &Context<'_>) -> Result<Relation, Problem> {
    let mut resolver = Resolver::new(context);
    let meaning = resolver.meaning(expression, &Place::Value)?;
    Ok(resolver.relation_of(meaning))
}

/// What a part of a formula is.
#[derive(Clone, Debug)]
enum Meaning {
    /// It is true or false.
    Truth(Formula),
    /// It is a number that was calculated.
    Number(Number),
    /// It is a relation. If it is *functional*, all its tuples differ before their last column; a functional set has at
    /// most one element.
    Set { relation: Relation, functional: bool },
}

/// What a part of a formula is needed for.
#[derive(Clone, Debug)]
enum Place {
    /// Its value.
    Value,
    /// A relation between objects. What can stand in its first and last column is said if it is known.
    Relation { first: Option<Column>, last: Option<Column> },
}

/// What a name in scope stands for.
#[derive(Clone, Debug)]
enum Bound {
    Variable(Variable, Column),
    Let(Meaning),
}

struct Resolver<'a> {
    context: &'a Context<'a>,
    /// What fields mean here.
    state: State,
    /// What fields mean outside `old`.
    latest: State,
    scope: Vec<(String, Bound)>,
    /// The next variable.
    next: u32,
    notes: Vec<String>,
    /// How many nodes were copied.
    size: usize,
}

fn problem(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Problem {
    Problem { span, message: message.into(), remedy: remedy.into() }
}

fn quoted(expression: &Expression) -> String {
    format!("`{}`", print(expression))
}

impl<'a> Resolver<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        let state = match context.condition {
            Condition::Requires => State::Pre,
            Condition::Ensures => State::Post,
        };
        Resolver { context, state, latest: state, scope: Vec::new(), next: 0, notes: Vec::new(), size: 0 }
    }

    fn program(&self) -> &'a Program {
        self.context.program
    }

    fn shown(&self, column: &Column) -> String {
        types::shown(self.program(), column)
    }

    /// Counts nodes that are copied.
    fn copying(&mut self, nodes: usize, span: Span) -> Result<(), Problem> {
        self.size += nodes;
        if self.size > LARGEST {
            return Err(problem(
                span,
                "the formula is too large when its names are written out",
                "write a simpler one",
            ));
        }
        Ok(())
    }

    fn truth(&mut self, expression: &Expression) -> Result<Formula, Problem> {
        let meaning = self.meaning(expression, &Place::Value)?;
        self.truth_of(meaning, expression)
    }

    fn truth_of(&self, meaning: Meaning, expression: &Expression) -> Result<Formula, Problem> {
        self.as_truth(meaning).map_err(|meaning| {
            let remedy = "say something about it, as in some x.next, x.next == null or x.size > 0";
            problem(
                expression.span,
                format!("{} is {}, not a formula", quoted(expression), self.kind(&meaning)),
                remedy,
            )
        })
    }

    /// The formula that a truth value is.
    fn as_truth(&self, meaning: Meaning) -> Result<Formula, Meaning> {
        match meaning {
            Meaning::Truth(formula) => Ok(formula),
            Meaning::Set { relation, functional: true } if is_single(&relation, Sort::Bool) => {
                Ok(build::subset(build::boolean(true), relation))
            }
            Meaning::Number(_) | Meaning::Set { .. } => Err(meaning),
        }
    }

    /// What kind of thing something is, for people.
    fn kind(&self, meaning: &Meaning) -> String {
        match meaning {
            Meaning::Truth(_) => "a formula".to_string(),
            Meaning::Number(_) => "a number".to_string(),
            Meaning::Set { relation, functional: true } if is_single(relation, Sort::Int) => {
                "a number".to_string()
            }
            Meaning::Set { relation, .. } if relation.arity() > 1 => {
                let columns: Vec<String> = relation.columns.iter().map(|column| self.shown(column)).collect();
                format!("a relation between {}", columns.join(" and "))
            }
            Meaning::Set { relation, functional: true } => match relation.columns[0].sorts() {
                [Sort::Ref(_)] => "an object".to_string(),
                _ => format!("a value ({})", self.shown(&relation.columns[0])),
            },
            Meaning::Set { relation, functional: false } => {
                format!("a set of {}", self.shown(&relation.columns[0]))
            }
        }
    }

    fn relation_of(&self, meaning: Meaning) -> Relation {
        match meaning {
            Meaning::Truth(Formula::Constant(is)) => build::boolean(is),
            Meaning::Truth(formula) => {
                build::choice(formula, build::boolean(true), build::boolean(false), vec![Sort::Bool.into()])
            }
            Meaning::Number(number) => number.into_set(),
            Meaning::Set { relation, .. } => relation,
        }
    }

    /// A part that must be a relation, and whether it is functional.
    fn relation(&mut self, expression: &Expression, place: &Place) -> Result<(Relation, bool), Problem> {
        match self.meaning(expression, place)? {
            Meaning::Truth(formula) if !matches!(formula, Formula::Constant(_)) => Err(problem(
                expression.span,
                format!("{} is a formula, not a set", quoted(expression)),
                "a set of what it is true of is written as in {x: Node | x.next == null}",
            )),
            meaning @ (Meaning::Truth(_) | Meaning::Number(_)) => Ok((self.relation_of(meaning), true)),
            Meaning::Set { relation, functional } => Ok((relation, functional)),
        }
    }

    /// A part that must be a set with one column.
    fn single(&mut self, expression: &Expression) -> Result<(Relation, bool), Problem> {
        let (relation, functional) = self.relation(expression, &Place::Value)?;
        if relation.arity() != 1 {
            let kind = self.kind(&Meaning::Set { relation, functional });
            let message = format!("{} is {kind}, not a set", quoted(expression));
            return Err(problem(expression.span, message, "name a set of objects or numbers"));
        }
        Ok((relation, functional))
    }

    fn number(&mut self, expression: &Expression) -> Result<Number, Problem> {
        let meaning = self.meaning(expression, &Place::Value)?;
        self.as_number(meaning, expression.span)?.map_err(|meaning| {
            let remedy = match &meaning {
                Meaning::Set { relation, .. } if is_single(relation, Sort::Int) => {
                    "there may be several; take min(...) or max(...) of them, or `sum` over what has them"
                }
                Meaning::Truth(_) | Meaning::Number(_) | Meaning::Set { .. } => {
                    "write a field of type int, `#` before a set, or a number"
                }
            };
            problem(
                expression.span,
                format!("{} is {}, not a number", quoted(expression), self.kind(&meaning)),
                remedy,
            )
        })
    }

    fn as_number(&mut self, meaning: Meaning, span: Span) -> Result<Result<Number, Meaning>, Problem> {
        Ok(match meaning {
            Meaning::Number(number) => Ok(number),
            Meaning::Set { relation, functional: true } if is_single(&relation, Sort::Int) => {
                if self.is_there(&relation) {
                    return Ok(Ok(Number::always(Integer::Value(Box::new(relation)))));
                }
                self.copying(build::size(&relation), span)?;
                Ok(Number::of(relation))
            }
            Meaning::Truth(_) | Meaning::Set { .. } => Err(meaning),
        })
    }

    /// Whether it is a field of an object that exists for certain: the receiver, which exists in both states unless a constructor makes
    /// it, or what a variable stands for, which exists in the later one.
    fn is_there(&self, relation: &Relation) -> bool {
        let RelationKind::Join(from, field) = &relation.kind else { return false };
        let RelationKind::Field(state, field) = field.kind else { return false };
        let is_receiver = matches!(from.kind, RelationKind::Parameter(0)) && self.context.has_receiver();
        let is_variable = matches!(from.kind, RelationKind::Variable(_));
        let is_constructor = self.context.method_name().starts_with('<');
        let exists = match state == self.latest {
            true => is_receiver || is_variable,
            false => is_receiver,
        };
        let owner = RefType::Class(self.program().fields[field].owner);
        let has_it = |sort: &Sort| match sort {
            Sort::Ref(ty) => self.program().is_subtype(*ty, owner),
            Sort::Int | Sort::Bool => false,
        };
        exists && !(is_constructor && state == State::Pre) && from.columns[0].sorts().iter().all(has_it)
    }

    fn meaning(&mut self, expression: &Expression, place: &Place) -> Result<Meaning, Problem> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Word(word) => self.word(*word, span),
            ExpressionKind::Number(number) => Ok(Meaning::Number(Number::always(Integer::Constant(*number)))),
            ExpressionKind::Name(name) => self.name(name, span, place),
            ExpressionKind::FieldOf(class, field) => self.field_of(class, field),
            ExpressionKind::Prefix(operator, operand) => self.prefix(*operator, operand, expression, place),
            ExpressionKind::Infix(operator, one, other) => {
                self.infix(*operator, one, other, expression, place)
            }
            ExpressionKind::Index(array, index) => self.index(array, index),
            ExpressionKind::Elements(array) => {
                let (array, contents, _) = self.array(array, Indices::Forgotten)?;
                Ok(Meaning::Set { relation: build::join(array, contents), functional: false })
            }
            ExpressionKind::Quantified(quantified, declarations, body) => {
                let before = self.scope.len();
                let meaning = self.quantified(*quantified, declarations, body, span);
                self.scope.truncate(before);
                meaning
            }
            ExpressionKind::Comprehension(declarations, body) => {
                let before = self.scope.len();
                let relation = self.comprehension(declarations, body);
                self.scope.truncate(before);
                Ok(Meaning::Set { relation: relation?, functional: false })
            }
            ExpressionKind::Let(name, value, body) => {
                let value = self.meaning(value, &Place::Value)?;
                self.scope.push((name.text.clone(), Bound::Let(value)));
                let meaning = self.meaning(body, place);
                self.scope.pop();
                meaning
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, place)
            }
            ExpressionKind::Old(inner) => {
                if self.context.condition == Condition::Requires {
                    return Err(problem(
                        span,
                        "`old` has no meaning in a precondition",
                        "leave it out: everything here means the state before the method",
                    ));
                }
                let before = std::mem::replace(&mut self.state, State::Pre);
                let meaning = self.meaning(inner, place);
                self.state = before;
                meaning
            }
            ExpressionKind::Extreme(extreme, inner) => self.extreme(*extreme, inner),
            ExpressionKind::Call(callee, _) => Err(self.call(callee, span)),
        }
    }

    fn word(&mut self, word: Word, span: Span) -> Result<Meaning, Problem> {
        let relation = match word {
            Word::True => return Ok(Meaning::Truth(Formula::Constant(true))),
            Word::False => return Ok(Meaning::Truth(Formula::Constant(false))),
            Word::Null => return Ok(Meaning::Set { relation: build::empty(), functional: true }),
            Word::None => build::empty(),
            Word::Univ => {
                build::set(RelationKind::Objects(self.state, RefType::Any), Sort::Ref(RefType::Any))
            }
            Word::Iden => self.identity(&Sort::Ref(RefType::Any).into(), self.state, span)?,
            Word::Int => build::set(RelationKind::Integers, Sort::Int),
            Word::This if self.context.has_receiver() => return self.parameter(0, span),
            Word::This => {
                let message = format!("`{}` is static and has no `this`", self.context.method_name());
                return Err(problem(span, message, "name a parameter, or a class for all of its objects"));
            }
            Word::Result => return self.result(span),
        };
        Ok(Meaning::Set { relation, functional: false })
    }

    fn parameter(&self, index: usize, span: Span) -> Result<Meaning, Problem> {
        let parameter = &self.context.parameters[index];
        let Some(sort) = parameter.sort else { return Err(floating(&parameter.name, span)) };
        let relation = build::set(RelationKind::Parameter(index), sort);
        Ok(Meaning::Set { relation, functional: true })
    }

    fn result(&self, span: Span) -> Result<Meaning, Problem> {
        let method = self.context.method_name();
        let parameter = self.context.parameters.iter().position(|parameter| parameter.name == "result");
        let given = self.context.result.filter(|_| self.context.condition == Condition::Ensures);
        match (given, parameter) {
            (None, Some(index)) => self.parameter(index, span),
            (Some(_), Some(_)) => Err(problem(
                span,
                format!("`result` is a parameter of `{method}` and what it returns"),
                "give the parameter another name",
            )),
            (Some(Some(sort)), None) => {
                Ok(Meaning::Set { relation: build::set(RelationKind::Result, sort), functional: true })
            }
            (Some(None), None) => Err(floating("result", span)),
            (None, None) if self.context.condition == Condition::Requires => Err(problem(
                span,
                "there is no `result` in a precondition",
                "say what is true of the result in @Ensures",
            )),
            (None, None) => Err(problem(
                span,
                format!("`{method}` returns nothing, so there is no `result`"),
                "say what is true of the fields afterwards",
            )),
        }
    }

    fn call(&self, callee: &Expression, span: Span) -> Problem {
        let own = self.context.method_name();
        let is_own = |part: &Expression| matches!(&part.kind, ExpressionKind::Name(name) if name == own);
        let is_own_member =
            matches!(&callee.kind, ExpressionKind::Infix(Infix::Join, _, name) if is_own(name));
        if is_own(callee) || is_own_member {
            return problem(
                span,
                format!(
                    "`{own}` cannot be called in what is said of `{own}` itself: recursion in a property is not possible"
                ),
                "say with fields what it does; what is reached step by step is written with `^` or `*`, as in this.*next",
            );
        }
        problem(
            span,
            format!("{} calls a method, and methods cannot be called in a property", quoted(callee)),
            "say with fields what the method would give",
        )
    }

    fn prefix(
        &mut self,
        operator: Prefix,
        operand: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        let has = |multiplicity, relation| Formula::Has(multiplicity, relation);
        Ok(match operator {
            Prefix::Not => Meaning::Truth(build::not(self.truth(operand)?)),
            Prefix::Some => Meaning::Truth(has(Multiplicity::Some, self.counted(operand)?)),
            Prefix::No => Meaning::Truth(build::not(has(Multiplicity::Some, self.counted(operand)?))),
            Prefix::One => Meaning::Truth(has(Multiplicity::One, self.counted(operand)?)),
            Prefix::Lone => Meaning::Truth(has(Multiplicity::Lone, self.counted(operand)?)),
            Prefix::Count => {
                Meaning::Number(Number::always(Integer::Count(Box::new(self.counted(operand)?))))
            }
            Prefix::Minus => {
                let number = self.number(operand)?;
                let value = if let Integer::Constant(value) = number.value {
                    Integer::Constant(value.wrapping_neg())
                } else {
                    let zero = Box::new(Integer::Constant(0));
                    Integer::Arithmetic(Arithmetic::Subtract, zero, Box::new(number.value))
                };
                Meaning::Number(Number { value, there: number.there })
            }
            Prefix::Transpose => {
                let place = match place {
                    Place::Value => Place::Relation { first: None, last: None },
                    Place::Relation { first, last } => {
                        Place::Relation { first: last.clone(), last: first.clone() }
                    }
                };
                let pairs = self.pairs(operand, &place)?;
                let columns = pairs.columns.iter().rev().cloned().collect();
                let relation = build::relation(RelationKind::Transpose(Box::new(pairs)), columns);
                Meaning::Set { relation, functional: false }
            }
            Prefix::Closure => {
                let relation = self.closure(operand, whole, place)?;
                Meaning::Set { relation, functional: false }
            }
            Prefix::Reflexive => {
                let closure = self.closure(operand, whole, place)?;
                let column = types::either(self.program(), &closure.columns[0], &closure.columns[1]);
                let identity = self.identity(&column, self.latest, whole.span)?;
                Meaning::Set { relation: build::union(self.program(), closure, identity), functional: false }
            }
        })
    }

    /// What a multiplicity or `#` is asked of.
    fn counted(&mut self, operand: &Expression) -> Result<Relation, Problem> {
        let meaning = self.meaning(operand, &Place::Value)?;
        match meaning {
            Meaning::Set { relation, .. } => Ok(relation),
            Meaning::Truth(_) | Meaning::Number(_) => Err(problem(
                operand.span,
                format!("{} is {}, not a set", quoted(operand), self.kind(&meaning)),
                "ask how many there are of a set, as in some x.next or #Node",
            )),
        }
    }

    /// A part that must be a relation of pairs.
    fn pairs(&mut self, operand: &Expression, place: &Place) -> Result<Relation, Problem> {
        let place = match place {
            Place::Value => &Place::Relation { first: None, last: None },
            Place::Relation { .. } => place,
        };
        let (relation, functional) = self.relation(operand, place)?;
        if relation.arity() != 2 {
            let kind = self.kind(&Meaning::Set { relation, functional });
            let message = format!("{} is {kind}, not a relation of pairs", quoted(operand));
            return Err(problem(
                operand.span,
                message,
                "name a field as in Node::next, or put the operator before it: x.^next",
            ));
        }
        Ok(relation)
    }

    fn closure(
        &mut self,
        operand: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Relation, Problem> {
        let pairs = self.pairs(operand, place)?;
        if types::meet(self.program(), &pairs.columns[0], &pairs.columns[1]).is_nothing() {
            let (from, to) = (self.shown(&pairs.columns[0]), self.shown(&pairs.columns[1]));
            return Err(problem(
                whole.span,
                format!("no step of {} follows another: it leads from {from} to {to}", quoted(operand)),
                "a closure needs a relation between objects of the same kind; leave it out for one step",
            ));
        }
        let columns = pairs.columns.clone();
        Ok(build::relation(RelationKind::Closure(Box::new(pairs)), columns))
    }

    /// Every object of the column's sorts with itself.
    fn identity(&mut self, column: &Column, state: State, span: Span) -> Result<Relation, Problem> {
        let mut identity: Option<Relation> = None;
        for &sort in column.sorts() {
            let Sort::Ref(ty) = sort else {
                return Err(problem(
                    span,
                    format!("`*` is not known for relations between {}", self.shown(column)),
                    "write `^` for one or more steps",
                ));
            };
            let part = build::relation(RelationKind::Identity(state, ty), vec![sort.into(), sort.into()]);
            identity = Some(match identity {
                None => part,
                Some(before) => build::union(self.program(), before, part),
            });
        }
        Ok(identity.unwrap_or_else(|| build::relation(RelationKind::Empty, vec![Column::default(); 2])))
    }

    fn infix(
        &mut self,
        operator: Infix,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        let truth = |formula| Ok(Meaning::Truth(formula));
        match operator {
            Infix::Iff => truth(build::iff(self.truth(one)?, self.truth(other)?)),
            Infix::Implies => truth(build::implies(self.truth(one)?, self.truth(other)?)),
            Infix::Or => truth(build::or([self.truth(one)?, self.truth(other)?])),
            Infix::And => truth(build::and([self.truth(one)?, self.truth(other)?])),
            Infix::Equal => truth(self.equal(one, other, whole)?),
            Infix::NotEqual => truth(build::not(self.equal(one, other, whole)?)),
            Infix::In => truth(self.within(one, other, whole)?),
            Infix::NotIn => truth(build::not(self.within(one, other, whole)?)),
            Infix::Less => truth(self.compare(Comparison::Less, one, other)?),
            Infix::LessOrEqual => truth(self.compare(Comparison::LessOrEqual, one, other)?),
            Infix::Greater => truth(self.compare(Comparison::Less, other, one)?),
            Infix::GreaterOrEqual => truth(self.compare(Comparison::LessOrEqual, other, one)?),
            Infix::Times => self.arithmetic(Arithmetic::Multiply, one, other),
            Infix::Divide => self.arithmetic(Arithmetic::Divide, one, other),
            Infix::Remainder => self.arithmetic(Arithmetic::Remainder, one, other),
            Infix::Plus => self.plus_or_minus(SetOperator::Union, one, other, whole, place),
            Infix::Minus => self.plus_or_minus(SetOperator::Difference, one, other, whole, place),
            Infix::Override => {
                let place = match place {
                    Place::Value => Place::Relation { first: None, last: None },
                    Place::Relation { .. } => place.clone(),
                };
                self.sets(SetOperator::Override, one, other, whole, &place)
            }
            Infix::Intersection => self.sets(SetOperator::Intersection, one, other, whole, place),
            Infix::Product => {
                let (one, _) = self.relation(one, &Place::Value)?;
                let (other, _) = self.relation(other, &Place::Value)?;
                let columns = one.columns.iter().chain(&other.columns).cloned().collect();
                let relation =
                    build::relation(RelationKind::Product(Box::new(one), Box::new(other)), columns);
                Ok(Meaning::Set { relation, functional: false })
            }
            Infix::Join => self.join(one, other, whole, place),
        }
    }

    fn conditional(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        let is = self.truth(condition)?;
        let (one, other) = (self.meaning(then, place)?, self.meaning(otherwise, place)?);
        let span = then.span.to(otherwise.span);
        if matches!(one, Meaning::Truth(_)) || matches!(other, Meaning::Truth(_)) {
            self.copying(build::formula_size(&is), span)?;
            let (one, other) = (self.truth_of(one, then)?, self.truth_of(other, otherwise)?);
            return Ok(Meaning::Truth(build::and([build::implies(is.clone(), one), build::or([is, other])])));
        }
        let functional = [&one, &other].into_iter().all(|meaning| match meaning {
            Meaning::Truth(_) | Meaning::Number(_) => true,
            Meaning::Set { functional, .. } => *functional,
        });
        let (one, other) = (self.relation_of(one), self.relation_of(other));
        if one.arity() != other.arity() {
            return Err(self.widths(&one, &other, span));
        }
        let columns = one.columns.iter().zip(&other.columns);
        let columns: Vec<Column> =
            columns.map(|(one, other)| types::either(self.program(), one, other)).collect();
        if let Some(mixed) = columns.iter().find(|column| types::is_mixed(column)) {
            return Err(problem(
                span,
                format!("the choice gives {}", self.shown(mixed)),
                "keep numbers, truth values and objects apart",
            ));
        }
        Ok(Meaning::Set { relation: build::choice(is, one, other, columns), functional })
    }
}

/// Whether it is a set of values of one sort.
fn is_single(relation: &Relation, sort: Sort) -> bool {
    matches!(&relation.columns[..], [column] if column.sorts() == [sort])
}

fn floating(name: &str, span: Span) -> Problem {
    problem(
        span,
        format!("`{name}` is a floating-point number, which formulas cannot have"),
        "say something about integers and objects",
    )
}
