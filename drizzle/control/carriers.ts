/** Organizations' own accounts at carriers. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
  },
  (t) => [index("carrier_accounts_organization").on(t.organization_id, t.created_at)],
);
