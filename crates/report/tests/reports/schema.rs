//! Documents against the schemas in the repository; also that the schemas can say no.

use std::collections::BTreeSet;

use check::Reason;
use serde_json::{Value, json};

use crate::samples;

fn validator(schema: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema follows its own rules");
    jsonschema::draft202012::new(&schema).expect("the schema can be used")
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("the document is JSON")
}

#[track_caller]
pub(crate) fn assert_valid(text: &str) {
    let errors: Vec<String> = validator(report::json::SCHEMA)
        .iter_errors(&value(text))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn every_report_follows_the_schema() {
    let runs = [
        samples::holds(),
        samples::violated(),
        samples::violated_long(0),
        samples::violated_twice(),
        samples::violated_by_threads(),
        samples::unknown(),
        samples::bare(),
    ];
    for run in runs.iter().chain(&samples::each_reason()) {
        assert_valid(&report::json::run(run, "0.1.0"));
    }
}

/// What threads did is told in full, and in a table.
#[test]
fn what_threads_did_is_told() {
    let run = samples::violated_by_threads();
    let json = value(&report::json::run(&run, "0.1.0"));
    let trace = &json["violations"][0]["trace"];
    assert_eq!(trace["cycle"], 0);
    assert_eq!(trace["interplay"]["threads"], json!(["main", "waiter"]));
    assert_eq!(trace["interplay"]["turns"][0]["changes"], json!([{ "place": "cups", "value": "1" }]));
    assert_eq!(trace["history"]["threads"][1][0]["call"], "poll()");
    assert_eq!(trace["history"]["threads"][1][0]["result"], json!(null));
    assert_eq!(json["unreached_assertions"][0]["line"], 4);
    let text = report::text::run(&run, report::Style::default());
    for word in [
        "offer(1): true | poll(), never returns",
        "waiter",
        "writes cups",
        "-> cups = 1",
        "from here on for ever",
        "never reached",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
}

/// Does not compile with a new reason until it stands here; then `samples::each_reason` needs it too.
fn is_sampled(reason: &Reason) -> bool {
    match reason {
        Reason::Stopped(_)
        | Reason::Unexplored(_)
        | Reason::Untried(..)
        | Reason::LossyStore
        | Reason::CompactStore(_)
        | Reason::AbstractMatching
        | Reason::Skipped(_)
        | Reason::Random(_)
        | Reason::Obstacle(_)
        | Reason::EndedAtViolation
        | Reason::ReplayStopped(_)
        | Reason::Unconfirmed(_) => true,
    }
}

/// The schema lists exactly what the contract has.
#[test]
fn the_schema_knows_every_property_and_every_reason() {
    let schema = value(report::json::SCHEMA);
    let names = |value: &Value| -> BTreeSet<String> {
        let names = value.as_array().expect("an enumeration is an array");
        names.iter().map(|name| name.as_str().expect("names are strings").to_string()).collect()
    };
    let properties = check::Property::ALL.into_iter().map(|property| property.name().to_string());
    assert_eq!(names(&schema["$defs"]["property"]["enum"]), properties.collect());
    let runs = samples::each_reason();
    let reasons = runs.iter().flat_map(|run| run.conclusion.reasons()).filter(|reason| is_sampled(reason));
    let kinds = reasons.map(|reason| reason.kind().to_string());
    let listed = &schema["properties"]["reasons"]["items"]["properties"]["kind"]["enum"];
    assert_eq!(names(listed), kinds.collect());
}

/// Every place of every document: a missing member, an additional one, and a value of another type
/// must be noticed, apart from what is open by design.
#[test]
fn documents_that_were_tampered_with_are_rejected() {
    let validator = validator(report::json::SCHEMA);
    let mut tried = 0;
    for run in [samples::holds(), samples::violated(), samples::unknown()] {
        let good = value(&report::json::run(&run, "0.1.0"));
        assert!(validator.is_valid(&good));
        for pointer in pointers(&good) {
            let mut wrong_type = good.clone();
            *wrong_type.pointer_mut(&pointer).expect("the place exists") = json!([["wrong"]]);
            assert!(!validator.is_valid(&wrong_type), "another type at {pointer}");
            tried += 1;
            let Some(object) = good.pointer(&pointer).and_then(Value::as_object) else {
                continue;
            };
            let open = pointer == "/task/options" || pointer == "/stats";
            let always = ["seconds", "peak_bytes"];
            // Reports of before there were notes are still reports.
            let may_be_absent = |name: &str| pointer.is_empty() && name == "notes";
            for name in object.keys().filter(|name| !open || always.contains(&name.as_str())) {
                if may_be_absent(name) {
                    continue;
                }
                let mut missing = good.clone();
                let place = missing.pointer_mut(&pointer).and_then(Value::as_object_mut);
                place.expect("the object exists").remove(name);
                assert!(!validator.is_valid(&missing), "no {name} at {pointer}");
                tried += 1;
            }
            let mut additional = good.clone();
            let place = additional.pointer_mut(&pointer).and_then(Value::as_object_mut);
            place.expect("the object exists").insert("surprise".into(), json!(true));
            assert!(!validator.is_valid(&additional), "an additional member at {pointer}");
            tried += 1;
        }
    }
    assert!(tried > 300, "only {tried} mutations were tried");
}

#[test]
fn reports_that_contradict_themselves_are_rejected() {
    let validator = validator(report::json::SCHEMA);
    let holds = value(&report::json::run(&samples::holds(), "0.1.0"));
    let violated = value(&report::json::run(&samples::violated(), "0.1.0"));
    let unknown = value(&report::json::run(&samples::unknown(), "0.1.0"));
    let cases = [
        (&holds, "/verdict", json!("violated")),
        (&holds, "/verdict", json!("unknown")),
        (&holds, "/verdict", json!("true")),
        (&holds, "/violations", violated["violations"].clone()),
        (&holds, "/reasons", unknown["reasons"].clone()),
        (&holds, "/properties/0/verdict", json!("unknown")),
        (&holds, "/properties/0/name", json!("beauty")),
        (&violated, "/verdict", json!("holds")),
        (&violated, "/verdict", json!("unknown")),
        (&violated, "/violations", json!([])),
        (&violated, "/properties/0/verdict", json!("holds")),
        (&unknown, "/verdict", json!("holds")),
        (&unknown, "/reasons", json!([])),
        (&unknown, "/reasons/0/hint", json!("")),
        (&unknown, "/reasons/0/kind", json!("bad luck")),
        (&unknown, "/schema", json!("glassbox-report/2")),
        (&unknown, "/stats/seconds", json!("0.1")),
        (&unknown, "/stats/peak_bytes", json!(0.5)),
        (&unknown, "/stats/states", json!("many")),
        (&violated, "/violations/0/trace/choices/0/value", json!(1.5)),
        (&violated, "/violations/0/trace/choices/0/value", json!(1e30)),
        (&violated, "/violations/0/location/line", json!(-1)),
    ];
    for (document, pointer, replacement) in cases {
        let mut document = document.clone();
        *document.pointer_mut(pointer).expect("the place exists") = replacement.clone();
        assert!(!validator.is_valid(&document), "{replacement} at {pointer}");
    }
}

/// Every place inside of a document.
fn pointers(value: &Value) -> Vec<String> {
    let mut all = Vec::new();
    let mut waiting = vec![(String::new(), value)];
    while let Some((pointer, value)) = waiting.pop() {
        match value {
            Value::Object(object) => {
                waiting.extend(object.iter().map(|(name, value)| (format!("{pointer}/{name}"), value)));
            }
            Value::Array(array) => {
                waiting.extend(
                    array.iter().enumerate().map(|(index, value)| (format!("{pointer}/{index}"), value)),
                );
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        all.push(pointer);
    }
    all
}

#[test]
fn diagnostics_follow_their_schema_and_tampered_ones_do_not() {
    let validator = validator(report::json::DIAGNOSTICS_SCHEMA);
    let (list, sources) = crate::diagnostics::sample();
    let good = value(&report::json::diagnostics(&list, &sources, "0.1.0"));
    assert!(validator.is_valid(&good), "{good:#}");
    assert!(validator.is_valid(&value(&report::json::diagnostics(&[], &sources, "0.1.0"))));
    for pointer in pointers(&good) {
        let mut wrong_type = good.clone();
        *wrong_type.pointer_mut(&pointer).expect("the place exists") = json!([["wrong"]]);
        assert!(!validator.is_valid(&wrong_type), "another type at {pointer}");
        let names: Vec<String> = match good.pointer(&pointer).and_then(Value::as_object) {
            Some(object) => object.keys().cloned().collect(),
            None => continue,
        };
        for name in names {
            let mut missing = good.clone();
            let place = missing.pointer_mut(&pointer).and_then(Value::as_object_mut);
            place.expect("the object exists").remove(&name);
            assert!(!validator.is_valid(&missing), "no {name} at {pointer}");
        }
    }
    let mut bad_code = good;
    bad_code["diagnostics"][0]["code"] = json!("E0101");
    assert!(!validator.is_valid(&bad_code));
}
