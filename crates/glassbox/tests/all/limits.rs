//! Limits hold whatever the work does at the moment: the process ends with an answer, and leaves nothing behind.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::support::{compiled, home, names, text, tool_in, written};

const VIOLATED: &str = "fn @main() {\nb0:\n  assert false, \"never\"\n  return\n}\n";

/// More memory than any test gives, but less than the heap of a program.
const GREEDY: &str = "public class Greedy {
    public static void main(String[] arguments) {
        int[][] all = new int[100][];
        try {
            for (int i = 0; i < all.length; i++) {
                all[i] = new int[1_000_000];
            }
        } catch (OutOfMemoryError error) {
            assert false : \"out of memory\";
        }
    }
}";

fn output(directory: &Path, arguments: &str) -> Output {
    tool_in(directory, arguments).output().expect("the binary should start")
}

/// The compiled classes of programs.
fn with_sources(programs: &[(&str, &str)]) -> tempfile::TempDir {
    let (_sources, files): (Vec<_>, Vec<_>) =
        programs.iter().map(|(name, program)| written(name, program)).unzip();
    compiled(&files)
}

/// Looks again until something is so. A test that waits in vain is ended by the runner.
fn wait_until(is_so: impl Fn() -> bool) {
    while !is_so() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill should start").success());
}

/// A process that waits for a pipe that gives nothing, with a file beside the report that is to come; and what keeps
/// the pipe open.
fn waiting(directory: &Path, arguments: &str) -> (Child, fs::File) {
    let pipe = directory.join("pipe.gbir");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo should start").success());
    let child = tool_in(directory, &format!("check pipe.gbir -o report.json --format json {arguments}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary should start");
    // It can be opened when the tool has opened it, too, and then it is ready for signals.
    let pipe = OpenOptions::new().write(true).open(&pipe).expect("the pipe should open");
    assert_eq!(names(directory).len(), 2, "a temporary file and the pipe");
    (child, pipe)
}

/// The report says that nothing is known, for this reason, and nothing else is left.
fn is_unknown(directory: &Path, reason: &str) {
    assert_eq!(names(directory), ["pipe.gbir", "report.json"]);
    let report = fs::read_to_string(directory.join("report.json")).expect("the report should be there");
    let report: serde_json::Value = serde_json::from_str(&report).expect("the report should be JSON");
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["reasons"][0]["kind"], reason);
    assert_eq!(report["violations"], serde_json::json!([]));
}

#[test]
fn reading_from_a_pipe_keeps_to_the_time() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let (mut child, _pipe) = waiting(directory.path(), "--time 1ms");
    assert_eq!(child.wait().expect("it should end").code(), Some(3));
    is_unknown(directory.path(), "time");
}

#[test]
fn an_interrupt_ends_reading_from_a_pipe() {
    for signal in ["-INT", "-TERM"] {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let (mut child, _pipe) = waiting(directory.path(), "");
        send(signal, &child);
        assert_eq!(child.wait().expect("it should end").code(), Some(3), "{signal}");
        is_unknown(directory.path(), "cancelled");
    }
}

#[test]
fn a_signal_that_ends_the_process_leaves_nothing_behind() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let (mut child, _pipe) = waiting(directory.path(), "");
    send("-HUP", &child);
    assert_eq!(child.wait().expect("it should end").signal(), Some(1));
    assert_eq!(names(directory.path()), ["pipe.gbir"]);
}

/// A process that is killed cannot remove anything; the next one does.
#[test]
fn what_a_killed_process_has_left_is_removed() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let (mut child, _pipe) = waiting(directory.path(), "");
    child.kill().expect("it should be killed");
    child.wait().expect("it should end");
    let left = names(directory.path());
    assert!(left.len() == 2 && left[0].starts_with(".glassbox-"), "{left:?}");
    fs::write(directory.path().join("a.gbir"), VIOLATED).expect("the program should be written");
    assert_eq!(output(directory.path(), "check a.gbir -o a.txt").status.code(), Some(1));
    assert_eq!(names(directory.path()), ["a.gbir", "a.txt", "pipe.gbir"]);
}

/// A JDK whose compiler never ends; it writes the number of its process into a file.
fn endless_compiler(directory: &Path) {
    let real = home();
    let jdk = directory.join("jdk");
    fs::create_dir_all(jdk.join("bin")).expect("a directory can be made");
    for part in ["lib", "release"] {
        symlink(real.join(part), jdk.join(part)).expect("a link can be made");
    }
    let javac = jdk.join("bin/javac");
    let process = directory.join("process");
    let script = format!("#!/bin/sh\necho $$ > {0}.new\nmv {0}.new {0}\nsleep 1000\n", process.display());
    fs::write(&javac, script).expect("the script should be written");
    fs::set_permissions(&javac, fs::Permissions::from_mode(0o755)).expect("the rights should be set");
    fs::create_dir(directory.join("temporary")).expect("a directory can be made");
    fs::write(directory.join("A.java"), "class A { public static void main(String[] a) { } }")
        .expect("the program should be written");
}

/// Whether a process is there that has not ended.
fn runs(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
}

#[test]
fn a_compiler_that_hangs_is_ended() {
    for signal in [None, Some("-INT"), Some("-HUP")] {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let directory = directory.path();
        endless_compiler(directory);
        let time = if signal.is_none() { "--time 1ms" } else { "" };
        let child = tool_in(directory, &format!("check A.java --java-home jdk {time}"))
            .env("TMPDIR", directory.join("temporary"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary should start");
        wait_until(|| directory.join("process").exists());
        let process = fs::read_to_string(directory.join("process")).expect("the script should say it");
        if let Some(signal) = signal {
            send(signal, &child);
        }
        let output = child.wait_with_output().expect("the tool should end");
        let said = text(&output.stdout);
        match signal {
            None => assert!(said.contains("the time budget of 1ms is spent"), "{said}"),
            Some("-INT") => assert!(said.contains("the run was cancelled"), "{said}"),
            Some(_) => assert_eq!(output.status.signal(), Some(1)),
        }
        if signal != Some("-HUP") {
            assert_eq!(output.status.code(), Some(3), "{said}");
        }
        assert_eq!(text(&output.stderr), "");
        assert!(names(&directory.join("temporary")).is_empty(), "{signal:?}");
        wait_until(|| !runs(process.trim()));
    }
}

#[test]
fn a_report_goes_through_a_link_to_a_file_that_is_not_there_yet() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let directory = directory.path();
    fs::write(directory.join("a.gbir"), VIOLATED).expect("the program should be written");
    fs::create_dir(directory.join("d")).expect("a directory can be made");
    symlink("d/second", directory.join("first")).expect("a link can be made");
    symlink("report", directory.join("d/second")).expect("a link can be made");
    assert_eq!(output(directory, "check a.gbir -o first").status.code(), Some(1));
    assert!(directory.join("first").is_symlink() && directory.join("d/second").is_symlink());
    assert_eq!(names(&directory.join("d")), ["report", "second"]);
    let report = fs::read_to_string(directory.join("d/report")).expect("the report should be there");
    assert!(report.starts_with("violated"), "{report}");
}

/// Large searches of every kind, where the system gives them little: how little is left for each differs with its threads and with
/// the JDK, so some end when they have found nothing, and some before they have begun.
#[test]
fn what_the_system_refuses_is_unknown() {
    let program = "public class Much {
        private int[] elements = new int[40];
        private int count;
        private static volatile int shared;
        public void add(int element) { if (count < 40) elements[count++] = element; }
        public int get(int index) { return elements[Math.floorMod(index, 40)]; }
        public static void main(String[] arguments) {
            for (int thread = 0; thread < 4; thread++) {
                int id = thread;
                new Thread(() -> { for (int i = 0; i < 30; i++) shared = shared * 31 + id; }).start();
            }
        }
    }";
    let directory = with_sources(&[("Much", program)]);
    let searches = "fn @main() {\n  local x: i64\n  local y: i64\nb0:\n  x = 0i64\n  goto b1\nb1:\n  \
                    y = choose 0i64, 9i64\n  x = mul x, 31i64\n  x = add x, y\n  goto b1\n}\n";
    fs::write(directory.path().join("a.gbir"), searches).expect("the program should be written");
    const LITTLE: u32 = 100_000;
    const SOME: u32 = 200_000;
    let kinds = [
        ("check a.gbir", LITTLE),
        ("check a.gbir --search dfs", SOME),
        ("explore Much.class --length 20", LITTLE),
        ("explore Much.class --length 20", SOME),
        ("check Much.class", LITTLE),
        ("check Much.class --engine glass --size 4", LITTLE),
        ("check Much.class --engine blackbox --size 4", LITTLE),
        ("check Much.class --property linearizable", LITTLE),
        ("generate Much.class --size 4 -o structures", LITTLE),
    ];
    for (kind, kibibytes) in kinds {
        let output = Command::new("sh")
            .args([
                "-c",
                &format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\""),
                env!("CARGO_BIN_EXE_glassbox"),
            ])
            .args(kind.split_whitespace())
            .current_dir(directory.path())
            .output()
            .expect("the shell should start");
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(3), "{kind}, {kibibytes} KiB: {said}");
        assert!(said.contains("unknown") || said.contains("incomplete"), "{kind}: {said}");
        assert!(said.contains("of addresses") || said.contains("no more memory"), "{kind}: {said}");
    }
}

#[test]
fn a_program_has_its_own_heap() {
    let directory = with_sources(&[("Greedy", GREEDY)]);
    let of = |arguments: &str| {
        let output = output(directory.path(), &format!("check Greedy.class {arguments}"));
        (text(&output.stdout), output.status.code())
    };
    let (said, status) = of("--memory 200M");
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("the memory budget of 200M is spent"), "{said}");
    let (said, status) = of("--heap 200M");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("out of memory"), "{said}");
}
