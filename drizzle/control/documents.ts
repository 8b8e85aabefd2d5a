/** Legal pages that organizations wrote themselves, version by version. Times are integer milliseconds UTC. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An organization's own legal pages, in place of the platform's. */
export const legalPages = sqliteTable(
  "legal_pages",
  {
    organization_id: text("organization_id").notNull(),
    /** terms, privacy or cookies. */
    page: text("page").notNull(),
    /** Plain text with headings (`## …`), lists and paragraphs. */
    body: text("body").notNull(),
    updated_by: text("updated_by"),
    updated_at: integer("updated_at").notNull(),
    /** Its place among the organization's texts of this page, from 1. */
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.page] })],
);

/** Every text that a legal page of an organization ever showed, the present one too: people agreed to it. Rows are only added. */
export const legalVersions = sqliteTable(
  "legal_versions",
  {
    organization_id: text("organization_id").notNull(),
    page: text("page").notNull(),
    version: integer("version").notNull(),
    body: text("body").notNull(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.page, t.version] })],
);
