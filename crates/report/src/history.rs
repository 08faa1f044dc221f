//! What operations of several threads gave: a column for each thread, a row for each operation.

use check::{Called, History, SequentialOrder};

use crate::human;
use crate::line::{Line, columns, keep_start};
use crate::style::{Role, Verbosity};

/// How wide a cell may be, if nobody says how wide the screen is.
const WIDEST: usize = 46;
const NARROWEST: usize = 18;
/// What stands between columns.
const RULE: &str = " | ";
/// How many operations that observe the object are shown.
const MOST_AFTER: usize = 8;

/// The lines of a table of operations.
pub(crate) fn table(history: &History, verbosity: Verbosity, width: Option<usize>) -> Vec<Line> {
    let mut lines = Vec::new();
    let before: Vec<&str> = history.before.iter().map(String::as_str).collect();
    let start = if before.is_empty() { String::new() } else { format!(", then {}", before.join(", ")) };
    lines.push(
        Line::prose(2).with(Role::Faint, "before: ").with(Role::Plain, format!("{}{start}", history.making)),
    );
    let count = history.threads.len().max(1);
    let room = match (verbosity, width) {
        (Verbosity::Verbose, _) => usize::MAX,
        (Verbosity::Quiet | Verbosity::Normal, None) => WIDEST,
        (Verbosity::Quiet | Verbosity::Normal, Some(width)) => {
            let rules = RULE.len() * (count - 1);
            (width.saturating_sub(2 + rules) / count).clamp(NARROWEST, WIDEST)
        }
    };
    let heads: Vec<String> = (1..=history.threads.len()).map(|thread| format!("thread {thread}")).collect();
    let cells: Vec<Vec<String>> = history
        .threads
        .iter()
        .map(|thread| thread.iter().map(|called| keep_start(&cell(called), room)).collect())
        .collect();
    let widths: Vec<usize> = heads
        .iter()
        .zip(&cells)
        .map(|(head, cells)| cells.iter().chain([head]).map(|text| columns(text)).max().unwrap_or(0))
        .collect();
    let row = |texts: Vec<&str>, role: Role| {
        let mut line = Line::row(2);
        for (place, (text, &width)) in texts.iter().zip(&widths).enumerate() {
            if place > 0 {
                line = line.with(Role::Faint, RULE);
            }
            line = line.padded(role, text, width);
        }
        line
    };
    lines.push(row(heads.iter().map(String::as_str).collect(), Role::Strong));
    let longest = cells.iter().map(Vec::len).max().unwrap_or(0);
    for place in 0..longest {
        let texts = cells.iter().map(|thread| thread.get(place).map_or("", String::as_str)).collect();
        lines.push(row(texts, Role::Plain));
    }
    let shown = match verbosity {
        Verbosity::Verbose => history.after.len(),
        Verbosity::Quiet | Verbosity::Normal => history.after.len().min(MOST_AFTER),
    };
    // What comes last is what is wrong.
    let skipped = history.after.len() - shown;
    if skipped > 0 {
        let left = human::counted(skipped as u64, "call");
        lines.push(Line::prose(2).with(Role::Faint, format!("after: ... {left} left out ...")));
    }
    for called in &history.after[skipped..] {
        let text = if verbosity == Verbosity::Verbose {
            cell(called)
        } else {
            keep_start(&cell(called), 2 * WIDEST)
        };
        lines.push(Line::prose(2).with(Role::Faint, "after: ").with(Role::Plain, text));
    }
    for text in precedence(history) {
        lines.push(Line::prose(2).with(Role::Faint, text));
    }
    lines
}

fn cell(called: &Called) -> String {
    match &called.result {
        Some(result) => format!("{}: {result}", called.call),
        None if called.returned.is_empty() => format!("{}, not called", called.call),
        None => format!("{}, never returns", called.call),
    }
}

/// What had returned when operations were called, of other threads, and was not said of the operation before.
fn precedence(history: &History) -> Vec<String> {
    let mut texts = Vec::new();
    for (thread, calls) in history.threads.iter().enumerate() {
        let mut known = vec![0; history.threads.len()];
        for called in calls {
            for (other, &returned) in called.returned.iter().enumerate() {
                if other == thread || returned <= known[other] {
                    continue;
                }
                known[other] = returned;
                let last = history.threads[other].get(returned - 1).map_or("", |last| last.call.as_str());
                texts.push(format!(
                    "{} of thread {} had returned when thread {} called {}",
                    last,
                    other + 1,
                    thread + 1,
                    called.call
                ));
            }
        }
    }
    texts
}

/// The lines of what the operations give in sequence.
pub(crate) fn orders(history: &History, verbosity: Verbosity, width: Option<usize>) -> Vec<Line> {
    let room = match verbosity {
        Verbosity::Verbose => usize::MAX,
        Verbosity::Quiet | Verbosity::Normal => width.map_or(3 * WIDEST, |width| width.saturating_sub(2)),
    };
    let mut texts: Vec<String> = history.orders.iter().map(|order| sequence(history, order)).collect();
    // Which thread it was does not show where both call the same.
    texts.dedup();
    let mut lines: Vec<Line> =
        texts.iter().map(|text| Line::row(2).with(Role::Plain, keep_start(text, room))).collect();
    if history.more_orders > 0 {
        let more = human::counted(history.more_orders, "order");
        lines.push(Line::prose(2).with(Role::Faint, format!("... and {more} with other results ...")));
    }
    lines
}

/// The operations in an order, with what they give.
fn sequence(history: &History, order: &SequentialOrder) -> String {
    // The results are those of the first thread, then of the second, and so on.
    let mut starts = Vec::new();
    let mut total = 0;
    for thread in &history.threads {
        starts.push(total);
        total += thread.len();
    }
    let mut places = vec![0; history.threads.len()];
    let mut parts = Vec::new();
    for &thread in &order.threads {
        let place = places[thread];
        places[thread] += 1;
        let call = history.threads[thread].get(place).map_or("", |called| called.call.as_str());
        let result = order.results.get(starts[thread] + place).map_or("", String::as_str);
        parts.push(format!("{call}: {result}"));
    }
    let after = history.after.iter().zip(order.results.iter().skip(total));
    parts.extend(after.map(|(called, result)| format!("{}: {result}", called.call)));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Style;

    fn called(call: &str, result: Option<&str>, returned: &[usize]) -> Called {
        Called { call: call.to_string(), result: result.map(str::to_string), returned: returned.to_vec() }
    }

    #[test]
    fn a_table_has_a_column_for_each_thread() {
        let history = History {
            making: "new Deque()".to_string(),
            before: vec!["addLast(1)".to_string()],
            threads: vec![
                vec![called("pollFirst()", Some("null"), &[0, 0])],
                vec![
                    called("addFirst(2)", Some("void"), &[0, 0]),
                    called("pollLast()", Some("1"), &[1, 1]),
                    called("take()", None, &[1, 2]),
                    called("size()", None, &[]),
                ],
            ],
            after: vec![called("toString()", Some("\"[2]\""), &[1, 2])],
            orders: vec![SequentialOrder {
                threads: vec![1, 0, 1],
                results: vec!["2".to_string(), "void".to_string(), "1".to_string()],
            }],
            more_orders: 2,
        };
        let mut out = String::new();
        let style = Style::default();
        for line in
            table(&history, Verbosity::Normal, None).iter().chain(&orders(&history, Verbosity::Normal, None))
        {
            line.draw(style, &mut out);
        }
        let wanted = [
            "  before: new Deque(), then addLast(1)",
            "  thread 1          | thread 2",
            "  pollFirst(): null | addFirst(2): void",
            "                    | pollLast(): 1",
            "                    | take(), never returns",
            "                    | size(), not called",
            "  after: toString(): \"[2]\"",
            "  pollFirst() of thread 1 had returned when thread 2 called pollLast()",
            "  addFirst(2): void, pollFirst(): 2, pollLast(): 1",
            "  ... and 2 orders with other results ...",
        ];
        let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
        assert_eq!(lines, wanted);
    }
}
