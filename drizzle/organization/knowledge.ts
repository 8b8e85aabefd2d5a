/** What the agents of an organization may answer from besides their own entries: sources, cut into passages. The words of passages are indexed by `knowledge_words`, which triggers keep in step. */
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    kind: text("kind", { enum: ["entry", "file", "page"] }).notNull(),
    title: text("title").notNull(),
    /** Of a page. */
    address: text("address"),
    /** Of a file: its original is in R2. */
    file_name: text("file_name"),
    file_type: text("file_type", { enum: ["txt", "md", "html", "pdf"] }),
    /** Of an entry: as it was typed. */
    text: text("text"),
    /** Of the original of an entry or a file, and of a page's text once it was read. */
    sha256: text("sha256"),
    bytes: integer("bytes").notNull().default(0),
    characters: integer("characters").notNull().default(0),
    passages: integer("passages").notNull().default(0),
    state: text("state", { enum: ["waiting", "reading", "ready", "failed"] }).notNull(),
    /** How much of its import is done, in percent. */
    progress: integer("progress").notNull().default(0),
    /** Why the last import failed; the passages of the one before are kept. */
    failure: text("failure"),
    /** Grows with every import that is asked for: an older one changes nothing any more. */
    revision: integer("revision").notNull().default(1),
    attempts: integer("attempts").notNull().default(0),
    /** The ids of the agents that use it; null: all of them. */
    agent_ids: text("agent_ids", { mode: "json" }).$type<string[] | null>(),
    /** Whether its text speaks to an agent ("ignore your instructions"). */
    has_instructions: integer("has_instructions", { mode: "boolean" }).notNull().default(false),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    imported_at: integer("imported_at"),
  },
  (t) => [
    uniqueIndex("knowledge_sources_content").on(t.sha256).where(sql`sha256 is not null`),
    uniqueIndex("knowledge_sources_address").on(t.address).where(sql`address is not null`),
  ],
);

export const knowledgePassages = sqliteTable(
  "knowledge_passages",
  {
    /** The full-text index's rowid. */
    seq: integer("seq").primaryKey(),
    source_id: text("source_id").notNull(),
    /** Its place in the source, from 0. */
    place: integer("place").notNull(),
    title: text("title").notNull(),
    /** The headings above it, outermost first, parted by " › "; empty: none. */
    heading: text("heading").notNull(),
    text: text("text").notNull(),
  },
  (t) => [uniqueIndex("knowledge_passages_place").on(t.source_id, t.place)],
);
