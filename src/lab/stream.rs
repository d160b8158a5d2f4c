//! The random stream of one playout or game, from a seed and an index.
//!
//! The stream is the key stream of `ChaCha` with 8 rounds (Bernstein's layout: a block counter of 64
//! bits and a nonce of 64 zero bits), read as words of 32 bits in little-endian order. Its key of
//! 32 bytes is the tag `araudi/playout/1`, then the seed and the index as 8 little-endian bytes
//! each. How words become numbers is ours and frozen as well, see [`Stream::below`]: no upgrade of
//! a library can change what a seed has once given.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::dice::Die;

/// Parts these streams from every other use of the cipher; a new mapping would take a new number.
const TAG: [u8; 16] = *b"araudi/playout/1";

/// Parts the streams of what bots think from those of playouts.
const BRANCH_TAG: [u8; 16] = *b"araudi/thought/1";

/// A stream of random numbers that is the same wherever and however often it is made.
///
/// ```
/// use araudi::lab::Stream;
///
/// let mut stream = Stream::new(42, 7);
/// let numbers: Vec<u32> = (0..5).map(|_| stream.below(16)).collect();
/// assert_eq!(numbers, [10, 8, 3, 7, 2]);
///
/// let mut later = Stream::at(42, 7, stream.position());
/// assert_eq!(later.below(1000), stream.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    seed: u64,
    index: u64,
    cipher: ChaCha8Rng,
}

impl Stream {
    /// The stream of the playout `index`, counted from 0, under a seed.
    pub fn new(seed: u64, index: u64) -> Self {
        Self::at(seed, index, 0)
    }

    /// The same stream after `position` words, to go on where [`Self::position`] was taken.
    pub fn at(seed: u64, index: u64, position: u64) -> Self {
        let mut cipher = cipher(&TAG, seed, index);
        cipher.set_word_pos(position.into());
        Self { seed, index, cipher }
    }

    /// Another stream, which the next two words of this one decide: for thinking about a move, which
    /// may take any number of words.
    ///
    /// Its key is the tag `araudi/thought/1`, then the first word and the second as 4 little-endian
    /// bytes each, then 8 zero bytes.
    pub(crate) fn branch(&mut self) -> Self {
        let words = [self.cipher.next_u32(), self.cipher.next_u32()];
        let seed = u64::from(words[0]) | u64::from(words[1]) << 32;
        Self { seed, index: 0, cipher: cipher(&BRANCH_TAG, seed, 0) }
    }

    /// The seed it was made with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The index it was made with.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// How many words were used up.
    pub fn position(&self) -> u64 {
        self.cipher.get_word_pos() as u64
    }

    /// A number from 0 to `n` − 1, each equally likely; 0 when `n` is 0.
    ///
    /// The next word times `n` is a number of 64 bits, whose upper half is the result. When its
    /// lower half is less than 2³² mod `n`, the word is dropped and the next one taken, so that no
    /// result has more words than another. At least one word is used, also when `n` is 1. The
    /// method is Lemire's: *Fast random integer generation in an interval*, ACM Transactions on
    /// Modeling and Computer Simulation 29 (2019).
    pub fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        let surplus = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.cipher.next_u32()) * u64::from(n);
            if product as u32 >= surplus {
                return (product >> 32) as u32;
            }
        }
    }

    /// The index of a throw's outcome, each as likely as its weight says.
    ///
    /// A number below the die's total weight is drawn; the outcomes take up the numbers in their
    /// order, each as many as its weight.
    pub fn outcome(&mut self, die: &Die) -> usize {
        die.draw(self.below(die.total_weight()))
    }
}

fn cipher(tag: &[u8; 16], seed: u64, index: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..16].copy_from_slice(tag);
    key[16..24].copy_from_slice(&seed.to_le_bytes());
    key[24..].copy_from_slice(&index.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::DieOutcome;

    /// The values come from an implementation of the cipher and the mapping of its own.
    #[test]
    fn the_first_numbers_of_a_stream_are_frozen() {
        let golden: [(u64, u64, [u32; 16]); 5] = [
            (0, 0, [11, 15, 12, 15, 1, 6, 7, 0, 7, 14, 9, 15, 4, 7, 3, 1]),
            (0, 1, [6, 5, 15, 4, 3, 10, 10, 15, 15, 6, 9, 7, 14, 6, 10, 1]),
            (1, 0, [1, 2, 6, 1, 12, 5, 5, 0, 14, 10, 6, 3, 10, 15, 11, 1]),
            (42, 7, [10, 8, 3, 7, 2, 10, 1, 3, 3, 9, 14, 0, 2, 14, 11, 6]),
            (u64::MAX, u64::MAX, [13, 13, 6, 15, 11, 8, 3, 0, 6, 8, 3, 9, 3, 1, 9, 6]),
        ];
        for (seed, index, numbers) in golden {
            let mut stream = Stream::new(seed, index);
            assert_eq!(numbers.map(|_| stream.below(16)), numbers, "seed {seed}, index {index}");
        }
    }

    #[test]
    fn words_that_would_favor_a_result_are_dropped() {
        let golden: [(u64, u64, [u32; 4], u64); 3] = [
            (0, 0, [3_187_162_691, 2_457_579_806, 369_228_756, 1_606_274_432], 7),
            (0, 1, [1_371_002_708, 1_115_805_561, 3_071_289_779, 727_148_336], 5),
            (1, 0, [339_484_323, 517_882_354, 1_406_066_184, 1_139_586_509], 6),
        ];
        for (seed, index, numbers, position) in golden {
            let mut stream = Stream::new(seed, index);
            assert_eq!(numbers.map(|_| stream.below(3 << 30)), numbers);
            assert_eq!(stream.position(), position, "seed {seed}, index {index}");
        }
    }

    #[test]
    fn a_stream_goes_on_where_it_was_left() {
        let mut stream = Stream::new(5, 9);
        for used in 0..40 {
            assert_eq!(stream.position(), used);
            let mut later = Stream::at(stream.seed(), stream.index(), stream.position());
            assert_eq!(later.below(u32::MAX), stream.clone().below(u32::MAX));
            assert_eq!(stream.below(1), 0);
        }
        assert_eq!(stream.below(0), 0);
    }

    #[test]
    fn a_branch_takes_two_words_however_long_it_is() {
        let mut stream = Stream::new(5, 9);
        let mut branch = stream.branch();
        assert_eq!((stream.position(), branch.position()), (2, 0));
        let mut again = Stream::new(5, 9).branch();
        let mut other = stream.branch();
        let numbers =
            |stream: &mut Stream| (0..100).map(|_| stream.below(1000)).collect::<Vec<_>>();
        let first = numbers(&mut branch);
        assert_eq!(numbers(&mut again), first);
        assert_ne!(numbers(&mut other), first);
        // A playout of the same seed has other numbers.
        assert_ne!(numbers(&mut Stream::new(branch.seed(), branch.index())), first);
        assert_eq!(stream.position(), 4);
    }

    #[test]
    fn outcomes_come_as_often_as_their_weights_say() {
        let outcomes = [(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)]
            .map(|(face, weight)| DieOutcome { faces: vec![face], weight });
        let die = Die::new("sticks".into(), outcomes.into());
        let mut stream = Stream::new(3, 0);
        let mut counts = [0_u32; 5];
        for _ in 0..16_000 {
            counts[stream.outcome(&die)] += 1;
        }
        for (count, outcome) in counts.iter().zip(&die.outcomes) {
            let expected = outcome.weight * 1000;
            assert!(count.abs_diff(expected) < 200, "{counts:?}");
        }
    }
}
