//! Translates and verifies every method of a module of the JDK: the translator's broadest test.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ir::Diagnostic;

use crate::class_path::ClassPath;
use crate::world::Library;

/// What a sweep over a module found.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Classes that were loaded.
    pub classes: usize,
    /// Methods with code.
    pub methods: usize,
    /// Statements and terminators that they became.
    pub statements: usize,
    /// Methods that were translated and verified.
    pub verified: usize,
    /// Why others were not, with how many and the first of each.
    pub failures: BTreeMap<String, (usize, String)>,
}

impl Sweep {
    fn fail(&mut self, cause: String, method: &str) {
        self.failures.entry(cause).or_insert_with(|| (0, method.to_string())).0 += 1;
    }
}

/// Sweeps over the classes of a module whose names pass a filter.
pub fn sweep(java_home: &Path, module: &str, accept: impl Fn(&str) -> bool) -> Result<Sweep, Diagnostic> {
    let mut class_path = ClassPath::new();
    class_path.add_jdk(java_home)?;
    let names = class_path.module_classes(module);
    let mut sweep = Sweep::default();
    // A program for some hundred classes each: nothing needs all of them in memory at once.
    let names: Vec<&String> = names.iter().filter(|name| accept(name)).collect();
    for group in names.chunks(400) {
        let mut class_path = ClassPath::new();
        class_path.add_jdk(java_home)?;
        let mut library = Library::new(class_path);
        library.translate_everything();
        let library = Arc::new(library);
        let program = library.program(module);
        for name in group {
            let Some(class) = library.world(&program).load(name) else {
                if !name.ends_with("module-info") {
                    let why = library.troubles().pop().unwrap_or_default();
                    sweep.fail(format!("not loaded: {why}"), name);
                }
                continue;
            };
            sweep.classes += 1;
            for method in &class.methods {
                if method.is_abstract() || method.is_native() {
                    continue;
                }
                sweep.methods += 1;
                let known = library.troubles().len();
                match program.body(method.function) {
                    None => {
                        let why = library.troubles().get(known).cloned().unwrap_or_default();
                        let why =
                            why.rsplit_once("translated: ").map_or(why.clone(), |(_, why)| why.to_string());
                        sweep
                            .fail(format!("not translated: {why}"), &program.functions[method.function].name);
                    }
                    Some(body) => {
                        sweep.statements +=
                            body.blocks.iter().map(|block| block.statements.len() + 1).sum::<usize>();
                        match ir::verify::verify_function(&program, method.function) {
                            Ok(()) => sweep.verified += 1,
                            Err(errors) => {
                                let message = &errors[0].message;
                                let cause =
                                    message.split_once("`: ").map_or(message.as_str(), |(_, cause)| cause);
                                let cause = format!("not verified: {} {cause}", errors[0].code);
                                sweep.fail(cause, &program.functions[method.function].name);
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(sweep)
}
