/** The type of the first argument of every store function: one organization's own database. */
import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";

export type OrganizationDatabase = DrizzleSqliteDODatabase;
