//! Results as files: where and how they were measured, and every number.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Benchmark, Results};

/// Where and how something was measured.
#[derive(Clone, Default, Debug)]
pub struct Place {
    /// The command of the whole run.
    pub command: String,
    /// `YYYY-MM-DD`, in UTC.
    pub date: String,
    /// The commit, with a `+` if files differ from it.
    pub commit: String,
    /// The model of the processor.
    pub cpu: String,
    /// How many cores there are.
    pub cores: usize,
    /// The system and the compiler.
    pub system: String,
}

impl Place {
    /// Here and now.
    pub fn here(root: &Path, command: String) -> Place {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let changed = first_line(root, "git", &["status", "--porcelain", "--untracked-files=no"]);
        let mark = if changed.is_empty() { "" } else { "+" };
        Place {
            command,
            date: date((seconds / 86_400) as i64),
            commit: first_line(root, "git", &["rev-parse", "--short=12", "HEAD"]) + mark,
            cpu: processor().unwrap_or_else(|| "unknown".to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!(
                "{}; {}",
                first_line(root, "uname", &["-srm"]),
                first_line(root, "rustc", &["--version"])
            ),
        }
    }
}

fn first_line(root: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim().to_string()
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// The date so many days after 1970-01-01.
fn date(days: i64) -> String {
    let mut left = days;
    let mut year = 1970;
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while left >= 365 + i64::from(leap(year)) {
        left -= 365 + i64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + i64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, left + 1)
}

/// Writes `house.json` and `house.md` into the directory of the day and gives its path.
pub fn write(root: &Path, results: &Results, place: &Place) -> io::Result<PathBuf> {
    let directory = root.join("bench/runs").join(&place.date);
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("house.json"), json(results, place))?;
    std::fs::write(directory.join("house.md"), markdown(results, place))?;
    Ok(directory)
}

fn markdown(results: &Results, place: &Place) -> String {
    format!(
        "# The house, {}\n\n`{}` at commit {} on {} ({} cores; {}). Raw numbers are in [house.json](house.json); \
         wall and CPU are medians in seconds; rates are those of the fastest run, by processor time.\n\n{}",
        place.date,
        place.command,
        place.commit,
        place.cpu,
        place.cores,
        place.system,
        results.table()
    )
}

/// Every number as JSON.
pub fn json(results: &Results, place: &Place) -> String {
    let mut text = head(place);
    let list = |benchmarks: &[Benchmark]| {
        let all: Vec<String> = benchmarks.iter().map(benchmark).collect();
        all.join(",\n")
    };
    let _ = writeln!(text, "  \"benchmarks\": [\n{}\n  ],", list(&results.benchmarks));
    let _ = writeln!(text, "  \"starts\": [\n{}\n  ],", list(std::slice::from_ref(&results.starts)));
    let _ = writeln!(text, "  \"sizes\": [\n{}\n  ]\n}}", list(&results.sizes));
    text
}

/// The beginning of a JSON object: where and how something was measured.
pub(crate) fn head(place: &Place) -> String {
    let mut text = String::from("{\n");
    for (name, value) in [
        ("command", &place.command),
        ("date", &place.date),
        ("commit", &place.commit),
        ("cpu", &place.cpu),
        ("system", &place.system),
    ] {
        let _ = writeln!(text, "  \"{name}\": {},", quoted(value));
    }
    let _ = writeln!(text, "  \"cores\": {},", place.cores);
    text
}

fn benchmark(benchmark: &Benchmark) -> String {
    // Where temporary files were is nobody's business.
    let temporary = std::env::temp_dir();
    let shown = |argument: &str| match Path::new(argument).strip_prefix(&temporary) {
        Ok(rest) => rest.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        Err(_) => argument.to_string(),
    };
    let arguments: Vec<String> =
        benchmark.arguments.iter().map(|argument| quoted(&shown(argument))).collect();
    let wall: Vec<String> = benchmark.runs.iter().map(|run| format!("{:.6}", run.wall)).collect();
    let cpu: Vec<String> = benchmark
        .runs
        .iter()
        .map(|run| run.cpu.map_or("null".to_string(), |cpu| format!("{cpu:.6}")))
        .collect();
    let mut text = format!(
        "    {{\n      \"name\": {},\n      \"arguments\": [{}],\n      \"wall_seconds\": [{}],\n      \
         \"cpu_seconds\": [{}]",
        quoted(&benchmark.name),
        arguments.join(", "),
        wall.join(", "),
        cpu.join(", ")
    );
    let statements = benchmark.statements.map(|statements| ("statements", statements));
    for (name, count) in statements.iter().chain(&benchmark.counts) {
        let _ = write!(text, ",\n      \"{name}\": {count}");
    }
    text + "\n    }"
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_453), "2025-12-31");
    }

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a \"b\"\\\n"), r#""a \"b\"\\\u000a""#);
    }
}
