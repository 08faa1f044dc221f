//! Arguments for parameters whose types are type parameters: what the class says that they are, as the compiler would
//! have it.

use crate::support::{glassbox, text, written};

/// A class of which nothing goes wrong if it is given what its signatures say.
fn holds(name: &str, program: &str, calls: &[&str]) {
    let (_directory, path) = written(name, program);
    let output = glassbox(&["explore", &path, "--class", name, "--length", "2"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{program}\n{said}");
    for call in calls {
        assert!(said.contains(call), "`{call}` should be called: {said}");
    }
}

/// A class whose last call goes wrong whatever it is given: shows the arguments.
fn is_given(name: &str, program: &str, shown: &str) {
    let (_directory, path) = written(name, program);
    let output = glassbox(&["explore", &path, "--class", name, "--length", "2"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{program}\n{said}");
    assert!(said.contains(shown), "`{shown}` should be in: {said}");
    assert!(!said.contains("ClassCastException"), "{said}");
}

const BAG: &str = "class Bag<T> {
    protected T last;
    public void put(T value) { last = value; use(value); }
    protected void use(T value) { }
}
";

#[test]
fn inherited_parameters_are_what_the_superclass_was_given() {
    let program = |argument: &str, body: &str| {
        format!(
            "{BAG}public class Own extends Bag<{argument}> {{ protected void use({argument} value) {{ {body} }} }}"
        )
    };
    holds("Own", &program("String", "value.length();"), &[]);
    is_given("Own", &program("String", "assert value.length() > 5;"), "put(\"1\")");
    is_given("Own", &program("Long", "assert value.longValue() > 5;"), "put(1L)");
    is_given("Own", &program("Character", "assert value.charValue() == 0;"), "put('a')");
    is_given("Own", &program("Boolean", "assert !value.booleanValue();"), "put(true)");
    is_given("Own", &program("Object", "assert value == null;"), "put(1)");
    is_given("Own", &program("String[]", "assert value.length < 1;"), "put(new String[] {\"1\", \"2\"})");
}

#[test]
fn the_way_may_be_long_and_the_names_may_change() {
    let program = format!(
        "{BAG}class Pairs<A, B> extends Bag<B> {{ A first; public void both(A a, B b) {{ first = a; put(b); }} }}
class Swapped<T, U> extends Pairs<U, T> {{ }}
public class Own extends Swapped<String, Long> {{
    protected void use(String value) {{ assert value.length() < 2; }}
    public void both(Long a, String b) {{ super.both(a, b); assert a.longValue() < 2; }}
}}"
    );
    is_given("Own", &program, "both(2L, \"1\")");
}

#[test]
fn bounds_are_heeded() {
    is_given(
        "Own",
        "class Item { int n = 7; } public class Own<T extends Item> { public void put(T item) { assert item.n != 7; } }",
        "put(",
    );
    is_given(
        "Own",
        "class Item implements Comparable<Item> { public int compareTo(Item other) { return 0; } }
public class Own<T extends Object & Comparable<T>> { public void put(T a) { assert a.compareTo(a) != 0; } }",
        "put(1)",
    );
    is_given(
        "Own",
        "public class Own { public <N extends Number & Comparable<N>> void put(N a) { assert a.intValue() != 1; } }",
        "put(1)",
    );
    is_given(
        "Own",
        "class Item { } class Base<T extends Item> { public void put(T item) { assert item == null; } } public class Own<S extends Item> extends Base<S> { }",
        "put(",
    );
}

#[test]
fn nested_types_have_no_wrong_values() {
    // Nobody knows values of lists, so there is nothing to call but `size`.
    holds(
        "Own",
        "import java.util.*;
class Bag<T> { protected int n; public void put(T value) { use(value); } protected void use(T value) { } public int size() { return n; } }
public class Own extends Bag<List<String>> { protected void use(List<String> value) { n = value.size(); } }",
        &[],
    );
    is_given(
        "Own",
        "import java.util.*;
class Bag<T> { public void put(T value) { use(value); } protected void use(T value) { } }
public class Own extends Bag<ArrayList<String>> { protected void use(ArrayList<String> value) { assert !value.isEmpty(); } }",
        "new ArrayList()",
    );
}

#[test]
fn an_overridden_method_is_not_called() {
    // The superclass's own `put` would fail; the compiler's bridge leads to the other one.
    holds(
        "Own",
        "class Bag<T> { public void put(T value) { throw new IllegalStateException(); } }
public class Own extends Bag<String> { int n; public void put(String value) { n = value.length(); } }",
        &[],
    );
}

#[test]
fn linearizable_calls_are_typed_too() {
    let program = "class Bag<T> { T last; public synchronized void put(T value) { use(value); last = value; } void use(T value) { } public synchronized int has() { return last == null ? 0 : 1; } }
public class Own extends Bag<String> { void use(String value) { value.length(); } }";
    let (_directory, path) = written("Own", program);
    let output =
        glassbox(&["check", &path, "--class", "Own", "--property", "linearizable", "--operations", "1"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("put(\"1\")"), "{said}");
}
