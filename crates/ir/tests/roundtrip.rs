//! Printing and parsing are inverse to each other, on generated programs.

use ir::generate::{Shape, Source, program, reduce};
use ir::{
    ArrayTypeId, Function, IdVec, LiteralId, Position, Program, RefType, Rvalue, SourceId, StatementKind,
    Type,
};

const SEEDS: u64 = 2_000;

/// What is wrong with a program's way through its text.
fn problem(original: &Program) -> Option<String> {
    if let Err(errors) = ir::verify::verify(original) {
        return Some(format!("a generated program is rejected: {errors:?}"));
    }
    let text = ir::text::print(original);
    let parsed = match ir::text::parse("printed.gbir", &text) {
        Ok(parsed) => parsed,
        Err(errors) => return Some(format!("the text is rejected: {errors:?}")),
    };
    if let Err(errors) = ir::verify::verify(&parsed) {
        return Some(format!("the parsed program is rejected: {errors:?}"));
    }
    if ir::text::print(&parsed) != text {
        return Some("printing again gives another text".to_owned());
    }
    difference(original, &parsed)
}

/// The first part in which two programs differ that should be the same but for their text.
fn difference(original: &Program, parsed: &Program) -> Option<String> {
    let translation = Translation::new(original, parsed);
    let mut translated = original.clone();
    for field in translated.fields.ids() {
        let ty = &mut translated.fields[field].ty;
        *ty = translation.ty(*ty);
    }
    for global in translated.globals.ids() {
        let ty = &mut translated.globals[global].ty;
        *ty = translation.ty(*ty);
    }
    for selector in translated.selectors.ids() {
        let selector = &mut translated.selectors[selector];
        for ty in selector.parameters.iter_mut().chain(&mut selector.result) {
            *ty = translation.ty(*ty);
        }
    }
    for function in translated.functions.ids() {
        translation.function(&mut translated.functions[function]);
    }
    let mut reparsed = parsed.clone();
    for function in reparsed.functions.ids() {
        forget_own_positions(&mut reparsed.functions[function], parsed.own_text());
    }
    let same_traps = ir::Trap::ALL.iter().all(|&trap| original.trap(trap) == parsed.trap(trap));
    let parts = [
        ("classes", translated.classes.iter().eq(reparsed.classes.iter())),
        ("fields", translated.fields.iter().eq(reparsed.fields.iter())),
        ("globals", translated.globals.iter().eq(reparsed.globals.iter())),
        ("selectors", translated.selectors.iter().eq(reparsed.selectors.iter())),
        ("literals", original.literals().len() == parsed.literals().len()),
        ("classes of literals", original.literal_classes() == parsed.literal_classes()),
        ("class of arrays", original.array_class() == parsed.array_class()),
        ("traps", same_traps),
        ("annotations", original.annotations.all() == parsed.annotations.all()),
        ("numbers of functions", translated.functions.len() == reparsed.functions.len()),
    ];
    if let Some((part, _)) = parts.iter().find(|(_, same)| !same) {
        return Some(format!("the {part} differ"));
    }
    for (before, after) in translated.functions.iter().zip(&reparsed.functions) {
        if before != after {
            return Some(format!("a function differs: {before:#?}\n{after:#?}"));
        }
    }
    None
}

/// From the ids of one program to those of another: array types, sources and literals are numbered as
/// they are met, so only their meaning can be compared.
struct Translation {
    arrays: IdVec<ArrayTypeId, Option<ArrayTypeId>>,
    sources: IdVec<SourceId, Option<SourceId>>,
    literals: IdVec<LiteralId, Option<LiteralId>>,
    own: SourceId,
}

impl Translation {
    fn new(from: &Program, to: &Program) -> Self {
        let (arrays, sources) = (IdVec::new(), IdVec::new());
        let find = |literal| to.literals().enumerate().find(|(_, known)| *known == literal).map(|(id, _)| id);
        let literals = from.literals().iter().map(find).collect();
        let mut translation = Translation { arrays, sources, literals, own: from.own_text() };
        for &element in from.array_types() {
            // A type that nothing mentions is not in the text.
            let found = match element {
                Type::Ref(RefType::Array(array)) => translation.arrays[array]
                    .and_then(|array| to.find_array_type(Type::Ref(RefType::Array(array)))),
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => to.find_array_type(element),
            };
            translation.arrays.push(found);
        }
        for source in &from.sources {
            // The own text of either program is no candidate, whatever its name.
            let mut others = to.sources.enumerate().skip(1);
            let found = others.find(|(_, known)| known.name == source.name);
            translation.sources.push(found.map(|(id, _)| id));
        }
        translation
    }

    fn array(&self, array: ArrayTypeId) -> ArrayTypeId {
        self.arrays[array].expect("a type that is used is in the text")
    }

    fn reference(&self, ty: RefType) -> RefType {
        match ty {
            RefType::Array(array) => RefType::Array(self.array(array)),
            RefType::Any | RefType::Class(_) => ty,
        }
    }

    fn ty(&self, ty: Type) -> Type {
        match ty {
            Type::Ref(reference) => Type::Ref(self.reference(reference)),
            Type::Bool | Type::Int(_) | Type::Float(_) => ty,
        }
    }

    fn function(&self, function: &mut Function) {
        for_each_position(function, |position| {
            if position.source != self.own {
                position.source =
                    self.sources[position.source].expect("a source that is used is in the text");
            }
        });
        forget_own_positions(function, self.own);
        let parameters = function.parameters.iter_mut().map(|local| &mut local.ty);
        for ty in parameters.chain(&mut function.result) {
            *ty = self.ty(*ty);
        }
        let Some(body) = &mut function.body else { return };
        for local in body.locals.ids() {
            let ty = &mut body.locals[local].ty;
            *ty = self.ty(*ty);
        }
        for block in body.blocks.ids() {
            for statement in &mut body.blocks[block].statements {
                match &mut statement.kind {
                    StatementKind::NewArray { array, .. } => *array = self.array(*array),
                    StatementKind::Assign { value: Rvalue::Literal(literal), .. } => {
                        *literal = self.literals[*literal].expect("a literal that is used is in the text");
                    }
                    StatementKind::Assign { value: Rvalue::InstanceOf(_, ty), .. } => {
                        *ty = self.reference(*ty)
                    }
                    StatementKind::Assign { .. }
                    | StatementKind::Store { .. }
                    | StatementKind::New { .. }
                    | StatementKind::Call { .. }
                    | StatementKind::Initialise { .. }
                    | StatementKind::Enter { .. }
                    | StatementKind::Exit { .. }
                    | StatementKind::Assume { .. }
                    | StatementKind::Assert { .. }
                    | StatementKind::Havoc { .. }
                    | StatementKind::Choose { .. } => {}
                }
            }
        }
    }
}

fn for_each_position(function: &mut Function, mut visit: impl FnMut(&mut Position)) {
    visit(&mut function.position);
    let Some(body) = &mut function.body else { return };
    for block in body.blocks.ids() {
        let block = &mut body.blocks[block];
        for statement in &mut block.statements {
            visit(&mut statement.position);
        }
        visit(&mut block.terminator.position);
    }
}

/// Lines of a program's own text change when it is printed.
fn forget_own_positions(function: &mut Function, own: SourceId) {
    for_each_position(function, |position| {
        if position.source == own {
            *position = Position::new(own, 0, 0);
        }
    });
}

fn check(shape: &Shape) {
    for seed in 0..SEEDS {
        let original = program(&mut Source::from_seed(seed), shape);
        if problem(&original).is_some() {
            let (seed, shape) = reduce(seed, shape, |candidate| problem(candidate).is_some());
            let smallest = program(&mut Source::from_seed(seed), &shape);
            let problem = problem(&smallest).expect("the reduced program still fails");
            panic!("{problem}\nseed {seed}, {shape:?}:\n{}", ir::text::print(&smallest));
        }
    }
}

#[test]
fn programs_of_every_kind_survive_their_text() {
    check(&Shape::EVERYTHING);
}

#[test]
fn searchable_programs_survive_their_text() {
    check(&Shape::SEARCHABLE);
}

#[test]
fn programs_from_bytes_survive_their_text() {
    let mut random = Source::from_seed(1);
    for length in 0..300 {
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        for shape in [Shape::EVERYTHING, Shape::SEARCHABLE] {
            let original = program(&mut Source::from_bytes(&bytes), &shape);
            assert_eq!(problem(&original), None, "{bytes:?}");
        }
    }
}

#[test]
fn the_same_decisions_give_the_same_program() {
    for seed in 0..100 {
        let once = program(&mut Source::from_seed(seed), &Shape::EVERYTHING);
        let again = program(&mut Source::from_seed(seed), &Shape::EVERYTHING);
        assert_eq!(ir::text::print(&once), ir::text::print(&again));
        assert!(once.functions.iter().eq(again.functions.iter()));
    }
}

#[test]
fn smaller_shapes_give_valid_programs() {
    for shape in Shape::EVERYTHING.smaller().into_iter().chain(Shape::SEARCHABLE.smaller()) {
        for seed in 0..40 {
            let small = program(&mut Source::from_seed(seed), &shape);
            assert_eq!(problem(&small), None, "seed {seed}, {shape:?}");
        }
    }
}

#[test]
fn reducing_keeps_the_failure_and_drops_the_rest() {
    let throws = |program: &Program| {
        let mut bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
        bodies.any(|body| {
            let mut blocks = body.blocks.iter();
            blocks.any(|block| matches!(block.terminator.kind, ir::TerminatorKind::Throw(_)))
        })
    };
    let make = |seed, shape: &Shape| program(&mut Source::from_seed(seed), shape);
    let seed = (0..).find(|&seed| throws(&make(seed, &Shape::EVERYTHING))).expect("some program throws");
    let (seed, shape) = reduce(seed, &Shape::EVERYTHING, throws);
    assert!(throws(&make(seed, &shape)));
    assert_eq!((shape.classes, shape.statements, shape.functions), (0, 0, 0));
}
