/** Starts the page: styles, one store, one worker, the panels; then opens the game of the address. */
import "./style/base.css";
import "./style/panels.css";
import "./style/layout.css";
import "./style/whole-screen.css";
import "./style/embed.css";
import lightUrl from "costumier/costumier_light_bg.wasm?url";
import wholeUrl from "costumier/costumier_bg.wasm?url";
import editUrl from "costumier/costumier_edit_bg.wasm?url";
import { App } from "./app";
import { Client } from "./worker/client";

const client = new Client(
  () => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "costumier" }),
  {
    light: new URL(lightUrl, document.baseURI).href,
    whole: new URL(wholeUrl, document.baseURI).href,
    edit: new URL(editUrl, document.baseURI).href,
  },
  // The game that `costumier view` serves comes from this machine, as all else then does.
  new URLSearchParams(location.search).has("served") ? "whole" : "light",
);

// The browser lays the page out in the task in which this file has run: what fills the page is made in the next ones.
setTimeout(() => {
  const app = new App(document.getElementById("app")!, client);
  setTimeout(() => void app.begin());

  // The page's state, for tests and the console.
  Object.assign(globalThis, { costumier: app });

  // Not before the first picture: it fetches the rest of the page.
  if (import.meta.env.PROD && "serviceWorker" in navigator && !app.served)
    void app.playback.first.then(() => offline(app));
});

// After the first visit the page works without a network. A newer build waits until the person accepts it.
async function offline(app: App): Promise<void> {
  try {
    const kept = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
    const offer = () => {
      if (!kept.waiting || !navigator.serviceWorker.controller) return;
      const update = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        kept.waiting?.postMessage("update");
      };
      app.notices.tell("A newer version of this page is here.", [["Use it", update]]);
    };
    offer();
    kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
  } catch {
    /* a page without it works, only not offline */
  }
}
