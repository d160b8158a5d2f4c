//! Several comparisons at once.

/// The probabilities of several comparisons, each made so much greater that what is below a bound is
/// so in spite of how many there are: with the probability of the bound at most, any of the
/// comparisons without a difference is taken for one that has it.
///
/// The step-down method of S. Holm, *A simple sequentially rejective multiple test procedure*,
/// Scandinavian Journal of Statistics 6 (1979); the comparisons may depend on each other.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut greatest = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        greatest = greatest.max(probabilities[index] * left).min(1.0);
        adjusted[index] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;

    #[test]
    fn the_least_is_multiplied_most_and_none_overtakes() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(found, expected);
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[0.3]), [0.3]);
        assert!(holm(&[]).is_empty());
    }
}
