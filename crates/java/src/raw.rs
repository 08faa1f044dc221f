//! Byte offsets in class files. The class-file library counts instructions and rounds the ends of
//! exception ranges; the tables of names and ranges count bytes. This reads the few tables that are
//! needed as they stand in the file.

use ristretto_classfile::attributes::Instruction;

/// What the `Code` attribute of a method says in bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawCode {
    /// Start, end, handler and catch type of each exception range.
    pub(crate) ranges: Vec<(u16, u16, u16, u16)>,
    /// Start, length, name, descriptor and slot of each named local.
    pub(crate) locals: Vec<(u16, u16, u16, u16, u16)>,
    /// The frames of the verifier.
    pub(crate) frames: Vec<RawFrame>,
}

/// A frame as a difference to the one before it (JVMS 4.7.4). Offsets count bytes.
#[derive(Clone, Debug)]
pub(crate) enum RawFrame {
    Same { delta: u16, stack: Vec<RawType> },
    Chop { delta: u16, count: usize },
    Append { delta: u16, locals: Vec<RawType> },
    Full { delta: u16, locals: Vec<RawType>, stack: Vec<RawType> },
}

/// What a frame says of a local or an entry of the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawType {
    Top,
    /// A number of one slot.
    Single,
    /// A number of two slots.
    Wide,
    Null,
    FreshThis,
    /// By the index of a class constant.
    Object(u16),
    /// By the offset of the instruction that made it.
    Fresh(u16),
}

/// Reads numbers from bytes, as far as they go.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Self {
        Reader { bytes, at }
    }

    /// How many bytes are left.
    pub(crate) fn rest(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest() == 0
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(crate) fn peek_u16(&self) -> Option<u16> {
        self.bytes.get(self.at..self.at + 2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

/// The `Code` attributes of a class file's methods in order; `None` for methods without code. The
/// whole is `None` if the file is not well-formed.
pub(crate) fn code_attributes(bytes: &[u8]) -> Option<Vec<Option<RawCode>>> {
    let mut reader = Reader { bytes, at: 8 };
    let names = constant_pool(&mut reader)?;
    let is = |index: u16, name: &[u8]| names.get(usize::from(index)).is_some_and(|text| *text == Some(name));
    reader.take(6)?;
    let interfaces = reader.u16()?;
    reader.take(2 * usize::from(interfaces))?;
    for _ in 0..reader.u16()? {
        reader.take(6)?;
        for _ in 0..reader.u16()? {
            reader.take(2)?;
            let length = reader.u32()?;
            reader.take(length as usize)?;
        }
    }
    let mut methods = Vec::new();
    for _ in 0..reader.u16()? {
        reader.take(6)?;
        let mut code = None;
        for _ in 0..reader.u16()? {
            let name = reader.u16()?;
            let length = reader.u32()?;
            let body = reader.take(length as usize)?;
            if is(name, b"Code") {
                let tables = Tables {
                    is_locals: &|index| is(index, b"LocalVariableTable"),
                    is_frames: &|index| is(index, b"StackMapTable"),
                };
                code = Some(code_attribute(body, &tables)?);
            }
        }
        methods.push(code);
    }
    Some(methods)
}

/// The strings of a constant pool by index.
pub(crate) fn constant_pool<'a>(reader: &mut Reader<'a>) -> Option<Vec<Option<&'a [u8]>>> {
    let count = usize::from(reader.u16()?);
    // The shortest constant takes three bytes.
    if count.checked_sub(1)? * 3 > reader.rest() {
        return None;
    }
    let mut names = vec![None; count];
    let mut index = 1;
    while index < count {
        let tag = reader.u8()?;
        match tag {
            1 => {
                let length = reader.u16()?;
                names[index] = Some(reader.take(length.into())?);
            }
            7 | 8 | 16 | 19 | 20 => drop(reader.take(2)?),
            15 => drop(reader.take(3)?),
            3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => drop(reader.take(4)?),
            5 | 6 => {
                reader.take(8)?;
                index += 1;
            }
            _ => return None,
        }
        index += 1;
    }
    Some(names)
}

/// Which of the tables of a method's code a name means.
struct Tables<'a> {
    is_locals: &'a dyn Fn(u16) -> bool,
    is_frames: &'a dyn Fn(u16) -> bool,
}

fn code_attribute(bytes: &[u8], tables: &Tables<'_>) -> Option<RawCode> {
    let mut reader = Reader { bytes, at: 4 };
    let length = reader.u32()?;
    reader.take(length as usize)?;
    let mut code = RawCode::default();
    for _ in 0..reader.u16()? {
        code.ranges.push((reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?));
    }
    for _ in 0..reader.u16()? {
        let name = reader.u16()?;
        let length = reader.u32()?;
        let body = reader.take(length as usize)?;
        if (tables.is_frames)(name) {
            code.frames = frames(&mut Reader { bytes: body, at: 0 })?;
        }
        if (tables.is_locals)(name) {
            let mut table = Reader { bytes: body, at: 0 };
            for _ in 0..table.u16()? {
                code.locals.push((table.u16()?, table.u16()?, table.u16()?, table.u16()?, table.u16()?));
            }
        }
    }
    Some(code)
}

fn frames(table: &mut Reader<'_>) -> Option<Vec<RawFrame>> {
    let mut frames = Vec::new();
    for _ in 0..table.u16()? {
        let kind = table.u8()?;
        frames.push(match kind {
            0..=63 => RawFrame::Same { delta: kind.into(), stack: Vec::new() },
            64..=127 => RawFrame::Same { delta: u16::from(kind) - 64, stack: types(table, 1)? },
            128..=246 => return None,
            247 => RawFrame::Same { delta: table.u16()?, stack: types(table, 1)? },
            248..=250 => RawFrame::Chop { delta: table.u16()?, count: usize::from(251 - kind) },
            251 => RawFrame::Same { delta: table.u16()?, stack: Vec::new() },
            252..=254 => {
                RawFrame::Append { delta: table.u16()?, locals: types(table, u16::from(kind) - 251)? }
            }
            255 => {
                let delta = table.u16()?;
                let count = table.u16()?;
                let locals = types(table, count)?;
                let count = table.u16()?;
                RawFrame::Full { delta, locals, stack: types(table, count)? }
            }
        });
    }
    Some(frames)
}

fn types(table: &mut Reader<'_>, count: u16) -> Option<Vec<RawType>> {
    let one = |_| {
        Some(match table.u8()? {
            0 => RawType::Top,
            1 | 2 => RawType::Single,
            3 | 4 => RawType::Wide,
            5 => RawType::Null,
            6 => RawType::FreshThis,
            7 => RawType::Object(table.u16()?),
            8 => RawType::Fresh(table.u16()?),
            _ => return None,
        })
    };
    (0..count).map(one).collect()
}

/// Where each instruction starts, and behind them where the code ends.
pub(crate) fn offsets(code: &[Instruction]) -> Vec<u32> {
    let mut offsets = Vec::with_capacity(code.len() + 1);
    let mut at = 0;
    for instruction in code {
        offsets.push(at);
        at += length(instruction, at);
    }
    offsets.push(at);
    offsets
}

/// How many bytes an instruction has that starts at a given offset.
#[expect(clippy::wildcard_enum_match_arm, reason = "most instructions are one byte long")]
fn length(instruction: &Instruction, at: u32) -> u32 {
    use Instruction as I;
    // The tables of switches start at a multiple of four.
    let padding = 3 - at % 4;
    match instruction {
        I::Tableswitch(table) => 1 + padding + 12 + 4 * table.offsets.len() as u32,
        I::Lookupswitch(table) => 1 + padding + 8 + 8 * table.pairs.len() as u32,
        I::Bipush(_)
        | I::Ldc(_)
        | I::Iload(_)
        | I::Lload(_)
        | I::Fload(_)
        | I::Dload(_)
        | I::Aload(_)
        | I::Istore(_)
        | I::Lstore(_)
        | I::Fstore(_)
        | I::Dstore(_)
        | I::Astore(_)
        | I::Ret(_)
        | I::Newarray(_) => 2,
        I::Sipush(_)
        | I::Ldc_w(_)
        | I::Ldc2_w(_)
        | I::Iinc(..)
        | I::Ifeq(_)
        | I::Ifne(_)
        | I::Iflt(_)
        | I::Ifge(_)
        | I::Ifgt(_)
        | I::Ifle(_)
        | I::If_icmpeq(_)
        | I::If_icmpne(_)
        | I::If_icmplt(_)
        | I::If_icmpge(_)
        | I::If_icmpgt(_)
        | I::If_icmple(_)
        | I::If_acmpeq(_)
        | I::If_acmpne(_)
        | I::Goto(_)
        | I::Jsr(_)
        | I::Getstatic(_)
        | I::Putstatic(_)
        | I::Getfield(_)
        | I::Putfield(_)
        | I::Invokevirtual(_)
        | I::Invokespecial(_)
        | I::Invokestatic(_)
        | I::New(_)
        | I::Anewarray(_)
        | I::Checkcast(_)
        | I::Instanceof(_)
        | I::Ifnull(_)
        | I::Ifnonnull(_) => 3,
        I::Multianewarray(..)
        | I::Iload_w(_)
        | I::Lload_w(_)
        | I::Fload_w(_)
        | I::Dload_w(_)
        | I::Aload_w(_)
        | I::Istore_w(_)
        | I::Lstore_w(_)
        | I::Fstore_w(_)
        | I::Dstore_w(_)
        | I::Astore_w(_)
        | I::Ret_w(_) => 4,
        I::Invokeinterface(..) | I::Invokedynamic(_) | I::Goto_w(_) | I::Jsr_w(_) => 5,
        I::Iinc_w(..) => 6,
        _ => 1,
    }
}
