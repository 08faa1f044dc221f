//! Programs that are a little smaller than another one.

use super::program::{Program, Statement, Term, Thread};

/// Everything that one change makes of a program, the largest changes first.
pub fn smaller(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for (number, thread) in program.threads.iter().enumerate() {
        let mut with = |thread: Thread| {
            let mut changed = program.clone();
            changed.threads[number] = thread;
            found.push(changed);
        };
        if number > 0 && !thread.body.is_empty() {
            with(Thread { daemon: thread.daemon, body: Vec::new() });
        }
        for body in bodies(&thread.body) {
            with(Thread { daemon: thread.daemon, body });
        }
        if thread.daemon {
            with(Thread { daemon: false, body: thread.body.clone() });
        }
    }
    let last = program.threads.len() - 1;
    let unused = |thread: usize| {
        let thread = thread as u8;
        !program.any(&|statement| {
            matches!(statement, Statement::Start(of) | Statement::Interrupt(of) if *of == thread)
                || matches!(statement, Statement::Join { thread: of, .. } | Statement::Alive { thread: of, .. } if *of == thread)
        })
    };
    if last > 0 && unused(last) {
        let mut changed = program.clone();
        changed.threads.pop();
        found.insert(0, changed);
    }
    found.sort_by_key(size);
    found
}

/// How large a program is, for the order in which smaller ones are tried.
pub fn size(program: &Program) -> usize {
    fn of(body: &[Statement]) -> usize {
        body.iter().map(|statement| 10 + statement.parts().iter().map(|part| of(part)).sum::<usize>()).sum()
    }
    let threads = program.threads.iter();
    threads.map(|thread| 10 + usize::from(thread.daemon) + of(&thread.body)).sum()
}

/// Everything that one change makes of a sequence.
fn bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for at in 0..body.len() {
        let mut with = |statements: Vec<Statement>| {
            let mut changed = body.to_vec();
            changed.splice(at..=at, statements);
            found.push(changed);
        };
        with(Vec::new());
        for part in body[at].parts() {
            if !part.is_empty() {
                with(part.clone());
            }
        }
        for simpler in simpler(&body[at]) {
            with(vec![simpler]);
        }
    }
    found
}

/// Everything that one change inside of a statement makes of it.
fn simpler(statement: &Statement) -> Vec<Statement> {
    let again = |body: &Vec<Statement>, make: &dyn Fn(Vec<Statement>) -> Statement| {
        bodies(body).into_iter().map(make).collect::<Vec<_>>()
    };
    match statement {
        Statement::Set(place, value) if value.right.is_some() => {
            vec![Statement::Set(*place, value.left.into()), Statement::Set(*place, Term::Constant(1).into())]
        }
        Statement::Increment(place) => vec![Statement::Set(*place, Term::Constant(1).into())],
        Statement::If(asked, yes, no) => {
            let mut found = again(yes, &|yes| Statement::If(*asked, yes, no.clone()));
            found.extend(again(no, &|no| Statement::If(*asked, yes.clone(), no)));
            found
        }
        Statement::While(asked, body) => again(body, &|body| Statement::While(*asked, body)),
        Statement::Repeat(times, body) => again(body, &|body| Statement::Repeat(*times, body)),
        Statement::Synchronized(monitor, body) => {
            again(body, &|body| Statement::Synchronized(*monitor, body))
        }
        Statement::Locked(lock, body) => again(body, &|body| Statement::Locked(*lock, body)),
        Statement::Try { body, catch, last } => {
            let make = |body, catch, last| Statement::Try { body, catch, last };
            let mut found = again(body, &|body| make(body, catch.clone(), last.clone()));
            found.extend(again(last, &|last| make(body.clone(), catch.clone(), last)));
            if let Some((what, handler)) = catch {
                found.extend(again(handler, &|handler| {
                    make(body.clone(), Some((*what, handler)), last.clone())
                }));
            }
            found
        }
        Statement::Wait { monitor, timed: true } => vec![Statement::Wait { monitor: *monitor, timed: false }],
        Statement::Join { thread, timed: true } => vec![Statement::Join { thread: *thread, timed: false }],
        Statement::Set(..)
        | Statement::Local(..)
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
