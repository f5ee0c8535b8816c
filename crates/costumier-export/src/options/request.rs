//! The options of an export as JSON, for bindings to other languages. Fields have the names of the command line's
//! options.

use std::collections::BTreeSet;
use std::str::FromStr;

use costumier::{Facing, PictureKey};
use serde::Deserialize;

use super::{Background, ChoreFilter, Effort, ExportOptions, Format, Framing, Only, OptionsError};

/// The fields of the JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    formats: Option<Vec<String>>,
    scale_up: Option<u8>,
    jiffies: Option<u8>,
    facing: Option<Vec<FacingJson>>,
    chore: Option<Vec<ChoreJson>>,
    only: Option<String>,
    picture: Option<Vec<PictureKey>>,
    room: Option<u32>,
    background: Option<String>,
    place: Option<(i32, i32)>,
    margin: Option<u16>,
    whole_screen: bool,
    canvas: Option<String>,
    trim: bool,
    sheet_layout: Option<String>,
    sheet_gap: Option<u8>,
    no_mirrored: bool,
    longest_loop: Option<u32>,
    memory: Option<u16>,
    effort: Option<String>,
    names: bool,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a facing is a name such as \"west\" or an angle, a whole number")]
enum FacingJson {
    Angle(i32),
    Name(String),
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a chore is a role such as \"walk\", a name, or a number from 0 to 65535")]
enum ChoreJson {
    Number(u16),
    Name(String),
}

/// Parses an option that is a word.
fn word<T: FromStr<Err: ToString>>(text: Option<&str>, usual: T) -> Result<T, OptionsError> {
    text.map_or(Ok(usual), |text| text.parse().map_err(|why: T::Err| OptionsError::Json(why.to_string())))
}

impl ExportOptions {
    /// Reads options from JSON: `{"formats": ["gif"], "chore": ["walk"], "scale_up": 4}`. Unknown fields are refused.
    /// `dots` becomes [`ExportOptions::dots`]; take [`Game::dots`](costumier::Game::dots).
    ///
    /// # Errors
    /// The wrong option.
    pub fn from_json(text: &str, dots: Option<u8>) -> Result<Self, OptionsError> {
        let request: Request = crate::json_error::read("options", text).map_err(OptionsError::Json)?;
        let options = request.options(dots)?;
        options.check()?;
        Ok(options)
    }
}

impl Request {
    fn options(&self, dots: Option<u8>) -> Result<ExportOptions, OptionsError> {
        let defaults = ExportOptions::default();
        let only = match (self.only.as_deref(), &self.picture) {
            (Some("animations"), _) => Only::Animations,
            (Some("pictures"), _) | (None, Some(_)) => Only::Pictures,
            (None, None) => Only::Everything,
            (Some(other), _) => {
                let why = format!("`only` is {other:?}; use \"animations\" or \"pictures\"");
                return Err(OptionsError::Json(why));
            }
        };
        let formats: BTreeSet<Format> = match (&self.formats, only) {
            (Some(names), _) => {
                names.iter().map(|name| word(Some(name), Format::Png)).collect::<Result<_, OptionsError>>()?
            }
            (None, Only::Everything) => defaults.formats.clone(),
            (None, Only::Animations) => [Format::Gif].into(),
            (None, Only::Pictures) => [Format::Png].into(),
        };
        let background: Background = word(self.background.as_deref(), defaults.background)?;
        let facings = self.facing.as_ref().map(|facings| facings.iter().map(FacingJson::read).collect());
        let chores = self.chore.as_ref().map(|chores| chores.iter().map(ChoreJson::read).collect());
        Ok(ExportOptions {
            formats,
            only,
            pictures: self.picture.clone(),
            framing: Framing { place: self.place, margin: self.margin, whole_screen: self.whole_screen },
            canvas: word(self.canvas.as_deref(), defaults.canvas)?,
            memory: self.memory.map(|megabytes| u64::from(megabytes) << 20),
            scale_up: self.scale_up.unwrap_or(defaults.scale_up),
            dots,
            jiffies_per_tick: self.jiffies.unwrap_or(defaults.jiffies_per_tick),
            facings: facings.transpose()?,
            chores: chores.transpose()?,
            room: self.room,
            background,
            contact_background: if self.background.is_some() && background != Background::Room {
                background
            } else {
                defaults.contact_background
            },
            trim: self.trim,
            sheet: word(self.sheet_layout.as_deref(), defaults.sheet)?,
            sheet_gap: self.sheet_gap.unwrap_or(defaults.sheet_gap),
            mirrored: !self.no_mirrored,
            effort: match self.effort.as_deref() {
                None | Some("usual") => defaults.effort,
                Some("fast") => Effort::Fast,
                Some("small") => Effort::Small,
                Some(other) => {
                    let why = format!("`effort` is {other:?}; use \"fast\", \"usual\" or \"small\"");
                    return Err(OptionsError::Json(why));
                }
            },
            longest_loop: self.longest_loop.unwrap_or(defaults.longest_loop),
            named_folders: self.names,
            ..defaults
        })
    }
}

impl FacingJson {
    fn read(&self) -> Result<Facing, OptionsError> {
        match self {
            Self::Angle(angle) => Ok(Facing::from_angle(*angle)),
            Self::Name(name) => word(Some(name), Facing::SOUTH),
        }
    }
}

impl ChoreJson {
    fn read(&self) -> Result<ChoreFilter, OptionsError> {
        match self {
            Self::Number(number) => Ok(ChoreFilter::Number(*number)),
            Self::Name(name) => word(Some(name), ChoreFilter::Number(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use costumier::Role;

    use super::*;

    #[test]
    fn options_have_the_defaults_of_the_command_line() {
        let options = ExportOptions::from_json(r#"{"chore": ["walk", "Curtsies", 7]}"#, None).unwrap();
        let chores =
            [ChoreFilter::Role(Role::Walk), ChoreFilter::Named("Curtsies".into()), ChoreFilter::Number(7)];
        assert_eq!(options.chores, Some(chores.to_vec()));
        let options = ExportOptions::from_json("{}", None).unwrap();
        assert_eq!(options, ExportOptions::default());
        let options =
            ExportOptions::from_json(r#"{"only": "animations", "chore": ["walk", 7]}"#, None).unwrap();
        assert_eq!(options.formats, [Format::Gif].into());
        assert_eq!(options.chores, Some(vec![ChoreFilter::Role(Role::Walk), ChoreFilter::Number(7)]));
        let json = r#"{"sheet_gap": 0, "no_mirrored": true, "background": "navy"}"#;
        let options = ExportOptions::from_json(json, None).unwrap();
        let navy = Background::Colour([0, 0, 128]);
        assert_eq!((options.sheet_gap, options.mirrored, options.background), (0, false, navy));
    }

    #[test]
    fn a_wrong_option_is_named_without_a_line_of_the_json() {
        for (json, part) in [
            (r#"{"scale": 4}"#, "options: unknown field `scale`"),
            (r#"{"scale_up": 9}"#, "`scale_up` is 9"),
            (r#"{"effort": "most"}"#, "`effort` is \"most\""),
            (r#"{"chore": ["-"]}"#, "a number, a name, or init, walk, stand"),
            (r#"{"facing": [true]}"#, "a facing is a name"),
        ] {
            let why = ExportOptions::from_json(json, None).unwrap_err().to_string();
            assert!(why.contains(part) && !why.contains("at line"), "{json}: {why}");
        }
    }
}
