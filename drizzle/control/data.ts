/** Data rights: exports of organizations, erasures of persons, and the signed receipts of what was deleted. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One export of an organization: made step by step, kept as a file for some days. */
export const dataExports = sqliteTable(
  "data_exports",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    /** The member who asked for it; null: the platform did, for the organization's owners. */
    requested_by: text("requested_by"),
    state: text("state", { enum: ["running", "ready", "failed", "expired"] }).notNull(),
    /** Grows with every step: of two runners of one step, one saves it. */
    step: integer("step").notNull().default(0),
    /** When the next step may begin; a runner moves it ahead while it works. Of a file: when it is deleted. Null: nothing is left to do. */
    due_at: integer("due_at"),
    /** Steps that failed since the last one that succeeded. */
    failures: integer("failures").notNull().default(0),
    last_error: text("last_error"),
    /** Where it stands: source, last key, the archive so far. Null: it begins anew, or is over. */
    cursor: text("cursor", { mode: "json" }).$type<Record<string, unknown>>(),
    rows_done: integer("rows_done").notNull().default(0),
    /** As counted when it began; more may have been added since. */
    rows_expected: integer("rows_expected"),
    /** The archive's size, once it is complete. */
    bytes: integer("bytes"),
    created_at: integer("created_at").notNull(),
    ready_at: integer("ready_at"),
    expires_at: integer("expires_at"),
    content: text("content", { enum: ["everything", "calls_csv", "calls_json"] })
      .notNull()
      .default("everything"),
    /** Of calls: which, as the end of the list's address. */
    query: text("query"),
  },
  (t) => [
    index("data_exports_organization").on(t.organization_id, t.created_at),
    index("data_exports_due").on(t.due_at).where(sql`due_at is not null`),
  ],
);

/** One person whose data an organization erases: by telephone number, by address, or both. */
export const dataErasures = sqliteTable(
  "data_erasures",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    requested_by: text("requested_by").notNull(),
    state: text("state", { enum: ["running", "done", "failed"] }).notNull(),
    /** Whom it is about, encrypted; null once it is done. */
    sealed: text("sealed"),
    step: integer("step").notNull().default(0),
    due_at: integer("due_at"),
    failures: integer("failures").notNull().default(0),
    last_error: text("last_error"),
    /** How far the calls were searched, and what was erased so far. */
    cursor: text("cursor", { mode: "json" }).$type<Record<string, unknown>>(),
    receipt_id: text("receipt_id"),
    created_at: integer("created_at").notNull(),
    finished_at: integer("finished_at"),
  },
  (t) => [
    index("data_erasures_organization").on(t.organization_id, t.created_at),
    index("data_erasures_due").on(t.due_at).where(sql`due_at is not null`),
  ],
);

/** Proofs of deletion. They name no person, and stay when the organization is purged. */
export const dataReceipts = sqliteTable(
  "data_receipts",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    kind: text("kind", { enum: ["erasure", "deletion"] }).notNull(),
    /** The signed text, to the byte; null: the deletion has begun and is not complete. */
    document: text("document"),
    signature: text("signature"),
    /** Who gets the receipt of a deletion, with the letterhead of its mail, encrypted; null once it is sent. */
    recipients: text("recipients"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("data_receipts_organization").on(t.organization_id, t.created_at)],
);
