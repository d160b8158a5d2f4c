//! Records: mappings with fixed keys, declared once for reading and for the schema.

use schemars::{Schema, json_schema};

use super::{Read, wrong_type};
use crate::definition::yaml::{Node, Scalar};
use crate::error::{Place, Problem, Problems, nearest};

/// A mapping with fixed keys while it is being read.
pub(in crate::definition) struct Fields<'n> {
    items: &'n [(Scalar, Node)],
    place: &'n Place,
    /// Known keys that an unknown one was probably meant to be.
    misspelt: Vec<&'static str>,
}

impl<'n> Fields<'n> {
    /// The fields of a mapping; keys that are not `known` are reported.
    pub(in crate::definition) fn new(
        node: &'n Node,
        known: &[&'static str],
        problems: &mut Problems,
    ) -> Option<Self> {
        let Node::Map(items, place) = node else {
            let problem = wrong_type("a mapping", node);
            problems.push(problem.note(format!("its keys are `{}`", known.join("`, `"))));
            return None;
        };
        let mut misspelt = Vec::new();
        for (key, _) in items.iter().filter(|(key, _)| !known.contains(&key.text.as_str())) {
            misspelt.extend(nearest(&key.text, known.iter().copied()));
            problems.push(
                Problem::new("unknown-key", format!("the key `{}` is not known here", key.text))
                    .at(key.place.clone())
                    .help_nearest(&key.text, known.iter().copied()),
            );
        }
        Some(Self { items, place, misspelt })
    }

    /// The place of the mapping.
    pub(in crate::definition) fn place(&self) -> Place {
        self.place.clone()
    }

    /// The value of a key that may be missing.
    pub(in crate::definition) fn optional<T: Read>(
        &self,
        key: &str,
        problems: &mut Problems,
    ) -> Option<T> {
        let (_, value) = self.items.iter().find(|(k, _)| k.text == key)?;
        T::read(value, problems)
    }

    /// The value of a key that must be there.
    pub(in crate::definition) fn required<T: Read>(
        &self,
        key: &str,
        problems: &mut Problems,
    ) -> Option<T> {
        if !self.items.iter().any(|(k, _)| k.text == key) && !self.misspelt.contains(&key) {
            let problem = Problem::new("missing-key", format!("the key `{key}` is missing here"));
            problems.push(problem.at(self.place()));
        }
        self.optional(key, problems)
    }

    /// The entries of a key that may be missing.
    pub(in crate::definition) fn each<T: Read + Default>(
        &self,
        key: &str,
        problems: &mut Problems,
    ) -> T {
        self.optional(key, problems).unwrap_or_default()
    }
}

/// Declares a record that is read from a mapping with fixed keys.
///
/// Each field is its key, its name, `required`, `optional` or `each`, and its type. The first two
/// are kept as an `Option`, `None` also when the value could not be read; `each` is a list or a mapping that
/// is empty when it is missing.
macro_rules! record {
    (
        $(#[doc = $doc:literal])*
        struct $name:ident {
            $( $(#[doc = $about:literal])* $key:literal $field:ident: $need:ident $ty:ty, )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug)]
        pub(in crate::definition) struct $name {
            $( $(#[doc = $about])* pub(in crate::definition) $field: $crate::definition::read::record!(@type $need $ty), )*
            /// Where the record stands.
            #[allow(dead_code, reason = "not every record is pointed at")]
            pub(in crate::definition) place: $crate::error::Place,
        }

        impl $crate::definition::read::Read for $name {
            fn read(
                node: &$crate::definition::yaml::Node,
                problems: &mut $crate::error::Problems,
            ) -> Option<Self> {
                let fields =
                    $crate::definition::read::Fields::new(node, &[$($key),*], problems)?;
                Some(Self {
                    $( $field: fields.$need($key, problems), )*
                    place: fields.place(),
                })
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::definition::read::record_schema(
                    concat!($($doc),*),
                    [$((
                        $key,
                        stringify!($need) == "required",
                        concat!($($about),*),
                        generator.subschema_for::<$ty>(),
                    )),*],
                )
            }
        }
    };
    (@type each $ty:ty) => { $ty };
    (@type $need:ident $ty:ty) => { Option<$ty> };
}

/// Declares an enumeration that is read from one of a few words.
macro_rules! words {
    (
        $(#[doc = $doc:literal])*
        enum $name:ident { $( $(#[doc = $about:literal])* $variant:ident = $word:literal, )* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::definition) enum $name { $( $(#[doc = $about])* $variant, )* }

        impl $crate::definition::read::Read for $name {
            fn read(
                node: &$crate::definition::yaml::Node,
                problems: &mut $crate::error::Problems,
            ) -> Option<Self> {
                let known = [$($word),*];
                let expected = format!("one of `{}`", known.join("`, `"));
                let scalar = $crate::definition::read::scalar(node, &expected, problems)?;
                match scalar.text.as_str() {
                    $( $word => Some(Self::$variant), )*
                    other => {
                        let problem = $crate::definition::read::wrong_type(&expected, node);
                        problems.push(problem.help_nearest(other, known));
                        None
                    }
                }
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "enum": [$($word),*] })
            }
        }
    };
}

/// Gives a type without generics the schema that the expression says.
macro_rules! schema {
    ($ty:ty, $name:literal, $generator:ident => $schema:expr) => {
        impl schemars::JsonSchema for $ty {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

pub(in crate::definition) use {record, schema, words};

/// The schema of a record: for each key whether it is required, its text and its value's schema.
pub(in crate::definition) fn record_schema<const N: usize>(
    about: &str,
    fields: [(&str, bool, &str, Schema); N],
) -> Schema {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for (key, needed, about, mut schema) in fields {
        schema.insert("description".into(), about.trim().into());
        properties.insert(key.into(), schema.to_value());
        if needed {
            required.push(key);
        }
    }
    json_schema!({
        "description": about.trim(),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
