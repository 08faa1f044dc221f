//! A program made ready to run: layouts of classes, method tables, and code that is lowered when a
//! function is first called. It never changes what the program means and is shared by machines.

use std::sync::OnceLock;

use ir::{ClassId, FunctionId, Id as _, IdVec, Program, RefType, SelectorId, Type};

use crate::code::{Code, Element, Live, LiveRegister};
use crate::lower::{self, Lowering};

/// How the fields of a class's objects lie in slots: those of the superclass first.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each slot, whether it holds a reference.
    pub references: Box<[bool]>,
    /// For each slot, its field.
    pub fields: Box<[ir::FieldId]>,
}

/// A program made ready to run.
#[derive(Debug)]
pub struct Image<'p> {
    program: &'p Program,
    lowering: Lowering,
    code: IdVec<FunctionId, OnceLock<Code>>,
    layouts: IdVec<ClassId, Layout>,
    /// For each class its ancestors, itself included, ascending.
    ancestors: IdVec<ClassId, Box<[ClassId]>>,
    /// For each field its slot.
    slots: IdVec<ir::FieldId, u16>,
    elements: IdVec<ir::ArrayTypeId, Element>,
    globals: Box<[bool]>,
}

impl<'p> Image<'p> {
    /// Prepares a verified program.
    pub fn new(program: &'p Program, lowering: Lowering) -> Self {
        let mut layouts: IdVec<ClassId, Option<Layout>> = IdVec::filled(None, program.classes.len());
        let mut slots = IdVec::filled(0, program.fields.len());
        for class in program.classes.ids() {
            lay_out(program, class, &mut layouts, &mut slots);
        }
        Image {
            program,
            lowering,
            code: program.functions.iter().map(|_| OnceLock::new()).collect(),
            layouts: layouts.iter().map(|layout| layout.clone().expect("every class was laid out")).collect(),
            ancestors: program.classes.ids().map(|class| ancestors(program, class)).collect(),
            slots,
            elements: program.array_types().iter().map(|&ty| Element::packed(ty)).collect(),
            globals: program.globals.iter().map(|global| global.ty.is_ref()).collect(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The layout of a class's objects.
    #[inline]
    pub fn layout(&self, class: ClassId) -> &Layout {
        &self.layouts[class]
    }

    /// For each global, whether it holds a reference.
    pub fn global_references(&self) -> &[bool] {
        &self.globals
    }

    /// The slot of a field.
    pub(crate) fn slot(&self, field: ir::FieldId) -> u16 {
        self.slots[field]
    }

    /// How the elements of an array type lie in memory when arrays are packed.
    #[inline]
    pub(crate) fn element(&self, array: ir::ArrayTypeId) -> Element {
        self.elements[array]
    }

    /// The code of a function, or `None` if it has no body.
    #[inline]
    pub(crate) fn code(&self, function: FunctionId) -> Option<&Code> {
        match self.code[function].get() {
            Some(code) => Some(code),
            None => self.lower(function),
        }
    }

    #[cold]
    fn lower(&self, function: FunctionId) -> Option<&Code> {
        let declared = &self.program.functions[function];
        let body = declared.body.as_ref()?;
        let parameters = declared.parameters.len();
        Some(self.code[function].get_or_init(|| lower::lower(self, parameters, body, self.lowering)))
    }

    /// Whether objects of class `sub` are objects of `class` too.
    #[inline]
    pub(crate) fn is_subclass(&self, sub: ClassId, class: ClassId) -> bool {
        sub == class || self.ancestors[sub].binary_search(&class).is_ok()
    }

    /// Whether an object of that run-time type belongs to the type.
    #[inline]
    pub(crate) fn belongs(&self, object: RefType, ty: RefType) -> bool {
        match (object, ty) {
            (RefType::Class(sub), RefType::Class(class)) => self.is_subclass(sub, class),
            (_, RefType::Any) => true,
            (RefType::Any | RefType::Array(_), _) | (RefType::Class(_), RefType::Array(_)) => {
                self.program.is_subtype(object, ty)
            }
        }
    }

    /// The method that objects of a class have for a selector.
    pub(crate) fn method(&self, class: ClassId, selector: SelectorId) -> Option<FunctionId> {
        self.program.method(class, selector)
    }

    /// What is live at the operations of a function.
    pub(crate) fn live(&self, function: FunctionId) -> &[Live] {
        let code = self.code(function).expect("only functions with code have frames");
        code.live.get_or_init(|| {
            let body = self.program.functions[function].body.as_ref().expect("code comes from a body");
            live(body, code)
        })
    }
}

fn lay_out(
    program: &Program,
    class: ClassId,
    layouts: &mut IdVec<ClassId, Option<Layout>>,
    slots: &mut IdVec<ir::FieldId, u16>,
) {
    // Superclasses first; the chain is walked without recursion.
    let mut chain = vec![class];
    while let Some(superclass) =
        program.classes[*chain.last().expect("the chain starts with the class")].superclass
    {
        if layouts[superclass].is_some() {
            break;
        }
        chain.push(superclass);
    }
    while let Some(class) = chain.pop() {
        let inherited = program.classes[class].superclass.and_then(|superclass| layouts[superclass].clone());
        let (mut references, mut fields) = match inherited {
            Some(layout) => (layout.references.into_vec(), layout.fields.into_vec()),
            None => (Vec::new(), Vec::new()),
        };
        for &field in &program.classes[class].fields {
            slots[field] = u16::try_from(fields.len()).expect("a class has at most 65,535 fields");
            references.push(program.fields[field].ty.is_ref());
            fields.push(field);
        }
        layouts[class] = Some(Layout { references: references.into(), fields: fields.into() });
    }
}

fn ancestors(program: &Program, class: ClassId) -> Box<[ClassId]> {
    let mut found = vec![class];
    let mut next = 0;
    while let Some(&current) = found.get(next) {
        next += 1;
        let declared = &program.classes[current];
        for &parent in declared.superclass.iter().chain(&declared.interfaces) {
            if !found.contains(&parent) {
                found.push(parent);
            }
        }
    }
    found.sort_unstable();
    found.into()
}

fn live(body: &ir::Body, code: &Code) -> Box<[Live]> {
    let graph = ir::flow::Graph::new(body);
    let liveness = ir::flow::Liveness::new(body, &graph);
    let registers = |set: &ir::flow::BitSet<ir::LocalId>| -> Box<[LiveRegister]> {
        set.iter()
            .map(|local| LiveRegister {
                register: u16::try_from(local.index()).expect("locals are registers"),
                reference: matches!(body.locals[local].ty, Type::Ref(_)),
            })
            .collect()
    };
    let mut table = vec![Live::default(); code.ops.len()];
    for (pc, origin) in code.origins.iter().enumerate() {
        let statement = origin.statement as usize;
        let block = &body.blocks[origin.block];
        let (stops, calls) = match block.statements.get(statement) {
            Some(statement) => {
                let kind = &statement.kind;
                let chooses =
                    matches!(kind, ir::StatementKind::Choose { .. } | ir::StatementKind::Havoc { .. });
                (chooses, kind.can_throw())
            }
            None => (false, block.terminator.kind.can_throw()),
        };
        if stops {
            table[pc].before = registers(&liveness.live_before(body, origin.block, statement));
        }
        if calls && statement < block.statements.len() {
            table[pc].across = registers(&liveness.live_across(body, origin.block, statement));
        } else if calls {
            // A throw whose exception is made by a function: only the handler goes on from here.
            table[pc].across = registers(&liveness.live_before(body, origin.block, statement));
        }
    }
    table.into()
}
