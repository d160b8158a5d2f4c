//! Charts of bars: who won, why it ended, and what the game counts.

use super::Findings;
use super::bars::{Bar, Bars};
use super::frame::Frame;
use super::tongue::Tongue;
use crate::lab::{Interval, Report, Share};
use crate::text::{Lang, Named};

/// How often each player won, with the share that all would have alike.
pub(super) fn winners(findings: &Findings<'_>, report: &Report) -> Frame {
    let tongue = findings.tongue();
    let seats = report.players.iter().map(|seat| {
        let name = title(&findings.subject.players, &seat.player, findings.lang);
        of_share(format!("{name} ({})", seat.bot), &seat.wins, tongue)
    });
    let rest =
        [(tongue.label("drawn"), &report.draws), (tongue.label("unfinished"), &report.unfinished)];
    let rest = rest.into_iter().filter(|(_, share)| share.count > 0);
    let rest = rest.map(|(name, share)| of_share(name.to_owned(), share, tongue));
    let rows = seats.chain(rest).collect();
    let fair = 1.0 / report.players.len().max(1) as f64;
    let words = tongue.say("even share", "zati berdina");
    let mark = Some((fair, format!("{words} {}", tongue.percent(fair, 1))));
    let advantage = report.advantage;
    let points = |value: f64| tongue.decimal(value * 100.0, 1);
    let note = format!(
        "{} {} ({})",
        tongue.say("advantage of beginning, in points:", "hastearen abantaila, puntutan:"),
        points(advantage.value.0),
        Tongue::interval(Some(advantage.low), Some(advantage.high), points),
    );
    frame(
        tongue.say("Who wins", "Nork irabazten du"),
        note,
        &Bars { rows, mark, limit: Some(1.0) },
        tongue,
    )
}

/// For which reasons the playouts ended.
pub(super) fn reasons(findings: &Findings<'_>, report: &Report) -> Frame {
    let tongue = findings.tongue();
    let reasons = report.reasons.iter().map(|reason| {
        let name = title(&findings.subject.reasons, &reason.reason, findings.lang);
        of_share(name.to_owned(), &reason.games, tongue)
    });
    let unfinished = (report.unfinished.count > 0).then(|| {
        let name = tongue.say("given up, unfinished", "utzita, amaitu gabe");
        of_share(name.to_owned(), &report.unfinished, tongue)
    });
    let rows = reasons.chain(unfinished).collect();
    let note = tongue.say("share of playouts for each reason", "partiden zatia arrazoi bakoitzeko");
    let title = tongue.say("Why it ends", "Zergatik amaitzen da");
    frame(title, note.to_owned(), &Bars { rows, mark: None, limit: Some(1.0) }, tongue)
}

/// How often the game's counters counted in a playout.
pub(super) fn counters(findings: &Findings<'_>, report: &Report) -> Frame {
    let tongue = findings.tongue();
    let decimal = |value: f64| tongue.decimal(value, 2);
    let bar = |metric: &crate::lab::MetricReport| {
        let mean = metric.per_game;
        let figure = decimal(mean.mean.0);
        let (figure, interval) = match (mean.low, mean.high) {
            (Some(low), Some(high)) => {
                let ends = format!("{}–{}", decimal(low.0), decimal(high.0));
                (format!("{figure} ({ends})"), Some((low.0, high.0)))
            }
            _ => (figure, None),
        };
        let name = title(&findings.subject.metrics, &metric.metric, findings.lang).to_owned();
        Bar { name, value: mean.mean.0, interval, figure }
    };
    let bars = Bars { rows: report.metrics.iter().map(bar).collect(), mark: None, limit: None };
    let note = tongue.say("mean in a playout", "batez bestekoa partidako").to_owned();
    let (shapes, height) = bars.draw(|value, decimals| tongue.decimal(value, decimals));
    let title = tongue.say("What happens", "Zer gertatzen da").to_owned();
    Frame { title, description: described(&note, &bars, tongue), note, height, shapes }
}

/// The title of a name in a list.
pub(super) fn title<'a>(list: &'a [Named], id: &'a str, lang: Lang) -> &'a str {
    let named = list.iter().find(|named| named.id == id);
    named.map_or(id, |named| named.title.get(lang))
}

fn of_share(name: String, share: &Share, tongue: Tongue) -> Bar {
    let interval = Interval { low: share.low.0, high: share.high.0 };
    let percent = tongue.percent(share.share.0, 1);
    Bar {
        name,
        value: share.share.0,
        interval: Some((interval.low, interval.high)),
        figure: format!("{percent} ({})", tongue.percents(interval)),
    }
}

fn frame(title: &str, note: String, bars: &Bars, tongue: Tongue) -> Frame {
    let percent = |value, decimals: usize| tongue.percent(value, decimals.saturating_sub(2));
    let (shapes, height) = bars.draw(percent);
    let description = described(&note, bars, tongue);
    Frame { title: title.to_owned(), note, description, height, shapes }
}

fn described(note: &str, bars: &Bars, tongue: Tongue) -> String {
    let figures = bars.rows.iter().map(|bar| format!("{}: {}", bar.name, bar.figure));
    let figures: Vec<String> = figures.collect();
    let interval = tongue.say("95 % intervals in brackets", "% 95eko tarteak parentesi artean");
    format!("{note}. {}. {interval}.", figures.join("; "))
}
