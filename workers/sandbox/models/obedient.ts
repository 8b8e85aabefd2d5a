/** A reasonably obedient model without a provider: it reads the caller with our own readers, answers from its instructions, and uses only the tools that it is offered. */

import type { Act } from "#workers/conversation/words/acts.ts";
import type { Asked, AskedMessage, AskedTool, Said } from "./asked.ts";
import { exactAnswer, factAnswer } from "./fact-answers.ts";
import { follow } from "./followed-call.ts";
import { isSpanish } from "./hearing.ts";
import { judge, judgeTool } from "./judged-call.ts";
import type { Called } from "./known.ts";
import { Planner } from "./planner.ts";
import { says } from "./sayings.ts";
import { toldIn } from "./tool-results.ts";

const say = (...parts: string[]): Said => ({ say: parts.filter(Boolean).join(" "), calls: [] });

/** What an obedient model says next. */
export function obedient(asked: Asked): Said {
  const report = asked.tools.find(({ name }) => name === judgeTool);
  if (report) return judge(report, asked.messages);
  const planner = new Planner(follow(asked), asked.tools);
  return hasResults(asked.messages) ? afterTools(planner, asked) : afterWords(planner, asked.tools);
}

/** Whether a tool has answered since the caller spoke; what was said beside its call comes after its result. */
const hasResults = (messages: readonly AskedMessage[]): boolean =>
  messages.findLastIndex(({ role }) => role === "tool") >
  messages.findLastIndex(({ role }) => role === "user");

/** The tool that searches what the business has written down. */
const searching = (tools: readonly AskedTool[]): AskedTool | undefined =>
  tools.find(({ name }) => name.includes("knowledge"));
const firstOf = ({ parameters }: AskedTool): string => Object.keys(parameters.properties)[0] ?? "question";

function afterWords(planner: Planner, tools: readonly AskedTool[]): Said {
  const { known, told, asks } = planner;
  const { acts, words, task, facts } = known;
  const has = (act: Act["act"]) => acts.some((one) => one.act === act);
  if (known.secret) return say(told("secret"), asks("more"));
  if (known.refused)
    return say(told("uncertain"), asks(planner.can("take_message") ? "offer_message" : "more"));
  if (known.no_line) return planner.giveUp(told("no_line"));
  if (known.lost) return planner.next(told("lost"));
  if (facts.speaks === "English" && isSpanish(words) && !/\b(?:the|is|do|you|my|i|to)\b/i.test(words))
    return say(told("english_only"), asks("help"));
  const bye = () =>
    planner.call("end_call", { reason: "goodbye" }, { line: told("goodbye"), most: 9 }) ??
    say(told("goodbye"));
  if (has("person"))
    return (
      planner.call("transfer_call", { reason: words }, { line: told("through") }) ??
      planner.giveUp(told("not_here"))
    );
  if (has("wrong_number")) return bye();
  const isDone =
    (known.asked === "more" || known.asked === "help") &&
    (task === null || task === "lead") &&
    has("deny") &&
    !has("ask");
  if (exactAnswer(facts, words) === null && (has("goodbye") || isDone)) return bye();
  if (task === null && has("greeting") && questionIn(planner) === null)
    return say(told("hello"), asks("help"));
  if (task === null && has("affirm") && known.asked === "more") return say(asks("help"));
  const lead = smallTalk(planner);
  const question = questionIn(planner);
  const answer = question === null ? null : factAnswer(facts, question, known.now, known.tongue);
  if (answer !== null) return planner.next(answer);
  if (question !== null && lead === "") return look(planner, question, tools);
  return planner.next(lead);
}

/** What is said to words that want nothing. */
function smallTalk({ known, told }: Planner): string {
  const { acts, words, task, asked } = known;
  const has = (act: Act["act"]) => acts.some((one) => one.act === act);
  if (has("robot")) return told("robot");
  if (/\b(?:system prompt|your (?:instructions|prompt))\b/i.test(words)) return told("secret");
  if (known.dropped) return told("dropped");
  if (has("repeat")) return known.lines.at(-1) === undefined ? "" : `${told("fine")}`;
  if (task !== null) return "";
  if (/\bhow (?:are you|is it going|'s it going)\b/i.test(words)) return told("well");
  if (has("wait")) return told("wait");
  if (has("thanks")) return told("welcome");
  return asked === "offer_message" && has("deny") ? told("fine") : "";
}

/** The caller's question; null: they ask nothing. A wish for an appointment asks nothing either. */
function questionIn({ known }: Planner): string | null {
  const { acts, words, facts, asked } = known;
  if (exactAnswer(facts, words) !== null) return words;
  if (asked === "message") return null;
  const found = acts.find(({ act }) => act === "ask");
  const wishes = acts.some(
    ({ act, field }) => act === "new_task" || (act === "inform" && field !== undefined),
  );
  if (found) {
    const text = String(found.value ?? found.words);
    return wishes && factAnswer(facts, text, known.now, known.tongue) === null ? null : text;
  }
  const isAsking =
    words.trim().endsWith("?") ||
    /^(?:what|where|when|who|why|how|do you|are you|can you|is there)\b/i.test(words);
  return isAsking && !wishes && acts.every(({ act }) => plainActs.has(act)) ? words : null;
}
const plainActs = new Set<string>(["not_understood", "greeting", "nothing_heard"]);

/** Searches for an answer; without a search, or where the same was searched for, it is not known. */
function look(planner: Planner, question: string, tools: readonly AskedTool[]): Said {
  if (planner.known.task === "book" && planner.known.when === "") return planner.next("");
  const tool = searching(tools);
  const found = tool && planner.call(tool.name, { [firstOf(tool)]: question });
  if (found) return found;
  const before = planner.known.used.findLast(
    ({ name, given }) => name === tool?.name && Object.values(given).includes(question),
  );
  const told = before ? toldIn(before.result) : "";
  return told === "" ? unknown(planner, question) : planner.next(told);
}

/** Owns up to not knowing, once the question is noted for the team. */
function unknown(planner: Planner, question: string): Said {
  const { known, told, asks } = planner;
  const noted = planner.call("note_question", { question });
  if (noted) return noted;
  const again = known.lines.some((line) => says(line, "unknown"));
  const line = told(again ? "unknown_again" : "unknown");
  if (known.task !== null) return planner.next(line);
  return say(line, asks(planner.can("take_message") ? "offer_message" : "more"));
}

/** The calls of the last answer, with their results. */
function lastCalls(messages: readonly AskedMessage[], used: readonly Called[]): Called[] {
  const at = messages.findLastIndex(({ calls }) => calls.length > 0);
  const ids = new Set((messages[at]?.calls ?? []).map(({ id }) => id));
  return used.filter(({ id }) => ids.has(id));
}

function afterTools(planner: Planner, { messages, tools }: Asked): Said {
  const { known, told } = planner;
  const [last] = lastCalls(messages, known.used).slice(-1);
  if (!last) return planner.next("");
  const { name, result, given } = last;
  const words = toldIn(result);
  switch (name) {
    case "take_message":
      return result === "Done." ? planner.next(told("passed_on")) : planner.giveUp(told("not_saved"));
    case "note_question":
      return unknown(planner, String(given.question ?? ""));
    case "find_appointments": {
      const [own] = known.found ?? [];
      const isOne = own && known.found?.length === 1 && known.task === "move" && known.when === null;
      return planner.next(isOne ? `I see your ${own.kind.toLowerCase()} on ${own.say}.` : "");
    }
    case "find_times":
    case "book_appointment":
    case "move_appointment":
    case "cancel_appointment":
      return planner.next(known.task === null ? words || told("fine") : "");
    case "save_details":
    case "confirm":
      return planner.next("");
    case "transfer_call":
      return result.startsWith("Error") ? planner.giveUp(told("not_here")) : say(told("through"));
    case "end_call":
      return say(told("goodbye"));
  }
  if (name !== searching(tools)?.name)
    return words === "" ? planner.giveUp(told("not_saved")) : planner.next(words);
  return words === "" || result.startsWith("Error")
    ? unknown(planner, String(Object.values(given)[0] ?? ""))
    : planner.next(words);
}
