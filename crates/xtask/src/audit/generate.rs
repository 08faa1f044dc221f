//! Random classes with invariants and operations that compile, and whose spaces are small enough for brute force.
//!
//! What a class is made of is its [`Form`]. Its invariants are true of a new object: an expression over the fields of
//! the first object is made together with its value where every field is 0, and negated if that is not true.
//! Operations are bodies of random statements; most of them look before they follow a reference, some do not.

mod body;
mod form;

pub use form::{Backbone, Form};

use ir::generate::Source;

use body::{Body, Scope};

/// A generated class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The name of the class.
    pub name: String,
    /// The Java source.
    pub source: String,
    /// What it is made of.
    pub form: Form,
    /// The options that bound its structures.
    pub bounds: Vec<String>,
}

/// Makes the class of that number.
pub fn subject(seed: u64, index: u64) -> Subject {
    let mut mixed = Source::from_seed(seed.wrapping_mul(1_000_003).wrapping_add(index));
    let form = Form::random(&mut mixed);
    let name = format!("Random{index}");
    let mut class = Class { random: mixed, form, name: name.clone(), text: String::new() };
    class.write();
    let bounds = class.bounds();
    Subject { name, source: class.text, form, bounds }
}

/// An expression, with its value in a new object.
struct Known<T> {
    text: String,
    value: T,
}

/// A class that is being written.
struct Class {
    random: Source,
    form: Form,
    name: String,
    text: String,
}

/// How many operations a class has at most.
const MOST_OPERATIONS: usize = 3;

impl Class {
    fn line(&mut self, indent: usize, line: &str) {
        self.text.push_str(&"    ".repeat(indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn write(&mut self) {
        let form = self.form;
        self.line(0, "import glassbox.api.*;");
        self.line(0, "");
        let header = format!("public class {} {{", self.name);
        self.line(0, &header);
        self.fields();
        if form.has_nodes() {
            self.node();
            self.helpers();
        }
        self.invariant();
        let operations = 1 + self.random.below(MOST_OPERATIONS);
        for number in 0..operations {
            self.operation(number);
        }
        self.line(0, "}");
    }

    fn fields(&mut self) {
        let form = self.form;
        self.line(1, "int a;");
        for (there, line) in [
            (form.second, "int b;"),
            (form.truth, "boolean p;"),
            (form.object, "Object o;"),
            (form.boxed, "Integer c;"),
            (form.row, "int[] row = new int[2];"),
            (form.mark, "Node mark;"),
        ] {
            if there {
                self.line(1, line);
            }
        }
        for line in match form.backbone {
            Backbone::None => &[][..],
            Backbone::List | Backbone::Binary => &["@Tree Node head;"],
            Backbone::Two => &["@Tree Node head;", "@Tree Node tail;"],
            Backbone::Array => &["@Tree Node[] slots = new Node[2];"],
            Backbone::Loose => &["Node head;"],
        } {
            self.line(1, line);
        }
    }

    /// The class of nodes, and that of special ones.
    fn node(&mut self) {
        let form = self.form;
        self.line(0, "");
        self.line(1, "static class Node {");
        if form.sorted {
            self.line(2, "@Sorted int key;");
        }
        for (there, line) in [
            (form.value, "int v;"),
            (form.flag, "boolean f;"),
            (form.content, "Object x;"),
            (form.link, "Node link;"),
            (form.ghost, "@Ghost int g;"),
        ] {
            if there {
                self.line(2, line);
            }
        }
        for child in form.children() {
            let line = if form.backbone == Backbone::Loose {
                format!("Node {child};")
            } else {
                format!("@Tree Node {child};")
            };
            self.line(2, &line);
        }
        if form.local {
            let body = self.local();
            self.line(2, &format!("boolean repOkLocal() {{ return {body}; }}"));
        }
        if form.special {
            self.line(2, "int weight() { return 1; }");
        }
        self.line(1, "}");
        if form.special {
            self.line(1, "static class Special extends Node { int weight() { return 2; } }");
        }
    }

    /// What must be true of a node and its children.
    fn local(&mut self) -> String {
        let form = self.form;
        let mut parts = Vec::new();
        if form.ghost {
            let below: Vec<String> =
                form.children().iter().map(|child| format!("({child} == null ? 0 : {child}.g)")).collect();
            let own = if form.value { "v" } else { "1" };
            let sum = match &below[..] {
                [] => own.to_string(),
                [one] => format!("{one} + {own}"),
                [one, two, ..] => match self.random.below(3) {
                    0 => format!("Math.max({one}, {two}) + {own}"),
                    1 => format!("{one} + {two} + 1"),
                    _ => format!("{one} * 2 + {two} + {own}"),
                },
            };
            parts.push(match self.random.below(3) {
                0 => format!("g == ({sum}) % 3"),
                1 => format!("g == Math.min(2, {sum})"),
                _ => format!("g == (({sum}) & 1)"),
            });
            if self.random.chance(1, 2) {
                let least = self.random.below(2);
                parts.push(format!("g >= {least}"));
            }
        }
        let mut scope = Scope::default();
        scope.own(form);
        let count = if parts.is_empty() { 1 + self.random.below(2) } else { self.random.below(2) };
        for _ in 0..count {
            let part = match self.relation() {
                Some(relation) => format!("({relation})"),
                None => {
                    let mut body =
                        Body { random: &mut self.random, form, scope: scope.clone(), made: 0, inside: true };
                    format!("({})", body.truth(2))
                }
            };
            parts.push(part);
        }
        parts.join(" && ")
    }

    /// What relates a node's fields with each other or with those of a child.
    fn relation(&mut self) -> Option<String> {
        let form = self.form;
        let child = form.children()[self.random.below(form.children().len())];
        let all = [
            (form.value, format!("{child} == null || {child}.v >= v")),
            (form.value, format!("{child} == null || {child}.v != v")),
            (form.value, format!("{child} != null || v == 0")),
            (form.value && form.flag, "f == (v == 1)".to_string()),
            (form.value && form.flag, format!("{child} == null || f || {child}.v == v")),
            (form.flag, format!("{child} == null || {child}.f != f")),
            (form.flag, format!("{child} == null || f")),
            (form.link, format!("{child} == null || {child}.link == this")),
            (form.link, "link == null || link == this".to_string()),
            (form.link, format!("link == {child}")),
            (form.content, format!("{child} == null || {child}.x == x")),
            (form.content && form.flag, "f == (x == null)".to_string()),
        ];
        let fitting: Vec<String> =
            all.into_iter().filter(|(there, _)| *there).map(|(_, relation)| relation).collect();
        let place = self.random.below(fitting.len().max(1));
        let relation = fitting.get(place).cloned();
        relation.filter(|_| self.random.chance(3, 4))
    }

    /// Functions of nodes that read few levels.
    fn helpers(&mut self) {
        let form = self.form;
        let deeper = |what: &str, with: &str| {
            let calls: Vec<String> =
                form.children().iter().map(|child| format!("{what}(n.{child}, left - 1)")).collect();
            if calls.is_empty() { "0".to_string() } else { calls.join(with) }
        };
        let (count, total) = (deeper("count", " + "), deeper("total", " + "));
        let own = if form.value { "n.v" } else { "1" };
        self.line(0, "");
        self.line(
            1,
            &format!(
                "static int count(Node n, int left) {{ return n == null || left == 0 ? 0 : 1 + {count}; }}"
            ),
        );
        self.line(
            1,
            &format!("static int total(Node n, int left) {{ return n == null || left == 0 ? 0 : {own} + {total}; }}"),
        );
    }

    fn invariant(&mut self) {
        let form = self.form;
        let mut parts = Vec::new();
        if form.backbone == Backbone::Loose {
            parts.push("count(head, 4) <= 2".to_string());
        }
        if form.row {
            parts.push("row != null && row.length == 2".to_string());
        }
        if form.backbone == Backbone::Array {
            parts.push("slots != null && slots.length == 2".to_string());
        }
        for _ in 0..1 + self.random.below(2) {
            let known = self.known_truth(2);
            let text = known.text;
            parts.push(if known.value { format!("({text})") } else { format!("!({text})") });
        }
        if form.mark && self.random.chance(1, 2) {
            parts.push("(mark == null || mark == head)".to_string());
        }
        self.line(0, "");
        if form.in_steps {
            // One decision after the other.
            self.line(1, "public boolean repOk() {");
            for part in parts {
                self.line(2, &format!("if (!({part})) return false;"));
            }
            self.line(2, "return true;");
            self.line(1, "}");
        } else {
            let body = parts.join(" && ");
            self.line(1, &format!("public boolean repOk() {{ return {body}; }}"));
        }
    }

    /// An integer made of the fields of the first object, all of which are 0 in a new one.
    fn known_int(&mut self, depth: usize) -> Known<i32> {
        let form = self.form;
        let mut leaves = vec!["a"];
        leaves.extend(
            [(form.second, "b"), (form.row, "row[0]"), (form.row, "row[1]")]
                .iter()
                .filter(|(there, _)| *there)
                .map(|(_, leaf)| *leaf),
        );
        if form.has_head() {
            leaves.extend(["count(head, 3)", "total(head, 3)"]);
        }
        if depth == 0 || self.random.chance(1, 3) {
            if self.random.chance(1, 4) {
                let value = self.random.below(4) as i32 - 1;
                return Known { text: value.to_string(), value };
            }
            let leaf = leaves[self.random.below(leaves.len())];
            return Known { text: leaf.to_string(), value: 0 };
        }
        let (one, two) = (self.known_int(depth - 1), self.known_int(depth - 1));
        let (x, y) = (one.value, two.value);
        let (operator, value) = match self.random.below(5) {
            0 => ("+", x.wrapping_add(y)),
            1 => ("-", x.wrapping_sub(y)),
            2 => ("*", x.wrapping_mul(y)),
            3 => ("&", x & y),
            _ => ("^", x ^ y),
        };
        Known { text: format!("({} {operator} {})", one.text, two.text), value }
    }

    fn known_truth(&mut self, depth: usize) -> Known<bool> {
        let form = self.form;
        let mut leaves = Vec::new();
        leaves.extend([(form.truth, ("p", false)), (form.object, ("o == null", true))]);
        leaves.extend([(form.boxed, ("c == null", true)), (form.has_head(), ("head == null", true))]);
        leaves.extend([(form.mark, ("mark == null", true))]);
        let leaves: Vec<(&str, bool)> =
            leaves.into_iter().filter(|(there, _)| *there).map(|(_, leaf)| leaf).collect();
        match self.random.below(if depth == 0 { 2 } else { 5 }) {
            0 if !leaves.is_empty() => {
                let (text, value) = leaves[self.random.below(leaves.len())];
                Known { text: format!("({text})"), value }
            }
            0 | 1 => {
                let (one, two) = (self.known_int(1), self.known_int(1));
                let (x, y) = (one.value, two.value);
                let (operator, value) = match self.random.below(6) {
                    0 => ("==", x == y),
                    1 => ("!=", x != y),
                    2 => ("<", x < y),
                    3 => ("<=", x <= y),
                    4 => (">", x > y),
                    _ => (">=", x >= y),
                };
                Known { text: format!("{} {operator} {}", one.text, two.text), value }
            }
            2 => {
                let (one, two) = (self.known_truth(depth - 1), self.known_truth(depth - 1));
                Known { text: format!("({} && {})", one.text, two.text), value: one.value && two.value }
            }
            3 => {
                let (one, two) = (self.known_truth(depth - 1), self.known_truth(depth - 1));
                Known { text: format!("({} || {})", one.text, two.text), value: one.value || two.value }
            }
            _ => {
                let (one, two) = (self.known_truth(depth - 1), self.known_truth(depth - 1));
                Known { text: format!("(({}) == ({}))", one.text, two.text), value: one.value == two.value }
            }
        }
    }

    fn operation(&mut self, number: usize) {
        let form = self.form;
        let mut scope = Scope::default();
        scope.root(form);
        let mut parameters = Vec::new();
        if self.random.chance(1, 2) {
            parameters.push("int x");
            if form.sorted { scope.keys.push("x".to_string()) } else { scope.ints.push("x".to_string()) }
        }
        if self.random.chance(1, 4) {
            parameters.push("boolean t");
            scope.truths.push("t".to_string());
        }
        if (form.object || form.content) && self.random.chance(1, 2) {
            parameters.push("Object z");
            scope.objects.push("z".to_string());
        }
        if form.argument && self.random.chance(1, 2) {
            parameters.push("Node w");
            scope.nodes.push("w".to_string());
        }
        let parameters = parameters.join(", ");
        let names: Vec<&str> =
            parameters.split(", ").filter_map(|parameter| parameter.split(' ').nth(1)).collect();
        let names = names.join(", ");
        let guard = self.random.chance(1, 5).then(|| {
            let mut body =
                Body { random: &mut self.random, form, scope: scope.clone(), made: 0, inside: false };
            body.truth(2)
        });
        let count = 1 + self.random.below(4);
        let mut body = Body { random: &mut self.random, form, scope, made: 0, inside: false };
        let lines = body.statements(count, 2);
        let may_throw = self.random.chance(3, 4);
        self.line(0, "");
        if let Some(guard) = guard {
            self.line(1, &format!("boolean may{number}({parameters}) {{ return {guard}; }}"));
            self.line(1, &format!("@Requires(\"may{number}({names})\")"));
        }
        let throws = if may_throw { " throws IllegalStateException" } else { "" };
        self.line(1, &format!("public void run{number}({parameters}){throws} {{"));
        for line in lines {
            self.line(2, &line);
        }
        self.line(1, "}");
    }

    fn bounds(&self) -> Vec<String> {
        let form = self.form;
        let mut bounds: Vec<String> = match form.backbone {
            Backbone::Binary => ["--height", "2"].map(String::from).to_vec(),
            Backbone::None | Backbone::List | Backbone::Two | Backbone::Array | Backbone::Loose => {
                ["--size", "2"].map(String::from).to_vec()
            }
        };
        bounds.extend(["--degree", "2"].map(String::from));
        let mut domain = |name: String, values: &str| {
            bounds.extend(["--domain".to_string(), format!("{name}={values}")]);
        };
        domain(format!("{}.a", self.name), if form.second { "0..2" } else { "-1..2" });
        if form.second {
            domain(format!("{}.b", self.name), "0..2");
        }
        if form.row {
            domain(format!("{}.row", self.name), "0..1");
        }
        if form.value {
            domain("Node.v".to_string(), "0..1");
        }
        if form.object || form.content {
            bounds.extend(["--objects", "Object=1"].map(String::from));
        }
        if form.boxed {
            bounds.extend(["--objects", "Integer=1"].map(String::from));
        }
        bounds
    }
}
