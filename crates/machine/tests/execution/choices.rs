//! What the machine promises to somebody who answers its choices.

use ir::Type;
use machine::{Bug, Choice, Concrete, Image, Limits, Lowering, Machine, Stop};

fn with_machine(text: &str, lowering: Lowering, test: impl FnOnce(&mut Machine<'_, '_, Concrete>)) {
    let program = ir::text::parse("choices.gbir", text).unwrap();
    ir::verify::verify(&program).unwrap();
    let image = Image::new(&program, lowering);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    machine.start(program.function_named("main").unwrap(), &[]).unwrap();
    test(&mut machine);
}

/// `first` different constants, then a choice between two more.
fn many_constants(first: usize) -> String {
    let sums: String = (0..first).map(|index| format!("  x = add x, {}\n", 1000 + index)).collect();
    format!(
        "fn @main(): i32 {{\n  local x: i32\n  local y: i32\nb0:\n  x = 0\n{sums}  y = choose -7, 77\n  \
         x = add x, y\n  return x\n}}\n"
    )
}

/// Functions with more constants than registers for them load the others before the choice; the
/// choice is asked and answered at the statement's first operation all the same.
#[test]
fn bounds_without_registers_are_asked_and_answered_once() {
    for constants in [0, 29, 30, 31, 32, 33, 100] {
        let text = many_constants(constants);
        let sum: u64 = (0..constants as u64).map(|index| 1000 + index).sum();
        for lowering in [Lowering::Fused, Lowering::Stepwise] {
            with_machine(&text, lowering, |machine| {
                let choice = Choice { ty: Type::I32, low: -7, high: 77, sample: None };
                assert_eq!(machine.run(&mut 10_000), Stop::Choice(choice));
                let place: Vec<_> = machine.calls().collect();
                machine.mark();
                for value in [-7, 77, 5] {
                    // Asking again changes nothing.
                    assert_eq!(machine.run(&mut 10), Stop::Choice(choice));
                    assert_eq!(machine.calls().collect::<Vec<_>>(), place);
                    machine.choose(choice.word(value));
                    let expected = (sum as i128 + value) as u64;
                    assert_eq!(machine.run(&mut 10), Stop::Returned(Some(expected)));
                    assert!(machine.undo());
                }
            });
        }
    }
}

#[test]
fn a_machine_that_stopped_for_lack_of_fuel_goes_on() {
    with_machine(&many_constants(40), Lowering::Fused, |machine| {
        let mut operations = 0;
        loop {
            let mut fuel = 1;
            match machine.run(&mut fuel) {
                Stop::Paused => operations += 1,
                stop => {
                    assert!(matches!(stop, Stop::Choice(_)), "{stop:?}");
                    break;
                }
            }
            assert_eq!(fuel, 0);
        }
        // A copy, 40 additions, and what has no register.
        assert!((41..=60).contains(&operations), "{operations} operations");
        assert_eq!(machine.run(&mut 0), Stop::Paused, "without fuel nothing happens");
    });
}

#[test]
fn a_stop_names_the_place() {
    let text = "fn @check(ok: bool) {\nb0:\n  assert ok, \"it is ok\"\n  return\n}\n\n\
                fn @main() {\nb0:\n  call @check(true)\n  call @check(false)\n  return\n}\n";
    for lowering in [Lowering::Fused, Lowering::Stepwise] {
        with_machine(text, lowering, |machine| {
            assert_eq!(machine.run(&mut 100), Stop::Violation(Bug::Assertion));
            let places: Vec<String> = machine
                .locations()
                .iter()
                .map(|location| format!("{} in {}", location, location.function))
                .collect();
            assert_eq!(places, ["choices.gbir:3 in check", "choices.gbir:10 in main"]);
            let violation = machine::replay::violation(machine, Bug::Assertion);
            assert_eq!(violation.message, "assertion failed: it is ok");
            assert_eq!(violation.location.line, 3);
        });
    }
}

#[test]
#[should_panic(expected = "every parameter gets an argument")]
fn arguments_must_be_there() {
    let program = ir::text::parse("p.gbir", "fn @main(x: i32): i32 {\nb0:\n  return x\n}\n").unwrap();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    let _ = machine.start(program.function_named("main").unwrap(), &[]);
}
