/** What members add to finished calls, and how each of them sees the list. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** Notes go with the words of their call: they repeat what was said. */
export const callNotes = sqliteTable(
  "call_notes",
  {
    /** UUIDv7 of when it was written. */
    id: text("id").primaryKey(),
    call_id: text("call_id").notNull(),
    text: text("text").notNull(),
    author_id: text("author_id").notNull(),
    /** At that time. */
    author_name: text("author_name").notNull(),
    created_at: integer("created_at").notNull(),
    edited_at: integer("edited_at"),
  },
  (t) => [index("call_notes_call").on(t.call_id, t.id)],
);

/** A call's tags, in lower case; with what the list combines them with. */
export const callTags = sqliteTable(
  "call_tags",
  {
    tag: text("tag").notNull(),
    call_id: text("call_id").notNull(),
    /** The call's. */
    agent_id: text("agent_id"),
    outcome: text("outcome").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    // Named, because the list is read by this index and no other.
    uniqueIndex("call_tags_tag").on(t.tag, t.call_id),
    // With the tag, so that the tags of a listed call are a row each.
    index("call_tags_of_call").on(t.call_id, t.tag),
    index("call_tags_agent").on(t.tag, t.agent_id, t.call_id),
    index("call_tags_outcome").on(t.tag, t.outcome, t.call_id),
  ],
);

/** Saved questions to the list of calls. */
export const callViews = sqliteTable(
  "call_views",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id").notNull(),
    name: text("name").notNull(),
    /** The end of the list's address. */
    query: text("query").notNull(),
    /** Whether every member sees it. */
    is_shared: integer("is_shared", { mode: "boolean" }).notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("call_views_user").on(t.user_id)],
);

/** The columns that a member chose for the list of calls. */
export const callColumns = sqliteTable("call_columns", {
  user_id: text("user_id").primaryKey(),
  columns: text("columns", { mode: "json" }).$type<Json>().notNull(),
});
