//! What figures and the columns of tables are called in Basque.

use crate::text::{Lang, Text};

/// English names, as they stand in JSON and comma-separated values, and their Basque.
const LABELS: [(&str, &str); 47] = [
    ("won by", "irabazlea:"),
    ("points of", "puntuak:"),
    ("won by first player", "hasi denak irabazia"),
    ("advantage of beginning", "hastearen abantaila"),
    ("balance", "oreka"),
    ("drawn", "berdinketa"),
    ("unfinished", "amaitu gabe"),
    ("ended:", "amaiera:"),
    ("turns", "txandak"),
    ("moves", "jokaldiak"),
    ("throws", "jaurtiketak"),
    ("legal moves", "legezko jokaldiak"),
    ("real decisions", "benetako erabakiak"),
    ("forced moves", "behartutako jokaldiak"),
    ("throws lost", "alferreko jaurtiketak"),
    ("share of throws lost", "alferreko jaurtiketen zatia"),
    ("lead changes", "lidergo-aldaketak"),
    ("lead changes by turn", "lidergo-aldaketak txandako"),
    ("winner behind", "irabazlea atzetik"),
    ("drama", "drama"),
    ("figure", "zenbakia"),
    ("value", "balioa"),
    ("low", "behea"),
    ("high", "goia"),
    ("sd", "desbideratzea"),
    ("min", "txikiena"),
    ("q1", "q1"),
    ("median", "mediana"),
    ("q3", "q3"),
    ("max", "handiena"),
    ("base", "oinarria"),
    ("side", "aldea"),
    ("difference", "diferentzia"),
    ("percent", "ehunekoa"),
    ("p", "p"),
    ("clear", "argia"),
    ("yes", "bai"),
    ("no", "ez"),
    ("count", "kopurua"),
    ("of", "guztira"),
    ("bots", "botak"),
    ("seed", "hazia"),
    ("rules", "arauak"),
    ("playouts on each side", "partida alde bakoitzean"),
    ("playouts", "partida"),
    ("reached", "iritsita"),
    ("not reached", "iritsi gabe"),
];

/// A name in a language; one that is not known stays as it is.
pub fn label(name: &str, lang: Lang) -> &str {
    match lang {
        Lang::En => name,
        Lang::Eu => LABELS.iter().find(|(en, _)| *en == name).map_or(name, |(_, eu)| eu),
    }
}

/// A name in both languages.
pub(super) fn both(name: &str) -> Text {
    Text { eu: label(name, Lang::Eu).to_owned(), en: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once() {
        for (i, (en, eu)) in LABELS.iter().enumerate() {
            assert!(LABELS[..i].iter().all(|(other, _)| other != en), "{en}");
            assert_eq!((label(en, Lang::En), label(en, Lang::Eu)), (*en, *eu));
        }
        assert_eq!(both("xyz"), Text::same("xyz"));
    }
}
