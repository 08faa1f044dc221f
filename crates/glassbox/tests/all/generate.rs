//! `glassbox generate`: counts that are known by other means, the formats, stopping, and bad input.

use std::process::{Command, Output};

use crate::support::{class_file, glassbox, repository, text, with_api, written};

/// How many structures there are.
fn count(file: &str, arguments: &[&str]) -> u64 {
    let output = glassbox(&[&["generate", file, "--count"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{file} {arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).trim().parse().expect("a count is a number")
}

fn generate(arguments: &[&str]) -> Output {
    glassbox(&[&["generate"], arguments].concat())
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

fn catalan(n: u64) -> u64 {
    choose(2 * n, n) / (n + 1)
}

/// The number of partitions of a set.
fn bell(n: u64) -> u64 {
    if n == 0 { 1 } else { (0..n).map(|k| choose(n - 1, k) * bell(k)).sum() }
}

const SEARCH_TREE: &str = "bench/subjects/SearchTree.java";

/// A subject, compiled once for many runs.
fn subject(name: &str) -> (tempfile::TempDir, String) {
    let directory = with_api(&[format!("bench/subjects/{name}.java")]);
    let file = class_file(&directory, name);
    (directory, file)
}

/// A program of a test, compiled once for many runs.
fn program(name: &str, program: &str) -> (tempfile::TempDir, String) {
    let (_directory, file) = written(name, program);
    let directory = with_api(&[file]);
    let file = class_file(&directory, name);
    (directory, file)
}

#[test]
fn search_trees_are_as_many_as_binary_trees() {
    let (_directory, file) = subject("SearchTree");
    for n in 0..=8 {
        assert_eq!(count(&file, &["--size", &n.to_string()]), catalan(n), "{n} nodes");
    }
    // With up to 4 nodes, keys are any of 1 to 4.
    let all: u64 = (0..=4).map(|k| choose(4, k) * catalan(k)).sum();
    assert_eq!(count(&file, &["--size", "0..4"]), all);
    // Of the trees with up to 3 levels, those with 5 nodes: both nodes of the second level, two of the third.
    assert_eq!(count(&file, &["--size", "5", "--height", "3"]), choose(4, 2));
}

/// The same trees with the whole invariant in the program: what is not a tree is found out by a set of nodes that
/// were visited, which asks for identity hash codes.
const VISITING: &str = "
import java.util.HashSet;
import java.util.LinkedList;
import java.util.Set;

public class Visiting {
    static class Node {
        Node left, right;
        int key;
    }
    Node root;
    int size;

    public boolean repOk() {
        if (root == null) return size == 0;
        Set<Node> visited = new HashSet<>();
        LinkedList<Node> work = new LinkedList<>();
        visited.add(root);
        work.add(root);
        while (!work.isEmpty()) {
            Node node = work.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) return false;
                work.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) return false;
                work.add(node.right);
            }
        }
        return visited.size() == size && ordered(root, 0, 1000);
    }

    static boolean ordered(Node node, int least, int greatest) {
        return node == null || least < node.key && node.key < greatest
            && ordered(node.left, least, node.key) && ordered(node.right, node.key, greatest);
    }
}";

#[test]
fn graphs_that_are_no_trees_are_left_out_by_the_program_itself() {
    let (_directory, file) = program("Visiting", VISITING);
    for n in 0..=4 {
        let keys = format!("Node.key=1..{}", n.max(1));
        assert_eq!(count(&file, &["--size", &n.to_string(), "--domain", &keys]), catalan(n), "{n} nodes");
    }
}

const BINARY_TREE: &str = "
import glassbox.api.Tree;

public class BinaryTree {
    static class Node {
        @Tree Node left, right;
    }
    @Tree Node root;
}";

#[test]
fn binary_trees() {
    let (_directory, file) = program("BinaryTree", BINARY_TREE);
    for n in 0..=8 {
        assert_eq!(count(&file, &["--size", &n.to_string()]), catalan(n), "{n} nodes");
    }
}

const LIST: &str = "
import glassbox.api.Tree;

public class Items {
    static class Node {
        @Tree Node next;
        Object value;
    }
    @Tree Node head;

    public boolean repOk() {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == null) return false;
        }
        return true;
    }
}";

#[test]
fn lists_of_objects_are_as_many_as_partitions() {
    let (_directory, file) = program("Items", LIST);
    for n in 0..=7 {
        assert_eq!(count(&file, &["--size", &n.to_string()]), bell(n), "{n} nodes");
    }
    // The same, with values that the invariant does not look at, and that may be null: one more kind.
    let (_directory, file) = program("Items", &LIST.replace("node.value == null", "false"));
    for n in 0..=6 {
        assert_eq!(count(&file, &["--size", &n.to_string()]), bell(n + 1), "{n} nodes");
    }
}

const ASCENDING: &str = "
public class Ascending {
    static class Node {
        Node next;
        int value;
    }
    Node head;

    public boolean repOk() {
        int steps = 0;
        for (Node node = head; node != null; node = node.next) {
            if (++steps > 100) return false;
            if (node.next != null && node.next.value < node.value) return false;
        }
        return true;
    }
}";

#[test]
fn sorted_lists_are_as_many_as_multisets() {
    // Nothing is said of a cycle, but its values would all be equal, and it would be too long.
    let (_directory, file) = program("Ascending", ASCENDING);
    for n in 1..=6 {
        let values = format!("Node.value=1..{n}");
        let counted = count(&file, &["--size", &n.to_string(), "--domain", &values]);
        assert_eq!(counted, choose(2 * n - 1, n), "{n} nodes");
    }
}

/// All arrays of a length with values up to it are tried.
fn heaps(length: usize) -> u64 {
    let mut found = 0;
    for size in 0..=length {
        for number in 0..length.pow(size as u32) {
            let value = |place: usize| number / length.pow(place as u32) % length;
            found += u64::from((1..size).all(|place| value((place - 1) / 2) <= value(place)));
        }
    }
    found
}

#[test]
fn heaps_are_as_many_as_a_brute_force_finds() {
    let (_directory, file) = subject("ArrayHeap");
    for n in 1..=6 {
        let sizes = format!("0..{n}");
        assert_eq!(count(&file, &["--size", &sizes]), heaps(n), "length {n}");
    }
}

/// How many trees of so many directories, slots and files there are: a directory has an array of one of the lengths, with
/// a slot for each name. A file has two numbers.
fn directories(count: usize, lengths: &[usize], values: u64) -> u64 {
    fn forests(trees: usize, count: usize, tree: &dyn Fn(usize) -> u64) -> u64 {
        match trees {
            0 => u64::from(count == 0),
            _ => (1..=count).map(|first| tree(first) * forests(trees - 1, count - first, tree)).sum(),
        }
    }
    let mut found = 0;
    for &length in lengths.iter().filter(|&&length| length < count) {
        let left = count - 1 - length;
        for below in 0..=length {
            for files in 0..=(length - below).min(left) {
                let places =
                    choose(length as u64, below as u64) * choose((length - below) as u64, files as u64);
                let contents = (values * values).pow(files as u32);
                let tree = |count: usize| directories(count, lengths, values);
                found += places * contents * forests(below, left - files, &tree);
            }
        }
    }
    found
}

#[test]
fn file_trees_are_as_many_as_a_model_says() {
    let (_directory, file) = subject("FileTree");
    for (nodes, values) in [(1, 2), (2, 2), (3, 3), (4, 2), (5, 2), (6, 2)] {
        let domain = format!("File.blocks=0..{}", values - 1);
        let nodes_text = nodes.to_string();
        let arguments = ["--size", &nodes_text, "--degree", "1..2", "--domain", &domain];
        let model = directories(nodes, &[1, 2], values);
        assert_eq!(count(&file, &arguments), model, "{nodes} nodes, {values} values");
    }
}

const COPIED: &str = "
public class Copied {
    int[] numbers;

    public boolean repOk() {
        int[] cloned = numbers.clone();
        int[] copied = new int[numbers.length];
        System.arraycopy(cloned, 0, copied, 0, copied.length);
        return copied[0] <= copied[1];
    }
}";

#[test]
fn what_native_methods_read_counts_as_read() {
    let (_directory, file) = program("Copied", COPIED);
    for n in 2..=4 {
        let numbers = format!("Copied.numbers=1..{n}");
        assert_eq!(count(&file, &["--size", "2", "--domain", &numbers]), choose(n + 1, 2), "{n} numbers");
    }
    let direct = COPIED.replace("numbers.clone()", "numbers");
    let (_directory, file) = program("Copied", &direct);
    assert_eq!(count(&file, &["--size", "2", "--domain", "Copied.numbers=1..4"]), choose(5, 2));
}

#[test]
fn text_has_a_line_for_each_object() {
    let output = generate(&[SEARCH_TREE, "--size", "2"]);
    assert_eq!(
        text(&output.stdout),
        "structure 1\n  S0: SearchTree {root=N0, size=2}\n  N0: Node {key=1, left=null, right=N1}\n  \
         N1: Node {key=2, left=null, right=null}\nstructure 2\n  S0: SearchTree {root=N0, size=2}\n  \
         N0: Node {key=2, left=N1, right=null}\n  N1: Node {key=1, left=null, right=null}\n"
    );
}

#[test]
fn json_is_an_array_of_structures() {
    let output = generate(&["bench/subjects/ArrayHeap.java", "--size", "0..1", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let structure = |value: u64, size: u64| {
        serde_json::json!({ "objects": [
            { "name": "A0", "class": "ArrayHeap", "fields": { "elements": { "object": "Array0" }, "size": size } },
            { "name": "Array0", "array_of": "int", "elements": [value] },
        ]})
    };
    assert_eq!(parsed, serde_json::json!([structure(0, 0), structure(1, 1)]));
    let output = generate(&[SEARCH_TREE, "--size", "3", "--height", "1", "--format", "json"]);
    assert_eq!(text(&output.stdout), "[]\n");
}

#[test]
fn dot_is_a_graph_for_each_structure() {
    let output = generate(&[SEARCH_TREE, "--size", "3", "--format", "dot"]);
    let graphs = text(&output.stdout);
    assert_eq!(graphs.matches("digraph").count(), 5);
    assert_eq!(graphs.matches(" -> ").count(), 5 * 3);
}

/// Asks the JVM about the invariant of every structure.
const MAIN: &str = "
public class Main {
    static int good;
    public static void main(String[] arguments) {
        SearchTreeStructures.each(tree -> good += tree.repOk() ? 1 : 0);
        ArrayHeapStructures.each(heap -> good += heap.repOk() ? 1 : 0);
        FileTreeStructures.each(tree -> good += tree.repOkLocal() ? 1 : 0);
        long all = SearchTreeStructures.COUNT + ArrayHeapStructures.COUNT + FileTreeStructures.COUNT;
        System.out.println(good + \" of \" + all);
    }
}";

#[test]
fn java_code_builds_the_structures_on_a_jvm() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut files = vec![path("Main.java")];
    std::fs::write(&files[0], MAIN).expect("the program can be written");
    for (class, size) in [("SearchTree", "0..5"), ("ArrayHeap", "0..4"), ("FileTree", "1..6")] {
        let (subject, made) =
            (format!("bench/subjects/{class}.java"), path(&format!("{class}Structures.java")));
        let output = generate(&[&subject, "--size", size, "--degree", "4", "--format", "java", "-o", &made]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        files.extend([subject, made]);
    }
    let jar = path("api.jar");
    assert!(glassbox(&["api", "--jar", &jar]).status.success());
    let mut compiler = Command::new("javac");
    compiler.args(["-cp", &jar, "-d"]).arg(directory.path()).args(&files).current_dir(repository());
    let output = compiler.output().expect("`./x test` installs a JDK");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = Command::new("java").arg("-cp").arg(directory.path()).arg("Main").output();
    let printed = text(&output.expect("`./x test` installs a JDK").stdout);
    let (good, all) = printed.trim().split_once(" of ").expect("both numbers are printed");
    assert_eq!(good, all);
    let trees: u64 = (0..=5).map(|k| choose(5, k) * catalan(k)).sum();
    assert!(all.parse::<u64>().expect("a number") > trees + heaps(4));
}

#[test]
fn a_generation_that_is_stopped_says_so() {
    let output = generate(&[SEARCH_TREE, "--size", "14", "--count", "--time", "3s"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("incomplete: "), "{}", text(&output.stderr));
    assert!(text(&output.stdout).trim().parse::<u64>().is_ok());
}

#[test]
fn bad_input_is_rejected() {
    let output = generate(&[SEARCH_TREE, "--size", "4..1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`4..1` is no size"), "{}", text(&output.stderr));
    let (_directory, file) = written("Plain", "public class Plain { int value; }");
    let output = generate(&[&file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("has no invariant"), "{}", text(&output.stderr));
}
