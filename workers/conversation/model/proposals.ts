/** What the caller is asked to confirm before it is done, said by the code, so that no model can get a name, day or time wrong. */
import { localDate } from "#app/platform/zoned-time.ts";
import { booked, confirm } from "#workers/conversation/english/booking.ts";
import { canceled, confirmCancel, confirmMove, moved } from "#workers/conversation/english/changing.ts";
import { anythingElse } from "#workers/conversation/english/sayings.ts";
import { slotSaid } from "#workers/conversation/english/slots.ts";
import type { Action, World } from "#workers/conversation/line/conversation.ts";
import * as spanish from "#workers/conversation/spanish/sayings.ts";
import type { Language, ModelMemory, Proposal } from "./model-memory.ts";

const pick = (wordings: readonly string[], at: number): string => wordings[at % wordings.length] ?? "";

function whenSaid(slot: number, world: World, now: number, language: Language): string {
  const { time_zone } = world.organization;
  if (language === "es-US") return spanish.slotSaid(slot, time_zone);
  const today = localDate(now, time_zone);
  return slotSaid(slot, { hours: world.agent.hours, time_zone, today, said_date: null });
}

/** When an appointment that is to be moved or cancelled starts as it stands (ms UTC); null for a new one. */
export const startOf = (proposal: Proposal, { appointments }: Pick<ModelMemory, "appointments">) =>
  proposal.what === "book"
    ? null
    : (appointments.find(({ booking_id }) => booking_id === proposal.booking_id)?.starts_at ?? null);

/** The question that asks the caller to confirm. */
export function proposalSaid(proposal: Proposal, world: World, now: number, memory: ModelMemory): string {
  const { language, said } = memory;
  const when = whenSaid(proposal.starts_at, world, now, language);
  switch (proposal.what) {
    case "book": {
      const { name, kind } = proposal;
      return language === "es-US"
        ? spanish.confirmBooking(name, kind, when)
        : pick(confirm(name, kind === "" ? "appointment" : kind, when), said);
    }
    case "move": {
      const old = whenSaid(startOf(proposal, memory) ?? proposal.starts_at, world, now, language);
      return language === "es-US" ? spanish.confirmMove(old, when) : pick(confirmMove(old, when), said);
    }
    case "cancel":
      return language === "es-US" ? spanish.confirmCancel(when) : pick(confirmCancel(when), said);
  }
}

/** What is said once it is done, with the question that follows. */
export function doneSaid(proposal: Proposal, world: World, now: number, memory: ModelMemory): string {
  const { language, said } = memory;
  const when = whenSaid(proposal.starts_at, world, now, language);
  if (language === "es-US") {
    const done = { book: spanish.booked, move: spanish.moved, cancel: spanish.canceled }[proposal.what](when);
    return `${done} ${spanish.anythingElse}`;
  }
  const wordings =
    proposal.what === "book" ? booked(when, "", "") : proposal.what === "move" ? moved(when) : canceled(when);
  return `${pick(wordings, said)} ${pick(anythingElse, said)}`;
}

/** The action that a confirmed proposal is. */
export function actionOf(proposal: Proposal, id: string): Action {
  switch (proposal.what) {
    case "book": {
      const { what: _, ...appointment } = proposal;
      return { type: "book", id, ...appointment };
    }
    case "move":
      return {
        type: "move_appointment",
        id,
        booking_id: proposal.booking_id,
        starts_at: proposal.starts_at,
        duration_minutes: proposal.duration_minutes,
      };
    case "cancel":
      return { type: "cancel_appointment", id, booking_id: proposal.booking_id };
  }
}
