//! Output that is rows: as aligned columns, JSON or comma-separated values.

use std::io::Write;

use serde_json::{Map, Value};

use super::context::{Context, Done, Format};

/// Prints rows under their columns' names in the form that was asked for.
///
/// A list in a row is shown with blanks between its items, except in JSON.
pub(super) fn print(context: &mut Context, columns: &[&str], rows: &[Vec<Value>]) -> Done {
    match context.format {
        Format::Json => {
            let object = |row: &Vec<Value>| -> Value {
                let pairs = columns.iter().zip(row);
                let map: Map<_, _> =
                    pairs.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
                map.into()
            };
            let list: Vec<Value> = rows.iter().map(object).collect();
            context.json(&list.into())
        }
        Format::Csv => {
            writeln!(context.out, "{}", columns.join(","))?;
            for row in rows {
                let fields: Vec<String> = row.iter().map(|value| quoted(&text(value))).collect();
                writeln!(context.out, "{}", fields.join(","))?;
            }
            Ok(())
        }
        Format::Table => {
            let names = columns.iter().map(|name| (*name).to_owned()).collect();
            let texts = rows.iter().map(|row| row.iter().map(text).collect());
            let lines: Vec<Vec<String>> = std::iter::once(names).chain(texts).collect();
            for line in aligned(&lines) {
                writeln!(context.out, "{line}")?;
            }
            Ok(())
        }
    }
}

/// The lines of a table whose columns are as wide as their widest text.
pub(super) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|column| width_of(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let words = row.iter().zip(&widths).map(|(text, width)| format!("{text:width$}"));
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Null => "-".to_owned(),
        other => other.to_string(),
    }
}

/// A field of comma-separated values, in quotation marks where it needs them (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        assert_eq!(aligned(&[row("â", "b"), row("long", "")]), ["â     b", "long"]);
    }

    #[test]
    fn a_field_with_a_comma_or_a_quotation_mark_is_quoted() {
        assert_eq!(quoted("a b"), "a b");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("a\"b"), "\"a\"\"b\"");
    }
}
