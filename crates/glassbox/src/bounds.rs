//! Bounds that nobody says: how long the arrays of a field are, and which numbers are no keys.

use std::collections::{BTreeMap, BTreeSet};

use check::Meter;
use glass::{ArrayLengths, ArrayPlace, Bounds, Content, Ground, Model, Role, Unordered};
use ir::{Code, Diagnostic};
use machine::Limits;

use crate::exploration::values;
use crate::input::Input;
use crate::structures::{Structures, structure_of};

/// What was found out about a class that its bounds depend on.
pub(crate) struct Found {
    limits: Limits,
    /// The lengths that arrays have in structures that calls make.
    seen: BTreeSet<(ArrayPlace, usize)>,
    /// Parameters that are numbers but no keys, by their operations and places.
    plain: BTreeSet<(usize, usize)>,
    /// Whether the keys of a sorted tree are numbers like others, and which ones at least.
    keys: Option<BTreeSet<i64>>,
}

impl Found {
    /// Looks at what operations do with a new object: all of them, whichever are to be checked.
    pub(crate) fn new(
        input: &Input,
        wanted: &Structures,
        ground: &Ground<'_>,
        model: &Model,
        limits: Limits,
    ) -> Self {
        let all = Structures { methods: None, ..wanted.clone() };
        let all = wanted.methods.as_ref().and_then(|_| structure_of(input, &all).ok());
        let seen = glass::seen(ground, all.as_ref().map_or(model, |all| &all.model), limits);
        Found { limits, seen, plain: BTreeSet::new(), keys: None }
    }

    /// Takes in what a check was rejected for. Says whether there is another way to check.
    pub(crate) fn relax(&mut self, model: &Model, unordered: &Unordered) -> bool {
        if !unordered.parameters.is_empty() {
            let before = self.plain.len();
            self.plain.extend(&unordered.parameters);
            return self.plain.len() > before;
        }
        // Keys that are objects have no numbers to range over.
        let mut sorted =
            model.classes.iter().flat_map(|class| &class.fields).filter(|field| {
                field.role == Role::Sorted && !matches!(field.content, Content::Integer { .. })
            });
        if sorted.next().is_some() || self.keys.is_some() {
            return false;
        }
        self.keys = Some(unordered.numbers.iter().copied().collect());
        true
    }

    /// What the user says, and what was found out besides, as far as the meter allows. `bounds` makes bounds of what is said.
    pub(crate) fn said(
        &self,
        ground: &Ground<'_>,
        model: &Model,
        wanted: &Structures,
        meter: &Meter<'_>,
        bounds: &dyn Fn(&Structures) -> Result<Bounds, Diagnostic>,
    ) -> Result<Structures, Diagnostic> {
        let mut said = wanted.clone();
        said.domains.extend(self.domains(model, &bounds(wanted)?));
        let impossible = glass::impossible(ground, model, &bounds(&said)?, self.limits, meter.watch());
        // All arrays of a field together: which of them the invariant did not like is not known.
        let fields: BTreeSet<(usize, usize)> =
            impossible.iter().map(|place| (place.class, place.field)).collect();
        for (class, field) in fields {
            let described = &model.classes[class];
            let (owner, name) = (&described.name, &described.fields[field].name);
            let is_said = said.lengths.iter().any(|(whose, which, _)| whose == owner && which == name);
            let mut lengths: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for (place, length) in &self.seen {
                if (place.class, place.field) == (class, field) {
                    lengths.entry(place.depth).or_default().push(length.to_string());
                }
            }
            if !is_said && !lengths.is_empty() {
                let lengths: Vec<String> = lengths.into_values().map(|lengths| lengths.join(",")).collect();
                said.lengths.push((owner.clone(), name.clone(), lengths.join("x")));
            }
        }
        Ok(said)
    }

    /// The values of numbers that are not handled up to their order.
    fn domains(&self, model: &Model, bounds: &Bounds) -> Vec<(String, String, String)> {
        let greatest = bounds.greatest;
        let parameters = self.plain.iter().map(|&(operation, parameter)| {
            let described = &model.operations[operation];
            let name = described.parameters[parameter].name.clone();
            (described.name.clone(), name, format!("0..{greatest}"))
        });
        let mut domains: Vec<_> = parameters.collect();
        if let Some(numbers) = &self.keys {
            let mut values = format!("0..{greatest}");
            for number in numbers.iter().filter(|number| !(0..=greatest).contains(*number)) {
                values.push_str(&format!(",{number}"));
            }
            for class in &model.classes {
                let sorted = class.fields.iter().filter(|field| field.role == Role::Sorted);
                domains.extend(sorted.map(|field| (class.name.clone(), field.name.clone(), values.clone())));
            }
        }
        domains
    }
}

/// The lengths of the arrays of a field or a parameter, from a text such as `3`, `0..2`, or `1x4` for arrays of arrays.
pub(crate) fn array_lengths(
    model: &Model,
    (owner, name, text): (&str, &str, &str),
) -> Result<ArrayLengths, Diagnostic> {
    let fields =
        model.classes.iter().filter(|class| class.name == owner).flat_map(|class| {
            class.fields.iter().filter(|field| field.name == name).map(|field| &field.content)
        });
    let operations = model.operations.iter().filter(|operation| operation.name == owner);
    let parameters = operations.flat_map(|operation| {
        operation.parameters.iter().filter(|parameter| parameter.name == name).map(|one| &one.content)
    });
    let deepest = fields.chain(parameters).map(depth).max().unwrap_or(0);
    let dimensions: Vec<&str> = text.split('x').collect();
    if dimensions.len() > deepest {
        return Err(Diagnostic::new(
            Code::Usage,
            format!("`{owner}.{name}` has no arrays of {} dimensions", dimensions.len()),
            "name a field by its class, as in Node.keys, or a parameter by its method, as in addAll.values",
        ));
    }
    let mut lengths = Vec::new();
    for dimension in dimensions {
        let numbers: Option<Vec<usize>> = values(dimension)?
            .iter()
            .map(|value| value.parse().ok().filter(|&length| length <= MOST))
            .collect();
        lengths.push(numbers.ok_or_else(|| {
            Diagnostic::new(
                Code::Usage,
                format!("`{text}` has lengths that no array here may have"),
                "write lengths as in 3, 0..2 or 0,4, and 1x4 for arrays of arrays",
            )
        })?);
    }
    Ok(ArrayLengths { owner: owner.to_string(), name: name.to_string(), lengths })
}

/// Nobody wants to wait for longer arrays.
const MOST: usize = 1 << 16;

/// How many dimensions arrays have that content is.
fn depth(content: &Content) -> usize {
    match content {
        Content::Array { element, .. } => 1 + depth(element),
        Content::Truth
        | Content::Integer { .. }
        | Content::Words(_)
        | Content::Objects(_)
        | Content::Unknown(_) => 0,
    }
}

/// What the bounds say of single fields and parameters, in words that follow other bounds.
pub(crate) fn particular(model: &Model, bounds: &Bounds) -> String {
    let mut text = String::new();
    for said in &bounds.arrays {
        let lengths: Vec<String> = said
            .lengths
            .iter()
            .map(|lengths| spans(&lengths.iter().map(|&length| length as i64).collect::<Vec<_>>()))
            .collect();
        text.push_str(&format!(", {}.{} of length {}", said.owner, said.name, lengths.join(" x ")));
    }
    for operation in &model.operations {
        for parameter in &operation.parameters {
            let is_said =
                bounds.arrays.iter().any(|said| said.owner == operation.name && said.name == parameter.name);
            if matches!(parameter.content, Content::Array { .. }) && !is_said {
                let most = bounds.height;
                text.push_str(&format!(", {}.{} of length 0..{most}", operation.name, parameter.name));
            }
        }
    }
    for (owner, name, values) in &bounds.domains {
        text.push_str(&format!(", {owner}.{name} in {}", spans(values)));
    }
    text
}

/// Numbers, those that follow each other as ranges.
fn spans(numbers: &[i64]) -> String {
    let mut spans: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            Some(_) | None => spans.push((number, number)),
        }
    }
    let shown = spans.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}..{last}"),
    });
    shown.collect::<Vec<_>>().join(",")
}
