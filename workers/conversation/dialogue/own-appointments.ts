/** Looks the caller's own appointments up before words about them are answered: by the name that they give, and the number of the line or one that they give. */
import { z } from "zod";
import type { CallEvent, Move, Outcome } from "#workers/conversation/line/conversation.ts";
import { nameOf, phoneField, textOf } from "./needs.ts";
import type { CallState } from "./state.ts";
import { newId, type Turn } from "./turn.ts";

const told = z.object({
  appointments: z.array(
    z.object({
      booking_id: z.string(),
      starts_at: z.int(),
      duration_minutes: z.number(),
      kind: z.string(),
      name: z.string(),
    }),
  ),
});

/** The name that the caller gave, and a number that is not the line's: only a name with a number proves whose appointment it is. */
function named({ state, world }: Turn): { name: string | null; phone_number: string | null } {
  const phone_number = textOf(state, phoneField(world.agent).id);
  const name = nameOf(state, world);
  const other = phone_number === world.caller.phone_number ? null : phone_number;
  const proves = name !== null && phone_number !== null;
  if (proves) return { name, phone_number: other };
  return { name: world.caller.phone_number === null ? null : name, phone_number: null };
}

/**
 * Whether the caller's appointments are known, as far as they can be. If not, this turn is put aside: they are looked
 * for, and the same words are answered then.
 */
export function areKnown(turn: Turn): boolean {
  const { state } = turn;
  const { name, phone_number } = named(turn);
  const key = name === null ? "" : `${name}, ${phone_number}`;
  const can_find = name !== null || state.done.bookings.length > 0;
  if (!can_find || state.appointments?.asked_with === key) return true;
  turn.finds = { name, phone_number, asked_with: key };
  return false;
}

/** Begins to look for the appointments; `event` is answered when they are known. */
export function findFirst(
  before: CallState,
  event: CallEvent,
  { name, phone_number, asked_with }: NonNullable<Turn["finds"]>,
): { state: CallState; moves: Move[] } | null {
  if (event.type !== "said" && event.type !== "keyed") return null;
  const state = structuredClone(before);
  const id = newId(state, "find_appointments");
  state.finding = { id, asked_with, event };
  return { state, moves: [{ type: "do", action: { type: "find_appointments", id, name, phone_number } }] };
}

/** Takes in what was found. @returns the state, and the event that waited for it; null: it was no such search */
export function foundOwn(
  before: CallState,
  id: string,
  outcome: Outcome,
): { state: CallState; event: CallEvent } | null {
  const { finding } = before;
  if (finding?.id !== id) return null;
  const state = structuredClone(before);
  const read = outcome.ok ? told.safeParse(outcome.data).data : undefined;
  state.finding = null;
  state.appointments = { asked_with: finding.asked_with, found: read?.appointments ?? [] };
  return { state, event: finding.event };
}
