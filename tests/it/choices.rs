//! Building games for choices of variant, option values and players.

use std::path::Path;

use araudi::definition::{Choice, Definition, Library, Seats, Setting};
use araudi::error::{Problem, Result, Source};
use araudi::game::{Game, NONE, OptionValue};

const RULES: &str = "// the hooks\nfn turn(g) {}\nfn moves(g, step) {}\n";

fn race() -> Source {
    Source::new("game.yaml", include_str!("../games/race/game.yaml"))
}

fn definition(yaml: &str, rules: &str) -> Definition {
    let (yaml, rules) = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
    match Definition::from_sources(yaml, rules) {
        Ok(definition) => definition,
        Err(error) => panic!("{error:#}"),
    }
}

fn setting(text: &str) -> Setting {
    let (name, value) = text.split_once('=').expect("a name and a value");
    Setting { name: name.into(), value: value.into(), place: None }
}

fn set(settings: &[&str]) -> Choice {
    Choice { set: settings.iter().map(|s| setting(s)).collect(), ..Choice::default() }
}

fn build(choice: &Choice) -> Result<Game> {
    definition(race().text(), RULES).build(choice)
}

#[track_caller]
fn built(choice: &Choice) -> Game {
    match build(choice) {
        Ok(game) => game,
        Err(error) => panic!("{error:#}"),
    }
}

#[track_caller]
fn refused(choice: &Choice, codes: &[&str], help: &str) {
    let error = build(choice).expect_err("the choice is wrong");
    let found: Vec<&str> = error.problems().iter().map(Problem::code).collect();
    assert_eq!(found, codes, "{error}");
    assert!(error.to_string().contains(help), "`{help}` is missing in: {error}");
}

/// The numbers of sites by their names.
fn sites(game: &Game, names: &str) -> Vec<usize> {
    names.split(' ').map(|name| game.board().site(name).expect("a site")).collect()
}

#[test]
fn a_definition_shows_what_may_be_chosen() {
    let definition = definition(race().text(), RULES);
    assert_eq!(definition.name(), "race");
    let options: Vec<String> = definition
        .options()
        .iter()
        .map(|o| format!("{} {} {}", o.name, o.default, o.allowed.join("|")))
        .collect();
    assert_eq!(options, ["length 10 5..60", "exact false false|true", "start red red|blue"]);
    let short = &definition.variants()[0];
    assert_eq!((short.name.as_str(), &short.source), ("short", &None));
    assert_eq!(short.set, [("length".to_owned(), OptionValue::Int(5))]);
    assert!(definition.seats().is_empty());
}

#[test]
fn the_layout_follows_the_option() {
    for length in [5, 10, 27, 60] {
        let game = built(&set(&[&format!("length={length}")]));
        assert_eq!(game.board().n_sites(), 2 * length);
        let last = game.board().name(length - 1).to_owned();
        let [red, _] = game.tracks() else { panic!("two tracks") };
        let red = red.as_ref().expect("red has a track");
        let [a1, c1, d1, d2] = sites(&game, "a1 c1 d1 d2")[..] else { panic!("four sites") };
        assert_eq!(red.start, a1);
        assert_eq!(red.next[c1], [d1 as u16, d2 as u16], "the main way is first");
        let end = game.board().site(&last).expect("the last site");
        assert!(red.next[end].is_empty(), "the track ends at {last}");
        assert_eq!(red.next[2 * length - 1], [end as u16], "the short cut joins at {last}");
        let [goal, lane] = game.zones() else { panic!("two zones") };
        assert_eq!(goal.sites[0].iter().collect::<Vec<_>>(), [end]);
        assert_eq!(goal.sites[0], goal.sites[1], "one zone for all");
        assert_eq!((lane.sites[0].len(), lane.sites[1].len()), (length - 1, length));
    }
}

#[test]
fn later_settings_win_over_earlier_ones_and_over_the_variant() {
    let mut choice = Choice { variant: Some("short".into()), ..Choice::default() };
    assert_eq!(built(&choice).board().n_sites(), 10);
    choice.set = vec![setting("length=7"), setting("length=9")];
    assert_eq!(built(&choice).board().n_sites(), 18);
    assert_eq!(built(&choice).variant(), Some("short"));
    choice.variant = Some("default".into());
    choice.set.clear();
    assert_eq!(built(&choice).digest(), built(&Choice::default()).digest());
}

#[test]
fn wrong_choices_are_refused_all_at_once() {
    refused(&set(&["lenght=5"]), &["unknown-option"], "did you mean `length`?");
    refused(&set(&["length=4"]), &["out-of-range"], "5 to 60");
    refused(&set(&["length=five"]), &["wrong-type"], "whole number");
    refused(&set(&["exact=yes"]), &["wrong-type"], "`true` or `false`");
    refused(&set(&["start=Red"]), &["unknown-value"], "did you mean `red`?");
    let many = set(&["lenght=5", "exact=1", "start=green"]);
    refused(&many, &["unknown-option", "wrong-type", "unknown-value"], "for the option `exact`");
    let variant = |name: &str| Choice { variant: Some(name.into()), ..Choice::default() };
    refused(&variant("shrot"), &["unknown-variant"], "did you mean `short`?");
    refused(&variant("x"), &["unknown-variant"], "`default`");
}

#[test]
fn a_setting_that_was_written_somewhere_is_pointed_at() {
    let log = Source::new("a.gamelog", "set length 99\n");
    let mut choice = set(&["length=99"]);
    choice.set[0].place = Some(log.place(11..13));
    let error = build(&choice).expect_err("the value is out of range");
    let place = error.problems()[0].place().expect("the place is known");
    assert_eq!(place.to_string(), "a.gamelog:1:12");
}

#[test]
fn players_sit_as_they_are_asked_to() {
    let seats = |seats| Choice { players: Some(seats), ..Choice::default() };
    let named = |list: &[&str]| seats(Seats::Named(list.iter().map(|s| (*s).into()).collect()));
    let ids = |choice: &Choice| -> Vec<String> {
        built(choice).players().iter().map(|player| player.id.clone()).collect()
    };
    assert_eq!(ids(&Choice::default()), ["red", "blue"]);
    assert_eq!(ids(&seats(Seats::Count(2))), ["red", "blue"]);
    assert_eq!(ids(&named(&["blue", "red"])), ["blue", "red"]);
    refused(&seats(Seats::Count(3)), &["unknown-seats"], "it is played by 2");
    refused(&named(&["red"]), &["unknown-seats"], "it is played by 2");
    refused(&named(&["red", "bleu"]), &["unknown-player"], "did you mean `blue`?");
    refused(&named(&["red", "red"]), &["duplicate-name"], "twice");
}

#[test]
fn seats_choose_among_the_players_and_their_pieces() {
    let text = include_str!("../definitions/ok/teams.yaml");
    let definition = definition(text, RULES);
    assert_eq!(definition.seats(), [2, 4]);
    let game = definition.build(&Choice::default()).expect("four players");
    assert_eq!(game.players().len(), 4);
    assert_eq!(game.teams(), ["warm", "cold+wet"]);
    assert_eq!(
        (game.whole_team(&[2, 0]), game.whole_team(&[1, 3])),
        (Some("warm"), Some("cold+wet"))
    );
    assert_eq!(
        (game.whole_team(&[0]), game.whole_team(&[0, 1]), game.whole_team(&[])),
        (None, None, None)
    );
    assert_eq!(game.players()[2].team, Some(0));
    assert_eq!(game.pieces().len(), 4);
    let two = Choice { players: Some(Seats::Count(2)), ..Choice::default() };
    let game = definition.build(&two).expect("two players");
    assert_eq!(game.pieces().len(), 1, "only red has a piece");
    assert_eq!(game.names()["player"]["green"], NONE);
    assert_eq!(game.names()["player"]["blue"], 1);
}

#[test]
fn scripts_know_every_name_switched_off_or_not() {
    let text = include_str!("../definitions/ok/switches.yaml");
    let definition = definition(text, RULES);
    let numbers = |game: &Game| -> Vec<i64> {
        [
            ("opt", "more"),
            ("player", "green"),
            ("zone", "far"),
            ("zone", "near"),
            ("track", "red"),
            ("kind", "king"),
            ("die", "d6"),
            ("list", "queue"),
            ("state", "quiet"),
            ("step", "go_on"),
            ("word", "stop"),
            ("rule", "A1"),
            ("event", "capture"),
            ("attr", "tired"),
        ]
        .iter()
        .map(|(module, name)| game.names()[*module][*name])
        .collect()
    };
    let less = definition.build(&Choice::default()).expect("the default");
    let n = NONE;
    assert_eq!(numbers(&less), [0, n, n, 0, 0, n, n, n, 0, n, n, n, n, n]);
    let more = definition.build(&set(&["more=true"])).expect("everything on");
    assert_eq!(numbers(&more), [1, 2, 0, n, n, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!((less.metrics().len(), more.metrics().len()), (0, 1));
}

#[test]
fn a_choice_is_a_module_of_its_values() {
    let game = built(&set(&["start=blue"]));
    assert_eq!(game.names()["opt"]["start"], 1);
    assert_eq!(game.names()["start"]["blue"], 1);
    assert_eq!(game.names()["site"]["j2"], 19);
}

#[test]
fn two_dice_have_the_outcomes_of_their_faces_without_order() {
    let text = include_str!("../definitions/ok/dice.yaml");
    let game = definition(text, RULES).build(&set(&["weight=5"])).expect("two dice");
    let [pair, odd] = game.dice() else { panic!("two dice") };
    assert_eq!((pair.outcomes.len(), pair.total_weight()), (21, 36));
    assert_eq!(pair.outcome(&[6, 1]), pair.outcome(&[1, 6]));
    assert_eq!(odd.outcomes[0].faces, [-1]);
    assert_eq!(odd.total_weight(), 2 + 1 + 5);
}

#[test]
fn constraints_between_options_name_both() {
    let definition = definition(include_str!("../definitions/ok/constraints.yaml"), RULES);
    let check = |choice: &Choice, expected: &[(&str, &str)]| {
        let problems = match definition.build(choice) {
            Ok(_) => Vec::new(),
            Err(error) => error.problems().to_vec(),
        };
        let found: Vec<(&str, &str)> = problems.iter().map(|p| (p.code(), p.message())).collect();
        assert_eq!(found, expected);
    };
    check(&set(&["split=true", "way=summed", "deep=true"]), &[]);
    check(&set(&["way=saved"]), &[]);
    check(
        &set(&["split=true", "way=saved"]),
        &[("option-conflicts", "`split = true` conflicts with `way = saved`")],
    );
    check(
        &set(&["deep=true", "way=saved"]),
        &[
            ("option-requires", "`deep = true` needs `split = true`, found `split = false`"),
            ("option-requires", "`deep = true` needs `way = each or summed`, found `way = saved`"),
        ],
    );
    let variant = Choice { variant: Some("all".into()), ..set(&["split=false"]) };
    check(
        &variant,
        &[("option-requires", "`deep = true` needs `split = true`, found `split = false`")],
    );
    let two = Some(Seats::Count(2));
    check(&set(&["pairs=true"]), &[]);
    check(
        &Choice { players: two.clone(), ..set(&["pairs=true"]) },
        &[("option-players", "`pairs = true` is for 4 players, found 2")],
    );
    check(&Choice { players: two, ..Choice::default() }, &[]);
}

#[test]
fn every_shipped_game_builds_in_every_variant_and_value() {
    for library in [Library::embedded(), Library::folder(Path::new("games"))] {
        let names = library.names().expect("the games are listed");
        assert!(!names.is_empty());
        for name in names {
            let definition = match library.open(&name) {
                Ok(definition) => definition,
                Err(error) => panic!("{error:#}"),
            };
            for variant in definition.variants() {
                let choice = Choice { variant: Some(variant.name.clone()), ..Choice::default() };
                let game = definition.build(&choice).expect("a variant that is listed builds");
                let default = definition.build(&Choice::default()).expect("the game builds");
                // A variant that sets nothing is a name for the game as it is.
                let same = game.digest() == default.digest();
                assert_eq!(same, variant.set.is_empty(), "{name} {}", variant.name);
            }
            for option in definition.options() {
                let values = option.allowed.iter().flat_map(|text| match text.split_once("..") {
                    Some((least, most)) => vec![least, most],
                    None => vec![text.as_str()],
                });
                for value in values {
                    let choice = set(&[&format!("{}={value}", option.name)]);
                    if let Err(error) = definition.build(&choice) {
                        let codes = [
                            "option-requires",
                            "option-conflicts",
                            "option-players",
                            "option-where",
                        ];
                        assert!(codes.contains(&error.code()), "{name} {value}\n{error:#}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_digest_follows_play_and_nothing_else() {
    let digest = |yaml: &str, rules: &str| {
        let game = definition(yaml, rules).build(&Choice::default()).expect("the race builds");
        game.digest().to_owned()
    };
    let yaml = race().text().to_owned();
    let plain = digest(&yaml, RULES);
    assert_eq!(plain.len(), 16);
    assert!(plain.bytes().all(|b| b.is_ascii_hexdigit()));
    for (from, to) in [
        ("title: Race", "title: A race"),
        ("the goal must be reached exactly", "exactly"),
        ("helmugan", "iritsi da"),
        ("{goal: green}", "{goal: blue}"),
        ("color: red}", "color: cyan, glyph: q}"),
        ("help: who begins", "help: the first"),
        ("# A race", "# Some race"),
    ] {
        assert_eq!(digest(&yaml.replace(from, to), RULES), plain, "{from}");
    }
    for (from, to) in [
        ("default: 10", "default: 11"),
        ("default: false", "default: true"),
        ("fork( d1>{end}1 | d2>{end}2 {end}1.. )", "d1>{end}1"),
        ("sides: 6", "sides: 5"),
        ("at: a2", "at: b2"),
        ("max: 4, per", "max: 5, per"),
        ("goal: \"{end}1\"", "goal: \"{end}2\""),
        ("\"{from}-{to}\"", "\"{from}:{to}\""),
        ("words: {stay:", "words: {rest:"),
        ("tired: {type: bool}", "tired: {type: int}"),
    ] {
        assert!(yaml.contains(from), "{from}");
        assert_ne!(digest(&yaml.replace(from, to), RULES), plain, "{from}");
    }
    assert_eq!(digest(&yaml, "fn turn(g) { }\n/* none */ fn moves(g, step) {}"), plain);
    assert_ne!(digest(&yaml, "fn turn(g) { 1 }\nfn moves(g, step) {}"), plain);
}

#[test]
fn the_schema_knows_every_key_and_says_what_it_is() {
    let schema = araudi::definition::schema();
    let top: Vec<&String> = schema["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(top[..3], ["game", "title", "options"]);
    assert_eq!(schema["additionalProperties"], false);
    let mut records = 0;
    let definitions = schema["$defs"].as_object().expect("parts");
    for (name, part) in definitions.iter().map(|(n, p)| (n.as_str(), p)).chain([("top", &schema)]) {
        let Some(properties) = part.get("properties").and_then(|p| p.as_object()) else {
            continue;
        };
        records += 1;
        for (key, value) in properties {
            let text = value["description"].as_str().unwrap_or_default();
            assert!(text.ends_with('.') || text.ends_with('…'), "{name}.{key}: `{text}`");
        }
    }
    assert!(records > 15, "{records} records");
}
