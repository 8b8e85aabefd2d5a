/** Campaigns: whom an organization's agents call, what came of each attempt, and the evidence of it. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const campaigns = sqliteTable(
  "campaigns",
  {
    /** UUIDv7 of when it was made: the newest comes first. */
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    status: text("status", {
      enum: ["draft", "scheduled", "running", "paused", "stopped", "finished", "broken"],
    }).notNull(),
    /** What it does (`campaignDraft`). */
    draft: text("draft", { mode: "json" }).$type<Json>().notNull(),
    /** The organization's, when it was saved or started. */
    time_zone: text("time_zone").notNull(),
    locale: text("locale").notNull(),
    created_by: text("created_by").notNull(),
    created_by_name: text("created_by_name").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    started_at: integer("started_at"),
    ended_at: integer("ended_at"),
    /** Why it stands, is held or ended, by name. */
    why: text("why"),
    /** No call is placed before; null: none holds it. */
    held_until: integer("held_until"),
    /** Before this its next call is not due; its pace moves it on. */
    next_at: integer("next_at").notNull().default(0),
    /** Carrier failures in a row. */
    faults: integer("faults").notNull().default(0),
    /** How far the audience has been read: the last contact; null: from the beginning. */
    cursor: text("cursor"),
    /** When the audience had been read to its end the last time. */
    read_at: integer("read_at"),
    /** Attempts that have left for the carrier, answered ones, what they cost, and those that reached the goal. */
    asked: integer("asked").notNull().default(0),
    answered: integer("answered").notNull().default(0),
    cost_micros: integer("cost_micros").notNull().default(0),
    reached_goal: integer("reached_goal").notNull().default(0),
  },
  (t) => [index("campaigns_status").on(t.status, t.id)],
);

/** A contact in a campaign. */
export const campaignLeads = sqliteTable(
  "campaign_leads",
  {
    campaign_id: text("campaign_id").notNull(),
    contact_id: text("contact_id").notNull(),
    phone_number: text("phone_number").notNull(),
    /** The contact's own; null: the number's. */
    time_zone: text("time_zone"),
    /** `waiting` for `due_at`, `leased` to an attempt, `calling`, `done`. */
    state: text("state", { enum: ["waiting", "leased", "calling", "done"] }).notNull(),
    /** What its last attempt came to, or why it is not called. */
    result: text("result"),
    attempts: integer("attempts").notNull().default(0),
    /** How often it was tried again after each result. */
    retried: text("retried", { mode: "json" }).$type<Json>().notNull().default({}),
    due_at: integer("due_at").notNull(),
    /** Its last call. */
    call_id: text("call_id"),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.campaign_id, t.contact_id] }),
    index("campaign_leads_due").on(t.campaign_id, t.state, t.due_at),
    index("campaign_leads_contact").on(t.contact_id),
    index("campaign_leads_number").on(t.phone_number),
  ],
);

/** How many of a campaign's leads are in each state with each result: kept as they move. */
export const campaignCounts = sqliteTable(
  "campaign_counts",
  {
    campaign_id: text("campaign_id").notNull(),
    state: text("state", { enum: ["waiting", "leased", "calling", "done"] }).notNull(),
    /** Empty: none yet. */
    result: text("result").notNull(),
    leads: integer("leads").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.campaign_id, t.state, t.result] })],
);

/** One attempt to call a lead: leased by the dialer, asked of the carrier, ringing, talking, over. */
export const dialAttempts = sqliteTable(
  "dial_attempts",
  {
    /** UUIDv7; the key of its placed call. */
    id: text("id").primaryKey(),
    campaign_id: text("campaign_id").notNull(),
    contact_id: text("contact_id").notNull(),
    phone_number: text("phone_number").notNull(),
    /** The organization's number that calls. */
    number_id: text("number_id").notNull(),
    agent_id: text("agent_id").notNull(),
    state: text("state", { enum: ["leased", "asked", "ringing", "talking", "over"] }).notNull(),
    result: text("result"),
    /** Why, by name, where a result alone does not say it. */
    why: text("why"),
    call_id: text("call_id"),
    outcome: text("outcome"),
    leased_at: integer("leased_at").notNull(),
    lease_until: integer("lease_until").notNull(),
    /** When it left for the carrier; null: it never did. */
    asked_at: integer("asked_at"),
    ended_at: integer("ended_at"),
    cost_micros: integer("cost_micros").notNull().default(0),
    talk_seconds: integer("talk_seconds").notNull().default(0),
  },
  (t) => [
    index("dial_attempts_open").on(t.campaign_id, t.id).where(sql`state <> 'over'`),
    index("dial_attempts_campaign").on(t.campaign_id, t.contact_id, t.id),
    index("dial_attempts_number").on(t.phone_number, t.asked_at),
    index("dial_attempts_asked").on(t.asked_at),
    uniqueIndex("dial_attempts_call").on(t.call_id),
  ],
);

/** How many attempts left for the carrier on each local day of the organization. */
export const dialDays = sqliteTable("dial_days", {
  /** YYYY-MM-DD */
  day: text("day").primaryKey(),
  asked: integer("asked").notNull().default(0),
});

/** The evidence of every attempt, each row tied to the one before (docs/campaigns.md, "The ledger"). */
export const dialLedger = sqliteTable(
  "dial_ledger",
  {
    sequence: integer("sequence").primaryKey(),
    attempt_id: text("attempt_id").notNull(),
    campaign_id: text("campaign_id").notNull(),
    contact_id: text("contact_id").notNull(),
    at: integer("at").notNull(),
    /** The evidence as JSON, or which rows an erasure emptied; null: its person was erased, and the hash of it stays. */
    content: text("content"),
    content_hash: text("content_hash").notNull(),
    previous: text("previous").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    index("dial_ledger_attempt").on(t.attempt_id),
    index("dial_ledger_campaign").on(t.campaign_id, t.sequence),
    index("dial_ledger_contact").on(t.contact_id),
  ],
);

/** Uploaded lists of numbers that are screened before each call. */
export const screeningLists = sqliteTable("screening_lists", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** `line_types`: says of numbers what lines they are, and bars none. */
  kind: text("kind", { enum: ["national", "litigator", "other", "line_types"] }).notNull(),
  numbers: integer("numbers").notNull().default(0),
  created_by_name: text("created_by_name").notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const screenedNumbers = sqliteTable(
  "screened_numbers",
  {
    phone_number: text("phone_number").notNull(),
    list_id: text("list_id").notNull(),
    line_type: text("line_type"),
  },
  (t) => [primaryKey({ columns: [t.phone_number, t.list_id] }), index("screened_numbers_list").on(t.list_id)],
);
