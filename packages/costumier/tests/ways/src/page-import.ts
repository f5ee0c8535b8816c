/** The page for esbuild: it hands the work to a worker and shows what comes back. */
const worker = new Worker(new URL("./worker-import.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }: MessageEvent<string>) => (document.title = data);
worker.onerror = ({ message }) => (document.title = `error: ${message}`);
worker.postMessage(new URL("/game/", location.href).href);
