//! Expected moves: all of them, some of them, how many, or which rule refuses one.

use super::{Check, Found, Mismatch, SHOWN, failed, legal_note, listed, mismatch, unknown};
use crate::error::Result;
use crate::log::tree::{At, Moves, Word};
use crate::rules::{Node, Why};

impl Check<'_> {
    pub(super) fn moves(&mut self, moves: &Moves) -> Result<Option<Mismatch>> {
        let legal = self.stand.play.legal_texts()?;
        let (span, message, word) = match moves {
            Moves::Count(n) if n.value == legal.len() => return Ok(None),
            Moves::None(_) if legal.is_empty() => return Ok(None),
            Moves::Count(n) => {
                let message = format!("expected {} legal moves, found {}", n.value, legal.len());
                (n.span.clone(), message, legal.len().to_string())
            }
            Moves::None(at) => {
                let message = format!("expected no choice, found {} legal moves", legal.len());
                (at.span.clone(), message, legal.join(" "))
            }
            Moves::List(list) => return self.move_list(list, legal),
        };
        let problem = failed(self.log, &At::new((), span.clone()), message);
        let problem = problem.note(legal_note(&mut self.stand.play)?);
        Ok(Some(mismatch(problem, Found::Words(vec![(span, word)]))))
    }

    fn move_list(&mut self, list: &[Word], legal: Vec<String>) -> Result<Option<Mismatch>> {
        let mut expected: Vec<String> = list.iter().map(|text| text.value.clone()).collect();
        expected.sort_unstable();
        if expected == legal {
            return Ok(None);
        }
        if legal.is_empty() {
            let problem =
                failed(self.log, self.item, "expected a choice of these moves, found none")
                    .note(self.stand.play.describe_node());
            return Ok(Some(mismatch(problem, Found::Whole("moves none".to_owned()))));
        }
        let only = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|text| !b.contains(text)).cloned().collect()
        };
        let (surplus, missing) = (only(&expected, &legal), only(&legal, &expected));
        let message = match (surplus.len(), missing.len()) {
            (0, 0) => "expected each legal move once, found one written twice".to_owned(),
            (0, n) => format!("expected all legal moves, but {n} are missing"),
            (n, 0) => format!("expected only legal moves, found {n} that are not"),
            (n, m) => format!("expected the legal moves, found {n} that are not, and {m} missing"),
        };
        // With a single wrong move the place is that move's.
        let wrong = match surplus.as_slice() {
            [one] => list.iter().find(|text| text.value == *one),
            _ => None,
        };
        let mut problem = match wrong {
            Some(text) => failed(self.log, text, message),
            None => failed(self.log, self.item, message),
        };
        for text in surplus.iter().take(SHOWN) {
            let reason = self.reason(text)?;
            problem = problem.note(format!("not legal: {text} ({reason})"));
        }
        if !missing.is_empty() {
            problem = problem.note(format!("missing: {}", listed(&missing)));
        }
        let problem = problem.note(legal_note(&mut self.stand.play)?);
        Ok(Some(mismatch(problem, Found::Moves(legal))))
    }

    pub(super) fn includes(&mut self, list: &[Word]) -> Result<Option<Mismatch>> {
        let legal = self.stand.play.legal_texts()?;
        let wrong: Vec<&Word> = list.iter().filter(|text| !legal.contains(&text.value)).collect();
        let Some(first) = wrong.first() else { return Ok(None) };
        let message = format!("expected `{}` to be legal, but it is not", first.value);
        let mut problem = failed(self.log, *first, message);
        if !legal.is_empty() {
            for text in wrong.iter().take(SHOWN) {
                let reason = self.reason(&text.value)?;
                problem = problem.note(format!("not legal: {} ({reason})", text.value));
            }
        }
        let problem = problem.note(legal_note(&mut self.stand.play)?);
        let kept = list.iter().map(|text| text.value.clone()).filter(|text| legal.contains(text));
        let found = match kept.collect::<Vec<_>>() {
            kept if kept.is_empty() => Found::Nothing,
            kept => Found::Moves(kept),
        };
        Ok(Some(mismatch(problem, found)))
    }

    /// Why a text is not among the legal moves, in short.
    fn reason(&mut self, text: &str) -> Result<String> {
        Ok(match self.stand.play.why(text)? {
            Why::Legal => "it is legal".to_owned(),
            Why::Refused(rules) => self.rule_ids(&rules).join(", "),
            Why::NoSuchMove => "no rule considers it".to_owned(),
        })
    }

    fn rule_ids(&self, rules: &[usize]) -> Vec<String> {
        rules.iter().map(|rule| self.stand.play.game().rules()[*rule].id.clone()).collect()
    }

    pub(super) fn refused(&mut self, text: &Word, rule: &Word) -> Result<Option<Mismatch>> {
        let ids: Vec<String> =
            self.stand.play.game().rules().iter().map(|rule| rule.id.clone()).collect();
        if !ids.contains(&rule.value) {
            let known = ids.iter().map(String::as_str);
            return Err(unknown(self.log, rule, "rule", known).into());
        }
        let expected = format!("expected `{}` to be refused under {}", text.value, rule.value);
        if !matches!(self.stand.play.node(), Node::Choice { .. }) {
            let problem = failed(self.log, text, format!("{expected}, but no choice is due"))
                .note(self.stand.play.describe_node());
            return Ok(Some(mismatch(problem, Found::Nothing)));
        }
        let (problem, found) = match self.stand.play.why(&text.value)? {
            Why::Legal => {
                (failed(self.log, text, format!("{expected}, but it is legal")), Found::Nothing)
            }
            Why::NoSuchMove => {
                let message = format!("{expected}, but no rule considers such a move");
                (failed(self.log, text, message), Found::Nothing)
            }
            Why::Refused(rules) => {
                let found = self.rule_ids(&rules);
                if found.contains(&rule.value) {
                    return Ok(None);
                }
                let message = format!("{expected}, found {}", found.join(", "));
                let play = &self.stand.play;
                let problem = rules.iter().fold(failed(self.log, rule, message), |p, rule| {
                    p.note(play.game().rule_text(*rule, self.stand.lang))
                });
                (problem, Found::Words(vec![(rule.span.clone(), found[0].clone())]))
            }
        };
        Ok(Some(mismatch(problem.note(legal_note(&mut self.stand.play)?), found)))
    }
}
