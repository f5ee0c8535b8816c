// Offline: caches all files of one build, and answers from them. A new build is used after the person accepts it.
// The editor is large, and most visitors never edit. It is cached at its first use, and then in each new build.
const BUILD = "__BUILD__";
const FILES = __FILES__;
const EDITOR = __EDITOR__;
const NAME = `costumier-${BUILD}`;

async function keep(files) {
  const cache = await caches.open(NAME);
  for (const file of files) {
    if (await cache.match(file)) continue;
    const answer = await fetch(file, { cache: "no-cache" });
    // A host that answers everything with its front page must not be kept as a script.
    const html = (answer.headers.get("content-type") ?? "").includes("text/html");
    if (!answer.ok || html !== (file === "./")) throw new Error(`${file} came as something else`);
    await cache.put(file, answer);
  }
}

// Whether an earlier build's editor is kept.
async function edits() {
  for (const name of await caches.keys())
    if (name.startsWith("costumier-"))
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes("costumier_edit_bg")) return true;
  return false;
}

self.addEventListener("install", event =>
  event.waitUntil(
    (async () => {
      await keep(FILES);
      if (await edits()) await keep(EDITOR);
    })(),
  ),
);

self.addEventListener("activate", event =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("costumier-") && name !== NAME) await caches.delete(name);
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
  if (event.data === "edit") event.waitUntil(keep(EDITOR));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(NAME);
      const kept =
        request.mode === "navigate" ? await cache.match("./") : await cache.match(request, { ignoreSearch: true });
      if (!kept && request.url.includes("costumier_edit_bg")) event.waitUntil(keep(EDITOR).catch(() => undefined));
      return kept ?? fetch(request);
    })(),
  );
});
