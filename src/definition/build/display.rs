//! How the board is drawn: colors, signs, drawings, rods.

use super::layout::Layout;
use super::material::Material;
use super::names::Slot;
use super::{Context, drawing};
use crate::board::Shape;
use crate::definition::document::DisplayRecord;
use crate::definition::read::Word;
use crate::error::Problem;
use crate::game::Display;
use crate::piece::ValueType;

/// Builds what is said of drawing.
pub(super) fn build(
    record: &DisplayRecord,
    layout: Option<&Layout>,
    material: &Material,
    cx: &mut Context,
) -> Display {
    let mut display = Display::default();
    let zone_of = |zone: &Word, cx: &mut Context| {
        layout.and_then(|layout| slot_of(layout.zones.slot(zone, "zone", cx)))
    };
    for (zone, color) in &record.zones.0 {
        let index = zone_of(zone, cx);
        if let (Some(index), Some(color)) = (index, color) {
            display.zones.push((index, color.0.clone()));
        }
    }
    for (zone, sign) in &record.signs.0 {
        let index = zone_of(zone, cx);
        if let (Some(index), Some(sign)) = (index, sign) {
            display.signs.push((index, sign.0));
        }
    }
    if let (Some(drawing), Some(layout)) = (&record.drawing, layout) {
        display.drawing = drawing::build(drawing, &layout.ground, cx);
    }
    for (attribute, glyph) in &record.attributes.0 {
        let index = slot_of(material.attributes.slot(attribute, "attribute", cx));
        if let (Some(index), Some(glyph)) = (index, glyph) {
            display.attributes.push((index, glyph.0));
        }
    }
    for name in &record.links.0 {
        display.links.extend(sites_entry(name, "links", layout, material, cx));
    }
    for (name, sign) in &record.signs_at.0 {
        let index = sites_entry(name, "signs_at", layout, material, cx);
        if let (Some(index), Some(sign)) = (index, sign) {
            display.signs_at.push((index, sign.0));
        }
    }
    display
}

fn slot_of(slot: Slot) -> Option<usize> {
    match slot {
        Slot::On(index) => Some(index),
        Slot::Off | Slot::Broken => None,
    }
}

/// A list of sites in the state, which the key shows on points.
fn sites_entry(
    name: &Word,
    key: &str,
    layout: Option<&Layout>,
    material: &Material,
    cx: &mut Context,
) -> Option<usize> {
    let index = slot_of(material.state.slot(name, "state entry", cx))?;
    let entry = &material.state.values[index];
    if !(entry.of_sites && matches!(entry.ty, ValueType::List { .. })) {
        let problem = Problem::new("no-site-list", format!("`{}` is no list of sites", name.text));
        let help = "such an entry has `type: list` and `of: site`";
        cx.report(problem.at(name.place.clone()).help(help));
    }
    if !matches!(layout?.ground.board.shape(), Shape::Points { .. }) {
        let message = format!("`{key}` is for boards of points");
        cx.report(Problem::new("no-points", message).at(name.place.clone()));
    }
    Some(index)
}
