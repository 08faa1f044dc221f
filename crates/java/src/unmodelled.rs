//! What of the class library a program may not use: the table.
//!
//! The library is the JDK's own, so most of it works. What reaches out of the machine (files, sockets, processes), looks at or
//! makes classes at run time (reflection, class loading, native code) has no model. A
//! call in the program's own code of anything in this table stops the execution there, with the reason; the scan before a
//! run finds such calls by the same table. What the library itself calls on the way is not looked up here: it works, or
//! ends at a native method without a model.

/// A row: some or all methods of a class.
pub(crate) struct Row {
    /// The internal name of the class that declares them.
    class: &'static str,
    /// The methods; none means all.
    methods: &'static [&'static str],
    /// Why they are not modelled, in words that follow "because".
    pub(crate) reason: &'static str,
    /// Those that are modelled all the same, by what their names begin with.
    but: &'static [&'static str],
    /// Whether the library's own calls stop, too, because they would go wrong in a way that looks like a fault of the
    /// program.
    pub(crate) anywhere: bool,
}

const FILES: &str = "a program on this machine has no files";
const NETWORK: &str = "a program on this machine has no network";
const PROCESSES: &str = "a program on this machine has no other processes";
const REFLECTION: &str = "reflection beyond the names and kinds of classes is not modelled";
const LOADING: &str = "loading of classes by the program is not modelled";
const NATIVE: &str = "native code is not run";
const HOOKS: &str = "what runs when the program ends is not modelled";
const HANDLES: &str = "of handles, only those of variables are modelled, and only their accesses";
const INPUT: &str = "a program on this machine has no standard input";

/// Why a thread is not started, where it is not.
pub(crate) const ONE_THREAD: &str = "this engine runs programs with one thread; `--engine threads` checks those with \
                                     several";

/// Why a native method of the program itself is not run.
pub(crate) const OWN_NATIVE: &str = NATIVE;

const fn row(class: &'static str, methods: &'static [&'static str], reason: &'static str) -> Row {
    Row { class, methods, reason, but: &[], anywhere: false }
}

const fn anywhere(class: &'static str, methods: &'static [&'static str], reason: &'static str) -> Row {
    Row { class, methods, reason, but: &[], anywhere: true }
}

/// The table.
pub(crate) const ROWS: &[Row] = &[
    row("java/io/FileInputStream", &[], FILES),
    row("java/io/FileOutputStream", &[], FILES),
    row("java/io/FileReader", &[], FILES),
    row("java/io/FileWriter", &[], FILES),
    row("java/io/RandomAccessFile", &[], FILES),
    row("java/io/File", &[], FILES),
    row("java/nio/file/Files", &[], FILES),
    row("java/nio/file/Paths", &[], FILES),
    row("java/nio/file/Path", &["of"], FILES),
    anywhere("java/nio/file/FileSystems", &[], FILES),
    row("java/nio/channels/FileChannel", &["open"], FILES),
    row("java/util/zip/ZipFile", &["<init>"], FILES),
    row("java/net/Socket", &["<init>"], NETWORK),
    row("java/net/ServerSocket", &["<init>"], NETWORK),
    row("java/net/DatagramSocket", &["<init>"], NETWORK),
    row(
        "java/net/InetAddress",
        &["getByName", "getAllByName", "getLocalHost", "getLoopbackAddress"],
        NETWORK,
    ),
    row("java/net/NetworkInterface", &[], NETWORK),
    row("java/net/URL", &["openConnection", "openStream", "getContent"], NETWORK),
    row("java/net/http/HttpClient", &[], NETWORK),
    row("java/lang/ProcessBuilder", &["start", "startPipeline"], PROCESSES),
    row("java/lang/Runtime", &["exec"], PROCESSES),
    row("java/lang/ProcessHandle", &[], PROCESSES),
    row(
        "java/lang/Class",
        &[
            "getMethod",
            "getMethods",
            "getDeclaredMethod",
            "getDeclaredMethods",
            "getField",
            "getFields",
            "getDeclaredFields",
            "getConstructor",
            "getConstructors",
            "getDeclaredConstructor",
            "getDeclaredConstructors",
            "newInstance",
            "getAnnotation",
            "getAnnotations",
        ],
        REFLECTION,
    ),
    row("java/lang/reflect/Proxy", &["newProxyInstance"], REFLECTION),
    row("java/lang/Class", &["getClassLoader", "getResource", "getResourceAsStream"], LOADING),
    row("java/lang/Thread", &["getContextClassLoader", "setContextClassLoader"], LOADING),
    row("java/lang/ClassLoader", &[], LOADING),
    row("java/net/URLClassLoader", &[], LOADING),
    row("java/util/ServiceLoader", &[], LOADING),
    row("java/lang/ModuleLayer", &[], LOADING),
    row("java/lang/System", &["loadLibrary", "load"], NATIVE),
    row("java/lang/Runtime", &["loadLibrary", "load"], NATIVE),
    row("sun/misc/Unsafe", &[], NATIVE),
    // Lookup objects and handles are never constructed, so that what is in them is not what their methods expect.
    anywhere("java/lang/invoke/MethodHandles$Lookup", &["toString"], HANDLES),
    Row {
        but: &["findVarHandle", "findStaticVarHandle", "lookupClass"],
        ..row("java/lang/invoke/MethodHandles$Lookup", &[], HANDLES)
    },
    row("java/lang/invoke/MethodHandles", &["publicLookup"], HANDLES),
    Row {
        anywhere: true,
        but: &[
            "get",
            "set",
            "compareAnd",
            "weakCompareAnd",
            "fullFence",
            "acquireFence",
            "releaseFence",
            "loadLoadFence",
            "storeStoreFence",
        ],
        ..row("java/lang/invoke/VarHandle", &[], HANDLES)
    },
    row("java/lang/Runtime", &["addShutdownHook"], HOOKS),
    row("java/lang/System", &["console"], INPUT),
];

/// Static fields that are not modelled.
const FIELDS: &[(&str, &str, &str)] = &[("java/lang/System", "in", INPUT)];

/// The row of a method, by the internal name of the class that declares it.
pub(crate) fn find(class: &str, method: &str) -> Option<&'static Row> {
    // Running the initialiser of a class is not yet using it.
    let used = method != "<clinit>";
    let has = |row: &Row| match row.methods {
        [] => !row.but.iter().any(|prefix| method.starts_with(prefix)),
        methods => methods.contains(&method),
    };
    ROWS.iter().find(|row| used && row.class == class && has(row))
}

/// Why a static field is not modelled.
pub(crate) fn find_field(class: &str, field: &str) -> Option<&'static str> {
    FIELDS.iter().find(|row| row.0 == class && row.1 == field).map(|row| row.2)
}

/// The classes and methods of the table as people write them, for tests and documents.
pub fn table() -> Vec<(String, &'static str)> {
    let mut listed = Vec::new();
    for row in ROWS {
        let class = row.class.replace('/', ".");
        if row.methods.is_empty() {
            listed.push((format!("{class}.*"), row.reason));
        }
        listed.extend(row.methods.iter().map(|method| (format!("{class}.{method}"), row.reason)));
    }
    for (class, field, reason) in FIELDS {
        listed.push((format!("{}.{field}", class.replace('/', ".")), *reason));
    }
    listed
}
