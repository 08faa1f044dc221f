//! A run as one screen of text for people.
//!
//! The first line is the verdict and can stand alone. Then comes what a reader asks next: for a
//! violation where, what, which choices lead there and what the lines did; for *unknown* why, how
//! far it got and what to try; for all what the result rests on and what it cost.

use check::{
    Budget, Change, Choice, ConfirmedViolation, Graph, GraphObject, Location, Property, Reason, Run, Step,
    Verdict, Violation,
};

use crate::human;
use crate::lanes::lanes;
use crate::line::{Line, columns, keep_end, keep_start};
use crate::style::{Role, Style, Verbosity};

/// How much of a list one screen has room for.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// How many items from the start.
    first: usize,
    /// How many items from the end.
    last: usize,
}

const CHOICES: Room = Room { first: 4, last: 8 };
const STEPS: Room = Room { first: 5, last: 15 };
const REASONS: Room = Room { first: 6, last: 0 };
const VIOLATIONS: Room = Room { first: 8, last: 0 };

/// How many columns a location may take in a table.
const LOCATION_COLUMNS: usize = 32;
/// How many columns the text of a source line may take in a table.
const CODE_COLUMNS: usize = 44;
/// How many columns of it are kept on the narrowest screen.
const LEAST_CODE_COLUMNS: usize = 16;
/// How many columns are kept free for what changed, if there is so much to show.
const CHANGE_COLUMNS: usize = 16;
/// What stands between the parts of a step: `  place  code  -> changes`.
const INDENT_AND_ARROW: usize = 9;

/// A finished run as text, with a line feed at its end.
pub fn run(run: &Run, style: Style) -> String {
    let mut page = Page { lines: Vec::new(), verbosity: style.verbosity, width: style.width };
    match style.verbosity {
        Verbosity::Quiet => page.quiet(run),
        Verbosity::Normal | Verbosity::Verbose => page.full(run),
    }
    let mut out = String::new();
    for line in &page.lines {
        line.draw(style, &mut out);
    }
    out
}

/// The lines so far.
struct Page {
    lines: Vec<Line>,
    verbosity: Verbosity,
    width: Option<usize>,
}

impl Page {
    fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Begins a part with an empty line and its heading.
    fn heading(&mut self, text: &str) {
        self.add(Line::empty());
        self.add(Line::prose(0).with(Role::Strong, text));
    }

    /// How many items of a list are shown from its start and from its end.
    fn shown(&self, count: usize, room: Room) -> (usize, usize) {
        let fits = match self.verbosity {
            Verbosity::Verbose => true,
            // Leaving out a single item would save nothing: the line that says so takes its place.
            Verbosity::Normal | Verbosity::Quiet => count <= room.first + room.last + 1,
        };
        if fits { (count, 0) } else { (room.first, room.last) }
    }

    fn left_out(&mut self, count: u64, thing: &str) {
        let text = format!("... {} left out ...", human::counted(count, thing));
        self.add(Line::prose(2).with(Role::Faint, text));
    }

    /// One line, or one for each violation.
    fn quiet(&mut self, run: &Run) {
        let conclusion = &run.conclusion;
        match conclusion.verdict() {
            Verdict::Holds => self.add(headline_holds(run)),
            Verdict::Violated => {
                for confirmed in conclusion.violations() {
                    let violation = &confirmed.replay().violation;
                    let line =
                        headline_violated(violation).with(Role::Plain, format!(": {}", violation.message));
                    self.add(line);
                }
            }
            Verdict::Unknown => {
                let reasons: Vec<String> = conclusion.reasons().iter().map(Reason::to_string).collect();
                self.add(headline_unknown(run).with(Role::Plain, format!(": {}", reasons.join("; "))));
            }
        }
    }

    fn full(&mut self, run: &Run) {
        let conclusion = &run.conclusion;
        match conclusion.verdict() {
            Verdict::Holds => {
                self.add(headline_holds(run));
                self.bounds(run);
            }
            Verdict::Violated => {
                self.violations(conclusion.violations());
                self.rest(run);
            }
            Verdict::Unknown => {
                self.add(headline_unknown(run));
                self.add(Line::empty());
                self.reasons(conclusion.reasons());
                self.so_far(run);
            }
        }
        if !run.unreached.is_empty() {
            self.heading("never reached");
            for place in &run.unreached {
                let text = format!("- the assertion at {place} in {}", place.function);
                self.add(Line::prose(2).with(Role::Plain, text));
            }
        }
        if !run.learned.is_empty() {
            self.heading("learned about what is called");
            for learned in &run.learned {
                let modifies = match &learned.modifies[..] {
                    [] => "modifies nothing".to_string(),
                    modifies => format!("may modify {}", modifies.join(", ")),
                };
                self.add(
                    Line::prose(2)
                        .with(Role::Strong, format!("{}: ", learned.name))
                        .with(Role::Plain, modifies),
                );
                for line in &learned.lines {
                    self.add(Line::prose(4).with(Role::Plain, line.clone()));
                }
            }
        }
        if !conclusion.assumptions().is_empty() {
            self.heading("assuming");
            for assumption in conclusion.assumptions() {
                self.add(Line::prose(2).with(Role::Plain, format!("- {assumption}")));
            }
        }
        match self.verbosity {
            Verbosity::Quiet | Verbosity::Normal => {}
            Verbosity::Verbose => self.details(run),
        }
        self.add(Line::empty());
        self.add(Line::prose(0).with(Role::Faint, costs(run)));
    }

    fn bounds(&mut self, run: &Run) {
        if !run.conclusion.scope().unbounded {
            let text = "executions outside of this scope were not looked at";
            self.add(Line::prose(2).with(Role::Faint, text));
        }
    }

    fn violations(&mut self, violations: &[ConfirmedViolation]) {
        let Some((first, others)) = violations.split_first() else {
            return;
        };
        let mut headline = headline_violated(&first.replay().violation);
        if !others.is_empty() {
            headline = headline.with(Role::Plain, format!(", and {} more", human::len(others)));
        }
        self.add(headline);
        self.violation(first);
        match self.verbosity {
            Verbosity::Quiet | Verbosity::Normal => {
                if others.is_empty() {
                    return;
                }
                self.add(Line::empty());
                let (shown, _) = self.shown(others.len(), VIOLATIONS);
                for confirmed in &others[..shown] {
                    let violation = &confirmed.replay().violation;
                    let line =
                        headline_violated(violation).with(Role::Plain, format!(": {}", violation.message));
                    self.add(line);
                }
                if shown < others.len() {
                    self.left_out(human::len(&others[shown..]), "violation");
                }
            }
            Verbosity::Verbose => {
                for confirmed in others {
                    self.add(Line::empty());
                    self.add(headline_violated(&confirmed.replay().violation));
                    self.violation(confirmed);
                }
            }
        }
    }

    fn violation(&mut self, confirmed: &ConfirmedViolation) {
        let replay = confirmed.replay();
        let Violation { message, location, property: _ } = &replay.violation;
        for line in message.lines() {
            self.add(Line::prose(2).with(Role::Strong, line));
        }
        if let Some(place) = whole_place(location) {
            self.add(Line::prose(2).with(Role::Faint, "--> ").with(Role::Place, place));
        }
        if let Some(history) = &replay.history {
            self.heading("operations");
            let (verbosity, width) = (self.verbosity, self.width);
            crate::history::table(history, verbosity, width).into_iter().for_each(|line| self.add(line));
            if !history.orders.is_empty() {
                self.heading("in sequence");
                crate::history::orders(history, verbosity, width).into_iter().for_each(|line| self.add(line));
            }
        }
        let statements = &confirmed.trace().statements;
        let turns = lanes(&replay.interplay, self.verbosity, self.width);
        // Who goes on is what the table says.
        let tells_all = turns.is_empty() || self.verbosity == Verbosity::Verbose;
        if statements.is_empty() {
            // What is called is what the table of operations says.
            let is_told =
                |choice: &Choice| is_schedule(choice) && !turns.is_empty() || replay.history.is_some();
            let all = self.verbosity == Verbosity::Verbose;
            let own = replay.choices.iter().filter(|choice| all || !is_told(choice));
            self.choices(&own.cloned().collect::<Vec<_>>());
        } else {
            self.heading("statements");
            for statement in statements {
                self.add(Line::row(2).with(Role::Plain, statement));
            }
        }
        for graph in &replay.graphs {
            self.graph(graph);
        }
        if !turns.is_empty() {
            self.heading("turns");
            turns.into_iter().for_each(|line| self.add(line));
        }
        if tells_all && (replay.history.is_none() || self.verbosity == Verbosity::Verbose) {
            self.steps(&replay.steps, replay.omitted);
        }
    }

    /// Draws a data structure, each object below the one that it hangs at; what hangs at nothing stands by itself.
    fn graph(&mut self, graph: &Graph) {
        self.heading(&graph.title);
        let mut drawn = Vec::new();
        for object in &graph.objects {
            if !drawn.contains(&&object.name) {
                self.hanging(graph, object, &mut drawn);
            }
        }
    }

    /// Draws an object and what hangs at it.
    fn hanging<'g>(&mut self, graph: &'g Graph, first: &'g GraphObject, drawn: &mut Vec<&'g String>) {
        let mut open = vec![(2, String::new(), first)];
        while let Some((indent, leads, object)) = open.pop() {
            let fields = object.fields.iter().filter(|field| !field.below && field.value != "null");
            let fields: Vec<String> = fields.map(|field| format!("{} {}", field.name, field.value)).collect();
            let again = drawn.contains(&&object.name);
            let shown = match (again, fields.is_empty()) {
                (true, _) => format!("{leads}{}, again", object.name),
                (false, true) => format!("{leads}{}", object.name),
                (false, false) => format!("{leads}{}: {}", object.name, fields.join(", ")),
            };
            self.add(Line::row(indent).with(Role::Plain, shown));
            if again {
                continue;
            }
            drawn.push(&object.name);
            for field in object.fields.iter().rev().filter(|field| field.below) {
                let child = graph.objects.iter().find(|other| other.name == field.value);
                open.extend(child.map(|child| (indent + 2, format!("{} ", field.name), child)));
            }
        }
    }

    fn choices(&mut self, choices: &[Choice]) {
        // A choice among one is none.
        let mattered: Vec<&Choice> = match self.verbosity {
            Verbosity::Quiet | Verbosity::Normal => {
                choices.iter().filter(|choice| choice.low < choice.high).collect()
            }
            Verbosity::Verbose => choices.iter().collect(),
        };
        if mattered.is_empty() {
            return;
        }
        self.heading("choices");
        let (first, last) = self.shown(mattered.len(), CHOICES);
        let (start, end) = (&mattered[..first], &mattered[mattered.len() - last..]);
        let left_out = mattered.len() - first - last;
        let both = || start.iter().chain(end);
        let widest =
            |text: fn(&Choice) -> String| both().map(|choice| columns(&text(choice))).max().unwrap_or(0);
        let variables = widest(|choice| choice.variable.clone());
        let values = widest(|choice| choice.value.to_string());
        let ranges = widest(range);
        let row = |choice: &Choice| {
            Line::row(2)
                .padded(Role::Plain, &choice.variable, variables)
                .with(Role::Faint, " = ")
                .padded(Role::Value, choice.value.to_string(), values)
                .with(Role::Faint, "  of ")
                .padded(Role::Faint, range(choice), ranges)
                .with(Role::Plain, "  ")
                .with(Role::Place, choice.location.to_string())
        };
        start.iter().for_each(|choice| self.add(row(choice)));
        if left_out > 0 {
            self.left_out(human::len(&mattered) - human::len(start) - human::len(end), "choice");
        }
        end.iter().for_each(|choice| self.add(row(choice)));
    }

    fn steps(&mut self, steps: &[Step], omitted: u64) {
        if steps.is_empty() {
            return;
        }
        self.heading("steps");
        // The kept steps are the last ones: if there were earlier ones, these are not the first.
        let room = if omitted == 0 { STEPS } else { Room { first: 0, last: STEPS.first + STEPS.last } };
        let (first, last) = self.shown(steps.len(), room);
        let (start, end) = (&steps[..first], &steps[steps.len() - last..]);
        let between = human::len(&steps[first..steps.len() - last]);
        let cut = self.verbosity < Verbosity::Verbose;
        let both = || start.iter().chain(end);
        // On a narrow screen places and code make room for what changed, which is what people look for.
        let location_columns = self.width.map_or(LOCATION_COLUMNS, |width| (width / 3).min(LOCATION_COLUMNS));
        let place = |step: &Step| {
            let place = match &step.thread {
                Some(thread) => format!("[{thread}] {}", step.location),
                None => step.location.to_string(),
            };
            if cut { keep_end(&place, location_columns) } else { place }
        };
        let places = both().map(|step| columns(&place(step))).max().unwrap_or(0);
        let changed = both().map(|step| columns(&changes(&step.changes))).max().unwrap_or(0);
        let code_columns = self.width.map_or(CODE_COLUMNS, |width| {
            let room = width.saturating_sub(INDENT_AND_ARROW + places + changed.min(CHANGE_COLUMNS));
            room.clamp(LEAST_CODE_COLUMNS, CODE_COLUMNS)
        });
        let code = |step: &Step| {
            // Deep recursion must not push the code out of sight.
            let indent = " ".repeat(usize::try_from(step.depth.min(8)).expect("a small number") * 2);
            let code = format!("{indent}{}", step.code);
            if cut { keep_start(&code, code_columns) } else { code }
        };
        // Only what stands before an arrow has to be aligned.
        let with_arrow = both().filter(|step| !step.changes.is_empty());
        let codes = with_arrow.map(|step| columns(&code(step))).max().unwrap_or(0);
        let row = |step: &Step| {
            let row = Line::row(2).padded(Role::Place, place(step), places).with(Role::Plain, "  ").padded(
                Role::Plain,
                code(step),
                codes,
            );
            if step.changes.is_empty() {
                row
            } else {
                row.with(Role::Faint, "  -> ").with(Role::Value, changes(&step.changes))
            }
        };
        if first == 0 && omitted + between > 0 {
            self.left_out(omitted + between, "step");
        } else if omitted > 0 {
            let text = format!("... {} before these were not kept ...", human::counted(omitted, "step"));
            self.add(Line::prose(2).with(Role::Faint, text));
        }
        start.iter().for_each(|step| self.add(row(step)));
        if first > 0 && between > 0 {
            self.left_out(between, "step");
        }
        end.iter().for_each(|step| self.add(row(step)));
    }

    /// What is known of the properties that are not violated.
    fn rest(&mut self, run: &Run) {
        let conclusion = &run.conclusion;
        let names = |verdict| {
            let with_verdict =
                conclusion.properties().iter().filter(|property| property.verdict() == verdict);
            property_names(with_verdict.map(|property| property.property()))
        };
        let holds = names(Verdict::Holds);
        if !holds.is_empty() {
            self.add(Line::empty());
            self.add(verdict(Verdict::Holds, &format!("{holds}, for {}", conclusion.scope().description)));
            self.bounds(run);
        }
        let unknown = names(Verdict::Unknown);
        if !unknown.is_empty() {
            self.add(Line::empty());
            match self.verbosity {
                Verbosity::Verbose => {
                    self.add(verdict(Verdict::Unknown, &unknown));
                    self.reasons(conclusion.reasons());
                }
                // The violation is the news; that nothing more is known is a remark.
                Verbosity::Normal | Verbosity::Quiet => {
                    let reasons: Vec<String> = conclusion.reasons().iter().map(remark).collect();
                    let text = format!("still unknown: {unknown} ({})", reasons.join("; "));
                    self.add(Line::prose(0).with(Role::Faint, text));
                }
            }
        }
    }

    fn reasons(&mut self, reasons: &[Reason]) {
        let (shown, _) = self.shown(reasons.len(), REASONS);
        let hints: Vec<String> = reasons[..shown].iter().map(Reason::hint).collect();
        for (index, reason) in reasons[..shown].iter().enumerate() {
            self.add(Line::prose(2).with(Role::Plain, format!("- {reason}")));
            // Neighbours with the same remedy share it.
            if hints.get(index + 1) != Some(&hints[index]) {
                let line = Line::prose(4).with(Role::Strong, "try: ").with(Role::Plain, &hints[index]);
                self.add(line);
            }
        }
        if shown < reasons.len() {
            self.left_out(human::len(&reasons[shown..]), "reason");
        }
    }

    fn so_far(&mut self, run: &Run) {
        let stats: Vec<String> =
            run.stats.iter().map(|(name, stat)| format!("{name} {}", human::stat(stat))).collect();
        if !stats.is_empty() {
            self.add(Line::empty());
            let line = Line::prose(2).with(Role::Strong, "so far: ").with(Role::Plain, stats.join(", "));
            self.add(line);
        }
    }

    /// What only those want to see who ask for everything.
    fn details(&mut self, run: &Run) {
        let task = &run.task;
        let mut rows: Vec<(&str, String)> = Vec::new();
        for input in &task.inputs {
            rows.push(("input", format!("{} ({})", input.path, input.digest)));
        }
        rows.push(("entry", task.entry.clone()));
        rows.push(("engine", task.engine.clone()));
        for (name, value) in &task.options {
            rows.push(("option", format!("{name} = {value}")));
        }
        rows.push(("budget", budget(&task.budget)));
        rows.push(("scope", run.conclusion.scope().description.clone()));
        self.table("task", &rows);
        let properties: Vec<(&str, String)> = run
            .conclusion
            .properties()
            .iter()
            .map(|property| {
                let text = format!("{}: {}", property.verdict().name(), property.property().description());
                (property.property().name(), text)
            })
            .collect();
        self.table("properties", &properties);
        let stats: Vec<(&str, String)> =
            run.stats.iter().map(|(name, stat)| (name, human::stat(stat))).collect();
        self.table("statistics", &stats);
        let phases: Vec<(&str, String)> =
            run.phases.iter().map(|phase| (phase.name, human::time(phase.time))).collect();
        self.table("phases", &phases);
    }

    fn table(&mut self, heading: &str, rows: &[(&str, String)]) {
        if rows.is_empty() {
            return;
        }
        self.heading(heading);
        let names = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
        for (name, value) in rows {
            let line = Line::row(2)
                .padded(Role::Plain, name, names)
                .with(Role::Plain, "  ")
                .with(Role::Value, value);
            self.add(line);
        }
    }
}

fn verdict(verdict: Verdict, text: &str) -> Line {
    let role = match verdict {
        Verdict::Holds => Role::Holds,
        Verdict::Violated => Role::Violated,
        Verdict::Unknown => Role::Unknown,
    };
    Line::prose(0).with(role, verdict.name()).with(Role::Strong, format!(": {text}"))
}

fn headline_holds(run: &Run) -> Line {
    verdict(Verdict::Holds, &format!("{}, for {}", asked(run), run.conclusion.scope().description))
}

fn headline_unknown(run: &Run) -> Line {
    verdict(Verdict::Unknown, &asked(run))
}

/// A reason in few words, for where it is not the news.
fn remark(reason: &Reason) -> String {
    match reason {
        Reason::EndedAtViolation => "the search ended here, --all goes on".to_string(),
        Reason::Stopped(_)
        | Reason::Unexplored(_)
        | Reason::Untried(..)
        | Reason::LossyStore
        | Reason::CompactStore(_)
        | Reason::AbstractMatching
        | Reason::Skipped(_)
        | Reason::Random(_)
        | Reason::Obstacle(_)
        | Reason::ReplayStopped(_)
        | Reason::Unconfirmed(_) => reason.to_string(),
    }
}

fn headline_violated(violation: &Violation) -> Line {
    let name = violation.property.name();
    if violation.location.file.is_empty() {
        verdict(Verdict::Violated, name)
    } else {
        verdict(Verdict::Violated, &format!("{name} at {}", violation.location))
    }
}

/// What was asked: `assert, trap in coffee.gbir from main`.
fn asked(run: &Run) -> String {
    let task = &run.task;
    let mut text = property_names(task.properties.iter().copied());
    match task.inputs.as_slice() {
        [] => {}
        [input] => text.push_str(&format!(" in {}", input.path)),
        [input, others @ ..] => {
            let others = human::counted(human::len(others), "other file");
            text.push_str(&format!(" in {} and {others}", input.path));
        }
    }
    // A class of the library is named once.
    if !matches!(task.inputs.as_slice(), [input] if input.path == task.entry) {
        text.push_str(&format!(" from {}", task.entry));
    }
    text
}

fn property_names(properties: impl Iterator<Item = Property>) -> String {
    properties.map(Property::name).collect::<Vec<_>>().join(", ")
}

/// A place as precisely as it is known.
fn whole_place(location: &Location) -> Option<String> {
    if location.file.is_empty() {
        return None;
    }
    let mut text = location.to_string();
    if location.line > 0 && location.column > 0 {
        text.push_str(&format!(":{}", location.column));
    }
    if !location.function.is_empty() {
        text.push_str(&format!(" in {}", location.function));
    }
    Some(text)
}

/// Whether a choice says who goes on.
fn is_schedule(choice: &Choice) -> bool {
    choice.variable == "notified" || choice.variable.starts_with("thread \"")
}

fn range(choice: &Choice) -> String {
    format!("{}..{}", choice.low, choice.high)
}

fn changes(changes: &[Change]) -> String {
    let changes: Vec<String> =
        changes.iter().map(|change| format!("{} = {}", change.place, change.value)).collect();
    changes.join(", ")
}

fn budget(budget: &Budget) -> String {
    let Budget { time, memory, states, depth, heap } = *budget;
    let parts: Vec<String> = [
        time.map(human::time),
        memory.map(human::bytes),
        states.map(|states| human::counted(states, "state")),
        depth.map(|depth| format!("depth {}", human::count(depth))),
        heap.map(|heap| format!("a heap of {}", human::bytes(heap))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() { "no limit".to_string() } else { parts.join(", ") }
}

/// What the run cost, in one line.
fn costs(run: &Run) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, thing) in [("scenarios", "scenario"), ("states", "state"), ("transitions", "transition")] {
        if let Some(check::Stat::Count(value)) = run.stats.get(name) {
            parts.push(human::counted(value, thing));
        }
    }
    if let Some(depth) = run.stats.get("depth") {
        parts.push(format!("depth {}", human::stat(depth)));
    }
    if let (Some(check::Stat::Count(covered)), Some(check::Stat::Count(branches))) =
        (run.stats.get("branches_covered"), run.stats.get("branches"))
    {
        parts.push(format!("{} of {} branches", human::count(covered), human::count(branches)));
    }
    if let Some(seed) = run.stats.get("seed") {
        parts.push(format!("seed {}", human::stat(seed)));
    }
    parts.push(human::time(run.time));
    if run.peak_bytes > 0 {
        parts.push(human::bytes(run.peak_bytes));
    }
    parts.join(", ")
}
