//! Annotations of class files as annotations of the program.

use std::process::Command;
use std::sync::Arc;

use ir::{Annotated, Annotation, AnnotationValue, Constant};
use java::{ClassPath, Library};

const SOURCE: &str = "package org.example;

import java.lang.annotation.*;

enum Kind { LIST, TREE }

@Retention(RetentionPolicy.CLASS) @interface Inner { int depth(); }

@Retention(RetentionPolicy.RUNTIME) @interface Everything {
    boolean flag(); byte small(); char letter(); short middle(); int number(); long large(); float part(); double fine();
    String text(); Kind kind(); Class<?> type(); Class<?>[] types(); Inner inner(); int[] list();
}

@Retention(RetentionPolicy.SOURCE) @interface Gone { }

@Everything(flag = true, small = -1, letter = 'x', middle = 300, number = 7, large = 1L << 40, part = 0.5f, fine = 0.25,
    text = \"n >= 0\", kind = Kind.TREE, type = void.class, types = {int[].class, String.class}, inner = @Inner(depth = 2),
    list = {})
public class Marked {
    @Inner(depth = 1) Marked left;
    @Inner(depth = 5) static int count;
    @Gone int plain;

    @Inner(depth = 3) @Gone int next(int n) {
        return n;
    }

    @Inner(depth = 4) Marked() { }
}
";

/// The home of the JDK whose `java` is on the path, or that `JAVA_HOME` names.
fn java_home() -> std::path::PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return home.into();
    }
    let paths = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&paths)
        .find_map(|directory| std::fs::canonicalize(directory.join("java")).ok())
        .expect("`./x test` installs a JDK");
    java.ancestors().nth(2).expect("java is in the bin directory of its home").to_path_buf()
}

#[test]
fn annotations_are_data_of_the_program() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let source = directory.path().join("Marked.java");
    std::fs::write(&source, SOURCE).expect("the program can be written");
    let home = java_home();
    let classes = directory.path().join("classes");
    let compiled = Command::new(home.join("bin/javac")).arg("-d").arg(&classes).arg(&source).output();
    let compiled = compiled.expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut class_path = ClassPath::new();
    class_path.add_jdk(&home).expect("the JDK can be read");
    class_path.add_directory(&classes);
    let library = Arc::new(Library::new(class_path));
    let program = library.program("Marked.java");
    let class = library.world(&program).load("org/example/Marked").expect("it was compiled");

    let inner = |depth: i32| Annotation {
        name: "org.example.Inner".to_string(),
        values: vec![("depth".to_string(), AnnotationValue::Constant(Constant::i32(depth)))],
    };
    let field = |name: &str| {
        let fields = &program.classes[class.id].fields;
        *fields.iter().find(|&&field| program.fields[field].name == name).expect("the field is there")
    };
    let of = |on: Annotated| program.annotations.of(on).to_vec();
    assert_eq!(of(Annotated::Field(field("left"))), [inner(1)]);
    assert_eq!(of(Annotated::Field(field("plain"))), []);
    let count = program.global_named("org.example.Marked.count").expect("the field is there");
    assert_eq!(of(Annotated::Global(count)), [inner(5)]);
    let method = |name: &str, descriptor: &str| {
        Annotated::Function(class.method(name, descriptor).expect("the method is there").function)
    };
    assert_eq!(of(method("next", "(I)I")), [inner(3)]);
    assert_eq!(of(method("<init>", "()V")), [inner(4)]);
    let printed = ir::text::print(&program);
    let line = printed.lines().find(|line| line.starts_with("annotation class \"org.example.Marked\""));
    assert_eq!(
        line,
        Some(
            "annotation class \"org.example.Marked\" \"org.example.Everything\"(flag = true, small = -1i8, \
             letter = 120u16, middle = 300i16, number = 7, large = 1099511627776i64, part = 0.5f32, fine = 0.25f64, \
             text = \"n >= 0\", kind = @org.example.Kind.TREE, type = @void, types = [@\"int[]\", @java.lang.String], \
             inner = \"org.example.Inner\"(depth = 2), list = [])"
        )
    );
    let everything = program.annotations.find(Annotated::Class(class.id), "org.example.Everything");
    assert_eq!(everything.expect("it is annotated").text("text"), Some("n >= 0"));
}
