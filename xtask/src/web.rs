//! The viewer's page, and the sample game that it opens with.

use anyhow::Result;

use crate::{glue, run, target};

/// Builds `web/dist`.
pub(crate) fn page(is_release: bool) -> Result<()> {
    glue::package(is_release)?;
    sample()?;
    run("web", "npm", &["ci", "--ignore-scripts", "--silent"])?;
    run("web", "npm", &["run", "--silent", "build"])
}

/// Writes the sample game where the page finds it: `game.json` names the files beside it.
pub(crate) fn sample() -> Result<()> {
    // As tests are built: for its package alone, all that it rests on would be built once more.
    run(".", "cargo", &["build", "--quiet", "--workspace", "--example", "for-the-page"])?;
    let program =
        target().join("debug/examples/for-the-page").with_extension(std::env::consts::EXE_EXTENSION);
    run(".", &program.to_string_lossy(), &["web/public/sample"])
}
