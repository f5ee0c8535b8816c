/** Reports on a whole game. Another worker makes them, so that the stage goes on. */
import type { Client } from "./client";
import type { Ops } from "./protocol";

type Reports = "unused" | "clashes";

export async function report<R extends Reports>(client: Client, what: R): Promise<Ops[R]["answer"]> {
  let other: Client | null = null;
  try {
    const worker = await client.aside(
      () => {},
      begun => (other = begun),
    );
    return await worker.ask(what, {});
  } finally {
    (other as Client | null)?.end();
  }
}
