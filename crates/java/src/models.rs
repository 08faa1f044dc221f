//! Specifications of classes of the JDK, as small Java classes of the same names.
//!
//! Their sources are in the binary (`crates/java/models`), their classes are found before the JDK's own. A specification does what the
//! documentation says in the simplest way, and its method `repOk` says which objects there can be. What it does not have nobody may believe to be
//! what a superclass has: every other method of the JDK's class is added without code, so that whoever gets there does not know what
//! happens. Fields that are not there are not found, which comes to the same.
//!
//! Of a few classes, only some static methods have specifications (`STATICS`).

use std::collections::BTreeSet;
use std::path::Path;

use ir::{ClassId, Diagnostic, FunctionId, Program};
use ristretto_classfile::{ClassFile, Method, MethodAccessFlags};

use crate::jar::Jar;
use crate::raw::RawCode;
use crate::shipped::{Cache, Kept, Made, Shipped};
use crate::synthesis::Writer;
use crate::world::{JavaClass, Library, World};

/// The sources, by their paths.
pub const SOURCES: &[(&str, &str)] = &[
    ("java/lang/Boxes.java", include_str!("../models/java/lang/Boxes.java")),
    ("java/util/ArrayDeque.java", include_str!("../models/java/util/ArrayDeque.java")),
    ("java/util/ArrayList.java", include_str!("../models/java/util/ArrayList.java")),
    ("java/util/FixedList.java", include_str!("../models/java/util/FixedList.java")),
    ("java/util/FixedMap.java", include_str!("../models/java/util/FixedMap.java")),
    ("java/util/FixedSet.java", include_str!("../models/java/util/FixedSet.java")),
    ("java/util/HashMap.java", include_str!("../models/java/util/HashMap.java")),
    ("java/util/HashSet.java", include_str!("../models/java/util/HashSet.java")),
    ("java/util/LinkedHashMap.java", include_str!("../models/java/util/LinkedHashMap.java")),
    ("java/util/LinkedHashSet.java", include_str!("../models/java/util/LinkedHashSet.java")),
    ("java/util/LinkedList.java", include_str!("../models/java/util/LinkedList.java")),
    ("java/util/Optional.java", include_str!("../models/java/util/Optional.java")),
    ("java/util/PriorityQueue.java", include_str!("../models/java/util/PriorityQueue.java")),
    ("java/util/Specified.java", include_str!("../models/java/util/Specified.java")),
    ("java/util/Stack.java", include_str!("../models/java/util/Stack.java")),
    ("java/util/TreeMap.java", include_str!("../models/java/util/TreeMap.java")),
    ("java/util/TreeSet.java", include_str!("../models/java/util/TreeSet.java")),
    ("java/util/Vector.java", include_str!("../models/java/util/Vector.java")),
];

const SHIPPED: Shipped = Shipped {
    name: "models",
    what: "the specifications of the library",
    sources: SOURCES,
    made: Made::Patch,
};

/// How many elements there are, in words.
pub const MOST: &str =
    "no list or queue of the library has more than 4 elements, and no map or set more than 3";

/// Static methods of the JDK that have specifications, and where these are: the class and the name, with the same parameters.
const STATICS: &[(&str, &str, &str, (&str, &str))] = &[
    ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", ("java/lang/Boxes", "valueOf")),
    ("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", ("java/lang/Boxes", "valueOf")),
    ("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;", ("java/lang/Boxes", "valueOf")),
    ("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;", ("java/lang/Boxes", "valueOf")),
    ("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;", ("java/lang/Boxes", "valueOf")),
    ("java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;", ("java/lang/Boxes", "valueOf")),
    ("java/util/List", "of", "()Ljava/util/List;", ("java/util/FixedList", "of")),
    ("java/util/List", "of", "(Ljava/lang/Object;)Ljava/util/List;", ("java/util/FixedList", "of")),
    (
        "java/util/List",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;",
        ("java/util/FixedList", "of"),
    ),
    (
        "java/util/List",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;",
        ("java/util/FixedList", "of"),
    ),
    (
        "java/util/List",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;",
        ("java/util/FixedList", "of"),
    ),
    ("java/util/List", "of", "([Ljava/lang/Object;)Ljava/util/List;", ("java/util/FixedList", "of")),
    ("java/util/Set", "of", "()Ljava/util/Set;", ("java/util/FixedSet", "of")),
    ("java/util/Set", "of", "(Ljava/lang/Object;)Ljava/util/Set;", ("java/util/FixedSet", "of")),
    (
        "java/util/Set",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Set;",
        ("java/util/FixedSet", "of"),
    ),
    (
        "java/util/Set",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Set;",
        ("java/util/FixedSet", "of"),
    ),
    ("java/util/Set", "of", "([Ljava/lang/Object;)Ljava/util/Set;", ("java/util/FixedSet", "of")),
    ("java/util/Map", "of", "()Ljava/util/Map;", ("java/util/FixedMap", "of")),
    (
        "java/util/Map",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;",
        ("java/util/FixedMap", "of"),
    ),
    (
        "java/util/Map",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;",
        ("java/util/FixedMap", "of"),
    ),
    (
        "java/util/Map",
        "of",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;",
        ("java/util/FixedMap", "of"),
    ),
    (
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
        ("java/lang/Boxes", "arraycopy"),
    ),
    ("java/util/Objects", "checkIndex", "(II)I", ("java/lang/Boxes", "checkIndex")),
];

/// Types of arrays that have a specification of how they are cloned, and its name. Others may be arrays of a subclass, which nobody can make by name.
const CLONED: &[(&str, &str)] = &[
    ("[I", "copyInts"),
    ("[J", "copyLongs"),
    ("[Z", "copyBooleans"),
    ("[B", "copyBytes"),
    ("[C", "copyChars"),
    ("[S", "copyShorts"),
];

/// Interfaces of the library, and the classes whose objects stand for theirs.
const STANDING: &[(&str, &[&str])] = &[
    ("java/lang/Iterable", &["java/util/ArrayList"]),
    ("java/util/Collection", &["java/util/ArrayList"]),
    ("java/util/SequencedCollection", &["java/util/ArrayList"]),
    ("java/util/List", &["java/util/ArrayList", "java/util/LinkedList"]),
    ("java/util/AbstractList", &["java/util/ArrayList"]),
    ("java/util/Queue", &["java/util/ArrayDeque"]),
    ("java/util/Deque", &["java/util/ArrayDeque"]),
    ("java/util/Map", &["java/util/HashMap"]),
    ("java/util/AbstractMap", &["java/util/HashMap"]),
    ("java/util/Set", &["java/util/HashSet"]),
    ("java/util/AbstractSet", &["java/util/HashSet"]),
    ("java/util/AbstractQueue", &["java/util/PriorityQueue"]),
    ("java/util/SortedMap", &["java/util/TreeMap"]),
    ("java/util/NavigableMap", &["java/util/TreeMap"]),
    ("java/util/SortedSet", &["java/util/TreeSet"]),
    ("java/util/NavigableSet", &["java/util/TreeSet"]),
];

/// Classes whose objects have no identity that anybody may rely on.
const VALUES: &[&str] = &[
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Boolean",
    "java.util.Optional",
];

/// The method that says which objects there can be.
const INVARIANT: (&str, &str) = ("repOk", "()Z");

/// The method that leaves executions out.
const WITHIN: (&str, &str) = ("java/util/Specified", "within");

/// Specifications that were compiled for a JDK.
pub struct Models {
    jar: Jar,
    names: BTreeSet<String>,
    _kept: Kept,
}

impl Models {
    /// The specifications for a JDK: those that are kept, or new ones.
    pub fn new(java_home: &Path, release: u16, cache: Option<&Cache>) -> Result<Models, Diagnostic> {
        let kept = SHIPPED.jar(java_home, release, cache).map_err(|mut problem| {
            problem.remedy.push_str(", or do without specifications of the library with --library bytecode");
            problem
        })?;
        let jar = Jar::open(kept.path(), 0)?;
        let names = jar.classes().into_iter().collect();
        Ok(Models { jar, names, _kept: kept })
    }

    pub(crate) fn find(&self, name: &str) -> Result<Option<Vec<u8>>, Diagnostic> {
        if self.has(name) { self.jar.find(name) } else { Ok(None) }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// Adds what a specification does not have of the JDK's class: interfaces, and methods without code.
pub(crate) fn fill(
    file: &mut ClassFile<'static>,
    raw: &mut Vec<Option<RawCode>>,
    platform: &[u8],
) -> Result<(), ristretto_classfile::Error> {
    let theirs = ClassFile::from_bytes(platform)?;
    let text = |file: &ClassFile<'_>, index: u16| {
        file.constant_pool.try_get_utf8(index).map(|text| text.to_rust_string())
    };
    let parent = |file: &ClassFile<'_>, index: u16| {
        file.constant_pool.try_get_class(index).map(|name| name.to_rust_string())
    };
    let mut own = Vec::new();
    for &interface in &file.interfaces {
        own.push(parent(file, interface)?);
    }
    // Later releases have more interfaces.
    for &interface in &theirs.interfaces {
        let name = parent(&theirs, interface)?;
        if !own.contains(&name) {
            file.interfaces.push(file.constant_pool.add_class(name)?);
        }
    }
    for method in &theirs.methods {
        let (name, descriptor) = (text(&theirs, method.name_index)?, text(&theirs, method.descriptor_index)?);
        let mut known = false;
        for ours in &file.methods {
            known |= text(file, ours.name_index)? == name && text(file, ours.descriptor_index)? == descriptor;
        }
        // What initialises a class is not called by anybody.
        if known || name == "<clinit>" {
            continue;
        }
        let name_index = file.constant_pool.add_utf8(name)?;
        let descriptor_index = file.constant_pool.add_utf8(descriptor)?;
        let kept = MethodAccessFlags::PUBLIC
            | MethodAccessFlags::PRIVATE
            | MethodAccessFlags::PROTECTED
            | MethodAccessFlags::STATIC
            | MethodAccessFlags::VARARGS;
        let access_flags = (method.access_flags & kept) | MethodAccessFlags::NATIVE;
        file.methods.push(Method { access_flags, name_index, descriptor_index, attributes: Vec::new() });
        raw.push(None);
    }
    Ok(())
}

impl World<'_> {
    /// The body of a method that leaves executions out, or of a static method that has a specification elsewhere.
    pub(crate) fn specified(&self, class: &JavaClass, method: &crate::MethodInfo) -> Option<ir::Body> {
        self.library.class_path().models()?;
        if (class.name.as_str(), method.name.as_str()) == WITHIN {
            return Some(self.within(class));
        }
        let found = STATICS.iter().find(|(owner, name, descriptor, _)| {
            *owner == class.name && *name == method.name && *descriptor == method.descriptor
        });
        let (_, _, descriptor, (owner, name)) = found?;
        let other = self.load(owner)?;
        let body = crate::translate::translate(*self, &other, other.method(name, descriptor)?);
        body.ok().map(|(body, _)| body)
    }

    /// Who is called instead where an array is cloned.
    pub(crate) fn cloning(&self, owner: &str, name: &str) -> Option<FunctionId> {
        self.library.class_path().models()?;
        let (_, method) = CLONED.iter().find(|(array, _)| *array == owner && name == "clone")?;
        let copying = self.load("java/lang/Boxes")?;
        Some(copying.method(method, "(Ljava/lang/Object;)Ljava/lang/Object;")?.function)
    }

    fn within(&self, class: &JavaClass) -> ir::Body {
        let mut writer = Writer::new(*self, class, String::new());
        let is = writer.parameter(&crate::JavaType::Boolean);
        let zero = Writer::int(0).operand;
        let condition =
            writer.assign(ir::Type::Bool, ir::Rvalue::Compare(ir::CompareOp::Ne, is.operand, zero));
        writer.builder.push(ir::StatementKind::Assume { condition: condition.into() });
        writer.end(ir::TerminatorKind::Return(None));
        writer.builder.finish().body.expect("it was written")
    }
}

/// Whether a class is one of numbers and truth values in boxes: whatever value is in it, there can be such an object.
pub fn is_boxed(name: &str) -> bool {
    name.starts_with("java.lang.") && VALUES.contains(&name)
}

/// What is asked about the specifications, by engines that know classes of the program only.
impl Library {
    /// Whether classes take part as their specifications, those that have one.
    pub fn has_specifications(&self) -> bool {
        self.class_path().models().is_some()
    }

    /// Whether a class takes part as its specification.
    pub fn is_specified(&self, name: &str) -> bool {
        self.class_path().models().is_some_and(|models| models.has(&name.replace('.', "/")))
    }

    /// The method that says which objects of a class with a specification there can be.
    pub fn specified_invariant(&self, program: &Program, class: ClassId) -> Option<FunctionId> {
        let name = program.class_name(class);
        if !self.is_specified(name) {
            return None;
        }
        let world = self.world(program);
        let (_, method) = world.resolve(&name.replace('.', "/"), INVARIANT.0, INVARIANT.1)?;
        Some(method.function)
    }

    /// The classes whose objects stand for those of an interface of the library.
    pub fn standing_for(&self, program: &Program, class: ClassId) -> Vec<ClassId> {
        if self.class_path().models().is_none() {
            return Vec::new();
        }
        let name = program.class_name(class).replace('.', "/");
        let standing = STANDING.iter().find(|(interface, _)| *interface == name);
        let standing = standing.map_or(&[][..], |(_, classes)| classes);
        standing.iter().filter_map(|class| Some(self.world(program).load(class)?.id)).collect()
    }

    /// Why a class cannot take part where those of the list do, some of them as specifications.
    pub fn objection(&self, program: &Program, class: ClassId, others: &[ClassId]) -> Option<String> {
        if !self.has_specifications() {
            return None;
        }
        let name = program.class_name(class);
        let world = self.world(program);
        let loaded = world.load(&name.replace('.', "/"))?;
        let mut ancestor = loaded.superclass.clone();
        while let Some(superclass) = ancestor {
            let extended = crate::world::dotted(&superclass.name);
            if self.is_specified(&extended) && !self.is_specified(name) {
                return Some(format!(
                    "an object of class {name}, which extends {extended}, of which there is a specification only"
                ));
            }
            ancestor = superclass.superclass.clone();
        }
        let is_hashed = |&other: &ClassId| {
            let other = program.class_name(other);
            other.starts_with("java.util.") && other.contains("Hash") && self.is_specified(other)
        };
        let is_own = |method: &str, descriptor: &str| {
            let found = world.resolve(&loaded.name, method, descriptor);
            found.is_some_and(|(owner, _)| owner.name != "java/lang/Object")
        };
        let differs = is_own("equals", "(Ljava/lang/Object;)Z") && !is_own("hashCode", "()I");
        if differs && !self.is_specified(name) && others.iter().any(is_hashed) {
            return Some(format!(
                "an object of class {name}, which has equals but not hashCode, where there are hash maps or sets"
            ));
        }
        None
    }

    /// Whether nobody may rely on which object of a class it is.
    pub fn is_value(&self, name: &str) -> bool {
        self.class_path().models().is_some() && VALUES.contains(&name)
    }
}
