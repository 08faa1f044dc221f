//! What is wrong with classes and methods that cannot be had, for people and for the program.

use ir::{Code, Diagnostic};

use crate::class_path::ClassPath;
use crate::linkage::LinkError;
use crate::translate::decode::Malformed;
use crate::world::dotted;

/// Why a class cannot be had.
#[derive(Clone)]
pub(crate) struct Trouble {
    /// For people.
    pub(crate) diagnostic: Diagnostic,
    /// What the JVM throws; `None` for a damaged class file.
    pub(crate) error: Option<Box<LinkError>>,
}

impl From<Diagnostic> for Trouble {
    fn from(diagnostic: Diagnostic) -> Trouble {
        Trouble { diagnostic, error: None }
    }
}

/// The diagnostic for a method that cannot be translated.
pub(crate) fn untranslated(name: &str, why: &Malformed) -> Diagnostic {
    let name = name.split('(').next().unwrap_or(name);
    match why {
        Malformed::Subroutine => Diagnostic::new(
            Code::BadClassFile,
            format!("the method `{name}` has the obsolete instructions `jsr` and `ret`"),
            "compile its class with Java 7 or later",
        ),
        Malformed::Broken(what) => Diagnostic::new(
            Code::BadClassFile,
            format!("the code of the method `{name}` is damaged: {what}"),
            "compile its class again",
        ),
    }
}

/// The diagnostic for a class that is not there.
pub(crate) fn missing_class(class_path: &ClassPath, name: &str) -> Diagnostic {
    let own = class_path.own_classes().into_iter().map(|class| dotted(&class));
    let looked =
        format!("it was looked for in {}; add its place with --classpath", class_path.places().join(", "));
    let remedy = match ir::suggest::nearest(&dotted(name), own) {
        Some(near) => format!("did you mean {near}? If not, {looked}"),
        None => looked,
    };
    Diagnostic::new(Code::MissingClass, format!("class {} was not found", dotted(name)), remedy)
}
