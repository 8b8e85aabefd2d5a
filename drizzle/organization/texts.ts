/** Text messages: a thread for each of the organization's numbers and each other one, its messages, and the conversations of agents in it. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const textThreads = sqliteTable(
  "text_threads",
  {
    id: text("id").primaryKey(),
    number_id: text("number_id"),
    our_number: text("our_number").notNull(),
    other_number: text("other_number").notNull(),
    /** Messages that no member has seen. */
    unread: integer("unread").notNull().default(0),
    last_at: integer("last_at").notNull(),
    last_text: text("last_text").notNull().default(""),
    /** When the person asked for no more texts; null: they did not, or took it back. */
    opted_out_at: integer("opted_out_at"),
    /** When the person asked to get texts again. */
    consented_at: integer("consented_at"),
    /** Why no agent answers here any more; null: one does. */
    agent_off: text("agent_off"),
    /** The worker that answers now, and until when no other one may: an answer that broke off frees the thread by itself. */
    taken_by: text("taken_by"),
    taken_until: integer("taken_until"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("text_threads_pair").on(t.our_number, t.other_number),
    index("text_threads_last").on(t.last_at),
    index("text_threads_other").on(t.other_number),
  ],
);

export const texts = sqliteTable(
  "texts",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    thread_id: text("thread_id").notNull(),
    /** `note`: what an agent did between messages; it was sent to no one. */
    direction: text("direction", { enum: ["in", "out", "note"] }).notNull(),
    author: text("author", { enum: ["caller", "agent", "member", "system"] }).notNull(),
    /** The member who wrote it. */
    author_id: text("author_id"),
    author_name: text("author_name"),
    text: text("text").notNull(),
    /** Pictures and other files that came with it; they are not fetched. */
    media: integer("media").notNull().default(0),
    segments: integer("segments").notNull().default(0),
    status: text("status", {
      enum: [
        "received",
        "queued",
        "sending",
        "unknown",
        "sent",
        "delivered",
        "undelivered",
        "failed",
        "held",
        "kept",
      ],
    }).notNull(),
    /** Why it was not sent or delivered, or not answered, in words or by name. */
    why: text("why"),
    /** Whether an agent still has to answer it. */
    is_waiting: integer("is_waiting", { mode: "boolean" }).notNull().default(false),
    provider: text("provider"),
    provider_message_id: text("provider_message_id"),
    conversation_id: text("conversation_id"),
    agent_id: text("agent_id"),
    /** Of one that is sent: the same key is sent once. */
    key: text("key").unique(),
    cost_micros: integer("cost_micros").notNull().default(0),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("texts_provider").on(t.provider, t.provider_message_id),
    index("texts_thread").on(t.thread_id, t.seq),
    index("texts_waiting").on(t.thread_id, t.seq).where(sql`is_waiting = 1`),
    index("texts_author").on(t.author, t.created_at),
  ],
);

export const textConversations = sqliteTable(
  "text_conversations",
  {
    /** What appointments, messages and leads name as their call. */
    id: text("id").primaryKey(),
    thread_id: text("thread_id").notNull(),
    agent_id: text("agent_id").notNull(),
    agent_version: integer("agent_version").notNull(),
    /** What the agent remembers; null: it is over. */
    state: text("state", { mode: "json" }).$type<Json>(),
    started_at: integer("started_at").notNull(),
    last_at: integer("last_at").notNull(),
    ended_at: integer("ended_at"),
    outcome: text("outcome"),
  },
  (t) => [index("text_conversations_thread").on(t.thread_id, t.started_at)],
);
