//! The line that shows a person how far the work has come. It is only made for terminals.

use std::io::Write as _;
use std::time::Instant;

use check::{Event, Observer, Progress};
use report::human;

use crate::terminal::columns;

/// Draws one line on standard error and wipes it away in the end.
pub(crate) struct ProgressLine {
    started: Instant,
    drawn: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        ProgressLine { started: Instant::now(), drawn: false }
    }

    fn draw(&mut self, line: &str) {
        // A line that wraps could not be wiped away.
        let width = columns(&std::io::stderr()).unwrap_or(80).saturating_sub(1);
        let line: String = line.chars().take(width).collect();
        let mut terminal = std::io::stderr().lock();
        // Nothing can be done about a terminal that is gone.
        let _ = write!(terminal, "\r\x1b[2K{line}").and_then(|()| terminal.flush());
        self.drawn = true;
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let mut terminal = std::io::stderr().lock();
            let _ = write!(terminal, "\r\x1b[2K").and_then(|()| terminal.flush());
        }
    }
}

impl Observer for ProgressLine {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Started(_) => {}
            Event::Finished(..) => self.wipe(),
            Event::Progress(progress) => {
                let line = describe(progress, self.started.elapsed().as_secs_f64());
                self.draw(&line);
            }
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.wipe();
    }
}

fn describe(progress: Progress, seconds: f64) -> String {
    if let Some((done, all)) = progress.scenarios {
        return format!(
            "searching: {} of {} scenarios, {} states, {}, {seconds:.0} s, {}",
            human::count(done),
            human::count(all),
            human::count(progress.states),
            human::bytes(progress.bytes),
            match all.saturating_sub(done) {
                _ if done == 0 => "no estimate".to_string(),
                // Those that are left are larger than those that are done.
                left => format!("at least {:.0} s more", seconds / done as f64 * left as f64),
            }
        );
    }
    let rate = progress.states as f64 / seconds.max(0.001);
    format!(
        "searching: {} states, {}/s, {} waiting, depth {}, {}, {seconds:.0} s, no estimate",
        human::count(progress.states),
        human::count(rate as u64),
        human::count(progress.frontier),
        human::count(progress.depth),
        human::bytes(progress.bytes),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let progress = Progress {
            states: 1_234_567,
            transitions: 0,
            frontier: 89,
            depth: 12,
            bytes: 5 << 20,
            scenarios: None,
        };
        assert_eq!(
            describe(progress, 2.0),
            "searching: 1,234,567 states, 617,283/s, 89 waiting, depth 12, 5.0 MiB, 2 s, no estimate"
        );
        assert_eq!(
            describe(Progress { scenarios: Some((100, 1_100)), ..progress }, 2.0),
            "searching: 100 of 1,100 scenarios, 1,234,567 states, 5.0 MiB, 2 s, at least 20 s more"
        );
    }
}
