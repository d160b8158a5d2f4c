//! The history of a game, by keys that its rules make of what they compare.

use super::Effect::Change;
use super::Param::Int as N;
use super::Returns::Int;
use super::{ApiFn, value};
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::effect(
        Change,
        "record",
        &[("key", N)],
        "remembers for the rest of the game that a key occurred once more",
        value!(|t, a| record(t, a[0])),
    ),
    ApiFn::read(
        "times",
        &[("key", N)],
        Int,
        "how often a key was recorded in this game",
        value!(|t, a| Ok(t.state.times(a[0]).into())),
    ),
    ApiFn::read(
        "mix",
        &[("a", N), ("b", N)],
        Int,
        "one number made of two in their order, never negative; other numbers hardly ever give the same one",
        value!(|_, a| Ok(mix(a[0], a[1]))),
    ),
];

fn record(table: &mut Table, key: i64) -> Result<i64, Fault> {
    let limit = table.limits.records;
    if table.state.times(key) == 0 && table.state.n_recorded() as u64 >= limit {
        return Err(Fault::limit("records", limit));
    }
    // The nodes on the key's way are made anew.
    table.charge(64)?;
    table.state.record(key);
    Ok(0)
}

/// Frozen: positions in logs hold keys that are made with it.
fn mix(a: i64, b: i64) -> i64 {
    let spread = |n: u64, factor: u64| {
        let n = (n ^ n >> 32).wrapping_mul(factor);
        n ^ n >> 29
    };
    // Odd factors lose nothing, and the second number meets the first one spread, so that their
    // order counts.
    let first =
        spread(a.cast_unsigned().wrapping_add(0x5851_F42D_4C95_7F2D), 0xD134_2543_DE82_EF95);
    let both = spread(first.rotate_left(23) ^ b.cast_unsigned(), 0xAEF1_7502_108E_F2D9);
    (spread(both.wrapping_add(first), 0x9FB2_1C65_1E98_DF25) >> 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn mixing_stays_what_it_is() {
        let mixed = [(0, 0), (0, 1), (1, 0), (-1, 5), (i64::MIN, i64::MAX)].map(|(a, b)| mix(a, b));
        let frozen = [
            8_854_776_252_604_327_823,
            526_375_499_960_824_544,
            1_884_898_594_641_413_225,
            2_568_735_589_085_130_184,
            1_803_278_484_658_501_552,
        ];
        assert_eq!(mixed, frozen);
    }

    #[test]
    fn small_numbers_are_told_apart() {
        let mixed: BTreeSet<i64> =
            (-150..150).flat_map(|a| (-150..150).map(move |b| mix(a, b))).collect();
        assert_eq!(mixed.len(), 300 * 300);
        assert!(mixed.iter().all(|key| *key >= 0));
    }
}
