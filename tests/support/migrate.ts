/** Applies the control plane's migrations to the test's own D1. */
import { env } from "cloudflare:workers";

const files = import.meta.glob<string>("../../drizzle/control/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const existing = await env.DB.prepare("select count(*) as n from sqlite_master where name = 'users'").first<{
  n: number;
}>();
const statements = Object.keys(files)
  .sort()
  .flatMap((name) => files[name]?.split("--> statement-breakpoint") ?? []);
// One transaction: one by one, they would cost every test file a hundred round trips.
if (existing?.n === 0) await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
