/** Applies the control plane's migrations to the test's own D1. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const files = import.meta.glob<string>("../../drizzle/control/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const statements = Object.keys(files)
  .sort()
  .flatMap((name) => files[name]?.split("--> statement-breakpoint") ?? []);
/** Files share a runtime, and each begins with nothing stored but the tables. */
async function empty(): Promise<void> {
  await reset();
  // One transaction: one by one, they would cost every test file a hundred round trips.
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

// On a busy machine the transaction's answer may be lost: it is then done, and cannot be done again.
await empty().catch(empty);
