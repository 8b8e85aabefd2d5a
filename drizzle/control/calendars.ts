/** Calendar feeds: secret addresses under which calendar programs read an organization's appointments. Times are integer milliseconds UTC. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One feed for each member of an organization; a renewed one takes the place of the one before. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    organization_id: text("organization_id").notNull(),
    user_id: text("user_id").notNull(),
    /** SHA-256 of the secret, which is shown once and stands nowhere. */
    secret_hash: text("secret_hash").notNull().unique(),
    /** Whether it shows names, numbers and notes. */
    shows_persons: integer("shows_persons", { mode: "boolean" }).notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.user_id] }),
    index("calendar_feeds_user").on(t.user_id),
  ],
);
