//! The history that rules about repetition ask: how often each key was recorded in a game.

use std::sync::Arc;

/// How often each key was recorded.
///
/// A binary tree over the keys' bits which is never changed in place, so a copy of a state shares
/// it, and which has one shape for the same keys in any order, so equal histories are equal.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct History {
    root: Option<Arc<Node>>,
    len: usize,
}

#[derive(PartialEq, Eq, Hash, Debug)]
enum Node {
    Key {
        key: u64,
        n: u32,
    },
    /// Two nodes whose keys are equal above the bit; those of the first lack it.
    Fork {
        bit: u8,
        nodes: [Arc<Node>; 2],
    },
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), len: self.len }
    }

    fn clone_from(&mut self, other: &Self) {
        let is_same = match (&self.root, &other.root) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            *self = other.clone();
        }
    }
}

impl History {
    /// How many different keys there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How often the key was recorded.
    pub(super) fn times(&self, key: i64) -> u32 {
        let key = ordered(key);
        match self.root.as_deref().map(|root| root.nearest(key)) {
            Some((found, n)) if found == key => n,
            _ => 0,
        }
    }

    /// Counts a key so often more, at most to the greatest count.
    pub(super) fn add(&mut self, key: i64, n: u32) {
        let key = ordered(key);
        let Some(root) = &self.root else {
            self.root = Some(Arc::new(Node::Key { key, n }));
            self.len = 1;
            return;
        };
        let (nearest, before) = root.nearest(key);
        let differing = nearest ^ key;
        // The highest bit that tells the key from the nearest one says where it branches off.
        let branch = differing.checked_ilog2().map(|bit| bit as u8);
        self.len += usize::from(branch.is_some());
        let n = if branch.is_none() { before.saturating_add(n) } else { n };
        self.root = Some(root.with(key, n, branch));
    }

    /// The keys in rising order, each with how often it was recorded.
    pub(super) fn iter(&self) -> impl Iterator<Item = (i64, u32)> {
        let mut waiting: Vec<&Node> = self.root.as_deref().into_iter().collect();
        std::iter::from_fn(move || {
            loop {
                match waiting.pop()? {
                    Node::Key { key, n } => return Some((unordered(*key), *n)),
                    Node::Fork { nodes: [without, with], .. } => waiting.extend([&**with, without]),
                }
            }
        })
    }
}

impl Node {
    /// The key where the way of the given one ends, which is that key if it is there at all.
    fn nearest(&self, key: u64) -> (u64, u32) {
        let mut node = self;
        loop {
            match node {
                Self::Key { key, n } => return (*key, *n),
                Self::Fork { bit, nodes } => node = &nodes[side(key, *bit)],
            }
        }
    }

    /// The same node with another count for a key; a new one branches off at a bit.
    fn with(self: &Arc<Self>, key: u64, n: u32, branch: Option<u8>) -> Arc<Self> {
        if let Self::Fork { bit, nodes } = &**self
            && branch < Some(*bit)
        {
            let mut nodes = nodes.clone();
            let changed = &mut nodes[side(key, *bit)];
            *changed = changed.with(key, n, branch);
            return Arc::new(Self::Fork { bit: *bit, nodes });
        }
        let counted = Arc::new(Self::Key { key, n });
        let Some(bit) = branch else { return counted };
        let nodes = match side(key, bit) {
            0 => [counted, Arc::clone(self)],
            _ => [Arc::clone(self), counted],
        };
        Arc::new(Self::Fork { bit, nodes })
    }
}

/// On which side of a fork a key goes on.
fn side(key: u64, bit: u8) -> usize {
    (key >> bit & 1) as usize
}

/// Negative numbers come before the others when the sign's bit is turned.
fn ordered(key: i64) -> u64 {
    key.cast_unsigned() ^ 1 << 63
}

fn unordered(key: u64) -> i64 {
    (key ^ 1 << 63).cast_signed()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_copy_keeps_what_was_recorded_before() {
        let mut history = History::default();
        history.add(5, 1);
        let copy = history.clone();
        history.add(5, 1);
        history.add(-5, 1);
        assert_eq!((copy.times(5), copy.times(-5), copy.len()), (1, 0, 1));
        assert_eq!((history.times(5), history.times(-5), history.len()), (2, 1, 2));
        assert_ne!(history, copy);
    }

    proptest! {
        #[test]
        fn keys_are_counted_as_in_a_map(keys in prop::collection::vec(
            prop_oneof![-4_i64..4, any::<i64>(), Just(i64::MIN), Just(i64::MAX)], 0..80,
        )) {
            let mut history = History::default();
            let mut map = BTreeMap::new();
            for key in &keys {
                history.add(*key, 1);
                *map.entry(*key).or_insert(0) += 1;
            }
            prop_assert_eq!(history.iter().collect::<Vec<_>>(), map.clone().into_iter().collect::<Vec<_>>());
            prop_assert_eq!(history.len(), map.len());
            prop_assert!(keys.iter().all(|key| history.times(*key) == map[key]));
            let mut other = History::default();
            for (key, n) in map.into_iter().rev() {
                other.add(key, n);
            }
            prop_assert_eq!(other, history);
        }
    }
}
