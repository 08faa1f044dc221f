//! Whatever bytes come in, the parser of the text format gives a program or diagnostics. If it gives
//! a program, printing it and parsing that gives the same text again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let program = match ir::text::parse("fuzz.gbir", text) {
        Ok(program) => program,
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "a rejected text has a diagnostic");
            return;
        }
    };
    let printed = ir::text::print(&program);
    let again = match ir::text::parse("fuzz.gbir", &printed) {
        Ok(program) => program,
        Err(diagnostics) => panic!("a printed program parses, but {diagnostics:?}:\n{printed}"),
    };
    assert_eq!(ir::text::print(&again), printed, "printing a parsed print gives the same text");
});
