//! Where classes come from: directories, jars, and the image of the JDK.
//!
//! Nothing is read before it is asked for. The image is mapped into memory; a jar's directory is read
//! when the jar is opened, its entries when they are needed. Sizes that a file claims are not
//! believed: no class is read beyond [`MAX_CLASS_BYTES`].

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ir::{Code, Diagnostic};
use jimage_rs::JImage;
use jimage_rs::error::JImageError;

use crate::jar::{Jar, MAX_CLASS_BYTES};
use crate::models::Models;
use crate::shipped::Kept;

/// Where a class was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// On the user's class path.
    User,
    /// In the JDK.
    Library,
}

/// The bytes of a class, and where they come from.
pub type Found<'a> = (Cow<'a, [u8]>, Origin);

enum Entry {
    Directory(PathBuf),
    /// The same, but nobody knows where it is.
    Compiled(PathBuf),
    /// Single class files, by class name.
    Classes(HashMap<String, Vec<u8>>),
    Jar(Jar),
    /// The package `glassbox.api`, which is made when somebody asks for it.
    Api {
        make: Box<MakeApi>,
        made: OnceLock<Option<(Jar, Kept)>>,
    },
}

/// What makes the jar of the package `glassbox.api`.
type MakeApi = dyn Fn() -> Result<Kept, Diagnostic> + Send + Sync;

/// The places where classes are looked for, in order; the JDK comes first for its own packages, as on
/// the JVM.
pub struct ClassPath {
    entries: Vec<Entry>,
    image: Option<Image>,
    models: Option<Models>,
}

struct Image {
    image: JImage,
    /// The module of each package; made when a package is not in `java.base`.
    packages: OnceLock<HashMap<String, String>>,
}

/// A file that has no room in the memory is not wrong, and neither is what names it. The allocator knows how to say that there is
/// no room: it is asked for as much. If it has that much after all, the file is told to be what the error says.
fn ask_for_room(file: &Path, error: &JImageError) {
    let JImageError::Io { source, .. } = error else { return };
    if source.kind() == std::io::ErrorKind::OutOfMemory
        && let Ok(metadata) = std::fs::metadata(file)
    {
        std::hint::black_box(Vec::<u8>::with_capacity(metadata.len() as usize));
    }
}

impl ClassPath {
    /// A class path without any place to look.
    pub fn new() -> Self {
        ClassPath { entries: Vec::new(), image: None, models: None }
    }

    /// Adds the classes of a JDK, by its home directory.
    pub fn add_jdk(&mut self, home: &Path) -> Result<(), Diagnostic> {
        let modules = home.join("lib").join("modules");
        let image = JImage::open(&modules).map_err(|error| {
            ask_for_room(&modules, &error);
            Diagnostic::new(
                Code::NoJdk,
                format!(
                    "`{}` is not a JDK: `{}` cannot be opened: {error}",
                    home.display(),
                    modules.display()
                ),
                "name the home of a JDK 17 or later with --java-home or JAVA_HOME",
            )
        })?;
        self.image = Some(Image { image, packages: OnceLock::new() });
        Ok(())
    }

    /// Adds the package `glassbox.api`, made when somebody asks for a class of it.
    pub fn add_api(&mut self, make: impl Fn() -> Result<Kept, Diagnostic> + Send + Sync + 'static) {
        self.entries.push(Entry::Api { make: Box::new(make), made: OnceLock::new() });
    }

    /// Takes specifications for the classes of the JDK that have one. Nothing may have been asked for yet.
    pub fn set_models(&mut self, models: Models) {
        self.models = Some(models);
    }

    /// The specifications that take the place of classes of the JDK.
    pub fn models(&self) -> Option<&Models> {
        self.models.as_ref()
    }

    /// Whether the JDK has a class of that internal name.
    pub fn is_platform(&self, name: &str) -> bool {
        self.find_platform(name).is_some()
    }

    /// The bytes of a class of the JDK itself, whether it has a specification or not.
    pub(crate) fn find_platform(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.image.as_ref()?.find(name)
    }

    /// Adds a directory of classes.
    pub fn add_directory(&mut self, path: &Path) {
        self.entries.push(Entry::Directory(path.to_path_buf()));
    }

    /// Adds the directory that a compiler has just filled.
    pub fn add_compiled(&mut self, path: &Path) {
        self.entries.push(Entry::Compiled(path.to_path_buf()));
    }

    /// Adds a single class file under the name that it gives itself.
    pub fn add_class(&mut self, name: &str, bytes: Vec<u8>) {
        if let Some(Entry::Classes(classes)) = self.entries.last_mut() {
            classes.insert(name.to_string(), bytes);
        } else {
            self.entries.push(Entry::Classes(HashMap::from([(name.to_string(), bytes)])));
        }
    }

    /// Adds a jar, and the places that its manifest names if they are there, as the JVM does.
    pub fn add_jar(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let mut waiting = vec![path.to_path_buf()];
        let mut seen = HashSet::new();
        while let Some(path) = waiting.pop() {
            let known = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            if !seen.insert(known) {
                continue;
            }
            if path.is_dir() {
                self.add_directory(&path);
                continue;
            }
            let jar = Jar::open(&path, self.release())?;
            waiting.extend(jar.class_path().into_iter().rev().filter(|place| place.exists()));
            self.entries.push(Entry::Jar(jar));
        }
        Ok(())
    }

    /// The internal names of the classes that were compiled for this class path or added one by one, ascending.
    pub fn own_classes(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Compiled(path) => names.extend(classes_in(path)),
                Entry::Classes(classes) => names.extend(classes.keys().cloned()),
                Entry::Directory(_) | Entry::Jar(_) | Entry::Api { .. } => {}
            }
        }
        names.sort_unstable();
        names
    }

    /// The release of the JDK, such as 17: what its own classes were compiled for. Without a JDK, 0.
    pub fn release(&self) -> u16 {
        let object = self.image.as_ref().and_then(|image| image.find("java/lang/Object"));
        object
            .and_then(|bytes| Some(u16::from_be_bytes(bytes.get(6..8)?.try_into().ok()?).saturating_sub(44)))
            .unwrap_or(0)
    }

    /// The bytes of a class by its internal name, and where they come from.
    pub fn find(&self, name: &str) -> Result<Option<Found<'_>>, Diagnostic> {
        if let Some(models) = &self.models
            && let Some(bytes) = models.find(name)?
        {
            return Ok(Some((bytes.into(), Origin::Library)));
        }
        if let Some(image) = &self.image
            && let Some(bytes) = image.find(name)
        {
            return Ok(Some((bytes, Origin::Library)));
        }
        for entry in &self.entries {
            if let Some(bytes) = entry.find(name)? {
                return Ok(Some((bytes, Origin::User)));
            }
        }
        Ok(None)
    }

    /// A file of the JDK's base module by its path.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        let image = &self.image.as_ref()?.image;
        Some(image.find_resource(&format!("/java.base/{path}")).ok()??.into_owned())
    }

    /// The places that were looked in, for messages.
    pub fn places(&self) -> Vec<String> {
        let entries = self.entries.iter().filter_map(|entry| match entry {
            Entry::Directory(path) => Some(path.display().to_string()),
            Entry::Jar(jar) => Some(jar.path().display().to_string()),
            Entry::Classes(_) => Some("the class file that was given".to_string()),
            Entry::Compiled(_) => Some("the compiled program".to_string()),
            Entry::Api { .. } => None,
        });
        let image = self.image.iter().map(|_| "the JDK".to_string());
        entries.chain(image).collect()
    }

    /// The names of all classes of a module of the JDK.
    pub fn module_classes(&self, module: &str) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(image) = &self.image {
            for name in image.image.resource_names_iter().flatten() {
                if name.module == module && name.extension == "class" {
                    names.push(format!("{}/{}", name.parent, name.base));
                }
            }
        }
        names.sort_unstable();
        names
    }
}

/// The internal names of the classes in a directory, ascending. Links to directories are not followed, and
/// beyond so many classes nobody can say which one is meant anyway.
pub fn classes_in(directory: &Path) -> Vec<String> {
    const MOST: usize = 100_000;
    let mut names = Vec::new();
    let mut waiting = vec![(directory.to_path_buf(), String::new())];
    while let Some((path, package)) = waiting.pop() {
        for entry in std::fs::read_dir(&path).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push((entry.path(), format!("{package}{name}/")));
            } else if let Some(class) = name.strip_suffix(".class")
                && !["module-info", "package-info"].contains(&class)
            {
                names.push(format!("{package}{class}"));
            }
        }
        if names.len() > MOST {
            break;
        }
    }
    names.sort_unstable();
    names
}

/// The internal name that a class file gives itself, or what is wrong with the file; `path` is how people
/// know it.
pub fn class_name(path: &Path, bytes: &[u8]) -> Result<String, Diagnostic> {
    let refused = |code, what: &str, remedy: &str| {
        Diagnostic::new(code, format!("`{}` {what}", path.display()), remedy)
    };
    crate::shape::check(bytes).map_err(|wrong| refused(wrong.code, &wrong.what, wrong.remedy()))?;
    let damaged = |error: ristretto_classfile::Error| {
        refused(Code::BadClassFile, &format!("is damaged: {error}"), "compile it again")
    };
    let file = ristretto_classfile::ClassFile::from_bytes(bytes).map_err(damaged)?;
    Ok(file.class_name().map_err(damaged)?.to_rust_string())
}

impl Default for ClassPath {
    fn default() -> Self {
        Self::new()
    }
}

impl Entry {
    fn find(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, Diagnostic> {
        match self {
            Entry::Classes(classes) => Ok(classes.get(name).map(|bytes| Cow::Borrowed(bytes.as_slice()))),
            Entry::Directory(path) | Entry::Compiled(path) => {
                // A name comes from a class file and must not lead out of the directory.
                if name.split('/').any(|part| part.is_empty() || part == "." || part == "..") {
                    return Ok(None);
                }
                let file = path.join(format!("{name}.class"));
                match File::open(&file) {
                    Ok(opened) => limited(opened, &file).map(|bytes| Some(Cow::Owned(bytes))),
                    Err(_) => Ok(None),
                }
            }
            Entry::Jar(jar) => Ok(jar.find(name)?.map(Cow::Owned)),
            Entry::Api { make, made } => {
                if !name.starts_with("glassbox/api/") {
                    return Ok(None);
                }
                // Without a compiler, the program's own copy is as good.
                let made = made.get_or_init(|| {
                    let api = make().ok()?;
                    Some((Jar::open(api.path(), 0).ok()?, api))
                });
                match made {
                    Some((jar, _)) => Ok(jar.find(name)?.map(Cow::Owned)),
                    None => Ok(None),
                }
            }
        }
    }
}

/// Everything that a reader gives, unless it is larger than any class file.
fn limited(reader: impl std::io::Read, path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    let unreadable = |why: String| {
        Diagnostic::new(
            Code::Unreadable,
            format!("a class in `{}` cannot be read: {why}", path.display()),
            "build the classes again",
        )
    };
    reader
        .take(MAX_CLASS_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > MAX_CLASS_BYTES {
        return Err(unreadable(format!("it has more than {MAX_CLASS_BYTES} bytes")));
    }
    Ok(bytes)
}

impl Image {
    fn find(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let in_module =
            |module: &str| self.image.find_resource(&format!("/{module}/{name}.class")).ok().flatten();
        if let Some(bytes) = in_module("java.base") {
            return Some(bytes);
        }
        let (package, _) = name.rsplit_once('/')?;
        in_module(self.packages().get(package)?)
    }

    fn packages(&self) -> &HashMap<String, String> {
        self.packages.get_or_init(|| {
            let mut packages = HashMap::new();
            for name in self.image.resource_names_iter().flatten() {
                if name.extension == "class" && !packages.contains_key(name.parent.as_ref()) {
                    packages.insert(name.parent.to_string(), name.module.to_string());
                }
            }
            packages
        })
    }
}
