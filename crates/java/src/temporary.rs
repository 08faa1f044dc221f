//! What is there only while the process runs: folders and files with temporary names, and the compiler under way.
//!
//! Everything here disappears when it is dropped. A process that ends without dropping anything, because a signal or a
//! budget ends it, calls [`clear`] first. One that is killed cannot; what it has left is removed by the next
//! process that makes something in the same directory: a name says which process has made it, and what belongs to a process that
//! is there no more is nobody's. Only names of processes that would be visible from here count, which are those of the same system
//! since it was started, and of the same space of process numbers; and only files of the same user.

use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

/// What this process has made and not removed yet.
static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The compilers under way, each the first of a group of processes. None of them was waited for.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whether the process is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// How often a process is asked whether it has ended, once it has closed its output.
const ASK_AGAIN: Duration = Duration::from_millis(1);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The beginning of temporary names, behind what is common to all of a kind.
fn prefix(kind: &str, process: u32) -> String {
    format!("{kind}{}-{process}-", space())
}

/// A number for the system since it was started and the space of process numbers. Where neither is known, nothing is
/// removed that others have made.
fn space() -> String {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let processes = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    if boot.is_empty() || processes.as_os_str().is_empty() {
        return "elsewhere".to_string();
    }
    let text = format!("{boot} {}", processes.display());
    format!("{:08x}", rapidhash::v3::rapidhash_v3(text.as_bytes()) as u32)
}

/// The process that has made something in the same space, by its name.
fn maker(name: &str, kind: &str) -> Option<u32> {
    let (space_of_it, rest) = name.strip_prefix(kind)?.split_once('-')?;
    let (process, _) = rest.split_once('-')?;
    (space_of_it == space() && space_of_it != "elsewhere").then(|| process.parse().ok())?
}

/// Something that is removed when the process ends, whoever ends it.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Something that is there; removing it otherwise is up to the caller.
    pub fn new(path: &Path) -> Self {
        lock(&PATHS).push(path.to_path_buf());
        Temporary { path: path.to_path_buf() }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut paths = lock(&PATHS);
        if let Some(index) = paths.iter().position(|path| *path == self.path) {
            paths.swap_remove(index);
        }
    }
}

/// A folder that disappears with this.
#[derive(Debug)]
pub struct Folder {
    // In this order: when the name is forgotten, the folder is gone.
    directory: TempDir,
    _temporary: Temporary,
}

impl Folder {
    /// A new one, where the system keeps such things.
    pub fn new() -> std::io::Result<Folder> {
        const KIND: &str = "glassbox-";
        let directory = tempfile::Builder::new().prefix(&name(KIND, &std::env::temp_dir())).tempdir()?;
        let temporary = Temporary::new(directory.path());
        Ok(Folder { directory, _temporary: temporary })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// How the name of something temporary in a directory begins; `kind` is common to all of its kind. Removes what processes have
/// left there that are no more.
pub fn name(kind: &str, directory: &Path) -> String {
    remove_stale(kind, directory);
    prefix(kind, std::process::id())
}

/// Removes what processes have left in a directory that are no more. What cannot be removed stays: it is in nobody's way.
fn remove_stale(kind: &str, directory: &Path) {
    let (Ok(entries), Ok(own)) = (std::fs::read_dir(directory), std::fs::metadata("/proc/self")) else {
        return;
    };
    for entry in entries.flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| maker(name, kind)) else { continue };
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.uid() == own.uid() && !Path::new("/proc").join(process.to_string()).exists() {
            remove(&entry.path());
        }
    }
}

fn remove(path: &Path) {
    // One of them is right, and nothing can be done if it fails.
    let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir_all(path));
}

/// Runs a program to its end, as [`Command::output`] does, in a group of processes of its own: a key that
/// interrupts us does not reach it, and [`clear`] ends it with everything that it has started.
pub(crate) fn run(command: &mut Command) -> std::io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
    let mut running = lock(&RUNNING);
    let mut child = command.spawn()?;
    let process = Pid::from_child(&child);
    running.push(process);
    drop(running);
    let mut stderr = Vec::new();
    if let Some(mut pipe) = child.stderr.take() {
        std::io::Read::read_to_end(&mut pipe, &mut stderr)?;
    }
    let status = loop {
        if let Some(status) = ended(&mut child, process)? {
            break status;
        }
        std::thread::sleep(ASK_AGAIN);
    };
    while ENDING.load(Ordering::SeqCst) {
        // It has not failed, it was ended: the process is about to end and says so itself.
        std::thread::park();
    }
    Ok(Output { status, stdout: Vec::new(), stderr })
}

/// Waits for a process that may have ended. Its number is free for others afterwards, so it is forgotten at the same time.
fn ended(child: &mut Child, process: Pid) -> std::io::Result<Option<std::process::ExitStatus>> {
    let mut running = lock(&RUNNING);
    let status = child.try_wait()?;
    if status.is_some() {
        running.retain(|other| *other != process);
    }
    Ok(status)
}

/// Ends what runs and removes what is there for a while: the process is about to end.
pub fn clear() {
    ENDING.store(true, Ordering::SeqCst);
    for process in lock(&RUNNING).drain(..) {
        // It may have ended already.
        let _ = kill_process_group(process, Signal::KILL);
    }
    for path in lock(&PATHS).drain(..) {
        remove(&path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that has ended and was waited for.
    fn ended_process() -> u32 {
        let mut child = Command::new("true").spawn().expect("`true` should start");
        let process = child.id();
        child.wait().expect("`true` should end");
        process
    }

    #[test]
    fn only_what_ended_processes_have_left_is_removed() {
        const KIND: &str = ".kind-";
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let make = |name: &str| std::fs::write(directory.path().join(name), "").expect("it can be written");
        let stale = prefix(KIND, ended_process());
        let kept = [
            format!("{}a", prefix(KIND, std::process::id())),
            format!("{}a", prefix(KIND, 1)),
            format!("{}a", prefix(".other-", ended_process())),
            format!("{KIND}{}-a", ended_process()),
            format!("{KIND}00000000-{}-a", ended_process()),
            format!("{KIND}elsewhere-{}-a", ended_process()),
            format!("{KIND}{}-some-a", space()),
            ".kind-abc".to_string(),
        ];
        kept.iter().for_each(|name| make(name));
        make(&format!("{stale}a"));
        let folder = directory.path().join(format!("{stale}b"));
        std::fs::create_dir_all(folder.join("classes")).expect("a directory can be made");
        assert_eq!(name(KIND, directory.path()), prefix(KIND, std::process::id()));
        let mut left: Vec<String> = std::fs::read_dir(directory.path())
            .expect("the directory can be read")
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("it is text"))
            .collect();
        left.sort();
        let mut kept = kept.to_vec();
        kept.sort();
        assert_eq!(left, kept);
    }

    #[test]
    fn what_a_program_says_is_read_to_the_end() {
        let output =
            run(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"])).expect("it should run");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(3), &b"err\n"[..]));
        assert!(output.stdout.is_empty());
    }
}
