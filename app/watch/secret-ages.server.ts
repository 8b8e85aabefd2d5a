/** Since when each of the deployment's secrets is what it is: noticed by cron, because nothing else tells. */
import { sql } from "drizzle-orm";
import { keyIdOf } from "#app/platform/crypto.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { carrierSecrets } from "#app/telephony/carriers/carriers.server.ts";
import { secretAges } from "#drizzle/control/schema.ts";
import { type Finding, raise } from "./alerts.server.ts";
import { secretsLast_days } from "./findings.ts";

const names = [
  "APP_SECRET",
  "APP_SECRET_PREVIOUS",
  "CLOUDFLARE_API_TOKEN",
  "GOOGLE_CLIENT_SECRET",
  "RESEND_API_KEY",
  "STRIPE_CONNECT_WEBHOOK_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_WEBHOOK_SECRET_PREVIOUS",
  "VITALS_TOKEN",
  ...carrierSecrets,
];

/** A secret's value; carriers' are known to their adapters only, so all are read from the environment. */
function secretOf(environment: object, name: string): string | undefined {
  const value: unknown = Reflect.get(environment, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The secrets that are set, with when each was first seen. */
export async function secretsSince(env: object, db: PlatformDb) {
  const rows = await db.select().from(secretAges);
  const since = new Map(rows.map((row) => [row.name, row.since]));
  return names
    .filter((name) => secretOf(env, name) !== undefined)
    .toSorted()
    .map((name) => ({ name, since: since.get(name) ?? null }));
}

/** Notices secrets that were set or changed, and says which are too old. `now`: ms UTC */
export async function watchSecrets(env: Env, now: number): Promise<void> {
  const database = new Database(env.DB, new Timing());
  const db = platform(database);
  const seen: [string, string][] = [];
  for (const name of names) {
    const secret = secretOf(env, name);
    if (secret !== undefined) seen.push([name, await keyIdOf(secret)]);
  }
  const rows = JSON.stringify(seen);
  await db
    .insert(secretAges)
    .select(
      sql`select json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${now} from json_each(${rows}) where true`,
    )
    .onConflictDoUpdate({
      target: secretAges.name,
      set: {
        since: sql`case when key_id = excluded.key_id then since else excluded.since end`,
        key_id: sql`excluded.key_id`,
      },
    });
  const aged = await secretsSince(env, db);
  const old = aged.flatMap(({ name, since }): Finding[] => {
    const days = since === null ? 0 : Math.floor((now - since) / day_ms);
    return days < secretsLast_days
      ? []
      : [{ rule: "old_secret", subject: `old_secret:${name}:${since}`, facts: { name, days } }];
  });
  await raise(env, database, old, now);
}
