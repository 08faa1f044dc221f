//! Java programs on our machine and on the JVM, with its interpreter alone and with its compilers: what
//! counts is the ratio within one run.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::Command;

use super::record::{Place, head, quoted};
use crate::measure::{Measured, Memory, measure};

/// The programs in `bench/java/`; the last one shows what a start costs.
const PROGRAMS: [&str; 8] =
    ["IntLoop", "LongArithmetic", "Pointers", "HashMaps", "TreeMaps", "Strings", "Sorting", START];

const START: &str = "Hello";

/// How often a start is measured: one is too short for the clock.
const STARTS: usize = 20;

/// What the tool aims at.
mod aims {
    /// Times the JVM's interpreter.
    pub(super) const INTERPRETER: f64 = 2.0;
    /// Seconds of the processor for a start.
    pub(super) const START: f64 = 0.060;
    /// Bytes of a machine that does nothing.
    pub(super) const MEMORY: f64 = 100e6;
}

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// `glassbox run`.
    Ours,
    /// `java -Xint`.
    Interpreter,
    /// `java`.
    Jvm,
}

const WAYS: [Way; 3] = [Way::Ours, Way::Interpreter, Way::Jvm];

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Way::Ours => "glassbox run",
            Way::Interpreter => "java -Xint",
            Way::Jvm => "java",
        }
    }
}

/// One program in all ways: for each the runs.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The program.
    pub name: &'static str,
    /// The runs, by way.
    pub runs: [Vec<Measured>; 3],
}

/// Seconds of the processor, or on the clock where the system does not tell.
fn seconds(taken: &Measured) -> f64 {
    taken.cpu.unwrap_or(taken.wall)
}

impl Compared {
    /// The least processor time of a way.
    fn fastest(&self, way: Way) -> f64 {
        self.runs[way as usize].iter().map(seconds).fold(f64::INFINITY, f64::min)
    }

    fn memory(&self, way: Way) -> f64 {
        self.runs[way as usize].iter().filter_map(|taken| taken.memory).fold(0.0, f64::max)
    }
}

/// Builds the tool, compiles the programs and runs each in every way, in turns.
pub fn run(root: &Path, runs: usize, tell: &mut dyn FnMut(&str)) -> io::Result<Vec<Compared>> {
    let tool = super::build(root, tell)?;
    let classes = std::env::temp_dir().join(format!("glassbox-bench-java-{}", std::process::id()));
    std::fs::create_dir_all(&classes)?;
    let sources = PROGRAMS.iter().map(|name| root.join(format!("bench/java/{name}.java")));
    super::compile(&tool, sources, &classes)?;
    let mut all = Vec::new();
    for name in PROGRAMS {
        tell(name);
        let mut compared = Compared { name, runs: [const { Vec::new() }; 3] };
        let mut outputs: Vec<String> = Vec::new();
        let repeated = if name == START { runs * STARTS } else { runs };
        for _ in 0..repeated.max(1) {
            for way in WAYS {
                let mut command = match way {
                    Way::Ours => Command::new(&tool),
                    Way::Interpreter | Way::Jvm => Command::new("java"),
                };
                match way {
                    Way::Ours => command.arg("run").arg(classes.join(format!("{name}.class"))),
                    Way::Interpreter => command.args(["-Xint", "-cp"]).arg(&classes).arg(name),
                    Way::Jvm => command.arg("-cp").arg(&classes).arg(name),
                };
                let (taken, output) = measure(&mut command, Memory::Watched, &[0])?;
                compared.runs[way as usize].push(taken);
                outputs.push(output);
            }
        }
        if outputs.iter().any(|output| *output != outputs[0]) {
            return Err(io::Error::other(format!("{name} does not print the same everywhere")));
        }
        all.push(compared);
    }
    std::fs::remove_dir_all(&classes)?;
    Ok(all)
}

/// The table that people read, as Markdown.
pub fn table(all: &[Compared]) -> String {
    let mut text = String::from(
        "| program | glassbox run, s | java -Xint, s | java, s | times -Xint | aim | times java |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for compared in all.iter().filter(|compared| compared.name != START) {
        let [ours, interpreter, jvm] = WAYS.map(|way| compared.fastest(way));
        let ratio = ours / interpreter;
        let aim = super::verdict(ratio <= aims::INTERPRETER, "<= 2");
        let _ = writeln!(
            text,
            "| {} | {ours:.2} | {interpreter:.2} | {jvm:.2} | {ratio:.2} | {aim} | {:.1} |",
            compared.name,
            ours / jvm
        );
    }
    for compared in all.iter().filter(|compared| compared.name == START) {
        let mean = |way: Way| {
            let runs = &compared.runs[way as usize];
            runs.iter().map(seconds).sum::<f64>() / runs.len() as f64
        };
        let (ours, memory) = (mean(Way::Ours), compared.memory(Way::Ours));
        let _ = writeln!(
            text,
            "\nA start of the smallest program takes {:.0} ms of the processor ({}), with `java` {:.0} ms; the most memory \
             is {:.0} MB ({}), with `java` {:.0} MB.",
            ours * 1e3,
            super::verdict(ours < aims::START, "< 60 ms"),
            mean(Way::Jvm) * 1e3,
            memory / 1e6,
            super::verdict(memory < aims::MEMORY, "< 100 MB"),
            compared.memory(Way::Jvm) / 1e6
        );
    }
    text
}

/// Writes `java.json` and `java.md` into the directory of the day and gives its path.
pub fn write(root: &Path, all: &[Compared], place: &Place) -> io::Result<std::path::PathBuf> {
    let directory = root.join("bench/runs").join(&place.date);
    std::fs::create_dir_all(&directory)?;
    let mut json = head(place);
    json += "  \"programs\": [\n";
    let rows: Vec<String> = all
        .iter()
        .flat_map(|compared| WAYS.map(|way| (compared, way)))
        .map(|(compared, way)| {
            let runs = &compared.runs[way as usize];
            let cpu: Vec<String> = runs.iter().map(|taken| format!("{:.2}", seconds(taken))).collect();
            format!(
                "    {{ \"name\": {}, \"way\": {}, \"cpu_seconds\": [{}], \"peak_bytes\": {:.0} }}",
                quoted(compared.name),
                quoted(way.name()),
                cpu.join(", "),
                compared.memory(way)
            )
        })
        .collect();
    json += &rows.join(",\n");
    json += "\n  ]\n}\n";
    std::fs::write(directory.join("java.json"), json)?;
    let text = format!(
        "# Java programs beside the JVM, {}\n\n`{}` at commit {} on {} ({} cores; {}). Seconds of the processor, all threads, \
         the fastest of {} runs. Raw numbers are in [java.json](java.json).\n\n{}",
        place.date,
        place.command,
        place.commit,
        place.cpu,
        place.cores,
        place.system,
        all.first().map_or(0, |compared| compared.runs[0].len()),
        table(all)
    );
    std::fs::write(directory.join("java.md"), text)?;
    Ok(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_there() {
        for name in PROGRAMS {
            assert!(crate::root().join(format!("bench/java/{name}.java")).is_file(), "{name}");
        }
    }

    #[test]
    fn the_table_has_ratios() {
        let one = |cpu: f64, memory: f64| Measured { wall: cpu, cpu: Some(cpu), memory: Some(memory) };
        let taken = |cpu: f64| vec![one(cpu, 1e7), one(cpu * 2.0, 2e7)];
        let runs = [taken(0.5), taken(1.0), taken(0.1)];
        let all = [Compared { name: "IntLoop", runs: runs.clone() }, Compared { name: START, runs }];
        let table = table(&all);
        assert!(table.contains("| IntLoop | 0.50 | 1.00 | 0.10 | 0.50 | <= 2 reached | 5.0 |"), "{table}");
        assert!(table.contains("750 ms of the processor (< 60 ms missed)"), "{table}");
        assert!(table.contains("20 MB (< 100 MB reached)"), "{table}");
    }
}
