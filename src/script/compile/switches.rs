//! The values of `switch` cases, of which the syntax tree keeps only hashes.
//!
//! The hashes are read back from a `switch` of our own that has every integer of the scripts as a case.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{ASTNode, Engine, RangeCase, Stmt, SwitchCasesCollection};

use super::tree::{Case, Type};

/// Which value a hash stands for.
#[derive(Default)]
pub(super) struct SwitchValues {
    integers: BTreeMap<i64, u64>,
    booleans: BTreeMap<i64, u64>,
}

/// Small integers are cases too that stand in no text, such as those of a range.
const SMALL: std::ops::Range<i64> = -16..64;

/// So many cases a `switch` of ours has: reading one takes more than linear time.
const AT_ONCE: usize = 64;

impl SwitchValues {
    /// The hashes of all integers in texts of scripts that have a `switch`.
    pub(super) fn new<'a>(engine: &Engine, texts: impl Iterator<Item = &'a str>) -> Self {
        let mut values = Self::default();
        let mut integers: BTreeSet<i64> = BTreeSet::new();
        for text in texts.filter(|text| text.contains("switch")) {
            integers.extend(SMALL);
            for number in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                if let Ok(value) = number.replace('_', "").parse::<i64>() {
                    integers.extend([value, value.saturating_neg()]);
                }
            }
        }
        if integers.is_empty() {
            return values;
        }
        let all: Vec<i64> = integers.into_iter().collect();
        for some in all.chunks(AT_ONCE) {
            let written: Vec<String> = some.iter().map(i64::to_string).collect();
            values.integers.extend(some.iter().copied().zip(hashes(engine, &written)));
        }
        let written = ["false", "true"].map(str::to_owned);
        values.booleans.extend([0, 1].into_iter().zip(hashes(engine, &written)));
        values
    }

    /// The cases with values, in the order in which they are looked at, each with the index of its
    /// expression; `None` when not all values are known.
    pub(super) fn cases(
        &self,
        switch: &SwitchCasesCollection,
        ty: Type,
    ) -> Option<Vec<(Vec<Case>, usize)>> {
        let known = match ty {
            Type::Int | Type::Never => &self.integers,
            Type::Bool => &self.booleans,
            _ => return None,
        };
        let mut cases: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
        let mut n_found = 0;
        for (value, hash) in known {
            let Some(blocks) = switch.cases.get(hash) else { continue };
            n_found += 1;
            for index in &blocks.blocks {
                let case = Case { low: *value, high: *value };
                cases.entry(*index).or_default().push(case);
            }
        }
        // A range stands among the hashes too, where it means nothing.
        if n_found + switch.ranges.len() < switch.cases.len() {
            return None;
        }
        let mut cases: Vec<(Vec<Case>, usize)> =
            cases.into_iter().map(|(index, values)| (values, index)).collect();
        for range in &switch.ranges {
            let (case, index) = match range {
                RangeCase::ExclusiveInt(range, index) => {
                    (Case { low: range.start, high: range.end.checked_sub(1)? }, index)
                }
                RangeCase::InclusiveInt(range, index) => {
                    (Case { low: *range.start(), high: *range.end() }, index)
                }
            };
            if ty == Type::Bool {
                return None;
            }
            cases.push((vec![case], *index));
        }
        Some(cases)
    }
}

/// The hashes of cases as the engine makes them; fewer when it does not take them.
fn hashes(engine: &Engine, cases: &[String]) -> Vec<u64> {
    let arms: Vec<String> = cases.iter().map(|case| format!("{case}=>0")).collect();
    let Ok(ast) = engine.compile(format!("fn f(x){{switch x{{{}}}}}", arms.join(","))) else {
        return Vec::new();
    };
    let mut found = BTreeMap::new();
    ast.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Switch(parts, _))) = path.last() {
            // The order does not matter: each hash is put where its case stands.
            #[allow(clippy::iter_over_hash_type)]
            for (hash, blocks) in &parts.1.cases {
                found.extend(blocks.blocks.first().map(|index| (*index, *hash)));
            }
        }
        true
    });
    if found.len() == cases.len() { found.into_values().collect() } else { Vec::new() }
}
