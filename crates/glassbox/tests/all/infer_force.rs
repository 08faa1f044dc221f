//! The engine for one method against all heaps of a scope, and these against each other: those that differ in what is read, and all of them.

use crate::infer::{SUBJECTS, asked, load, subjects};
use crate::support::class_file;
use glassbox::{audit_method, cover_method, list_method, tally_method};

/// How many executions a method may have at scope 3 to be gone through.
const MOST_EXECUTIONS: u64 = 270_000;

/// Going through all heaps of the scope, as far as they are read, finds a violation exactly where the engine does (which is what the subjects say):
/// at scope 2 for every method, at scope 3 where there are not too many executions. The example `force` goes through more.
#[test]
fn brute_force_agrees() {
    let classes = subjects();
    let (mut executions, mut whole) = ([0, 0], [0, 0]);
    for &(class, method, violated) in SUBJECTS {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        for (index, scope) in [2, 3].into_iter().enumerate() {
            let most = if scope == 2 { u64::MAX } else { MOST_EXECUTIONS };
            let tally = tally_method(&input, &asked(&name, scope, false), most).expect("the method is there");
            let is_violated = violated.is_some_and(|least| least <= scope);
            assert!(tally.good > 0, "{name} at scope {scope}: {tally:?}");
            if !tally.stopped || tally.bad > 0 {
                assert_eq!(tally.bad > 0, is_violated, "{name} at scope {scope}: {tally:?}");
                whole[index] += 1;
            }
            // Calls that take longer than all that end are those that never do.
            assert!(tally.longest < infer::FORCED_STEPS / 20, "{name} at scope {scope}: {tally:?}");
            executions[index] += tally.heaps();
        }
    }
    assert_eq!((whole, executions), ([SUBJECTS.len(), 67], [148_051, 2_237_445]));
}

/// Every execution ends as calls do in two heaps that have what it read: one that has nothing else, and one that has anything else.
#[test]
fn what_is_not_read_does_not_matter() {
    let classes = subjects();
    for &(class, method, _) in SUBJECTS {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        for scope in [2, 3] {
            let tally =
                audit_method(&input, &asked(&name, scope, false), 5_000).expect("the method is there");
            if let Err(problem) = tally {
                panic!("{name} at scope {scope}: {problem}");
            }
        }
    }
}

/// The executions stand for every heap of the scope, and for none twice.
#[test]
fn no_heap_is_left_out() {
    let classes = subjects();
    let mut most = 0;
    for &(class, method, _) in SUBJECTS {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        // Counting takes a minute for the one method that has many times as many executions as the others.
        let scopes = if method == "removeNodesKnownEdges" { &[1][..] } else { &[1, 2] };
        for &scope in scopes {
            let counted = cover_method(&input, &asked(&name, scope, false)).expect("the method is there");
            let (covered, all) = counted.expect("there are not too many");
            assert_eq!(covered, all, "{name} at scope {scope}");
            most = most.max(all);
        }
    }
    assert!(most > 1_000_000_000_000, "{most} are few");
}

/// All heaps one after the other end in the same ways as those that differ in what is read; but for those that are left out because
/// they have objects that nobody refers to.
#[test]
fn all_heaps_agree_with_those_that_are_read() {
    let classes = subjects();
    let small = ["Set", "SetBroken", "NodeList", "SpliceList"];
    let (mut heaps, mut executions) = (0, 0);
    for &(class, method, _) in SUBJECTS.iter().filter(|(class, ..)| small.contains(class)) {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        for scope in [1, 2] {
            let asked = asked(&name, scope, false);
            let all = list_method(&input, &asked, u64::MAX).expect("the method is there");
            let read = tally_method(&input, &asked, u64::MAX).expect("the method is there");
            let ways = |tally: infer::Tally| [tally.good, tally.bad, tally.skipped].map(|count| count > 0);
            assert_eq!(ways(all), ways(read), "{name} at scope {scope}: {all:?}, {read:?}");
            assert!(read.heaps() <= all.heaps(), "{name} at scope {scope}: {all:?}, {read:?}");
            heaps += all.heaps();
            executions += read.heaps();
        }
    }
    assert!(heaps > 10 * executions, "{heaps} heaps and {executions} executions");
}
