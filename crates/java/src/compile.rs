//! Runs the user's Java compiler.
//!
//! Annotation processors are off: checking a program must not run code that it brings along. The
//! classes go to a directory that disappears with the [`Compiled`].

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ir::{Code, Diagnostic, IdVec, Position, Source, SourceId};

use crate::temporary::{self, Folder};

/// What makes the Java compiler quick where it has little to do: most of its time goes by while the JVM warms up, which is not
/// worth it, and a parallel collector has nothing to collect. A JVM that does not know this does without.
pub const QUICK: [&str; 3] =
    ["-J-XX:+IgnoreUnrecognizedVMOptions", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

/// The classes that a compiler made.
#[derive(Debug)]
pub struct Compiled {
    directory: Folder,
}

impl Compiled {
    /// Where the classes are.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }
}

/// What the compiler said against the program, and the sources that it is about.
pub type Refused = (Vec<Diagnostic>, IdVec<SourceId, Source>);

/// The diagnostic for a compiler that does not start.
pub(crate) fn cannot_run(javac: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(
        Code::NoCompiler,
        format!("`{}` cannot be run: {error}", javac.display()),
        "install a JDK 17 or later, and name it with --java-home or JAVA_HOME",
    )
}

/// Compiles a source file with the compiler of a JDK; `class_path` has what it needs besides.
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
    let directory =
        Folder::new().map_err(|error| failed(format!("no temporary directory can be made: {error}")))?;
    let classes = directory.path().join("classes");
    let mut command = Command::new(&javac);
    command.args(QUICK);
    command.args(["-g", "-parameters", "-proc:none", "-encoding", "UTF-8", "-nowarn", "-d"]).arg(&classes);
    let mut places = vec![classes.clone()];
    places.extend_from_slice(class_path);
    match std::env::join_paths(&places) {
        Ok(joined) => {
            command.arg("-cp").arg(joined);
        }
        Err(error) => return Err(failed(format!("the class path cannot be passed on: {error}"))),
    }
    command.arg(file);
    let output = temporary::run(&mut command).map_err(|error| alone(cannot_run(&javac, &error)))?;
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
