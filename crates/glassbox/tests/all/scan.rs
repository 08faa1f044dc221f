//! What is not modelled: every row of the table stops a program that uses it, and the scan finds it before the run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// A statement for each row of the table; the number is the first release that has it.
const EXAMPLES: &[(&str, u16, &str)] = &[
    ("java.io.FileInputStream.*", 17, "new java.io.FileInputStream(\"x\");"),
    ("java.io.FileOutputStream.*", 17, "new java.io.FileOutputStream(\"x\");"),
    ("java.io.FileReader.*", 17, "new java.io.FileReader(\"x\");"),
    ("java.io.FileWriter.*", 17, "new java.io.FileWriter(\"x\");"),
    ("java.io.RandomAccessFile.*", 17, "new java.io.RandomAccessFile(\"x\", \"r\");"),
    ("java.io.File.*", 17, "new java.io.File(\"x\").exists();"),
    ("java.nio.file.Files.*", 17, "java.nio.file.Files.exists(null);"),
    ("java.nio.file.Paths.*", 17, "java.nio.file.Paths.get(\"x\");"),
    ("java.nio.file.Path.of", 17, "java.nio.file.Path.of(\"x\");"),
    ("java.nio.file.FileSystems.*", 17, "java.nio.file.FileSystems.getDefault();"),
    ("java.nio.channels.FileChannel.open", 17, "java.nio.channels.FileChannel.open(null);"),
    ("java.util.zip.ZipFile.<init>", 17, "new java.util.zip.ZipFile(\"x\");"),
    ("java.net.Socket.<init>", 17, "new java.net.Socket();"),
    ("java.net.ServerSocket.<init>", 17, "new java.net.ServerSocket(0);"),
    ("java.net.DatagramSocket.<init>", 17, "new java.net.DatagramSocket();"),
    ("java.net.InetAddress.getByName", 17, "java.net.InetAddress.getByName(\"localhost\");"),
    ("java.net.InetAddress.getAllByName", 17, "java.net.InetAddress.getAllByName(\"localhost\");"),
    ("java.net.InetAddress.getLocalHost", 17, "java.net.InetAddress.getLocalHost();"),
    ("java.net.InetAddress.getLoopbackAddress", 17, "java.net.InetAddress.getLoopbackAddress();"),
    ("java.net.NetworkInterface.*", 17, "java.net.NetworkInterface.getNetworkInterfaces();"),
    ("java.net.URL.openConnection", 17, "((java.net.URL) null).openConnection();"),
    ("java.net.URL.openStream", 17, "((java.net.URL) null).openStream();"),
    ("java.net.URL.getContent", 17, "((java.net.URL) null).getContent();"),
    ("java.net.http.HttpClient.*", 17, "java.net.http.HttpClient.newHttpClient();"),
    ("java.lang.ProcessBuilder.start", 17, "new ProcessBuilder(\"x\").start();"),
    ("java.lang.ProcessBuilder.startPipeline", 17, "ProcessBuilder.startPipeline(java.util.List.of());"),
    ("java.lang.Runtime.exec", 17, "Runtime.getRuntime().exec(\"x\");"),
    ("java.lang.ProcessHandle.*", 17, "ProcessHandle.current();"),
    ("java.lang.Class.getMethod", 17, "String.class.getMethod(\"length\");"),
    ("java.lang.Class.getMethods", 17, "String.class.getMethods();"),
    ("java.lang.Class.getDeclaredMethod", 17, "String.class.getDeclaredMethod(\"length\");"),
    ("java.lang.Class.getDeclaredMethods", 17, "String.class.getDeclaredMethods();"),
    ("java.lang.Class.getField", 17, "String.class.getField(\"x\");"),
    ("java.lang.Class.getFields", 17, "String.class.getFields();"),
    ("java.lang.Class.getDeclaredFields", 17, "String.class.getDeclaredFields();"),
    ("java.lang.Class.getConstructor", 17, "String.class.getConstructor();"),
    ("java.lang.Class.getConstructors", 17, "String.class.getConstructors();"),
    ("java.lang.Class.getDeclaredConstructor", 17, "String.class.getDeclaredConstructor();"),
    ("java.lang.Class.getDeclaredConstructors", 17, "String.class.getDeclaredConstructors();"),
    ("java.lang.Class.newInstance", 17, "String.class.newInstance();"),
    ("java.lang.Class.getAnnotation", 17, "String.class.getAnnotation(Deprecated.class);"),
    ("java.lang.Class.getAnnotations", 17, "String.class.getAnnotations();"),
    (
        "java.lang.reflect.Proxy.newProxyInstance",
        17,
        "java.lang.reflect.Proxy.newProxyInstance(null, new Class<?>[0], null);",
    ),
    ("java.lang.Class.getClassLoader", 17, "Object.class.getClassLoader();"),
    ("java.lang.Class.getResource", 17, "Object.class.getResource(\"x\");"),
    ("java.lang.Class.getResourceAsStream", 17, "Object.class.getResourceAsStream(\"x\");"),
    ("java.lang.Thread.getContextClassLoader", 17, "Thread.currentThread().getContextClassLoader();"),
    ("java.lang.Thread.setContextClassLoader", 17, "Thread.currentThread().setContextClassLoader(null);"),
    ("java.lang.ClassLoader.*", 17, "ClassLoader.getSystemClassLoader();"),
    ("java.net.URLClassLoader.*", 17, "new java.net.URLClassLoader(new java.net.URL[0]);"),
    ("java.util.ServiceLoader.*", 17, "java.util.ServiceLoader.load(Runnable.class);"),
    ("java.lang.ModuleLayer.*", 17, "ModuleLayer.boot();"),
    ("java.lang.System.loadLibrary", 17, "System.loadLibrary(\"x\");"),
    ("java.lang.System.load", 17, "System.load(\"/x\");"),
    ("java.lang.Runtime.loadLibrary", 17, "Runtime.getRuntime().loadLibrary(\"x\");"),
    ("java.lang.Runtime.load", 17, "Runtime.getRuntime().load(\"/x\");"),
    ("sun.misc.Unsafe.*", 17, "sun.misc.Unsafe.getUnsafe();"),
    (
        "java.lang.invoke.MethodHandles$Lookup.toString",
        17,
        "System.out.println(java.lang.invoke.MethodHandles.lookup().toString());",
    ),
    (
        "java.lang.invoke.MethodHandles$Lookup.*",
        17,
        "System.out.println(java.lang.invoke.MethodHandles.lookup().lookupModes());",
    ),
    ("java.lang.invoke.MethodHandles.publicLookup", 17, "java.lang.invoke.MethodHandles.publicLookup();"),
    (
        "java.lang.invoke.VarHandle.*",
        17,
        "System.out.println(java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class).varType());",
    ),
    ("java.lang.Runtime.addShutdownHook", 17, "Runtime.getRuntime().addShutdownHook(null);"),
    ("java.lang.System.console", 17, "System.console();"),
    ("java.lang.System.in", 17, "System.in.read();"),
];

const WORDS: &str = "not a bug in your program";

fn release() -> u16 {
    let output = Command::new("java").arg("-version").output().expect("`./x test` installs a JDK");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let version = text.split('"').nth(1).expect("java says its version");
    version.split(['.', '-']).next().and_then(|major| major.parse().ok()).expect("it starts with a number")
}

fn compile(directory: &Path, sources: &[(String, String)]) {
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d", "classes"]).current_dir(directory);
    for (name, text) in sources {
        let file = format!("{name}.java");
        std::fs::write(directory.join(&file), text).expect("the program can be written");
        javac.arg(file);
    }
    let output = javac.output().expect("`./x test` installs a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn glassbox(directory: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the tool runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn every_row_of_the_table_stops_a_program_and_is_found_before() {
    let rows: BTreeSet<String> = java::unmodelled::table().into_iter().map(|(row, _)| row).collect();
    let examples: BTreeSet<String> = EXAMPLES.iter().map(|(row, _, _)| (*row).to_string()).collect();
    assert_eq!(rows, examples, "every row has an example, and every example a row");
    let release = release();
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut sources = Vec::new();
    let mut programs = BTreeMap::new();
    for (number, (row, since, statement)) in EXAMPLES.iter().enumerate() {
        if *since <= release {
            let name = format!("Example{number}");
            let text = format!(
                "public class {name} {{\n    public static void main(String[] arguments) throws Throwable {{\n        {statement}\n    }}\n}}\n"
            );
            programs.insert(name.clone(), *row);
            sources.push((name, text));
        }
    }
    compile(directory.path(), &sources);
    let waiting = Mutex::new(programs.iter());
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((name, row)) = waiting.lock().expect("nobody panics").next() else { return };
                    let (_, stderr, status) =
                        glassbox(directory.path(), &["run", &format!("classes/{name}.class")]);
                    let wanted = row.trim_end_matches('*');
                    let noted = stderr.lines().any(|line| {
                        line.starts_with(&format!("note: {name}.main ({name}.java:3) → {wanted}"))
                            && line.ends_with(WORDS)
                    });
                    let stopped = stderr.lines().any(|line| {
                        line.starts_with("unknown") && line.contains(wanted) && line.contains(WORDS)
                    });
                    if status != Some(3) || !noted || !stopped {
                        let mut problems = problems.lock().expect("nobody panics");
                        problems.push(format!("{row}: {status:?}: {stderr}"));
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("nobody panics");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

const LAYERED: &str = "import java.util.*;

public class Layered {
    interface Source {
        String read() throws Exception;
    }

    static class FileSource implements Source {
        public String read() throws Exception {
            return Helper.open(\"x\");
        }
    }

    /** Nobody makes one. */
    static class NetSource implements Source {
        public String read() throws Exception {
            return String.valueOf(new java.net.Socket());
        }
    }

    /** The library calls it. */
    static class Order implements Comparator<String> {
        public int compare(String a, String b) {
            Helper.own();
            return 0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Runnable later = () -> System.load(\"/x\");
        List<Source> sources = new ArrayList<>(List.of(new FileSource()));
        if (arguments.length > 0) {
            later.run();
            new TreeSet<>(new Order()).add(\"x\");
            sources.get(0).read();
        }
        System.out.println(\"done\");
    }
}

class Helper {
    static native void own();

    static String open(String name) throws Exception {
        return new java.io.BufferedReader(new java.io.FileReader(name)).readLine();
    }
}
";

/// Virtual calls, lambdas and callbacks are followed; what nobody makes is not; and a program that does not get
/// there is not disturbed.
#[test]
fn the_scan_follows_the_program_and_a_run_only_tells_when_it_stops() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    compile(directory.path(), &[("Layered".to_string(), LAYERED.to_string())]);
    let class = "classes/Layered.class";
    let (stdout, stderr, status) = glassbox(directory.path(), &["run", class]);
    assert_eq!((stdout.as_str(), stderr.as_str(), status), ("done\n", "", Some(0)));
    let notes = [
        "note: Layered.main (Layered.java:30) → Layered.lambda$main$0 (Layered.java:30) → java.lang.System.load: not supported",
        "note: Layered.main (Layered.java:34) → Layered$Order.compare (Layered.java:24) → Helper.own: not supported",
        "note: Layered.main (Layered.java:35) → Layered$FileSource.read (Layered.java:10) → Helper.open (Layered.java:45) → java.io.FileReader.<init>: not supported",
    ];
    let (stdout, stderr, status) = glassbox(directory.path(), &["check", class]);
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    let said: Vec<&str> = stderr.lines().collect();
    assert_eq!(said.len(), notes.len(), "{stderr}");
    for note in notes {
        assert!(said.iter().any(|line| line.starts_with(note) && line.ends_with(WORDS)), "{note}\n{stderr}");
    }
    let (_, stderr, _) = glassbox(directory.path(), &["check", "--quiet", class]);
    assert_eq!(stderr, "");
    let (stdout, stderr, _) = glassbox(directory.path(), &["check", "--format", "json", class]);
    assert_eq!(stderr, "");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!(report["notes"].as_array().map(Vec::len), Some(3), "{stdout}");
    let (_, stderr, status) = glassbox(directory.path(), &["run", "--verbose", class]);
    assert_eq!((stderr.lines().count(), status), (3, Some(0)), "{stderr}");
    let (_, stderr, status) = glassbox(directory.path(), &["run", class, "x"]);
    assert_eq!(status, Some(3));
    let path = "Layered.main (Layered.java:33) → Layered.lambda$main$0 (Layered.java:30) → ";
    let stopped =
        stderr.lines().any(|line| line.starts_with("unknown") && line.contains(path) && line.contains(WORDS));
    assert!(stopped, "{stderr}");
}

/// Nothing outside the machine is touched, whatever a program tries: neither files nor the environment are there.
#[test]
fn programs_cannot_reach_out_of_the_machine() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let attempts = [
        "try (var out = new java.io.FileOutputStream(\"touched\")) { out.write(1); }",
        "new java.io.PrintWriter(\"touched\").println(1);",
        "new java.io.PrintStream(\"touched\").println(1);",
        "java.nio.file.Files.writeString(java.nio.file.Path.of(\"touched\"), \"x\");",
        "new java.util.Formatter(\"touched\").format(\"x\");",
        "new java.util.Scanner(new java.io.File(\"secret.txt\")).nextLine();",
        "new ProcessBuilder(\"touch\", \"touched\").start();",
        "System.out.println(System.getenv(\"GLASSBOX_TEST_SECRET\"));",
        "System.out.println(System.getenv());",
        "System.out.println(System.getProperty(\"user.dir\"));",
        "System.out.println(System.getProperty(\"user.home\"));",
    ];
    let mut sources = Vec::new();
    for (number, statement) in attempts.iter().enumerate() {
        let name = format!("Attempt{number}");
        let text = format!(
            "public class {name} {{ public static void main(String[] arguments) throws Throwable {{ {statement} }} }}"
        );
        sources.push((name, text));
    }
    compile(directory.path(), &sources);
    std::fs::write(directory.path().join("secret.txt"), "open sesame\n").expect("it can be written");
    let list = || {
        let entries = std::fs::read_dir(directory.path()).expect("the directory can be read");
        entries.map(|entry| entry.expect("it can be read").file_name()).collect::<BTreeSet<_>>()
    };
    let before = list();
    for (name, text) in &sources {
        let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(["run", &format!("classes/{name}.class")])
            .env("GLASSBOX_TEST_SECRET", "open sesame")
            .current_dir(directory.path())
            .output()
            .expect("the tool runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!said.contains("sesame"), "{text}: {said}");
        assert!(!said.contains(&directory.path().display().to_string()), "{text}: {said}");
        let home = std::env::var("HOME").unwrap_or_default();
        assert!(home.len() < 2 || !said.contains(&home), "{text}: {said}");
        assert_eq!(list(), before, "{text}");
    }
}

/// What the user gives is all that a program learns about the world.
#[test]
fn programs_are_told_what_is_given() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let text = "public class Told {
            static String level() { return System.getProperty(\"app.level\", \"none\"); }
            public static void main(String[] arguments) {
                System.out.println(level() + \" \" + System.getProperty(\"app.empty\") + \" \" + Integer.getInteger(\"app.size\"));
                System.out.println(System.getenv(\"APP_MODE\") + \" \" + System.getenv(\"PATH\"));
            }
        }";
    compile(directory.path(), &[("Told".to_string(), text.to_string())]);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
        let output = command
            .arg("run")
            .args(arguments)
            .arg("classes/Told.class")
            .env("APP_MODE", "mine")
            .current_dir(directory.path())
            .output()
            .expect("the tool runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(run(&[]), "none null null\nnull null\n");
    let given = ["-Dapp.level=a=b", "-Dapp.empty", "-D", "app.size=7", "--env", "APP_MODE=yours"];
    assert_eq!(run(&given), "a=b  7\nyours null\n");
}
