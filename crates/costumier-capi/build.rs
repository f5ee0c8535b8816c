//! Gives the shared library a name of its own, so that programs look for `libcostumier.so` and not for the path that
//! they were linked with. cargo-c, which sets the feature `capi`, gives it a name with a version.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name: &str| std::env::var(name).unwrap_or_default();
    if std::env::var_os("CARGO_FEATURE_CAPI").is_some() || of("CARGO_CFG_TARGET_FAMILY") != "unix" {
        return;
    }
    match &*of("CARGO_CFG_TARGET_VENDOR") {
        "apple" => println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libcostumier.dylib"),
        _ => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcostumier.so"),
    }
}
