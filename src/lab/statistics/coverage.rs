//! How often intervals hold what is true: experiments by chance, the truth of which is known.

use super::*;
use crate::lab::{Results, Stream};

const N_EXPERIMENTS: u64 = 2000;

/// How many of the intervals hold the truth, in a thousand: one interval for each experiment, made
/// from the stream of `seed` and its number.
fn held(seed: u64, truth: f64, experiment: impl Fn(&mut Stream) -> Option<Interval>) -> u64 {
    let holds = |index| {
        experiment(&mut Stream::new(seed, index))
            .is_some_and(|interval| interval.low <= truth && truth <= interval.high)
    };
    (0..N_EXPERIMENTS).filter(|index| holds(*index)).count() as u64 * 1000 / N_EXPERIMENTS
}

#[track_caller]
fn check(seed: u64, truth: f64, experiment: impl Fn(&mut Stream) -> Option<Interval>) {
    let held = held(seed, truth, experiment);
    assert!((930..=970).contains(&held), "{held} of 1000 intervals hold {truth}");
}

/// The results of `n` playouts that one of the players begins, each player winning as often as the
/// weights say; the last weight is for draws.
fn results(stream: &mut Stream, n: u64, weights: &[u32]) -> Results {
    let mut results = Results::default();
    for _ in 0..n {
        let mut number = stream.below(weights.iter().sum());
        let mut winner = 0;
        while number >= weights[winner] {
            number -= weights[winner];
            winner += 1;
        }
        let winners = if winner + 1 < weights.len() { vec![winner] } else { Vec::new() };
        results.add(Some(0), &winners);
    }
    results
}

#[test]
fn shares() {
    for (seed, p, n) in [(1, 50, 200), (2, 30, 150), (3, 10, 300), (4, 2, 400)] {
        check(seed, f64::from(p) / 100.0, |stream| {
            let count = (0..n).filter(|_| stream.below(100) < p).count();
            Some(wilson(count as u64, n))
        });
    }
}

#[test]
fn means() {
    for (seed, n) in [(11, 8), (12, 60)] {
        check(seed, 7.0, |stream| {
            let mut sums = Histogram::default();
            for _ in 0..n {
                sums.add(u64::from(stream.below(6) + stream.below(6) + 2));
            }
            sums.interval()
        });
    }
}

#[test]
fn means_of_differences() {
    for (seed, n) in [(21, 8), (22, 60)] {
        check(seed, -1.0, |stream| {
            let mut differences = Moments::default();
            for _ in 0..n {
                differences.add(i64::from(stream.below(6)) - i64::from(stream.below(8)));
            }
            differences.interval()
        });
    }
}

#[test]
fn ratios() {
    for (seed, n) in [(31, 30), (32, 100)] {
        check(seed, 0.25, |stream| {
            let mut ratio = Ratio::default();
            for _ in 0..n {
                let below = 20 + stream.below(40);
                let above = (0..below).filter(|_| stream.below(4) == 0).count();
                ratio.add(above as u64, below.into());
            }
            ratio.interval()
        });
    }
}

#[test]
fn advantages_of_the_first_player() {
    for (seed, weights, truth) in [
        (41, [50, 50, 0].as_slice(), 0.0),
        (42, &[55, 45, 0], 0.05),
        (43, &[50, 30, 20], 0.1),
        (44, &[8, 2, 90], 0.03),
        (45, &[40, 25, 20, 15, 0], 0.15),
        (46, &[20, 25, 25, 25, 5], 0.2 - 0.2375),
    ] {
        let n_players = weights.len() - 1;
        check(seed, truth, |stream| Some(results(stream, 200, weights).advantage(n_players).1));
    }
}

#[test]
fn balances_of_two_players() {
    for (seed, weights, truth) in
        [(51, [50, 50, 0], 1.0), (52, [60, 40, 0], 0.8), (53, [50, 30, 20], 0.8)]
    {
        check(seed, truth, |stream| Some(results(stream, 200, &weights).balance(2).1));
    }
}

/// Partners win together in some playouts, so that not all winners gain the same.
#[test]
fn advantages_where_several_win() {
    check(47, 0.5 - 1.35 / 3.0, |stream| {
        let mut results = Results::default();
        for _ in 0..200 {
            let winners: &[usize] = match stream.below(100) {
                0..20 => &[0],
                20..50 => &[0, 1],
                50..70 => &[1],
                70..95 => &[2],
                _ => &[1, 2],
            };
            results.add(Some(0), winners);
        }
        Some(results.advantage(3).1)
    });
}

/// The intervals of more players must hold for all pairs at once, so they are on the safe side.
#[test]
fn balances_of_several_players() {
    for (seed, weights, truth) in [
        (61, [25, 25, 25, 25, 0].as_slice(), 1.0),
        (62, &[50, 20, 30, 0], 0.7),
        (63, &[40, 30, 20, 5, 5], 0.65),
    ] {
        let n_players = weights.len() - 1;
        let held =
            held(seed, truth, |stream| Some(results(stream, 200, weights).balance(n_players).1));
        assert!((930..=999).contains(&held), "{held} of 1000 intervals hold {truth}");
    }
}

/// Two counts that go together, as those of playouts with the same stream do: a common part of 10 to
/// 19, and one to three halves of another one of 0 to 9.
fn two_counts(stream: &mut Stream) -> (u64, u64) {
    let common = 10 + u64::from(stream.below(10));
    (common + u64::from(stream.below(10)), common + 2 * u64::from(stream.below(4)))
}

#[test]
fn differences_and_changes_of_paired_means() {
    let paired = |stream: &mut Stream, n: u32| {
        let mut paired = Paired::default();
        for _ in 0..n {
            let (side, base) = two_counts(stream);
            paired.add((side, 1), (base, 1));
        }
        paired
    };
    for (seed, n) in [(81, 10), (82, 80)] {
        check(seed, 1.5, |stream| Some(paired(stream, n).difference_at(ALPHA)?.1));
    }
    for (seed, n) in [(83, 30), (84, 150)] {
        check(seed, 19.0 / 17.5 - 1.0, |stream| Some(paired(stream, n).change_at(ALPHA)?.1));
    }
}

#[test]
fn differences_of_paired_ratios() {
    for (seed, n) in [(85, 40), (86, 150)] {
        check(seed, 0.25 - 0.2, |stream| {
            let mut paired = Paired::default();
            for _ in 0..n {
                let (here, there) = two_counts(stream);
                let of_side = (0..here).filter(|_| stream.below(4) == 0).count() as u64;
                let of_base = (0..there).filter(|_| stream.below(5) == 0).count() as u64;
                paired.add((of_side, here), (of_base, there));
            }
            Some(paired.difference_at(ALPHA)?.1)
        });
    }
}

/// Pairs of shares: both, only the side, only the base, neither, out of a hundred.
fn pairs_of_shares(stream: &mut Stream, [both, side, base, _]: [u32; 4], n: u32) -> Paired {
    let mut paired = Paired::default();
    for _ in 0..n {
        let number = stream.below(100);
        let of_side = number < both + side;
        let of_base = number < both || (both + side..both + side + base).contains(&number);
        paired.add((of_side.into(), 1), (of_base.into(), 1));
    }
    paired
}

fn truth([_, side, base, _]: [u32; 4]) -> f64 {
    (f64::from(side) - f64::from(base)) / 100.0
}

#[test]
fn differences_of_paired_shares() {
    for (seed, weights, n) in [
        (87, [40, 10, 10, 40], 200),
        (88, [45, 15, 5, 35], 150),
        (89, [5, 8, 2, 85], 300),
        (91, [46, 3, 5, 46], 400),
    ] {
        check(seed, truth(weights), |stream| {
            Some(pairs_of_shares(stream, weights, n).difference_of_shares_at(ALPHA).1)
        });
    }
}

/// Where pairs seldom differ, often none does; that must not be taken for knowing that none ever does.
#[test]
fn differences_of_shares_in_pairs_that_seldom_differ() {
    for (seed, weights, n) in [(92, [49, 2, 0, 49], 60), (93, [20, 0, 1, 79], 100)] {
        let (truth, mut alike) = (truth(weights), 0);
        for index in 0..100 {
            let pairs = pairs_of_shares(&mut Stream::new(seed, index), weights, n);
            alike += u64::from(pairs.n_differing() == 0);
        }
        assert!(alike > 20, "{alike}");
        let held = held(seed, truth, |stream| {
            Some(pairs_of_shares(stream, weights, n).difference_of_shares_at(ALPHA).1)
        });
        assert!(held >= 930, "{held} of 1000 intervals hold {truth}");
    }
}

/// With Holm's correction of ten comparisons without a difference any is clear once in twenty times,
/// without it much more often.
#[test]
fn comparisons_without_a_difference_are_seldom_clear() {
    let mut clear = [0, 0];
    for index in 0..N_EXPERIMENTS {
        let mut stream = Stream::new(90, index);
        let probabilities: Vec<f64> = (0..10)
            .map(|_| {
                let mut paired = Paired::default();
                for _ in 0..40 {
                    let pair = (u64::from(stream.below(20)), u64::from(stream.below(20)));
                    paired.add((pair.0, 1), (pair.1, 1));
                }
                paired.p().unwrap_or(0.0)
            })
            .collect();
        clear[0] += u64::from(probabilities.iter().any(|p| *p < ALPHA));
        clear[1] += u64::from(holm(&probabilities).iter().any(|p| *p < ALPHA));
    }
    let [plain, corrected] = clear.map(|n| n * 1000 / N_EXPERIMENTS);
    assert!((30..=65).contains(&corrected) && plain > 300, "{plain}, {corrected}");
}

/// An interval that is half as wide must be found out, or nothing above says anything.
#[test]
fn too_narrow_intervals_are_found_out() {
    let held = held(71, 0.3, |stream| {
        let count = (0..150).filter(|_| stream.below(100) < 30).count();
        Some(wilson_at(0.33, count as u64, 150))
    });
    assert!((600..740).contains(&held), "{held}");
}
