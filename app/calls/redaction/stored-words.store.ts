/** Redacts what a call says at the moment it is stored, as the organization chose. */
import { eq } from "drizzle-orm";
import type { CallLine, FinishedCall } from "#app/calls/calls.schema.ts";
import type { LiveLine } from "#app/calls/live/live-feed.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { redaction as redactionOf } from "#app/object/settings.store.ts";
import { questions } from "#drizzle/organization/schema.ts";
import { redactedLines, redactedText } from "./redact.ts";

const digitsIn = (number: string | null): string[] => (number === null ? [] : [number.replaceAll(/\D/g, "")]);

/** Lines before the new ones that are looked at again: a card may be said in several. */
export const lookBack = 24;

/**
 * The lines of a running call that new ones change, redacted: the new ones, and earlier ones when only a later one shows
 * that they hold parts of a card. `seq`: the place in `all`.
 */
export function storedLines(
  db: OrganizationDatabase,
  all: readonly CallLine[],
  taken: readonly LiveLine[],
  our_number: string | null,
): LiveLine[] {
  const redaction = redactionOf(db);
  if (redaction === null || taken.length === 0) return [...taken];
  const from = Math.max(0, Math.min(...taken.map(({ seq }) => seq)) - lookBack);
  const again = redactedLines(all.slice(from), redaction, digitsIn(our_number));
  const lines = [...all.slice(0, from), ...again];
  const isTaken = new Set(taken.map(({ seq }) => seq));
  return lines.flatMap((line, seq) => {
    const before = all[seq];
    const isOther = seq >= from && (line.text !== before?.text || line.heard !== before.heard);
    return isTaken.has(seq) || isOther ? [{ seq, line }] : [];
  });
}

/** A finished call, redacted; and the questions that it was the first to ask. */
export function storedCall(db: OrganizationDatabase, call: FinishedCall): FinishedCall {
  const redaction = redactionOf(db);
  if (redaction === null) return call;
  const ours = digitsIn(call.our_number);
  const around = { ours, before: "" };
  const asked = db.select().from(questions).where(eq(questions.first_call_id, call.id)).all();
  for (const { id, question } of asked)
    db.update(questions)
      .set({ question: redactedText(question, redaction, around) })
      .where(eq(questions.id, id))
      .run();
  const { cards = false, national_ids = false } = redaction;
  return {
    ...call,
    lines: redactedLines(call.lines, redaction, ours),
    summary: call.summary === null ? null : redactedText(call.summary, redaction, around),
    // A number or an address that an agent is told to ask for is wanted; a card or an identity number is not.
    fields: call.fields.map((field) => ({
      ...field,
      value: redactedText(field.value, { cards, national_ids }, { ours, before: field.label }),
    })),
  };
}

/** A text that a caller leaves outside the script: cards and identity numbers are removed. */
export function storedText(db: OrganizationDatabase, text: string): string {
  const { cards = false, national_ids = false } = redactionOf(db) ?? {};
  return redactedText(text, { cards, national_ids });
}
