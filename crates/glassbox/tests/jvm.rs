//! Every program in `tests/jvm/` runs on the real JVM and on our machine: standard output, standard
//! error and the exit status must be equal, byte for byte.
//!
//! What is not modelled yet stands in `tests/known-gaps/jvm.txt`, with words of the reason that the
//! tool must give: a gap that closes, or that gives another answer, fails the test until the list is
//! mended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates are two levels deep")
        .to_path_buf()
}

/// The programs by topic and name, with their files.
fn programs() -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for topic in std::fs::read_dir(repository().join("tests/jvm")).expect("there are programs") {
        let topic = topic.expect("the directory can be read").path();
        if !topic.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(&topic).expect("the directory can be read") {
            let file = file.expect("the directory can be read").path();
            if file.extension().is_some_and(|extension| extension == "java") {
                let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                found.insert(format!("{}/{}", name(&topic), name(&file)), file);
            }
        }
    }
    found
}

/// The known gaps: the program, and words of the reason.
fn gaps() -> BTreeMap<String, String> {
    let text =
        std::fs::read_to_string(repository().join("tests/known-gaps/jvm.txt")).expect("there is a list");
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("lines are `topic/Name: words of the reason`"))
        .map(|(program, reason)| (program.to_string(), reason.trim().to_string()))
        .collect()
}

/// The version of the JDK on the path, such as 17.
fn java_version() -> u32 {
    let output = Command::new("java").arg("-version").output().expect("`./x test` installs a JDK");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let version = text.split('"').nth(1).expect("java says its version");
    version
        .split(['.', '-'])
        .next()
        .and_then(|major| major.parse().ok())
        .expect("versions start with a number")
}

/// The release that a program needs: its first line may say `// jdk: 21`.
fn needed(file: &Path) -> u32 {
    let text = std::fs::read_to_string(file).expect("the program can be read");
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("// jdk:").and_then(|version| version.trim().parse().ok()).unwrap_or(17)
}

struct Compared {
    jvm: Output,
    ours: Output,
}

fn compare(classes: &Path, class: &str) -> Compared {
    let jvm = Command::new("java").arg("-cp").arg(classes).arg(class).output().expect("the JVM runs");
    let ours = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .arg("run")
        .arg(classes.join(format!("{class}.class")))
        .output()
        .expect("the tool runs");
    Compared { jvm, ours }
}

fn difference(compared: &Compared) -> Option<String> {
    let Compared { jvm, ours } = compared;
    if jvm.stdout == ours.stdout && jvm.stderr == ours.stderr && jvm.status.code() == ours.status.code() {
        return None;
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let first = text(&jvm.stdout)
        .lines()
        .zip(text(&ours.stdout).lines())
        .find(|(a, b)| a != b)
        .map(|(a, b)| format!("first different line:\n  jvm:  {a}\n  ours: {b}"));
    Some(format!(
        "status {:?} and {:?}; {}\n  our standard error: {}",
        jvm.status.code(),
        ours.status.code(),
        first.unwrap_or_else(|| "one output ends before the other".to_string()),
        text(&ours.stderr).lines().take(3).collect::<Vec<_>>().join(" | "),
    ))
}

#[test]
fn programs_behave_as_on_the_jvm() {
    let gaps = gaps();
    let version = java_version();
    let programs: Vec<(String, PathBuf)> =
        programs().into_iter().filter(|(_, file)| needed(file) <= version).collect();
    assert!(!programs.is_empty(), "there are programs for this JDK");
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut topics: BTreeMap<&str, Vec<&PathBuf>> = BTreeMap::new();
    for (program, file) in &programs {
        topics.entry(program.split('/').next().unwrap_or_default()).or_default().push(file);
    }
    for (topic, files) in topics {
        let compiled = Command::new("javac")
            .args(["-g", "-parameters", "-proc:none", "-nowarn", "-d"])
            .arg(directory.path().join(topic))
            .args(files)
            .output()
            .expect("`./x test` installs a JDK");
        assert!(compiled.status.success(), "{topic}: {}", String::from_utf8_lossy(&compiled.stderr));
    }
    let waiting = Mutex::new(programs.iter());
    let problems = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((program, _)) = waiting.lock().expect("nobody panics").next() else { return };
                    let (topic, class) = program.split_once('/').expect("programs have a topic");
                    let compared = compare(&directory.path().join(topic), class);
                    let problem = match (difference(&compared), gaps.get(program)) {
                        (None, None) => None,
                        (None, Some(_)) => Some("the gap is closed: take it off the list".to_string()),
                        (Some(difference), None) => Some(difference),
                        (Some(difference), Some(reason)) => {
                            let said = String::from_utf8_lossy(&compared.ours.stderr).into_owned();
                            let unknown = compared.ours.status.code() == Some(3) && said.contains(reason);
                            (!unknown).then(|| format!("the known gap gives another answer: {difference}"))
                        }
                    };
                    if let Some(problem) = problem {
                        problems.lock().expect("nobody panics").insert(program.clone(), problem);
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("nobody panics");
    let listed: String =
        problems.iter().map(|(program, problem)| format!("\n{program}: {problem}")).collect();
    assert!(problems.is_empty(), "{} of {} programs differ:{listed}", problems.len(), programs.len());
}
