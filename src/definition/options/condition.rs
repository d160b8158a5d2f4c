//! Conditions of options that look at other options and at who plays.

use super::{Options, Setting};
use crate::definition::Choice;
use crate::definition::document::Expression;
use crate::definition::expression::Scope;
use crate::error::{Problem, Problems};
use crate::game::GameOption;
use crate::text::Lang;

impl Options {
    /// Reports the conditions that do not hold, of options that differ from their defaults. `values` are those of the choice, which `scope` knows
    /// along with who plays.
    pub(in crate::definition) fn judge(
        &self,
        choice: &Choice,
        values: &[Option<GameOption>],
        scope: &Scope,
        problems: &mut Problems,
    ) {
        // What is wrong with the settings themselves is known already.
        let settings = self.settings(choice, &mut Problems::default());
        for (i, (option, value)) in self.declared.iter().zip(values).enumerate() {
            let condition = option.condition.as_ref();
            let that = condition.and_then(|condition| condition.that.as_ref());
            let truth = scope.truth(that, problems);
            let (Some(false), Some(that), Some(value)) = (truth, that, value) else {
                continue;
            };
            if value.value == value.default {
                continue;
            }
            let this = format!("`{} = {}`", option.name, value.value);
            let text = condition.and_then(|condition| condition.text.as_ref());
            let message = match text {
                Some(text) => format!("{this} does not fit: {}", text.get(Lang::En)),
                None => format!("{this} does not fit: expected `{}`", that.0.text),
            };
            let problem = Problem::new("option-where", message);
            let setting = settings.iter().rev().find(|setting| setting.option == i);
            let setting = setting.or_else(|| self.named_in(that, &settings));
            problems.push(match setting.and_then(|setting| setting.place.clone()) {
                Some(place) => problem.at(place),
                None => problem,
            });
        }
    }

    /// The last setting of an option that the condition names.
    fn named_in<'s>(&self, that: &Expression, settings: &'s [Setting]) -> Option<&'s Setting> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let names = |name: &str| that.0.text.split(|c| !is_part(c)).any(|word| word == name);
        settings.iter().rev().find(|setting| names(&self.declared[setting.option].name))
    }
}
