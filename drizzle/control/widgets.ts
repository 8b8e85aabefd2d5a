/** Widgets: agents that visitors of an organization's own websites can talk to. Times are integer milliseconds UTC. */
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const widgets = sqliteTable(
  "widgets",
  {
    /** What websites name the widget by. It opens nothing by itself, and a new one takes its place when the old one is not to count any more. */
    public_id: text("public_id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    agent_id: text("agent_id").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    /** Hosts of the websites that may show it, in ASCII; `*.` before one: also the hosts one label below it. */
    allowed_hosts: text("allowed_hosts", { mode: "json" }).$type<string[]>().notNull(),
    position: text("position", { enum: ["right", "left"] }).notNull(),
    greeting: text("greeting").notNull(),
    /** Null: the brand's primary color. */
    color: text("color"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [uniqueIndex("widgets_agent").on(t.organization_id, t.agent_id)],
);
