/** Tells connected providers what happened, each once. */
import { eq } from "drizzle-orm";
import type { Payloads } from "#app/object/events.schema.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { adapters } from "./adapters.server.ts";
import type { Integration, ToldFact } from "./integrations.schema.ts";
import { newsOf, type ToldNews } from "./news.ts";
import { isPassing } from "./provider.server.ts";
import { withConnection } from "./tokens.server.ts";

/** `at`: when it happened, ms UTC. */
type Heard<K extends ToldFact> = { organization_id: string; mark: string; at: number; payload: Payloads[K] };

/** How long one that tells of a person waits for another that does; after that the queue brings it again. */
const waits_ms = 3 * second_ms;
const looksEvery_ms = 100;

/** Whose time the sentences tell; null: the organization is gone. */
const placeOf = async (env: Env, id: string) =>
  (await tenant(new Database(env.DB, new Timing()), id)
    .select({ timeZone: organizations.time_zone, locale: organizations.locale })
    .from(organizations)
    .where(eq(organizations.id, id))
    .get()) ?? null;

/**
 * Tells every provider whose connection asks for this kind of fact and is older than it. One that fails keeps none of the others from being
 * told.
 * @throws Error when one may answer later: the fact comes again, and those that were told are not told twice
 */
export async function tellProviders<K extends ToldFact>(
  env: Env,
  kind: K,
  { organization_id, mark, at, payload }: Heard<K>,
): Promise<void> {
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  const listening = (await store.integrations.list()).filter(
    ({ status, settings, connected_at }) =>
      status !== "expired" && settings.events.includes(kind) && connected_at <= at,
  );
  if (listening.length === 0) return;
  const place = await placeOf(env, organization_id);
  if (place === null) return;
  const news = newsOf(kind, payload, at, place);
  if (news === null) return;
  const told = await Promise.all(
    listening.map((one) => tellOne(env, { organization_id, mark, kind }, one, news)),
  );
  const later = told.find((said) => said !== null);
  if (later) throw new Error(`A provider does not answer: ${later}`);
}

/** @returns what the provider said when it may answer later; null when it is done, or failed for good */
async function tellOne(
  env: Env,
  { organization_id, mark, kind }: { organization_id: string; mark: string; kind: ToldFact },
  { provider, connected_at }: Integration,
  { sentence, told, subject_id }: ToldNews,
): Promise<string | null> {
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  const id = `${mark}/${provider}`;
  const begun = await store.integrations.beginDeed({ id, provider, action: kind, subject_id }, Date.now());
  if (begun === "done") return null;
  // HubSpot's search finds a contact only some seconds after it was made: without this, one call makes two by a number.
  const lately = () =>
    provider === "hubspot" && told.phone
      ? store.integrations.lately({ id, phone_number: told.phone, since: connected_at }, Date.now())
      : null;
  let before = await lately();
  for (const until = Date.now() + waits_ms; before?.isGoing && Date.now() < until; before = await lately())
    await scheduler.wait(looksEvery_ms);
  if (before?.isGoing) return "Something else about this person is being told.";
  // The fact's id: of one appointment several are told, and each is looked for by its own.
  const news = {
    id: mark,
    kind,
    sentence,
    told,
    isRepeated: begun === "again",
    known_id: before?.outside_id ?? null,
  };
  const answer = await withConnection(env, organization_id, provider, ({ access, credential }) =>
    adapters[provider].tell(access, credential.settings, news),
  );
  // It was disconnected in the meantime.
  if (answer === null) return null;
  if (!answer.ok && isPassing(answer)) return answer.said;
  const end = answer.ok
    ? { state: "done" as const, outside_id: answer.value, error: null }
    : { state: "failed" as const, outside_id: null, error: answer.said };
  await store.integrations.endDeed(id, end, Date.now());
  return null;
}
