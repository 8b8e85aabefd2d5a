/** Keeps what was found out from a finished call: once, redacted, and only while the call has its words. */
import { eq, sql } from "drizzle-orm";
import { inUseOf, ofNumber } from "#app/agents/versions/versions.store.ts";
import { outcomeFrom } from "#app/calls/call-row.ts";
import { type CostItem, callLine, collectedField, costItem } from "#app/calls/calls.schema.ts";
import { redactedText } from "#app/calls/redaction/redact.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { redaction as redactionOf } from "#app/object/settings.store.ts";
import { callAnalyses, calls, callTranscripts } from "#drizzle/organization/schema.ts";
import { type Analysis, answers } from "./analysis.schema.ts";
import type { AnalysisJob } from "./judge-by-rules.ts";

const callOf = (db: OrganizationDatabase, id: string) =>
  db
    .select({ call: calls, lines: callTranscripts.lines })
    .from(calls)
    .innerJoin(callTranscripts, eq(callTranscripts.call_id, calls.id))
    .where(eq(calls.id, id))
    .get();

/** The call as it is to be judged; null: it is judged already, it was not answered, or its words are deleted. */
export function job(db: OrganizationDatabase, call_id: string): AnalysisJob | null {
  const found = callOf(db, call_id);
  if (!found || found.call.answered_at === null || find(db, call_id)) return null;
  const { call, lines } = found;
  // The version that answered is asked about, whatever the draft says by now. An archived agent keeps its versions.
  const { agent_id, agent_version } = call;
  const answered =
    agent_id === null
      ? null
      : // Calls from before there were versions have none.
        agent_version === null
        ? inUseOf(db, agent_id).published
        : ofNumber(db, agent_id, agent_version);
  const spec = answered?.spec ?? null;
  return {
    call_id,
    outcome: outcomeFrom(call.outcome),
    summary: call.summary,
    lines: callLine.array().parse(lines),
    fields: collectedField.array().parse(call.fields),
    questions: spec?.analysis ?? [],
    chain: spec?.model?.chain ?? [],
  };
}

/** What was found out from a call; null: nothing yet. */
export function find(db: OrganizationDatabase, call_id: string): Analysis | null {
  const row = db.select().from(callAnalyses).where(eq(callAnalyses.call_id, call_id)).get();
  if (!row) return null;
  const { summary, success, sentiment, model, cost_micros } = row;
  const fault = faults.find((one) => one === row.fault) ?? null;
  return { summary, success, sentiment, answers: answers.parse(row.answers), model, fault, cost_micros };
}

const faults = ["unreachable", "refused_key", "late", "unusable"] as const;

/**
 * Keeps a judgement and tells of it. The first one stays: another changes nothing. A call whose words were deleted in
 * the meantime keeps none.
 * @returns whether it was kept
 */
export function keep(
  db: OrganizationDatabase,
  { call_id, analysis, now }: { call_id: string; analysis: Analysis; now: number },
): boolean {
  const found = callOf(db, call_id);
  if (!found || find(db, call_id)) return false;
  const { call } = found;
  const redaction = redactionOf(db) ?? {};
  const ours = call.our_number === null ? [] : [call.our_number.replaceAll(/\D/g, "")];
  const kept: Analysis = {
    ...analysis,
    summary: redactedText(analysis.summary, redaction, { ours, before: "" }),
    answers: analysis.answers.map((one) =>
      typeof one.value === "string"
        ? { ...one, value: redactedText(one.value, redaction, { ours, before: one.label }) }
        : one,
    ),
  };
  db.insert(callAnalyses)
    .values({ call_id, ...kept, created_at: now })
    .run();
  const { success, sentiment } = kept;
  db.update(calls).set({ success, sentiment }).where(eq(calls.id, call_id)).run();
  if (kept.cost_micros > 0) addCost(db, call, kept.cost_micros);
  const { cost_micros: _, ...told } = kept;
  enqueue(db, {
    kind: "call.analyzed",
    at: now,
    payload: {
      v: 1,
      call_id,
      type: call.type,
      direction: call.direction,
      other_number: call.other_number,
      own_number: call.our_number,
      contact_id: call.contact_id,
      contact_name: call.contact_name,
      agent_id: call.agent_id,
      agent_version: call.agent_version,
      ...told,
    },
  });
  return true;
}

type CallOfCost = { id: string; cost_items: unknown };

/** The judgement's cost is a cost of the call's models. */
function addCost(db: OrganizationDatabase, call: CallOfCost, cost: number): void {
  const items = costItem.array().parse(call.cost_items);
  const before = items.find(({ what }) => what === "model")?.cost_micros ?? 0;
  const both = before + cost;
  const model: CostItem = {
    what: "model",
    quantity: 1,
    unit: "call",
    unit_price_micros: both,
    cost_micros: both,
  };
  const cost_items = [...items.filter(({ what }) => what !== "model"), model];
  db.update(calls)
    .set({ cost_items, cost_micros: sql`${calls.cost_micros} + ${cost}` })
    .where(eq(calls.id, call.id))
    .run();
}
