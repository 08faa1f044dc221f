//! The grammar of generated programs: productions, read from the files beside this one.
//!
//! A line `int = (#intish + #intish)` is a production: an `int` can be the text behind `=`, with its
//! holes filled. The text can also stand on the indented lines that follow. In it
//!
//! - `#name` is a hole for an expression of that type, for a `statement`, or for another symbol of the
//!   grammar; `#block`, `#guarded`, `#loop` and `#calm` are statements in braces that the template
//!   provides: `#guarded` may throw, `#loop` may leave the loop, `#calm` may not leave at all;
//! - `#name*` is a hole for any number of them, and `#name...` for at least one, with commas;
//! - `#~name` is a hole that can only use variables that never change, as in a lambda expression;
//! - `#&name` is the same in the body of a class, where `this` means another object;
//! - `#^name` is a hole that can use no variable of its surroundings;
//! - `#name{%x:int,-%i:int,=this.y:long}` is a hole in which more variables can be used; one with `-` changes, so
//!   that no lambda expression can use it, one with `=` can also be assigned;
//! - `#=int` is the name of some variable of that type that can be assigned;
//! - `%x` is a name that nothing else in the program has, the same throughout the template.
//!
//! Between symbol and `=`: `!` says that it often throws an exception, of which a program has few outside of
//! `#guarded` blocks, so that most of it is executed; `*3` makes a production three times as likely; `.` says that it has no deep
//! holes and can end a branch of the tree; `+x:int` says that the statement declares a variable for those
//! that follow, `+!x:int` one that never changes.
//!
//! A line `kit name` begins the productions of a kit: a group of classes, declared by the productions of
//! `declaration`, and what can be done with them. A program has some of the kits only. What a
//! declaration of a kit contains can use the kits before it, so that nothing calls itself without end.

use std::collections::BTreeMap;

use super::types::Type;

/// One way to make a piece of a program.
#[derive(Clone, Debug)]
pub struct Production {
    /// The topic: the name of its file.
    pub topic: &'static str,
    /// What it makes.
    pub symbol: String,
    /// The kit that it belongs to.
    pub kit: Option<usize>,
    /// How likely it is.
    pub weight: usize,
    /// Whether it can end a branch of the tree.
    pub leaf: bool,
    /// Whether it often throws an exception.
    pub risky: bool,
    /// The text.
    pub parts: Vec<Part>,
    /// The variables that it declares for what follows.
    pub declares: Vec<Variable>,
}

/// A piece of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Java text.
    Text(String),
    /// A fresh name.
    Fresh(String),
    /// Something to be filled in.
    Hole(Hole),
}

/// What is to be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    /// With what.
    pub symbol: String,
    /// How often.
    pub count: Count,
    /// What it can see.
    pub view: View,
    /// The variables that can be used in it beside those around.
    pub variables: Vec<Variable>,
}

/// How often a hole is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Once.
    One,
    /// Any number of times.
    Any,
    /// At least once, with commas.
    Commas,
}

/// What a hole can see of the variables around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Everything.
    All,
    /// What never changes.
    Captured,
    /// What never changes and does not belong to `this`.
    Inner,
    /// Nothing.
    Nothing,
    /// The hole is the name of a variable.
    Assigned,
}

/// A variable that a template provides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// How it is written; `%x` for a fresh name.
    pub text: String,
    /// Its type.
    pub ty: Type,
    /// What can be done with it.
    pub access: Access,
}

/// What can be done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It never changes.
    Fixed,
    /// It changes, but only by what its template does.
    Changing,
    /// It can be assigned.
    Assignable,
}

/// All productions.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// In the order of the files.
    pub productions: Vec<Production>,
    /// The names of the kits.
    pub kits: Vec<String>,
    by_symbol: BTreeMap<String, Vec<usize>>,
}

const FILES: [(&str, &str); 9] = [
    ("numbers", include_str!("grammar/numbers.txt")),
    ("strings", include_str!("grammar/strings.txt")),
    ("arrays", include_str!("grammar/arrays.txt")),
    ("control", include_str!("grammar/control.txt")),
    ("exceptions", include_str!("grammar/exceptions.txt")),
    ("lambdas", include_str!("grammar/lambdas.txt")),
    ("collections", include_str!("grammar/collections.txt")),
    ("classes", include_str!("grammar/classes.txt")),
    ("families", include_str!("grammar/families.txt")),
];

impl Grammar {
    /// Reads the productions.
    ///
    /// # Panics
    /// If a line is not as the module says.
    pub fn load() -> Grammar {
        let mut grammar = Grammar { productions: Vec::new(), kits: Vec::new(), by_symbol: BTreeMap::new() };
        for (topic, text) in FILES {
            let mut kit = None;
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                if line.trim().is_empty() || line.starts_with("//") {
                    continue;
                }
                if let Some(name) = line.strip_prefix("kit ") {
                    grammar.kits.push(name.trim().to_string());
                    kit = Some(grammar.kits.len() - 1);
                    continue;
                }
                let (head, first) = line
                    .split_once(" =")
                    .unwrap_or_else(|| panic!("a line of {topic} should have ` =`: {line}"));
                let mut body = first.trim().to_string();
                while let Some(more) = lines.next_if(|line| line.starts_with("    ")) {
                    if !body.is_empty() {
                        body.push('\n');
                    }
                    body.push_str(more.trim());
                }
                grammar.add(topic, kit, head, &body);
            }
        }
        for index in 0..grammar.productions.len() {
            let symbol = grammar.productions[index].symbol.clone();
            grammar.by_symbol.entry(symbol).or_default().push(index);
        }
        grammar
    }

    fn add(&mut self, topic: &'static str, kit: Option<usize>, head: &str, body: &str) {
        let mut words = head.split_whitespace();
        let symbol = words.next().expect("a head has a symbol").to_string();
        let (mut weight, mut leaf, mut risky, mut declares) = (1, false, false, Vec::new());
        for word in words {
            match word.split_at(1) {
                (".", _) => leaf = true,
                ("!", _) => risky = true,
                ("*", times) => weight = times.parse().expect("a weight is a number"),
                ("+", variable) => {
                    let (text, access) = match variable.strip_prefix('!') {
                        Some(text) => (text, Access::Fixed),
                        None => (variable, Access::Assignable),
                    };
                    let (name, ty) = text.split_once(':').expect("a variable has a type");
                    let text = format!("%{name}");
                    declares.push(Variable { text, ty: Type::new(ty), access });
                }
                _ => panic!("`{word}` should be a weight, `.`, `!` or a declaration: {head}"),
            }
        }
        let newline = matches!(symbol.as_str(), "statement" | "declaration") || symbol.ends_with("Member");
        let body = if newline { format!("{body}\n") } else { body.to_string() };
        let parts = parse(&body);
        self.productions.push(Production { topic, symbol, kit, weight, leaf, risky, parts, declares });
    }

    /// The productions of a symbol.
    pub fn of(&self, symbol: &str) -> &[usize] {
        self.by_symbol.get(symbol).map_or(&[], Vec::as_slice)
    }
}

/// The pieces of a template.
fn parse(body: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = body;
    let mut quoted = false;
    while let Some(next) = rest.chars().next() {
        let behind = &rest[next.len_utf8()..];
        let starts_name = |text: &str| text.starts_with(|first: char| first.is_ascii_alphabetic());
        if next == '"' && !text.ends_with('\\') {
            quoted = !quoted;
        }
        if next == '%' && starts_name(behind) && !quoted {
            push_text(&mut parts, &mut text);
            let (name, after) = word(behind);
            parts.push(Part::Fresh(name.to_string()));
            rest = after;
        } else if next == '#' {
            push_text(&mut parts, &mut text);
            let (hole, after) = hole(behind);
            parts.push(Part::Hole(hole));
            rest = after;
        } else {
            text.push(next);
            rest = behind;
        }
    }
    push_text(&mut parts, &mut text);
    parts
}

fn push_text(parts: &mut Vec<Part>, text: &mut String) {
    if !text.is_empty() {
        parts.push(Part::Text(std::mem::take(text)));
    }
}

fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len()))
}

fn hole(text: &str) -> (Hole, &str) {
    let (view, text) = match text.split_at(1) {
        ("~", rest) => (View::Captured, rest),
        ("&", rest) => (View::Inner, rest),
        ("^", rest) => (View::Nothing, rest),
        ("=", rest) => (View::Assigned, rest),
        _ => (View::All, text),
    };
    let (symbol, mut rest) = word(text);
    assert!(!symbol.is_empty(), "a hole should have a symbol: {text}");
    let mut count = Count::One;
    if let Some(after) = rest.strip_prefix('*') {
        (count, rest) = (Count::Any, after);
    } else if let Some(after) = rest.strip_prefix("...") {
        (count, rest) = (Count::Commas, after);
    }
    let mut variables = Vec::new();
    if let Some((list, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        for variable in list.split(',') {
            let (text, ty) = variable.split_once(':').expect("a variable has a type");
            let (text, access) = if let Some(text) = text.strip_prefix('=') {
                (text, Access::Assignable)
            } else if let Some(text) = text.strip_prefix('-') {
                (text, Access::Changing)
            } else {
                (text, Access::Fixed)
            };
            variables.push(Variable { text: text.to_string(), ty: Type::new(ty), access });
        }
        rest = after;
    }
    (Hole { symbol: symbol.to_string(), count, view, variables }, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read() {
        let parts = parse("f(%x -> #~int{%x:int,=this.y:long}, #any...) + #=byte;");
        let Part::Hole(lambda) = &parts[3] else { panic!("{parts:?}") };
        assert_eq!((lambda.symbol.as_str(), lambda.view), ("int", View::Captured));
        assert_eq!(lambda.variables.len(), 2);
        assert_eq!(lambda.variables[0].access, Access::Fixed);
        assert_eq!(lambda.variables[1].access, Access::Assignable);
        let Part::Hole(any) = &parts[5] else { panic!("{parts:?}") };
        assert_eq!(any.count, Count::Commas);
        let Part::Hole(name) = &parts[7] else { panic!("{parts:?}") };
        assert_eq!(name.view, View::Assigned);
    }

    #[test]
    fn every_symbol_that_is_used_can_be_made() {
        let grammar = Grammar::load();
        let coded = [
            "boolean", "byte", "short", "char", "int", "long", "float", "double", "string", "intish",
            "longish", "floatish", "doublish", "shift", "number", "prim", "any", "small", "constant", "exit",
            "block", "guarded", "loop", "calm",
        ];
        for production in &grammar.productions {
            for part in &production.parts {
                let Part::Hole(hole) = part else { continue };
                let known = coded.contains(&hole.symbol.as_str()) || !grammar.of(&hole.symbol).is_empty();
                assert!(known, "nothing makes `{}`, which {} uses", hole.symbol, production.symbol);
            }
        }
    }
}
