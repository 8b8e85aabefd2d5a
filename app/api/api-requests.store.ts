/** How often a key may ask, and the answers of requests that carry an idempotency key. */
import { and, asc, eq, lt } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { type Pace, paceOf } from "#app/object/pace.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { apiRequests } from "#drizzle/organization/schema.ts";

/** Requests of one key in a minute. */
const most = 600;
/** Requests of all keys of the organization in a minute. */
const mostOfAll = 3000;

/** Counts a request of a key, and of all keys of the organization. */
export function pace(db: OrganizationDatabase, key_id: string, now: number): Pace {
  const own = paceOf(db, `key:${key_id}`, most, now);
  const all = own.ok ? paceOf(db, "keys", mostOfAll, now) : own;
  return all.ok ? own : { ...all, limit: most };
}

/** How long an answer is kept. */
const kept_ms = day_ms;
/** A request that was begun and never answered may be begun again: its operation knows it by its id. */
const abandoned_ms = 2 * minute_ms;

export const requestsTimer = "api_requests";

type Asked = { key_id: string; idempotency_key: string; fingerprint: string; now: number };

/** `at`: when it was begun first, ms UTC, however often it broke off since. */
export type Begun =
  | { is: "new"; at: number }
  | { is: "answered"; status: number; body: string | null }
  | { is: "other" }
  | { is: "going" };

const isNamed = ({ key_id, idempotency_key }: Pick<Asked, "key_id" | "idempotency_key">) =>
  and(eq(apiRequests.key_id, key_id), eq(apiRequests.idempotency_key, idempotency_key));

/** Begins a request, or says what came of the same one before. */
export function begin(db: OrganizationDatabase, asked: Asked): Begun {
  const { key_id, idempotency_key, fingerprint, now } = asked;
  const known = db.select().from(apiRequests).where(isNamed(asked)).get();
  const isKept = known !== undefined && known.at > now - kept_ms;
  if (isKept) {
    if (known.fingerprint !== fingerprint) return { is: "other" };
    if (known.status !== null) return { is: "answered", status: known.status, body: known.body };
    if (Number(known.body) > now - abandoned_ms) return { is: "going" };
  }
  const at = isKept ? known.at : now;
  const row = { fingerprint, status: null, body: String(now), at };
  db.insert(apiRequests)
    .values({ key_id, idempotency_key, ...row })
    .onConflictDoUpdate({ target: [apiRequests.key_id, apiRequests.idempotency_key], set: row })
    .run();
  watchAge(db);
  return { is: "new", at };
}

type Answered = Pick<Asked, "key_id" | "idempotency_key"> & { status: number; body: string | null };

/** What may be otherwise in a moment: our own faults, a plan that isn't paid, a limit that is used up. */
const isPassing = (status: number): boolean => status >= 500 || status === 402 || status === 429;

/** Keeps the answer of a request. One that may be otherwise in a moment is not kept: the request may be begun again at once. */
export function answered(db: OrganizationDatabase, { status, body, ...asked }: Answered): void {
  const kept = isPassing(status) ? { body: "0" } : { status, body };
  db.update(apiRequests).set(kept).where(isNamed(asked)).run();
}

/** Forgets answers that are a day old; the timer stays while younger ones are kept. */
export function forgetDue(db: OrganizationDatabase, now: number): void {
  db.delete(apiRequests)
    .where(lt(apiRequests.at, now - kept_ms + 1))
    .run();
  watchAge(db);
}

/** The timer rings for the oldest request, however many come after it. */
function watchAge(db: OrganizationDatabase): void {
  const oldest = db
    .select({ at: apiRequests.at })
    .from(apiRequests)
    .orderBy(asc(apiRequests.at))
    .limit(1)
    .get();
  if (oldest) setTimer(db, requestsTimer, "", oldest.at + kept_ms);
  else clearTimer(db, requestsTimer, "");
}
