//! Random expressions and statements over what is in scope.

use ir::generate::Source;

use super::form::{Backbone, Form};

/// What can be read, by its type.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) ints: Vec<String>,
    pub(super) truths: Vec<String>,
    pub(super) objects: Vec<String>,
    pub(super) keys: Vec<String>,
    /// References to nodes, which may be null.
    pub(super) nodes: Vec<String>,
    /// Local variables that refer to nodes.
    locals: Vec<String>,
    /// Local integers.
    numbers: Vec<String>,
}

fn add(there: bool, to: &mut Vec<String>, name: String) {
    if there {
        to.push(name);
    }
}

impl Scope {
    /// The fields of the first object.
    pub(super) fn root(&mut self, form: Form) {
        self.ints.push("a".to_string());
        add(form.second, &mut self.ints, "b".to_string());
        add(form.truth, &mut self.truths, "p".to_string());
        add(form.object, &mut self.objects, "o".to_string());
        add(form.has_head(), &mut self.nodes, "head".to_string());
        add(form.backbone == Backbone::Two, &mut self.nodes, "tail".to_string());
        add(form.backbone == Backbone::Array, &mut self.nodes, "slots[0]".to_string());
        add(form.backbone == Backbone::Array, &mut self.nodes, "slots[1]".to_string());
        add(form.mark, &mut self.nodes, "mark".to_string());
    }

    /// The fields of a node, as that node reads them.
    pub(super) fn own(&mut self, form: Form) {
        add(form.value, &mut self.ints, "v".to_string());
        add(form.flag, &mut self.truths, "f".to_string());
        add(form.content, &mut self.objects, "x".to_string());
        add(form.sorted, &mut self.keys, "key".to_string());
        self.nodes.extend(form.children().iter().map(ToString::to_string));
    }
}

/// A method that is being written.
pub(super) struct Body<'a> {
    pub(super) random: &'a mut Source,
    pub(super) form: Form,
    pub(super) scope: Scope,
    /// How many names were made.
    pub(super) made: usize,
    /// Whether this is a local invariant, which reads nothing but a node and its children.
    pub(super) inside: bool,
}

impl Body<'_> {
    fn name(&mut self, letter: &str) -> String {
        self.made += 1;
        format!("{letter}{}", self.made)
    }

    fn of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.random.below(items.len())].clone()
    }

    /// One of the references to nodes.
    fn node(&mut self) -> Option<String> {
        let place = self.random.below(self.scope.nodes.len().max(1));
        self.scope.nodes.get(place).cloned()
    }

    /// One of the references to plain objects.
    fn object(&mut self) -> Option<String> {
        let place = self.random.below(self.scope.objects.len().max(1));
        self.scope.objects.get(place).cloned()
    }

    /// A field of a node that may be null, mostly with a look before.
    fn field(&mut self, field: &str, otherwise: &str) -> Option<String> {
        let node = self.node()?;
        Some(if self.random.chance(24, 25) {
            format!("({node} == null ? {otherwise} : {node}.{field})")
        } else {
            format!("{node}.{field}")
        })
    }

    fn int(&mut self, depth: usize) -> String {
        let form = self.form;
        if depth == 0 || self.random.chance(1, 4) {
            let place = self.random.below(self.scope.ints.len().max(1));
            let known = self.scope.ints.get(place).cloned();
            let leaf = match self.random.below(6) {
                0 => None,
                1 | 2 if form.value => self.field("v", "0"),
                3 if form.row && !self.inside => {
                    let index = self.of(&["0", "1", "0", "1", "0", "1", "a & 1", "a & 1", "a"]);
                    Some(format!("row[{index}]"))
                }
                4 if form.boxed && !self.inside => Some("(c == null ? 1 : c)".to_string()),
                5 if form.has_head() && !self.inside => {
                    let what = self.of(&["count", "total"]);
                    Some(format!("{what}(head, 3)"))
                }
                _ => known,
            };
            return leaf.unwrap_or_else(|| format!("{}", self.random.below(4)));
        }
        let one = self.int(depth - 1);
        if self.random.chance(1, 8) {
            return match self.random.below(4) {
                0 => format!("(0 - {one})"),
                1 => format!("(byte) ({one} * 100)"),
                2 => format!("(int) ((long) ({one}) << 33 >> 32)"),
                _ => format!("(char) ({one})"),
            };
        }
        let two = self.int(depth - 1);
        match self.random.below(9) {
            0 | 1 => format!("({one} + {two})"),
            2 => format!("({one} - {two})"),
            3 => format!("({one} * {two})"),
            4 => format!("({one} & {two})"),
            5 => format!("({one} ^ {two})"),
            6 => format!("Math.max({one}, {two})"),
            7 if self.random.chance(1, 8) => format!("({one} % {two})"),
            7 if self.random.chance(1, 2) => format!("({one} % ({two} | 1))"),
            7 => format!("({one} << {two})"),
            _ => {
                let condition = self.truth(depth - 1);
                format!("({condition} ? {one} : {two})")
            }
        }
    }

    pub(super) fn truth(&mut self, depth: usize) -> String {
        let form = self.form;
        if depth > 0 && self.random.chance(1, 3) {
            let (one, two) = (self.truth(depth - 1), self.truth(depth - 1));
            return match self.random.below(5) {
                0 | 1 => format!("({one} && {two})"),
                2 => format!("({one} || {two})"),
                3 => format!("!({one})"),
                _ => format!("(({one}) ^ ({two}))"),
            };
        }
        let special = match self.random.below(8) {
            0 if form.flag => self.field("f", "true"),
            1 => self.node().map(|node| format!("{node} == null")),
            2 => self.same_nodes(),
            3 => self.same_objects(),
            4 if form.sorted => self.order(),
            5 if form.special => self.node().map(|node| match self.random.chance(1, 2) {
                true => format!("{node} instanceof Special"),
                false => format!("({node} != null && {node}.weight() == 2)"),
            }),
            6 => {
                let place = self.random.below(self.scope.truths.len().max(1));
                self.scope.truths.get(place).cloned()
            }
            _ => None,
        };
        special.unwrap_or_else(|| {
            let (one, two) = (self.int(1), self.int(1));
            format!("{one} {} {two}", self.of(&["==", "!=", "<", "<=", ">", ">="]))
        })
    }

    fn same_nodes(&mut self) -> Option<String> {
        let (one, two) = (self.node()?, self.node()?);
        let link = if self.form.link { self.field("link", "null") } else { None };
        Some(match link.filter(|_| self.random.chance(1, 2)) {
            Some(link) => format!("{link} == {one}"),
            None => format!("{one} != {two}"),
        })
    }

    fn same_objects(&mut self) -> Option<String> {
        let (one, two) = (self.object()?, self.object()?);
        let content = if self.form.content { self.field("x", "null") } else { None };
        Some(match content.filter(|_| self.random.chance(1, 2)) {
            Some(content) => format!("{content} == {one}"),
            None if self.random.chance(1, 2) => format!("{one} == null"),
            None => format!("{one} == {two}"),
        })
    }

    fn order(&mut self) -> Option<String> {
        let place = self.random.below(self.scope.keys.len().max(1));
        let one = self.scope.keys.get(place).cloned()?;
        let two = self.field("key", &one)?;
        Some(format!("{two} {} {one}", self.of(&["<", "<=", "==", ">"])))
    }

    /// So many statements, nested so deep.
    pub(super) fn statements(&mut self, count: usize, depth: usize) -> Vec<String> {
        // What is declared inside is not known outside.
        let scope = self.scope.clone();
        let lines = (0..count).flat_map(|_| self.statement(depth)).collect();
        self.scope = scope;
        lines
    }

    fn block(&mut self, depth: usize) -> Vec<String> {
        let count = 1 + self.random.below(2);
        let lines = self.statements(count, depth);
        lines.into_iter().map(|line| format!("    {line}")).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<String> {
        let form = self.form;
        if depth > 0 && self.random.chance(1, 3) {
            return self.nested(depth);
        }
        if form.has_nodes() && self.random.chance(2, 3) {
            return self.on_nodes();
        }
        vec![match self.random.below(9) {
            0 => {
                let value = self.int(2);
                let name = self.name("k");
                self.scope.ints.push(name.clone());
                self.scope.numbers.push(name.clone());
                format!("int {name} = {value};")
            }
            1 if form.truth => format!("p = {};", self.truth(2)),
            2 if form.object => {
                let value = self.object().filter(|_| self.random.chance(2, 3));
                format!("o = {};", value.unwrap_or_else(|| "null".to_string()))
            }
            3 if form.row => {
                let index = self.int(1);
                let masked = if self.random.chance(11, 12) { format!("{index} & 1") } else { index };
                format!("row[{masked}] = {};", self.int(1))
            }
            4 if form.boxed => {
                let value = self.int(1);
                if self.random.chance(1, 3) {
                    "c = null;".to_string()
                } else {
                    format!("c = (int) ({value});")
                }
            }
            5 if self.random.chance(1, 4) => format!("assert {};", self.truth(1)),
            6 if !self.scope.numbers.is_empty() => {
                let numbers = self.scope.numbers.clone();
                format!("{} += {};", self.of(&numbers), self.int(1))
            }
            7 if form.second => format!("b = {};", self.int(2)),
            _ => format!("a = {};", self.int(2)),
        }]
    }

    fn nested(&mut self, depth: usize) -> Vec<String> {
        let depth = depth - 1;
        let mut lines = Vec::new();
        match self.random.below(7) {
            0 => {
                lines.push("try {".to_string());
                lines.extend(self.block(depth));
                let caught = self.of(&[
                    "NullPointerException",
                    "ArithmeticException",
                    "ArrayIndexOutOfBoundsException",
                    "RuntimeException",
                ]);
                let name = self.name("e");
                lines.push(format!("}} catch ({caught} {name}) {{"));
                lines.extend(self.block(depth));
            }
            1 => {
                lines.push(format!("switch ({}) {{", self.int(1)));
                for label in ["case 0: {", "case 1: {", "default: {"] {
                    lines.push(label.to_string());
                    lines.extend(self.block(depth));
                    let ending = if self.random.chance(2, 3) { "} break;" } else { "}" };
                    lines.push(ending.to_string());
                }
            }
            2 => {
                let name = self.name("i");
                let most = self.of(&["2", "3", "a"]);
                let also =
                    if self.random.chance(1, 3) { format!(" && ({})", self.truth(1)) } else { String::new() };
                lines.push(format!("for (int {name} = 0; {name} < {most} && {name} < 3{also}; {name}++) {{"));
                self.scope.ints.push(name.clone());
                lines.extend(self.block(depth));
                self.scope.ints.retain(|other| *other != name);
            }
            3 => {
                lines.push(format!("if ({}) {{", self.truth(2)));
                lines.push(
                    self.of(&["    return;", "    return;", "    throw new IllegalStateException();"])
                        .to_string(),
                );
            }
            _ => {
                lines.push(format!("if ({}) {{", self.truth(2)));
                lines.extend(self.block(depth));
                if self.random.chance(1, 2) {
                    lines.push("} else {".to_string());
                    lines.extend(self.block(depth));
                }
            }
        }
        lines.push("}".to_string());
        lines
    }

    /// A place that can hold a node of the tree.
    fn tree_place(&mut self) -> String {
        let form = self.form;
        let mut places: Vec<String> = match form.backbone {
            Backbone::None => Vec::new(),
            Backbone::List | Backbone::Binary | Backbone::Loose => vec!["head".to_string()],
            Backbone::Two => vec!["head".to_string(), "tail".to_string()],
            Backbone::Array => vec!["slots[0]".to_string(), "slots[1]".to_string()],
        };
        for local in &self.scope.locals {
            places.extend(form.children().iter().map(|child| format!("{local}.{child}")));
        }
        self.of(&places)
    }

    /// Looks, mostly, whether the owners of places are there.
    fn looks(&mut self, places: &[String]) -> String {
        let mut owners: Vec<String> = places
            .iter()
            .filter_map(|place| place.split_once('.'))
            .map(|(owner, _)| format!("{owner} != null"))
            .collect();
        owners.dedup();
        if owners.is_empty() || self.random.chance(1, 20) {
            return String::new();
        }
        format!("if ({}) ", owners.join(" && "))
    }

    /// What reads or writes nodes.
    fn on_nodes(&mut self) -> Vec<String> {
        let form = self.form;
        let child = self.of(form.children());
        let any = self.node().unwrap_or_else(|| "null".to_string());
        let locals = self.scope.locals.clone();
        if locals.is_empty() || self.random.chance(1, 5) {
            let name = self.name("n");
            let mut lines = vec![format!("Node {name} = {any};")];
            match self.random.below(4) {
                0 => lines.push(format!("if ({name} != null) {name} = {name}.{child};")),
                1 => {
                    let condition = self.truth(1);
                    lines.push(format!("for (int i = 0; i < 3 && {name} != null && {condition}; i++)"));
                    lines.push(format!("    {name} = {name}.{child};"));
                }
                2 => {
                    lines.push(format!(
                        "for (int i = 0; i < 2 && {name} != null; i++) {name} = {name}.{child};"
                    ));
                }
                _ => {}
            }
            self.scope.locals.push(name.clone());
            self.scope.nodes.push(name);
            return lines;
        }
        let local = self.of(&locals);
        let own = [format!("{local}.{child}")];
        let guard = self.looks(&own);
        let object = self.object();
        let line = match (self.random.below(14), object) {
            (0 | 11, _) if form.value => format!("{guard}{local}.v = {};", self.int(2)),
            (1 | 12, _) if form.flag => format!("{guard}{local}.f = {};", self.truth(2)),
            (2, Some(object)) if form.content => format!("{guard}{local}.x = {object};"),
            (3, _) if form.link => format!("{guard}{local}.link = {any};"),
            (4, _) if form.mark => format!("mark = {any};"),
            (5 | 6, _) => return self.push(),
            (7, _) => {
                // A subtree goes somewhere else.
                let (to, from) = (self.tree_place(), self.tree_place());
                format!("{}{to} = {from};", self.looks(&[to.clone(), from.clone()]))
            }
            (8, _) => {
                let (one, two) = (self.tree_place(), self.tree_place());
                let name = self.name("s");
                let guard = self.looks(&[one.clone(), two.clone()]);
                format!("{guard}{{ Node {name} = {one}; {one} = {two}; {two} = {name}; }}")
            }
            (9, _) => {
                format!(
                    "if ({local} != null && {local}.{child} != null) {local}.{child} = {local}.{child}.{child};"
                )
            }
            (10, _) => {
                let place = self.tree_place();
                format!("{}{place} = null;", self.looks(std::slice::from_ref(&place)))
            }
            (_, _) => {
                let place = self.tree_place();
                format!("{}{place} = {any};", self.looks(std::slice::from_ref(&place)))
            }
        };
        vec![line]
    }

    /// A new node in front of others.
    fn push(&mut self) -> Vec<String> {
        let form = self.form;
        let name = self.name("m");
        let child = self.of(form.children());
        let class = if form.special && self.random.chance(1, 2) { "Special" } else { "Node" };
        let mut lines = vec![format!("Node {name} = new {class}();")];
        if form.value {
            lines.push(format!("{name}.v = {};", self.int(1)));
        }
        if form.flag && self.random.chance(1, 2) {
            lines.push(format!("{name}.f = {};", self.truth(1)));
        }
        if form.sorted && !self.scope.keys.is_empty() {
            let keys = self.scope.keys.clone();
            lines.push(format!("{name}.key = {};", self.of(&keys)));
        }
        let place = self.tree_place();
        let guard = self.looks(std::slice::from_ref(&place));
        lines.push(format!("{guard}{{ {name}.{child} = {place}; {place} = {name}; }}"));
        self.scope.locals.push(name.clone());
        self.scope.nodes.push(name);
        lines
    }
}
