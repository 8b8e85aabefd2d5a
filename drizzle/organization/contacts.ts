/** People: contacts with their numbers, addresses, tags, lists, notes and consents; the do-not-call list; imports. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** A person. Their words are found by `contact_words`, by `seq`. */
export const contacts = sqliteTable(
  "contacts",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    /** The first of `contact_numbers`, for lists and calls. */
    phone_number: text("phone_number"),
    name: text("name"),
    /** The first of `contact_emails`. */
    email: text("email"),
    /** `do_not_call`: their numbers are in `do_not_call`. */
    status: text("status").notNull().default("new"),
    source: text("source").notNull(),
    last_called_at: integer("last_called_at"),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    archived_at: integer("archived_at"),
    company: text("company"),
    address: text("address"),
    /** IANA; null: where the number is from decides. */
    time_zone: text("time_zone"),
    /** ISO 3166; null: the number's. */
    country: text("country"),
    /** Values of the organization's own fields (`contact_fields`), by key. */
    custom: text("custom", { mode: "json" }).$type<Json>().notNull().default({}),
    /** The import that made it. */
    import_id: text("import_id"),
  },
  (t) => [
    uniqueIndex("contacts_phone")
      .on(t.phone_number)
      .where(sql`phone_number is not null and archived_at is null`),
    index("contacts_status").on(t.status, t.id).where(sql`archived_at is null`),
    index("contacts_archived").on(t.id).where(sql`archived_at is not null`),
    index("contacts_import").on(t.import_id, t.id).where(sql`import_id is not null`),
  ],
);

export const contactNumbers = sqliteTable(
  "contact_numbers",
  {
    /** E.164 */
    phone_number: text("phone_number").notNull(),
    contact_id: text("contact_id").notNull(),
    label: text("label"),
    is_primary: integer("is_primary", { mode: "boolean" }).notNull(),
    line_type: text("line_type"),
    /** Whether its contact is not archived: a number belongs to one such contact. */
    is_live: integer("is_live", { mode: "boolean" }).notNull().default(sql`1`),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.phone_number, t.contact_id] }),
    uniqueIndex("contact_numbers_live").on(t.phone_number).where(sql`is_live = 1`),
    index("contact_numbers_contact").on(t.contact_id),
  ],
);

export const contactEmails = sqliteTable(
  "contact_emails",
  {
    /** Folded to lower case. */
    email: text("email").notNull(),
    contact_id: text("contact_id").notNull(),
    label: text("label"),
    is_primary: integer("is_primary", { mode: "boolean" }).notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.contact_id] }), index("contact_emails_contact").on(t.contact_id)],
);

export const contactTags = sqliteTable(
  "contact_tags",
  {
    tag: text("tag").notNull(),
    contact_id: text("contact_id").notNull(),
    import_id: text("import_id"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tag, t.contact_id] }),
    index("contact_tags_contact").on(t.contact_id),
    index("contact_tags_import").on(t.import_id).where(sql`import_id is not null`),
  ],
);

export const contactLists = sqliteTable("contact_lists", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  created_by: text("created_by"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const contactListMembers = sqliteTable(
  "contact_list_members",
  {
    list_id: text("list_id").notNull(),
    contact_id: text("contact_id").notNull(),
    import_id: text("import_id"),
    added_at: integer("added_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.list_id, t.contact_id] }),
    index("contact_list_members_contact").on(t.contact_id),
    index("contact_list_members_import").on(t.import_id).where(sql`import_id is not null`),
  ],
);

/** A filter of contacts under a name: who is in it is found anew each time. */
export const contactSegments = sqliteTable("contact_segments", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** `contactFilter` (app/contacts/contact-filter.schema.ts) */
  filter: text("filter", { mode: "json" }).$type<Json>().notNull(),
  created_by: text("created_by"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

/** Fields that the organization added to its contacts. */
export const contactFields = sqliteTable("contact_fields", {
  /** What stands in `contacts.custom`; it never changes. */
  key: text("key").primaryKey(),
  label: text("label").notNull(),
  created_at: integer("created_at").notNull(),
});

export const contactNotes = sqliteTable(
  "contact_notes",
  {
    id: text("id").primaryKey(),
    contact_id: text("contact_id").notNull(),
    text: text("text").notNull(),
    author_id: text("author_id").notNull(),
    author_name: text("author_name").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("contact_notes_contact").on(t.contact_id, t.id)],
);

/** What a person agreed to, how it is known, and until when. */
export const consents = sqliteTable(
  "consents",
  {
    id: text("id").primaryKey(),
    contact_id: text("contact_id").notNull(),
    /** Null: every number of the contact. */
    phone_number: text("phone_number"),
    kind: text("kind", { enum: ["express_written", "express", "inquiry", "customer", "none"] }).notNull(),
    channel: text("channel", { enum: ["call", "text"] }).notNull(),
    source: text("source").notNull(),
    proof: text("proof").notNull().default(""),
    given_at: integer("given_at").notNull(),
    revoked_at: integer("revoked_at"),
    /** Who noted it: a member's id; null: the product. */
    created_by: text("created_by"),
    import_id: text("import_id"),
  },
  (t) => [
    index("consents_contact").on(t.contact_id, t.channel),
    index("consents_number").on(t.phone_number).where(sql`phone_number is not null`),
    index("consents_import").on(t.import_id).where(sql`import_id is not null`),
  ],
);

/** Numbers that no agent calls, and that are not texted first. */
export const doNotCall = sqliteTable(
  "do_not_call",
  {
    /** E.164 */
    phone_number: text("phone_number").primaryKey(),
    reason: text("reason").notNull().default(""),
    source: text("source", { enum: ["voice", "key", "text", "member", "import", "api"] }).notNull(),
    /** Who put it there: a member's id and name; null: the person themselves. */
    by: text("by"),
    by_name: text("by_name"),
    at: integer("at").notNull(),
  },
  (t) => [index("do_not_call_at").on(t.at, t.phone_number)],
);

/** What was added to the do-not-call list and removed from it, and why. */
export const doNotCallChanges = sqliteTable(
  "do_not_call_changes",
  {
    id: text("id").primaryKey(),
    phone_number: text("phone_number").notNull(),
    change: text("change", { enum: ["added", "removed"] }).notNull(),
    reason: text("reason").notNull().default(""),
    source: text("source").notNull(),
    by: text("by"),
    by_name: text("by_name"),
    at: integer("at").notNull(),
  },
  (t) => [index("do_not_call_changes_number").on(t.phone_number, t.id)],
);

/** A file of contacts, from its upload to its end. */
export const contactImports = sqliteTable("contact_imports", {
  id: text("id").primaryKey(),
  /** What the rows are: contacts, or numbers for the do-not-call list. */
  kind: text("kind", { enum: ["contacts", "do_not_call"] }).notNull(),
  state: text("state", {
    enum: ["uploading", "mapping", "running", "done", "canceled", "failed", "undoing", "undone"],
  }).notNull(),
  file_name: text("file_name").notNull(),
  bytes: integer("bytes").notNull(),
  /** Of the file's bytes, in hexadecimal: the same file again is seen. */
  sha256: text("sha256"),
  encoding: text("encoding"),
  /** The first rows as they were read, headings included. */
  sample: text("sample", { mode: "json" }).$type<Json>().notNull().default([]),
  /** `importOptions` (app/contacts/contact-imports.schema.ts) */
  options: text("options", { mode: "json" }).$type<Json>(),
  /** Rows and bytes that were read; the counts of what became of the rows. */
  rows: integer("rows").notNull().default(0),
  bytes_read: integer("bytes_read").notNull().default(0),
  created: integer("created").notNull().default(0),
  updated: integer("updated").notNull().default(0),
  skipped: integer("skipped").notNull().default(0),
  failed: integer("failed").notNull().default(0),
  /** Of an undoing: contacts that stay because they changed since. */
  kept: integer("kept").notNull().default(0),
  /** Why it failed, by name. */
  why: text("why"),
  created_by: text("created_by").notNull(),
  created_by_name: text("created_by_name").notNull(),
  created_at: integer("created_at").notNull(),
  started_at: integer("started_at"),
  finished_at: integer("finished_at"),
});

/** Rows of a file that were not taken. */
export const contactImportErrors = sqliteTable(
  "contact_import_errors",
  {
    import_id: text("import_id").notNull(),
    /** As a spreadsheet counts: the headings are row 1. */
    row: integer("row").notNull(),
    reason: text("reason").notNull(),
    /** The row's cells, cut. */
    cells: text("cells", { mode: "json" }).$type<Json>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.row] })],
);

/** What an import changed in contacts that were there already: undoing writes it back. */
export const contactImportChanges = sqliteTable(
  "contact_import_changes",
  {
    import_id: text("import_id").notNull(),
    contact_id: text("contact_id").notNull(),
    before: text("before", { mode: "json" }).$type<Json>().notNull(),
    /** When the import changed it: a contact that changed since is left as it is. */
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.contact_id] })],
);
