/** Every event that the outside can hear of: webhooks send it, workflows begin with it, and the product's pages show it. Long because it is one table of every event. */
import { z } from "zod";
import type { FactKind } from "#app/object/events.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { type CatalogueEvent, moment, momentOf, type OutsideEvent, told } from "./outside-events.ts";

const text = z.string();
const id = z.string();
const maybe = z.string().nullable();
const phone = z.string().describe("E.164");
const maybePhone = z.string().nullable().describe("E.164; null: withheld or unknown");

const callFields = {
  call_id: id,
  type: z.enum(["phone", "web", "test"]),
  direction: z.enum(["inbound", "outbound"]),
  from: maybePhone,
  to: maybePhone,
  number_id: maybe,
  agent_id: maybe,
  agent_version: z.int().nullable(),
  started_at: moment,
  contact_name: maybe,
};

const callExample = {
  call_id: "0198f2a4-6c1e-7b41-9d55-0c3f6a2e7b10",
  type: "phone" as const,
  direction: "inbound" as const,
  from: "+14155550142",
  to: "+14155550100",
  number_id: "0198f2a4-0000-7000-8000-000000000011",
  agent_id: "0198f2a4-0000-7000-8000-000000000021",
  agent_version: 7,
  started_at: "2026-11-02T15:04:05.000Z",
  contact_name: "Marta Lindqvist",
};

type Sides = { direction: string; other_number: string | null; own_number: string | null };
/** Who called whom. */
const sides = ({ direction, other_number, own_number }: Sides) =>
  direction === "inbound" ? { from: other_number, to: own_number } : { from: own_number, to: other_number };

const bookingFields = {
  booking_id: id,
  call_id: maybe.describe("The call that did it; null: a person or a program"),
  agent_id: maybe,
  kind: text.describe("What the appointment is for"),
  starts_at: moment,
  ends_at: moment,
  name: text,
  phone_number: maybePhone,
  email: maybe,
};

const bookingExample = {
  booking_id: "0198f2a4-7a00-7c3d-8e21-5b6f0a9d4c31",
  call_id: "0198f2a4-6c1e-7b41-9d55-0c3f6a2e7b10",
  agent_id: "0198f2a4-0000-7000-8000-000000000021",
  kind: "Cleaning",
  starts_at: "2026-11-03T16:00:00.000Z",
  ends_at: "2026-11-03T16:30:00.000Z",
  name: "Marta Lindqvist",
  phone_number: "+14155550142",
  email: "marta@example.com",
};

type Appointment = Omit<z.infer<z.ZodObject<typeof bookingFields>>, "starts_at" | "ends_at"> & {
  starts_at: number;
  ends_at: number;
};
const booking = (made: Appointment) => ({
  ...made,
  starts_at: momentOf(made.starts_at),
  ends_at: momentOf(made.ends_at),
});

const contactFields = {
  contact_id: id,
  phone_number: maybePhone,
  name: maybe,
  email: maybe,
  company: maybe,
  status: text,
};

const contactExample = {
  contact_id: "0198f2a4-5e00-7d11-9c02-3a4b5c6d7e8f",
  phone_number: "+14155550142",
  name: "Marta Lindqvist",
  email: "marta@example.com",
  company: null,
  status: "new",
};

const agentExample = "0198f2a4-0000-7000-8000-000000000021";
const numberExample = { number_id: "0198f2a4-0000-7000-8000-000000000011", phone_number: "+14155550100" };

/** The events, in the order in which people read them. */
export const catalogue = [
  told("call.started", "call.started", {
    group: "Calls",
    title: "Call started",
    about: "An agent has begun to talk with someone.",
    schema: z.object(callFields),
    example: callExample,
    of: ({ started_at, ...call }) => ({ ...call, ...sides(call), started_at: momentOf(started_at) }),
  }),
  told("call.ended", "call.finished", {
    group: "Calls",
    title: "Call ended",
    about: "A call is over and in the history. A missed call counts, too.",
    schema: z.object({
      ...callFields,
      ended_at: moment,
      answered: z.boolean(),
      outcome: text.describe(
        "booked, moved, canceled, transferred, lead, message, call_back, opted_out, answered, no_outcome or missed",
      ),
      end_reason: maybe,
      booking_id: maybe,
      messages: z.int(),
      seconds: z.int(),
      contact_id: maybe,
      summary: maybe,
    }),
    example: {
      ...callExample,
      ended_at: "2026-11-02T15:06:35.000Z",
      answered: true,
      outcome: "booked",
      end_reason: "customer_hangup",
      booking_id: bookingExample.booking_id,
      messages: 0,
      seconds: 150,
      contact_id: contactExample.contact_id,
      summary: "Marta booked a cleaning for Tuesday at 10.",
    },
    of: ({ started_at, ended_at, reason, ...call }) => ({
      ...call,
      ...sides(call),
      started_at: momentOf(started_at),
      ended_at: momentOf(ended_at),
      end_reason: reason,
    }),
  }),
  told("call.analyzed", "call.analyzed", {
    group: "Calls",
    title: "Call analyzed",
    about: "A call was judged from its words, shortly after its end.",
    schema: z.object({
      call_id: id,
      agent_id: maybe,
      agent_version: z.int().nullable(),
      summary: text,
      success: text.describe("yes, no or unclear"),
      sentiment: text,
      answers: z.array(
        z.object({ id, label: text, value: z.union([z.string(), z.number(), z.boolean()]).nullable() }),
      ),
    }),
    example: {
      call_id: callExample.call_id,
      agent_id: agentExample,
      agent_version: 7,
      summary: "Marta booked a cleaning for Tuesday at 10.",
      success: "yes",
      sentiment: "positive",
      answers: [{ id: "new_patient", label: "New patient?", value: true }],
    },
    of: (judged) => judged,
  }),
  told("message.left", "message.left", {
    group: "Calls",
    title: "Message left",
    about: "A caller left a message, or was promised that someone calls back.",
    schema: z.object({
      message_id: id,
      call_id: id,
      agent_id: id,
      kind: z.enum(["message", "call_back"]),
      text,
      name: maybe,
      phone_number: maybePhone,
    }),
    example: {
      message_id: "0198f2a4-7b00-7f00-8a00-1c2d3e4f5a6b",
      call_id: callExample.call_id,
      agent_id: agentExample,
      kind: "call_back",
      text: "Asks whether whitening is done with a laser.",
      name: "Marta Lindqvist",
      phone_number: "+14155550142",
    },
    of: (left) => left,
  }),
  told("call_back.due", "call_back.due", {
    group: "Calls",
    title: "Callback due",
    about: "The promised time of a callback has come, and no one has called.",
    schema: z.object({
      call_back_id: id,
      message_id: id,
      call_id: id,
      agent_id: maybe,
      due_at: moment,
      text,
      name: maybe,
      phone_number: maybePhone,
    }),
    example: {
      call_back_id: "0198f2a4-7c00-7f00-8a00-1c2d3e4f5a6c",
      message_id: "0198f2a4-7b00-7f00-8a00-1c2d3e4f5a6b",
      call_id: callExample.call_id,
      agent_id: agentExample,
      due_at: "2026-11-03T09:00:00.000Z",
      text: "Asks whether whitening is done with a laser.",
      name: "Marta Lindqvist",
      phone_number: "+14155550142",
    },
    of: ({ due_at, ...due }) => ({ ...due, due_at: momentOf(due_at) }),
  }),
  told("booking.made", "booking.made", {
    group: "Bookings",
    title: "Booking made",
    about: "An appointment stands in the calendar.",
    schema: z.object({ ...bookingFields, notes: text }),
    example: { ...bookingExample, notes: "" },
    of: (made) => ({ ...booking(made), notes: made.notes }),
  }),
  told("booking.moved", "booking.moved", {
    group: "Bookings",
    title: "Booking moved",
    about: "An appointment stands at another time.",
    schema: z.object({ ...bookingFields, moved_from: moment.describe("Its start before") }),
    example: { ...bookingExample, moved_from: "2026-11-03T14:00:00.000Z" },
    of: ({ moved_from, ...made }) => ({ ...booking(made), moved_from: momentOf(moved_from) }),
  }),
  told("booking.canceled", "booking.canceled", {
    group: "Bookings",
    title: "Booking canceled",
    about: "An appointment was called off, and its time is free again.",
    schema: z.object(bookingFields),
    example: bookingExample,
    of: booking,
  }),
  told("booking.no_show", "booking.no_show", {
    group: "Bookings",
    title: "No-show",
    about: "The person of an appointment didn’t come.",
    schema: z.object(bookingFields),
    example: bookingExample,
    of: booking,
  }),
  told("booking.restored", "booking.restored", {
    group: "Bookings",
    title: "Booking restored",
    about: "A canceled appointment, or a no-show, stands again.",
    schema: z.object(bookingFields),
    example: bookingExample,
    of: booking,
  }),
  told("contact.created", "contact.created", {
    group: "Contacts",
    title: "Contact created",
    about:
      "A person became a contact by a call, a text or a member. Rows of an imported file aren’t told one by one.",
    schema: z.object({ ...contactFields, source: text, call_id: maybe }),
    example: { ...contactExample, source: "call", call_id: callExample.call_id },
    of: (contact) => contact,
  }),
  told("contact.updated", "contact.updated", {
    group: "Contacts",
    title: "Contact updated",
    about: "What is known of a contact has changed.",
    schema: z.object({ ...contactFields, call_id: maybe }),
    example: { ...contactExample, status: "booked", call_id: callExample.call_id },
    of: (contact) => contact,
  }),
  told("contact.tagged", "contact.tagged", {
    group: "Contacts",
    title: "Contact tagged",
    about: "A contact got a tag.",
    schema: z.object({ ...contactFields, tag: text }),
    example: { ...contactExample, tag: "VIP" },
    of: (contact) => contact,
  }),
  told("contact.opted_out", "contact.opted_out", {
    group: "Contacts",
    title: "Contact opted out",
    about: "A contact doesn’t want to be called any more.",
    schema: z.object({
      contact_id: id,
      phone_number: phone,
      call_id: maybe,
      source: maybe.describe("How it was said: voice, key, text, member, import or api"),
    }),
    example: {
      contact_id: contactExample.contact_id,
      phone_number: "+14155550142",
      call_id: null,
      source: "text",
    },
    of: (contact) => contact,
  }),
  told("lead.saved", "lead.saved", {
    group: "Contacts",
    title: "Lead saved",
    about: "A call that saved a contact as a lead is over.",
    schema: z.object({ contact_id: id, phone_number: phone, name: maybe, email: maybe, call_id: maybe }),
    example: {
      contact_id: contactExample.contact_id,
      phone_number: "+14155550142",
      name: "Marta Lindqvist",
      email: "marta@example.com",
      call_id: callExample.call_id,
    },
    of: (lead) => lead,
  }),
  told("message.received", "message.received", {
    group: "Texts",
    title: "Text received",
    about: "A text message came in.",
    schema: z.object({
      message_id: id,
      thread_id: id,
      from: text,
      to: text,
      text,
      media: z.int().describe("How many pictures and files came with it"),
      asks: maybe.describe("stop, start or help; null: none of these"),
      contact_id: maybe,
      contact_name: maybe,
    }),
    example: {
      message_id: "0198f2a4-7d00-7f00-8a00-1c2d3e4f5a6d",
      thread_id: "0198f2a4-7d00-7f00-8a00-1c2d3e4f5a6e",
      from: "+14155550142",
      to: "+14155550100",
      text: "Can I come an hour later?",
      media: 0,
      asks: null,
      contact_id: contactExample.contact_id,
      contact_name: "Marta Lindqvist",
    },
    of: ({ text_id, other_number, own_number, ...received }) => ({
      ...received,
      message_id: text_id,
      from: other_number,
      to: own_number,
    }),
  }),
  told("campaign.ended", "campaign.ended", {
    group: "Campaigns",
    title: "Campaign ended",
    about: "A campaign is finished, or halted because it can’t go on.",
    schema: z.object({
      campaign_id: id,
      name: text,
      status: text.describe("finished or broken"),
      reason: text,
      ended_at: moment,
      calls: z.int().describe("Calls that were placed"),
      answered: z.int(),
    }),
    example: {
      campaign_id: "0198f2a4-4a00-7f00-8a00-1c2d3e4f5a70",
      name: "Spring checkup",
      status: "finished",
      reason: "done",
      ended_at: "2026-11-02T18:00:00.000Z",
      calls: 240,
      answered: 163,
    },
    of: ({ why, asked, ended_at, ...ended }) => ({
      ...ended,
      reason: why,
      calls: asked,
      ended_at: momentOf(ended_at),
    }),
  }),
  told("number.bought", "number.bought", {
    group: "Numbers",
    title: "Number bought",
    about: "A phone number is yours.",
    schema: z.object({ number_id: id, phone_number: phone, country: text, agent_id: maybe }),
    example: { ...numberExample, country: usualCountry, agent_id: agentExample },
    of: (number) => number,
  }),
  told("number.released", "number.released", {
    group: "Numbers",
    title: "Number released",
    about: "A phone number was given back.",
    schema: z.object({ number_id: id, phone_number: phone }),
    example: numberExample,
    of: (number) => number,
  }),
  told("agent.published", "agent.published", {
    group: "Agents",
    title: "Agent published",
    about: "A version of an agent answers from now on.",
    schema: z.object({ agent_id: id, version: z.int(), name: text }),
    example: { agent_id: agentExample, version: 8, name: "Front desk" },
    of: (agent) => agent,
  }),
  told("agent.rolled_back", "agent.rolled_back", {
    group: "Agents",
    title: "Agent rolled back",
    about: "A new version of an agent was taken back.",
    schema: z.object({ agent_id: id, version: z.int(), to_version: z.int(), reason: text }),
    example: { agent_id: agentExample, version: 8, to_version: 7, reason: "success" },
    of: (agent) => agent,
  }),
] as const;

export type EventName = (typeof catalogue)[number]["name"];

const byName = new Map<string, CatalogueEvent<EventName>>(catalogue.map((one) => [one.name, one]));
const byFact = new Map<FactKind, CatalogueEvent<EventName>>(catalogue.map((one) => [one.fact, one]));

/** The event of a name; null: there is none. */
export const eventNamed = (name: string): CatalogueEvent<EventName> | null => byName.get(name) ?? null;

/** The kinds of facts that the outside can hear of. */
export const toldFacts: readonly FactKind[] = [...byFact.keys()];

/**
 * A fact as the outside is told of it; null: it is not told of.
 * @param at when it happened, ms UTC
 */
export function eventOf(
  kind: FactKind,
  payload: Json | object,
  { organization_id, at }: { organization_id: string; at: number },
): (OutsideEvent & { type: EventName }) | null {
  const entry = byFact.get(kind);
  if (!entry) return null;
  return {
    type: entry.name,
    version: entry.version,
    timestamp: momentOf(at),
    organization_id,
    data: entry.dataOf(payload),
  };
}
