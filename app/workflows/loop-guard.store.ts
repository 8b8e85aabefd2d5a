/** What keeps workflows from going on without end: chains of them, and systems that answer each other. */
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { findByPhone } from "#app/contacts/contacts.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { paceOf } from "#app/object/pace.store.ts";
import { firstIdAt } from "#app/platform/id.ts";
import type { Json } from "#app/platform/json.ts";
import { workflowRuns } from "#drizzle/organization/schema.ts";
import { mostAtHook, mostForNoOne, mostForPerson, mostInChain, soon_ms } from "./workflow-limits.ts";

type Person = { contact_id: string | null; phone_number: string | null };

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" && value ? value : null;

/** E.164: in another form the same number would pass lists of those who are not to be contacted. */
const e164 = /^\+[1-9]\d{6,14}$/;
const numberOf = (value: Json | undefined): string | null => {
  const text = textOf(value);
  return text !== null && e164.test(text) ? text : null;
};

/** The person whom an event is about. */
export function personOf(db: OrganizationDatabase, payload: Record<string, Json>): Person {
  const phone_number = numberOf(payload.phone_number) ?? numberOf(payload.other_number);
  const contact_id = textOf(payload.contact_id);
  const known = phone_number === null ? null : findByPhone(db, phone_number);
  return { phone_number, contact_id: contact_id ?? known?.id ?? null };
}

/** Why a run must not begin: workflows start each other, or one person's runs do not end. Null: nothing stands against it. */
export function againstLoop(
  db: OrganizationDatabase,
  workflow_id: string,
  depth: number,
  { contact_id, phone_number }: Person,
  now: number,
): string | null {
  if (depth > mostInChain)
    return `Workflows started each other ${mostInChain} times in a row. This run was not begun, so that they don’t go on without end.`;
  const isAboutOne = contact_id !== null || phone_number !== null;
  const whose = isAboutOne
    ? or(
        contact_id === null ? undefined : eq(workflowRuns.contact_id, contact_id),
        phone_number === null ? undefined : eq(workflowRuns.phone_number, phone_number),
      )
    : and(isNull(workflowRuns.contact_id), isNull(workflowRuns.phone_number));
  const recent = db
    .select({ n: sql<number>`count(*)` })
    .from(workflowRuns)
    .where(
      and(
        whose,
        eq(workflowRuns.workflow_id, workflow_id),
        eq(workflowRuns.mode, "live"),
        gt(workflowRuns.id, firstIdAt(now - soon_ms)),
      ),
    )
    .get();
  const most = isAboutOne ? mostForPerson : mostForNoOne;
  if ((recent?.n ?? 0) < most) return null;
  return `This workflow ran ${most} times ${isAboutOne ? "for this person " : ""}within an hour. This run was not begun.`;
}

/** Counts what is posted to a workflow's secret address. @returns whether the minute has room for it */
export const hasRoomAtHook = (db: OrganizationDatabase, workflow_id: string, now: number): boolean =>
  paceOf(db, `hook:${workflow_id}`, mostAtHook, now).ok;
