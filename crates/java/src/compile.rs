//! Runs the user's Java compiler.
//!
//! Annotation processors are off: checking a program must not run code that it brings along. The
//! classes go to a directory that disappears with the [`Compiled`].

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ir::{Code, Diagnostic, IdVec, Position, Source, SourceId};
use tempfile::TempDir;

/// The sources of `glassbox.api`, by their paths.
pub const API: &[(&str, &str)] =
    &[("glassbox/api/Verify.java", include_str!("../api/glassbox/api/Verify.java"))];

/// The classes that a compiler made.
#[derive(Debug)]
pub struct Compiled {
    directory: TempDir,
}

impl Compiled {
    /// Where the classes are.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }
}

/// What the compiler said against the program, and the sources that it is about.
pub type Refused = (Vec<Diagnostic>, IdVec<SourceId, Source>);

/// Compiles a source file with the compiler of a JDK.
pub fn compile(
    java_home: &Path,
    file: &Path,
    text: &str,
    class_path: &[PathBuf],
) -> Result<Compiled, Refused> {
    let alone = |diagnostic: Diagnostic| (vec![diagnostic], IdVec::new());
    let failed = |what: String| {
        alone(Diagnostic::new(
            Code::NoCompiler,
            what,
            "install a JDK 17 or later, and name it with --java-home or JAVA_HOME",
        ))
    };
    let javac = java_home.join("bin").join("javac");
    let directory = tempfile::Builder::new()
        .prefix("glassbox-")
        .tempdir()
        .map_err(|error| failed(format!("no temporary directory can be made: {error}")))?;
    let sources = directory.path().join("api-sources");
    let classes = directory.path().join("classes");
    let mut command = Command::new(&javac);
    command.args(["-g", "-parameters", "-proc:none", "-encoding", "UTF-8", "-nowarn", "-d"]).arg(&classes);
    let mut places = vec![classes.clone()];
    places.extend_from_slice(class_path);
    match std::env::join_paths(&places) {
        Ok(joined) => {
            command.arg("-cp").arg(joined);
        }
        Err(error) => return Err(failed(format!("the class path cannot be passed on: {error}"))),
    }
    for (path, text) in API {
        let path = sources.join(path);
        let written = std::fs::create_dir_all(path.parent().unwrap_or(&sources))
            .and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| failed(format!("`{}` cannot be written: {error}", path.display())))?;
        command.arg(path);
    }
    command.arg(file);
    let output =
        command.output().map_err(|error| failed(format!("`{}` cannot be run: {error}", javac.display())))?;
    if output.status.success() {
        return Ok(Compiled { directory });
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut listed: IdVec<SourceId, Source> = IdVec::new();
    let own = listed.push(Source { name: file.display().to_string(), text: Some(Arc::from(text)) });
    let mut diagnostics = errors(&said, &file.display().to_string(), own);
    if diagnostics.is_empty() {
        let first = said.lines().next().unwrap_or("it said nothing").to_string();
        diagnostics.push(Diagnostic::new(
            Code::CompilerRejects,
            format!("`{}` failed: {first}", javac.display()),
            "run the compiler by hand to see everything that it says",
        ));
    }
    Err((diagnostics, listed))
}

/// The errors in what the compiler said: `file:line: error: message`, then the line and a caret.
fn errors(said: &str, file: &str, source: SourceId) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in said.lines() {
        if let Some((number, message)) = line
            .strip_prefix(file)
            .and_then(|rest| rest.strip_prefix(':'))
            .and_then(|rest| rest.split_once(": error: "))
            && let Ok(number) = number.parse()
        {
            let diagnostic = Diagnostic::new(
                Code::CompilerRejects,
                message.to_string(),
                "mend what the Java compiler says, then check again",
            );
            found.push(diagnostic.at(Position::new(source, number, 0), 0));
        } else if line.trim() == "^"
            && let Some(last) = found.last_mut()
            && let Some(position) = &mut last.position
            && position.column == 0
        {
            position.column = u32::try_from(line.len()).unwrap_or(0);
            last.length = 1;
        }
    }
    found
}
