//! `glassbox api`.

use glassbox::JavaOptions;

use crate::Exit;
use crate::cli::{ApiArguments, Color, homes};
use crate::guard;
use crate::output::Output;
use crate::terminal::Terminal;

pub(crate) fn run(arguments: &ApiArguments) -> Exit {
    guard::start();
    let options = JavaOptions { homes: homes(arguments.java_home.as_ref()), ..JavaOptions::default() };
    // The place is looked at before the compiler runs.
    let written = Output::open(Some(&arguments.jar), &[])
        .and_then(|output| output.write_bytes(&glassbox::api_jar(&options)?));
    match written {
        Ok(()) => Exit::Holds,
        Err(diagnostic) => {
            Terminal::standard(Color::Auto).reject(&diagnostic.into());
            Exit::Rejected
        }
    }
}
