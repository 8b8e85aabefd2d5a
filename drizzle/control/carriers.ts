/** Accounts at carriers that are one organization's: those of its own, and those that the platform made for it within its own. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const carrierAccounts = sqliteTable(
  "carrier_accounts",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    carrier: text("carrier").notNull(),
    /** What its people call it. */
    name: text("name").notNull(),
    /** The credentials, encrypted for this row; null once it was removed. */
    sealed: text("sealed"),
    /** Calls that it may carry at once, and new ones a second, as its people chose; null: as many as the plan allows. */
    lines: integer("lines"),
    calls_per_second: integer("calls_per_second"),
    /** When the carrier was last asked about it, and what it refused then, in words and in its own; null: nothing. */
    tested_at: integer("tested_at"),
    trouble: text("trouble", { mode: "json" }).$type<{ why: string; exact: string | null }>(),
    created_at: integer("created_at").notNull(),
    /** When it was removed. Its credentials are kept until its running calls are over. */
    revoked_at: integer("revoked_at"),
    /** The platform's account in which it is a subaccount, as its lines are named; null: it is the organization's own. */
    parent: text("parent"),
    /** When someone last began to make it at the carrier; null: no one has, or it was refused. */
    claimed_at: integer("claimed_at"),
    /** Whether the carrier was told to suspend it. */
    is_suspended: integer("is_suspended", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    index("carrier_accounts_organization").on(t.organization_id, t.created_at),
    uniqueIndex("carrier_accounts_within").on(t.parent, t.organization_id).where(sql`parent is not null`),
  ],
);
