//! Trees that were read before: a game is set up in many ways, and most of its script stays the same.

use std::cell::RefCell;
use std::collections::HashMap;

use rhai::AST;

use crate::script::limits::Limits;

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stage {
    /// With all names in it.
    Written,
    /// With names folded, and constants with them.
    Folded,
}

/// When more bytes of text are remembered all are forgotten.
const MAX_BYTES: usize = 4 << 20;

#[derive(Default)]
struct Memo {
    /// What the limits were; with others the same text may be too much.
    limits: Limits,
    trees: HashMap<(Stage, String), AST>,
    n_bytes: usize,
}

thread_local! {
    /// What this thread has read. Trees cannot go from one thread to another.
    static MEMO: RefCell<Memo> = RefCell::default();
}

/// The tree of a text, by `read` unless this thread has read it before. What fails is read again each
/// time.
pub(super) fn remembered<E>(
    stage: Stage,
    text: &str,
    limits: &Limits,
    read: impl FnOnce() -> Result<AST, E>,
) -> Result<AST, E> {
    let key = (stage, text.to_owned());
    let known =
        MEMO.with_borrow(
            |memo| {
                if memo.limits == *limits { memo.trees.get(&key).cloned() } else { None }
            },
        );
    if let Some(tree) = known {
        return Ok(tree);
    }
    let tree = read()?;
    MEMO.with_borrow_mut(|memo| {
        if memo.limits != *limits || memo.n_bytes > MAX_BYTES {
            *memo = Memo { limits: *limits, ..Memo::default() };
        }
        memo.n_bytes += text.len();
        memo.trees.insert(key, tree.clone());
    });
    Ok(tree)
}
