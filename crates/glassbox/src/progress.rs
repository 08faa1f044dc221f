//! The line that shows a person how far the work has come. It is only made for terminals.

use std::io::Write as _;
use std::time::Instant;

use check::{Event, Observer, Progress};

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
        let width = terminal_width().saturating_sub(1);
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

/// The width of the terminal, or a usual one.
pub(crate) fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100)
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
    let rate = progress.states as f64 / seconds.max(0.001);
    format!(
        "searching: {} states, {}/s, {} waiting, depth {}, {}, {seconds:.0} s, no estimate",
        grouped(progress.states),
        grouped(rate as u64),
        grouped(progress.frontier),
        grouped(progress.depth),
        memory(progress.bytes),
    )
}

fn memory(bytes: u64) -> String {
    match bytes {
        0..1_048_576 => format!("{} KiB", bytes >> 10),
        1_048_576..1_073_741_824 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let progress =
            Progress { states: 1_234_567, transitions: 0, frontier: 89, depth: 12, bytes: 5 << 20 };
        assert_eq!(
            describe(progress, 2.0),
            "searching: 1,234,567 states, 617,283/s, 89 waiting, depth 12, 5 MiB, 2 s, no estimate"
        );
    }
}
