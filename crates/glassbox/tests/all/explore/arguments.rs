//! Arguments: what a parameter of each type gets without being told, and what can be said.

use super::{class_file, compiled, glassbox, stat, text, written};

/// A method for each type: the type, when it throws, how many values it gets in sequences of at most three
/// calls, and how the one is shown for which it throws.
const KINDS: [(&str, &str, u64, &str); 22] = [
    ("boolean", "value", 2, "true"),
    ("byte", "value == 3", 3, "(byte) 3"),
    ("short", "value == 3", 3, "(short) 3"),
    ("int", "value == 3", 3, "3"),
    ("long", "value == 3", 3, "3L"),
    ("float", "value == 3", 3, "3f"),
    ("double", "value == 3", 3, "3"),
    ("char", "value == 'c'", 3, "'c'"),
    ("Boolean", "value", 2, "true"),
    ("Byte", "value == 3", 3, "(byte) 3"),
    ("Short", "value == 3", 3, "(short) 3"),
    ("Integer", "value == 3", 3, "3"),
    ("Long", "value == 3", 3, "3L"),
    ("Float", "value == 3", 3, "3f"),
    ("Double", "value == 3", 3, "3d"),
    ("Character", "value == 'c'", 3, "'c'"),
    ("String", "value.equals(\"3\")", 3, "\"3\""),
    ("Object", "value.equals(3)", 3, "3"),
    ("Colour", "value == Colour.GREEN", 2, "Colour.GREEN"),
    ("Point", "value.x == 7", 1, "value1"),
    ("int[]", "value.length == 3 && value[2] == 3", 2, "value2"),
    ("Colour[]", "value.length == 2 && value[1] == Colour.GREEN", 2, "value2"),
];

#[test]
fn every_type_gets_values() {
    let kinds = "enum Colour { RED, GREEN }\nclass Point { int x = 7; }\n";
    let mut files = Vec::new();
    let mut kept = Vec::new();
    let (directory, file) = written("Colour", kinds);
    kept.push(directory);
    files.push(file);
    for (index, (ty, condition, _, _)) in KINDS.iter().enumerate() {
        for (way, body) in [("Quiet", ""), ("Throws", &**condition)] {
            let name = format!("{way}{index}");
            let body = if body.is_empty() {
                String::new()
            } else {
                format!("if ({body}) {{ throw new IllegalStateException(); }}")
            };
            let program = format!("public class {name} {{ public void take({ty} value) {{ {body} }} }}");
            let (directory, file) = written(&name, &program);
            kept.push(directory);
            files.push(file);
        }
    }
    let classes = compiled(&files);
    for (index, (ty, _, count, shown)) in KINDS.iter().enumerate() {
        let file = class_file(&classes, &format!("Quiet{index}"));
        let output = glassbox(&[&file, "--length", "3", "--format", "json"]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{ty}: {said}{}", text(&output.stderr));
        assert_eq!(stat(&said, "executions"), *count, "{ty}");
        let file = class_file(&classes, &format!("Throws{index}"));
        let output = glassbox(&[&file, "--length", "3"]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{ty}: {said}{}", text(&output.stderr));
        assert!(said.contains(&format!("object.take({shown});")), "{ty}: {said}");
    }
}

/// What can be said for a parameter, with the number of values or what is wrong with it.
#[test]
fn domains_fit_their_types() {
    let program = "
public class Domains {
    public enum Colour { RED, GREEN }
    public static class Point { int x; }
    public void flag(boolean value) {}
    public void small(byte value) {}
    public void letter(char value) {}
    public void broken(double value) {}
    public void word(String value) {}
    public void paint(Colour value) {}
    public void boxed(Integer value) {}
    public void any(Object value) {}
    public void point(Point value) {}
    public void list(int[] value) {}
    public void names(String[] value) {}
    public void table(byte[][] value) {}
    public void sorter(java.util.Comparator<Integer> value) {}
}";
    let (_kept, file) = written("Domains", program);
    let classes = compiled(&[file]);
    let file = class_file(&classes, "Domains");
    let good = [
        ("flag", "true", 1),
        ("small", "-128,127", 2),
        ("letter", "a,-,65535", 3),
        ("broken", "0.5,-1e300", 2),
        ("word", "null,red,1..3", 5),
        ("paint", "RED,null", 2),
        ("boxed", "null,-7..-5", 4),
        ("any", "null,1,new,new2", 4),
        ("point", "null,new,new2,new3", 4),
        ("list", "null,[],[1],[2 1],[-1 -1 -1]", 5),
        ("names", "[],[one two null]", 2),
        ("table", "[],[[] [1]],[null]", 3),
        ("table", "null", 1),
        ("table", "[],[null null]", 2),
        ("sorter", "null", 1),
        ("small", "1..3,1..3", 6),
        ("word", "new", 1),
    ];
    for (method, values, count) in good {
        let domain = format!("{method}.value={values}");
        let output = glassbox(&[&file, "--methods", method, "--domain", &domain, "--format", "json"]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{domain}: {said}{}", text(&output.stderr));
        assert_eq!(stat(&said, "executions"), count, "{domain}");
    }
    let bad = [
        ("flag", "2", "is no value of type boolean"),
        ("small", "128", "is no value of type byte"),
        ("letter", "null", "is no value of type char"),
        ("letter", "ab", "is no value of type char"),
        ("broken", "half", "is no value of type double"),
        ("paint", "BLUE", "is no value of type Colour"),
        ("boxed", "red", "is no value of type Integer"),
        ("any", "red", "is no value of type Object"),
        ("point", "1", "is no value of type Point"),
        ("list", "[red]", "is no value of type int[]"),
        ("list", "1", "is no value of type int[]"),
        ("table", "[[1 2]]", "is no value of type byte[][]"),
        ("sorter", "new", "is no value of type Comparator"),
        ("small", "5..1", "is empty"),
        ("small", "1,,2", "has an empty value"),
    ];
    for (method, values, expected) in bad {
        let domain = format!("{method}.1={values}");
        let output = glassbox(&[&file, "--domain", &domain]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{domain}: {said}");
        assert!(said.contains(expected), "{domain}: {said}");
    }
}

/// All calls get the same object, so it has a name in the statements, and a report with it replays.
#[test]
fn made_objects_are_the_same_in_all_calls() {
    let program = "
public class Keeper {
    public static class Box { int count; }
    private Box kept;
    public void keep(Box box, int[] numbers) {
        if (kept == box && numbers.length == 1 && box.count++ == 1) {
            throw new IllegalStateException();
        }
        kept = box;
    }
}";
    let (_kept, file) = written("Keeper", program);
    let arguments =
        [&file, "--length", "3", "--domain", "keep.box=new,new2", "--domain", "keep.numbers=[],[5]"];
    let output = glassbox(&arguments);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    for expected in ["= new Box();", "= new int[] {5};", "var object = new Keeper();"] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert_eq!(said.matches("object.keep(").count(), 3, "{said}");
}

/// Of common values those count that are values of the type.
#[test]
fn common_values_go_where_they_fit() {
    let program = "
public class Mixed {
    public void small(byte value) {}
    public void word(String value) {}
    public void number(int value) {}
}";
    let (_kept, file) = written("Mixed", program);
    let output = glassbox(&[&file, "--values", "127..128,red", "--format", "json"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    assert_eq!(stat(&said, "executions"), 1 + 3 + 2);
}

/// Commas between types are part of a name, on the command line and in the report that is replayed.
#[test]
fn methods_with_several_parameters_can_be_named() {
    let program = "public class Two {
        int sum;
        public void put(int x) { assert false; }
        public void put(int x, int y) { sum = x + y; assert sum < 4; }
        public void clear() { sum = 0; }
    }";
    let (directory, file) = written("Two", program);
    let report = directory.path().join("report.json").display().to_string();
    let arguments =
        ["--methods", "put(int,int),clear", "--values", "1..2", "--length", "2", &file, "--output", &report];
    let output = glassbox(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let output = crate::support::glassbox(&["replay", &report]);
    let replayed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{replayed}{}", text(&output.stderr));
    assert!(replayed.contains("put(2, 2)"), "{replayed}");
}
