/** What members do with appointments: book, move, cancel, note, mark as a no-show, restore. */
import type { z } from "zod";
import type { HandAnswer, HandChange, HandRefusal } from "#app/bookings/booking-terms.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { instantOf, localClock } from "#app/platform/zoned-time.ts";
import { bookInput, changeInput, moveInput, noteInput } from "./bookings-query.schema.ts";

export type Refusal = HandRefusal | "no_such_time" | "bad_number";
export type Outcome = { ok: true; booking_id: string } | { ok: false; reason: Refusal };
type BookingVerb<Input extends z.ZodType> = Verb<Input, [], Outcome>;

const about = { permission: "bookings.write", section: "calls" } as const;

const changeOf = (actor: Actor, input: z.output<typeof changeInput>): HandChange => ({
  booking_id: input.booking,
  version: input.version,
  action_id: input.request,
  author_id: authorOf(actor),
  now: Date.now(),
});

/** The outcome of an answer; what was really changed stands in the audit trail. */
async function settled(actor: Actor, action: string, answer: HandAnswer): Promise<Outcome> {
  if (!answer.ok) return { ok: false, reason: answer.reason };
  if (answer.changed) await actor.record(action, answer.booking_id);
  return { ok: true, booking_id: answer.booking_id };
}

/** The instant of a local time, or null when a clock change skips it. */
function instantIn({ organization }: Actor, { date, clock }: { date: string; clock: string }): number | null {
  const at = instantOf(date, clock, organization.timeZone);
  return localClock(at, organization.timeZone) === clock ? at : null;
}

/** Moves an appointment to a time that its agent's rules allow, or `anyway` to any other that is free. */
export const moveBooking: BookingVerb<typeof moveInput> = verb(
  { verb: "bookings.move", ...about, input: moveInput },
  async (actor, input) => {
    const starts_at = instantIn(actor, input);
    if (starts_at === null) return { ok: false, reason: "no_such_time" };
    const { store, organization } = actor;
    const agent_id = (await store.bookings.find(input.booking))?.agent_id ?? null;
    const wanted = { starts_at, agent_id, anyway: input.anyway, time_zone: organization.timeZone };
    return settled(actor, "booking.moved", await store.bookings.moveByHand(changeOf(actor, input), wanted));
  },
);

/** Calls an appointment off. */
export const cancelBooking: BookingVerb<typeof changeInput> = verb(
  { verb: "bookings.cancel", ...about, worksUnpaid: true, input: changeInput },
  async (actor, input) =>
    settled(actor, "booking.canceled", await actor.store.bookings.cancelByHand(changeOf(actor, input))),
);

/** Marks that the person of an appointment did not come. */
export const markNoShow: BookingVerb<typeof changeInput> = verb(
  { verb: "bookings.mark_no_show", ...about, worksUnpaid: true, input: changeInput },
  async (actor, input) =>
    settled(actor, "booking.no_show", await actor.store.bookings.markNoShow(changeOf(actor, input))),
);

/** Makes a canceled appointment stand again, or takes a no-show back. */
export const restoreBooking: BookingVerb<typeof changeInput> = verb(
  { verb: "bookings.restore", ...about, input: changeInput },
  async (actor, input) =>
    settled(actor, "booking.restored", await actor.store.bookings.restore(changeOf(actor, input))),
);

/** Replaces the note of an appointment. */
export const noteBooking: BookingVerb<typeof noteInput> = verb(
  { verb: "bookings.note", ...about, worksUnpaid: true, input: noteInput },
  async (actor, input) =>
    settled(actor, "booking.noted", await actor.store.bookings.takeNote(changeOf(actor, input), input.notes)),
);

/** Books an appointment by hand. */
export const bookByHand: BookingVerb<typeof bookInput> = verb(
  { verb: "bookings.book", ...about, input: bookInput },
  async (actor, input) => {
    const { store, organization } = actor;
    const starts_at = instantIn(actor, input);
    if (starts_at === null) return { ok: false, reason: "no_such_time" };
    const phone_number = input.phone === "" ? null : phoneNumberFrom(input.phone, organization.country);
    if (input.phone !== "" && phone_number === null) return { ok: false, reason: "bad_number" };
    const answer = await store.bookings.bookByHand(
      {
        starts_at,
        agent_id: input.agent || null,
        anyway: input.anyway,
        time_zone: organization.timeZone,
        kind: input.kind,
        duration_minutes: input.minutes,
        name: input.name,
        phone_number,
        email: null,
        notes: input.notes,
      },
      { author_id: authorOf(actor), action_id: input.request, now: Date.now() },
    );
    return settled(actor, "booking.made", answer);
  },
);
