//! The repository keeps its own rules.

use xtask::tidy::{Tree, check};

#[test]
fn the_repository_is_tidy() {
    let problems = check(&Tree::load(&xtask::root()).unwrap());
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "cargo xtask tidy says:\n{}", lines.join("\n"));
}
