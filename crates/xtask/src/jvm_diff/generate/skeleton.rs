//! What every program has: the main class with its checksum, static fields, functions and sections.

use super::{Generator, Returns};
use crate::jvm_diff::grammar::{Access, Variable};
use crate::jvm_diff::tree::{Node, Piece, Role};
use crate::jvm_diff::types::Type;

/// How many blocks a section may execute.
const FUEL: usize = 300;

const IMPORTS: &str =
    "import java.math.*;\nimport java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n";

/// What programs print with.
const HELPERS: [&str; 4] = [
    r#"static void hit(int block) {
SEEN[block] = true;
trail = trail * 31 + block;
if (--fuel < 0) throw new §OutOfFuel();
}
"#,
    r#"static String cut(String text) {
if (text == null) return "null";
return text.length() <= 100 ? text : text.substring(0, 80) + "~" + text.hashCode();
}
"#,
    r#"static void say(String what, String text) {
trail = trail * 31 + text.hashCode();
System.out.println(what + " " + cut(text));
}
"#,
    r#"static void report(String what, Throwable thrown) {
StackTraceElement[] trace = thrown.getStackTrace();
say(what, thrown + (trace.length == 0 ? " nowhere" : " at " + trace[0].getMethodName() + ":" + trace[0].getLineNumber()));
for (Throwable held : thrown.getSuppressed()) say(what, "suppressed " + held);
if (thrown.getCause() != null) say(what, "cause " + thrown.getCause());
}
"#,
];

/// Helpers of one line: printing, and the use of arrays, strings and lists without leaving them.
const SMALL_HELPERS: &str = r#"static void show(String what, boolean value) { say(what, what + value); }
static void show(String what, char value) { say(what, "char " + (int) value + value); }
static void show(String what, int value) { say(what, String.valueOf(value)); }
static void show(String what, long value) { say(what, value + "L"); }
static void show(String what, float value) { say(what, value + "f"); }
static void show(String what, double value) { say(what, "" + value); }
static void show(String what, Object value) { say(what, String.valueOf(value)); }
static int tick(String what, int value) { say(what, "tick " + value); return value; }
static boolean note(String what, boolean value) { say(what, "note " + value); return value; }
static int in(int at, int length) { return length == 0 ? 0 : Math.floorMod(at, length); }
static boolean at(boolean[] a, int i) { return a.length != 0 && a[in(i, a.length)]; }
static byte at(byte[] a, int i) { return a.length == 0 ? 0 : a[in(i, a.length)]; }
static short at(short[] a, int i) { return a.length == 0 ? 0 : a[in(i, a.length)]; }
static char at(char[] a, int i) { return a.length == 0 ? 'n' : a[in(i, a.length)]; }
static int at(int[] a, int i) { return a.length == 0 ? i : a[in(i, a.length)]; }
static long at(long[] a, int i) { return a.length == 0 ? i : a[in(i, a.length)]; }
static float at(float[] a, int i) { return a.length == 0 ? i : a[in(i, a.length)]; }
static double at(double[] a, int i) { return a.length == 0 ? i : a[in(i, a.length)]; }
static <T> T at(T[] a, int i) { return a.length == 0 ? null : a[in(i, a.length)]; }
static <T> T at(List<T> a, int i) { return a.isEmpty() ? null : a.get(in(i, a.size())); }
static char at(CharSequence a, int i) { return a.length() == 0 ? 'e' : a.charAt(in(i, a.length())); }
static int or(Integer a, int b) { return a == null ? b : a; }
static String part(String a, int i, int j) { int from = in(i, a.length()); return a.substring(from, from + in(j, a.length() - from + 1)); }
static <T> void grow(List<T> a, List<T> b) { if (a.size() < 50 && b.size() < 50) a.addAll(b); }
static void put(byte[] a, int i, byte x) { if (a.length > 0) a[in(i, a.length)] = x; }
static void put(int[] a, int i, int x) { if (a.length > 0) a[in(i, a.length)] += x; }
static void put(long[] a, int i, long x) { if (a.length > 0) a[in(i, a.length)] ^= x; }
static void put(double[] a, int i, double x) { if (a.length > 0) a[in(i, a.length)] = x; }
static void put(char[] a, int i, char x) { if (a.length > 0) a[in(i, a.length)] = x; }
static void put(String[] a, int i, String x) { if (a.length > 0) a[in(i, a.length)] = x; }
"#;

/// The types of static fields.
const STATICS: [&str; 14] = [
    "boolean", "byte", "short", "char", "int", "int", "long", "float", "double", "string", "Integer", "ints",
    "Strings", "Ints",
];

/// The types of parameters and results of functions.
const PARAMETERS: [&str; 16] = [
    "int", "int", "int", "long", "long", "double", "float", "byte", "short", "char", "boolean", "string",
    "string", "Integer", "ints", "Long",
];

impl Generator<'_> {
    /// The whole program.
    pub(super) fn skeleton(&mut self) -> Node {
        let declarations = self.declarations();
        let lines = SMALL_HELPERS.lines().map(|line| format!("{line}\n"));
        let helpers = HELPERS.into_iter().map(str::to_string).chain(lines);
        let mut members: Vec<Node> = helpers.map(|text| Node::text(Role::Member, text)).collect();
        members.extend(self.statics());
        let functions = 1 + self.source.below(3);
        for _ in 0..functions {
            let function = self.function();
            members.push(function);
        }
        let mut calls = Vec::new();
        for number in 0..self.shape.sections {
            let section = self.section(number);
            members.push(section);
            let last = number + 1 == self.shape.sections;
            let call = if last && self.chance(1, 3) {
                format!("fuel = {FUEL};\nsection{number}();\n")
            } else {
                format!(
                    "fuel = {FUEL};\ntry {{\nsection{number}();\n}} catch (Throwable thrown) {{\nreport(\"section{number}\", thrown);\n}}\n"
                )
            };
            calls.push(Node::text(Role::Statement, call));
        }
        if self.chance(1, 40) {
            let status = self.source.below(5);
            calls.push(Node::text(Role::Statement, format!("System.exit({status});\n")));
        }
        let blocks = self.blocks;
        let end = "int count = 0;\nfor (boolean seen : SEEN) if (seen) count++;\nSystem.out.println(\"trail \" + trail);\n";
        let tail = format!(
            "}} finally {{\n{end}System.out.println(\"visited \" + count + \" of {blocks}\");\n}}\n}}\n}}\n"
        );
        let head = format!(
            "public class § {{\nstatic long trail = 17L;\nstatic int fuel = {FUEL};\nstatic final boolean[] SEEN = new boolean[{blocks}];\n"
        );
        let pieces = vec![
            Piece::Text(format!("{IMPORTS}class §OutOfFuel extends Error {{}}\n")),
            Piece::Many(declarations, ""),
            Piece::Text(head),
            Piece::Many(members, ""),
            Piece::Text("public static void main(String[] arguments) {\ntry {\n".to_string()),
            Piece::Many(calls, ""),
            Piece::Text(tail),
        ];
        Node { role: Role::Part, production: None, pieces }
    }

    /// The classes of some kits. A declaration can use the kits before its own.
    fn declarations(&mut self) -> Vec<Node> {
        let mut chosen = vec![false; self.kits.len()];
        for _ in 0..self.shape.kits {
            let kit = self.source.below(self.kits.len());
            chosen[kit] = true;
        }
        let mut nodes = Vec::new();
        let depth = self.shape.depth - 1;
        let chosen = chosen.into_iter().enumerate().filter_map(|(kit, chosen)| chosen.then_some(kit));
        for kit in chosen {
            for &index in self.grammar.of("declaration") {
                if self.grammar.productions[index].kit == Some(kit) {
                    self.nodes = self.shape.nodes / 2;
                    self.risk = usize::from(self.chance(1, 6));
                    let node = self.expand(index, depth);
                    nodes.push(node);
                }
            }
            self.kits[kit] = true;
        }
        nodes
    }

    /// Static fields, which everything that follows can use.
    fn statics(&mut self) -> Vec<Node> {
        self.risk = 0;
        let count = 2 + self.source.below(5);
        let mut nodes = Vec::new();
        for number in 0..count {
            let name = self.source.pick(&STATICS).expect("there are types");
            let ty = Type::new(name);
            self.nodes = self.shape.nodes - 12;
            // What fails here ends the program before it begins.
            let depth = if self.chance(1, 6) { 2 } else { 0 };
            let value = self.make(name, depth);
            let pieces = vec![
                Piece::Text(format!("static {} s{number} = ", ty.java())),
                Piece::One(value),
                Piece::Text(";\n".to_string()),
            ];
            nodes.push(Node { role: Role::Member, production: None, pieces });
            self.scope.push(Variable { text: format!("§.s{number}"), ty, access: Access::Assignable });
        }
        nodes
    }

    /// A static function, which what follows can call.
    fn function(&mut self) -> Node {
        let outer = self.scope.clone();
        let count = self.source.below(5);
        let mut parameters = Vec::new();
        for _ in 0..count {
            let ty = Type::new(self.source.pick(&PARAMETERS).expect("there are types"));
            let text = self.fresh("p");
            parameters.push(Variable { text, ty, access: Access::Assignable });
        }
        let result = Type::new(self.source.pick(&PARAMETERS).expect("there are types"));
        self.scope.extend(parameters.iter().cloned());
        self.returns = Returns::Value(result.clone());
        self.nodes = self.shape.nodes / 2;
        self.risk = usize::from(self.chance(1, 4));
        let statements = self.block(2);
        let value = self.make(result.name(), 2);
        self.returns = Returns::Nowhere;
        self.scope = outer;
        let name = self.fresh("f");
        let list: Vec<String> = parameters
            .iter()
            .map(|parameter| format!("{} {}", parameter.ty.java(), parameter.text))
            .collect();
        let head = format!("static {} {name}({}) {{\n", result.java(), list.join(", "));
        self.functions.push((name, parameters.into_iter().map(|parameter| parameter.ty).collect(), result));
        let pieces = vec![
            Piece::Text(head),
            Piece::Many(statements, ""),
            Piece::Text("return ".to_string()),
            Piece::One(value),
            Piece::Text(";\n}\n".to_string()),
        ];
        Node { role: Role::Member, production: None, pieces }
    }

    /// A call of a function with that result, if there is one.
    pub(super) fn call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let fitting: Vec<usize> =
            (0..self.functions.len()).filter(|&at| self.functions[at].2 == *ty).collect();
        let at = self.source.pick(&fitting)?;
        let (name, parameters, _) = self.functions[at].clone();
        let mut pieces = vec![Piece::Text(format!("§.{name}("))];
        for (index, parameter) in parameters.iter().enumerate() {
            if index > 0 {
                pieces.push(Piece::Text(", ".to_string()));
            }
            let argument = self.make(parameter.name(), depth - 1);
            pieces.push(Piece::One(argument));
        }
        pieces.push(Piece::Text(")".to_string()));
        Some(Node { role: Role::Expression(ty.clone()), production: None, pieces })
    }

    /// One piece of the work of `main`.
    fn section(&mut self, number: usize) -> Node {
        let outer = self.scope.clone();
        self.nodes = 0;
        self.risk = usize::from(self.chance(1, 2));
        self.returns = Returns::Nothing;
        let block = self.blocks;
        self.blocks += 1;
        let mut statements = vec![Node::text(Role::Statement, format!("§.hit({block});\n"))];
        // Some variables to begin with, so that there is something to compute with.
        for _ in 0..2 {
            let declaration = self.declare_any();
            statements.push(declaration);
        }
        let count = 2 + self.source.below(self.shape.statements);
        for _ in 0..count {
            let statement = self.make("statement", self.shape.depth);
            statements.push(statement);
        }
        // What the variables became is part of the result.
        for variable in &self.scope[outer.len()..] {
            let text = format!("§.show(\"{}\", {});\n", variable.text, shown(variable));
            statements.push(Node::text(Role::Statement, text));
        }
        self.returns = Returns::Nowhere;
        self.scope = outer;
        let pieces = vec![
            Piece::Text(format!("static void section{number}() {{\n")),
            Piece::Many(statements, ""),
            Piece::Text("}\n".to_string()),
        ];
        Node { role: Role::Member, production: None, pieces }
    }

    fn declare_any(&mut self) -> Node {
        let ty = Type::new(self.source.pick(&PARAMETERS).expect("there are types"));
        let value = self.make(ty.name(), 2);
        let text = self.fresh("v");
        let pieces = vec![
            Piece::Text(format!("{} {text} = ", ty.java())),
            Piece::One(value),
            Piece::Text(";\n".to_string()),
        ];
        self.scope.push(Variable { text, ty, access: Access::Assignable });
        Node { role: Role::Statement, production: None, pieces }
    }
}

/// How the value of a variable can be seen. Arrays and functions have no text that stays the same.
fn shown(variable: &Variable) -> String {
    let text = &variable.text;
    let java = variable.ty.java();
    if java.ends_with("[][]") || java == "Object[]" {
        format!("Arrays.deepToString({text})")
    } else if java.ends_with("[]") {
        format!("Arrays.toString({text})")
    } else if [
        "Fun", "Op", "Test", "Measure", "Make", "Source", "Compare", "Join", "Both", "Sink", "Runnable",
    ]
    .iter()
    .any(|end| variable.ty.name().ends_with(end))
        || java.contains("Stream")
    {
        format!("{text} == null")
    } else {
        text.clone()
    }
}
