//! Command lines, run in an empty directory. A line of a `.cmd` file is one of:
//!
//! - `# ...`, a comment;
//! - `write: a.gbir <<`, then lines up to `>>`: writes a file;
//! - `bytes: a.gbir ff fe`: writes a file of these bytes;
//! - `env: NAME`: takes a variable from the environment of the commands that follow;
//! - `mkdir: d`, `link: name target`: makes a directory, a symbolic link;
//! - `$ glassbox check a.gbir`: runs the tool; arguments are separated by blanks. The last command is
//!   rejected, and its output is compared;
//! - `absent: a`: there should be no such file now;
//! - `unchanged: a.gbir`: the file should still be what `write` wrote.
//!
//! After all of it no temporary file may be left.

use std::collections::BTreeMap;
use std::path::Path;

use super::{End, expected, glassbox_without, name, schema, text};

/// What is wrong with the command lines.
pub(crate) fn check() -> Vec<String> {
    let files = End::Rejected.files("cmd");
    assert!(!files.is_empty(), "there should be command lines in tests/ui/rejected");
    let mut problems = Vec::new();
    for file in files {
        problems.extend(run(&file).into_iter().map(|problem| format!("{}: {problem}", name(&file))));
    }
    problems
}

fn run(file: &Path) -> Vec<String> {
    let script = std::fs::read_to_string(file).expect("the fixture should be readable");
    let directory = tempfile::tempdir().expect("there should be room for a temporary directory");
    let at = |name: &str| directory.path().join(name);
    let mut written: BTreeMap<&str, String> = BTreeMap::new();
    let mut last = None;
    let mut removed = Vec::new();
    let mut problems = Vec::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (kind, rest) {
            ("#" | "", _) => {}
            ("write:", rest) => {
                let name = rest.strip_suffix(" <<").expect("`write: name <<` begins a file");
                let content: String =
                    lines.by_ref().take_while(|&line| line != ">>").flat_map(|line| [line, "\n"]).collect();
                std::fs::write(at(name), &content).expect("the file should be written");
                written.insert(name, content);
            }
            ("bytes:", rest) => {
                let (name, bytes) = rest.split_once(' ').expect("bytes follow the name");
                let byte = |hex| u8::from_str_radix(hex, 16).expect("bytes are hexadecimal");
                let bytes: Vec<u8> = bytes.split(' ').map(byte).collect();
                std::fs::write(at(name), bytes).expect("the file should be written");
            }
            ("env:", name) => removed.push(name),
            ("mkdir:", name) => std::fs::create_dir(at(name)).expect("the directory should be made"),
            ("link:", rest) => {
                let (name, target) = rest.split_once(' ').expect("the target follows the name");
                std::os::unix::fs::symlink(target, at(name)).expect("the link should be made");
            }
            ("$", command) => {
                let arguments: Vec<&str> = command
                    .strip_prefix("glassbox")
                    .expect("commands run the tool")
                    .split_whitespace()
                    .collect();
                last = Some(glassbox_without(directory.path(), &arguments, &removed));
            }
            ("absent:", name) => {
                if at(name).exists() {
                    problems.push(format!("{name} should not be there"));
                }
            }
            ("unchanged:", name) => {
                if std::fs::read_to_string(at(name)).ok().as_ref() != written.get(name) {
                    problems.push(format!("{name} should be what it was"));
                }
            }
            _ => problems.push(format!("nobody knows what this line means: {line}")),
        }
    }
    let output = last.expect("there should be a command");
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.code() != Some(End::Rejected.exit_code()) {
        problems.push(format!("should be rejected, but: {}\n{stdout}{stderr}", output.status));
    }
    problems.extend(expected::compare(file, "stdout", &stdout));
    problems.extend(expected::compare(file, "stderr", &stderr));
    if stdout.starts_with('{') {
        problems.extend(schema::validated(&stdout).err());
    }
    let code = name(file).split('-').next().expect("there is a first part");
    if !stderr.contains(&format!("error[{code}]")) && !stdout.contains(&format!("\"{code}\"")) {
        problems.push(format!("there is no {code}:\n{stdout}{stderr}"));
    }
    for entry in std::fs::read_dir(directory.path()).expect("the directory should be readable") {
        let entry = entry.expect("entries should be readable").file_name();
        if entry.to_string_lossy().starts_with(".glassbox-") {
            problems.push(format!("{} was left behind", entry.display()));
        }
    }
    problems
}
