//! What tests of the whole tool share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use java::compile::QUICK;

/// The directory of the project.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates are two levels deep")
        .to_path_buf()
}

/// Runs the tool in the directory of the project.
pub(crate) fn glassbox(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    command.args(arguments).current_dir(repository()).output().expect("the tool runs")
}

/// The tool in a directory, with arguments that are separated by blanks.
pub(crate) fn tool_in(directory: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    command.args(arguments.split_whitespace()).current_dir(directory);
    command
}

/// The names in a directory, sorted.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("the directory should be readable");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("entries should be readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What was printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A number under `stats` of a report.
pub(crate) fn stat(report: &str, name: &str) -> u64 {
    let key = format!("\"{name}\":");
    let (_, stats) = report.split_once("\"stats\":").expect("a report has stats");
    let rest = stats.split(&key).nth(1).unwrap_or_else(|| panic!("there is no {name} in {report}"));
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("stats are numbers")
}

/// A program in a directory of its own.
pub(crate) fn written(name: &str, program: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let file = directory.path().join(format!("{name}.java"));
    std::fs::write(&file, program).expect("the program can be written");
    let path = file.display().to_string();
    (directory, path)
}

/// Compiles files at once: starting the compiler takes longer than most checks.
pub(crate) fn compiled(files: &[String]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut command = Command::new("javac");
    let output = command
        .args(QUICK)
        .args(["-g", "-d"])
        .arg(directory.path())
        .args(files)
        .current_dir(repository())
        .output();
    let output = output.expect("`./x test` installs a JDK");
    assert!(output.status.success(), "{}", text(&output.stderr));
    directory
}

/// Compiles files that use the package `glassbox.api`.
pub(crate) fn with_api(files: &[String]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let jar = directory.path().join("api.jar");
    assert!(glassbox(&["api", "--jar", &jar.display().to_string()]).status.success());
    let mut command = Command::new("javac");
    let command =
        command.args(QUICK).args(["-g", "-d"]).arg(directory.path()).arg("-cp").arg(&jar).args(files);
    let output = command.current_dir(repository()).output().expect("`./x test` installs a JDK");
    assert!(output.status.success(), "{}", text(&output.stderr));
    directory
}

/// Compiles classes that use the package `glassbox.api` at once, each in a file of its name.
pub(crate) fn sources_with_api(classes: &[(String, String)]) -> tempfile::TempDir {
    let sources = tempfile::tempdir().expect("a temporary directory can be made");
    let files: Vec<String> = classes
        .iter()
        .map(|(name, program)| {
            let file = sources.path().join(format!("{name}.java"));
            std::fs::write(&file, program).expect("the program can be written");
            file.display().to_string()
        })
        .collect();
    with_api(&files)
}

/// The file of a class that was compiled.
pub(crate) fn class_file(directory: &tempfile::TempDir, name: &str) -> String {
    directory.path().join(format!("{name}.class")).display().to_string()
}

/// The JDK whose `java` is on the path.
pub(crate) fn home() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).find_map(|directory| directory.join("java").canonicalize().ok());
    let java = java.expect("`./x test` installs a JDK");
    java.ancestors().nth(2).expect("java is in a JDK").to_path_buf()
}

/// The release of a JDK, such as 17.
pub(crate) fn release(home: &Path) -> u32 {
    let facts = std::fs::read_to_string(home.join("release")).expect("a JDK says what it is");
    let version = facts.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
    let digits = version.and_then(|version| version.split(['.', '"', '-', '+']).next());
    digits.and_then(|digits| digits.parse().ok()).expect("a release is a number")
}

/// The files of a directory with an ending, by name.
pub(crate) fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == extension))
        .collect();
    found.sort();
    found
}

/// A JDK.
pub(crate) struct Jdk {
    pub(crate) home: PathBuf,
    /// Such as 17.
    pub(crate) release: u32,
    /// What it says about itself.
    pub(crate) version: String,
}

impl Jdk {
    fn at(home: &Path) -> Option<Jdk> {
        let home = home.canonicalize().ok()?;
        if !home.join("lib/modules").is_file() || !home.join("bin/javac").is_file() {
            return None;
        }
        let output = Command::new(home.join("bin/java")).arg("-version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stderr).into_owned();
        let release = version.split('"').nth(1)?.split(['.', '-']).next()?.parse().ok()?;
        (release >= 17).then_some(Jdk { home, release, version })
    }

    /// Those to compare with, one of each release.
    pub(crate) fn all() -> Vec<Jdk> {
        let homes: Vec<PathBuf> = match std::env::var_os("GLASSBOX_JDKS") {
            Some(homes) => std::env::split_paths(&homes).collect(),
            None => {
                let home = home();
                let mut beside: Vec<PathBuf> =
                    std::fs::read_dir(home.parent().expect("a JDK is in a directory"))
                        .into_iter()
                        .flatten()
                        .flatten()
                        .map(|entry| entry.path())
                        .collect();
                beside.sort();
                std::iter::once(home).chain(beside).collect()
            }
        };
        let mut found: BTreeMap<u32, Jdk> = BTreeMap::new();
        for jdk in homes.iter().filter_map(|home| Jdk::at(home)) {
            found.entry(jdk.release).or_insert(jdk);
        }
        assert!(!found.is_empty(), "there is a JDK 17 or later");
        found.into_values().collect()
    }
}
