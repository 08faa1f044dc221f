//! Inputs in `files/` with their expected outputs beside them.
//!
//! The first line of an input says what is done with it:
//! - `// test: print`: it is parsed, verified and printed;
//! - `// test: flow`: it is parsed, verified and its control-flow facts are described;
//! - `// test: reject`: it is rejected, with these diagnostics. Lines `// case: title` cut such an input
//!   into texts that are rejected each by itself, because a syntax error hides what comes after it.
//!
//! `BLESS=1 cargo test -p ir --test files` rewrites the expected outputs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ir::{Code, Diagnostic, Program};

fn inputs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = fs::read_dir(directory).expect("the directory of inputs can be read");
    let mut inputs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the directory of inputs can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "gbir"))
        .collect();
    inputs.sort();
    inputs
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{} can be read: {error}", path.display()))
}

fn load(text: &str) -> Result<Program, Vec<Diagnostic>> {
    let program = ir::text::parse("input.gbir", text)?;
    ir::verify::verify(&program)?;
    Ok(program)
}

fn accept(text: &str) -> Program {
    load(text).unwrap_or_else(|errors| panic!("the input is right, but\n{}", show(&errors)))
}

fn show(errors: &[Diagnostic]) -> String {
    let mut out = String::new();
    for error in errors {
        if let Some(position) = error.position {
            write!(out, "{}:{}: ", position.line, position.column).expect("writing to a string succeeds");
        }
        writeln!(out, "{error} | {}", error.remedy).expect("writing to a string succeeds");
    }
    out
}

/// The texts of an input with their titles. Each keeps its line numbers.
fn cases(text: &str) -> Vec<(&str, String)> {
    let mut cases: Vec<(&str, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("// case: ") {
            cases.push((title, "\n".repeat(number)));
        }
        if let Some((_, case)) = cases.last_mut() {
            case.push_str(line);
            case.push('\n');
        }
    }
    if cases.is_empty() { vec![("", text.to_owned())] } else { cases }
}

fn reject(text: &str) -> String {
    let mut out = String::new();
    for (title, case) in cases(text) {
        let errors = load(&case).err().unwrap_or_default();
        assert!(!errors.is_empty(), "the case `{title}` is rejected");
        if !title.is_empty() {
            writeln!(out, "// {title}").expect("writing to a string succeeds");
        }
        out.push_str(&show(&errors));
    }
    out
}

fn output(path: &Path) -> String {
    let text = read(path);
    match text.lines().next() {
        Some("// test: print") => {
            let printed = ir::text::print(&accept(&text));
            assert_eq!(ir::text::print(&accept(&printed)), printed, "printing again gives the same text");
            printed
        }
        Some("// test: flow") => ir::flow::describe(&accept(&text)),
        Some("// test: reject") => reject(&text),
        first => panic!("{} says in its first line what is tested: {first:?}", path.display()),
    }
}

#[test]
fn outputs_are_as_expected() {
    let mut wrong = Vec::new();
    for input in inputs() {
        let expected = input.with_extension("expected");
        let output = output(&input);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, output).expect("the expected output can be written");
        } else if fs::read_to_string(&expected).ok().as_ref() != Some(&output) {
            wrong.push(format!("{}:\n{output}", input.display()));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 accepts these outputs:\n{}", wrong.join("\n"));
}

#[test]
fn every_expected_output_has_an_input() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for entry in fs::read_dir(directory).expect("the directory of inputs can be read") {
        let path = entry.expect("the directory of inputs can be read").path();
        assert!(path.with_extension("gbir").exists(), "{} belongs to no input", path.display());
    }
}

#[test]
fn every_code_that_a_text_can_have_is_rejected_here() {
    let mut missing: BTreeSet<Code> = Code::ALL.iter().copied().filter(|code| code.number() >= 100).collect();
    // The parser makes no such programs; `verify.rs` builds them by hand.
    missing.remove(&Code::Parameters);
    missing.remove(&Code::DanglingId);
    for input in inputs() {
        let text = read(&input);
        if text.starts_with("// test: reject\n") {
            for (_, case) in cases(&text) {
                for error in load(&case).err().unwrap_or_default() {
                    missing.remove(&error.code);
                }
            }
        }
    }
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn fixtures_of_the_command_line_have_the_code_of_their_name() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/rejected");
    for entry in fs::read_dir(directory).expect("the directory of fixtures can be read") {
        let path = entry.expect("the directory of fixtures can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let code = name.split('-').next().and_then(Code::parse);
        let Some(code) = code.filter(|code| code.number() >= 100 && name.ends_with(".gbir")) else {
            continue;
        };
        let errors = load(&read(&path)).err().unwrap_or_default();
        let found: Vec<Code> = errors.iter().map(|error| error.code).collect();
        assert_eq!(found, [code], "{name}");
    }
}
