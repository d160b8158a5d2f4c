//! Values that are more than a scalar or a record: texts, zones, tracks, and what has few forms.

use schemars::json_schema;

use crate::definition::read::{
    Ident, Key, List, Name, Read, TeamWord, Word, record, scalar, schema, wrong_type,
};
use crate::definition::yaml::{Node, Scalar};
use crate::error::{Problem, Problems};
use crate::game;
use crate::text::Text;

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
        "eu" eu: required Scalar,
        /// English.
        "en" en: required Scalar,
        /// The rule's number, where several texts speak of one rule; the name when left out.
        "cites" cites: optional Name<Ident>,
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

record! {
    /// A lane that may be switched off.
    struct ConditionalLane {
        /// How many squares it has.
        "sites" sites: required Scalar,
        /// A condition without which there is no such lane.
        "when" when: optional Expression,
    }
}

record! {
    /// A player of a list of seats who may be left out.
    struct ConditionalSeat {
        /// The player's id.
        "id" id: required Word,
        /// A condition without which the player is not in the list.
        "when" when: optional Expression,
    }
}

record! {
    /// A condition that must hold, with what is said when it does not.
    struct ToldCondition {
        /// The condition.
        "that" that: required Expression,
        /// Basque.
        "eu" eu: required String,
        /// English.
        "en" en: required String,
    }
}

record! {
    /// A drawing that may be switched off.
    struct ConditionalDrawing {
        /// The drawing.
        "text" text: required Scalar,
        /// A condition without which another drawing is looked for.
        "when" when: optional Expression,
    }
}

/// A named text, possibly with a condition.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Entry {
    /// Basque; `None` where both languages have the same text.
    pub(in crate::definition) eu: Option<Scalar>,
    pub(in crate::definition) en: Option<Scalar>,
    /// The number that people read, where it is not the name.
    pub(in crate::definition) cites: Option<Name<Ident>>,
    pub(in crate::definition) when: Option<Expression>,
}

/// A text that is an expression as a whole.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Expression(pub(in crate::definition) Scalar);

/// One value or a list of them.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Values(pub(in crate::definition) Vec<Scalar>);

/// An end of an integer's range; `None` when it could not be read.
#[derive(Clone, Copy, Debug)]
pub(in crate::definition) struct Bound(pub(in crate::definition) Option<i64>);

/// A single visible character.
#[derive(Clone, Copy, Debug)]
pub(in crate::definition) struct Glyph(pub(in crate::definition) char);

/// The name of a terminal's color.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Color(pub(in crate::definition) String);

/// What lies behind the sites of a zone: a color, or `player`.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Background(pub(in crate::definition) game::Background);

/// The sites of a zone, for all players or for each.
#[derive(Clone, Debug)]
pub(in crate::definition) struct ZoneRecord {
    pub(in crate::definition) all: Option<Scalar>,
    pub(in crate::definition) by_player: Vec<(Word, Option<Scalar>)>,
    pub(in crate::definition) when: Option<Expression>,
}

/// The path of a track.
#[derive(Clone, Debug)]
pub(in crate::definition) struct TrackRecord {
    pub(in crate::definition) path: Option<Scalar>,
    pub(in crate::definition) when: Option<Expression>,
}

/// A row of squares.
#[derive(Clone, Debug)]
pub(in crate::definition) struct LaneRecord {
    pub(in crate::definition) sites: Option<Scalar>,
    pub(in crate::definition) when: Option<Expression>,
}

/// A player of a list of seats.
#[derive(Clone, Debug)]
pub(in crate::definition) struct SeatRecord {
    pub(in crate::definition) id: Word,
    pub(in crate::definition) when: Option<Expression>,
}

/// The name of a team, or an expression that gives it.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Team(pub(in crate::definition) Scalar);

/// A condition that must hold for an option.
#[derive(Clone, Debug)]
pub(in crate::definition) struct WhereRecord {
    pub(in crate::definition) that: Option<Expression>,
    /// What is said when it does not hold.
    pub(in crate::definition) text: Option<Text>,
}

/// Drawings of which the first one is used whose condition holds.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Drawing(
    pub(in crate::definition) Vec<(Scalar, Option<Expression>)>,
);

/// The word for the color of the player whose site it is.
const OWNER: &str = "player";

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

impl Read for Bound {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(Self(i64::read(node, problems)))
    }
}

impl schemars::JsonSchema for Bound {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bound".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        i64::json_schema(generator)
    }
}

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
            let both = scalar(node, "a text", problems)?.clone();
            return Some(Self { eu: None, en: Some(both), cites: None, when: None });
        };
        let entry = ConditionalText::read(node, problems)?;
        Some(Self { eu: entry.eu, en: entry.en, cites: entry.cites, when: entry.when })
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
        color(scalar(node, "a color", problems)?, &[], problems).map(Self)
    }
}

impl Read for Background {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let color = color(scalar(node, "a color", problems)?, &[OWNER], problems)?;
        Some(Self(if color == OWNER {
            game::Background::Player
        } else {
            game::Background::Color(color)
        }))
    }
}

/// The name of a color, or one of the other words.
fn color(scalar: &Scalar, others: &[&str], problems: &mut Problems) -> Option<String> {
    let known = || others.iter().copied().chain(COLORS);
    if known().any(|word| word == scalar.text) {
        return Some(scalar.text.clone());
    }
    let problem = Problem::new("unknown-color", format!("unknown color `{}`", scalar.text));
    problems.push(problem.at(scalar.place.clone()).help_nearest(&scalar.text, known()));
    None
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

impl Read for LaneRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(..) = node else {
            let sites = scalar(node, "a number of squares", problems)?.clone();
            return Some(Self { sites: Some(sites), when: None });
        };
        let lane = ConditionalLane::read(node, problems)?;
        Some(Self { sites: lane.sites, when: lane.when })
    }
}

impl Read for SeatRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(..) = node else {
            return Word::read(node, problems).map(|id| Self { id, when: None });
        };
        let seat = ConditionalSeat::read(node, problems)?;
        Some(Self { id: seat.id?, when: seat.when })
    }
}

impl Read for Team {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let team = scalar(node, "a name", problems)?;
        if !team.text.starts_with('$') {
            Name::<TeamWord>::read(node, problems)?;
        }
        Some(Self(team.clone()))
    }
}

impl Read for WhereRecord {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(..) = node else {
            let that = Expression::read(node, problems)?;
            return Some(Self { that: Some(that), text: None });
        };
        let told = ToldCondition::read(node, problems)?;
        let text = Text { eu: told.eu.unwrap_or_default(), en: told.en.unwrap_or_default() };
        Some(Self { that: told.that, text: Some(text) })
    }
}

impl Read for Drawing {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::List(..) = node else {
            let text = scalar(node, "a drawing, or a list of drawings", problems)?;
            return Some(Self(vec![(text.clone(), None)]));
        };
        let list = List::<ConditionalDrawing>::read(node, problems)?.0;
        Some(Self(list.into_iter().filter_map(|d| Some((d.text?, d.when))).collect()))
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
schema!(Background, "Background", generator => json_schema!({
    "anyOf": [generator.subschema_for::<Color>(), { "const": OWNER }],
}));
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
schema!(LaneRecord, "Lane", generator => json_schema!({
    "anyOf": [generator.subschema_for::<Scalar>(), generator.subschema_for::<ConditionalLane>()],
}));
schema!(SeatRecord, "Seat", generator => json_schema!({
    "anyOf": [generator.subschema_for::<Word>(), generator.subschema_for::<ConditionalSeat>()],
}));
schema!(Team, "Team", _generator => json_schema!({
    "type": "string", "pattern": format!("{}|^\\$", TeamWord::PATTERN),
}));
schema!(WhereRecord, "Where", generator => json_schema!({
    "anyOf": [generator.subschema_for::<Expression>(), generator.subschema_for::<ToldCondition>()],
}));
schema!(Drawing, "Drawing", generator => json_schema!({
    "anyOf": [
        { "type": "string" },
        { "type": "array", "items": generator.subschema_for::<ConditionalDrawing>() },
    ],
}));
