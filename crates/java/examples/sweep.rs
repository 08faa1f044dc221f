//! tmp
fn main() {
    let home = std::env::args().nth(1).unwrap();
    let filter = std::env::args().nth(2).unwrap_or_default();
    let sweep = java::sweep::sweep(std::path::Path::new(&home), "java.base", |n| n.starts_with(&filter)).unwrap();
    println!("classes {} methods {} verified {} statements {}", sweep.classes, sweep.methods, sweep.verified, sweep.statements);
    let mut f: Vec<_> = sweep.failures.iter().collect();
    f.sort_by_key(|x| std::cmp::Reverse(x.1.0));
    for (cause, (n, first)) in f.iter().take(25) { println!("{n:6} {cause}   e.g. {first}"); }
}
