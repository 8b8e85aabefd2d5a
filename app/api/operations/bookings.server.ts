/** Appointments, for programs. */
import { z } from "zod";
import {
  instant,
  instantOf,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeForms,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";

const about = { tag: "Bookings", scope: "bookings.read", section: "calls" } as const;
const list = "bookings";
const status = z.enum(["booked", "canceled", "no_show"]);

const bookingRow = z.object({
  id: z.uuid(),
  starts_at: instant,
  ends_at: instant,
  kind: z.string(),
  name: z
    .string()
    .nullable()
    .describe("Null without the scope calls.read_persons, like number, email and notes"),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  notes: z.string().nullable(),
  status,
  version: z.int().describe("Send it with a change, and a change in between refuses it"),
  call_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
type Shown = z.output<typeof bookingRow>;
type Row = Omit<Shown, "starts_at" | "ends_at" | "created_at" | "updated_at"> & {
  starts_at: number;
  ends_at: number;
  created_at: number;
  updated_at: number;
};

const shownTo =
  (seesPersons: boolean) =>
  (row: Row): Shown => ({
    ...row,
    starts_at: instantOf(row.starts_at),
    ends_at: instantOf(row.ends_at),
    created_at: instantOf(row.created_at),
    updated_at: instantOf(row.updated_at),
    ...(!seesPersons && { name: null, phone_number: null, email: null, notes: null, contact_id: null }),
  });

const at = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));

export const bookingOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "bookings.list",
    method: "GET",
    path: "/bookings",
    summary: "List appointments",
    description: "In the order in which they end. `from` and `to` choose those that touch a stretch of time.",
    params: nothing,
    query: z.strictObject({
      ...paging,
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      status: status.optional(),
    }),
    body: noBody,
    answer: pageOf(bookingRow),
    async run({ actor, query: { limit, cursor, from, to, status = null } }) {
      const place = placeOf(list, cursor, placeForms.numberAndId);
      if (place instanceof Refusal) return place;
      const asked = { from: at(from), to: at(to), status };
      const { rows, next } = await actor.store.apiRows.bookingsAfter(asked, place, limit);
      return page(list, rows.map(shownTo(actor.may("calls.read_persons"))), next);
    },
  }),
  operation({
    ...about,
    id: "bookings.read",
    method: "GET",
    path: "/bookings/{booking_id}",
    summary: "Read an appointment",
    params: z.strictObject({ booking_id: z.uuid().describe("The id of the appointment") }),
    query: nothing,
    body: noBody,
    answer: bookingRow,
    async run({ actor, path: { booking_id } }) {
      const found = await actor.store.apiRows.booking(booking_id);
      return found === null ? notFound() : shownTo(actor.may("calls.read_persons"))(found);
    },
  }),
];
