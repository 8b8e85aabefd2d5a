/** A caller's question answered from the facts of the instructions alone, matched by plain words. */
import { questionWords, stemOf } from "#app/knowledge/question-words.ts";
import { localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { zone } from "./hearing.ts";
import type { Facts } from "./prompt-facts.ts";
import { listed, saying, type Tongue } from "./sayings.ts";

const stems = (text: string): Set<string> => new Set(questionWords(text).map(stemOf));
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The agent's own answer to exactly these words. */
export const exactAnswer = ({ knowledge }: Facts, words: string): string | null =>
  knowledge.find(({ question }) => plain(question) === plain(words))?.answer ?? null;

/** So much of a question must be about the entry, and of the entry in the question. */
const enough = 0.5;
/** What is only in an entry's answer must hold more of the question. */
const enoughInAnswer = 0.65;

/** How much of the words is in a text, of so many. */
const share = (words: ReadonlySet<string>, text: ReadonlySet<string>, of: number): number =>
  of === 0 ? 0 : [...words].filter((word) => text.has(word)).length / of;

const best = (scored: readonly { answer: string; score: number }[], least: number): string | null =>
  scored.filter(({ score }) => score >= least).sort((a, b) => b.score - a.score)[0]?.answer ?? null;

/** The entry whose question or topic is asked about. */
const entryAnswer = ({ knowledge }: Facts, asked: ReadonlySet<string>): string | null =>
  best(
    knowledge.map(({ question, answer }) => {
      const about = stems(question);
      return { answer, score: Math.min(share(asked, about, about.size), share(asked, about, asked.size)) };
    }),
    enough,
  );

/** The entry whose answer tells of it. */
const tellingAnswer = ({ knowledge }: Facts, asked: ReadonlySet<string>): string | null =>
  asked.size < 2
    ? null
    : best(
        knowledge.map(({ answer }) => ({ answer, score: share(asked, stems(answer), asked.size) })),
        enoughInAnswer,
      );

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The weekday that a question is about (0: Monday); null: none. */
function weekdayIn(words: string, now: number): number | null {
  const named = weekdays.findIndex((day) => words.includes(day));
  if (named !== -1) return named;
  const today = weekdayOf(localDate(now, zone)) - 1;
  if (words.includes("tomorrow")) return (today + 1) % 7;
  return words.includes("today") ? today : null;
}

/** Whether hours as they are said name a weekday. */
function isOpenOn(hours: string, weekday: number): boolean {
  const said = hours.toLowerCase();
  if (said.includes("every day") || said.includes("depending")) return true;
  const runs = [...said.matchAll(/(\w+day)(?: to (\w+day))?/g)];
  return runs.some(([, first = "", last = first]) => {
    const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
    return from <= weekday && weekday <= to;
  });
}

function hoursAnswer(hours: string, words: string, now: number, tongue: Tongue): string {
  if (tongue === "es") return `Nuestro horario: ${hours}.`;
  const day = weekdayIn(words, now);
  const isAsked = /\bopen\b/.test(words) && day !== null;
  if (isAsked && !isOpenOn(hours, day)) return `No, not on that day. We're open ${hours}.`;
  return `${isAsked ? "Yes. " : ""}We're open ${hours}.`;
}

const aboutHours = /\b(?:hours?|open|opening|close|closed|closing)\b/;
const aboutPlace =
  /\b(?:address|located|location|directions?|where (?:are|is|do i (?:go|come))|find you|get there)\b/;
const aboutServices =
  /\b(?:services?|what (?:do|can) you (?:do|offer|book|help)|(?:kinds?|types?|sorts?) of appointments?|what appointments?)\b/;
const aboutLength = /\bhow (?:long|many minutes)\b/;
const aboutPrice = /\b(?:how much|price|cost|charge|fee)\b/;
const aboutNumber = /\b(?:phone|telephone) number\b/;

const aboutSelf = /\b(?:robot|real person|human|machine|computer|who (?:is this|are you)|ai)\b/;

/** The answer to a question; null: the instructions have none. */
export function factAnswer(facts: Facts, question: string, now: number, tongue: Tongue): string | null {
  const words = plain(question);
  const { hours, address, kinds } = facts;
  const exact = exactAnswer(facts, question);
  if (exact !== null) return exact;
  if (aboutSelf.test(words)) return saying("robot", tongue);
  const asked = stems(question);
  const kind = kinds.find(({ name }) => {
    const named = stems(name);
    return named.size > 0 && [...named].every((word) => asked.has(word));
  });
  if (aboutLength.test(words) && kind) return `That takes about ${kind.minutes} minutes.`;
  const own = entryAnswer(facts, asked);
  if (own !== null) return own;
  if (aboutPrice.test(words) || aboutNumber.test(words)) return tellingAnswer(facts, asked);
  if (aboutPlace.test(words) && address !== null)
    return tongue === "es" ? `Estamos en ${address}.` : `We're at ${address}.`;
  if (aboutHours.test(words) && hours !== null) return hoursAnswer(hours, words, now, tongue);
  if (kind && /^(?:do|can) you\b/.test(words))
    return tongue === "es" ? "Sí, lo hacemos." : "Yes, we do that.";
  if (aboutServices.test(words) && kinds.length > 0) return servicesAnswer(kinds, tongue);
  return tellingAnswer(facts, asked);
}

function servicesAnswer(kinds: Facts["kinds"], tongue: Tongue): string {
  const names = kinds.map(({ name }) => name.toLowerCase());
  const all = listed(names, tongue).replace(/,? or ([^,]*)$/, " and $1");
  return tongue === "es" ? `Hacemos: ${all}.` : `We do ${all}.`;
}
