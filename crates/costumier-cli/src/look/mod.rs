//! The commands under `Look`, one file each.

pub(crate) mod cast;
pub(crate) mod full_info;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod play;
#[cfg(feature = "server")]
pub(crate) mod view;

use crate::output::failure::hinted;

/// Returns the error of `view` in a program without a page.
pub(crate) fn no_viewer() -> anyhow::Error {
    let hint = if cfg!(feature = "server") {
        "download a release, or build the viewer with `cargo xtask viewer`; `--page web/dist` serves a page in a folder"
    } else {
        "download a release, or build the viewer with `cargo xtask viewer`"
    };
    hinted(anyhow::anyhow!("this build of costumier has no viewer"), hint)
}
