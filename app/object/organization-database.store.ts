/** The type of the first argument of every store function: one organization's own database. */
import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";
import type * as schema from "#drizzle/organization/schema.ts";

export type OrganizationDatabase = DrizzleSqliteDODatabase<typeof schema>;
