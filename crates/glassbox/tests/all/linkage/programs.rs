//! The program that is mutated: classes that are used, with the ways in which they may change, and the uses.

/// Classes that may be changed or deleted.
pub(super) const PROVIDERS: &[&str] = &["Top", "Thing", "Face", "Other", "Fault", "Kind", "Pair"];

/// A class: how it begins, with its changes, and what is in it, each with its changes. The first is the original.
struct Provider {
    name: &'static str,
    heads: &'static [&'static str],
    members: &'static [&'static [&'static str]],
}

const CLASSES: &[Provider] = &[
    Provider {
        name: "Top",
        heads: &["public class Top", "public abstract class Top", "class Top"],
        members: &[
            &[
                "public int up = 7;",
                "",
                "public static int up = 7;",
                "private int up = 7;",
                "public short up = 7;",
            ],
            &["public static int count = 2;", "", "public int count = 2;", "static int count = 2;"],
            &[
                "public int over(int x) { return x; }",
                "",
                "public static int over(int x, int y) { return y; }",
            ],
            &[
                "public int inherited() { return 3; }",
                "",
                "private int inherited() { return 3; }",
                "public static int inherited() { return 3; }",
            ],
            &["protected int kept() { return 4; }", "int kept() { return 4; }", ""],
            &["public static int helps() { return 5; }", "", "public static long helps() { return 5; }"],
        ],
    },
    Provider {
        name: "Thing",
        heads: &[
            "public class Thing extends Top implements Face",
            "public class Thing extends Top",
            "public class Thing implements Face",
            "public final class Thing extends Top implements Face",
            "public abstract class Thing extends Top implements Face",
            "class Thing extends Top implements Face",
        ],
        members: &[
            &[
                "public int f = 1;",
                "",
                "public static int f = 1;",
                "private int f = 1;",
                "public long f = 1;",
                "int f = 1;",
                "protected int f = 1;",
                "public final int f = Integer.parseInt(\"1\");",
            ],
            &[
                "public static int s = 2;",
                "",
                "public int s = 2;",
                "private static int s = 2;",
                "public static String s = \"2\";",
                "public static final int s = Integer.parseInt(\"2\");",
            ],
            &["public Thing() { }", "Thing() { }", "protected Thing() { }"],
            &["public Thing(int x) { }", "", "private Thing(int x) { }", "public Thing(long x) { }"],
            &[
                "public int m(int x) { return x + 1; }",
                "",
                "public static int m(int x) { return x + 1; }",
                "private int m(int x) { return x + 1; }",
                "public long m(int x) { return x + 1; }",
                "int m(int x) { return x; }",
            ],
            &[
                "public static int sm(int x) { return x + 2; }",
                "",
                "public int sm(int x) { return x + 2; }",
                "private static int sm(int x) { return x + 2; }",
                "public static int sm(Integer x) { return x + 2; }",
            ],
            &["public int over(int x) { return x + 3; }", ""],
            &["public int work(int x) { return x + 4; }"],
        ],
    },
    Provider {
        name: "Face",
        heads: &["public interface Face", "interface Face"],
        members: &[
            &[
                "int work(int x);",
                "",
                "static int work(int x) { return x; }",
                "default int work(int x) { return x + 9; }",
            ],
            &["default int extra() { return 8; }", "", "int extra();", "static int extra() { return 8; }"],
            &["static int help() { return 9; }", "", "default int help() { return 9; }"],
            &["int LIMIT = Integer.parseInt(\"5\");", "", "long LIMIT = Integer.parseInt(\"5\");"],
        ],
    },
    Provider {
        name: "Other",
        heads: &["public class Other", "public interface Other", "public class Other extends Top"],
        members: &[
            &["public static int made = 0;", "int made = 0;", ""],
            &["public static int tell() { return 6; }", ""],
        ],
    },
    Provider {
        name: "Fault",
        heads: &[
            "public class Fault extends RuntimeException",
            "public class Fault extends Exception",
            "public class Fault",
            "class Fault extends RuntimeException",
        ],
        members: &[&["public int code = 1;", "", "private int code = 1;"]],
    },
    Provider {
        name: "Kind",
        heads: &["public enum Kind"],
        members: &[&["FIRST, SECOND;", "SECOND, FIRST;", "FIRST;", "SECOND;", "THIRD, SECOND;"]],
    },
    Provider {
        name: "Pair",
        heads: &[
            "public record Pair(int left, Top right)",
            "public record Pair(int left, Object right)",
            "public record Pair(int left)",
        ],
        members: &[&[""]],
    },
];

/// Ways to use them: the name of a class and what is in its method `go`.
pub(super) const USES: &[(&str, &str)] = &[
    ("ReadField", "return new Thing().f;"),
    ("ReadFieldOfNull", "Thing t = null; return t.f;"),
    ("WriteField", "Thing t = new Thing(); t.f = 5; return 1;"),
    ("ReadStatic", "return Thing.s;"),
    ("WriteStatic", "Thing.s = 9; return 1;"),
    ("ReadInherited", "return new Thing().up;"),
    ("ReadInheritedStatic", "return Thing.count;"),
    ("Call", "return new Thing().m(3);"),
    ("CallOfNull", "Thing t = null; return t.m(3);"),
    ("CallStatic", "return Thing.sm(3);"),
    ("CallOver", "return new Thing().over(3);"),
    ("CallInherited", "return new Thing().inherited();"),
    ("CallInheritedStatic", "return Thing.helps();"),
    ("CallOfTop", "Top t = new Top(); return t.over(4);"),
    ("Upcast", "Top t = new Thing(); return t.over(5);"),
    ("CallFace", "Face t = new Thing(); return t.work(5);"),
    ("CallFaceOfNull", "Face t = null; return t.work(5);"),
    ("CallDefault", "return new Thing().extra();"),
    ("CallDefaultFace", "Face t = new Thing(); return t.extra();"),
    ("CallHelp", "return Face.help();"),
    ("ReadLimit", "return Face.LIMIT;"),
    ("Lambda", "Face f = x -> x + 1; return f.work(1);"),
    ("LambdaDefault", "Face f = x -> x + 1; return f.extra();"),
    ("Make", "return new Thing(4).f;"),
    ("MakeTop", "return new Top().up;"),
    ("MakeOther", "return new Other() == null ? 0 : 1;"),
    ("TellOther", "return Other.tell() + Other.made;"),
    ("Array", "return new Thing[2].length;"),
    ("ArrayNegative", "return new Thing[-1].length;"),
    ("ArrayOfArrays", "return new Thing[2][3].length;"),
    ("ArrayOther", "Object[] a = new Other[1]; return a.length;"),
    ("Literal", "return Thing.class.getName().length();"),
    ("LiteralArray", "return Other[].class.getName().length();"),
    ("InstanceOf", "Object o = \"x\"; return o instanceof Thing;"),
    ("InstanceOfNull", "Object o = null; return o instanceof Thing;"),
    ("Cast", "Object o = \"x\"; return ((Thing) o) == null;"),
    ("CastNull", "Object o = null; return ((Thing) o) == null;"),
    ("CastOther", "Object o = new Object(); return ((Other) o) == null;"),
    ("CatchNothing", "try { return Integer.parseInt(\"1\"); } catch (Fault e) { return 2; }"),
    (
        "CatchOther",
        "try { return Integer.parseInt(\"x\"); } catch (Fault e) { return 2; } catch (NumberFormatException e) { return 3; }",
    ),
    (
        "CatchThrown",
        "try { if (USED.length() == 0) throw new Fault(); return 0; } catch (Fault e) { return e.code; }",
    ),
    (
        "CatchBehind",
        "try { return Integer.parseInt(\"x\"); } catch (NumberFormatException e) { return 3; } catch (Fault e) { return 2; }",
    ),
    ("Throw", "if (USED.length() == 0) throw new Fault(); return 0;"),
    ("ThrowNever", "if (USED.length() == 1) throw new Fault(); return 0;"),
    (
        "Choose",
        "RuntimeException e = USED.length() == 1 ? new Fault() : new IllegalStateException(); return e.getMessage() == null;",
    ),
    ("Switch", "switch (Kind.SECOND) { case FIRST: return 1; default: return 2; }"),
    ("ReadKind", "return Kind.FIRST.ordinal();"),
    ("Record", "return new Pair(1, null).left();"),
    ("RecordText", "return new Pair(1, null).toString();"),
    ("RecordEquals", "return new Pair(1, null).equals(new Pair(1, null));"),
    ("ReferStatic", "java.util.function.IntUnaryOperator f = Thing::sm; return f.applyAsInt(1);"),
    ("ReferNew", "java.util.function.IntFunction<Thing> f = Thing::new; return f != null;"),
    ("ReferBound", "java.util.function.IntUnaryOperator f = new Thing()::m; return f.applyAsInt(1);"),
    ("ReferUnbound", "java.util.function.ToIntFunction<Thing> f = Thing::extra; return f != null;"),
    ("ReferFace", "java.util.function.ToIntFunction<Face> f = Face::extra; return f != null;"),
    ("Inside", "java.util.function.Supplier<Object> f = () -> new Other(); return f != null;"),
    ("Takes", "java.util.function.Function<Other, Object> f = o -> o; return f != null;"),
    ("Passes", "return pass(null) == null; } static Other pass(Other other) { return other;"),
    ("PassesUp", "return up(new Thing()); } static int up(Top top) { return top.up;"),
    (
        "Subclass",
        "return new Own().m(3); } static class Own extends Thing { public int m(int x) { return x + 100;  }",
    ),
    (
        "SubclassSuper",
        "return new Own().m(3); } static class Own extends Thing { public int m(int x) { return super.m(x);  }",
    ),
    ("SubclassKept", "return new Own().get(); } static class Own extends Top { int get() { return kept(); }"),
    (
        "Implements",
        "return new Own().work(3); } static class Own implements Face { public int work(int x) { return x + 50; }",
    ),
    (
        "ImplementsDefault",
        "return new Own().extra(); } static class Own implements Face { public int work(int x) { return x + 50; }",
    ),
    (
        "Guarded",
        "try { return new Other() == null; } catch (NoClassDefFoundError e) { return e.getCause().toString(); }",
    ),
    (
        "Twice",
        "int n = 0; for (int i = 0; i < 2; i++) try { n += Other.tell(); } catch (LinkageError e) { n += 100; } return n;",
    ),
    ("Finally", "try { return Thing.sm(1); } finally { assert USED != null; }"),
    ("Inner", "synchronized (USED) { return Other.tell(); }"),
];

/// The classes that changed, and how.
pub(super) struct Mutant {
    pub(super) files: Vec<(String, String)>,
    pub(super) removed: Vec<&'static str>,
    pub(super) changes: Vec<String>,
}

fn source(provider: &Provider, head: &str, members: &[&str]) -> (String, String) {
    let name = format!("lib/{}.java", provider.name);
    (name, format!("package lib;\n{head} {{\n    {}\n}}\n", members.join("\n    ")))
}

/// The program as it was written.
pub(super) fn original() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for provider in CLASSES {
        let members: Vec<&str> = provider.members.iter().map(|member| member[0]).collect();
        files.push(source(provider, provider.heads[0], &members));
    }
    let mut main = "package app;\npublic class Main {\n    interface Use { Object go() throws Throwable; }\n"
        .to_string();
    main += "    static void say(String name, Use use) {\n        try {\n";
    main +=
        "            System.out.println(name + \" gives \" + use.go());\n        } catch (VerifyError e) {\n";
    main += "            System.out.println(name + \" throws java.lang.VerifyError\");\n";
    main += "        } catch (Throwable e) {\n            System.out.println(name + \" throws \" + e);\n        }\n    }\n";
    main += "    public static void main(String[] args) {\n        int only = args.length == 0 ? -1 : Integer.parseInt(args[0]);\n";
    for (index, (name, body)) in USES.iter().enumerate() {
        main += &format!("        if (only < 0 || only == {index}) say(\"{name}\", () -> {name}.go());\n");
        let text = format!(
            "package app;\nimport lib.*;\npublic class {name} {{\n    static final String USED = new String();\n    public static void main(String[] args) throws Throwable {{ go(); }}\n    static Object go() throws Throwable {{ {body} }}\n}}\n"
        );
        files.push((format!("app/{name}.java"), text));
    }
    main += "    }\n}\n";
    files.push(("app/Main.java".to_string(), main));
    files
}

impl Mutant {
    /// Few or many changes, that compile.
    pub(super) fn random(below: &mut dyn FnMut(usize) -> usize) -> Mutant {
        let rate = [12, 5, 2][below(3)];
        let mut mutant = Mutant { files: Vec::new(), removed: Vec::new(), changes: Vec::new() };
        for provider in CLASSES {
            if below(9) == 0 {
                mutant.removed.push(provider.name);
            }
            let mut pick = |variants: &[&'static str]| {
                if below(rate) != 0 {
                    return variants[0];
                }
                variants[below(variants.len())]
            };
            let head = pick(provider.heads);
            let members: Vec<&str> = provider.members.iter().map(|member| pick(member)).collect();
            let changed = std::iter::once((head, provider.heads[0]))
                .chain(members.iter().copied().zip(provider.members.iter().map(|member| member[0])));
            for (now, before) in changed.filter(|(now, before)| now != before) {
                mutant.changes.push(format!("{}: `{before}` becomes `{now}`", provider.name));
            }
            mutant.files.push(source(provider, head, &members));
        }
        mutant
    }
}
