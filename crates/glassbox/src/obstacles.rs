//! What keeps a check of a method from an answer, in words and with what to try next.

use check::{Location, Obstacle, ObstacleKind, Skipped};
use infer::{Lack, Lacking, Question, Setting};
use ir::RefType;

use crate::methods::Scoped;

/// What to try where the program does something that cannot be looked at.
const AROUND: &str =
    "keep executions away from that place with @Requires, or check a smaller method that does not get there";

/// Something that cannot be looked at.
pub(crate) fn unsupported(Skipped { construct, location }: Skipped) -> Obstacle {
    Obstacle { kind: ObstacleKind::Unsupported, what: construct, location, remedy: AROUND.to_string() }
}

/// A loop or recursion that goes deeper than was looked at.
pub(crate) fn too_deep(depth: usize, location: Location) -> Obstacle {
    let remedy = format!(
        "look deeper, for example --unroll {}; if it stays so, executions may go on for ever",
        depth.saturating_mul(2)
    );
    let what = format!("more than {depth} iterations or nested calls");
    Obstacle { kind: ObstacleKind::Cut, what, location, remedy }
}

/// Something that every execution lacks to come to its end, and what to do about it.
pub(crate) fn too_small(lack: &Lack, question: &Question<'_>, setting: &Setting, scope: &Scoped) -> Obstacle {
    let twice = Scoped { objects: twice(scope.objects), ..scope.clone() };
    let (what, remedy) = match lack.what {
        Lacking::Bits => (
            "a number that has more bits than the scope allows".to_string(),
            format!(
                "allow larger numbers, for example --scope {}, or all of an int with --overflow",
                wider(scope, setting).shown()
            ),
        ),
        Lacking::Length => (
            "an array that is longer than those of the scope".to_string(),
            format!("allow longer arrays, for example --scope {}", twice.shown()),
        ),
        Lacking::Objects(ty) => {
            let name = infer::universe::type_name(question.program, ty);
            let what = format!("one more object of class {name} than the scope has");
            let more = match ty {
                RefType::Class(_) => with_more(scope, setting, ty, &name),
                RefType::Array(_) | RefType::Any => twice,
            };
            (what, format!("allow more objects, for example --scope {}", more.shown()))
        }
        Lacking::Elements => (
            format!("more elements than a collection of the library has, where {}", java::models::MOST),
            "check a smaller method that puts fewer elements into its collections".to_string(),
        ),
        Lacking::Assumed => (
            "an assumption of the program that is never true".to_string(),
            "weaken the assumption, or enlarge the scope".to_string(),
        ),
        Lacking::Precondition => (
            "a precondition that no heap within the scope satisfies".to_string(),
            format!(
                "enlarge the scope, for example --scope {}; if it stays so, no heap satisfies what @Requires or the invariant says",
                wider(&twice, setting).shown()
            ),
        ),
        Lacking::Exit => (
            "a loop or recursion without a way out".to_string(),
            "check a method that returns: nothing can be said about what is so afterwards".to_string(),
        ),
    };
    let what = if lack.needed { what } else { format!("perhaps {what}") };
    let kind = match lack.what {
        Lacking::Exit => ObstacleKind::Endless,
        Lacking::Bits
        | Lacking::Length
        | Lacking::Objects(_)
        | Lacking::Elements
        | Lacking::Assumed
        | Lacking::Precondition => ObstacleKind::Scope,
    };
    Obstacle { kind, what, location: lack.location.clone(), remedy }
}

/// No scope has more objects of a class than this.
const MOST_OBJECTS: usize = 64;

fn twice(objects: usize) -> usize {
    objects.saturating_mul(2).min(MOST_OBJECTS)
}

/// The same with numbers that need one bit more than those of the executions that were looked at.
fn wider(scope: &Scoped, setting: &Setting) -> Scoped {
    let most = 1i64 << setting.universe.width.min(31);
    Scoped { numbers: (scope.numbers.0.min(-most), scope.numbers.1.max(most - 1)), ..scope.clone() }
}

/// The same with twice as many objects of a class.
fn with_more(scope: &Scoped, setting: &Setting, ty: RefType, name: &str) -> Scoped {
    let pool = setting.universe.pool_of(ty).map(|pool| setting.universe.pools()[pool].count);
    let mut more = scope.clone();
    more.classes.retain(|(class, _)| class != name && !class.ends_with(&format!(".{name}")));
    more.classes.push((name.to_string(), twice(pool.unwrap_or(scope.objects))));
    more
}
