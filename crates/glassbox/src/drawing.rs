//! Structures as text, JSON, graphs, and Java code that builds them. Each format has a beginning, a part for each
//! structure, and an end, so that nobody has to keep more than one structure in memory.

use std::fmt::Write as _;

use crate::picture::{Picture, Pictures, Sort, Thing, Value};

/// How structures are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// A line for each object.
    Text,
    /// An array with one object for each structure.
    Json,
    /// A graph for each structure, for Graphviz.
    Dot,
    /// A class whose methods build the structures.
    Java,
}

/// How many structures one class of the Java code builds: a class has room for some ten thousand constants.
const PART: u64 = 100;

impl Drawing {
    /// What comes before the first structure.
    pub fn begin(self, pictures: &Pictures<'_>) -> String {
        match self {
            Drawing::Text | Drawing::Dot => String::new(),
            Drawing::Json => "[".to_string(),
            Drawing::Java => java_begin(pictures),
        }
    }

    /// A structure; `index` others came before.
    pub fn structure(self, pictures: &Pictures<'_>, picture: &Picture<'_>, index: u64) -> String {
        match self {
            Drawing::Text => text(picture, index),
            Drawing::Json => format!("{}{}", if index == 0 { "\n  " } else { ",\n  " }, json(picture)),
            Drawing::Dot => dot(picture, index),
            Drawing::Java => java(pictures, picture, index),
        }
    }

    /// What comes behind the last of so many structures.
    pub fn end(self, pictures: &Pictures<'_>, structures: u64) -> String {
        match self {
            Drawing::Text | Drawing::Dot => String::new(),
            Drawing::Json if structures == 0 => "]\n".to_string(),
            Drawing::Json => "\n]\n".to_string(),
            Drawing::Java => java_end(pictures, structures),
        }
    }
}

/// The last part of a class's name.
fn short(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

fn shown(picture: &Picture<'_>, value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Object(object) => picture.things[*object].name.clone(),
        Value::Truth(truth) => truth.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Number(number) => number.clone(),
    }
}

fn text(picture: &Picture<'_>, index: u64) -> String {
    let mut text = format!("structure {}\n", index + 1);
    for thing in &picture.things {
        let fields: Vec<String> = match thing.sort {
            Sort::Class(_) => {
                thing.fields.iter().map(|(name, value)| format!("{name}={}", shown(picture, value))).collect()
            }
            Sort::Array(_) => thing.fields.iter().map(|(_, value)| shown(picture, value)).collect(),
        };
        let _ = match thing.sort {
            Sort::Class(class) => {
                writeln!(text, "  {}: {} {{{}}}", thing.name, short(class), fields.join(", "))
            }
            Sort::Array(ty) => writeln!(text, "  {}: {}[] [{}]", thing.name, short(ty), fields.join(", ")),
        };
    }
    text
}

/// A structure as statements, as if all fields could be written and all constructors had no parameters. Zeros are
/// left out, but for the first object, whose constructor may set other values.
pub(crate) fn statements(pictures: &Pictures<'_>, picture: &Picture<'_>) -> Vec<String> {
    let mut statements = Vec::new();
    for (place, thing) in picture.things.iter().enumerate() {
        let name = local(thing);
        statements.push(match thing.sort {
            Sort::Class(class) if place == 0 => format!("{} {name} = {};", short(class), pictures.making()),
            Sort::Class(class) => match boxed(class, thing) {
                Some(made) => format!("{} {name} = {made};", short(class)),
                None => format!("{} {name} = new {}();", short(class), short(class)),
            },
            Sort::Array(ty) => format!("{ty}[] {name} = new {ty}[{}];", thing.fields.len()),
        });
    }
    for (place, thing) in picture.things.iter().enumerate() {
        for (field, value) in &thing.fields {
            let value = match value {
                Value::Object(object) => local(&picture.things[*object]),
                Value::Null | Value::Integer(0) | Value::Truth(false) if place > 0 => continue,
                Value::Null | Value::Integer(_) | Value::Truth(_) | Value::Number(_) => shown(picture, value),
            };
            statements.push(match thing.sort {
                Sort::Class(class) if boxed(class, thing).is_some() => continue,
                Sort::Class(_) => format!("{}.{field} = {value};", local(thing)),
                Sort::Array(_) => format!("{}[{field}] = {value};", local(thing)),
            });
        }
    }
    statements
}

fn json(picture: &Picture<'_>) -> String {
    let value = |value: &Value| match value {
        Value::Null => serde_json::Value::Null,
        Value::Object(object) => serde_json::json!({ "object": picture.things[*object].name }),
        Value::Truth(truth) => (*truth).into(),
        Value::Integer(integer) => (*integer).into(),
        Value::Number(number) => {
            let parsed: Option<serde_json::Number> =
                number.parse::<f64>().ok().and_then(serde_json::Number::from_f64);
            parsed.map_or_else(|| number.clone().into(), Into::into)
        }
    };
    let objects = picture.things.iter().map(|thing| match thing.sort {
        Sort::Class(class) => {
            let fields: serde_json::Map<String, serde_json::Value> =
                thing.fields.iter().map(|(name, field)| ((*name).to_string(), value(field))).collect();
            serde_json::json!({ "name": thing.name, "class": class, "fields": fields })
        }
        Sort::Array(ty) => {
            let elements: Vec<serde_json::Value> =
                thing.fields.iter().map(|(_, field)| value(field)).collect();
            serde_json::json!({ "name": thing.name, "array_of": ty, "elements": elements })
        }
    });
    serde_json::json!({ "objects": objects.collect::<Vec<_>>() }).to_string()
}

fn dot(picture: &Picture<'_>, index: u64) -> String {
    let mut graph = format!("digraph structure{} {{\n  node [shape=box];\n", index + 1);
    for thing in &picture.things {
        let title = match thing.sort {
            Sort::Class(class) => short(class).to_string(),
            Sort::Array(ty) => format!("{}[]", short(ty)),
        };
        let mut label = format!("{}: {title}", thing.name);
        for (name, value) in &thing.fields {
            if !matches!(value, Value::Object(_)) {
                let _ = write!(label, "\\n{name} = {}", shown(picture, value));
            }
        }
        let _ = writeln!(graph, "  {} [label=\"{label}\"];", thing.name);
        for (name, value) in &thing.fields {
            if let Value::Object(object) = value {
                let target = &picture.things[*object].name;
                let _ = writeln!(graph, "  {} -> {target} [label=\"{name}\"];", thing.name);
            }
        }
    }
    graph.push_str("}\n");
    graph
}

/// The package of a class, if it is in one, and its name as Java code writes it.
fn java_name(class: &str) -> (Option<&str>, String) {
    match class.rsplit_once('.') {
        Some((package, name)) => (Some(package), name.replace('$', ".")),
        None => (None, class.replace('$', ".")),
    }
}

/// The name of the class that builds structures.
fn builder_name(pictures: &Pictures<'_>) -> String {
    format!("{}Structures", java_name(&pictures.class).1.replace('.', ""))
}

fn java_begin(pictures: &Pictures<'_>) -> String {
    let (package, class) = java_name(&pictures.class);
    let builder = builder_name(pictures);
    let package = package.map_or_else(String::new, |package| format!("package {package};\n\n"));
    let making = pictures.making();
    format!(
        r#"{package}import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.function.Consumer;

/** Structures of {class} that satisfy its invariant, made by glassbox. Fields are set whatever their access. */
public final class {builder} {{
    private {builder}() {{}}

    /** The object that the structures are made from. */
    static {class} first() {{
        return {making};
    }}

    /** An object of a class, without the help of its constructors. */
    static Object object(String name) {{
        try {{
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return type.getMethod("allocateInstance", Class.class).invoke(field.get(null), Class.forName(name));
        }} catch (ReflectiveOperationException e) {{
            throw new IllegalStateException(e);
        }}
    }}

    /** An array with elements of a type. */
    static Object array(String element, int length) {{
        try {{
            Class<?> type = switch (element) {{
                case "boolean" -> boolean.class;
                case "byte" -> byte.class;
                case "char" -> char.class;
                case "short" -> short.class;
                case "int" -> int.class;
                case "long" -> long.class;
                case "float" -> float.class;
                case "double" -> double.class;
                default -> Class.forName(element);
            }};
            return Array.newInstance(type, length);
        }} catch (ReflectiveOperationException e) {{
            throw new IllegalStateException(e);
        }}
    }}

    /** Gives a field or an element its value; numbers are converted to its type. */
    static void set(Object object, String name, Object value) {{
        try {{
            if (object.getClass().isArray()) {{
                Class<?> type = object.getClass().getComponentType();
                Array.set(object, Integer.parseInt(name), convert(type, value));
                return;
            }}
            for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {{
                for (Field field : c.getDeclaredFields()) {{
                    if (field.getName().equals(name)) {{
                        field.setAccessible(true);
                        field.set(object, convert(field.getType(), value));
                        return;
                    }}
                }}
            }}
            throw new IllegalStateException("no field " + name);
        }} catch (ReflectiveOperationException e) {{
            throw new IllegalStateException(e);
        }}
    }}

    private static Object convert(Class<?> type, Object value) {{
        if (!(value instanceof Number number) || !type.isPrimitive()) {{
            return value;
        }}
        return switch (type.getName()) {{
            case "byte" -> number.byteValue();
            case "short" -> number.shortValue();
            case "char" -> (char) number.intValue();
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            default -> number.doubleValue();
        }};
    }}
"#
    )
}

fn java(pictures: &Pictures<'_>, picture: &Picture<'_>, index: u64) -> String {
    let (_, class) = java_name(&pictures.class);
    let mut code = String::new();
    if index.is_multiple_of(PART) {
        if index > 0 {
            java_close_part(&mut code, index - PART, PART);
        }
        let _ = writeln!(code, "\n    private static final class Part{} {{", index / PART);
    }
    let _ = writeln!(code, "        static {class} structure{}() {{", index + 1);
    for (place, thing) in picture.things.iter().enumerate() {
        let name = local(thing);
        let _ = match thing.sort {
            Sort::Class(_) if place == 0 => writeln!(code, "            {class} {name} = first();"),
            Sort::Class("java.lang.Object") => writeln!(code, "            Object {name} = new Object();"),
            Sort::Class(class) => match boxed(class, thing) {
                Some(made) => writeln!(code, "            Object {name} = {made};"),
                None => writeln!(code, "            Object {name} = object(\"{class}\");"),
            },
            Sort::Array(ty) => {
                writeln!(code, "            Object {name} = array(\"{ty}\", {});", thing.fields.len())
            }
        };
    }
    for thing in &picture.things {
        let is_made = match thing.sort {
            Sort::Class(class) => boxed(class, thing).is_some(),
            Sort::Array(_) => false,
        };
        for (field, value) in thing.fields.iter().filter(|_| !is_made) {
            let value = match value {
                Value::Null => "null".to_string(),
                Value::Object(object) => local(&picture.things[*object]),
                Value::Truth(truth) => truth.to_string(),
                Value::Integer(integer) => format!("{integer}L"),
                Value::Number(number) => format!("{number}d"),
            };
            let _ = writeln!(code, "            set({}, \"{field}\", {value});", local(thing));
        }
    }
    let _ = writeln!(code, "            return {};\n        }}\n", local(&picture.things[0]));
    code
}

/// A local variable of the Java code: no name of an object is a word of the language when it is in lower case and has
/// a number behind it.
fn local(thing: &Thing<'_>) -> String {
    thing.name.to_lowercase()
}

/// How an object that stands for a number is made.
fn boxed(class: &str, thing: &Thing<'_>) -> Option<String> {
    let [(_, value)] = &thing.fields[..] else { return None };
    let name = class.strip_prefix("java.lang.")?;
    let value = match value {
        Value::Integer(integer) => integer.to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::Number(number) => number.clone(),
        Value::Null | Value::Object(_) => return None,
    };
    match name {
        "Integer" | "Long" | "Short" | "Byte" | "Boolean" | "Float" | "Double" => {
            Some(format!("{name}.valueOf(\"{value}\")"))
        }
        "Character" => Some(format!("Character.valueOf((char) {value})")),
        _ => None,
    }
}

fn java_close_part(code: &mut String, first: u64, count: u64) {
    code.push_str("        static void each(Consumer<Object> action) {\n");
    for index in first..first + count {
        let _ = writeln!(code, "            action.accept(structure{}());", index + 1);
    }
    code.push_str("        }\n    }\n");
}

fn java_end(pictures: &Pictures<'_>, structures: u64) -> String {
    let (_, class) = java_name(&pictures.class);
    let parts = structures.div_ceil(PART);
    let mut code = String::new();
    if parts > 0 {
        let first = (parts - 1) * PART;
        java_close_part(&mut code, first, structures - first);
    }
    let _ = write!(
        code,
        "\n    /** How many structures there are. */\n    public static final long COUNT = {structures}L;\n\n    \
         /** Hands every structure over, each a new object. */\n    \
         public static void each(Consumer<? super {class}> action) {{\n"
    );
    for part in 0..parts {
        let _ = writeln!(code, "        Part{part}.each(object -> action.accept(({class}) object));");
    }
    code.push_str("    }\n}\n");
    code
}
