//! What there is before a call: objects that no program has make no violation, and what every object has is known.

use crate::support::{glassbox, text, written};

/// One question each: more options, the exit code, and what the answer says.
type Asked<'t> = (&'t str, &'t [&'t str], i32, &'t str);

const EXCEPTIONS: &[&str] = &["--property", "assert,exception"];

fn ask(name: &str, program: &str, asked: &[Asked<'_>]) {
    let (_directory, file) = written(name, program);
    for &(method, options, code, said) in asked {
        let plain = ["check", &file, "--engine", "infer", "--method", method];
        let output = glassbox(&[&plain[..], options].concat());
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{method} {options:?}: {shown}");
        assert!(shown.contains(said), "{method} {options:?}: {shown}");
    }
}

/// The library's objects may have any fields here, which those of programs do not.
#[test]
fn objects_of_the_library_break_nothing() {
    let program = "import glassbox.api.*;
        import java.util.*;
        public class Lent {
            Integer boxed;
            @Requires(\"s != null\") @Ensures(\"result >= 0\")
            static int length(String s) { return s.length(); }
            @Requires(\"s != null && t != null\") @Ensures(\"result\")
            static boolean hashes(String s, String t) { return !s.equals(t) || s.hashCode() == t.hashCode(); }
            @Ensures(\"result\")
            static boolean same(String s, String t) { return s == t; }
            @Requires(\"bits != null\") @Ensures(\"result >= 0\")
            static int size(BitSet bits) { return bits.length(); }
            @Ensures(\"result\")
            boolean empty() { return boxed == null; }
            @Requires(\"boxed != null\") @Ensures(\"result > 0\")
            int value() { return boxed; }
        }";
    ask(
        "Lent",
        program,
        &[
            ("length", &[], 0, "holds"),
            ("length", EXCEPTIONS, 3, "an object of class java.lang.String before the call"),
            // The machine has hash codes of its own for such texts, so this was a fault.
            ("hashes", &[], 3, "not supported"),
            // Nobody looks into these.
            ("same", &[], 1, "is false after `Lent.same`"),
            ("size", EXCEPTIONS, 3, "an object of class java.util.BitSet before the call"),
            // A class that nothing but a declaration mentions has objects, too.
            ("empty", &[], 1, "is false after `Lent.empty`"),
            ("value", &[], 1, "is false after `Lent.value`"),
        ],
    );
}

/// There are no more objects of an enum than constants, and nobody knows which fields these have.
#[test]
fn constants_of_enums_are_not_made_up() {
    let program = "import glassbox.api.*;
        public class Coloured {
            enum Color { RED, GREEN }
            enum Weight {
                LIGHT(1), HEAVY(2) { int grams() { return 20; } };
                final int grams;
                Weight(int grams) { this.grams = grams; }
                int grams() { return grams; }
            }
            @Requires(\"c != null\") @Ensures(\"result <= 1\")
            static int ordinal(Color c) { return c.ordinal(); }
            @Requires(\"w != null\") @Ensures(\"result == 1 || result == 20\")
            static int grams(Weight w) { return w.grams(); }
            @Requires(\"a != null && b != null && c != null\") @Ensures(\"a == b || b == c || a == c\")
            static void three(Color a, Color b, Color c) { }
            @Requires(\"a != null && b != null\") @Ensures(\"a == b\")
            static void two(Color a, Color b) { }
        }";
    ask(
        "Coloured",
        program,
        &[
            ("ordinal", &[], 3, "an object of the enum Coloured$Color"),
            ("grams", &[], 3, "an object of the enum Coloured$Weight"),
            ("three", &[], 0, "at most 2 Color "),
            ("two", &[], 1, "is false after `Coloured.two`"),
        ],
    );
}

/// A final field that is declared with a constant has it in every object, but for the one whose constructor is checked.
#[test]
fn constants_of_final_fields_are_known() {
    let program = "import glassbox.api.*;
        public class Fixed {
            final int two = 2;
            final boolean yes = true;
            final char letter = 'x';
            final int later;
            Fixed(int later) { this.later = later; }
            @Ensures(\"later == two\")
            Fixed() { later = 2; }
            @Ensures(\"all f: Fixed | f.two == 2 && f.yes && f.letter == 120\")
            static void all() { new Fixed(1); }
            @Requires(\"f != null\") @Ensures(\"result == f.two\")
            static int read(Fixed f) { return 2; }
            @Requires(\"f != null\") @Ensures(\"f.two != 2\")
            static void wrong(Fixed f) { }
            @Requires(\"f != null\") @Ensures(\"result == 2\")
            static int later(Fixed f) { return f.later; }
        }";
    let asked: &[Asked<'_>] = &[
        ("all", &[], 0, "holds"),
        ("read", &[], 0, "holds"),
        ("read", &["--inline"], 0, "holds"),
        ("wrong", &[], 1, "two 2"),
        ("wrong", &["--inline"], 1, "two 2"),
        ("later", &[], 1, "is false after `Fixed.later`"),
        ("<init>()", &[], 0, "holds"),
    ];
    ask("Fixed", program, asked);
}

/// What is taken for granted is said.
#[test]
fn lambdas_and_arrays_of_subclasses_are_told_of() {
    let program = "import glassbox.api.*;
        public class Told {
            interface Step { int next(int x); }
            static class One implements Step { public int next(int x) { return x + 1; } }
            static class Thing { }
            static class Special extends Thing { }
            @Requires(\"s != null\") @Ensures(\"result == x + 1\")
            static int step(Step s, int x) { return s.next(x); }
            @Requires(\"s != null\") @Ensures(\"result == x + 1\")
            static int one(One s, int x) { return s.next(x); }
            @Requires(\"a != null && a.length > 0\") @Ensures(\"a[0] == t\")
            static void put(Thing[] a, Thing t) { a[0] = t; }
        }";
    ask(
        "Told",
        program,
        &[
            ("step", &[], 0, "whatever has the type Step before the call is no lambda"),
            (
                "put",
                EXCEPTIONS,
                0,
                "no array of type Thing[] before the call was made for elements of a subclass",
            ),
        ],
    );
    let (_directory, file) = written("Told", program);
    let output = glassbox(&["check", &file, "--engine", "infer", "--method", "one"]);
    assert!(!text(&output.stdout).contains("lambda"), "{}", text(&output.stdout));
}

/// What is said of a method without code is believed, and nothing else is known of it.
#[test]
fn formulas_of_methods_without_code_are_believed() {
    let program = "import glassbox.api.*;
        public class Native {
            int field;
            Native next;
            @Ensures(\"result > 0\")
            static native int positive();
            @Requires(\"x > 0\") @Ensures(\"result == x\")
            static native int same(int x);
            @Ensures(\"this.field == 1\")
            native void set();
            @Ensures(\"result != null\")
            static native Native make();
            @Ensures(\"result > 0\")
            static int byPositive() { return positive(); }
            @Ensures(\"result > 1\")
            static int byPositiveMore() { return positive(); }
            @Ensures(\"result == 2\")
            static int bySame() { return same(2); }
            @Ensures(\"result == x\")
            static int bySameOfAll(int x) { return same(x); }
            @Ensures(\"field == 1\")
            void bySet() { set(); }
            @Ensures(\"next == old(next)\")
            void bySetAlone() { set(); }
            @Ensures(\"result != null\")
            static Native byMake() { return make(); }
            @Requires(\"x > 0\") @Ensures(\"result > 0\")
            static int byLoop(int x) { int sum = 0; for (int i = 0; i < x; i++) { sum += positive(); } return sum; }
            static class Own extends RuntimeException { }
            @Ensures(\"result == 0\")
            static int byOwn() { try { positive(); return 0; } catch (Own own) { return 1; } }
            @Ensures(\"result == 0\")
            static int byCaught() { try { positive(); return 0; } catch (IllegalStateException state) { return 1; } }
            @Ensures(\"field == 1\")
            void byFinally() { field = 0; try { positive(); } finally { field = 1; } }
        }";
    let unknown = "whose code is not known";
    ask(
        "Native",
        program,
        &[
            ("byPositive", &[], 0, "`Native.positive()I` does what its @Ensures says"),
            ("byPositive", &[], 0, "changes no static field that nobody else does"),
            ("byPositive", &["--inline"], 3, unknown),
            ("byPositive", EXCEPTIONS, 3, "exceptions of code that is not known"),
            ("byPositiveMore", &[], 3, unknown),
            ("bySame", &[], 0, "holds"),
            ("bySameOfAll", &[], 3, unknown),
            ("bySet", &[], 0, "holds"),
            ("bySetAlone", &[], 3, unknown),
            ("byMake", &[], 3, unknown),
            ("byLoop", &[], 0, "holds"),
            // It may throw anything.
            ("byOwn", &[], 3, unknown),
            ("byCaught", &[], 3, unknown),
            ("byFinally", &[], 0, "holds"),
        ],
    );
}
