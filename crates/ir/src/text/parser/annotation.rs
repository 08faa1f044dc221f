//! Annotations: `annotation field Node.left "glassbox.api.Tree"()`.

use super::super::lexer::{Quoted, TokenKind};
use super::{Parsed, Parser};
use crate::annotation::{Annotated, Annotation, AnnotationValue, MAX_NESTING};

impl Parser<'_> {
    pub(super) fn annotation(&mut self) -> Parsed<()> {
        let on = self.annotated()?;
        let annotation = self.annotation_itself(0)?;
        self.end_of_item()?;
        self.program.annotations.add(on, annotation);
        Ok(())
    }

    fn annotated(&mut self) -> Parsed<Annotated> {
        if self.accept_word("class") {
            return self.class_name().map(Annotated::Class);
        }
        if self.accept_word("global") {
            return self.global_name("a global").map(Annotated::Global);
        }
        if self.accept_word("fn") {
            return self.function_name().map(Annotated::Function);
        }
        if !self.accept_word("field") {
            let wanted = "`class`, `field`, `global` or `fn`";
            return Err(self.unexpected(wanted, "say what the annotation is written onto"));
        }
        let class = self.class_name()?;
        self.expect('.')?;
        let (name, token) = self.name("the name of the field")?;
        let own = &self.program.classes[class].fields;
        match own.iter().find(|&&field| self.program.fields[field].name == name) {
            Some(&field) => Ok(Annotated::Field(field)),
            None => {
                Err(self.unknown("field", name, token, "the class declares no field of that name itself"))
            }
        }
    }

    /// The name and what the annotation says.
    fn annotation_itself(&mut self, depth: usize) -> Parsed<Annotation> {
        let name = match &self.peek().kind {
            TokenKind::Name(name, Quoted::Yes) => name.to_string(),
            TokenKind::Name(_, Quoted::No)
            | TokenKind::Symbol(_)
            | TokenKind::Number { .. }
            | TokenKind::Punctuation(_)
            | TokenKind::End => {
                return Err(self.unexpected("the name of an annotation", "write it between quotes"));
            }
        };
        self.advance();
        self.expect('(')?;
        let mut values = Vec::new();
        self.comma_separated(')', |parser| {
            let (name, _) = parser.name("a name")?;
            parser.expect('=')?;
            values.push((name.to_string(), parser.annotation_value(depth + 1)?));
            Ok(())
        })?;
        Ok(Annotation { name, values })
    }

    fn annotation_value(&mut self, depth: usize) -> Parsed<AnnotationValue> {
        if depth > MAX_NESTING {
            return Err(self.unexpected("less nesting", &format!("nest at most {MAX_NESTING} levels")));
        }
        match &self.peek().kind {
            TokenKind::Name(text, Quoted::Yes) => {
                if self.peek_second().kind == TokenKind::Punctuation('(') {
                    return self.annotation_itself(depth + 1).map(AnnotationValue::Annotation);
                }
                self.advance();
                Ok(AnnotationValue::Text(text.to_string()))
            }
            TokenKind::Symbol(name) => {
                self.advance();
                Ok(AnnotationValue::Name(name.to_string()))
            }
            TokenKind::Punctuation('[') => {
                self.advance();
                let mut values = Vec::new();
                self.comma_separated(']', |parser| {
                    values.push(parser.annotation_value(depth + 1)?);
                    Ok(())
                })?;
                Ok(AnnotationValue::List(values))
            }
            TokenKind::Name(_, Quoted::No)
            | TokenKind::Number { .. }
            | TokenKind::Punctuation(_)
            | TokenKind::End => self.constant().map(AnnotationValue::Constant),
        }
    }
}
