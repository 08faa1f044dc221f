//! Programs cannot notice when garbage is collected: Java programs do the same whether that happens
//! at every allocation or hardly ever. Models of native methods that forget to say what they hold, or that
//! have changed something before they find no room, show here.

use glassbox::{Context, Ended, Execution, JavaOptions};

use crate::support::{compiled, home, repository};

/// Parts of the programs that must behave as on the JVM: small ones, since collecting takes long.
const PARTS: [&str; 5] = ["classes", "exceptions", "lambdas", "strings", "threads"];

/// What a program prints, and how it ends.
fn printed(directory: &std::path::Path, name: &str, collect_eagerly: bool) -> (Vec<u8>, Ended) {
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    let input = glassbox::load(&directory.join(format!("{name}.class")), &options)
        .unwrap_or_else(|rejection| panic!("{name}: {rejection:?}"));
    let execution = Execution { collect_eagerly, ..Execution::default() };
    let mut all = Vec::new();
    let mut print = |_, bytes: &[u8]| all.extend_from_slice(bytes);
    let ended = glassbox::run(&input, &execution, &mut Context::default(), &mut print)
        .unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
    (all, ended)
}

#[test]
fn programs_cannot_notice_when_garbage_is_collected() {
    let mut count = 0;
    for part in PARTS {
        let directory = repository().join("tests/jvm").join(part);
        let mut files: Vec<std::path::PathBuf> = std::fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
            .map(|entry| entry.expect("the directory can be read").path())
            .filter(|file| file.extension().is_some_and(|extension| extension == "java"))
            .collect();
        files.sort();
        for file in files.iter().step_by(5) {
            // Programs that need a later JDK say so in their first lines.
            let source = std::fs::read_to_string(file).expect("the program can be read");
            if source.lines().take(3).any(|line| line.contains("jdk:")) {
                continue;
            }
            let classes = compiled(&[file.display().to_string()]);
            let name = file.file_stem().expect("a file has a name").to_string_lossy();
            let normally = printed(classes.path(), &name, false);
            assert_eq!(printed(classes.path(), &name, true), normally, "{name}");
            count += 1;
        }
    }
    assert!(count > 5, "only {count} programs were run");
}
