//! The process as its surroundings see it: files that appear whole or not at all, signals, closed pipes.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::{names, tool_in};

const VIOLATED: &str =
    "fn @main() {\n  local t: bool\nb0:\n  t = havoc\n  assert t, \"t is true\"\n  return\n}\n";
const ENDLESS: &str = "fn @main() {\nloop:\n  goto loop\n}\n";

fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("there should be room for a temporary directory");
    fs::write(directory.path().join("a.gbir"), VIOLATED).expect("the program should be written");
    directory
}

fn run(directory: &Path, arguments: &str) -> Output {
    tool_in(directory, arguments).output().expect("the binary should start")
}

#[test]
fn a_report_replaces_the_old_one_as_a_whole_and_keeps_its_rights() {
    let directory = directory();
    let report = directory.path().join("report.json");
    fs::write(&report, "x".repeat(1 << 20)).expect("the old report should be written");
    fs::set_permissions(&report, fs::Permissions::from_mode(0o600)).expect("the rights should be set");
    let output = run(directory.path(), "check a.gbir --format json -o report.json");
    assert_eq!(output.status.code(), Some(1));
    let text = fs::read_to_string(&report).expect("the report should be there");
    assert!(text.starts_with("{\n") && text.ends_with("}\n"), "{text}");
    let mode = fs::metadata(&report).expect("the report should be there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(names(directory.path()), ["a.gbir", "report.json"]);
}

/// A process that may not write to files meets the same as one whose disk is full.
#[test]
fn a_report_that_cannot_be_written_leaves_the_old_one_in_peace() {
    let directory = directory();
    fs::write(directory.path().join("report.json"), "old").expect("the old report should be written");
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 0 && exec \"$0\" check a.gbir --format json -o report.json"])
        .arg(env!("CARGO_BIN_EXE_glassbox"))
        .current_dir(directory.path())
        .output()
        .expect("the shell should start");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{shown}");
    assert!(shown.contains("error[GB0009]"), "{shown}");
    assert_eq!(fs::read_to_string(directory.path().join("report.json")).ok().as_deref(), Some("old"));
    assert_eq!(names(directory.path()), ["a.gbir", "report.json"]);
}

#[test]
fn a_report_goes_through_a_link() {
    let directory = directory();
    fs::create_dir(directory.path().join("d")).expect("the directory should be made");
    fs::write(directory.path().join("d/report"), "old").expect("the old report should be written");
    symlink("d/report", directory.path().join("link")).expect("the link should be made");
    run(directory.path(), "check a.gbir -o link");
    assert!(directory.path().join("link").is_symlink());
    let text = fs::read_to_string(directory.path().join("d/report")).expect("the report should be there");
    assert!(text.starts_with("violated"), "{text}");
    assert_eq!(names(&directory.path().join("d")), ["report"]);
}

#[test]
fn a_rejected_input_leaves_the_old_report_in_peace() {
    let directory = directory();
    fs::write(directory.path().join("report.txt"), "old").expect("the old report should be written");
    fs::write(directory.path().join("b.gbir"), "nonsense").expect("the program should be written");
    let output = run(directory.path(), "check b.gbir -o report.txt");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(directory.path().join("report.txt")).ok().as_deref(), Some("old"));
    assert_eq!(names(directory.path()), ["a.gbir", "b.gbir", "report.txt"]);
}

#[test]
fn diagnostics_in_a_file_are_shown_to_people_too() {
    let directory = directory();
    let output = run(directory.path(), "check missing.gbir --format json -o report.json");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("error[GB0001]"), "{shown}");
    let written = fs::read_to_string(directory.path().join("report.json")).expect("it should be there");
    assert!(written.contains("GB0001"), "{written}");
}

#[test]
fn the_verdict_is_shown_when_the_report_goes_to_a_file() {
    let directory = directory();
    let output = run(directory.path(), "check a.gbir -o report.txt");
    assert!(output.stdout.is_empty());
    let shown = String::from_utf8_lossy(&output.stderr);
    assert_eq!(shown, "violated: assert at a.gbir:5: assertion failed: t is true\n");
    let output = run(directory.path(), "check a.gbir -q -o /dev/null");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty() && output.stdout.is_empty());
    let output = run(directory.path(), "check a.gbir -q -o -");
    assert!(!output.stdout.is_empty());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let directory = directory();
    for (arguments, code) in [("check a.gbir", 1), ("explain", 0), ("--help", 0), ("completions bash", 0)] {
        let (reader, writer) = std::io::pipe().expect("there should be a pipe");
        drop(reader);
        let output = tool_in(directory.path(), arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the binary should start");
        assert_eq!(output.status.code(), Some(code), "{arguments}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The program comes from a pipe: when it can be opened for writing, the tool waits for its text and has
/// long been ready for signals. So the signal arrives before the search begins, and nobody has to wait.
#[test]
fn an_interrupt_gives_what_is_known() {
    let directory = directory();
    let pipe = directory.path().join("pipe.gbir");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo should start");
    assert!(made.success());
    let child = tool_in(directory.path(), "check pipe.gbir")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary should start");
    let mut program = fs::OpenOptions::new().write(true).open(&pipe).expect("the pipe should open");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill should start").success());
    program.write_all(ENDLESS.as_bytes()).expect("the tool should read the program");
    drop(program);
    let output = child.wait_with_output().expect("the tool should end");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the run was cancelled"), "{text}");
    assert!(text.contains("run the same command again"), "{text}");
}

#[test]
fn colours_are_for_terminals_unless_they_are_asked_for() {
    let directory = directory();
    let escapes = |arguments: &str| run(directory.path(), arguments).stdout.contains(&0x1b);
    assert!(!escapes("check a.gbir"));
    assert!(!escapes("check a.gbir --color never"));
    assert!(escapes("check a.gbir --color always"));
}

#[test]
fn every_shell_gets_completions_and_every_command_help() {
    let directory = directory();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(directory.path(), &format!("completions {shell}"));
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains("property"), "{shell}");
    }
    for command in ["", "check", "run", "replay", "explain", "completions"] {
        let output = run(directory.path(), &format!("{command} --help"));
        assert_eq!(output.status.code(), Some(0));
        let help = String::from_utf8_lossy(&output.stdout);
        assert!(help.contains("Examples:"), "{help}");
    }
    let version = run(directory.path(), "--version");
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("glassbox {}\n", env!("CARGO_PKG_VERSION")));
}

#[cfg(target_os = "linux")]
#[test]
fn arguments_that_are_no_text_are_rejected_in_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let directory = directory();
    for arguments in [&[&b"\xff"[..]][..], &[b"check", b"\xff.gbir"], &[b"check", b"--\xff"]] {
        let mut command = tool_in(directory.path(), "");
        command.args(arguments.iter().map(|argument| std::ffi::OsStr::from_bytes(argument)));
        let output = command.output().expect("the binary should start");
        let shown = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(shown.contains("error[GB00"), "{shown}");
    }
}
