//! Text shown to people, in Basque and English.

use serde::{Deserialize, Serialize};

/// A language of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Basque.
    Eu,
    /// English.
    #[default]
    En,
}

impl Lang {
    /// The language of a locale name such as `eu_ES.UTF-8`; English for every other.
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("eu") { Self::Eu } else { Self::En }
    }
}

/// A text in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Basque.
    pub eu: String,
    /// English.
    pub en: String,
}

impl Text {
    /// The text in `lang`.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Eu => &self.eu,
            Lang::En => &self.en,
        }
    }

    /// The same text in both languages, as for a name.
    pub fn same(text: &str) -> Self {
        Self { eu: text.to_owned(), en: text.to_owned() }
    }
}

/// A declared name with its text; what it names is known by its index in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The name that scripts and logs use.
    pub id: String,
    /// What people read.
    pub title: Text,
}

impl Named {
    /// The index of `id` in `list`.
    pub(crate) fn find(list: &[Self], id: &str) -> Option<usize> {
        list.iter().position(|named| named.id == id)
    }
}
