//! A report read back, to replay the violations that it records.
//!
//! Only what a replay needs is read; other members may be there or not. Texts come from outside, so
//! everything that can be wrong with them is a diagnostic.

use std::collections::BTreeMap;

use check::{Candidate, Input, Location, Property, Trace, Violation};
use ir::{Code, Diagnostic};
use serde::Deserialize;

use super::REPORT;

/// What a replay needs of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The files that the program was made of, with their digests.
    pub inputs: Vec<Input>,
    /// The function where executions start.
    pub entry: String,
    /// The engine that found the violations.
    pub engine: String,
    /// What was checked.
    pub properties: Vec<Property>,
    /// The engine's options.
    pub options: BTreeMap<String, String>,
    /// The violations, at least one, each with the choices that should lead to it.
    pub violations: Vec<Candidate>,
}

/// Reads a report that [`run`](super::run) wrote.
///
/// Fails with [`Code::BadTrace`] if the text is something else, and with [`Code::NothingToReplay`]
/// if the report has no violation.
pub fn read(text: &str) -> Result<Recorded, Diagnostic> {
    // Some editors put this mark before a text; JSON has no place for it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let header: Header = serde_json::from_str(text).map_err(|error| {
        bad(
            format!("the file cannot be read as JSON: {error}"),
            "give a report that `glassbox check --format json` wrote",
        )
    })?;
    match header.schema.as_deref() {
        Some(REPORT) => {}
        Some(schema) if schema.starts_with("glassbox-report/") => {
            return Err(bad(
                format!("the report has the format `{schema}`, and this version reads `{REPORT}`"),
                "check again with this version, or replay with the version that wrote the report",
            ));
        }
        Some(schema) => {
            return Err(bad(
                format!("the file has the format `{schema}` instead of `{REPORT}`"),
                "give a report that `glassbox check --format json` wrote",
            ));
        }
        None => {
            return Err(bad(
                format!("the file has no `schema` member that says `{REPORT}`"),
                "give a report that `glassbox check --format json` wrote",
            ));
        }
    }
    let report: Report = serde_json::from_str(text).map_err(|error| {
        bad(
            format!("the report is damaged: {error}"),
            "check again to get a whole report; do not edit reports by hand",
        )
    })?;
    if report.violations.is_empty() {
        return Err(Diagnostic::new(
            Code::NothingToReplay,
            format!("the report has no violation: its verdict is `{}`", report.verdict),
            "give a report whose verdict is `violated`",
        ));
    }
    let TaskPart { inputs, entry, properties, options } = report.task;
    Ok(Recorded {
        inputs: inputs.into_iter().map(|InputPart { path, digest }| Input { path, digest }).collect(),
        entry,
        engine: report.engine,
        properties: properties.iter().map(|name| property(name)).collect::<Result<_, _>>()?,
        options,
        violations: report.violations.into_iter().map(ViolationPart::candidate).collect::<Result<_, _>>()?,
    })
}

fn bad(message: String, remedy: &str) -> Diagnostic {
    Diagnostic::new(Code::BadTrace, message, remedy)
}

fn property(name: &str) -> Result<Property, Diagnostic> {
    Property::parse(name).ok_or_else(|| {
        let known: Vec<&str> = Property::ALL.into_iter().map(Property::name).collect();
        bad(
            format!("the report names a property `{name}`; there are {}", known.join(", ")),
            "check again with this version, or replay with the version that wrote the report",
        )
    })
}

/// What tells whether the rest can be understood.
#[derive(Deserialize)]
struct Header {
    #[serde(default)]
    schema: Option<String>,
}

#[derive(Deserialize)]
struct Report {
    task: TaskPart,
    engine: String,
    verdict: String,
    violations: Vec<ViolationPart>,
}

#[derive(Deserialize)]
struct TaskPart {
    inputs: Vec<InputPart>,
    entry: String,
    properties: Vec<String>,
    options: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct InputPart {
    path: String,
    digest: String,
}

#[derive(Deserialize)]
struct ViolationPart {
    property: String,
    message: String,
    location: LocationPart,
    trace: TracePart,
}

impl ViolationPart {
    fn candidate(self) -> Result<Candidate, Diagnostic> {
        let LocationPart { file, line, column, function } = self.location;
        Ok(Candidate {
            violation: Violation {
                property: property(&self.property)?,
                message: self.message,
                location: Location { file, line, column, function },
            },
            trace: Trace {
                choices: self.trace.choices.into_iter().map(|choice| choice.value).collect(),
                statements: self.trace.statements,
                cycle: self.trace.cycle,
            },
        })
    }
}

#[derive(Deserialize)]
struct LocationPart {
    file: String,
    line: u32,
    column: u32,
    function: String,
}

#[derive(Deserialize)]
struct TracePart {
    #[serde(default)]
    statements: Vec<String>,
    choices: Vec<ChoicePart>,
    #[serde(default)]
    cycle: Option<usize>,
}

#[derive(Deserialize)]
struct ChoicePart {
    value: i128,
}
