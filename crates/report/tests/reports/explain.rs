//! The pages behind codes: their form, and that their programs do what the pages say.

use ir::Code;

const SECTIONS: [&str; 3] = ["## What it means", "## Example", "## How to mend it"];

/// The text between a heading and the next.
fn section(page: &'static str, heading: &str) -> &'static str {
    let (_, after) = page.split_once(&format!("\n{heading}\n")).expect("the section is there");
    after.split("\n## ").next().expect("a split has a first part").trim()
}

/// The programs in a text.
fn programs(text: &'static str) -> Vec<&'static str> {
    let fences = text.split("```gbir\n").skip(1);
    fences.map(|rest| rest.split("```").next().expect("a split has a first part")).collect()
}

#[test]
fn every_code_has_a_page_with_title_and_sections() {
    for &code in Code::ALL {
        let page = report::explain::page(code);
        let title = format!("# {code}: {}", code.title());
        assert_eq!(page.lines().next(), Some(title.as_str()));
        let headings: Vec<&str> = page.lines().filter(|line| line.starts_with('#')).skip(1).collect();
        assert_eq!(headings, SECTIONS, "{code}");
        for heading in SECTIONS {
            assert!(section(page, heading).len() > 20, "{code} says nothing under {heading}");
        }
        assert!(section(page, "## Example").contains("```"), "{code} has no example");
        assert!(page.ends_with('\n') && !page.ends_with("\n\n"), "{code}");
        assert_eq!(page.matches("```").count() % 2, 0, "{code} leaves a fence open");
    }
}

#[test]
fn every_page_in_the_directory_is_of_a_code() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/codes");
    for entry in std::fs::read_dir(directory).expect("the directory exists") {
        let name = entry.expect("the entry can be read").file_name();
        let name = name.to_str().expect("names are text");
        if let Some(code) = name.strip_suffix(".md").filter(|name| name.starts_with("GB")) {
            assert!(Code::parse(code).is_some(), "{name} is the page of no code");
        }
    }
}

/// The codes that a program is rejected with.
fn rejected(code: Code, text: &str) -> Vec<Code> {
    let errors = match ir::text::parse(&format!("{code}.gbir"), text) {
        Ok(program) => ir::verify::verify(&program).err().unwrap_or_default(),
        Err(errors) => errors,
    };
    errors.iter().map(|error| error.code).collect()
}

#[test]
fn the_programs_of_the_pages_do_what_the_pages_say() {
    let mut wrong = 0;
    for &code in Code::ALL {
        let page = report::explain::page(code);
        for program in programs(section(page, "## Example")) {
            let codes = rejected(code, program);
            if code >= Code::Syntax {
                assert!(
                    !codes.is_empty() && codes.iter().all(|&found| found == code),
                    "{code}: {codes:?}\n{program}"
                );
                wrong += 1;
            } else {
                assert_eq!(codes, [], "{code}: the program itself is in order\n{program}");
            }
        }
        for program in programs(section(page, "## How to mend it")) {
            assert_eq!(rejected(code, program), [], "{code}: the mended program\n{program}");
        }
    }
    assert!(wrong >= 12, "only {wrong} examples were tried");
}
