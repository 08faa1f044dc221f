//! The lemma and the theorems of the seed's section 4.4, refinement by refinement.
//!
//! The seed proves them of its algorithm; here they are looked at on this one, which differs from it in what is learned at once.

use std::cell::Cell;
use std::rc::Rc;

use check::{Budget, CancelToken, Host, System};

use super::*;
use crate::concrete::{Caller, Outcome};
use crate::instance::Unit;
use crate::property::{Condition, Context, read};

const PROGRAM: &str = "
class Entry { field val: i32 field next: Entry }
class Set { field elems: Entry }

fn @Set.contains(this: Set, v: i32): bool {
  local e: Entry
  local is: bool
  local n: i32
b0:
  e = this.Set.elems
  goto b1
b1:
  is = eq e, null
  branch is, b4, b2
b2:
  n = e.Entry.val
  is = eq n, v
  branch is, b3, b5
b3:
  return true
b5:
  e = e.Entry.next
  goto b1
b4:
  return false
}

fn @Set.add(this: Set, v: i32) {
  local e: Entry
  local f: Entry
  local is: bool
b0:
  is = call @Set.contains(this, v)
  branch is, b2, b1
b1:
  e = new Entry
  e.Entry.val = v
  f = this.Set.elems
  e.Entry.next = f
  this.Set.elems = e
  goto b2
b2:
  return
}

fn @count(e: Entry): i32 {
  local f: Entry
  local is: bool
  local n: i32
b0:
  is = eq e, null
  branch is, b1, b2
b1:
  return 0
b2:
  f = e.Entry.next
  n = call @count(f)
  n = add n, 1
  return n
}

fn @Set.both(this: Set, p: Set, v: i32): i32 {
  local e: Entry
  local is: bool
  local n: i32
b0:
  call @Set.add(this, v)
  is = ne p, null
  branch is, b1, b2
b1:
  is = call @Set.contains(p, v)
  branch is, b2, b3
b3:
  call @Set.add(p, v)
  goto b2
b2:
  e = this.Set.elems
  n = call @count(e)
  return n
}
";

/// Properties, and whether they hold.
const PROPERTIES: [(&str, bool); 15] = [
    ("some this.elems", true),
    ("v in this.elems.*next.val", true),
    ("old(Entry) in Entry && old(this.elems.*next) in this.elems.*next", true),
    ("p == null || v in p.elems.*next.val", true),
    ("p == null || old(p.elems.*next) in p.elems.*next", true),
    ("old(this.elems.*next.val) in this.elems.*next.val", true),
    ("all e: old(Entry) | e.val == old(e.val) && e.next == old(e.next)", true),
    ("old(p.elems.*next.val) in p.elems.*next.val", true),
    ("all e: Entry - old(Entry) | e.val == v", true),
    ("this.elems.*next.val in old(this.elems.*next.val) + v", true),
    ("result == 1", false),
    ("#Entry == old(#Entry)", false),
    ("this.elems == old(this.elems)", false),
    ("p.elems == old(p.elems)", false),
    ("result <= old(#this.elems.*next)", false),
];

/// An instance, by the way to it from the call that is checked: which child of its parent each one is.
type Way = Vec<usize>;

/// What takes part, or can: units by their instances.
type Units = BTreeSet<(Way, Key)>;

fn way(check: &Check<'_, '_, '_>, mut id: usize) -> Way {
    let instances = &check.encoder.instances;
    let mut way = Way::new();
    while let Some(parent) = instances[id].parent {
        let children = instances[parent].opened.as_ref().map_or(&[][..], |opened| &opened.children);
        way.push(children.iter().position(|&child| child == id).expect("a child has its parent"));
        id = parent;
    }
    way.reverse();
    way
}

/// The units of instances that were opened, all or those that take part.
fn units(check: &Check<'_, '_, '_>, wanted: impl Fn(&Unit) -> bool) -> Units {
    let mut all = Units::new();
    for (id, instance) in check.encoder.instances.iter().enumerate() {
        for unit in instance.opened.iter().flat_map(|opened| &opened.units).filter(|unit| wanted(unit)) {
            all.insert((way(check, id), unit.key()));
        }
    }
    all
}

fn cut(check: &Check<'_, '_, '_>) -> usize {
    check.encoder.instances.iter().filter(|instance| instance.cut).count()
}

/// What came of a question, step by step.
struct Steps {
    violated: bool,
    refinements: usize,
    learned: Learned,
}

/// Calls `work` with a question about the method, and all that belongs to it.
fn posed<T>(
    property: &str,
    objects: usize,
    inline: bool,
    work: impl FnOnce(&Question<'_>, &Setting, &Language<'_>, &Caller<'_, '_>) -> T,
) -> T {
    let program = ir::text::parse("both.gbir", PROGRAM).expect("the program is well-formed");
    assert_eq!(ir::verify::verify(&program), Ok(()));
    let function = program.function_named("Set.both").expect("it is there");
    let context = Context::new(&program, function, Condition::Ensures);
    let question = Question {
        program: &program,
        function,
        class: program.class_named("Set").expect("it is there"),
        receiver: true,
        declared: Vec::new(),
        truths: Vec::new(),
        gives_truth: false,
        requires: Vec::new(),
        ensures: vec![read(property, &context).expect("it means something")],
        invariants: Vec::new(),
        wraps: false,
        never: Vec::new(),
        scope: Scope { numbers: (-1, 1), ..Scope::of(objects) },
        unroll: Unroll { first: 4, most: 4 },
        inline,
        record: false,
        seed: None,
    };
    let language = Language {
        given: &|_| None,
        alone: &BTreeSet::new(),
        is_library: &|_| false,
        is_concrete: &|_| true,
        gives_truth: &|_| false,
        constant: &|_| None,
        global: &|_| None,
        specified: crate::Specified::NONE,
    };
    let setting = Setting::new(&question, &language);
    let caller = Caller::new(&question, &setting, machine::Limits::default());
    work(&question, &setting, &language, &caller)
}

/// The same with a check that has begun, and knows something from the beginning.
fn asked<T>(
    property: &str,
    objects: usize,
    (inline, known): (bool, Option<Learned>),
    work: impl FnOnce(&mut Check<'_, '_, '_>, Wanted, &Caller<'_, '_>) -> T,
) -> T {
    posed(property, objects, inline, |question, setting, language, caller| {
        let host = System::start();
        let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
        let mut check = Check::new(question, setting, language, meter);
        let known = known.map(|learned| Foreseen { learned, spent: Counts::default(), farther: false });
        check.know(known.as_ref());
        let (violation, _) = done(check.begin());
        if let Some(known) = known {
            done(check.recall(known));
        }
        work(&mut check, violation, caller)
    })
}

fn done<T>(result: Result<T, Stopped>) -> T {
    result.unwrap_or_else(|stopped| match stopped {
        Stopped::Budget(exhausted) => panic!("nothing limits it, but: {exhausted:?}"),
        Stopped::Outgrown(_) => panic!("nobody looked at few objects first"),
    })
}

/// All units of inlining, how many instances it cuts, and whether it finds a violation.
fn inlined(property: &str, objects: usize) -> (Units, usize, bool) {
    asked(property, objects, (true, None), |check, violation, _| {
        done(check.inline());
        let units = units(check, |_| true);
        let assumptions = check.assuming(violation);
        let violated = matches!(done(check.solve(&assumptions)), Answer::Satisfiable(_));
        (units, cut(check), violated)
    })
}

/// Goes through the loop, and looks at every refinement. Something can be known from the beginning.
fn learned(property: &str, objects: usize, known: Option<Learned>, whole: &Units) -> Steps {
    asked(property, objects, (false, known), |check, violation, caller| {
        let mut refinements = 0;
        loop {
            let assumptions = check.assuming(violation);
            let Answer::Satisfiable(model) = done(check.solve(&assumptions)) else {
                let learned = check.learned.clone();
                return Steps { violated: false, refinements, learned };
            };
            let mut inputs = check.inputs(&model);
            let (before, cut_before) = (units(check, |unit| unit.included), cut(check));
            let heap = check.before(&inputs);
            let refined = done(check.refine(violation, &mut inputs));
            let after = units(check, |unit| unit.included);
            // Lemma 1: what takes part is never more than what inlining says.
            assert!(after.is_subset(whole), "{property}: {:?}", after.difference(whole));
            if !refined {
                // Theorem 3: what is found is an execution, and it violates the property.
                let state = PreState::of(&mut check.encoder.memory, &check.parameters, &inputs);
                let outcome = caller.call(&state);
                assert!(matches!(outcome, Outcome::Bad(_)), "{property}: {outcome:?} from {state:?}");
                let learned = check.learned.clone();
                return Steps { violated: true, refinements, learned };
            }
            refinements += 1;
            // Theorem 1: every refinement adds something, or cuts something off,
            assert!(before.is_subset(&after), "{property}: something was forgotten");
            assert!(after.len() > before.len() || cut(check) > cut_before, "{property}: nothing is new");
            // so that the heap of the solution is that of none any more.
            let mut again = heap;
            again.extend(check.assuming(violation));
            assert!(matches!(done(check.solve(&again)), Answer::Unsatisfiable(_)), "{property}: found again");
        }
    })
}

#[test]
fn lemmas_of_the_seed() {
    let mut refinements = 0;
    for ((property, holds), objects) in PROPERTIES.into_iter().flat_map(|one| [(one, 2), (one, 3)]) {
        let (whole, cut, violated) = inlined(property, objects);
        let steps = learned(property, objects, None, &whole);
        assert_eq!(violated, !holds, "{property}, inlined");
        // Theorem 2: what inlining finds is found.
        assert_eq!(steps.violated, violated, "{property}");
        // Theorem 1: the number of refinements is bounded.
        assert!(steps.refinements <= whole.len() + cut, "{property}: {}", steps.refinements);
        refinements += steps.refinements;
    }
    assert!(refinements >= 20, "{refinements} are few to look at");
}

/// What was learned is composed when it is known from the beginning, all of it or a part, where it was learned or where there are more objects: that
/// says as much.
#[test]
fn what_is_known_is_composed() {
    let mut composed = 0;
    for (property, holds) in PROPERTIES {
        let (few, many) = (inlined(property, 2).0, inlined(property, 3).0);
        let steps = learned(property, 2, None, &few);
        let again = learned(property, 2, Some(steps.learned.clone()), &few);
        assert_eq!(again.violated, !holds, "{property}");
        assert!(again.violated || again.refinements == 0, "{property}: something was not composed");
        let more = learned(property, 3, Some(steps.learned.clone()), &many);
        assert_eq!(more.violated, !holds, "{property}, with more objects");
        for (&of, keys) in &steps.learned {
            let part = Learned::from([(of, keys.clone())]);
            let steps = learned(property, 3, Some(part), &many);
            assert_eq!(steps.violated, !holds, "{property}, where {of:?} is known");
            composed += 1;
        }
    }
    assert!(composed >= 20, "{composed} are few to look at");
}

/// A world where time passes whenever somebody looks at the clock.
#[derive(Clone, Default)]
struct Looked(Rc<Cell<u64>>);

impl Host for Looked {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_secs(self.0.get())
    }

    fn memory(&self) -> Option<u64> {
        None
    }

    fn detached(&self) -> Box<dyn Host> {
        Box::new(self.clone())
    }
}

/// Whenever the budget is spent, be it in the middle of a formula, there is no answer; and as soon as it is enough, there is the right one.
#[test]
fn what_is_stopped_has_no_answer() {
    let mut stopped = 0;
    for ((property, holds), inline) in PROPERTIES.into_iter().flat_map(|one| [(one, false), (one, true)]) {
        let check = |seconds: u64| {
            posed(property, 3, inline, |question, setting, language, caller| {
                let host = Looked::default();
                let budget = Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
                let meter = Meter::new(budget, CancelToken::new(), &host);
                check(question, setting, language, meter, &mut |state| caller.try_call(state)).answer
            })
        };
        let mut seconds = 1;
        let answer = loop {
            match check(seconds) {
                Answered::Stopped(_) => stopped += 1,
                answer @ (Answered::Holds { .. }
                | Answered::Cut { .. }
                | Answered::Violated(_)
                | Answered::Impossible(_)) => {
                    break answer;
                }
            }
            seconds += 1 + seconds / 20;
        };
        let fits = match answer {
            Answered::Holds { returns } => holds && returns,
            Answered::Violated(_) => !holds,
            Answered::Cut { .. } | Answered::Impossible(_) | Answered::Stopped(_) => false,
        };
        assert!(fits, "{property} after {seconds}: {answer:?}");
    }
    assert!(stopped > 1_000, "{stopped} stops are few");
}
