//! Whole reports: expected texts, documents against their schemas, pages against the parser.

mod diagnostics;
mod expected;
mod explain;
mod json;
mod samples;
mod schema;
mod text;
