//! A definition as it is written: one record for each mapping of the language.
//!
//! The texts of the fields are also the descriptions in the JSON schema. Nothing is resolved here:
//! expressions are kept as text, and references are words with their places.

use schemars::json_schema;

use crate::definition::read::{
    Ident, Kebab, List, Map, Name, Number, Read, Word, record, scalar, schema, words, wrong_type,
};
use crate::definition::yaml::{Node, Scalar};
use crate::error::{Problem, Problems};
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
        "seats" seats: each Map<Number, List<Word>>,
        /// The sites.
        "board" board: required BoardRecord,
        /// Named sets of sites.
        "zones" zones: each Map<Ident, ZoneRecord>,
        /// The walk of each player, by the player's id.
        "tracks" tracks: each Map<Ident, TrackRecord>,
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
        "min" min: optional i64,
        /// An integer's greatest value.
        "max" max: optional i64,
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
        /// The team, by a name that its members share.
        "team" team: optional Name<Ident>,
        /// A condition without which there is no such player.
        "when" when: optional Expression,
    }
}

record! {
    /// The sites.
    struct BoardRecord {
        /// A rectangle of squares `a1`, `b1`, …
        "grid" grid: required GridRecord,
    }
}

record! {
    /// A rectangle of squares: letters for the columns from the left, numbers for the rows from below.
    struct GridRecord {
        /// How many squares a row has.
        "columns" columns: required Scalar,
        /// How many rows there are.
        "rows" rows: required Scalar,
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
        /// The value at the start; false or 0 when left out. A list starts empty.
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
    /// Pieces of one player and kind: one on each site of `at`, or `count` off the board.
    struct SetupRecord {
        /// The owner's id.
        "player" player: required Word,
        /// The kind.
        "kind" kind: required Word,
        /// The sites.
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
        /// What a refusal says, by the rule's number.
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
        /// The color behind the sites of a zone.
        "zones" zones: each Map<Ident, Color>,
        /// The sign that shows an attribute behind a piece's letter.
        "attributes" attributes: each Map<Ident, Glyph>,
    }
}

record! {
    /// A text in both languages.
    struct BothLanguages {
        /// Basque.
        "eu" eu: required String,
        /// English.
        "en" en: required String,
    }
}

record! {
    /// A text in both languages that may be switched off.
    struct ConditionalText {
        /// Basque.
        "eu" eu: required String,
        /// English.
        "en" en: required String,
        /// A condition without which the name does not exist.
        "when" when: optional Expression,
    }
}

record! {
    /// A path that may be switched off.
    struct ConditionalPath {
        /// The path.
        "path" path: required Scalar,
        /// A condition without which there is no such path.
        "when" when: optional Expression,
    }
}

/// A named text, possibly with a condition.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) text: Text,
    pub(super) when: Option<Expression>,
}

/// A text that is an expression as a whole.
#[derive(Clone, Debug)]
pub(super) struct Expression(pub(super) Scalar);

/// One value or a list of them.
#[derive(Clone, Debug)]
pub(super) struct Values(pub(super) Vec<Scalar>);

/// A single visible character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph(pub(super) char);

/// The name of a terminal's color.
#[derive(Clone, Debug)]
pub(super) struct Color(pub(super) String);

/// The sites of a zone, for all players or for each.
#[derive(Clone, Debug)]
pub(super) struct ZoneRecord {
    pub(super) all: Option<Scalar>,
    pub(super) by_player: Vec<(Word, Option<Scalar>)>,
    pub(super) when: Option<Expression>,
}

/// The path of a track.
#[derive(Clone, Debug)]
pub(super) struct TrackRecord {
    pub(super) path: Option<Scalar>,
    pub(super) when: Option<Expression>,
}

/// The colors that terminals have names for.
const COLORS: [&str; 16] = [
    "black",
    "red",
    "green",
    "yellow",
    "blue",
    "magenta",
    "cyan",
    "white",
    "bright-black",
    "bright-red",
    "bright-green",
    "bright-yellow",
    "bright-blue",
    "bright-magenta",
    "bright-cyan",
    "bright-white",
];

impl Read for Text {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node {
            Node::Map(..) => {
                let text = BothLanguages::read(node, problems)?;
                Some(Self { eu: text.eu.unwrap_or_default(), en: text.en.unwrap_or_default() })
            }
            _ => scalar(node, "a text", problems).map(|scalar| Self::same(&scalar.text)),
        }
    }
}

impl Read for Entry {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(..) = node else {
            return Text::read(node, problems).map(|text| Self { text, when: None });
        };
        let entry = ConditionalText::read(node, problems)?;
        let text = Text { eu: entry.eu.unwrap_or_default(), en: entry.en.unwrap_or_default() };
        Some(Self { text, when: entry.when })
    }
}

impl Read for Expression {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        scalar(node, "an expression", problems).map(|scalar| Self(scalar.clone()))
    }
}

impl Read for Values {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node {
            Node::List(..) => List::<Scalar>::read(node, problems).map(|list| Self(list.0)),
            _ => Scalar::read(node, problems).map(|scalar| Self(vec![scalar])),
        }
    }
}

impl Read for Glyph {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let mut chars = scalar(node, "a single character", problems)?.text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_whitespace() && !c.is_control() => Some(Self(c)),
            _ => {
                problems.push(wrong_type("a single character", node));
                None
            }
        }
    }
}

impl Read for Color {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let color = scalar(node, "a color", problems)?;
        if COLORS.contains(&color.text.as_str()) {
            return Some(Self(color.text.clone()));
        }
        let problem = Problem::new("unknown-color", format!("unknown color `{}`", color.text));
        problems.push(problem.at(color.place.clone()).help_nearest(&color.text, COLORS));
        None
    }
}

impl Read for ZoneRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(items, _) = node else {
            let all = scalar(node, "a path, or a mapping of players to paths", problems)?;
            return Some(Self { all: Some(all.clone()), by_player: Vec::new(), when: None });
        };
        let mut zone = Self { all: None, by_player: Vec::new(), when: None };
        for (key, value) in items {
            match key.text.as_str() {
                "when" => zone.when = Expression::read(value, problems),
                "all" => zone.all = scalar(value, "a path", problems).cloned(),
                _ => {
                    let player = Word { text: key.text.clone(), place: key.place.clone() };
                    let path = scalar(value, "a path", problems).cloned();
                    zone.by_player.push((player, path));
                }
            }
        }
        if let (true, Some((player, _))) = (zone.all.is_some(), zone.by_player.first()) {
            let message = "a zone is given for `all` or by player, not both";
            problems.push(Problem::new("ambiguous-zone", message).at(player.place.clone()));
        }
        Some(zone)
    }
}

impl Read for TrackRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(..) = node else {
            let path = scalar(node, "a path", problems)?.clone();
            return Some(Self { path: Some(path), when: None });
        };
        let track = ConditionalPath::read(node, problems)?;
        Some(Self { path: track.path, when: track.when })
    }
}

schema!(Text, "Text", generator => json_schema!({
    "anyOf": [{ "type": "string" }, generator.subschema_for::<BothLanguages>()],
}));
schema!(Entry, "Entry", generator => json_schema!({
    "anyOf": [{ "type": "string" }, generator.subschema_for::<ConditionalText>()],
}));
schema!(Expression, "Expression", _generator => json_schema!({
    "type": ["string", "integer", "boolean"],
}));
schema!(Values, "Values", generator => json_schema!({
    "anyOf": [
        generator.subschema_for::<Scalar>(),
        { "type": "array", "items": generator.subschema_for::<Scalar>() },
    ],
}));
schema!(Glyph, "Glyph", _generator => json_schema!({
    "type": ["string", "integer"], "maxLength": 1,
}));
schema!(Color, "Color", _generator => json_schema!({ "enum": COLORS }));
schema!(ZoneRecord, "Zone", generator => json_schema!({
    "anyOf": [
        { "type": "string" },
        {
            "type": "object",
            "properties": { "when": generator.subschema_for::<Expression>() },
            "additionalProperties": { "type": "string" },
        },
    ],
}));
schema!(TrackRecord, "Track", generator => json_schema!({
    "anyOf": [{ "type": "string" }, generator.subschema_for::<ConditionalPath>()],
}));
