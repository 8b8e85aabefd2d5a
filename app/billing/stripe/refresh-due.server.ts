/**
 * What cron does for subscriptions (R29): it reads those that are due. A few are read one by one; when many are due, all
 * are compared with Stripe's list, a hundred in one request, and only those that differ are read and written.
 */
import type Stripe from "stripe";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { cursorOf, keepCursor } from "./cron-cursors.server.ts";
import { type Due, dueSubscriptions, noteCorrection, noteUnreadable } from "./due-subscriptions.server.ts";
import { organizationBehind } from "./event-owner.server.ts";
import { stripeOf, stripeProblem, takesPayments } from "./stripe.server.ts";
import { knownOf, unchanged } from "./subscription-rows.server.ts";
import { compare, refreshSubscription, type Told } from "./subscription-state.server.ts";

/** More than this many due ones are compared with the list. */
const oneByOne = 40;
/** How many are read one by one in a run: each takes a request to Stripe and about fifteen statements (R33: 1,000 in a run). */
const mostRead = 40;
/** Stripe's largest page, pages compared in one trip to D1, and pages of one run: 12,000 subscriptions. */
const page = 100;
const pagesAtOnce = 5;
const mostPages = 120;
/** Pages of new ones in one run. */
const mostNewPages = 20;
/** After so many requests in a row that Stripe did not answer, the run ends: the next one tries again. */
const mostUnanswered = 3;
/** How far the search for new subscriptions reaches back beyond the last one. */
const overlap_ms = 10 * minute_ms;

const swept = "subscriptions";
const searched = "new_subscriptions";

type Counts = { read: number; changed: number; failed: number; pages: number };

/** One run: what it works with, what it did, and how much it may still do. */
class Run {
  readonly counts: Counts = { read: 0, changed: 0, failed: 0, pages: 0 };
  #unanswered = 0;

  constructor(
    readonly env: Env,
    readonly db: Database,
    readonly stripe: Stripe,
    readonly now: number,
  ) {}

  /** Whether no more is read one by one in this run. */
  get isSpent(): boolean {
    return this.counts.changed + this.counts.failed >= mostRead || this.#unanswered >= mostUnanswered;
  }

  /** Reads one subscription. One that fails waits, and the others go on. */
  async read(due: Due): Promise<void> {
    try {
      const found = await refreshSubscription(this.env, this.db, due, this.now);
      this.#unanswered = 0;
      this.counts.read += 1;
      if (!found?.isChanged) return;
      this.counts.changed += 1;
      await noteCorrection(this.db, found);
    } catch (error) {
      if (stripeProblem(error)?.is === "busy") this.#unanswered += 1;
      this.counts.failed += 1;
      await this.failed(error, due);
      await noteUnreadable(this.db, due.subscription_id, this.now);
    }
  }

  failed(error: unknown, { organization_id, subscription_id }: Due): Promise<void> {
    return recordError(this.env, {
      error,
      url: `/cron/subscriptions/${subscription_id}`,
      route: "cron/subscriptions",
      request_id: newId(),
      severity: "error",
      organization_id,
    });
  }
}

/**
 * Reads the subscriptions that are due, and those that began unheard.
 * @param now ms UTC
 */
export async function refreshDue(env: Env, now: number): Promise<Counts | null> {
  const known = settings(env);
  if (!takesPayments(known)) return null;
  const db = new Database(env.DB, new Timing());
  const run = new Run(env, db, await stripeOf(known), now);
  await findNew(run);
  const due = await dueSubscriptions(db, oneByOne + 1, now);
  const begun = (await cursorOf(db, swept))?.cursor ?? "";
  if (begun === "" && due.length <= oneByOne) await readEach(run, due);
  // What the list doesn't show has ended, and is still due.
  else if (await isSwept(run, begun)) await readEach(run, await dueSubscriptions(db, oneByOne, now));
  const { read, changed, failed, pages } = run.counts;
  if (read + pages > 0) log("info", "subscriptions_refreshed", { read, changed, failed, pages });
  return run.counts;
}

async function readEach(run: Run, due: readonly Due[]): Promise<void> {
  for (const one of due) {
    if (run.isSpent) return;
    await run.read(one);
  }
}

/** Compares all living subscriptions with Stripe's list, from where the last run stopped; whether it came to the end. */
async function isSwept(run: Run, begun: string): Promise<boolean> {
  const { db, stripe, now } = run;
  let after = begun;
  for (let pages = 0; pages < mostPages; pages += pagesAtOnce) {
    const { told, last, isEnd } = await listFrom(run, stripe, after);
    await compareAll(run, told);
    // What was not written now still differs: the next run begins with the same pages.
    if (!run.isSpent) after = isEnd ? "" : last;
    await keepCursor(db, swept, after, now);
    if (run.isSpent) return false;
    if (isEnd) return true;
  }
  return false;
}

type Listed = { told: Omit<Told, "organization_id">[]; last: string; isEnd: boolean };

/** A few pages of the list, which ends with the oldest. */
async function listFrom(run: Run, stripe: Stripe, begun: string): Promise<Listed> {
  const told: Listed["told"] = [];
  let last = begun;
  for (let pages = 0; pages < pagesAtOnce; pages++) {
    const read_at = Date.now();
    const { data, has_more } = await pageAfter(stripe, last);
    run.counts.pages += 1;
    told.push(...data.map((one) => ({ told: one, read_at })));
    last = data.at(-1)?.id ?? last;
    if (!has_more) return { told, last, isEnd: true };
  }
  return { told, last, isEnd: false };
}

/** One page; from the beginning when the subscription that it follows is not in the list any more. */
async function pageAfter(stripe: Stripe, after: string): Promise<Stripe.ApiList<Stripe.Subscription>> {
  const asked = { limit: page, expand: ["data.schedule", "data.latest_invoice"] };
  if (after === "") return stripe.subscriptions.list(asked);
  try {
    return await stripe.subscriptions.list({ ...asked, starting_after: after });
  } catch (error) {
    if (stripeProblem(error)?.is !== "gone") throw error;
    return stripe.subscriptions.list(asked);
  }
}

/** Notes those that say what we know, and reads those that say something else, or are new to us. */
async function compareAll(run: Run, told: Listed["told"]): Promise<void> {
  const { db } = run;
  // The organization counts for new ones only, and those are looked up one by one.
  const all = told.map((one) => ({ ...one, organization_id: one.told.metadata.organization_id ?? "" }));
  const known = await knownOf(db, all);
  const same: string[] = [];
  const other: Due[] = [];
  for (const one of all) {
    const stored = known.stored.get(one.told.id);
    try {
      if (stored && !compare(one, known)?.isChanged) same.push(one.told.id);
      else {
        const organization_id = stored?.organization_id ?? (await organizationBehind(db, owner(one.told)));
        if (organization_id !== null) other.push({ organization_id, subscription_id: one.told.id });
      }
    } catch (error) {
      run.counts.failed += 1;
      await run.failed(error, { organization_id: one.organization_id, subscription_id: one.told.id });
      await noteUnreadable(db, one.told.id, run.now);
    }
  }
  const read_at = Math.min(...all.map((one) => one.read_at));
  if (same.length > 0) await unchanged(platform(db), same, read_at);
  run.counts.read += same.length;
  for (const one of other) {
    if (run.isSpent) return;
    if (isWaiting(known.stored.get(one.subscription_id), run.now)) continue;
    await run.read(one);
  }
}

const isWaiting = (stored: { read_after: number | null } | undefined, now: number): boolean =>
  (stored?.read_after ?? 0) > now;

const owner = ({ id, customer, metadata }: Stripe.Subscription) => ({
  subscription: id,
  customer: typeof customer === "string" ? customer : customer.id,
  account: null,
  organization: metadata.organization_id ?? null,
});

/**
 * Looks for subscriptions that began since the last look and that no event told of: one request for each hundred. The
 * next look begins where this one did unless it came to the end and read every one that it found.
 */
async function findNew(run: Run): Promise<void> {
  const { db, stripe, now } = run;
  const begun_at = Date.now();
  const before = (await cursorOf(db, searched))?.cursor;
  const since = Number(before ?? begun_at) - overlap_ms;
  const { failed } = run.counts;
  let after: string | undefined;
  for (let pages = 0; pages < mostNewPages; pages++) {
    const read_at = Date.now();
    const { data, has_more } = await stripe.subscriptions.list({
      status: "all",
      created: { gte: Math.floor(since / second_ms) },
      limit: page,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    await readNew(run, data, read_at);
    if (run.isSpent || run.counts.failed > failed) return;
    after = data.at(-1)?.id;
    if (has_more && after !== undefined) continue;
    await keepCursor(db, searched, String(begun_at), now);
    return;
  }
}

/** Reads those of a page that are not stored yet. */
async function readNew(run: Run, data: readonly Stripe.Subscription[], read_at: number): Promise<void> {
  const told = data.map((one) => ({ organization_id: "", told: one, read_at }));
  const { stored } = await knownOf(run.db, told);
  for (const one of data.filter(({ id }) => !stored.has(id))) {
    if (run.isSpent) return;
    const organization_id = await organizationBehind(run.db, owner(one));
    if (organization_id !== null) await run.read({ organization_id, subscription_id: one.id });
  }
}
