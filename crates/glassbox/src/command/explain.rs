//! `glassbox explain`.

use ir::{Code, Diagnostic};

use crate::Exit;
use crate::cli::{Color, ExplainArguments};
use crate::output::Output;
use crate::terminal::Terminal;

pub(crate) fn run(arguments: &ExplainArguments) -> Exit {
    let text = match &arguments.code {
        None => Ok(Code::ALL.iter().map(|code| format!("{code}  {}\n", code.title())).collect()),
        Some(text) => match Code::parse(text) {
            Some(code) => Ok(report::explain::page(code).to_string()),
            None => Err(Diagnostic::new(
                Code::UnknownCode,
                format!("there is no code `{text}`"),
                "`glassbox explain` without a code lists all of them",
            )),
        },
    };
    match text.and_then(|text| Output::Standard.write(&text)) {
        Ok(()) => Exit::Holds,
        Err(diagnostic) => {
            Terminal::standard(Color::Auto).reject(&diagnostic.into());
            Exit::Rejected
        }
    }
}
