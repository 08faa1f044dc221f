//! Files to programs.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use check::Phase;
use ir::{Code, Diagnostic, IdVec, Program, Source, SourceId};

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

/// The classes behind a Java program.
#[derive(Clone)]
pub struct JavaProgram {
    /// Loads and translates classes.
    pub library: Arc<java::Library>,
    /// The class whose `main` is run.
    pub class: String,
    /// Compiled classes, which are there as long as this is.
    _compiled: Option<Arc<java::compile::Compiled>>,
}

impl std::fmt::Debug for JavaProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JavaProgram").field("class", &self.class).finish_non_exhaustive()
    }
}

/// Where Java comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JavaOptions {
    /// Directories that may be the home of a JDK, the first that is one is taken.
    pub homes: Vec<PathBuf>,
    /// More places with classes: directories and jars.
    pub class_path: Vec<PathBuf>,
    /// The class whose `main` is run, if it is not the input's own.
    pub class: Option<String>,
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

/// Reads and verifies the program in a file.
pub fn load(path: &Path, java: &JavaOptions) -> Result<Input, Rejection> {
    let name = path.display().to_string();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("gbir") => Input::from_text(&name, &read_text(path)?),
        Some("java") => load_java(path, &read_text(path)?, java),
        Some("class") => load_class(path, java),
        // A file that is not there or cannot be read is told first.
        Some(_) | None => read_bytes(path).map_err(Rejection::from).and(Err(Diagnostic::new(
            Code::UnknownInput,
            format!("`{name}` is not a kind of input that is supported"),
            "give a `.java`, `.class` or `.gbir` file; C is not supported yet",
        )
        .into())),
    }
}

/// What a JDK is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Classes,
    Compiler,
}

/// The class path of the options: the JDK, then the user's places.
fn class_path(options: &JavaOptions, needs: Needs) -> Result<(java::ClassPath, PathBuf), Diagnostic> {
    let is_home = |home: &&PathBuf| home.join("lib").join("modules").is_file();
    let home = options.homes.iter().find(is_home).or(options.homes.first());
    let Some(home) = home else {
        return Err(Diagnostic::new(
            Code::NoJdk,
            "no JDK was found",
            "install a JDK 17 or later, and name it with --java-home or JAVA_HOME",
        ));
    };
    // A run-time environment has the classes, but no compiler.
    if needs == Needs::Compiler && is_home(&home) && !home.join("bin").join("javac").exists() {
        return Err(Diagnostic::new(
            Code::NoCompiler,
            format!("`{}` has no compiler: there is no `bin/javac`", home.display()),
            "install a JDK, not only a run-time environment, or give compiled classes",
        ));
    }
    let mut class_path = java::ClassPath::new();
    class_path.add_jdk(home)?;
    for place in &options.class_path {
        if place.is_dir() {
            class_path.add_directory(place);
        } else if place.exists() {
            class_path.add_jar(place)?;
        } else {
            return Err(Diagnostic::new(
                Code::MissingFile,
                format!("`{}` on the class path does not exist", place.display()),
                "check the spelling and the directory that you are in",
            ));
        }
    }
    Ok((class_path, home.clone()))
}

/// Compiles a source file and prepares the program.
fn load_java(path: &Path, text: &str, options: &JavaOptions) -> Result<Input, Rejection> {
    let name = path.display().to_string();
    let started = Instant::now();
    let (mut class_path, home) = class_path(options, Needs::Compiler)?;
    let compiled = java::compile::compile(&home, path, text, &options.class_path)
        .map_err(|(diagnostics, sources)| Rejection { diagnostics, sources })?;
    let classes = compiled.directory().join("classes");
    class_path.add_compiled(&classes);
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let class = options.class.clone().unwrap_or_else(|| match package(text) {
        Some(package) => format!("{package}.{stem}"),
        None => stem.to_string(),
    });
    let compiled_in = started.elapsed();
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(text.as_bytes()));
    let input =
        prepare(class_path, check::Input { path: name.clone(), digest }, class, Some(Arc::new(compiled)));
    if let Some(java) = &input.java {
        java.library.add_source(&name, text.into());
    }
    Ok(Input { phases: vec![Phase { name: "compile", time: compiled_in }], ..input })
}

/// Takes a class file as it is; other classes are looked for beside it.
fn load_class(path: &Path, options: &JavaOptions) -> Result<Input, Rejection> {
    let bytes = read_bytes(path)?;
    let class = java::class_path::class_name(&bytes).ok_or_else(|| {
        Diagnostic::new(
            Code::BadClassFile,
            format!("`{}` is not a class file, or it is damaged", path.display()),
            "compile it again",
        )
    })?;
    let (mut class_path, _) = class_path(options, Needs::Classes)?;
    class_path.add_class(&class, bytes.clone());
    // The directory that the package starts in.
    let depth = class.matches('/').count();
    if let Some(root) = path.parent().and_then(|parent| parent.ancestors().nth(depth)) {
        class_path.add_directory(if root.as_os_str().is_empty() { Path::new(".") } else { root });
    }
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(&bytes));
    let file = check::Input { path: path.display().to_string(), digest };
    let class = options.class.clone().unwrap_or_else(|| class.replace('/', "."));
    Ok(prepare(class_path, file, class, None))
}

fn prepare(
    class_path: java::ClassPath,
    file: check::Input,
    class: String,
    compiled: Option<Arc<java::compile::Compiled>>,
) -> Input {
    let library = Arc::new(java::Library::new(class_path));
    let program = library.program(&file.path);
    let java = JavaProgram { library, class, _compiled: compiled };
    Input { program, file, phases: Vec::new(), java: Some(java) }
}

/// The package that a source file declares: the first declaration that is not in a comment line.
fn package(text: &str) -> Option<&str> {
    let line = text.lines().map(str::trim).find(|line| line.starts_with("package "))?;
    Some(line.strip_prefix("package ")?.split(';').next()?.trim())
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
    Some(path.with_file_name(crate::suggest::nearest(name, names)?).display().to_string())
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
