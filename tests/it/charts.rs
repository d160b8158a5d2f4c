//! Charts and pages of simulations: what they show, that they are well-formed, and that they are the
//! same for any number of threads and any cut into shards.
//!
//! `SNAPSHOTS=overwrite cargo test` rewrites the goldens in `tests/charts`.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use araudi::chart::{self, Chart, Compared, Findings, Plot, Point};
use araudi::definition::{Choice, Definition};
use araudi::error::Source;
use araudi::game::Game;
use araudi::lab::{self, Comparison, Measure, Options, Side, Subject, Tally};
use araudi::script::Limits;
use araudi::text::Lang;
use roxmltree::{Document, Node, ParsingOptions};
use snapbox::{Assert, Data};

/// Three turns: the first two make their marks on `a1` and the third on `c2`, a turn also makes one
/// nowhere, and then the player of the third turn has won.
const RULES: &str = r"
fn turn(g) { g.choose(step::pass, 0); }
fn moves(g, step) { g.offer_word(word::pass); }
fn play(g, step, m) {
    if g.turn < 3 { g.event(event::mark, g.mover, site::a1); }
    else { g.event(event::mark, g.mover, site::c2); g.win(g.mover, reason::done); }
    g.event(event::trace, -1);
    g.event(event::trace, site::pot);
}
";

fn yaml(title: &str) -> String {
    format!(
        "game: marks\ntitle: {title}\n\
         players: [{{id: red, title: {title}, glyph: o}}, {{id: blue, title: Blue, glyph: x}}]\n\
         board:\n  grid: {{columns: 3, rows: 2}}\n  off: {{pot: {{}}}}\n\
         pieces: {{kinds: {{man: {{title: Man}}}}}}\n\
         setup: [{{player: red, kind: man, at: b1}}]\n\
         steps: {{pass: {{title: Pass}}}}\n\
         notation: {{words: {{pass: Pass}}, moves: [{{text: '{{from}}-{{to}}'}}]}}\n\
         text:\n  reasons: {{done: {title}}}\n  events:\n    mark: {{args: [player, site], eu: marka, en: mark}}\n    \
         trace: {{args: [site], eu: aztarna, en: trace}}\n\
         metrics:\n  marks: {{title: {title}, event: mark}}\n"
    )
}

fn game(title: &str) -> Arc<Game> {
    let sources = (Source::new("game.yaml", yaml(title)), Source::new("rules.rhai", RULES));
    let definition = Definition::from_sources(sources.0, sources.1);
    match definition.and_then(|definition| definition.build(&Choice::default())) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{error:#}"),
    }
}

fn simulated(game: &Arc<Game>, n: u64, jobs: usize) -> (Subject, Tally) {
    let options = Options { bots: Vec::new(), n, seed: 7, jobs, max_plies: 90 };
    let tally = lab::tally(game, Limits::default(), &options, 0..n, &|_| {});
    (Subject::new(game, &options), tally.expect("sound rules"))
}

const CHARTS: [(&str, Chart); 6] = [
    ("lengths", Chart::Lengths),
    ("winners", Chart::Winners),
    ("reasons", Chart::Reasons),
    ("counters", Chart::Counters),
    ("heat", Chart::Heat(0)),
    ("nothing", Chart::Heat(9)),
];

/// Two sides that share all but when they end: the second one is longer and has more marks.
fn compared() -> Comparison {
    let (title, n) = ("Marks", 20);
    let late = RULES.replace("g.turn < 3", "g.turn < 7");
    let sources = (Source::new("game.yaml", yaml(title)), Source::new("rules.rhai", late));
    let definition = Definition::from_sources(sources.0, sources.1);
    let late = definition.and_then(|definition| definition.build(&Choice::default()));
    let sides = [
        Side { name: "marks 1".to_owned(), game: game(title) },
        Side { name: "marks <2>".to_owned(), game: Arc::new(late.expect("sound rules")) },
    ];
    let options = Options { bots: Vec::new(), n, seed: 7, jobs: 2, max_plies: 90 };
    lab::compare(&sides, Limits::default(), &options, None, &|_, _| {}).expect("sound rules")
}

const SHOWN: [Measure; 4] =
    [Measure::Turns, Measure::Advantage, Measure::Unfinished, Measure::Metric(0)];

#[test]
fn pages_of_comparisons_are_as_they_were() {
    let comparison = compared();
    for (lang, tongue) in [(Lang::En, "en"), (Lang::Eu, "eu")] {
        let page = chart::compared(&comparison, &SHOWN, lang);
        golden(&format!("compared-{tongue}.html"), page);
    }
    golden("swept-en.html", chart::swept(&comparison, "marks", &SHOWN, Lang::En));
    let turns = Compared::Figure(Measure::Turns);
    for (name, chart, option) in [
        ("compared-lengths", Compared::Lengths, None),
        ("compared-winners", Compared::Winners, None),
        ("compared-turns", turns, None),
        ("swept-turns", turns, Some("marks")),
    ] {
        let text = chart::compared_svg(&comparison, chart, option, Lang::En).expect("turns");
        assert_described(parsed(&text).root_element());
        golden(&format!("{name}.svg"), text);
    }
    let drama = Compared::Figure(Measure::Drama);
    assert_eq!(chart::compared_svg(&comparison, drama, None, Lang::En), None);
}

#[test]
fn a_page_of_a_comparison_has_verdicts_lengths_winners_boards_and_differences() {
    let comparison = compared();
    for lang in [Lang::En, Lang::Eu] {
        let page = chart::compared(&comparison, &SHOWN, lang);
        let document = parsed(&page);
        let said: Vec<_> = document
            .descendants()
            .filter(|node| node.has_tag_name_in("dd"))
            .filter_map(|node| node.text())
            .collect();
        let verdict = comparison.sides[1].verdict.as_ref().expect("the second side has one");
        let verdict = verdict.get(lang).strip_prefix("marks <2>: ").expect("its name comes first");
        let [said] = said.as_slice() else { panic!("one verdict: {said:?}") };
        assert_eq!(said.replace('\u{2060}', "").replace('\u{a0}', " "), verdict);
        let drawn: Vec<_> =
            document.descendants().filter(|node| node.has_tag_name_in("svg")).collect();
        // Lengths, winners, a board for each side, and what differs; nothing is ever unfinished.
        let titles: Vec<_> = drawn.iter().filter_map(|svg| svg.attribute("aria-label")).collect();
        assert!(titles.contains(&"marks <2>: Marks") && titles.contains(&"marks 1: Marks"));
        assert!(!titles.contains(&"Unfinished") && !titles.contains(&"Amaitu gabe"), "{titles:?}");
        drawn.into_iter().for_each(assert_described);
        // Both sides end in each playout, so that the shares of a side are whole.
        let red = tips(&document, "marks 1, Marks");
        assert!(matches!(red.as_slice(), [one] if one.contains("100")), "{red:?}");
    }
}

#[test]
fn boards_of_a_comparison_have_one_scale() {
    let comparison = compared();
    let page = chart::compared(&comparison, &SHOWN, Lang::En);
    let document = parsed(&page);
    let boards = document.descendants().filter(|node| {
        node.attribute("aria-label").is_some_and(|label| label.ends_with(": Marks"))
    });
    let hottest = boards.map(|board| {
        let cells = board.descendants().filter(|node| node.attribute("rx") == Some("3"));
        let warmth = cells.filter_map(|cell| cell.attribute("fill-opacity"));
        warmth.max().map(str::to_owned)
    });
    let hottest: Vec<_> = hottest.flatten().collect();
    assert_eq!(hottest.len(), 2);
    assert!(hottest[0] != "1.00" && hottest[1] == "1.00", "{hottest:?}");
}

/// The document, which an XML parser must be able to read.
#[track_caller]
fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// The words that are shown on hover, by the name before the colon.
fn tips<'a>(document: &'a Document<'_>, name: &str) -> Vec<&'a str> {
    let titles = document.descendants().filter(|node| node.has_tag_name_in("title"));
    let start = format!("{name}: ");
    titles.filter_map(|node| node.text()).filter(|text| text.starts_with(&start)).collect()
}

trait Tagged {
    fn has_tag_name_in(&self, name: &str) -> bool;
}

impl Tagged for Node<'_, '_> {
    /// Whether it is an element of that name, in SVG or in HTML.
    fn has_tag_name_in(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn golden(name: &str, actual: String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/charts").join(name);
    let expected = Data::read_from(&path, None);
    Assert::new().action_env("SNAPSHOTS").eq(Data::text(actual).raw(), expected.raw());
}

#[test]
fn charts_and_pages_are_as_they_were() {
    let (subject, tally) = simulated(&game("Marks"), 8, 1);
    for lang in [Lang::En, Lang::Eu] {
        let findings = Findings { subject: &subject, tally: &tally, lang };
        let tongue = if lang == Lang::En { "en" } else { "eu" };
        golden(&format!("marks-{tongue}.html"), findings.html(&[0]));
        if lang == Lang::En {
            for (name, chart) in CHARTS {
                golden(&format!("marks-{name}.svg"), findings.svg(chart));
            }
        }
    }
}

#[test]
fn the_heat_counts_what_happened_where() {
    let (subject, tally) = simulated(&game("Marks"), 5, 2);
    let sites: Vec<Vec<(u64, u64)>> =
        tally.sites.iter().map(|sites| sites.iter().collect()).collect();
    // Sites go row by row from `a1`; the pot is beside the board, and -1 is no site.
    assert_eq!(sites, [vec![(0, 10), (5, 5)], vec![(6, 15)]]);
    let findings = Findings { subject: &subject, tally: &tally, lang: Lang::En };
    let text = findings.svg(Chart::Heat(0));
    let document = parsed(&text);
    assert_eq!(tips(&document, "a1"), ["a1: 10 (66.7 %), 2.000 in a playout"]);
    assert_eq!(tips(&document, "c2"), ["c2: 5 (33.3 %), 1.000 in a playout"]);
    assert_eq!(tips(&document, "b2"), ["b2: 0 (0.0 %), 0.000 in a playout"]);
    assert!(tips(&document, "pot").is_empty(), "nothing happened there");
    let hot = document.descendants().filter(|node| node.attribute("rx").is_some());
    let hot = hot.filter(|node| node.attribute("class") == Some("heat"));
    let opacities: Vec<_> = hot.filter_map(|node| node.attribute("fill-opacity")).collect();
    assert_eq!(opacities, ["1.00", "0.53"]);
    // What the board's drawing leaves out stands below it.
    let text = findings.svg(Chart::Heat(1));
    assert_eq!(tips(&parsed(&text), "pot"), ["pot: 15 (100.0 %), 3.000 in a playout"]);
}

#[test]
fn winners_and_lengths_are_told_in_words() {
    let (subject, tally) = simulated(&game("Marks"), 5, 1);
    let findings = Findings { subject: &subject, tally: &tally, lang: Lang::Eu };
    let text = findings.svg(Chart::Winners);
    assert_eq!(tips(&parsed(&text), "Marks (random)"), ["Marks (random): % 100,0 (56,6–100,0)"]);
    let text = findings.svg(Chart::Lengths);
    assert_eq!(tips(&parsed(&text), "3"), ["3: 5 (% 100,00)"]);
}

#[test]
fn everything_is_well_formed_and_accessible() {
    let (subject, tally) = simulated(&game("Marks"), 4, 1);
    let (nothing, none) = simulated(&game("Marks"), 0, 1);
    // A page leaves out where nothing happened.
    for (subject, tally, n_drawn) in [(&subject, &tally, 6), (&nothing, &none, 4)] {
        for lang in [Lang::En, Lang::Eu] {
            let findings = Findings { subject, tally, lang };
            for (name, chart) in CHARTS {
                let text = findings.svg(chart);
                let document = parsed(&text);
                assert_described(document.root_element());
                assert!(!text.contains("NaN") && !text.contains("inf"), "{name}: {text}");
            }
            let text = findings.html(&[0, 1]);
            let document = parsed(&text);
            let drawn: Vec<Node<'_, '_>> =
                document.descendants().filter(|node| node.has_tag_name_in("svg")).collect();
            assert_eq!(drawn.len(), n_drawn);
            drawn.into_iter().for_each(assert_described);
            assert_eq!(
                document.root_element().attribute("lang"),
                Some(if lang == Lang::En { "en" } else { "eu" })
            );
        }
    }
}

#[track_caller]
fn assert_described(svg: Node<'_, '_>) {
    assert_eq!((svg.tag_name().name(), svg.attribute("role")), ("svg", Some("img")));
    for name in ["title", "desc"] {
        let text =
            svg.children().find(|node| node.has_tag_name_in(name)).and_then(|node| node.text());
        assert!(text.is_some_and(|text| !text.is_empty()), "{name}");
    }
}

#[test]
fn a_page_needs_nothing_else() {
    let (subject, tally) = simulated(&game("Marks"), 4, 1);
    let page = Findings { subject: &subject, tally: &tally, lang: Lang::En }.html(&[0]);
    let document = parsed(&page);
    for node in document.descendants() {
        let name = node.tag_name().name();
        assert!(!["script", "link", "img", "iframe", "object"].contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!["src", "href", "style", "id"].contains(&attribute.name()), "{attribute:?}");
        }
    }
    assert!(!page.contains("@import") && !page.contains("url("), "{page}");
}

#[test]
fn titles_cannot_break_out() {
    let hostile = "\"</title></style><script>alert('1')</script>&amp;\\u0007\\u001b[31m\"";
    let (subject, tally) = simulated(&game(hostile), 4, 1);
    for lang in [Lang::En, Lang::Eu] {
        let findings = Findings { subject: &subject, tally: &tally, lang };
        let texts = CHARTS.map(|(_, chart)| findings.svg(chart));
        for text in texts.into_iter().chain([findings.html(&[0])]) {
            let document = parsed(&text);
            assert!(!document.descendants().any(|node| node.has_tag_name_in("script")));
            assert!(!text.contains("<script") && !text.contains('\u{1b}'), "{text}");
        }
        let page = findings.html(&[0]);
        let document = parsed(&page);
        let heading = document.descendants().find(|node| node.has_tag_name_in("h1"));
        let heading = heading.and_then(|node| node.text()).expect("a heading");
        assert_eq!(heading, "</title></style><script>alert('1')</script>&amp;\u{fffd}\u{fffd}[31m");
    }
}

/// Shares over the values of an option, or differences.
fn plot(figures: &[(f64, f64, f64)]) -> Plot {
    let point = |(i, (value, low, high)): (usize, &(f64, f64, f64))| Point {
        name: format!("squares={}", i + 5),
        value: *value,
        low: *low,
        high: *high,
        figure: format!("{value:.1} ({low:.1}–{high:.1})"),
    };
    let points = figures.iter().enumerate().map(point).collect();
    let texts = ["Length <&>", "turns in a playout", "trail · seed 7"].map(str::to_owned);
    let [title, note, source] = texts;
    Plot { title, note, source, points }
}

#[test]
fn curves_and_differences_are_drawn_with_their_intervals() {
    let tick = |value: f64, decimals: usize| format!("{value:.decimals$}");
    let sweep = plot(&[(12.0, 11.0, 13.5), (17.5, 16.0, 19.0), (26.0, 24.0, 28.5)]);
    golden("curve.svg", sweep.curve(tick));
    golden("differences.svg", plot(&[(-0.4, -0.9, 0.1), (3.0, 2.0, 4.0)]).differences(tick));
    for figures in [[].as_slice(), &[(4.0, 4.0, 4.0)], &[(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]] {
        for text in [plot(figures).curve(tick), plot(figures).differences(tick)] {
            let document = parsed(&text);
            assert_described(document.root_element());
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            let dots = document.descendants().filter(|node| node.has_tag_name_in("circle"));
            assert_eq!(dots.count(), figures.len());
        }
    }
}

fn araudi(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_araudi"))
        .args(["--games", "tests/games"])
        .args(args)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const SIMULATION: [&str; 7] = ["simulate", "circuit", "-n", "12", "--seed", "7", "--heat"];

#[test]
fn threads_and_shards_change_no_byte() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let run = &SIMULATION[..6];
    let files = ["1/2", "2/2"].map(|shard| {
        let path = folder.path().join(format!("{}.json", &shard[..1]));
        let path = path.to_str().expect("a path in UTF-8").to_owned();
        let (code, _, errors) = araudi(&[run, &["--shard", shard, "--out", &path]].concat());
        assert_eq!(code, Some(0), "{errors}");
        path
    });
    for form in [
        ["--format", "html", "--lang", "eu"].as_slice(),
        &["--format", "html", "--heat", "hit"],
        &["--format", "svg", "--chart", "heat"],
        &["--format", "svg", "--chart", "lengths"],
        &["--format", "svg", "--chart", "winners"],
    ] {
        let (code, one, errors) = araudi(&[run, form, &["--jobs", "1"]].concat());
        assert_eq!(code, Some(0), "{errors}");
        parsed(&one);
        assert_eq!(araudi(&[run, form, &["--jobs", "3"]].concat()).1, one, "{form:?}");
        let merge = [["merge", &files[1], &files[0]].as_slice(), form].concat();
        assert_eq!(araudi(&merge).1, one, "{form:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_before_anything_is_played() {
    for (args, code) in [
        (["simulate", "race", "--format", "svg"].as_slice(), "wrong-format"),
        (&["simulate", "race", "--chart", "heat"], "wrong-format"),
        (&["simulate", "race", "--format", "html", "--chart", "heat"], "wrong-format"),
        (&["simulate", "race", "--heat", "capture"], "wrong-format"),
        (&["simulate", "race", "--format", "html", "--heat", "captured"], "unknown-event"),
        (&["simulate", "trail", "--format", "svg", "--chart", "heat"], "no-heat"),
        (&["list", "--format", "html"], "wrong-format"),
    ] {
        // So many playouts would never end.
        let n = if args[0] == "simulate" { &["-n", "1000000000000"][..] } else { &[] };
        let (exit, out, errors) = araudi(&[args, n].concat());
        assert_eq!((exit, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(errors.starts_with(&format!("error[{code}]")), "{args:?}: {errors}");
    }
}

#[test]
fn comparisons_and_sweeps_are_pages_with_a_chart_for_each_figure() {
    let sweep = ["sweep", "trail", "squares=5..7", "-n", "20", "--seed", "7", "--format", "html"];
    let compare =
        ["compare", "race", "short", "-n", "20", "--seed", "7", "--lang", "eu", "--format", "html"];
    for (args, side) in [(sweep.as_slice(), "6"), (&compare, "short")] {
        let (code, page, errors) = araudi(&[args, &["--jobs", "1"]].concat());
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(araudi(&[args, &["--jobs", "3"]].concat()).1, page, "{args:?}");
        let document = parsed(&page);
        let drawn: Vec<_> =
            document.descendants().filter(|node| node.has_tag_name_in("svg")).collect();
        assert!(drawn.len() >= 5, "{page}");
        // A figure that does not differ at all has no chart in a comparison.
        let charts = document.descendants().find(|node| node.attribute("class") == Some("charts"));
        let charts = charts.map_or(0, |node| node.children().filter(Node::is_element).count());
        let of_side = tips(&document, side).len();
        assert!(charts >= 3 && drawn.len() >= charts + 2 && of_side >= charts, "{page}");
        drawn.into_iter().for_each(assert_described);
        let (code, out, errors) = araudi(&[&args[..args.len() - 1], &["svg"]].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(errors.starts_with("error[wrong-format]"), "{args:?}: {errors}");
        for (chart, code) in [("lengths", None), ("turns", None), ("turn", Some("unknown-chart"))] {
            let form = ["svg", "--chart", chart];
            let (exit, out, errors) = araudi(&[&args[..args.len() - 1], &form].concat());
            match code {
                None => assert_described(parsed(&out).root_element()),
                Some(code) => assert!(errors.starts_with(&format!("error[{code}]")), "{errors}"),
            }
            assert_eq!(exit, Some(if code.is_some() { 2 } else { 0 }), "{chart}: {errors}");
        }
    }
}
