// Offline: keeps the files of one build, whole, and answers from them. A new build is taken when the person says so.
const BUILD = "__BUILD__";
const FILES = __FILES__;
const NAME = `costumier-${BUILD}`;

self.addEventListener("install", event =>
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      for (const file of FILES) {
        const answer = await fetch(file, { cache: "no-cache" });
        // A host that answers everything with its front page must not be kept as a script.
        const html = (answer.headers.get("content-type") ?? "").includes("text/html");
        if (!answer.ok || html !== (file === "./")) throw new Error(`${file} came as something else`);
        await cache.put(file, answer);
      }
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
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(NAME);
      const kept =
        request.mode === "navigate" ? await cache.match("./") : await cache.match(request, { ignoreSearch: true });
      return kept ?? fetch(request);
    })(),
  );
});
