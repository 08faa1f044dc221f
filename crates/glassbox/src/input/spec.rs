//! Specs: files whose classes describe classes that cannot be edited.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ir::{Code, Diagnostic};
use java::class_path::classes_in;
use java::compile::Compiled;
use java::{ClassPath, SpecProblem, Specs};

use super::java::JavaOptions;
use super::{Rejection, read_text};
use ir::suggest::nearest;

/// A compiled file of specs.
pub(super) struct SpecFile {
    pub(super) file: check::Input,
    pub(super) text: String,
    pub(super) specs: Specs,
    /// The classes, which are there as long as this is.
    pub(super) compiled: Arc<Compiled>,
}

/// Compiles a file of specs, and adds its classes to a class path. `places` has what it needs besides the JDK.
pub(super) fn read(
    path: &Path,
    class_path: &mut ClassPath,
    home: &Path,
    places: &[PathBuf],
    options: &JavaOptions,
) -> Result<SpecFile, Rejection> {
    let name = path.display().to_string();
    if path.extension().is_none_or(|extension| extension != "java") {
        return Err(Diagnostic::new(
            Code::UnknownInput,
            format!("`{name}` is no Java source"),
            "give --spec a `.java` file with classes annotated with @Spec",
        )
        .into());
    }
    let text = read_text(path)?;
    let api = java::api::Api::jar(home, class_path.release(), options.cache().as_ref())?;
    let mut all = vec![api.path().to_path_buf()];
    all.extend_from_slice(places);
    let compiled = java::compile::compile(home, path, &text, &all)
        .map_err(|(diagnostics, sources)| Rejection { diagnostics, sources })?;
    let classes = compiled.directory().join("classes");
    class_path.add_compiled(&classes);
    let specs = Specs::read(class_path, &classes_in(&classes)).map_err(|problem| told(&name, problem))?;
    let digest = format!("{:016x}", rapidhash::v3::rapidhash_v3(text.as_bytes()));
    Ok(SpecFile { file: check::Input { path: name, digest }, text, specs, compiled: Arc::new(compiled) })
}

/// What the user is told about a spec that does not fit.
fn told(file: &str, problem: SpecProblem) -> Diagnostic {
    let (what, remedy) = match problem {
        SpecProblem::NoSpec => (
            format!("`{file}` has no class that is annotated with @Spec"),
            "annotate the class that describes another one, as in @Spec(\"java.util.TreeMap\")".to_string(),
        ),
        SpecProblem::NoTarget(spec, target) => (
            format!("`{file}`: class {target}, which {spec} describes, was not found"),
            "write the binary name, as in java.util.TreeMap$Entry, and add its place with --classpath"
                .to_string(),
        ),
        SpecProblem::Twice(target) => {
            (format!("`{file}`: two classes describe {target}"), "leave one of them out".to_string())
        }
        SpecProblem::NoField(target, field, known) => {
            let remedy = match nearest(&field, known.iter().cloned()) {
                Some(near) => format!("did you mean `{near}`? a field that only the spec has needs @Ghost"),
                None => format!("it has {}; a field that only the spec has needs @Ghost", known.join(", ")),
            };
            (format!("`{file}`: {target} has no field `{field}`"), remedy)
        }
        SpecProblem::OtherType(target, field, said, own) => (
            format!("`{file}`: the field `{field}` of {target} has the type {own}, not {said}"),
            format!("declare it with the type {own}"),
        ),
        SpecProblem::NoGhost(target, field) => (
            format!("`{file}`: the ghost `{field}` has the name of a field of {target}"),
            "give the ghost another name, or leave out @Ghost".to_string(),
        ),
        SpecProblem::Unreadable(diagnostic) => return diagnostic,
    };
    Diagnostic::new(Code::BadSpec, what, remedy)
}
