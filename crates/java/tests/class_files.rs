//! The JDK's own classes as they are, and damaged in every way that a random generator thinks of.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use java::class_path::class_name;
use java::{ClassPath, Library};

/// The home of the JDK whose `java` is on the path, or that `JAVA_HOME` names.
fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return home.into();
    }
    let paths = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&paths)
        .find_map(|directory| std::fs::canonicalize(directory.join("java")).ok())
        .expect("`./x test` installs a JDK");
    java.parent()
        .and_then(|bin| bin.parent())
        .expect("java is in the bin directory of its home")
        .to_path_buf()
}

#[test]
fn every_method_of_the_collections_is_translated_and_verified() {
    let sweep = java::sweep::sweep(&java_home(), "java.base", |name| {
        name.strip_prefix("java/util/").is_some_and(|rest| !rest.contains('/'))
    })
    .expect("the JDK can be read");
    assert!(sweep.methods > 3_000, "only {} methods were found", sweep.methods);
    assert!(sweep.failures.is_empty(), "{:?}", sweep.failures);
    assert_eq!(sweep.verified, sweep.methods);
}

/// A class that another thread is just loading is waited for, and not taken for one that is its own ancestor.
#[test]
fn several_threads_load_the_same_classes() {
    let mut class_path = ClassPath::new();
    class_path.add_jdk(&java_home()).expect("the JDK can be read");
    let names = class_path.module_classes("java.base");
    let names: Vec<&String> = names.iter().filter(|name| name.starts_with("java/util/")).take(400).collect();
    for _ in 0..3 {
        let mut class_path = ClassPath::new();
        class_path.add_jdk(&java_home()).expect("the JDK can be read");
        let library = Arc::new(Library::new(class_path));
        let program = library.program("many");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for name in &names {
                        assert!(library.world(&program).load(name).is_some(), "{name}");
                    }
                });
            }
        });
    }
}

/// What is checked before a class file of the user's is read must not refuse what compilers write.
#[test]
fn every_class_of_the_base_module_has_the_shape_of_a_class_file() {
    let mut class_path = ClassPath::new();
    class_path.add_jdk(&java_home()).expect("the JDK can be read");
    for module in ["java.base", "java.compiler", "jdk.compiler"] {
        let names = class_path.module_classes(module);
        assert!(!names.is_empty(), "{module} has classes");
        for name in names {
            let bytes = class_path.find(&name).expect("the JDK can be read");
            // Names that several modules share are found in one of them.
            let Some((bytes, _)) = bytes else { continue };
            let found = class_name(Path::new(&name), &bytes);
            assert!(found.as_ref().is_ok_and(|found| name.ends_with(found)), "{name}: {found:?}");
        }
    }
}

/// A step of splitmix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[test]
fn damaged_class_files_never_panic_and_never_verify_wrongly() {
    let mut whole = ClassPath::new();
    whole.add_jdk(&java_home()).expect("the JDK can be read");
    let mut state = 1;
    let mut translated = 0;
    for name in ["java/util/ArrayList", "java/lang/Integer", "java/util/HashMap", "java/util/Optional"] {
        let (bytes, _) = whole.find(name).expect("the JDK can be read").expect("the class is there");
        for round in 0..60 {
            let mut damaged = bytes.to_vec();
            if round % 10 == 9 {
                let length = random(&mut state) as usize % damaged.len();
                damaged.truncate(length);
            } else {
                for _ in 0..1 + random(&mut state) % 8 {
                    let at = random(&mut state) as usize % damaged.len();
                    damaged[at] = random(&mut state) as u8;
                }
            }
            // The class is looked for under the name that it gives itself, and alone: what it needs
            // besides is missing.
            let Ok(own) = class_name(Path::new("Damaged.class"), &damaged) else { continue };
            let mut class_path = ClassPath::new();
            class_path.add_class(&own, damaged);
            class_path.add_class("java/lang/Object", object(&whole));
            let library = Arc::new(Library::new(class_path));
            let program = library.program("damaged");
            let Some(class) = library.world(&program).load(&own) else { continue };
            for method in &class.methods {
                if program.body(method.function).is_some() {
                    translated += 1;
                    let verified = ir::verify::verify_function(&program, method.function);
                    assert!(verified.is_ok(), "seed {state}: {:?}", verified.err());
                }
            }
        }
    }
    assert!(translated > 0, "some methods survive");
}

fn object(class_path: &ClassPath) -> Vec<u8> {
    let found = class_path.find("java/lang/Object").expect("the JDK can be read");
    found.expect("the class is there").0.to_vec()
}
