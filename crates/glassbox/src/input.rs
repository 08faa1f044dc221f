//! Files to programs.

mod java;
mod spec;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Instant;

use check::Phase;
use ir::{Code, Diagnostic, IdVec, Program, Source, SourceId};

pub use self::java::{
    CaughtAssertions, Describes, JavaOptions, JavaProgram, LibraryAs, Randomness, api_jar,
    load_library_class, load_spec,
};

/// Inputs larger than this are not read: nobody writes such a file by hand, and its program would not
/// fit the memory.
const MAX_BYTES: u64 = 1 << 30;

/// Why an input is not accepted.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// What is wrong, at least one thing.
    pub diagnostics: Vec<Diagnostic>,
    /// The sources that the diagnostics point into.
    pub sources: IdVec<SourceId, Source>,
}

impl From<Diagnostic> for Rejection {
    fn from(diagnostic: Diagnostic) -> Self {
        Rejection { diagnostics: vec![diagnostic], sources: IdVec::new() }
    }
}

/// A verified program and what it was made from.
#[derive(Clone, Debug)]
pub struct Input {
    /// The program.
    pub program: Program,
    /// The file, for the task and for replays.
    pub file: check::Input,
    /// How long it took to make the program.
    pub phases: Vec<Phase>,
    /// What is known only of Java programs.
    pub java: Option<JavaProgram>,
}

impl Input {
    /// The program that a `.gbir` text describes; `name` is what people call it.
    pub fn from_text(name: &str, text: &str) -> Result<Input, Rejection> {
        let rejected = |diagnostics| {
            let source = Source { name: name.to_string(), text: Some(text.into()) };
            Rejection { diagnostics, sources: [source].into_iter().collect() }
        };
        let started = Instant::now();
        let program = ir::text::parse(name, text).map_err(rejected)?;
        let parsed = started.elapsed();
        ir::verify::verify(&program)
            .map_err(|diagnostics| Rejection { diagnostics, sources: sources(&program) })?;
        let verified = started.elapsed() - parsed;
        let phases = vec![Phase { name: "parse", time: parsed }, Phase { name: "verify", time: verified }];
        let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(text.as_bytes()));
        Ok(Input { program, file: check::Input { path: name.to_string(), digest }, phases, java: None })
    }
}

/// The sources of a program, for diagnostics that outlive it.
pub(crate) fn sources(program: &Program) -> IdVec<SourceId, Source> {
    program.sources.iter().cloned().collect()
}

/// Reads and verifies the program in a file, or the classes in a directory.
pub fn load(path: &Path, options: &JavaOptions) -> Result<Input, Rejection> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|extension| extension == "gbir")
        && let Some(option) = options.settings().keys().next()
    {
        let what = format!("--{option} is for programs with a class library, which `{name}` has not");
        return Err(Diagnostic::new(Code::Usage, what, format!("leave out --{option}")).into());
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("gbir") => Input::from_text(&name, &read_text(path)?),
        Some("java") => java::load_source(path, &read_text(path)?, options),
        Some("class") => java::load_class(path, options),
        Some("jar") => java::load_jar(path, options),
        Some(_) | None if path.is_dir() => java::load_directory(path, options),
        // A file that is not there or cannot be read is told first.
        Some(_) | None => read_bytes(path).map_err(Rejection::from).and(Err(Diagnostic::new(
            Code::UnknownInput,
            format!("`{name}` is not a kind of input that is supported"),
            "give a `.java`, `.class`, `.jar` or `.gbir` file, or a directory of classes; C is not supported yet",
        )
        .into())),
    }
}

/// The bytes in a file.
fn read_bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let name = path.display();
    let unreadable = |error: std::io::Error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            Diagnostic::new(
                Code::MissingFile,
                format!("`{name}` does not exist"),
                match similar_file(path) {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => "check the spelling and the directory that you are in".to_string(),
                },
            )
        } else {
            Diagnostic::new(
                Code::Unreadable,
                format!("`{name}` cannot be read: {}", system_words(&error)),
                "check its permissions, and that it is a file",
            )
        }
    };
    let directory = || {
        Diagnostic::new(Code::IsDirectory, format!("`{name}` is a directory"), "name one of the files in it")
    };
    if path.is_dir() {
        return Err(directory());
    }
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // One byte more than is accepted tells a file that is too large, also for pipes.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Diagnostic::new(
            Code::Unreadable,
            format!("`{name}` has more than {MAX_BYTES} bytes"),
            "give a smaller input",
        ));
    }
    Ok(bytes)
}

/// The text in a file.
pub fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let name = path.display();
    let bytes = read_bytes(path)?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Diagnostic::new(
            Code::EmptyFile,
            format!("`{name}` is empty"),
            "write a program into it, or name another file",
        ));
    }
    let not_text = |offset: usize| {
        Diagnostic::new(
            Code::NotText,
            format!("`{name}` is not text: byte {offset} is not UTF-8 or not printable"),
            "give a text file in UTF-8",
        )
    };
    let text = String::from_utf8(bytes).map_err(|error| not_text(error.utf8_error().valid_up_to()))?;
    match text.bytes().position(|byte| byte == 0) {
        Some(offset) => Err(not_text(offset)),
        None => Ok(text),
    }
}

/// The file beside a missing one whose name is most alike.
fn similar_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = std::fs::read_dir(directory.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_file())?.file_name().into_string().ok())
        .collect();
    // The system gives them in any order.
    names.sort_unstable();
    Some(path.with_file_name(ir::suggest::nearest(name, names)?).display().to_string())
}

/// What the system says about an error, without its number and in lower case.
pub fn system_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = match error.raw_os_error() {
        Some(number) => text.strip_suffix(&format!(" (os error {number})")).unwrap_or(&text),
        None => &text,
    };
    let mut characters = words.chars();
    characters.next().map_or(String::new(), |first| first.to_lowercase().chain(characters).collect())
}
