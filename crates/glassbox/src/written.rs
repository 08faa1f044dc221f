//! Options as users write them, and as reports keep them for a replay.

/// A method or class, a parameter or field, and its values.
pub(crate) type DomainText = (String, String, String);

/// Names of methods that are separated by commas; those between the types of parameters separate nothing, as in
/// `size,put(int,int)`.
pub fn parse_names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0usize;
    for char in text.chars() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match names.last_mut() {
            Some(name) if char != ',' || depth > 0 => name.push(char),
            Some(_) | None => names.push(String::new()),
        }
    }
    names.iter().map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect()
}

/// The parts of `method.parameter=values`.
pub fn parse_domain(text: &str) -> Option<(String, String, String)> {
    let (place, values) = text.split_once('=')?;
    let (method, parameter) = place.rsplit_once('.')?;
    let parts = (method.to_string(), parameter.to_string(), values.to_string());
    (!method.is_empty() && !parameter.is_empty() && !values.is_empty()).then_some(parts)
}

/// Domains for a report, if there are any.
pub(crate) fn domains(domains: &[DomainText]) -> Option<String> {
    let texts: Vec<String> =
        domains.iter().map(|(owner, name, values)| format!("{owner}.{name}={values}")).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// The domains of a report; nothing if they cannot be read.
pub(crate) fn read_domains(text: Option<&str>) -> Option<Vec<DomainText>> {
    text.map_or(Some(Vec::new()), |text| text.split(' ').map(parse_domain).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_between_types_separate_nothing() {
        assert_eq!(parse_names("size, put(int,int) ,get(int)"), ["size", "put(int,int)", "get(int)"]);
        assert_eq!(parse_names("put(int"), ["put(int"]);
        assert_eq!(parse_names(" ,a)b,"), ["a)b"]);
        assert!(parse_names("").is_empty());
    }

    #[test]
    fn domains_are_read_as_they_are_written() {
        let some = vec![parse_domain("put.2=0,1").unwrap(), parse_domain("a.B.c=x").unwrap()];
        assert_eq!(read_domains(domains(&some).as_deref()), Some(some));
        assert_eq!(read_domains(domains(&[]).as_deref()), Some(Vec::new()));
        assert_eq!(read_domains(Some("put=1")), None);
    }
}
