//! `.aseprite` files as drawings: tags are chores and facings, layers are limbs, durations are ticks, and the pivot of
//! the slice `feet` is where the actor stands.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use costumier::{Problem, Refused, Role, Severity};

use super::drawing::{Animation, Cel, Drawing, Frame, Paints, stand_on};
use super::tag_name::{self, ChoreWord, TagName};
use crate::folder::refused;
use crate::pictures::aseprite::{ReadTag, Sprite};

/// Milliseconds of a tick at the usual speed of actors.
const TICK: u32 = 100;

/// Largest number of frames of all animations.
const FRAMES: usize = 16_384;

/// Largest number of rounds of a tag that are looked at; a limb has at most 128 steps.
const ROUNDS: usize = 129;

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
                [] => Paints::default(),
                palette => Paints::of_palette(palette, sprite.transparent()),
            },
            sprite: &sprite,
            layers: Vec::new(),
            cels: BTreeMap::new(),
            problems: Vec::new(),
            notes: Vec::new(),
        };
        reader.layers();
        let mut animations = reader.animations();
        let pivots = sprite.pivots();
        let pivot = pivots.iter().find(|(name, _)| name == "feet").or_else(|| pivots.first());
        let feet = feet.or(pivot.map(|(_, at)| *at));
        Refused::unless_empty(reader.problems)?;
        stand_on(&mut animations, feet, usize::from(sprite.size().0));
        Ok(Self {
            layers: reader.layers.iter().map(|layer| sprite.name_of(*layer).to_owned()).collect(),
            animations,
            colours: reader.paints.colours,
            has_palette: reader.paints.is_palette,
            notes: reader.notes,
        })
    }
}

struct Reader<'a> {
    sprite: &'a Sprite<'a>,
    paints: Paints,
    /// The visible layers, the lowest first.
    layers: Vec<usize>,
    /// Cels that were read, by layer and the frame that holds them.
    cels: BTreeMap<(usize, usize), Option<Rc<Cel>>>,
    problems: Vec<Problem>,
    notes: Vec<String>,
}

impl Reader<'_> {
    fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        let problem = Problem::new(Severity::Broken, path, None, text);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Chooses the visible layers.
    fn layers(&mut self) {
        for layer in self.sprite.plain_layers() {
            let name = self.sprite.name_of(layer).to_owned();
            if self.sprite.is_hidden(layer) {
                self.notes.push(format!("layer \"{name}\" is hidden, and was left out"));
            } else if let Err(why) = self.sprite.layer_named(&name) {
                self.refuse("layers", why);
            } else {
                self.layers.push(layer);
            }
        }
    }

    fn animations(&mut self) -> Vec<Animation> {
        let tags = self.named_tags();
        let mut animations: Vec<Animation> = Vec::new();
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let (mut count, mut uneven) = (0usize, BTreeSet::new());
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
            for frame in std::iter::repeat_n(&order, rounds).flatten() {
                let milliseconds = u32::from(self.sprite.duration(*frame));
                if !milliseconds.is_multiple_of(TICK) {
                    uneven.insert(*frame);
                }
                frames.push(Frame {
                    ticks: ((milliseconds + TICK / 2) / TICK).max(1),
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
        if let Some(first) = uneven.first() {
            let (count, first) = (uneven.len(), first + 1);
            let text = format!(
                "{count} frames were rounded to whole ticks of {TICK} ms; the first is frame {first}"
            );
            self.notes.push(text);
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
        let mut named = Vec::new();
        for tag in tags.iter().filter(|tag| tag.name != NOT_SHOWN) {
            match tag_name::read(&tag.name) {
                Ok(name) => named.push((tag.clone(), name.with_number(tag.text.as_deref()))),
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
            let pixels = self.paints.pixels(&cel.found)?;
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
