//! What the encoder of methods does not know makes an answer unknown, and never a *holds* that is wrong.

use crate::support::{glassbox, repository, stat, text, written};

/// One method each: what is asked of it, the exit code, and what the answer says.
const ASKED: &[(&str, i32, &str)] = &[
    // On one way the static field has an object that nobody knows.
    ("maybeSet", 3, "the static field `Odd.shared`"),
    // The same behind a call.
    ("maybeSetInside", 3, "the static field `Odd.shared`"),
    // The message of an exception is what its constructor was given, though the constructor is not looked at.
    ("keepsMessage", 1, "is false after `Odd.keepsMessage`"),
    ("tellsMessage", 3, "of an exception"),
    // Two texts may be one object.
    ("sameText", 3, "an object of class String"),
    // A class that nothing but its file mentions may be the receiver's.
    ("always", 1, "is false after `Odd.always`"),
    // Nothing implements the interface.
    ("nobody", 0, "whatever has the type Nobody is null before the call"),
    // A null that is thrown is an exception like others.
    ("throwsNull", 0, "holds"),
    ("throwsNullWrong", 1, "is false after `Odd.throwsNullWrong`"),
];

const PROGRAM: &str = "import glassbox.api.*;
    interface Nobody { boolean is(); }
    class Own extends RuntimeException {
        Own(String message) { super(message); }
    }
    public class Odd {
        static Odd shared = new Odd();
        static Odd empty;
        int number;
        Nobody nobody;
        RuntimeException trouble;

        int one() { return 1; }

        @Ensures(\"result == x\")
        static Odd maybeSet(boolean is, Odd x) {
            if (is) { shared = x; }
            return shared;
        }

        static void setIf(boolean is, Odd x) { if (is) { shared = x; } }

        @Ensures(\"result == x\")
        static Odd maybeSetInside(boolean is, Odd x) {
            setIf(is, x);
            return shared;
        }

        @Ensures(\"result == false\")
        static boolean keepsMessage() {
            try { throw new Own(\"a\"); } catch (Own own) { return own.getMessage() != null; }
        }

        @Ensures(\"result == true\")
        static boolean tellsMessage() {
            try { throw new Own(\"a\"); } catch (Own own) { return own.getMessage() != null; }
        }

        static String text() { return \"a\"; }

        @Ensures(\"result == false\")
        static boolean sameText(String x) { return x == text(); }

        @Ensures(\"result == 1\")
        static int always(Odd x) { return x == null ? 1 : x.one(); }

        @Ensures(\"result == false\")
        boolean nobody() { return nobody != null && nobody.is(); }

        @Ensures(\"result == 1\")
        static int throwsNull(Own own) {
            try { throw own; } catch (NullPointerException e) { return 1; } catch (Own e) { return 1; }
        }

        @Ensures(\"result == 1\")
        static int throwsNullWrong(Own own) {
            try { throw own; } catch (NullPointerException e) { return 2; } catch (Own e) { return 1; }
        }
    }
    class Unmentioned extends Odd {
        int one() { return 2; }
    }";

#[test]
fn what_is_not_known_is_not_believed() {
    let (_directory, file) = written("Odd", PROGRAM);
    for &(method, code, said) in ASKED {
        let output = glassbox(&["check", &file, "--engine", "infer", "--scope", "2", "--method", method]);
        let shown = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{method}: {shown}");
        assert!(shown.contains(said), "{method}: {shown}");
    }
}

/// Nobody knows what code throws that is not there.
#[test]
fn exceptions_of_what_is_not_known_are_not_excluded() {
    let program = "import glassbox.api.*;
        public class Copied {
            @Requires(\"a != null\") @Ensures(\"true\")
            static void copy(int[] a) { System.arraycopy(a, 0, a, 0, 3); }
            @Requires(\"a != null\") @Ensures(\"true\")
            static void copyNothing(int[] a) { System.arraycopy(a, 0, a, 0, 0); }
        }";
    let (_directory, file) = written("Copied", program);
    // One throws an exception where it is tried, the other never does.
    for (method, code, said) in
        [("copy", 1, "ArrayIndexOutOfBounds"), ("copyNothing", 3, "exceptions of code that is not known")]
    {
        let asked = ["check", &file, "--engine", "infer", "--scope", "2", "--method", method];
        let output = glassbox(&[&asked[..], &["--property", "assert,exception"]].concat());
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{method}: {shown}");
        assert!(shown.contains(said), "{method}: {shown}");
    }
}

/// Objects for which nothing stands are kept by methods and loops that need not be looked into, and only for one pair of numbers.
#[test]
fn what_is_kept_without_atoms_is_seen() {
    let program = "import glassbox.api.*;
        public class Kept {
            static class Box { int number; Box inner; }
            static final Box BOX = new Box();
            String text;
            Object any;
            Box box;
            RuntimeException trouble;

            static boolean rare(int x, int y) { return x == 3 && y == -4; }

            void setText(int x, int y) { if (rare(x, y)) { text = \"t\"; } }
            void setAny(int x, int y) { if (rare(x, y)) { any = \"t\"; } }
            void setBox(int x, int y) { if (rare(x, y)) { box = BOX; } }
            void setTrouble(int x, int y) {
                try {
                    int z = rare(x, y) ? 1 / 0 : 1;
                } catch (ArithmeticException caught) {
                    trouble = caught;
                }
            }
            void keep(Object given) { any = given; }
            static Box find(int x, int y) { return rare(x, y) ? BOX : null; }
            static Box findInner(int x, int y) { return rare(x, y) ? BOX.inner : null; }

            @Requires(\"text == null\") @Ensures(\"text == null\")
            void byText(int x, int y) { setText(x, y); }

            @Requires(\"any == null\") @Ensures(\"any == null\")
            void byAny(int x, int y) { setAny(x, y); }

            @Requires(\"box == null\") @Ensures(\"box == null\")
            void byStatic(int x, int y) { setBox(x, y); }

            @Requires(\"trouble == null\") @Ensures(\"trouble == null\")
            void byException(int x, int y) { setTrouble(x, y); }

            @Requires(\"any == null\") @Ensures(\"any == null\")
            void byArgument(int x, int y) { keep(rare(x, y) ? \"t\" : null); }

            @Requires(\"box == null\") @Ensures(\"result\")
            boolean byResult(int x, int y) { return find(x, y) == null; }

            @Requires(\"any == null\") @Ensures(\"any == null\")
            void byLoop(int x, int y) { for (int i = 0; i < x; i++) { if (rare(x, y)) { any = \"t\"; } } }

            @Requires(\"box == null\") @Ensures(\"box == null\")
            void byLoopOfStatics(int x, int y) {
                Box last = null;
                for (int i = 0; i < x; i++) { if (rare(x, y)) { last = BOX; } }
                box = last;
            }

            @Requires(\"any == null\") @Ensures(\"any == null || x == 3\")
            void message(int x) {
                if (x == 2) { throw new IllegalArgumentException(\"two\"); }
                if (x == 3) { any = this; }
            }
            @Requires(\"any == null\") @Ensures(\"any == null || x == 3\")
            void byNothing(int x, int y) { message(x); }
        }";
    let (_directory, file) = written("Kept", program);
    let by = ["Text", "Any", "Static", "Exception", "Argument", "Result", "Loop", "LoopOfStatics"];
    for method in by.map(|what| format!("by{what}")) {
        let output = glassbox(&["check", &file, "--engine", "infer", "--scope", "2", "--method", &method]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 3)), "{method}: {shown}");
    }
    // A text that is nothing but the message of an exception is not kept.
    let output = glassbox(&["check", &file, "--engine", "infer", "--scope", "2", "--method", "byNothing"]);
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{shown}");
}

/// Numbers in sets do not stand for others that are larger by a power of two.
#[test]
fn large_numbers_in_sets_are_themselves() {
    let program = "import glassbox.api.*;
        public class Large {
            int number;
            @Requires(\"number == 1\") @Ensures(\"#(number -> 4294967297 & number -> number) == 0\")
            void apart() { }
            @Requires(\"number == 1\") @Ensures(\"number + 4294967296 == 4294967297\")
            void sum() { }
        }";
    let (_directory, file) = written("Large", program);
    for (method, code, said) in
        [("apart", 3, "a set with a number of more than 30 bits"), ("sum", 0, "holds")]
    {
        let output = glassbox(&["check", &file, "--engine", "infer", "--method", method]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{method}: {shown}");
        assert!(shown.contains(said), "{method}: {shown}");
    }
}

/// Whoever has nothing left to spend does not go through all that could be called first.
#[test]
fn encoding_stops_when_the_budget_is_spent() {
    let subject = repository().join("bench/subjects/infer/Set.java").display().to_string();
    for inline in [&[][..], &["--inline"]] {
        let asked = ["check", &subject, "--method", "intersect", "--scope", "20", "--unroll", "200"];
        let output = glassbox(&[&asked[..], &["--memory", "1M", "--format", "json"], inline].concat());
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{shown}");
        assert!(stat(&shown, "calls") < 100, "{shown}");
    }
}

/// Nor does anybody translate formulas then, which can be larger than the code that they are about.
#[test]
fn translating_stops_when_the_budget_is_spent() {
    let program = "import glassbox.api.*;
        public class Web {
            Web left, right;
            @Requires(\"all a, b, c: Web | a in b.^left && b in c.^right => a.left in c.*left\")
            @Ensures(\"all a, b, c: Web | a in b.^right && b in c.^left => a.right in c.*right\")
            void stay() { }
        }";
    let (_directory, file) = written("Web", program);
    for inline in [&[][..], &["--inline"]] {
        let asked = ["check", &file, "--engine", "infer", "--method", "stay", "--scope", "64"];
        let output = glassbox(&[&asked[..], &["--memory", "1M", "--format", "json"], inline].concat());
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{shown}");
        assert!(shown.contains("\"memory\"") && stat(&shown, "clauses") < 10_000, "{shown}");
    }
}
