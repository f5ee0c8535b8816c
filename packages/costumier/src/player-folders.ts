/**
 * The element `<costumier-player>` for bundled pages that show costume folders.
 *
 * ```js
 * import "costumier/player-folders";
 * ```
 *
 * It is `costumier/player`, and has bundlers emit the module that edits, which reads costume folders. The browser loads that
 * module only when the element opens a folder. Pages without a bundler do not need this: `player.js` finds the module itself.
 */
import { CostumierPlayer } from "./player.js";

export * from "./player.js";

CostumierPlayer.openFolder = async (files) => (await import("./folders.js")).openFolder(files);
