/** The built-in brain on a draft: what an agent would say and do, with the organization's real free times and without doing anything. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { RehearsalLine } from "#app/agents/rehearsal.schema.ts";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import { longDate, timeOfDay } from "#app/platform/format.ts";
import type { Json } from "#app/platform/json.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { builtInBrain } from "#workers/conversation/brains/built-in-brain.ts";
import type { Action, CallEvent, Move, World } from "#workers/conversation/line/conversation.ts";

const DAY_MS = 86_400_000;

/** An agent that keeps answering its own outcomes would never come back to the caller. */
const longestChain = 10;

export type RehearsalTurn = {
  spec: AgentSpec;
  /** What the brain remembered after the turn before; null begins a call. */
  memory: Json;
  event: Extract<CallEvent, { type: "started" | "said" }>;
  organization: World["organization"];
  locale: string;
  /** ms UTC */
  now: number;
};
export type RehearsalAnswer = { memory: Json; lines: RehearsalLine[]; has_ended: boolean };

/** How a rehearsal knows what a call would: the taken stretches between two instants (ms UTC), and the days on which everybody is off. */
type Real<Database> = {
  busy: (db: Database, from: number, to: number) => BusyStretch[];
  closedDays: (db: Database) => readonly { date: string }[];
};

/** The store room `rehearsals`: the times offered are free. */
export const rehearsalsWith = <Database>({ busy, closedDays }: Real<Database>) => ({
  /** The draft's answer to one event. Every action counts as done, and is told instead. */
  async answer(db: Database, turn: RehearsalTurn): Promise<RehearsalAnswer> {
    const { spec, organization, now } = turn;
    const dates = closedDays(db).map(({ date }) => date);
    const horizon = spec.actions.book?.horizon_days ?? 0;
    const world: World = {
      organization,
      agent: { ...spec, hours: alsoClosed(spec.hours, dates, now) },
      calendar: { busy: busy(db, now, now + (horizon + 2) * DAY_MS) },
      caller: { phone_number: null },
      direction: "inbound",
    };
    const lines: RehearsalLine[] = [];
    const waiting: CallEvent[] = [turn.event];
    let memory = turn.memory ?? builtInBrain.fresh();
    let has_ended = false;
    for (let link = 0; link < longestChain; link++) {
      const event = waiting.shift();
      if (!event) break;
      const moves = builtInBrain.respond(memory, event, world, now, new AbortController().signal);
      let next = await moves.next();
      for (; !next.done; next = await moves.next()) {
        lines.push(...told(next.value, turn));
        if (next.value.type !== "do") continue;
        if (next.value.action.type === "end") has_ended = true;
        else waiting.push({ type: "outcome", id: next.value.action.id, outcome: { ok: true } });
      }
      memory = next.value;
    }
    return { memory, lines, has_ended };
  },
});

function told(move: Move, turn: RehearsalTurn): RehearsalLine[] {
  if (move.type === "say") return [{ who: "agent", text: move.text }];
  const text =
    move.type === "do"
      ? deedOf(move.action, turn)
      : move.note.type === "answered_from"
        ? `Answered from “${move.note.title}”`
        : null;
  return text === null ? [] : [{ who: "note", text }];
}

/** What a real call would have done, in words; null for what goes without saying. */
function deedOf(action: Action, { organization, locale, now }: RehearsalTurn): string | null {
  switch (action.type) {
    case "book": {
      const place = { timeZone: organization.time_zone, locale };
      const when = `${longDate(action.starts_at, now, place)} at ${timeOfDay(action.starts_at, place)}`;
      return `A call would book ${action.kind || "an appointment"} for ${action.name} on ${when}`;
    }
    case "save_lead":
      return "A call would save this lead";
    case "take_message":
      return action.call_back
        ? `A call would ask for a call back: ${action.text}`
        : `A call would keep this message: “${action.text}”`;
    case "note_question":
      return `A call would note the question “${action.question}” for you`;
    case "transfer":
      return `A call would be put through to ${internationally(action.phone_number)}`;
    case "opt_out":
      return "This number would not be called again";
    case "end":
      return "The agent hangs up";
  }
}
