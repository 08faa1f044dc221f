//! Every operator on the same two heaps, with values that were worked out by hand.

use infer::property::{Condition, evaluate, parse, read, resolve_relation, tuples};

use crate::world::{context, heaps, program};

/// The tuples of an expression in a postcondition of `Set.intersect`, as `{a->b, ...}`.
fn value(text: &str) -> String {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let heaps = heaps(&program);
    let expression = parse(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    let relation =
        resolve_relation(&expression, &context).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    let found = tuples(&relation, &heaps);
    for tuple in &found {
        assert_eq!(tuple.len(), relation.arity(), "{text}");
    }
    let tuple = |tuple: &Vec<_>| {
        let values: Vec<String> = tuple.iter().map(|&value| heaps.shown(value)).collect();
        values.join("->")
    };
    let all: Vec<String> = found.iter().map(tuple).collect();
    format!("{{{}}}", all.join(", "))
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(value(text), *expected, "{text}");
    }
}

/// Whether a postcondition of `Set.intersect` is true.
fn is_true(text: &str) -> bool {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let property = read(text, &context).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    evaluate(&property, &heaps(&program))
}

fn check_truth(cases: &[(&str, bool)]) {
    for (text, expected) in cases {
        assert_eq!(is_true(text), *expected, "{text}");
    }
}

#[test]
fn constants_and_classes() {
    check(&[
        ("null", "{}"),
        ("none", "{}"),
        ("this", "{S0}"),
        ("p", "{S1}"),
        ("n", "{4}"),
        ("flag", "{true}"),
        ("result", "{S2}"),
        ("int", "{-1, 0, 1, 2, 3}"),
        ("-7", "{-7}"),
        ("true", "{true}"),
        ("Set", "{S0, S1, S2}"),
        ("old(Set)", "{S0, S1}"),
        ("Entry", "{E0, E1, E2}"),
        ("Special", "{E1}"),
        ("univ", "{S0, S1, E0, E1, A0, N0, S2, E2}"),
        ("old(univ)", "{S0, S1, E0, E1, A0, N0}"),
        ("univ - old(univ)", "{S2, E2}"),
        ("old(iden)", "{S0->S0, S1->S1, E0->E0, E1->E1, A0->A0, N0->N0}"),
        ("Marked", "{}"),
    ]);
}

#[test]
fn fields_before_and_after() {
    check(&[
        ("this.elems", "{E0}"),
        ("p.elems", "{}"),
        ("p.elems.next.next", "{}"),
        ("result.elems", "{E2}"),
        ("old(result.elems)", "{}"),
        ("old(result)", "{S2}"),
        ("this.size", "{3}"),
        ("old(this.size)", "{2}"),
        ("size", "{3}"),
        ("old(size)", "{2}"),
        ("elems.next", "{E1}"),
        ("Set.size", "{0, 1, 3}"),
        ("Set::size", "{S0->3, S1->0, S2->1}"),
        ("old(Set::size)", "{S0->2, S1->0}"),
        ("Entry::next", "{E0->E1, E1->E0}"),
        ("old(Entry::next)", "{E0->E1}"),
        ("this.old(size)", "{2}"),
        ("this.elems.Entry::next", "{E1}"),
        ("(this.elems).Entry::val", "{5}"),
        ("result.elems.Entry::val", "{5}"),
        ("p.elems.Entry::val", "{}"),
        ("Special.weight", "{3}"),
        ("Special.val", "{7}"),
        ("Entry.weight", "{3}"),
        ("Entry.next.val", "{5, 7}"),
        ("(this + elems).size", "{3}"),
        ("(Set + Entry).next", "{E0, E1}"),
        ("(result + this).size", "{1, 3}"),
        ("univ.weight", "{3}"),
        ("Set.count", "{2}"),
        ("old(Set.count)", "{1}"),
        ("count", "{2}"),
        ("Set.first", "{S0}"),
        ("old(Set.first)", "{}"),
        ("first.elems.val", "{5}"),
        ("Entry::next.elems", "{E1}"),
    ]);
}

#[test]
fn operators_on_sets() {
    check(&[
        ("this + p", "{S0, S1}"),
        ("Set - p", "{S0, S2}"),
        ("Set & (p + result)", "{S1, S2}"),
        ("Entry & Special", "{E1}"),
        ("this -> n", "{S0->4}"),
        ("this -> (elems -> 1)", "{S0->E0->1}"),
        ("Special -> Set", "{E1->S0, E1->S1, E1->S2}"),
        ("~Entry::next", "{E0->E1, E1->E0}"),
        ("~val", "{5->E0, 5->E2, 7->E1}"),
        ("n.~val", "{}"),
        ("5.~val", "{E0, E2}"),
        ("this.~owner", "{E0, E1}"),
        ("Entry::next ++ (elems -> elems)", "{E0->E0, E1->E0}"),
        ("Entry::next ++ (result.elems -> elems)", "{E0->E1, E1->E0, E2->E0}"),
        ("owner ++ Entry -> p", "{E0->S1, E1->S1, E2->S1}"),
        ("Entry::next.val", "{E0->7, E1->5}"),
        ("elems.(Entry::next.val)", "{7}"),
        ("elems.(next + ~next)", "{E1}"),
        ("elems.(next & Entry::next)", "{E1}"),
        ("elems.(next - Entry::next)", "{}"),
        ("this.size > 2 ? this : p", "{S0}"),
        ("this.size > 9 ? this : null", "{}"),
        ("flag ? 1 : 2", "{1}"),
        ("let e = elems | e.val + e.next.val", "{12}"),
        ("let r = Entry::next | elems.^r", "{E0, E1}"),
    ]);
}

#[test]
fn closures() {
    check(&[
        ("^Entry::next", "{E0->E0, E0->E1, E1->E0, E1->E1}"),
        ("old(^Entry::next)", "{E0->E1}"),
        ("*Entry::next", "{E0->E0, E0->E1, E1->E0, E1->E1, E2->E2}"),
        ("elems.^next", "{E0, E1}"),
        ("old(elems.^next)", "{E1}"),
        ("elems.*next", "{E0, E1}"),
        ("result.elems.*next", "{E2}"),
        ("p.elems.*next", "{}"),
        ("old(result.elems.*next)", "{}"),
        ("result.elems.old(*next)", "{E2}"),
        ("elems.*next.val", "{5, 7}"),
        ("Special.*next", "{E0, E1}"),
        ("old(Special.*next)", "{E1}"),
        ("elems.^(next + ~next)", "{E0, E1}"),
        ("old(Special.^(next + ~next))", "{E0, E1}"),
    ]);
}

#[test]
fn arrays() {
    check(&[
        ("this.items[0]", "{E0}"),
        ("this.items[1]", "{E2}"),
        ("old(this.items[1])", "{}"),
        ("this.items[3]", "{}"),
        ("this.items[-1]", "{}"),
        ("this.items[this.size - 1]", "{E1}"),
        ("this.items[*]", "{E0, E1, E2}"),
        ("old(items[*])", "{E0, E1}"),
        ("items[*].val", "{5, 7}"),
        ("items.length", "{3}"),
        ("p.items.length", "{}"),
        ("p.items[0]", "{}"),
        ("numbers[0] + numbers[2]", "{13}"),
        ("numbers[*]", "{4, 9}"),
        ("Set.items[2]", "{E1}"),
        ("items[n - 4].val", "{5}"),
    ]);
}

#[test]
fn comprehensions_and_sums() {
    check(&[
        ("{e: Entry | e.val == 5}", "{E0, E2}"),
        ("{e: Entry | e.next == null}", "{E2}"),
        ("{e, f: Entry | e.next == f}", "{E0->E1, E1->E0}"),
        ("{disj e, f: Special + elems | true}", "{E0->E1, E1->E0}"),
        ("{s: Set, e: s.elems | e.val > 4}", "{S0->E0, S2->E2}"),
        ("{i: int | i > 1}", "{2, 3}"),
        ("{e: old(Entry) | some e.next}", "{E0, E1}"),
        ("#Entry", "{3}"),
        ("#(Entry -> Set)", "{9}"),
        ("#none", "{0}"),
        ("#Entry - #Set", "{0}"),
        ("sum e: Entry | e.val", "{17}"),
        ("old(sum e: Entry | e.val)", "{12}"),
        ("sum e: Entry | e.next.val", "{12}"),
        ("sum s: Set | sum e: s.elems | e.val", "{10}"),
        ("sum i: int | i * i", "{15}"),
        ("min(Entry.val)", "{5}"),
        ("max(Entry.val)", "{7}"),
        ("max(p.elems.val)", "{}"),
        ("min(int)", "{-1}"),
    ]);
}

#[test]
fn arithmetic() {
    check(&[
        ("1 + 2 * 3", "{7}"),
        ("(1 + 2) * 3", "{9}"),
        ("7 / 2", "{3}"),
        ("-7 / 2", "{-3}"),
        ("-7 % 2", "{-1}"),
        ("7 % -2", "{1}"),
        ("5 - 2 - 1", "{2}"),
        ("- this.size", "{-3}"),
        ("2 - -2", "{4}"),
        ("9223372036854775807 + 1", "{-9223372036854775808}"),
        ("elems.val + elems.next.val", "{12}"),
        // With a set, it is a union.
        ("Entry.val + 1", "{1, 5, 7}"),
        ("Entry.val - 5", "{7}"),
        ("numbers[*] + n", "{4, 9}"),
    ]);
}

/// A number that is not there: comparisons with it are false, and it is equal to others that are not there only.
#[test]
fn numbers_that_are_not_there() {
    check(&[
        ("p.elems.val", "{}"),
        ("p.elems.val + 1", "{}"),
        ("-p.elems.val", "{}"),
        ("numbers[p.elems.val]", "{}"),
    ]);
    check_truth(&[
        ("p.elems.val < 1", false),
        ("p.elems.val >= 0", false),
        ("p.elems.val > -1", false),
        ("!(p.elems.val < 1)", true),
        ("p.elems.val == 0", false),
        ("p.elems.val != 0", true),
        ("p.elems.val + 1 == 1", false),
        ("1 == p.elems.val + 1", false),
        ("p.elems.val == p.elems.next.val", true),
        ("p.elems.val + 1 == p.elems.next.val + 1", true),
        ("p.elems.val + 1 == elems.val + 1", false),
        ("elems.val + 0 == 5", true),
    ]);
}

/// A variable stands for something that exists, but not everything that exists did so before, and not all entries are special.
#[test]
fn numbers_of_variables_that_are_not_there() {
    check_truth(&[
        ("all e: Entry | e.val >= 0", true),
        ("all e: Entry | old(e.val) >= 0", false),
        ("some e: Entry | !(old(e.val) >= 0)", true),
        ("all e: Entry | e.weight >= 0", false),
        ("all e: Entry | e.weight < 9 <=> e in Special", true),
        ("old(all e: Entry | e.val >= 0)", true),
        ("old(all s: result | s.size >= 0)", false),
    ]);
}

#[test]
fn division_by_zero_is_no_number() {
    check(&[("n / p.size", "{}"), ("n % p.size", "{}"), ("n / (p.size + 2)", "{2}")]);
    check_truth(&[("n / p.size == 0", false), ("n / p.size >= 0", false), ("n % p.size < 5", false)]);
    check(&[("sum s: Set | 6 / s.size", "{8}")]);
}

#[test]
fn comparisons_and_connectives() {
    check_truth(&[
        ("true", true),
        ("false", false),
        ("not true", false),
        ("true and false or true", true),
        ("false => false", true),
        ("true implies false", false),
        ("true => false => false", true),
        ("false <=> false", true),
        ("true iff false", false),
        ("true ? false : true", false),
        ("this == this", true),
        ("this = p", false),
        ("this != p", true),
        ("p.elems == null", true),
        ("null == result.elems.next", true),
        ("this.elems != null", true),
        ("null == null", true),
        ("elems in Entry", true),
        ("Entry in elems", false),
        ("Entry in elems.*next", false),
        ("elems !in p.elems.*next", true),
        ("elems not in Special", true),
        ("null in p", true),
        ("p in null", false),
        ("size < 4 && size <= 3 && size > 2 && size >= 3", true),
        ("size < 3 || size > 3", false),
        ("Entry.val == 5 + 7", false),
        ("numbers[*] in 4 + n", false),
        ("#numbers[*] == 2", true),
        ("Entry::next == ~Entry::next", true),
        ("next == old(next) ++ (elems.next -> elems)", true),
        ("old(next) in Entry::next", true),
        ("elems -> elems.next in next", true),
    ]);
}

#[test]
fn truth_values() {
    check_truth(&[
        ("flag", true),
        ("!flag", false),
        ("this.open", true),
        ("p.open", false),
        ("open && flag", true),
        ("open == flag", true),
        ("p.open == flag", false),
        ("p.open != this.open", true),
        ("this.open == true", true),
        ("p.open == false", true),
        ("flag == (elems in Entry)", true),
        ("p.open == !flag", true),
        ("flag == !!open", true),
        ("flag == not p.open && open", true),
        ("flag != !flag", true),
        ("flag <=> p.elems == null", true),
        ("flag == no p.elems", true),
        ("true in Set.open", true),
        ("Set.open == true", false),
        ("result.elems.owner.open", false),
        // What is not there is not true.
        ("p.elems.owner.open", false),
        ("!p.elems.owner.open", true),
        ("{s: Set | s.open} == this", true),
    ]);
}

#[test]
fn multiplicities_and_quantifiers() {
    check_truth(&[
        ("some Entry", true),
        ("no p.elems", true),
        ("no Entry", false),
        ("one Special", true),
        ("one Entry", false),
        ("lone Marked", true),
        ("lone Entry", false),
        ("some p.elems + result.elems", true),
        ("all e: Entry | e.val > 4", true),
        ("all e: Entry | e.val > 5", false),
        ("all e: p.elems.*next | false", true),
        ("some e: Entry | e.val == 7", true),
        ("some e: Entry | e.val == 8", false),
        ("no e: Entry | e.val == 8", true),
        ("no e: Entry | e.val == 5", false),
        ("one e: Entry | e.val == 7", true),
        ("one e: Entry | e.val == 5", false),
        ("lone e: Entry | e.val == 8", true),
        ("lone e: Entry | e.val == 5", false),
        ("all e, f: Entry | e.val == f.val => e == f", false),
        ("all disj e, f: elems.*next | e.val != f.val", true),
        ("all disj e, f: Entry | e.val != f.val", false),
        ("some disj e, f: Entry | e.val == f.val", true),
        ("some disj e, f: Special | true", false),
        ("some e, f: Special | true", true),
        ("one e, f: Entry | e.val == 7 && f.next == e", true),
        ("all s: Set, e: s.elems | e.owner == s", true),
        ("all s: Set | some e: Entry | e.owner == s", false),
        ("all i: int | i < n", true),
        ("all e: old(Entry) | e in Entry", true),
        ("all e: Entry | e in old(Entry)", false),
        ("let e = elems | all e: Special | e.val == 7", true),
    ]);
}

#[test]
fn old_reads_the_state_before() {
    check_truth(&[
        ("old(this.size) + 1 == this.size", true),
        ("old(this.elems == null) => result.elems == null", true),
        ("old(no e: Entry | e.next == null)", false),
        ("old(all e: Entry | e.owner == this)", true),
        ("all e: Entry | e.old(next) == e.next", false),
        ("let s = this.size | old(s) == 3", true),
        ("old(Set.count) < Set.count", true),
        ("old(old(size)) == 2", true),
    ]);
}

/// The property of the seed's figure 2.
#[test]
fn the_seed_s_property() {
    assert!(!is_true("(old(this.elems) == null || old(p.elems) == null) => result.elems == null"));
    assert!(is_true("old(this.elems = null && p.elems = null) => result.elems = null"));
}

#[test]
fn preconditions_read_the_state_before() {
    let program = program();
    let heaps = heaps(&program);
    let is_true = |function: &str, text: &str| {
        let context = context(&program, function, Condition::Requires);
        let property = read(text, &context).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        evaluate(&property, &heaps)
    };
    assert!(is_true("Set.intersect", "this.size == 2 && #Entry == 2 && p != this"));
    assert!(!is_true("Set.intersect", "elems in elems.^next"));
    assert!(is_true("Set.clear", "some elems"));
}

#[test]
fn texts_and_notes_are_kept() {
    let program = program();
    let context = context(&program, "Set.clear", Condition::Ensures);
    let property = read(" elems  = null ", &context).expect("it is well-formed");
    assert_eq!(property.text, " elems  = null ");
    assert!(property.notes.is_empty());
}
