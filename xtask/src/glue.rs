//! The npm package: WebAssembly, the glue that makes its functions JavaScript's, the compiled TypeScript.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::{run, target, top};

/// The folder of the package.
pub(crate) const PACKAGE: &str = "packages/costumier";

/// Builds the package in this cargo profile.
pub(crate) fn package(profile: &str) -> Result<()> {
    run(
        ".",
        "cargo",
        &[
            "build",
            "--quiet",
            "-p",
            "costumier-wasm",
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            profile,
        ],
    )?;
    let wasm = target().join("wasm32-unknown-unknown").join(profile).join("costumier_wasm.wasm");
    let dist = top().join(PACKAGE).join("dist");
    fs::create_dir_all(&dist).with_context(|| format!("cannot make {}", dist.display()))?;
    bind(&wasm, &dist, profile == "wasm")?;
    if !top().join(PACKAGE).join("node_modules").is_dir() {
        run(PACKAGE, "npm", &["ci", "--ignore-scripts", "--silent"])?;
    }
    if profile == "wasm" {
        run(PACKAGE, "npm", &["run", "--silent", "optimise"])?;
    }
    run(PACKAGE, "npm", &["run", "--silent", "compile"])
}

/// Makes the glue: `costumier_bg.wasm`, and `glue.js` with its types.
fn bind(wasm: &Path, dist: &Path, is_release: bool) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("glue").no_modules(true)?.typescript(false);
    bindgen.remove_producers_section(is_release).remove_name_section(is_release);
    let mut output = bindgen.generate_output()?;
    let script = factory(output.js())?;
    fs::write(dist.join("glue.js"), script)?;
    fs::write(dist.join("costumier_bg.wasm"), output.wasm_mut().emit_wasm())?;
    Ok(())
}

/// The glue as a module whose one function makes an instance with a state of its own. As it is generated it
/// is a script that keeps one instance in a variable, and a page that needs a fresh one would have to load
/// the script again.
fn factory(script: &str) -> Result<String> {
    let Some((_, rest)) = script.split_once("let wasm_bindgen = (function(exports) {") else {
        bail!("the generated glue begins in another way than is known");
    };
    let Some((body, end)) = rest.rsplit_once("return Object.assign(__wbg_init, { initSync }, exports);")
    else {
        bail!("the generated glue ends in another way than is known");
    };
    if end.trim() != "})({ __proto__: null });" {
        bail!("the generated glue ends in another way than is known: {end:?}");
    }
    // The package loads the WebAssembly itself.
    let (body, rest) = cut(body, "async function __wbg_load(", "function initSync(")?;
    let (init, _) = cut(rest, "let __wbg_init_promise;", "")?;
    let body = format!("{body}{init}");
    // Nothing is fetched, and no page is asked where the script came from.
    let body = &body.replacen(
        "if (typeof document !== 'undefined' && document.currentScript !== null)",
        "if (false)",
        1,
    );
    Ok(format!(
        "/* Made by `cargo xtask wasm`. */\n/** A fresh instance of the glue. */\nexport function glue() \
         {{\n    const exports = {{ __proto__: null }};{body}return Object.assign(exports, {{ initSync, \
         memory: () => wasm.memory }});\n}}\n"
    ))
}

/// What stands before `from`, and what begins with `to`.
fn cut<'t>(text: &'t str, from: &str, to: &str) -> Result<(&'t str, &'t str)> {
    let before = text.split_once(from).map(|(before, _)| before);
    let behind = text.find(to).map(|at| &text[at..]);
    before.zip(behind).with_context(|| format!("the generated glue has no {from:?}"))
}
