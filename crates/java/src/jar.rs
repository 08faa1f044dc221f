//! Jars: archives of classes, with a manifest.
//!
//! Neither sizes nor counts in an archive are believed. What is read from the file while its directory is read is
//! limited, what comes out of an entry is limited, and so is how much larger an entry becomes when
//! it is unpacked. A multi-release jar gives the classes that fit the release of the JDK, as the JVM takes them.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ir::{Code, Diagnostic};
use zip::ZipArchive;
use zip::result::ZipError;

/// The largest class file that is read; real ones are a hundred times smaller.
pub const MAX_CLASS_BYTES: u64 = 64 << 20;

/// The largest manifest that is read.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// How much is read from an archive to find out what is in it: enough for half a million entries.
const MAX_DIRECTORY_BYTES: u64 = 64 << 20;

/// An entry may become this many times larger when it is unpacked, if it becomes large at all. Class files
/// become some three times larger.
const MAX_RATIO: u64 = 100;

/// What is smaller than this may have any ratio.
const HARMLESS_BYTES: u64 = 1 << 20;

/// The first release with multi-release jars.
const FIRST_VERSIONED: u16 = 9;

const VERSIONS: &str = "META-INF/versions/";

/// An open jar.
pub struct Jar {
    path: PathBuf,
    archive: Mutex<ZipArchive<Limited>>,
    /// How much may still be read from the file.
    left: Arc<AtomicU64>,
    manifest: Manifest,
    /// The releases that have classes of their own and that the JDK is not older than, newest first.
    releases: Vec<u16>,
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Jar({})", self.path.display())
    }
}

impl Jar {
    /// Opens a jar for a JDK of a release, such as 17.
    pub fn open(path: &Path, release: u16) -> Result<Jar, Diagnostic> {
        let wrong = |why: String| {
            Diagnostic::new(
                Code::BadJar,
                format!("`{}` is not a jar: {why}", path.display()),
                "name a jar, a class file or a directory of classes",
            )
        };
        let mut file = File::open(path).map_err(|error| wrong(error.to_string()))?;
        let honest = honest_directory(&mut file).map_err(|error| wrong(error.to_string()))?;
        if !honest {
            return Err(too_large(path, "its list of entries", MAX_DIRECTORY_BYTES));
        }
        let left = Arc::new(AtomicU64::new(MAX_DIRECTORY_BYTES));
        let limited = Limited { file, left: Arc::clone(&left) };
        let archive = ZipArchive::new(limited).map_err(|error| {
            if let ZipError::Io(error) = &error
                && error.kind() == std::io::ErrorKind::QuotaExceeded
            {
                return too_large(path, "its list of entries", MAX_DIRECTORY_BYTES);
            }
            wrong(error.to_string())
        })?;
        let mut jar = Jar {
            path: path.to_path_buf(),
            archive: Mutex::new(archive),
            left,
            manifest: Manifest::default(),
            releases: Vec::new(),
        };
        if let Some(bytes) = jar.read("META-INF/MANIFEST.MF", MAX_MANIFEST_BYTES)? {
            jar.manifest = Manifest::parse(&String::from_utf8_lossy(&bytes));
        }
        let multi_release =
            jar.manifest.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        if multi_release {
            let found: BTreeSet<u16> = jar
                .names()
                .iter()
                .filter_map(|name| name.strip_prefix(VERSIONS)?.split('/').next()?.parse().ok())
                .filter(|version| (FIRST_VERSIONED..=release).contains(version))
                .collect();
            jar.releases = found.into_iter().rev().collect();
        }
        Ok(jar)
    }

    /// Where the jar is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The class that the manifest starts.
    pub fn main_class(&self) -> Option<&str> {
        self.manifest.get("Main-Class").filter(|name| !name.is_empty())
    }

    /// The other jars and directories that the manifest names, as paths beside this one. What is no
    /// path, such as an address, is left out.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let beside = self.path.parent().unwrap_or(Path::new(""));
        let listed = self.manifest.get("Class-Path").unwrap_or_default();
        listed
            .split(' ')
            .filter(|name| !name.is_empty() && !name.contains(':'))
            .map(|name| beside.join(name))
            .collect()
    }

    /// The bytes of a class by its internal name.
    pub fn find(&self, name: &str) -> Result<Option<Vec<u8>>, Diagnostic> {
        for release in &self.releases {
            if let Some(bytes) = self.read(&format!("{VERSIONS}{release}/{name}.class"), MAX_CLASS_BYTES)? {
                return Ok(Some(bytes));
            }
        }
        self.read(&format!("{name}.class"), MAX_CLASS_BYTES)
    }

    /// The internal names of its classes, ascending.
    pub fn classes(&self) -> Vec<String> {
        let mut classes: BTreeSet<String> = BTreeSet::new();
        for name in self.names() {
            let Some(class) = name.strip_suffix(".class") else { continue };
            if let Some(versioned) = class.strip_prefix(VERSIONS) {
                if let Some((version, class)) = versioned.split_once('/')
                    && self.releases.iter().any(|release| release.to_string() == version)
                {
                    classes.insert(class.to_string());
                }
            } else if !class.starts_with("META-INF/") {
                classes.insert(class.to_string());
            }
        }
        classes.retain(|class| !class.ends_with("module-info") && !class.ends_with("package-info"));
        classes.into_iter().collect()
    }

    fn names(&self) -> Vec<String> {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect()
    }

    /// The bytes of an entry.
    fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        let damaged = |why: &dyn std::fmt::Display| {
            Diagnostic::new(
                Code::BadJar,
                format!("`{}` is damaged at `{name}`: {why}", self.path.display()),
                "build the jar again",
            )
        };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(index) = archive.index_for_name(name) else { return Ok(None) };
        // A little is read around the entry itself.
        self.left.store(most + HARMLESS_BYTES, Ordering::Relaxed);
        let entry = archive.by_index(index).map_err(|error| damaged(&error))?;
        let unpacked = most.min(HARMLESS_BYTES.max(entry.compressed_size().saturating_mul(MAX_RATIO)));
        let mut bytes = Vec::new();
        entry.take(unpacked + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if bytes.len() as u64 > unpacked {
            return Err(too_large(&self.path, &format!("`{name}` in it"), unpacked));
        }
        Ok(Some(bytes))
    }
}

fn too_large(path: &Path, what: &str, most: u64) -> Diagnostic {
    Diagnostic::new(
        Code::ArchiveBomb,
        format!("`{}` is not read: {what} has more than {most} bytes", path.display()),
        "use a jar with ordinary classes; this one was made to fill the memory of whoever unpacks it",
    )
}

/// Whether the archive's own count of its entries is one that room may be made for. Ordinary archives count with
/// 16 bits; what counts with 64 does so in a record right before the end, and in no other place.
fn honest_directory(file: &mut File) -> std::io::Result<bool> {
    /// Bytes of the last record, of its longest comment, and of the two records before it.
    const TAIL: u64 = 22 + 65_535 + 20 + 56;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    file.rewind()?;
    let has = |at: usize, signature: &[u8]| tail.get(at..).is_some_and(|rest| rest.starts_with(signature));
    for end in (20..tail.len()).filter(|&at| has(at, b"PK\x05\x06") && has(at - 20, b"PK\x06\x07")) {
        let Some(record) = (end - 20).checked_sub(56).filter(|&at| has(at, b"PK\x06\x06")) else {
            return Ok(false);
        };
        let count: [u8; 8] = tail[record + 32..record + 40].try_into().expect("eight bytes are eight");
        if u64::from_le_bytes(count) > MAX_DIRECTORY_BYTES / 46 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A file from which only so much is read.
struct Limited {
    file: File,
    left: Arc<AtomicU64>,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        let left = self.left.load(Ordering::Relaxed);
        let left = left.checked_sub(read as u64).ok_or(std::io::ErrorKind::QuotaExceeded)?;
        self.left.store(left, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Limited {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// The main attributes of a manifest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Manifest {
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// Lines `Name: value` up to the first empty one; a line that starts with a blank goes on with the one before.
    fn parse(text: &str) -> Manifest {
        let mut attributes: Vec<(String, String)> = Vec::new();
        for line in text.lines().take_while(|line| !line.is_empty()) {
            if let Some(more) = line.strip_prefix(' ') {
                if let Some((_, value)) = attributes.last_mut() {
                    value.push_str(more);
                }
            } else if let Some((name, value)) = line.split_once(':') {
                attributes.push((name.to_string(), value.strip_prefix(' ').unwrap_or(value).to_string()));
            }
        }
        Manifest { attributes }
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use zip::write::{SimpleFileOptions, ZipWriter};

    fn jar(entries: &[(&str, &[u8])]) -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let path = directory.path().join("a.jar");
        let mut writer = ZipWriter::new(File::create(&path).expect("the jar can be made"));
        for (name, bytes) in entries {
            writer.start_file(*name, SimpleFileOptions::default()).expect("the entry can be begun");
            writer.write_all(bytes).expect("the entry can be written");
        }
        writer.finish().expect("the jar can be written");
        (directory, path)
    }

    #[test]
    fn manifests_have_continuations_and_sections() {
        let manifest = Manifest::parse(
            "Manifest-Version: 1.0\r\nmain-class: org.exa\r\n mple.Main\r\n\r\nName: x\r\nMulti-Release: true\r\n",
        );
        assert_eq!(manifest.get("Main-Class"), Some("org.example.Main"));
        assert_eq!(manifest.get("Multi-Release"), None);
    }

    #[test]
    fn classes_of_newer_releases_come_first() {
        let manifest = b"Multi-Release: true\nClass-Path: b.jar c/ http://d\n";
        let (_directory, path) = jar(&[
            ("META-INF/MANIFEST.MF", manifest),
            ("A.class", b"8"),
            ("META-INF/versions/9/A.class", b"9"),
            ("META-INF/versions/17/A.class", b"17"),
            ("META-INF/versions/21/B.class", b"21"),
        ]);
        let found = |release, name: &str| Jar::open(&path, release).expect("it is a jar").find(name);
        let bytes = |release, name: &str| found(release, name).expect("it can be read");
        assert_eq!(bytes(11, "A"), Some(b"9".to_vec()));
        assert_eq!(bytes(25, "A"), Some(b"17".to_vec()));
        assert_eq!(bytes(17, "B"), None);
        assert_eq!(bytes(21, "B"), Some(b"21".to_vec()));
        let opened = Jar::open(&path, 17).expect("it is a jar");
        assert_eq!(opened.classes(), ["A"]);
        let beside = path.parent().expect("it is in a directory");
        assert_eq!(opened.class_path(), [beside.join("b.jar"), beside.join("c/")]);
        let (_other, single) = jar(&[("A.class", b"8"), ("META-INF/versions/9/A.class", b"9")]);
        let single = Jar::open(&single, 17).expect("it is a jar");
        assert_eq!(single.find("A").expect("it can be read"), Some(b"8".to_vec()));
    }

    #[test]
    fn archives_that_claim_too_many_entries_are_refused() {
        let (_directory, path) = jar(&[("A.class", b"8")]);
        let mut bytes = std::fs::read(&path).expect("the jar can be read");
        let end = bytes.len() - 22;
        let last = bytes.split_off(end);
        bytes.extend(b"PK\x06\x06");
        bytes.extend([0; 28]);
        bytes.extend(u64::MAX.to_le_bytes());
        bytes.extend([0; 16]);
        bytes.extend(b"PK\x06\x07");
        bytes.extend([0; 16]);
        bytes.extend(last);
        std::fs::write(&path, bytes).expect("the jar can be written");
        assert_eq!(Jar::open(&path, 17).expect_err("nobody has so many").code, Code::ArchiveBomb);
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let zeros = vec![0; 8 << 20];
        let (_directory, path) = jar(&[("A.class", &zeros)]);
        let opened = Jar::open(&path, 17).expect("it is a jar");
        let refused = opened.find("A").expect_err("it unpacks to a thousand times its size");
        assert_eq!(refused.code, Code::ArchiveBomb);
        // Below a megabyte nobody is hurt.
        let (_directory, path) = jar(&[("A.class", &zeros[..1 << 20])]);
        let opened = Jar::open(&path, 17).expect("it is a jar");
        assert_eq!(opened.find("A").expect("it can be read").map(|bytes| bytes.len()), Some(1 << 20));
    }
}
