/** What is read under the secret address of a shared call, and until when. */
import { and, eq, gt } from "drizzle-orm";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { makerOf } from "#app/calls/link-maker.server.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { withoutPerson } from "#app/calls/scrub/scrub.ts";
import { scriptLines } from "#app/calls/transcript-text.ts";
import { networkSubject, spend } from "#app/limits/rate-limits.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { exactTime } from "#app/platform/format.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { callShares } from "#drizzle/control/schema.ts";

/** The link of a secret, while its maker may still share the organization's calls. */
async function shareOf(db: Database, secret: string, now: number) {
  const link = await platform(db)
    .select()
    .from(callShares)
    .where(and(eq(callShares.secret_hash, await sha256(secret)), gt(callShares.expires_at, now)))
    .get();
  const maker = link ? await makerOf(db, link, "calls.write") : null;
  if (!link || !maker) return null;
  const { call_id, expires_at, shows_persons } = link;
  return { ...maker.organization, call_id, expires_at, shows_persons: shows_persons && maker.readsPersons };
}

/** A link may be opened by several people; addresses that are tried cost their network. */
const limitsOf = (secret: string, network: string) => [
  { key: `shared-call:${secret}`, most: 300, within_ms: hour_ms },
  { key: `shared-calls:${network}`, most: 120, within_ms: hour_ms },
];

/** @throws a 404 answer for an address that is unknown, revoked, expired, or whose call is gone; 429 when it is read too often */
export async function sharedCall(request: Request, context: Context, secret: string) {
  const notFound = () => faultResponse("not_found", { "x-robots-tag": "noindex" });
  if (!/^[0-9a-f]{64}$/.test(secret)) throw notFound();
  const db = context.get(database);
  const { env } = context.get(cloudflare);
  const now = Date.now();
  const network = await networkSubject(request, context);
  const counted = limitsOf((await sha256(`limit:${secret}`)).slice(0, 32), network);
  const spent = await spend(db, counted, now);
  if (!spent.ok) throw faultResponse("too_many", { "retry-after": String(spent.retryAfter) });
  const share = await shareOf(db, secret, now);
  if (share === null) throw notFound();
  const reading = { now, timeZone: share.time_zone, locale: share.locale };
  const [{ brand }, found] = await Promise.all([
    brandOfOrganization(db, env, share.id),
    storeOf(organizationObject(share, env)).calls.find(share.call_id, reading),
  ]);
  if (!found?.ended) throw notFound();
  const call = share.shows_persons ? found : withoutPerson(found, share.name);
  return {
    brand: markOf(brand),
    foot: footOf(brand),
    who: call.who,
    number: call.number === call.who ? null : call.number,
    sentence: call.sentence,
    outcome: outcomeWords[found.ended.outcome],
    summary: call.summary,
    facts: call.ended?.fields ?? [],
    lines: scriptLines(call.lines, { caller: call.caller, agent: call.agent.name }),
    isForgotten: call.isForgotten,
    until: exactTime(share.expires_at, reading),
  };
}
