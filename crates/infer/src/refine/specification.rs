//! What was learned of calls and loops, in the terms of the source.

use ir::{FunctionId, RefType};

use super::{Check, Specification};
use crate::instance::{Kind, What};
use crate::reach::Cell;
use crate::term::Term;

impl Check<'_, '_, '_> {
    /// What the bodies say that were opened.
    pub(super) fn formula(&self) -> String {
        let program = self.question.program;
        let mut text = String::new();
        for (id, instance) in self.encoder.instances.iter().enumerate().skip(1) {
            let Some(opened) = &instance.opened else { continue };
            let name = crate::show::short_name(&program.functions[instance.function].name);
            let what = match instance.kind {
                Kind::Call => "call of",
                Kind::Loop(_) => "loop of",
            };
            text.push_str(&format!(
                "{id}: {what} {name}, line {}, depth {}\n",
                instance.position.line, instance.depth
            ));
            for unit in &opened.units {
                let mark = if unit.included { '*' } else { ' ' };
                let says = match unit.what {
                    What::Leaves => "comes to an end",
                    What::Exit | What::Local(_) | What::Result | What::Exception | What::Cell(_) => {
                        &unit.says
                    }
                };
                text.push_str(&format!(
                    "  {mark} line {}: {} => {says}\n",
                    unit.position.line, unit.condition
                ));
            }
        }
        text
    }

    /// What was learned, by function and loop.
    pub(super) fn specifications(&self) -> Vec<Specification> {
        let mut found: Vec<(FunctionId, Kind, Specification)> = Vec::new();
        for instance in self.encoder.instances.iter().filter(|instance| instance.parent.is_some()) {
            let place = found
                .iter()
                .position(|(function, kind, _)| *function == instance.function && *kind == instance.kind);
            let place = place.unwrap_or_else(|| {
                let function =
                    crate::show::short_name(&self.question.program.functions[instance.function].name);
                let name = match instance.kind {
                    Kind::Call => function,
                    Kind::Loop(_) => format!("loop of {function}, line {}", instance.position.line),
                };
                let modifies = instance.outputs.cells.keys().map(|&cell| self.cell_name(cell)).collect();
                found.push((
                    instance.function,
                    instance.kind,
                    Specification { name, instances: 0, lines: Vec::new(), modifies },
                ));
                found.len() - 1
            });
            let specification = &mut found[place].2;
            let units = instance.opened.as_ref().map_or(&[][..], |opened| &opened.units);
            let mut learned = false;
            for unit in units.iter().filter(|unit| unit.told) {
                learned = true;
                if unit.says.is_empty() {
                    continue;
                }
                let line = if unit.condition == Term::truth(true) {
                    unit.says.clone()
                } else {
                    format!("{} => {}", unit.condition, unit.says)
                };
                if !specification.lines.contains(&line) {
                    specification.lines.push(line);
                }
            }
            specification.instances += usize::from(learned);
        }
        found.into_iter().map(|(_, _, specification)| specification).collect()
    }

    fn cell_name(&self, cell: Cell) -> String {
        let program = self.question.program;
        let of_pool =
            |pool: usize| crate::universe::type_name(program, self.encoder.memory.universe.pools()[pool].ty);
        match cell {
            Cell::Field(field) => {
                let owner = RefType::Class(program.fields[field].owner);
                format!("{}.{}", crate::universe::type_name(program, owner), program.fields[field].name)
            }
            Cell::Global(global) => program.globals[global].name.clone(),
            Cell::Elements(pool) => format!("elements of {}", of_pool(pool)),
            Cell::Lengths(pool) | Cell::Made(pool) => format!("new {}", of_pool(pool)),
            Cell::Alive(pool) => format!("objects of {}", of_pool(pool)),
        }
    }
}
