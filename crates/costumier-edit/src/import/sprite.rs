//! `.aseprite` files as drawings: tags are chores and facings, layers are limbs, durations are ticks, and the pivot of
//! the slice `feet` is where the actor stands.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use costumier::{Problem, Refused, Role, Severity};

use super::drawing::{Animation, Cel, Drawing, Frame, NOTHING, Paints, feet_outside, stand_on};
use super::tag_name::{self, ChoreWord, TagName};
use crate::folder::refused;
use crate::pictures::aseprite::{ReadTag, Sprite};

/// Milliseconds of a tick at the usual speed of actors.
const TICK: u32 = 100;

/// Largest number of frames of all animations.
const FRAMES: usize = 16_384;

/// Largest number of layers with pictures. Each may show something in another animation.
const LAYERS: usize = 256;

/// Largest number of rounds of a tag that are looked at; a limb has at most 128 steps.
const ROUNDS: usize = 129;

/// Number of changed durations that a note shows one by one.
const DURATIONS: usize = 4;

/// The tag of pictures that no animation shows, as `unpack` writes it.
const NOT_SHOWN: &str = "not shown";

impl Drawing {
    /// Reads an `.aseprite` file. `feet` is the pixel of the canvas on which the actor stands; `None` takes the pivot
    /// of the slice `feet` or of the first slice that has one, else the lowest visible row in the middle of the canvas.
    ///
    /// # Errors
    /// All problems of the file, each with the layer or tag.
    pub fn of_aseprite(bytes: &[u8], feet: Option<(i32, i32)>) -> Result<Self, Refused> {
        let sprite = Sprite::read(bytes).map_err(|why| refused("file", why))?;
        let mut reader = Reader {
            paints: match sprite.palette() {
                palette @ [_, ..] if sprite.is_indexed() => Paints::of_palette(palette, sprite.transparent()),
                _ => Paints::default(),
            },
            sprite: &sprite,
            layers: Vec::new(),
            cels: BTreeMap::new(),
            problems: Vec::new(),
            told: BTreeSet::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
        };
        reader.layers();
        let mut animations = reader.animations();
        let pivots = sprite.pivots();
        let pivot = pivots.iter().find(|(name, _)| name == "feet").or_else(|| pivots.first());
        let given = feet.is_some();
        let feet = feet.or(pivot.map(|(_, at)| *at));
        let (width, height) = (usize::from(sprite.size().0), usize::from(sprite.size().1));
        let source = match (given, pivot) {
            (true, _) => "as given".to_owned(),
            (false, Some((name, _))) => format!("the pivot of slice \"{name}\""),
            (false, None) => "the middle of the lowest visible row".to_owned(),
        };
        reader.full_layers((width, height));
        reader.warnings.extend(reader.paints.warning());
        Refused::unless_empty(reader.problems)?;
        let feet = stand_on(&mut animations, feet, width);
        reader.notes.push(format!("feet: {},{}, {source}", feet.0, feet.1));
        reader.warnings.extend(feet_outside(feet, (width, height)));
        Ok(Self {
            layers: reader.layers.iter().map(|layer| sprite.name_of(*layer).to_owned()).collect(),
            animations,
            colours: reader.paints.colours,
            has_palette: reader.paints.is_palette,
            notes: reader.notes,
            warnings: reader.warnings,
        })
    }
}

/// Returns the ticks of a frame: at least 1. `rest` is what the frames before were shortened by, in milliseconds.
fn ticks(milliseconds: i64, rest: &mut i64) -> u32 {
    let tick = i64::from(TICK);
    let exact = milliseconds + *rest;
    let ticks = ((exact + (tick - 1) / 2) / tick).max(1);
    // Frames shorter than a tick make the animation longer; no later frame pays for more than one of them.
    *rest = (exact - ticks * tick).max(-tick);
    u32::try_from(ticks).unwrap_or(1)
}

struct Reader<'a> {
    sprite: &'a Sprite<'a>,
    paints: Paints,
    /// The visible layers, the lowest first.
    layers: Vec<usize>,
    /// Cels that were read, by layer and the frame that holds them.
    cels: BTreeMap<(usize, usize), Option<Rc<Cel>>>,
    problems: Vec<Problem>,
    /// What is a problem or a note already.
    told: BTreeSet<(String, String)>,
    notes: Vec<String>,
    warnings: Vec<String>,
}

impl Reader<'_> {
    fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        let (path, text) = (path.into(), text.into());
        if self.told.insert((path.clone(), text.clone())) {
            self.problems.push(Problem::new(Severity::Broken, path, None, text));
        }
    }

    /// Chooses the visible layers.
    fn layers(&mut self) {
        for layer in self.sprite.plain_layers() {
            let name = self.sprite.name_of(layer).to_owned();
            if self.sprite.is_hidden(layer) {
                self.notes.push(format!("layer \"{name}\" is hidden, and was left out"));
            } else if self.sprite.is_reference(layer) {
                self.notes.push(format!("layer \"{name}\" is a reference layer, and was left out"));
            } else if let Err(why) = self.sprite.layer_named(&name) {
                self.refuse("layers", why);
            } else if self.sprite.cels_of(layer).next().is_some() {
                self.layers.push(layer);
            }
        }
        let count = self.layers.len();
        if count > LAYERS {
            self.refuse(
                "layers",
                format!("{count} layers show something, and a costume has 16 limbs; merge some"),
            );
            self.layers.clear();
        }
    }

    /// Warns of layers that cover the whole canvas, as backgrounds do.
    fn full_layers(&mut self, (width, height): (usize, usize)) {
        let is_full = |cel: &Cel| {
            cel.at == (0, 0) && (cel.width, cel.height()) == (width, height) && !cel.pixels.contains(&NOTHING)
        };
        let full = |layer: &&usize| {
            let cels = self.cels.range((**layer, 0)..=(**layer, usize::MAX));
            cels.filter_map(|(_, cel)| cel.as_ref()).any(|cel| is_full(cel))
        };
        if self.layers.len() < 2 {
            return;
        }
        for layer in self.layers.iter().filter(full) {
            let name = self.sprite.name_of(*layer);
            self.warnings.push(format!(
                "layer \"{name}\" fills the whole canvas and is a limb now; hide it if it is only a background"
            ));
        }
    }

    /// Notes the frames that no tag shows.
    fn untagged(&mut self, tags: &[ReadTag]) {
        let mut ranges: Vec<(usize, usize)> = tags.iter().map(|tag| (tag.from, tag.to)).collect();
        ranges.sort_unstable();
        // Frames below this one are shown, or left out.
        let (mut known, mut left) = (0, Vec::new());
        for (from, to) in ranges.into_iter().chain([(self.sprite.frames(), self.sprite.frames())]) {
            left.extend(known..from);
            known = known.max(to + 1);
        }
        if let Some(first) = left.first() {
            let text = match left.len() {
                1 => format!("frame {} has no tag, and was left out", first + 1),
                count => {
                    format!("{count} frames have no tag, and were left out; the first is frame {}", first + 1)
                }
            };
            self.warnings.push(text);
        }
    }

    fn animations(&mut self) -> Vec<Animation> {
        let tags = self.named_tags();
        let mut animations: Vec<Animation> = Vec::new();
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let (mut count, mut uneven) = (0usize, BTreeMap::new());
        for (tag, name) in &tags {
            // The loop of an animation that begins with other frames.
            if name.is_loop
                && let Some((animation, (from, to))) = animations.last_mut().zip(ends.last())
                && (animation.facing, &animation.chore) == (name.facing, &name.chore)
                && tag.to == *to
                && (*from..=*to).contains(&tag.from)
            {
                animation.loops_to = Some(tag.from - from);
                continue;
            }
            let mut frames = Vec::new();
            let rounds = if name.once { 1 } else { usize::from(tag.repeat).clamp(1, ROUNDS) };
            let order = tag.frames();
            count = count.saturating_add(order.len().saturating_mul(rounds));
            if count > FRAMES {
                self.refuse("tags", format!("have more than {FRAMES} frames together; shorten them"));
                return animations;
            }
            // What a frame is too short or too long is added to the next one, so that the animation keeps its length.
            let mut rest = 0;
            for frame in std::iter::repeat_n(&order, rounds).flatten() {
                let milliseconds = u32::from(self.sprite.duration(*frame));
                let ticks = ticks(i64::from(milliseconds), &mut rest);
                if milliseconds != ticks * TICK {
                    uneven.insert(*frame, (milliseconds, ticks * TICK));
                }
                frames.push(Frame {
                    ticks,
                    file: None,
                    cels: self.layers.clone().into_iter().map(|layer| self.cel(layer, *frame)).collect(),
                });
            }
            ends.push((tag.from, tag.to));
            animations.push(Animation {
                name: format!("tag \"{}\"", tag.name),
                chore: name.chore.clone(),
                facing: name.facing,
                frames,
                loops_to: (tag.repeat == 0 && !name.once).then_some(0),
            });
        }
        if !uneven.is_empty() {
            let changed = uneven.iter().take(DURATIONS);
            let changed = changed.map(|(frame, (was, is))| format!("frame {} {was} ▸ {is} ms", frame + 1));
            let more = if uneven.len() > DURATIONS { ", …" } else { "" };
            let frames = if uneven.len() == 1 {
                "1 frame has another duration"
            } else {
                "frames have other durations"
            };
            let count = if uneven.len() == 1 { String::new() } else { format!("{} ", uneven.len()) };
            let changed = changed.collect::<Vec<_>>().join(", ");
            self.notes
                .push(format!("{count}{frames} now: {changed}{more}; a costume has steps of {TICK} ms"));
        }
        animations
    }

    /// Returns the tags that name chores. A file of one frame without tags shows how the actor stands.
    fn named_tags(&mut self) -> Vec<(ReadTag, TagName)> {
        let tags = self.sprite.tags();
        if tags.is_empty() && self.sprite.frames() == 1 {
            let name =
                TagName { chore: ChoreWord::Role(Role::Stand), facing: None, once: true, is_loop: false };
            return vec![(ReadTag::whole("stand", 1), name)];
        }
        if tags.is_empty() {
            let text = "has no tags, so nothing says which frames walk; tag them like `walk east`";
            self.refuse("file", text);
        }
        if !tags.is_empty() {
            self.untagged(tags);
        }
        let mut named = Vec::new();
        for tag in tags.iter().filter(|tag| tag.name != NOT_SHOWN) {
            match tag_name::read(&tag.name) {
                Ok(name) => {
                    let numbered = name.clone().with_number(tag.text.as_deref());
                    if let (ChoreWord::Named(word), ChoreWord::Number(number, _)) =
                        (&name.chore, &numbered.chore)
                    {
                        let note = format!(
                            "\"{word}\" is chore {number}, as the user data of its tag says; clear that for a new \
                             chore"
                        );
                        if self.told.insert((String::new(), note.clone())) {
                            self.notes.push(note);
                        }
                    }
                    named.push((tag.clone(), numbered));
                }
                Err(why) => self.refuse(format!("tag \"{}\"", tag.name), why.text()),
            }
        }
        named
    }

    /// Returns what a layer shows in a frame.
    fn cel(&mut self, layer: usize, frame: usize) -> Option<Rc<Cel>> {
        let source = (layer, self.sprite.source_of(layer, frame));
        if let Some(cel) = self.cels.get(&source) {
            return cel.clone();
        }
        let read = self.sprite.cel(layer, frame).and_then(|cel| {
            let Some(cel) = cel else { return Ok(None) };
            let place = || format!("layer \"{}\", frame {}", self.sprite.name_of(layer), frame + 1);
            let pixels = self.paints.pixels(&cel.found, &place())?;
            Ok(Some(Rc::new(Cel { at: cel.at, width: cel.found.width, pixels })))
        });
        let cel = read.unwrap_or_else(|why| {
            self.refuse("file", why);
            None
        });
        self.cels.insert(source, cel.clone());
        cel
    }
}
