//! Whether a class file has room for what it claims, before anything is made from it.
//!
//! The class-file library makes room for as many entries as a table says that it has, reads the content of an
//! attribute whatever its length says, and follows nested annotations as deep as they go. A file
//! that was made to hurt would take memory and stack from it without end. So the whole file is walked here
//! first, and nothing is kept: every table must end where its attribute ends, attributes and annotations must not
//! be nested deeper than anybody nests them. What passes takes memory in proportion to its length.

use ir::Code;

use crate::raw::Reader;

/// The newest class-file version that is read: that of Java 25.
const NEWEST: u16 = 69;

/// Annotations inside annotations deeper than this are refused; compilers write two or three levels.
const MAX_NESTING: usize = 30;

/// What is wrong with a class file, in words that follow its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Misshapen {
    pub(crate) code: Code,
    pub(crate) what: String,
}

impl Misshapen {
    fn damaged(what: impl Into<String>) -> Self {
        Misshapen { code: Code::BadClassFile, what: what.into() }
    }

    /// What to do about it.
    pub(crate) fn remedy(&self) -> &'static str {
        if self.code == Code::TooNew {
            "compile it for an older release, for example with `javac --release 25`"
        } else {
            "compile it again"
        }
    }
}

type Checked = Result<(), Misshapen>;

/// Where an attribute stands: some may stand only in one place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Class,
    Member,
    Code,
    Component,
}

/// Walks a class file.
pub(crate) fn check(bytes: &[u8]) -> Checked {
    let mut walk = Walk { reader: Reader::new(bytes, 0), names: Vec::new() };
    let cut = |part: &'static str| move || Misshapen::damaged(format!("is cut off or damaged in its {part}"));
    let header = |walk: &mut Walk<'_>| Some((walk.reader.u32()?, walk.reader.u16()?, walk.reader.u16()?));
    let Some((magic, minor, major)) = header(&mut walk) else {
        return Err(cut("header")());
    };
    if magic != 0xcafe_babe {
        return Err(Misshapen::damaged("does not begin like a class file"));
    }
    if major > NEWEST {
        let what = format!(
            "has version {major}.{minor}, that of Java {}; the newest that is read is {NEWEST}, that of Java {}",
            major - 44,
            NEWEST - 44
        );
        return Err(Misshapen { code: Code::TooNew, what });
    }
    if major < 45 {
        return Err(Misshapen::damaged(format!("has version {major}.{minor}, which no Java ever had")));
    }
    walk.names = crate::raw::constant_pool(&mut walk.reader).ok_or_else(cut("constant pool"))?;
    walk.reader.take(6).ok_or_else(cut("header"))?;
    walk.table(2).ok_or_else(cut("list of interfaces"))?;
    for members in ["fields", "methods"] {
        let count = walk.reader.u16().ok_or_else(cut(members))?;
        for _ in 0..count {
            walk.reader.take(6).ok_or_else(cut(members))?;
            walk.attributes(Level::Member).map_err(|what| Misshapen::damaged(what.of(members)))?;
        }
    }
    walk.attributes(Level::Class).map_err(|what| Misshapen::damaged(what.of("attributes")))?;
    if !walk.reader.is_empty() {
        return Err(Misshapen::damaged("goes on after its end"));
    }
    Ok(())
}

/// What is wrong with an attribute.
enum Wrong {
    CutOff,
    /// The table in it is longer or shorter than the attribute, or nested too deep.
    Content(String),
    Place(String),
}

impl Wrong {
    fn of(self, part: &str) -> String {
        match self {
            Wrong::CutOff => format!("is cut off or damaged in its {part}"),
            Wrong::Content(name) => format!("has an attribute `{name}` in its {part} whose length is wrong"),
            Wrong::Place(name) => {
                format!("has an attribute `{name}` in its {part} where none of that name may stand")
            }
        }
    }
}

struct Walk<'a> {
    reader: Reader<'a>,
    names: Vec<Option<&'a [u8]>>,
}

impl<'a> Walk<'a> {
    /// A table with a count in front and entries of one size.
    fn table(&mut self, size: usize) -> Option<()> {
        let count = self.reader.u16()?;
        self.reader.take(size * usize::from(count)).map(drop)
    }

    fn attributes(&mut self, level: Level) -> Result<(), Wrong> {
        let count = self.reader.u16().ok_or(Wrong::CutOff)?;
        for _ in 0..count {
            let mut header = || Some((self.reader.u16()?, self.reader.u32()?));
            let (name, length) = header().ok_or(Wrong::CutOff)?;
            let body = self.reader.take(length as usize).ok_or(Wrong::CutOff)?;
            let name = self.names.get(usize::from(name)).copied().flatten();
            let shown = || String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
            let name = name.ok_or_else(|| Wrong::Content(shown()))?;
            let mut inner = Walk { reader: Reader::new(body, 0), names: std::mem::take(&mut self.names) };
            let content = inner.content(name, level);
            let rest = inner.reader.is_empty();
            self.names = inner.names;
            match content {
                Content::Known(Ok(())) if rest => {}
                Content::Unknown => {}
                Content::Known(Err(Some(wrong))) => return Err(wrong),
                Content::Known(Ok(()) | Err(None)) => return Err(Wrong::Content(shown())),
                Content::Misplaced => return Err(Wrong::Place(shown())),
            }
        }
        Ok(())
    }

    /// The content of an attribute (JVMS 4.7).
    fn content(&mut self, name: &[u8], level: Level) -> Content {
        let read = match name {
            b"Code" => {
                if level != Level::Member {
                    return Content::Misplaced;
                }
                return Content::Known(self.code());
            }
            b"Record" => {
                if level != Level::Class {
                    return Content::Misplaced;
                }
                return Content::Known(self.components());
            }
            b"ConstantValue" | b"Signature" | b"SourceFile" | b"ModuleMainClass" | b"NestHost" => {
                self.reader.take(2).map(drop)
            }
            b"EnclosingMethod" => self.reader.take(4).map(drop),
            b"Synthetic" | b"Deprecated" => Some(()),
            b"Exceptions" | b"NestMembers" | b"PermittedSubclasses" | b"ModulePackages" => self.table(2),
            b"LineNumberTable" => self.table(4),
            b"InnerClasses" => self.table(8),
            b"LocalVariableTable" | b"LocalVariableTypeTable" => self.table(10),
            b"MethodParameters" => {
                self.reader.u8().and_then(|count| self.reader.take(4 * usize::from(count))).map(drop)
            }
            b"StackMapTable" => self.frames(),
            b"BootstrapMethods" => self.each(|walk| {
                walk.reader.take(2)?;
                walk.table(2)
            }),
            b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => {
                self.each(|walk| walk.annotation(0))
            }
            b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
                self.parameters()
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                self.each(Walk::type_annotation)
            }
            b"AnnotationDefault" => self.element(0),
            b"Module" => self.module(),
            _ => return Content::Unknown,
        };
        Content::Known(read.ok_or(None))
    }

    fn each(&mut self, mut entry: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        for _ in 0..self.reader.u16()? {
            entry(self)?;
        }
        Some(())
    }

    fn code(&mut self) -> Result<(), Option<Wrong>> {
        self.reader.take(4).ok_or(None)?;
        let length = self.reader.u32().ok_or(None)?;
        // The format has no room for more.
        if length > u32::from(u16::MAX) {
            return Err(None);
        }
        self.reader.take(length as usize).ok_or(None)?;
        self.table(8).ok_or(None)?;
        self.attributes(Level::Code).map_err(Some)
    }

    fn components(&mut self) -> Result<(), Option<Wrong>> {
        for _ in 0..self.reader.u16().ok_or(None)? {
            self.reader.take(4).ok_or(None)?;
            self.attributes(Level::Component).map_err(Some)?;
        }
        Ok(())
    }

    fn frames(&mut self) -> Option<()> {
        self.each(|walk| {
            let kind = walk.reader.u8()?;
            match kind {
                0..=63 => Some(()),
                64..=127 => walk.verification_types(1),
                247 => {
                    walk.reader.take(2)?;
                    walk.verification_types(1)
                }
                248..=251 => walk.reader.take(2).map(drop),
                252..=254 => {
                    walk.reader.take(2)?;
                    walk.verification_types((kind - 251).into())
                }
                255 => {
                    walk.reader.take(2)?;
                    for _ in 0..2 {
                        let count = walk.reader.u16()?;
                        walk.verification_types(count)?;
                    }
                    Some(())
                }
                _ => None,
            }
        })
    }

    fn verification_types(&mut self, count: u16) -> Option<()> {
        // Each takes a byte at least, so a count beyond the rest is found without reading.
        if usize::from(count) > self.reader.rest() {
            return None;
        }
        for _ in 0..count {
            if let 7 | 8 = self.reader.u8()? {
                self.reader.take(2)?;
            }
        }
        Some(())
    }

    fn parameters(&mut self) -> Option<()> {
        for _ in 0..self.reader.u8()? {
            self.each(|walk| walk.annotation(0))?;
        }
        Some(())
    }

    fn annotation(&mut self, depth: usize) -> Option<()> {
        self.reader.take(2)?;
        self.pairs(depth)
    }

    fn pairs(&mut self, depth: usize) -> Option<()> {
        self.roomy(5)?;
        self.each(|walk| {
            walk.reader.take(2)?;
            walk.element(depth)
        })
    }

    /// Whether there is room for the entries that the count ahead announces.
    fn roomy(&self, least: usize) -> Option<()> {
        let count = usize::from(self.reader.peek_u16()?);
        (count * least <= self.reader.rest()).then_some(())
    }

    fn element(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_NESTING {
            return None;
        }
        match self.reader.u8()? {
            b'e' => self.reader.take(4).map(drop),
            b'@' => self.annotation(depth + 1),
            b'[' => {
                self.roomy(3)?;
                self.each(|walk| walk.element(depth + 1))
            }
            _ => self.reader.take(2).map(drop),
        }
    }

    fn type_annotation(&mut self) -> Option<()> {
        let target = match self.reader.u8()? {
            0x00 | 0x01 | 0x16 => 1,
            0x10..=0x12 | 0x17 | 0x42..=0x46 => 2,
            0x13..=0x15 => 0,
            0x47..=0x4b => 3,
            0x40 | 0x41 => {
                self.table(6)?;
                0
            }
            _ => return None,
        };
        self.reader.take(target)?;
        let path = self.reader.u8()?;
        self.reader.take(2 * usize::from(path))?;
        self.annotation(0)
    }

    fn module(&mut self) -> Option<()> {
        self.reader.take(6)?;
        self.table(6)?;
        for fixed in [4, 4] {
            self.each(|walk| {
                walk.reader.take(fixed)?;
                walk.table(2)
            })?;
        }
        self.table(2)?;
        self.each(|walk| {
            walk.reader.take(2)?;
            walk.table(2)
        })
    }
}

/// What a walk through an attribute's content gave.
enum Content {
    /// Attributes that nobody here knows are skipped by their length, as everywhere.
    Unknown,
    /// An error of `None` is one of the attribute itself.
    Known(Result<(), Option<Wrong>>),
    Misplaced,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class file with the texts as constants 1 and up, and one class attribute named by constant 1.
    fn class_file(name: &str, body: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 2, 1];
        bytes.extend((name.len() as u16).to_be_bytes());
        bytes.extend(name.as_bytes());
        // Flags, this, super, interfaces, fields, methods.
        bytes.extend([0; 12]);
        bytes.extend([0, 1, 0, 1]);
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(body);
        bytes
    }

    fn said(bytes: &[u8]) -> String {
        check(bytes).map_or_else(|wrong| wrong.what, |()| "well".to_string())
    }

    #[test]
    fn tables_must_fill_their_attributes() {
        assert_eq!(said(&class_file("NestMembers", &[0, 1, 0, 1])), "well");
        assert_eq!(said(&class_file("Unheard", &[1, 2, 3])), "well");
        let wrong = "has an attribute `NestMembers` in its attributes whose length is wrong";
        assert_eq!(said(&class_file("NestMembers", &[0xff, 0xff, 0, 1])), wrong);
        assert_eq!(said(&class_file("NestMembers", &[0, 0, 0])), wrong);
        assert_eq!(
            said(&class_file("Code", &[0; 12])),
            "has an attribute `Code` in its attributes where none of that name may stand"
        );
    }

    #[test]
    fn every_prefix_of_a_class_file_is_refused() {
        let whole = class_file("RuntimeVisibleAnnotations", &[0, 1, 0, 1, 0, 1, 0, 1, b'I', 0, 1]);
        assert_eq!(said(&whole), "well");
        for length in 0..whole.len() {
            assert!(check(&whole[..length]).is_err(), "{length} bytes");
        }
        let longer = [whole.as_slice(), &[0]].concat();
        assert_eq!(said(&longer), "goes on after its end");
    }

    #[test]
    fn annotations_are_not_followed_for_ever() {
        let nested = |depth: usize| {
            let mut body = vec![0, 1, 0, 1, 0, 1, 0, 1];
            body.extend([b'[', 0, 1].repeat(depth));
            body.extend([b'I', 0, 1]);
            class_file("RuntimeVisibleAnnotations", &body)
        };
        assert_eq!(said(&nested(3)), "well");
        assert!(check(&nested(1_000_000)).is_err());
        let claimed = class_file("AnnotationDefault", &[b'[', 0xff, 0xff, b'[', 0xff, 0xff, b'I', 0, 1]);
        assert!(check(&claimed).is_err());
    }

    #[test]
    fn versions_have_bounds() {
        let mut bytes = class_file("Unheard", &[]);
        bytes[7] = 70;
        let wrong = check(&bytes).expect_err("nobody reads version 70");
        assert_eq!(wrong.code, Code::TooNew);
        assert!(wrong.what.starts_with("has version 70.0, that of Java 26;"), "{}", wrong.what);
        bytes[7] = 44;
        assert_eq!(said(&bytes), "has version 44.0, which no Java ever had");
    }
}
