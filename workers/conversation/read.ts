/** Turns a caller's utterance into acts: what was informed, corrected, asked, agreed. Pure; the same words in the same context always read the same. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { localDate } from "#app/platform/zoned-time.ts";
import type { Act, ActName, ReadContext, Reading, When } from "./acts.ts";
import { acts as actPhrases, stopCalling, tasks } from "./english-acts.ts";
import { sounds } from "./english-numbers.ts";
import { mentionsIn } from "./english-when.ts";
import { yesNo } from "./english-yes-no.ts";
import { phrasesIn } from "./phrases.ts";
import { wishOf } from "./when.ts";
import { lineOf, quote, type Word, wordsOf } from "./words.ts";

/** Whether somebody asks not to be called again; such a request acts before any brain (design: the turn loop). */
export function isStopCalling(text: string): boolean {
  return phrasesIn(stopCalling, wordsOf(text, sounds)).length > 0;
}

const names: readonly ActName[] = [
  "repeat",
  "wait",
  "person",
  "robot",
  "wrong_number",
  "abuse",
  "cancel_task",
  "goodbye",
  "thanks",
  "greeting",
];

/** Reads one utterance. Never throws; an utterance that says nothing is `nothing_heard`, one that means nothing here `not_understood`. */
export function read(utterance: string, context: ReadContext): Reading {
  const words = wordsOf(utterance, sounds);
  const text = lineOf(words);
  if (words.length === 0)
    return { text, acts: [{ act: "nothing_heard", words: "", sure: 1 }], when: null, unfinished: null };
  const acts: Act[] = [];
  const push = (act: ActName, from: number, to: number, more: { field?: string; value?: unknown } = {}) =>
    acts.push({ act, words: quote(utterance, words, from, to), sure: 0.9, ...more });
  const fieldOf = (type: string, otherwise: string) =>
    context.asked.what === "field" && context.asked.field.type === type
      ? context.asked.field.id
      : (context.fields.find((field) => field.type === type)?.id ?? otherwise);
  for (const found of phrasesIn(stopCalling, words)) push("stop_calling", found.from, found.to);
  for (const found of phrasesIn(tasks, words)) push("new_task", found.from, found.to, { value: found.id });
  for (const found of phrasesIn(actPhrases, words)) {
    const name = names.find((one) => one === found.id);
    if (name) push(name, found.from, found.to);
  }
  const phone = parsePhoneNumberFromString(utterance.slice(0, 200), { defaultCountry: "US", extract: true });
  if (phone?.isValid())
    push("inform", 0, words.length, { field: fieldOf("phone", "phone"), value: phone.number });
  const email = /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,20}/.exec(utterance);
  if (email)
    push("inform", 0, words.length, { field: fieldOf("email", "email"), value: email[0].toLowerCase() });
  const when = phone?.isValid() ? null : readWhen(words, context);
  if (when) push("inform", 0, words.length, { field: fieldOf("appointment", "appointment"), value: when });
  const answer = phrasesIn(yesNo, words).at(-1);
  if (answer && !when) push(answer.id === "no" ? "deny" : "affirm", answer.from, answer.to);
  if (acts.length === 0 && context.asked.what === "field") {
    const { field } = context.asked;
    if (field.type === "name" || field.type === "text")
      push("inform", 0, words.length, { field: field.id, value: utterance.trim() });
  }
  if (acts.length === 0 && utterance.trim().endsWith("?"))
    push("ask", 0, words.length, { value: utterance.trim() });
  if (acts.length === 0) push("not_understood", 0, words.length);
  return { text, acts, when, unfinished: null };
}

function readWhen(words: readonly Word[], context: ReadContext): When | null {
  const { now, time_zone, focus, country } = context;
  const day = {
    today: localDate(now, time_zone),
    focus: focus.date,
    dayFirst: country !== "US",
    known: new Map(),
    depth: 0,
  };
  const asksTime =
    context.asked.what !== "field" || ["appointment", "date", "time"].includes(context.asked.field.type);
  const mentioned = mentionsIn(words, () => true, asksTime, day);
  return wishOf(mentioned, context)?.when ?? null;
}
