//! Times and sizes as people write them on the command line.

use std::time::Duration;

/// A time: a number with `ms`, `s`, `m` or `h`; seconds without a unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let malformed = || "write it like 500ms, 60s, 10m or 2h".to_string();
    let number: f64 = number.parse().map_err(|_| malformed())?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; {}", malformed())),
    };
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) => Err("a budget of no time leaves nothing to do".to_string()),
        Err(_) => Err("that is longer than anybody can wait".to_string()),
    }
}

/// A size in bytes: a number with `K`, `M` or `G` (powers of 1024), also written `KB` or `KiB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let malformed = || "write it like 512M or 4G".to_string();
    let number: f64 = number.parse().map_err(|_| malformed())?;
    let factor: u64 = match unit.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(format!("`{unit}` is not a unit of memory; {}", malformed())),
    };
    let bytes = number * factor as f64;
    if !(1.0..=1e18).contains(&bytes) {
        return Err("a budget of memory is at least one byte and fits a computer".to_string());
    }
    Ok(bytes as u64)
}

/// A count of at least one.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let plain: String = text.chars().filter(|&character| character != '_' && character != ',').collect();
    match plain.parse() {
        Ok(0) => Err("a budget of nothing leaves nothing to do".to_string()),
        Ok(count) => Ok(count),
        Err(_) => Err("write a number like 1000000".to_string()),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number.trim(), unit.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(time("1ms"), Ok(Duration::from_millis(1)));
        assert_eq!(time("60"), Ok(Duration::from_secs(60)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "ms", "-1s", "0s", "1d", "1e400", "nan", "inf", "1 2s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("1.5k"), Ok(1536));
        assert_eq!(bytes("100"), Ok(100));
        for wrong in ["", "G", "-1G", "0", "4X", "1e30G", "nan"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("1_000"), Ok(1000));
        assert!(count("0").is_err());
        assert!(count("-1").is_err());
        assert!(count("many").is_err());
    }
}
