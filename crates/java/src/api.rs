//! The package `glassbox.api`: its sources are in the binary.

use std::path::Path;

use ir::Diagnostic;

pub use crate::shipped::{Cache, Kept};
use crate::shipped::{Made, Shipped};

/// The sources, by their paths.
pub const SOURCES: &[(&str, &str)] = &[
    ("glassbox/api/Bounds.java", include_str!("../api/glassbox/api/Bounds.java")),
    ("glassbox/api/Ensures.java", include_str!("../api/glassbox/api/Ensures.java")),
    ("glassbox/api/Ghost.java", include_str!("../api/glassbox/api/Ghost.java")),
    ("glassbox/api/Invariant.java", include_str!("../api/glassbox/api/Invariant.java")),
    ("glassbox/api/Requires.java", include_str!("../api/glassbox/api/Requires.java")),
    ("glassbox/api/Sorted.java", include_str!("../api/glassbox/api/Sorted.java")),
    ("glassbox/api/Spec.java", include_str!("../api/glassbox/api/Spec.java")),
    ("glassbox/api/Tree.java", include_str!("../api/glassbox/api/Tree.java")),
    ("glassbox/api/Verify.java", include_str!("../api/glassbox/api/Verify.java")),
];

const SHIPPED: Shipped =
    Shipped { name: "api", what: "the package glassbox.api", sources: SOURCES, made: Made::Apart };

/// The classes of the package.
#[derive(Clone, Copy, Debug)]
pub struct Api;

impl Api {
    /// The jar for a JDK: the one that is kept, or a new one.
    pub fn jar(java_home: &Path, release: u16, cache: Option<&Cache>) -> Result<Kept, Diagnostic> {
        SHIPPED.jar(java_home, release, cache)
    }

    /// The bytes of a new jar, always the same for the same compiler.
    pub fn bytes(java_home: &Path) -> Result<Vec<u8>, Diagnostic> {
        SHIPPED.bytes(java_home)
    }
}
