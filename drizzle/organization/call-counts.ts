/** Finished calls, counted as they end, so that a dashboard reads days and not calls. Local days of the organization. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How the calls of a day went, by agent and number. */
export const callOutcomeDays = sqliteTable(
  "call_outcome_days",
  {
    /** YYYY-MM-DD */
    day: text("day").notNull(),
    /** Empty: none. */
    agent_id: text("agent_id").notNull(),
    number_id: text("number_id").notNull(),
    outcome: text("outcome").notNull(),
    calls: integer("calls").notNull().default(0),
    answered: integer("answered").notNull().default(0),
    seconds: integer("seconds").notNull().default(0),
    cost_micros: integer("cost_micros").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.agent_id, t.number_id, t.outcome] })],
);

/** When the calls of a day began, by agent and number. */
export const callHourDays = sqliteTable(
  "call_hour_days",
  {
    day: text("day").notNull(),
    agent_id: text("agent_id").notNull(),
    number_id: text("number_id").notNull(),
    /** 0 to 23, by the organization's clock. */
    hour: integer("hour").notNull(),
    calls: integer("calls").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.agent_id, t.number_id, t.hour] })],
);
