//! What states of Java programs keep, and what they do not: identity hash codes, garbage, the memory of
//! the program.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::text;

fn run(command: &mut Command) -> Output {
    command.output().expect("the program runs")
}

fn written(directory: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let file = directory.join(format!("{name}.java"));
    std::fs::write(&file, text).expect("the program can be written");
    file
}

/// Checks a program and gives what it says, with the exit status.
fn check(name: &str, program: &str, arguments: &[&str]) -> (String, Option<i32>) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let file = written(directory.path(), name, program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    let output = run(command.arg("check").args(arguments).arg(&file));
    (text(&output.stdout), output.status.code())
}

/// Objects are numbered anew when a state is restored, so a hash code made from the number would
/// change under the program: an object could not be found again in the set that it was put into.
#[test]
fn identity_hash_codes_survive_in_states() {
    let program = "import glassbox.api.Verify;
        import java.util.*;
        public class Hashes {
            enum Colour { RED, GREEN, BLUE }
            public static void main(String[] arguments) {
                Object garbage = new int[3];
                Set<Object> set = new HashSet<>();
                Object kept = new Object();
                set.add(kept);
                garbage.hashCode();
                garbage = null;
                Verify.choose(0, 1);
                assert set.contains(kept);
                set.add(Colour.values()[Verify.choose(0, 2)]);
                Verify.choose(0, 1);
                assert set.size() == 2 && set.contains(kept);
                Object other = new Object();
                assert !set.contains(other);
            }
        }";
    for search in ["bfs", "dfs"] {
        let (said, status) = check("Hashes", program, &["--search", search]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("identity hash codes"), "{said}");
    }
}

/// What was found with hash codes must be found again when it is replayed: numbers of objects that are
/// gone are given out again, in the search and in the replay alike.
#[test]
fn what_depends_on_identity_hash_codes_replays() {
    let program = "import glassbox.api.Verify;
        public class Reused {
            public static void main(String[] arguments) {
                Object first = new Object();
                int before = first.hashCode();
                Object second = new Object();
                second.hashCode();
                if (Verify.choose(0, 1) == 1) {
                    first = null;
                }
                Verify.choose(0, 1);
                Object third = new Object();
                assert third.hashCode() != before;
                assert first == null || first.hashCode() == before;
            }
        }";
    for search in ["bfs", "dfs"] {
        let (said, status) = check("Reused", program, &["--search", search]);
        assert_eq!(status, Some(1), "{said}");
    }
}

/// A loop that asks every round for the hash code of a new object has few states.
#[test]
fn hash_codes_of_garbage_do_not_make_states() {
    let program = "import glassbox.api.Verify;
        public class Rounds {
            public static void main(String[] arguments) {
                Object kept = null;
                while (true) {
                    Object fresh = new Object();
                    fresh.hashCode();
                    if (Verify.choose(0, 1) == 1) {
                        kept = fresh;
                    }
                }
            }
        }";
    let (said, status) = check("Rounds", program, &["--time", "60s"]);
    assert_eq!(status, Some(0), "{said}");
}

/// Garbage counts nowhere, also where a search can go back.
#[test]
fn garbage_does_not_fill_the_memory() {
    let program = "import glassbox.api.Verify;
        public class Garbage {
            static int[] kept = { 1, 2, 3 };
            public static void main(String[] arguments) {
                int chosen = Verify.choose(0, 2);
                int[][] some = new int[3][];
                for (int i = 0; i < 200; i++) {
                    int[] garbage = new int[1_000_000];
                    garbage[i] = i;
                    some[i % 3] = new int[] { garbage[i], chosen };
                    kept[chosen] += garbage[i];
                }
                assert some[0][0] == 198 && some[1][0] == 199 && some[2][0] == 197;
                assert some[2][1] == chosen;
                assert kept[chosen] == chosen + 1 + 19900;
            }
        }";
    for search in ["bfs", "dfs"] {
        let (said, status) = check("Garbage", program, &["--heap", "150M", "--search", search]);
        assert_eq!(status, Some(0), "{said}");
    }
}

/// Running out of memory is an error of the program, as on a JVM with a small heap.
#[test]
fn a_program_can_run_out_of_memory() {
    let program = "import java.util.*;
        public class Full {
            static class Node { Node next; long[] payload = new long[100]; }
            static int fill() {
                Node head = null;
                int made = 0;
                try {
                    while (true) {
                        Node node = new Node();
                        node.next = head;
                        head = node;
                        made++;
                    }
                } catch (OutOfMemoryError error) {
                    head = null;
                    System.out.println(error.getMessage());
                }
                return made;
            }
            public static void main(String[] arguments) {
                System.out.println(fill() > 1000);
                System.out.println(fill() > 1000);
                try {
                    System.out.println(new int[Integer.MAX_VALUE].length);
                } catch (OutOfMemoryError error) {
                    System.out.println(error);
                }
                try {
                    System.out.println(new long[Integer.MAX_VALUE - 2].length);
                } catch (OutOfMemoryError error) {
                    System.out.println(error);
                }
                List<String> texts = new ArrayList<>();
                try {
                    for (String text = \"abcdefgh\"; ; text = text + text) {
                        texts.add(text);
                    }
                } catch (OutOfMemoryError error) {
                    System.out.println(texts.size() > 10);
                }
                texts = null;
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1000]);
                }
            }
        }";
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let file = written(directory.path(), "Full", program);
    let compiled = run(Command::new("javac").args(["-g", "-d"]).arg(directory.path()).arg(&file));
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let jvm = run(Command::new("java").args(["-Xmx32m", "-cp"]).arg(directory.path()).arg("Full"));
    let mut ours = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    let ours = run(ours.args(["run", "--heap", "128M"]).arg(directory.path().join("Full.class")));
    assert_eq!(text(&jvm.stdout), text(&ours.stdout), "{}", text(&ours.stderr));
    // Which allocation fails is chance, also on the JVM.
    for stderr in [text(&jvm.stderr), text(&ours.stderr)] {
        let first = stderr.lines().next().unwrap_or_default().to_string();
        assert_eq!(first, "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space");
    }
    assert_eq!(jvm.status.code(), ours.status.code());
}

/// Classes of the library are initialised before the program begins, unless it changes what their
/// initialisers read, here in one execution of three: then everything is done again.
#[test]
fn what_initialisers_of_the_library_read_can_be_changed() {
    let program = "import glassbox.api.Verify;
        import java.util.*;
        public class Locales {
            public static void main(String[] arguments) {
                Map<String, Integer> counts = new TreeMap<>();
                int chosen = Verify.choose(0, 2);
                if (chosen == 1) {
                    Locale.setDefault(Locale.FRANCE);
                }
                for (int i = 0; i < 3; i++) {
                    counts.merge(\"k\" + Verify.choose(0, 1), 1, Integer::sum);
                }
                assert chosen != 1 || Locale.getDefault() == Locale.FRANCE;
                assert counts.size() < 2 || Locale.getDefault() != Locale.FRANCE;
            }
        }";
    for search in ["bfs", "dfs"] {
        let (said, status) = check("Locales", program, &["--search", search]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("= 1"), "{said}");
    }
    let without = program.replace("chosen == 1", "chosen == 7").replace("chosen != 1", "chosen != 7");
    assert_eq!(check("Locales", &without, &[]).1, Some(0));
}

/// What the program changes in objects of the library belongs to its states.
#[test]
fn changes_in_the_library_are_part_of_the_state() {
    let program = "import glassbox.api.Verify;
        import java.util.*;
        public class Changed {
            static final Map<String, Integer> counts = new HashMap<>();
            public static void main(String[] arguments) {
                Thread thread = Thread.currentThread();
                thread.setName(\"n0\");
                int rounds = 0;
                while (rounds < 3) {
                    rounds++;
                    if (Verify.choose(0, 1) == 1) {
                        thread.setName(\"n\" + rounds);
                        counts.merge(\"named\", 1, Integer::sum);
                    }
                }
                Verify.choose(0, 1);
                assert !(thread.getName().equals(\"n2\") && counts.get(\"named\") == 2);
            }
        }";
    for search in ["bfs", "dfs"] {
        let (said, status) = check("Changed", program, &["--search", search]);
        assert_eq!(status, Some(1), "{said}");
    }
}
