//! The parameters of operations, and what their arguments can be.

use ir::ArrayTypeId;
use machine::Word;

use super::{Builder, Element, Item, Owner, Parameter, Slot, Space, Trouble};
use crate::model::{Content, Model, Role};

impl Space {
    /// The variables that the arguments of an operation can depend on: those of parameters, each with the elements of its
    /// arrays behind it.
    pub fn arguments(&self, operation: usize) -> Vec<usize> {
        self.arguments_that(operation, |_| true)
    }

    /// The variables that the arguments of an operation depend on if variables have these codes: elements of other
    /// arrays than those that the parameters refer to are not among them. Each comes behind those that decide whether it is.
    pub fn chosen_arguments(&self, operation: usize, codes: &[u32]) -> Vec<usize> {
        self.arguments_that(operation, |(variable, item)| {
            self.variables[variable].domain[codes[variable] as usize] == item
        })
    }

    fn arguments_that(&self, operation: usize, goes: impl Fn((usize, Item)) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open: Vec<usize> =
            self.parameters[operation].iter().rev().filter_map(|parameter| parameter.variable()).collect();
        while let Some(variable) = open.pop() {
            found.push(variable);
            for &item in self.variables[variable].domain.iter().rev() {
                if let Item::Object(object) = item
                    && self.is_argument(object)
                    && goes((variable, item))
                {
                    let elements: Vec<usize> = self.variables_of(object).collect();
                    open.extend(elements.into_iter().rev());
                }
            }
        }
        found
    }

    /// Whether an object is an array that belongs to a parameter and has elements.
    fn is_argument(&self, object: usize) -> bool {
        let first = self.variables_of(object).next();
        first.is_some_and(|variable| matches!(self.variables[variable].owner, Owner::Element(_)))
    }

    /// The name of an element, such as `add.values[1]`.
    pub(super) fn element_name(&self, model: &Model, element: Element) -> String {
        let Element { operation, parameter, array, slot } = element;
        let described = &model.operations[operation];
        // The way to the array leads through those that refer to it.
        let mut indices = vec![slot];
        let mut at = array;
        while let Some(outer) = self.variables.iter().find_map(|variable| match variable.owner {
            Owner::Element(outer) if variable.domain.contains(&Item::Object(at)) => Some(outer),
            Owner::Element(_) | Owner::Slot(..) | Owner::Parameter(..) => None,
        }) {
            indices.push(outer.slot);
            at = outer.array;
        }
        let indices: String = indices.iter().rev().map(|index| format!("[{index}]")).collect();
        format!("{}.{}{indices}", described.name, described.parameters[parameter].name)
    }
}

/// Where an argument, or an element of one, is.
struct Position<'a> {
    operation: usize,
    parameter: usize,
    /// The name, such as `add.values`.
    shown: &'a str,
    /// Whether somebody says which numbers it has.
    is_said: bool,
    /// In how many arrays it is.
    depth: usize,
}

impl Builder<'_> {
    pub(super) fn parameters(&mut self) -> Result<(), Trouble> {
        for (place, operation) in self.model.operations.iter().enumerate() {
            let mut row = Vec::new();
            for (index, parameter) in operation.parameters.iter().enumerate() {
                let shown = format!("{}.{}", operation.name, parameter.name);
                let owner = Owner::Parameter(place, index);
                let is_said = self.bounds.domain(&operation.name, &parameter.name).is_some();
                if let Content::Objects(classes) = &parameter.content
                    && parameter.is_key
                    && self.space.keys > 0
                    && !is_said
                    // The variable is no slot of the box: nobody but the call puts it there.
                    && let Some(object) = self.box_object(classes, shown.clone(), Slot::Initial)?
                {
                    let domain = self.all_keys();
                    let variable = self.variable(owner, domain, Role::Plain, &shown)?;
                    self.space.variables[variable].is_key = true;
                    row.push(Parameter::Boxed(object, variable));
                    continue;
                }
                let position =
                    Position { operation: place, parameter: index, shown: &shown, is_said, depth: 0 };
                row.push(Parameter::Variable(self.argument(owner, &position, &parameter.content)?));
            }
            self.space.parameters.push(row);
        }
        Ok(())
    }

    /// The variable of an argument, or of an element of one.
    fn argument(
        &mut self,
        owner: Owner,
        position: &Position<'_>,
        content: &Content,
    ) -> Result<usize, Trouble> {
        let Position { shown, is_said, .. } = *position;
        let mut is_key = false;
        let domain = match content {
            Content::Truth => vec![Item::Word(0), Item::Word(1)],
            Content::Integer { .. } if self.space.keys > 0 && !is_said => {
                is_key = true;
                self.all_keys()
            }
            Content::Integer { .. } if self.space.has_number_keys() && !is_said => self.number_keys(shown),
            Content::Integer { least, greatest } => self.integers(shown, *least, *greatest),
            Content::Words(words) => words.iter().map(|(word, _)| Item::Word(*word)).collect(),
            Content::Objects(classes) => {
                let domain = self.objects_of(classes)?;
                self.settle()?;
                domain
            }
            Content::Array { ty, element } => {
                let variable = self.variable(owner, vec![Item::Null], Role::Plain, shown)?;
                self.space.variables[variable].domain =
                    self.argument_arrays((*ty, element), position)?.into();
                return Ok(variable);
            }
            Content::Unknown(ty) => return Err(Trouble::Unknown(shown.to_string(), ty.clone())),
        };
        let variable = self.variable(owner, domain, Role::Plain, shown)?;
        self.space.variables[variable].is_key = is_key;
        Ok(variable)
    }

    /// Makes the arrays that an argument can be, and what can be in them; gives its values.
    fn argument_arrays(
        &mut self,
        (ty, element): (ArrayTypeId, &Content),
        position: &Position<'_>,
    ) -> Result<Vec<Item>, Trouble> {
        let Position { operation, parameter, shown, depth, .. } = *position;
        let (owner, name) = shown.rsplit_once('.').unwrap_or((shown, ""));
        let lengths: Vec<usize> = match self.bounds.lengths_of(owner, name, depth) {
            Some(lengths) => lengths.to_vec(),
            None => (0..=self.bounds.height).collect(),
        };
        let mut domain = vec![Item::Null];
        for length in lengths {
            // It has no place in the structure.
            let array = self.array_object(ty, length, None)?;
            for slot in 0..length as u32 {
                let owner = Owner::Element(Element { operation, parameter, array, slot });
                let position = Position { depth: depth + 1, ..*position };
                let variable = self.argument(owner, &position, element)?;
                self.space.objects[array].slots.push(Slot::Variable(variable));
            }
            domain.push(Item::Object(array));
        }
        Ok(domain)
    }

    /// Where keys are numbers, integers are taken for keys.
    fn number_keys(&self, shown: &str) -> Vec<Item> {
        if self.space.height.is_some() {
            return self.key_values(shown);
        }
        let keys = self.space.variables.iter().filter(|variable| variable.role == Role::Sorted);
        let mut values: Vec<Word> = keys
            .flat_map(|variable| variable.domain.iter())
            .filter_map(|&item| match item {
                Item::Word(word) => Some(word),
                Item::Null | Item::Object(_) => None,
            })
            .collect();
        values.sort_unstable_by_key(|&word| word as i64);
        values.dedup();
        values.into_iter().map(Item::Word).collect()
    }
}
