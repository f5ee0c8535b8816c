/** Where the page begins: styles, one store, one worker, the panels; then the address says what is shown. */
import "./style/base.css";
import "./style/panels.css";
import "./style/layout.css";
import wasmUrl from "costumier/costumier_bg.wasm?url";
import { App } from "./app";
import { Client } from "./worker/client";

const client = new Client(
  () => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "costumier" }),
  new URL(wasmUrl, document.baseURI).href,
);
const app = new App(document.getElementById("app")!, client);
void app.begin();

// For tests and the curious: what the page knows, from the console.
Object.assign(globalThis, { costumier: app });

if (import.meta.env.PROD && "serviceWorker" in navigator && !app.served) addEventListener("load", () => void offline());

// After the first visit the page works without a network. A newer build waits until somebody wants it.
async function offline(): Promise<void> {
  try {
    const kept = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
    const offer = () => {
      if (!kept.waiting || !navigator.serviceWorker.controller) return;
      app.top.note("A newer version of this page is here.", "Use it", () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        kept.waiting?.postMessage("update");
      });
    };
    offer();
    kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
  } catch {
    /* a page without it works, only not offline */
  }
}
