//! Whatever program the parser lets through, the verifier accepts it or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(program) = ir::text::parse("fuzz.gbir", text) else { return };
    if let Err(diagnostics) = ir::verify::verify(&program) {
        assert!(!diagnostics.is_empty(), "a rejected program has a diagnostic");
    }
});
