// 0. Begin
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step, ViewChoice};
use costumier::{Clip, Facing, Files, Game, Limits, PictureKey, Role, files::folder::shelf_at};
use costumier_edit::draft::{Draft, Edit, EntryKind, Picture, Pixels};
use costumier_edit::folder::About;
use costumier_edit::patch::{bps, set};
use costumier_edit::put::{NewCostume, Plan, PutOptions, container, index};
use costumier_export::{ExportOptions, Exporter, Format, Identity, MemoryOutput, Names, Workspace};

/// FNV-1a: the same bytes have the same checksum in all languages.
fn checksum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let add = |number: u32, byte: &u8| (number ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", parts.into_iter().flatten().fold(0x811C_9DC5, add))
}

fn main() -> Result<(), Box<dyn Error>> {
    // 1. Open a game
    let folder = std::env::args().nth(1).ok_or("name the folder of a game")?;
    let (files, start) = shelf_at(Path::new(&folder))?;
    let files: Arc<dyn Files> = Arc::new(files);
    let mut game = Game::open(&*files, start.as_deref(), Limits::default())?;
    let names = Names::of_cast(&game.read_cast());
    let game = Arc::new(game);
    println!("open: {} costumes", game.costume_ids().count());

    // 2. List its costumes
    for slot in game.costume_slots() {
        let name = names.costumes.get(&slot.id).and_then(|it| it.name.as_deref()).unwrap_or_default();
        println!("list: {} {name}, room {}", slot.id, slot.room);
    }

    // 3. Take a picture
    let (odile, palette) = (Arc::new(game.costume(1)?), game.costume_palette(1)?);
    let key = PictureKey { limb: 0, index: 29 };
    let (size, rgba) = (odile.picture(key)?.info, odile.rgba(key, &palette)?);
    println!("picture: {} x {} pixels, {}", size.width, size.height, checksum([&rgba[..]]));

    // 4. Play an animation
    let walk = odile.roles().chore(Role::Walk);
    let clip = Clip::record(&odile, walk, Facing::EAST, game.limits());
    let frames = clip.rgba(&odile, &palette).collect::<Result<Vec<_>, _>>()?;
    let (width, height) = (clip.bounds.width(), clip.bounds.height());
    let sum = checksum(frames.iter().map(|frame| &frame[..]));
    println!("clip: {} frames of {width} x {height}, {sum}", frames.len());

    // 5. Let two actors walk
    let mut actors =
        vec![SceneActor::new(1, (60, 130), Facing::EAST), SceneActor::new(2, (260, 135), Facing::WEST)];
    for actor in &mut actors {
        actor.steps.push(Step::Perform(ChoreRef::Role(Role::Walk)));
    }
    let mut scene = Scene::new(1, actors);
    scene.view = ViewChoice::Screen;
    let mut live = SceneRenderer::new(Arc::clone(&game)).live(scene)?;
    let (mut pictures, mut size) = (Vec::new(), (0, 0));
    for tick in 1..=8 {
        let (drawn, mut rgba) = (live.render()?, Vec::new());
        size = (drawn.width, drawn.height);
        drawn.rgba(&mut rgba);
        pictures.push(rgba);
        live.place(0, (60 + 6 * tick, 130))?;
        live.place(1, (260 - 6 * tick, 135))?;
        live.tick();
    }
    let sum = checksum(pictures.iter().map(|picture| &picture[..]));
    println!("scene: {} pictures of {} x {}, {sum}", pictures.len(), size.0, size.1);

    // 6. Click on an actor
    let (x, y) = live.feet(1)?;
    let hit = live.actor_at((u32::try_from(x)?, u32::try_from(y - 20)?))?.ok_or("no actor is there")?;
    let missed = if live.actor_at((0, 0))?.is_none() { "none" } else { "an actor" };
    println!("click: actor {hit} at {x}, {}, {missed} at 0, 0", y - 20);

    // 7. Edit a costume
    let mut draft = Draft::of(&odile, About::default(), Limits::default())?;
    let moves = draft.picture(key).ok_or("no picture")?.moves;
    let square = Picture { size: (8, 8), at: (-4, -40), moves, pixels: Pixels::Rows(vec![3; 64]) };
    draft.apply(Edit::Picture { key, name: None, to: EntryKind::Picture(square) })?;
    let undone = draft.undo() && draft.pack()?.payload == odile.payload();
    draft.redo();
    let block = draft.pack()?.payload;
    let undone = if undone { "yes" } else { "no" };
    let (edits, sum) = (draft.edits().count(), checksum([&block[..]]));
    println!("edit: {edits} edit, undone: {undone}, {} bytes, {sum}", block.len());

    // 8. Make a patch
    let new = NewCostume { id: 1, room: None, payload: block };
    let plan = Plan::new(&game, &*files, &[new], PutOptions::default())?;
    let file = plan.changed().next().ok_or("nothing changes")?;
    let patch = bps::write(file, &*files.open(&file.name)?, b"")?;
    let patched = set::apply(&patch, &files, (&index(&game), &container(&game)), 1 << 30)?;
    let patched = Game::open(&patched, start.as_deref(), Limits::default())?;
    let changed = patched.costume(1)?;
    let (length, sum, size) = (patch.len(), checksum([&patch[..]]), changed.picture(key)?.info);
    println!("patch: {length} bytes, {sum}, the picture is {} x {}", size.width, size.height);

    // 9. Export
    let options = ExportOptions {
        formats: [Format::Gif].into(),
        chores: Some(vec!["walk".parse()?]),
        facings: Some(vec![Facing::EAST]),
        scale_up: 2,
        ..ExportOptions::default()
    };
    let exporter = Exporter::new(Arc::clone(&game), Identity::of(&game, &*files)?, options, names)?;
    let mut output = MemoryOutput::default();
    exporter.costume(1, &mut Workspace::new(exporter.options(), game.limits()), &mut output)?;
    for (name, bytes) in output.files.iter().filter(|(name, _)| name.ends_with(".gif")) {
        println!("export: {name}, {} bytes, {}", bytes.len(), checksum([&bytes[..]]));
    }

    // 10. Handle an error
    if let Err(error) = game.costume(99) {
        println!("error: {error}");
    }
    Ok(())
}
