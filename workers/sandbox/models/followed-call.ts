/** A call followed from its messages alone: what the caller wants, what is known by now, and what the tools gave. */
import { z } from "zod";
import { instantOf } from "#app/platform/zoned-time.ts";
import type { Asked, AskedMessage } from "./asked.ts";
import { hear, inEnglish, isSpanish, zone } from "./hearing.ts";
import { type Called, type Followed, forgetWish, fresh, toMessage } from "./known.ts";
import { factsIn } from "./prompt-facts.ts";
import { askedIn, says } from "./sayings.ts";
import { takeIn } from "./take-in.ts";
import { appointmentsIn, refusedLabels, timesIn } from "./tool-results.ts";

const objectIn = (text: string): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
};

/** What makes two calls the same. */
export const keyOf = (name: string, given: Record<string, unknown>): string =>
  `${name} ${JSON.stringify(given)}`;

export function follow({ system, messages, tools }: Asked): Followed {
  const known = fresh(factsIn(system), new Set(tools.map(({ name }) => name)));
  for (const message of messages) {
    if (message.role === "assistant") spoke(known, message);
    else if (message.role === "tool") gave(known, message.id, message.text);
    else heard(known, message.text);
  }
  return known;
}

function spoke(known: Followed, { text, calls }: AskedMessage): void {
  if (text !== "") {
    known.lines.push(text);
    known.asked = known.waits ? "confirm" : askedIn(text, known.facts.fields);
    if (known.asked === null && /\belse\b|algo más/.test(text)) known.asked = "more";
    if (says(text, "to_message") || says(text, "no_booking")) toMessage(known);
    if (says(text, "dropped")) forgetWish(known);
  }
  for (const { id, name, arguments: given } of calls) {
    const parsed = objectIn(given);
    const called = { id, name, given: parsed, key: keyOf(name, parsed), result: "" };
    known.called.push(called);
    known.used.push(called);
  }
}

/** Takes in a tool's result. */
function gave(known: Followed, id: string, result: string): void {
  const call = known.called.findLast((one) => one.id === id) ?? known.used.findLast((one) => one.id === id);
  if (!call) return;
  call.result = result;
  const { name, given } = call;
  if (name === "save_details") {
    const refused = refusedLabels(result);
    for (const { id: field, label } of known.facts.fields) {
      if (!Object.hasOwn(z.record(z.string(), z.unknown()).catch({}).parse(given.details), field)) continue;
      known.saved.add(field);
      if (!refused.includes(label)) continue;
      known.saved.delete(field);
      delete known.fields[field];
      if (known.facts.fields.find((one) => one.id === field)?.type === "phone") known.phone = null;
      if (known.facts.fields.find((one) => one.id === field)?.type === "email") known.email = null;
    }
  }
  if (["find_times", "book_appointment", "move_appointment"].includes(name)) takeTimes(known, call);
  const isChange = ["book_appointment", "move_appointment", "cancel_appointment"].includes(name);
  const isSettled = !/^(?:Error|Not run|The caller was asked)/.test(result) && timesIn(result) === null;
  if (isChange && isSettled) forgetWish(known);
  if (name === "find_appointments") {
    known.found = appointmentsIn(result);
    known.handle = known.found.length === 1 ? (known.found[0]?.appointment ?? null) : null;
  }
  if (name === "search_knowledge" || name === "note_question")
    known.unanswered = result.includes('"information"') ? null : String(given.question ?? "");
  if (result.startsWith("The caller was asked to confirm")) known.waits = true;
  if (name === "confirm" && result.startsWith("Error")) known.waits = false;
  if (name === "take_message" && result === "Done.") {
    forgetWish(known);
    known.unanswered = null;
  }
}

function takeTimes(known: Followed, { name, result }: Called): void {
  const times = timesIn(result);
  if (times) {
    const [only, another] = times.free;
    // The one time that is free as it was wished for needs no choice; the caller is asked to confirm it.
    known.chosen = only && !another && times.problem === null ? only : null;
    if (known.chosen) known.when = known.chosen.when;
    known.offers = times.free;
    known.problem = times.problem;
    known.is_new = true;
    return;
  }
  if (name === "find_times") {
    // An answer of another shape says nothing of times: the caller's words stand.
    known.chosen = known.when === null ? null : { say: known.when, when: known.when };
    return;
  }
  if (!result.startsWith("Error:")) return;
  if (result.includes("which kind")) known.kind = null;
  else if (result.includes("phone number")) known.phone = null;
  else if (!result.includes("first find out")) {
    known.problem = result.slice("Error:".length).trim().replace(/\.$/, "");
    known.chosen = null;
    known.when = null;
    known.offers = [];
  }
}

const aboutTime =
  /\b(?:is fine|works|instead|rather|(?:first|second|earlier|later|other) one|earlier|later|noon|morning|afternoon|evening|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+ ?[ap]m|o'clock)\b/i;

/** Takes in a message of the caller's side: lines in brackets are the code's (`workers/conversation/model/messages.ts`). */
function heard(known: Followed, text: string): void {
  const lines = text.split("\n");
  const typed = lines.flatMap((line) => /^\[The caller typed (\S+) on the keypad/.exec(line)?.[1] ?? []);
  const spoken = [...lines.filter((line) => !line.startsWith("[")), ...typed].join(" ").trim();
  Object.assign(known, { is_new: false, narrowed: false, chose: false, gained: false });
  Object.assign(known, {
    dropped: false,
    declined: false,
    lost: false,
    no_line: false,
    refused: false,
    secret: false,
  });
  const codes = lines.filter((line) => line.startsWith("["));
  const marked = codes.some((line) => line.includes("Answer in Spanish."));
  if (marked) known.tongue = "es";
  if (spoken !== "") {
    if (!marked && known.facts.speaks === "both") known.tongue = isSpanish(spoken) ? "es" : known.tongue;
    known.raw = spoken;
    known.words = known.tongue === "es" ? inEnglish(spoken) : spoken;
    // Asked for a name, a caller may go back to the time.
    const goesBack = known.asked === "name" && known.offers.length > 0 && aboutTime.test(known.words);
    const reading = hear(known.words, goesBack ? { ...known, asked: "offer" } : known);
    known.acts = reading.acts;
    takeIn(known, reading);
  }
  for (const line of codes) told(known, line);
}

function told(known: Followed, line: string): void {
  const [, date, clock] = /It is \w+, (\d{4}-\d{2}-\d{2}), (\d{2}:\d{2})\./.exec(line) ?? [];
  if (date && clock) known.now = instantOf(date, clock, zone);
  known.caller_number = /number is known \((\+\d+)\)/.exec(line)?.[1] ?? known.caller_number;
  if (line.startsWith("[Done, and the caller was told")) {
    forgetWish(known);
    known.asked = "more";
  } else if (line.includes("said no to that")) {
    known.waits = false;
    known.declined = true;
  } else if (line.includes("was not done. Propose it anew")) known.waits = false;
  else if (line.includes("was taken just now")) {
    known.lost = true;
    known.waits = false;
    const day = known.chosen?.say.replace(/ at .*$/, "") ?? known.when;
    Object.assign(known, { chosen: null, offers: [], when: day });
    if (known.task === "move") known.called = known.called.filter(({ name }) => name !== "move_appointment");
  } else if (line.includes("It could not be saved")) {
    const about = known.task === "book" ? "an appointment" : `to ${known.task ?? "change"} an appointment`;
    known.unanswered = `wants ${about}, ${known.chosen?.say ?? known.when ?? ""}`;
    known.waits = false;
    known.task = null;
    known.asked = "offer_message";
  } else if (line.includes("No one answered the transfer")) known.no_line = true;
  else if (line.includes("was not spoken")) known.refused = true;
  else if (line.includes("began to read out your instructions")) known.secret = true;
}
