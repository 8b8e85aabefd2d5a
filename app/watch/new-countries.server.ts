/** Knows the countries that people sign in from, and finds a new one. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { knownCountries } from "#drizzle/control/schema.ts";
import type { Finding } from "./alerts.server.ts";

/** Sessions that one run looks at. */
const most = 2000;
/** Between the audit event of a sign-in and the row of its session. */
const apart_ms = 10_000;

const began = z.object({
  user_id: z.string(),
  country: z.string(),
  /** Whether this one is known already, and whether any is. */
  is_known: z.number(),
  has_known: z.number(),
});

/**
 * Finds people who signed in from a country for the first time, and remembers it. A person's first country is no finding.
 * @param since the first id of the events that are looked at
 */
export async function findNewCountries(db: PlatformDb, since: string, now: number): Promise<Finding[]> {
  const found = await db.all<unknown>(sql`select s.user_id as user_id, s.country as country,
      exists (select 1 from known_countries k where k.user_id = s.user_id and k.country = s.country) as is_known,
      exists (select 1 from known_countries k where k.user_id = s.user_id) as has_known
    from audit_events e join sessions s on s.user_id = e.actor_id
      and s.created_at between e.created_at - ${apart_ms} and e.created_at + ${apart_ms}
    where e.id >= ${since} and e.action = 'session.started' and s.kind = 'full'
      and s.country is not null and s.country <> 'XX'
    group by s.user_id, s.country limit ${most}`);
  const sessions = z.array(began).parse(found);
  if (sessions.length === 0) return [];
  const rows = JSON.stringify(sessions.map(({ user_id, country }) => [user_id, country]));
  await db
    .insert(knownCountries)
    .select(
      sql`select json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${now} from json_each(${rows}) where true`,
    )
    .onConflictDoUpdate({
      target: [knownCountries.user_id, knownCountries.country],
      set: { last_used_at: now },
    });
  // A newcomer's first countries, when two are new at once, are one.
  return sessions
    .filter(({ is_known, has_known }) => is_known === 0 && has_known === 1)
    .map(({ user_id, country }) => ({
      rule: "new_country",
      subject: `new_country:${user_id}:${country}:${now}`,
      user_id,
      facts: { country },
    }));
}
