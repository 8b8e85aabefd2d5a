/** The data plane: one organization's agents, numbers, calls, contacts and bookings, in its own object's SQLite. Times are integer milliseconds UTC, money is integer micro-units with its currency. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export * from "./agent-tests.ts";
export * from "./agent-versions.ts";
export * from "./api-requests.ts";
export * from "./blocked-callers.ts";
export * from "./bookings.ts";
export * from "./call-analyses.ts";
export * from "./call-backs.ts";
export * from "./call-counts.ts";
export * from "./call-recordings.ts";
export * from "./call-remarks.ts";
export * from "./campaigns.ts";
export * from "./contacts.ts";
export * from "./integrations.ts";
export * from "./knowledge.ts";
export * from "./live-lines.ts";
export * from "./placed-calls.ts";
export * from "./texts.ts";
export * from "./transfers.ts";
export * from "./usage.ts";
export * from "./webhooks.ts";
export * from "./work.ts";
export * from "./workflows.ts";

export const numbers = sqliteTable(
  "numbers",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    phone_number: text("phone_number").notNull(),
    label: text("label"),
    country: text("country").notNull(),
    locality: text("locality"),
    region: text("region"),
    provider: text("provider").notNull(),
    provider_sid: text("provider_sid"),
    /** The row of `carrier_accounts` that holds it; null: the platform's account itself. */
    account_id: text("account_id"),
    /** That account is the platform's, made for the organization: the number is the platform's as any other. */
    is_in_subaccount: integer("is_in_subaccount", { mode: "boolean" }).notNull().default(false),
    /** `buying` and `releasing` are finished or undone by a timer when the carrier did not answer. */
    status: text("status", { enum: ["buying", "active", "releasing", "released", "failed"] }).notNull(),
    agent_id: text("agent_id"),
    /** The agent that calls from it; null: the one that answers. */
    outbound_agent_id: text("outbound_agent_id"),
    /** Who takes its calls when the agent does not (`numberRouting`); null: never chosen. */
    routing: text("routing", { mode: "json" }).$type<Json>(),
    monthly_cost_micros: integer("monthly_cost_micros"),
    currency: text("currency"),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    released_at: integer("released_at"),
  },
  (t) => [
    uniqueIndex("numbers_held").on(t.phone_number).where(sql`status in ('buying', 'active', 'releasing')`),
    index("numbers_agent").on(t.agent_id),
  ],
);

export const calls = sqliteTable(
  "calls",
  {
    /** The full-text index's rowid. */
    seq: integer("seq").primaryKey(),
    /** UUIDv7 of the start: a date range is a range of ids. */
    id: text("id").notNull().unique(),
    type: text("type", { enum: ["phone", "web", "test"] }).notNull(),
    direction: text("direction", { enum: ["inbound", "outbound"] }).notNull(),
    status: text("status", {
      enum: [
        "scheduled",
        "queued",
        "ringing",
        "in_progress",
        "transferring",
        "completed",
        "busy",
        "no_answer",
        "failed",
        "canceled",
        "rejected",
      ],
    }).notNull(),
    outcome: text("outcome").notNull(),
    ended_by: text("ended_by"),
    /** One of `endReasons` (app/calls/end-reasons.schema.ts); `end_detail`: what the call said of its end. */
    end_reason: text("end_reason"),
    end_detail: text("end_detail"),
    agent_id: text("agent_id"),
    agent_name: text("agent_name"),
    agent_version: integer("agent_version"),
    number_id: text("number_id"),
    our_number: text("our_number"),
    other_number: text("other_number"),
    contact_id: text("contact_id"),
    contact_name: text("contact_name"),
    provider: text("provider").notNull(),
    provider_call_id: text("provider_call_id"),
    started_at: integer("started_at").notNull(),
    answered_at: integer("answered_at"),
    ended_at: integer("ended_at"),
    talk_seconds: integer("talk_seconds").notNull().default(0),
    summary: text("summary"),
    fields: text("fields", { mode: "json" }).$type<Json>().notNull().default([]),
    booking_id: text("booking_id"),
    cost_items: text("cost_items", { mode: "json" }).$type<Json>().notNull().default([]),
    cost_micros: integer("cost_micros").notNull().default(0),
    /** Each answer of a language model. */
    model_use: text("model_use", { mode: "json" }).$type<Json>().notNull().default([]),
    currency: text("currency").notNull().default("USD"),
    answer_ms: integer("answer_ms"),
    interruptions: integer("interruptions").notNull().default(0),
    /** Whether the caller said anything, or pressed a key. Null: stored by an earlier version. */
    caller_spoke: integer("caller_spoke", { mode: "boolean" }),
    /** How long people talked, in classes: an index finds a class, and never a range, in the order of the calls. */
    length_class: text("length_class").generatedAlwaysAs(
      sql`case when talk_seconds = 0 then 'none' when talk_seconds < 30 then 'short' when talk_seconds < 120 then 'medium' when talk_seconds < 300 then 'long' else 'longest' end`,
      { mode: "virtual" },
    ),
    /** What it cost, in classes of the call's own currency. */
    cost_class: text("cost_class").generatedAlwaysAs(
      sql`case when cost_micros = 0 then 'none' when cost_micros < 100000 then 'low' when cost_micros < 500000 then 'medium' when cost_micros < 1000000 then 'high' else 'highest' end`,
      { mode: "virtual" },
    ),
    /** The group of its status, as the call history is filtered by it (`endedGroups`, end-reasons.schema.ts). */
    status_group: text("status_group").generatedAlwaysAs(
      sql`case when status in ('busy', 'no_answer', 'canceled', 'rejected') then 'not_connected' else status end`,
      { mode: "virtual" },
    ),
    /** Of a call from a widget: its visitor's network, as counters store it. */
    network: text("network"),
    /** Of the judgement (`call_analyses`), for lists; they go with the words of the call. Null: not judged. */
    success: text("success", { enum: ["yes", "no", "unclear"] }),
    sentiment: text("sentiment", { enum: ["positive", "neutral", "negative", "unknown"] }),
    /** What the agent said last before the caller hung up: its last sentence, cut; it goes with the words of the call. */
    last_said: text("last_said"),
    /** The tags of `call_tags`, a line for each: a list reads them with the row. Triggers keep them; null: none. */
    tags: text("tags"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("calls_provider_call").on(t.provider, t.provider_call_id),
    index("calls_agent").on(t.agent_id, t.id),
    index("calls_number").on(t.number_id, t.id),
    index("calls_outcome").on(t.outcome, t.id),
    index("calls_direction").on(t.direction, t.id),
    index("calls_agent_outcome").on(t.agent_id, t.outcome, t.id),
    index("calls_length").on(t.length_class, t.id),
    index("calls_agent_length").on(t.agent_id, t.length_class, t.id),
    index("calls_cost").on(t.cost_class, t.id),
    index("calls_contact").on(t.contact_id, t.id),
    index("calls_success").on(t.success, t.id),
    index("calls_sentiment").on(t.sentiment, t.id),
    index("calls_end_reason").on(t.end_reason, t.id),
    index("calls_status_group").on(t.status_group, t.id),
    // The calls that were let in, by which callers and numbers have their budgets.
    index("calls_caller_taken").on(t.other_number, t.id).where(sql`status <> 'rejected'`),
    index("calls_number_taken").on(t.number_id, t.id).where(sql`status <> 'rejected'`),
    index("calls_agent_version").on(t.agent_id, t.agent_version, t.id),
  ],
);

/** A finished call's script: turns, notes and actions in order. */
export const callTranscripts = sqliteTable("call_transcripts", {
  call_id: text("call_id").primaryKey(),
  lines: text("lines", { mode: "json" }).$type<Json>().notNull(),
});

/** A running call: what open dashboards see, and what counts against the plan's lines. */
export const liveCalls = sqliteTable("live_calls", {
  call_id: text("call_id").primaryKey(),
  agent_id: text("agent_id"),
  agent_name: text("agent_name"),
  number_id: text("number_id"),
  direction: text("direction").notNull(),
  other_number: text("other_number"),
  caller_name: text("caller_name"),
  provider: text("provider").notNull(),
  provider_call_id: text("provider_call_id").notNull(),
  started_at: integer("started_at").notNull(),
  /** A call that is still running by then counts as lost, so that it cannot hold a line forever. */
  expires_at: integer("expires_at").notNull(),
  /** How long it may last, including a transfer: a trial's minutes are reserved. Null: admitted by an earlier version. */
  longest_seconds: integer("longest_seconds"),
  last_words: text("last_words"),
  /** Of an earlier version, which kept the lines here: `live_lines` has them. */
  lines: text("lines", { mode: "json" }).$type<Json>().notNull().default([]),
  agent_version: integer("agent_version"),
  our_number: text("our_number"),
  /** The carrier's latest status; it never goes back. */
  status: text("status").notNull().default("ringing"),
  /** The organization's, when the call began: they decide its day and its currency. */
  time_zone: text("time_zone"),
  currency: text("currency"),
  /** Of a call from a widget: its visitor's network, as counters store it. */
  network: text("network"),
  /** Of a call that no agent takes: the number that its caller is put through to, and why (`forwarding`). */
  forward: text("forward", { mode: "json" }).$type<Json>(),
  /** Who is being called for the caller; null: the agent has the call. */
  transferring_to: text("transferring_to"),
});

/** One local day of an organization, counted as calls finish: a dashboard reads days, not calls. */
export const callDays = sqliteTable(
  "call_days",
  {
    /** YYYY-MM-DD in the organization's zone. */
    day: text("day").notNull(),
    agent_id: text("agent_id").notNull(),
    calls: integer("calls").notNull().default(0),
    answered: integer("answered").notNull().default(0),
    booked: integer("booked").notNull().default(0),
    seconds: integer("seconds").notNull().default(0),
    cost_micros: integer("cost_micros").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.agent_id] })],
);

/** Callers' questions without an answer, counted by their folded words. */
export const questions = sqliteTable(
  "questions",
  {
    id: text("id").primaryKey(),
    agent_id: text("agent_id").notNull(),
    /** Folded to compare: lower case, stemmed, without fillers. */
    key: text("key").notNull(),
    question: text("question").notNull(),
    times: integer("times").notNull().default(1),
    first_call_id: text("first_call_id"),
    last_call_id: text("last_call_id"),
    last_asked_at: integer("last_asked_at").notNull(),
    answered_at: integer("answered_at"),
    created_at: integer("created_at").notNull(),
    /** A member took it off the list; it stays off when it is asked again. */
    dismissed_at: integer("dismissed_at"),
    /** The id of the question that it is counted with. */
    merged_into: text("merged_into"),
  },
  (t) => [
    uniqueIndex("questions_key").on(t.agent_id, t.key),
    index("questions_open").on(t.answered_at, t.times),
  ],
);

/** Callers' messages and promised call backs: open until a member marks them as done. */
export const messages = sqliteTable(
  "messages",
  {
    /** UUIDv7 of when it was taken: the oldest comes first. */
    id: text("id").primaryKey(),
    call_id: text("call_id").notNull(),
    agent_id: text("agent_id"),
    kind: text("kind", { enum: ["message", "call_back"] }).notNull(),
    text: text("text").notNull(),
    /** As the caller said it. */
    name: text("name"),
    phone_number: text("phone_number"),
    created_at: integer("created_at").notNull(),
    done_at: integer("done_at"),
    /** The member's id and name at that time. */
    done_by: text("done_by"),
    done_by_name: text("done_by_name"),
  },
  (t) => [
    /** The same words in one call are one message; a corrected number changes it. */
    uniqueIndex("messages_call_text").on(t.call_id, t.text),
    index("messages_open").on(t.id).where(sql`done_at is null`),
  ],
);

/** Facts about the organization that its object needs, by name. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: text("value", { mode: "json" }).$type<Json>().notNull(),
});
