/** What is known of a call that is followed from its messages. */
import type { Act } from "#workers/conversation/words/acts.ts";
import type { Hearing } from "./hearing.ts";
import type { Facts } from "./prompt-facts.ts";
import type { Tongue } from "./sayings.ts";
import type { Found, Time } from "./tool-results.ts";

export type Task = "book" | "move" | "cancel" | "message" | "lead";
export type Called = {
  id: string;
  name: string;
  given: Record<string, unknown>;
  key: string;
  result: string;
};

/** What is known after all messages so far. */
export type Followed = {
  facts: Facts;
  now: number;
  caller_number: string | null;
  tongue: Tongue;
  task: Task | null;
  kind: string | null;
  /** Words about the kind that are none of the names, for the notes. */
  about: string[];
  /** The caller's words for a day or time. */
  when: string | null;
  chosen: Time | null;
  offers: readonly Time[];
  problem: string | null;
  /** Whether the times came with the last result. */
  is_new: boolean;
  /** Whether the caller's last words leave more than one of them. */
  narrowed: boolean;
  name: string | null;
  phone: string | null;
  email: string | null;
  fields: Record<string, string>;
  saved: Set<string>;
  message: string | null;
  /** The last question that had no answer. */
  unanswered: string | null;
  found: readonly Found[] | null;
  handle: string | null;
  asked: Hearing["asked"];
  /** The calls since the wish began. */
  called: Called[];
  /** The caller's last words, in English, and their acts. */
  words: string;
  acts: readonly Act[];
  /** What happened since the caller's last words. */
  dropped: boolean;
  declined: boolean;
  lost: boolean;
  no_line: boolean;
  refused: boolean;
  secret: boolean;
  /** Whether a proposal of ours waits for a yes. */
  waits: boolean;
  lines: string[];
  /** All calls. */
  used: Called[];
  /** The tools that there are. */
  can: ReadonlySet<string>;
  no_phone: boolean;
  no_name: boolean;
  no_email: boolean;
  /** Whether the caller just chose the time. */
  chose: boolean;
  /** Whether the caller's last words told anything that was asked for. */
  gained: boolean;
  /** The kind of appointment that a question named. */
  hint: string | null;
  /** The last words as they were said. */
  raw: string;
};

export const fresh = (facts: Facts, can: ReadonlySet<string>): Followed => ({
  can,
  no_phone: false,
  no_name: false,
  no_email: false,
  chose: false,
  gained: false,
  hint: null,
  raw: "",
  facts,
  now: Date.now(),
  caller_number: null,
  tongue: facts.speaks === "Spanish" ? "es" : "en",
  task: null,
  kind: null,
  about: [],
  when: null,
  chosen: null,
  offers: [],
  problem: null,
  is_new: false,
  narrowed: false,
  name: null,
  phone: null,
  email: null,
  fields: {},
  saved: new Set(),
  message: null,
  unanswered: null,
  found: null,
  handle: null,
  asked: null,
  called: [],
  words: "",
  acts: [],
  dropped: false,
  declined: false,
  lost: false,
  no_line: false,
  refused: false,
  secret: false,
  waits: false,
  lines: [],
  used: [],
});

/** A wish is settled or given up: what it was about is forgotten, who the caller is is not. */
export function forgetWish(known: Followed): void {
  const { kind, about, when, chosen, offers, problem, message, found, handle, called, waits } = fresh(
    known.facts,
    known.can,
  );
  Object.assign(known, { kind, about, when, chosen, offers, problem, message, found, handle, called, waits });
  known.task = null;
}

/** The wish becomes a message, in so many words as are known of it. */
export function toMessage(known: Followed): void {
  const { task, kind, about, chosen, when, words, unanswered } = known;
  const time = chosen?.say ?? when ?? "";
  const wish = {
    book: ["Wants an appointment", kind ?? about[0] ?? "", time],
    move: ["Wants to move an appointment", time],
    cancel: ["Wants to cancel an appointment"],
  };
  const parts = task === "book" || task === "move" || task === "cancel" ? wish[task] : [];
  forgetWish(known);
  known.task = "message";
  if (parts.length > 0) known.message = parts.filter(Boolean).join(", ");
  else if (unanswered !== null) known.message = `Wants to know: ${unanswered}`;
  else if (known.acts.some(({ act }) => act === "person")) known.message = words;
}
