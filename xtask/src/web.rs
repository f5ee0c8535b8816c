//! The viewer's page, and the sample game that it opens with.

use anyhow::Result;

use crate::{glue, run};

/// Builds `web/dist`.
pub(crate) fn page(is_release: bool) -> Result<()> {
    glue::package(is_release)?;
    sample()?;
    run("web", "npm", &["ci", "--ignore-scripts", "--silent"])?;
    run("web", "npm", &["run", "--silent", "build"])
}

/// Writes the sample game where the page finds it: `game.json` names the files beside it.
pub(crate) fn sample() -> Result<()> {
    run(
        ".",
        "cargo",
        &["run", "--quiet", "-p", "costumier-sample", "--example", "for-the-page", "--", "web/public/sample"],
    )
}
