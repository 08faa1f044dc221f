//! Whatever program the parser lets through, the verifier accepts it or says why not; what it accepts
//! the machine runs without a panic, and stops with a typed reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};

/// Enough for every construct, and little enough for many runs.
const LIMITS: Limits = Limits { frames: 100, registers: 1 << 16, heap: 1 << 20 };

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(program) = ir::text::parse("fuzz.gbir", text) else { return };
    if let Err(diagnostics) = ir::verify::verify(&program) {
        assert!(!diagnostics.is_empty(), "a rejected program has a diagnostic");
        return;
    }
    let Some(main) = program.function_named("main") else { return };
    if !program.functions[main].parameters.is_empty() {
        return;
    }
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, LIMITS);
    if machine.start(main, &[]).is_err() {
        return;
    }
    let mut fuel = 20_000;
    while let Stop::Choice(choice) = machine.run(&mut fuel) {
        machine.choose(choice.word(choice.low));
    }
});
