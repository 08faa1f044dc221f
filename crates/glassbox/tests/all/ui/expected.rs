//! Expected outputs: files beside the fixture, `name.stdout` and `name.stderr`; none means that nothing is
//! written there.

use std::path::{Path, PathBuf};

use super::End;

/// Whether expected outputs are to be rewritten.
fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}

/// Compares what a stream had with the file of that extension beside the fixture.
pub(crate) fn compare(fixture: &Path, extension: &str, actual: &str) -> Option<String> {
    let path = fixture.with_extension(extension);
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected == actual {
        return None;
    }
    if blessing() {
        let done =
            if actual.is_empty() { std::fs::remove_file(&path) } else { std::fs::write(&path, actual) };
        return done.err().map(|error| format!("{} cannot be rewritten: {error}", path.display()));
    }
    let name = super::name(&path);
    Some(format!(
        "{name} differs; `cargo xtask bless` rewrites it if the new output is better\n\
         --- expected\n{expected}--- actual\n{actual}"
    ))
}

/// Expected outputs whose fixture is gone, and empty ones.
pub(crate) fn stale(end: End) -> Vec<String> {
    let fixture =
        |path: &PathBuf| ["gbir", "java", "cmd"].iter().any(|kind| path.with_extension(kind).exists());
    let empty = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.len() == 0);
    let mut problems = Vec::new();
    for path in ["stdout", "stderr"].iter().flat_map(|extension| end.files(extension)) {
        if fixture(&path) && !empty(&path) {
            continue;
        }
        if !blessing() || std::fs::remove_file(&path).is_err() {
            problems.push(format!("{} belongs to no fixture, or is empty: remove it", path.display()));
        }
    }
    problems
}

/// The text of a report without what differs from run to run: the time and the memory in its last line, the times of its
/// phases, and seconds among the statistics of a run that is unknown.
pub(crate) fn without_costs(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let bytes = [" B", " KiB", " MiB", " GiB"];
    let times = [" ms", " s", " min"];
    let phases = lines.iter().position(|line| line == "phases").map_or(lines.len(), |heading| heading + 1);
    for phase in lines[phases..].iter_mut().take_while(|line| !line.is_empty()) {
        let name = phase.split_whitespace().next().expect("the line is not empty");
        *phase = format!("  {name}  <time>");
    }
    for counted in lines.iter_mut().filter(|line| line.starts_with("  so far: ")) {
        let parts = counted.split(", ").map(|part| match part.split_once("_seconds ") {
            Some((name, _)) => format!("{name}_seconds <time>"),
            None => part.to_string(),
        });
        *counted = parts.collect::<Vec<_>>().join(", ");
    }
    if let Some(last) = lines.last_mut()
        && let [counts @ .., time, memory] = last.split(", ").collect::<Vec<_>>().as_slice()
        && times.iter().any(|unit| time.ends_with(unit))
        && bytes.iter().any(|unit| memory.ends_with(unit))
    {
        *last = [counts, &["<time>", "<memory>"]].concat().join(", ");
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The text of a report on a search that time stopped: its counts differ from run to run, too.
pub(crate) fn without_counts(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.replace(" state was ", " states were ");
        if !line.contains("states") {
            out.push_str(&line);
        } else {
            let mut characters = line.chars().peekable();
            while let Some(character) = characters.next() {
                if !character.is_ascii_digit() {
                    out.push(character);
                    continue;
                }
                out.push('#');
                // A comma belongs to the number if a digit follows.
                while characters.peek().is_some_and(|&next| next.is_ascii_digit() || next == ',') {
                    let mut ahead = characters.clone();
                    if ahead.next() == Some(',') && !ahead.next().is_some_and(|next| next.is_ascii_digit()) {
                        break;
                    }
                    characters.next();
                }
            }
        }
        out.push('\n');
    }
    out.replace("# transition,", "# transitions,")
}

/// The text of a report on a Java program: how many objects the class library makes first differs from release to
/// release.
pub(crate) fn without_object_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('#') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            out.push('n');
        }
        rest = &rest[digits..];
    }
    out + rest
}

#[test]
fn figures_are_replaced() {
    assert_eq!(without_object_numbers("a = Node#12, b = int[3]#4 # x"), "a = Node#n, b = int[3]#n # x");
    assert_eq!(
        without_costs("holds: x\n\n12 states, 1 transition, depth 3, 1 min 2 s, 3.5 MiB\n"),
        "holds: x\n\n12 states, 1 transition, depth 3, <time>, <memory>\n"
    );
    assert_eq!(without_costs("a, b\n"), "a, b\n");
    assert_eq!(
        without_counts("- 1 state was reached\n--time 10ms\nso far: states 1,234, depth 1\n"),
        "- # states were reached\n--time 10ms\nso far: states #, depth #\n"
    );
}
