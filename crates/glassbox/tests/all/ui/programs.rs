//! Programs, in the text format and in Java. Comments at the top of a program say how to run it:
//!
//! - `// args: --search dfs` has further arguments of `glassbox check`;
//! - `// varies: counts` says that a clock decides how far the search gets.
//!
//! Every program is checked twice, with text and with JSON as output. The violations of a JSON report are
//! replayed from the file that `-o` wrote.

use std::path::Path;

use serde_json::Value;

use super::{End, expected, glassbox, name, schema, text};

/// What is wrong with the programs of a directory.
pub(crate) fn check(end: End) -> Vec<String> {
    let mut programs = end.files("gbir");
    programs.extend(end.files("java"));
    assert!(!programs.is_empty(), "there should be programs in {}", end.directory().display());
    programs.iter().flat_map(|program| Fixture::new(end, program).check()).collect()
}

struct Fixture<'a> {
    end: End,
    path: &'a Path,
    /// Arguments of `glassbox check` besides the file.
    arguments: Vec<String>,
    varies: bool,
}

impl<'a> Fixture<'a> {
    fn new(end: End, path: &'a Path) -> Self {
        let source = std::fs::read(path).expect("the fixture should be readable");
        let source = String::from_utf8_lossy(&source);
        let top = || source.lines().map_while(|line| line.strip_prefix("// "));
        let arguments = top().filter_map(|line| line.strip_prefix("args: ")).flat_map(str::split_whitespace);
        Fixture {
            end,
            path,
            arguments: arguments.map(str::to_string).collect(),
            varies: top().any(|line| line == "varies: counts"),
        }
    }

    fn check(&self) -> Vec<String> {
        let mut problems = self.as_text();
        match self.as_json() {
            Ok(document) => problems.extend(self.replay(&document).err()),
            Err(problem) => problems.push(problem),
        }
        problems.iter().map(|problem| format!("{}: {problem}", name(self.path))).collect()
    }

    /// Runs a check with further arguments; fails if it ends in another way than the directory says.
    fn run(&self, further: &[&str]) -> Result<(String, String), String> {
        let own = self.arguments.iter().map(String::as_str);
        let arguments: Vec<&str> =
            ["check", name(self.path)].into_iter().chain(own).chain(further.iter().copied()).collect();
        let output = glassbox(&self.end.directory(), &arguments);
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        if output.status.code() == Some(self.end.exit_code()) {
            return Ok((stdout, stderr));
        }
        Err(format!("{arguments:?} should be {}, but: {}\n{stdout}{stderr}", self.end.name(), output.status))
    }

    fn as_text(&self) -> Vec<String> {
        let (stdout, stderr) = match self.run(&[]) {
            Ok(streams) => streams,
            Err(problem) => return vec![problem],
        };
        let mut stdout = expected::without_costs(&stdout);
        if self.path.extension().is_some_and(|extension| extension == "java") {
            stdout = expected::without_object_numbers(&stdout);
        }
        if self.varies {
            stdout = expected::without_counts(&stdout);
        }
        let mut problems: Vec<String> = [("stdout", &stdout), ("stderr", &stderr)]
            .into_iter()
            .filter_map(|(extension, actual)| expected::compare(self.path, extension, actual))
            .collect();
        // A fixture that is named for a code shows that code.
        let code = name(self.path).split('-').next().filter(|code| code.starts_with("GB"));
        if let Some(code) = code
            && !stderr.contains(&format!("error[{code}]"))
        {
            problems.push(format!("there is no {code}:\n{stderr}"));
        }
        problems
    }

    fn as_json(&self) -> Result<Value, String> {
        let (stdout, stderr) = self.run(&["--format", "json"])?;
        if !stderr.is_empty() {
            return Err(format!("with JSON as output there should be no other, but:\n{stderr}"));
        }
        let document = schema::validated(&stdout)?;
        match (self.end, document["verdict"].as_str()) {
            (End::Rejected, None) => Ok(document),
            (End::Holds | End::Violated | End::Unknown, Some(verdict)) if verdict == self.end.name() => {
                Ok(document)
            }
            (_, verdict) => Err(format!("the verdict in JSON is {verdict:?}")),
        }
    }

    /// What is violated is violated again when the written report is replayed, by the same steps.
    fn replay(&self, document: &Value) -> Result<(), String> {
        match self.end {
            End::Violated => {}
            End::Holds | End::Unknown | End::Rejected => return Ok(()),
        }
        let directory = tempfile::tempdir().expect("there should be room for a temporary directory");
        let file = directory.path().join("report.json");
        let file = file.to_str().expect("the path is UTF-8");
        let (stdout, _) = self.run(&["--format", "json", "-o", file])?;
        if !stdout.is_empty() {
            return Err(format!("with -o nothing should go to standard output, but:\n{stdout}"));
        }
        let output = glassbox(&self.end.directory(), &["replay", file, "--format", "json"]);
        let stdout = text(&output.stdout);
        if output.status.code() != Some(End::Violated.exit_code()) {
            return Err(format!("the replay should be violated, but:\n{stdout}{}", text(&output.stderr)));
        }
        let replayed = schema::validated(&stdout)?;
        if replayed["violations"] == document["violations"] {
            return Ok(());
        }
        Err(format!("the replay shows other violations:\n{stdout}"))
    }
}
