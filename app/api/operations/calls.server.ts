/** Calls, for programs: the list, one with its script and recording. Without the scope for persons, who called is left out. */
import { z } from "zod";
import { money, moneyOf } from "#app/api/money.server.ts";
import {
  instant,
  instantOf,
  instantOrNull,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { callStatuses, lineTypes, outcomes } from "#app/calls/call-terms.schema.ts";
import { callHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { audioOfCall } from "#app/calls/recordings/recording-audio.server.ts";
import type { Json } from "#app/platform/json.ts";

const about = { tag: "Calls", scope: "calls.read", section: "calls" } as const;
const list = "calls";

const collected = z.object({ id: z.string(), label: z.string(), value: z.string() });

const callRow = z.object({
  id: z.uuid(),
  type: z.enum(["phone", "web", "test"]),
  direction: z.enum(["inbound", "outbound"]),
  status: z.enum(callStatuses),
  outcome: z.enum(outcomes).nullable().describe("Null while it goes on"),
  end_reason: z.string().nullable(),
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  agent_version: z.int().nullable(),
  number_id: z.string().nullable(),
  our_number: z.string().nullable(),
  other_number: z.string().nullable().describe("E.164; null without the scope calls.read_persons"),
  contact_id: z.string().nullable(),
  contact_name: z.string().nullable().describe("Null without the scope calls.read_persons"),
  started_at: instant,
  answered_at: instant.nullable(),
  ended_at: instant.nullable(),
  talk_seconds: z.int(),
  summary: z.string().nullable().describe("Null without the scope calls.read_persons"),
  fields: z.array(collected).describe("What the agent asked for; empty without the scope calls.read_persons"),
  booking_id: z.string().nullable(),
  success: z.enum(["yes", "no", "unclear"]).nullable(),
  sentiment: z.enum(["positive", "neutral", "negative", "unknown"]).nullable(),
  tags: z.array(z.string()).describe("Empty without the scope calls.read_persons"),
  has_recording: z.boolean(),
  cost: money,
});
type Shown = z.output<typeof callRow>;

type Row = Omit<
  Shown,
  "direction" | "status" | "outcome" | "started_at" | "answered_at" | "ended_at" | "fields" | "cost"
> & {
  direction: string;
  status: string;
  outcome: string | null;
  started_at: number;
  answered_at: number | null;
  ended_at: number | null;
  fields: Json;
  cost_micros: number;
  currency: string;
};

const shownTo =
  (seesPersons: boolean) =>
  ({ cost_micros, currency, ...row }: Row): Shown => ({
    ...row,
    direction: row.direction === "outbound" ? "outbound" : "inbound",
    status: callStatuses.find((one) => one === row.status) ?? "in_progress",
    outcome: outcomes.find((one) => one === row.outcome) ?? null,
    started_at: instantOf(row.started_at),
    answered_at: instantOrNull(row.answered_at),
    ended_at: instantOrNull(row.ended_at),
    cost: moneyOf(cost_micros, currency),
    fields: seesPersons ? (collected.array().safeParse(row.fields).data ?? []) : [],
    // What names a person, and what is free text.
    ...(!seesPersons && {
      other_number: null,
      contact_id: null,
      contact_name: null,
      summary: null,
      tags: [],
    }),
  });

const one = z.strictObject({ call_id: z.uuid().describe("The id of the call") });

const line = z.object({
  type: z.enum(lineTypes),
  text: z.string(),
  heard: z.string().nullable().describe("What the caller heard before interrupting; null: all of it"),
  at_ms: z.int().describe("Milliseconds since the call began"),
});

const filters = z.strictObject({
  ...paging,
  agent_id: z.uuid().optional(),
  number_id: z.uuid().optional(),
  outcome: z.enum(outcomes).optional(),
  direction: z.enum(["inbound", "outbound"]).optional(),
  from: z.iso.date().optional().describe("A local date of the organization, included"),
  to: z.iso.date().optional().describe("A local date of the organization, included"),
});

export const callOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "calls.list",
    method: "GET",
    path: "/calls",
    summary: "List calls",
    description: "Finished calls, newest first.",
    params: nothing,
    query: filters,
    body: noBody,
    answer: pageOf(callRow),
    async run({ actor, query: { limit, cursor, agent_id, number_id, ...asked } }) {
      const place = placeOf(list, cursor);
      if (place instanceof Refusal) return place;
      const range = asked.from || asked.to ? { range: "custom" } : {};
      const query = callHistoryQuery.parse({ ...asked, ...range, agent: agent_id, number: number_id });
      const { timeZone } = actor.organization;
      const { rows, next } = await actor.store.apiRows.callsAfter(query, timeZone, place, limit);
      return page(list, rows.map(shownTo(actor.may("calls.read_persons"))), next);
    },
  }),
  operation({
    ...about,
    id: "calls.read",
    method: "GET",
    path: "/calls/{call_id}",
    summary: "Read a call",
    description: "A call that is finished or going on.",
    params: one,
    query: nothing,
    body: noBody,
    answer: callRow,
    async run({ actor, path: { call_id } }) {
      const found = await actor.store.apiRows.call(call_id);
      return found === null ? notFound() : shownTo(actor.may("calls.read_persons"))(found);
    },
  }),
  operation({
    ...about,
    scope: "calls.read_persons",
    id: "calls.transcript",
    method: "GET",
    path: "/calls/{call_id}/transcript",
    summary: "Read a call's transcript",
    params: one,
    query: nothing,
    body: noBody,
    answer: z.object({ call_id: z.uuid(), lines: z.array(line) }),
    async run({ actor, path: { call_id } }) {
      const lines = await actor.store.apiRows.transcript(call_id);
      if (lines === null) return notFound();
      return {
        call_id,
        lines: lines.map(({ type, text, heard, at_ms }) => ({ type, text, heard, at_ms })),
      };
    },
  }),
  operation({
    ...about,
    scope: "calls.read_persons",
    id: "calls.recording",
    method: "GET",
    path: "/calls/{call_id}/recording",
    summary: "Download a call's recording",
    description: "The audio, whole or in ranges. 404 where a call has none.",
    file: "audio/mpeg, audio/wav",
    params: one,
    query: nothing,
    body: noBody,
    answer: z.null(),
    run: async ({ actor, deps, headers, path: { call_id } }) =>
      (await audioOfCall(actor, deps.env, call_id, { range: headers.get("range"), isDownload: true })) ??
      notFound(),
  }),
];
