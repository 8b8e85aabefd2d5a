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
if (existing?.n === 0)
  for (const name of Object.keys(files).sort())
    for (const statement of files[name]?.split("--> statement-breakpoint") ?? [])
      await env.DB.prepare(statement).run();
