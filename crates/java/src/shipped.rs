//! Java sources that are in the binary: their classes are made when they are first needed.
//!
//! The classes are kept as a jar in a directory of the user's, under a name that says the version of the tool, a
//! digest of the sources and the release of the JDK. A jar that is there is read before it is believed: every class must be
//! there, and every entry must have its check sum. What cannot be kept, because the directory cannot be written or there is
//! none, is made again the next time.

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use ir::{Code, Diagnostic};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::jar::Jar;
use crate::temporary::{self, Folder};

/// Sources that belong together.
#[derive(Debug)]
pub(crate) struct Shipped {
    /// What jars of them are called.
    pub(crate) name: &'static str,
    /// What they are, for people.
    pub(crate) what: &'static str,
    /// The sources, by their paths.
    pub(crate) sources: &'static [(&'static str, &'static str)],
    /// What the compiler has to be told.
    pub(crate) made: Made,
}

/// What sources are compiled as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// As a program of its own, for the oldest JDK that works.
    Apart,
    /// As a part of the JDK's base module, for that JDK.
    Patch,
}

/// The release that programs of their own are made for.
const RELEASE: &str = "17";

/// Where compiled classes are kept from one run to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    /// The directory; it is made when something is to be kept.
    pub directory: PathBuf,
    /// The version of the tool.
    pub version: String,
}

/// A jar with classes that were made.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    /// Where the jar is if it is not kept.
    _temporary: Option<Folder>,
}

impl Kept {
    /// Where the jar is, as long as this lives.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Shipped {
    /// The jar for a JDK: the one that is kept, or a new one.
    pub(crate) fn jar(
        &self,
        java_home: &Path,
        release: u16,
        cache: Option<&Cache>,
    ) -> Result<Kept, Diagnostic> {
        let kept = cache.map(|cache| cache.directory.join(self.file(&cache.version, release)));
        if let Some(path) = &kept
            && self.is_whole(path)
        {
            return Ok(Kept { path: path.clone(), _temporary: None });
        }
        let bytes = self.bytes(java_home)?;
        if let Some(path) = kept
            && keep(&path, &bytes).is_some()
        {
            return Ok(Kept { path, _temporary: None });
        }
        let directory = temporary()?;
        let path = directory.path().join(format!("glassbox-{}.jar", self.name));
        std::fs::write(&path, bytes).map_err(|error| cannot(&path, &error))?;
        Ok(Kept { path, _temporary: Some(directory) })
    }

    /// The bytes of a new jar, always the same for the same compiler.
    pub(crate) fn bytes(&self, java_home: &Path) -> Result<Vec<u8>, Diagnostic> {
        let directory = temporary()?;
        let (sources, classes) = (directory.path().join("sources"), directory.path().join("classes"));
        let javac = java_home.join("bin").join("javac");
        let mut command = Command::new(&javac);
        command.args(crate::compile::QUICK);
        command.args(["-g", "-parameters", "-proc:none", "-encoding", "UTF-8", "-nowarn", "-Xlint:none"]);
        match self.made {
            Made::Apart => {
                command.args(["--release", RELEASE]);
            }
            Made::Patch => {
                command.arg("--patch-module").arg(format!("java.base={}", sources.display()));
            }
        }
        // Nobody else's classes are looked at, whatever the environment says.
        command.arg("-cp").arg(&classes).arg("-d").arg(&classes);
        for (path, text) in self.sources {
            let path = sources.join(path);
            let written = std::fs::create_dir_all(path.parent().unwrap_or(&sources))
                .and_then(|()| std::fs::write(&path, text));
            written.map_err(|error| cannot(&path, &error))?;
            command.arg(path);
        }
        let output =
            temporary::run(&mut command).map_err(|error| crate::compile::cannot_run(&javac, &error))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Diagnostic::new(
                Code::NoCompiler,
                format!(
                    "`{}` cannot compile {}: {}",
                    javac.display(),
                    self.what,
                    said.lines().next().unwrap_or("it says nothing")
                ),
                "use a JDK 17 or later",
            ));
        }
        pack(&classes).map_err(|error| cannot(&classes, &error))
    }

    /// The name of a kept jar.
    fn file(&self, version: &str, release: u16) -> String {
        let mut text = String::new();
        for (path, source) in self.sources {
            text.push_str(path);
            text.push_str(source);
        }
        let digest = rapidhash::v3::rapidhash_v3(text.as_bytes());
        format!("{}-{version}-{digest:016x}-jdk{release}.jar", self.name)
    }

    /// Whether a kept jar has everything, undamaged.
    fn is_whole(&self, path: &Path) -> bool {
        let Ok(jar) = Jar::open(path, 0) else { return false };
        self.sources.iter().all(|(source, _)| {
            let name = source.trim_end_matches(".java");
            // Reading compares the check sum.
            matches!(jar.find(name), Ok(Some(bytes)) if crate::shape::check(&bytes).is_ok())
        }) && jar.classes().iter().all(|class| matches!(jar.find(class), Ok(Some(_))))
    }
}

/// Keeps a jar: it appears under its name when it is complete.
fn keep(path: &Path, bytes: &[u8]) -> Option<()> {
    let directory = path.parent()?;
    std::fs::create_dir_all(directory).ok()?;
    let prefix = temporary::name(".api-", directory);
    let mut file = tempfile::Builder::new().prefix(&prefix).tempfile_in(directory).ok()?;
    let _temporary = temporary::Temporary::new(file.path());
    file.write_all(bytes).ok()?;
    file.persist(path).ok()?;
    Some(())
}

/// A jar of the classes in a directory.
fn pack(directory: &Path) -> std::io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let manifest = b"Manifest-Version: 1.0\r\nAutomatic-Module-Name: glassbox.api\r\n\r\n".to_vec();
    let mut entries = vec![("META-INF/MANIFEST.MF".to_string(), manifest)];
    for class in crate::class_path::classes_in(directory) {
        let name = format!("{class}.class");
        let bytes = std::fs::read(directory.join(&name))?;
        entries.push((name, bytes));
    }
    for (name, bytes) in entries {
        // Without a time, so that the same classes give the same jar.
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
        writer.start_file(name, options)?;
        writer.write_all(&bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

fn temporary() -> Result<Folder, Diagnostic> {
    Folder::new().map_err(|error| cannot(&std::env::temp_dir(), &error))
}

fn cannot(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(
        Code::NoCompiler,
        format!("the compiler cannot be prepared at `{}`: {error}", path.display()),
        "make room for temporary files, or name another directory for them with TMPDIR",
    )
}
