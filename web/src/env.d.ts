declare module "costumier/costumier_bg.wasm?url" {
  const url: string;
  export default url;
}
