//! The real JVM: a process that compiles programs and runs them, kept for many of them.

use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::outcome::Outcome;

const HARNESS: &str = include_str!("Harness.java");

/// How many programs one process runs: their classes stay in its memory.
const MOST_RUNS: usize = 600;

/// The launcher of a JDK for short work on one core: no long compilations, no parallel collector, no counters for others to
/// watch, and classes of the library that were prepared beforehand.
pub fn launcher(home: &Path) -> Command {
    let mut command = Command::new(home.join("bin/java"));
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData"]);
    command
}

/// A JDK, the directory for sources and classes, and the process if it runs.
#[derive(Debug)]
pub struct Jvm {
    home: PathBuf,
    directory: PathBuf,
    process: Option<Process>,
    runs: usize,
}

#[derive(Debug)]
struct Process {
    child: Child,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Jvm {
    /// Prepares a directory: compiles the harness into it.
    pub fn new(home: &Path, directory: &Path) -> io::Result<Jvm> {
        let source = directory.join("Harness.java");
        std::fs::write(&source, HARNESS)?;
        let compiled = Command::new(home.join("bin/javac"))
            .args(java::compile::QUICK)
            .args(["-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(directory)
            .arg(&source)
            .output()
            .map_err(|error| {
                io::Error::other(format!("javac of {} does not start: {error}", home.display()))
            })?;
        if !compiled.status.success() {
            let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
            return Err(io::Error::other(format!("the harness does not compile: {said}")));
        }
        Ok(Jvm { home: home.to_path_buf(), directory: directory.to_path_buf(), process: None, runs: 0 })
    }

    /// Where the classes are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The JDK.
    pub fn home(&self) -> &Path {
        &self.home
    }

    fn process(&mut self) -> io::Result<&mut Process> {
        if self.process.is_none() {
            let mut child = launcher(&self.home)
                .args(["-Xmx1g", "-Dfile.encoding=UTF-8", "-cp"])
                .arg(&self.directory)
                .arg("Harness")
                .arg(&self.directory)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()?;
            let requests = BufWriter::new(child.stdin.take().expect("the input is a pipe"));
            let answers = BufReader::new(child.stdout.take().expect("the output is a pipe"));
            self.runs = 0;
            self.process = Some(Process { child, requests, answers });
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }

    fn stop(&mut self) {
        if let Some(Process { mut child, requests, answers }) = self.process.take() {
            // The end of its input is its end.
            drop(requests);
            drop(answers);
            let _ = child.wait();
        }
    }

    /// Compiles files of the directory, and gives the errors, each with the name of its file.
    pub fn compile(&mut self, files: &[String]) -> io::Result<Vec<String>> {
        let process = self.process()?;
        process.requests.write_all(b"c")?;
        process.requests.write_all(&length(files.len()))?;
        for file in files {
            process.text(file)?;
        }
        process.requests.flush()?;
        let count = process.number()?;
        (0..count).map(|_| Ok(String::from_utf8_lossy(&process.bytes()?).into_owned())).collect()
    }

    /// Runs the main method of a class in the process.
    pub fn run(&mut self, class: &str) -> io::Result<Outcome> {
        if self.runs >= MOST_RUNS {
            self.stop();
        }
        self.runs += 1;
        let answered = self.process()?.run(class);
        match answered {
            Ok((status, stdout, stderr)) if status >= 0 => {
                Ok(Outcome { stdout, stderr, status: Some(status) })
            }
            // The program does not end, or has taken the process with it.
            _ => {
                self.stop();
                Ok(Outcome { stdout: Vec::new(), stderr: Vec::new(), status: None })
            }
        }
    }

    /// Runs a class with the launcher, as users do.
    pub fn launch(&self, class: &str) -> io::Result<Outcome> {
        let output = launcher(&self.home)
            .args(["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "-cp"])
            .arg(&self.directory)
            .arg(class)
            .stdin(Stdio::null())
            .output()?;
        Ok(Outcome { stdout: output.stdout, stderr: output.stderr, status: output.status.code() })
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        self.stop();
    }
}

fn length(count: usize) -> [u8; 4] {
    u32::try_from(count).expect("texts are short").to_be_bytes()
}

impl Process {
    /// The exit status, negative for none, and both outputs of a program.
    fn run(&mut self, class: &str) -> io::Result<(i32, Vec<u8>, Vec<u8>)> {
        self.requests.write_all(b"r")?;
        self.text(class)?;
        self.requests.flush()?;
        Ok((self.number()?, self.bytes()?, self.bytes()?))
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.requests.write_all(&length(text.len()))?;
        self.requests.write_all(text.as_bytes())
    }

    fn number(&mut self) -> io::Result<i32> {
        let mut bytes = [0; 4];
        self.answers.read_exact(&mut bytes)?;
        Ok(i32::from_be_bytes(bytes))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let count = self.number()?;
        let mut bytes = vec![0; usize::try_from(count).expect("lengths are not negative")];
        self.answers.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
