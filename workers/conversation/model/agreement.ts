/** Whether a caller agreed to what waits to be confirmed: to the agent's last question, in their own words, and to nothing else. */
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import type { HeardLine, World } from "#workers/conversation/line/conversation.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { agreesInSpanish } from "#workers/conversation/spanish/agreeing.ts";
import { bareAnswer } from "#workers/conversation/spanish/sayings.ts";
import type { ReadContext, When, WhenOption } from "#workers/conversation/words/acts.ts";
import type { Language, ModelMemory, Proposal } from "./model-memory.ts";

/** Letters and digits alone: a carrier reports what was heard with marks of its own. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const questionsIn = (text: string): number => text.split("?").length - 1;

/** What a question names, without the sentence that asks: so much of it must have been heard. */
function namedIn(question: string): string {
  const end = Math.max(question.lastIndexOf(". "), question.lastIndexOf("! "));
  return end === -1 ? question : question.slice(0, end);
}

/** The line in which the question for confirmation was heard; null while it was not. */
function lineThatAsked({ question, after }: NonNullable<ModelMemory["asked"]>, lines: readonly HeardLine[]) {
  const named = lettersOf(namedIn(question));
  return lines.findLast(
    ({ seq, who, text }) => who === "agent" && seq > after && lettersOf(text).includes(named),
  );
}

/**
 * Whether the question for confirmation is the last one that the agent asked: only then a yes answers it. Keeps the number
 * of its line.
 */
export function isLastQuestion(memory: ModelMemory, transcript: readonly HeardLine[]): boolean {
  const { asked } = memory;
  if (!asked) return false;
  const line =
    asked.line === null ? lineThatAsked(asked, transcript) : transcript.find(({ seq }) => seq === asked.line);
  if (!line) return false;
  asked.line = line.seq;
  const at = line.text.lastIndexOf(namedIn(asked.question));
  const rest = at === -1 ? line.text : line.text.slice(at);
  return (
    questionsIn(rest) <= questionsIn(asked.question) &&
    !transcript.some(({ seq, who, text }) => who === "agent" && seq > line.seq && text.includes("?"))
  );
}

/** Acts that add nothing to a yes or a no. */
const beside = new Set(["affirm", "deny", "thanks"]);
/** A longer answer may hold more than a yes. */
const longestClosed = 60;

const contextOf = (world: World, now: number, date: string | null): ReadContext => ({
  now,
  time_zone: world.organization.time_zone,
  country: world.organization.country,
  hours: world.agent.hours,
  asked: { what: "confirm" },
  fields: [],
  kinds: [],
  emergency_words: [],
  caller_number: world.caller.phone_number,
  focus: { date, at: null },
  agreed: null,
  named: null,
  within: [],
  unfinished: null,
});

/** Whether an utterance is nothing but a yes or a no to a question for confirmation. */
export function closedAnswer(
  text: string,
  world: World,
  now: number,
  language: Language,
): "yes" | "no" | null {
  if (text.length > longestClosed) return null;
  if (language === "es-US") return bareAnswer(text);
  const { acts, when } = read(text, contextOf(world, now, null));
  if (when !== null || acts.length === 0 || !acts.every(({ act }) => beside.has(act))) return null;
  const says = (act: string) => acts.some((one) => one.act === act);
  if (says("affirm") && !says("deny")) return "yes";
  return says("deny") && !says("affirm") ? "no" : null;
}

/** Acts that take a yes back, whatever else is said. */
const against = new Set(["deny", "correct", "wait"]);

/** Whether a longer answer holds a yes to a proposal, no denial, and no other day or time. */
export function agreesTo(
  text: string,
  proposal: Proposal,
  from: number | null,
  { world, now, language }: { world: World; now: number; language: Language },
): boolean {
  const { time_zone } = world.organization;
  const slots = [proposal.starts_at, ...(from === null ? [] : [from])].map((slot) => ({
    date: localDate(slot, time_zone),
    clock: localClock(slot, time_zone),
  }));
  if (language === "es-US") return agreesInSpanish(text, slots);
  const { acts, when } = read(text, contextOf(world, now, slots[0]?.date ?? null));
  const says = (act: string) => acts.some((one) => one.act === act);
  if (!says("affirm") || acts.some(({ act }) => against.has(act))) return false;
  if (says("cancel_task") && proposal.what !== "cancel") return false;
  return when === null || isWithin(when, slots);
}

type Slot = { date: string; clock: string };

/** Whether days and hours that were said name nothing but these times. */
const isWithin = ({ options, except, relation, clash }: When, slots: readonly Slot[]): boolean =>
  except.length === 0 &&
  relation === null &&
  clash === undefined &&
  options.every((option) => slots.some((slot) => fits(option, slot)));

const fits = ({ date, at, from, to }: WhenOption, slot: Slot): boolean =>
  (date === undefined || date === slot.date) &&
  (at === undefined || at.includes(slot.clock)) &&
  (from === undefined || slot.clock >= from) &&
  (to === undefined || slot.clock < to);
