//! Whatever bytes a class file has, loading it and translating its methods ends in a program that the
//! verifier accepts, or in a reason.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(name) = java::class_path::class_name(std::path::Path::new("Fuzzed.class"), bytes) else { return };
    let mut class_path = java::ClassPath::new();
    class_path.add_class(&name, bytes.to_vec());
    let library = Arc::new(java::Library::new(class_path));
    let program = library.program("fuzz");
    let Some(class) = library.world(&program).load(&name) else { return };
    for method in &class.methods {
        if program.body(method.function).is_some() {
            if let Err(diagnostics) = ir::verify::verify_function(&program, method.function) {
                panic!("a translated method is not verified: {:?}", diagnostics[0]);
            }
        }
    }
});
