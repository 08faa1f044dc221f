//! Every program in `tests/jvm/` runs on the real JVM and on our machine: standard output, standard
//! error and the exit status must be equal, byte for byte. This is done with every JDK that is there:
//! those that `GLASSBOX_JDKS` names (home directories with colons between them), or else the one whose
//! `java` is on the path and those beside it.
//!
//! What a JVM printed and what a compiler made is kept under the target directory, by a hash of the
//! programs and of the JDK's version; with `GLASSBOX_RERECORD` set it is made again.
//!
//! What is not modelled yet stands in `tests/known-gaps/jvm.txt`, with words of the reason that the
//! tool must give: a gap that closes, or that gives another answer, fails the test until the list is
//! mended. The programs must use every model of a native method; `tests/known-gaps/natives.txt` has
//! those that none uses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::support::{Jdk, files, repository};
use xtask::jvm_diff::jvm::launcher;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A program.
struct Program {
    topic: String,
    class: String,
    file: PathBuf,
    text: String,
    /// The release that it needs: its first line may say `// jdk: 21`.
    release: u32,
    /// Whether the compiler leaves out lines and names: its first line may say `// javac: -g:none`.
    bare: bool,
}

impl Program {
    fn all() -> Vec<Program> {
        let mut programs = Vec::new();
        let mut topics: Vec<PathBuf> = std::fs::read_dir(repository().join("tests/jvm"))
            .expect("there are programs")
            .map(|entry| entry.expect("the directory can be read").path())
            .filter(|path| path.is_dir())
            .collect();
        topics.sort();
        for topic in topics {
            for file in files(&topic, "java") {
                let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let text = read(&file);
                let first = text.lines().next().unwrap_or_default();
                let release = first.strip_prefix("// jdk:").and_then(|text| text.trim().parse().ok());
                programs.push(Program {
                    topic: name(&topic),
                    class: name(&file),
                    file,
                    release: release.unwrap_or(17),
                    bare: first.trim() == "// javac: -g:none",
                    text,
                });
            }
        }
        programs
    }

    fn name(&self) -> String {
        format!("{}/{}", self.topic, self.class)
    }
}

/// How a program ended.
#[derive(PartialEq, Eq)]
struct Outcome {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: Option<i32>,
}

impl Outcome {
    fn of(command: &mut Command) -> Outcome {
        let output = command.output().expect("the program runs");
        Outcome { stdout: output.stdout, stderr: output.stderr, status: output.status.code() }
    }

    /// What was kept in a directory.
    fn kept(directory: &Path) -> Option<Outcome> {
        Some(Outcome {
            status: std::fs::read_to_string(directory.join("status")).ok()?.parse().ok(),
            stdout: std::fs::read(directory.join("stdout")).ok()?,
            stderr: std::fs::read(directory.join("stderr")).ok()?,
        })
    }

    fn keep(&self, directory: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(directory)?;
        std::fs::write(directory.join("stdout"), &self.stdout)?;
        std::fs::write(directory.join("stderr"), &self.stderr)?;
        let status = self.status.map_or_else(|| "none".to_string(), |status| status.to_string());
        // The last file makes the rest count.
        std::fs::write(directory.join("status"), status)
    }
}

fn digest(parts: &[&str]) -> String {
    format!("{:016x}", rapidhash::v3::rapidhash_v3(parts.join("\0").as_bytes()))
}

/// Where something is kept from one test run to the next, and whether it counts.
fn place(digest: &str) -> (PathBuf, bool) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jvm").join(digest);
    let fresh = directory.join("status").is_file() && std::env::var_os("GLASSBOX_RERECORD").is_none();
    (directory, fresh)
}

/// Compiles the programs of a topic together and gives where the classes are.
fn compile(jdk: &Jdk, topic: &str, bare: bool, programs: &[&Program]) -> PathBuf {
    let texts: String =
        programs.iter().map(|program| format!("{}\0{}\0", program.class, program.text)).collect();
    let (directory, fresh) = place(&digest(&["classes", &jdk.version, topic, &texts]));
    if !fresh {
        let classes = directory.join("classes");
        let _ = std::fs::remove_dir_all(&classes);
        let compiled = Command::new(jdk.home.join("bin/javac"))
            .args(java::compile::QUICK)
            .args([if bare { "-g:none" } else { "-g" }, "-parameters", "-proc:none", "-nowarn", "-d"])
            .arg(&classes)
            .args(programs.iter().map(|program| &program.file))
            .output()
            .expect("the compiler runs");
        assert!(compiled.status.success(), "{topic}: {}", String::from_utf8_lossy(&compiled.stderr));
        std::fs::write(directory.join("status"), "0").expect("the target directory can be written");
    }
    directory.join("classes")
}

/// What the JVM does with a program.
fn expected(jdk: &Jdk, program: &Program, classes: &Path) -> Outcome {
    let (directory, fresh) = place(&digest(&["run", &jdk.version, &program.name(), &program.text]));
    if fresh && let Some(outcome) = Outcome::kept(&directory) {
        return outcome;
    }
    let outcome = Outcome::of(launcher(&jdk.home).arg("-cp").arg(classes).arg(&program.class));
    outcome.keep(&directory).expect("the target directory can be written");
    outcome
}

/// What our machine does with it; the native methods that it uses are noted.
fn ours(jdk: &Jdk, program: &Program, classes: &Path, used: &Mutex<BTreeSet<String>>) -> Outcome {
    let list = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let outcome = Outcome::of(
        Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .arg("run")
            .arg("--java-home")
            .arg(&jdk.home)
            .arg(classes.join(format!("{}.class", program.class)))
            .env("GLASSBOX_NATIVES", list.path()),
    );
    let text = read(list.path());
    // Families of models are known without types.
    let names = text.lines().flat_map(|name| [name, name.split('(').next().unwrap_or(name)]);
    used.lock().expect("nobody panics").extend(names.map(str::to_string));
    outcome
}

fn difference(jvm: &Outcome, ours: &Outcome) -> Option<String> {
    if jvm == ours {
        return None;
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let first = |a: &[u8], b: &[u8]| {
        let (a, b) = (text(a), text(b));
        let different = a.lines().zip(b.lines()).find(|(a, b)| a != b);
        different.map(|(a, b)| format!("first different line:\n  jvm:  {a}\n  ours: {b}"))
    };
    Some(format!(
        "status {:?} and {:?}; {}\n  our standard error: {}",
        jvm.status,
        ours.status,
        first(&jvm.stdout, &ours.stdout)
            .or_else(|| first(&jvm.stderr, &ours.stderr))
            .unwrap_or_else(|| "one output ends before the other".to_string()),
        text(&ours.stderr).lines().take(3).collect::<Vec<_>>().join(" | "),
    ))
}

/// The known gaps: the program, and words of the reason. A release in square brackets behind the
/// program's name says that the gap is one with that JDK only.
fn gaps() -> BTreeMap<String, String> {
    read(&repository().join("tests/known-gaps/jvm.txt"))
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("lines are `topic/Name: words of the reason`"))
        .map(|(program, reason)| (program.to_string(), reason.trim().to_string()))
        .collect()
}

/// What is wrong with a program on a JDK.
fn problem(
    jdk: &Jdk,
    program: &Program,
    classes: &Path,
    gaps: &BTreeMap<String, String>,
    used: &Mutex<BTreeSet<String>>,
) -> Option<String> {
    let jvm = expected(jdk, program, classes);
    let ours = ours(jdk, program, classes, used);
    let gap =
        gaps.get(&program.name()).or_else(|| gaps.get(&format!("{} [{}]", program.name(), jdk.release)));
    match (difference(&jvm, &ours), gap) {
        (None, None) => None,
        (None, Some(_)) => Some("the gap is closed: take it off the list".to_string()),
        (Some(difference), None) => Some(difference),
        (Some(difference), Some(reason)) => {
            let said = String::from_utf8_lossy(&ours.stderr).into_owned();
            let unknown =
                ours.status == Some(3) && said.contains(reason) && jvm.stdout.starts_with(&ours.stdout);
            (!unknown).then(|| format!("the known gap gives another answer: {difference}"))
        }
    }
}

#[test]
fn programs_behave_as_on_the_jvm() {
    let (gaps, jdks, programs) = (gaps(), Jdk::all(), Program::all());
    let used = Mutex::new(BTreeSet::new());
    let problems = Mutex::new(BTreeMap::new());
    // The programs of a topic are compiled together, and then run by whoever has compiled them.
    let mut groups: Vec<(&Jdk, &str, bool, Vec<&Program>)> = Vec::new();
    for jdk in &jdks {
        let mut topics: BTreeMap<(&str, bool), Vec<&Program>> = BTreeMap::new();
        for program in programs.iter().filter(|program| program.release <= jdk.release) {
            topics.entry((&program.topic, program.bare)).or_default().push(program);
        }
        groups.extend(topics.into_iter().map(|((topic, bare), programs)| (jdk, topic, bare, programs)));
    }
    let count: usize = groups.iter().map(|(.., programs)| programs.len()).sum();
    // The last ones are the largest, and are taken first.
    groups.sort_by_key(|(.., programs)| programs.len());
    let waiting = Mutex::new(groups);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().expect("nobody panics").pop();
                    let Some((jdk, topic, bare, programs)) = next else { return };
                    let classes = compile(jdk, topic, bare, &programs);
                    for program in programs {
                        if let Some(problem) = problem(jdk, program, &classes, &gaps, &used) {
                            let name = format!("{} on JDK {}", program.name(), jdk.release);
                            problems.lock().expect("nobody panics").insert(name, problem);
                        }
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("nobody panics");
    let listed: String =
        problems.iter().map(|(program, problem)| format!("\n{program}: {problem}")).collect();
    assert!(problems.is_empty(), "{} of {count} programs differ:{listed}", problems.len());
    models_are_used(&used.into_inner().expect("nobody panics"), &jdks);
}

/// Every model of a native method must have been used by a program.
fn models_are_used(used: &BTreeSet<String>, jdks: &[Jdk]) {
    let excused: BTreeMap<String, Option<u32>> = read(&repository().join("tests/known-gaps/natives.txt"))
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| match line.split_once(" [") {
            Some((name, release)) => (name.to_string(), release.trim_end_matches(']').parse().ok()),
            None => (line.to_string(), None),
        })
        .collect();
    let mut wrong = String::new();
    for name in machine::natives() {
        let is_used = used.contains(name);
        match excused.get(name) {
            None if !is_used => wrong += &format!("\nno program uses the model of {name}"),
            Some(None) if is_used => {
                wrong += &format!("\na program uses the model of {name}: take it off the list")
            }
            // A method that only some releases have.
            Some(Some(release)) if !is_used && jdks.iter().any(|jdk| jdk.release == *release) => {
                wrong += &format!("\nno program uses the model of {name}, not even on JDK {release}");
            }
            None | Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
