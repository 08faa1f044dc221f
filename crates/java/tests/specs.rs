//! Specs of classes of the JDK, as they come into these.

use std::path::PathBuf;
use std::sync::Arc;

use ir::{Annotated, Program};
use java::api::{Api, Cache};
use java::class_path::classes_in;
use java::compile::Compiled;
use java::{ClassPath, JavaClass, JavaType, Library, SpecProblem, Specs, Structure};

/// The home of the JDK whose `java` is on the path, or that `JAVA_HOME` names.
fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return home.into();
    }
    let paths = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&paths)
        .find_map(|directory| std::fs::canonicalize(directory.join("java")).ok())
        .expect("`./x test` installs a JDK");
    java.ancestors().nth(2).expect("java is in the bin directory of its home").to_path_buf()
}

/// A class path with the classes of a source, their names, and where they are kept.
fn compiled(source: &str) -> (ClassPath, Vec<String>, Compiled) {
    let home = java_home();
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let file = directory.path().join("Described.java");
    let text = format!("import glassbox.api.*;\n{source}");
    std::fs::write(&file, &text).expect("the program can be written");
    let mut class_path = ClassPath::new();
    class_path.add_jdk(&home).expect("the JDK can be read");
    // Compiling the package takes longer than everything else.
    let cache = Cache { directory: env!("CARGO_TARGET_TMPDIR").into(), version: "specs".to_string() };
    let api = Api::jar(&home, class_path.release(), Some(&cache)).expect("the package can be made");
    let compiled = java::compile::compile(&home, &file, &text, &[api.path().to_path_buf()])
        .unwrap_or_else(|(diagnostics, _)| panic!("{diagnostics:?}"));
    let classes = compiled.directory().join("classes");
    class_path.add_compiled(&classes);
    (class_path, classes_in(&classes), compiled)
}

/// A program with the specs of a source.
fn described(source: &str) -> (Arc<Library>, Program, Compiled) {
    let (class_path, names, compiled) = compiled(source);
    let specs = Specs::read(&class_path, &names).unwrap_or_else(|problem| panic!("{problem:?}"));
    let mut library = Library::new(class_path);
    library.describe(specs);
    let library = Arc::new(library);
    let program = library.program("Described.java");
    (library, program, compiled)
}

/// What is wrong with the specs of a source.
fn problem(source: &str) -> SpecProblem {
    let (class_path, names, _compiled) = compiled(source);
    Specs::read(&class_path, &names).expect_err("the spec does not fit")
}

fn load(library: &Library, program: &Program, name: &str) -> Arc<JavaClass> {
    library.world(program).load(name).unwrap_or_else(|| panic!("{:?}", library.world(program).trouble(name)))
}

fn field_names(program: &Program, class: &JavaClass) -> Vec<String> {
    program.classes[class.id].fields.iter().map(|&field| program.fields[field].name.clone()).collect()
}

const TREE_MAP: &str = r#"
@Spec(value = "java.util.TreeMap", methods = {"get", "remove(Object)"}, allows = {NullPointerException.class})
class TreeMapSpec {
    private static int[] heights = {0, 1, 2};
    @Tree Entry root;
    int size;

    @Spec("java.util.TreeMap$Entry")
    static class Entry {
        @Tree Entry left, right;
        Integer key;
        Entry parent;
        @Ghost int count;

        boolean repOkLocal() { return ok(left) && ok(right) && key >= 0; }
        private boolean ok(Entry child) { return child == null || child.parent == this; }
    }

    boolean repOk() { return root == null || height(root) < heights.length && !isEmpty(); }
    static int height(Entry entry) { return entry == null ? 0 : 1 + Math.max(height(entry.left), height(entry.right)); }
    public boolean isEmpty() { throw new AssertionError(); }
}
"#;

#[test]
fn methods_and_ghosts_come_behind_what_the_target_has() {
    let (library, program, _compiled) = described(TREE_MAP);
    let plain = {
        let mut class_path = ClassPath::new();
        class_path.add_jdk(&java_home()).expect("the JDK can be read");
        let library = Arc::new(Library::new(class_path));
        let program = library.program("plain");
        let class = load(&library, &program, "java/util/TreeMap$Entry");
        (field_names(&program, &class), class.methods.len())
    };
    let entry = load(&library, &program, "java/util/TreeMap$Entry");
    let names = field_names(&program, &entry);
    let (last, before) = names.split_last().expect("there are fields");
    assert_eq!((last.as_str(), before), ("count", &plain.0[..]));
    assert_eq!(entry.methods.len(), plain.1 + 2);
    // Names of specs are those of their targets, also in descriptors.
    assert!(entry.method("ok", "(Ljava/util/TreeMap$Entry;)Z").is_some());
    let map = load(&library, &program, "java/util/TreeMap");
    assert!(map.method("height", "(Ljava/util/TreeMap$Entry;)I").is_some());
    // What the target inherits is not replaced.
    assert!(map.method("isEmpty", "()Z").is_none());
}

#[test]
fn methods_of_specs_are_translated_as_those_of_the_target() {
    let (library, program, _compiled) = described(TREE_MAP);
    for class in ["java/util/TreeMap", "java/util/TreeMap$Entry"] {
        let class = load(&library, &program, class);
        for method in class.methods.iter().filter(|method| !method.is_abstract() && !method.is_native()) {
            let name = &program.functions[method.function].name;
            assert!(program.body(method.function).is_some(), "{name}: {:?}", library.troubles());
        }
    }
    // The statics of a spec are its own, with what initialises them.
    let own = load(&library, &program, "TreeMapSpec");
    assert_eq!(own.methods.iter().map(|method| method.name.as_str()).collect::<Vec<_>>(), ["<clinit>"]);
    assert!(program.global_named("TreeMapSpec.heights").is_some());
    assert!(program.global_named("java.util.TreeMap.heights").is_none());
    assert!(library.troubles().is_empty(), "{:?}", library.troubles());
}

#[test]
fn fields_get_the_annotations_of_the_spec() {
    let (library, program, _compiled) = described(TREE_MAP);
    let structure: Structure = library.structure(&program, "java.util.TreeMap").expect("it can be loaded");
    let names: Vec<&str> = structure.classes.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["java.util.TreeMap", "java.util.TreeMap$Entry", "java.lang.Integer"]);
    let field = |part: usize, name: &str| {
        let mut fields = structure.classes[part].fields.iter();
        fields.find(|field| field.name == name).unwrap_or_else(|| panic!("{name}"))
    };
    assert!(field(0, "root").is_tree && !field(0, "size").is_tree);
    assert!(field(0, "modCount").is_left_out && field(0, "comparator").is_left_out);
    assert!(field(0, "keySet").is_left_out, "inherited fields count as well");
    assert!(!field(0, "size").is_left_out && !field(1, "count").is_left_out && field(1, "value").is_left_out);
    assert!(field(1, "left").is_tree && field(1, "count").is_ghost);
    // What a field holds is what the spec says, what it is stays.
    assert_eq!(field(1, "key").holds, JavaType::Object("java/lang/Integer".into()));
    assert_eq!(field(1, "key").ty, JavaType::Object("java/lang/Object".into()));
    assert!(structure.classes[1].local.is_some() && structure.classes[0].local.is_none());
    let root = field(0, "root").field;
    assert!(program.annotations.find(Annotated::Field(root), "glassbox.api.Tree").is_some());
}

#[test]
fn specs_say_what_to_check() {
    let (library, _, _compiled) = described(TREE_MAP);
    let first = &library.specs().all()[0];
    assert_eq!((first.name.as_str(), first.target.as_str()), ("TreeMapSpec", "java/util/TreeMap"));
    assert_eq!(first.methods, ["get", "remove(Object)"]);
    assert_eq!(first.allows, ["java.lang.NullPointerException"]);
    assert!(library.specs().describing("java/util/TreeMap$Entry").is_some());
    assert!(library.specs().describing("java/util/HashMap").is_none());
}

#[test]
fn inherited_fields_can_be_described() {
    let (library, program, _compiled) = described(
        "@Spec(\"java.util.LinkedList\") class Described { int modCount; boolean repOk() { return modCount >= 0; } }",
    );
    let structure = library.structure(&program, "java.util.LinkedList").expect("it can be loaded");
    let fields = &structure.classes[0].fields;
    assert!(fields.iter().any(|field| field.name == "modCount" && !field.is_left_out));
    let class = load(&library, &program, "java/util/LinkedList");
    let method = class.method("repOk", "()Z").expect("it was mixed in");
    assert!(program.body(method.function).is_some(), "{:?}", library.troubles());
}

#[test]
fn other_classes_of_the_source_see_the_targets() {
    let (library, program, _compiled) = described(
        "@Spec(\"java.util.LinkedList\") class Described { int size; boolean repOk() { return Helper.ok(this); } }
         class Helper { static boolean ok(Described list) { return list.size >= 0; } }",
    );
    let helper = load(&library, &program, "Helper");
    let method = helper.method("ok", "(Ljava/util/LinkedList;)Z").expect("its parameter is the target");
    assert!(program.body(method.function).is_some(), "{:?}", library.troubles());
}

#[test]
fn specs_that_do_not_fit_are_told() {
    assert!(matches!(problem("class Described { }"), SpecProblem::NoSpec));
    let unknown = problem("@Spec(\"java.util.TreMap\") class Described { }");
    assert!(matches!(unknown, SpecProblem::NoTarget(_, target) if target == "java.util.TreMap"));
    let twice = problem(
        "@Spec(\"java.util.TreeMap\") class Described { } @Spec(\"java.util.TreeMap\") class Other { }",
    );
    assert!(matches!(twice, SpecProblem::Twice(target) if target == "java.util.TreeMap"));
    let field = problem("@Spec(\"java.util.TreeMap\") class Described { Object rooot; }");
    let SpecProblem::NoField(target, field, known) = field else { panic!("{field:?}") };
    assert_eq!((target.as_str(), field.as_str()), ("java.util.TreeMap", "rooot"));
    assert!(known.iter().any(|name| name == "root"));
    let ty = problem("@Spec(\"java.util.TreeMap\") class Described { long size; }");
    assert!(
        matches!(ty, SpecProblem::OtherType(_, field, said, own) if (&*field, &*said, &*own) == ("size", "long", "int"))
    );
    let reference = problem("@Spec(\"java.util.TreeMap\") class Described { int root; }");
    assert!(matches!(reference, SpecProblem::OtherType(..)));
    let ghost = problem("@Spec(\"java.util.TreeMap\") class Described { @Ghost int size; }");
    assert!(matches!(ghost, SpecProblem::NoGhost(_, field) if field == "size"));
}
