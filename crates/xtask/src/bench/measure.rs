//! One run of a process: how long it took, on the clock and of the processor.

use std::io::{self, Read as _};
use std::process::{Command, Stdio};
use std::time::Instant;

/// How long a process took, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// On the clock, from before its start to the end of its output.
    pub wall: f64,
    /// Of the processor, if the system tells.
    pub cpu: Option<f64>,
}

/// Runs a process to its end and gives what it printed.
pub(super) fn measure(command: &mut Command) -> io::Result<(Measured, String)> {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut output = String::new();
    if let Some(stdout) = &mut child.stdout {
        stdout.read_to_string(&mut output)?;
    }
    let wall = begun.elapsed().as_secs_f64();
    let cpu = processor_time(child.id());
    let status = child.wait()?;
    if !status.success() {
        let program = command.get_program().to_string_lossy();
        return Err(io::Error::other(format!("`{program}` ends with {status}; run it by hand to see why")));
    }
    Ok((Measured { wall, cpu }, output))
}

/// The processor time of a process that has ended but was not waited for: the system keeps its numbers
/// until then. `None` where there is no such file.
fn processor_time(process: u32) -> Option<f64> {
    // The output ends a little before the process does.
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, behind_name) = status.rsplit_once(") ")?;
        if behind_name.starts_with('Z') {
            break;
        }
        std::thread::yield_now();
    }
    let statistics = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    let nanoseconds: f64 = statistics.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_measured_and_its_output_kept() {
        let (measured, output) = measure(Command::new("echo").arg("hello")).unwrap();
        assert_eq!(output, "hello\n");
        assert!(measured.wall > 0.0);
    }

    #[test]
    fn a_process_that_fails_is_an_error() {
        assert!(measure(&mut Command::new("false")).unwrap_err().to_string().contains("`false` ends with"));
    }
}
