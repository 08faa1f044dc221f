//! What was learned, for people.

/// The name of a function without its package and the types of its parameters: `Set.contains`.
pub(crate) fn short_name(name: &str) -> String {
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    let mut parts = name.rsplit(['.', '/']);
    let method = parts.next().unwrap_or(name);
    match parts.next() {
        Some(class) => {
            let class = class.rsplit('$').next().unwrap_or(class);
            format!("{class}.{method}")
        }
        None => method.to_string(),
    }
}
