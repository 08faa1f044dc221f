//! Bodies of functions: locals, blocks, statements.

use std::collections::HashMap;

use super::super::RESERVED;
use super::super::lexer::{Quoted, TokenKind, syntax};
use super::{Parsed, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{BlockId, ClassId, FieldId, Id as _, IdVec, LocalId, SourceId};
use crate::position::Position;
use crate::program::{Block, Body, Literal, Local, Unwind};
use crate::statement::{
    BinaryOp, Callee, CompareOp, Operand, OrderOp, Place, Rvalue, Statement, StatementKind, Terminator,
    TerminatorKind, UnaryOp,
};
use crate::types::{IntType, RefType, Type};

/// Parses one body. Locals and labels belong to it.
pub(super) struct BodyParser<'p, 'a> {
    parser: &'p mut Parser<'a>,
    names: HashMap<String, LocalId>,
    locals: IdVec<LocalId, Local>,
    labels: HashMap<&'a str, BlockId>,
    blocks: IdVec<BlockId, Block>,
    source: SourceId,
}

impl<'p, 'a> BodyParser<'p, 'a> {
    /// Marks without a file mean lines of `source`.
    pub(super) fn new(parser: &'p mut Parser<'a>, source: SourceId) -> Self {
        BodyParser {
            parser,
            names: HashMap::new(),
            locals: IdVec::new(),
            labels: HashMap::new(),
            blocks: IdVec::new(),
            source,
        }
    }

    pub(super) fn parse(mut self, parameters: &[Local]) -> Parsed<Body> {
        for parameter in parameters {
            let id = self.locals.push(parameter.clone());
            self.names.insert(parameter.name.clone(), id);
        }
        self.parser.expect('{')?;
        while self.parser.accept_word("local") {
            let (name, token) = self.parser.name("the name of the local")?;
            self.parser.expect(':')?;
            let ty = self.parser.ty()?;
            let id = self.locals.push(Local { name: name.to_string(), ty });
            if self.names.insert(name.to_string(), id).is_some() {
                self.parser.duplicate("local", name, token);
            }
        }
        self.number_labels();
        while !self.parser.accept('}') {
            let block = self.block()?;
            self.blocks.push(block);
        }
        Ok(Body { locals: self.locals, blocks: self.blocks })
    }

    /// Numbers the blocks in the order in which they stand, so that labels can be used before.
    /// A word with `:` or `unwind` behind it is a label wherever it stands, except behind `!` and
    /// behind `unwind`.
    fn number_labels(&mut self) {
        let tokens = self.parser.tokens;
        let mut next = BlockId::new(0);
        let mut is_reference = false;
        for (index, token) in tokens.iter().enumerate().skip(self.parser.next) {
            match &token.kind {
                TokenKind::Punctuation('}') | TokenKind::End => return,
                TokenKind::Name(name, _) if !is_reference => {
                    let heads_block = match tokens.get(index + 1).map(|token| &token.kind) {
                        Some(TokenKind::Punctuation(':')) => true,
                        Some(TokenKind::Name(word, Quoted::No)) => word == "unwind",
                        _ => false,
                    };
                    if heads_block {
                        if self.labels.insert(name, next).is_some() {
                            self.parser.duplicate("label", name, token);
                        }
                        next = BlockId::new(next.index() + 1);
                    }
                }
                TokenKind::Name(..)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_) => {}
            }
            is_reference = match &token.kind {
                TokenKind::Punctuation('!') => true,
                TokenKind::Name(word, Quoted::No) => word == "unwind",
                TokenKind::Name(_, Quoted::Yes)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_)
                | TokenKind::End => false,
            };
        }
    }

    fn label(&mut self) -> Parsed<BlockId> {
        let (name, token) = self.parser.name("a label")?;
        match self.labels.get(name) {
            Some(&block) => Ok(block),
            None => Err(self.parser.unknown("label", name, token, "write the block, or check the spelling")),
        }
    }

    fn local(&mut self) -> Parsed<LocalId> {
        let (name, token) = self.parser.name("a local")?;
        match self.names.get(name) {
            Some(&local) => Ok(local),
            None => Err(self.parser.unknown(
                "local",
                name,
                token,
                "declare it with `local` at the top of the function, or check the spelling",
            )),
        }
    }

    fn operand(&mut self) -> Parsed<Operand> {
        let constant = match &self.parser.peek().kind {
            TokenKind::Number { .. } => true,
            TokenKind::Name(word, Quoted::No) => {
                matches!(word.as_ref(), "true" | "false" | "null" | "f32" | "f64")
            }
            TokenKind::Name(_, Quoted::Yes)
            | TokenKind::Symbol(_)
            | TokenKind::Punctuation(_)
            | TokenKind::End => false,
        };
        if constant { Ok(self.parser.constant()?.into()) } else { Ok(self.local()?.into()) }
    }

    /// `, ` and an operand.
    fn next_operand(&mut self) -> Parsed<Operand> {
        self.parser.expect(',')?;
        self.operand()
    }

    fn block(&mut self) -> Parsed<Block> {
        self.parser.name("a label or `}`")?;
        let mut unwind = None;
        if self.parser.accept_word("unwind") {
            let block = self.label()?;
            self.parser.expect('(')?;
            let local = self.local()?;
            self.parser.expect(')')?;
            unwind = Some(Unwind { block, local });
        }
        self.parser.expect(':')?;
        let mut statements = Vec::new();
        loop {
            let position = self.parser.peek().position;
            if let Some(kind) = self.terminator()? {
                let position = self.mark(position)?;
                return Ok(Block { statements, terminator: Terminator { kind, position }, unwind });
            }
            let kind = self.statement()?;
            let position = self.mark(position)?;
            statements.push(Statement { kind, position });
        }
    }

    /// The position after `!`, or the statement's own.
    fn mark(&mut self, own: Position) -> Parsed<Position> {
        if !self.parser.accept('!') {
            return Ok(own);
        }
        let mut source = self.source;
        if matches!(self.parser.peek().kind, TokenKind::Name(_, Quoted::Yes)) {
            source = self.parser.source()?;
            self.parser.expect(':')?;
        } else if source == self.parser.program.own_text() {
            return Err(self.parser.unexpected(
                "the name of a source file in quotes",
                "say `from \"file\":line` behind the function's header, or name the file here",
            ));
        }
        self.parser.line_and_column(source)
    }

    fn terminator(&mut self) -> Parsed<Option<TerminatorKind>> {
        let TokenKind::Name(word, Quoted::No) = &self.parser.peek().kind else {
            return Ok(None);
        };
        let kind = match word.as_ref() {
            "goto" => {
                self.parser.next += 1;
                TerminatorKind::Goto(self.label()?)
            }
            "branch" => {
                self.parser.next += 1;
                let condition = self.operand()?;
                self.parser.expect(',')?;
                let then = self.label()?;
                self.parser.expect(',')?;
                TerminatorKind::Branch { condition, then, otherwise: self.label()? }
            }
            "switch" => {
                self.parser.next += 1;
                self.switch()?
            }
            "return" => {
                self.parser.next += 1;
                TerminatorKind::Return(if self.ends_here() { None } else { Some(self.operand()?) })
            }
            "throw" => {
                self.parser.next += 1;
                TerminatorKind::Throw(self.operand()?)
            }
            "fail" => {
                self.parser.next += 1;
                TerminatorKind::Fail(self.operand()?)
            }
            "unreachable" => {
                self.parser.next += 1;
                TerminatorKind::Unreachable
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// Whether the block ends at the next token: with `}`, a mark, or the label of the next block.
    fn ends_here(&self) -> bool {
        match &self.parser.peek().kind {
            TokenKind::Punctuation(character) => matches!(character, '}' | '!'),
            TokenKind::Name(..) => match &self.parser.peek_second().kind {
                TokenKind::Punctuation(':') => true,
                TokenKind::Name(word, Quoted::No) => word == "unwind",
                TokenKind::Name(_, Quoted::Yes)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_)
                | TokenKind::End => false,
            },
            TokenKind::End => true,
            TokenKind::Symbol(_) | TokenKind::Number { .. } => false,
        }
    }

    fn switch(&mut self) -> Parsed<TerminatorKind> {
        let value = self.operand()?;
        let operand = match value {
            Operand::Local(local) => Some(self.locals[local].ty),
            Operand::Constant(constant) => constant.ty(),
        };
        let int = match operand {
            Some(Type::Int(int)) => int,
            // The verifier says what is wrong with the operand.
            Some(Type::Bool | Type::Float(_) | Type::Ref(_)) | None => IntType::I64,
        };
        let mut cases = Vec::new();
        loop {
            self.parser.expect(',')?;
            if self.parser.accept_word("else") {
                return Ok(TerminatorKind::Switch { value, cases: cases.into(), otherwise: self.label()? });
            }
            let token = self.parser.peek();
            let TokenKind::Number { digits, suffix } = &token.kind else {
                return Err(self
                    .parser
                    .unexpected("a case or `else`", "write cases like `1: b2`, at last `else b3`"));
            };
            self.parser.next += 1;
            let number =
                digits.parse::<i128>().ok().filter(|&number| suffix.is_empty() && int.contains(number));
            let Some(number) = number else {
                let message = format!("`{digits}{suffix}` does not fit `{}`", int.name());
                let remedy = format!("cases are numbers from {} to {} without suffix", int.min(), int.max());
                return Err(
                    Diagnostic::new(Code::NumberRange, message, remedy).at(token.position, token.length)
                );
            };
            self.parser.expect(':')?;
            cases.push((int.word(number), self.label()?));
        }
    }

    fn statement(&mut self) -> Parsed<StatementKind> {
        let token = self.parser.peek();
        if let TokenKind::Name(word, Quoted::No) = &token.kind {
            match word.as_ref() {
                "call" => {
                    self.parser.next += 1;
                    return self.call(None);
                }
                "init" => {
                    self.parser.next += 1;
                    return Ok(StatementKind::Initialise { class: self.parser.class_name()? });
                }
                "enter" => {
                    self.parser.next += 1;
                    return Ok(StatementKind::Enter { object: self.local()? });
                }
                "exit" => {
                    self.parser.next += 1;
                    return Ok(StatementKind::Exit { object: self.local()? });
                }
                "assume" => {
                    self.parser.next += 1;
                    return Ok(StatementKind::Assume { condition: self.operand()? });
                }
                "assert" => {
                    self.parser.next += 1;
                    return self.assertion();
                }
                _ => {}
            }
            if self.ends_here() {
                return Err(self.parser.unexpected(
                    "the end of the block before",
                    "end every block with `goto`, `branch`, `switch`, `return`, `throw`, `fail` or `unreachable`",
                ));
            }
        }
        if let TokenKind::Symbol(_) = token.kind {
            let to = self.global_place()?;
            self.parser.expect('=')?;
            return Ok(StatementKind::Store { to, value: self.operand()? });
        }
        let local = match &token.kind {
            TokenKind::Name(..) => self.local()?,
            TokenKind::Symbol(_) | TokenKind::Number { .. } | TokenKind::Punctuation(_) | TokenKind::End => {
                return Err(self
                    .parser
                    .unexpected("a statement", "blocks are made of statements and end with a terminator"));
            }
        };
        if let Some(to) = self.place_of(local)? {
            self.parser.expect('=')?;
            return Ok(StatementKind::Store { to, value: self.operand()? });
        }
        self.parser.expect('=')?;
        self.assignment(local)
    }

    fn assertion(&mut self) -> Parsed<StatementKind> {
        let condition = self.operand()?;
        self.parser.expect(',')?;
        let TokenKind::Name(message, Quoted::Yes) = &self.parser.peek().kind else {
            return Err(self
                .parser
                .unexpected("a message in quotes", "say what should be true, like \"x is positive\""));
        };
        self.parser.next += 1;
        Ok(StatementKind::Assert { condition, message: message.as_ref().into() })
    }

    fn global_place(&mut self) -> Parsed<Place> {
        self.parser.global_name("a global").map(Place::Global)
    }

    /// The field or element behind a local, if `.` or `[` follows.
    fn place_of(&mut self, local: LocalId) -> Parsed<Option<Place>> {
        if self.parser.accept('.') {
            let class = self.parser.class_name()?;
            self.parser.expect('.')?;
            let field = self.field(class)?;
            return Ok(Some(Place::Field { object: local, field }));
        }
        if self.parser.accept('[') {
            let index = self.operand()?;
            self.parser.expect(']')?;
            return Ok(Some(Place::Element { array: local, index }));
        }
        Ok(None)
    }

    fn field(&mut self, class: ClassId) -> Parsed<FieldId> {
        let (name, token) = self.parser.name("a field")?;
        match self.parser.program.field_named(class, name) {
            Some(field) => Ok(field),
            None => {
                let class = self.parser.program.classes[class].name.clone();
                let remedy =
                    format!("name the class that declares the field; `{class}` itself has none of that name");
                Err(self.parser.unknown("field", name, token, &remedy))
            }
        }
    }

    fn call(&mut self, to: Option<LocalId>) -> Parsed<StatementKind> {
        let callee = if self.parser.accept_word("virtual") {
            let (name, token) = self.parser.name("a selector")?;
            match self.parser.program.selector_named(name) {
                Some(selector) => Callee::Virtual(selector),
                None => {
                    return Err(self.parser.unknown(
                        "selector",
                        name,
                        token,
                        "declare it with `selector`, or check the spelling",
                    ));
                }
            }
        } else if self.parser.accept_word("special") {
            Callee::Special(self.parser.function_name()?)
        } else {
            Callee::Function(self.parser.function_name()?)
        };
        self.parser.expect('(')?;
        let mut arguments = Vec::new();
        if !self.parser.accept(')') {
            arguments.push(self.operand()?);
            while !self.parser.accept(')') {
                arguments.push(self.next_operand()?);
            }
        }
        Ok(StatementKind::Call { to, callee, arguments: arguments.into() })
    }

    /// What stands behind `local =`.
    fn assignment(&mut self, to: LocalId) -> Parsed<StatementKind> {
        let assign = |value| Ok(StatementKind::Assign { to, value });
        let token = self.parser.peek();
        match &token.kind {
            TokenKind::Symbol(_) => assign(Rvalue::Load(self.global_place()?)),
            TokenKind::Name(word, Quoted::No) if RESERVED.contains(&word.as_ref()) => match word.as_ref() {
                "true" | "false" | "null" | "f32" | "f64" => assign(Rvalue::Use(self.operand()?)),
                "call" => {
                    self.parser.next += 1;
                    self.call(Some(to))
                }
                "havoc" => {
                    self.parser.next += 1;
                    Ok(StatementKind::Havoc { to })
                }
                "choose" => {
                    self.parser.next += 1;
                    let low = self.operand()?;
                    Ok(StatementKind::Choose { to, low, high: self.next_operand()? })
                }
                "new" => {
                    self.parser.next += 1;
                    self.allocation(to)
                }
                "literal" => {
                    self.parser.next += 1;
                    let literal = self.literal()?;
                    assign(Rvalue::Literal(self.parser.program.literal(literal)))
                }
                "convert" => {
                    self.parser.next += 1;
                    assign(Rvalue::Convert(self.operand()?))
                }
                "cast" => {
                    self.parser.next += 1;
                    assign(Rvalue::Cast(self.operand()?))
                }
                "length" => {
                    self.parser.next += 1;
                    assign(Rvalue::Length(self.local()?))
                }
                "instanceof" => {
                    self.parser.next += 1;
                    let value = self.operand()?;
                    self.parser.expect(',')?;
                    let at = self.parser.peek();
                    match self.parser.ty()? {
                        Type::Ref(ty) => assign(Rvalue::InstanceOf(value, ty)),
                        Type::Bool | Type::Int(_) | Type::Float(_) => Err(syntax(
                            at.position,
                            at.length,
                            "expected a class or an array type",
                            "only references are instances of something",
                        )),
                    }
                }
                _ => self.operation(to, word),
            },
            TokenKind::Name(..) => {
                let local = self.local()?;
                match self.place_of(local)? {
                    Some(place) => assign(Rvalue::Load(place)),
                    None => assign(Rvalue::Use(local.into())),
                }
            }
            TokenKind::Number { .. } => assign(Rvalue::Use(self.operand()?)),
            TokenKind::Punctuation(_) | TokenKind::End => Err(self.no_value()),
        }
    }

    fn operation(&mut self, to: LocalId, word: &str) -> Parsed<StatementKind> {
        let unary = UnaryOp::ALL.into_iter().find(|op| op.name() == word);
        let binary = BinaryOp::ALL.into_iter().find(|op| op.name() == word);
        let compare = CompareOp::ALL.into_iter().find(|op| op.name() == word);
        let order = OrderOp::ALL.into_iter().find(|op| op.name() == word);
        if unary.is_none() && binary.is_none() && compare.is_none() && order.is_none() {
            return Err(self.no_value());
        }
        self.parser.next += 1;
        let a = self.operand()?;
        let value = if let Some(op) = unary {
            Rvalue::Unary(op, a)
        } else if let Some(op) = binary {
            Rvalue::Binary(op, a, self.next_operand()?)
        } else if let Some(op) = compare {
            Rvalue::Compare(op, a, self.next_operand()?)
        } else {
            Rvalue::Order(order.expect("the word names an operation"), a, self.next_operand()?)
        };
        Ok(StatementKind::Assign { to, value })
    }

    /// What stands behind `literal`.
    fn literal(&mut self) -> Parsed<Literal> {
        let class = self.parser.accept_word("class");
        if !class && self.parser.accept('(') {
            let mut units = Vec::new();
            self.parser.comma_separated(')', |parser| {
                let unit = match &parser.peek().kind {
                    TokenKind::Number { digits, suffix: "" } => digits.parse().ok(),
                    TokenKind::Number { .. }
                    | TokenKind::Name(..)
                    | TokenKind::Symbol(_)
                    | TokenKind::Punctuation(_)
                    | TokenKind::End => None,
                };
                let remedy = "write the text in quotes, or its units as numbers below 65536";
                units.push(unit.ok_or_else(|| parser.unexpected("a unit of UTF-16", remedy))?);
                parser.next += 1;
                Ok(())
            })?;
            return Ok(Literal::Text(units.into()));
        }
        let TokenKind::Name(text, Quoted::Yes) = &self.parser.peek().kind else {
            return Err(self.parser.unexpected(
                "the literal in quotes",
                "write `literal \"text\"` or `literal class \"name\"`",
            ));
        };
        self.parser.next += 1;
        if class {
            return Ok(Literal::Class(text.as_ref().into()));
        }
        Ok(Literal::Text(text.encode_utf16().collect()))
    }

    fn no_value(&self) -> Diagnostic {
        self.parser.unexpected("a value", "see the guide's page on the text format for what can stand here")
    }

    fn allocation(&mut self, to: LocalId) -> Parsed<StatementKind> {
        let mut element = self.parser.element_base()?;
        let mut dimensions = 0;
        while self.parser.accept('[') {
            if self.parser.accept(']') {
                element = self.parser.array_of(element, &mut dimensions)?;
                continue;
            }
            let length = self.operand()?;
            self.parser.expect(']')?;
            // The array type of the result counts as a dimension too.
            self.parser.array_of(element, &mut dimensions)?;
            return Ok(StatementKind::NewArray {
                to,
                array: self.parser.program.array_type(element),
                length,
            });
        }
        match element {
            Type::Ref(RefType::Class(class)) => Ok(StatementKind::New { to, class }),
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(RefType::Any | RefType::Array(_)) => {
                Err(self
                    .parser
                    .unexpected("`[` and the array's length", "write `new Class` or `new type[length]`"))
            }
        }
    }
}
