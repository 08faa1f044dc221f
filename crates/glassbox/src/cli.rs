//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::units;

/// Checks programs: holds, violated with a replayed trace, or unknown with the reasons.
#[derive(Parser, Debug)]
#[command(
    name = "glassbox",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  glassbox check lock.gbir              every execution, shortest violation first
  glassbox check --time 60s lock.gbir   stop softly after a minute and say what is known
  glassbox run main.gbir                one execution
  glassbox explain GB0101               what a diagnostic code means

Exit codes: 0 holds, 1 violated, 2 usage or input rejected, 3 unknown, 4 internal fault."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Check every execution of a program
    #[command(after_help = "\
Examples:
  glassbox check lock.gbir
  glassbox check --search dfs --depth 1000 lock.gbir
  glassbox check --property assert --all --format json -o report.json lock.gbir
  glassbox check --spec TreeMapSpec.java --engine glass --height 3
  glassbox check Stack.java --property linearizable --methods push,pop
  glassbox check --class java.util.concurrent.ConcurrentLinkedQueue --property linearizable --operations 1")]
    Check(Box<CheckArguments>),
    /// Find every state of an object that sequences of calls reach
    #[command(after_help = "\
Examples:
  glassbox explore Bst.java --length 6
  glassbox explore Bst.java --methods add,remove --length 9 --values 1..9 --invariant
  glassbox explore --class java.util.TreeMap --methods put,remove --domain put.2=0 \\
      --ignore java.util.TreeMap.modCount --length 6")]
    Explore(ExploreArguments),
    /// Make every structure that satisfies a class invariant, up to the names of objects
    #[command(after_help = "\
Examples:
  glassbox generate SearchTree.java --size 4
  glassbox generate SearchTree.java --size 9 --count
  glassbox generate SearchTree.java --size 1..3 --format java -o SearchTreeStructures.java")]
    Generate(GenerateArguments),
    /// Execute a program once
    #[command(after_help = "\
Examples:
  glassbox run main.gbir                  choices take their least value
  glassbox run --choices 2,0,7 main.gbir  choices take these values, then their least
  glassbox run --seed 1 main.gbir         choices are random, the same for the same seed
  glassbox run --entry fib main.gbir 30   arguments for the function")]
    Run(RunArguments),
    /// Run the violations of a JSON report again, step by step
    #[command(after_help = "\
Examples:
  glassbox check --format json -o report.json lock.gbir
  glassbox replay report.json")]
    Replay(ReplayArguments),
    /// Say what a diagnostic code means
    #[command(after_help = "\
Examples:
  glassbox explain GB0101
  glassbox explain            all codes, a line each")]
    Explain(ExplainArguments),
    /// Write a jar with the package glassbox.api, for the program's own build
    #[command(after_help = "\
Examples:
  glassbox api --jar lib/glassbox-api.jar
  javac -cp lib/glassbox-api.jar Main.java && java -cp lib/glassbox-api.jar:. Main")]
    Api(ApiArguments),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  glassbox completions bash > ~/.local/share/bash-completion/completions/glassbox
  glassbox completions zsh > ~/.zfunc/_glassbox
  glassbox completions fish > ~/.config/fish/completions/glassbox.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// How the states of a level are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mode {
    /// One state at a time
    Standard,
    /// Many states at once
    Delta,
    /// Whatever is faster on the level
    Auto,
}

/// What is done where states go different ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Split {
    /// Go back to where they do
    Restore,
    /// Execute the call again
    Rerun,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs; the schema is schemas/report-1.schema.json
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On terminals, unless NO_COLOR is set
    Auto,
    /// Also into pipes
    Always,
    /// Not at all
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Order {
    /// Breadth-first: the shortest trace
    Bfs,
    /// Depth-first: one path to its end before the next
    Dfs,
    /// Schedules at random, which proves nothing; by the engine threads
    Random,
    /// Depth-first, and no thread beyond an internal choice of an abstraction; with --abstract
    ChooseFree,
    /// Executions with fewer internal choices first [the default with --abstract]
    ChooseFreeFirst,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StateMatching {
    /// Those that differ only in where objects lie
    Exact,
    /// Those of the same shape, whatever their values: of each the first is explored, and nothing holds
    Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PropertyName {
    /// No assertion fails
    Assert,
    /// No exception leaves the entry function
    Exception,
    /// No null dereference, index out of bounds, division by zero or other trap
    Trap,
    /// Some thread can always go on until all have ended; by the engine threads
    Deadlock,
    /// No two threads touch the same variable at the same time, one of them writing; by the engine threads
    Race,
    /// Threads do not go round in circles for ever though each of them goes on; by the engine threads
    Livelock,
    /// What the operations of a class give in several threads, they also give in some order, one after the other
    Linearizable,
}

/// What is said after --property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PropertySaid {
    Name(PropertyName),
    /// A formula of linear temporal logic.
    Formula(String),
}

/// Reads names of properties and formulas.
#[derive(Clone, Debug)]
pub(crate) struct PropertyParser;

impl clap::builder::TypedValueParser for PropertyParser {
    type Value = PropertySaid;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<PropertySaid, clap::Error> {
        let formula = value.to_str().and_then(|text| text.trim().strip_prefix("LTL"));
        match formula.filter(|rest| rest.is_empty() || rest.starts_with([' ', '(', '!', '[', '<', '\t'])) {
            Some(formula) => Ok(PropertySaid::Formula(formula.trim().to_string())),
            None => {
                let names = clap::builder::EnumValueParser::<PropertyName>::new();
                names.parse_ref(command, argument, value).map(PropertySaid::Name)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        let names = PropertyName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        Some(Box::new(names))
    }
}

/// Whether an assertion that fails counts although something catches the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CaughtSaid {
    /// It counts where it fails
    Count,
    /// Only errors count that nothing catches
    Allow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TraceOf {
    /// The program's own lines
    Own,
    /// Those of the class library, too
    All,
}

/// How much may be spent.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct BudgetArguments {
    /// Stop softly after this time, such as 500ms, 60s, 10m
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub(crate) time: Option<Duration>,
    /// Stop softly when the process uses more memory, such as 512M, 4G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub(crate) memory: Option<u64>,
    /// How large the heap of the program is, as with `java -Xmx`: one that needs more runs out of memory [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub(crate) heap: Option<u64>,
}

impl BudgetArguments {
    /// What may be spent, without what only some commands count.
    pub(crate) fn budget(&self) -> check::Budget {
        let BudgetArguments { time, memory, heap } = *self;
        check::Budget { time, memory, heap, ..check::Budget::default() }
    }
}

/// How results are shown.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", value_enum)]
    pub(crate) format: Format,
    /// Write the result to a file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Only the verdict
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Everything: all steps, all choices, all phases
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(crate) color: Color,
}

/// Where Java comes from.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Java")]
pub(crate) struct JavaArguments {
    /// The home of a JDK 17 or later [default: JAVA_HOME, then that of `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// More directories and jars with classes, separated by colons
    #[arg(long, value_name = "PATHS", visible_alias = "cp")]
    pub(crate) classpath: Option<std::ffi::OsString>,
    /// A property that the program is told: System.getProperty("NAME")
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) define: Vec<(String, String)>,
    /// A variable of the environment that the program is told; it sees none of yours
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) env: Vec<(String, String)>,
    /// The class whose main method is run [default: the file's own, a jar's Main-Class, the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// What random numbers and the order of Set.of and Map.of are [default: any; fixed for run]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) random: Option<RandomName>,
    /// How many processors the program finds [default: 1]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) processors: Option<u16>,
}

/// What random numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RandomName {
    /// Choices: all of at most 16 values, and a sample of more, with which nothing holds
    Any,
    /// One sequence
    Fixed,
}

impl JavaArguments {
    /// What the library is told; the environment is only asked for what the user did not say.
    pub(crate) fn options(&self) -> glassbox::JavaOptions {
        let class_path = self.classpath.as_ref().map(|paths| std::env::split_paths(paths).collect());
        glassbox::JavaOptions {
            homes: homes(self.java_home.as_ref()),
            class_path: class_path.unwrap_or_default(),
            class: self.class.clone(),
            spec: None,
            describes: glassbox::Describes::Subject,
            cache: cache(),
            properties: self.define.iter().cloned().collect(),
            variables: self.env.iter().cloned().collect(),
            library: glassbox::LibraryAs::Bytecode,
            caught: glassbox::CaughtAssertions::Allow,
            random: self.random.map(|random| match random {
                RandomName::Any => glassbox::Randomness::Any,
                RandomName::Fixed => glassbox::Randomness::Fixed,
            }),
            processors: self.processors,
        }
    }
}

/// A name with its value; without one the value is empty, as for `java -DNAME`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() {
        return Err("a name is needed before the `=`".to_string());
    }
    Ok((name.to_string(), value.to_string()))
}

/// A variable that says something.
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|value| !value.as_os_str().is_empty())
}

/// Where a JDK may be: where the user says, or else where the environment says.
pub(crate) fn homes(said: Option<&PathBuf>) -> Vec<PathBuf> {
    if let Some(home) = said {
        return vec![home.clone()];
    }
    let on_path = std::env::var_os("PATH").and_then(|paths| {
        std::env::split_paths(&paths).find_map(|directory| {
            let java = std::fs::canonicalize(directory.join("java")).ok()?;
            Some(java.parent()?.parent()?.to_path_buf())
        })
    });
    variable("JAVA_HOME").into_iter().chain(on_path).collect()
}

/// Where the tool may keep what it can make again.
fn cache() -> Option<PathBuf> {
    let base = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    Some(base.or_else(|| Some(variable("HOME")?.join(".cache")))?.join("glassbox"))
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// The program: a .java, .class, .jar or .gbir file, or a directory of classes [default: what --spec describes, or
    /// --class in the JDK]
    #[arg(required_unless_present_any = ["spec", "class"])]
    pub(crate) file: Option<PathBuf>,
    /// The function where executions start
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) entry: String,
    /// What to check, separated by commas [default: all but race, livelock, linearizable and LTL]; also "LTL FORMULA" over static
    /// boolean fields and methods, such as "LTL G (Door.asked -> F Door.open)"
    #[arg(long, value_name = "NAMES", value_parser = PropertyParser, value_delimiter = ',')]
    pub(crate) property: Vec<PropertySaid>,
    /// In which order to search [default: bfs]
    #[arg(long, value_name = "ORDER", value_enum)]
    pub(crate) search: Option<Order>,
    /// Whether an assert statement that fails counts although something catches the error, and an error that a task keeps
    /// [default: count]
    #[arg(long, value_name = "WHICH", value_enum)]
    pub(crate) caught_assertions: Option<CaughtSaid>,
    /// Go on after the first violation
    #[arg(long)]
    pub(crate) all: bool,
    /// Who checks [default: explore, or threads if the program starts threads or a property is about them]
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) engine: Option<Engine>,
    #[command(flatten)]
    pub(crate) threads: ThreadArguments,
    #[command(flatten)]
    pub(crate) scenarios: ScenarioArguments,
    #[command(flatten)]
    pub(crate) structures: StructureArguments,
    #[command(flatten)]
    pub(crate) methods: MethodArguments,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// Stop softly when more states are stored; with --engine blackbox also `valid`: all states that satisfy the
    /// invariant [the default], or `reachable`: those that operations reach from a new object
    #[arg(long, value_name = "COUNT", value_parser = states, help_heading = "Budget")]
    pub(crate) states: Vec<StatesSaid>,
    /// Follow no path for more choices
    #[arg(long, value_name = "COUNT", value_parser = units::count, help_heading = "Budget")]
    pub(crate) depth: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Who checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Engine {
    /// Every execution of a program
    Explore,
    /// Every interleaving of a program with threads
    Threads,
    /// Every operation of a class on every state that satisfies its invariant
    Glass,
    /// The same, one after the other, on structures that are found among all graphs of nodes
    Korat,
    /// The same, one after the other, on states up to the names of objects
    Blackbox,
    /// One method against its @Requires and @Ensures, for all heaps within a scope
    Infer,
}

/// How states are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StoreName {
    /// As they are
    Exact,
    /// By 64 bits each, so that different ones may be taken for the same: nothing holds
    Compact,
}

fn preemptions(text: &str) -> Result<glassbox::Preemptions, String> {
    match text {
        "auto" => Ok(glassbox::Preemptions::Growing),
        count => count
            .parse()
            .map(glassbox::Preemptions::AtMost)
            .map_err(|_| "a number is needed, or `auto`".to_string()),
    }
}

/// What a search over interleavings leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReductionName {
    /// Nothing: threads change at every access
    None,
    /// Points of change that nobody can notice
    Sharing,
    /// Also all but one of the orders of operations that have nothing to do with each other
    Full,
}

/// Which limits of time may be over at any moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TimeoutsName {
    /// Those under --patience
    Short,
    /// All, in a second pass
    Any,
}

/// How memory is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ConsistencyName {
    /// As the Java Language Specification has it: with a data race, *holds* becomes *unknown*
    Java,
    /// Every read sees the last write, whatever races there are
    Sequential,
}

impl From<ConsistencyName> for glassbox::Consistency {
    fn from(name: ConsistencyName) -> Self {
        match name {
            ConsistencyName::Java => glassbox::Consistency::Java,
            ConsistencyName::Sequential => glassbox::Consistency::Sequential,
        }
    }
}

/// How threads are interleaved.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Threads (--engine threads)")]
pub(crate) struct ThreadArguments {
    /// Interrupt threads that could go on at most so often on a path; `auto`: not at all first, then once, and so on
    #[arg(long, value_name = "COUNT", value_parser = preemptions)]
    pub(crate) preemptions: Option<glassbox::Preemptions>,
    /// How states are remembered
    #[arg(long, value_name = "HOW", default_value = "exact", value_enum)]
    pub(crate) store: StoreName,
    /// What is left out because others lead to the same [default: full with --search dfs, else sharing]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) reduction: Option<ReductionName>,
    /// Leave nothing out: the same as --reduction none
    #[arg(long, conflicts_with = "reduction")]
    pub(crate) no_reduction: bool,
    /// Count only executions in which every thread goes on that can, for formulas
    #[arg(long)]
    pub(crate) fair: bool,
    /// What a data race means for the other properties: without races, every JVM shows what some order of steps does; with one, it may
    /// show more, and nothing holds unless executions in order are asked for
    #[arg(long, value_name = "HOW", default_value = "java", value_enum)]
    pub(crate) consistency: ConsistencyName,
    /// Limits of time (sleep, wait, await, poll, tryLock, join) that are shorter may be over at any moment; longer ones are over only
    /// where no other thread goes on
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = units::time)]
    pub(crate) patience: Duration,
    /// Which limits of time may be over although other threads go on; `any`: if nothing is found with --patience, all of them
    #[arg(long, value_name = "WHICH", default_value = "short", value_enum)]
    pub(crate) timeouts: TimeoutsName,
    /// Report races that the class library has with itself, too
    #[arg(long)]
    pub(crate) library_races: bool,
    /// How many threads of this tool work, with --search bfs or --property linearizable [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Where random schedules begin, with --search random [default: 0]; another order of the solver's decisions, with --engine infer: what is found out
    /// is the same, how long it takes is partly luck
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u32>,
    /// Abstract an integer field: signs, parity, modulo(3), range(0..1), set{0, 7}, constant(0), point, or one of
    /// --abstractions; may be said of several fields
    #[arg(long = "abstract", value_name = "CLASS.FIELD=ABSTRACTION")]
    pub(crate) abstracts: Vec<String>,
    /// A file with abstractions of your own
    #[arg(long, value_name = "FILE", requires = "abstracts")]
    pub(crate) abstractions: Option<PathBuf>,
    /// Make abstractions finer until there is an answer
    #[arg(long, requires = "abstracts")]
    pub(crate) refine: bool,
}

/// Which scenarios of a class are checked.
#[derive(Args, Clone, Debug)]
#[command(
    next_help_heading = "Linearizability (--property linearizable; also --methods, --factory, --domain)"
)]
pub(crate) struct ScenarioArguments {
    /// How many threads call operations
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    pub(crate) threads: usize,
    /// How many operations each thread calls at most
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    pub(crate) operations: usize,
    /// How many operations are called at most before the threads start
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) prefix: usize,
    /// The values of arguments that are numbers or objects, such as 1..3 or 0,7
    #[arg(long, value_name = "VALUES", default_value = "1..2", allow_hyphen_values = true)]
    pub(crate) values: String,
}

/// What is said of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatesSaid {
    /// The black box looks at all that satisfy the invariant.
    Valid,
    /// The black box looks at those that operations reach from a new object.
    Reachable,
    /// So many may be stored.
    Most(u64),
}

fn states(text: &str) -> Result<StatesSaid, String> {
    match text {
        "valid" => Ok(StatesSaid::Valid),
        "reachable" => Ok(StatesSaid::Reachable),
        count => units::count(count).map(StatesSaid::Most),
    }
}

/// What can be shown instead of checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Shown {
    /// The variables of the search space and their values
    Space,
    /// What was learned about the methods that are called, with --engine infer
    Specs,
    /// What the code of the methods says that were looked into, with --engine infer
    Formula,
    /// The clauses for a SAT solver in DIMACS, with --engine infer
    Cnf,
}

/// Which method is checked by itself, and how large heaps are.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "One method (--engine infer)")]
pub(crate) struct MethodArguments {
    /// The method, such as Set.intersect or, if there are several, Set.add(int)
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
    /// At most so many objects of each class, such as 3, or of some, and which numbers: 3,Entry=4,int=-4..3
    #[arg(long, value_name = "SCOPE", value_parser = glassbox::Scoped::parse)]
    pub(crate) scope: Option<glassbox::Scoped>,
    /// Look into every call from the beginning, without learning
    #[arg(long)]
    pub(crate) inline: bool,
    /// Believe the class's invariants (@Invariant, repOk) before the call, and check them after it
    #[arg(long)]
    pub(crate) invariants: bool,
    /// Give numbers all their bits, so that they wrap around as Java's do; otherwise, executions are left out in which a number needs more bits than
    /// those of the scope
    #[arg(long)]
    pub(crate) overflow: bool,
    /// Follow executions through so many iterations of a loop and nested calls of a method at most: if one goes deeper, the answer is unknown [default: 128]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) unroll: Option<u16>,
    /// What collections and other classes of the JDK take part as: small specifications, or their own bytecode, as in --library bytecode
    /// [default: specifications]
    #[arg(long, value_name = "AS")]
    pub(crate) library: Option<LibraryKind>,
}

/// What classes of the JDK take part as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LibraryKind {
    /// Specifications that do what the documentation says, for ArrayList, HashMap and others
    Specifications,
    /// The JDK's own code
    Bytecode,
}

/// Which structures a class is checked with.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Data structures (--engine glass, korat, blackbox)")]
pub(crate) struct StructureArguments {
    /// A .java file with classes that describe others: @Spec("java.util.TreeMap") class TreeMapSpec; with --engine infer, their formulas are those of
    /// methods that are called
    #[arg(long, value_name = "FILE")]
    pub(crate) spec: Option<PathBuf>,
    /// The methods to check, separated by commas [default: those that a spec names, or all public ones]
    #[arg(long, value_name = "NAMES")]
    pub(crate) methods: Vec<String>,
    /// A static method that makes an object, such as empty or ofCapacity(4) [default: the constructor without
    /// parameters]
    #[arg(long, value_name = "NAME")]
    pub(crate) factory: Option<String>,
    /// Structures of at most so many nodes [default: what a static method of the class says that gives Bounds, or as many as
    /// there is time for]
    #[arg(long, value_name = "COUNT")]
    pub(crate) size: Option<usize>,
    /// Trees of at most so many levels
    #[arg(long, value_name = "LEVELS")]
    pub(crate) height: Option<usize>,
    /// Arrays of that length [default: the size]
    #[arg(long, value_name = "LENGTH")]
    pub(crate) degree: Option<usize>,
    /// The lengths of the arrays of a field or a parameter, such as Node.keys=3, addAll.values=0..2 or, for arrays of
    /// arrays, File.blocks=1x4 [default: --degree, or those of a new object if no other is valid]
    #[arg(long, value_name = "OWNER.NAME=LENGTHS", value_parser = domain)]
    pub(crate) length: Vec<(String, String, String)>,
    /// How many objects of a class there are that are not nodes, such as Object=3
    #[arg(long, value_name = "CLASS=COUNT", value_parser = counted)]
    pub(crate) objects: Vec<(String, usize)>,
    /// The values of a field or a parameter, such as Node.value=1..5 or push.value=0,7
    #[arg(long, value_name = "OWNER.NAME=VALUES", value_parser = domain)]
    pub(crate) domain: Vec<(String, String, String)>,
    /// Exceptions that may leave any method, separated by commas [default: those that it declares]
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,
    /// Do everything again by brute force, and compare: for small bounds
    #[arg(long)]
    pub(crate) audit: bool,
    /// Show something instead of checking
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) show: Option<Shown>,
    /// A method without parameters that stands for the state, with --engine blackbox or --property linearizable
    #[arg(long, value_name = "METHOD")]
    pub(crate) abstraction: Option<String>,
}

/// How structures are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StructureFormat {
    /// A line for each object
    Text,
    /// An array with one object for each structure
    Json,
    /// A graph for each structure, for Graphviz
    Dot,
    /// A class whose methods build the structures
    Java,
}

#[derive(Args, Debug)]
pub(crate) struct GenerateArguments {
    /// The class: a .java, .class or .jar file, or a directory of classes
    pub(crate) file: PathBuf,
    /// How many nodes, such as 4 or 1..4 [default: what a static method of the class says that gives Bounds, or 0..3]
    #[arg(long, value_name = "SIZES")]
    pub(crate) size: Option<String>,
    /// Trees of at most so many levels
    #[arg(long, value_name = "LEVELS")]
    pub(crate) height: Option<usize>,
    /// Arrays of these lengths, such as 4 or 1..2 [default: the greatest size]
    #[arg(long, value_name = "LENGTHS")]
    pub(crate) degree: Option<String>,
    /// The lengths of the arrays of a field, such as Node.keys=3 or, for arrays of arrays, File.blocks=1x4
    #[arg(long, value_name = "CLASS.FIELD=LENGTHS", value_parser = domain)]
    pub(crate) length: Vec<(String, String, String)>,
    /// How many objects of a class there are, such as Object=3
    #[arg(long, value_name = "CLASS=COUNT", value_parser = counted)]
    pub(crate) objects: Vec<(String, usize)>,
    /// The values of a field, such as Node.value=1..5
    #[arg(long, value_name = "CLASS.FIELD=VALUES", value_parser = domain)]
    pub(crate) domain: Vec<(String, String, String)>,
    /// A static method that makes an object, such as empty or ofCapacity(4) [default: the constructor without
    /// parameters]
    #[arg(long, value_name = "NAME")]
    pub(crate) factory: Option<String>,
    /// Print only how many there are
    #[arg(long, conflicts_with = "format")]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// How to write structures
    #[arg(long, value_name = "FORMAT", default_value = "text", value_enum, help_heading = "Output")]
    pub(crate) format: StructureFormat,
    /// Write to a file, which appears when it is complete
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Say nothing but what was asked for
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say how many candidates there were, and how long it took
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, help_heading = "Output")]
    pub(crate) color: Color,
}

fn counted(text: &str) -> Result<(String, usize), String> {
    let parts = text.split_once('=').and_then(|(name, count)| Some((name.to_string(), count.parse().ok()?)));
    parts.ok_or_else(|| "write it as in Object=3".to_string())
}

#[derive(Args, Debug)]
pub(crate) struct ExploreArguments {
    /// The class: a .java, .class or .jar file, or a directory of classes [default: --class in the JDK]
    #[arg(required_unless_present = "class")]
    pub(crate) file: Option<PathBuf>,
    /// The methods to call, separated by commas [default: all public ones]
    #[arg(long, value_name = "NAMES")]
    pub(crate) methods: Vec<String>,
    /// A static method that makes the object [default: the constructor without parameters]
    #[arg(long, value_name = "NAME")]
    pub(crate) factory: Option<String>,
    /// How many calls a sequence has at most
    #[arg(long, value_name = "COUNT", default_value = "5", value_parser = units::count)]
    pub(crate) length: u64,
    /// The values of numbers and objects, such as 1..5 or 0,7,9 [default: 1..LENGTH]
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub(crate) values: Option<String>,
    /// The values of one parameter, by its name or place, such as put.2=0 or paint.colour=RED,GREEN
    #[arg(long, value_name = "METHOD.PARAMETER=VALUES", value_parser = domain)]
    pub(crate) domain: Vec<(String, String, String)>,
    /// Exceptions that may leave any method, separated by commas [default: those that it declares]
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,
    /// Whether an assert statement that fails counts although something catches the error [default: count]
    #[arg(long, value_name = "WHICH", value_enum)]
    pub(crate) caught_assertions: Option<CaughtSaid>,
    /// Fields that do not matter for the state, separated by commas, such as java.util.TreeMap.modCount
    #[arg(long, value_name = "CLASS.FIELD", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Fields with arrays or collections whose order does not matter for the state, separated by commas
    #[arg(long, value_name = "CLASS.FIELD", value_delimiter = ',')]
    pub(crate) set: Vec<String>,
    /// Check the class invariant in every state: the method repOk, or one annotated with @Invariant
    #[arg(long)]
    pub(crate) invariant: bool,
    /// Go on after the first violation
    #[arg(long)]
    pub(crate) all: bool,
    /// Execute calls on one state at a time, on many at once, or as is faster
    #[arg(long, value_name = "MODE", default_value = "auto", value_enum)]
    pub(crate) mode: Mode,
    /// Where states that are executed at once go different ways: go back there, or execute again
    #[arg(long, value_name = "HOW", default_value = "restore", value_enum, hide_short_help = true)]
    pub(crate) split: Split,
    /// How many threads work [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Which states are taken for the same
    #[arg(long = "match", value_name = "HOW", default_value = "exact", value_enum)]
    pub(crate) matching: StateMatching,
    /// Decides the order of calls with --match shape, the same for the same number [default: 1]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Count the branches that calls execute; with --match shape they always are
    #[arg(long)]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// Stop softly when more states are stored
    #[arg(long, value_name = "COUNT", value_parser = units::count, help_heading = "Budget")]
    pub(crate) states: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

impl ExploreArguments {
    /// What must not be written over.
    pub(crate) fn input(&self) -> &std::path::Path {
        self.file.as_deref().unwrap_or(std::path::Path::new(""))
    }
}

fn domain(text: &str) -> Result<(String, String, String), String> {
    glassbox::parse_domain(text).ok_or_else(|| "write it as in put.2=0 or paint.colour=RED,GREEN".to_string())
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        Ok(_) | Err(_) => Err("a number from 1 to 1024 is needed".to_string()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    /// The program: a .java, .class, .jar or .gbir file, or a directory of classes
    pub(crate) file: PathBuf,
    /// Numbers, `true` or `false` for the parameters of the function
    #[arg(allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
    /// The function to run
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) entry: String,
    /// The values of the first choices, separated by commas
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) choices: Vec<i128>,
    /// Choose at random, the same for the same number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// Write the executed lines to standard error, with what they change
    #[arg(
        long,
        value_name = "WHOSE",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "own",
        help_heading = "Output"
    )]
    pub(crate) trace: Option<TraceOf>,
    /// Print nothing but what went wrong
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say first what the program may call that is not modelled
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, help_heading = "Output")]
    pub(crate) color: Color,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// A report that `glassbox check --format json` wrote
    pub(crate) report: PathBuf,
    #[command(flatten)]
    pub(crate) java: JavaArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ApiArguments {
    /// The jar to write
    #[arg(long, value_name = "FILE")]
    pub(crate) jar: PathBuf,
    /// The home of a JDK 17 or later [default: JAVA_HOME, then that of `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The code, such as GB0101; all codes if it is left out
    pub(crate) code: Option<String>,
}
