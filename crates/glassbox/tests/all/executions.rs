//! Executions that a search of interleavings once lost, by their kinds: each program is checked in every way of searching, and all of them
//! must say the same. What the answers are is determined by the Java Language Specification, and noted at each program.

use crate::support::{glassbox, sources_with_api, text};

struct Case {
    name: &'static str,
    /// What stands in the class besides `main`, and what `main` does.
    members: &'static str,
    main: &'static str,
    /// What is asked for, with what must come of it.
    asked: &'static [(&'static [&'static str], &'static str)],
}

const WAYS: &[&[&str]] = &[
    &["--search", "bfs", "--reduction", "sharing", "--jobs", "1"],
    &["--search", "bfs", "--reduction", "sharing", "--jobs", "2"],
    &["--search", "bfs", "--reduction", "none"],
    &["--search", "dfs", "--reduction", "full"],
    &["--search", "dfs", "--reduction", "sharing"],
    &["--search", "dfs", "--reduction", "none"],
];

fn check_all(cases: &[Case]) {
    let programs: Vec<(String, String)> = cases
        .iter()
        .map(|case| {
            let Case { name, members, main, .. } = case;
            let program = format!(
                "import glassbox.api.Verify; import java.util.concurrent.*; import java.util.concurrent.atomic.*;
                 import java.util.concurrent.locks.*; import java.lang.invoke.*;
                 public class {name} {{ {members}
                     static Thread start(Runnable runs) {{ Thread made = new Thread(runs); made.start(); return made; }}
                     public static void main(String[] arguments) throws Exception {{ {main} }} }}"
            );
            ((*name).to_string(), program)
        })
        .collect();
    let classes = sources_with_api(&programs);
    for case in cases {
        let file = classes.path().join(format!("{}.class", case.name)).display().to_string();
        for (asked, expected) in case.asked {
            for way in WAYS {
                let mut all = vec!["check", &file, "--engine", "threads"];
                all.extend(*asked);
                all.extend(*way);
                let output = glassbox(&all);
                let said = text(&output.stdout) + &text(&output.stderr);
                assert!(said.starts_with(expected), "{} {asked:?} {way:?}: {said}", case.name);
            }
        }
    }
}

const ASSERT: &[&str] = &["--property", "assert"];
const EXCEPTION: &[&str] = &["--property", "exception"];
const RACE: &[&str] = &["--property", "race"];
const DEADLOCK: &[&str] = &["--property", "deadlock"];

/// What a look ahead has made or marked is taken back: objects of the next thread get the same numbers.
#[test]
fn looking_ahead_leaves_nothing_behind() {
    check_all(&[
        Case {
            name: "OwnArrays",
            members: "static int x;",
            main: "start(() -> { Runnable other = () -> { }; x = 2; });
                   start(() -> { int[] own = new int[1]; own[0] = 1; x = 1; });",
            asked: &[(RACE, "violated: race")],
        },
        Case {
            name: "OwnAsserted",
            members: "static volatile int x;",
            main: "start(() -> { Runnable other = () -> { }; x = 2; });
                   start(() -> { int[] own = new int[1]; own[0] = 1; x = 1; assert x == 1; });",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "Builders",
            members: "static volatile int n;",
            main: "for (int i = 0; i < 2; i++)
                       start(() -> { n = new StringBuilder().append(\"ab\").append(\"0123456789abcdef\").toString().length(); });",
            asked: &[(&[], "holds"), (RACE, "holds")],
        },
        Case {
            name: "Copies",
            members: "static volatile int n;",
            main: "for (int i = 0; i < 2; i++)
                       start(() -> { int[] from = {1, 2, 3}; int[] to = from.clone(); System.arraycopy(from, 0, to, 1, 2); n = to[2]; });",
            asked: &[(&[], "holds"), (RACE, "holds")],
        },
        Case {
            name: "ThreadLocals",
            members: "static final ThreadLocal<int[]> own = new ThreadLocal<>(); static volatile int n;",
            main: "for (int i = 0; i < 2; i++) start(() -> { own.set(new int[2]); n = own.get().length; assert n == 2; });",
            asked: &[(&[], "holds"), (RACE, "holds")],
        },
        // The object of a class is known to all, also when a thread is the first to ask for it.
        Case {
            name: "ClassMonitor",
            members: "static class Other { } static int y; static void both() { synchronized (Other.class) { } }",
            main: "start(() -> { both(); synchronized (Other.class) { assert y == 0; } });
                   start(() -> { both(); synchronized (Other.class) { y = 1; } });",
            asked: &[(ASSERT, "violated: assert"), (RACE, "holds")],
        },
    ]);
}

/// What ends a thread or the execution does not happen together with what the thread did before: others may go first.
#[test]
fn others_may_go_before_an_end() {
    check_all(&[
        Case {
            name: "MainDies",
            members: "static volatile int x;",
            main: "start(() -> { x = 1; assert x == 2; }); int z = 10 / arguments.length;",
            asked: &[(ASSERT, "violated: assert"), (EXCEPTION, "violated: exception")],
        },
        Case {
            name: "RaceBehindAssertion",
            members: "static int x;",
            main: "start(() -> { x = 1; }); start(() -> { x = 2; }); assert arguments.length == 1;",
            asked: &[(RACE, "violated: race"), (ASSERT, "violated: assert")],
        },
        Case {
            name: "DeadlockBesideDeath",
            members: "static final Object p = new Object(), q = new Object();",
            main: "start(() -> { synchronized (p) { synchronized (q) { } } });
                   start(() -> { synchronized (q) { synchronized (p) { } } }); throw new RuntimeException();",
            asked: &[(DEADLOCK, "violated: deadlock"), (EXCEPTION, "violated: exception")],
        },
        Case {
            name: "Assumed",
            members: "static volatile int x;",
            main: "Thread t = start(() -> { assert x == 0; }); x = 1; Verify.assume(arguments.length == 1); t.join();",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "AssumedAway",
            members: "static volatile int x, y;",
            main: "start(() -> { if (x == 1) { y = 1; } });
                   x = 1; int choice = Verify.choose(0, 1); Verify.assume(choice == 1); assert y == 0;",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "Exits",
            members: "static volatile int x;",
            main: "start(() -> { assert x == 0; }); x = 1; System.exit(0);",
            asked: &[(ASSERT, "violated: assert")],
        },
    ]);
}

/// A property that nobody asked for does not end the search.
#[test]
fn the_search_goes_on_behind_what_nobody_asked_for() {
    check_all(&[
        Case {
            name: "AfterException",
            members: "static volatile int x;",
            main: "Thread t = start(() -> { x = 1; throw new RuntimeException(); }); t.join(); assert x == 0;",
            asked: &[
                (ASSERT, "violated: assert"),
                (EXCEPTION, "violated: exception"),
                (&["--property", "assert,exception", "--all"], "violated"),
            ],
        },
        Case {
            name: "KeepsLock",
            members: "static final ReentrantLock lock = new ReentrantLock();",
            main: "start(() -> { lock.lock(); throw new RuntimeException(); }); lock.lock(); lock.unlock();",
            asked: &[(DEADLOCK, "violated: deadlock"), (ASSERT, "holds")],
        },
        Case {
            name: "RaceAfterDeath",
            members: "static int x; static volatile boolean go;",
            main: "Thread t = start(() -> { throw new RuntimeException(); }); t.join(); start(() -> { x = 1; }); x = 2;",
            asked: &[(RACE, "violated: race"), (DEADLOCK, "unknown")],
        },
        Case {
            name: "DeathIsSeen",
            members: "",
            main: "Thread t = start(() -> { throw new RuntimeException(); }); t.join(); assert t.isAlive();",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "MonitorIsLeft",
            members: "static final Object m = new Object();",
            main: "start(() -> { synchronized (m) { throw new RuntimeException(); } }); synchronized (m) { }",
            asked: &[(DEADLOCK, "holds"), (ASSERT, "holds")],
        },
    ]);
}

/// With `--all`, violations behind others are found, too.
#[test]
fn all_violations_are_those_behind_others_too() {
    let members = "static volatile int x;";
    let main = "Thread t = start(() -> { throw new RuntimeException(); }); t.join(); assert x == 1;";
    let program = (
        "Behind".to_string(),
        format!(
            "public class Behind {{ {members}
                 static Thread start(Runnable runs) {{ Thread made = new Thread(runs); made.start(); return made; }}
                 public static void main(String[] arguments) throws Exception {{ {main} }} }}"
        ),
    );
    let classes = sources_with_api(&[program]);
    let file = classes.path().join("Behind.class").display().to_string();
    for way in WAYS {
        let mut all = vec!["check", &file, "--engine", "threads", "--all"];
        all.extend(*way);
        let output = glassbox(&all);
        let said = text(&output.stdout);
        assert!(said.contains("assertion failed") && said.contains("RuntimeException"), "{way:?}: {said}");
    }
}

/// Interrupts of threads that wait (17.2.4): a notification may pick one that was interrupted.
#[test]
fn interrupts_leave_open_what_woke_a_thread() {
    check_all(&[
        Case {
            name: "NotifiesInterrupted",
            members: "static final Object m = new Object();
                      static void waits() { synchronized (m) { try { m.wait(); } catch (InterruptedException e) { } } }",
            main: "Thread t = start(NotifiesInterrupted::waits), u = start(NotifiesInterrupted::waits);
                   while (t.getState() != Thread.State.WAITING || u.getState() != Thread.State.WAITING) Thread.yield();
                   synchronized (m) { t.interrupt(); m.notify(); }",
            asked: &[(DEADLOCK, "violated: deadlock")],
        },
        Case {
            name: "ReturnsInterrupted",
            members: "static final Object m = new Object(); static boolean in;",
            main: "Thread t = start(() -> { synchronized (m) { in = true; try { m.wait(); assert !Thread.currentThread().isInterrupted(); }
                                          catch (InterruptedException e) { } } });
                   synchronized (m) { t.interrupt(); if (in) m.notifyAll(); }",
            asked: &[(ASSERT, "violated: assert"), (DEADLOCK, "holds")],
        },
        Case {
            name: "ThrowsInterrupted",
            members: "static final Object m = new Object(); static boolean in;",
            main: "Thread t = start(() -> { synchronized (m) { in = true; try { m.wait(); }
                                          catch (InterruptedException e) { assert !in; } } });
                   synchronized (m) { t.interrupt(); if (in) m.notifyAll(); }",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "TimedAndInterrupted",
            members: "static final Object m = new Object(); static boolean in;",
            main: "Thread t = start(() -> { synchronized (m) { in = true; try { m.wait(50); assert !Thread.currentThread().isInterrupted(); }
                                          catch (InterruptedException e) { } } });
                   synchronized (m) { if (in) t.interrupt(); }",
            asked: &[(ASSERT, "violated: assert")],
        },
        // One that was not interrupted is not forgotten: all return.
        Case {
            name: "AllReturn",
            members: "static final Object m = new Object(); static boolean go;
                      static void waits() { synchronized (m) { try { while (!go) m.wait(); } catch (InterruptedException e) { } } }",
            main: "Thread t = start(AllReturn::waits); start(AllReturn::waits); t.interrupt();
                   synchronized (m) { go = true; m.notifyAll(); }",
            asked: &[(DEADLOCK, "holds")],
        },
    ]);
}

/// A race is no assumption (17.4.3, 17.4.5): what a JVM may show beyond any order of steps is not excluded.
#[test]
fn what_a_race_hides_is_unknown() {
    const SEQUENTIAL: &[&str] = &["--property", "assert", "--consistency", "sequential"];
    let dekker = |name, members, is_weak| Case {
        name,
        members,
        main: "Thread one = start(() -> one()), two = start(() -> two()); one.join(); two.join(); assert r1 == 1 || r2 == 1;",
        asked: if is_weak {
            &[(ASSERT, "unknown"), (SEQUENTIAL, "holds")]
        } else {
            &[(ASSERT, "holds"), (SEQUENTIAL, "holds")]
        },
    };
    check_all(&[
        dekker(
            "Plain",
            "static int x, y; static volatile int r1, r2; static void one() { x = 1; r1 = y; } static void two() { y = 1; r2 = x; }",
            true,
        ),
        dekker(
            "Volatile",
            "static volatile int x, y, r1, r2; static void one() { x = 1; r1 = y; } static void two() { y = 1; r2 = x; }",
            false,
        ),
        dekker(
            "Released",
            "static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger(); static volatile int r1, r2;
             static void one() { x.setRelease(1); r1 = y.getAcquire(); } static void two() { y.setRelease(1); r2 = x.getAcquire(); }",
            true,
        ),
        dekker(
            "Handles",
            "static int x, y; static volatile int r1, r2; static final VarHandle X, Y;
             static { try { X = MethodHandles.lookup().findStaticVarHandle(Handles.class, \"x\", int.class);
                            Y = MethodHandles.lookup().findStaticVarHandle(Handles.class, \"y\", int.class); }
                      catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); } }
             static void one() { X.setOpaque(1); r1 = (int) Y.getOpaque(); } static void two() { Y.setOpaque(1); r2 = (int) X.getOpaque(); }",
            true,
        ),
        dekker(
            "Ordered",
            "static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger(); static volatile int r1, r2;
             static void one() { x.set(1); r1 = y.get(); } static void two() { y.set(1); r2 = x.get(); }",
            false,
        ),
        Case {
            name: "WeakCompare",
            members: "static final AtomicInteger x = new AtomicInteger();",
            main: "Thread t = start(() -> { assert x.weakCompareAndSetVolatile(0, 1); }); t.join();",
            asked: &[(ASSERT, "unknown"), (SEQUENTIAL, "holds")],
        },
    ]);
}

/// Short limits of time may be over at any moment, long ones where nothing else goes on.
#[test]
fn long_limits_are_over_where_nothing_else_goes_on() {
    const ANY: &[&str] = &["--property", "assert", "--timeouts", "any"];
    const SHORT: &[&str] = &["--property", "assert", "--patience", "50ms"];
    check_all(&[
        Case {
            name: "SleepsForOrder",
            members: "static volatile int x;",
            main: "start(() -> { x = 1; }); Thread.sleep(100); assert x == 1;",
            asked: &[(ASSERT, "violated: assert"), (SHORT, "holds")],
        },
        Case {
            name: "SleepsLong",
            members: "static volatile int x;",
            main: "start(() -> { x = 1; }); Thread.sleep(5_000); assert x == 1;",
            asked: &[(ASSERT, "holds"), (ANY, "violated: assert"), (&["--property", "assert", "--patience", "10s"], "violated: assert")],
        },
        Case {
            name: "JoinsLong",
            members: "static volatile int x;",
            main: "Thread t = start(() -> { x = 1; x = 2; }); t.join(10_000); assert x == 2;",
            asked: &[(ASSERT, "holds"), (ANY, "violated: assert")],
        },
        // Nobody comes, so the limit is over.
        Case {
            name: "PollsForNothing",
            members: "static final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();",
            main: "assert queue.poll(30, TimeUnit.SECONDS) != null;",
            asked: &[(ASSERT, "violated: assert")],
        },
        // The shorter one is over first, and then that much has passed for the other.
        Case {
            name: "ShorterFirst",
            members: "static volatile int x;",
            main: "start(() -> { try { Thread.sleep(2_000); x = 1; Thread.sleep(2_000); x = 2; } catch (InterruptedException e) { } });
                   Thread.sleep(3_000); assert x == 1;",
            asked: &[(ASSERT, "holds"), (ANY, "violated: assert")],
        },
        // One that spins comes to nothing new, so the limit that it waits for is over.
        Case {
            name: "SpinsUntilTimeout",
            members: "static volatile boolean done;",
            main: "start(() -> { while (!done) Thread.onSpinWait(); }); Thread.sleep(5_000); done = true; assert false;",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "DaemonTicks",
            members: "static volatile boolean tick;",
            main: "Thread daemon = new Thread(() -> { try { while (true) { Thread.sleep(10); tick = !tick; } } catch (InterruptedException e) { } });
                   daemon.setDaemon(true); daemon.start(); Thread.sleep(5_000); assert false;",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "TriesForAMoment",
            members: "static final ReentrantLock lock = new ReentrantLock(); static volatile boolean failed;",
            main: "Thread t = start(() -> { lock.lock(); lock.unlock(); });
                   if (lock.tryLock(50, TimeUnit.MILLISECONDS)) lock.unlock(); else assert false;",
            asked: &[(ASSERT, "violated: assert")],
        },
        Case {
            name: "TriesForLong",
            members: "static final ReentrantLock lock = new ReentrantLock();",
            main: "Thread t = start(() -> { lock.lock(); lock.unlock(); });
                   if (lock.tryLock(1, TimeUnit.MINUTES)) lock.unlock(); else assert false;",
            asked: &[(ASSERT, "holds")],
        },
    ]);
}

/// Waiting has one meaning in every engine: without a second thread a limit of time is over, and waiting for ever is a deadlock.
#[test]
fn one_thread_may_wait() {
    let program = |name: &str, main: &str| {
        let program = format!(
            "import java.util.concurrent.*; import java.util.concurrent.locks.*;
             public class {name} {{ public static void main(String[] arguments) throws Exception {{ {main} }} }}"
        );
        (name.to_string(), program)
    };
    let cases = [
        (program("Sleeps", "Thread.sleep(10); assert true;"), "holds"),
        (
            program("Waits", "Object o = new Object(); synchronized (o) { o.wait(100); } assert false;"),
            "violated: assert",
        ),
        (program("Acquires", "assert !new Semaphore(0).tryAcquire(1, TimeUnit.SECONDS);"), "holds"),
        (program("Awaits", "assert !new CountDownLatch(1).await(1, TimeUnit.SECONDS);"), "holds"),
        (
            program(
                "Upgrades",
                "ReentrantReadWriteLock l = new ReentrantReadWriteLock(); l.readLock().lock(); l.writeLock().lock();",
            ),
            "violated: deadlock",
        ),
        (
            program("WaitsForEver", "Object o = new Object(); synchronized (o) { o.wait(); }"),
            "violated: deadlock",
        ),
        (program("Parks", "LockSupport.park();"), "violated: deadlock"),
    ];
    let programs: Vec<(String, String)> = cases.iter().map(|(program, _)| program.clone()).collect();
    let classes = sources_with_api(&programs);
    for ((name, _), expected) in &cases {
        let file = classes.path().join(format!("{name}.class")).display().to_string();
        let output = glassbox(&["check", &file]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(said.starts_with(expected), "{name}: {said}");
    }
}
