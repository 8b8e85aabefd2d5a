/** What both carriers tell of calls that we placed, in the same words: who answered, and why no one did. */
import { z } from "zod";
import type { Answerer } from "#workers/conversation/line/line-events.ts";
import type { ReportedCause } from "./carrier-wire.ts";

const answerers: Readonly<Record<string, Answerer>> = {
  human: "human",
  machine_start: "machine",
  machine: "machine",
  machine_end_beep: "machine_end",
  machine_end_silence: "machine_end",
  machine_end_other: "machine_end",
  fax: "fax",
};

/** The field `AnsweredBy`. A word that is not known counts as unknown, and so as a person. */
export const answeredBy = z
  .string()
  .transform((word): Answerer => (Object.hasOwn(answerers, word) ? answerers[word] : undefined) ?? "unknown");

/** SIP's answers that say more than the status (RFC 3261, 21; RFC 8197; RFC 8688). */
const causes: Readonly<Record<string, ReportedCause>> = {
  "403": "blocked",
  "404": "number",
  "410": "number",
  "484": "number",
  "603": "declined",
  "604": "number",
  "607": "spam",
  "608": "spam",
};

/** The field `SipResponseCode`, or its like. */
export const causeOfSip = z
  .string()
  .optional()
  .transform(
    (code) => (code !== undefined && Object.hasOwn(causes, code) ? causes[code] : undefined) ?? null,
  );
