//! Numbers of some bits, in two's complement, as circuits.
//!
//! Operations are those of Java's integers for any width from 1 to 64: sums and products wrap around, division rounds towards zero, the
//! least number divided by -1 is itself, a remainder has the sign of the dividend, and a shift goes by the count modulo the width. Division
//! by zero has to be excluded by the caller; what comes out then is all ones, or the dividend as the remainder, before signs.
//!
//! The tests (`tests/circuits.rs`) compare every operation with direct arithmetic, for all operands of up to 5 bits and many
//! of 32 and 64, by evaluating the circuit and by asking the solver.

use super::{Bit, Circuit};

/// A number of some bits, the lowest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(Vec<Bit>);

impl Bits {
    /// A number of these bits, the lowest first.
    ///
    /// # Panics
    /// If there are none, or more than 64.
    pub fn new(bits: Vec<Bit>) -> Self {
        assert!((1..=64).contains(&bits.len()), "a number should have from 1 to 64 bits, not {}", bits.len());
        Bits(bits)
    }

    /// How many bits there are.
    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// The bits, the lowest first.
    pub fn bits(&self) -> &[Bit] {
        &self.0
    }

    /// The highest bit, which is the sign if there is one.
    pub fn top(&self) -> Bit {
        self.0[self.0.len() - 1]
    }

    /// The number without a sign, if it is a constant.
    pub fn known(&self) -> Option<u64> {
        let known: Option<Vec<bool>> = self.0.iter().map(|bit| bit.known()).collect();
        known.map(|bits| number(&bits))
    }
}

/// The number of some bits, the lowest first.
pub fn number(bits: &[bool]) -> u64 {
    bits.iter().enumerate().fold(0, |number, (place, &bit)| number | u64::from(bit) << place)
}

impl Circuit {
    /// A number whose bits are new inputs.
    pub fn word(&mut self, width: usize) -> Bits {
        Bits::new((0..width).map(|_| self.input()).collect())
    }

    /// The low bits of a constant.
    pub fn constant(&self, width: usize, value: u64) -> Bits {
        Bits::new((0..width).map(|place| Bit::constant(value >> place & 1 == 1)).collect())
    }

    /// The complement.
    pub fn complement(&self, a: &Bits) -> Bits {
        Bits(a.0.iter().map(|&bit| !bit).collect())
    }

    fn zip(&mut self, a: &Bits, b: &Bits, join: impl Fn(&mut Self, Bit, Bit) -> Bit) -> Bits {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        Bits(a.0.iter().zip(&b.0).map(|(&a, &b)| join(self, a, b)).collect())
    }

    /// Both, bit by bit.
    pub fn bits_and(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.zip(a, b, Self::and)
    }

    /// Either, bit by bit.
    pub fn bits_or(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.zip(a, b, Self::or)
    }

    /// Exactly one, bit by bit.
    pub fn bits_xor(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.zip(a, b, Self::xor)
    }

    /// The second if the first is true, otherwise the third.
    pub fn either(&mut self, condition: Bit, yes: &Bits, no: &Bits) -> Bits {
        self.zip(yes, no, |circuit, yes, no| circuit.choose(condition, yes, no))
    }

    /// The sum with a carry, and the carry out of the top.
    fn sum(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> (Vec<Bit>, Bit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    /// The sum.
    pub fn add(&mut self, a: &Bits, b: &Bits) -> Bits {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        Bits(self.sum(&a.0, &b.0, Bit::FALSE).0)
    }

    /// The difference.
    pub fn sub(&mut self, a: &Bits, b: &Bits) -> Bits {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        Bits(self.sum(&a.0, &self.complement(b).0, Bit::TRUE).0)
    }

    /// The negated number.
    pub fn neg(&mut self, a: &Bits) -> Bits {
        let zero = self.constant(a.width(), 0);
        self.sub(&zero, a)
    }

    /// The product.
    pub fn mul(&mut self, a: &Bits, b: &Bits) -> Bits {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        if let Some(factor) = a.known() {
            return self.multiple(b, factor);
        }
        if let Some(factor) = b.known() {
            return self.multiple(a, factor);
        }
        let width = a.width();
        let mut product = vec![Bit::FALSE; width];
        // Rows of known zeros cost nothing.
        let constants = |bits: &Bits| bits.0.iter().filter(|bit| bit.known().is_some()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        for place in 0..width {
            let row: Vec<Bit> = a.0[..width - place].iter().map(|&bit| self.and(bit, b.0[place])).collect();
            let (sum, _) = self.sum(&product[place..], &row, Bit::FALSE);
            product.splice(place.., sum);
        }
        Bits(product)
    }

    /// A constant multiple. The factor is written with the digits -1, 0 and 1, of which no two neighbours differ from 0: it then has the
    /// fewest that do, so a multiple by -1 is one difference and not as many sums as there are bits.
    fn multiple(&mut self, a: &Bits, factor: u64) -> Bits {
        let width = a.width();
        let mut product = vec![Bit::FALSE; width];
        // One more than 64 bits, for what is carried.
        let mut left = u128::from(factor);
        for place in 0..width {
            if left & 1 == 1 {
                let row = &a.0[..width - place];
                let negative = left & 2 == 2;
                let inverted: Vec<Bit> = row.iter().map(|bit| bit.negated_if(negative)).collect();
                let (sum, _) = self.sum(&product[place..], &inverted, Bit::constant(negative));
                product.splice(place.., sum);
                left = if negative { left + 1 } else { left - 1 };
            }
            left >>= 1;
        }
        Bits(product)
    }

    /// The quotient and the remainder without signs.
    pub fn unsigned_div_rem(&mut self, a: &Bits, b: &Bits) -> (Bits, Bits) {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        let width = a.width();
        let mut quotient = vec![Bit::FALSE; width];
        // What is left of the dividend's bits so far: less than the divisor, and no longer than those bits.
        let mut rest: Vec<Bit> = Vec::new();
        for place in (0..width).rev() {
            rest.insert(0, a.0[place]);
            // The divisor fits if no bit is beyond the rest and the difference is not negative.
            let (low, high) = b.0.split_at(rest.len());
            let beyond = self.any(high.iter().copied());
            let inverted: Vec<Bit> = low.iter().map(|&bit| !bit).collect();
            let (difference, no_borrow) = self.sum(&rest, &inverted, Bit::TRUE);
            let fits = self.and(!beyond, no_borrow);
            rest = rest.iter().zip(difference).map(|(&old, new)| self.choose(fits, new, old)).collect();
            quotient[place] = fits;
        }
        (Bits(quotient), Bits(rest))
    }

    /// The quotient and the remainder with signs, rounded towards zero.
    pub fn signed_div_rem(&mut self, a: &Bits, b: &Bits) -> (Bits, Bits) {
        let [size, divisor] = [a, b].map(|number| {
            let negated = self.neg(number);
            self.either(number.top(), &negated, number)
        });
        let (quotient, remainder) = self.unsigned_div_rem(&size, &divisor);
        let differ = self.xor(a.top(), b.top());
        let [quotient, remainder] = [(differ, quotient), (a.top(), remainder)].map(|(negative, number)| {
            let negated = self.neg(&number);
            self.either(negative, &negated, &number)
        });
        (quotient, remainder)
    }

    /// The remainder with signs by a constant, as [`signed_div_rem`](Self::signed_div_rem) has it, but from what the number leaves
    /// modulo the constant: another circuit, which is shared with other uses of [`residue`](Self::residue).
    pub fn signed_rem_by(&mut self, a: &Bits, divisor: u64) -> Bits {
        let residue = self.residue(a, true, divisor);
        let width = a.width().max(residue.width() + 1);
        let residue = self.resize(&residue, width, false);
        // A negative number leaves what its residue lacks of the divisor, with its sign.
        let whole = self.constant(width, divisor);
        let lacking = self.sub(&residue, &whole);
        let zero = self.constant(width, 0);
        let none = self.equal(&residue, &zero);
        let below = self.and(a.top(), !none);
        let rest = self.either(below, &lacking, &residue);
        self.resize(&rest, a.width(), true)
    }

    /// Whether they are the same.
    pub fn equal(&mut self, a: &Bits, b: &Bits) -> Bit {
        let differences = self.bits_xor(a, b);
        !self.any(differences.0)
    }

    /// Whether the first is less, without signs.
    pub fn unsigned_lt(&mut self, a: &Bits, b: &Bits) -> Bit {
        assert_eq!(a.width(), b.width(), "operands should have the same width");
        // The borrow of the difference.
        let mut less = Bit::FALSE;
        for (&a, &b) in a.0.iter().zip(&b.0) {
            less = self.majority(!a, b, less);
        }
        less
    }

    /// Whether the first is not greater, without signs.
    pub fn unsigned_le(&mut self, a: &Bits, b: &Bits) -> Bit {
        !self.unsigned_lt(b, a)
    }

    /// Whether the first is less.
    pub fn signed_lt(&mut self, a: &Bits, b: &Bits) -> Bit {
        // With the signs inverted, the order is that without signs.
        let [a, b] = [a, b].map(|number| {
            let mut bits = number.0.clone();
            let top = bits.len() - 1;
            bits[top] = !bits[top];
            Bits(bits)
        });
        self.unsigned_lt(&a, &b)
    }

    /// Whether the first is not greater.
    pub fn signed_le(&mut self, a: &Bits, b: &Bits) -> Bit {
        !self.signed_lt(b, a)
    }

    /// What a shift's count is modulo the width of what is shifted: as few bits as that takes.
    fn count(&mut self, width: usize, count: &Bits) -> Bits {
        if width.is_power_of_two() {
            let places = (width.trailing_zeros() as usize).max(1);
            let mut bits: Vec<Bit> = count.0.iter().copied().take(width.trailing_zeros() as usize).collect();
            bits.resize(places, Bit::FALSE);
            return Bits(bits);
        }
        let places = usize::BITS as usize - width.leading_zeros() as usize;
        let mut bits = count.0.clone();
        bits.resize(bits.len().max(places), Bit::FALSE);
        let divisor = self.constant(bits.len(), width as u64);
        let (_, mut rest) = self.unsigned_div_rem(&Bits(bits), &divisor);
        rest.0.truncate(places);
        rest
    }

    /// Shifts towards the top or the bottom, and fills up with a bit.
    fn shift(&mut self, a: &Bits, count: &Bits, fill: Bit, up: bool) -> Bits {
        let width = a.width();
        let mut shifted = a.clone();
        for (power, &bit) in self.count(width, count).0.iter().enumerate() {
            let by = 1usize << power;
            let moved = (0..width).map(|place| {
                let from = if up { place.checked_sub(by) } else { Some(place + by) };
                from.and_then(|from| shifted.0.get(from).copied()).unwrap_or(fill)
            });
            let moved = Bits(moved.collect());
            shifted = self.either(bit, &moved, &shifted);
        }
        shifted
    }

    /// Shifted to the left by a count without a sign, modulo the width.
    pub fn shl(&mut self, a: &Bits, count: &Bits) -> Bits {
        self.shift(a, count, Bit::FALSE, true)
    }

    /// Shifted to the right, filled up with the sign.
    pub fn shr(&mut self, a: &Bits, count: &Bits) -> Bits {
        self.shift(a, count, a.top(), false)
    }

    /// Shifted to the right, filled up with zeros.
    pub fn ushr(&mut self, a: &Bits, count: &Bits) -> Bits {
        self.shift(a, count, Bit::FALSE, false)
    }

    /// The same number, or its low bits, in another width.
    pub fn resize(&self, a: &Bits, width: usize, signed: bool) -> Bits {
        let mut bits = a.0.clone();
        bits.resize(width, if signed { a.top() } else { Bit::FALSE });
        Bits::new(bits)
    }

    /// Both with a sign, in one width that is at least this one and that of each.
    fn widened(&self, a: &Bits, b: &Bits, width: usize) -> (Bits, Bits) {
        let width = width.max(a.width()).max(b.width());
        (self.resize(a, width, true), self.resize(b, width, true))
    }

    /// The sum of two numbers with signs, wide enough to be right.
    pub fn exact_add(&mut self, a: &Bits, b: &Bits) -> Bits {
        let (a, b) = self.widened(a, b, a.width().max(b.width()) + 1);
        self.add(&a, &b)
    }

    /// The difference of two numbers with signs, wide enough to be right.
    pub fn exact_sub(&mut self, a: &Bits, b: &Bits) -> Bits {
        let (a, b) = self.widened(a, b, a.width().max(b.width()) + 1);
        self.sub(&a, &b)
    }

    /// The product of two numbers with signs, wide enough to be right.
    pub fn exact_mul(&mut self, a: &Bits, b: &Bits) -> Bits {
        let (a, b) = self.widened(a, b, a.width() + b.width());
        self.mul(&a, &b)
    }

    /// The quotient and the remainder of two numbers with signs, rounded towards zero, wide enough to be right.
    pub fn exact_div_rem(&mut self, a: &Bits, b: &Bits) -> (Bits, Bits) {
        let (a, b) = self.widened(a, b, a.width().max(b.width()) + 1);
        self.signed_div_rem(&a, &b)
    }

    /// Whether two numbers with signs, of whatever widths, are the same.
    pub fn exact_equal(&mut self, a: &Bits, b: &Bits) -> Bit {
        let (a, b) = self.widened(a, b, 1);
        self.equal(&a, &b)
    }

    /// Whether the first of two numbers with signs, of whatever widths, is less.
    pub fn exact_lt(&mut self, a: &Bits, b: &Bits) -> Bit {
        let (a, b) = self.widened(a, b, 1);
        self.signed_lt(&a, &b)
    }

    /// The low bits of a number with a sign, and whether they are the same number.
    pub fn narrowed(&mut self, a: &Bits, width: usize) -> (Bits, Bit) {
        let low = self.resize(a, width, true);
        let same = self.exact_equal(&low, a);
        (low, same)
    }

    /// What a number leaves modulo a constant, not negative, in as few bits as that takes. Bit by bit from the top: what the bits so
    /// far leave is doubled, and the next bit is added. The sign stands for minus its power of two.
    pub fn residue(&mut self, a: &Bits, signed: bool, modulus: u64) -> Bits {
        assert!((1..1 << 62).contains(&modulus), "a modulus should be from 1 to 2^62");
        let places = (64 - (modulus - 1).leading_zeros() as usize).max(1);
        if modulus.is_power_of_two() {
            // What low bits there are decide; above the top, there is the sign.
            let fill = if signed { a.top() } else { Bit::FALSE };
            let bits = (0..places).map(|place| match modulus {
                1 => Bit::FALSE,
                _ => a.0.get(place).copied().unwrap_or(fill),
            });
            return Bits(bits.collect());
        }
        let first = self.constant(places, if signed { modulus - 1 } else { 1 });
        let mut rest = Bits(first.0.iter().map(|&bit| self.and(bit, a.top())).collect());
        let limit = self.constant(places + 1, modulus);
        for place in (0..a.width() - 1).rev() {
            let mut doubled = rest.0.clone();
            doubled.insert(0, a.0[place]);
            let doubled = Bits(doubled);
            let less = self.unsigned_lt(&doubled, &limit);
            let difference = self.sub(&doubled, &limit);
            let mut next = self.either(less, &doubled, &difference);
            next.0.truncate(places);
            rest = next;
        }
        rest
    }
}
