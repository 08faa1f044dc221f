//! One run of a process: how long it took, on the clock and of the processor, and how much memory.

use std::io::{self, Read as _};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a process took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Seconds on the clock, from before its start to the end of its output.
    pub wall: f64,
    /// Seconds of the processor, of all threads, if the system tells.
    pub cpu: Option<f64>,
    /// The most bytes of memory, if somebody looked and the system tells.
    pub memory: Option<f64>,
}

/// Whether somebody looks at the memory of the process while it runs. That takes a little of the
/// processor itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    Unwatched,
    Watched,
}

/// How often the memory of a process is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// Runs a process to its end and gives what it printed. It must end with one of the codes.
pub(crate) fn measure(
    command: &mut Command,
    memory: Memory,
    codes: &[i32],
) -> io::Result<(Measured, String)> {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (mut output, process, ended) = (Vec::new(), child.id(), AtomicBool::new(false));
    let (read, wall, peak) = std::thread::scope(|scope| {
        let watching = (memory == Memory::Watched).then(|| {
            scope.spawn(|| {
                let mut most: Option<f64> = None;
                while !ended.load(Ordering::Relaxed) {
                    most = peak(process).or(most);
                    std::thread::sleep(LOOK_INTERVAL);
                }
                most
            })
        });
        let read = child.stdout.as_mut().map_or(Ok(0), |stdout| stdout.read_to_end(&mut output));
        let wall = begun.elapsed().as_secs_f64();
        ended.store(true, Ordering::Relaxed);
        (read, wall, watching.and_then(|thread| thread.join().ok().flatten()))
    });
    let cpu = processor_time(process);
    let status = child.wait()?;
    read?;
    if !status.code().is_some_and(|code| codes.contains(&code)) {
        let program = command.get_program().to_string_lossy();
        return Err(io::Error::other(format!("`{program}` ends with {status}; run it by hand to see why")));
    }
    Ok((Measured { wall, cpu, memory: peak }, String::from_utf8_lossy(&output).into_owned()))
}

/// The most memory that a process has used so far, in bytes; it is forgotten when the process ends.
fn peak(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// The processor time of a process that has ended but was not waited for: the system keeps its numbers
/// until then. `None` where there is no such file.
fn processor_time(process: u32) -> Option<f64> {
    // The output ends a little before the process does.
    let fields = loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, behind_name) = status.rsplit_once(") ")?;
        if let Some(fields) = behind_name.strip_prefix('Z') {
            break fields.to_string();
        }
        std::thread::yield_now();
    };
    // All threads, in ticks of a hundredth of a second.
    let mut fields = fields.split_whitespace().skip(10);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let all = (user + system) / 100.0;
    // The first thread alone, in nanoseconds: the better number if there was no other.
    let statistics = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok();
    let first = statistics.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    Some(match first.map(|nanoseconds| nanoseconds / 1e9) {
        Some(first) if first > all - 0.02 => first,
        Some(_) | None => all,
    })
}

/// A number among the statistics of a report.
pub(crate) fn stat(report: &str, name: &str) -> Option<f64> {
    let (_, stats) = report.split_once("\"stats\"")?;
    let (_, value) = stats.split_once(&format!("\"{name}\":"))?;
    let is_part = |character: &char| character.is_ascii_digit() || ".-+eE".contains(*character);
    let number: String = value.trim_start().chars().take_while(is_part).collect();
    number.parse().ok()
}

/// The seconds of a phase of a report.
pub(crate) fn phase(report: &str, name: &str) -> Option<f64> {
    let (_, phases) = report.split_once("\"phases\"")?;
    let (_, phase) = phases.split_once(&format!("\"{name}\""))?;
    let (_, rest) = phase.split_once("\"seconds\":")?;
    let digits: String =
        rest.trim_start().chars().take_while(|char| !matches!(char, ',' | '}' | '\n')).collect();
    digits.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_measured_and_its_output_kept() {
        for memory in [Memory::Unwatched, Memory::Watched] {
            let (measured, output) = measure(Command::new("echo").arg("hello"), memory, &[0]).unwrap();
            assert_eq!(output, "hello\n");
            assert!(measured.wall > 0.0);
        }
        assert!(peak(std::process::id()).is_none_or(|bytes| bytes > 1e5), "this process has some memory");
    }

    #[test]
    fn a_process_that_fails_is_an_error() {
        let failed = |codes: &[i32]| measure(&mut Command::new("false"), Memory::Unwatched, codes);
        assert!(failed(&[0]).unwrap_err().to_string().contains("`false` ends with"));
        assert!(failed(&[0, 1]).is_ok());
    }

    #[test]
    fn statistics_are_those_of_the_report() {
        let report =
            r#"{"budget": {"states": null}, "stats": {"peak_bytes": 12, "seconds": 2.5e-3, "states": 34}}"#;
        assert_eq!(stat(report, "states"), Some(34.0));
        assert_eq!(stat(report, "peak_bytes"), Some(12.0));
        assert_eq!(stat(report, "seconds"), Some(0.0025));
        assert_eq!(stat(report, "transitions"), None);
    }
}
