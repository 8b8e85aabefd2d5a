/** A call as the messages of a model: the transcript as it was heard, with the tools' calls and results where they were made. */
import type { HeardLine } from "#workers/conversation/line/conversation.ts";
import type { ModelMessage } from "./model.ts";
import type { ModelMemory } from "./model-memory.ts";

/** How many of the last lines a model is shown: an hour's call stays within every model's context. */
const mostLines = 120;
const mostResult = 4000;

/** What the code says to the model, told apart from what the caller says. */
export const codeSays = (text: string): string => `[${text}]`;

/**
 * The messages of a call so far. A line of which the caller heard only a part holds that part, and the model is told so
 * by its being cut.
 */
export function messagesOf(transcript: readonly HeardLine[], { steps, notes }: ModelMemory): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: "user", text: codeSays("The line is open.") }];
  const lines = transcript.slice(-mostLines);
  const first = lines[0]?.turn ?? 0;
  const turns = [...new Set([...lines, ...steps, ...notes].map(({ turn }) => turn))]
    .filter((turn) => turn >= first)
    .sort((a, b) => a - b);
  for (const turn of turns) {
    const said = lines.filter((line) => line.turn === turn);
    for (const { text } of said.filter(({ who }) => who === "caller")) add(messages, "user", text);
    for (const note of notes) if (note.turn === turn) add(messages, "user", codeSays(note.text));
    for (const step of steps) {
      if (step.turn !== turn || step.results.length < step.calls.length) continue;
      messages.push({ role: "assistant", text: "", calls: step.calls });
      for (const { id, name, result } of step.results)
        messages.push({ role: "tool", id, name, result: result.slice(0, mostResult) });
    }
    for (const { text } of said.filter(({ who }) => who === "agent")) add(messages, "assistant", text);
  }
  return messages;
}

/** Adds words to the last message of the same side, or as a new one: some providers want the sides in turn. */
function add(messages: ModelMessage[], role: "user" | "assistant", text: string): void {
  const last = messages.at(-1);
  if (last?.role === "user" && role === "user") last.text = `${last.text}\n${text}`;
  else if (last?.role === "assistant" && role === "assistant" && last.calls.length === 0)
    last.text = `${last.text} ${text}`;
  else messages.push(role === "user" ? { role, text } : { role, text, calls: [] });
}
