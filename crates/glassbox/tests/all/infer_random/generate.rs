//! Random classes with methods, and random properties of these.
//!
//! Every class has nodes with a number, a mark and a successor, and perhaps special ones; a list of them, a number, perhaps an array, and a
//! static counter. Methods are random statements over these; helpers are called by the methods that come after them. Loops over numbers
//! are short, and numbers stay small, so that no execution leaves the scope for another reason than the number of its objects.

use ir::generate::Source;

/// How many methods with properties a class has.
pub(crate) const METHODS: usize = 6;

/// A class.
pub(crate) struct Generated {
    pub(crate) name: String,
    pub(crate) source: String,
}

/// What a class has besides nodes.
#[derive(Clone, Copy)]
struct Form {
    special: bool,
    row: bool,
    virtuals: bool,
}

struct Writer {
    random: Source,
    form: Form,
    name: String,
    /// Helpers that are there already: their names, and whether each gives a node.
    helpers: Vec<(String, bool)>,
    /// How many variables of loops are in sight.
    loops: usize,
    /// Whether the method gives a node, a number, a truth value or nothing.
    result: char,
}

/// The class of that number.
pub(crate) fn class(seed: u64, index: u64) -> Generated {
    let mut random = Source::from_seed(seed.wrapping_mul(1_000_003).wrapping_add(index));
    let form = Form { special: random.chance(1, 3), row: random.chance(1, 4), virtuals: random.chance(1, 2) };
    let name = format!("Random{index}");
    let mut writer = Writer { random, form, name: name.clone(), helpers: Vec::new(), loops: 0, result: 'v' };
    let source = writer.class();
    Generated { name, source }
}

impl Writer {
    fn pick(&mut self, all: &[&str]) -> String {
        all[self.random.below(all.len())].to_string()
    }

    fn class(&mut self) -> String {
        let mut text = String::from("import glassbox.api.Ensures;\nimport glassbox.api.Requires;\n\n");
        text.push_str(&format!("public class {} {{\n", self.name));
        let weight = |number: usize| {
            format!(" int weight(int x) {{ if (x > val) {{ val = x - 1; return {number}; }} return x; }}")
        };
        let (base, special) =
            if self.form.virtuals { (weight(1), weight(2)) } else { (String::new(), String::new()) };
        text.push_str(&format!("    static class Node {{ int val; boolean mark; Node next;{base} }}\n"));
        if self.form.special {
            text.push_str(&format!("    static class Special extends Node {{{special} }}\n"));
        }
        text.push_str("    static int count;\n    Node first;\n    int size;\n");
        if self.form.row {
            text.push_str("    Node[] row;\n");
        }
        for number in 0..2 {
            let gives_node = self.random.chance(1, 2);
            self.result = if gives_node { 'n' } else { 'i' };
            let ty = if gives_node { "Node" } else { "int" };
            let body = self.body();
            let name = format!("help{number}");
            text.push_str(&format!("\n    {ty} {name}(Node p, int x) {{\n{body}    }}\n"));
            self.helpers.push((name, gives_node));
        }
        for number in 0..METHODS {
            self.result = ['n', 'i', 'b', 'v'][self.random.below(4)];
            let ty = match self.result {
                'n' => "Node",
                'i' => "int",
                'b' => "boolean",
                _ => "void",
            };
            let body = self.body();
            let property = self.property(2);
            text.push('\n');
            if self.random.chance(1, 3) {
                let required = self.pick(&[
                    "no n: Node | n in n.^next",
                    "p != null",
                    "some first && p in first.*next",
                    "all n: Node | n.val >= 0",
                    "x > 0 || no p.next",
                    "no n: Node | n.mark",
                ]);
                text.push_str(&format!("    @Requires(\"{required}\")\n"));
            }
            text.push_str(&format!("    @Ensures(\"{property}\")\n"));
            text.push_str(&format!("    {ty} method{number}(Node p, int x) {{\n{body}    }}\n"));
        }
        text.push_str("}\n");
        text
    }

    /// A body with two variables of its own.
    fn body(&mut self) -> String {
        let mut text = String::from("        Node q = p;\n        int y = x;\n");
        // Numbers of the universe are wide enough for what is computed.
        text.push_str("        if (y == 31) { y = 0; }\n");
        self.loops = 0;
        for _ in 0..2 + self.random.below(3) {
            self.statement(2, 2, &mut text);
        }
        let value = self.value();
        text.push_str(&format!("        return{value};\n"));
        text
    }

    fn value(&mut self) -> String {
        match self.result {
            'n' => format!(" {}", self.node(1)),
            'i' => format!(" {}", self.number(1)),
            'b' => format!(" {}", self.condition(1)),
            _ => String::new(),
        }
    }

    fn block(&mut self, depth: usize, indent: usize, text: &mut String) {
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth, indent, text);
        }
    }

    fn statement(&mut self, depth: usize, indent: usize, text: &mut String) {
        let space = "    ".repeat(indent);
        let kind = if depth == 0 { self.random.below(9) } else { self.random.below(16) };
        let line = match kind {
            0 => format!("q = {};", self.node(2)),
            1 => format!("y = {};", self.number(2)),
            2 => format!("first = {};", self.node(2)),
            3 => format!("size = {};", self.number(1)),
            4 => format!("{}.next = {};", self.something(), self.node(1)),
            5 => format!("{}.val = {};", self.something(), self.number(1)),
            6 => format!("{}.mark = {};", self.something(), self.condition(1)),
            7 if self.form.row => {
                format!("row[{}] = {};", self.pick(&["0", "1", "y", "size"]), self.node(1))
            }
            7 => "p = p == null ? q : p;".to_string(),
            8 => match self.random.below(3) {
                0 => format!("count = {};", self.number(0)),
                1 => "size--;".to_string(),
                _ => format!("y ^= {};", self.number(0)),
            },
            9..=11 => {
                let condition = self.condition(2);
                text.push_str(&format!("{space}if ({condition}) {{\n"));
                self.block(depth - 1, indent + 1, text);
                if self.random.chance(1, 2) {
                    text.push_str(&format!("{space}}} else {{\n"));
                    self.block(depth - 1, indent + 1, text);
                }
                "}".to_string()
            }
            12 => {
                let times = 1 + self.random.below(2);
                let index = format!("i{}", self.loops);
                self.loops += 1;
                text.push_str(&format!("{space}for (int {index} = 0; {index} < {times}; {index}++) {{\n"));
                self.block(depth - 1, indent + 1, text);
                if self.random.chance(1, 3) {
                    let (condition, way) = (self.condition(1), self.pick(&["break", "continue"]));
                    text.push_str(&format!("{space}    if ({condition}) {{ {way}; }}\n"));
                    self.block(0, indent + 1, text);
                }
                "}".to_string()
            }
            13 => {
                // Along the list; what is done there may well make it endless.
                let from = self.node(1);
                let node = format!("n{}", self.loops);
                self.loops += 1;
                text.push_str(&format!(
                    "{space}for (Node {node} = {from}; {node} != null; {node} = {node}.next) {{\n"
                ));
                if self.random.chance(1, 2) {
                    let condition = self.condition(1);
                    let way = match self.random.below(2) {
                        0 => "break".to_string(),
                        _ => format!("return{}", self.value()),
                    };
                    text.push_str(&format!("{space}    if ({condition}) {{ {way}; }}\n"));
                }
                let change = self.pick(&[
                    "val = x",
                    "mark = true",
                    "mark = !{}.mark",
                    "val = {}.next == null ? 0 : 1",
                ]);
                let change = change.replace("{}", &node);
                text.push_str(&format!("{space}    {node}.{change};\n"));
                "}".to_string()
            }
            14 => {
                text.push_str(&format!("{space}try {{\n"));
                self.block(depth - 1, indent + 1, text);
                text.push_str(&format!("{space}}} catch (NullPointerException e) {{\n"));
                self.block(0, indent + 1, text);
                if self.random.chance(1, 3) {
                    text.push_str(&format!("{space}}} finally {{\n"));
                    self.block(0, indent + 1, text);
                }
                "}".to_string()
            }
            _ => {
                let number = self.number(1);
                text.push_str(&format!("{space}switch ({number}) {{\n"));
                for case in 0..2 {
                    text.push_str(&format!("{space}    case {case}:\n"));
                    self.block(0, indent + 2, text);
                    if self.random.chance(2, 3) {
                        text.push_str(&format!("{space}        break;\n"));
                    }
                }
                text.push_str(&format!("{space}    default:\n"));
                self.block(0, indent + 2, text);
                "}".to_string()
            }
        };
        text.push_str(&format!("{space}{line}\n"));
    }

    /// A node to follow: mostly one that is there.
    fn something(&mut self) -> String {
        match self.random.below(5) {
            0 => "p".to_string(),
            1 => "q".to_string(),
            2 => "(p == null ? new Node() : p)".to_string(),
            3 => "(q != null ? q : first)".to_string(),
            _ => "first".to_string(),
        }
    }

    fn node(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["p", "q", "first", "null"]);
        }
        match self.random.below(9) {
            0 => format!("{}.next", self.something()),
            1 => format!("({} ? {} : {})", self.condition(depth - 1), self.node(depth - 1), self.node(0)),
            2 => "new Node()".to_string(),
            3 if self.form.special => "new Special()".to_string(),
            4 if self.form.row => format!("row[{}]", self.pick(&["0", "1", "x"])),
            5 => self.help(true).unwrap_or_else(|| "q".to_string()),
            6 if self.form.special => format!("(Special) {}", self.node(0)),
            _ => self.node(0),
        }
    }

    /// A call of a helper.
    fn help(&mut self, gives_node: bool) -> Option<String> {
        let fitting: Vec<String> = self
            .helpers
            .iter()
            .filter(|(_, node)| *node == gives_node)
            .map(|(name, _)| name.clone())
            .collect();
        let name = fitting.get(self.random.below(fitting.len().max(1)))?.clone();
        Some(format!("{name}({}, {})", self.node(0), self.number(0)))
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["x", "y", "size", "0", "1", "2", "-1", "count"]);
        }
        match self.random.below(10) {
            0 => format!("{}.val", self.something()),
            1 => format!("{} + {}", self.number(0), self.pick(&["1", "x", "2"])),
            2 => format!("{} - {}", self.number(0), self.pick(&["1", "x", "y"])),
            3 => format!("({} ? {} : {})", self.condition(depth - 1), self.number(depth - 1), self.number(0)),
            4 => format!("{} % 2", self.number(0)),
            5 => format!("({} & {})", self.number(0), self.number(0)),
            6 => self.help(false).unwrap_or_else(|| "y".to_string()),
            7 if self.form.virtuals => format!("{}.weight({})", self.something(), self.number(0)),
            8 if self.form.row => "row.length".to_string(),
            _ => self.number(0),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 => format!("{} == {}", self.node(0), self.pick(&["p", "q", "null"])),
            1 => format!("{} != null", self.node(0)),
            2 => format!("{} < {}", self.number(0), self.number(depth.min(1))),
            3 => format!("{}.mark", self.something()),
            4 if self.form.special => format!("{} instanceof Special", self.node(0)),
            4 => format!("{} == {}", self.number(0), self.number(0)),
            5 => format!("!({})", self.condition(depth - 1)),
            6 => format!("({} && {})", self.condition(depth - 1), self.condition(0)),
            _ => format!("({} || {})", self.condition(depth - 1), self.condition(0)),
        }
    }

    fn property(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.basic();
        }
        match self.random.below(8) {
            0 | 1 => format!("({}) || ({})", self.property(depth - 1), self.basic()),
            2 => format!("({}) && ({})", self.property(depth - 1), self.basic()),
            3 | 4 => format!("({}) => ({})", self.property(depth - 1), self.basic()),
            5 => format!("!({})", self.property(depth - 1)),
            _ => self.basic(),
        }
    }

    fn basic(&mut self) -> String {
        let of_result: &[&str] = match self.result {
            'n' => &[
                "result == p",
                "result in old(p.*next) + old(first.*next)",
                "result in old(Node)",
                "some result.next => result.next.val >= 0",
                "result == first || result == null",
                "#result.*next <= old(#Node)",
            ],
            'i' => {
                &["result == x", "result >= 0", "result in Node.val", "result == #first.*next", "result < 3"]
            }
            'b' => &["result", "result => some first", "result <=> old(p.mark)"],
            _ => &["size >= old(size)"],
        };
        let name = self.name.clone();
        let others = [
            "first == old(first)".to_string(),
            "all n: old(Node) | n.val == old(n.val)".to_string(),
            "all n: old(Node) | n.mark <=> old(n.mark)".to_string(),
            "Node::next == old(Node::next)".to_string(),
            "old(Node::next) in Node::next".to_string(),
            "no n: Node | n in n.^next".to_string(),
            "#Node == old(#Node)".to_string(),
            "#first.*next <= old(#first.*next) + 1".to_string(),
            "size == old(size)".to_string(),
            "{n: Node | n.mark} in old({n: Node | n.mark})".to_string(),
            "(sum n: Node | n.val) >= old(sum n: Node | n.val)".to_string(),
            "lone n: Node | n.mark".to_string(),
            "some n: first.*next | n.val == x".to_string(),
            "p.next == old(p.next)".to_string(),
            "p in first.*next".to_string(),
            "first.*next.val in old(Node.val)".to_string(),
            format!("{name}.count == 0"),
            format!("{name}.count <= size"),
            "all a, b: first.*next | a.val == b.val".to_string(),
            "first.^next == p.^next".to_string(),
            "some n: Node | n.~next == none".to_string(),
            "Node::next ++ (p -> p) == old(Node::next) ++ (p -> p)".to_string(),
            "max(Node.val) >= x".to_string(),
        ];
        if self.random.chance(1, 3) {
            self.pick(of_result)
        } else {
            others[self.random.below(others.len())].clone()
        }
    }
}
