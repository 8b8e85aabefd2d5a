/** Keys with which programs act in an organization. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A key counts while the member who made it belongs to the organization. A revoked one keeps its row. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    name: text("name").notNull(),
    /** The first part of the key, by which it is found and shown. */
    prefix: text("prefix").notNull().unique(),
    /** SHA-256 of the whole key, which is shown once and stands nowhere. */
    secret_hash: text("secret_hash").notNull(),
    /** What it may do: permissions, of which its maker's role takes away what that role may not. */
    scopes: text("scopes", { mode: "json" }).$type<string[]>().notNull(),
    /** Null: it has no end. */
    expires_at: integer("expires_at"),
    /** Written at most every five minutes. */
    last_used_at: integer("last_used_at"),
    /** The member who made it. */
    created_by: text("created_by").notNull(),
    created_at: integer("created_at").notNull(),
    revoked_at: integer("revoked_at"),
  },
  (t) => [
    index("api_keys_organization").on(t.organization_id, t.created_at),
    index("api_keys_user").on(t.created_by),
  ],
);
