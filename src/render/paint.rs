//! The terminal colors of players and zones, and the signs that stand for zones without colors.

use anstyle::{AnsiColor, Color, Style};

use crate::game::{Background, Game};

/// Gives styles, or plain ones throughout when colors are off.
#[derive(Clone, Copy)]
pub(super) struct Paint<'a> {
    game: &'a Game,
    on: bool,
}

impl<'a> Paint<'a> {
    pub(super) fn new(game: &'a Game, on: bool) -> Self {
        Self { game, on }
    }

    /// What matters less: names, frames.
    pub(super) fn dim(self) -> Style {
        if self.on { Style::new().dimmed() } else { Style::new() }
    }

    /// The background of a site: that of the last zone that has one.
    pub(super) fn ground(self, site: usize) -> Style {
        let zones = self.game.display.zones.iter().rev();
        let zone =
            zones.map(|(zone, ground)| (*zone, ground)).find(|(zone, _)| self.has(*zone, site));
        let color = zone.filter(|_| self.on).and_then(|(zone, ground)| match ground {
            Background::Color(name) => color_named(name),
            Background::Player => self.whose(zone, site).and_then(|player| self.color(player)),
        });
        Style::new().bg_color(color.map(Color::from))
    }

    /// The name of an empty site on its ground.
    pub(super) fn name(self, site: usize) -> Style {
        let ground = self.ground(site);
        match ground.get_bg_color() {
            Some(Color::Ansi(color)) => ground.fg_color(Some(contrast(color).into())),
            _ => self.dim(),
        }
    }

    /// An owner's letter on a ground.
    pub(super) fn letter(self, owner: usize, ground: Style) -> Style {
        let Some(color) = self.color(owner) else {
            let ground = match ground.get_bg_color() {
                Some(Color::Ansi(color)) => ground.fg_color(Some(contrast(color).into())),
                _ => ground,
            };
            return if self.on { ground.bold() } else { ground };
        };
        // On the player's own ground the player's color would not be seen.
        let own = ground.get_bg_color() == Some(color.into());
        ground.fg_color(Some(if own { contrast(color) } else { color }.into())).bold()
    }

    /// An owner's letter as a token of the owner's color, which is seen on any ground.
    pub(super) fn token(self, owner: usize) -> Style {
        let own = Style::new().bg_color(self.color(owner).map(Color::from));
        self.letter(owner, own)
    }

    /// The sign of a site: that of the last zone that has one.
    pub(super) fn sign(self, site: usize) -> Option<char> {
        let mut signs = self.game.display.signs.iter().rev();
        signs.find(|(zone, _)| self.has(*zone, site)).map(|(_, sign)| *sign)
    }

    /// A player's color; nobody has none.
    fn color(self, owner: usize) -> Option<AnsiColor> {
        let player = self.game.players.get(owner)?;
        player.color.as_deref().filter(|_| self.on).and_then(color_named)
    }

    fn has(self, zone: usize, site: usize) -> bool {
        self.game.zones[zone].sites.iter().any(|sites| sites.contains(site))
    }

    /// The only player in whose zone the site is.
    fn whose(self, zone: usize, site: usize) -> Option<usize> {
        let sites = self.game.zones[zone].sites.iter().enumerate();
        let mut players = sites.filter(|(_, sites)| sites.contains(site));
        players.next().filter(|_| players.next().is_none()).map(|(player, _)| player)
    }
}

/// Black or white, whichever is read on the color.
fn contrast(color: AnsiColor) -> AnsiColor {
    match color {
        AnsiColor::Black | AnsiColor::Red | AnsiColor::Blue | AnsiColor::Magenta => {
            AnsiColor::BrightWhite
        }
        AnsiColor::BrightBlack => AnsiColor::BrightWhite,
        _ => AnsiColor::Black,
    }
}

/// A terminal color by its common name, `red` or `bright-red`.
fn color_named(name: &str) -> Option<AnsiColor> {
    let (bright, base) = match name.strip_prefix("bright-") {
        Some(base) => (true, base),
        None => (false, name),
    };
    let color = match base {
        "black" => AnsiColor::Black,
        "red" => AnsiColor::Red,
        "green" => AnsiColor::Green,
        "yellow" => AnsiColor::Yellow,
        "blue" => AnsiColor::Blue,
        "magenta" => AnsiColor::Magenta,
        "cyan" => AnsiColor::Cyan,
        "white" => AnsiColor::White,
        _ => return None,
    };
    Some(color.bright(bright))
}
