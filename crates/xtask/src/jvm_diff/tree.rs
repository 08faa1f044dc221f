//! Java programs as trees: text with holes that are filled by other trees.
//!
//! A tree knows of each piece what it is (a statement, an expression of some type), so that it can be
//! taken out or put in another's place without knowing the grammar that made it.

use super::types::Type;

/// What a piece of a program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A value of that type.
    Expression(Type),
    /// A statement.
    Statement,
    /// A class, or a member of one.
    Member,
    /// Something that only its own template knows how to use.
    Part,
}

/// A piece of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub role: Role,
    /// The production of the grammar that made it, if one did.
    pub production: Option<usize>,
    /// Its text and the pieces in it, in order.
    pub pieces: Vec<Piece>,
}

/// What a node consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Java text. `§` stands for the name of the program.
    Text(String),
    /// A piece that has to be there.
    One(Node),
    /// Pieces of which each can be left out, with what stands between two of them.
    Many(Vec<Node>, &'static str),
}

impl Node {
    /// A node of nothing but text.
    pub fn text(role: Role, text: impl Into<String>) -> Node {
        Node { role, production: None, pieces: vec![Piece::Text(text.into())] }
    }

    /// The nodes directly in this one.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        self.pieces.iter().flat_map(|piece| match piece {
            Piece::Text(_) => [].as_slice(),
            Piece::One(node) => std::slice::from_ref(node),
            Piece::Many(nodes, _) => nodes.as_slice(),
        })
    }

    /// The nodes directly in this one, to change them.
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.pieces.iter_mut().flat_map(|piece| match piece {
            Piece::Text(_) => [].as_mut_slice(),
            Piece::One(node) => std::slice::from_mut(node),
            Piece::Many(nodes, _) => nodes.as_mut_slice(),
        })
    }

    /// How many nodes there are, with this one.
    pub fn size(&self) -> usize {
        1 + self.children().map(Node::size).sum::<usize>()
    }

    /// Shows every node to a visitor.
    pub fn each(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        for child in self.children() {
            child.each(visit);
        }
    }

    fn write(&self, text: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(own) => text.push_str(own),
                Piece::One(node) => node.write(text),
                Piece::Many(nodes, separator) => {
                    for (index, node) in nodes.iter().enumerate() {
                        if index > 0 {
                            text.push_str(separator);
                        }
                        node.write(text);
                    }
                }
            }
        }
    }

    /// The Java source, with the name of the program put in and lines indented by their braces.
    pub fn render(&self, name: &str) -> String {
        let mut raw = String::new();
        self.write(&mut raw);
        let mut source = String::new();
        let mut depth = 0_usize;
        for line in raw.replace('§', name).lines() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let closing = line.chars().take_while(|&character| character == '}').count();
            source.push_str(&"    ".repeat(depth.saturating_sub(closing)));
            source.push_str(line);
            source.push('\n');
            depth = (depth + braces(line, '{')).saturating_sub(braces(line, '}'));
        }
        source
    }
}

/// How often a brace stands in a line, outside of literals.
fn braces(line: &str, brace: char) -> usize {
    let mut count = 0;
    let mut quote = None;
    let mut escaped = false;
    for character in line.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if character == '\\' => escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if character == '"' || character == '\'' => quote = Some(character),
            None => count += usize::from(character == brace),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_renders_as_indented_source() {
        let statement = Node::text(Role::Statement, "§.f(\"{\", '}');\n");
        let node = Node {
            role: Role::Member,
            production: None,
            pieces: vec![
                Piece::Text("class § {\nvoid f() {\n".to_string()),
                Piece::Many(vec![statement.clone(), statement], ""),
                Piece::Text("}\n}\n".to_string()),
            ],
        };
        assert_eq!(node.size(), 3);
        let expected =
            "class A {\n    void f() {\n        A.f(\"{\", '}');\n        A.f(\"{\", '}');\n    }\n}\n";
        assert_eq!(node.render("A"), expected);
    }
}
