//! JSON against the schemas in `schemas/`.

use serde_json::Value;

/// The document, if it is JSON and obeys the schema that its `schema` member names.
pub(crate) fn validated(text: &str) -> Result<Value, String> {
    let document: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}\n{text}"))?;
    let schema = match document["schema"].as_str() {
        Some("glassbox-report/1") => report::json::SCHEMA,
        Some("glassbox-diagnostics/1") => report::json::DIAGNOSTICS_SCHEMA,
        other => return Err(format!("the document names the schema {other:?}")),
    };
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let errors: Vec<String> =
        validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if errors.is_empty() { Ok(document) } else { Err(errors.join("\n")) }
}
