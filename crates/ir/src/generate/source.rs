//! Where a generator's decisions come from.

/// A stream of decisions: the bytes of a fuzzer, or numbers that follow from a seed.
///
/// Decision 0 is the plainest one wherever something is decided, so that fewer or smaller bytes mean
/// a simpler program, which is what the reducers of fuzzers rely on.
#[derive(Clone, Debug)]
pub struct Source(Stream);

#[derive(Clone, Debug)]
enum Stream {
    Bytes { bytes: Vec<u8>, next: usize },
    Seed(u64),
}

impl Source {
    /// Decides by the bytes in order, and by zeros when they are used up.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Source(Stream::Bytes { bytes: bytes.to_vec(), next: 0 })
    }

    /// Decides by the numbers of SplitMix64: the same ones for a seed on every machine.
    pub fn from_seed(seed: u64) -> Self {
        Source(Stream::Seed(seed))
    }

    /// A number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0: there is no such number.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a choice has at least one outcome");
        let bound = bound as u64;
        // One byte decides among up to 256 outcomes, so that a fuzzer's bytes go far.
        let bytes = (64 - (bound - 1).leading_zeros()).div_ceil(8);
        (self.number(bytes) % bound) as usize
    }

    /// True in about `times` of `of` cases.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        // Zero means no: a plain program lacks what is optional.
        self.below(of) + times >= of && times > 0
    }

    /// One of the items, unless there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        match items {
            [] => None,
            _ => Some(items[self.below(items.len())]),
        }
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.number(8)
    }

    /// A number of so many bytes.
    fn number(&mut self, count: u32) -> u64 {
        match &mut self.0 {
            Stream::Bytes { bytes, next } => {
                let mut number = 0;
                for _ in 0..count {
                    number = number << 8 | u64::from(bytes.get(*next).copied().unwrap_or(0));
                    *next += 1;
                }
                number
            }
            Stream::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                mixed ^ (mixed >> 31)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_used_in_order_and_then_zeros() {
        let mut source = Source::from_bytes(&[7, 1, 2, 255]);
        assert_eq!(source.below(10), 7);
        assert_eq!(source.below(1), 0);
        assert_eq!(source.below(1000), 258);
        assert!(source.chance(1, 256));
        assert!(!source.chance(1, 2));
        assert_eq!(source.word(), 0);
        assert_eq!(source.pick::<u8>(&[]), None);
        assert_eq!(source.pick(&['a', 'b']), Some('a'));
    }

    #[test]
    fn chances_are_about_what_they_say() {
        let mut source = Source::from_seed(1);
        let hits = (0..1000).filter(|_| source.chance(1, 4)).count();
        assert!((200..300).contains(&hits), "{hits}");
        assert!(!(0..1000).any(|_| source.chance(0, 4)));
        assert!((0..1000).all(|_| source.chance(4, 4)));
    }

    #[test]
    fn a_seed_gives_the_same_numbers_again() {
        let (mut a, mut b) = (Source::from_seed(9), Source::from_seed(9));
        assert!((0..100).all(|_| a.word() == b.word()));
        assert_ne!(Source::from_seed(1).word(), Source::from_seed(2).word());
    }
}
