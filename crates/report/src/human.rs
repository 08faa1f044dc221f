//! Numbers as people read them.

use std::time::Duration;

use check::Stat;

/// A count with its thousands apart: `1,234,567`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things: `1 state`, `2 states`.
pub fn counted(value: u64, thing: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", count(value))
}

/// A length as a count.
pub(crate) fn len<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).expect("lengths fit 64 bits")
}

/// A number of the statistics.
pub(crate) fn stat(stat: Stat) -> String {
    match stat {
        Stat::Count(value) => count(value),
        Stat::Real(value) => format!("{value:.2}"),
    }
}

/// A time, in the unit that fits it.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    let milliseconds = time.as_micros() as f64 / 1000.0;
    // The limits are where the rounded number would need a digit more.
    if milliseconds < 9.95 {
        format!("{milliseconds:.1} ms")
    } else if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if milliseconds < 59_995.0 {
        format!("{:.2} s", milliseconds / 1000.0)
    } else if seconds < 3600 {
        // 59.995 seconds have just become a minute.
        let seconds = seconds.max(60);
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else {
        format!("{} h {} min", count(seconds / 3600), seconds % 3600 / 60)
    }
}

/// A number of bytes, in the unit that fits it.
pub fn bytes(bytes: u64) -> String {
    let mut value = bytes as f64;
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    for unit in ["KiB", "MiB", "GiB"] {
        value /= 1024.0;
        // From here on one decimal would round up to the next unit.
        if value < 1023.95 {
            return format!("{value:.1} {unit}");
        }
    }
    format!("{:.1} TiB", value / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_thousands_apart() {
        for (value, text) in [
            (0, "0"),
            (7, "7"),
            (999, "999"),
            (1_000, "1,000"),
            (123_456, "123,456"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(count(value), text);
        }
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        for (microseconds, text) in [
            (0, "0.0 ms"),
            (250, "0.2 ms"),
            (9_940, "9.9 ms"),
            (9_960, "10 ms"),
            (999_400, "999 ms"),
            (999_600, "1.00 s"),
            (12_345_678, "12.35 s"),
            (59_990_000, "59.99 s"),
            (59_999_000, "1 min 0 s"),
            (61_000_000, "1 min 1 s"),
            (3_599_999_999, "59 min 59 s"),
            (3_600_000_000, "1 h 0 min"),
            (86_461_000_000, "24 h 1 min"),
        ] {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
        assert!(time(Duration::MAX).ends_with(" h 0 min") || time(Duration::MAX).ends_with(" min"));
    }

    #[test]
    fn bytes_have_the_unit_that_fits() {
        for (value, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1_048_575, "1.0 MiB"),
            (15_000_000, "14.3 MiB"),
            (5 << 30, "5.0 GiB"),
            (3 << 40, "3.0 TiB"),
        ] {
            assert_eq!(bytes(value), text);
        }
    }
}
