//! Where classes come from: directories, jars, and the image of the JDK.
//!
//! Nothing is read before it is asked for. The image is mapped into memory; a jar's directory is read
//! when the jar is opened, its entries when they are needed. Sizes that a file claims are not
//! believed: no class is read beyond [`MAX_CLASS_BYTES`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use ir::{Code, Diagnostic};
use jimage_rs::JImage;
use zip::ZipArchive;

/// The largest class file that is read; the format itself ends a little above.
pub const MAX_CLASS_BYTES: u64 = 64 << 20;

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
    Jar {
        path: PathBuf,
        archive: Mutex<ZipArchive<File>>,
    },
}

/// The places where classes are looked for, in order; the JDK comes first for its own packages, as on
/// the JVM.
pub struct ClassPath {
    entries: Vec<Entry>,
    image: Option<Image>,
}

struct Image {
    image: JImage,
    /// The module of each package; made when a package is not in `java.base`.
    packages: OnceLock<HashMap<String, String>>,
}

impl ClassPath {
    /// A class path without any place to look.
    pub fn new() -> Self {
        ClassPath { entries: Vec::new(), image: None }
    }

    /// Adds the classes of a JDK, by its home directory.
    pub fn add_jdk(&mut self, home: &Path) -> Result<(), Diagnostic> {
        let modules = home.join("lib").join("modules");
        let image = JImage::open(&modules).map_err(|error| {
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

    /// Adds a jar.
    pub fn add_jar(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let wrong = |why: String| {
            Diagnostic::new(
                Code::BadJar,
                format!("`{}` is not a jar: {why}", path.display()),
                "name a jar, a class file or a directory of classes",
            )
        };
        let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
        let archive = ZipArchive::new(file).map_err(|error| wrong(error.to_string()))?;
        self.entries.push(Entry::Jar { path: path.to_path_buf(), archive: Mutex::new(archive) });
        Ok(())
    }

    /// The bytes of a class by its internal name, and where they come from.
    pub fn find(&self, name: &str) -> Result<Option<Found<'_>>, Diagnostic> {
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

    /// The places that were looked in, for messages.
    pub fn places(&self) -> Vec<String> {
        let entries = self.entries.iter().map(|entry| match entry {
            Entry::Directory(path) | Entry::Jar { path, .. } => path.display().to_string(),
            Entry::Classes(_) => "the class file that was given".to_string(),
            Entry::Compiled(_) => "the compiled program".to_string(),
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

/// The internal name that a class file gives itself; `None` if it is not one.
pub fn class_name(bytes: &[u8]) -> Option<String> {
    let file = ristretto_classfile::ClassFile::from_bytes(bytes).ok()?;
    Some(file.class_name().ok()?.to_rust_string())
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
            Entry::Jar { path, archive } => {
                let mut archive = archive.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                match archive.by_name(&format!("{name}.class")) {
                    Ok(entry) => limited(entry, path).map(|bytes| Some(Cow::Owned(bytes))),
                    Err(zip::result::ZipError::FileNotFound) => Ok(None),
                    Err(error) => Err(Diagnostic::new(
                        Code::BadJar,
                        format!("`{}` is damaged at `{name}.class`: {error}", path.display()),
                        "build the jar again",
                    )),
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
