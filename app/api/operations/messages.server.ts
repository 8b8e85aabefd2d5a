/** Text messages, for programs: conversations with one person each, and their messages. */
import { z } from "zod";
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
  placeForms,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { longestText } from "#app/texts/segments.ts";
import { sendText, textPerson, textRefusals } from "#app/texts/text-verbs.server.ts";

const about = { tag: "Messages", scope: "calls.read_persons", section: "calls" } as const;

const threadRow = z.object({
  id: z.uuid(),
  number_id: z.string().nullable(),
  our_number: z.string().describe("E.164"),
  other_number: z.string().describe("E.164"),
  unread: z.int(),
  last_text: z.string(),
  last_at: instant,
  opted_out_at: instant.nullable().describe("When the person asked for no more texts"),
  created_at: instant,
});

const messageRow = z.object({
  id: z.uuid(),
  direction: z.enum(["in", "out"]),
  author: z.enum(["caller", "agent", "member", "system"]),
  text: z.string(),
  status: z.string(),
  media: z.int().describe("How many pictures or files came with it"),
  agent_id: z.string().nullable(),
  created_at: instant,
});

const one = z.strictObject({ thread_id: z.uuid().describe("The id of the conversation") });

export const messageOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "threads.list",
    method: "GET",
    path: "/threads",
    summary: "List conversations by text",
    description: "Those with the newest message first.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(threadRow),
    async run({ actor, query: { limit, cursor } }) {
      const place = placeOf("threads", cursor, placeForms.numberAndId);
      if (place instanceof Refusal) return place;
      const { rows, next } = await actor.store.apiRows.threadsAfter(place, limit);
      const shown = rows.map((row) => ({
        ...row,
        last_at: instantOf(row.last_at),
        opted_out_at: instantOrNull(row.opted_out_at),
        created_at: instantOf(row.created_at),
      }));
      return page("threads", shown, next);
    },
  }),
  operation({
    ...about,
    id: "messages.list",
    method: "GET",
    path: "/threads/{thread_id}/messages",
    summary: "List a conversation's messages",
    description: "Newest first.",
    params: one,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(messageRow),
    async run({ actor, path: { thread_id }, query: { limit, cursor } }) {
      const place = placeOf("messages", cursor, placeForms.number);
      if (place instanceof Refusal) return place;
      const found = await actor.store.apiRows.messagesAfter(thread_id, place, limit);
      if (found === null) return notFound();
      const shown = found.rows.map(({ seq: _, direction, created_at, ...row }) => ({
        ...row,
        direction: direction === "in" ? ("in" as const) : ("out" as const),
        created_at: instantOf(created_at),
      }));
      return page("messages", shown, found.next);
    },
  }),
  operation({
    ...about,
    scope: "messages.write",
    id: "messages.send",
    method: "POST",
    path: "/threads/{thread_id}/messages",
    summary: "Send a text message",
    description:
      "To the person of a conversation; a call's id leads to the conversation with its person. People who asked for no more texts get none.",
    status: 202,
    params: one,
    query: nothing,
    body: z.strictObject({ text: z.string().trim().min(1).max(longestText) }),
    answer: z.object({ thread_id: z.uuid() }),
    refusals: { 409: "The text isn't sent; `code` and `detail` say why" },
    async run({ actor, request_id, path: { thread_id }, body: { text } }) {
      const sent = await sendText(actor, { id: thread_id, text, request: request_id });
      if (sent.ok) return { thread_id: sent.thread_id };
      return sent.reason === "not_found"
        ? notFound()
        : new Refusal(409, sent.reason, textRefusals[sent.reason]);
    },
  }),
  operation({
    ...about,
    scope: "messages.write",
    id: "messages.send_to",
    method: "POST",
    path: "/messages",
    summary: "Send a text message to a number",
    description: "Begins a conversation where there is none. The agent goes on answering in it.",
    status: 202,
    params: nothing,
    query: nothing,
    body: z.strictObject({
      to: z.e164().meta({ examples: ["+12125550123"] }),
      number_id: z.uuid().nullable().default(null).describe("Which number sends it; null: the usual one"),
      text: z.string().trim().min(1).max(longestText),
    }),
    answer: z.object({ thread_id: z.uuid() }),
    refusals: { 409: "The text isn't sent; `code` and `detail` say why" },
    async run({ actor, request_id, body }) {
      const sent = await textPerson(actor, { ...body, request: request_id, takes_over: false });
      return sent.ok
        ? { thread_id: sent.thread_id }
        : new Refusal(409, sent.reason, textRefusals[sent.reason]);
    },
  }),
];
