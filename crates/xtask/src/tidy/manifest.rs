//! What the `Cargo.toml` files say about dependencies.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Problem, Tree};

/// Where a dependency comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A crate of this repository, by the last part of its path.
    Own(String),
    /// A package of somebody else.
    ThirdParty,
}

/// What a dependency is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The crate itself, or its build script.
    Code,
    /// Its tests, examples and benchmarks only.
    Tests,
}

/// One entry of a manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// The manifest.
    pub file: String,
    /// The entry's line, from 1.
    pub line: usize,
    /// The package's name.
    pub package: String,
    /// What it is needed for.
    pub kind: Kind,
    /// Where it comes from.
    pub origin: Origin,
}

/// The dependencies of all manifests; a manifest that cannot be read gives a problem.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// What the root's `[workspace.dependencies]` declares.
    pub declared: Vec<Dependency>,
    /// What the crates use, by the crate's directory in `crates/`.
    pub used: BTreeMap<String, Vec<Dependency>>,
    /// What `fuzz/` uses, which is not in the workspace.
    pub fuzz: Vec<Dependency>,
    /// Manifests that cannot be read.
    pub problems: Vec<Problem>,
}

impl Dependencies {
    /// Reads the manifests of the root, of every crate and of `fuzz/`.
    pub fn load(tree: &Tree) -> Self {
        let mut all = Dependencies::default();
        let mut workspace = BTreeMap::new();
        if let Some(manifest) = Manifest::open(tree, "Cargo.toml", &mut all.problems)
            && let Some(section) = table(&manifest.root, "workspace")
        {
            all.declared = manifest.section(section, "dependencies", Kind::Code, &workspace);
            let keys = table(section, "dependencies").into_iter().flat_map(DeTable::keys);
            workspace = keys.map(|key| key.get_ref().to_string()).zip(all.declared.iter().cloned()).collect();
        }
        for name in tree.crates() {
            let file = format!("crates/{name}/Cargo.toml");
            if let Some(manifest) = Manifest::open(tree, &file, &mut all.problems) {
                all.used.insert(name.to_string(), manifest.dependencies(&workspace));
            }
        }
        if let Some(manifest) = Manifest::open(tree, "fuzz/Cargo.toml", &mut all.problems) {
            all.fuzz = manifest.dependencies(&workspace);
        }
        all
    }

    /// Every entry of every manifest.
    pub fn all(&self) -> impl Iterator<Item = &Dependency> {
        self.declared.iter().chain(self.used.values().flatten()).chain(&self.fuzz)
    }
}

struct Manifest<'a> {
    file: &'a str,
    text: &'a str,
    root: DeTable<'a>,
}

impl<'a> Manifest<'a> {
    /// The manifest of that path, if there is one.
    fn open(tree: &'a Tree, file: &'a str, problems: &mut Vec<Problem>) -> Option<Self> {
        let text = tree.text(file)?;
        match DeTable::parse(text) {
            Ok(root) => Some(Manifest { file, text, root: root.into_inner() }),
            Err(error) => {
                let line = error.span().map_or(1, |span| line_of(text, span.start));
                problems.push(Problem::new(file, line, format!("not valid: {}", error.message())));
                None
            }
        }
    }

    /// All dependencies, also those for some platforms only.
    fn dependencies(&self, workspace: &BTreeMap<String, Dependency>) -> Vec<Dependency> {
        let platforms = table(&self.root, "target")
            .into_iter()
            .flat_map(DeTable::values)
            .filter_map(|value| value.get_ref().as_table());
        let mut found = Vec::new();
        for part in std::iter::once(&self.root).chain(platforms) {
            found.extend(self.section(part, "dependencies", Kind::Code, workspace));
            found.extend(self.section(part, "build-dependencies", Kind::Code, workspace));
            found.extend(self.section(part, "dev-dependencies", Kind::Tests, workspace));
        }
        found
    }

    fn section(
        &self,
        part: &DeTable<'_>,
        name: &str,
        kind: Kind,
        workspace: &BTreeMap<String, Dependency>,
    ) -> Vec<Dependency> {
        let entries = table(part, name).into_iter().flatten();
        entries
            .map(|(key, value)| {
                let line = line_of(self.text, key.span().start);
                let name = key.get_ref().to_string();
                let (package, origin) = described(&name, value, workspace);
                Dependency { file: self.file.to_string(), line, package, kind, origin }
            })
            .collect()
    }
}

/// The package and the origin of an entry.
fn described(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    workspace: &BTreeMap<String, Dependency>,
) -> (String, Origin) {
    let Some(entry) = value.get_ref().as_table() else {
        return (name.to_string(), Origin::ThirdParty);
    };
    if entry.contains_key("workspace")
        && let Some(declared) = workspace.get(name)
    {
        return (declared.package.clone(), declared.origin.clone());
    }
    let text = |key: &str| entry.get(key).and_then(|value| value.get_ref().as_str());
    let package = text("package").unwrap_or(name).to_string();
    match text("path") {
        Some(path) => {
            let directory = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
            (package, Origin::Own(directory.to_string()))
        }
        None => (package, Origin::ThirdParty),
    }
}

fn table<'t, 'a>(part: &'t DeTable<'a>, name: &str) -> Option<&'t DeTable<'a>> {
    part.get(name)?.get_ref().as_table()
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::Scratch;

    #[test]
    fn every_way_to_write_a_dependency_is_read() {
        let scratch = Scratch::new(&[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"crates/*\"]\n\n[workspace.dependencies]\nclap = \"4\"\n\
                 ir = { path = \"crates/ir\" }\n",
            ),
            (
                "crates/a/Cargo.toml",
                "[dependencies]\nir.workspace = true\nclap = { workspace = true }\n\
                 json = { package = \"serde_json\", version = \"1\" }\n\n[dev-dependencies.check]\n\
                 path = \"../check\"\n\n[target.'cfg(unix)'.build-dependencies]\ncc = \"1\"\n",
            ),
            (
                "fuzz/Cargo.toml",
                "[dependencies]\nlibfuzzer-sys = \"0.4\"\nir = { path = \"../crates/ir\" }\n",
            ),
        ]);
        let all = Dependencies::load(&scratch.tree());
        assert!(all.problems.is_empty());
        let seen: Vec<_> = all.used["a"].iter().map(|d| (d.line, d.package.as_str(), d.kind)).collect();
        assert_eq!(
            seen,
            [
                (3, "clap", Kind::Code),
                (2, "ir", Kind::Code),
                (4, "serde_json", Kind::Code),
                (6, "check", Kind::Tests),
                (10, "cc", Kind::Code),
            ]
        );
        assert_eq!(all.used["a"][1].origin, Origin::Own("ir".to_string()));
        assert_eq!(all.used["a"][3].origin, Origin::Own("check".to_string()));
        assert_eq!(all.fuzz.len(), 2);
        assert_eq!(all.declared.len(), 2);
    }

    #[test]
    fn a_manifest_that_is_not_valid_is_a_problem() {
        let scratch = Scratch::new(&[("crates/a/Cargo.toml", "[package]\nname = \n")]);
        let all = Dependencies::load(&scratch.tree());
        assert_eq!(all.problems.len(), 1);
        assert!(all.problems[0].to_string().starts_with("crates/a/Cargo.toml:2: not valid"));
    }
}
