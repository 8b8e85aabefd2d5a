/** What an action's outcome tells the model: validated, in plain words, and marked as information. */
import { z } from "zod";
import type { Outcome, World } from "#workers/conversation/line/conversation.ts";
import type { ModelMemory } from "./model-memory.ts";
import { timesTold } from "./model-times.ts";

/** What find_appointments gives: the caller's coming appointments, the next first. */
export const appointmentsFound = z.object({
  appointments: z.array(
    z.object({
      booking_id: z.string(),
      starts_at: z.int(),
      duration_minutes: z.int(),
      kind: z.string(),
      name: z.string(),
    }),
  ),
});

/** What search_knowledge gives. */
export const passagesFound = z.object({
  passages: z.array(z.object({ source_id: z.string(), title: z.string(), text: z.string() })),
});

/** More is not said on the phone, and costs tokens. */
const mostPassages = 3;
const mostPassage = 1200;

const failed: Record<string, string> = {
  take_message: "Error: the message could not be saved. Say so, and ask the caller to call again.",
  search_knowledge: "Error: the search is not possible now. Say that you don't know, and offer a call back.",
  find_appointments: "Error: the calendar can't be read now. Say so, and offer a call back.",
};

/** The words for a tool's outcome. Changes `memory`: the appointments that were found. */
export function resultOf(
  tool: string,
  outcome: Outcome,
  { world, now, memory }: { world: World; now: number; memory: ModelMemory },
): string {
  if (!outcome.ok && outcome.why !== undefined)
    return `Error: the system did not answer as expected: ${outcome.why}. Say that you can't look it up or do it now, and offer a call back.`;
  if (!outcome.ok) return failed[tool] ?? "Error: that did not work. Say so; nothing was done.";
  if (tool === "find_appointments") return appointments(outcome.data, world, now, memory);
  if (tool === "search_knowledge") return passages(outcome.data);
  if (outcome.data !== undefined) return JSON.stringify({ information: outcome.data });
  return "Done.";
}

function appointments(data: unknown, world: World, now: number, memory: ModelMemory): string {
  const found = appointmentsFound.safeParse(data);
  const list = found.success ? found.data.appointments : [];
  memory.appointments = list.map((one, at) => ({ ...one, handle: `A${at + 1}` }));
  if (list.length === 0)
    return "No appointment was found under that name and number. Ask for the full name and the number that it was made with, or offer a call back.";
  return JSON.stringify(
    memory.appointments.map(({ handle, kind, name, starts_at }) => ({
      appointment: handle,
      kind,
      name,
      ...timesTold([starts_at], world, now)[0],
    })),
  );
}

function passages(data: unknown): string {
  const found = passagesFound.safeParse(data);
  const list = found.success ? found.data.passages.slice(0, mostPassages) : [];
  if (list.length === 0)
    return "Nothing was found. Say that you don't know, note it with note_question, and offer a call back.";
  return JSON.stringify({
    information: list.map(({ title, text }) => ({ title, text: text.slice(0, mostPassage) })),
  });
}
