//! Diagnostics as JSON.

use ir::{Diagnostic, IdVec, Source, SourceId};
use serde::Serialize;

use super::{ToolView, pretty};

/// The format that [`diagnostics`] writes.
const DIAGNOSTICS: &str = "glassbox-diagnostics/1";

/// Diagnostics in their order as JSON, with a line feed at its end.
pub fn diagnostics(list: &[Diagnostic], sources: &IdVec<SourceId, Source>, tool_version: &str) -> String {
    pretty(&DiagnosticsView {
        schema: DIAGNOSTICS,
        tool: ToolView::new(tool_version),
        diagnostics: list.iter().map(|diagnostic| DiagnosticView::new(diagnostic, sources)).collect(),
    })
}

#[derive(Serialize)]
struct DiagnosticsView<'a> {
    schema: &'static str,
    tool: ToolView<'a>,
    diagnostics: Vec<DiagnosticView<'a>>,
}

#[derive(Serialize)]
struct DiagnosticView<'a> {
    code: String,
    title: &'static str,
    message: &'a str,
    location: Option<SpanView<'a>>,
    remedy: &'a str,
}

impl<'a> DiagnosticView<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &'a IdVec<SourceId, Source>) -> Self {
        let Diagnostic { code, message, position, length, remedy } = diagnostic;
        let location = position.and_then(|position| {
            let source = sources.get(position.source)?;
            Some(SpanView {
                file: &source.name,
                line: position.line,
                column: position.column,
                length: *length,
            })
        });
        DiagnosticView { code: code.to_string(), title: code.title(), message, location, remedy }
    }
}

#[derive(Serialize)]
struct SpanView<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
}
