//! Patterns as they are written: pictures of rows of letters.

use schemars::json_schema;

use super::Expression;
use crate::definition::read::{List, Read, Word, record, scalar, schema, wrong_type};
use crate::definition::yaml::{Node, Scalar};
use crate::error::{Place, Problems};

record! {
    /// A shape of pieces.
    struct PatternRecord {
        /// The shape.
        "picture" picture: optional PictureRecord,
        /// Several shapes of which one has to stand, in place of `picture`.
        "pictures" pictures: optional List<PictureRecord>,
        /// How many of the player's own pieces it has at least; any number when left out.
        "least" least: optional Scalar,
        /// Whether the shape with left and right exchanged counts too.
        "mirror" mirror: optional Scalar,
        /// The zone in which the pieces of the shape stand, as the player sees it.
        "within" within: optional Word,
        /// A condition without which there is no such pattern.
        "when" when: optional Expression,
    }
}

/// Rows of letters, the foremost first, see [`LETTERS`]; `None` when they could not be read.
#[derive(Clone, Debug)]
pub(in crate::definition) struct PictureRecord {
    pub(in crate::definition) rows: Option<Vec<Scalar>>,
    pub(in crate::definition) place: Place,
}

/// What a row looks like, for editors.
const LETTERS: &str = "^[ojneOJNE.-]+$";

impl Read for PictureRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let place = node.place().clone();
        let Node::List(items, _) = node else {
            problems.push(wrong_type("a list of rows of cells", node));
            return Some(Self { rows: None, place });
        };
        let row = |item| scalar(item, "a row of cells", problems).cloned();
        Some(Self { rows: items.iter().map(row).collect(), place })
    }
}

schema!(PictureRecord, "Picture", _generator => json_schema!({
    "type": "array", "minItems": 1, "items": { "type": "string", "pattern": LETTERS },
}));
