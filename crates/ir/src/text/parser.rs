//! Text to programs.
//!
//! Names may be used before they are declared, so the items are swept three times over the same
//! tokens: names of classes; then headers, fields and signatures; then methods, initialisers, traps, the
//! classes of literals and arrays, annotations, and bodies.
//! The first ill-formed item ends the parse with one diagnostic; unknown and duplicate names are
//! collected, because one mistake of that kind does not hide the next.

mod annotation;
mod body;

use std::collections::HashMap;

use body::BodyParser;

use super::RESERVED;
use super::lexer::{Quoted, Token, TokenKind, syntax, tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{ClassId, FunctionId, GlobalId, SourceId};
use crate::position::{Position, Source};
use crate::program::{
    Class, ClassKind, Field, Function, Global, Initialiser, Local, Program, Selector, Trap,
};
use crate::statement::Constant;
use crate::types::{FloatType, IntType, RefType, Type};
use crate::verify::MAX_DIMENSIONS;

/// Parses a program; `name` is what people call the text. The result is well-formed, but not yet
/// [verified](crate::verify).
pub fn parse(name: &str, text: &str) -> Result<Program, Vec<Diagnostic>> {
    let mut program = Program::new(name);
    program.set_own_text(text);
    let tokens = tokens(program.own_text(), text).map_err(|error| vec![error])?;
    let mut parser =
        Parser { tokens: &tokens, next: 0, program, errors: Vec::new(), sources: HashMap::new() };
    if let Err(error) = parser.program() {
        parser.errors.push(error);
    }
    if parser.errors.is_empty() { Ok(parser.program) } else { Err(parser.errors) }
}

type Parsed<T> = Result<T, Diagnostic>;

/// Where an item starts, and what it is.
#[derive(Clone, Copy)]
struct Item {
    kind: ItemKind,
    /// The token behind the keyword.
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Class(ClassKind),
    Selector,
    Global,
    Trap,
    Literals,
    Arrays,
    Function,
    Annotation,
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
    program: Program,
    errors: Vec<Diagnostic>,
    sources: HashMap<String, SourceId>,
}

impl<'a> Parser<'a> {
    fn program(&mut self) -> Parsed<()> {
        let items = self.items()?;
        let mut classes = Vec::new();
        for item in &items {
            if let ItemKind::Class(kind) = item.kind {
                self.next = item.start;
                classes.push(self.declare_class(kind)?);
            }
        }
        let mut declared = classes.iter();
        let mut bodies = Vec::new();
        for item in &items {
            self.next = item.start;
            match item.kind {
                ItemKind::Class(kind) => {
                    let class = *declared.next().expect("every class item was declared");
                    self.class_header(class, kind)?;
                }
                ItemKind::Selector => self.selector()?,
                ItemKind::Global => self.global()?,
                ItemKind::Trap | ItemKind::Literals | ItemKind::Arrays | ItemKind::Annotation => {}
                ItemKind::Function => bodies.push(self.signature()?),
            }
        }
        let mut declared = classes.iter();
        let mut bodies = bodies.iter();
        for item in &items {
            self.next = item.start;
            match item.kind {
                ItemKind::Class(_) => {
                    let class = *declared.next().expect("every class item was declared");
                    self.class_methods(class)?;
                }
                ItemKind::Trap => self.trap()?,
                ItemKind::Literals => self.literals()?,
                ItemKind::Arrays => self.arrays()?,
                ItemKind::Annotation => self.annotation()?,
                ItemKind::Function => {
                    let (function, start) = *bodies.next().expect("every function item was declared");
                    self.next = start;
                    self.body(function)?;
                }
                ItemKind::Selector | ItemKind::Global => {}
            }
        }
        Ok(())
    }

    /// Finds the items at the top level by skipping what stands between braces.
    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            let token = self.advance();
            let kind = match &token.kind {
                TokenKind::End => return Ok(items),
                TokenKind::Name(word, Quoted::No) => match word.as_ref() {
                    "class" => ItemKind::Class(ClassKind::Class),
                    "interface" => ItemKind::Class(ClassKind::Interface),
                    "selector" => ItemKind::Selector,
                    "global" => ItemKind::Global,
                    "trap" => ItemKind::Trap,
                    "literals" => ItemKind::Literals,
                    "arrays" => ItemKind::Arrays,
                    "fn" => ItemKind::Function,
                    "annotation" => ItemKind::Annotation,
                    _ => return Err(not_an_item(token)),
                },
                TokenKind::Name(_, Quoted::Yes)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_) => return Err(not_an_item(token)),
            };
            items.push(Item { kind, start: self.next });
            match kind {
                ItemKind::Class(_) => {
                    self.skip_to('{')?;
                    self.skip_to('}')?;
                }
                ItemKind::Function => {
                    if self.skip_to_any(&['{', ';'])? == '{' {
                        self.skip_to('}')?;
                    }
                }
                ItemKind::Selector
                | ItemKind::Global
                | ItemKind::Trap
                | ItemKind::Literals
                | ItemKind::Arrays => self.skip_to_next_item(),
                ItemKind::Annotation => {
                    // What it is written onto starts with a word that starts an item elsewhere.
                    self.advance();
                    self.skip_to_next_item();
                }
            }
        }
    }

    fn skip_to(&mut self, stop: char) -> Parsed<()> {
        self.skip_to_any(&[stop]).map(|_| ())
    }

    fn skip_to_any(&mut self, stops: &[char]) -> Parsed<char> {
        loop {
            let token = self.advance();
            match token.kind {
                TokenKind::Punctuation(found) if stops.contains(&found) => return Ok(found),
                TokenKind::End => {
                    let wanted: Vec<String> = stops.iter().map(|stop| format!("`{stop}`")).collect();
                    return Err(syntax(
                        token.position,
                        1,
                        format!("expected {} before the end of the file", wanted.join(" or ")),
                        "close the class or function that was opened last",
                    ));
                }
                TokenKind::Name(..)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_) => {}
            }
        }
    }

    fn skip_to_next_item(&mut self) {
        loop {
            match &self.peek().kind {
                TokenKind::End => return,
                TokenKind::Name(word, Quoted::No)
                    if matches!(
                        word.as_ref(),
                        "class"
                            | "interface"
                            | "selector"
                            | "global"
                            | "trap"
                            | "literals"
                            | "arrays"
                            | "fn"
                            | "annotation"
                    ) =>
                {
                    return;
                }
                TokenKind::Name(..)
                | TokenKind::Symbol(_)
                | TokenKind::Number { .. }
                | TokenKind::Punctuation(_) => {
                    self.advance();
                }
            }
        }
    }

    /// An item of one line must end where the next one starts.
    fn end_of_item(&mut self) -> Parsed<()> {
        let start = self.next;
        self.skip_to_next_item();
        if self.next == start {
            return Ok(());
        }
        self.next = start;
        Err(self.unexpected("the next item", "write one item at a time"))
    }

    // Tokens.

    fn peek(&self) -> &'a Token<'a> {
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn peek_second(&self) -> &'a Token<'a> {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> &'a Token<'a> {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn unexpected(&self, wanted: &str, remedy: &str) -> Diagnostic {
        let token = self.peek();
        syntax(token.position, token.length, format!("expected {wanted}, found {}", token.describe()), remedy)
    }

    fn is_punctuation(&self, wanted: char) -> bool {
        self.peek().kind == TokenKind::Punctuation(wanted)
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.is_punctuation(wanted);
        if found {
            self.next += 1;
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        if self.accept(wanted) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{wanted}`"), &format!("write `{wanted}` here")))
    }

    fn is_word(&self, wanted: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Name(word, Quoted::No) if word == wanted)
    }

    fn accept_word(&mut self, wanted: &str) -> bool {
        let found = self.is_word(wanted);
        if found {
            self.next += 1;
        }
        found
    }

    /// A name that is not a keyword.
    fn name(&mut self, what: &str) -> Parsed<(&'a str, &'a Token<'a>)> {
        let token = self.peek();
        match &token.kind {
            TokenKind::Name(name, Quoted::Yes) => {
                self.next += 1;
                Ok((name, token))
            }
            TokenKind::Name(name, Quoted::No) if !RESERVED.contains(&name.as_ref()) => {
                self.next += 1;
                Ok((name, token))
            }
            TokenKind::Name(name, Quoted::No) => Err(self.unexpected(
                what,
                &format!("`{name}` is a keyword; put it between quotes if it is meant as a name"),
            )),
            TokenKind::Symbol(_) | TokenKind::Number { .. } | TokenKind::Punctuation(_) | TokenKind::End => {
                Err(self.unexpected(what, &format!("write {what} here")))
            }
        }
    }

    fn symbol(&mut self, what: &str) -> Parsed<(&'a str, &'a Token<'a>)> {
        let token = self.peek();
        if let TokenKind::Symbol(name) = &token.kind {
            self.next += 1;
            return Ok((name, token));
        }
        Err(self.unexpected(what, "names of functions and globals start with `@`"))
    }

    fn comma_separated(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.accept(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.accept(close) {
                return Ok(());
            }
            self.expect(',')?;
        }
    }

    // Names that are looked up. An unknown name is noted and the parse goes on where it can.

    fn unknown(&mut self, what: &str, name: &str, token: &Token<'_>, remedy: &str) -> Diagnostic {
        Diagnostic::new(Code::UnknownName, format!("there is no {what} `{name}`"), remedy)
            .at(token.position, token.length)
    }

    fn duplicate(&mut self, what: &str, name: &str, token: &Token<'_>) {
        self.errors.push(
            Diagnostic::new(
                Code::DuplicateName,
                format!("the {what} `{name}` is declared twice"),
                "rename one of the two",
            )
            .at(token.position, token.length),
        );
    }

    fn repeated(&mut self, message: impl Into<String>, token: &Token<'_>) {
        let error = Diagnostic::new(Code::DuplicateName, message, "remove one of the two");
        self.errors.push(error.at(token.position, token.length));
    }

    fn class_name(&mut self) -> Parsed<ClassId> {
        let (name, token) = self.name("a class")?;
        match self.program.class_named(name) {
            Some(class) => Ok(class),
            None => Err(self.unknown(
                "class",
                name,
                token,
                "declare it with `class` or `interface`, or check the spelling",
            )),
        }
    }

    fn global_name(&mut self, what: &str) -> Parsed<GlobalId> {
        let (name, token) = self.symbol(what)?;
        match self.program.global_named(name) {
            Some(global) => Ok(global),
            None => {
                Err(self.unknown("global", name, token, "declare it with `global`, or check the spelling"))
            }
        }
    }

    fn function_name(&mut self) -> Parsed<FunctionId> {
        let (name, token) = self.symbol("a function")?;
        match self.program.function_named(name) {
            Some(function) => Ok(function),
            None => Err(self.unknown("function", name, token, "declare it with `fn`, or check the spelling")),
        }
    }

    // Items.

    fn declare_class(&mut self, kind: ClassKind) -> Parsed<Option<ClassId>> {
        let (name, token) = self.name("the name of the class")?;
        let class = Class {
            name: name.to_string(),
            kind,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initialiser: None,
        };
        match self.program.add_class(class) {
            Ok(id) => Ok(Some(id)),
            Err(_) => {
                self.duplicate("class", name, token);
                Ok(None)
            }
        }
    }

    /// Header and fields; the methods are skipped.
    fn class_header(&mut self, class: Option<ClassId>, kind: ClassKind) -> Parsed<()> {
        self.name("the name of the class")?;
        let mut superclass = None;
        let mut interfaces = Vec::new();
        match kind {
            ClassKind::Class => {
                if self.accept(':') {
                    superclass = Some(self.class_name()?);
                }
                if self.accept_word("implements") {
                    self.class_names(&mut interfaces)?;
                }
            }
            ClassKind::Interface => {
                if self.accept(':') {
                    self.class_names(&mut interfaces)?;
                }
            }
        }
        if let Some(class) = class {
            self.program.classes[class].superclass = superclass;
            self.program.classes[class].interfaces = interfaces;
        }
        self.expect('{')?;
        while !self.accept('}') {
            if self.accept_word("init") {
                self.symbol("the global with the state")?;
                self.expect(',')?;
                self.symbol("the function that initialises the class")?;
                continue;
            }
            if self.accept_word("method") {
                self.name("the name of a selector")?;
                self.expect('=')?;
                self.symbol("the function that is the method")?;
                continue;
            }
            if !self.accept_word("field") {
                return Err(self.unexpected(
                    "`field`, `method`, `init` or `}`",
                    "write `field name: type`, `method selector = @function` or `init @state, @function`",
                ));
            }
            let (name, token) = self.name("the name of the field")?;
            self.expect(':')?;
            let ty = self.ty()?;
            if let Some(owner) = class
                && self.program.add_field(Field { name: name.to_string(), owner, ty }).is_err()
            {
                self.duplicate("field", name, token);
            }
        }
        Ok(())
    }

    fn class_names(&mut self, into: &mut Vec<ClassId>) -> Parsed<()> {
        loop {
            into.push(self.class_name()?);
            if !self.accept(',') {
                return Ok(());
            }
        }
    }

    fn class_methods(&mut self, class: Option<ClassId>) -> Parsed<()> {
        self.skip_to('{')?;
        while !self.accept('}') {
            if self.is_word("init") {
                self.initialiser(class)?;
                continue;
            }
            if !self.accept_word("method") {
                self.next += 1;
                continue;
            }
            let (name, token) = self.name("the name of a selector")?;
            let selector = match self.program.selector_named(name) {
                Some(selector) => selector,
                None => {
                    return Err(self.unknown(
                        "selector",
                        name,
                        token,
                        "declare it with `selector`, or check the spelling",
                    ));
                }
            };
            self.expect('=')?;
            let function = self.function_name()?;
            if let Some(class) = class {
                if self.program.classes[class].methods.iter().any(|&(taken, _)| taken == selector) {
                    self.duplicate("method", name, token);
                } else {
                    self.program.classes[class].methods.push((selector, function));
                }
            }
        }
        Ok(())
    }

    fn initialiser(&mut self, class: Option<ClassId>) -> Parsed<()> {
        let keyword = self.advance();
        let state = self.global_name("the global with the state")?;
        self.expect(',')?;
        let function = self.function_name()?;
        if let Some(class) = class
            && self.program.classes[class].initialiser.replace(Initialiser { state, function }).is_some()
        {
            let name = self.program.class_name(class).to_owned();
            self.repeated(format!("the class `{name}` has two initialisers"), keyword);
        }
        Ok(())
    }

    fn literals(&mut self) -> Parsed<()> {
        let keyword = &self.tokens[self.next - 1];
        let text = self.class_name()?;
        self.expect(',')?;
        let class = self.class_name()?;
        self.end_of_item()?;
        if self.program.literal_classes().is_some() {
            self.repeated("the classes of literals are named twice", keyword);
        }
        self.program.set_literal_classes(text, class);
        Ok(())
    }

    fn arrays(&mut self) -> Parsed<()> {
        let keyword = &self.tokens[self.next - 1];
        let class = self.class_name()?;
        let mut interfaces = Vec::new();
        if self.accept(',') {
            self.class_names(&mut interfaces)?;
        }
        self.end_of_item()?;
        for interface in interfaces {
            self.program.add_array_interface(interface);
        }
        if self.program.array_class().is_some() {
            self.repeated("the class of arrays is named twice", keyword);
        }
        self.program.set_array_class(class);
        Ok(())
    }

    fn selector(&mut self) -> Parsed<()> {
        let (name, token) = self.name("the name of the selector")?;
        self.expect('(')?;
        let mut parameters = Vec::new();
        self.comma_separated(')', |parser| {
            parameters.push(parser.ty()?);
            Ok(())
        })?;
        let result = self.result()?;
        self.end_of_item()?;
        if self.program.add_selector(Selector { name: name.to_string(), parameters, result }).is_err() {
            self.duplicate("selector", name, token);
        }
        Ok(())
    }

    fn result(&mut self) -> Parsed<Option<Type>> {
        if self.accept(':') { Ok(Some(self.ty()?)) } else { Ok(None) }
    }

    fn global(&mut self) -> Parsed<()> {
        let (name, token) = self.symbol("the name of the global")?;
        self.expect(':')?;
        let ty = self.ty()?;
        let initial = if self.accept('=') { self.constant()? } else { Constant::zero(ty) };
        self.end_of_item()?;
        if self.program.add_global(Global { name: name.to_string(), ty, initial }).is_err() {
            self.duplicate("global", name, token);
        }
        Ok(())
    }

    fn trap(&mut self) -> Parsed<()> {
        let token = self.advance();
        // The trap called `null` is a keyword elsewhere.
        let trap = match &token.kind {
            TokenKind::Name(name, _) => Trap::ALL.into_iter().find(|trap| trap.name() == name),
            TokenKind::Symbol(_) | TokenKind::Number { .. } | TokenKind::Punctuation(_) | TokenKind::End => {
                None
            }
        };
        let Some(trap) = trap else {
            let known: Vec<&str> = Trap::ALL.iter().map(|trap| trap.name()).collect();
            return Err(syntax(
                token.position,
                token.length,
                format!("expected the name of a trap, found {}", token.describe()),
                format!("the traps are {}", known.join(", ")),
            ));
        };
        self.expect('=')?;
        let function = self.function_name()?;
        self.end_of_item()?;
        if self.program.trap(trap).is_some() {
            self.duplicate("trap", trap.name(), token);
        }
        self.program.set_trap(trap, function);
        Ok(())
    }

    fn signature(&mut self) -> Parsed<(Option<FunctionId>, usize)> {
        let (name, token) = self.symbol("the name of the function")?;
        self.expect('(')?;
        let mut parameters: Vec<Local> = Vec::new();
        self.comma_separated(')', |parser| {
            let (name, token) = parser.name("the name of a parameter")?;
            parser.expect(':')?;
            let ty = parser.ty()?;
            if parameters.iter().any(|other| other.name == name) {
                parser.duplicate("parameter", name, token);
            }
            parameters.push(Local { name: name.to_string(), ty });
            Ok(())
        })?;
        let result = self.result()?;
        let mut position = token.position;
        if self.accept_word("from") {
            let source = self.source()?;
            self.expect(':')?;
            position = self.line_and_column(source)?;
        }
        let function = Function { name: name.to_string(), parameters, result, body: None, position };
        let id = match self.program.add_function(function) {
            Ok(id) => Some(id),
            Err(_) => {
                self.duplicate("function", name, token);
                None
            }
        };
        Ok((id, self.next))
    }

    fn source(&mut self) -> Parsed<SourceId> {
        let token = self.peek();
        let TokenKind::Name(name, Quoted::Yes) = &token.kind else {
            return Err(self.unexpected("the name of a source file in quotes", "write it like \"Main.java\""));
        };
        self.next += 1;
        let sources = &mut self.program.sources;
        Ok(*self
            .sources
            .entry(name.to_string())
            .or_insert_with(|| sources.push(Source { name: name.to_string(), text: None })))
    }

    fn line_and_column(&mut self, source: SourceId) -> Parsed<Position> {
        let line = self.small_number("a line")?;
        let column = if self.accept(':') { self.small_number("a column")? } else { 0 };
        Ok(Position::new(source, line, column))
    }

    fn small_number(&mut self, what: &str) -> Parsed<u32> {
        if let TokenKind::Number { digits, suffix } = &self.peek().kind
            && suffix.is_empty()
            && let Ok(number) = digits.parse()
        {
            self.next += 1;
            return Ok(number);
        }
        Err(self.unexpected(what, "write a number from 0 to 4294967295"))
    }

    // Types and constants.

    fn ty(&mut self) -> Parsed<Type> {
        let mut ty = self.element_base()?;
        let mut dimensions = 0;
        while self.is_punctuation('[') {
            self.next += 1;
            self.expect(']')?;
            ty = self.array_of(ty, &mut dimensions)?;
        }
        Ok(ty)
    }

    fn array_of(&mut self, element: Type, dimensions: &mut usize) -> Parsed<Type> {
        *dimensions += 1;
        if *dimensions > MAX_DIMENSIONS {
            return Err(self.unexpected("fewer dimensions", "an array type has at most 255 dimensions"));
        }
        Ok(Type::Ref(RefType::Array(self.program.array_type(element))))
    }

    fn element_base(&mut self) -> Parsed<Type> {
        if let TokenKind::Name(word, Quoted::No) = &self.peek().kind
            && let Some(ty) = basic_type(word)
        {
            self.next += 1;
            return Ok(ty);
        }
        Ok(Type::Ref(RefType::Class(self.class_name()?)))
    }

    fn constant(&mut self) -> Parsed<Constant> {
        let token = self.peek();
        match &token.kind {
            TokenKind::Name(word, Quoted::No) => match word.as_ref() {
                "true" | "false" => {
                    self.next += 1;
                    Ok(Constant::Bool(word == "true"))
                }
                "null" => {
                    self.next += 1;
                    Ok(Constant::Null)
                }
                "f32" | "f64" => {
                    self.next += 1;
                    self.float_bits(word == "f32")
                }
                _ => Err(self.unexpected("a constant", "write a number, `true`, `false` or `null`")),
            },
            TokenKind::Number { digits, suffix } => {
                self.next += 1;
                number(digits, suffix).map_err(|(message, remedy)| {
                    Diagnostic::new(Code::NumberRange, message, remedy).at(token.position, token.length)
                })
            }
            TokenKind::Name(_, Quoted::Yes)
            | TokenKind::Symbol(_)
            | TokenKind::Punctuation(_)
            | TokenKind::End => {
                Err(self.unexpected("a constant", "write a number, `true`, `false` or `null`"))
            }
        }
    }

    fn float_bits(&mut self, narrow: bool) -> Parsed<Constant> {
        self.expect('(')?;
        let bits = match &self.peek().kind {
            TokenKind::Number { digits, suffix: "" } => {
                digits.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok())
            }
            TokenKind::Number { .. }
            | TokenKind::Name(..)
            | TokenKind::Symbol(_)
            | TokenKind::Punctuation(_)
            | TokenKind::End => None,
        };
        let constant = match (bits, narrow) {
            (Some(bits), false) => Some(Constant::F64(bits)),
            (Some(bits), true) => u32::try_from(bits).ok().map(Constant::F32),
            (None, _) => None,
        };
        let Some(constant) = constant else {
            return Err(
                self.unexpected("the bits of a float in hexadecimal", "write them like 0x7ff8000000000000")
            );
        };
        self.next += 1;
        self.expect(')')?;
        Ok(constant)
    }

    // Bodies.

    fn body(&mut self, function: Option<FunctionId>) -> Parsed<()> {
        if self.accept(';') {
            return Ok(());
        }
        let header = function.map(|function| self.program.functions[function].clone());
        let (parameters, position) = match header {
            Some(header) => (header.parameters, header.position),
            // The function is a duplicate: its body is read for its own mistakes, then dropped.
            None => (Vec::new(), Position::new(self.program.own_text(), 0, 0)),
        };
        let body = BodyParser::new(self, position.source).parse(&parameters)?;
        if let Some(function) = function {
            self.program.functions[function].body = Some(body);
        }
        Ok(())
    }
}

fn not_an_item(token: &Token<'_>) -> Diagnostic {
    syntax(
        token.position,
        token.length,
        format!("expected an item, found {}", token.describe()),
        "items start with `class`, `interface`, `selector`, `global`, `trap`, `literals`, `arrays`, `fn` or `annotation`",
    )
}

fn basic_type(word: &str) -> Option<Type> {
    match word {
        "bool" => Some(Type::Bool),
        "any" => Some(Type::ANY),
        "f32" => Some(Type::Float(FloatType::F32)),
        "f64" => Some(Type::Float(FloatType::F64)),
        _ => IntType::ALL.into_iter().find(|int| int.name() == word).map(Type::Int),
    }
}

/// The constant that digits and a suffix mean, or message and remedy.
fn number(digits: &str, suffix: &str) -> Result<Constant, (String, String)> {
    let fractional = digits.contains(['.', 'e']) && !digits.starts_with("0x");
    let ty = match (suffix, fractional) {
        ("", false) => Some(Type::I32),
        ("", true) => Some(Type::Float(FloatType::F64)),
        _ => basic_type(suffix),
    };
    let malformed = || {
        (format!("`{digits}{suffix}` is not a number"), "write numbers like 7, -1i64 or 2.5f32".to_string())
    };
    // The lexer lets a lone `0x` and an exponent without digits through.
    if !digits.ends_with(|last: char| last.is_ascii_hexdigit()) || digits.ends_with("0x") {
        return Err(malformed());
    }
    match ty {
        Some(Type::Int(int)) if !fractional => {
            let value = match digits.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16).ok(),
                None => digits.parse::<i128>().ok(),
            };
            match value.filter(|&value| int.contains(value)) {
                Some(value) => Ok(Constant::Int(int, int.word(value))),
                None => Err((
                    format!("`{digits}` does not fit `{}`", int.name()),
                    format!("the type has the values {} to {}", int.min(), int.max()),
                )),
            }
        }
        Some(Type::Float(float)) => {
            let constant = match float {
                FloatType::F32 => digits
                    .parse::<f32>()
                    .ok()
                    .filter(|value| value.is_finite())
                    .map(|value| Constant::F32(value.to_bits())),
                FloatType::F64 => digits
                    .parse::<f64>()
                    .ok()
                    .filter(|value| value.is_finite())
                    .map(|value| Constant::F64(value.to_bits())),
            };
            constant.ok_or_else(|| {
                (
                    format!("`{digits}` does not fit `{}`", float.name()),
                    "write infinities and NaN by their bits, like f64(0x7ff0000000000000)".to_string(),
                )
            })
        }
        Some(Type::Bool | Type::Int(_) | Type::Ref(_)) | None => Err(malformed()),
    }
}
