/** What is kept of calls that the organization placed, beside their rows. Times are integer milliseconds UTC. */
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const placedCalls = sqliteTable(
  "placed_calls",
  {
    call_id: text("call_id").primaryKey(),
    /** The same key places nothing new. */
    key: text("key").notNull(),
    /** Why the call is made, as the person who asked wrote it; it goes with the words of the call. */
    reason: text("reason"),
    /** Who asked: an actor's id, and their name at that time. */
    asked_by: text("asked_by").notNull(),
    asked_name: text("asked_name").notNull(),
    /** What the rules for called people said, in words. */
    ruling: text("ruling").notNull(),
    /** What happens at an answering machine, instead of what the agent does; null: as the agent. */
    voicemail: text("voicemail", { enum: ["off", "hang_up", "message"] }),
    /** The organization's own account at the carrier; null: the platform's. */
    account_id: text("account_id"),
    /** Why the carrier did not place it, in the carrier's words made plain. */
    carrier_words: text("carrier_words"),
    /** Who or what answered: human, machine, fax, unknown. Null: the carrier did not say. */
    answered_by: text("answered_by"),
    /** When the call was answered and handed to its agent. */
    handed_at: integer("handed_at"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("placed_calls_key").on(t.key)],
);
