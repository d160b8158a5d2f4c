//! Boards of points as they are written, and the steps between neighbors.

use schemars::json_schema;

use crate::definition::read::{List, Read, record, schema, wrong_type};
use crate::definition::yaml::{Node, Scalar};
use crate::error::{Place, Problems};

record! {
    /// Points on some places of a rectangle, called by letters for the columns from the left and numbers
    /// for the rows from below.
    struct PointsRecord {
        /// Rows from the top, their places between blanks: `o` for a point, `.` for nothing.
        "picture" picture: required Scalar,
        /// Which points are neighbors: steps `[columns, rows]`, each also backward.
        "neighbors" neighbors: each List<Offset>,
        /// Further pairs of neighbors, such as `a1 b2`.
        "edges" edges: each List<Scalar>,
    }
}

/// A step from a site to another one.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Offset {
    /// How many columns to the right.
    pub(in crate::definition) columns: Scalar,
    /// How many rows up.
    pub(in crate::definition) rows: Scalar,
    pub(in crate::definition) place: Place,
}

impl Read for Offset {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        if let Node::List(items, place) = node
            && let [Node::Scalar(columns), Node::Scalar(rows)] = &items[..]
        {
            let place = place.clone();
            return Some(Self { columns: columns.clone(), rows: rows.clone(), place });
        }
        problems.push(wrong_type("a step `[columns, rows]`", node));
        None
    }
}

schema!(Offset, "Offset", generator => json_schema!({
    "type": "array", "minItems": 2, "maxItems": 2, "items": generator.subschema_for::<Scalar>(),
}));
