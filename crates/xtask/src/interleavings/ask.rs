//! What the tool says of a program, and whether that is true.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::explore::Truth;

/// What the tool is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the properties are named as the tool names them")]
pub enum Property {
    Assert,
    Exception,
    Deadlock,
    Race,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 4] =
        [Property::Assert, Property::Exception, Property::Deadlock, Property::Race];

    /// The tool's name.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::Exception => "exception",
            Property::Deadlock => "deadlock",
            Property::Race => "race",
        }
    }

    /// Whether an execution violates it.
    pub fn is_violated(self, truth: &Truth) -> bool {
        match self {
            Property::Assert => truth.assertion,
            Property::Exception => truth.exception,
            Property::Deadlock => truth.deadlock,
            Property::Race => truth.race,
        }
    }
}

/// How the tool is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Without options: several properties at once.
    Plain,
    /// For one property, with the tool's own defaults.
    Property(Property),
    /// For one property, with one of [`SEARCHES`].
    Search(Property, usize),
}

/// Options of searches: what is left out, the order, how many threads of the tool work.
pub const SEARCHES: [&[&str]; 8] = [
    &["--reduction", "sharing", "--search", "bfs", "--jobs", "1"],
    &["--reduction", "full", "--search", "dfs"],
    &["--reduction", "none", "--search", "bfs", "--jobs", "1"],
    &["--reduction", "sharing", "--search", "dfs"],
    &["--reduction", "full", "--search", "bfs", "--jobs", "2"],
    &["--reduction", "sharing", "--search", "bfs", "--jobs", "2"],
    &["--reduction", "none", "--search", "dfs"],
    &["--reduction", "full", "--search", "bfs", "--jobs", "1"],
];

impl Way {
    /// The ways to ask about a program: for every property the defaults and two searches, so that eight programs get
    /// all of them, or all searches.
    pub fn all(index: u64, every: bool) -> Vec<Way> {
        let mut ways = vec![Way::Plain];
        for (number, property) in Property::ALL.into_iter().enumerate() {
            ways.push(Way::Property(property));
            let count = SEARCHES.len();
            let first = (index as usize + number) % count;
            let searches =
                if every { (0..count).collect() } else { vec![first, (first + count / 2 + 1) % count] };
            ways.extend(searches.into_iter().map(|search| Way::Search(property, search)));
        }
        ways
    }

    fn options(self) -> Vec<&'static str> {
        match self {
            Way::Plain => Vec::new(),
            Way::Property(property) => vec!["--property", property.name()],
            Way::Search(property, search) => {
                let mut options = vec!["--engine", "threads", "--property", property.name()];
                options.extend(SEARCHES[search]);
                options
            }
        }
    }

    /// The properties that the tool is asked for.
    fn properties(self) -> &'static [Property] {
        match self {
            Way::Plain => &[Property::Assert, Property::Exception, Property::Deadlock],
            Way::Property(property) | Way::Search(property, _) => match property {
                Property::Assert => &[Property::Assert],
                Property::Exception => &[Property::Exception],
                Property::Deadlock => &[Property::Deadlock],
                Property::Race => &[Property::Race],
            },
        }
    }

    /// Whether every access is a point where threads change, so that there are many states.
    pub fn is_large(self) -> bool {
        matches!(self, Way::Search(_, search) if SEARCHES[search][1] == "none")
    }
}

impl fmt::Display for Way {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        if options.is_empty() {
            return formatter.write_str("without options");
        }
        formatter.write_str(&options.join(" "))
    }
}

/// How the tool's answer compares with the truth.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// It is true: violated.
    Violated,
    /// It is true: holds.
    Holds,
    /// *Unknown*, for that reason.
    Unknown(String),
    /// It is wrong, or not an answer at all.
    Wrong(String),
}

/// The tool.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The binary.
    pub binary: PathBuf,
    /// The JDK.
    pub java_home: PathBuf,
    /// Options for all calls.
    pub options: Vec<String>,
}

impl Tool {
    /// Options that all calls should have, as far as this tool knows them: the interpreter knows sequentially consistent
    /// memory only.
    pub fn new(binary: &Path, java_home: &Path) -> io::Result<Tool> {
        let help = Command::new(binary).args(["check", "--help"]).output()?;
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let mut options: Vec<String> = ["--time", "30s", "--memory", "1500M"].map(String::from).to_vec();
        if help.contains("--consistency") {
            options.extend(["--consistency", "sequential"].map(String::from));
        }
        Ok(Tool { binary: binary.to_path_buf(), java_home: java_home.to_path_buf(), options })
    }

    /// Writes the classes of `glassbox.api` to a jar.
    pub fn api(&self, jar: &Path) -> io::Result<()> {
        let made = Command::new(&self.binary).args(["api", "--jar"]).arg(jar).output()?;
        if made.status.success() {
            return Ok(());
        }
        Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned()))
    }

    /// Asks about a class, and compares.
    pub fn ask(&self, class: &Path, way: Way, truth: &Truth) -> io::Result<Answer> {
        let mut command = Command::new(&self.binary);
        command.arg("check").arg(class).args(way.options()).args(&self.options);
        command.args(["--states", if way.is_large() { "15000" } else { "100000" }]);
        command.args(["--format", "json", "--java-home"]).arg(&self.java_home);
        let output = command.stdin(Stdio::null()).output()?;
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        Ok(judge(output.status.code(), &report, &String::from_utf8_lossy(&output.stderr), way, truth))
    }
}

/// Compares a report with the truth.
fn judge(code: Option<i32>, report: &serde_json::Value, error: &str, way: Way, truth: &Truth) -> Answer {
    let violated = |property: &Property| property.is_violated(truth);
    match code {
        Some(0) => match way.properties().iter().find(|property| violated(property)) {
            Some(property) => Answer::Wrong(format!("holds, but {} is violated", property.name())),
            None => Answer::Holds,
        },
        Some(1) => {
            let said = report["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
            let false_alarm = said.iter().find(|said| {
                let property = Property::ALL.into_iter().find(|property| said["name"] == property.name());
                said["verdict"] == "violated" && !property.is_some_and(|property| violated(&property))
            });
            match false_alarm {
                Some(said) => Answer::Wrong(format!("{} is violated, but it holds", said["name"])),
                None => Answer::Violated,
            }
        }
        Some(3) => {
            let reason = |name: &str| report["reasons"][0][name].as_str().unwrap_or_default().to_string();
            match reason("kind").as_str() {
                kind @ ("time" | "memory" | "states") => Answer::Unknown(kind.to_string()),
                kind => Answer::Unknown(format!("{kind}: {}", without_names(&reason("message")))),
            }
        }
        Some(4) => Answer::Wrong(format!("an internal fault: {}", first_line(error))),
        Some(code) => Answer::Wrong(format!("exit code {code}: {}", first_line(error))),
        None => Answer::Wrong("it was ended by a signal".to_string()),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// A message without the names in it, so that the same reasons are counted together.
fn without_names(message: &str) -> String {
    let plain: Vec<&str> = message.split('`').step_by(2).collect();
    plain.join("_")
}
