//! Formulas in annotations: those of the subjects mean something, and what is wrong with others is marked in the source.

use std::path::Path;

use crate::support::{class_file, home, repository, with_api, written};
use glassbox::{Input, JavaOptions, MethodProperties, Rejection, properties_of_method};
use ir::{Annotated, FunctionId};

fn load(path: &Path) -> Input {
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    let input = glassbox::load(path, &options).unwrap_or_else(|rejection| panic!("{}", drawn(&rejection)));
    let java = input.java.as_ref().expect("it is a Java program");
    input.program.load_class(&java.class).expect("it was compiled");
    input
}

/// The methods with annotations, by name.
fn methods(input: &Input) -> Vec<(String, FunctionId)> {
    let functions = input.program.annotations.all().into_iter().filter_map(|(on, _)| match on {
        Annotated::Function(function) => Some(function),
        Annotated::Class(_) | Annotated::Field(_) | Annotated::Global(_) => None,
    });
    let named = functions.map(|function| {
        let name = &input.program.functions[function].name;
        let (path, _) = name.split_once('(').expect("methods have descriptors");
        (path.rsplit_once('.').expect("methods have classes").1.to_string(), function)
    });
    named.collect()
}

fn drawn(rejection: &Rejection) -> String {
    report::diagnostic::diagnostics(&rejection.diagnostics, &rejection.sources, report::Style::default())
}

#[test]
fn formulas_of_the_subjects_mean_something() {
    let directory = repository().join("bench/subjects/infer");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the subjects are there")
        .map(|entry| entry.expect("they can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let compiled = with_api(&names);
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("they have names");
        let input = load(Path::new(&class_file(&compiled, name)));
        let methods = methods(&input);
        assert!(methods.len() >= 2, "{}", file.display());
        for (name, function) in methods {
            let properties = properties_of_method(&input.program, function)
                .unwrap_or_else(|rejection| panic!("{name}: {}", drawn(&rejection)));
            let ensures = properties.ensures.unwrap_or_else(|| panic!("{name} ensures something"));
            for property in properties.requires.iter().chain([&ensures]) {
                assert_eq!(property.notes, [""; 0], "{name} looks at its own classes only");
                let printed = infer::property::print(
                    &infer::property::parse(&property.text).expect("it was understood"),
                );
                let condition = infer::property::Condition::Ensures;
                let context = infer::property::Context::new(&input.program, function, condition);
                assert!(infer::property::read(&printed, &context).is_ok(), "{name}: {printed}");
            }
        }
    }
}

const PACKAGE: &str = "package org.example;

import glassbox.api.Ensures;
import glassbox.api.Requires;

public class Stack {
    static class Node {
        private Node next;
        boolean last;
    }

    interface Marked { }

    Node top;
    static int count;

    @Requires(\"full == true && this.top.next == null\")
    @Ensures(\"result == full && Stack.count == count && top in Stack.Node && Stack$Node::next == Node::next\")
    boolean booleans(int n, boolean full, long m) { return full; }

    @Ensures(\"some java.lang.String || o.coder == 1 || top == s\")
    void others(String o, Marked s) { }

    @Ensures(\"helper.secret.value == n && Hidden.total > 0\")
    void foreign(Hidden helper, int n) { }

    static class Inner extends Node {
        @Ensures(\"next == null && count == 0 && (some Node) && this in Inner\")
        void nested() { }
    }

    @Ensures(\"this.top == null\"
        + \" && this.tp == null\")
    void misspelt() { }

    static final String TEXT = \"top.lst\";

    @Ensures(TEXT)
    void elsewhere() { }

    @Ensures(\"top.next.last == n\")
    void kinds(int n) { }
}

class Hidden {
    private Hidden secret;
    private int value;
    private static int total;
}
";

fn properties(input: &Input, method: &str) -> Result<MethodProperties, String> {
    let (_, function) = methods(input).into_iter().find(|(name, _)| name == method).expect("it is annotated");
    properties_of_method(&input.program, function).map_err(|rejection| drawn(&rejection))
}

#[test]
fn names_mean_what_they_mean_in_java() {
    let (_directory, file) = written("Stack", PACKAGE);
    let input = load(Path::new(&file));
    input.program.load_class("org.example.Stack$Inner").expect("it was compiled");
    for method in ["booleans", "others", "nested"] {
        let found = properties(&input, method).unwrap_or_else(|problem| panic!("{problem}"));
        let ensures = found.ensures.expect("it ensures something");
        let expected: &[&str] = match method {
            "others" => &["the property looks at `String.coder`, which is private to another class"],
            _ => &[],
        };
        // In newer releases of the JDK the field can be one that a package sees.
        assert!(ensures.notes.is_empty() || ensures.notes == expected, "{method}: {:?}", ensures.notes);
        assert_eq!(found.requires.is_some(), method == "booleans");
    }
    let foreign =
        properties(&input, "foreign").expect("it means something").ensures.expect("it ensures something");
    let note = |name: &str| format!("the property looks at `{name}`, which is private to another class");
    assert_eq!(
        foreign.notes,
        [note("Hidden.secret"), note("Hidden.value"), note("org.example.Hidden.total")]
    );
}

#[test]
fn what_is_wrong_is_marked_in_the_source() {
    let (_directory, file) = written("Stack", PACKAGE);
    let input = load(Path::new(&file));
    let problem =
        |method: &str| properties(&input, method).expect_err("it means nothing").replace(&file, "Stack.java");
    let misspelt = problem("misspelt");
    assert!(misspelt.contains("objects of Stack have no field `tp`"), "{misspelt}");
    assert!(misspelt.contains("--> Stack.java:33:21"), "{misspelt}");
    assert!(misspelt.contains("did you mean top?"), "{misspelt}");
    // The text of a constant stands elsewhere.
    let elsewhere = problem("elsewhere");
    assert!(elsewhere.contains("--> @Ensures of org.example.Stack.elsewhere()V:1:5"), "{elsewhere}");
    let kinds = problem("kinds");
    assert!(kinds.contains("truth values and numbers are compared"), "{kinds}");
}
