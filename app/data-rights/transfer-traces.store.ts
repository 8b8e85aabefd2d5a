/** A person among those whom callers are put through to: their attempts lose them, and the targets are told of. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { transferAttempts, transferTargets } from "#drizzle/organization/schema.ts";
import { withoutIdentifiers } from "./erased-words.ts";
import { among, type Known } from "./person-rows.store.ts";

const isTheirTarget = ({ phones }: Known): SQL => sql`${transferTargets.phone_number} in ${among(phones)}`;

/** The names of the targets that ring the person's phone: they work for the organization, and members decide about them. */
export const theirTargets = (db: OrganizationDatabase, known: Known): string[] =>
  db
    .select({ name: transferTargets.name })
    .from(transferTargets)
    .where(isTheirTarget(known))
    .all()
    .map(({ name }) => name);

/** That a phone rang, and what came of it, stays with its call; whose phone it was is gone. */
export function eraseTransfers(db: OrganizationDatabase, known: Known): void {
  db.update(transferAttempts)
    .set({ name: "Erased", phone_number: "", target_id: null })
    .where(sql`${transferAttempts.phone_number} in ${among(known.phones)}`)
    .run();
  const others = db
    .select()
    .from(transferTargets)
    .where(sql`not ${isTheirTarget(known)}`)
    .all();
  for (const { id, use_when } of others) {
    const left = String(withoutIdentifiers(use_when, known));
    if (left !== use_when)
      db.update(transferTargets).set({ use_when: left }).where(eq(transferTargets.id, id)).run();
  }
}
