//! Looks for calls of what is not modelled before anything runs.
//!
//! The scan starts at `main` and follows the calls of the program's own classes: direct calls, virtual calls to every
//! class of the program that may be made by then, lambdas, class initialisers, and methods that the library may call back because they
//! implement something of the library's. It does not look into the library, whose every corner would be reachable;
//! calls into it are compared with the table of what has [no model](crate::unmodelled).
//! A call that is found may never be executed, and one that is not found is stopped when it is reached.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::{ClassFile, Constant, MethodAccessFlags};

use crate::class_path::Origin;
use crate::translate::decode::{Invocation, Member, Step, decode, member};
use crate::unmodelled;
use crate::world::{Library, dotted};

/// How many methods are looked at: enough for programs that anybody checks.
const MOST_METHODS: usize = 100_000;

/// A place in the program's own code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The class and the method, such as `org.example.Main.main`.
    pub method: String,
    /// The file and the line of the call in it.
    pub place: String,
}

/// A call of something that is not modelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is called, such as `java.io.FileInputStream.<init>`.
    pub call: String,
    /// Why it is not modelled.
    pub reason: &'static str,
    /// How it is reached, from `main` on.
    pub path: Vec<Frame>,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for frame in &self.path {
            write!(f, "{} ({}) → ", frame.method, frame.place)?;
        }
        write!(f, "{}: not supported, because {}; not a bug in your program", self.call, self.reason)
    }
}

/// A class of the program, or of the library with its supertypes only.
struct Scanned {
    name: String,
    file: ClassFile<'static>,
    origin: Origin,
}

/// A method by class, name and descriptor.
type Method = (String, String, String);

/// A method that is reached, who reaches it, and where in the caller.
struct Reached {
    method: Method,
    from: Option<(usize, u32)>,
}

struct Scan<'a> {
    library: &'a Library,
    classes: HashMap<String, Option<Arc<Scanned>>>,
    reached: Vec<Reached>,
    known: BTreeSet<Method>,
    waiting: VecDeque<usize>,
    /// Classes of the program that are made, with the place that made them.
    made: BTreeMap<String, (usize, u32)>,
    /// Virtual calls of the program, by name and descriptor, with the place that first made them.
    called: BTreeMap<(String, String), (usize, u32)>,
    findings: Vec<Finding>,
}

impl Library {
    /// The calls of what is not modelled that the program may reach from the `main` of a class.
    pub fn scan(&self, class: &str) -> Vec<Finding> {
        let mut scan = Scan {
            library: self,
            classes: HashMap::new(),
            reached: Vec::new(),
            known: BTreeSet::new(),
            waiting: VecDeque::new(),
            made: BTreeMap::new(),
            called: BTreeMap::new(),
            findings: Vec::new(),
        };
        let class = class.replace('.', "/");
        for descriptor in ["([Ljava/lang/String;)V", "()V"] {
            scan.call(&class, "main", descriptor, None);
        }
        scan.initialise(&class, None);
        while let Some(index) = scan.waiting.pop_front() {
            if scan.reached.len() > MOST_METHODS {
                break;
            }
            scan.method(index);
        }
        scan.findings
    }
}

impl Scan<'_> {
    fn class(&mut self, name: &str) -> Option<Arc<Scanned>> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        let loaded = self.load(name).map(Arc::new);
        self.classes.insert(name.to_string(), loaded.clone());
        loaded
    }

    fn load(&self, name: &str) -> Option<Scanned> {
        let (bytes, origin) = self.library.class_path().find(name).ok()??;
        if origin == Origin::User {
            crate::shape::check(&bytes).ok()?;
        }
        Some(Scanned { name: name.to_string(), file: ClassFile::from_bytes(&bytes).ok()?, origin })
    }

    fn supertypes(class: &Scanned) -> Vec<String> {
        let pool = &class.file.constant_pool;
        let above = Some(class.file.super_class).filter(|&index| index != 0);
        let names = above.iter().chain(&class.file.interfaces);
        names.filter_map(|&index| Some(pool.try_get_class(index).ok()?.to_rust_string())).collect()
    }

    /// The classes above and including one, nearest first.
    fn ancestry(&mut self, name: &str) -> Vec<Arc<Scanned>> {
        let mut found: Vec<Arc<Scanned>> = Vec::new();
        let mut waiting = VecDeque::from([name.to_string()]);
        while let Some(name) = waiting.pop_front() {
            if found.iter().any(|class| class.name == name) {
                continue;
            }
            if let Some(class) = self.class(&name) {
                waiting.extend(Self::supertypes(&class));
                found.push(class);
            }
        }
        found
    }

    /// A call whose target is known, declared or inherited.
    fn call(&mut self, owner: &str, name: &str, descriptor: &str, from: Option<(usize, u32)>) {
        let owner = if owner.starts_with('[') { "java/lang/Object" } else { owner };
        for class in self.ancestry(owner) {
            let Some(flags) = declared(&class.file, name, descriptor) else { continue };
            if class.origin == Origin::Library {
                if let Some(row) = unmodelled::find(&class.name, name) {
                    self.find(format!("{}.{name}", dotted(&class.name)), row.reason, from);
                }
            } else if flags.contains(MethodAccessFlags::NATIVE) {
                self.find(format!("{}.{name}", dotted(&class.name)), unmodelled::OWN_NATIVE, from);
            } else {
                self.reach((class.name.clone(), name.to_string(), descriptor.to_string()), from);
            }
            return;
        }
    }

    fn reach(&mut self, method: Method, from: Option<(usize, u32)>) {
        if self.known.insert(method.clone()) {
            self.waiting.push_back(self.reached.len());
            self.reached.push(Reached { method, from });
        }
    }

    fn find(&mut self, call: String, reason: &'static str, from: Option<(usize, u32)>) {
        let path = self.path(from);
        let finding = Finding { call, reason, path };
        // The same call in one line is told once.
        let last = finding.path.last();
        if !self.findings.iter().any(|known| known.call == finding.call && known.path.last() == last) {
            self.findings.push(finding);
        }
    }

    fn path(&mut self, mut from: Option<(usize, u32)>) -> Vec<Frame> {
        let mut path = Vec::new();
        while let Some((index, line)) = from {
            let (class, name, descriptor) = self.reached[index].method.clone();
            from = self.reached[index].from;
            let scanned = self.class(&class);
            let flags = scanned.as_ref().and_then(|class| declared(&class.file, &name, &descriptor));
            // Nobody has written what only passes a call on to a method of other types.
            if flags.is_some_and(|flags| flags.contains(MethodAccessFlags::BRIDGE)) {
                continue;
            }
            let source = scanned.and_then(|class| source_file(&class.file));
            let file = source.unwrap_or_else(|| "unknown source".to_string());
            let place = if line == 0 { file } else { format!("{file}:{line}") };
            path.push(Frame { method: format!("{}.{name}", dotted(&class)), place });
        }
        path.reverse();
        path
    }

    fn initialise(&mut self, class: &str, from: Option<(usize, u32)>) {
        for class in self.ancestry(class) {
            if class.origin == Origin::User && declared(&class.file, "<clinit>", "()V").is_some() {
                self.reach((class.name.clone(), "<clinit>".to_string(), "()V".to_string()), from);
            }
        }
    }

    /// A class is made: its methods answer virtual calls, and calls of the library.
    fn make(&mut self, name: &str, from: (usize, u32)) {
        self.initialise(name, Some(from));
        let ancestry = self.ancestry(name);
        let own = ancestry.first().is_some_and(|class| class.origin == Origin::User);
        if !own || self.made.insert(name.to_string(), from).is_some() {
            return;
        }
        let called: Vec<(String, String)> = self.called.keys().cloned().collect();
        for (method, descriptor) in called {
            self.call(name, &method, &descriptor, Some(from));
        }
        for class in ancestry.iter().filter(|class| class.origin == Origin::Library) {
            for (method, descriptor, flags) in methods(&class.file) {
                let hidden = MethodAccessFlags::STATIC | MethodAccessFlags::PRIVATE;
                if flags.intersects(hidden) || method.starts_with('<') {
                    continue;
                }
                // Only an implementation of the program's own is one that the library may call.
                let nearest =
                    ancestry.iter().find(|class| declared(&class.file, &method, &descriptor).is_some());
                if nearest.is_some_and(|class| class.origin == Origin::User) {
                    self.call(name, &method, &descriptor, Some(from));
                }
            }
        }
    }

    fn virtual_call(&mut self, member: &Member<'_>, from: (usize, u32)) {
        self.call(member.owner, member.name, member.descriptor, Some(from));
        let key = (member.name.to_string(), member.descriptor.to_string());
        if self.called.insert(key, from).is_some() {
            return;
        }
        let made: Vec<String> = self.made.keys().cloned().collect();
        for class in made {
            self.call(&class, member.name, member.descriptor, Some(from));
        }
    }

    /// Looks at what a method does.
    fn method(&mut self, index: usize) {
        let (class_name, name, descriptor) = self.reached[index].method.clone();
        let Some(class) = self.class(&class_name) else { return };
        let pool = &class.file.constant_pool;
        let found = class.file.methods.iter().find(|method| {
            text(&class.file, method.name_index).as_deref() == Some(&name)
                && text(&class.file, method.descriptor_index).as_deref() == Some(&descriptor)
        });
        let code = found.and_then(|method| {
            method.attributes.iter().find_map(|attribute| {
                let Attribute::Code { code, attributes, .. } = attribute else { return None };
                Some((code, attributes))
            })
        });
        let Some((code, attributes)) = code else { return };
        let lines: Vec<(u16, u16)> = attributes
            .iter()
            .filter_map(|attribute| {
                let Attribute::LineNumberTable { line_numbers, .. } = attribute else { return None };
                Some(line_numbers)
            })
            .flatten()
            .map(|line| (line.start_pc, line.line_number))
            .collect();
        for (at, instruction) in code.iter().enumerate() {
            if !is_interesting(instruction) {
                continue;
            }
            let before = lines.iter().filter(|(start, _)| usize::from(*start) <= at);
            let line = before.max_by_key(|(start, _)| *start).map_or(0, |&(_, line)| u32::from(line));
            let here = (index, line);
            let Ok(step) = decode(pool, at, instruction) else { continue };
            match step {
                Step::Invoke(how, member) => match how {
                    Invocation::Static => {
                        self.initialise(member.owner, Some(here));
                        self.call(member.owner, member.name, member.descriptor, Some(here));
                    }
                    Invocation::Special => {
                        self.call(member.owner, member.name, member.descriptor, Some(here));
                    }
                    Invocation::Virtual | Invocation::Interface => self.virtual_call(&member, here),
                },
                Step::GetStatic(member) | Step::PutStatic(member) => {
                    if let Some(reason) = unmodelled::find_field(member.owner, member.name) {
                        self.find(format!("{}.{}", dotted(member.owner), member.name), reason, Some(here));
                    }
                    self.initialise(member.owner, Some(here));
                }
                Step::New(name) => self.make(name, here),
                Step::InvokeDynamic { bootstrap, .. } => self.dynamic(&class, bootstrap, here),
                Step::Nothing
                | Step::Push(_)
                | Step::Load(..)
                | Step::Store(..)
                | Step::Increase(..)
                | Step::ArrayLoad(_)
                | Step::ArrayStore(_)
                | Step::Shuffle(_)
                | Step::Unary(..)
                | Step::Binary(..)
                | Step::Order(..)
                | Step::Convert(..)
                | Step::IfZero(..)
                | Step::IfCompare(..)
                | Step::Goto(_)
                | Step::Switch { .. }
                | Step::Return(_)
                | Step::GetField(_)
                | Step::PutField(_)
                | Step::NewArray(_)
                | Step::NewMultiArray(..)
                | Step::Length
                | Step::Throw
                | Step::CheckCast(_)
                | Step::InstanceOf(_)
                | Step::Enter
                | Step::Exit => {}
            }
        }
    }

    /// The methods behind a lambda or a method reference count as called where it is made.
    fn dynamic(&mut self, class: &Scanned, bootstrap: u16, here: (usize, u32)) {
        let pool = &class.file.constant_pool;
        let methods = class.file.attributes.iter().find_map(|attribute| {
            let Attribute::BootstrapMethods { methods, .. } = attribute else { return None };
            methods.get(usize::from(bootstrap))
        });
        for &argument in methods.iter().flat_map(|method| &method.arguments) {
            if let Some(Constant::MethodHandle { .. }) = pool.get(argument)
                && let Ok((_, reference)) = pool.try_get_method_handle(argument)
                && let Ok(target) = member(pool, *reference)
            {
                if target.name == "<init>" {
                    self.make(target.owner, here);
                }
                self.virtual_call(&target, here);
            }
        }
    }
}

fn is_interesting(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Invokestatic(_)
            | Instruction::Invokespecial(_)
            | Instruction::Invokevirtual(_)
            | Instruction::Invokeinterface(..)
            | Instruction::Invokedynamic(_)
            | Instruction::Getstatic(_)
            | Instruction::Putstatic(_)
            | Instruction::New(_)
    )
}

fn text(file: &ClassFile<'_>, index: u16) -> Option<String> {
    Some(file.constant_pool.try_get_utf8(index).ok()?.to_rust_string())
}

fn methods(file: &ClassFile<'_>) -> Vec<(String, String, MethodAccessFlags)> {
    let method = |method: &ristretto_classfile::Method| {
        Some((text(file, method.name_index)?, text(file, method.descriptor_index)?, method.access_flags))
    };
    file.methods.iter().filter_map(method).collect()
}

/// The flags of a method that a class declares.
fn declared(file: &ClassFile<'_>, name: &str, descriptor: &str) -> Option<MethodAccessFlags> {
    let is = |index: u16, wanted: &str| {
        file.constant_pool.try_get_utf8(index).is_ok_and(|text| text.as_str() == Some(wanted))
    };
    let found = file
        .methods
        .iter()
        .find(|method| is(method.name_index, name) && is(method.descriptor_index, descriptor));
    found.map(|method| method.access_flags)
}

fn source_file(file: &ClassFile<'_>) -> Option<String> {
    file.attributes.iter().find_map(|attribute| {
        let Attribute::SourceFile { source_file_index, .. } = attribute else { return None };
        text(file, *source_file_index)
    })
}
