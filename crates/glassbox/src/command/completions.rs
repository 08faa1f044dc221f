//! `glassbox completions`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Exit;
use crate::cli::{Cli, Color};
use crate::output::Output;
use crate::terminal::Terminal;

pub(crate) fn run(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "glassbox", &mut script);
    match Output::Standard.write(&String::from_utf8_lossy(&script)) {
        Ok(()) => Exit::Holds,
        Err(diagnostic) => {
            Terminal::standard(Color::Auto).reject(&diagnostic.into());
            Exit::Rejected
        }
    }
}
