/** What was found out from the words of finished calls. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** One row a call, which goes with the words of the call. */
export const callAnalyses = sqliteTable("call_analyses", {
  call_id: text("call_id").primaryKey(),
  summary: text("summary").notNull(),
  /** Whether the caller reached what they wanted. */
  success: text("success", { enum: ["yes", "no", "unclear"] }).notNull(),
  sentiment: text("sentiment", { enum: ["positive", "neutral", "negative", "unknown"] }).notNull(),
  /** The agent's own questions about a call, as they were asked, with their answers. */
  answers: text("answers", { mode: "json" }).$type<Json>().notNull(),
  /** The model's name; null: the rules judged. */
  model: text("model"),
  /** Why the agent's model did not judge; null: it did, or the agent has none. */
  fault: text("fault"),
  cost_micros: integer("cost_micros").notNull().default(0),
  created_at: integer("created_at").notNull(),
});
