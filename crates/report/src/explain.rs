//! What a diagnostic code means: the pages of `docs/codes/`.

use ir::Code;

/// The page of a code, in Markdown.
///
/// ```
/// assert!(report::explain::page(ir::Code::MissingFile).starts_with("# GB0001: "));
/// ```
pub fn page(code: Code) -> &'static str {
    // There is no other way to add a code than to add its page.
    match code {
        Code::MissingFile => include_str!("../../../docs/codes/GB0001.md"),
        Code::IsDirectory => include_str!("../../../docs/codes/GB0002.md"),
        Code::Unreadable => include_str!("../../../docs/codes/GB0003.md"),
        Code::EmptyFile => include_str!("../../../docs/codes/GB0004.md"),
        Code::NotText => include_str!("../../../docs/codes/GB0005.md"),
        Code::UnknownInput => include_str!("../../../docs/codes/GB0006.md"),
        Code::Usage => include_str!("../../../docs/codes/GB0007.md"),
        Code::Contradiction => include_str!("../../../docs/codes/GB0008.md"),
        Code::CannotWrite => include_str!("../../../docs/codes/GB0009.md"),
        Code::NoEntry => include_str!("../../../docs/codes/GB0010.md"),
        Code::EntryArguments => include_str!("../../../docs/codes/GB0011.md"),
        Code::BadTrace => include_str!("../../../docs/codes/GB0012.md"),
        Code::TraceMismatch => include_str!("../../../docs/codes/GB0013.md"),
        Code::NothingToReplay => include_str!("../../../docs/codes/GB0014.md"),
        Code::UnknownCode => include_str!("../../../docs/codes/GB0015.md"),
        Code::NoJdk => include_str!("../../../docs/codes/GB0020.md"),
        Code::BadJar => include_str!("../../../docs/codes/GB0021.md"),
        Code::MissingClass => include_str!("../../../docs/codes/GB0022.md"),
        Code::NoCompiler => include_str!("../../../docs/codes/GB0023.md"),
        Code::CompilerRejects => include_str!("../../../docs/codes/GB0024.md"),
        Code::BadClassFile => include_str!("../../../docs/codes/GB0025.md"),
        Code::TooNew => include_str!("../../../docs/codes/GB0026.md"),
        Code::WhichClass => include_str!("../../../docs/codes/GB0027.md"),
        Code::ArchiveBomb => include_str!("../../../docs/codes/GB0028.md"),
        Code::BadSpec => include_str!("../../../docs/codes/GB0029.md"),
        Code::BadFormula => include_str!("../../../docs/codes/GB0030.md"),
        Code::BadBounds => include_str!("../../../docs/codes/GB0031.md"),
        Code::NoField => include_str!("../../../docs/codes/GB0040.md"),
        Code::BadAbstraction => include_str!("../../../docs/codes/GB0041.md"),
        Code::Syntax => include_str!("../../../docs/codes/GB0100.md"),
        Code::UnknownName => include_str!("../../../docs/codes/GB0101.md"),
        Code::DuplicateName => include_str!("../../../docs/codes/GB0102.md"),
        Code::NumberRange => include_str!("../../../docs/codes/GB0103.md"),
        Code::Hierarchy => include_str!("../../../docs/codes/GB0104.md"),
        Code::MethodSignature => include_str!("../../../docs/codes/GB0105.md"),
        Code::TrapSignature => include_str!("../../../docs/codes/GB0106.md"),
        Code::TypeMismatch => include_str!("../../../docs/codes/GB0107.md"),
        Code::BadOperation => include_str!("../../../docs/codes/GB0108.md"),
        Code::Unassigned => include_str!("../../../docs/codes/GB0109.md"),
        Code::ArgumentCount => include_str!("../../../docs/codes/GB0110.md"),
        Code::Parameters => include_str!("../../../docs/codes/GB0111.md"),
        Code::DanglingId => include_str!("../../../docs/codes/GB0112.md"),
        Code::SwitchCases => include_str!("../../../docs/codes/GB0113.md"),
        Code::NoBlocks => include_str!("../../../docs/codes/GB0114.md"),
        Code::FieldOwner => include_str!("../../../docs/codes/GB0115.md"),
        Code::TooLarge => include_str!("../../../docs/codes/GB0116.md"),
    }
}
