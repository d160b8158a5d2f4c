//! A definition as it is written: one record for each mapping of the language.
//!
//! The texts of the fields are also the descriptions in the JSON schema. Nothing is resolved here:
//! expressions are kept as text, and references are words with their places.

mod patterns;
mod points;
mod values;

pub(super) use patterns::{PatternRecord, PictureRecord};
pub(super) use points::{Offset, PointsRecord};
pub(super) use values::{
    Background, Bound, Color, Drawing, Entry, Expression, Glyph, LaneRecord, SeatRecord, Team,
    TrackRecord, Values, WhereRecord, ZoneRecord,
};

use crate::definition::read::{
    Ident, Kebab, Letters, List, Map, Name, Number, Word, record, words,
};
use crate::definition::yaml::Scalar;
use crate::text::Text;

record! {
    /// The definition of a board game.
    struct Document {
        /// The game's name, which is its folder's.
        "game" game: required Name<Kebab>,
        /// The game's title.
        "title" title: required Text,
        /// What a house may decide otherwise, by name.
        "options" options: each Map<Ident, OptionRecord>,
        /// Named sets of option values.
        "variants" variants: each Map<Kebab, VariantRecord>,
        /// Derived values: expressions over options and earlier values.
        "let" values: each Map<Ident, Expression>,
        /// The players in the order of their seats.
        "players" players: required List<PlayerRecord>,
        /// Who plays, by the number of players; all of them when it is left out.
        "seats" seats: each Map<Number, List<SeatRecord>>,
        /// The sites.
        "board" board: required BoardRecord,
        /// Named sets of sites.
        "zones" zones: each Map<Ident, ZoneRecord>,
        /// The walk of each player, by the player's id.
        "tracks" tracks: each Map<Ident, TrackRecord>,
        /// Shapes of pieces on a grid, by name.
        "patterns" patterns: each Map<Ident, PatternRecord>,
        /// What pieces there are.
        "pieces" pieces: required PiecesRecord,
        /// The dice, by name.
        "dice" dice: each Map<Ident, DieRecord>,
        /// The entries of the game's state, by name.
        "state" state: each Map<Ident, StateRecord>,
        /// What the game can wait for, by name.
        "steps" steps: each Map<Ident, StepRecord>,
        /// Where the pieces stand at the start.
        "setup" setup: required List<SetupRecord>,
        /// How moves are written.
        "notation" notation: optional NotationRecord,
        /// Texts for refusals, ends and events.
        "text" text: optional TextRecord,
        /// Counters that simulations report.
        "metrics" metrics: each Map<Ident, MetricRecord>,
        /// How the board is drawn.
        "display" display: optional DisplayRecord,
    }
}

record! {
    /// An option of the rules.
    struct OptionRecord {
        /// What values it has.
        "type" ty: required OptionKind,
        /// The value when nothing is said.
        "default" default: required Scalar,
        /// An integer's least value.
        "min" min: optional Bound,
        /// An integer's greatest value.
        "max" max: optional Bound,
        /// A choice's values.
        "values" values: optional List<Name<Ident>>,
        /// What it does.
        "help" help: required Text,
        /// Values of other options that it needs unless it has its default.
        "requires" requires: each Map<Ident, Values>,
        /// Values of other options that it excludes unless it has its default.
        "conflicts" conflicts: each Map<Ident, Values>,
        /// The numbers of players for which it may differ from its default.
        "players" players: optional List<i64>,
        /// A condition over options, `players` (how many play) and `seated("id")`, which must hold unless
        /// the option has its default.
        "where" condition: optional WhereRecord,
    }
}

words! {
    /// The type of an option.
    enum OptionKind {
        /// A whole number from `min` to `max`.
        Int = "int",
        /// True or false.
        Bool = "bool",
        /// One of `values`.
        Choice = "choice",
    }
}

record! {
    /// A named set of option values.
    struct VariantRecord {
        /// What it is.
        "help" help: required Text,
        /// Where it is described.
        "source" source: optional String,
        /// The options that it sets.
        "set" set: required Map<Ident, Scalar>,
    }
}

record! {
    /// A player.
    struct PlayerRecord {
        /// The name in logs and scripts.
        "id" id: required Name<Ident>,
        /// What people read.
        "title" title: required Text,
        /// The letter of the player's pieces in text boards; the first of the id when left out.
        "glyph" glyph: optional Glyph,
        /// The color in terminals.
        "color" color: optional Color,
        /// The team, by a name that its members share; an expression may give an empty name for none.
        "team" team: optional Team,
        /// From which side of a grid the player looks; `near` when left out.
        "view" view: optional ViewWord,
        /// A condition without which there is no such player.
        "when" when: optional Expression,
    }
}

words! {
    /// A side of a grid.
    enum ViewWord {
        /// That of the first row.
        Near = "near",
        /// That of the last row, from which the player then counts the rows.
        Far = "far",
    }
}

record! {
    /// The sites.
    struct BoardRecord {
        /// A rectangle of squares `a1`, `b1`, …
        "grid" grid: optional GridRecord,
        /// Points on some places of a rectangle, in place of a grid.
        "points" points: optional PointsRecord,
        /// Squares `1`, `2`, … of which the first follows the last.
        "ring" ring: optional RingRecord,
        /// Rows of squares that are called by the lane's letters and a number from 1.
        "lanes" lanes: each Map<Letters, LaneRecord>,
        /// Sites beside the board, by name.
        "off" off: each Map<Ident, OffRecord>,
        /// How many pieces each site of a zone holds at most, by the zone's name.
        "capacity" capacity: each Map<Ident, Scalar>,
    }
}

record! {
    /// Squares in a ring.
    struct RingRecord {
        /// How many there are.
        "sites" sites: required Scalar,
    }
}

record! {
    /// A site beside the board.
    struct OffRecord {
        /// Whether every player has one, which is then called as in `home_red`, or `home` for its owner.
        "per" per: optional Per,
        /// Whether pieces stand there that a position leaves out.
        "rest" rest: optional Scalar,
        /// A condition without which there is no such site.
        "when" when: optional Expression,
    }
}

record! {
    /// A rectangle of squares: letters for the columns from the left, numbers for the rows from below.
    struct GridRecord {
        /// How many squares a row has.
        "columns" columns: required Scalar,
        /// How many rows there are.
        "rows" rows: required Scalar,
        /// The number of the lowest row; 1 when left out.
        "first_row" first_row: optional Scalar,
        /// Which squares are neighbors: steps `[columns, rows]`, each also backward.
        "neighbors" neighbors: each List<Offset>,
    }
}

record! {
    /// What pieces there are.
    struct PiecesRecord {
        /// The kinds of pieces, by name.
        "kinds" kinds: required Map<Ident, KindRecord>,
        /// What each piece carries, by name.
        "attributes" attributes: each Map<Ident, AttributeRecord>,
    }
}

record! {
    /// A kind of piece.
    struct KindRecord {
        /// What people read.
        "title" title: required Text,
        /// The sign of pieces that are nobody's in text boards, which need one.
        "glyph" glyph: optional Glyph,
        /// A condition without which there is no such kind.
        "when" when: optional Expression,
    }
}

record! {
    /// A small value that every piece carries.
    struct AttributeRecord {
        /// What values it has.
        "type" ty: required AttributeKind,
        /// The value when nothing is said; false or 0 when left out.
        "default" default: optional Scalar,
        /// A condition without which there is no such attribute.
        "when" when: optional Expression,
    }
}

words! {
    /// The type of an attribute.
    enum AttributeKind {
        /// A whole number.
        Int = "int",
        /// True or false.
        Bool = "bool",
    }
}

record! {
    /// A die, a set of sticks, or several dice thrown together.
    struct DieRecord {
        /// The faces with their weights.
        "faces" faces: optional Map<Number, Scalar>,
        /// The number of sides of a common die, numbered from 1.
        "sides" sides: optional Scalar,
        /// How many are thrown together; 1 when left out.
        "count" count: optional Scalar,
        /// A condition without which there is no such die.
        "when" when: optional Expression,
    }
}

record! {
    /// An entry of the game's state.
    struct StateRecord {
        /// What it holds.
        "type" ty: required StateKind,
        /// What its numbers are, when they are not just numbers.
        "of" of: optional Of,
        /// The value at the start; false, 0 or no site when left out. A list starts empty.
        "default" default: optional Scalar,
        /// A list's greatest length.
        "max" max: optional Scalar,
        /// Whether every player has one.
        "per" per: optional Per,
        /// A condition without which there is no such entry.
        "when" when: optional Expression,
    }
}

words! {
    /// The type of a state entry.
    enum StateKind {
        /// A whole number.
        Int = "int",
        /// True or false.
        Bool = "bool",
        /// A list of whole numbers.
        List = "list",
    }
}

words! {
    /// What the numbers of a state entry are.
    enum Of {
        /// Sites, written by their names in the text of a state.
        Site = "site",
    }
}

words! {
    /// Who has an entry of the state.
    enum Per {
        /// The game as a whole.
        Game = "game",
        /// Each player.
        Player = "player",
    }
}

record! {
    /// Something that the game waits for.
    struct StepRecord {
        /// What people read.
        "title" title: required Text,
        /// A condition without which there is no such step.
        "when" when: optional Expression,
    }
}

record! {
    /// Pieces of a player and a kind: one on each site of `at`, or `count` off the board.
    struct SetupRecord {
        /// The owner's id, or `none` for pieces that are nobody's; every player in play has such pieces
        /// when it is left out.
        "player" player: optional Word,
        /// The kind.
        "kind" kind: required Word,
        /// The sites, or the name of a zone as the owner sees it.
        "at" at: optional Scalar,
        /// How many pieces, on each site if sites are given.
        "count" count: optional Scalar,
        /// Starting values of attributes.
        "with" with: each Map<Ident, Scalar>,
        /// A condition without which these pieces are left out.
        "when" when: optional Expression,
    }
}

record! {
    /// How moves are written.
    struct NotationRecord {
        /// The marks that rules may put on a move.
        "marks" marks: each List<Name<Ident>>,
        /// Moves that are a word, such as `skip`.
        "words" words: each Map<Ident, Entry>,
        /// Templates for moves of a piece; the first whose marks the move bears is used.
        "moves" moves: each List<TemplateRecord>,
    }
}

record! {
    /// A template for the text of a move.
    struct TemplateRecord {
        /// The marks that the move must bear.
        "marks" marks: each List<Word>,
        /// The text with `{from}`, `{to}`, `{number}`, `{piece}` and `{notation}` (what the hook of that name gives) to be filled in.
        "text" text: required Scalar,
        /// A condition without which the template is left out.
        "when" when: optional Expression,
    }
}

record! {
    /// Texts that people read.
    struct TextRecord {
        /// What a refusal says, by the rule's number, with the values of expressions in braces.
        "rules" rules: each Map<Ident, Entry>,
        /// Why a game ended, by the rule's number.
        "reasons" reasons: each Map<Ident, Entry>,
        /// What happened, by the event's name.
        "events" events: each Map<Ident, EventRecord>,
    }
}

words! {
    /// What a value of an event is.
    enum ArgWord {
        /// A player.
        Player = "player",
        /// A site.
        Site = "site",
        /// A number.
        Number = "number",
    }
}

record! {
    /// Something that can happen, with what is said of it.
    struct EventRecord {
        /// What its values are, at most three.
        "args" args: each List<ArgWord>,
        /// Basque.
        "eu" eu: required String,
        /// English.
        "en" en: required String,
        /// A condition without which there is no such event.
        "when" when: optional Expression,
    }
}

record! {
    /// A counter that simulations report.
    struct MetricRecord {
        /// What people read.
        "title" title: required Text,
        /// The event that is counted.
        "event" event: required Word,
        /// A condition without which there is no such counter.
        "when" when: optional Expression,
    }
}

record! {
    /// How the board is drawn.
    struct DisplayRecord {
        /// The color behind the sites of a zone, or `player` for the color of whose site it is.
        "zones" zones: each Map<Ident, Background>,
        /// The sign that a zone's sites bear.
        "signs" signs: each Map<Ident, Glyph>,
        /// The sign that shows an attribute behind a piece's letter.
        "attributes" attributes: each Map<Ident, Glyph>,
        /// Where the sites are drawn: a row in each line, names of sites between blanks, `.` for nothing.
        "drawing" drawing: optional Drawing,
        /// Lists of sites in the state: on a board of points rods are drawn between their items.
        "links" links: each List<Word>,
        /// Lists of sites in the state, with the sign that is drawn beside their points.
        "signs_at" signs_at: each Map<Ident, Glyph>,
    }
}
