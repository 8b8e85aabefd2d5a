/** A call as the messages of a model: the transcript as it was heard, with the tools' calls and results where they were made. */
import type { HeardLine } from "#workers/conversation/line/conversation.ts";
import { mostLines } from "./kept-steps.ts";
import type { ModelMessage } from "./model.ts";
import type { ModelMemory, Step } from "./model-memory.ts";

/** What the code says to the model, told apart from what the caller says. */
export const codeSays = (text: string): string => `[${text}]`;

/** A caller's words never look like the code's: who writes in a widget can write brackets. */
const unmarked = (text: string): string => text.replace(/[[\]]/g, (bracket) => (bracket === "[" ? "(" : ")"));
/** Before a line that a member whispers to the agent. */
const colleagueSays =
  "A colleague who listens tells you, unheard by the caller; act on it in your next answer, and do not mention the colleague:";

const spokenTo = (who: "agent" | "caller" | "colleague", text: string): string => {
  if (who === "agent") return text;
  return who === "colleague" ? codeSays(`${colleagueSays} ${text}`) : unmarked(text);
};

/**
 * The messages of a call so far. A line of which the caller heard only a part holds that part, and the model is told so
 * by its being cut.
 * @param moment what the code tells at the beginning (the day, who calls) and at the end (what is known by now)
 */
export function messagesOf(
  transcript: readonly HeardLine[],
  { steps, notes }: ModelMemory,
  moment: { first: string; last: string } = { first: "", last: "" },
): ModelMessage[] {
  const messages: ModelMessage[] = [
    { role: "user", text: codeSays(`The line is open. ${moment.first}`.trim()) },
  ];
  const lines = transcript.slice(-mostLines);
  const first = lines[0]?.seq ?? 0;
  const told = [
    ...lines.map(({ seq, who, text }) => ({
      at: seq,
      order: 0,
      who: who === "agent" ? who : ("caller" as const),
      text: spokenTo(who, text),
    })),
    ...notes.map(({ after, text }) => ({
      at: after,
      order: 1,
      who: "caller" as const,
      text: codeSays(text),
    })),
    ...steps.map((step) => ({ at: step.after, order: 2, step })),
  ]
    .filter(({ at }) => at >= first)
    .sort((a, b) => a.at - b.at || a.order - b.order);
  for (const one of told) {
    if ("text" in one) add(messages, one.who === "caller" ? "user" : "assistant", one.text);
    else if (one.step.results.length >= one.step.calls.length) addStep(messages, one.step);
  }
  if (moment.last !== "" && messages.at(-1)?.role === "user") add(messages, "user", codeSays(moment.last));
  return messages;
}

function addStep(messages: ModelMessage[], { calls, results }: Step): void {
  messages.push({ role: "assistant", text: "", calls });
  for (const { id, name, result } of results) messages.push({ role: "tool", id, name, result });
}

/** Adds words to the last message of the same side, or as a new one: some providers want the sides in turn. */
function add(messages: ModelMessage[], role: "user" | "assistant", text: string): void {
  const last = messages.at(-1);
  if (last?.role === "user" && role === "user")
    messages.splice(-1, 1, { ...last, text: `${last.text}\n${text}` });
  else if (last?.role === "assistant" && role === "assistant" && last.calls.length === 0)
    messages.splice(-1, 1, { ...last, text: `${last.text} ${text}` });
  else messages.push(role === "user" ? { role, text } : { role, text, calls: [] });
}
