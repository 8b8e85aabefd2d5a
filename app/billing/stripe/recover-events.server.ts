/** Events that Stripe could not deliver: asked for by cron, and processed like those that came (R29). */
import type Stripe from "stripe";
import { Database } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { cursorOf, keepCursor } from "./cron-cursors.server.ts";
import { handOver, storeEvents } from "./events.server.ts";
import { stripeOf, takesPayments } from "./stripe.server.ts";
import { isOurMode } from "./verified-event.server.ts";

/** Stripe takes at most this many types in one request. */
const typesAtOnce = 20;
const page = 100;
/** Pages of one group of types in a run; the next run goes on. */
const mostPages = 5;
/** A delivery may fail some time after its event: so far back from the last look it begins. */
const overlap_ms = hour_ms;
/** The first look reaches back as far as Stripe tries to deliver. */
const firstLook_ms = 3 * day_ms;

/**
 * Stores the events of these types that were never delivered.
 * @param now ms UTC
 * @returns how many were new to us
 */
export async function recoverEvents(env: Env, types: readonly string[], now: number): Promise<number> {
  const known = settings(env);
  if (!takesPayments(known)) return 0;
  const db = new Database(env.DB, new Timing());
  const stripe = await stripeOf(known);
  let recovered = 0;
  for (let at = 0; at < types.length; at += typesAtOnce) {
    const some = types.slice(at, at + typesAtOnce);
    const name = `events:${at / typesAtOnce}`;
    for await (const events of undelivered(db, stripe, name, some, now)) {
      const ours = events.filter((event) => isOurMode(known, event));
      const stored = await storeEvents(db, ours, (type) => types.includes(type), now);
      await handOver(env, stored, now);
      recovered += stored.length;
    }
  }
  if (recovered > 0) log("warn", "stripe_events_recovered", { recovered });
  return recovered;
}

/** Pages of undelivered events since the last look, the newest first. What one run doesn't reach, the next one does. */
async function* undelivered(
  db: Database,
  stripe: Stripe,
  name: string,
  types: string[],
  now: number,
): AsyncGenerator<Stripe.Event[]> {
  const [since, began, after] = placeOf((await cursorOf(db, name))?.cursor, now);
  let last = after;
  for (let pages = 0; pages < mostPages; pages++) {
    const { data, has_more } = await stripe.events.list({
      types,
      delivery_success: false,
      created: { gte: Math.floor((since - overlap_ms) / second_ms) },
      limit: page,
      ...(last === "" ? {} : { starting_after: last }),
    });
    if (data.length > 0) yield data;
    last = data.at(-1)?.id ?? "";
    if (!has_more) return void (await keepCursor(db, name, `${began}`, now));
    await keepCursor(db, name, `${since} ${began} ${last}`, now);
  }
}

/** Since when to look; when this look began, which the next one starts from; the event to go on after. */
function placeOf(cursor: string | undefined, now: number): [since: number, began: number, after: string] {
  const [since = "", began = "", after = ""] = (cursor ?? "").split(" ");
  const from = since === "" ? now - firstLook_ms : Number(since);
  return after === "" ? [from, now, ""] : [from, Number(began), after];
}
