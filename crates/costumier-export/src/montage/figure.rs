//! The figure of a costume: the animation by which people recognise it, cut to a size that fits.

use costumier::format::escape;
use costumier::{Action, Clip, Role};

use super::{Figure, LARGEST};
use crate::colour::WrittenPalette;
use crate::costume::looks;
use crate::exporter::Exporter;
use crate::film::FrameBuffer;
use crate::scratch::Workspace;

/// Number of animations of a costume tried to find one that shows something.
const TRIED: usize = 24;

impl Exporter {
    /// Returns the title of a montage: the game's, and whose colours it has if they are not the costumes' own.
    #[must_use]
    pub fn montage_title(&self) -> String {
        let context = self.context();
        let (game, options) = (&context.game, &context.options);
        let known = || game.title().map(|title| title.name.to_owned());
        let title =
            context.names.title.clone().or_else(known).unwrap_or_else(|| context.identity.name.clone());
        match (&options.recolour_name, options.room) {
            (Some(palette), _) => format!("{title}, colours of {palette}"),
            (None, Some(room)) => {
                let name = game.room_name(room).map(|name| format!(" ({})", escape::line(name)));
                format!("{title}, colours of room {room}{}", name.unwrap_or_default())
            }
            (None, None) => title,
        }
    }

    /// Returns a costume as a figure. `None` if nothing of it can be shown.
    #[must_use]
    pub fn figure(&self, id: u32, workspace: &mut Workspace) -> Option<Figure> {
        let context = self.context();
        let opened = crate::open_costume::open(&context.game, id).ok()?;
        let (costume, palette) = (&opened.costume, looks(&context, &opened));
        let mut actions = costume.actions();
        actions.sort_by_key(|action| (preference(action), action.record));
        let mut reel = workspace.spare.pop().unwrap_or_default();
        let shown = actions.iter().take(TRIED).find_map(|action| {
            let clip = Clip::record(costume, action.chore, action.facing, context.game.limits());
            let nothing = palette.transparent;
            let _ = workspace.camera.film(costume, &clip, nothing, &mut reel).ok()?;
            fullest(&reel)
        });
        let figure = shown.map(|frame| {
            let (width, height, pixels) = pixels(&reel, frame);
            let palette = WrittenPalette { scaler: context.options.scaler, ..palette.written };
            let room = context.game.room_name(opened.room).map(|name| format!(" {name}")).unwrap_or_default();
            let name = context.names.costumes.get(&id).and_then(|it| it.name.clone());
            let name = name.unwrap_or_else(|| format!("costume {id}"));
            Figure {
                id,
                name,
                note: format!("{id}, room {}{room}", opened.room),
                width,
                height,
                pixels,
                palette,
            }
        });
        workspace.spare.push(reel);
        workspace.tidy();
        figure
    }
}

/// Returns the rank of an action for a figure: the smaller, the better people recognise the costume.
pub(super) fn preference(action: &Action) -> (u8, u8) {
    let doing = match action.role {
        Some(Role::Stand) => 0,
        Some(Role::Walk) => 1,
        None => 2,
        Some(Role::TalkStop) => 3,
        Some(_) => 4,
    };
    let facing = match action.facing.name() {
        "south" => 0,
        "southeast" | "southwest" => 1,
        "east" => 2,
        "west" => 3,
        _ => 4,
    };
    // A costume that can only be seen from behind shows another chore instead.
    (doing + if facing == 4 { 5 } else { 0 }, facing)
}

/// Returns the frame that shows most. `None` if no frame shows anything.
fn fullest(reel: &FrameBuffer) -> Option<usize> {
    let area = |frame: &usize| {
        let rect = reel.drawn(*frame);
        u64::from(rect.width()) * u64::from(rect.height())
    };
    // Of equal frames, the first one.
    (0..reel.len()).rev().max_by_key(area).filter(|frame| area(frame) > 0)
}

/// Returns the size and the pixel values of a frame, cut to the largest size of a figure.
fn pixels(reel: &FrameBuffer, frame: usize) -> (u32, u32, Vec<u8>) {
    let rect = reel.drawn(frame);
    let (width, height) = (rect.width().min(LARGEST.0), rect.height().min(LARGEST.1));
    let (left, top) = ((rect.width() - width) / 2, (rect.height() - height) / 2);
    let rows = reel.part(frame).chunks_exact(rect.width().max(1) as usize);
    let rows = rows.skip(top as usize).take(height as usize);
    let pixels = rows.flat_map(|row| row.iter().skip(left as usize).take(width as usize));
    (width, height, pixels.copied().collect())
}
