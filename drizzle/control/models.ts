/** Language models: the keys with which an organization's agents ask providers. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A provider's key of an organization. A removed one keeps its row, without the key. */
export const modelKeys = sqliteTable(
  "model_keys",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    provider: text("provider", {
      enum: ["openai", "anthropic", "compatible", "elevenlabs", "google_tts", "polly"],
    }).notNull(),
    name: text("name").notNull(),
    /** Where a compatible provider answers, without a slash at its end; null: at the provider's own address. */
    base_url: text("base_url"),
    /** The key, encrypted for this row; null once it was removed. */
    sealed: text("sealed"),
    last_four: text("last_four").notNull(),
    tested_at: integer("tested_at").notNull(),
    tested_by: text("tested_by"),
    test_result: text("test_result", {
      enum: ["works", "refused", "busy", "unreachable", "not_a_provider"],
    }).notNull(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    revoked_at: integer("revoked_at"),
  },
  (t) => [index("model_keys_organization").on(t.organization_id, t.created_at)],
);

/** Secrets that agents' webhook tools send along. */
export const toolSecrets = sqliteTable(
  "tool_secrets",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    /** The only origin that it is sent to: the one of the tool that it was typed for. */
    origin: text("origin").notNull(),
    /** Encrypted for this row. */
    sealed: text("sealed").notNull(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("tool_secrets_organization").on(t.organization_id)],
);
