//! Expected outputs are files in `tests/expected`; `BLESS=1` writes them anew.

use std::path::Path;

/// Compares with the file, or writes it if that is asked for.
#[track_caller]
pub(crate) fn expect(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, actual).expect("the file can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; run the tests with BLESS=1 if the new output is better.\n\
         --- expected\n{expected}--- actual\n{actual}"
    );
}
