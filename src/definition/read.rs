//! Reading the tree into typed records, with all problems in one pass.
//!
//! A type that implements [`Read`] says how it is read and, by its JSON schema, how an editor checks
//! it; the macro [`record!`] writes both from one list of keys, so the two cannot part. A part that
//! cannot be read is reported and becomes `None`, and everything else is still read.

mod record;

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::definition::yaml::{Node, Scalar};
use crate::error::{Place, Problem, Problems};

pub(super) use record::{Fields, record, record_schema, schema, words};

/// A value that the tree can hold.
pub(super) trait Read: Sized + JsonSchema {
    /// Reads a node; what is wrong is reported, and `None` means that nothing can be used.
    fn read(node: &Node, problems: &mut Problems) -> Option<Self>;
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// The name.
    pub(super) text: String,
    /// Where it stands.
    pub(super) place: Place,
}

/// What the keys of a mapping must look like.
pub(super) trait Key {
    /// The pattern, for editors.
    const PATTERN: &'static str;
    /// What is expected, for messages.
    const EXPECTED: &'static str;
    /// Whether the text is such a key.
    fn fits(text: &str) -> bool;
}

/// A name that scripts can use: a letter, then letters, digits and `_`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ident;

/// A name that only people use: as [`Ident`], or with `-` between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kebab;

/// A name of a team, which stands in logs: a word that is no comment and no block there.
#[derive(Clone, Copy, Debug)]
pub(super) struct TeamWord;

/// A name of letters alone, to which numbers are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters;

/// A whole number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number;

impl Key for Ident {
    const PATTERN: &'static str = "^[A-Za-z][A-Za-z0-9_]*$";
    const EXPECTED: &'static str = "a name of letters, digits and `_`";
    fn fits(text: &str) -> bool {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

impl Key for Kebab {
    const PATTERN: &'static str = "^[A-Za-z][A-Za-z0-9_-]*$";
    const EXPECTED: &'static str = "a name of letters, digits, `_` and `-`";
    fn fits(text: &str) -> bool {
        Ident::fits(&text.replace('-', "_"))
    }
}

impl Key for TeamWord {
    const PATTERN: &'static str = r"^[^\s#(|=$]\S*$";
    const EXPECTED: &'static str = "a word without blanks that begins with none of `#(|=$`";
    fn fits(text: &str) -> bool {
        text.starts_with(|c| !"#(|=$".contains(c))
            && !text.contains(|c: char| c.is_whitespace() || c.is_control())
    }
}

impl Key for Letters {
    const PATTERN: &'static str = "^[A-Za-z]+$";
    const EXPECTED: &'static str = "a name of letters";
    fn fits(text: &str) -> bool {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic())
    }
}

impl Key for Number {
    const PATTERN: &'static str = "^-?[0-9]+$";
    const EXPECTED: &'static str = "a whole number";
    fn fits(text: &str) -> bool {
        text.parse::<i32>().is_ok()
    }
}

/// Words that scripts cannot use as names.
const RESERVED: [&str; 50] = [
    "true",
    "false",
    "let",
    "const",
    "if",
    "else",
    "switch",
    "do",
    "while",
    "until",
    "loop",
    "for",
    "in",
    "continue",
    "break",
    "return",
    "throw",
    "try",
    "catch",
    "fn",
    "private",
    "import",
    "export",
    "as",
    "global",
    "this",
    "var",
    "static",
    "shared",
    "is",
    "goto",
    "exit",
    "match",
    "case",
    "public",
    "protected",
    "new",
    "use",
    "with",
    "module",
    "package",
    "super",
    "thread",
    "spawn",
    "go",
    "await",
    "async",
    "sync",
    "yield",
    "default",
];

/// A declared name of the kind `K`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name<K>(pub(super) Word, PhantomData<K>);

impl<K: Key> Name<K> {
    /// The name, reported when it is not well formed; known all the same.
    fn check(scalar: &Scalar, problems: &mut Problems) -> Word {
        let word = Word { text: scalar.text.clone(), place: scalar.place.clone() };
        if !K::fits(&word.text) {
            let message = format!("expected {}, found `{}`", K::EXPECTED, word.text);
            problems.push(Problem::new("bad-name", message).at(word.place.clone()));
        } else if RESERVED.contains(&word.text.as_str()) {
            let message = format!("`{}` is a reserved word", word.text);
            let help = format!("choose another name, such as `{}_`", word.text);
            problems.push(Problem::new("reserved-name", message).at(word.place.clone()).help(help));
        }
        word
    }
}

impl<K: Key> Read for Name<K> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let word = Self::check(scalar(node, "a name", problems)?, problems);
        Some(Self(word, PhantomData))
    }
}

impl Read for Word {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let scalar = scalar(node, "a name", problems)?;
        Some(Self { text: scalar.text.clone(), place: scalar.place.clone() })
    }
}

impl Read for Scalar {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        scalar(node, "a text", problems).cloned()
    }
}

impl Read for String {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        scalar(node, "a text", problems).map(|scalar| scalar.text.clone())
    }
}

impl Read for i64 {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let scalar = scalar(node, "a whole number", problems)?;
        let value = scalar.plain.then(|| scalar.text.parse().ok()).flatten();
        if value.is_none() {
            problems.push(wrong_type("a whole number", node));
        }
        value
    }
}

/// A mapping whose keys are declared names of the kind `K`, in the order of the text.
///
/// A value that cannot be read is `None`, so that its name stays known.
#[derive(Clone, Debug)]
pub(super) struct Map<K, T>(pub(super) Vec<(Word, Option<T>)>, PhantomData<K>);

impl<K, T> Default for Map<K, T> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<K: Key, T: Read> Read for Map<K, T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::Map(items, _) = node else {
            problems.push(wrong_type("a mapping", node));
            return None;
        };
        let entries = items
            .iter()
            .map(|(key, value)| (Name::<K>::check(key, problems), T::read(value, problems)));
        Some(Self(entries.collect(), PhantomData))
    }
}

/// A list; an entry that cannot be read is left out.
#[derive(Clone, Debug)]
pub(super) struct List<T>(pub(super) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Read> Read for List<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Node::List(items, _) = node else {
            problems.push(wrong_type("a list", node));
            return None;
        };
        Some(Self(items.iter().filter_map(|item| T::read(item, problems)).collect()))
    }
}

/// The node as a scalar that says something.
pub(super) fn scalar<'n>(
    node: &'n Node,
    expected: &str,
    problems: &mut Problems,
) -> Option<&'n Scalar> {
    match node {
        Node::Scalar(scalar) if !scalar.is_null() => Some(scalar),
        _ => {
            problems.push(wrong_type(expected, node));
            None
        }
    }
}

/// The problem of a node that is something else than what is expected.
pub(super) fn wrong_type(expected: &str, node: &Node) -> Problem {
    let message = format!("expected {expected}, found {}", node.describe());
    Problem::new("wrong-type", message).at(node.place().clone())
}

schema!(Word, "Word", _generator => json_schema!({ "type": ["string", "integer"] }));
schema!(Scalar, "Scalar", _generator => json_schema!({ "type": ["string", "integer", "boolean"] }));

impl<K: Key> JsonSchema for Name<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": K::PATTERN })
    }
}

impl<K: Key, T: JsonSchema> JsonSchema for Map<K, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Map_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": K::PATTERN },
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("List_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>() })
    }
}
