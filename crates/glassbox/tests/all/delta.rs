//! States that are executed at once against states that are executed one at a time: the same set of
//! states is visited after every level, whatever the mode and the number of threads.

use ir::generate::Source;

use crate::support::{class_file, compiled, glassbox, stat, text};

const MODES: [&[&str]; 5] = [
    &["--mode", "standard", "--threads", "1"],
    &["--mode", "delta", "--threads", "1"],
    &["--mode", "delta", "--split", "rerun", "--threads", "1"],
    &["--mode", "delta", "--threads", "2"],
    &["--mode", "auto", "--threads", "2"],
];

/// Everything of a report that must not depend on the mode; the verdict, counts, and the digest of the
/// set of visited states. With it how many executions were done at once.
fn outcome(arguments: &[&str], mode: &[&str]) -> (Vec<String>, u64) {
    let mut all = vec!["explore", "--format", "json"];
    all.extend(arguments);
    all.extend(mode);
    let output = glassbox(&all);
    let report = text(&output.stdout);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{arguments:?} {mode:?}: {report}{}", text(&output.stderr));
    let mut outcome = vec![format!("exit {code:?}")];
    for name in ["states", "visited", "digest", "executions", "depth"] {
        // A search that ends at a violation ends earlier or later.
        if code != Some(1) {
            outcome.push(format!("{name} {}", stat(&report, name)));
        }
    }
    (outcome, stat(&report, "executed_together"))
}

/// Compares all modes, and says how many executions were done at once.
fn compare(arguments: &[&str]) -> u64 {
    let (standard, _) = outcome(arguments, MODES[0]);
    let mut at_once = 0;
    for mode in &MODES[1..] {
        let (other, together) = outcome(arguments, mode);
        assert_eq!(other, standard, "{arguments:?} {mode:?}");
        at_once += together;
    }
    at_once
}

#[test]
fn subjects_have_the_same_states_in_every_mode_after_every_level() {
    let files = ["mkdir", "rmdir", "create", "unlink", "write", "read"];
    let inodes: Vec<String> =
        files.iter().flat_map(|method| ["--domain".to_string(), format!("{method}.1=0..4")]).collect();
    let classes = compiled(&crate::brute::NAMES.map(|name| format!("bench/subjects/{name}.java")));
    for name in crate::brute::NAMES {
        let n = if name == "FileSystem" { 3 } else { 5 };
        let (file, values) = (class_file(&classes, name), format!("1..{n}"));
        for length in 1..=n {
            let length = length.to_string();
            let mut arguments = vec![file.as_str(), "--length", &length, "--values", &values, "--invariant"];
            if name == "FileSystem" {
                arguments.extend(inodes.iter().map(String::as_str));
            }
            assert!(compare(&arguments) > 0, "{name}: nothing was executed at once");
        }
    }
}

#[test]
fn classes_of_the_jdk_have_the_same_states_in_every_mode() {
    let map = ["--methods", "put,remove", "--domain", "put.2=0", "--ignore", "java.util.TreeMap.modCount"];
    let mut arguments = vec!["--class", "java.util.TreeMap", "--length", "5"];
    arguments.extend(map);
    assert!(compare(&arguments) > 0);
    let deque = ["--class", "java.util.ArrayDeque", "--methods", "addFirst,addLast,pollFirst,pollLast"];
    let mut arguments = vec!["--length", "4", "--values", "1..3"];
    arguments.extend(deque);
    assert!(compare(&arguments) > 0);
}

#[test]
fn the_routing_protocol_has_the_same_states_in_every_mode() {
    let classes = compiled(&["bench/subjects/Aodv.java".to_string()]);
    let file = class_file(&classes, "AodvKeepsSequence");
    let protocol = [file.as_str(), "--values", "0..2", "--length", "6", "--invariant"];
    assert!(compare(&protocol) > 0);
    assert!(compare(&[&protocol[..], &["--set", "Aodv.inFlight"]].concat()) > 0);
}

/// Running out of memory is an error of one execution, whoever else is executed with it: the class counts how
/// often it has caught one. The states stand for arrays that only some of them could have twice.
#[test]
fn running_out_of_memory_is_the_same_in_every_mode() {
    let program = "public class Greedy {
    private int most, caught;
    public void ask(int millions) {
        try {
            int[] all = new int[millions * 1_000_000];
            most = Math.max(most, all.length / 1_000_000);
        } catch (OutOfMemoryError e) {
            caught = Math.min(caught + 1, 3);
        }
    }
}";
    let (directory, file) = crate::support::written("Greedy", program);
    let classes = compiled(&[file]);
    drop(directory);
    let file = class_file(&classes, "Greedy");
    let arguments = [&file, "--length", "3", "--domain", "ask.millions=1,8,20,40", "--heap", "100MB"];
    assert!(compare(&arguments) > 0);
}

/// The hash code that a text has cached is no part of a state.
#[test]
fn cached_hash_codes_make_no_states() {
    let program = "public class Named {
    private final String own = new String(new char[] { 'a', 'b' });
    private int sum;
    public void ask(int x) { sum = (own.hashCode() + \"literal\".hashCode()) % 2; }
}";
    let (_directory, file) = crate::support::written("Named", program);
    let arguments = [file.as_str(), "--length", "4", "--values", "1..2"];
    assert!(compare(&arguments) > 0);
    let (outcome, _) = outcome(&arguments, MODES[0]);
    assert!(
        outcome.contains(&"visited 2".to_string()) || outcome.contains(&"visited 1".to_string()),
        "{outcome:?}"
    );
}

/// Makes classes whose methods do, to objects, arrays, globals and numbers, everything on which states
/// can differ: branches, switches, null, classes, bounds, casts, divisions, exceptions.
struct Generator {
    source: Source,
    depth: u32,
}

impl Generator {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.source.below(all.len())]
    }

    fn number(&mut self) -> String {
        match self.source.below(9) {
            0 => "x".to_string(),
            1 => self.pick(&["0", "1", "2", "3", "-1"]).to_string(),
            2 => format!("{}.value", self.object()),
            3 => format!("array[{}]", self.pick(&["0", "1", "x & 3", "Math.abs(count % 4)", "x"])),
            4 => "count".to_string(),
            5 => format!("{}.kind()", self.object()),
            6 => "total".to_string(),
            _ if self.depth > 2 => "x".to_string(),
            7 => {
                self.depth += 1;
                let op = self.pick(&["+", "-", "&", "|", "^"]);
                let number = format!("({} {op} {})", self.number(), self.number());
                self.depth -= 1;
                number
            }
            _ => {
                self.depth += 1;
                let op = self.pick(&["/", "%"]);
                let number = format!("({} {op} {})", self.number(), self.number());
                self.depth -= 1;
                number
            }
        }
    }

    fn object(&mut self) -> &'static str {
        self.pick(&["first", "second", "first.next", "table[x & 1]", "second.next", "this.find(x)"])
    }

    fn place(&mut self) -> String {
        match self.source.below(4) {
            0 => "first".to_string(),
            1 => "second".to_string(),
            2 => "table[x & 1]".to_string(),
            _ => format!("{}.next", self.object()),
        }
    }

    fn condition(&mut self) -> String {
        match self.source.below(5) {
            0 => format!("{} == null", self.object()),
            1 => format!("{} instanceof Other", self.object()),
            2 => format!("{} == {}", self.object(), self.object()),
            3 => format!("{} < {}", self.number(), self.number()),
            _ => format!("{} != {}", self.number(), self.number()),
        }
    }

    fn statement(&mut self) -> String {
        match self.source.below(12) {
            0 => format!("{} = new Item(Math.floorMod({}, 4));", self.place(), self.number()),
            1 => format!("{} = new Other(Math.floorMod({}, 4));", self.place(), self.number()),
            2 => format!("{} = {};", self.place(), self.object()),
            3 => format!("{}.value = Math.floorMod({}, 4);", self.object(), self.number()),
            4 => format!("array[{}] = Math.floorMod({}, 3);", self.number(), self.number()),
            5 => format!("count = Math.floorMod({}, 5);", self.number()),
            6 => format!("total = Math.floorMod({}, 3);", self.number()),
            7 if self.depth < 2 => {
                self.depth += 1;
                let statement =
                    format!("if ({}) {{ {} }} else {{ {} }}", self.condition(), self.body(), self.body());
                self.depth -= 1;
                statement
            }
            8 if self.depth < 2 => {
                self.depth += 1;
                let statement = format!(
                    "switch (Math.floorMod({}, 4)) {{ case 0: {} break; case 2: {} default: {} }}",
                    self.number(),
                    self.body(),
                    self.body(),
                    self.body()
                );
                self.depth -= 1;
                statement
            }
            9 if self.depth < 2 => {
                self.depth += 1;
                let (depth, body, handler) = (self.depth, self.body(), self.body());
                let statement = format!(
                    "try {{ {body} }} catch (NullPointerException | ArithmeticException e{depth}) {{ {handler} }}"
                );
                self.depth -= 1;
                statement
            }
            10 if self.depth < 2 => {
                self.depth += 1;
                let (item, body) = (format!("i{}", self.depth), self.body());
                let statement = format!(
                    "for (Item {item} = first; {item} != null; {item} = {item}.next) \
                     {{ if (--fuel < 0) break; {body} }}"
                );
                self.depth -= 1;
                statement
            }
            _ => format!("table = {} ? new Item[2] : table.clone();", self.condition()),
        }
    }

    fn body(&mut self) -> String {
        (0..1 + self.source.below(3)).map(|_| self.statement() + " ").collect()
    }

    fn class(&mut self, name: &str) -> String {
        let methods: String = (0..3)
            .map(|index| {
                // What ends a call early is mostly caught, so that more comes behind it.
                let caught =
                    |body: String| format!("try {{ {body} }} catch (RuntimeException e) {{ count = x; }} ");
                let body = caught(self.body()) + &caught(self.body()) + &self.body();
                format!("    public void m{index}(int x) {{ int fuel = 8; {body} }}\n")
            })
            .collect();
        format!(
            "public class {name} {{
    static class Item {{
        int value;
        Item next;
        Item(int value) {{ this.value = value; }}
        int kind() {{ return 1; }}
    }}
    static class Other extends Item {{
        Other(int value) {{ super(value); }}
        int kind() {{ return value + 2; }}
    }}
    Item second = new Other(2), first = new Item(1);
    {{ first.next = second; second.next = new Item(3); second.next.next = first; }}
    Item[] table = {{ second, first }};
    int[] array = new int[3];
    int count;
    static int total;
    Item find(int x) {{ return x > count ? first : second; }}
{methods}}}\n"
        )
    }
}

#[test]
fn generated_classes_have_the_same_states_in_every_mode() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let names: Vec<String> = (0..30).map(|index| format!("Generated{index}")).collect();
    let mut files = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let mut generator = Generator { source: Source::from_seed(index as u64 + 1), depth: 0 };
        let file = directory.path().join(format!("{name}.java"));
        std::fs::write(&file, generator.class(name)).expect("the class can be written");
        files.push(file.display().to_string());
    }
    let classes = compiled(&files);
    let mut at_once = 0;
    for name in &names {
        let file = class_file(&classes, name);
        at_once +=
            compare(&[&file, "--length", "3", "--values", "0..3", "--allow", "java.lang.RuntimeException"]);
    }
    assert!(at_once > 50_000, "only {at_once} executions were done at once");
}
