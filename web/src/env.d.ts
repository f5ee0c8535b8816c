/** The address of the repository, from `Cargo.toml`; empty while it is unknown. */
declare const __REPOSITORY__: string;
/** The version, from the same place. */
declare const __VERSION__: string;

declare module "costumier/costumier_light_bg.wasm?url" {
  const url: string;
  export default url;
}
declare module "costumier/costumier_bg.wasm?url" {
  const url: string;
  export default url;
}
declare module "costumier/costumier_edit_bg.wasm?url" {
  const url: string;
  export default url;
}
