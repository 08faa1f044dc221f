//! Random Java programs that compile, end, and print much of what they compute.
//!
//! [`program`] makes one from a seed and the [grammar](super::grammar). Generation is typed: every hole
//! is filled with something of its type that uses only what is in scope.
//!
//! Every block of a program begins with a call of `hit`, which mixes the number of the block into a
//! checksum (the *trail*), remembers that the block was executed, and uses up fuel: a section of the
//! program that runs out of it is left by an error. So all programs end, a difference in control
//! flow shows, and the last line says how much of the program was executed.

mod literals;
mod skeleton;

use std::collections::BTreeSet;

use ir::generate::Source;

use super::grammar::{Access, Count, Grammar, Hole, Part, Variable, View};
use super::tree::{Node, Piece, Role};
use super::types::Type;

/// How large programs become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Sections of `main`.
    pub sections: usize,
    /// Statements of a section.
    pub statements: usize,
    /// How deep expressions are.
    pub depth: usize,
    /// Kits in a program.
    pub kits: usize,
    /// Nodes of a section, after which only short things are made.
    pub nodes: usize,
}

impl Shape {
    /// For long runs.
    pub const LARGE: Shape = Shape { sections: 4, statements: 6, depth: 4, kits: 4, nodes: 200 };
    /// For tests, which run unoptimised code.
    pub const SMALL: Shape = Shape { sections: 2, statements: 4, depth: 3, kits: 2, nodes: 100 };
}

/// A generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its main class.
    pub name: String,
    /// Its text.
    pub tree: Node,
    /// The productions that made it.
    pub productions: BTreeSet<usize>,
}

impl Program {
    /// The Java source.
    pub fn source(&self) -> String {
        self.tree.render(&self.name)
    }

    /// Whether it ends the virtual machine that runs it.
    pub fn exits(&self) -> bool {
        self.source().contains("System.exit(")
    }
}

/// The program of a seed.
pub fn program(grammar: &Grammar, seed: u64, index: u64, shape: Shape) -> Program {
    // Neighbouring seeds must not give neighbouring streams.
    let mut mixer = Source::from_seed(seed);
    let start = mixer.word() ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut generator = Generator {
        grammar,
        shape,
        source: Source::from_seed(start),
        kits: vec![false; grammar.kits.len()],
        scope: Vec::new(),
        blocks: 0,
        names: 0,
        nodes: 0,
        in_loop: false,
        risk: 0,
        returns: Returns::Nowhere,
        functions: Vec::new(),
        used: BTreeSet::new(),
    };
    let tree = generator.skeleton();
    Program { name: format!("P{seed}x{index}"), tree, productions: generator.used }
}

/// How a statement can leave its function.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Returns {
    /// It cannot.
    Nowhere,
    /// With nothing.
    Nothing,
    /// With a value.
    Value(Type),
}

struct Generator<'a> {
    grammar: &'a Grammar,
    shape: Shape,
    source: Source,
    /// The kits whose productions can be used now.
    kits: Vec<bool>,
    scope: Vec<Variable>,
    blocks: usize,
    names: usize,
    nodes: usize,
    in_loop: bool,
    /// How many more productions that often throw can be used here.
    risk: usize,
    returns: Returns,
    /// Name, parameters and result of the functions so far.
    functions: Vec<(String, Vec<Type>, Type)>,
    used: BTreeSet<usize>,
}

/// Symbols that stand for one of several types, the likelier ones more than once.
const CLASSES: [(&str, &[&str]); 8] = [
    ("intish", &["int", "int", "int", "short", "byte", "char"]),
    ("longish", &["long", "long", "long", "int", "short", "byte", "char"]),
    ("floatish", &["float", "float", "float", "long", "int", "short", "byte", "char"]),
    ("doublish", &["double", "double", "double", "float", "long", "int", "short", "byte", "char"]),
    ("shift", &["int", "int", "long", "byte", "char"]),
    ("number", &["int", "long", "float", "double", "short", "byte"]),
    ("prim", &["boolean", "byte", "short", "char", "int", "long", "float", "double"]),
    (
        "any",
        &[
            "boolean",
            "byte",
            "short",
            "char",
            "int",
            "int",
            "int",
            "long",
            "long",
            "float",
            "double",
            "double",
            "string",
            "string",
            "string",
            "Integer",
            "Long",
            "Character",
            "Object",
        ],
    ),
];

impl Generator<'_> {
    fn chance(&mut self, times: usize, of: usize) -> bool {
        self.source.chance(times, of)
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A piece of the program for a symbol.
    fn make(&mut self, symbol: &str, depth: usize) -> Node {
        self.nodes += 1;
        if let Some((_, choices)) = CLASSES.iter().find(|(name, _)| *name == symbol) {
            let chosen = self.source.pick(choices).expect("there are choices");
            return self.make(chosen, depth);
        }
        match symbol {
            "small" => return self.small(depth),
            // Where nothing must fail.
            "constant" => {
                let ty = Type::new("int");
                let literal = self.literal(&ty).expect("there are numbers");
                return Node::text(Role::Expression(ty), literal);
            }
            "exit" => return self.exit(depth),
            "statement" => return self.production(symbol, depth).expect("some statement needs no variable"),
            _ if is_member(symbol) => {
                return self.production(symbol, depth).expect("members need no variables");
            }
            _ => {}
        }
        let ty = Type::new(symbol);
        let depth = if self.nodes > self.shape.nodes { 0 } else { depth };
        let variables: Vec<usize> = (0..self.scope.len()).filter(|&at| self.scope[at].ty == ty).collect();
        let likely = if depth == 0 { 4 } else { 2 };
        if !variables.is_empty() && self.chance(likely, 6) {
            let at = self.source.pick(&variables).expect("there are variables");
            return Node::text(Role::Expression(ty), self.scope[at].text.clone());
        }
        if (depth == 0 || self.chance(1, 8))
            && let Some(literal) = self.literal(&ty)
        {
            return Node::text(Role::Expression(ty), literal);
        }
        if depth > 0
            && self.chance(1, 10)
            && let Some(node) = self.call(&ty, depth)
        {
            return node;
        }
        if let Some(node) = self.production(symbol, depth) {
            return node;
        }
        if let Some(literal) = self.literal(&ty) {
            return Node::text(Role::Expression(ty), literal);
        }
        Node::text(Role::Expression(ty.clone()), ty.plain())
    }

    /// A piece by some production of a symbol, if one can be used here.
    fn production(&mut self, symbol: &str, depth: usize) -> Option<Node> {
        // A kit's classes have members while the kit cannot be used yet.
        let member = is_member(symbol);
        let grammar = self.grammar;
        let possible: Vec<usize> = grammar
            .of(symbol)
            .iter()
            .copied()
            .filter(|&index| {
                let kit = self.grammar.productions[index].kit;
                let allowed = self.risk > 0 || !grammar.productions[index].risky;
                allowed && (member || kit.is_none_or(|kit| self.kits[kit])) && self.fits(index)
            })
            .collect();
        let shallow = depth == 0 && !member && symbol != "statement";
        let mut usable: Vec<usize> = Vec::new();
        for &index in &possible {
            let production = &self.grammar.productions[index];
            if !shallow || production.leaf {
                // What belongs to the program's own classes is likelier: there are few of them.
                let weight = production.weight * if production.kit.is_some() { 3 } else { 1 };
                usable.extend(std::iter::repeat_n(index, weight));
            }
        }
        if usable.is_empty() {
            usable = possible;
        }
        let index = self.source.pick(&usable)?;
        Some(self.expand(index, depth.saturating_sub(1)))
    }

    /// Whether the variables that a production assigns are there.
    fn fits(&self, index: usize) -> bool {
        self.grammar.productions[index].parts.iter().all(|part| match part {
            Part::Hole(hole) if hole.view == View::Assigned => self
                .scope
                .iter()
                .any(|known| known.access == Access::Assignable && known.ty.name() == hole.symbol),
            Part::Hole(hole) if hole.symbol == "exit" => self.in_loop || self.returns != Returns::Nowhere,
            Part::Text(_) | Part::Fresh(_) | Part::Hole(_) => true,
        })
    }

    /// The tree of a production.
    fn expand(&mut self, index: usize, depth: usize) -> Node {
        self.used.insert(index);
        let grammar = self.grammar;
        let production = &grammar.productions[index];
        if production.risky {
            self.risk = self.risk.saturating_sub(1);
        }
        let mut fresh: Vec<(String, String)> = Vec::new();
        let mut pieces = Vec::new();
        let mut naming = |generator: &mut Self, text: &str| {
            let Some(text) = text.strip_prefix('%') else { return text.to_string() };
            let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
            let (stem, rest) = text.split_at(end);
            let name = match fresh.iter().find(|(known, _)| known == stem) {
                Some((_, name)) => name.clone(),
                None => {
                    let name = generator.fresh(stem);
                    fresh.push((stem.to_string(), name.clone()));
                    name
                }
            };
            name + rest
        };
        for part in &production.parts {
            match part {
                Part::Text(text) => pieces.push(Piece::Text(text.clone())),
                Part::Fresh(stem) => {
                    let name = naming(self, &format!("%{stem}"));
                    pieces.push(Piece::Text(name));
                }
                Part::Hole(hole) => {
                    let mut variables = hole.variables.clone();
                    for variable in &mut variables {
                        variable.text = naming(self, &variable.text);
                    }
                    pieces.push(self.fill(hole, variables, depth));
                }
            }
        }
        for declared in &production.declares {
            let text = naming(self, &declared.text);
            self.scope.push(Variable { text, ..declared.clone() });
        }
        let role = match production.symbol.as_str() {
            "statement" => Role::Statement,
            symbol if is_member(symbol) => Role::Member,
            symbol => Role::Expression(Type::new(symbol)),
        };
        Node { role, production: Some(index), pieces }
    }

    /// Fills a hole.
    fn fill(&mut self, hole: &Hole, variables: Vec<Variable>, depth: usize) -> Piece {
        if hole.view == View::Assigned {
            let names: Vec<usize> = (0..self.scope.len())
                .filter(|&at| {
                    self.scope[at].access == Access::Assignable && self.scope[at].ty.name() == hole.symbol
                })
                .collect();
            let at = self.source.pick(&names).expect("a production fits only if it has its variables");
            return Piece::Text(self.scope[at].text.clone());
        }
        let outer = self.scope.clone();
        let (in_loop, returns) = (self.in_loop, self.returns.clone());
        match hole.view {
            View::All | View::Assigned => {}
            View::Captured => {
                self.scope.retain(|variable| variable.access == Access::Fixed || is_field(&variable.text));
                (self.in_loop, self.returns) = (false, Returns::Nowhere);
            }
            View::Inner => {
                self.scope.retain(|variable| {
                    (variable.access == Access::Fixed && !variable.text.starts_with("this."))
                        || variable.text.starts_with("§.")
                });
                (self.in_loop, self.returns) = (false, Returns::Nowhere);
            }
            View::Nothing => {
                self.scope.retain(|variable| variable.text.starts_with("§."));
                (self.in_loop, self.returns) = (false, Returns::Nowhere);
            }
        }
        self.scope.extend(variables);
        let piece = match (hole.symbol.as_str(), hole.count) {
            ("block", _) => Piece::Many(self.block(depth), ""),
            ("guarded", _) => {
                let before = std::mem::replace(&mut self.risk, 3);
                let statements = self.block(depth);
                self.risk = before;
                Piece::Many(statements, "")
            }
            ("loop", _) => {
                self.in_loop = true;
                Piece::Many(self.block(depth), "")
            }
            ("calm", _) => {
                (self.in_loop, self.returns) = (false, Returns::Nowhere);
                Piece::Many(self.block(depth), "")
            }
            (symbol, Count::One) => Piece::One(self.make(symbol, depth)),
            (symbol, Count::Any) if is_member(symbol) => Piece::Many(self.members(symbol, depth), ""),
            (symbol, Count::Any) => {
                let count = self.source.below(4);
                Piece::Many((0..count).map(|_| self.make(symbol, depth)).collect(), "")
            }
            (symbol, Count::Commas) => {
                let count = 1 + self.source.below(4);
                Piece::Many((0..count).map(|_| self.make(symbol, depth)).collect(), ", ")
            }
        };
        self.scope = outer;
        (self.in_loop, self.returns) = (in_loop, returns);
        piece
    }

    /// Some members of a class, no two alike.
    fn members(&mut self, symbol: &str, depth: usize) -> Vec<Node> {
        let grammar = self.grammar;
        let mut members = Vec::new();
        for &index in grammar.of(symbol) {
            if self.chance(1, 2) {
                members.push(self.expand(index, depth));
            }
        }
        members
    }

    /// Statements behind a call that says that they are executed.
    fn block(&mut self, depth: usize) -> Vec<Node> {
        let visible = self.scope.len();
        let number = self.blocks;
        self.blocks += 1;
        let mut statements = vec![Node::text(Role::Statement, format!("§.hit({number});\n"))];
        let most = if self.nodes > self.shape.nodes { 1 } else { 1 + depth.min(3) };
        let count = 1 + self.source.below(most);
        for _ in 0..count {
            statements.push(self.make("statement", depth));
        }
        self.scope.truncate(visible);
        statements
    }

    /// A statement that leaves a loop or a function.
    fn exit(&mut self, depth: usize) -> Node {
        let jump = if self.in_loop && (self.returns == Returns::Nowhere || self.chance(2, 3)) {
            let word = self.source.pick(&["break", "continue"]).expect("there are two");
            Piece::Text(format!("{word};"))
        } else {
            match self.returns.clone() {
                Returns::Nowhere | Returns::Nothing => Piece::Text("return;".to_string()),
                Returns::Value(ty) => {
                    let value = self.make(ty.name(), depth.saturating_sub(1));
                    let pieces = vec![
                        Piece::Text("return ".to_string()),
                        Piece::One(value),
                        Piece::Text(";".to_string()),
                    ];
                    Piece::One(Node { role: Role::Part, production: None, pieces })
                }
            }
        };
        Node { role: Role::Part, production: None, pieces: vec![jump] }
    }

    /// A small number that is not negative: an index or a length.
    fn small(&mut self, depth: usize) -> Node {
        let role = Role::Expression(Type::new("int"));
        if depth == 0 || self.chance(2, 3) {
            return Node::text(role, self.source.below(6).to_string());
        }
        let value = self.make("int", depth - 1);
        let pieces = vec![Piece::Text("(".to_string()), Piece::One(value), Piece::Text(" & 3)".to_string())];
        Node { role, production: None, pieces }
    }
}

/// Whether a symbol stands for classes or for members of one.
fn is_member(symbol: &str) -> bool {
    symbol == "declaration" || symbol.ends_with("Member")
}

/// Whether a name is that of a field, which a lambda expression can use even if it changes.
fn is_field(text: &str) -> bool {
    text.starts_with("this.") || text.starts_with("§.")
}
