/** Judges a call by what the store holds and by what the agent said; reads the agent's words with the guard's readers, and loose numbers by rules of its own: what those readers overlook, it overlooks too. */
import { pricing } from "#workers/conversation/english/figures.ts";
import { readClaims } from "#workers/conversation/reading/read-claims.ts";
import { readFigures } from "#workers/conversation/reading/read-figures.ts";
import { figuresIn } from "#workers/conversation/spanish/figures.ts";
import { claimsIn } from "#workers/conversation/spanish/guarding.ts";
import { at, type Caller } from "./caller.ts";
import type { CallStore } from "./store.ts";

export type Call = {
  store: CallStore;
  /** The agent's words, turn by turn. */
  spoken: readonly string[];
  /** Everything that the agent could know: its texts, what tools gave, what the caller said. */
  sources: string;
  /** Why the line ended; null: the caller hung up. */
  ended: string | null;
  /** Whether the brain computes days and times itself; then only what it says of prices and deeds has to have a source. */
  computes: boolean;
};

/** What a caller did not reach; empty when the goal is proved. */
export function missed({ goal }: Caller, { store, spoken, ended }: Call): string[] {
  const missing: string[] = [];
  const unless = (holds: boolean, what: string) => holds || missing.push(what);
  const made = store.rows.filter(({ is_new }) => is_new);
  const wanted = goal.booked ?? [];
  unless(made.length === wanted.length, `${made.length} appointments were made, not ${wanted.length}`);
  for (const { name, at: local, kind } of wanted)
    unless(
      made.some((row) => row.starts_at === at(local) && name.test(row.name) && (!kind || row.kind === kind)),
      `no appointment for ${name} at ${local}`,
    );
  const moves = (some: readonly { booking_id: string; to: number }[]) =>
    JSON.stringify(some.map(({ booking_id, to }) => `${booking_id} ${to}`).sort());
  const wantedMoves = (goal.moved ?? []).map(({ booking_id, to }) => ({ booking_id, to: at(to) }));
  unless(moves(store.moved) === moves(wantedMoves), `moved: ${moves(store.moved)}`);
  const canceled = JSON.stringify([...store.canceled].sort());
  unless(canceled === JSON.stringify([...(goal.canceled ?? [])].sort()), `cancelled: ${canceled}`);
  const left = store.messages.map(({ text, name, phone_number }) => `${text} ${name} ${phone_number}`);
  const wantedMessages = goal.messages ?? [];
  // One more message than was needed does no harm; the same one twice does.
  unless(new Set(left).size === left.length, "a message was left twice");
  for (const parts of wantedMessages)
    unless(
      left.some((text) => parts.every((part) => part.test(text))),
      `no message with ${parts.join(", ")}`,
    );
  const lead = store.lead ? Object.values(store.lead).join(" | ") : null;
  unless(
    (lead === null) === (goal.lead === undefined),
    lead === null ? "no lead was saved" : "a lead was saved",
  );
  for (const part of goal.lead ?? []) unless(part.test(lead ?? ""), `the lead has no ${part}`);
  unless(store.hasOptedOut === (goal.opted_out ?? false), "the opt-out");
  if (goal.transferred !== "either")
    unless((ended === "transferred") === (goal.transferred ?? false), "the transfer");
  if (goal.ended) unless(ended === goal.ended, `the call ended with ${ended}`);
  const said = spoken.join("\n");
  for (const part of goal.hears ?? []) unless(part.test(said), `never heard ${part}`);
  return missing;
}

const numbers = new Map(
  Object.entries({
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
  }),
);

/** Every number of a text by itself: digits, and words from four on. Smaller words only count things. */
const numbersIn = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .flatMap((word) => {
        const digits = /^0*(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
        const value = digits ?? numbers.get(word);
        return value === undefined ? [] : [String(value)];
      }),
  );

/** Hours of the afternoon stand as 13 to 23 where tools write them. */
const isIn = (sources: ReadonlySet<string>, number: string): boolean =>
  sources.has(number) || (Number(number) <= 12 && sources.has(String(Number(number) + 12)));

const money = (text: string): string[] =>
  [...readFigures(text), ...figuresIn(text)].filter(({ kind }) => kind === "money").map(({ value }) => value);

/** The deeds that make a claim true. */
function isTrue(claim: string, { store }: Call): boolean {
  const { rows, moved, canceled, messages, questions, lead } = store;
  switch (claim) {
    case "booked":
      return rows.some(({ is_new }) => is_new) || moved.length > 0;
    case "stands":
      return rows.length > 0;
    case "moved":
      return moved.length > 0;
    case "canceled":
      return canceled.length > 0;
    case "message":
      return messages.length > 0 || questions.length > 0 || lead !== null;
    case "done":
      return moved.length + canceled.length + messages.length > 0 || rows.some(({ is_new }) => is_new);
    default:
      return false;
  }
}

const sentencesOf = (text: string): string[] => text.match(/[^.!?¿¡]+[.!?]*/g) ?? [];

/**
 * What the agent said that is not so: figures without a source, deeds that the store does not hold, and what this
 * caller's call must not hear.
 */
export function wrongFacts({ goal }: Caller, call: Call): string[] {
  const wrong: string[] = [];
  const known = numbersIn(call.sources);
  const prices = new Set(money(call.sources));
  for (const text of call.spoken) {
    for (const sentence of sentencesOf(text)) {
      const loose = call.computes ? [] : [...numbersIn(sentence)].filter((number) => !isIn(known, number));
      if (loose.length > 0) wrong.push(`${loose.join(", ")} in “${sentence.trim()}”`);
      const price = money(sentence).filter((value) => !prices.has(value));
      if (price.length > 0 && pricing.test(sentence)) wrong.push(`a price in “${sentence.trim()}”`);
      for (const claim of [...readClaims(sentence), ...claimsIn(sentence)])
        if (!isTrue(claim, call)) wrong.push(`${claim}: “${sentence.trim()}”`);
    }
    for (const never of goal.never ?? []) if (never.test(text)) wrong.push(`${never} in “${text}”`);
  }
  return wrong;
}
