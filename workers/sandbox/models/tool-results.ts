/** What the product's tools answer, as far as a model acts on it (`workers/conversation/model/outcomes.ts`), and what webhooks may. */
import { z } from "zod";

export type Time = { say: string; when: string };
export type Found = { appointment: string; kind: string; say: string };

const time = z.object({ say: z.string(), when: z.string().default("") });
const times = z.object({
  free: z.array(time),
  problem: z.string().optional(),
  error: z.string().optional(),
});
const information = z.object({ information: z.array(z.object({ text: z.string() })).min(1) });
const appointments = z.array(z.object({ appointment: z.string(), kind: z.string(), say: z.string() })).min(1);
const other = z.object({
  say: z.string().optional(),
  answer: z.string().optional(),
  text: z.string().optional(),
  error: z.string().optional(),
  reason: z.string().optional(),
});

/** A passage is longer than what is said of it on the phone. */
const mostSentences = 2;
const sentences = (text: string): string =>
  text
    .split(/(?<=[.!?])\s+/)
    .slice(0, mostSentences)
    .join(" ");

function parsed(result: string): unknown {
  try {
    return JSON.parse(result);
  } catch {
    return null;
  }
}

/** The times that a result offers, with why the wish itself is not among them; null: it is none of times. */
export function timesIn(result: string): { free: Time[]; problem: string | null } | null {
  const read = times.safeParse(parsed(result)).data;
  return read ? { free: read.free, problem: read.problem ?? read.error ?? null } : null;
}

export const appointmentsIn = (result: string): Found[] => appointments.safeParse(parsed(result)).data ?? [];

/** What a result tells the caller; "" when it tells nothing. Words that tell the model what to do are not among it. */
export function toldIn(result: string): string {
  const json = parsed(result);
  const told = information.safeParse(json).data?.information[0];
  if (told) return sentences(told.text);
  const { say, answer, text, error, reason } = other.safeParse(json).data ?? {};
  return say ?? answer ?? text ?? error ?? reason ?? "";
}

/** What `save_details` could not keep, by label. */
export const refusedLabels = (result: string): string[] =>
  [...result.matchAll(/Error: ([^:]+): (?:not |one of )/g)].map(([, label]) => label ?? "");
