//! What somebody who wrote a name that does not exist may have meant.

/// The candidate that the name is most alike, if any is alike enough.
pub fn nearest(name: &str, candidates: impl IntoIterator<Item = String>) -> Option<String> {
    let mut best: Option<(usize, String)> = None;
    for candidate in candidates {
        let distance = strsim::damerau_levenshtein(name, &candidate);
        if best.as_ref().is_none_or(|&(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    // One slip in every three letters is a slip; more is another name.
    best.filter(|&(distance, _)| distance <= (name.chars().count() / 3).max(1))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_suggested() {
        let nearest = |name| nearest(name, ["main", "insert", "take"].map(String::from));
        assert_eq!(nearest("mian").as_deref(), Some("main"));
        assert_eq!(nearest("insrt").as_deref(), Some("insert"));
        assert_eq!(nearest("refund"), None);
        assert_eq!(super::nearest("x", []), None);
    }
}
