//! The mini-language: small programs with threads, as trees.
//!
//! Every program has the same shared things at its disposal, and uses a few of them: plain and volatile variables,
//! references to objects with one plain and one volatile field each, monitors, locks, a latch, a semaphore. A thread
//! has [`LOCALS`] numbers and one reference of its own. All numbers are Java's `int`.

/// How many local variables for numbers a thread has.
pub const LOCALS: u8 = 3;
/// How many plain static variables there are, and how many volatile ones.
pub const STATICS: u8 = 2;
/// How many monitors and locks there are, each.
pub const MONITORS: u8 = 2;
/// How many elements the shared array has.
pub const ELEMENTS: u8 = 2;
/// How many static references there are: the first is plain, the second is volatile.
pub const REFERENCES: u8 = 2;

/// A program. The first thread executes `main`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its class.
    pub name: String,
    /// How often the latch has to be counted down.
    pub latch: u8,
    /// How many permits the semaphore has at first.
    pub permits: u8,
    /// The threads.
    pub threads: Vec<Thread>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thread {
    /// Whether the virtual machine ends without waiting for it.
    pub daemon: bool,
    /// What it executes.
    pub body: Vec<Statement>,
}

/// A shared variable for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A static field.
    Static(u8),
    /// A static field that is volatile.
    Volatile(u8),
    /// An element of the shared array.
    Element(u8),
    /// The plain field of the shared object.
    Field,
    /// The volatile field of the shared object.
    VolatileField,
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A constant.
    Constant(i32),
    /// A local variable.
    Local(u8),
    /// A shared variable, which is read.
    Shared(Place),
}

/// What an expression does with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The quotient, which throws an exception if the right operand is 0.
    Divide,
}

/// A number: an operand, or two of them that are read from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expression {
    /// The left operand.
    pub left: Term,
    /// The right one.
    pub right: Option<(Operator, Term)>,
}

impl From<Term> for Expression {
    fn from(left: Term) -> Expression {
        Expression { left, right: None }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// They are equal.
    Equal,
    /// They are not.
    Unequal,
    /// The left one is less.
    Less,
}

/// A condition: two operands, read from left to right. The left one is no constant, since `javac` takes the other
/// branch of a constant condition for unreachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The left operand.
    pub left: Term,
    /// How they should compare.
    pub how: Comparison,
    /// The right operand.
    pub right: Term,
}

/// What is thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `InterruptedException`.
    Interrupted = 1,
    /// `IllegalMonitorStateException`.
    Monitor,
    /// `ArithmeticException`.
    Arithmetic,
    /// `UnsupportedOperationException`, which stands for exceptions that programs throw by hand.
    Own,
    /// `NullPointerException`.
    Null,
    /// `IllegalThreadStateException`.
    ThreadState,
    /// The `AssertionError` of an `assert` statement.
    Assertion,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Interrupted,
        Kind::Monitor,
        Kind::Arithmetic,
        Kind::Own,
        Kind::Null,
        Kind::ThreadState,
        Kind::Assertion,
    ];
}

/// Which exceptions a handler catches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Catch {
    /// `InterruptedException`.
    Interrupted,
    /// `RuntimeException`.
    Runtime,
    /// `AssertionError`.
    Assertion,
    /// `Throwable`.
    All,
}

impl Catch {
    /// Whether it catches an exception.
    pub fn catches(self, kind: Kind) -> bool {
        match self {
            Catch::All => true,
            Catch::Interrupted => kind == Kind::Interrupted,
            Catch::Assertion => kind == Kind::Assertion,
            Catch::Runtime => match kind {
                Kind::Interrupted | Kind::Assertion => false,
                Kind::Monitor | Kind::Arithmetic | Kind::Own | Kind::Null | Kind::ThreadState => true,
            },
        }
    }
}

/// What a thread does with things of its own: no other thread notices any of it, and the number that goes in comes
/// out again. A check must not be confused by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names of what Java calls them")]
pub enum Own {
    Array,
    ArrayCopy,
    Clone,
    CopyOf,
    Builder,
    Concatenation,
    CapturingLambda,
    PlainLambda,
    ThreadLocal,
    SharedThreadLocal,
    Object,
    Monitor,
    Lock,
    Box,
    List,
    Map,
}

impl Own {
    /// All of them.
    pub const ALL: [Own; 16] = [
        Own::Array,
        Own::ArrayCopy,
        Own::Clone,
        Own::CopyOf,
        Own::Builder,
        Own::Concatenation,
        Own::CapturingLambda,
        Own::PlainLambda,
        Own::ThreadLocal,
        Own::SharedThreadLocal,
        Own::Object,
        Own::Monitor,
        Own::Lock,
        Own::Box,
        Own::List,
        Own::Map,
    ];
}

/// A statement. Numbers stand for the local variables, monitors, locks and threads of that number.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named as what they say")]
pub enum Statement {
    /// Writes a shared variable.
    Set(Place, Expression),
    /// Writes a local variable.
    Local(u8, Expression),
    /// Reads a shared variable and writes what is one more.
    Increment(Place),
    /// One of two sequences.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// As long as a condition is true, which reads a shared variable.
    While(Condition, Vec<Statement>),
    /// So many times.
    Repeat(u8, Vec<Statement>),
    /// With a monitor held.
    Synchronized(u8, Vec<Statement>),
    /// `wait`, perhaps with a limit of time.
    Wait { monitor: u8, timed: bool },
    /// `notify`, or `notifyAll`.
    Notify { monitor: u8, all: bool },
    /// Starts a thread.
    Start(u8),
    /// Waits for the end of a thread, perhaps with a limit of time.
    Join { thread: u8, timed: bool },
    /// Interrupts a thread.
    Interrupt(u8),
    /// `local = Thread.interrupted() ? 1 : 0`.
    Interrupted(u8),
    /// `local = thread.isAlive() ? 1 : 0`.
    Alive { thread: u8, local: u8 },
    /// `lock`, or `lockInterruptibly`.
    Lock { lock: u8, interruptible: bool },
    /// `unlock`.
    Unlock(u8),
    /// `local = tryLock() ? 1 : 0`, perhaps with a limit of time.
    TryLock { lock: u8, timed: bool, local: u8 },
    /// `lock`, then statements, and `unlock` in any case.
    Locked(u8, Vec<Statement>),
    /// `countDown` of the latch.
    CountDown,
    /// `await` of the latch.
    Await,
    /// `acquire` of the semaphore.
    Acquire,
    /// `local = tryAcquire() ? 1 : 0`.
    TryAcquire(u8),
    /// `release` of the semaphore.
    Release,
    /// `Thread.sleep`, which may be over at any moment.
    Sleep,
    /// `assert`.
    Assert(Condition),
    /// Throws an exception by hand.
    Throw,
    /// Statements, what is done about exceptions, and what is done in any case.
    Try { body: Vec<Statement>, catch: Option<(Catch, Vec<Statement>)>, last: Vec<Statement> },
    /// `System.exit`.
    Exit,
    /// `Verify.assume`.
    Assume(Condition),
    /// `local = Verify.choose(0, most)`.
    Choose { local: u8, most: u8 },
    /// Something that no other thread notices.
    Own(Own, u8),
    /// Makes an object, to which the thread's own reference refers then.
    New,
    /// Writes the plain field of the object to which the own reference refers.
    Put(Expression),
    /// Reads it.
    Get(u8),
    /// Lets a static reference refer to the object.
    Publish(u8),
    /// Reads a static reference.
    Fetch(u8),
}

impl Statement {
    /// The sequences inside of it.
    pub fn parts(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If(_, yes, no) => vec![yes, no],
            Statement::While(_, body)
            | Statement::Repeat(_, body)
            | Statement::Synchronized(_, body)
            | Statement::Locked(_, body) => vec![body],
            Statement::Try { body, catch, last } => {
                let mut parts = vec![body];
                parts.extend(catch.as_ref().map(|(_, handler)| handler));
                parts.push(last);
                parts
            }
            Statement::Set(..)
            | Statement::Local(..)
            | Statement::Increment(_)
            | Statement::Wait { .. }
            | Statement::Notify { .. }
            | Statement::Start(_)
            | Statement::Join { .. }
            | Statement::Interrupt(_)
            | Statement::Interrupted(_)
            | Statement::Alive { .. }
            | Statement::Lock { .. }
            | Statement::Unlock(_)
            | Statement::TryLock { .. }
            | Statement::CountDown
            | Statement::Await
            | Statement::Acquire
            | Statement::TryAcquire(_)
            | Statement::Release
            | Statement::Sleep
            | Statement::Assert(_)
            | Statement::Throw
            | Statement::Exit
            | Statement::Assume(_)
            | Statement::Choose { .. }
            | Statement::Own(..)
            | Statement::New
            | Statement::Put(_)
            | Statement::Get(_)
            | Statement::Publish(_)
            | Statement::Fetch(_) => Vec::new(),
        }
    }
}

impl Program {
    /// Whether any statement, at whatever depth, is as asked.
    pub fn any(&self, asked: &dyn Fn(&Statement) -> bool) -> bool {
        fn inside(body: &[Statement], asked: &dyn Fn(&Statement) -> bool) -> bool {
            body.iter()
                .any(|statement| asked(statement) || statement.parts().iter().any(|part| inside(part, asked)))
        }
        self.threads.iter().any(|thread| inside(&thread.body, asked))
    }
}
