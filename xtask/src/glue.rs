//! The npm package: WebAssembly, the glue that makes its functions JavaScript's, the compiled TypeScript.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::{run, target, top};

/// The folder of the package.
pub(crate) const PACKAGE: &str = "packages/costumier";

/// A module of the package.
struct Module {
    /// Further arguments of cargo.
    options: &'static [&'static str],
    /// Its WebAssembly and its glue in `dist`.
    wasm: &'static str,
    glue: &'static str,
}

/// The one that can all; the one that draws, and is loaded first.
const WHOLE: Module = Module { options: &[], wasm: "costumier_bg.wasm", glue: "glue.js" };
const LIGHT: Module =
    Module { options: &["--no-default-features"], wasm: "costumier_light_bg.wasm", glue: "glue-light.js" };

/// The whole one with drafts: what an editor needs.
const EDIT: Module =
    Module { options: &["--features", "edit"], wasm: "costumier_edit_bg.wasm", glue: "glue-edit.js" };

/// Builds the package, to be given away or quickly.
pub(crate) fn package(is_release: bool) -> Result<()> {
    let (whole, light) = if is_release { ("wasm", "wasm-light") } else { ("wasm-dev", "wasm-dev") };
    module(&WHOLE, whole, is_release)?;
    module(&LIGHT, light, is_release)?;
    module(&EDIT, whole, is_release)?;
    if !top().join(PACKAGE).join("node_modules").is_dir() {
        run(PACKAGE, "npm", &["ci", "--ignore-scripts", "--silent"])?;
    }
    run(PACKAGE, "npm", &["run", "--silent", "compile"])
}

fn module(module: &Module, profile: &str, is_release: bool) -> Result<()> {
    let target_is = ["--target", "wasm32-unknown-unknown", "--profile", profile];
    let flags = format!("target.wasm32-unknown-unknown.rustflags={:?}", [without_home()?]);
    let words: &[&[&str]] =
        &[&["build", "--quiet", "-p", "costumier-wasm", "--config", &flags], &target_is, module.options];
    run(".", "cargo", &words.concat())?;
    let wasm = target().join("wasm32-unknown-unknown").join(profile).join("costumier_wasm.wasm");
    let dist = top().join(PACKAGE).join("dist");
    fs::create_dir_all(&dist).with_context(|| format!("cannot make {}", dist.display()))?;
    bind(&wasm, &dist, module, is_release)
}

/// The flag that leaves the path of the home folder out of the module's messages.
fn without_home() -> Result<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).context("there is no home folder")?;
    Ok(format!("--remap-path-prefix={}=", home.join("registry/src").display()))
}

/// Makes the glue: the WebAssembly as it is loaded, and the script that loads it.
fn bind(wasm: &Path, dist: &Path, module: &Module, is_release: bool) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("glue").no_modules(true)?.typescript(false);
    bindgen.remove_producers_section(is_release).remove_name_section(is_release);
    let mut output = bindgen.generate_output()?;
    let script = factory(output.js())?;
    fs::write(dist.join(module.glue), script)?;
    fs::write(dist.join(module.wasm), output.wasm_mut().emit_wasm())?;
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
    // All supported browsers have `encodeInto`, and all calls give `realloc`.
    let (body, rest) = cut(body, "if (!('encodeInto' in cachedTextEncoder)) {", "let WASM_VECTOR_LEN")?;
    let body = format!("{body}{rest}");
    let (before, inside) = cut(&body, "if (realloc === undefined) {", "let len = arg.length;")?;
    // Another value than a string would make the glue read memory that is not its own, and end the instance.
    let check = "if (typeof arg !== 'string') throw TypeError(`${String(arg)} is not a string`);";
    let body = format!("{before}{check}\n{inside}");
    // The package calls `initSync` with a module, and frees objects by classes of its own.
    let (before, inside) = cut(&body, "if (module !== undefined) {", "const imports = __wbg_get_imports();")?;
    let (imports, instance) =
        cut(inside, "if (!(module instanceof WebAssembly.Module)) {", "const instance = ")?;
    let body = format!("{before}({{ module }} = module);\n{imports}{instance}");
    let body: Vec<&str> = body.lines().filter(|line| !line.starts_with("if (Symbol.dispose) ")).collect();
    let body = with_registries(&body.join("\n"))?;
    Ok(format!(
        "/* Made by `cargo xtask wasm`. */\n/** A fresh instance of the glue. */\nexport function glue() \
         {{\n    const exports = {{ __proto__: null }};{body}return Object.assign(exports, {{ initSync, \
         memory: () => wasm.memory }});\n}}\n"
    ))
}

/// The glue without what stands in for `FinalizationRegistry`, which all supported browsers have.
fn with_registries(text: &str) -> Result<String> {
    let mut parts = text.split("(typeof FinalizationRegistry === 'undefined')");
    let mut body = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let at =
            part.find("new FinalizationRegistry").context("a registry has another form than is known")?;
        body += &part[at..];
    }
    Ok(body)
}

/// What stands before `from`, and what begins with `to`.
fn cut<'t>(text: &'t str, from: &str, to: &str) -> Result<(&'t str, &'t str)> {
    let before = text.split_once(from).map(|(before, _)| before);
    let behind = text.find(to).map(|at| &text[at..]);
    before.zip(behind).with_context(|| format!("the generated glue has no {from:?}"))
}
