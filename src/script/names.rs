//! Names in scripts: `zone::home` is looked up once, at load, and written into the script as a number.

use crate::error::{Place, Problem};
use crate::game::{Game, MODULES, OptionValue};

/// What a name stands for, as it is written into a script.
pub(super) fn resolve(
    game: &Game,
    module: &str,
    name: &str,
    place: Place,
) -> Result<String, Problem> {
    if module == "opt"
        && let Some(option) = game.options.iter().find(|option| option.name == name)
        && let OptionValue::Bool(value) = option.value
    {
        return Ok(value.to_string());
    }
    let Some(names) = game.names.get(module) else {
        // A module that the game has no name for is known all the same.
        if MODULES.contains(&module) {
            let message = format!("unknown {} `{name}`", noun(module));
            return Err(Problem::new("unknown-name", message)
                .at(place)
                .note(format!("the game declares no {}", noun(module))));
        }
        let known = MODULES.iter().copied().chain(game.names.keys().map(String::as_str));
        return Err(Problem::new("unknown-name", format!("unknown module `{module}`"))
            .at(place)
            .help_nearest(module, known));
    };
    match names.get(name) {
        Some(value) if module == "mark" && *value >= 0 => Ok((1_u64 << value).to_string()),
        Some(value) => Ok(if *value < 0 { format!("({value})") } else { value.to_string() }),
        None => Err(Problem::new("unknown-name", format!("unknown {} `{name}`", noun(module)))
            .at(place)
            .help_nearest(name, names.keys().map(String::as_str))),
    }
}

/// What people call the names of a module.
fn noun(module: &str) -> &str {
    match module {
        "opt" => "option",
        "attr" => "attribute",
        "state" => "state entry",
        other => other,
    }
}
