/** What /admin/billing-events shows and does: events of Stripe that were set aside, and a second chance for them. */
import { inArray, sql } from "drizzle-orm";
import { redirect } from "react-router";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import {
  eventById,
  handOver,
  replaying,
  type ShownEvent,
  setAsideEvents,
} from "#app/billing/stripe/events.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, counted, type Place } from "#app/platform/format.ts";
import { auditEvents, organizations } from "#drizzle/control/schema.ts";
import { shownDisputes } from "./disputes.server.ts";
import { doublePlans } from "./double-plans.server.ts";
import { owedRefunds } from "./owed-refunds.server.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

/** Few events are ever set aside: more than these are a fault that is not found here. */
const mostShown = 100;

/** An event as a row of the page. */
export type EventRow = {
  id: string;
  type: string;
  organization: string | null;
  /** Why it failed; empty: it didn't. */
  error: string;
  state: "set_aside" | "waiting" | "processed";
  /** Tries and times, in words. */
  note: string;
};

/** The events that were set aside, the newest first, and the one that was asked for. */
export async function billingEvents(context: Context, asked: string, place: Place) {
  const db = context.get(database);
  const [aside, found, refunds, doubles, disputes] = await Promise.all([
    setAsideEvents(db, mostShown),
    asked === "" ? null : eventById(db, asked),
    owedRefunds(db, place),
    doublePlans(db),
    shownDisputes(db, place),
  ]);
  const names = await namesOf(db, [...aside, ...(found ? [found] : [])]);
  const now = Date.now();
  return {
    asked,
    refunds,
    doubles,
    disputes,
    events: aside.map((event) => rowOf(event, names, now, place)),
    found: found && rowOf(found, names, now, place),
  };
}

async function namesOf(db: Database, events: ShownEvent[]): Promise<ReadonlyMap<string, string>> {
  const ids = JSON.stringify(events.map(({ organization_id }) => organization_id));
  const rows = await platform(db)
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, sql`(select value from json_each(${ids}))`));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function rowOf(event: ShownEvent, names: ReadonlyMap<string, string>, now: number, place: Place): EventRow {
  const state =
    event.set_aside_at !== null ? "set_aside" : event.processed_at === null ? "waiting" : "processed";
  const tries = counted(event.attempts, "attempt", "attempts", place.locale);
  return {
    id: event.id,
    type: event.type,
    organization: names.get(event.organization_id ?? "") ?? null,
    error: event.last_error ?? "",
    state,
    note: `${tries}, received ${ago(event.received_at, now, place)}`,
  };
}

const replayForm = z.object({ event: z.string().min(1).max(255) });

/** The answer to the page's forms: the confirmation of identity, and Replay, which is audited. */
export async function answerBillingEvents(request: Request, context: Context) {
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  if (intent !== "replay") throw faultResponse("bad_request");
  const { who, needsProof } = platformAdmin(context);
  // The page behind this form asks for the proof.
  if (needsProof) throw faultResponse("forbidden");
  const read = replayForm.safeParse({ event: form.get("event") });
  const db = context.get(database);
  const found = read.success ? await eventById(db, read.data.event) : null;
  if (!found) throw faultResponse("not_found");
  const now = Date.now();
  const { id, type, organization_id } = found;
  const noted = await auditRow(request, context, {
    action: "stripe_event.replayed",
    actor_id: who.user.id,
    target: id,
    changes: { type },
    ...(organization_id !== null && { organization_id }),
  });
  await platform(db).batch([replaying(db, id, now), platform(db).insert(auditEvents).values(noted)]);
  await handOver(context.get(cloudflare).env, [id], now);
  return redirect("/admin/billing-events?done=replayed");
}
