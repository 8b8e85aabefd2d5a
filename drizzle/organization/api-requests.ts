/** Requests of programs that carry an idempotency key, and how each was answered. Times are integer milliseconds UTC. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const apiRequests = sqliteTable(
  "api_requests",
  {
    /** The API key that asked. */
    key_id: text("key_id").notNull(),
    idempotency_key: text("idempotency_key").notNull(),
    /** SHA-256 of the method, the address and the body. */
    fingerprint: text("fingerprint").notNull(),
    /** Null: it is being answered. */
    status: integer("status"),
    /** The answer's body; null: it has none. While it is being answered: when it was begun last, ms UTC. */
    body: text("body"),
    /** When it was begun first. */
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key_id, t.idempotency_key] }), index("api_requests_at").on(t.at)],
);
