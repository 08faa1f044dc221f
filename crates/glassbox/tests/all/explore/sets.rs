//! `--set`: objects whose elements have no order.

use super::{class_file, compiled, counts, glassbox, text, written};

/// The protocol's messages in flight are a bag. The numbers are those of a search on a JVM that sorts them.
#[test]
fn the_order_of_messages_does_not_count() {
    let classes = compiled(&["bench/subjects/Aodv.java".to_string()]);
    for (class, ordered, unordered) in [("Aodv", 2391, 2094), ("AodvKeepsSequence", 2744, 2418)] {
        let file = class_file(&classes, class);
        let mut arguments = vec![file.as_str(), "--length", "6", "--values", "0..2", "--invariant"];
        for domain in ["request.1=0,1", "deliver.1=0,1", "lose.1=0,1", "duplicate.1=0,1"] {
            arguments.extend(["--domain", domain]);
        }
        assert_eq!(counts(&arguments), (ordered, ordered * 23));
        arguments.extend(["--set", "Aodv.inFlight"]);
        assert_eq!(counts(&arguments), (unordered, unordered * 23));
        let said = text(&glassbox(&arguments).stdout);
        assert!(said.contains("the order of the elements of `Aodv.inFlight` does not matter"), "{said}");
    }
}

/// Lists of the JDK keep their elements in an array, with room behind them: what is counted is multisets.
#[test]
fn collections_of_the_jdk_can_be_sets() {
    let program = "
public class Bag {
    private final java.util.ArrayList<Integer> items = new java.util.ArrayList<>();
    public void add(int item) { items.add(item); }
}";
    let (_kept, file) = written("Bag", program);
    let ignored = "java.util.ArrayList.modCount";
    let arguments = [&file, "--length", "5", "--values", "1..3", "--ignore", ignored];
    assert_eq!(counts(&arguments).0, 1 + 3 + 9 + 27 + 81);
    let mut unordered = arguments.to_vec();
    unordered.extend(["--set", "Bag.items"]);
    assert_eq!(counts(&unordered).0, 1 + 3 + 6 + 10 + 15);
}

/// What is found in one order is shown for the order that the calls really make.
#[test]
fn violations_are_shown_with_real_sequences() {
    for (first, second) in [(1, 2), (2, 1)] {
        let program = format!(
            "
import java.util.Arrays;
public class Bag {{
    private int[] items = new int[0];
    private int taken;
    /** Only what is less than all items, so that they really are in descending order. */
    public void add(int item) {{
        for (int other : items) {{
            if (item >= other) {{
                return;
            }}
        }}
        if (taken != 0) {{
            return;
        }}
        items = Arrays.copyOf(items, items.length + 1);
        items[items.length - 1] = item;
    }}
    public void take(int index) {{
        if (index <= items.length) {{
            taken = items[index - 1];
            items[index - 1] = items[items.length - 1];
            items = Arrays.copyOf(items, items.length - 1);
        }}
    }}
    public boolean repOk() {{ return !(taken == {first} && items.length == 1 && items[0] == {second}); }}
}}"
        );
        let (_kept, file) = written("Bag", &program);
        let arguments =
            [&file, "--length", "4", "--values", "1..2", "--invariant", "--set", "Bag.items", "--all"];
        let output = glassbox(&arguments);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
        assert_eq!(said.matches("object.add(").count(), 2, "{said}");
        assert_eq!(said.matches("object.take(").count(), 1, "{said}");
    }
}

/// The items are always in descending order, and sets are written in ascending order.
#[test]
fn an_order_that_matters_is_told() {
    let program = "
public class Falling {
    private final int[] items = new int[3];
    private int count;
    public void add(int item) {
        if (count < items.length && (count == 0 || item < items[count - 1])) {
            items[count++] = item;
        }
    }
    public void look() {
        if (count == 2 && items[0] < items[1]) {
            throw new IllegalStateException();
        }
    }
}";
    let (_kept, file) = written("Falling", program);
    let arguments = [file.as_str(), "--length", "4", "--values", "1..3"];
    assert_eq!(glassbox(&arguments).status.code(), Some(0));
    let mut wrong = arguments.to_vec();
    wrong.extend(["--set", "Falling.items"]);
    let output = glassbox(&wrong);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}{}", text(&output.stdout));
    assert!(said.contains("the order of the sets does matter"), "{said}");
}

#[test]
fn fields_that_are_no_sets_are_rejected() {
    let program = "public class Plain { private int size; public void step() { size++; } }";
    let (_kept, file) = written("Plain", program);
    for (field, expected) in [
        ("Plain.items", "has no field `items`"),
        ("size", "no field with its class"),
        ("Plain.size", "the field `Plain.size` is no set"),
        ("Missing.items", "Missing"),
    ] {
        let output = glassbox(&[&file, "--set", field]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{field}: {said}");
        assert!(said.contains(expected), "{field}: {said}");
    }
}
