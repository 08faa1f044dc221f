//! Where results go.
//!
//! A file is written under a temporary name in the same directory and renamed when it is complete, so
//! that nobody ever sees half a report (and removed if the process is ended before); the temporary file is made before the work begins, so that a
//! directory that cannot be written is found before hours are spent. What is not an ordinary file (a
//! pipe, `/dev/null`) is written as it is: renaming would replace it.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use glassbox::system_words;
use ir::{Code, Diagnostic};
use java::temporary::{self, Temporary};
use tempfile::NamedTempFile;

/// Where results go.
pub(crate) enum Output {
    /// Standard output.
    Standard,
    /// A file that appears when it is complete.
    File { path: PathBuf, temporary: NamedTempFile, registered: Temporary },
    /// Something that is written as it is.
    Device(PathBuf),
}

impl Output {
    /// Prepares the output; `-` and nothing mean standard output. Inputs are never overwritten.
    pub(crate) fn open(path: Option<&Path>, inputs: &[&Path]) -> Result<Output, Diagnostic> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else { return Ok(Output::Standard) };
        let same =
            |input: &Path| Some(std::fs::canonicalize(input).ok()? == std::fs::canonicalize(path).ok()?);
        if inputs.iter().any(|input| same(input).unwrap_or(false)) {
            return Err(Diagnostic::new(
                Code::Contradiction,
                format!("the output `{}` is the input", path.display()),
                "write the result to another file",
            ));
        }
        let mut existing = None;
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(cannot_write(path, "it is a directory"));
            }
            Ok(metadata) if !metadata.is_file() => return Ok(Output::Device(path.to_path_buf())),
            Ok(metadata) => existing = Some(metadata.permissions()),
            Err(_) => {}
        }
        let target = target(path);
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            Some(_) | None => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // What any new file gets; the user's mask takes from it. A file that is replaced keeps its own.
            let new = std::fs::Permissions::from_mode(0o666);
            builder.permissions(existing.unwrap_or(new));
        }
        let temporary = builder
            .prefix(&temporary::name(".glassbox-", directory))
            .tempfile_in(directory)
            .map_err(|error| cannot_write(path, &made_in(directory, &error)))?;
        let registered = Temporary::new(temporary.path());
        Ok(Output::File { path: target, temporary, registered })
    }

    /// Whether results go to a person's terminal, as far as this output is concerned.
    pub(crate) fn is_standard(&self) -> bool {
        match self {
            Output::Standard => true,
            Output::File { .. } | Output::Device(_) => false,
        }
    }

    /// Writes a part; [`finish`](Self::finish) must follow the last one. Says whether anybody still reads.
    pub(crate) fn write_part(&mut self, bytes: &[u8]) -> Result<bool, Diagnostic> {
        let (path, written) = match self {
            Output::Standard => (Path::new("standard output"), std::io::stdout().lock().write_all(bytes)),
            Output::File { path, temporary, .. } => (path.as_path(), temporary.write_all(bytes)),
            Output::Device(path) => {
                let device = OpenOptions::new().append(true).open(&path);
                (path.as_path(), device.and_then(|mut device| device.write_all(bytes)))
            }
        };
        match written {
            Ok(()) => Ok(true),
            // A reader that has seen enough is not a failure.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(cannot_write(path, &system_words(&error))),
        }
    }

    /// Ends what was written in parts.
    pub(crate) fn finish(self) -> Result<(), Diagnostic> {
        match self {
            Output::Standard => self.write_bytes(&[]),
            Output::File { .. } => self.write_bytes(&[]),
            Output::Device(_) => Ok(()),
        }
    }

    /// Writes everything.
    pub(crate) fn write(self, text: &str) -> Result<(), Diagnostic> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes everything, which need not be text.
    pub(crate) fn write_bytes(self, bytes: &[u8]) -> Result<(), Diagnostic> {
        match self {
            Output::Standard => {
                let mut out = std::io::stdout().lock();
                match out.write_all(bytes).and_then(|()| out.flush()) {
                    // A reader that has seen enough is not a failure.
                    Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                        Err(cannot_write(Path::new("standard output"), &system_words(&error)))
                    }
                    Ok(()) | Err(_) => Ok(()),
                }
            }
            Output::File { path, mut temporary, registered } => {
                temporary
                    .write_all(bytes)
                    .and_then(|()| temporary.as_file().sync_all())
                    .map_err(|error| cannot_write(&path, &system_words(&error)))?;
                temporary.persist(&path).map_err(|error| cannot_write(&path, &system_words(&error.error)))?;
                drop(registered);
                Ok(())
            }
            Output::Device(path) => OpenOptions::new()
                .write(true)
                .open(&path)
                .and_then(|mut device| device.write_all(bytes))
                .map_err(|error| cannot_write(&path, &system_words(&error))),
        }
    }
}

/// What a path names: a link stays a link to what it names, also if that is not there yet.
fn target(path: &Path) -> PathBuf {
    /// As many links may lead to each other for the kernel.
    const MOST_LINKS: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = std::fs::canonicalize(&target) {
            return found;
        }
        let Ok(next) = std::fs::read_link(&target) else { break };
        // A relative link counts from where it is.
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Why no file can be made in a directory; the temporary file's name would only confuse.
fn made_in(directory: &Path, error: &std::io::Error) -> String {
    if !directory.exists() {
        return format!("there is no directory `{}`", directory.display());
    }
    if !directory.is_dir() {
        return format!("`{}` is not a directory", directory.display());
    }
    format!("the directory `{}` refuses new files ({})", directory.display(), error.kind())
}

fn cannot_write(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CannotWrite,
        format!("`{}` cannot be written: {why}", path.display()),
        "check the directory, its permissions and the space on the disk, or write elsewhere with -o",
    )
}
