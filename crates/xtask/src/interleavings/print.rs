//! A program of the mini-language as a Java class.

use std::fmt::Write as _;

use super::program::{
    Catch, Comparison, Condition, ELEMENTS, Expression, LOCALS, MONITORS, Operator, Own, Place, Program,
    STATICS, Statement, Term,
};

/// Who the class is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// The tool, and people.
    Tool,
    /// The real virtual machine: every variable is volatile, so that memory is sequentially consistent, and every
    /// statement comes after a delay at random.
    Jvm,
}

/// The class.
pub fn java(program: &Program, reader: Reader) -> String {
    let mut printer = Printer { text: String::new(), reader, next: 0 };
    printer.class(program);
    printer.text
}

struct Printer {
    text: String,
    reader: Reader,
    /// How many names were made.
    next: u32,
}

impl Printer {
    fn line(&mut self, indent: usize, line: &str) {
        self.text.push_str(&"    ".repeat(indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn class(&mut self, program: &Program) {
        let mut body = Printer { text: String::new(), reader: self.reader, next: 0 };
        for (number, thread) in program.threads.iter().enumerate() {
            let head = match number {
                0 => "public static void main(String[] arguments) throws InterruptedException {".to_string(),
                number => format!("static void run{number}() throws InterruptedException {{"),
            };
            body.line(1, &head);
            let mut statements = Printer { text: String::new(), reader: self.reader, next: 0 };
            statements.body(2, &thread.body);
            for local in 0..LOCALS {
                if statements.mentions(&format!("l{local}")) {
                    body.line(2, &format!("int l{local} = 0;"));
                }
            }
            if statements.mentions("own") {
                body.line(2, "Shared own = null;");
            }
            if number == 0 {
                for (number, thread) in program.threads.iter().enumerate() {
                    if thread.daemon {
                        body.line(2, &format!("T{number}.setDaemon(true);"));
                    }
                }
            }
            body.text.push_str(&statements.text);
            body.line(1, "}");
        }
        self.declarations(program, &body);
        self.text.push_str(&body.text);
        self.line(0, "}");
    }

    /// Whether a name is in what is printed.
    fn mentions(&self, name: &str) -> bool {
        let part = |at: usize| self.text.as_bytes().get(at).is_some_and(|byte| byte.is_ascii_alphanumeric());
        self.text.match_indices(name).any(|(at, _)| !part(at + name.len()) && !(at > 0 && part(at - 1)))
    }

    fn declarations(&mut self, program: &Program, body: &Printer) {
        let plain = if self.reader == Reader::Jvm { "volatile " } else { "" };
        if body.mentions("Verify") {
            self.line(0, "import glassbox.api.Verify;");
        }
        self.line(0, "import java.util.concurrent.*;");
        self.line(0, "import java.util.concurrent.locks.ReentrantLock;");
        self.line(0, "");
        self.line(0, &format!("public class {} {{", program.name));
        if body.mentions("Shared") || body.mentions("SHARED") {
            self.line(1, &format!("static class Shared {{ {plain}int f; volatile int g; }}"));
        }
        for number in 0..STATICS {
            if body.mentions(&format!("x{number}")) {
                self.line(1, &format!("static {plain}int x{number};"));
            }
            if body.mentions(&format!("v{number}")) {
                self.line(1, &format!("static volatile int v{number};"));
            }
        }
        for (name, line) in [
            ("SHARED", "static final Shared SHARED = new Shared();".to_string()),
            ("A", format!("static final int[] A = new int[{ELEMENTS}];")),
            ("ref0", format!("static {plain}Shared ref0;")),
            ("ref1", "static volatile Shared ref1;".to_string()),
            ("LATCH", format!("static final CountDownLatch LATCH = new CountDownLatch({});", program.latch)),
            ("PERMITS", format!("static final Semaphore PERMITS = new Semaphore({});", program.permits)),
            (
                "LOCAL",
                "static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 3);".to_string(),
            ),
            ("may", "static void may() throws InterruptedException { }".to_string()),
        ] {
            if body.mentions(name) {
                self.line(1, &line);
            }
        }
        for number in 0..MONITORS {
            if body.mentions(&format!("M{number}")) {
                self.line(1, &format!("static final Object M{number} = new Object();"));
            }
            if body.mentions(&format!("K{number}")) {
                self.line(1, &format!("static final ReentrantLock K{number} = new ReentrantLock();"));
            }
        }
        if body.mentions("T0") {
            self.line(1, "static final Thread T0 = Thread.currentThread();");
        }
        for number in 1..program.threads.len() {
            self.line(1, &format!("static final Thread T{number} = new Thread(() -> {{"));
            let run = format!(
                "try {{ run{number}(); }} catch (InterruptedException e) {{ throw new IllegalStateException(e); }}"
            );
            self.line(2, &run);
            self.line(1, "});");
        }
        self.line(0, "");
    }

    fn body(&mut self, indent: usize, body: &[Statement]) {
        for statement in body {
            if self.reader == Reader::Jvm {
                self.line(indent, "Runner.delay();");
            }
            self.statement(indent, statement);
        }
    }

    fn block(&mut self, indent: usize, head: &str, body: &[Statement], end: &str) {
        self.line(indent, &format!("{head} {{"));
        self.body(indent + 1, body);
        self.line(indent, &format!("}}{end}"));
    }

    fn statement(&mut self, indent: usize, statement: &Statement) {
        let line = match statement {
            Statement::Set(place, value) => format!("{} = {};", place_text(*place), expression(*value)),
            Statement::Local(local, value) => format!("l{local} = {};", expression(*value)),
            Statement::Increment(place) => format!("{}++;", place_text(*place)),
            Statement::If(asked, yes, no) => {
                let head = format!("if ({})", condition(*asked));
                if no.is_empty() {
                    return self.block(indent, &head, yes, "");
                }
                self.block(indent, &head, yes, " else {");
                self.body(indent + 1, no);
                "}".to_string()
            }
            Statement::While(asked, body) => {
                return self.block(indent, &format!("while ({})", condition(*asked)), body, "");
            }
            Statement::Repeat(times, body) => {
                let name = self.name("i");
                let head = format!("for (int {name} = 0; {name} < {times}; {name}++)");
                return self.block(indent, &head, body, "");
            }
            Statement::Synchronized(monitor, body) => {
                return self.block(indent, &format!("synchronized (M{monitor})"), body, "");
            }
            Statement::Wait { monitor, timed } => {
                format!("M{monitor}.wait({});", if *timed { "5" } else { "" })
            }
            Statement::Notify { monitor, all } => {
                format!("M{monitor}.notify{}();", if *all { "All" } else { "" })
            }
            Statement::Start(thread) => format!("T{thread}.start();"),
            Statement::Join { thread, timed } => {
                format!("T{thread}.join({});", if *timed { "5" } else { "" })
            }
            Statement::Interrupt(thread) => format!("T{thread}.interrupt();"),
            Statement::Interrupted(local) => format!("l{local} = Thread.interrupted() ? 1 : 0;"),
            Statement::Alive { thread, local } => format!("l{local} = T{thread}.isAlive() ? 1 : 0;"),
            Statement::Lock { lock, interruptible } => {
                format!("K{lock}.lock{}();", if *interruptible { "Interruptibly" } else { "" })
            }
            Statement::Unlock(lock) => format!("K{lock}.unlock();"),
            Statement::TryLock { lock, timed, local } => {
                let limit = if *timed { "5, TimeUnit.MILLISECONDS" } else { "" };
                format!("l{local} = K{lock}.tryLock({limit}) ? 1 : 0;")
            }
            Statement::Locked(lock, body) => {
                self.line(indent, &format!("K{lock}.lock();"));
                self.block(indent, "try", body, " finally {");
                self.line(indent + 1, &format!("K{lock}.unlock();"));
                "}".to_string()
            }
            Statement::CountDown => "LATCH.countDown();".to_string(),
            Statement::Await => "LATCH.await();".to_string(),
            Statement::Acquire => "PERMITS.acquire();".to_string(),
            Statement::TryAcquire(local) => format!("l{local} = PERMITS.tryAcquire() ? 1 : 0;"),
            Statement::Release => "PERMITS.release();".to_string(),
            Statement::Sleep => "Thread.sleep(5);".to_string(),
            Statement::Assert(asked) => format!("assert {};", condition(*asked)),
            // What comes after a bare `throw` would not compile.
            Statement::Throw => "if (true) throw new UnsupportedOperationException();".to_string(),
            Statement::Try { body, catch, last } => return self.attempt(indent, body, catch.as_ref(), last),
            Statement::Exit => "System.exit(0);".to_string(),
            Statement::Assume(asked) => format!("Verify.assume({});", condition(*asked)),
            Statement::Choose { local, most } => format!("l{local} = Verify.choose(0, {most});"),
            Statement::Own(what, local) => self.own(*what, *local),
            Statement::New => "own = new Shared();".to_string(),
            Statement::Put(value) => format!("own.f = {};", expression(*value)),
            Statement::Get(local) => format!("l{local} = own.f;"),
            Statement::Publish(reference) => format!("ref{reference} = own;"),
            Statement::Fetch(reference) => format!("own = ref{reference};"),
        };
        self.line(indent, &line);
    }

    fn attempt(
        &mut self,
        indent: usize,
        body: &[Statement],
        catch: Option<&(Catch, Vec<Statement>)>,
        last: &[Statement],
    ) {
        self.line(indent, "try {");
        if catch.is_some_and(|(what, _)| *what == Catch::Interrupted) {
            // A handler for what the statements cannot throw would not compile.
            self.line(indent + 1, "may();");
        }
        self.body(indent + 1, body);
        if let Some((what, handler)) = catch {
            let class = match what {
                Catch::Interrupted => "InterruptedException",
                Catch::Runtime => "RuntimeException",
                Catch::Assertion => "AssertionError",
                Catch::All => "Throwable",
            };
            let name = self.name("e");
            self.line(indent, &format!("}} catch ({class} {name}) {{"));
            self.body(indent + 1, handler);
        }
        if catch.is_none() || !last.is_empty() {
            self.line(indent, "} finally {");
            self.body(indent + 1, last);
        }
        self.line(indent, "}");
    }

    fn name(&mut self, of: &str) -> String {
        self.next += 1;
        format!("{of}{}", self.next)
    }

    fn own(&mut self, what: Own, local: u8) -> String {
        let l = format!("l{local}");
        let n = self.name("n");
        match what {
            Own::Array => format!("{{ int[] {n} = new int[3]; {n}[1] = {l}; {l} = {n}[1] + {n}[2]; }}"),
            Own::ArrayCopy => format!(
                "{{ int[] {n} = new int[4]; System.arraycopy(new int[] {{ 1, {l}, 3 }}, 0, {n}, 1, 3); {l} = {n}[2]; }}"
            ),
            Own::Clone => format!("{{ int[] {n} = {{ 1, {l} }}; {l} = {n}.clone()[1]; }}"),
            Own::CopyOf => {
                format!("{{ int[] {n} = {{ 1, {l} }}; {l} = java.util.Arrays.copyOf({n}, 5)[1]; }}")
            }
            Own::Builder => format!(
                "{l} += new StringBuilder().append(\"ab\").append(\"0123456789abcdef\").toString().length() - 18;"
            ),
            Own::Concatenation => {
                format!("{{ String {n} = \"n\" + {l}; {l} = Integer.parseInt({n}.substring(1)); }}")
            }
            Own::CapturingLambda => format!(
                "{{ int {n} = {l}; java.util.function.IntSupplier s{n} = () -> {n} + 1; {l} = s{n}.getAsInt() - 1; }}"
            ),
            Own::PlainLambda => format!("{{ Runnable {n} = () -> {{ }}; {n}.run(); }}"),
            Own::ThreadLocal => format!(
                "{{ ThreadLocal<Integer> {n} = new ThreadLocal<>(); {n}.set({l}); {l} = {n}.get(); }}"
            ),
            Own::SharedThreadLocal => format!("{l} += LOCAL.get(); {l} -= LOCAL.get();"),
            Own::Object => {
                format!("{{ Shared {n} = new Shared(); {n}.f = {l}; {n}.g = {n}.f; {l} = {n}.g; }}")
            }
            Own::Monitor => {
                format!("{{ int[] {n} = new int[1]; synchronized ({n}) {{ {n}[0] = {l}; }} {l} = {n}[0]; }}")
            }
            Own::Lock => {
                format!("{{ ReentrantLock {n} = new ReentrantLock(); {n}.lock(); {n}.unlock(); }}")
            }
            Own::Box => format!("{{ Integer {n} = {l} + 1000; {l} = {n} - 1000; }}"),
            Own::List => format!(
                "{{ java.util.List<Integer> {n} = new java.util.ArrayList<>(); {n}.add({l}); {l} = {n}.get(0); }}"
            ),
            Own::Map => format!(
                "{{ java.util.Map<String, Integer> {n} = new java.util.HashMap<>(); {n}.put(\"k\", {l}); {l} = {n}.get(\"k\"); }}"
            ),
        }
    }
}

fn place_text(place: Place) -> String {
    match place {
        Place::Static(number) => format!("x{number}"),
        Place::Volatile(number) => format!("v{number}"),
        Place::Element(index) => format!("A[{index}]"),
        Place::Field => "SHARED.f".to_string(),
        Place::VolatileField => "SHARED.g".to_string(),
    }
}

fn term(term: Term) -> String {
    match term {
        Term::Constant(value) => value.to_string(),
        Term::Local(local) => format!("l{local}"),
        Term::Shared(place) => place_text(place),
    }
}

fn expression(value: Expression) -> String {
    let mut text = term(value.left);
    if let Some((operator, right)) = value.right {
        let sign = match operator {
            Operator::Add => '+',
            Operator::Subtract => '-',
            Operator::Divide => '/',
        };
        let _ = write!(text, " {sign} {}", term(right));
    }
    text
}

fn condition(asked: Condition) -> String {
    let sign = match asked.how {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
    };
    format!("{} {sign} {}", term(asked.left), term(asked.right))
}
