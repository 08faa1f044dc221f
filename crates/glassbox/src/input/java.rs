//! Java: sources, class files, jars and directories of classes to programs.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use check::Phase;
use ir::{Code, Diagnostic};
pub use java::CaughtAssertions;
use java::class_path::{class_name, classes_in};
use java::jar::Jar;
use java::{ClassPath, main_classes};

use super::{Input, Rejection, read_bytes, spec, system_words};

/// The classes behind a Java program.
#[derive(Clone)]
pub struct JavaProgram {
    /// Loads and translates classes.
    pub library: Arc<java::Library>,
    /// The class whose `main` is run.
    pub class: String,
    /// The file of specs, if it is not the input itself.
    pub spec: Option<check::Input>,
    /// Compiled classes, which are there as long as this is.
    _compiled: Vec<Arc<java::compile::Compiled>>,
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
    /// A source file with classes that describe others.
    pub spec: Option<PathBuf>,
    /// What the spec is for.
    pub describes: Describes,
    /// Where compiled classes of the package `glassbox.api` are kept, if anywhere.
    pub cache: Option<PathBuf>,
    /// Properties of the system that the program is told.
    pub properties: BTreeMap<String, String>,
    /// Variables of the environment that the program is told.
    pub variables: BTreeMap<String, String>,
    /// What classes of the JDK take part as.
    pub library: LibraryAs,
    /// Whether failing assertions count that something catches.
    pub caught: CaughtAssertions,
    /// What is done about random numbers; who executes a program once fixes them if nothing is said.
    pub random: Option<Randomness>,
    /// How many processors the program finds.
    pub processors: Option<u16>,
}

/// What is done about random numbers, and the order of `Set.of` and its like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Randomness {
    /// They are choices.
    Any,
    /// They are one sequence.
    Fixed,
}

impl Randomness {
    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Randomness::Any => "any",
            Randomness::Fixed => "fixed",
        }
    }
}

/// What a spec is for, where there is an input besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Describes {
    /// The class that is checked.
    #[default]
    Subject,
    /// Methods that are called.
    Calls,
}

/// What classes of the JDK take part as, where they have a specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LibraryAs {
    /// As they are.
    #[default]
    Bytecode,
    /// As their specifications.
    Specifications,
}

impl JavaOptions {
    /// What programs find in the world besides properties and variables, by the names of options.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let random = self.random.map(|random| ("random".to_string(), random.name().to_string()));
        let processors = self.processors.map(|count| ("processors".to_string(), count.to_string()));
        random.into_iter().chain(processors).collect()
    }

    /// The same options with the settings that a report recorded, where they say nothing themselves.
    #[must_use]
    pub fn or_recorded(mut self, recorded: &BTreeMap<String, String>) -> Self {
        let random = match recorded.get("random").map(String::as_str) {
            Some("fixed") => Some(Randomness::Fixed),
            Some("any") => Some(Randomness::Any),
            Some(_) | None => None,
        };
        self.random = self.random.or(random);
        let processors = recorded.get("processors").and_then(|count| count.parse().ok());
        self.processors = self.processors.or(processors);
        self
    }

    pub(super) fn cache(&self) -> Option<java::api::Cache> {
        let directory = self.cache.clone()?;
        Some(java::api::Cache { directory, version: env!("CARGO_PKG_VERSION").to_string() })
    }

    /// The class that was asked for, or the one that is found; none if the spec says which.
    fn class_or(
        &self,
        find: impl FnOnce() -> Result<String, Diagnostic>,
    ) -> Result<Option<String>, Diagnostic> {
        match (&self.class, &self.spec) {
            (Some(class), _) => Ok(Some(class.clone())),
            (None, Some(_)) if self.describes == Describes::Subject => Ok(None),
            (None, _) => find().map(Some),
        }
    }
}

/// What a JDK is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Classes,
    Compiler,
}

/// The home of the JDK, and a class path that has its classes.
fn jdk(options: &JavaOptions, needs: Needs) -> Result<(ClassPath, PathBuf), Diagnostic> {
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
    let mut class_path = ClassPath::new();
    class_path.add_jdk(home)?;
    Ok((class_path, home.clone()))
}

/// A jar with the package `glassbox.api`, for the user's own build.
pub fn api_jar(options: &JavaOptions) -> Result<Vec<u8>, Diagnostic> {
    let (_, home) = jdk(options, Needs::Compiler)?;
    java::api::Api::bytes(&home)
}

/// Adds the package `glassbox.api`, which a program need not bring along.
fn add_api(class_path: &mut ClassPath, home: &Path, options: &JavaOptions) {
    let (home, release, cache) = (home.to_path_buf(), class_path.release(), options.cache());
    class_path.add_api(move || java::api::Api::jar(&home, release, cache.as_ref()));
}

/// Adds the user's places behind the program itself.
fn add_places(class_path: &mut ClassPath, options: &JavaOptions) -> Result<(), Diagnostic> {
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
    Ok(())
}

/// Compiles a source file and prepares the program.
pub(super) fn load_source(path: &Path, text: &str, options: &JavaOptions) -> Result<Input, Rejection> {
    let name = path.display().to_string();
    let started = Instant::now();
    let (mut class_path, home) = jdk(options, Needs::Compiler)?;
    // Places that are wrong are told by us, not by the compiler.
    add_places(&mut ClassPath::new(), options)?;
    let release = class_path.release();
    let api = java::api::Api::jar(&home, release, options.cache().as_ref())?;
    let mut places = vec![api.path().to_path_buf()];
    places.extend_from_slice(&options.class_path);
    let compiled = java::compile::compile(&home, path, text, &places)
        .map_err(|(diagnostics, sources)| Rejection { diagnostics, sources })?;
    let classes = compiled.directory().join("classes");
    class_path.add_compiled(&classes);
    add_api(&mut class_path, &home, options);
    add_places(&mut class_path, options)?;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let own = match package(text) {
        Some(package) => format!("{package}.{stem}"),
        None => stem.to_string(),
    };
    let class = options.class_or(|| {
        if classes.join(format!("{}.class", own.replace('.', "/"))).exists() {
            return Ok(own);
        }
        // The file is called otherwise than what is in it.
        only_main(&class_path, path, &classes_in(&classes))
    })?;
    let compiled_in = started.elapsed();
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(text.as_bytes()));
    let file = check::Input { path: name.clone(), digest };
    let input = prepare((class_path, &home), file, class, Some((Arc::new(compiled), classes)), options)?;
    if let Some(java) = &input.java {
        java.library.add_source(&name, text.into());
    }
    Ok(Input { phases: vec![Phase { name: "compile", time: compiled_in }], ..input })
}

/// Takes a class file as it is; other classes are looked for beside it, from where its package starts.
pub(super) fn load_class(path: &Path, options: &JavaOptions) -> Result<Input, Rejection> {
    let bytes = read_bytes(path)?;
    let class = class_name(path, &bytes)?;
    let (mut class_path, home) = jdk(options, Needs::Classes)?;
    add_api(&mut class_path, &home, options);
    class_path.add_class(&class, bytes.clone());
    if let Some(root) = package_root(path, &class) {
        class_path.add_directory(&root);
    }
    add_places(&mut class_path, options)?;
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(&bytes));
    let file = check::Input { path: path.display().to_string(), digest };
    let class = options.class_or(|| Ok(class.replace('/', ".")))?;
    prepare((class_path, &home), file, class, None, options)
}

/// Takes a class of the JDK or of the class path as the program.
pub fn load_library_class(options: &JavaOptions) -> Result<Input, Rejection> {
    let (mut class_path, home) = jdk(options, Needs::Classes)?;
    add_api(&mut class_path, &home, options);
    add_places(&mut class_path, options)?;
    let class = options.class.clone().unwrap_or_default();
    let release = class_path.release();
    let file = check::Input { path: class.clone(), digest: format!("jdk-{release}") };
    prepare((class_path, &home), file, Some(class), None, options)
}

/// Takes the class that the spec of the options describes as the program.
pub fn load_spec(options: &JavaOptions) -> Result<Input, Rejection> {
    let (mut class_path, home) = jdk(options, Needs::Compiler)?;
    add_api(&mut class_path, &home, options);
    add_places(&mut class_path, options)?;
    let file = check::Input { path: String::new(), digest: String::new() };
    let mut input = prepare((class_path, &home), file, options.class.clone(), None, options)?;
    // There is no other input.
    if let Some(spec) = input.java.as_mut().and_then(|java| java.spec.take()) {
        input.file = spec;
    }
    Ok(input)
}

/// The directory that the packages start in: `build` for `build/org/example/Main.class`. None if the file does
/// not lie where its package says.
fn package_root(path: &Path, class: &str) -> Option<PathBuf> {
    let root = |path: &Path| {
        let mut at = path.parent()?;
        for package in class.split('/').rev().skip(1) {
            if at.file_name()? != package {
                return None;
            }
            at = at.parent()?;
        }
        Some(if at.as_os_str().is_empty() { PathBuf::from(".") } else { at.to_path_buf() })
    };
    // Whoever stands inside the package names less of the path.
    root(path).or_else(|| root(&std::path::absolute(path).ok()?))
}

/// Takes a jar as the program.
pub(super) fn load_jar(path: &Path, options: &JavaOptions) -> Result<Input, Rejection> {
    let digest = digest(path)?;
    let (mut class_path, home) = jdk(options, Needs::Classes)?;
    add_api(&mut class_path, &home, options);
    class_path.add_jar(path)?;
    let jar = Jar::open(path, class_path.release())?;
    let class = options.class_or(|| match jar.main_class() {
        Some(class) => Ok(class.to_string()),
        None => only_main(&class_path, path, &jar.classes()),
    })?;
    add_places(&mut class_path, options)?;
    let file = check::Input { path: path.display().to_string(), digest };
    prepare((class_path, &home), file, class, None, options)
}

/// Takes a directory of classes as the program.
pub(super) fn load_directory(path: &Path, options: &JavaOptions) -> Result<Input, Rejection> {
    let names = classes_in(path);
    if names.is_empty() {
        return Err(Diagnostic::new(
            Code::IsDirectory,
            format!("`{}` is a directory without classes", path.display()),
            "name one of the files in it, or a directory of compiled classes",
        )
        .into());
    }
    let (mut class_path, home) = jdk(options, Needs::Classes)?;
    add_api(&mut class_path, &home, options);
    class_path.add_directory(path);
    let class = options.class_or(|| only_main(&class_path, path, &names))?;
    let mut digests = String::new();
    for name in &names {
        digests.push_str(name);
        digests.push_str(&digest(&path.join(format!("{name}.class")))?);
    }
    add_places(&mut class_path, options)?;
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(digests.as_bytes()));
    let file = check::Input { path: path.display().to_string(), digest };
    prepare((class_path, &home), file, class, None, options)
}

/// The one class that has a method `main`.
fn only_main(class_path: &ClassPath, path: &Path, names: &[String]) -> Result<String, Diagnostic> {
    /// As many as a person wants to read.
    const SHOWN: usize = 8;
    let found = main_classes(class_path, names);
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Diagnostic::new(
            Code::WhichClass,
            format!("no class in `{}` has a method `main`", path.display()),
            "declare `public static void main(String[] args)`, or name a class that inherits it with --class",
        )),
        several => {
            let mut shown = several[..several.len().min(SHOWN)].join(", ");
            if several.len() > SHOWN {
                shown.push_str(&format!(", and {} more", several.len() - SHOWN));
            }
            Err(Diagnostic::new(
                Code::WhichClass,
                format!("several classes in `{}` have a method `main`", path.display()),
                format!("name one with --class: {shown}"),
            ))
        }
    }
}

/// What tells a file from another, however large it is.
fn digest(path: &Path) -> Result<String, Diagnostic> {
    let unreadable = |error: std::io::Error| {
        let (code, what) = if error.kind() == std::io::ErrorKind::NotFound {
            (Code::MissingFile, "does not exist".to_string())
        } else {
            (Code::Unreadable, format!("cannot be read: {}", system_words(&error)))
        };
        Diagnostic::new(
            code,
            format!("`{}` {what}", path.display()),
            "check its spelling and its permissions",
        )
    };
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let mut hash = 0u64;
    let mut piece = Vec::new();
    loop {
        piece.clear();
        piece.extend(hash.to_le_bytes());
        let read = file.by_ref().take(1 << 20).read_to_end(&mut piece).map_err(unreadable)?;
        hash = rapidhash::v3::rapidhash_v3(&piece);
        if read == 0 {
            return Ok(format!("{hash:016x}"));
        }
    }
}

/// Makes the program; `compiled` has classes that were made for it, and where they are.
fn prepare(
    (mut class_path, home): (ClassPath, &Path),
    file: check::Input,
    class: Option<String>,
    compiled: Option<(Arc<java::compile::Compiled>, PathBuf)>,
    options: &JavaOptions,
) -> Result<Input, Rejection> {
    let mut spec = None;
    if let Some(path) = &options.spec {
        // What the input has may be described, too.
        let mut places = options.class_path.clone();
        places.extend(compiled.as_ref().map(|(_, classes)| classes.clone()));
        places.extend(Some(PathBuf::from(&file.path)).filter(|path| path.is_dir() || is_jar(path)));
        spec = Some(spec::read(path, &mut class_path, home, &places, options)?);
    }
    let described = spec.as_ref().and_then(|spec| spec.specs.all().first());
    let class = match (class, described) {
        // Who names a spec means what it describes.
        (Some(class), Some(_)) => {
            let specs = spec.iter().flat_map(|spec| spec.specs.all());
            let named = specs.filter(|spec| spec.name.replace('/', ".") == class).map(|spec| &spec.target);
            named.map(|target| target.replace('/', ".")).next().unwrap_or(class)
        }
        (Some(class), None) => class,
        (None, Some(first)) => first.target.replace('/', "."),
        (None, None) => String::new(),
    };
    match options.library {
        // Who checks a class of the JDK does not mean its specification.
        LibraryAs::Specifications if !class_path.is_platform(&class.replace('.', "/")) => {
            let cache = options.cache();
            class_path.set_models(java::models::Models::new(home, class_path.release(), cache.as_ref())?);
        }
        LibraryAs::Specifications | LibraryAs::Bytecode => {}
    }
    let mut library = java::Library::new(class_path);
    library.count_caught_assertions(options.caught);
    library.give(options.properties.clone(), options.variables.clone());
    library.set(options.settings());
    let mut kept: Vec<_> = compiled.map(|(compiled, _)| compiled).into_iter().collect();
    let mut source = None;
    if let Some(spec) = spec {
        library.describe(spec.specs);
        kept.push(spec.compiled);
        library.add_source(&spec.file.path, spec.text.into());
        source = Some(spec.file);
    }
    let library = Arc::new(library);
    let program = library.program(&file.path);
    let java = JavaProgram { library, class, spec: source, _compiled: kept };
    Ok(Input { program, file, phases: Vec::new(), java: Some(java) })
}

fn is_jar(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jar")
}

/// The package that a source file declares: the first declaration that is not in a comment line.
fn package(text: &str) -> Option<&str> {
    let line = text.lines().map(str::trim).find(|line| line.starts_with("package "))?;
    Some(line.strip_prefix("package ")?.split(';').next()?.trim())
}
