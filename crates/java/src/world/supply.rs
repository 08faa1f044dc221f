//! What a program asks its library for while it grows: bodies, facts about classes, reasons.

use ir::{BlockId, Body, ClassFacts, ClassId, Code, Diagnostic, FunctionId, Program};

use super::{Library, Synthetic};
use crate::class_path::Origin;
use crate::translate::decode::Malformed;
use crate::verification::Linking;

impl ir::Supplier for Library {
    fn body(&self, program: &Program, function: FunctionId) -> Option<Body> {
        let world = self.world(program);
        let synthetic = self.state().synthetic.remove(&function);
        match synthetic {
            Some(Synthetic::Ready(body)) => return Some(body),
            Some(Synthetic::Thrower(body, error)) => {
                world.note_thrown(&error);
                return Some(body);
            }
            Some(Synthetic::Trap(trap)) => return crate::traps::body(world, trap),
            Some(Synthetic::Initialiser(class, texts)) => {
                let class = world.load(&class)?;
                return crate::initialise::body(world, &class, function, &texts);
            }
            None => {}
        }
        let known = self.state().methods.get(&function).cloned();
        let Some((class, index)) = known else {
            let wanting = self.state().wanting.get(&function).cloned();
            if let Some(class) = wanting {
                world.note_reached(world.trouble(&class));
            }
            return None;
        };
        let method = &class.methods[index];
        if let Some(body) = world.specified(&class, method) {
            return Some(body);
        }
        if method.is_abstract() || method.is_native() {
            return None;
        }
        if let Linking::Rejected(trouble) = world.linking(&class) {
            world.note_reached(trouble);
            return None;
        }
        if class.origin == Origin::Library
            && let Some(row) = crate::unmodelled::find(&class.name, &method.name)
            && row.anywhere
            && !self.everything
        {
            world.note_reason(function, row.reason);
            return None;
        }
        let translated = crate::translate::translate(world, &class, method).map(|(body, instructions)| {
            self.state().instructions.insert(function, instructions);
            body
        });
        match translated {
            // The library's own classes are verified by a sweep over all of them; the user's may be
            // anything.
            Ok(body) if class.origin == Origin::User => {
                match ir::verify::verify_body(program, function, &body) {
                    Ok(()) => Some(body),
                    Err(errors) => {
                        let name = &program.functions[function].name;
                        self.state()
                            .troubles
                            .push(format!("`{name}` is not well-formed: {}", errors[0].message));
                        None
                    }
                }
            }
            Ok(body) => Some(body),
            Err(why) => {
                let name = &program.functions[function].name;
                self.state().troubles.push(format!("`{name}` cannot be translated: {why:?}"));
                if class.origin == Origin::User {
                    world.note_reached(untranslated(name, &why));
                }
                None
            }
        }
    }

    fn given(&self, what: ir::Given, name: &str) -> Option<String> {
        self.given(what).get(name).cloned()
    }

    fn given_names(&self, what: ir::Given) -> Vec<String> {
        self.given(what).keys().cloned().collect()
    }

    fn reason(&self, program: &Program, function: FunctionId) -> Option<String> {
        if let Some(reason) = self.state().reasons.get(&function) {
            return Some((*reason).to_string());
        }
        let wanting = self.state().wanting.get(&function).cloned();
        if let Some(class) = wanting {
            return Some(self.world(program).trouble(&class).message);
        }
        let known = self.state().methods.get(&function).cloned();
        let name = &program.functions[function].name;
        Some(match known {
            Some((class, _)) if self.is_specified(&class.name) => {
                "the specification of its class does not have it; try --library bytecode".to_string()
            }
            Some((class, index)) if class.methods[index].is_native() => match class.origin {
                Origin::User => crate::unmodelled::OWN_NATIVE.to_string(),
                Origin::Library if name == "java.lang.Thread.start0()V" => {
                    crate::unmodelled::ONE_THREAD.to_string()
                }
                Origin::Library => "this native method, or this use of it, has no model".to_string(),
            },
            Some((class, index)) if class.methods[index].is_abstract() => "it is abstract".to_string(),
            Some(_) => {
                let troubles = self.troubles();
                let own = troubles.iter().find(|trouble| trouble.starts_with(&format!("`{name}` ")));
                own.map_or("this use of it has no model".to_string(), |trouble| {
                    trouble.trim_start_matches(&format!("`{name}` ")).to_string()
                })
            }
            None => "it has no model".to_string(),
        })
    }

    fn class(&self, program: &Program, name: &str) -> Option<ClassId> {
        Some(self.world(program).load(&name.replace('.', "/"))?.id)
    }

    fn facts(&self, program: &Program, name: &str) -> Option<ClassFacts> {
        crate::facts::of(&*self.world(program).load(&name.replace('.', "/"))?)
    }

    fn failure_class(&self, program: &Program) -> Option<ClassId> {
        self.failures(program)
    }

    fn failing(&self, program: &Program, function: FunctionId) -> ir::Failing {
        self.failing_of(program, function)
    }

    fn maker(&self, program: &Program, class: &str, descriptor: &str) -> Option<FunctionId> {
        self.world(program).maker(&class.replace('.', "/"), descriptor)
    }

    fn resource(&self, path: &str) -> Option<Vec<u8>> {
        self.class_path.resource(path)
    }

    fn null_message(
        &self,
        _: &Program,
        function: FunctionId,
        block: BlockId,
        statement: u32,
    ) -> Option<String> {
        let (class, index) = self.state().methods.get(&function).cloned()?;
        let at = self.state().instructions.get(&function)?.of(block, statement)?;
        crate::null_message::message(&class, &class.methods[index], at)
    }
}

/// The diagnostic for a method that cannot be translated.
fn untranslated(name: &str, why: &Malformed) -> Diagnostic {
    let name = name.split('(').next().unwrap_or(name);
    match why {
        Malformed::Subroutine => Diagnostic::new(
            Code::BadClassFile,
            format!("the method `{name}` has the obsolete instructions `jsr` and `ret`"),
            "compile its class with Java 7 or later",
        ),
        Malformed::Broken(what) => Diagnostic::new(
            Code::BadClassFile,
            format!("the code of the method `{name}` is damaged: {what}"),
            "compile its class again",
        ),
    }
}
