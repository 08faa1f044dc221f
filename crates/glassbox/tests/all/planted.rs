//! Every planted bug of every subject that can be checked: at which bounds it violates something is the same for glass-box
//! checking and for every operation on every valid state, and an audit by brute force agrees at small bounds.
//!
//! All variants of the subjects of a test are compiled at once, each in a package of its own.

use crate::support::{repository, with_api};
use check::Property;
use glassbox::{Baseline, Context, Failure, Input, JavaOptions, States, Structures};
use xtask::jvm_diff::command::java_home;
use xtask::plant::{Bug, bugs, source};

/// What bounds a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Size,
    Height,
}

/// A subject, how it is bounded, up to which bound audits go, and the greatest bound that is looked at: there every bug is
/// seen, but for those that need more.
struct Row {
    subject: &'static str,
    bound: Bound,
    audited: usize,
    greatest: usize,
    /// Bugs whose structures are too many within such bounds: these are found on other states, with so many nodes and these
    /// numbers.
    elsewhere: &'static [(&'static str, States, usize, &'static str)],
    /// Values of parameters and fields that bugs need, or that leave few states.
    domains: &'static [(&'static str, &'static str, &'static str)],
}

const fn row(subject: &'static str, bound: Bound, audited: usize, greatest: usize) -> Row {
    Row { subject, bound, audited, greatest, elsewhere: &[], domains: &[] }
}

fn structures(row: &Row, bound: usize, audit: bool) -> Structures {
    let (size, height) = match row.bound {
        Bound::Size => (Some(bound), None),
        Bound::Height => (None, Some(bound)),
    };
    let domains = row.domains.iter().map(|(owner, name, values)| (*owner, *name, *values));
    let domains = domains.map(|(owner, name, values)| (owner.into(), name.into(), values.into())).collect();
    // Values that nobody looks at only make brute force slow.
    let objects = match row.subject {
        "RedBlackTree" | "HashTable" => vec![("Object".to_string(), 0)],
        _ => Vec::new(),
    };
    Structures {
        size,
        height,
        audit,
        domains,
        objects,
        properties: Property::ALL.to_vec(),
        ..Structures::default()
    }
}

/// Whether there is a violation on other states, with these numbers.
fn is_elsewhere(row: &Row, bug: &Bug, input: &Input, (states, size, numbers): (States, usize, &str)) -> bool {
    let places: &[(&str, &str)] = match row.subject {
        "FibonacciHeap" => {
            &[("Node", "key"), ("insert", "key"), ("decreaseKey", "key"), ("decreaseKey", "lower")]
        }
        _ => &[("Node", "key"), ("insert", "key")],
    };
    let domains =
        places.iter().map(|(owner, name)| (owner.to_string(), name.to_string(), numbers.to_string()));
    let structures = Structures {
        size: Some(size),
        domains: domains.collect(),
        properties: Property::ALL.to_vec(),
        ..Structures::default()
    };
    let wanted = Baseline { structures, states, abstraction: None };
    let found = glassbox::check_baseline(input, &wanted, &mut Context::default());
    is_violated(found, &format!("{} {} elsewhere", row.subject, bug.name))
}

/// Whether something is violated; nothing is unknown.
fn is_violated(run: Result<check::Run, Failure>, what: &str) -> bool {
    let run = run.unwrap_or_else(|failure| panic!("{what}: {failure:?}"));
    match run.conclusion.verdict() {
        check::Verdict::Violated => true,
        check::Verdict::Holds => false,
        check::Verdict::Unknown => panic!("{what}: {:?}", run.conclusion),
    }
}

/// The first bound at which both engines see something.
fn least(row: &Row, bug: &Bug, input: &Input) -> Option<usize> {
    for bound in 1..=row.greatest {
        let what = format!("{} {} at {bound}", row.subject, bug.name);
        let wanted = structures(row, bound, bound <= row.audited);
        let glass = glassbox::check_structures(input, &wanted, &mut Context::default());
        let structures = structures(row, bound, false);
        let wanted = Baseline { structures, states: States::Valid, abstraction: None };
        let black = glassbox::check_baseline(input, &wanted, &mut Context::default());
        let (glass, black) = (is_violated(glass, &what), is_violated(black, &what));
        assert_eq!(glass, black, "{what}: glass-box checking says {glass}, black box says {black}");
        if glass {
            return Some(bound);
        }
    }
    None
}

fn everything_is_found(rows: &[Row]) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut files = Vec::new();
    let mut planted = Vec::new();
    for row in rows {
        let text = source(&repository(), row.subject).expect("the subject can be read");
        for (number, bug) in
            bugs(&repository(), row.subject).expect("the bugs can be read").into_iter().enumerate()
        {
            let package = format!("{}{number}", row.subject.to_lowercase());
            let variant = bug.plant(&text).expect("the bug fits");
            let place = directory.path().join(&package);
            std::fs::create_dir(&place).expect("a directory can be made");
            let file = place.join(format!("{}.java", row.subject));
            std::fs::write(&file, format!("package {package};\n{variant}")).expect("it can be written");
            files.push(file.display().to_string());
            planted.push((row, bug, package));
        }
    }
    let classes = with_api(&files);
    let homes = vec![java_home(None).expect("`./x test` installs a JDK")];
    let java = JavaOptions { homes, ..JavaOptions::default() };
    for (row, bug, package) in &planted {
        let file = classes.path().join(package).join(format!("{}.class", row.subject));
        let input = glassbox::load(&file, &java);
        let input = input.unwrap_or_else(|problem| panic!("{} {}: {problem:?}", row.subject, bug.name));
        let elsewhere = row.elsewhere.iter().find(|(name, ..)| *name == bug.name);
        let found = match elsewhere {
            Some(&(_, states, size, numbers)) => is_elsewhere(row, bug, &input, (states, size, numbers)),
            None => least(row, bug, &input).is_some(),
        };
        assert!(found, "{} {}", row.subject, bug.name);
    }
}

#[test]
fn bugs_in_stacks_queues_and_lists() {
    everything_is_found(&[
        row("LinkedStack", Bound::Size, 2, 3),
        row("TwoStackQueue", Bound::Size, 1, 3),
        row("SinglyLinkedList", Bound::Size, 2, 3),
        row("DoublyLinkedList", Bound::Size, 2, 3),
    ]);
}

#[test]
fn bugs_in_arrays() {
    everything_is_found(&[row("ArrayHeap", Bound::Size, 3, 6), row("DisjointSets", Bound::Size, 2, 4)]);
}

#[test]
fn bugs_in_search_trees() {
    everything_is_found(&[
        row("SearchTree", Bound::Height, 2, 3),
        row("AvlTree", Bound::Height, 2, 4),
        row("Trie", Bound::Height, 2, 4),
    ]);
}

#[test]
fn bugs_in_red_black_trees() {
    everything_is_found(&[row("RedBlackTree", Bound::Height, 2, 4)]);
}

#[test]
fn bugs_in_hash_tables() {
    let domains = &[("get", "key", "-2..2")];
    everything_is_found(&[Row { domains, ..row("HashTable", Bound::Size, 2, 4) }]);
}

/// Siblings are below each other in the trees of these heaps, so that a path has many nodes, and the keys of all of them are
/// compared: from three nodes on a path on, diagrams and valid states become too many for a test.
#[test]
fn bugs_in_linked_heaps() {
    everything_is_found(&[
        Row {
            elsewhere: &[
                ("extract-keeps-the-order-of-the-children", States::Reachable, 5, "0..2"),
                ("union-forgets-three-equal-trees", States::Reachable, 8, "0..1"),
                ("union-forgets-the-tree-before", States::Reachable, 7, "0..1"),
                ("union-does-not-go-on", States::Reachable, 4, "0..2"),
                ("merge-compares-the-wrong-way", States::Reachable, 4, "0..2"),
            ],
            ..row("BinomialHeap", Bound::Height, 2, 2)
        },
        Row {
            elsewhere: &[
                ("unlink-forgets-the-link-back", States::Reachable, 4, "0..2"),
                ("link-forgets-the-link-back", States::Reachable, 6, "0..1"),
                // Calls do not lead there soon: a root with one child of two children.
                ("degree-bound-forgets-the-children", States::Generated, 4, "0..1"),
            ],
            ..row("FibonacciHeap", Bound::Height, 1, 2)
        },
    ]);
}
