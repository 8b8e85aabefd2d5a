/** Erases a person step by step, and signs the receipt when nothing is left of them. */

import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { open } from "#app/platform/crypto.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, dataErasures, dataReceipts, organizations } from "#drizzle/control/schema.ts";
import { withdrawExports } from "./exports.server.ts";
import { erasedCounts, erasureCursor, nothingErased, person, type SoughtPerson } from "./person.schema.ts";
import { newReceiptId, signReceipt, subjectOf } from "./receipts.server.ts";

const longestStep_ms = 2 * second_ms;
const tripsInStep = 40;
const lease_ms = 2 * minute_ms;
const mostFailures = 20;
const longestWait_ms = 10 * minute_ms;

type Row = typeof dataErasures.$inferSelect;

/** `at` null: everything is erased, and the receipt remains. */
const progressShape = z.object({ at: erasureCursor.nullable(), erased: erasedCounts });
type Progress = z.infer<typeof progressShape>;

const beginning: Progress = { at: { part: "calls", after: 0 }, erased: nothingErased };

/** What an erasure's sealed person is bound to. */
export const sealedAbout = (id: string): string => `erasure:${id}`;

async function claim(db: Database, id: string, now: number): Promise<Row | null> {
  const [row] = await platform(db)
    .update(dataErasures)
    .set({ step: sql`${dataErasures.step} + 1`, due_at: now + lease_ms })
    .where(and(eq(dataErasures.id, id), eq(dataErasures.state, "running"), lte(dataErasures.due_at, now)))
    .returning();
  return row ?? null;
}

const isThisStep = (row: Row) =>
  and(
    eq(dataErasures.organization_id, row.organization_id),
    eq(dataErasures.id, row.id),
    eq(dataErasures.step, row.step),
  );

/**
 * Does one step of an erasure.
 * @param now ms UTC
 * @returns after how many milliseconds another step follows; null: none does, or another runner sees to it
 */
export async function stepErasure(env: Env, id: string, now: number): Promise<number | null> {
  const db = new Database(env.DB, new Timing());
  const row = await claim(db, id, now);
  if (row === null) return null;
  try {
    return (await perform(env, db, row, now)) ? 0 : null;
  } catch (error) {
    const failures = row.failures + 1;
    const wait = Math.min(longestWait_ms, second_ms * 2 ** failures);
    await tenant(db, row.organization_id)
      .update(dataErasures)
      .set({
        failures,
        last_error: innermostMessage(error).slice(0, 200),
        ...(failures >= mostFailures ? { state: "failed", due_at: null } : { due_at: now + wait }),
      })
      .where(isThisStep(row));
    await recordError(env, {
      error,
      url: "/data/erasure",
      route: "data/erasure",
      request_id: row.id,
      severity: failures >= mostFailures ? "critical" : "error",
      organization_id: row.organization_id,
    });
    return failures >= mostFailures ? null : wait;
  }
}

async function soughtIn(env: Env, row: Row): Promise<SoughtPerson> {
  const text = await open(keyringOf(settings(env)), sealedAbout(row.id), row.sealed ?? "");
  return person.parse(JSON.parse(text));
}

async function perform(env: Env, db: Database, row: Row, now: number): Promise<boolean> {
  const { organization_id } = row;
  const own = tenant(db, organization_id);
  const place = await own
    .select({ id: organizations.id, region: organizations.region, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organization_id))
    .get();
  if (!place) throw new Error("no such organization");
  const sought = await soughtIn(env, row);
  const store = storeOf(organizationObject(place, env));
  const progress = row.cursor === null ? beginning : progressShape.parse(row.cursor);
  const erased = { ...progress.erased };
  let at: Progress["at"] = progress.at;
  const began = Date.now();
  for (let trips = 0; at !== null && trips < tripsInStep && Date.now() - began < longestStep_ms; trips++) {
    const step = await store.persons.erase(sought, at, Date.now());
    for (const name of erasedCounts.keyof().options) erased[name] += step.erased[name];
    at = step.next;
  }
  // Kept before anything else that can fail: what is erased can't be counted again.
  if (progress.at !== null)
    await own
      .update(dataErasures)
      .set({ cursor: { at, erased }, failures: 0, ...(at !== null && { due_at: now }) })
      .where(isThisStep(row));
  if (at !== null) return true;
  const withdrawn = await withdrawExports({ db, env }, organization_id, now);
  await finish(env, db, row, { sought, name: place.name, erased, withdrawn });
  return false;
}

type Result = {
  sought: SoughtPerson;
  name: string;
  erased: Progress["erased"];
  withdrawn: number;
};

async function finish(env: Env, db: Database, row: Row, result: Result): Promise<void> {
  const { organization_id } = row;
  const now = Date.now();
  const id = newReceiptId();
  const { kept_numbers, kept_targets, open_files, ...deleted } = result.erased;
  const signed = await signReceipt(env, {
    receipt: id,
    type: "erasure_of_a_person",
    organization: { id: organization_id, name: result.name },
    person: await subjectOf(env, id, result.sought),
    requested_at: new Date(row.created_at).toISOString(),
    completed_at: new Date(now).toISOString(),
    erased: { ...deleted, export_files: result.withdrawn },
    kept: [
      "Times, lengths, outcomes and costs of calls, without a number, a name or words: bills follow from them.",
      "Times of appointments, without a name.",
      "What other callers said of the person without the number or the address, spread the number over several lines, or spelled the address out: no search finds it.",
      ...(kept_numbers > 0 ? ["The telephone number, on the list of numbers that must not be called."] : []),
      ...(open_files > 0
        ? [
            "Files of contacts that were being imported: the person's rows in them are not taken in, and each file is deleted when its import ends, or a day after its upload.",
          ]
        : []),
      ...(kept_targets > 0
        ? [
            `The telephone number, as one to which callers are put through (${kept_targets} under Call transfer), until a member removes it there.`,
          ]
        : []),
    ],
    elsewhere:
      "Emails that were sent, files that were downloaded earlier, and the telephone carrier's own records are outside this system.",
  });
  const own = platform(db);
  // Another runner that came first has signed already: then this batch changes nothing (R34).
  await runGuarded(own, [
    own
      .update(dataErasures)
      .set({
        state: "done",
        sealed: null,
        cursor: { erased: result.erased },
        due_at: null,
        receipt_id: id,
        finished_at: now,
      })
      .where(and(isThisStep(row), eq(dataErasures.state, "running"))),
    ...hasMatched(own),
    own.insert(dataReceipts).values({
      id,
      organization_id,
      kind: "erasure",
      ...signed,
      created_at: now,
    }),
    own.insert(auditEvents).values(
      auditLine(noTrace, {
        action: "data.person_erased",
        actor_id: row.requested_by,
        organization_id,
        target: row.id,
        changes: { calls: deleted.calls, contacts: deleted.contacts },
      }),
    ),
  ]);
}
