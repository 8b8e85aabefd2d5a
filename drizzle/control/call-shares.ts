/** Secret addresses under which one call can be read without an account. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const callShares = sqliteTable(
  "call_shares",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    call_id: text("call_id").notNull(),
    /** SHA-256 of the secret, which is shown once and stands nowhere. */
    secret_hash: text("secret_hash").notNull().unique(),
    /** The member who made it. */
    user_id: text("user_id").notNull(),
    /** Whether it shows names, numbers and what was said about people. */
    shows_persons: integer("shows_persons", { mode: "boolean" }).notNull(),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    index("call_shares_call").on(t.organization_id, t.call_id),
    index("call_shares_user").on(t.user_id),
    index("call_shares_expiry").on(t.expires_at),
  ],
);
