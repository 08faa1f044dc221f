//! `glassbox generate`.

use glassbox::{Drawing, Generation, Incomplete, Picture, Pictures, Structures, Taker};

use super::{context, guarded_line};
use crate::Exit;
use crate::cli::{GenerateArguments, StructureFormat};
use crate::guard;
use crate::output::Output;
use crate::terminal::{Terminal, fault};

/// How much is kept before it is written.
const BUFFER: usize = 1 << 16;

/// What was drawn but not written yet, and where it goes.
struct Sink {
    output: Output,
    drawing: Drawing,
    buffer: String,
    index: u64,
}

impl Sink {
    fn flush(&mut self) -> Result<bool, ir::Diagnostic> {
        let read = self.output.write_part(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(read)
    }
}

impl Taker for Sink {
    fn begin(&mut self, pictures: &Pictures<'_>) {
        self.buffer.push_str(&self.drawing.begin(pictures));
    }

    fn take(&mut self, pictures: &Pictures<'_>, picture: &Picture<'_>) -> Result<bool, ir::Diagnostic> {
        self.buffer.push_str(&self.drawing.structure(pictures, picture, self.index));
        self.index += 1;
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(true) }
    }

    fn end(&mut self, pictures: &Pictures<'_>) {
        self.buffer.push_str(&self.drawing.end(pictures, self.index));
    }
}

pub(crate) fn run(arguments: &GenerateArguments) -> Exit {
    let terminal = Terminal::standard(arguments.color);
    let mut context = context(arguments.quiet);
    guarded_line(arguments.budget.budget(), arguments.color);
    let output = match Output::open(arguments.output.as_deref(), &[&arguments.file]) {
        Ok(output) => output,
        Err(diagnostic) => {
            terminal.reject(&diagnostic.into());
            return Exit::Rejected;
        }
    };
    let drawing = match arguments.format {
        StructureFormat::Text => Drawing::Text,
        StructureFormat::Json => Drawing::Json,
        StructureFormat::Dot => Drawing::Dot,
        StructureFormat::Java => Drawing::Java,
    };
    let mut sink = Sink { output, drawing, buffer: String::new(), index: 0 };
    let started = std::time::Instant::now();
    let result =
        glassbox::load(&arguments.file, &arguments.java.options()).map_err(Into::into).and_then(|input| {
            let wanted = generation(arguments)?;
            let taker: Option<&mut dyn Taker> = if arguments.count { None } else { Some(&mut sink) };
            glassbox::generate(&input, &wanted, &mut context, taker)
        });
    // The progress line is gone before anything else is shown.
    drop(context);
    guard::finish();
    let produced = match result {
        Ok(produced) => produced,
        Err(failure) => return fault(&failure, terminal),
    };
    if arguments.count {
        sink.buffer = format!("{}\n", produced.structures);
    }
    let standard = sink.output.is_standard();
    if let Err(diagnostic) = sink.flush().and_then(|_| sink.output.finish()) {
        terminal.reject(&diagnostic.into());
        return Exit::Rejected;
    }
    if arguments.verbose {
        let seconds = started.elapsed().as_secs_f64();
        if let Some(method) = &produced.bounds {
            terminal.error(&format!("bounds that no option says are those of `{method}`\n"));
        }
        terminal.error(&format!(
            "{} structures, {} candidates, {} operations, {seconds:.2} s\n",
            produced.structures, produced.candidates, produced.steps
        ));
    } else if !standard && !arguments.quiet {
        terminal.error(&format!("{} structures\n", produced.structures));
    }
    match produced.incomplete {
        None => Exit::Holds,
        Some(Incomplete::Stopped(why)) => {
            terminal.error(&format!(
                "incomplete: {why}; there may be more structures than {}\n",
                produced.structures
            ));
            Exit::Unknown
        }
        Some(Incomplete::Unsupported(construct)) => {
            terminal.error(&format!("incomplete: not supported: {construct}\n"));
            Exit::Unknown
        }
        Some(Incomplete::Refused(None)) => Exit::Holds,
        Some(Incomplete::Refused(Some(diagnostic))) => {
            terminal.reject(&diagnostic.into());
            Exit::Rejected
        }
    }
}

fn generation(arguments: &GenerateArguments) -> Result<Generation, ir::Diagnostic> {
    let sizes = arguments.size.as_deref().map(glassbox::parse_sizes).transpose()?;
    let lengths = arguments.degree.as_deref().map(glassbox::parse_sizes).transpose()?;
    Ok(Generation {
        structures: Structures {
            factory: arguments.factory.clone(),
            height: arguments.height,
            objects: arguments.objects.clone(),
            lengths: arguments.length.clone(),
            domains: arguments.domain.clone(),
            ..Structures::default()
        },
        sizes,
        lengths,
        budget: arguments.budget.budget(),
    })
}
