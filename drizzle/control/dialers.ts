/** Organizations whose dialers have campaigns to run. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Cron looks whether each of them still wakes. */
export const dialers = sqliteTable(
  "dialers",
  {
    organization_id: text("organization_id").primaryKey(),
    check_at: integer("check_at").notNull(),
  },
  (t) => [index("dialers_due").on(t.check_at)],
);
