//! Draws recorded runs: what a state costs, or a whole check, against the bound.
//!
//! The drawing is made from the record alone, so that it can be made again at any time.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// One line of the drawing.
#[derive(Clone, PartialEq, Debug)]
struct Series {
    subject: String,
    mode: String,
    /// The bound, and what a run cost.
    points: Vec<(f64, f64)>,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quantity {
    /// Microseconds for each state that calls were executed on.
    PerState,
    /// Milliseconds of a check, whose record has them by themselves.
    Check,
    /// Milliseconds of a search over interleavings, whose record has them by themselves.
    Search,
    /// Milliseconds of a check of a method, whose record has them by themselves.
    Method,
}

impl Quantity {
    fn title(self) -> &'static str {
        match self {
            Quantity::PerState => {
                "Microseconds per state against N (one thread; lines: one state at a time, dashes: many at once)"
            }
            Quantity::Check => {
                "Milliseconds of a check against N (lines: glass, dashes: every operation on every state)"
            }
            Quantity::Search => {
                "Milliseconds of a search against the number of philosophers, by what is left out"
            }
            Quantity::Method => {
                "Milliseconds of a check of a method against the scope (lines: callees learned, dashes: inlined)"
            }
        }
    }

    /// Bounds of checks go from 1 to 1,000.
    fn scale(self, n: f64) -> f64 {
        match self {
            Quantity::PerState | Quantity::Search | Quantity::Method => n,
            Quantity::Check => n.max(1.0).log2(),
        }
    }

    /// The next bound that is written below the drawing.
    fn next(self, n: f64) -> f64 {
        match self {
            Quantity::PerState | Quantity::Search | Quantity::Method => n + 1.0,
            Quantity::Check => n * 2.0,
        }
    }
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

const COLOURS: [&str; 11] = [
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf",
    "#ff7f0e", "#000000",
];

/// Draws the runs of a record into a file beside it, and gives that file.
pub fn draw(record: &Path) -> io::Result<PathBuf> {
    let text = std::fs::read_to_string(record)?;
    let record_data: serde_json::Value = serde_json::from_str(&text)?;
    let (quantity, series) = series(&record_data)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the file is no record of runs"))?;
    let file = record.with_extension("svg");
    std::fs::write(&file, svg(quantity, &series))?;
    Ok(file)
}

/// The lines: one for each subject and mode, of runs that tell states apart exactly.
fn series(record: &serde_json::Value) -> Option<(Quantity, Vec<Series>)> {
    let mut quantity = Quantity::PerState;
    let mut all: Vec<Series> = Vec::new();
    for run in record.get("runs")?.as_array()? {
        let arguments = run.get("arguments")?.as_array()?;
        if arguments.iter().any(|argument| argument == "shape") {
            continue;
        }
        let stats = run.get("stats")?;
        let number = |name: &str| stats.get(name).and_then(serde_json::Value::as_f64);
        let by_itself = [
            ("check_seconds", Quantity::Check),
            ("search_seconds", Quantity::Search),
            ("method_seconds", Quantity::Method),
        ];
        let by_itself = by_itself.into_iter().find_map(|(name, of)| Some((number(name)?, of)));
        let cost = match (by_itself, number("seconds"), number("states")) {
            (Some((seconds, of)), ..) => {
                quantity = of;
                seconds * 1e3
            }
            (None, Some(seconds), Some(states)) if states >= 1.0 => seconds * 1e6 / states,
            (None, ..) => continue,
        };
        let (subject, mode) = (run.get("subject")?.as_str()?, run.get("mode")?.as_str()?);
        let point = (run.get("n")?.as_f64()?, cost);
        match all.iter_mut().find(|series| series.subject == subject && series.mode == mode) {
            Some(series) => series.points.push(point),
            None => {
                all.push(Series { subject: subject.to_string(), mode: mode.to_string(), points: vec![point] })
            }
        }
    }
    Some((quantity, all))
}

/// The drawing: the cost grows upwards by powers of ten.
fn svg(quantity: Quantity, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let fold = |start: f64, pick: fn(&(f64, f64)) -> f64, choose: fn(f64, f64) -> f64| {
        points().map(pick).fold(start, choose)
    };
    let (first, last) = (fold(f64::MAX, |point| point.0, f64::min), fold(1.0, |point| point.0, f64::max));
    let low = fold(f64::MAX, |point| point.1, f64::min).max(1e-3).log10().floor();
    let high = fold(0.0, |point| point.1, f64::max).max(1e-2).log10().ceil();
    let x = |n: f64| {
        let (n, first, last) = (quantity.scale(n), quantity.scale(first), quantity.scale(last));
        LEFT + (n - first) / (last - first).max(1.0) * (WIDTH - LEFT - RIGHT)
    };
    let y = |cost: f64| {
        HEIGHT - BOTTOM - (cost.max(1e-3).log10() - low) / (high - low).max(1.0) * (HEIGHT - TOP - BOTTOM)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{}</text>\n",
        quantity.title()
    );
    let mut power = low;
    while power <= high {
        let at = y(10f64.powf(power));
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0,
            10f64.powf(power)
        );
        power += 1.0;
    }
    let mut n = first;
    while n <= last {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>",
            x(n),
            HEIGHT - BOTTOM + 20.0
        );
        n = quantity.next(n);
    }
    let mut subjects: Vec<&str> = Vec::new();
    for line in series {
        if !subjects.contains(&line.subject.as_str()) {
            subjects.push(&line.subject);
        }
        let index = subjects.iter().position(|subject| *subject == line.subject).unwrap_or(0);
        let colour = COLOURS[index % COLOURS.len()];
        let dashes = if ["standard", "glass", "threads", "learned"].contains(&line.mode.as_str()) {
            ""
        } else {
            " stroke-dasharray=\"6 4\""
        };
        let path: Vec<String> =
            line.points.iter().map(|&(n, cost)| format!("{:.1},{:.1}", x(n), y(cost))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dashes}/>",
            path.join(" ")
        );
    }
    for (index, subject) in subjects.iter().enumerate() {
        let (at, colour) = (TOP + 10.0 + 20.0 * index as f64, COLOURS[index % COLOURS.len()]);
        let from = WIDTH - RIGHT + 20.0;
        let _ = writeln!(
            out,
            "<line x1=\"{from}\" y1=\"{at}\" x2=\"{}\" y2=\"{at}\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\">{subject}</text>",
            from + 26.0,
            from + 34.0,
            at + 4.0
        );
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_lines() {
        let record = serde_json::json!({ "runs": [
            { "subject": "bst", "n": 3, "mode": "standard", "arguments": [], "stats": { "seconds": 0.5, "states": 1000 } },
            { "subject": "bst", "n": 4, "mode": "standard", "arguments": [], "stats": { "seconds": 5, "states": 1000 } },
            { "subject": "bst", "n": 4, "mode": "delta", "arguments": [], "stats": { "seconds": 1, "states": 1000 } },
            { "subject": "bst", "n": 9, "mode": "delta", "arguments": ["--match", "shape"], "stats": { "seconds": 1, "states": 5 } },
            { "subject": "bst", "n": 5, "mode": "delta", "arguments": [], "stats": null },
        ] });
        let (quantity, series) = series(&record).unwrap();
        assert_eq!((quantity, series.len()), (Quantity::PerState, 2));
        assert_eq!(series[0].points, [(3.0, 500.0), (4.0, 5000.0)]);
        assert_eq!(series[1].points, [(4.0, 1000.0)]);
        let drawing = svg(quantity, &series);
        assert_eq!(drawing.matches("<polyline").count(), 2);
        assert_eq!(drawing.matches("stroke-dasharray").count(), 1);
    }

    #[test]
    fn checks_become_lines() {
        let run = |n: u32, seconds: f64| serde_json::json!({ "subject": "Stack", "n": n, "mode": "glass", "arguments": [], "stats": { "check_seconds": seconds } });
        let record = serde_json::json!({ "runs": [run(1, 0.5), run(1000, 2.0)] });
        let (quantity, series) = series(&record).unwrap();
        assert_eq!(quantity, Quantity::Check);
        assert_eq!(series[0].points, [(1.0, 500.0), (1000.0, 2000.0)]);
        let drawing = svg(quantity, &series);
        assert!(drawing.contains(">512</text>"), "{drawing}");
    }

    #[test]
    fn searches_become_lines() {
        let run = |subject: &str, n: u32, seconds: f64| serde_json::json!({ "subject": subject, "n": n, "mode": "threads", "arguments": [], "stats": { "search_seconds": seconds, "seconds": 9, "states": 3 } });
        let record = serde_json::json!({ "runs": [run("sharing", 2, 0.5), run("sharing", 3, 2.0), run("no reduction", 2, 1.0)] });
        let (quantity, series) = series(&record).unwrap();
        assert_eq!((quantity, series.len()), (Quantity::Search, 2));
        assert_eq!(series[0].points, [(2.0, 500.0), (3.0, 2000.0)]);
        let drawing = svg(quantity, &series);
        assert_eq!(
            (drawing.matches("<polyline").count(), drawing.matches("stroke-dasharray").count()),
            (2, 0)
        );
        assert!(drawing.contains(">no reduction</text>"), "{drawing}");
    }

    #[test]
    fn methods_become_lines() {
        let run = |mode: &str, n: u32, seconds: f64| serde_json::json!({ "subject": "Set.intersect", "n": n, "mode": mode, "arguments": [], "stats": { "method_seconds": seconds, "seconds": 9 } });
        let record = serde_json::json!({ "runs": [run("learned", 2, 0.5), run("learned", 3, 2.0), run("inlined", 2, 1.0)] });
        let (quantity, series) = series(&record).unwrap();
        assert_eq!((quantity, series.len()), (Quantity::Method, 2));
        let drawing = svg(quantity, &series);
        assert_eq!(
            (drawing.matches("<polyline").count(), drawing.matches("stroke-dasharray").count()),
            (2, 1)
        );
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert_eq!(series(&serde_json::json!({ "runs": 3 })), None);
    }
}
