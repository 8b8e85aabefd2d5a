/** Runs the brain of a draft: shows what an agent would say and do, without doing it. It runs outside the organization's object. */
import { z } from "zod";
import type { RehearsalLine } from "#app/agents/rehearsal.schema.ts";
import type { RehearsalAnswer, RehearsalTurn } from "#app/agents/rehearsing.server.ts";
import { longDate, timeOfDay } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { callerWords } from "#workers/conversation/brains/caller-words.ts";
import type {
  Action,
  CallEvent,
  HeardLine,
  Move,
  Note,
  World,
} from "#workers/conversation/line/conversation.ts";
import { followed } from "#workers/conversation/line/followed.ts";
import { mostCharacters, mostHeardLines } from "#workers/conversation/line/loop-limits.ts";
import { noteSaid } from "#workers/conversation/line/loop-words.ts";
import { keepHeard } from "#workers/conversation/line/transcript.ts";
import { modelBrainOf } from "./call-models.ts";
import { reachIn } from "./transfer-scene.ts";

/** Stops an agent that keeps reacting to its own outcomes and never returns to the caller. */
const longestChain = 10;

/** What a page carries from turn to turn. It comes back from a browser; a brain validates its own part. */
const remembered = z.object({
  brain: z.json(),
  language: z.enum(["en-US", "es-US"]).optional(),
  transcript: z
    .array(
      z.object({
        seq: z.int().min(0),
        who: z.enum(["caller", "agent"]),
        text: z.string().max(mostCharacters),
      }),
    )
    .max(mostHeardLines),
});

/** Lets a draft answer one event. Every action counts as done and is only described. */
export async function rehearse(turn: RehearsalTurn, env: Env): Promise<RehearsalAnswer> {
  const { spec, organization, busy, now } = turn;
  const before = remembered.safeParse(turn.memory).data;
  const transcript: HeardLine[] = before?.transcript ?? [];
  const hears = (who: HeardLine["who"], text: string) =>
    keepHeard(transcript, { seq: (transcript.at(-1)?.seq ?? 0) + 1, who, text });
  const { event } = turn;
  if (event.type === "said") hears("caller", event.text);
  const heard = event.type === "said" ? callerWords.languageOf(event.text) : null;
  const language = followed(spec, before?.language ?? spec.languages[0], heard);
  const { agent, people } = reachIn({ agent: spec, targets: turn.targets, loops: [] })(now);
  const world: World = {
    organization,
    agent,
    people,
    calendar: { busy },
    caller: { phone_number: null },
    direction: "inbound",
    language,
    transcript,
    has_knowledge: turn.search !== null,
  };
  const lines: RehearsalLine[] = [];
  const waiting: CallEvent[] = [turn.event];
  const brain = brainFor(spec, {
    model: (agent) => modelBrainOf(agent, turn.organization.id, env, { purpose: "rehearsal" }),
  });
  let memory = before?.brain ?? brain.fresh();
  let has_ended = false;
  for (let link = 0; link < longestChain; link++) {
    const event = waiting.shift();
    if (!event) break;
    const moves = brain.respond(memory, event, world, now, new AbortController().signal);
    let next = await moves.next();
    for (; !next.done; next = await moves.next()) {
      if (next.value.type === "say") hears("agent", next.value.text);
      lines.push(...linesOf(next.value, turn));
      if (next.value.type !== "do") continue;
      if (next.value.action.type === "end") has_ended = true;
      else waiting.push(await outcomeOf(next.value.action, turn));
    }
    memory = next.value;
  }
  return { memory: { brain: memory, language, transcript }, lines, has_ended };
}

/** An action counts as done; only a search is really made, and an address of the organization's is not asked. */
async function outcomeOf(action: Action, { search }: RehearsalTurn): Promise<CallEvent> {
  const { id, type } = action;
  if (type === "call_webhook") {
    const data = { rehearsal: "Not asked. Say that on a real call you would look this up now." };
    return { type: "outcome", id, outcome: { ok: true, data } };
  }
  const data = type === "search_knowledge" && search ? { passages: await search(action.question) } : null;
  return { type: "outcome", id, outcome: data ? { ok: true, data } : { ok: true } };
}

function linesOf(move: Move, turn: RehearsalTurn): RehearsalLine[] {
  if (move.type === "say") return [{ who: "agent", text: move.text }];
  const text =
    move.type === "do" ? deedOf(move.action, turn) : move.type === "note" ? noted(move.note) : null;
  return text === null ? [] : [{ who: "note", text }];
}

/** The notes that matter to a person who tries an agent. */
const noted = (note: Note): string | null =>
  note.type === "answered_from" || note.type === "held_back" ? noteSaid(note) : null;

/** "Dana, +1 415 555 0100"; the number alone where it has no name. */
function targetShown(phone_number: string, targets: RehearsalTurn["targets"]): string {
  const shown = internationally(phone_number);
  const name = targets.find((one) => one.phone_number === phone_number)?.name ?? phone_number;
  return name === phone_number ? shown : `${name}, ${shown}`;
}

/** What a real call would have done, in words; null for actions that need no mention. */
function deedOf(action: Action, { organization, locale, now, targets }: RehearsalTurn): string | null {
  switch (action.type) {
    case "book": {
      const place = { timeZone: organization.time_zone, locale };
      const when = `${longDate(action.starts_at, now, place)} at ${timeOfDay(action.starts_at, place)}`;
      return `On a real call: books ${action.kind || "an appointment"} for ${action.name} on ${when}`;
    }
    case "save_lead":
      return "On a real call: saves this lead";
    case "take_message":
      return action.call_back
        ? `On a real call: asks for a callback (“${action.text}”)`
        : `On a real call: takes the message “${action.text}”`;
    case "note_question":
      return `On a real call: notes the question “${action.question}” for you`;
    case "move_appointment":
      return "On a real call: moves the appointment";
    case "cancel_appointment":
      return "On a real call: cancels the appointment";
    case "find_appointments":
      return "On a real call: looks for the caller's appointments";
    case "look_up_contact":
      return "On a real call: looks up the caller";
    case "call_webhook":
      return `On a real call: asks your system (${action.tool})`;
    case "send_sms":
      return `On a real call: texts the caller “${action.text}”`;
    case "search_knowledge":
      return null;
    case "transfer":
      return `On a real call: transfers the caller to ${targetShown(action.phone_number, targets)}`;
    case "opt_out":
      return "On a real call: this number won't be called again";
    case "end":
      return "The agent hangs up";
  }
}
