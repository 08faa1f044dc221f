//! Builds functions statement by statement: what front ends and tests use.

use crate::ids::{BlockId, Id as _, IdVec, LocalId};
use crate::position::Position;
use crate::program::{Block, Body, Function, Local, Unwind};
use crate::statement::{Operand, Place, Rvalue, Statement, StatementKind, Terminator, TerminatorKind};
use crate::types::Type;

/// Builds one function. Statements go to the current block at the current position.
///
/// ```
/// use ir::{FunctionBuilder, Position, Program, Constant, BinaryOp, Rvalue, TerminatorKind, Type};
///
/// let mut program = Program::new("built");
/// let mut f = FunctionBuilder::new("twice", Position::new(program.own_text(), 1, 1));
/// let x = f.parameter("x", Type::I32);
/// f.result(Type::I32);
/// let sum = f.local("sum", Type::I32);
/// f.assign(sum, Rvalue::Binary(BinaryOp::Add, x.into(), x.into()));
/// f.end(TerminatorKind::Return(Some(sum.into())));
/// program.add_function(f.finish()).unwrap();
/// ir::verify::verify(&program).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    name: String,
    parameters: usize,
    result: Option<Type>,
    start: Position,
    position: Position,
    locals: IdVec<LocalId, Local>,
    blocks: IdVec<BlockId, Unfinished>,
    current: BlockId,
}

#[derive(Clone, Debug, Default)]
struct Unfinished {
    statements: Vec<Statement>,
    terminator: Option<Terminator>,
    unwind: Option<Unwind>,
}

impl FunctionBuilder {
    /// A function without parameters and result, with an empty entry block.
    pub fn new(name: impl Into<String>, position: Position) -> Self {
        let mut blocks = IdVec::new();
        let current = blocks.push(Unfinished::default());
        FunctionBuilder {
            name: name.into(),
            parameters: 0,
            result: None,
            start: position,
            position,
            locals: IdVec::new(),
            blocks,
            current,
        }
    }

    /// Adds a parameter.
    ///
    /// # Panics
    /// After the first [`local`](Self::local): parameters are the first locals.
    pub fn parameter(&mut self, name: impl Into<String>, ty: Type) -> LocalId {
        assert_eq!(self.parameters, self.locals.len(), "parameters are added before other locals");
        self.parameters += 1;
        self.locals.push(Local { name: name.into(), ty })
    }

    /// Gives the function a result.
    pub fn result(&mut self, ty: Type) {
        self.result = Some(ty);
    }

    /// Adds a local.
    pub fn local(&mut self, name: impl Into<String>, ty: Type) -> LocalId {
        self.locals.push(Local { name: name.into(), ty })
    }

    /// Adds an empty block; the current one stays the same.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Unfinished::default())
    }

    /// The type of a local.
    pub fn local_type(&self, local: LocalId) -> Type {
        self.locals[local].ty
    }

    /// The type of an operand, or `None` for `null`.
    pub fn operand_type(&self, operand: Operand) -> Option<Type> {
        match operand {
            Operand::Local(local) => Some(self.local_type(local)),
            Operand::Constant(constant) => constant.ty(),
        }
    }

    /// How many parameters there are.
    pub fn parameter_count(&self) -> usize {
        self.parameters
    }

    /// The local of that name.
    pub fn find_local(&self, name: &str) -> Option<LocalId> {
        self.locals.enumerate().find(|(_, local)| local.name == name).map(|(id, _)| id)
    }

    /// The block that statements go to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// How many statements the current block has.
    pub fn statement_count(&self) -> usize {
        self.blocks[self.current].statements.len()
    }

    /// Makes a block the current one.
    pub fn go_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Where the following statements come from.
    pub fn at(&mut self, position: Position) {
        self.position = position;
    }

    /// Says where exceptions of a block go.
    pub fn unwind(&mut self, from: BlockId, unwind: Unwind) {
        self.blocks[from].unwind = Some(unwind);
    }

    /// Adds a statement to the current block.
    pub fn push(&mut self, kind: StatementKind) {
        let position = self.position;
        self.blocks[self.current].statements.push(Statement { kind, position });
    }

    /// Adds an assignment.
    pub fn assign(&mut self, to: LocalId, value: Rvalue) {
        self.push(StatementKind::Assign { to, value });
    }

    /// Adds a write to memory.
    pub fn store(&mut self, to: Place, value: impl Into<Operand>) {
        self.push(StatementKind::Store { to, value: value.into() });
    }

    /// Ends the current block.
    ///
    /// # Panics
    /// If it has ended already.
    pub fn end(&mut self, kind: TerminatorKind) {
        let position = self.position;
        let block = &mut self.blocks[self.current];
        assert!(block.terminator.is_none(), "a block ends once");
        block.terminator = Some(Terminator { kind, position });
    }

    /// Whether the current block has ended.
    pub fn has_ended(&self) -> bool {
        self.blocks[self.current].terminator.is_some()
    }

    /// The finished function.
    ///
    /// # Panics
    /// If a block has not ended.
    pub fn finish(self) -> Function {
        let parameters = self.locals.iter().take(self.parameters).cloned().collect();
        let mut blocks = IdVec::new();
        for block in self.blocks.ids() {
            let Unfinished { statements, terminator, unwind } = self.blocks[block].clone();
            let terminator = terminator
                .unwrap_or_else(|| panic!("block b{} of `{}` has a terminator", block.index(), self.name));
            blocks.push(Block { statements, terminator, unwind });
        }
        Function {
            name: self.name,
            parameters,
            result: self.result,
            body: Some(Body { locals: self.locals, blocks }),
            position: self.start,
        }
    }
}
