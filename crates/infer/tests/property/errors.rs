//! What is wrong with formulas, with a mark under the place.

use infer::property::{Condition, Problem, read};

use crate::world::{context, program};

/// The problem as a report would draw it: the formula, the mark, the message and the remedy.
fn drawn(text: &str, problem: &Problem) -> String {
    let mark = " ".repeat(problem.span.start) + &"^".repeat(problem.span.length());
    format!("{text}\n{mark} {}\n= {}\n", problem.message, problem.remedy)
}

fn problems(function: &str, condition: Condition, texts: &[&str]) -> String {
    let program = program();
    let context = context(&program, function, condition);
    let problem = |text: &&str| match read(text, &context) {
        Ok(property) => panic!("{text} means something: {property:?}"),
        Err(problem) => drawn(text, &problem),
    };
    texts.iter().map(problem).collect::<Vec<_>>().join("\n")
}

fn check(function: &str, condition: Condition, texts: &[&str], expected: &str) {
    let found = problems(function, condition, texts);
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn syntax() {
    let texts = [
        "",
        "this.elems ==",
        "some x +",
        "(this == p",
        "this == p)",
        "this == p p.open",
        "1 < 2 < 3",
        "this == p in Set",
        "all e Entry | true",
        "all e: Entry",
        "all e: one Entry | true",
        "all some: Entry | true",
        "{e: Entry}",
        "elems' == null",
        "val == \"x\"",
        "3x",
        "99999999999999999999",
        "old elems",
        "let x elems | some x",
        "true ? some e : false",
        "this.",
        "items[0",
        "and",
        "one.next == null",
    ];
    check("Set.intersect", Condition::Ensures, &texts, include_str!("errors/syntax.txt"));
    let deep = format!("{}true{}", "(".repeat(500), ")".repeat(500));
    let long = "true && ".repeat(5_000) + "true";
    let many = "!".repeat(100_000);
    for text in [&deep, &long, &many, &("x.".repeat(900) + "x"), &("- ".repeat(900) + "1 == 1")] {
        let program = program();
        let context = context(&program, "Set.intersect", Condition::Ensures);
        assert!(read(text, &context).is_err());
    }
}

#[test]
fn names() {
    let texts = [
        "elms == null",
        "this.elms == null",
        "some Entri",
        "some $return",
        "this.elems.nxt == null",
        "this.size.next == null",
        "null.next == null",
        "Set::elms == none",
        "p::elems == none",
        "Set::count == none",
        "this.count == 1",
        "this.mean == 1",
        "xyzzy",
        "isFull()",
        "p.intersect(this) == result",
        "this.clear()",
    ];
    check("Set.intersect", Condition::Ensures, &texts, include_str!("errors/names.txt"));
}

#[test]
fn types() {
    let texts = [
        "this",
        "this.size",
        "Entry",
        "some Entry & Set",
        "this.(Entry::next) == null",
        "Entry - Set == none",
        "elems in Set",
        "this == elems",
        "this == 3",
        "this.size == p",
        "this.size == null",
        "this == (some Entry)",
        "Entry::next == Entry",
        "elems + Entry::next == none",
        "this < p",
        "Entry.val < 3",
        "this.open + 1 == 2",
        "(elems == null) + 1 == 2",
        "some (this == p)",
        "some 3",
        "#3 == 1",
        "this.p == null",
        "Set.Entry == none",
        "^this == none",
        "^owner == none",
        "*val == none",
        "Set ++ Entry == none",
        "this[0] == null",
        "items[this] == null",
        "5 / 0 == 1",
        "all e: Entry::next | true",
        "all e: none | true",
        "all e: (this == p) | true",
        "sum e, f: Entry | 1",
        "(sum e: Entry | e) == 1",
        "min(Entry) == 1",
        "(flag ? this : Entry::next) == none",
        "(flag ? this : 3) == none",
        "!this",
        "elems && flag",
    ];
    check("Set.intersect", Condition::Ensures, &texts, include_str!("errors/types.txt"));
}

#[test]
fn states() {
    let (requires, ensures) = (Condition::Requires, Condition::Ensures);
    let found = [
        problems("Set.intersect", requires, &["old(elems) == null", "some result"]),
        problems("Set.clear", ensures, &["result == null"]),
        problems("Set.isFull", ensures, &["result == 3"]),
        problems("make", ensures, &["this == null"]),
    ]
    .join("\n");
    assert_eq!(found, include_str!("errors/states.txt"), "\n{found}");
}

/// What is copied makes no formulas that do not fit into memory.
#[test]
fn names_that_grow() {
    let mut growing = "let x0 = Set".to_string();
    for level in 1..60 {
        growing += &format!(" | let x{level} = x{} + x{}", level - 1, level - 1);
    }
    growing += " | some x59";
    let mut indices = "0".to_string();
    for _ in 0..60 {
        indices = format!("numbers[{indices} + numbers[0]]");
    }
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    for text in [growing, format!("{indices} == 0")] {
        let problem = read(&text, &context).expect_err("it is too large");
        assert!(problem.message.contains("too large"), "{problem:?}");
    }
}

#[test]
fn fields_that_several_classes_have() {
    let text = "
class A { field next: A field b: B }
class B { field next: B field name: A }
fn @A.f(this: A): A;
fn @g(a: A);
";
    let program = ir::text::parse("two.gbir", text).expect("the text is well-formed");
    let ensures = |function: &str, text: &str| read(text, &context(&program, function, Condition::Ensures));
    for text in [
        "b.*next != b",
        "this.^next == result",
        "some ^(A::next)",
        "next.next == null",
        "result.~next == this",
    ] {
        assert!(ensures("A.f", text).is_ok(), "{text}: {:?}", ensures("A.f", text));
    }
    let problem = ensures("A.f", "some ^next").expect_err("it is not clear which one");
    assert_eq!(problem.message, "`next` can be A::next or B::next");
    let problem = ensures("g", "some next").expect_err("there is no receiver");
    assert_eq!(problem.message, "`next` can be A::next or B::next");
}

#[test]
fn classes_of_several_packages() {
    let text = r#"
class "a.Node" { field next: "a.Node" }
class "b.Node" { field next: "b.Node" }
class "c.Main" { field head: "a.Node" field two: "b.Node" field leaf: "c.Leaf" }
class "c.Main$Inner" { }
class "c.Main$Inner$Deep" { field up: "c.Main" }
class "c.Leaf" { }
class "d.Leaf" { }
fn @"c.Main.f"(this: "c.Main");
fn @"c.Inner.g"(this: "c.Main$Inner");
"#;
    let program = ir::text::parse("packages.gbir", text).expect("the text is well-formed");
    let ensures = |function: &str, text: &str| read(text, &context(&program, function, Condition::Ensures));
    let right = [
        "head.next in a.Node",
        "two in b.Node",
        "leaf in Leaf",
        "leaf in c.Leaf",
        "some d.Leaf",
        "some Main && some c.Main",
        "some Inner && some Main.Inner && some c.Main.Inner.Deep && some Deep",
        "Deep.up == this && Main.Inner.Deep::up == Deep::up",
        "a.Node::next == none && head.^next == null",
    ];
    for text in right {
        assert!(ensures("c.Main.f", text).is_ok(), "{text}: {:?}", ensures("c.Main.f", text));
    }
    let problem = ensures("c.Main.f", "some Node").expect_err("there are two");
    assert_eq!(problem.message, "`Node` can be a.Node or b.Node");
    assert_eq!(problem.remedy, "write the class with its packages");
    assert!(ensures("c.Main.f", "some a.Leaf").is_err());
    assert!(ensures("c.Main.f", "head in b.Node").is_err());
    for text in ["some Deep", "some Main", "some Main.Inner", "this in Inner"] {
        assert!(ensures("c.Inner.g", text).is_ok(), "{text}: {:?}", ensures("c.Inner.g", text));
    }
}
