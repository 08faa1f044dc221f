//! Two engines that can answer the same question: methods against formulas for all heaps of a scope, and the same as assertions in a
//! program that chooses the heap field by field, all of whose executions are explored; and methods that keep an invariant, for all heaps
//! of a scope, and for all structures within bounds.

use crate::support::{class_file, glassbox, repository, text, with_api, written};

/// The method, the program that asks the same, and the exit code of both.
const ASKED: [(&str, &str, i32); 6] = [
    ("holdsReverse", "Reverse", 0),
    ("violatedReverse", "ReverseWrong", 1),
    ("holdsRemove", "Remove", 0),
    ("violatedRemove", "RemoveTwice", 1),
    ("holdsPush", "Push", 0),
    ("violatedPush", "PushWrong", 1),
];

#[test]
fn methods_and_executions_agree() {
    let file = repository().join("crates/glassbox/tests/all/infer_constructs/Crossed.java");
    let classes = with_api(&[file.display().to_string()]);
    let file = class_file(&classes, "Crossed");
    for (method, entry, code) in ASKED {
        let method = format!("Crossed.{method}");
        let asked =
            glassbox(&["check", &file, "--engine", "infer", "--method", &method, "--scope", "2,int=-1..1"]);
        let shown = text(&asked.stdout) + &text(&asked.stderr);
        assert_eq!(asked.status.code(), Some(code), "{method}: {shown}");
        let program = class_file(&classes, &format!("Crossed${entry}"));
        let explored = glassbox(&["check", &program, "--engine", "explore"]);
        let shown = text(&explored.stdout) + &text(&explored.stderr);
        assert_eq!(explored.status.code(), Some(code), "{entry}: {shown}");
        assert_eq!(shown.starts_with("violated: assert"), code == 1, "{entry}: {shown}");
    }
}

/// A search tree whose invariant says everything, with methods that keep it and that do not.
const ORDERED: &str = "import glassbox.api.*;
    public class Ordered {
        static class Node {
            int key;
            Node left;
            Node right;
        }

        Node root;

        public Ordered() {}

        @Invariant
        boolean isOrdered() {
            return between(root, -1, 4);
        }

        static boolean between(Node node, int low, int high) {
            return node == null
                || low < node.key && node.key < high && between(node.left, low, node.key) && between(node.right, node.key, high);
        }

        void insert(int key) {
            Node made = new Node();
            made.key = key;
            if (key < 0 || key > 3) { return; }
            if (root == null) { root = made; return; }
            Node node = root;
            while (node.key != key) {
                Node next = key < node.key ? node.left : node.right;
                if (next != null) { node = next; continue; }
                if (key < node.key) { node.left = made; } else { node.right = made; }
                return;
            }
        }

        void insertWrong(int key) {
            Node made = new Node();
            made.key = key;
            if (key < 0 || key > 3) { return; }
            if (root == null) { root = made; return; }
            if (key < root.key) { root.left = made; } else { root.right = made; }
        }

        void removeLeast() {
            if (root == null) { return; }
            if (root.left == null) { root = root.right; return; }
            Node node = root;
            while (node.left.left != null) { node = node.left; }
            node.left = node.left.right;
        }

        void rotate() {
            if (root == null || root.left == null) { return; }
            Node top = root.left;
            root.left = top.right;
            top.right = root;
            root = top;
        }

        void rotateWrong() {
            if (root == null || root.left == null) { return; }
            Node top = root.left;
            root.left = top.left;
            top.left = root;
            root = top;
        }
    }";

#[test]
fn methods_and_structures_agree() {
    let (_directory, file) = written("Ordered", ORDERED);
    for (method, code) in
        [("insert", 0), ("insertWrong", 1), ("removeLeast", 0), ("rotate", 0), ("rotateWrong", 1)]
    {
        for inline in [&[][..], &["--inline"]] {
            let asked = ["check", &file, "--engine", "infer", "--invariants", "--method", method];
            let scope = ["--scope", "3,Ordered=1,int=0..3"];
            let output = glassbox(&[&asked[..], &scope, inline].concat());
            let shown = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{method} {inline:?}: {shown}");
        }
        let asked = ["check", &file, "--engine", "glass", "--methods", method, "--size", "3"];
        let output = glassbox(&[&asked[..], &["--domain", "Node.key=0..3"]].concat());
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{method}: {shown}");
    }
}

/// What only the other engine knows of a structure is not passed over.
#[test]
fn what_is_said_of_structures_elsewhere_is_told() {
    for (class, method, what) in [
        ("DoublyLinkedList", "reverse", "DoublyLinkedList has @Tree at `first`"),
        ("SearchTree", "remove", "SearchTree has @Tree at `root`"),
    ] {
        let file = repository().join(format!("bench/subjects/{class}.java")).display().to_string();
        let output = glassbox(&["check", &file, "--engine", "infer", "--invariants", "--method", method]);
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{class}: {shown}");
        assert!(shown.contains(what), "{class}: {shown}");
    }
    let inherited = "import glassbox.api.*;
        class Nodes { @Tree Nodes next; }
        public class Chain extends Nodes {
            @Invariant boolean isEmpty() { return next == null; }
            void add() { next = new Chain(); }
        }";
    let (_directory, file) = written("Chain", inherited);
    let output = glassbox(&["check", &file, "--engine", "infer", "--invariants", "--method", "add"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{shown}");
    assert!(shown.contains("Chain has @Tree at `next`"), "{shown}");
}
