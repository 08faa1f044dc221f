//! The generator of random Java programs: what it makes compiles, is the same for a seed, and uses
//! the whole grammar.

use std::collections::BTreeSet;

use xtask::jvm_diff::command::java_home;
use xtask::jvm_diff::generate::{Shape, program};
use xtask::jvm_diff::grammar::Grammar;
use xtask::jvm_diff::jvm::Jvm;

#[test]
fn a_seed_gives_the_same_programs_again() {
    let grammar = Grammar::load();
    for index in 0..10 {
        let first = program(&grammar, 9, index, Shape::LARGE);
        assert_eq!(first, program(&Grammar::load(), 9, index, Shape::LARGE));
        assert_ne!(first.tree, program(&grammar, 10, index, Shape::LARGE).tree);
        assert_ne!(first.tree, program(&grammar, 9, index + 1, Shape::LARGE).tree);
    }
}

#[test]
fn the_whole_grammar_is_used() {
    let grammar = Grammar::load();
    let mut used = BTreeSet::new();
    for index in 0..250 {
        used.extend(program(&grammar, 4, index, Shape::LARGE).productions);
    }
    let unused: Vec<&str> = (0..grammar.productions.len())
        .filter(|index| !used.contains(index))
        .map(|index| grammar.productions[index].symbol.as_str())
        .collect();
    assert!(unused.len() * 50 < grammar.productions.len(), "never used: {unused:?}");
}

#[test]
fn large_programs_compile() {
    let directory = std::env::temp_dir().join(format!("jvm-diff-compiles-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory can be made");
    let home = java_home(None).expect("`./x test` installs a JDK");
    let mut jvm = Jvm::new(&home, &directory).expect("the harness compiles");
    let grammar = Grammar::load();
    let mut files = Vec::new();
    for index in 0..25 {
        let program = program(&grammar, 8, index, Shape::LARGE);
        let file = format!("{}.java", program.name);
        std::fs::write(directory.join(&file), program.source()).expect("the program can be written");
        files.push(file);
    }
    let errors = jvm.compile(&files).expect("the process runs");
    drop(jvm);
    std::fs::remove_dir_all(&directory).expect("the directory is ours");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
