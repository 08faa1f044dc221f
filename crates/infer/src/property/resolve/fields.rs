//! Names of variables, fields and classes, what is behind a dot, and arrays.

use ir::suggest::nearest;
use ir::{ClassId, FieldId, GlobalId, RefType, Type};

use super::build::{self, Number};
use super::{Bound, Meaning, Place, Resolver, floating, problem, quoted, types};
use crate::property::core::{Column, Relation, RelationKind, Sort};
use crate::property::names::{Member, sort_of};
use crate::property::syntax::{Expression, ExpressionKind, Infix, Name, Prefix, Word};
use crate::property::{Problem, Span};

/// How many names the path of a class may have behind the first one.
const LONGEST_PATH: usize = 20;

/// Whether the indices of elements count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Indices {
    Kept,
    Forgotten,
}

impl Resolver<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span, place: &Place) -> Result<Meaning, Problem> {
        match place {
            Place::Value => self.value_named(name, span),
            Place::Relation { first, last } => {
                let bound = self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, bound)| bound);
                if let Some(Bound::Let(Meaning::Set { relation, .. })) = bound
                    && relation.arity() > 1
                {
                    return self.value_named(name, span);
                }
                match first {
                    Some(column) => self.field_from(column, name, span),
                    None => self.field_anywhere(name, last.as_ref(), span),
                }
            }
        }
    }

    /// What a name means as a value: a variable, a parameter, a field of the receiver, a static field, all objects of a class.
    fn value_named(&mut self, name: &str, span: Span) -> Result<Meaning, Problem> {
        if let Some((_, bound)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            return match bound.clone() {
                Bound::Variable(variable, column) => {
                    Ok(Meaning::Set { relation: build::variable(variable, column), functional: true })
                }
                Bound::Let(meaning) => {
                    let nodes = match &meaning {
                        Meaning::Truth(formula) => build::formula_size(formula),
                        Meaning::Number(number) => build::integer_size(&number.value),
                        Meaning::Set { relation, .. } => build::size(relation),
                    };
                    self.copying(nodes, span)?;
                    Ok(meaning)
                }
            };
        }
        if let Some(index) = self.parameter_named(name) {
            return self.parameter(index, span);
        }
        match self.context.own_member(name) {
            Some(Member::Static(global)) => return self.global(global, span),
            Some(Member::Instance(field)) if self.context.has_receiver() => {
                let Meaning::Set { relation: this, .. } = self.parameter(0, span)? else {
                    unreachable!("the receiver is an object");
                };
                let relation = build::join(this, self.field(field, span)?);
                return Ok(Meaning::Set { relation, functional: true });
            }
            Some(Member::Instance(field)) => {
                let owner = types::class_name(self.program(), self.program().fields[field].owner);
                return Err(problem(
                    span,
                    format!("`{name}` is a field of objects, and `{}` is static", self.context.method_name()),
                    format!("write x.{name} for the field of x, or {owner}::{name} for the relation"),
                ));
            }
            None => {}
        }
        match self.context.classes_named(name)[..] {
            [class] => Ok(self.objects(class)),
            [] if self.context.fields_named(name).is_empty() => Err(self.unknown(name, span)),
            // The receiver has no such field, so the relation is meant.
            [] => self.field_anywhere(name, None, span),
            [..] => {
                let names: Vec<&str> = self
                    .context
                    .classes_named(name)
                    .iter()
                    .map(|&class| self.program().class_name(class))
                    .collect();
                let message = format!("`{name}` can be {}", names.join(" or "));
                Err(problem(span, message, "write the class with its packages"))
            }
        }
    }

    fn parameter_named(&self, name: &str) -> Option<usize> {
        self.context.parameters.iter().position(|parameter| parameter.name == name)
    }

    fn is_bound(&self, name: &str) -> bool {
        self.scope.iter().any(|(known, _)| known == name) || self.parameter_named(name).is_some()
    }

    fn unknown(&self, name: &str, span: Span) -> Problem {
        let fields = self.context.class.map(|class| self.context.field_names(class)).unwrap_or_default();
        let parameters = self.context.parameters.iter().map(|parameter| parameter.name.clone());
        let words = Word::ALL.into_iter().map(|word| word.text().to_string());
        let known = self.scope.iter().map(|(name, _)| name.clone()).chain(parameters).chain(fields);
        let known = known.chain(self.context.class_names()).chain(words);
        let is_method = self.context.class.is_some_and(|class| self.context.has_method(class, name));
        let remedy = match nearest(name, known) {
            _ if name == "$return" || name == "return" => "did you mean result?".to_string(),
            _ if is_method => "it is a method, and methods cannot be called in a property".to_string(),
            Some(near) => format!("did you mean {near}?"),
            None => "a class of another package is written with its packages".to_string(),
        };
        let message = format!("`{name}` is no variable, parameter, field or class here");
        problem(span, message, remedy)
    }

    fn objects(&self, class: ClassId) -> Meaning {
        // Arrays belong to this class too, and the program says so only of this type.
        let is_root = self.program().array_class() == Some(class);
        let ty = if is_root { RefType::Any } else { RefType::Class(class) };
        let relation = build::set(RelationKind::Objects(self.state, ty), Sort::Ref(ty));
        Meaning::Set { relation, functional: false }
    }

    fn noted(&mut self, member: Member) {
        if !self.context.is_foreign(member) {
            return;
        }
        let program = self.program();
        let name = match member {
            Member::Instance(field) => {
                let field = &program.fields[field];
                format!("{}.{}", types::class_name(program, field.owner), field.name)
            }
            Member::Static(global) => program.globals[global].name.clone(),
        };
        let note = format!("the property looks at `{name}`, which is private to another class");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn field(&mut self, field: FieldId, span: Span) -> Result<Relation, Problem> {
        self.noted(Member::Instance(field));
        let declared = &self.program().fields[field];
        let Some(sort) = sort_of(declared.ty) else { return Err(floating(&declared.name, span)) };
        let columns = vec![Sort::Ref(RefType::Class(declared.owner)).into(), sort.into()];
        Ok(build::relation(RelationKind::Field(self.state, field), columns))
    }

    fn global(&mut self, global: GlobalId, span: Span) -> Result<Meaning, Problem> {
        self.noted(Member::Static(global));
        let declared = &self.program().globals[global];
        let Some(sort) = sort_of(declared.ty) else { return Err(floating(&declared.name, span)) };
        let relation = build::set(RelationKind::Global(self.state, global), sort);
        Ok(Meaning::Set { relation, functional: true })
    }

    /// `Class::field`, and `x.Class::field`, which follows it from x.
    pub(super) fn field_of(&mut self, class: &Expression, field: &Name) -> Result<Meaning, Problem> {
        let Some(owner) = self.class_path(class) else {
            if let ExpressionKind::Infix(Infix::Join, from, class) = &class.kind {
                let span = class.span.to(field.span);
                let kind = ExpressionKind::FieldOf(class.clone(), field.clone());
                let (field, span) = (Expression { kind, span }, from.span.to(span));
                let kind = ExpressionKind::Infix(Infix::Join, from.clone(), Box::new(field.clone()));
                return self.join(from, &field, &Expression { kind, span }, &Place::Value);
            }
            let ExpressionKind::Name(name) = &class.kind else {
                let message = format!("{} is no class", quoted(class));
                return Err(problem(class.span, message, "write a class before `::`, as in Node::next"));
            };
            return Err(match self.value_named(name, class.span) {
                Ok(_) => problem(
                    class.span,
                    format!("`{name}` is no class"),
                    format!("write {name}.{} for the field of an object", field.text),
                ),
                Err(unknown) => unknown,
            });
        };
        match self.context.member(owner, &field.text) {
            Some(Member::Instance(found)) => {
                Ok(Meaning::Set { relation: self.field(found, field.span)?, functional: true })
            }
            Some(Member::Static(_)) => Err(problem(
                field.span,
                format!("`{}` is static, so it is no relation", field.text),
                format!("write {}.{}", types::class_name(self.program(), owner), field.text),
            )),
            None => Err(self.no_field(&Sort::Ref(RefType::Class(owner)).into(), &field.text, field.span)),
        }
    }

    /// The class that names with dots stand for, if no variable, parameter or field has the first one.
    fn class_path(&self, expression: &Expression) -> Option<ClassId> {
        let mut names: Vec<&str> = Vec::new();
        let mut rest = expression;
        while let ExpressionKind::Infix(Infix::Join, before, name) = &rest.kind {
            let ExpressionKind::Name(name) = &name.kind else { return None };
            names.push(name);
            rest = before;
        }
        let ExpressionKind::Name(first) = &rest.kind else { return None };
        if self.is_bound(first) || self.context.own_member(first).is_some() || names.len() > LONGEST_PATH {
            return None;
        }
        names.push(first);
        names.reverse();
        // A class, with those that are nested in it.
        let mut path = String::new();
        for (place, name) in names.iter().enumerate() {
            let candidates = match place {
                0 => self.context.classes_named(name),
                _ => self.context.class_at(&format!("{path}.{name}")).into_iter().collect(),
            };
            path = if place == 0 { (*name).to_string() } else { format!("{path}.{name}") };
            let [mut class] = candidates[..] else { continue };
            for name in &names[place + 1..] {
                if self.context.member(class, name).is_some() {
                    return None;
                }
                class = self.context.nested(class, name)?;
            }
            return Some(class);
        }
        None
    }

    /// The fields that objects of a column have under a name, as one relation.
    fn fields_from(&mut self, column: &Column, name: &str, span: Span) -> Result<Option<Relation>, Problem> {
        let mut found: Vec<Relation> = Vec::new();
        for &sort in column.sorts() {
            let fields = match sort {
                Sort::Ref(RefType::Class(class)) => match self.context.member(class, name) {
                    Some(Member::Instance(field)) => vec![field],
                    Some(Member::Static(_)) => {
                        return Err(problem(
                            span,
                            format!("`{name}` is static, so no object has it"),
                            format!("write {}.{name}", types::class_name(self.program(), class)),
                        ));
                    }
                    None => self.context.fields_below(RefType::Class(class), name),
                },
                Sort::Ref(RefType::Any) => self.context.fields_below(RefType::Any, name),
                Sort::Ref(array @ RefType::Array(_)) => {
                    if name == "length" {
                        let columns = vec![sort.into(), Sort::Int.into()];
                        found.push(build::relation(RelationKind::Length(self.state, array), columns));
                    }
                    Vec::new()
                }
                Sort::Int | Sort::Bool => Vec::new(),
            };
            for field in fields {
                let field = self.field(field, span)?;
                if !found.contains(&field) {
                    found.push(field);
                }
            }
        }
        let program = self.program();
        Ok(found.into_iter().reduce(|one, other| build::union(program, one, other)))
    }

    /// What a field leads to from objects of a column, as a relation.
    fn field_from(&mut self, column: &Column, name: &str, span: Span) -> Result<Meaning, Problem> {
        match self.fields_from(column, name, span)? {
            Some(relation) => Ok(Meaning::Set { relation, functional: true }),
            None => Err(self.no_field(column, name, span)),
        }
    }

    /// The field of that name of some class, as a relation.
    fn field_anywhere(&mut self, name: &str, last: Option<&Column>, span: Span) -> Result<Meaning, Problem> {
        let mut fields = self.context.fields_named(name);
        if let Some(last) = last {
            let program = self.program();
            fields.retain(|&field| {
                sort_of(program.fields[field].ty)
                    .is_none_or(|sort| !types::meet(program, &sort.into(), last).is_nothing())
            });
        }
        match fields[..] {
            [field] => Ok(Meaning::Set { relation: self.field(field, span)?, functional: true }),
            [] => self.value_named(name, span),
            [..] => {
                let program = self.program();
                let owner = |&field: &FieldId| types::class_name(program, program.fields[field].owner);
                let names: Vec<String> =
                    fields.iter().map(|field| format!("{}::{name}", owner(field))).collect();
                let message = format!("`{name}` can be {}", names.join(" or "));
                Err(problem(span, message, format!("say which one, as in {}", names[0])))
            }
        }
    }

    fn no_field(&self, column: &Column, name: &str, span: Span) -> Problem {
        let classes: Vec<ClassId> = column
            .sorts()
            .iter()
            .filter_map(|sort| match sort {
                Sort::Ref(RefType::Class(class)) => Some(*class),
                Sort::Int | Sort::Bool | Sort::Ref(RefType::Any | RefType::Array(_)) => None,
            })
            .collect();
        let fields = classes.iter().flat_map(|&class| self.context.field_names(class));
        let is_method = classes.iter().any(|&class| self.context.has_method(class, name));
        let remedy = match nearest(name, fields) {
            _ if is_method => "it is a method, and methods cannot be called in a property".to_string(),
            Some(near) => format!("did you mean {near}?"),
            None => "fields are followed from the objects that have them".to_string(),
        };
        let message = match column.is_nothing() {
            true => format!("null has no field `{name}`"),
            false => format!("{} have no field `{name}`", self.shown(column)),
        };
        problem(span, message, remedy)
    }

    pub(super) fn join(
        &mut self,
        one: &Expression,
        other: &Expression,
        whole: &Expression,
        place: &Place,
    ) -> Result<Meaning, Problem> {
        if let Some(class) = self.class_path(whole) {
            return Ok(self.objects(class));
        }
        if let ExpressionKind::Name(name) = &other.kind
            && let Some(class) = self.class_path(one)
            && let Some(Member::Static(global)) = self.context.member(class, name)
        {
            return self.global(global, other.span);
        }
        let left = match place {
            Place::Value => Place::Value,
            Place::Relation { first, .. } => Place::Relation { first: first.clone(), last: None },
        };
        let (first, first_functional) = self.relation(one, &left)?;
        let from = first.columns[first.arity() - 1].clone();
        if let ExpressionKind::Prefix(Prefix::Reflexive, steps) = &other.kind {
            return self.all_steps(first, steps, other, whole);
        }
        let right = Place::Relation { first: Some(from.clone()), last: None };
        let (second, second_functional) = if let ExpressionKind::Name(name) = &other.kind {
            match self.fields_from(&from, name, other.span)? {
                Some(field) => (field, true),
                None if first.arity() > 1 => self.relation(other, &Place::Value)?,
                None => self.relation(other, &right)?,
            }
        } else {
            self.relation(other, &right)?
        };
        self.can_join(&first, &second, whole)?;
        let functional = first_functional && second_functional && first.arity() == 1;
        Ok(Meaning::Set { relation: build::join(first, second), functional })
    }

    fn can_join(&self, first: &Relation, second: &Relation, whole: &Expression) -> Result<(), Problem> {
        if first.arity() + second.arity() < 3 {
            return Err(problem(
                whole.span,
                format!("{} joins two sets, and nothing would be left", quoted(whole)),
                "follow a field, or write `&` for what is in both",
            ));
        }
        let (from, to) = (&first.columns[first.arity() - 1], &second.columns[0]);
        if types::meet(self.program(), from, to).is_nothing() {
            return Err(problem(
                whole.span,
                format!(
                    "{} is always empty: it follows {} to where only {} are",
                    quoted(whole),
                    self.shown(from),
                    self.shown(to)
                ),
                "see which field leads on from there",
            ));
        }
        Ok(())
    }

    /// `x.*r`: what any number of steps reaches from something, that is, itself and what one or more steps reach.
    fn all_steps(
        &mut self,
        from: Relation,
        steps: &Expression,
        starred: &Expression,
        whole: &Expression,
    ) -> Result<Meaning, Problem> {
        let place = Place::Relation { first: from.columns.last().cloned(), last: None };
        let closure = self.closure(steps, starred, &place)?;
        self.can_join(&from, &closure, whole)?;
        self.copying(build::size(&from), whole.span)?;
        let reached = build::join(from.clone(), closure);
        Ok(Meaning::Set { relation: build::union(self.program(), from, reached), functional: false })
    }

    /// An array or a set of them, and a relation that leads on from them.
    pub(super) fn array(
        &mut self,
        expression: &Expression,
        indices: Indices,
    ) -> Result<(Relation, Relation, bool), Problem> {
        let (arrays, functional) = self.single(expression)?;
        let mut relation: Option<Relation> = None;
        for &sort in arrays.columns[0].sorts() {
            let Sort::Ref(array @ RefType::Array(id)) = sort else { continue };
            let element: Type = self.program().element_type(id);
            let Some(element) = sort_of(element) else {
                return Err(floating("an element", expression.span));
            };
            let part = match indices {
                Indices::Kept => build::relation(
                    RelationKind::Elements(self.state, array),
                    vec![sort.into(), Sort::Int.into(), element.into()],
                ),
                Indices::Forgotten => build::relation(
                    RelationKind::Contents(self.state, array),
                    vec![sort.into(), element.into()],
                ),
            };
            let program = self.program();
            relation = Some(match relation {
                Some(before) => build::union(program, before, part),
                None => part,
            });
        }
        match relation {
            Some(relation) => Ok((arrays, relation, functional)),
            None => {
                let kind = self.kind(&Meaning::Set { relation: arrays, functional });
                let message = format!("{} is {kind}, not an array", quoted(expression));
                Err(problem(expression.span, message, "only arrays have elements; follow fields with a dot"))
            }
        }
    }

    /// `array[index]`.
    pub(super) fn index(&mut self, array: &Expression, index: &Expression) -> Result<Meaning, Problem> {
        let (arrays, elements, functional) = self.array(array, Indices::Kept)?;
        let number: Number = self.number(index)?;
        let relation = build::join(number.into_set(), build::join(arrays, elements));
        Ok(Meaning::Set { relation, functional })
    }
}
