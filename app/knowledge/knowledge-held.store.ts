/** How much knowledge an organization holds. */
import { count, sum } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { knowledgeSources } from "#drizzle/organization/schema.ts";

type Held = { sources: number; characters: number };

export function held(db: OrganizationDatabase): Held {
  const found = db
    .select({ sources: count(), characters: sum(knowledgeSources.characters) })
    .from(knowledgeSources)
    .get();
  return { sources: found?.sources ?? 0, characters: Number(found?.characters ?? 0) };
}
