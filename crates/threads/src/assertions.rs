//! Which assertions of the program were never evaluated.
//!
//! An assertion that no execution reaches holds for a reason that nobody meant. Java compiles one to a test of the field
//! `$assertionsDisabled` of its class; other programs have statements for it. While a search executes, [`Evaluated`] notes
//! which of them are come by; when the search has looked at everything, [`Evaluated::missing`] tells the others, of
//! all methods of the program's own classes that were loaded.

use std::collections::{BTreeSet, HashMap, HashSet};

use check::Location;
use ir::{Body, FunctionId, Id as _, Place, Program, Rvalue, StatementKind};
use machine::{Domain, Origin, Watch, Watched, replay};

/// The field that says whether assertions of a class count.
const FIELD: &str = ".$assertionsDisabled";

/// What has been reached.
#[derive(Debug)]
pub(crate) struct Evaluated<'p> {
    program: &'p Program,
    /// For each function whether it has assertions, as far as known.
    functions: Vec<Option<bool>>,
    /// The assertions, with whether they were evaluated.
    assertions: HashMap<FunctionId, Vec<(Origin, bool)>>,
}

impl<'p> Evaluated<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Evaluated { program, functions: Vec::new(), assertions: HashMap::new() }
    }

    #[cold]
    fn learn(&mut self, function: FunctionId) -> bool {
        let index = function.index();
        if self.functions.len() <= index {
            self.functions.resize(index + 1, None);
        }
        let found = if is_own(self.program, function) {
            self.program.body(function).map(|body| assertions(self.program, body)).unwrap_or_default()
        } else {
            Vec::new()
        };
        self.functions[index] = Some(!found.is_empty());
        if !found.is_empty() {
            self.assertions.insert(function, found.into_iter().map(|origin| (origin, false)).collect());
        }
        self.functions[index] == Some(true)
    }

    /// What another has reached was reached.
    pub(crate) fn join(&mut self, other: Evaluated<'p>) {
        for (function, assertions) in other.assertions {
            if self.functions.get(function.index()).copied().flatten().is_none() {
                self.learn(function);
            }
            let own = self.assertions.get_mut(&function).into_iter().flatten();
            for ((_, seen), (_, also)) in own.zip(assertions) {
                *seen |= also;
            }
        }
    }

    /// The places of the assertions that were never evaluated.
    pub(crate) fn missing(&mut self) -> Vec<Location> {
        let program = self.program;
        let known: Vec<FunctionId> = (0..program.functions.len()).map(FunctionId::new).collect();
        let mut missing = BTreeSet::new();
        let mut reached = HashSet::new();
        for function in known {
            if self.functions.get(function.index()).copied().flatten().is_none() {
                self.learn(function);
            }
            let Some(body) = program.body(function).filter(|_| self.assertions.contains_key(&function))
            else {
                continue;
            };
            for (origin, seen) in &self.assertions[&function] {
                let statement = &body.blocks[origin.block].statements[origin.statement as usize];
                let place = replay::location(program, function, statement.position);
                if *seen {
                    reached.insert(place)
                } else {
                    missing.insert(place)
                };
            }
        }
        missing.into_iter().filter(|place| !reached.contains(place)).collect()
    }
}

fn is_own(program: &Program, function: FunctionId) -> bool {
    !replay::is_library(&program.functions[function].name)
}

/// Where a body evaluates assertions.
fn assertions(program: &Program, body: &Body) -> Vec<Origin> {
    let mut found = Vec::new();
    for (block, contents) in body.blocks.enumerate() {
        for (index, statement) in contents.statements.iter().enumerate() {
            let is_one = match &statement.kind {
                StatementKind::Assert { .. } => true,
                StatementKind::Assign { value: Rvalue::Load(Place::Global(global)), .. } => {
                    program.globals[*global].name.ends_with(FIELD)
                }
                StatementKind::Assign { .. }
                | StatementKind::Store { .. }
                | StatementKind::New { .. }
                | StatementKind::NewArray { .. }
                | StatementKind::Call { .. }
                | StatementKind::Initialise { .. }
                | StatementKind::Enter { .. }
                | StatementKind::Exit { .. }
                | StatementKind::Assume { .. }
                | StatementKind::Havoc { .. }
                | StatementKind::Choose { .. } => false,
            };
            if is_one && let Ok(statement) = u32::try_from(index) {
                found.push(Origin { block, statement });
            }
        }
    }
    found
}

impl<D: Domain> Watch<D> for Evaluated<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn before(&mut self, step: Watched<'_, D>) {
        let has = match self.functions.get(step.function.index()) {
            Some(&Some(has)) => has,
            Some(None) | None => self.learn(step.function),
        };
        if has && let Some(assertions) = self.assertions.get_mut(&step.function) {
            for (origin, seen) in assertions {
                *seen |= *origin == step.origin;
            }
        }
    }
}
