/** Changes of appointments, for programs: book, move, cancel, mark as a no-show. */
import { z } from "zod";
import { noAnswer, nothing, type Operation, operation } from "#app/api/operation.server.ts";
import { invalidFields, notFound, Refusal } from "#app/api/problem.ts";
import { bookingRefusals } from "#app/calls/bookings/booking-changes.server.ts";
import {
  bookByHand,
  cancelBooking,
  markNoShow,
  moveBooking,
  type Refusal as Why,
} from "#app/calls/bookings/booking-verbs.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";

const about = { tag: "Bookings", scope: "bookings.write", section: "calls" } as const;
const one = z.strictObject({ booking_id: z.uuid().describe("The id of the appointment") });
const refusals = { 409: "The time can't be had, or the appointment changed; `code` and `detail` say why" };

const startsAt = z.iso
  .datetime({ offset: true })
  .describe("RFC 3339, on a whole minute")
  .refine((text) => {
    const day = text.slice(0, 10);
    return Date.parse(text) % minute_ms === 0 && day >= "2000-01-02" && day < "2099-12-31";
  }, "A whole minute between 2000 and 2099")
  .meta({ examples: ["2031-05-06T15:00:00Z"] });
const anyway = z.boolean().default(false).describe("Although the agent's rules don't allow the time");
const version = z
  .int()
  .min(0)
  .optional()
  .describe("Of the appointment that you read; a change in between refuses this one");

/** The instant as the organization's clock shows it; null: that clock shows it twice, for another instant. */
function localTime(text: string, zone: string): { date: string; clock: string } | null {
  const at = Date.parse(text);
  const local = { date: localDate(at, zone), clock: localClock(at, zone) };
  return instantOf(local.date, local.clock, zone) === at ? local : null;
}

const twice = () =>
  invalidFields([
    { path: "body.starts_at", message: "The organization's clock shows this time twice that night" },
  ]);

function refused(reason: Why): Refusal {
  if (reason === "not_found") return notFound();
  if (reason === "bad_number")
    return invalidFields([{ path: "body.phone_number", message: "Send a full phone number" }]);
  return new Refusal(409, reason, bookingRefusals[reason]);
}

const changed = z.object({ id: z.uuid() });

export const bookingChanges: readonly Operation[] = [
  operation({
    ...about,
    id: "bookings.create",
    method: "POST",
    path: "/bookings",
    summary: "Book an appointment",
    description: "By the rules of an agent's calendar, or `anyway` at any time that is free.",
    status: 201,
    params: nothing,
    query: nothing,
    body: z.strictObject({
      starts_at: startsAt,
      minutes: z.int().min(5).max(480),
      kind: z.string().trim().min(1).max(60).describe("What it is for"),
      name: z.string().trim().min(1).max(120),
      phone_number: z.string().trim().max(40).default(""),
      notes: z.string().trim().max(1000).default(""),
      agent_id: z
        .string()
        .max(100)
        .default("")
        .describe("Whose rules count; empty: the first agent that books"),
      anyway,
    }),
    answer: changed,
    refusals,
    async run({ actor, request_id, body }) {
      const local = localTime(body.starts_at, actor.organization.timeZone);
      if (local === null) return twice();
      const calendars = await actor.store.bookings.calendars(Date.now());
      const agent = body.agent_id || (calendars[0]?.id ?? "");
      if (body.agent_id && !calendars.some(({ id }) => id === agent))
        return invalidFields([
          { path: "body.agent_id", message: "No agent with this id books appointments" },
        ]);
      const { minutes, kind, name, notes, anyway, phone_number: phone } = body;
      const typed = { minutes, kind, name, notes, anyway, phone, agent };
      const booked = await bookByHand(actor, { request: request_id, ...typed, ...local });
      return booked.ok ? { id: booked.booking_id } : refused(booked.reason);
    },
  }),
  operation({
    ...about,
    id: "bookings.move",
    method: "PATCH",
    path: "/bookings/{booking_id}",
    summary: "Move an appointment",
    params: one,
    query: nothing,
    body: z.strictObject({ starts_at: startsAt, version, anyway }),
    answer: changed,
    refusals,
    async run({ actor, request_id, path: { booking_id }, body }) {
      const known = await actor.store.apiRows.booking(booking_id);
      if (!known) return notFound();
      const local = localTime(body.starts_at, actor.organization.timeZone);
      if (local === null) return twice();
      const seen = { booking: booking_id, version: body.version ?? known.version, request: request_id };
      const moved = await moveBooking(actor, { ...seen, ...local, anyway: body.anyway });
      return moved.ok ? { id: moved.booking_id } : refused(moved.reason);
    },
  }),
  ...(
    [
      ["cancel", "Cancel an appointment", cancelBooking],
      ["no_show", "Mark that a person didn't come", markNoShow],
    ] as const
  ).map(([name, summary, perform]) =>
    operation({
      ...about,
      id: `bookings.${name}`,
      method: "POST",
      path: `/bookings/{booking_id}/${name.replace("_", "-")}`,
      summary,
      status: 204,
      params: one,
      query: nothing,
      body: z.strictObject({ version }),
      answer: noAnswer,
      refusals,
      async run({ actor, request_id, path: { booking_id }, body }) {
        const known = await actor.store.apiRows.booking(booking_id);
        if (!known) return notFound();
        const seen = { booking: booking_id, version: body.version ?? known.version, request: request_id };
        const done = await perform(actor, seen);
        return done.ok ? null : refused(done.reason);
      },
    }),
  ),
];
